//! How many threads, as the options have it.

use std::num::NonZeroUsize;

/// Reads a number of threads.
pub(crate) fn read(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "a whole number from 1 on is needed".to_owned())
}
