//! How many threads work.

use std::num::NonZeroUsize;

use crate::error::LabError;

/// The most threads per core that are useful.
pub const MOST_PER_CORE: usize = 4;

/// As many threads as there are cores, or as many as were asked for: but not more than [`MOST_PER_CORE`] for each core, nor
/// than there are tasks. No result depends on how many there are.
#[must_use]
pub fn useful(asked: Option<NonZeroUsize>, tasks: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    asked.map_or(cores, NonZeroUsize::get).min(MOST_PER_CORE * cores).min(tasks).max(1)
}

/// A pool of the [`useful`] threads.
///
/// # Errors
/// When they cannot be started.
pub fn pool(asked: Option<NonZeroUsize>, tasks: usize) -> Result<rayon::ThreadPool, LabError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(useful(asked, tasks)).build();
    pool.map_err(|error| LabError::Threads(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_than_are_useful() {
        let cores = std::thread::available_parallelism().unwrap().get();
        assert_eq!(useful(None, usize::MAX), cores);
        assert_eq!(useful(NonZeroUsize::new(100_000), usize::MAX), MOST_PER_CORE * cores);
        assert_eq!(useful(NonZeroUsize::new(100_000), 3), 3);
        assert_eq!(useful(NonZeroUsize::new(1), 0), 1);
        assert_eq!(pool(NonZeroUsize::new(usize::MAX), 2).unwrap().current_num_threads(), 2);
    }
}
