//! What a position is remembered by.

use std::hash::Hash;

use super::hash::WideHasher;
use crate::payoff::Payoff;

/// What a position is remembered by: everything its value depends on, as the evaluation sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memo {
    /// A hash of all that must be the same.
    pub key: u128,
    /// What need only be the same where it mattered. [`Game::mask`](crate::Game::mask) says which bits those are, the
    /// same for both words. Nothing, in most games.
    pub detail: [u64; 2],
    /// What has been counted already, where the value of what is to come does not depend on it: values are stored
    /// without it.
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

    /// The memo as a search uses it: apart from those of other searches by their salt, and with all of the detail in the
    /// key unless parts of it may be left out.
    #[inline]
    pub(crate) fn for_search(mut self, salt: u128, partitions: bool) -> Self {
        self.key ^= salt;
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
