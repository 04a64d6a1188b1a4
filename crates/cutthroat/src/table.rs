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
mod branches;
mod hash;
mod kind;
mod memo;
mod proof;
mod shard;

use std::hint::spin_loop;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use crate::search::SearchError;
use block::SIZE;
pub use hash::WideHasher;
pub use kind::{NoTable, Partitions, TableKind, WholePositions};
pub use memo::Memo;
pub(crate) use memo::Names;
pub use proof::{Proof, ValueInterval};
use shard::Shard;

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

/// The most shards of a table, each with a lock of its own. What is read of more of them for every lookup does not stay in the
/// cache that is nearest to the processor: with 256, a search on one thread took 6 % longer. With fewer, threads wait for each other.
/// A lock is held for about a tenth of the time of a node.
const MOST_SHARDS: usize = 64;

/// How often a thread tries to lock a shard before it sleeps.
const TRIES: usize = 200;

/// The fewest blocks of a shard, so that small tables are not made of tiny pieces, of which some are full early.
const BLOCKS_PER_SHARD: usize = 512;

/// A transposition table of fixed size.
///
/// Positions with the same key lie in one chain of blocks, the newest first as long as there is room. Partition search
/// keeps many patterns under one key; buckets of a fixed size would lose them while half of the table is empty. A chain
/// that becomes long has branches, so that a lookup reads few of its patterns (`branches`). When
/// all blocks are taken, a clock hand goes round them from the oldest on, and removes from each what has no chances
/// left, until a block is empty. The deeper a search was, the more chances its result has; storing it again renews
/// them.
///
/// A large table is made of shards, each with its own chains, blocks and clock hand, behind a lock. A search that is the only user
/// of the table takes no locks. The threads of one search lock a shard for as long as they read or write a chain, so
/// nobody ever sees a result that is half written.
///
/// It may be kept from one search to the next, as long as they have the same game and evaluation. The tie-break rule,
/// and the player at the root if values depend on them, are part of the key.
#[derive(Debug)]
pub struct Table<E> {
    shards: Box<[Padded<E>]>,
}

/// A shard with its lock. Neighbours do not share a cache line, so a thread that locks one does not disturb another.
#[derive(Debug)]
#[repr(align(128))]
struct Padded<E>(Mutex<Shard<E>>);

impl<E: Clone> Clone for Table<E> {
    fn clone(&self) -> Self {
        Self { shards: self.shards.iter().map(|shard| Padded(Mutex::new(locked(shard).clone()))).collect() }
    }
}

/// The table of a paranoid search.
pub type ScalarTable = Table<ValueInterval>;

/// The table of a max^n search.
pub type VectorTable = Table<Proof>;

impl<E: Copy + Default> Table<E> {
    /// A table of at most `mebibytes`, but large enough for one result.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        Self::with_slots((mebibytes << 20) / Shard::<E>::BYTES_PER_BLOCK * SIZE)
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
        let blocks = slots / SIZE;
        let shards = (blocks / BLOCKS_PER_SHARD).clamp(1, MOST_SHARDS);
        Self { shards: (0..shards).map(|_| Padded(Mutex::new(Shard::new(slots / shards, shards)))).collect() }
    }

    /// How much memory it takes when it is full, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.all(Shard::bytes)
    }

    /// Empties it, for a search of another game. That costs as much as a few bytes for every block, so a table that many short
    /// searches use should be small.
    pub fn clear(&mut self) {
        self.shards.iter_mut().for_each(|shard| alone(shard).clear());
    }

    /// How it has been used since it was created.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let count = |one: fn(&Statistics) -> u64| self.all(|shard| one(&shard.statistics) as usize) as u64;
        Statistics {
            probes: count(|statistics| statistics.probes),
            hits: count(|statistics| statistics.hits),
            stores: count(|statistics| statistics.stores),
            replaced: count(|statistics| statistics.replaced),
        }
    }

    /// The sum of a number over all shards.
    fn all(&self, number: impl Fn(&Shard<E>) -> usize) -> usize {
        self.shards.iter().map(|shard| number(&locked(shard))).sum()
    }

    /// The place of the shard of a key.
    #[inline]
    fn shard_of(&self, key: u128) -> usize {
        (((key >> 64) * self.shards.len() as u128) >> 64) as usize
    }
}

