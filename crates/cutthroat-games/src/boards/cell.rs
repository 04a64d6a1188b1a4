//! Cells and sets of cells.

/// A cell by its number.
pub type Cell = u8;

/// The cells of a set, from the least.
#[derive(Clone, Copy, Debug)]
pub struct Cells(pub u128);

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if self.0 == 0 {
            return None;
        }
        let cell = self.0.trailing_zeros() as Cell;
        self.0 &= self.0 - 1;
        Some(cell)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }

    /// Half by half: the bits of a `u64` are found with half the instructions.
    #[inline]
    fn fold<B, F: FnMut(B, Cell) -> B>(self, start: B, mut visit: F) -> B {
        let mut folded = start;
        for (mut half, first) in [(self.0 as u64, 0), ((self.0 >> 64) as u64, 64)] {
            while half != 0 {
                folded = visit(folded, first + half.trailing_zeros() as Cell);
                half &= half - 1;
            }
        }
        folded
    }
}

impl ExactSizeIterator for Cells {}
