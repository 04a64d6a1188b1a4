//! A part of a table with its own chains, blocks and clock hand.

use super::block::{Block, SIZE, Slot};
use super::branches::{Home, Reading};
use super::{Memo, Record, Statistics};

/// The most blocks that are read for one position. What lies behind them in a chain is never found.
const LONGEST_CHAIN: usize = 512;

/// Blocks per chain. With fewer, more blocks stay half empty; with more, there is more to read.
const BLOCKS_PER_CHAIN: usize = 2;

/// Plies of search depth for one more chance to be passed over.
const PLIES_PER_CHANCE: u16 = 6;

/// The most chances of a result.
pub(super) const MOST_CHANCES: u8 = 3;

/// How many blocks of a chain are looked at for room, from the newest on. Until the clock hand passes, there is room only in
/// the first.
const MOST_FILLED_UP: usize = 4;

/// No block. Blocks are counted from 1, so an empty chain is zero, and zeroed memory costs nothing.
pub(super) const NONE: u32 = 0;

/// A part of a table. What a lookup needs comes first, beside the lock in front of it, so that it is on one cache line.
#[derive(Clone, Debug)]
#[repr(C)]
pub(crate) struct Shard<E> {
    /// The blocks taken so far. Memory that no search has needed yet is only reserved.
    blocks: Vec<Block<E>>,
    /// The first block of every chain.
    chains: Box<[u32]>,
    /// How many shards the table has.
    shards: u64,
    pub(super) statistics: Statistics,
    /// The most blocks.
    most: usize,
    /// Results per block; fewer than a block holds only in a table smaller than a block.
    per_block: usize,
    /// The next block of the clock hand.
    hand: usize,
    /// The first of the blocks that were taken and are empty now, each of which points to the next.
    spare: u32,
    /// The least depth ever stored.
    shallowest: u16,
}

impl<E: Copy + Default> Shard<E> {
    /// What a block takes, with its share of the chains.
    pub(super) const BYTES_PER_BLOCK: usize = size_of::<Block<E>>() + size_of::<u32>().div_ceil(BLOCKS_PER_CHAIN);

    /// One of several shards, for `slots` positions.
    pub(super) fn new(slots: usize, shards: usize) -> Self {
        let most = (slots / SIZE).clamp(1, u32::MAX as usize);
        Self {
            shards: shards as u64,
            blocks: Vec::with_capacity(most),
            most,
            per_block: slots.clamp(1, SIZE),
            chains: vec![NONE; most.div_ceil(BLOCKS_PER_CHAIN)].into(),
            hand: 0,
            spare: NONE,
            shallowest: u16::MAX,
            statistics: Statistics::default(),
        }
    }

    #[cfg(test)]
    pub(super) fn chains(&self) -> usize {
        self.chains.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.most * size_of::<Block<E>>() + size_of_val(&self.chains[..])
    }

    pub(super) fn clear(&mut self) {
        self.blocks.clear();
        self.chains.fill(NONE);
        (self.hand, self.spare, self.shallowest) = (0, NONE, u16::MAX);
    }

    pub(crate) fn count_hit(&mut self) {
        self.statistics.hits += 1;
    }

    /// The chain of a key.
    #[inline]
    pub(super) fn chain(&self, key: u128) -> usize {
        // The same product has chosen the shard by what is above these bits.
        self.chain_at(((key >> 64) as u64).wrapping_mul(self.shards))
    }

    /// The chain at a place that is given as a fraction of 2^64.
    #[inline]
    pub(super) fn chain_at(&self, fraction: u64) -> usize {
        ((u128::from(fraction) * self.chains.len() as u128) >> 64) as usize
    }

    /// What points to the first block of a chain.
    #[inline]
    pub(super) fn first(&self, chain: usize) -> u32 {
        self.chains[chain]
    }

    /// The block that a link points to.
    #[inline]
    pub(super) fn block(&self, link: u32) -> Option<&Block<E>> {
        self.blocks.get((link as usize).checked_sub(1)?)
    }

    /// The same, to change it.
    #[inline]
    pub(super) fn block_mut(&mut self, link: u32) -> Option<&mut Block<E>> {
        self.blocks.get_mut((link as usize).checked_sub(1)?)
    }

    /// The blocks of a chain, from the newest on, each with what points to it.
    #[inline]
    pub(super) fn links(&self, chain: usize) -> impl Iterator<Item = (u32, &Block<E>)> {
        let mut next = self.first(chain);
        std::iter::from_fn(move || {
            let link = next;
            let block = self.block(link)?;
            next = block.next;
            Some((link, block))
        })
        .take(LONGEST_CHAIN)
    }

    /// Everything known about a position, with the parts of the detail that it rests on. It begins with the newest, if the
    /// chain has no branches.
    #[inline]
    pub(crate) fn probe(&mut self, memo: &Memo) -> impl Iterator<Item = (u64, &Record<E>)> {
        self.statistics.probes += 1;
        self.reading(memo).flat_map(move |(block, check)| {
            block.holding(check, memo).map(move |place| (block.mask(place), block.record(place)))
        })
    }

