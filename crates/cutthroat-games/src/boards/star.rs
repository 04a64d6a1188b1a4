//! The board: a hexagon with a corner on each of its six sides, and everything about it that can be computed
//! beforehand.
//!
//! A corner of `n` rows holds `n (n + 1) / 2` pieces, and that number of pieces names a board. Cells are numbered row
//! by row from the top, so that a set of cells is the bits of one `u128`. A cell is named by a letter for the row and a
//! number from the left: `a1` is the tip of the top corner.

use std::fmt;
use std::sync::LazyLock;

use super::cell::Cell;
use super::lines::{LINE_MARGIN, Lines};

/// Corners of the star.
pub const CORNERS: usize = 6;

/// Room for the cells of the largest board, a power of two so that masking an index proves it valid.
const ROOM: usize = 128;

/// The directions in which lines run: along rows, and along the two diagonals.
pub(super) const AXES: usize = 3;

/// A board. There is one of each size, created when it is first needed.
pub struct Star {
    rows_of_corner: i8,
    cells: usize,
    places: [Cube; ROOM],
    names: Vec<String>,
    neighbours: [u128; ROOM],
    /// Where a piece can land after one hop, by cell, axis and which of the four nearest cells on that line are taken.
    hops: [[[u128; 16]; AXES]; ROOM],
    /// Where a cell stands among all cells, line after line, for each axis.
    line_places: [[u8; AXES]; ROOM],
    /// The bit of a cell in each of the [`Lines`], and in sets of cells.
    bits: [[u128; AXES + 1]; ROOM],
    corners: [u128; CORNERS],
    /// The least and the greatest sum of the distances of a player's pieces from a tip.
    distance_sums: (u16, u16),
    tip_distances: [[u8; ROOM]; CORNERS],
    turned: [[Cell; ROOM]; CORNERS],
    mirrored: [Cell; ROOM],
}

/// Cube coordinates: three coordinates that add up to 0, one for each axis. Rows have the same `z`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Cube {
    x: i8,
    y: i8,
    z: i8,
}

impl Cube {
    fn distance(self, other: Self) -> u8 {
        let [x, y, z] = [self.x - other.x, self.y - other.y, self.z - other.z].map(i8::unsigned_abs);
        x.max(y).max(z)
    }

    /// A sixth of a turn, clockwise.
    fn turned(self) -> Self {
        Self { x: -self.z, y: -self.x, z: -self.y }
    }

    fn mirrored(self) -> Self {
        Self { x: self.y, y: self.x, z: self.z }
    }

    fn add(self, other: Self, times: i8) -> Self {
        Self { x: self.x + times * other.x, y: self.y + times * other.y, z: self.z + times * other.z }
    }
}

/// The direction of each axis.
const ALONG: [Cube; AXES] = [Cube { x: 1, y: -1, z: 0 }, Cube { x: 0, y: -1, z: 1 }, Cube { x: -1, y: 0, z: 1 }];

/// An index that the compiler can see is inside.
#[inline]
const fn index(cell: Cell) -> usize {
    cell as usize % ROOM
}

/// The pieces of a player on each board.
pub const SIZES: [usize; 4] = [1, 3, 6, 10];

static STARS: [LazyLock<Box<Star>>; SIZES.len()] = [
    LazyLock::new(|| Star::with_rows(1)),
    LazyLock::new(|| Star::with_rows(2)),
    LazyLock::new(|| Star::with_rows(3)),
    LazyLock::new(|| Star::with_rows(4)),
];

