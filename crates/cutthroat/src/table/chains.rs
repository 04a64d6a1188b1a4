//! All blocks of a table, in chains that any thread can read.

use std::sync::atomic::{AtomicU32, Ordering};

use bytemuck::allocation::zeroed_slice_box;

use super::Record;
use super::block::{Block, SIZE};
use super::branches::Reading;
use super::memo::Memo;
use super::proof::Entry;

/// The most blocks that are read for one position. What lies behind them in a chain is never found.
pub(super) const LONGEST_CHAIN: usize = 512;

/// Blocks per chain. With fewer, more blocks stay half empty; with more, there is more to read.
const BLOCKS_PER_CHAIN: usize = 2;

/// No block. Blocks are counted from 1, so an empty chain is zero, and zeroed memory costs nothing.
pub(super) const NONE: u32 = 0;

/// The most blocks of a table, so that a link can point to each.
const MOST_BLOCKS: usize = u32::MAX as usize - 1;

/// The blocks and chains of a table, which are divided evenly between its shards. Readers need to know no shard.
///
/// Memory that no search has needed yet is only reserved. That is why there is one piece of it, and not one for each shard: only large
/// pieces come from the system as zeroes; small ones would have to be filled.
#[derive(Debug)]
pub(super) struct Chains<E: Entry> {
    blocks: Box<[Block<E>]>,
    /// The first block of every chain.
    firsts: Box<[AtomicU32]>,
    chains_per_shard: usize,
    pub(super) blocks_per_shard: usize,
}

impl<E: Entry> Chains<E> {
    /// What a block takes, with its share of the chains.
    pub(super) const BYTES_PER_BLOCK: usize = size_of::<Block<E>>() + size_of::<u32>().div_ceil(BLOCKS_PER_CHAIN);

    /// Room for about `slots` positions in so many shards.
    pub(super) fn new(slots: usize, shards: usize) -> Self {
        let blocks_per_shard = (slots / shards / SIZE).clamp(1, MOST_BLOCKS / shards);
        let chains_per_shard = blocks_per_shard.div_ceil(BLOCKS_PER_CHAIN);
        Self {
            blocks: zeroed_slice_box(blocks_per_shard * shards),
            // Written at once, since all of it is read: a page that is read before it is written to is given twice by the system.
            firsts: (0..chains_per_shard * shards).map(|_| AtomicU32::new(NONE)).collect(),
            chains_per_shard,
            blocks_per_shard,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.blocks[..]) + size_of_val(&self.firsts[..])
    }

    /// Empties all chains. Blocks are emptied when they are taken.
    pub(super) fn clear(&mut self) {
        self.firsts.iter_mut().for_each(|first| *first.get_mut() = NONE);
    }

    /// The chain of a key.
    #[inline]
    pub(super) fn of_key(&self, key: u128) -> usize {
        (((key >> 64) * self.firsts.len() as u128) >> 64) as usize
    }

    /// The shard that a chain belongs to.
    #[inline]
    pub(super) fn shard(&self, chain: usize) -> usize {
        chain / self.chains_per_shard
    }

    /// A chain of the same shard, at a place that is given as a fraction of 2^64.
    pub(super) fn in_shard_of(&self, chain: usize, fraction: u64) -> usize {
        let within = (u128::from(fraction) * self.chains_per_shard as u128) >> 64;
        self.shard(chain) * self.chains_per_shard + within as usize
    }

    /// What points to the first block of a chain.
    #[inline]
    pub(super) fn first(&self, chain: usize) -> u32 {
        self.firsts[chain].load(Ordering::Relaxed)
    }

    /// Has another block be the first of a chain.
    #[inline]
    pub(super) fn set_first(&self, chain: usize, link: u32) {
        self.firsts[chain].store(link, Ordering::Relaxed);
    }

    /// The block that a link points to.
    #[inline]
    pub(super) fn block(&self, link: u32) -> Option<&Block<E>> {
        self.blocks.get((link as usize).wrapping_sub(1))
    }

    /// How many chains begin with a signpost.
    #[cfg(test)]
    pub(super) fn signposts(&self) -> usize {
        let firsts = (0..self.firsts.len()).filter_map(|chain| self.block(self.first(chain)));
        firsts.filter(|block| block.is_signpost()).count()
    }

    /// Everything known about a position, with the parts of the detail that it rests on. It begins with the newest, if the
    /// chain has no branches. What another thread is changing just now is left out.
    #[inline]
    pub(super) fn probe(&self, memo: &Memo) -> impl Iterator<Item = (u64, Record<E>)> {
        let blocks = Reading::new(self, memo).take(LONGEST_CHAIN);
        blocks.flat_map(move |(block, check)| block.holding(check, memo))
    }
}
