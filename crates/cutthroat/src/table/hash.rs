//! The hash of positions, and how often it may fail.

use std::hash::Hasher;

/// Two 64-bit hashes of the same words, mixed by different multipliers.
///
/// A [table](super::Table) selects the chain by one half and compares the other half in full with every result of that
/// chain. So another position is mistaken for the one asked about only if 64 bits agree by chance: once in 2^64, about
/// 1.8 * 10^19, comparisons. A lookup compares 16 results on average if the table is full and each position has its own
/// key, and 4,096 at the most. A search of a billion lookups has a false match once in a billion such searches on
/// average, and once in four million at the worst. Answers are called exact in this sense; a search without a table has
/// no such risk.
#[derive(Clone, Copy, Debug)]
pub struct WideHasher {
    one: u64,
    other: u64,
}

impl Default for WideHasher {
    fn default() -> Self {
        Self { one: 0x243f_6a88_85a3_08d3, other: 0x1319_8a2e_0370_7344 }
    }
}

/// The product of two words with its halves folded together: every bit of either changes about half of the result.
#[inline]
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// The key of a branch: of what positions with the same key have in common if they agree in the parts `places` of
/// their detail. The first number selects its chain, the second is compared, as the two halves of a key.
#[inline]
pub(super) const fn of_branch(check: u64, detail: [u64; 2], places: u64) -> (u64, u64) {
    let one = fold(check ^ (detail[0] & places), 0x9e37_79b9_7f4a_7c15);
    let other = fold(check.rotate_left(32) ^ (detail[1] & places), 0xd1b5_4a32_d192_ed03);
    let both = fold(one ^ places, 0xa076_1d64_78bd_642f).wrapping_add(other);
    (
        fold(both, 0xe703_7ed1_a0b4_28db),
        fold(one ^ other.rotate_left(23) ^ places.rotate_left(7), 0x8ebc_6af0_9c88_c6e3) ^ both,
    )
}

impl WideHasher {
    /// Adds one more word.
    #[inline]
    pub fn add(&mut self, word: u64) {
        self.one = fold(self.one ^ word, 0x9e37_79b9_7f4a_7c15);
        self.other = fold(self.other.rotate_left(23) ^ word, 0xd1b5_4a32_d192_ed03).wrapping_add(word);
    }

    /// Both hashes.
    #[inline]
    #[must_use]
    pub fn wide(&self) -> u128 {
        let one = fold(self.one ^ self.other.rotate_left(32), 0xa076_1d64_78bd_642f);
        u128::from(one) << 64 | u128::from(fold(self.other, 0xe703_7ed1_a0b4_28db) ^ self.one)
    }
}

impl Hasher for WideHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.add(word.into());
    }

    fn write_u16(&mut self, word: u16) {
        self.add(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.add(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    fn finish(&self) -> u64 {
        self.wide() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &[u64]) -> u128 {
        let mut hasher = WideHasher::default();
        words.iter().for_each(|&word| hasher.add(word));
        hasher.wide()
    }

    #[test]
    fn neither_half_repeats_on_a_million_small_words() {
        let hashes: Vec<u128> = (0..1_000_000).map(|word| of(&[word % 1000, word / 1000])).collect();
        for shift in [0, 64] {
            let mut halves: Vec<u64> = hashes.iter().map(|hash| (hash >> shift) as u64).collect();
            halves.sort_unstable();
            halves.dedup();
            assert_eq!(halves.len(), hashes.len());
        }
    }

    #[test]
    fn the_order_of_words_matters() {
        assert_ne!(of(&[1, 2]), of(&[2, 1]));
        assert_ne!(of(&[0, 0]), of(&[0]));
    }
}
