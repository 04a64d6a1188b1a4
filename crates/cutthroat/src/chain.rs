//! Requirements and chains: the one rule behind every max^n pruning.
//!
//! Along the path from the root each level has searched some children and holds its *visible best*. A level replaces
//! its best only with a payoff that its mover prefers; that is its **requirement**. A **chain** is a run of levels
//! `t..=L` that all have a requirement. If nothing attainable meets every requirement of the chain, then nothing unseen
//! below level `L` can become the value of level `t`, and the rest of `L` need not be searched. This is lemma 1 of the
//! 2003 paper, without its assumptions that players alternate and that all of them take part.
//!
//! A chain of one level is immediate pruning. Of two levels it is shallow pruning (Korf 1991) or, with monotone bounds,
//! the two branch-and-bounds (2000). Of as many levels as players it is last-branch and speculative pruning (2003), and
//! without a limit deep speculative pruning. [`Pruning`](crate::Pruning) makes that choice; [`attain`](crate::attain)
//! decides what "attainable" means.
//!
//! It is not enough that nothing *unseen* becomes the value of `t`. The rule has three [`Conditions`]:
//!
//! 1. **The visible best.** What `L` has already seen may still go up, so some level of the chain above `L` must
//!    refuse it.
//! 2. **The dagger** (the line marked † in Figure 7 of the 2003 paper). A chain does not pass a level above `L` whose
//!    visible best its parent already wants, nor one that has no requirement yet: the prune would be exact, but would
//!    almost surely have to be taken back. (`L` itself is another matter: in Figure 4 its best is wanted by its parent,
//!    and the prune is right.)
//!    A level whose mover has only one move never has a requirement, and its value is that of its child: in searches to
//!    the end with a table chains pass it, and the parent of what is below is the level above it.
//! 3. **Search again.** If `t` is the parent of `L`, the parent may forget `L`. If it is farther up, the value of `L`
//!    can still change which of its *other* children the parent prefers (Figure 3 of the 2003 paper): the parent sets
//!    `L` aside, and searches it again as soon as it holds a best that its own parent wants.

use crate::attain::Attain;
use crate::game::{Game, Player};
use crate::pruning::Speculation;
use crate::search::MAX_DEPTH;
use crate::ties::Standing;

/// The result of searching a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict<V> {
    /// Its exact value, which does not depend on anything above it.
    Exact(V),
    /// The parent will not choose it, whatever its value: a final prune.
    Ignored,
    /// It cannot become the value of level `top`, which is above the parent. The prune is uncertain: the parent may
    /// still need the value.
    SetAside {
        /// The highest level whose requirement was used.
        top: usize,
    },
}

impl<V> Verdict<V> {
    /// The same verdict with its value converted.
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

/// The three conditions of the rule, and the one of its tables. They are a type, so that tests can leave one out and
/// see the search fail.
pub trait Conditions {
    /// Condition 1: what the node has already seen must be refused above it.
    const VISIBLE_BEST: bool = true;
    /// Condition 2: chains do not pass a level whose best is wanted, or that has no best.
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

/// One node on the path from the root. It is written for every node and read at many, so it is small. What can be
/// derived from it (the requirement, whether the level above wants the best) is not stored.
#[derive(Clone, Copy)]
pub(crate) struct Level<V> {
    /// What the best is worth, where there is one.
    value: V,
    /// The place of the best in the reference order.
    index: u16,
    pub(crate) mover: Player,
    /// Where the child now being searched stands to the best.
    pub(crate) standing: Standing,
    /// Whether the child now being searched is the last.
    pub(crate) on_last_branch: bool,
    /// Whether chains pass the level because its mover has no choice.
    pub(crate) is_forced: bool,
    /// By standing of unseen children: whether the test with the current best has been made.
    pub(crate) tested: [bool; 2],
}

/// Larger than the place of any move.
const NO_BEST: u16 = u16::MAX;

impl<V: Copy + Default> Level<V> {
    pub(crate) fn new(mover: Player) -> Self {
        Self {
            value: V::default(),
            index: NO_BEST,
            mover,
            standing: Standing::After,
            on_last_branch: false,
            is_forced: false,
            tested: [false; 2],
        }
    }
}

impl<V: Copy> Level<V> {
    /// Makes this the level of a new node.
    #[inline(always)]
    pub(crate) fn open(&mut self, mover: Player) {
        self.index = NO_BEST;
        self.mover = mover;
        self.standing = Standing::After;
        self.on_last_branch = false;
        self.is_forced = false;
        self.tested = [false; 2];
    }

