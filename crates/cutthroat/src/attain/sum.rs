//! The sum test.

use super::Attain;
use crate::eval::{Bounds, Evaluation, Range};
use crate::game::{Game, Player};
use crate::payoff::Payoff;
use crate::ties::{Standing, Ties};

/// Attainable means: each player within his range (or within monotone bounds), and together at most `maxsum`.
#[derive(Clone, Debug)]
pub struct SumTest<'e, E> {
    evaluation: &'e E,
    ties: Ties,
    /// What is possible anywhere.
    range: Ranges,
    maxsum: i32,
    step: u16,
    bounds: bool,
}

/// What each player can get at least and at most.
#[derive(Clone, Copy, Debug)]
pub struct Ranges {
    low: Payoff,
    up: Payoff,
    /// What the least add up to.
    sum: i32,
}

/// All payoffs that give each player at least so much.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    at_least: Payoff,
    /// Of whom it is more than that, by however little: one bit a seat. Continuous payoffs need it, to tell "more than
    /// 5" from "6".
    more: u8,
    /// What it all adds up to.
    sum: i32,
    /// Whether it is more than some player can get.
    beyond: bool,
}

/// What one player must get at least, or more than.
#[derive(Clone, Copy, Debug)]
pub struct HalfSpace {
    player: Player,
    at_least: i32,
    more: bool,
}

impl Ranges {
    #[inline(always)]
    fn new(low: Payoff, up: Payoff) -> Self {
        Self { low, up, sum: low.sum() }
    }

    /// The part of the ranges that bounds allow.
    #[inline(always)]
    fn within(&self, bounds: &Bounds) -> Self {
        Self::new(self.low.max(&bounds.lo), self.up.min(&bounds.up))
    }
}

impl<'e, E> SumTest<'e, E> {
    /// The test for payoffs in `range`. What the range does not declare excludes nothing. `bounds` says whether the
    /// evaluation's monotone bounds are used; without `sum` its greatest sum is not.
    #[must_use]
    pub fn new(evaluation: &'e E, range: &Range, ties: Ties, bounds: bool, sum: bool) -> Self {
        let low = range.low.unwrap_or(Payoff::uniform(i16::MIN, ties.players));
        let maxp = range.maxp.unwrap_or(Payoff::uniform(i16::MAX, ties.players));
        Self {
            evaluation,
            ties,
            range: Ranges::new(low, maxp),
            maxsum: range.maxsum.filter(|_| sum).unwrap_or(i32::MAX),
            step: range.step,
            bounds,
        }
    }
}

impl<G: Game, E: Evaluation<G>> Attain<G> for SumTest<'_, E> {
    type Value = Payoff;
    type Possible = Ranges;
    type Accept = HalfSpace;
    type Region = Corner;

    #[inline(always)]
    fn leaf(&self, game: &G, state: &G::State) -> Payoff {
        self.evaluation.evaluate(game, state)
    }

    #[inline(always)]
    fn payoff(&self, value: Payoff) -> Payoff {
        value
    }

    #[inline(always)]
    fn replaces(&self, mover: Player, best: Payoff, candidate: Payoff, standing: Standing) -> bool {
        self.ties.replaces(mover, &best, &candidate, standing)
    }

    fn is_bounded(&self) -> bool {
        self.bounds
    }

    #[inline(always)]
    fn possible(&self, game: &G, state: &G::State) -> Ranges {
        if self.bounds
            && let Some(bounds) = self.evaluation.payoff_bounds(game, state)
        {
            self.range.within(&bounds)
        } else {
            self.range
        }
    }

    #[inline(always)]
    fn accept(&self, mover: Player, best: Payoff, standing: Standing) -> HalfSpace {
        let best = i32::from(best[mover]);
        let step = if self.ties.tie_may_replace(mover, standing) { 0 } else { i32::from(self.step) };
        let more = self.step == 0 && !self.ties.tie_may_replace(mover, standing);
        HalfSpace { player: mover, at_least: best + step, more }
    }

    #[inline(always)]
    fn everything(&self, possible: &Ranges) -> Corner {
        Corner { at_least: possible.low, more: 0, sum: possible.sum, beyond: false }
    }

    #[inline(always)]
    fn narrow(&self, mut corner: Corner, accept: &HalfSpace, possible: &Ranges) -> Corner {
        let seat = 1 << accept.player.lane();
        let required = i32::from(corner.at_least[accept.player]);
        let up = i32::from(possible.up[accept.player]);
        let more = accept.more && (accept.at_least > required || corner.more & seat == 0);
        if accept.at_least > required || accept.at_least == required && more {
            corner.sum += accept.at_least - required;
            corner.beyond |= accept.at_least > up || accept.at_least == up && accept.more;
            // What does not fit is beyond all that anybody can get.
            corner.at_least[accept.player] = accept.at_least.min(i32::from(i16::MAX)) as i16;
            corner.more = corner.more & !seat | if accept.more { seat } else { 0 };
        }
        corner
    }

    #[inline(always)]
    fn is_empty(&self, corner: &Corner) -> bool {
        corner.beyond || corner.sum > self.maxsum || corner.sum == self.maxsum && corner.more != 0
    }

    fn tie_may_replace(&self, mover: Player, standing: Standing) -> bool {
        self.ties.tie_may_replace(mover, standing)
    }

    fn bounds(&self, possible: &Ranges) -> Option<Bounds> {
        Some(Bounds { lo: possible.low, up: possible.up })
    }
}
