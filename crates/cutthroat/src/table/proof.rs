//! What can be proved about a position.

use std::fmt::Debug;
use std::sync::atomic::AtomicU64;

use bytemuck::Zeroable;

use crate::game::MAX_PLAYERS;
use crate::payoff::Payoff;

/// What a table can hold: something that was proved about a position, as numbers that threads share.
pub trait Entry: Copy + Default + Debug {
    /// The words that it needs beside 32 bits: an array of none, one or two.
    type Words: AsRef<[AtomicU64]> + Zeroable + Debug + Send + Sync;

    /// It as 32 bits and words. Those that it does not need are 0.
    fn to_words(self) -> (u32, [u64; 2]);

    /// The entry that was written so.
    fn from_words(small: u32, words: [u64; 2]) -> Self;
}

/// What a paranoid search proves: the value of a position for the root player lies in here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueInterval {
    /// The player gets at least this.
    pub lo: i16,
    /// The player gets at most this.
    pub up: i16,
}

impl ValueInterval {
    /// Nothing is known.
    pub const OPEN: Self = Self { lo: i16::MIN, up: i16::MAX };

    /// What two intervals prove together.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { lo: self.lo.max(other.lo), up: self.up.min(other.up) }
    }
}

impl Default for ValueInterval {
    fn default() -> Self {
        Self::OPEN
    }
}

impl Entry for ValueInterval {
    type Words = [AtomicU64; 0];

    #[inline]
    fn to_words(self) -> (u32, [u64; 2]) {
        (u32::from(self.lo as u16) | u32::from(self.up as u16) << 16, [0; 2])
    }

    #[inline]
    fn from_words(small: u32, _: [u64; 2]) -> Self {
        Self { lo: small as i16, up: (small >> 16) as i16 }
    }
}

/// What a max^n search proves about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// A payoff, without the alignment that would cost half a slot.
    scores: [i16; MAX_PLAYERS],
    /// Whether that is the value; otherwise the mover gets at least as much as there.
    pub exact: bool,
}

impl Proof {
    pub(crate) fn new(payoff: &Payoff, exact: bool) -> Self {
        Self { scores: std::array::from_fn(|seat| payoff.seats(MAX_PLAYERS)[seat]), exact }
    }

    /// The payoff that was proved.
    #[inline]
    #[must_use]
    pub fn payoff(&self) -> Payoff {
        Payoff::new(&self.scores)
    }
}

impl Entry for Proof {
    type Words = [AtomicU64; 2];

    #[inline]
    fn to_words(self) -> (u32, [u64; 2]) {
        let word = |first: usize| {
            (0..4).fold(0, |word, place| word | u64::from(self.scores[first + place] as u16) << (16 * place))
        };
        (self.exact.into(), [word(0), word(4)])
    }

    #[inline]
    fn from_words(small: u32, words: [u64; 2]) -> Self {
        let scores = std::array::from_fn(|seat| (words[seat / 4] >> (16 * (seat % 4))) as i16);
        Self { scores, exact: small != 0 }
    }
}
