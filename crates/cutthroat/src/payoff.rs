//! What a game is worth to each player.

use std::fmt;
use std::ops::{Index, IndexMut};

use crate::game::{MAX_PLAYERS, Player};

/// One number per player, larger is better: the *n-tuple* of Luckhardt and Irani (1986).
///
/// Eight 16-bit scores fill one 128-bit register, so handing a payoff up the tree costs as much as handing up a
/// number. Seats that nobody sits in hold 0.
///
/// ```
/// use cutthroat::{Payoff, Player};
///
/// let payoff = Payoff::new(&[5, 4, 1]);
/// assert_eq!(payoff[Player::new(1)], 4);
/// assert_eq!(payoff.seats(3), &[5, 4, 1]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(align(16))]
pub struct Payoff([i16; MAX_PLAYERS]);

impl Payoff {
    /// Nothing for anybody.
    pub const ZERO: Self = Self([0; MAX_PLAYERS]);

    /// The payoff with these numbers, seat 1 first.
    ///
    /// # Panics
    /// When there are more than [`MAX_PLAYERS`] numbers.
    #[must_use]
    pub fn new(seats: &[i16]) -> Self {
        let mut payoff = Self::ZERO;
        payoff.0[..seats.len()].copy_from_slice(seats);
        payoff
    }

    /// The same number for each of the first `players` seats.
    #[must_use]
    pub fn uniform(score: i16, players: usize) -> Self {
        let mut payoff = Self::ZERO;
        payoff.0[..players].fill(score);
        payoff
    }

    /// The numbers of the first `players` seats.
    #[must_use]
    pub fn seats(&self, players: usize) -> &[i16] {
        &self.0[..players]
    }

    /// The sum over all seats.
    #[must_use]
    pub fn sum(&self) -> i32 {
        self.0.iter().map(|&score| i32::from(score)).sum()
    }
}

impl Index<Player> for Payoff {
    type Output = i16;

    #[inline]
    fn index(&self, player: Player) -> &i16 {
        &self.0[player.lane()]
    }
}

impl IndexMut<Player> for Payoff {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut i16 {
        &mut self.0[player.lane()]
    }
}

impl fmt::Debug for Payoff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}
