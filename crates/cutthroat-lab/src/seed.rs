//! Seeds derived from one seed.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// 48 bits, so that every program that reads a result can hold a seed.
fn drawn(seed: u64, stream: u64) -> u64 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(stream);
    rng.next_u64() >> 16
}

/// The seed by which the deal with this number is drawn.
pub(crate) fn of_deal(seed: u64, deal: u64) -> u64 {
    drawn(seed, 2 * deal)
}

/// The seed of all random choices in the game with this number.
pub(crate) fn of_game(seed: u64, id: u64) -> u64 {
    drawn(seed, 2 * id + 1)
}
