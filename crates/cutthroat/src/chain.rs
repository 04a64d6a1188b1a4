//! Requirements and chains: the one rule behind every max^n pruning.
//!
//! Along the path from the root each level has searched some children and holds its *visible best*. It changes its
//! mind only for a payoff that its mover prefers; that is its **requirement**. A **chain** is a run of levels
//! `t..=L` that all have one. If nothing attainable meets every requirement of the chain, then nothing unseen below
//! level `L` can become the value of level `t`, and the rest of `L` need not be searched. That is lemma 1 of the 2003
//! paper, freed of its assumptions that players alternate and that all of them take part.
//!
//! A chain of one level is immediate pruning, of two shallow pruning (Korf 1991) or, with monotone bounds, the two
//! branch-and-bounds (2000), of as many as there are players last-branch and speculative pruning (2003), and without
//! limit deep speculative pruning. [`Pruning`](crate::Pruning) is that choice; [`attain`](crate::attain) decides
//! what "attainable" means.
//!
//! That nothing *unseen* becomes the value of `t` is not yet enough. Three [`Conditions`] go with the rule:
//!
//! 1. **The visible best.** What `L` has already seen may still go up, so some level of the chain above `L` must
//!    refuse it.
//! 2. **The dagger** (the line marked † in Figure 7 of the 2003 paper). A chain does not pass a level above `L` whose
//!    visible best its parent already wants, nor one that has no requirement yet: the prune would be exact, but would
//!    almost surely have to be taken back. (`L` itself is another matter: in Figure 4 its best is wanted by its parent,
//!    and the prune is right.)
//! 3. **Search again.** If `t` is the parent of `L`, the parent may forget `L`. If it is farther up, the value of `L`
//!    can still change which of its *other* children the parent prefers (Figure 3 of the 2003 paper): the parent sets
//!    `L` aside, and searches it again as soon as it holds a best that its own parent wants.

use crate::attain::Attain;
use crate::game::{Game, Player};
use crate::pruning::Speculation;
use crate::ties::Standing;

/// What searching a node came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict<V> {
    /// Its exact value, which does not depend on anything above it.
    Exact(V),
    /// The parent will not choose it, whatever its value: a prune that is final.
    Ignored,
    /// It cannot become the value of level `top`, which is above the parent: a prune that is uncertain, for the
    /// parent may have to know the value after all.
    SetAside {
        /// The highest level whose requirement was used.
        top: usize,
    },
}

impl<V> Verdict<V> {
    /// The same verdict with its value seen in another way.
    pub(crate) fn map<W>(self, see: impl FnOnce(V) -> W) -> Verdict<W> {
        match self {
            Self::Exact(value) => Verdict::Exact(see(value)),
            Self::Ignored => Verdict::Ignored,
            Self::SetAside { top } => Verdict::SetAside { top },
        }
    }

    /// The verdict on a node at level `ply` that cannot become the value of level `top`.
    #[inline]
    pub(crate) fn pruned(ply: usize, top: usize) -> Self {
        if top + 1 >= ply { Self::Ignored } else { Self::SetAside { top } }
    }
}

/// The three conditions of the rule, and the one of its tables. They are a type so that the tests can leave one out and see
/// the search fail.
pub trait Conditions {
    /// Condition 1: what the node has already seen must be refused above it.
    const VISIBLE_BEST: bool = true;
    /// Condition 2: chains do not pass a level whose best is wanted, or that has none.
    const DAGGER: bool = true;
    /// Condition 3: what was set aside is searched again when it may matter.
    const SEARCH_AGAIN: bool = true;
    /// Only what is exact is stored as exact; the rest is a lower bound for the mover.
    const STORE_EXACT: bool = true;
}

/// All three conditions, as every search must have them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sound;

impl Conditions for Sound {}

/// The best child seen so far at a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best<V> {
    pub(crate) value: V,
    /// Its place in the reference order.
    pub(crate) index: u16,
}

/// One node on the path from the root.
pub(crate) struct Level<V, R> {
    pub(crate) mover: Player,
    pub(crate) best: Option<Best<V>>,
    /// Where the child now being searched stands to the best.
    pub(crate) standing: Standing,
    /// What that child would have to be worth; `None` while there is no best.
    pub(crate) requirement: Option<R>,
    /// Whether the level above wants the best as it is. A level wants anything while it has nothing.
    pub(crate) wanted: bool,
    /// Whether the child now being searched is the last.
    pub(crate) on_last_branch: bool,
}

impl<V: Copy, R> Level<V, R> {
    pub(crate) fn new(mover: Player) -> Self {
        Self { mover, best: None, standing: Standing::After, requirement: None, wanted: true, on_last_branch: false }
    }

    /// Whether this level changes its mind for `candidate`, found in the child now being searched.
    #[inline(always)]
    pub(crate) fn wants<G: Game, A>(&self, test: &A, candidate: V) -> bool
    where
        A: Attain<G, Value = V, Accept = R>,
    {
        match &self.best {
            None => true,
            Some(best) => test.replaces(self.mover, best.value, candidate, self.standing),
        }
    }
}

/// How far a chain may go up from a node.
#[derive(Clone, Copy)]
pub(crate) struct Climb {
    /// The highest level that may be its top.
    pub(crate) ceiling: usize,
    pub(crate) speculation: Speculation,
}

/// Climbs from a node towards the root, narrowing `region` (all that is unseen and possible below the node) to what
/// each level accepts, until nothing is left. `path` are the levels above the node, `seen` is the node's own visible
/// best, if it has one. Returns the top of the shortest chain that proves the prune.
#[inline(always)]
pub(crate) fn climb<G: Game, A: Attain<G>, C: Conditions>(
    test: &A,
    path: &[Level<A::Value, A::Accept>],
    seen: Option<A::Value>,
    mut region: A::Region,
    possible: &A::Possible,
    climb: Climb,
) -> Option<usize> {
    let mut seen = seen.filter(|_| C::VISIBLE_BEST);
    for (ply, level) in path.iter().enumerate().skip(climb.ceiling).rev() {
        if let Some(requirement) = &level.requirement {
            region = test.narrow(region, requirement, possible);
            seen = seen.filter(|&seen| level.wants(test, seen));
            if seen.is_none() && test.is_empty(&region) {
                return Some(ply);
            }
        } else if C::DAGGER {
            return None;
        }
        let waits = climb.speculation == Speculation::LastBranch && !level.on_last_branch;
        if waits || (C::DAGGER && level.wanted) {
            return None;
        }
    }
    None
}
