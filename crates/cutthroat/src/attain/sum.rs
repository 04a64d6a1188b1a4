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

/// Attainable means: each player within their range (or within monotone bounds), and together at most `maxsum`.
#[derive(Clone, Debug)]
pub struct SumTest<'e, E> {
    evaluation: &'e E,
    ties: Ties,
    /// What is possible anywhere.
    range: Ranges,
    /// In sixteenths.
    maxsum: i32,
    /// By player and standing: what has to be added to a best to replace it, in sixteenths.
    increments: [[i32; 2]; MAX_PLAYERS],
    bounds: bool,
    ensures: bool,
}

/// What each player can get at least and at most.
#[derive(Clone, Copy, Debug)]
pub struct Ranges {
    low: Payoff,
    up: Payoff,
    /// The sum of the least payoffs.
    sum: i32,
}

/// All payoffs that give each player at least a given amount.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    /// How far above the least possible payoff, in sixteenths.
    more: [i32; MAX_PLAYERS],
    /// The sum, in sixteenths.
    sum: i32,
    /// Whether it is more than some player can get.
    beyond: bool,
}

/// The least that one player must get, in sixteenths.
#[derive(Clone, Copy, Debug)]
pub struct HalfSpace {
    player: Player,
    at_least: i32,
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
        let low = range.minp.unwrap_or(Payoff::uniform(i16::MIN, ties.players));
        let maxp = range.maxp.unwrap_or(Payoff::uniform(i16::MAX, ties.players));
        let increment = |player: usize, standing: Standing| match range.step {
            _ if ties.tie_may_replace(Player::new(player), standing) => 0,
            0 => 1,
            step => i32::from(step) * FINE,
        };
        Self {
            evaluation,
            ties,
            range: Ranges::new(low, maxp),
            maxsum: range.maxsum.filter(|_| sum).map_or(i32::MAX, |maxsum| maxsum.saturating_mul(FINE)),
            increments: std::array::from_fn(|player| {
                [Standing::Before, Standing::After].map(|standing| increment(player, standing))
            }),
            bounds,
            ensures: false,
        }
    }

    /// The same test for a search to the end of the game: with bounds on, it also uses what players can ensure.
    #[must_use]
    pub fn to_the_end(self) -> Self {
        Self { ensures: self.bounds, ..self }
    }

    #[inline]
    fn ensured<G: Game>(&self, game: &G, state: &G::State) -> Option<Ensured>
    where
        E: Evaluation<G>,
    {
        if self.ensures { self.evaluation.ensured_by(game, state, u8::MAX) } else { None }
    }

    /// The part of the ranges that is left if players get what they can ensure. Compiled once, and not wherever it is
    /// asked: working that out takes much longer than a call.
    #[inline(never)]
    fn within_ensured<G: Game>(&self, ranges: Ranges, game: &G, state: &G::State) -> Ranges
    where
        E: Evaluation<G>,
    {
        let ensured = self.evaluation.ensured(game, state).and_then(|ensured| ensured.payoff);
        ensured.map_or(ranges, |bounds| ranges.within(&bounds))
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
    fn replaces(&self, mover: Player, best: &Payoff, candidate: &Payoff, standing: Standing) -> bool {
        self.ties.replaces(mover, best, candidate, standing)
    }

    fn is_bounded(&self) -> bool {
        self.bounds
    }

    #[inline(always)]
    fn possible(&self, game: &G, state: &G::State) -> Ranges {
        let mut ranges = self.range;
        if self.bounds
            && let Some(bounds) = self.evaluation.payoff_bounds(game, state)
        {
            ranges = ranges.within(&bounds);
        }
        if self.ensures { self.within_ensured(ranges, game, state) } else { ranges }
    }

    #[inline(always)]
    fn renews(&self, game: &G, state: &G::State) -> bool {
        self.bounds && (self.evaluation.renews_bounds(game, state) || self.ensures)
    }

    #[inline]
    fn only(&self, possible: &Ranges) -> Option<Payoff> {
        (possible.sum * FINE == self.maxsum || possible.low == possible.up).then_some(possible.low)
    }

    #[inline]
    fn is_settled_for(&self, player: Player, game: &G, state: &G::State, possible: &Ranges) -> bool {
        self.ensures
            && possible.low[player] == possible.up[player]
            && self.evaluation.payoff_bounds(game, state).is_some_and(|bounds| bounds.lo[player] == bounds.up[player])
    }

    #[inline]
    fn rests_on(&self, game: &G, state: &G::State) -> [u64; MAX_PLAYERS] {
        self.ensured(game, state).map_or([0; MAX_PLAYERS], |ensured| ensured.rests_on)
    }

    fn possible_by(&self, game: &G, state: &G::State, seats: u8) -> Ranges {
        let bounds = self.evaluation.payoff_bounds(game, state);
        let ranges = bounds.map_or(self.range, |bounds| self.range.within(&bounds));
        let ensured = self.evaluation.ensured_by(game, state, seats).and_then(|ensured| ensured.payoff);
        ensured.map_or(ranges, |bounds| ranges.within(&bounds))
    }

    #[inline(always)]
    fn accept(&self, mover: Player, best: &Payoff, standing: Standing) -> HalfSpace {
        let increment = self.increments[mover.lane()][standing as usize];
        HalfSpace { player: mover, at_least: i32::from(best[mover]) * FINE + increment }
    }

    #[inline(always)]
    fn everything(&self, possible: &Ranges) -> Corner {
        Corner { more: [0; MAX_PLAYERS], sum: possible.sum * FINE, beyond: false }
    }

    #[inline(always)]
    fn narrow(&self, corner: &mut Corner, accept: &HalfSpace, possible: &Ranges) {
        let required = &mut corner.more[accept.player.lane()];
        let more = accept.at_least - i32::from(possible.low[accept.player]) * FINE;
        if more > *required {
            corner.sum += more - *required;
            corner.beyond |= accept.at_least > i32::from(possible.up[accept.player]) * FINE;
            *required = more;
        }
    }

    #[inline(always)]
    fn is_empty(&self, corner: &Corner) -> bool {
        corner.beyond || corner.sum > self.maxsum
    }

    #[inline(always)]
    fn excludes(&self, possible: &Ranges, accept: &HalfSpace) -> bool {
        let low = i32::from(possible.low[accept.player]) * FINE;
        let up = i32::from(possible.up[accept.player]) * FINE;
        let more = (accept.at_least - low).max(0);
        (more > (up - low).max(0)) | (possible.sum * FINE + more > self.maxsum)
    }

    fn tie_may_replace(&self, mover: Player, standing: Standing) -> bool {
        self.ties.tie_may_replace(mover, standing)
    }

    fn bounds(&self, possible: &Ranges) -> Option<Bounds> {
        Some(Bounds { lo: possible.low, up: possible.up })
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
