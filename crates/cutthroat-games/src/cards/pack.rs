//! The pack, shuffled.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::card::{Card, Cards};

/// The cards of `pack` in an order that depends on `seed` and nothing else.
#[must_use]
pub fn shuffled(pack: Cards, seed: u64) -> Vec<Card> {
    let mut cards: Vec<Card> = pack.iter().collect();
    cards.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    cards
}