/// A shard that no other thread can use. A panic in the middle of a store leaves it readable: at worst a result is lost.
#[inline]
fn alone<E>(shard: &mut Padded<E>) -> &mut Shard<E> {
    shard.0.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// A shard for this thread alone, until the guard is dropped. It is free again within less than a microsecond, unless the
/// thread that has it is not running; to sleep until then would take far longer.
#[inline]
fn locked<E>(Padded(shard): &Padded<E>) -> MutexGuard<'_, Shard<E>> {
    for _ in 0..TRIES {
        match shard.try_lock() {
            Ok(guard) => return guard,
            Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                for _ in 0..20 {
                    spin_loop();
                }
            }
        }
    }
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How a search uses its table.
#[derive(Debug)]
pub(crate) enum TableAccess<'t, E> {
    /// As its only user.
    Alone(&'t mut Table<E>),
    /// Together with other threads.
    Shared(&'t Table<E>),
}

impl<'t, E: Copy + Default> TableAccess<'t, E> {
    /// The same for a shorter time.
    pub(crate) fn reborrow(&mut self) -> TableAccess<'_, E> {
        match self {
            Self::Alone(table) => TableAccess::Alone(table),
            Self::Shared(table) => TableAccess::Shared(table),
        }
    }

    /// The table, for several threads.
    pub(crate) fn shared(self) -> &'t Table<E> {
        match self {
            Self::Alone(table) => table,
            Self::Shared(table) => table,
        }
    }

    /// The shard of a position. No other thread uses it before this access ends.
    #[inline]
    pub(crate) fn shard(&mut self, memo: &Memo) -> ShardAccess<'_, E> {
        match self {
            Self::Alone(table) => {
                let place = table.shard_of(memo.key);
                ShardAccess::Alone(alone(&mut table.shards[place]))
            }
            Self::Shared(table) => ShardAccess::Locked(locked(&table.shards[table.shard_of(memo.key)])),
        }
    }
}

/// The use of one shard.
pub(crate) enum ShardAccess<'t, E> {
    Alone(&'t mut Shard<E>),
    Locked(MutexGuard<'t, Shard<E>>),
}

impl<E> Deref for ShardAccess<'_, E> {
    type Target = Shard<E>;

    #[inline]
    fn deref(&self) -> &Shard<E> {
        match self {
            Self::Alone(shard) => shard,
            Self::Locked(shard) => shard,
        }
    }
}

impl<E> DerefMut for ShardAccess<'_, E> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Shard<E> {
        match self {
            Self::Alone(shard) => shard,
            Self::Locked(shard) => shard,
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::payoff::Payoff;

    /// One of five keys, two of which share a chain wherever there are several, and details of this many values, which often
    /// agree in part.
    fn memo(draw: &mut ChaCha8Rng, values: u64) -> Memo {
        let key: u128 = draw.random_range(0..5);
        let detail = [draw.random_range(0..values), draw.random_range(0..values)];
        Memo { key: (key / 2) << 126 | key, detail, base: Payoff::ZERO }
    }

    fn store(table: &mut Table<u64>, memo: &Memo, mask: u64, new: Record<u64>) {
        TableAccess::Alone(table).shard(memo).store(memo, mask, new, true, |_, new| new);
    }

    fn probe(table: &mut Table<u64>, memo: &Memo) -> Vec<(u64, Record<u64>)> {
        let mut access = TableAccess::Alone(table);
        access.shard(memo).probe(memo).map(|(mask, record)| (mask, *record)).collect()
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
            let mut table: Table<u64> = Table::with_slots(slots);
            let mut list: Vec<(Memo, u64, Record<u64>)> = Vec::new();
            let mut found_any = 0;
            for number in 0..3000 {
                let (mut memo, mask) = (memo(&mut draw, values), draw.random_range(0..values));
                let new = record(number, draw.random_range(0..40));
                store(&mut table, &memo, mask, new);
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
                let mut found = probe(&mut table, &asked);
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

    /// Results of deep searches stay while those of shallow ones come and go.
    #[test]
    fn deep_results_stay_longer() {
        let mut table: Table<u64> = Table::with_slots(64);
        let memo = |key: u64| Memo::of(&key);
        store(&mut table, &memo(0), u64::MAX, record(0, 0));
        store(&mut table, &memo(1), u64::MAX, record(1, 40));
        for key in 2..100 {
            store(&mut table, &memo(key), u64::MAX, record(key, 0));
        }
        assert!(probe(&mut table, &memo(0)).is_empty());
        assert_eq!(probe(&mut table, &memo(1)), [(u64::MAX, record(1, 40))]);
    }
}
