//! Which cells are taken, line by line.

use super::cell::Cell;
use super::star::{AXES, Star};

/// Which cells are taken, stored three times: along rows and along both diagonals. The neighbours of a cell on its line
/// are then one shift away, so a hop is a table lookup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Lines([u128; AXES]);

/// Two bits below the first cell, so that the cells before it can be read as well.
pub(super) const LINE_MARGIN: u32 = 2;

impl Lines {
    /// The cells taken.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> u128 {
        self.0[0] >> LINE_MARGIN
    }

    /// The cells taken, line after line of one axis.
    #[inline]
    pub(super) const fn along(&self, axis: usize) -> u128 {
        self.0[axis]
    }

    /// Takes a free cell, or frees a taken one.
    #[inline]
    pub fn toggle(&mut self, star: &Star, cell: Cell) {
        for (line, bit) in self.0.iter_mut().zip(star.bits(cell)) {
            *line ^= bit;
        }
    }

    /// Moves a piece from one cell to another, and returns the set of these two. The set is looked up rather than
    /// shifted out of a line: what is written as one word of 128 bits is slow to read as two, and the other way round.
    #[inline]
    pub fn shift(&mut self, star: &Star, from: Cell, to: Cell) -> u128 {
        let (from, to) = (star.bits(from), star.bits(to));
        for axis in 0..AXES {
            self.0[axis] ^= from[axis] ^ to[axis];
        }
        from[AXES] ^ to[AXES]
    }
}