    /// The blocks that are read for a position, each with what it is filed under there.
    #[inline]
    fn reading<'s>(&'s self, memo: &Memo) -> impl Iterator<Item = (&'s Block<E>, u64)> {
        Reading::new(self, memo).take(LONGEST_CHAIN)
    }

    /// Stores what was proved about a position, resting on the parts `mask` of its detail. `merge` combines it with an
    /// older result of the same position. If nothing was known about the position when it was looked up, there is none
    /// (`may_be_known`), and the chain is not read once more. Another thread may have stored one since; then both are
    /// there, and both are true.
    #[inline]
    pub(crate) fn store(
        &mut self,
        memo: &Memo,
        mask: u64,
        record: Record<E>,
        may_be_known: bool,
        merge: impl FnOnce(&Record<E>, Record<E>) -> Record<E>,
    ) {
        self.statistics.stores += 1;
        self.shallowest = self.shallowest.min(record.depth);
        let chances = ((record.depth - self.shallowest) / PLIES_PER_CHANCE).min(MOST_CHANCES.into()) as u8;
        let detail = memo.detail.map(|word| word & mask);
        let home = self.home(memo, mask);
        let slot = Slot { check: home.check, mask, detail, record, chances };
        let same = if may_be_known {
            self.links(home.chain).find_map(|(link, block)| Some((link, block.same(&slot)?)))
        } else {
            None
        };
        if let Some((link, place)) = same {
            let block = &mut self.blocks[link as usize - 1];
            block.renew(place, merge(block.record(place), record), chances);
            return;
        }
        match self.roomy(home.chain) {
            Some(link) => self.blocks[link as usize - 1].push(slot),
            None => self.store_with_new_block(home, slot),
        }
    }

    /// Stores a slot in a chain that has no room, or in one of its branches if it is long.
    #[cold]
    fn store_with_new_block(&mut self, home: Home, slot: Slot<E>) {
        if self.divides(home) {
            self.file_behind(home, slot);
        } else {
            self.file(home.chain, slot);
        }
    }

    /// Stores a slot that is not there yet in this chain.
    pub(super) fn file(&mut self, chain: usize, slot: Slot<E>) {
        let link = self.roomy(chain).unwrap_or_else(|| self.new_block(chain));
        self.blocks[link as usize - 1].push(slot);
    }

    /// A block of a chain that has room.
    #[inline]
    fn roomy(&self, chain: usize) -> Option<u32> {
        let mut newest = self.links(chain).take(MOST_FILLED_UP);
        newest.find(|(_, block)| block.taken() < self.per_block && !block.is_signpost()).map(|(link, _)| link)
    }

    /// An empty block at the head of a chain, or behind its signpost.
    fn new_block(&mut self, chain: usize) -> u32 {
        let link = self.free_block();
        let next = match self.signpost(chain) {
            Some(signpost) => std::mem::replace(&mut signpost.next, link),
            None => std::mem::replace(&mut self.chains[chain], link),
        };
        self.put(link, Block::new(chain as u32, next));
        link
    }

    /// Puts a signpost without branches at the head of a chain.
    pub(super) fn new_signpost(&mut self, chain: usize) {
        let link = self.free_block();
        let next = std::mem::replace(&mut self.chains[chain], link);
        self.put(link, Block::signpost(chain as u32, next));
    }

    /// Puts a block where [`free_block`](Self::free_block) found room.
    fn put(&mut self, link: u32, block: Block<E>) {
        match self.block_mut(link) {
            Some(old) => *old = block,
            None => self.blocks.push(block),
        }
    }

    /// Takes a block out of its chain, for later.
    pub(super) fn release(&mut self, link: u32) {
        self.unlink(link);
        let spare = std::mem::replace(&mut self.spare, link);
        self.put(link, Block::new(0, spare));
    }

    /// A free block: one that was released or never taken, or the first that the clock hand empties.
    fn free_block(&mut self) -> u32 {
        if let Some(block) = self.block(self.spare) {
            let next = block.next;
            return std::mem::replace(&mut self.spare, next);
        }
        if self.blocks.len() < self.most {
            return self.blocks.len() as u32 + 1;
        }
        loop {
            let link = self.hand as u32 + 1;
            let block = &mut self.blocks[self.hand];
            self.hand = (self.hand + 1) % self.most;
            let removed = block.pass();
            if !block.is_signpost() {
                self.statistics.replaced += removed as u64;
            }
            if block.taken() == 0 {
                self.unlink(link);
                return link;
            }
        }
    }

    /// Takes a block out of its chain.
    fn unlink(&mut self, link: u32) {
        let block = &self.blocks[link as usize - 1];
        let (chain, next) = (block.chain as usize, block.next);
        *self.links_to(chain, link) = next;
    }

    /// What points to the block `link` of a chain.
    fn links_to(&mut self, chain: usize, link: u32) -> &mut u32 {
        let mut before = None;
        let mut at = self.chains[chain];
        while at != link {
            before = Some(at);
            at = self.blocks[at as usize - 1].next;
        }
        match before {
            None => &mut self.chains[chain],
            Some(before) => &mut self.blocks[before as usize - 1].next,
        }
    }
}