impl Star {
    /// The board on which every player has `pieces` pieces; `None` unless that is one of [`SIZES`].
    #[must_use]
    pub fn for_pieces(pieces: usize) -> Option<&'static Self> {
        let size = SIZES.iter().position(|&size| size == pieces)?;
        Some(&STARS[size])
    }

    fn with_rows(n: i8) -> Box<Self> {
        let mut star = Box::new(Self {
            rows_of_corner: n,
            cells: 0,
            places: [Cube::default(); ROOM],
            names: Vec::new(),
            neighbours: [0; ROOM],
            hops: [[[0; 16]; AXES]; ROOM],
            line_places: [[0; AXES]; ROOM],
            bits: [[0; AXES + 1]; ROOM],
            corners: [0; CORNERS],
            distance_sums: (0, 0),
            tip_distances: [[0; ROOM]; CORNERS],
            turned: [[0; ROOM]; CORNERS],
            mirrored: [0; ROOM],
        });
        star.place_cells();
        star.draw_lines();
        star.mark_corners();
        star.fill_hops();
        star
    }

    /// The star is the union of two large triangles.
    fn place_cells(&mut self) {
        let n = self.rows_of_corner;
        for z in -2 * n..=2 * n {
            let row = char::from(b'a' + (z + 2 * n) as u8);
            let mut number = 0;
            for x in -2 * n..=2 * n {
                let cube = Cube { x, y: -x - z, z };
                let sides = [cube.x, cube.y, cube.z];
                if sides.iter().all(|&side| side >= -n) || sides.iter().all(|&side| side <= n) {
                    number += 1;
                    self.places[self.cells] = cube;
                    self.cells += 1;
                    self.names.push(format!("{row}{number}"));
                }
            }
        }
    }

    fn at(&self, cube: Cube) -> Option<Cell> {
        self.places[..self.cells].iter().position(|&place| place == cube).map(|cell| cell as Cell)
    }

    fn draw_lines(&mut self) {
        for axis in 0..AXES {
            let mut cells: Vec<usize> = (0..self.cells).collect();
            // The coordinate that is the same all along a line, and then the way along it.
            cells.sort_by_key(|&cell| {
                let Cube { x, y, z } = self.places[cell];
                [(z, x), (x, z), (y, z)][axis]
            });
            for (place, cell) in cells.into_iter().enumerate() {
                self.line_places[cell][axis] = place as u8;
                self.bits[cell][axis] = 1 << (place as u32 + LINE_MARGIN);
                self.bits[cell][AXES] = 1 << cell;
            }
        }
    }

    fn mark_corners(&mut self) {
        let n = self.rows_of_corner;
        let tips = std::iter::successors(Some(Cube { x: n, y: n, z: -2 * n }), |tip| Some(tip.turned()));
        for (corner, tip) in tips.take(CORNERS).enumerate() {
            for cell in 0..self.cells {
                let cube = self.places[cell];
                let distance = cube.distance(tip);
                self.tip_distances[corner][cell] = distance;
                if (distance as i8) < n {
                    self.corners[corner] |= 1 << cell;
                }
                let turned = (0..corner).fold(cube, |cube, _| cube.turned());
                self.turned[corner][cell] = self.at(turned).expect("a star turned is the same star");
            }
        }
        let mut distances = self.tip_distances[0][..self.cells].to_vec();
        distances.sort_unstable();
        let sum = |distances: &[u8]| distances.iter().map(|&distance| u16::from(distance)).sum();
        self.distance_sums = (sum(&distances[..self.pieces()]), sum(&distances[self.cells - self.pieces()..]));
        for cell in 0..self.cells {
            self.mirrored[cell] = self.at(self.places[cell].mirrored()).expect("a star is its own mirror image");
        }
    }

    fn fill_hops(&mut self) {
        for cell in 0..self.cells {
            let cube = self.places[cell];
            for (axis, along) in ALONG.into_iter().enumerate() {
                let [two_before, before, after, two_after] = [-2, -1, 1, 2].map(|far| self.at(cube.add(along, far)));
                for next in [before, after].into_iter().flatten() {
                    self.neighbours[cell] |= 1 << next;
                }
                for taken in 0..16 {
                    // Bits 0 to 3: two before, before, after, two after.
                    let is_taken = |bit: usize| taken >> bit & 1 == 1;
                    for (over, landing, cell_over, cell_landing) in
                        [(1, 0, before, two_before), (2, 3, after, two_after)]
                    {
                        if let (Some(_), Some(landed)) = (cell_over, cell_landing)
                            && is_taken(over)
                            && !is_taken(landing)
                        {
                            self.hops[cell][axis][taken] |= 1 << landed;
                        }
                    }
                }
            }
        }
    }

    /// The bit of a cell in each of the [`Lines`], and in sets of cells.
    #[inline]
    pub(super) fn bits(&self, cell: Cell) -> &[u128; AXES + 1] {
        &self.bits[index(cell)]
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The pieces of each player.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.corners[0].count_ones() as usize
    }

    /// The cells of a corner; corners are counted clockwise from the top.
    #[inline]
    #[must_use]
    pub fn corner(&self, corner: usize) -> u128 {
        self.corners[corner]
    }

    /// The steps from a cell to the tip of a corner, on an empty board.
    #[inline]
    #[must_use]
    pub fn tip_distance(&self, corner: usize, cell: Cell) -> u8 {
        self.tip_distances[corner][index(cell)]
    }

    /// The least and the greatest sum of the distances of a player's pieces from the tip of their goal: all in the
    /// goal, and all in the opposite corner.
    #[inline]
    #[must_use]
    pub fn distance_sums(&self) -> (u16, u16) {
        self.distance_sums
    }

    /// The place of a cell after the board is turned clockwise by `corners` corners.
    #[inline]
    #[must_use]
    pub fn turned(&self, corners: usize, cell: Cell) -> Cell {
        self.turned[corners][index(cell)]
    }

    /// The place of a cell in the mirror image of the board, with the top corner at the top.
    #[must_use]
    pub fn mirrored(&self, cell: Cell) -> Cell {
        self.mirrored[index(cell)]
    }

    /// Where a single piece can go from `from`, its cell in `lines`: a step to a free neighbouring cell, or any number
    /// of hops, each over a neighbouring piece of any player to the free cell behind it. A piece that hops back to its
    /// start has not moved.
    #[inline]
    #[must_use]
    pub fn reachable(&self, lines: &Lines, from: Cell) -> u128 {
        let steps = self.neighbours[index(from)] & !lines.occupied();
        let mut pending = self.landings(lines, from);
        if pending == 0 {
            return steps;
        }
        let mut lifted = *lines;
        lifted.toggle(self, from);
        let origin = 1 << from;
        let mut reached = pending | origin;
        while pending != 0 {
            let cell = pending.trailing_zeros() as Cell;
            pending &= pending - 1;
            let new = self.landings(&lifted, cell) & !reached;
            reached |= new;
            pending |= new;
        }
        (reached ^ origin) | steps
    }

    /// Where one hop from a cell can land. It makes no difference whether the cell itself is taken.
    #[inline]
    fn landings(&self, lines: &Lines, cell: Cell) -> u128 {
        let cell = index(cell);
        let mut landings = 0;
        for axis in 0..AXES {
            let nearest = (lines.along(axis) >> self.line_places[cell][axis]) as usize;
            let around = nearest & 0b11 | nearest >> 1 & 0b1100;
            landings |= self.hops[cell][axis][around];
        }
        landings
    }

    /// The name of a cell.
    #[must_use]
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[usize::from(cell)]
    }

    /// The cell of this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Cell> {
        self.names.iter().position(|known| known == name).map(|cell| cell as Cell)
    }

    /// The last row's letter.
    #[must_use]
    pub fn last_row(&self) -> char {
        self.names[self.cells - 1].chars().next().unwrap_or('a')
    }

    /// Where to draw a cell: its row from the top, and half cells from the left.
    #[must_use]
    pub fn position(&self, cell: Cell) -> (usize, usize) {
        let (cube, n) = (self.places[index(cell)], self.rows_of_corner);
        ((cube.z + 2 * n) as usize, (cube.x - cube.y + 3 * n) as usize)
    }

    /// Rows of the board.
    #[must_use]
    pub fn rows(&self) -> usize {
        4 * self.rows_of_corner as usize + 1
    }
}

