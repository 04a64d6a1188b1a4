//! Hashing of paths, for trees that are too large to be stored.

/// A 64-bit mixing function (the finaliser of SplitMix64, Steele et al. 2014): every bit of the result depends on
/// every bit of `x`.
#[inline]
pub(crate) const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The hash of the `index`-th child of a node.
#[inline]
pub(crate) const fn child(hash: u64, index: u16) -> u64 {
    mix(hash.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_add((index as u64) << 48 | index as u64))
}
