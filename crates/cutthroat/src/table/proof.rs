//! What can be proved about a position.

use crate::game::MAX_PLAYERS;
use crate::payoff::Payoff;

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
