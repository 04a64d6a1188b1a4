//! A number for every placement of a player's pieces, without gaps: the combinatorial number system.

use super::cell::{Cell, Cells};
use super::star::Star;

/// The most pieces of which placements are numbered.
pub(super) const MOST_PIECES: usize = 6;

/// Numbers the placements of `k` like pieces on a board from 0 to `C(cells, k) - 1`: the sum over the pieces, the
/// `i`-th from the least cell, of `C(cell, i)`. The order of these numbers is that of the placements read as binary
/// numbers.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    pieces: usize,
    cells: usize,
    /// `choose[n][k]` is `C(n, k)`.
    choose: Box<[[u32; MOST_PIECES + 2]; 128]>,
}

/// The ranks of a placement with one piece taken off and set down anywhere else.
pub(super) struct LiftedPiece<'r> {
    ranking: &'r Ranking,
    others: u128,
    /// The rank without the lifted piece's part, by how many others lie below it.
    parts: [u32; MOST_PIECES],
}

impl Ranking {
    /// The ranking for a board; `None` where there are too many pieces.
    pub(super) fn new(star: &Star) -> Option<Self> {
        let (pieces, cells) = (star.pieces(), star.cells());
        if pieces > MOST_PIECES {
            return None;
        }
        let mut choose = Box::new([[0_u32; MOST_PIECES + 2]; 128]);
        for n in 0..=cells {
            choose[n][0] = 1;
            for k in 1..=pieces.min(n) {
                choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            }
        }
        Some(Self { pieces, cells, choose })
    }

    /// How many placements there are.
    pub(super) fn placements(&self) -> usize {
        self.choose[self.cells][self.pieces] as usize
    }

    #[inline]
    fn part(&self, cell: Cell, below: usize) -> u32 {
        self.choose[usize::from(cell) % 128][below + 1]
    }

    /// The number of a placement.
    #[inline]
    pub(super) fn rank(&self, placement: u128) -> usize {
        Cells(placement).enumerate().map(|(below, cell)| self.part(cell, below) as usize).sum()
    }

    /// The placement of a number.
    pub(super) fn placement(&self, rank: usize) -> u128 {
        let mut left = rank as u32;
        let mut cell = self.cells;
        let mut placement = 0;
        for below in (0..self.pieces).rev() {
            cell -= 1;
            while self.choose[cell][below + 1] > left {
                cell -= 1;
            }
            left -= self.choose[cell][below + 1];
            placement |= 1 << cell;
        }
        placement
    }

    /// Takes a piece off the board.
    #[inline]
    pub(super) fn lift(&self, placement: u128, cell: Cell) -> LiftedPiece<'_> {
        let others = placement ^ (1 << cell);
        // From all others above the lifted piece to all below it.
        let mut part: u32 = Cells(others).enumerate().map(|(below, cell)| self.part(cell, below + 1)).sum();
        let mut parts = [part; MOST_PIECES];
        for (below, cell) in Cells(others).enumerate() {
            part = part - self.part(cell, below + 1) + self.part(cell, below);
            parts[(below + 1) % MOST_PIECES] = part;
        }
        LiftedPiece { ranking: self, others, parts }
    }
}

impl LiftedPiece<'_> {
    /// The rank of the placement with the piece on `cell`.
    #[inline]
    pub(super) fn rank(&self, cell: Cell) -> usize {
        let below = (self.others & ((1 << cell) - 1)).count_ones() as usize % MOST_PIECES;
        (self.parts[below] + self.ranking.part(cell, below)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_has_its_own_number() {
        for (pieces, placements) in [(1, 13), (3, 7_770)] {
            let ranking = Ranking::new(Star::for_pieces(pieces).unwrap()).unwrap();
            assert_eq!(ranking.placements(), placements);
            let mut last = 0;
            for rank in 0..placements {
                let placement = ranking.placement(rank);
                assert_eq!(placement.count_ones() as usize, pieces);
                assert!(placement > last, "numbers go up with placements");
                last = placement;
                assert_eq!(ranking.rank(placement), rank);
            }
        }
        let six = Ranking::new(Star::for_pieces(6).unwrap()).unwrap();
        assert_eq!(six.placements(), 170_230_452);
        assert_eq!(six.rank(six.placement(123_456_789)), 123_456_789);
        assert!(Ranking::new(Star::for_pieces(10).unwrap()).is_none());
    }

    #[test]
    fn a_lifted_piece_is_ranked_wherever_it_is_set_down() {
        let star = Star::for_pieces(6).unwrap();
        let ranking = Ranking::new(star).unwrap();
        for rank in (0..ranking.placements()).step_by(1_234_567) {
            let placement = ranking.placement(rank);
            for from in Cells(placement) {
                let lifted = ranking.lift(placement, from);
                for to in 0..star.cells() as Cell {
                    let moved = placement ^ (1 << from) | (1 << to);
                    if moved.count_ones() == 6 {
                        assert_eq!(lifted.rank(to), ranking.rank(moved));
                    }
                }
            }
        }
    }
}
