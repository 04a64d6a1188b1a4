//! Transposition tables: what is known about positions that can be reached in several ways.
//!
//! A table has a fixed size, and nothing is allocated while it is used. It holds only what was *proved*: for alpha-beta
//! an interval ([`ValueInterval`]), for max^n an exact value or a lower bound for the mover ([`Proof`]). A value that rests
//! on a prune whose top lies above the node is never stored.
//!
//! A position is found by its [`Memo`]. The evaluation writes it, since only the evaluation knows everything that a
//! value depends on. A memo may keep a part out of its key: the *detail*, of which only the parts that were relevant to
//! the proof are compared. This is partition search (Ginsberg 1996): in a trick game the low cards of a suit are
//! usually not relevant, so one entry serves all positions that differ only in them.

mod block;
mod hash;
mod kind;
mod memo;
mod proof;

use crate::search::SearchError;
use block::{Block, SIZE, Slot};
pub use hash::WideHasher;
pub use kind::{NoTable, Partitions, TableKind, WholePositions};
pub use memo::Memo;
pub(crate) use memo::Names;
pub use proof::{Proof, ValueInterval};

/// The most blocks that are read for one position. What lies behind them in a chain is never found.
const LONGEST_CHAIN: usize = 512;

/// Blocks per chain. With fewer, more blocks stay half empty; with more, there is more to read.
const BLOCKS_PER_CHAIN: usize = 2;

/// With fewer plies left than this, a search with a depth limit does not use its table.
const LEAST_PLIES: u16 = 3;

/// Plies of search depth for one more chance to be passed over.
const PLIES_PER_CHANCE: u16 = 6;

/// The most chances of a result.
const MOST_CHANCES: u16 = 3;

/// No block. Blocks are counted from 1, so an empty chain is zero, and zeroed memory costs nothing.
const NONE: u32 = 0;

/// What a search knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Record<E> {
    /// What was proved.
    pub(crate) entry: E,
    /// The greatest number of plies searched below it.
    pub(crate) depth: u16,
    /// Whether all of them ended before the depth limit.
    pub(crate) complete: bool,
    /// The best move, as its place in the reference order.
    pub(crate) best: u16,
}

impl<E> Record<E> {
    /// Whether it holds for a search with this many plies left.
    #[inline]
    pub(crate) fn holds_for(&self, depth: Remaining) -> bool {
        if self.complete {
            depth.to_the_end || depth.plies >= self.depth
        } else {
            !depth.to_the_end && depth.plies == self.depth
        }
    }
}

/// How many plies are left to search at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Remaining {
    pub(crate) plies: u16,
    /// Whether the game is searched to its end. Then the plies only measure the effort.
    pub(crate) to_the_end: bool,
}

impl Remaining {
    /// Whether enough is left for a lookup to cost less than a search. Most nodes of a search with a depth limit are
    /// close to it. A lookup misses the processor's cache and costs as much as several of them.
    #[inline]
    pub(crate) fn are_worth_a_probe(self) -> bool {
        self.to_the_end || self.plies >= LEAST_PLIES
    }
}

/// How a table was used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Positions that were looked up.
    pub probes: u64,
    /// Positions that needed no search because of it.
    pub hits: u64,
    /// Results written.
    pub stores: u64,
    /// Results that were replaced by others.
    pub replaced: u64,
}

/// A transposition table of fixed size.
///
/// Positions with the same key lie in one chain of blocks, the newest first as long as there is room. Partition search
/// keeps many patterns under one key; buckets of a fixed size would lose them while half of the table is empty. When
/// all blocks are taken, a clock hand goes round them from the oldest on, and removes from each what has no chances
/// left, until a block is empty. The deeper a search was, the more chances its result has; storing it again renews
/// them.
///
/// It may be kept from one search to the next, as long as they have the same game and evaluation. The tie-break rule,
/// and the player at the root if values depend on them, are part of the key.
#[derive(Clone, Debug)]
pub struct Table<E> {
    /// The blocks taken so far. Memory that no search has needed yet is only reserved.
    blocks: Vec<Block<E>>,
    /// The most blocks.
    most: usize,
    /// Results per block; fewer than a block holds only in a table smaller than a block.
    per_block: usize,
    /// The first block of every chain.
    chains: Vec<u32>,
    /// The next block of the clock hand.
    hand: usize,
    /// The least depth ever stored.
    shallowest: u16,
    statistics: Statistics,
}

/// The table of a paranoid search.
pub type ScalarTable = Table<ValueInterval>;

/// The table of a max^n search.
pub type VectorTable = Table<Proof>;

