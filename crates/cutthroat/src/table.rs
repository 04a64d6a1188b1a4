//! Transposition tables: what is known about positions that can be reached in several ways.
//!
//! A table has a fixed size, and nothing is allocated while it is used. What it holds is only ever what was *proved*:
//! for alpha-beta an interval ([`Interval`]), for max^n an exact value or a lower bound for the mover ([`Proof`]); a
//! value that rests on a prune whose top lies above the node is never among them.
//!
//! A position is found again by its [`Memo`], which the evaluation writes, for only it knows all that a value depends
//! on. A memo may leave something out of its key: the *detail*, of which only those parts are compared that mattered
//! to the proof. That is partition search (Ginsberg 1996): in a trick game the low cards of a suit usually do not
//! matter, so one entry serves for all positions that differ only in them.

mod hash;
mod memo;
mod proof;

pub use hash::WideHasher;
pub use memo::Memo;
pub use proof::{Interval, Proof};

/// The slots that are looked at for one key.
const WAYS: usize = 8;

/// What is remembered of one position.
#[derive(Clone, Copy, Debug, Default)]
struct Slot<E> {
    /// The part of the key that is not the place in the table.
    check: u64,
    /// The parts of the detail that mattered.
    mask: u64,
    /// Those parts.
    detail: [u64; 2],
    record: Record<E>,
    /// The search that wrote it; 0 for an empty slot.
    age: u16,
}

/// What a search has to say about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Record<E> {
    /// What was proved.
    pub(crate) entry: E,
    /// How many plies below it were searched at the most.
    pub(crate) depth: u16,
    /// Whether all of them ended before that depth did.
    pub(crate) complete: bool,
    /// The best move, as its place in the reference order.
    pub(crate) best: u16,
}

impl<E> Record<E> {
    /// Whether it holds where so much remains to be searched.
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
    /// Whether the game is searched to its end, and the plies are only a measure of the effort.
    pub(crate) to_the_end: bool,
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
    /// Of those, how many pushed out another position's.
    pub replaced: u64,
}

/// A transposition table of fixed size.
///
/// It may be kept from one search to the next, as long as they are of the same game and evaluation; the tie-break rule
/// and the player at the root, where values depend on them, are part of the key.
#[derive(Clone, Debug)]
pub struct Table<E> {
    slots: Vec<Slot<E>>,
    age: u16,
    partitions: bool,
    statistics: Statistics,
}

/// The table of a paranoid search.
pub type ScalarTable = Table<Interval>;

/// The table of a max^n search.
pub type VectorTable = Table<Proof>;

impl<E: Copy + Default> Table<E> {
    /// A table of at most `mebibytes`, but never so small that it holds nothing.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        Self::with_slots((mebibytes << 20) / size_of::<Slot<E>>())
    }

    /// A table for about so many positions: tests use tables so small that they are always being overwritten.
    #[must_use]
    pub fn with_slots(slots: usize) -> Self {
        let buckets = (slots / WAYS).max(1);
        Self {
            slots: vec![Slot::default(); buckets * WAYS],
            age: 0,
            partitions: true,
            statistics: Statistics::default(),
        }
    }

    /// The same table without partition search: every part of the detail is taken to matter.
    #[must_use]
    pub fn without_partitions(self) -> Self {
        Self { partitions: false, ..self }
    }

    /// Whether parts of the detail that did not matter are left out.
    #[must_use]
    pub fn partitions(&self) -> bool {
        self.partitions
    }

    /// How much memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot<E>>()
    }

    /// How it has been used since it was made.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Begins another search: what was written before is the first to be replaced.
    pub(crate) fn begin(&mut self) {
        self.age = self.age.wrapping_add(1).max(1);
    }

    pub(crate) fn count_hit(&mut self) {
        self.statistics.hits += 1;
    }

    #[inline]
    fn bucket(&self, key: u128) -> usize {
        let buckets = (self.slots.len() / WAYS) as u128;
        (((key >> 64) * buckets) >> 64) as usize * WAYS
    }

    /// All that is known about a position, with the parts of the detail that each of it rests on.
    #[inline]
    pub(crate) fn probe(&mut self, memo: &Memo) -> impl Iterator<Item = (u64, &Record<E>)> {
        self.statistics.probes += 1;
        let first = self.bucket(memo.key);
        let (check, detail) = (memo.key as u64, memo.detail);
        self.slots[first..first + WAYS]
            .iter()
            .filter(move |slot| slot.age != 0 && slot.check == check && slot.agrees(&detail))
            .map(|slot| (slot.mask, &slot.record))
    }

    /// Writes down what was found out about a position, resting on the parts `mask` of its detail. `merge` says what
    /// becomes of an older record of the same position.
    #[inline]
    pub(crate) fn store(
        &mut self,
        memo: &Memo,
        mask: u64,
        record: Record<E>,
        merge: impl FnOnce(&Record<E>, Record<E>) -> Record<E>,
    ) {
        self.statistics.stores += 1;
        let first = self.bucket(memo.key);
        let (check, detail, age) = (memo.key as u64, memo.detail.map(|word| word & mask), self.age);
        let bucket = &mut self.slots[first..first + WAYS];
        let same = |slot: &Slot<E>| slot.age != 0 && slot.check == check && slot.mask == mask && slot.detail == detail;
        let place = match bucket.iter().position(same) {
            Some(place) => place,
            None => {
                let worth = |slot: &Slot<E>| (slot.age != 0, slot.age == age, slot.record.depth);
                let least = (0..WAYS).min_by_key(|&place| worth(&bucket[place])).unwrap_or_default();
                self.statistics.replaced += u64::from(bucket[least].age != 0);
                bucket[least].age = 0;
                least
            }
        };
        let slot = &mut bucket[place];
        let record = if slot.age == 0 { record } else { merge(&slot.record, record) };
        *slot = Slot { check, mask, detail, record, age };
    }
}

impl<E> Slot<E> {
    #[inline]
    fn agrees(&self, detail: &[u64; 2]) -> bool {
        ((self.detail[0] ^ detail[0]) | (self.detail[1] ^ detail[1])) & self.mask == 0
    }
}