    /// Makes this the level of a node with a single move. It has no best and is never asked for anything else.
    #[inline(always)]
    pub(crate) fn pass(&mut self) {
        self.index = NO_BEST;
        self.is_forced = false;
    }

    /// What the best is worth, where there is one.
    #[inline(always)]
    pub(crate) fn value(&self) -> &V {
        &self.value
    }

    /// The visible best.
    #[inline(always)]
    pub(crate) fn best(&self) -> Option<Best<V>> {
        self.has_best().then_some(Best { value: self.value, index: self.index })
    }

    /// The place of the best in the reference order.
    #[inline(always)]
    pub(crate) fn index(&self) -> u16 {
        self.index
    }

    #[inline(always)]
    pub(crate) fn has_best(&self) -> bool {
        self.index != NO_BEST
    }

    /// Makes a child the visible best.
    #[inline(always)]
    pub(crate) fn take(&mut self, best: Best<V>) {
        self.value = best.value;
        self.index = best.index;
        self.tested = [false; 2];
    }

    /// Whether this level prefers `candidate`, found in the child now being searched. A level without a best prefers
    /// anything.
    #[inline(always)]
    pub(crate) fn wants<G: Game, A: Attain<G, Value = V>>(&self, test: &A, candidate: &V) -> bool {
        !self.has_best() || test.replaces(self.mover, &self.value, candidate, self.standing)
    }
}

/// The levels from the root to a node.
pub(crate) struct Path<V>([Level<V>; MAX_DEPTH]);

impl<V: Copy + Default> Path<V> {
    pub(crate) fn new() -> Self {
        Self([Level::new(Player::new(0)); MAX_DEPTH])
    }
}

impl<V> Path<V> {
    /// The level of the node at `ply`. No node is deeper than the path is long, and the remainder tells the compiler.
    #[inline(always)]
    pub(crate) fn at(&self, ply: usize) -> &Level<V> {
        &self.0[ply % MAX_DEPTH]
    }

    #[inline(always)]
    pub(crate) fn at_mut(&mut self, ply: usize) -> &mut Level<V> {
        &mut self.0[ply % MAX_DEPTH]
    }

    /// The last level above `ply` whose mover has a choice: the one to which the value of `ply` goes.
    #[inline(always)]
    pub(crate) fn above(&self, mut ply: usize) -> &Level<V> {
        ply -= 1;
        while ply > 0 && self.at(ply).is_forced {
            ply -= 1;
        }
        self.at(ply)
    }
}

/// How far a chain may go up from a node.
#[derive(Clone, Copy)]
pub(crate) struct Climb {
    /// The highest level that may be its top.
    pub(crate) ceiling: usize,
    pub(crate) speculation: Speculation,
}

impl Climb {
    /// Whether a chain may pass the level at `ply`, which has a requirement, towards the root.
    #[inline(always)]
    pub(crate) fn passes<G: Game, A: Attain<G>, C: Conditions>(
        self,
        test: &A,
        path: &Path<A::Value>,
        ply: usize,
    ) -> bool {
        let level = path.at(ply);
        let waits = self.speculation == Speculation::LastBranch && !level.on_last_branch;
        let is_wanted = || C::DAGGER && path.above(ply).wants(test, &level.value);
        ply > self.ceiling && !waits && !is_wanted()
    }
}

/// Climbs from a node at level `ply` towards the root. On the way it narrows `region` (everything unseen and possible
/// below the node) to what each level accepts, until nothing is left. `seen` is the node's own visible best, if it has
/// one. Returns the top of the shortest chain that proves the prune.
#[inline(never)]
pub(crate) fn climb<G: Game, A: Attain<G>, C: Conditions>(
    test: &A,
    path: &Path<A::Value>,
    mut ply: usize,
    seen: Option<&A::Value>,
    mut region: A::Region,
    possible: &A::Possible,
    climb: Climb,
) -> Option<usize> {
    let mut seen = seen.filter(|_| C::VISIBLE_BEST);
    while ply > climb.ceiling {
        ply -= 1;
        let level = path.at(ply);
        if level.is_forced {
            continue;
        }
        if level.has_best() {
            let requirement = test.accept(level.mover, &level.value, level.standing);
            test.narrow(&mut region, &requirement, possible);
            seen = seen.filter(|seen| level.wants(test, seen));
            if seen.is_none() && test.is_empty(&region) {
                return Some(ply);
            }
        } else if C::DAGGER {
            return None;
        }
        if !climb.passes::<G, A, C>(test, path, ply) {
            return None;
        }
    }
    None
}
