//! Watching a search: every step down and up, and every prune.

use crate::chain::Verdict;
use crate::eval::Bounds;
use crate::game::{Game, Player};
use crate::payoff::Payoff;
use crate::ties::Standing;

/// Something that watches a search.
pub trait Observer<G: Game> {
    /// The search goes down a move, the `index`-th in the reference order; `again` if its child had been set aside.
    fn down(&mut self, mv: G::Move, index: u16, again: bool);

    /// The search comes back up.
    fn up(&mut self, verdict: Verdict<Payoff>);

    /// The search leaves the current node early.
    fn pruned(&mut self, prune: Prune);
}

/// An observer, or `()` for none. It is a type, so that an unwatched search does no work for it.
pub(crate) trait Watch<G: Game> {
    const WATCHES: bool;

    fn down(&mut self, mv: G::Move, index: u16, again: bool);
    fn up(&mut self, verdict: Verdict<Payoff>);
    fn pruned(&mut self, prune: Prune);
}

impl<G: Game> Watch<G> for () {
    const WATCHES: bool = false;

    fn down(&mut self, _: G::Move, _: u16, _: bool) {}
    fn up(&mut self, _: Verdict<Payoff>) {}
    fn pruned(&mut self, _: Prune) {}
}

impl<G: Game> Watch<G> for &mut dyn Observer<G> {
    const WATCHES: bool = true;

    fn down(&mut self, mv: G::Move, index: u16, again: bool) {
        (**self).down(mv, index, again);
    }

    fn up(&mut self, verdict: Verdict<Payoff>) {
        (**self).up(verdict);
    }

    fn pruned(&mut self, prune: Prune) {
        (**self).pruned(prune);
    }
}

/// Why a node was left early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prune {
    /// The level of the node; the root is level 0.
    pub level: usize,
    /// The top of the chain. Equal to `level`: the node's best is final and its value exact. One less: the parent
    /// ignores the node. Less still: the parent sets it aside.
    pub top: usize,
    /// The chain, from the node (or, on entry, its parent) up to its top.
    pub chain: Vec<Requirement>,
    /// Children that were not searched, or not completely.
    pub cut: usize,
    /// What each player is known to get at least and at most, if the test has such bounds.
    pub bounds: Option<Bounds>,
    /// The outcomes that can still happen, by their places in the [leaf-value table](crate::attain::LeafTable), if the test
    /// has one.
    pub possible: Option<Vec<u16>>,
}

/// What one level of a chain asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Requirement {
    /// The level.
    pub level: usize,
    /// Its mover.
    pub player: Player,
    /// What the mover has.
    pub has: i16,
    /// What everybody has there.
    pub best: Payoff,
    /// Where the moves that could replace it stand in the reference order.
    pub standing: Standing,
    /// Whether an equal payoff may be enough.
    pub tie_may_replace: bool,
}
