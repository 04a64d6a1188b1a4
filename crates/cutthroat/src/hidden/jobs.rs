//! Searches of worlds, on one thread or several, with the same result.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::budget::{Budget, Meter, Stop};
use crate::search::SearchError;

/// Jobs that do not depend on each other, done in any order. What counts is the result of the first ones, up to the first
/// that cannot be paid for.
pub(super) struct Jobs<'b, T> {
    state: Mutex<Progress<T>>,
    number: usize,
    /// The clock and the flag, and the nodes that all jobs share; a share of its own is up to the job.
    budget: &'b Budget,
}

/// How many nodes a job is taken to cost, to look at the clock often enough.
const NODES_OF_A_JOB: u64 = 64;

struct Progress<T> {
    next: usize,
    done: Vec<Option<Result<Done<T>, SearchError>>>,
    /// How many jobs are done of which all earlier ones are, and what they cost.
    settled: usize,
    spent: u64,
    /// Whether one of those failed, or they cost too much.
    closed: bool,
}

/// The result of a job, and its cost.
pub(super) struct Done<T> {
    pub(super) result: T,
    pub(super) nodes: u64,
}

/// Does the job with a number, within a budget.
pub(super) type Job<'j, T> = &'j mut dyn FnMut(usize, &Budget) -> Result<Done<T>, SearchError>;

/// The results of the first jobs, what they cost, and why there are no more.
pub(super) struct Results<T> {
    pub(super) results: Vec<T>,
    pub(super) nodes: u64,
    pub(super) stopped: Option<Stop>,
}

impl<'b, T> Jobs<'b, T> {
    /// So many jobs, which may cost `budget` together.
    pub(super) fn new(number: usize, budget: &'b Budget) -> Self {
        let done = std::iter::repeat_with(|| None).take(number).collect();
        Self { state: Mutex::new(Progress { next: 0, done, settled: 0, spent: 0, closed: false }), number, budget }
    }

    fn locked(&self) -> MutexGuard<'_, Progress<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does jobs until there are none left, on any number of threads at once. A job is given its number and a budget; the
    /// nodes of that are at least as many as it would have if all were done one after the other.
    pub(super) fn work(&self, job: Job<'_, T>) {
        // A job looks at the clock and the flag only if it is long enough.
        let mut clock = Meter::clock(self.budget);
        loop {
            let (number, nodes) = {
                let mut state = self.locked();
                if state.closed || state.next == self.number {
                    return;
                }
                state.next += 1;
                (state.next - 1, self.budget.nodes.map(|most| most.saturating_sub(state.spent)))
            };
            let done = if clock.pay_for(NODES_OF_A_JOB) {
                job(number, &Budget { nodes, ..self.budget.clone() })
            } else {
                Err(SearchError::Stopped(clock.stopped().unwrap_or(Stop::Time)))
            };
            self.settle(number, done);
        }
    }

    fn settle(&self, number: usize, done: Result<Done<T>, SearchError>) {
        let mut guard = self.locked();
        let state = &mut *guard;
        state.done[number] = Some(done);
        while let Some(Some(done)) = state.done.get(state.settled).filter(|_| !state.closed) {
            let spent = done.as_ref().ok().map(|done| state.spent + done.nodes);
            match spent.filter(|&spent| self.budget.nodes.is_none_or(|most| spent <= most)) {
                Some(spent) => (state.spent, state.settled) = (spent, state.settled + 1),
                None => state.closed = true,
            }
        }
    }

    /// What was found.
    ///
    /// # Errors
    /// When a job failed for another reason than its cost.
    pub(super) fn finish(self) -> Result<Results<T>, SearchError> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut done = state.done.into_iter();
        let results = done.by_ref().take(state.settled).flatten().flatten().map(|done| done.result).collect();
        let stopped = match done.next().flatten() {
            None => None,
            Some(Err(SearchError::Stopped(stop))) => Some(stop),
            Some(Err(error)) => return Err(error),
            // It was done, but it cost more than was left.
            Some(Ok(_)) => Some(Stop::Nodes),
        };
        Ok(Results { results, nodes: state.spent, stopped })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Jobs of some cost, done by several threads.
    fn done(costs: &[u64], nodes: Option<u64>, threads: usize) -> (Vec<usize>, u64, Option<Stop>) {
        let budget = Budget { nodes, ..Budget::default() };
        let jobs = Jobs::new(costs.len(), &budget);
        let work = || {
            jobs.work(&mut |number, budget: &Budget| {
                if budget.nodes.is_some_and(|most| costs[number] > most) {
                    return Err(SearchError::Stopped(Stop::Nodes));
                }
                Ok(Done { result: number, nodes: costs[number] })
            });
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        let Results { results, nodes, stopped } = jobs.finish().unwrap();
        (results, nodes, stopped)
    }

    #[test]
    fn the_first_jobs_that_can_be_paid_for_count_on_any_number_of_threads() {
        let costs: Vec<u64> = (0..200).map(|number| number * 7 % 13).collect();
        for most in [0, 5, 50, 333, 900, 1_199, 5_000] {
            let mut sum = 0;
            let affordable = costs.iter().take_while(|&&cost| {
                sum += cost;
                sum <= most
            });
            let affordable = affordable.count();
            for threads in [1, 2, 7] {
                let (results, nodes, stopped) = done(&costs, Some(most), threads);
                assert_eq!(results, (0..affordable).collect::<Vec<_>>(), "{most} nodes, {threads} threads");
                assert_eq!(nodes, costs[..affordable].iter().sum::<u64>());
                assert_eq!(stopped, (affordable < costs.len()).then_some(Stop::Nodes));
            }
        }
        assert_eq!(done(&costs, None, 3).0.len(), 200);
    }
}
