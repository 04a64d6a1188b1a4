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

/// Numbers that threads share, under a name of its own: `bench/model` puts others in their place.
mod atomic {
    pub(super) use std::sync::atomic::{AtomicU64, Ordering, fence};
}
mod block;
mod branches;
mod chains;
mod hash;
mod kind;
mod memo;
mod proof;
mod version;
mod writer;

use std::sync::{Mutex, PoisonError};

use crate::search::SearchError;
use block::SIZE;
use chains::Chains;
pub use hash::WideHasher;
pub use kind::{NoTable, Partitions, TableKind, WholePositions};
pub use memo::Memo;
pub(crate) use memo::Names;
pub use proof::{Entry, Proof, ValueInterval};
use writer::Writer;

/// With fewer plies left than this, a search with a depth limit does not use its table.
const LEAST_PLIES: u16 = 3;

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
/// keeps many patterns under one key; buckets of a fixed size would lose them while half of the table is empty. A chain
/// that becomes long has branches, so that a lookup reads few of its patterns (`branches`). When
/// all blocks are taken, a clock hand goes round them from the oldest on, and removes from each what has no chances
/// left, until a block is empty. The deeper a search was, the more chances its result has; storing it again renews
/// them.
///
/// Several threads may use it at once. A lookup takes no lock and writes nothing; a block that another
/// thread changes meanwhile is passed over (`version`). To store a result, a thread locks one chain. It never waits: if
/// another thread is changing the chain, the result is lost.
///
/// It may be kept from one search to the next, as long as they have the same game and evaluation. The tie-break rule,
/// and the player at the root if values depend on them, are part of the key.
#[derive(Debug)]
pub struct Table<E: Entry> {
    chains: Chains<E>,
    /// Results per block; fewer than a block holds only in a table smaller than a block.
    per_block: usize,
    /// Of searches that are over.
    statistics: Mutex<Statistics>,
}

/// The table of a paranoid search.
pub type ScalarTable = Table<ValueInterval>;

/// The table of a max^n search.
pub type VectorTable = Table<Proof>;

impl<E: Entry> Table<E> {
    /// A table of at most `mebibytes`, but large enough for one result.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        Self::with_slots((mebibytes << 20) / Chains::<E>::BYTES_PER_BLOCK * SIZE)
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
        Self { chains: Chains::new(slots), per_block: slots.clamp(1, SIZE), statistics: Mutex::default() }
    }

    /// How much memory it takes when it is full, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.chains.bytes()
    }

    /// Empties it, for a search of another game. That costs as much as a few bytes for every block, so a table that many short
    /// searches use should be small.
    pub fn clear(&mut self) {
        self.chains.clear();
    }

    /// How it has been used since it was created, by searches that are over.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        *self.statistics.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The use that one thread makes of a table in one search. It is counted here, where no other thread is disturbed, and
/// added up when it is dropped.
#[derive(Debug)]
pub(crate) struct TableUse<'t, E: Entry> {
    table: &'t Table<E>,
    /// What stores results.
    pub(crate) writer: Writer<'t, E>,
    probes: u64,
    hits: u64,
}

impl<'t, E: Entry> TableUse<'t, E> {
    /// By a thread that is `alone`, or by one of several.
    pub(crate) fn new(table: &'t Table<E>, alone: bool) -> Self {
        Self { table, writer: Writer::new(&table.chains, table.per_block, alone), probes: 0, hits: 0 }
    }

    /// Everything known about a position, with the parts of the detail that it rests on.
    #[inline]
    pub(crate) fn probe<'m>(&mut self, memo: &'m Memo) -> impl Iterator<Item = (u64, Record<E>)> + use<'t, 'm, E> {
        self.probes += 1;
        self.table.chains.probe(memo)
    }

    /// What was looked up made a search unnecessary.
    #[inline]
    pub(crate) fn count_hit(&mut self) {
        self.hits += 1;
    }
}

