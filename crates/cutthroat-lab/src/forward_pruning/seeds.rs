//! Random numbers that do not depend on the order of threads.

use cutthroat_games::trees::TernaryKind;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// The random numbers of one sample: its own stream, so that any thread may take it at any time.
pub(super) fn stream(seed: u64, kind: TernaryKind, height: u16, index: usize) -> ChaCha8Rng {
    let kind = match kind {
        TernaryKind::NGame => 1,
        TernaryKind::NGameLike => 2,
        TernaryKind::PGame => 3,
    };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(kind << 56 | u64::from(height) << 48 | index as u64);
    random
}
