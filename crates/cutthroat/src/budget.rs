//! How much a search may cost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::crew::Member;

/// The most that a search may cost. What is not given is not limited.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// States visited below the root, exact to the node: the same answer on every run and every machine.
    pub nodes: Option<u64>,
    /// Time, checked about every five milliseconds.
    pub time: Option<Duration>,
    /// When the time is up, of a budget that several searches share: [`started`](Self::started).
    pub deadline: Option<Instant>,
    /// A stop flag that another thread may raise, checked as often.
    pub stop: Option<Arc<AtomicBool>>,
    /// Not a cost: where other threads can see the progress of the search.
    pub progress: Option<Arc<SearchProgress>>,
}

impl Budget {
    /// The budget of a search that is made of several: its time begins now for all of them together, and not for each anew.
    #[must_use]
    pub fn started(&self) -> Self {
        Self { time: None, deadline: self.deadline_from(Instant::now()), ..self.clone() }
    }

    /// Half of the nodes, and of the time from now on: for an attempt before the search proper.
    #[must_use]
    pub fn half(&self) -> Self {
        let now = Instant::now();
        let deadline = self.deadline_from(now).map(|end| now + end.saturating_duration_since(now) / 2);
        Self { nodes: self.nodes.map(|nodes| nodes / 2), time: None, deadline, ..self.clone() }
    }

    fn deadline_from(&self, now: Instant) -> Option<Instant> {
        let own = self.time.and_then(|time| now.checked_add(time));
        own.into_iter().chain(self.deadline).min()
    }
}

/// The progress of a search, or of several searches that share it.
#[derive(Debug, Default)]
pub struct SearchProgress {
    moves: AtomicUsize,
    nodes: AtomicU64,
    level: AtomicUsize,
}

impl SearchProgress {
    /// The moves of the root are searched once more.
    pub(crate) fn restart(&self) {
        self.moves.store(0, Ordering::Relaxed);
    }

    /// How many moves of the root are done.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.moves.load(Ordering::Relaxed)
    }

    /// The deepest completed level, in plies; 0 before the first, and if the search does not deepen.
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
    /// The stop flag was raised.
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

/// Nodes before the first check of the clock and the flag.
const NODES_BEFORE_FIRST_CHECK: u64 = 256;

/// The most nodes between two checks.
const MAX_NODES_BETWEEN_CHECKS: u64 = 1 << 16;

/// Nodes between two checks of a thread that works with others: they stop as soon as one of them has the answer.
const NODES_BETWEEN_CHECKS_IN_CREW: u64 = 256;

/// The time between two checks of the clock and the flag, whether the game is fast or slow.
const CHECK_INTERVAL: Duration = Duration::from_millis(5);

/// Counts nodes against a budget.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    /// How many nodes may be visited before the next check.
    credit: u64,
    /// All nodes that have been credited.
    granted: u64,
    limit: u64,
    deadline: Option<Instant>,
    flag: Option<Arc<AtomicBool>>,
    progress: Option<Arc<SearchProgress>>,
    /// The other threads of the search, if there are any.
    member: Option<Member>,
    /// Nodes between two checks, and the time of the last check.
    stride: u64,
    checked_at: Option<Instant>,
    stopped: Option<Stop>,
}

impl Meter {
    pub(crate) fn new(budget: &Budget) -> Self {
        let deadline = budget.deadline_from(Instant::now());
        let watched = deadline.is_some() || budget.stop.is_some() || budget.progress.is_some();
        let checks = watched || budget.nodes.is_some();
        Self {
            credit: if checks { 0 } else { u64::MAX },
            granted: if checks { 0 } else { u64::MAX },
            limit: budget.nodes.unwrap_or(u64::MAX),
            deadline,
            flag: budget.stop.clone(),
            progress: budget.progress.clone(),
            member: None,
            stride: if watched { NODES_BEFORE_FIRST_CHECK } else { u64::MAX },
            checked_at: None,
            stopped: None,
        }
    }

    /// A meter of one of the threads of a search. All of them together may visit the nodes of the budget.
    pub(crate) fn of_member(budget: &Budget, member: Option<Member>) -> Self {
        let meter = Self::new(budget);
        if member.is_none() {
            return meter;
        }
        Self { credit: 0, granted: 0, stride: NODES_BETWEEN_CHECKS_IN_CREW, member, ..meter }
    }

    /// The search is over: gives back what was granted to this thread and not needed.
    pub(crate) fn close(&self) {
        if let Some(member) = &self.member {
            member.give_back(self.credit);
        }
    }

    /// A meter of the time and the flag of a budget only.
    pub(crate) fn clock(budget: &Budget) -> Self {
        Self::new(&Budget { nodes: None, progress: None, ..budget.clone() })
    }

