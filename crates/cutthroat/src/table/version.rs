//! How readers notice that something changes while they read it: a sequence lock (Lameter 2005, Boehm 2012).
//!
//! Readers take no lock and write nothing, so they do not slow each other down. What they read beside a version is made of
//! atomic numbers, so it is never half of a number; the version tells whether all of it belongs together. `bench/model` checks
//! this file with every order of events that the memory model allows.

use super::atomic::{AtomicU64, Ordering, fence};

/// The bits of a version that its owner uses. Those above count changes.
pub(super) const NOTE: u64 = (1 << 24) - 1;

/// Half a change: the count is odd while there is one.
const HALF: u64 = NOTE + 1;

/// A word that counts the changes of what lies beside it, with a note of its owner in the lower bits. The count repeats
/// after 2^39 changes.
#[derive(Clone, Copy)]
pub(super) struct Version<'t>(pub(super) &'t AtomicU64);

impl Version<'_> {
    /// What to compare with after reading; nothing while there is a change.
    #[inline]
    pub(super) fn before_reading(self) -> Option<u64> {
        let word = self.0.load(Ordering::Acquire);
        (word & HALF == 0).then_some(word)
    }

    /// Whether all that was read since [`before_reading`](Self::before_reading) belongs together.
    #[inline]
    pub(super) fn is_still(self, word: u64) -> bool {
        // A thread that has read a part of a change sees here that the change has begun.
        fence(Ordering::Acquire);
        self.0.load(Ordering::Relaxed) == word
    }

    /// The note, for the only thread that may change it.
    #[inline]
    pub(super) fn note(self) -> u64 {
        self.0.load(Ordering::Relaxed) & NOTE
    }

    /// Changes what lies beside the version, and the note. Only one thread at a time may do so.
    #[inline]
    pub(super) fn change(self, note: u64, change: impl FnOnce()) {
        let during = self.0.load(Ordering::Relaxed) | HALF;
        self.0.store(during, Ordering::Relaxed);
        fence(Ordering::Release);
        change();
        self.0.store((during & !NOTE).wrapping_add(HALF) | note, Ordering::Release);
    }
}
