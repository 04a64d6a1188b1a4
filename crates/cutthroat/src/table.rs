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

/// More slots than this are never looked at for one position: what lies behind them in a chain is as good as forgotten.
const LONGEST_CHAIN: usize = 512;

/// So many plies deeper a search has to be for its result to be passed by once more.
const PLIES_PER_CHANCE: u16 = 6;

/// No result is passed by more often than this.
const MOST_CHANCES: u16 = 3;

/// No slot: those that are there are counted from 1, so that chains without any are zeros, which cost nothing to come by.
const NONE: u32 = 0;

/// What is remembered of one position.
#[derive(Clone, Copy, Debug)]
struct Slot<E> {
    /// The part of the key that is not the place in the table.
    check: u64,
    /// The parts of the detail that mattered.
    mask: u64,
    /// Those parts.
    detail: [u64; 2],
    record: Record<E>,
    /// How often the hand still passes it by.
    chances: u8,
    /// The chain it is in, and the slot behind it.
    chain: u32,
    next: u32,
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
/// Positions with the same key lie in one chain, the newest first: partition search keeps many patterns under one key,
/// more than buckets of any fixed size hold without pushing each other out of a table that is half empty. When all
/// slots are taken a hand goes round them, from the oldest on, and frees the first that has no chances left: the deeper
/// a search was, the more it has, and being written again renews them.
///
/// It may be kept from one search to the next, as long as they are of the same game and evaluation; the tie-break rule
/// and the player at the root, where values depend on them, are part of the key.
#[derive(Clone, Debug)]
pub struct Table<E> {
    /// As many as have been taken so far: memory that no search has needed yet is only set aside.
    slots: Vec<Slot<E>>,
    /// How many there may be.
    most: usize,
    /// The first slot of every chain.
    chains: Vec<u32>,
    /// The next slot to be taken again.
    hand: usize,
    /// The least depth that was ever written.
    shallowest: u16,
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
        Self::with_slots((mebibytes << 20) / (size_of::<Slot<E>>() + size_of::<u32>()))
    }

    /// A table for so many positions: tests use tables so small that they are always being overwritten.
    #[must_use]
    pub fn with_slots(slots: usize) -> Self {
        let most = slots.clamp(1, u32::MAX as usize);
        Self {
            slots: Vec::with_capacity(most),
            most,
            chains: vec![NONE; most],
            hand: 0,
            shallowest: u16::MAX,
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

    /// How much memory it takes when it is full.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.most * size_of::<Slot<E>>() + size_of_val(&self.chains[..])
    }

    /// How it has been used since it was made.
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

    /// The slots of a chain, from the newest on.
    #[inline]
    fn links(&self, chain: usize) -> impl Iterator<Item = (u32, &Slot<E>)> {
        let mut next = self.chains[chain];
        std::iter::from_fn(move || {
            let link = next;
            let slot = self.slots.get((link as usize).checked_sub(1)?)?;
            next = slot.next;
            Some((link, slot))
        })
        .take(LONGEST_CHAIN)
    }

    /// All that is known about positions with the same key: of this one with the parts of the detail that it rests on,
    /// of others with none.
    #[inline]
    pub(crate) fn probe(&mut self, memo: &Memo) -> impl Iterator<Item = (Option<u64>, &Record<E>)> {
        self.statistics.probes += 1;
        let (check, detail) = (memo.key as u64, memo.detail);
        self.links(self.chain(memo.key))
            .filter(move |(_, slot)| slot.check == check)
            .map(move |(_, slot)| (slot.agrees(&detail).then_some(slot.mask), &slot.record))
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
        self.shallowest = self.shallowest.min(record.depth);
        let chances = ((record.depth - self.shallowest) / PLIES_PER_CHANCE).min(MOST_CHANCES) as u8;
        let chain = self.chain(memo.key);
        let (check, detail) = (memo.key as u64, memo.detail.map(|word| word & mask));
        let same =
            self.links(chain).find(|(_, slot)| slot.check == check && slot.mask == mask && slot.detail == detail);
        if let Some((link, _)) = same {
            let slot = &mut self.slots[link as usize - 1];
            slot.record = merge(&slot.record, record);
            slot.chances = chances;
            return;
        }
        let link = self.free_slot();
        let next = std::mem::replace(&mut self.chains[chain], link);
        let slot = Slot { check, mask, detail, record, chances, chain: chain as u32, next };
        match self.slots.get_mut(link as usize - 1) {
            Some(taken) => *taken = slot,
            None => self.slots.push(slot),
        }
    }

    /// A slot that is in no chain: one that never was taken, or the next that has no chances left.
    fn free_slot(&mut self) -> u32 {
        if self.slots.len() < self.most {
            return self.slots.len() as u32 + 1;
        }
        while self.slots[self.hand].chances > 0 {
            self.slots[self.hand].chances -= 1;
            self.hand = (self.hand + 1) % self.most;
        }
        let (link, old) = (self.hand as u32 + 1, self.slots[self.hand]);
        self.hand = (self.hand + 1) % self.most;
        self.statistics.replaced += 1;
        *self.links_to(old.chain as usize, link) = old.next;
        link
    }

    /// What points to the slot `link` of a chain.
    fn links_to(&mut self, chain: usize, link: u32) -> &mut u32 {
        let mut before = None;
        let mut at = self.chains[chain];
        while at != link {
            before = Some(at);
            at = self.slots[at as usize - 1].next;
        }
        match before {
            None => &mut self.chains[chain],
            Some(before) => &mut self.slots[before as usize - 1].next,
        }
    }
}

impl<E> Slot<E> {
    #[inline]
    fn agrees(&self, detail: &[u64; 2]) -> bool {
        ((self.detail[0] ^ detail[0]) | (self.detail[1] ^ detail[1])) & self.mask == 0
    }
}
