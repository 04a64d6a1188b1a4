//! The sum test.

use super::Attain;
use crate::eval::{Bounds, Ensured, Evaluation, Range};
use crate::game::{Game, MAX_PLAYERS, Player};
use crate::payoff::Payoff;
use crate::table::Memo;
use crate::ties::{Standing, Ties};

/// Requirements are counted in sixteenths of a score, so that "more than 5" can be told from "6" when payoffs are
/// continuous: it is 5 and one sixteenth. A sum has at most eight such terms, so they never add up to a whole score.
const FINE: i32 = 2 * MAX_PLAYERS as i32;

/// Attainable means: each player within his range (or within monotone bounds), and together at most `maxsum`.
#[derive(Clone, Debug)]
pub struct SumTest<'e, E> {
    evaluation: &'e E,
    ties: Ties,
    /// What is possible anywhere.
    range: Ranges,
    maxsum: i32,
    increment: i32,
    bounds: bool,
    ensures: bool,
}

/// What each player can get at least and at most, in sixteenths.
#[derive(Clone, Copy, Debug)]
pub struct Ranges {
    lowest: Corner,
    up: [i32; MAX_PLAYERS],
}

/// All payoffs that give each player at least so much, in sixteenths.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    at_least: [i32; MAX_PLAYERS],
    /// What that adds up to.
    sum: i32,
    /// Whether it is more than some player can get.
    beyond: bool,
}

/// What one player must get at least, in sixteenths.
#[derive(Clone, Copy, Debug)]
pub struct HalfSpace {
    player: Player,
    at_least: i32,
}

impl Ranges {
    fn new(lo: &Payoff, up: &Payoff) -> Self {
        let fine = |payoff: &Payoff| std::array::from_fn(|seat| i32::from(payoff.seats(MAX_PLAYERS)[seat]) * FINE);
        let at_least: [i32; MAX_PLAYERS] = fine(lo);
        Self { lowest: Corner { at_least, sum: at_least.iter().sum(), beyond: false }, up: fine(up) }
    }

    /// The part of the ranges that bounds allow. All seats at once, empty ones too: they are 0 everywhere.
    #[inline]
    fn within(&self, bounds: &Bounds) -> Self {
        let (lo, up) = (bounds.lo.seats(MAX_PLAYERS), bounds.up.seats(MAX_PLAYERS));
        let at_least: [i32; MAX_PLAYERS] =
            std::array::from_fn(|seat| self.lowest.at_least[seat].max(i32::from(lo[seat]) * FINE));
        Self {
            lowest: Corner { at_least, sum: at_least.iter().sum(), beyond: false },
            up: std::array::from_fn(|seat| self.up[seat].min(i32::from(up[seat]) * FINE)),
        }
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
            range: Ranges::new(&low, &maxp),
            maxsum: range.maxsum.filter(|_| sum).map_or(i32::MAX, |maxsum| maxsum.saturating_mul(FINE)),
            increment: if range.step == 0 { 1 } else { i32::from(range.step) * FINE },
            bounds,
            ensures: false,
        }
    }

    /// The same test for a search to the end of the game: what players can ensure is used too, where bounds are.
    #[must_use]
    pub fn to_the_end(self) -> Self {
        Self { ensures: self.bounds, ..self }
    }

    #[inline]
    fn ensured<G: Game>(&self, game: &G, state: &G::State) -> Option<Ensured>
    where
        E: Evaluation<G>,
    {
        if self.ensures { self.evaluation.ensured(game, state) } else { None }
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

    #[inline]
    fn possible(&self, game: &G, state: &G::State) -> Ranges {
        let mut ranges = self.range;
        if self.bounds
            && let Some(bounds) = self.evaluation.payoff_bounds(game, state)
        {
            ranges = ranges.within(&bounds);
        }
        if let Some(bounds) = self.ensured(game, state).and_then(|ensured| ensured.payoff) {
            ranges = ranges.within(&bounds);
        }
        ranges
    }

    #[inline]
    fn only(&self, possible: &Ranges) -> Option<Payoff> {
        let least = &possible.lowest;
        let settled = least.sum == self.maxsum || least.at_least == possible.up;
        settled.then(|| Payoff::from_fn(self.ties.players, |player| (least.at_least[player.lane()] / FINE) as i16))
    }

    #[inline]
    fn rests_on(&self, game: &G, state: &G::State) -> u64 {
        self.ensured(game, state).map_or(0, |ensured| ensured.rests_on_all())
    }

    #[inline]
    fn accept(&self, mover: Player, best: Payoff, standing: Standing) -> HalfSpace {
        let best = i32::from(best[mover]) * FINE;
        let increment = if self.ties.tie_may_replace(mover, standing) { 0 } else { self.increment };
        HalfSpace { player: mover, at_least: best + increment }
    }

    #[inline]
    fn everything(&self, possible: &Ranges) -> Corner {
        possible.lowest
    }

    #[inline]
    fn narrow(&self, mut corner: Corner, accept: &HalfSpace, possible: &Ranges) -> Corner {
        let lane = accept.player.lane();
        let required = &mut corner.at_least[lane];
        if accept.at_least > *required {
            corner.sum += accept.at_least - *required;
            corner.beyond |= accept.at_least > possible.up[lane];
            *required = accept.at_least;
        }
        corner
    }

    #[inline]
    fn is_empty(&self, corner: &Corner) -> bool {
        corner.beyond || corner.sum > self.maxsum
    }

    fn tie_may_replace(&self, mover: Player, standing: Standing) -> bool {
        self.ties.tie_may_replace(mover, standing)
    }

    fn bounds(&self, possible: &Ranges) -> Option<Bounds> {
        let whole = |fine: &[i32; MAX_PLAYERS]| {
            Payoff::from_fn(self.ties.players, |player| (fine[player.lane()] / FINE) as i16)
        };
        Some(Bounds { lo: whole(&possible.lowest.at_least), up: whole(&possible.up) })
    }

    #[inline]
    fn memo(&self, game: &G, state: &G::State) -> Option<Memo> {
        self.evaluation.memo(game, state)
    }

    #[inline]
    fn kept(&self, value: Payoff, base: &Payoff) -> Payoff {
        value - *base
    }

    #[inline]
    fn recalled(&self, kept: Payoff, base: &Payoff) -> Payoff {
        kept + *base
    }

    fn at_least(&self, mover: Player, value: Payoff) -> HalfSpace {
        HalfSpace { player: mover, at_least: i32::from(value[mover]) * FINE }
    }
}