impl fmt::Debug for Star {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a star of {} cells", self.cells)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cell::Cells;
    use super::*;

    #[test]
    fn the_boards_have_the_cells_that_the_papers_say() {
        let cells = SIZES.map(|pieces| Star::for_pieces(pieces).unwrap().cells());
        assert_eq!(cells, [13, 37, 73, 121]);
        assert!(Star::for_pieces(15).is_none());
        for pieces in SIZES {
            let star = Star::for_pieces(pieces).unwrap();
            assert_eq!(star.pieces(), pieces);
            let all = (0..CORNERS).fold(0, |all, corner| {
                assert_eq!(star.corner(corner).count_ones() as usize, pieces);
                all | star.corner(corner)
            });
            assert_eq!(all.count_ones() as usize, CORNERS * pieces, "corners do not overlap");
            assert_eq!(star.corner(0) & 1, 1, "the top corner is the first");
        }
    }

    #[test]
    fn lines_place_neighbours_side_by_side() {
        for pieces in SIZES {
            let star = Star::for_pieces(pieces).unwrap();
            for cell in 0..star.cells() as Cell {
                for next in Cells(star.neighbours[index(cell)]) {
                    let apart =
                        |axis: usize| star.line_places[index(cell)][axis].abs_diff(star.line_places[index(next)][axis]);
                    assert!((0..AXES).any(|axis| apart(axis) == 1));
                }
            }
        }
    }

    #[test]
    fn turning_six_times_and_mirroring_twice_change_nothing() {
        let star = Star::for_pieces(10).unwrap();
        for cell in 0..star.cells() as Cell {
            assert_eq!((0..CORNERS).fold(cell, |cell, _| star.turned(1, cell)), cell);
            assert_eq!(star.mirrored(star.mirrored(cell)), cell);
            assert_eq!(star.tip_distance(2, star.turned(2, cell)), star.tip_distance(0, cell));
            assert_eq!(star.tip_distance(0, star.mirrored(cell)), star.tip_distance(0, cell));
        }
    }
}
