//! No test.

use super::Attain;
use crate::eval::{Bounds, Evaluation};
use crate::game::{Game, Player};
use crate::payoff::Payoff;
use crate::table::Memo;
use crate::ties::{Standing, Ties};

/// Anything is attainable: plain max^n. Everything that pruning needs is compiled away.
#[derive(Clone, Debug)]
pub struct Untested<'e, E> {
    evaluation: &'e E,
    ties: Ties,
}

impl<'e, E> Untested<'e, E> {
    /// Plain max^n of this evaluation.
    #[must_use]
    pub fn new(evaluation: &'e E, ties: Ties) -> Self {
        Self { evaluation, ties }
    }
}

impl<G: Game, E: Evaluation<G>> Attain<G> for Untested<'_, E> {
    const TESTS: bool = false;

    type Value = Payoff;
    type Possible = ();
    type Accept = ();
    type Region = ();

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

    fn possible(&self, _: &G, _: &G::State) {}

    #[inline(always)]
    fn renews(&self, _: &G, _: &G::State) -> bool {
        false
    }

    fn accept(&self, _: Player, _: &Payoff, _: Standing) {}

    fn everything(&self, (): &()) {}

    fn narrow(&self, (): &mut (), (): &(), (): &()) {}

    fn is_empty(&self, (): &()) -> bool {
        false
    }

    fn is_bounded(&self) -> bool {
        false
    }

    fn tie_may_replace(&self, mover: Player, standing: Standing) -> bool {
        self.ties.tie_may_replace(mover, standing)
    }

    fn bounds(&self, (): &()) -> Option<Bounds> {
        None
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

    fn at_least(&self, _: Player, _: Payoff) {}
}
