//! Who may search. Everything that searches runs in a slot: analyses, advice, trees, the players at tables, hints and claims.
//! There are as many slots as `--searches` says, and together they use at most the memory of `--memory`.
//!
//! For those who write a route:
//!
//! ```text
//! let slot = shared.searches.take(mebibytes)?;        // 429 if all are taken, or the memory is
//! let found = slot.run(move |stop| ...).await?;       // on a thread of its own; `stop` is raised when the client leaves
//! events::stream(slot, None, move |events, stop| ...) // the same with a stream of events
//! let slot = shared.searches.wait(mebibytes, &stop)?; // on a thread that may block: waits until a slot is free
//! ```
//!
//! Search tables belong to slots, not to seats: a player is seated when it has a slot, with at most the slot's memory, and
//! leaves its seat, so that its table is freed, before the slot is given back. The slot is given back when the work on its
//! thread has ended, not when the client leaves. A panic in it is a 500, and nothing else ends.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use serde::Serialize;

use crate::error::ApiError;

/// MiB that a search uses beside its table, at the least.
const BESIDE_TABLE: usize = 8;

/// How often somebody who waits for a slot looks whether their client is still there.
const LOOKS_UP: Duration = Duration::from_millis(50);

/// The flag that stops a search.
pub(crate) type Stop = Arc<AtomicBool>;

/// The slots.
#[derive(Clone, Debug)]
pub(crate) struct Searches {
    most: usize,
    memory: usize,
    taken: Arc<Mutex<Taken>>,
    /// Told when a slot is given back.
    freed: Arc<Condvar>,
}

#[derive(Debug, Default)]
struct Taken {
    /// The flags of those that run.
    stops: Vec<Stop>,
    /// The MiB that they may use.
    memory: usize,
    /// Whether the server ends.
    closed: bool,
}

/// How busy the server is.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Busy {
    /// Searches that run.
    searches: usize,
    /// MiB that they may use.
    memory: usize,
}

impl Searches {
    /// So many slots, which together may use so many MiB.
    pub(crate) fn new(most: usize, memory: usize) -> Self {
        Self { most, memory, taken: Arc::default(), freed: Arc::default() }
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        // Nothing that holds it can panic half-way.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A slot for a search with tables of so many MiB.
    pub(crate) fn take(&self, mebibytes: usize) -> Result<Slot, ApiError> {
        self.try_take(&mut self.taken(), mebibytes, &Stop::default())
    }

    /// The same for a search that is stopped by this flag, as soon as there is a slot. The thread is blocked until then, or until
    /// the flag is raised.
    pub(crate) fn wait(&self, mebibytes: usize, stop: &Stop) -> Result<Slot, ApiError> {
        let mut taken = self.taken();
        loop {
            match self.try_take(&mut taken, mebibytes, stop) {
                Err(busy) if busy.status == StatusCode::TOO_MANY_REQUESTS && !taken.stops.is_empty() => {
                    if stop.load(Ordering::Relaxed) {
                        return Err(busy);
                    }
                    taken = self.freed.wait_timeout(taken, LOOKS_UP).unwrap_or_else(PoisonError::into_inner).0;
                }
                taken => return taken,
            }
        }
    }

    fn try_take(&self, taken: &mut Taken, mebibytes: usize, stop: &Stop) -> Result<Slot, ApiError> {
        let mebibytes = mebibytes + BESIDE_TABLE;
        let busy = |why: String| Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, why));
        if taken.closed {
            return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "the server is ending"));
        }
        if taken.stops.len() >= self.most {
            return busy(format!("the server searches for others: at most {} at once (--searches)", self.most));
        }
        if taken.memory + mebibytes > self.memory {
            return busy(format!(
                "this search needs {mebibytes} MiB, and {} of {} are in use (--memory)",
                taken.memory, self.memory
            ));
        }
        taken.stops.push(stop.clone());
        taken.memory += mebibytes;
        Ok(Slot { searches: self.clone(), mebibytes, stop: stop.clone() })
    }

    /// The MiB of a table that fits beside everything else that a search needs.
    pub(crate) fn most_memory(&self) -> usize {
        self.memory.saturating_sub(BESIDE_TABLE)
    }

    /// How busy the server is.
    pub(crate) fn busy(&self) -> Busy {
        let taken = self.taken();
        Busy { searches: taken.stops.len(), memory: taken.memory }
    }

    /// Stops all searches, and allows no more.
    pub(crate) fn close(&self) {
        let mut taken = self.taken();
        taken.closed = true;
        for stop in &taken.stops {
            stop.store(true, Ordering::Relaxed);
        }
        self.freed.notify_all();
    }

    /// Whether nothing is searched.
    pub(crate) fn is_idle(&self) -> bool {
        self.taken().stops.is_empty()
    }
}

/// The right to search. It is given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    searches: Searches,
    mebibytes: usize,
    stop: Stop,
}

impl Slot {
    /// The flag that stops the search: when the client leaves, or the server ends.
    pub(crate) fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Raises the flag after this time, if the slot is still in use.
    pub(crate) fn stop_after(&self, time: Duration) {
        let stop = Arc::downgrade(&self.stop);
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            if let Some(stop) = stop.upgrade() {
                stop.store(true, Ordering::Relaxed);
            }
        });
    }

    /// Does the work on a thread of its own. If the client leaves, the flag is raised.
    pub(crate) async fn run<T, F>(self, work: F) -> Result<T, ApiError>
    where
        T: Send + 'static,
        F: FnOnce(&Stop) -> Result<T, ApiError> + Send + 'static,
    {
        let _raised_when_left = RaisedOnDrop(self.stop());
        let done = tokio::task::spawn_blocking(move || self.run_here(work)).await;
        done.unwrap_or_else(|_| Err(ApiError::failed()))
    }

    /// Does the work on this thread, which may block.
    pub(crate) fn run_here<T>(self, work: impl FnOnce(&Stop) -> Result<T, ApiError>) -> Result<T, ApiError> {
        caught(|| work(&self.stop))
    }
}

/// Does the work; a panic in it is an error.
pub(crate) fn caught<T>(work: impl FnOnce() -> Result<T, ApiError>) -> Result<T, ApiError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(ApiError::failed()))
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut taken = self.searches.taken();
        taken.memory -= self.mebibytes;
        taken.stops.retain(|stop| !Arc::ptr_eq(stop, &self.stop));
        drop(taken);
        self.searches.freed.notify_all();
    }
}

/// Raises a flag when it is dropped: what waits for an answer has this, and is dropped when the client leaves.
#[derive(Debug)]
pub(crate) struct RaisedOnDrop(pub(crate) Stop);

impl Drop for RaisedOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