    /// Counts, and limits nothing.
    pub(crate) fn unlimited() -> Self {
        Self::new(&Budget::default())
    }

    /// Pays for one more node. Fails when the budget is spent; then the search has to stop.
    #[inline]
    pub(crate) fn pay(&mut self) -> bool {
        if self.credit == 0 && !self.check() {
            return false;
        }
        self.credit -= 1;
        true
    }

    /// Pays for several nodes at once.
    #[inline]
    pub(crate) fn pay_for(&mut self, mut nodes: u64) -> bool {
        while nodes > self.credit {
            nodes -= std::mem::take(&mut self.credit);
            if !self.check() {
                return false;
            }
        }
        self.credit -= nodes;
        true
    }

    #[cold]
    fn check(&mut self) -> bool {
        if let Some(member) = &self.member
            && member.is_finished()
        {
            self.stopped = Some(Stop::Flag);
            return false;
        }
        self.stopped = if self.granted >= self.limit {
            Some(Stop::Nodes)
        } else if self.flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            Some(Stop::Flag)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Stop::Time)
        } else {
            self.credit = match &self.member {
                Some(member) => member.grant(self.stride, self.limit),
                None => {
                    self.adapt_stride();
                    self.stride.min(self.limit - self.granted)
                }
            };
            self.granted += self.credit;
            if let Some(progress) = &self.progress {
                progress.nodes.fetch_add(self.credit, Ordering::Relaxed);
            }
            (self.credit == 0).then_some(Stop::Nodes)
        };
        self.stopped.is_none()
    }

    /// Checks more often in a slow game, and less often in a fast one.
    fn adapt_stride(&mut self) {
        if self.stride == u64::MAX {
            return;
        }
        let now = Instant::now();
        let Some(before) = self.checked_at.replace(now) else { return };
        let since = now.duration_since(before);
        if since > CHECK_INTERVAL {
            self.stride = (self.stride / 2).max(1);
        } else if since < CHECK_INTERVAL / 4 {
            self.stride = (self.stride * 2).min(MAX_NODES_BETWEEN_CHECKS);
        }
    }

    /// Reports that a move of the root is done.
    pub(crate) fn move_done(&self) {
        let reports = self.member.as_ref().is_none_or(|member| member.reports);
        if let Some(progress) = self.progress.as_ref().filter(|_| reports) {
            progress.moves.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Reports that a level is completed. The count of root moves starts again.
    pub(crate) fn level_done(&self, depth: usize) {
        if let Some(progress) = &self.progress {
            progress.level.store(depth, Ordering::Relaxed);
            progress.moves.store(0, Ordering::Relaxed);
        }
    }

    /// Nodes paid for so far.
    #[inline]
    pub(crate) fn nodes(&self) -> u64 {
        self.granted - self.credit
    }

    /// Stops a part of the search, until it is resumed.
    pub(crate) fn suspend(&mut self) {
        self.stopped = Some(Stop::Flag);
    }

    /// Goes on after a part of the search was stopped.
    pub(crate) fn resume(&mut self) {
        self.stopped = None;
    }

    /// Why the search has to stop, if it has to.
    #[inline]
    pub(crate) fn stopped(&self) -> Option<Stop> {
        self.stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_that_share_a_budget_share_its_deadline() {
        let started = Budget { time: Some(Duration::from_secs(3600)), ..Budget::default() }.started();
        assert!(started.time.is_none());
        assert_eq!(started.started().deadline, started.deadline, "it begins once");
        assert!(Meter::new(&started).pay());
        // An hour for itself is of no use to a search whose deadline is over.
        let over = Budget { time: started.time, deadline: Some(Instant::now()), ..started.clone() };
        let mut meter = Meter::new(&Budget { time: Some(Duration::from_secs(3600)), ..over });
        assert!(!meter.pay());
        assert_eq!(meter.stopped(), Some(Stop::Time));
        assert!(Budget::default().started().deadline.is_none());
        // Half of an hour that begins now or has begun.
        for budget in [started.clone(), Budget { time: Some(Duration::from_secs(3600)), ..Budget::default() }] {
            let left = budget.half().deadline.unwrap() - Instant::now();
            assert!(
                left < Duration::from_secs(1801) && left > Duration::from_secs(1700) && budget.half().time.is_none()
            );
        }
        assert_eq!(Budget { nodes: Some(7), ..Budget::default() }.half().nodes, Some(3));
    }

    #[test]
    fn several_nodes_cost_as_much_as_each_of_them() {
        let mut meter = Meter::new(&Budget { nodes: Some(10), ..Budget::default() });
        assert!(meter.pay_for(4) && meter.pay_for(6) && !meter.pay_for(1));
        assert_eq!(meter.stopped(), Some(Stop::Nodes));
    }
}
