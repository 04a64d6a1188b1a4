//! The value of a game to each player.

use std::fmt;
use std::ops::{Add, Index, IndexMut, Sub};

use crate::game::{MAX_PLAYERS, Player};

/// One number per player, larger is better: the *n-tuple* of Luckhardt and Irani (1986).
///
/// Eight 16-bit scores fill one 128-bit register, so returning a payoff costs as much as returning a number. Empty
/// seats hold 0.
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
    /// 0 for every player.
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

    /// The payoff with `score` of each of the first `players` seats. It is assembled in registers: writing seats one by
    /// one and then reading all of them costs more than the rest of a leaf.
    #[inline]
    #[must_use]
    pub fn from_fn(players: usize, mut score: impl FnMut(Player) -> i16) -> Self {
        let mut halves = [0_u64; 2];
        for player in Player::all(players) {
            let lane = u64::from(score(player) as u16) << (16 * (player.lane() % 4));
            halves[player.lane() / 4] |= lane;
        }
        Self::from_halves(halves)
    }

    #[inline]
    const fn from_halves([low, high]: [u64; 2]) -> Self {
        Self([
            low as i16,
            (low >> 16) as i16,
            (low >> 32) as i16,
            (low >> 48) as i16,
            high as i16,
            (high >> 16) as i16,
            (high >> 32) as i16,
            (high >> 48) as i16,
        ])
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

    /// The payoff with these numbers for all seats, 0 for empty seats.
    #[inline(always)]
    #[must_use]
    pub const fn of_lanes(seats: [i16; MAX_PLAYERS]) -> Self {
        Self(seats)
    }

    /// The numbers of all seats.
    pub(crate) const fn lanes(&self) -> [i16; MAX_PLAYERS] {
        self.0
    }

    /// Seat by seat the greater of two numbers.
    #[inline]
    #[must_use]
    pub fn max(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane].max(other.0[lane])))
    }

    /// Seat by seat the lesser of two numbers.
    #[inline]
    #[must_use]
    pub fn min(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane].min(other.0[lane])))
    }

    /// The sum over all seats.
    #[inline]
    #[must_use]
    pub fn sum(&self) -> i32 {
        self.0.iter().map(|&score| i32::from(score)).sum()
    }
}

impl Add for Payoff {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|seat| self.0[seat].wrapping_add(other.0[seat])))
    }
}

impl Sub for Payoff {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|seat| self.0[seat].wrapping_sub(other.0[seat])))
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
