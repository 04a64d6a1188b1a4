//! What is still attainable: the second setting of the rule.
//!
//! Along a path, every level accepts only some payoffs in place of its visible best. Whether *any* attainable payoff is
//! accepted by all levels of a chain is a question about regions of payoff space. There are two ways to represent such
//! a region:
//!
//! | test | a region is | a level accepts | empty when | paper |
//! |---|---|---|---|---|
//! | [`SumTest`] | a corner `R`: all payoffs with `v[j] >= R[j]` | a half-space, `v[p] >= r` | some `R[j]` is above what `j` can get, or the `R[j]` add up to more than `maxsum` | 2000, 2003 |
//! | [`TableTest`] | a set of outcomes, one bit each | the outcomes that would replace its best | no bit is left | 2005 |
//!
//! [`Untested`] is plain max^n, which never tests.
//!
//! The papers call them the linear classifier and the leaf-value table. With a table the half-space becomes an exact
//! *acceptance set*: the tie rule is part of it, so ties and steps need no special cases.

mod outcome_masks;
mod sum;
mod table;
mod untested;

pub use sum::SumTest;
pub use table::{LeafTable, MAX_OUTCOMES, TableTest, TooManyOutcomes};
pub(crate) use table::{distinct_outcomes, mask_bytes};
pub use untested::Untested;

use crate::eval::Bounds;
use crate::game::{Game, MAX_PLAYERS, Player};
use crate::payoff::Payoff;
use crate::table::Memo;
use crate::ties::Standing;

/// A way to decide what is still attainable. The kind of test is a type, so the recursion is compiled for it.
pub trait Attain<G: Game> {
    /// Whether anything is ever tested. If not, the recursion is compiled as plain max^n.
    const TESTS: bool = true;

    /// What a node returns: a payoff, or an outcome that has one.
    type Value: Copy + Default;
    /// Everything that can still happen below some state.
    type Possible: Copy;
    /// What a level accepts in place of its visible best.
    type Accept: Copy;
    /// An intersection of the two.
    type Region: Copy;

    /// The value of a state at which the search ends.
    fn leaf(&self, game: &G, state: &G::State) -> Self::Value;

    /// The payoff of a value.
    fn payoff(&self, value: Self::Value) -> Payoff;

    /// Whether `mover`, who has `best`, prefers `candidate`.
    fn replaces(&self, mover: Player, best: &Self::Value, candidate: &Self::Value, standing: Standing) -> bool;

    /// Whether monotone bounds say more about what is possible at one state than at another.
    fn is_bounded(&self) -> bool;

    /// What can still happen at `state`.
    fn possible(&self, game: &G, state: &G::State) -> Self::Possible;

    /// Whether what is possible at `state` may differ from what was possible before the move that led there.
    #[inline(always)]
    fn renews(&self, game: &G, state: &G::State) -> bool {
        let _ = (game, state);
        true
    }

    /// The only value that is possible, where there is just one.
    fn only(&self, possible: &Self::Possible) -> Option<Self::Value> {
        let _ = possible;
        None
    }

    /// Whether `player` gets the same in every line of play from `state` on, where this is `possible`. Only searches to the
    /// end ask for it.
    #[inline(always)]
    fn is_settled_for(&self, player: Player, game: &G, state: &G::State, possible: &Self::Possible) -> bool {
        let _ = (player, game, state, possible);
        false
    }

    /// The features of each player on which what is [`possible`](Self::possible) at `state` rests, as in
    /// [`Partition::decided`](crate::Partition::decided).
    fn rests_on(&self, game: &G, state: &G::State) -> [u64; MAX_PLAYERS] {
        let _ = (game, state);
        [0; MAX_PLAYERS]
    }

    /// What can still happen at `state`, as far as it rests on features of the players among `seats`, one bit for each.
    fn possible_by(&self, game: &G, state: &G::State, seats: u8) -> Self::Possible {
        let _ = seats;
        self.possible(game, state)
    }

    /// Everything that `mover`, who has `best`, would prefer.
    fn accept(&self, mover: Player, best: &Self::Value, standing: Standing) -> Self::Accept;

    /// The region of everything that is possible.
    fn everything(&self, possible: &Self::Possible) -> Self::Region;

    /// Narrows `region`, a part of what is `possible`, to what is also accepted.
    fn narrow(&self, region: &mut Self::Region, accept: &Self::Accept, possible: &Self::Possible);

    /// Whether nothing attainable is left.
    fn is_empty(&self, region: &Self::Region) -> bool;

    /// Whether nothing that is `possible` is accepted: a chain of one level, for which no region is kept.
    #[inline(always)]
    fn excludes(&self, possible: &Self::Possible, accept: &Self::Accept) -> bool {
        let mut region = self.everything(possible);
        self.narrow(&mut region, accept, possible);
        self.is_empty(&region)
    }

    /// Whether a payoff that only equals the mover's best may replace it; for observers.
    fn tie_may_replace(&self, mover: Player, standing: Standing) -> bool;

    /// What is possible, as bounds for each player, if the test represents it so; for observers.
    fn bounds(&self, possible: &Self::Possible) -> Option<Bounds>;

    /// What is possible, as outcomes of a [`LeafTable`], if the test has one; for observers.
    fn outcomes(&self, possible: &Self::Possible) -> Option<Vec<u16>> {
        let _ = possible;
        None
    }

    /// Whether tables store what is counted rather than payoffs.
    fn keeps_counts(&self) -> bool {
        false
    }

    /// The memo of `state` in a table.
    fn memo(&self, game: &G, state: &G::State) -> Option<Memo>;

    /// A value as a table stores it, without what has been counted before.
    fn kept(&self, value: Self::Value, base: &Payoff) -> Payoff;

    /// The value that a table stored.
    fn recalled(&self, kept: Payoff, base: &Payoff) -> Self::Value;

    /// Everything that gives `mover` at least as much as `value` does.
    fn at_least(&self, mover: Player, value: Self::Value) -> Self::Accept;
}
