//! What is asked of a node and what is known of it, as payoffs of the root player.

use crate::eval::Bounds;
use crate::game::Player;
use crate::table::ValueInterval;

/// What the two sides are already sure of. Only values strictly between can change the result.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Limits {
    /// No limits: values have 16 bits.
    pub(super) const OPEN: Self = Self { alpha: i16::MIN as i32 - 1, beta: i16::MAX as i32 + 1 };

    /// The question whether a value is at least `value`.
    pub(super) const fn at_least(value: i32) -> Self {
        Self { alpha: value - 1, beta: value }
    }

    /// Nothing but `value`.
    pub(super) const fn exactly(value: i32) -> Self {
        Self { alpha: value - 1, beta: value + 1 }
    }

    pub(super) const fn has(self, value: i32) -> bool {
        self.alpha < value && value < self.beta
    }

    pub(super) const fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}

/// What is known about the value of a node before any of its moves is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) lo: i32,
    pub(super) up: i32,
}

impl Known {
    pub(super) const NOTHING: Self = Self { lo: Limits::OPEN.alpha, up: Limits::OPEN.beta };

    /// The value, or as much of it as is asked for, if that is known.
    #[inline]
    pub(super) const fn settles(self, limits: Limits) -> Option<i32> {
        if self.up <= limits.alpha || self.lo == self.up {
            Some(self.up)
        } else if self.lo >= limits.beta {
            Some(self.lo)
        } else {
            None
        }
    }

    /// The part of `limits` that is left. If what is known holds for every move (`tight`), a value at one of its ends
    /// need not be told from a bound: reaching it is enough. What a table or a strategy ensures holds for the best move
    /// only, and the others have to be shown to fall short of it.
    #[inline]
    pub(super) fn within(self, limits: Limits, tight: bool) -> Limits {
        let slack = i32::from(!tight);
        Limits { alpha: limits.alpha.max(self.lo - slack), beta: limits.beta.min(self.up + slack) }
    }

    #[inline]
    pub(super) fn and(self, other: Self) -> Self {
        Self { lo: self.lo.max(other.lo), up: self.up.min(other.up) }
    }

    #[inline]
    pub(super) fn within_bounds(bounds: &Bounds, root: Player) -> Self {
        Self { lo: bounds.lo[root].into(), up: bounds.up[root].into() }
    }

    /// What a table knows, with `base` already counted.
    #[inline]
    pub(super) fn of(interval: ValueInterval, base: i32) -> Self {
        let lo = if interval.lo == i16::MIN { Self::NOTHING.lo } else { i32::from(interval.lo) + base };
        let up = if interval.up == i16::MAX { Self::NOTHING.up } else { i32::from(interval.up) + base };
        Self { lo, up }
    }

    /// The same for a table, without what has been counted. What does not fit there is not known.
    #[inline]
    pub(super) fn interval(self, base: i16) -> ValueInterval {
        let kept = |value: i32, open: i16| i16::try_from(value - i32::from(base)).unwrap_or(open);
        ValueInterval { lo: kept(self.lo, i16::MIN), up: kept(self.up, i16::MAX) }
    }
}

/// The features that the two ends of an interval rest on.
#[derive(Clone, Copy, Default)]
pub(super) struct RestsOn {
    pub(super) lo: u64,
    pub(super) up: u64,
}

impl RestsOn {
    /// The features by which what is `known` settles a question with these `limits`.
    #[inline]
    pub(super) const fn where_settled(self, known: Known, limits: Limits) -> u64 {
        if known.lo >= limits.beta {
            self.lo
        } else if known.up <= limits.alpha {
            self.up
        } else {
            self.lo | self.up
        }
    }

    /// The features of those ends that say more than `limits` do.
    #[inline]
    pub(super) const fn where_tighter(self, known: Known, limits: Limits) -> u64 {
        let lo = if known.lo > limits.alpha { self.lo } else { 0 };
        lo | if known.up < limits.beta { self.up } else { 0 }
    }
}
