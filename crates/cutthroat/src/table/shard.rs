//! A part of a table with its own chains, blocks and clock hand.

use super::block::{Block, SIZE, Slot};
use super::{Memo, Record, Statistics};

/// The most blocks that are read for one position. What lies behind them in a chain is never found.
const LONGEST_CHAIN: usize = 512;

/// Blocks per chain. With fewer, more blocks stay half empty; with more, there is more to read.
const BLOCKS_PER_CHAIN: usize = 2;

/// Plies of search depth for one more chance to be passed over.
const PLIES_PER_CHANCE: u16 = 6;

/// The most chances of a result.
const MOST_CHANCES: u16 = 3;

/// How many blocks of a chain are looked at for room, from the newest on. Until the clock hand passes, there is room only in
/// the first.
const MOST_FILLED_UP: usize = 4;

/// No block. Blocks are counted from 1, so an empty chain is zero, and zeroed memory costs nothing.
const NONE: u32 = 0;

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
            shallowest: u16::MAX,
            statistics: Statistics::default(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.most * size_of::<Block<E>>() + size_of_val(&self.chains[..])
    }

    pub(super) fn clear(&mut self) {
        self.blocks.clear();
        self.chains.fill(NONE);
        (self.hand, self.shallowest) = (0, u16::MAX);
    }

    pub(crate) fn count_hit(&mut self) {
        self.statistics.hits += 1;
    }

    #[inline]
    fn chain(&self, key: u128) -> usize {
        // The same product has chosen the shard by what is above these bits.
        let within = ((key >> 64) as u64).wrapping_mul(self.shards);
        ((u128::from(within) * self.chains.len() as u128) >> 64) as usize
    }

    /// The blocks of a chain, from the newest on, each with what points to it.
    #[inline]
    fn links(&self, chain: usize) -> impl Iterator<Item = (u32, &Block<E>)> {
        let mut next = self.chains[chain];
        std::iter::from_fn(move || {
            let link = next;
            let block = self.blocks.get((link as usize).checked_sub(1)?)?;
            next = block.next;
            Some((link, block))
        })
        .take(LONGEST_CHAIN)
    }

    /// Everything known about a position, from the newest on, with the parts of the detail that it rests on.
    #[inline]
    pub(crate) fn probe(&mut self, memo: &Memo) -> impl Iterator<Item = (u64, &Record<E>)> {
        self.statistics.probes += 1;
        self.links(self.chain(memo.key))
            .flat_map(move |(_, block)| block.holding(memo).map(move |place| (block.mask(place), block.record(place))))
    }

    /// The newest record of a position with the same key, whatever its detail.
    #[inline]
    pub(crate) fn alike(&self, memo: &Memo) -> Option<&Record<E>> {
        self.links(self.chain(memo.key))
            .find_map(|(_, block)| block.of_key(memo.key as u64).next().map(|place| block.record(place)))
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
        let chances = ((record.depth - self.shallowest) / PLIES_PER_CHANCE).min(MOST_CHANCES) as u8;
        let chain = self.chain(memo.key);
        let detail = memo.detail.map(|word| word & mask);
        let slot = Slot { check: memo.key as u64, mask, detail, record, chances };
        let same = if may_be_known {
            self.links(chain).find_map(|(link, block)| Some((link, block.same(&slot)?)))
        } else {
            None
        };
        if let Some((link, place)) = same {
            let block = &mut self.blocks[link as usize - 1];
            block.renew(place, merge(block.record(place), record), chances);
            return;
        }
        let link = self.roomy(chain).unwrap_or_else(|| self.new_block(chain));
        self.blocks[link as usize - 1].push(slot);
    }

    /// A block of a chain that has room.
    #[inline]
    fn roomy(&self, chain: usize) -> Option<u32> {
        let mut newest = self.links(chain).take(MOST_FILLED_UP);
        newest.find(|(_, block)| block.taken() < self.per_block).map(|(link, _)| link)
    }

    /// An empty block at the head of a chain.
    #[cold]
    fn new_block(&mut self, chain: usize) -> u32 {
        let link = self.free_block();
        let next = std::mem::replace(&mut self.chains[chain], link);
        let block = Block::new(chain as u32, next);
        match self.blocks.get_mut(link as usize - 1) {
            Some(old) => *old = block,
            None => self.blocks.push(block),
        }
        link
    }

    /// A free block: one that was never taken, or the first that the clock hand empties.
    fn free_block(&mut self) -> u32 {
        if self.blocks.len() < self.most {
            return self.blocks.len() as u32 + 1;
        }
        loop {
            let link = self.hand as u32 + 1;
            let block = &mut self.blocks[self.hand];
            self.hand = (self.hand + 1) % self.most;
            self.statistics.replaced += block.pass() as u64;
            if block.taken() == 0 {
                let (chain, next) = (block.chain as usize, block.next);
                *self.links_to(chain, link) = next;
                return link;
            }
        }
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
