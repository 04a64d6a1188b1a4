//! How much a search may cost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What a search may cost at the most; whatever is not given is not limited.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// States visited below the root, exact to the node: the same answer on every run and every machine.
    pub nodes: Option<u64>,
    /// Time, looked at every few thousand nodes.
    pub time: Option<Duration>,
    /// A flag that somebody else may raise, looked at as often.
    pub stop: Option<Arc<AtomicBool>>,
    /// Not a cost: where those who wait can see how far it has come.
    pub done: Option<Arc<Done>>,
    /// Not a cost: whether to search to the deepest level at once. A search that is then stopped has no answer.
    pub straight: bool,
}

/// How far a search has come, or several that share it.
#[derive(Debug, Default)]
pub struct Done {
    moves: AtomicUsize,
    nodes: AtomicU64,
    level: AtomicUsize,
}

impl Done {
    /// How many moves of the root are done.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.moves.load(Ordering::Relaxed)
    }

    /// The deepest level that has been completed, in plies; 0 before the first, and where the search does not deepen.
    #[must_use]
    pub fn level(&self) -> usize {
        self.level.load(Ordering::Relaxed)
    }

    /// How many nodes have been visited, up to a few thousand.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

impl Budget {
    /// Whether nothing is limited.
    fn is_unlimited(&self) -> bool {
        self.nodes.is_none() && self.time.is_none() && self.stop.is_none()
    }

    /// Whether there is no need to deepen: it was asked for, or those who wait are told and nothing is limited.
    pub(crate) fn is_straight(&self) -> bool {
        self.straight || self.done.is_some() && self.is_unlimited()
    }
}

/// Why a search ended where it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Every line was searched to the end of the game or pruned.
    Complete,
    /// The depth asked for was reached.
    Depth,
    /// All nodes were spent.
    Nodes,
    /// The time was up.
    Time,
    /// Somebody raised the flag.
    Flag,
}

impl Stop {
    /// The reason in a word, for results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Depth => "depth",
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Flag => "stopped",
        }
    }
}

/// How many nodes go by between two looks at the clock and the flag.
const PATIENCE: u64 = 4096;

/// Counts nodes against a budget.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    /// How many nodes may go by before the budget is looked at again.
    credit: u64,
    /// All nodes for which there has been credit.
    granted: u64,
    limit: u64,
    deadline: Option<Instant>,
    flag: Option<Arc<AtomicBool>>,
    done: Option<Arc<Done>>,
    stopped: Option<Stop>,
}

impl Meter {
    pub(crate) fn new(budget: &Budget) -> Self {
        let looks = !budget.is_unlimited() || budget.done.is_some();
        Self {
            credit: if looks { 0 } else { u64::MAX },
            granted: if looks { 0 } else { u64::MAX },
            limit: budget.nodes.unwrap_or(u64::MAX),
            deadline: budget.time.and_then(|time| Instant::now().checked_add(time)),
            flag: budget.stop.clone(),
            done: budget.done.clone(),
            stopped: None,
        }
    }

    /// Pays for one more node. Without the means it is not paid for, and the search has to stop.
    #[inline]
    pub(crate) fn pay(&mut self) -> bool {
        if self.credit == 0 && !self.look() {
            return false;
        }
        self.credit -= 1;
        true
    }

    #[cold]
    fn look(&mut self) -> bool {
        self.stopped = if self.granted >= self.limit {
            Some(Stop::Nodes)
        } else if self.flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Some(Stop::Flag)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Stop::Time)
        } else {
            self.credit = PATIENCE.min(self.limit - self.granted);
            self.granted += self.credit;
            if let Some(done) = &self.done {
                done.nodes.fetch_add(self.credit, Ordering::Relaxed);
            }
            None
        };
        self.stopped.is_none()
    }

    /// Tells those who wait that a move of the root is done.
    pub(crate) fn move_done(&self) {
        if let Some(done) = &self.done {
            done.moves.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Tells those who wait that a level is completed. The moves of the root are counted anew.
    pub(crate) fn level_done(&self, depth: usize) {
        if let Some(done) = &self.done {
            done.level.store(depth, Ordering::Relaxed);
            done.moves.store(0, Ordering::Relaxed);
        }
    }

    /// Nodes paid for so far.
    #[inline]
    pub(crate) fn nodes(&self) -> u64 {
        self.granted - self.credit
    }

    /// Why the search has to stop, once it has to.
    #[inline]
    pub(crate) fn stopped(&self) -> Option<Stop> {
        self.stopped
    }
}
