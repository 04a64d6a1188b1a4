//! What identifies a position in a table.

use std::hash::Hash;

use super::Remaining;
use super::hash::WideHasher;
use crate::payoff::Payoff;

/// What identifies a position in a table: everything its value depends on, as the evaluation sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memo {
    /// A hash of everything that must be the same.
    pub key: u128,
    /// What must be the same only where it is relevant. [`Partition::mask`](crate::Partition::mask) gives those bits,
    /// the same for both words. Empty in most games.
    pub detail: [u64; 2],
    /// What has been counted already, if the value of the rest does not depend on it: values are stored without it.
    pub base: Payoff,
}

impl Memo {
    /// The memo of a position whose value depends on all of it.
    #[inline]
    #[must_use]
    pub fn of(state: &impl Hash) -> Self {
        let mut hasher = WideHasher::default();
        state.hash(&mut hasher);
        Self { key: hasher.wide(), detail: [0; 2], base: Payoff::ZERO }
    }

    /// The memo as a search uses it: separated from those of other searches by their salt, and with the whole detail in
    /// the key unless parts of it may be left out.
    #[inline]
    fn for_search(mut self, salt: u128, partitions: bool) -> Self {
        // A salt is a hash of a few words, as a key is. It is rotated, so that the two are different functions:
        // otherwise state 3 for root 1 would have the key of state 1 for root 3.
        self.key ^= salt.rotate_left(41);
        if !partitions {
            let mut hasher = WideHasher::default();
            hasher.add(self.key as u64);
            hasher.add((self.key >> 64) as u64);
            hasher.add(self.detail[0]);
            hasher.add(self.detail[1]);
            self = Self { key: hasher.wide(), detail: [0; 2], ..self };
        }
        self
    }
}

/// The names under which a search stores results about one position.
///
/// A result that does not rest on a depth limit is stored under a name that merges positions, if the search partitions.
/// One that rests on a limit also rests on estimates, which may depend on anything. Nothing can be left out of its
/// detail, and many such results under one merged name would make a chain that is long to read and of no use. It is
/// stored under the name of the whole position.
pub(crate) struct Names {
    /// With the detail beside the key where the search partitions.
    pub(crate) merged: Memo,
    /// With the detail in the key; only if a depth limit may be met and the other name is less precise.
    whole: Option<Memo>,
}

impl Names {
    #[inline]
    pub(crate) fn new(memo: &Memo, salt: u128, partitions: bool, remaining: Remaining) -> Self {
        let whole = (partitions && !remaining.to_the_end).then(|| memo.for_search(salt, false));
        Self { merged: memo.for_search(salt, partitions), whole }
    }

    /// All names, the more precise first.
    #[inline]
    pub(crate) fn all(&self) -> impl Iterator<Item = &Memo> {
        self.whole.iter().chain([&self.merged])
    }

    /// The name and the mask for a result that rests on `mask` and may be `complete`.
    #[inline]
    pub(crate) fn of_result(&self, mask: u64, complete: bool) -> (&Memo, u64) {
        match &self.whole {
            Some(whole) if !complete => (whole, u64::MAX),
            _ => (&self.merged, mask),
        }
    }
}