impl<E: Copy + Default> Table<E> {
    /// A table of at most `mebibytes`, but large enough for one result.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        let chain = size_of::<u32>().div_ceil(BLOCKS_PER_CHAIN);
        Self::with_slots((mebibytes << 20) / (size_of::<Block<E>>() + chain) * SIZE)
    }

    /// The same, if the system has so much memory to give.
    ///
    /// # Errors
    /// When it has not.
    pub fn try_new(mebibytes: usize) -> Result<Self, SearchError> {
        // Given back at once: what is asked for next is a little less.
        let room = Vec::<u8>::new().try_reserve_exact(mebibytes << 20);
        room.map_err(|_| SearchError::NoMemory { mebibytes })?;
        Ok(Self::new(mebibytes))
    }

    /// A table for `slots` positions, rounded down to whole blocks if there is more than one. Tests use tables so small
    /// that results are replaced all the time.
    #[must_use]
    pub fn with_slots(slots: usize) -> Self {
        let most = (slots / SIZE).clamp(1, u32::MAX as usize);
        Self {
            blocks: Vec::with_capacity(most),
            most,
            per_block: slots.clamp(1, SIZE),
            chains: vec![NONE; most.div_ceil(BLOCKS_PER_CHAIN)],
            hand: 0,
            shallowest: u16::MAX,
            statistics: Statistics::default(),
        }
    }

    /// How much memory it takes when it is full, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.most * size_of::<Block<E>>() + size_of_val(&self.chains[..])
    }

    /// Empties it, for a search of another game. That costs as much as a few bytes for every block, so a table that many short
    /// searches use should be small.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.chains.fill(NONE);
        (self.hand, self.shallowest) = (0, u16::MAX);
    }

    /// How it has been used since it was created.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    pub(crate) fn count_hit(&mut self) {
        self.statistics.hits += 1;
    }

    #[inline]
    fn chain(&self, key: u128) -> usize {
        (((key >> 64) * self.chains.len() as u128) >> 64) as usize
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
    /// older result of the same position.
    #[inline]
    pub(crate) fn store(
        &mut self,
        memo: &Memo,
        mask: u64,
        record: Record<E>,
        merge: impl FnOnce(&Record<E>, Record<E>) -> Record<E>,
    ) {
        self.statistics.stores += 1;
        self.shallowest = self.shallowest.min(record.depth);
        let chances = ((record.depth - self.shallowest) / PLIES_PER_CHANCE).min(MOST_CHANCES) as u8;
        let chain = self.chain(memo.key);
        let detail = memo.detail.map(|word| word & mask);
        let slot = Slot { check: memo.key as u64, mask, detail, record, chances };
        let mut roomy = None;
        let mut same = None;
        for (link, block) in self.links(chain) {
            same = block.same(&slot).map(|place| (link, place));
            if same.is_some() {
                break;
            }
            if roomy.is_none() && block.taken() < self.per_block {
                roomy = Some(link);
            }
        }
        if let Some((link, place)) = same {
            let block = &mut self.blocks[link as usize - 1];
            block.renew(place, merge(block.record(place), record), chances);
            return;
        }
        let link = roomy.unwrap_or_else(|| self.new_block(chain));
        self.blocks[link as usize - 1].push(slot);
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

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::payoff::Payoff;

    /// One of five keys, two of which share a chain wherever there are several, and details that often agree in part.
    fn memo(draw: &mut ChaCha8Rng) -> Memo {
        let key: u128 = draw.random_range(0..5);
        let detail = [draw.random_range(0..8), draw.random_range(0..8)];
        Memo { key: (key / 2) << 126 | key, detail, base: Payoff::ZERO }
    }

    fn record(number: u64, depth: u16) -> Record<u64> {
        Record { entry: number, depth, complete: true, best: number as u16 }
    }

    /// A table finds what a list finds: everything, the newest first, if there is room; otherwise only what was last
    /// stored about exactly those positions.
    #[test]
    fn a_table_larger_than_any_memory_is_refused() {
        let mebibytes = usize::MAX >> 20;
        assert!(matches!(VectorTable::try_new(mebibytes), Err(SearchError::NoMemory { .. })));
        assert!(ScalarTable::try_new(1).unwrap().bytes() <= 1 << 20);
    }

    #[test]
    fn a_table_finds_what_a_list_finds() {
        for slots in [1, 2, 7, 8, 9, 16, 40, 64, 4096] {
            let mut draw = ChaCha8Rng::seed_from_u64(slots as u64);
            let mut table: Table<u64> = Table::with_slots(slots);
            let mut list: Vec<(Memo, u64, Record<u64>)> = Vec::new();
            let mut found_any = 0;
            for number in 0..3000 {
                let (mut memo, mask) = (memo(&mut draw), draw.random_range(0..8));
                let new = record(number, draw.random_range(0..40));
                table.store(&memo, mask, new, |_, new| new);
                memo.detail = memo.detail.map(|word| word & mask);
                match list.iter_mut().find(|old| old.0 == memo && old.1 == mask) {
                    Some(old) => old.2 = new,
                    None => list.push((memo, mask, new)),
                }
                let asked = self::memo(&mut draw);
                let agrees = |(memo, mask, _): &&(Memo, u64, Record<u64>)| {
                    memo.key == asked.key && memo.detail == asked.detail.map(|word| word & mask)
                };
                let listed: Vec<(u64, Record<u64>)> =
                    list.iter().rev().filter(agrees).map(|old| (old.1, old.2)).collect();
                let found: Vec<(u64, Record<u64>)> =
                    table.probe(&asked).map(|(mask, record)| (mask, *record)).collect();
                assert!(found.iter().all(|one| listed.contains(one)), "{slots} slots, {number}");
                assert!(found.len() <= slots);
                found_any += found.len();
                if slots == 4096 {
                    assert_eq!(found, listed, "{number}");
                    let newest = list.iter().rev().find(|old| old.0.key == asked.key);
                    assert_eq!(table.alike(&asked), newest.map(|old| &old.2));
                }
            }
            assert!(found_any > 100, "{slots} slots are hardly ever of use: {found_any}");
            assert_eq!(table.statistics().replaced == 0, slots == 4096);
        }
    }

    /// Results of deep searches stay while those of shallow ones come and go.
    #[test]
    fn deep_results_stay_longer() {
        let mut table: Table<u64> = Table::with_slots(64);
        let memo = |key: u64| Memo::of(&key);
        table.store(&memo(0), u64::MAX, record(0, 0), |_, new| new);
        table.store(&memo(1), u64::MAX, record(1, 40), |_, new| new);
        for key in 2..100 {
            table.store(&memo(key), u64::MAX, record(key, 0), |_, new| new);
        }
        assert!(table.probe(&memo(0)).next().is_none());
        assert_eq!(table.probe(&memo(1)).next(), Some((u64::MAX, &record(1, 40))));
    }
}
