//! A record of a search: which nodes it visited, and why it left them.

use rustc_hash::FxHashMap;

use crate::chain::Verdict;
use crate::game::Game;
use crate::observe::{Observer, Prune};
use crate::payoff::Payoff;

/// A node by the reference indices of the moves that lead to it.
pub type NodePath = Box<[u16]>;

/// One prune, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut<M> {
    /// The moves from the root to the node that was left.
    pub moves: Vec<M>,
    /// The same node by reference indices.
    pub path: NodePath,
    /// Why it was left.
    pub prune: Prune,
    /// Whether it, or a node above it on whose account it had been set aside, was searched again.
    pub searched_again: bool,
}

/// The result of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// How often it was visited.
    pub visits: u32,
    /// How its last visit ended.
    pub verdict: Verdict<Payoff>,
}

/// An [`Observer`] that records everything, up to a limit.
#[derive(Clone, Debug)]
pub struct Trace<M> {
    limit: usize,
    moves: Vec<M>,
    path: Vec<u16>,
    cuts: Vec<Cut<M>>,
    seen: FxHashMap<NodePath, Seen>,
    left_out: u64,
}

impl<M> Trace<M> {
    /// A trace that records at most `limit` prunes and as many nodes.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self { limit, moves: Vec::new(), path: Vec::new(), cuts: Vec::new(), seen: FxHashMap::default(), left_out: 0 }
    }

    /// The prunes, in the order in which they were made.
    #[must_use]
    pub fn cuts(&self) -> &[Cut<M>] {
        &self.cuts
    }

    /// Prunes that were made but not recorded.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The result of the node at `path`; `None` if it was never visited.
    #[must_use]
    pub fn seen(&self, path: &[u16]) -> Option<Seen> {
        self.seen.get(path).copied()
    }

    /// The last prune made at the node at `path`.
    #[must_use]
    pub fn cut_at(&self, path: &[u16]) -> Option<&Cut<M>> {
        self.cuts.iter().rev().find(|cut| *cut.path == *path)
    }
}

impl<G: Game> Observer<G> for Trace<G::Move> {
    fn down(&mut self, mv: G::Move, index: u16, again: bool) {
        self.moves.push(mv);
        self.path.push(index);
        if again {
            let uncertain = |cut: &&mut Cut<G::Move>| cut.prune.top + 1 < cut.prune.level;
            let here = &self.path;
            for cut in self.cuts.iter_mut().filter(uncertain).filter(|cut| cut.path.starts_with(here)) {
                cut.searched_again = true;
            }
        }
    }

    fn up(&mut self, verdict: Verdict<Payoff>) {
        if let Some(seen) = self.seen.get_mut(&self.path[..]) {
            *seen = Seen { visits: seen.visits + 1, verdict };
        } else if self.seen.len() < self.limit {
            self.seen.insert(self.path.as_slice().into(), Seen { visits: 1, verdict });
        }
        self.moves.pop();
        self.path.pop();
    }

    fn pruned(&mut self, prune: Prune) {
        if self.cuts.len() == self.limit {
            self.left_out += 1;
            return;
        }
        let cut = Cut { moves: self.moves.clone(), path: self.path.as_slice().into(), prune, searched_again: false };
        self.cuts.push(cut);
    }
}
