//! An order of moves for tests.

use std::hash::BuildHasher as _;

use cutthroat::{Game, MoveOrder};
use rustc_hash::FxBuildHasher;

/// An order that looks random and depends only on the position and this seed.
pub(crate) struct Shuffled(pub(crate) u64);

impl<G: Game> MoveOrder<G> for Shuffled {
    fn arrange(&self, _: &G, state: &G::State, _: &[G::Move], order: &mut [u16]) {
        let mut bits = (FxBuildHasher.hash_one(state) ^ self.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for last in (1..order.len()).rev() {
            bits = (bits ^ (bits >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            order.swap(last, (bits >> 33) as usize % (last + 1));
        }
    }
}
