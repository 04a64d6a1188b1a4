//! The sum test.

use super::Attain;
use crate::eval::{Bounds, Evaluation, Range};
use crate::game::{Game, MAX_PLAYERS, Player};
use crate::payoff::Payoff;
use crate::ties::{Standing, Ties};

/// Requirements are counted in sixteenths of a score, so that "more than 5" can be told from "6" when payoffs are
/// continuous: it is 5 and one sixteenth. A sum has at most eight such terms, so they never add up to a whole score.
const FINE: i32 = 2 * MAX_PLAYERS as i32;

/// Attainable means: each player within his range (or within monotone bounds), and together at most `maxsum`.
#[derive(Clone, Debug)]
pub struct SumTest<'e, E> {
    evaluation: &'e E,
    ties: Ties,
    range: Bounds,
    maxsum: i32,
    increment: i32,
    bounds: bool,
}

impl<'e, E> SumTest<'e, E> {
    /// The test for payoffs in `range`. What the range does not declare excludes nothing. `bounds` says whether the
    /// evaluation's monotone bounds are used; without `sum` its greatest sum is not.
    #[must_use]
    pub fn new(evaluation: &'e E, range: &Range, ties: Ties, bounds: bool, sum: bool) -> Self {
        let nothing = i16::MIN;
        let everything = i16::MAX;
        Self {
            evaluation,
            ties,
            range: Bounds {
                lo: range.low.unwrap_or(Payoff::uniform(nothing, ties.players)),
                up: range.maxp.unwrap_or(Payoff::uniform(everything, ties.players)),
            },
            maxsum: range.maxsum.filter(|_| sum).map_or(i32::MAX, |maxsum| maxsum * FINE),
            increment: if range.step == 0 { 1 } else { i32::from(range.step) * FINE },
            bounds,
        }
    }
}

/// What one player must get at least, in sixteenths.
#[derive(Clone, Copy, Debug)]
pub struct HalfSpace {
    player: Player,
    at_least: i32,
}

impl<G: Game, E: Evaluation<G>> Attain<G> for SumTest<'_, E> {
    type Value = Payoff;
    type Possible = Bounds;
    type Accept = HalfSpace;
    type Region = [i32; MAX_PLAYERS];

    #[inline]
    fn leaf(&self, game: &G, state: &G::State) -> Payoff {
        self.evaluation.evaluate(game, state)
    }

    #[inline]
    fn payoff(&self, value: Payoff) -> Payoff {
        value
    }

    #[inline]
    fn replaces(&self, mover: Player, best: Payoff, candidate: Payoff, standing: Standing) -> bool {
        self.ties.replaces(mover, &best, &candidate, standing)
    }

    #[inline]
    fn possible(&self, game: &G, state: &G::State) -> Bounds {
        let mut possible = self.range;
        if self.bounds
            && let Some(bounds) = self.evaluation.payoff_bounds(game, state)
        {
            for player in Player::all(self.ties.players) {
                possible.lo[player] = possible.lo[player].max(bounds.lo[player]);
                possible.up[player] = possible.up[player].min(bounds.up[player]);
            }
        }
        possible
    }

    #[inline]
    fn accept(&self, mover: Player, best: Payoff, standing: Standing) -> HalfSpace {
        let best = i32::from(best[mover]) * FINE;
        let increment = if self.ties.tie_may_replace(mover, standing) { 0 } else { self.increment };
        HalfSpace { player: mover, at_least: best + increment }
    }

    #[inline]
    fn everything(&self, possible: &Bounds) -> [i32; MAX_PLAYERS] {
        let mut corner = [0; MAX_PLAYERS];
        for (corner, &lo) in corner.iter_mut().zip(possible.lo.seats(MAX_PLAYERS)) {
            *corner = i32::from(lo) * FINE;
        }
        corner
    }

    #[inline]
    fn narrow(&self, mut corner: [i32; MAX_PLAYERS], accept: &HalfSpace) -> [i32; MAX_PLAYERS] {
        let required = &mut corner[accept.player.lane()];
        *required = (*required).max(accept.at_least);
        corner
    }

    #[inline]
    fn is_empty(&self, corner: &[i32; MAX_PLAYERS], possible: &Bounds) -> bool {
        corner.iter().sum::<i32>() > self.maxsum
            || corner.iter().zip(possible.up.seats(MAX_PLAYERS)).any(|(&required, &up)| required > i32::from(up) * FINE)
    }

    fn is_bounded(&self) -> bool {
        self.bounds
    }

    fn tie_may_replace(&self, mover: Player, standing: Standing) -> bool {
        self.ties.tie_may_replace(mover, standing)
    }

    fn bounds(&self, possible: &Bounds) -> Option<Bounds> {
        Some(*possible)
    }
}