impl<E: Entry> Drop for TableUse<'_, E> {
    fn drop(&mut self) {
        let Self { table, probes, hits, .. } = self;
        let mut all = table.statistics.lock().unwrap_or_else(PoisonError::into_inner);
        all.probes += *probes;
        all.hits += *hits;
        all.stores += self.writer.stores;
        all.replaced += self.writer.replaced;
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::atomic::AtomicU64;
    use super::*;
    use crate::payoff::Payoff;

    impl Entry for u64 {
        type Words = [AtomicU64; 1];

        fn to_words(self) -> (u32, [u64; 2]) {
            (0, [self, 0])
        }

        fn from_words(_: u32, words: [u64; 2]) -> Self {
            words[0]
        }
    }

    /// One of five keys, two of which share a chain wherever there are several, and details of this many values, which often
    /// agree in part.
    fn memo(draw: &mut ChaCha8Rng, values: u64) -> Memo {
        let key: u128 = draw.random_range(0..5);
        let detail = [draw.random_range(0..values), draw.random_range(0..values)];
        Memo { key: (key / 2) << 126 | key, detail, base: Payoff::ZERO }
    }

    fn store(table: &Table<u64>, memo: &Memo, mask: u64, new: Record<u64>) {
        TableUse::new(table, false).writer.store(memo, mask, new, true, |_, new| new);
    }

    fn probe(table: &Table<u64>, memo: &Memo) -> Vec<(u64, Record<u64>)> {
        TableUse::new(table, false).probe(memo).collect()
    }

    fn record(number: u64, depth: u16) -> Record<u64> {
        Record { entry: number, depth, complete: true, best: number as u16 }
    }

    #[test]
    fn a_table_larger_than_any_memory_is_refused() {
        let mebibytes = usize::MAX >> 20;
        assert!(matches!(VectorTable::try_new(mebibytes), Err(SearchError::NoMemory { .. })));
        assert!(ScalarTable::try_new(1).unwrap().bytes() <= 1 << 20);
    }

    /// A table finds what a list finds: everything, if there is room, and the newest first, if chains are too short for
    /// branches; otherwise only what was last stored about exactly those positions.
    #[test]
    fn a_table_finds_what_a_list_finds() {
        let slots = [1, 2, 7, 8, 9, 16, 40, 64, 4096];
        for (slots, values) in slots.into_iter().flat_map(|slots| [(slots, 4), (slots, 8)]) {
            let mut draw = ChaCha8Rng::seed_from_u64(slots as u64);
            let table: Table<u64> = Table::with_slots(slots);
            let mut list: Vec<(Memo, u64, Record<u64>)> = Vec::new();
            let mut found_any = 0;
            for number in 0..3000 {
                let (mut memo, mask) = (memo(&mut draw, values), draw.random_range(0..values));
                let new = record(number, draw.random_range(0..40));
                store(&table, &memo, mask, new);
                memo.detail = memo.detail.map(|word| word & mask);
                match list.iter_mut().find(|old| old.0 == memo && old.1 == mask) {
                    Some(old) => old.2 = new,
                    None => list.push((memo, mask, new)),
                }
                let asked = self::memo(&mut draw, values);
                let agrees = |(memo, mask, _): &&(Memo, u64, Record<u64>)| {
                    memo.key == asked.key && memo.detail == asked.detail.map(|word| word & mask)
                };
                let mut listed: Vec<(u64, Record<u64>)> =
                    list.iter().rev().filter(agrees).map(|old| (old.1, old.2)).collect();
                let mut found = probe(&table, &asked);
                assert!(found.iter().all(|one| listed.contains(one)), "{slots} slots, {number}");
                assert!(found.len() <= slots);
                found_any += found.len();
                if slots == 4096 {
                    if values > 4 {
                        found.sort_by_key(|(_, record)| record.entry);
                        listed.sort_by_key(|(_, record)| record.entry);
                    }
                    assert_eq!(found, listed, "{values} values, {number}");
                }
            }
            assert!(found_any > 100, "{slots} slots are hardly ever of use: {found_any}");
            assert_eq!(table.statistics().replaced == 0, slots == 4096);
        }
    }

    /// The record that every thread stores for a pattern. All of its numbers follow from the pattern.
    fn only_record(key: u128, mask: u64, detail: [u64; 2]) -> Record<u64> {
        let mut hasher = WideHasher::default();
        [key as u64, mask, detail[0] & mask, detail[1] & mask].into_iter().for_each(|word| hasher.add(word));
        let entry = hasher.wide() as u64;
        Record { entry, depth: entry as u16 % 40, complete: entry & 64 != 0, best: (entry >> 16) as u16 }
    }

    /// Threads that store and look up all the time find only what belongs together, in tables where blocks are taken for other
    /// chains, and chains are divided, all the time.
    #[test]
    fn threads_find_only_what_was_stored() {
        for slots in [1, 8, 64, 600, 5000, 60_000] {
            let table: Table<u64> = Table::with_slots(slots);
            let work = |thread: u64| {
                let mut draw = ChaCha8Rng::seed_from_u64(thread);
                let mut found = 0;
                for _ in 0..30_000 {
                    let (stored, mask) = (memo(&mut draw, 64), draw.random_range(0..64));
                    store(&table, &stored, mask, only_record(stored.key, mask, stored.detail));
                    let asked = memo(&mut draw, 64);
                    for (mask, record) in probe(&table, &asked) {
                        assert_eq!(record, only_record(asked.key, mask, asked.detail), "{slots} slots");
                        found += 1;
                    }
                }
                found
            };
            let found: usize = std::thread::scope(|scope| {
                let threads = [0, 1, 2, 3].map(|thread| scope.spawn(move || work(thread)));
                threads.into_iter().map(|thread| thread.join().unwrap()).sum()
            });
            assert!(found > 200, "{slots} slots are hardly ever of use: {found}");
        }
    }

    /// Results of deep searches stay while those of shallow ones come and go.
    #[test]
    fn deep_results_stay_longer() {
        let table: Table<u64> = Table::with_slots(64);
        let memo = |key: u64| Memo::of(&key);
        store(&table, &memo(0), u64::MAX, record(0, 0));
        store(&table, &memo(1), u64::MAX, record(1, 40));
        for key in 2..100 {
            store(&table, &memo(key), u64::MAX, record(key, 0));
        }
        assert!(probe(&table, &memo(0)).is_empty());
        assert_eq!(probe(&table, &memo(1)), [(u64::MAX, record(1, 40))]);
    }
}
