//! Results stored side by side.

use super::Record;
use super::memo::Memo;

/// Results per block.
pub(super) const SIZE: usize = 8;

/// What is stored for one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<E> {
    /// The part of the key that does not select the chain.
    pub(super) check: u64,
    /// The parts of the detail that are relevant.
    pub(super) mask: u64,
    /// Those parts.
    pub(super) detail: [u64; 2],
    pub(super) record: Record<E>,
    /// How often the clock hand will still pass it over.
    pub(super) chances: u8,
}

/// Some slots of one chain, field by field. The fields that are compared lie together, so that a chain of hundreds is
/// read in few steps, each over neighbouring cache lines.
#[derive(Clone, Debug)]
pub(super) struct Block<E> {
    checks: [u64; SIZE],
    masks: [u64; SIZE],
    details: [[u64; 2]; SIZE],
    records: [Record<E>; SIZE],
    chances: [u8; SIZE],
    /// How many slots are taken, the oldest first.
    taken: u8,
    /// Whether its slots are not results but branchings of a chain; see [`branches`](super::branches).
    is_signpost: bool,
    /// The chain of the block, and the next block in it.
    pub(super) chain: u32,
    pub(super) next: u32,
}

/// Slots of a block, one bit each.
#[derive(Clone, Copy)]
pub(super) struct Places(u32);

impl Iterator for Places {
    type Item = usize;

    /// From the newest on.
    #[inline]
    fn next(&mut self) -> Option<usize> {
        let newest = self.0.checked_ilog2()?;
        self.0 ^= 1 << newest;
        Some(newest as usize)
    }
}

impl<E: Copy + Default> Block<E> {
    pub(super) fn new(chain: u32, next: u32) -> Self {
        Self {
            checks: [0; SIZE],
            masks: [0; SIZE],
            details: [[0; 2]; SIZE],
            records: [Record::default(); SIZE],
            chances: [0; SIZE],
            taken: 0,
            is_signpost: false,
            chain,
            next,
        }
    }

    /// A block for branchings.
    pub(super) fn signpost(chain: u32, next: u32) -> Self {
        Self { is_signpost: true, ..Self::new(chain, next) }
    }

    #[inline]
    pub(super) fn is_signpost(&self) -> bool {
        self.is_signpost
    }

    /// The branchings of a signpost for a key, from the oldest on: the slot of each, and its places.
    #[inline]
    pub(super) fn branchings(&self, check: u64) -> impl Iterator<Item = (usize, u64)> {
        let of_key = (0..self.taken()).filter(move |&place| self.checks[place] == check);
        of_key.map(|place| (place, self.masks[place]))
    }

    /// All slots, from the oldest on.
    pub(super) fn slots(&self) -> impl Iterator<Item = Slot<E>> {
        (0..self.taken()).map(|place| self.read(place))
    }

    #[inline]
    pub(super) fn taken(&self) -> usize {
        usize::from(self.taken)
    }

    #[inline]
    fn places(&self, is_one: impl Fn(usize) -> bool) -> Places {
        let all = (0..SIZE).fold(0, |places, place| places | u32::from(is_one(place)) << place);
        Places(all & ((1 << self.taken) - 1))
    }

    /// The slots of positions with this key.
    #[inline]
    pub(super) fn of_key(&self, check: u64) -> Places {
        self.places(|place| self.checks[place] == check)
    }

    /// The slots that hold for a position, filed under this `check`.
    #[inline]
    pub(super) fn holding(&self, check: u64, memo: &Memo) -> Places {
        let of_key = self.of_key(check);
        if of_key.0 == 0 {
            return of_key;
        }
        let agreeing = self.places(|place| {
            let detail = self.details[place];
            ((detail[0] ^ memo.detail[0]) | (detail[1] ^ memo.detail[1])) & self.masks[place] == 0
        });
        Places(of_key.0 & agreeing.0)
    }

    /// The slot about exactly the same positions.
    #[inline]
    pub(super) fn same(&self, slot: &Slot<E>) -> Option<usize> {
        self.of_key(slot.check).find(|&place| self.masks[place] == slot.mask && self.details[place] == slot.detail)
    }

    #[inline]
    pub(super) fn mask(&self, place: usize) -> u64 {
        self.masks[place]
    }

    #[inline]
    pub(super) fn record(&self, place: usize) -> &Record<E> {
        &self.records[place]
    }

    /// Gives a slot its chances again.
    pub(super) fn renew_chances(&mut self, place: usize, chances: u8) {
        self.chances[place] = chances;
    }

    #[inline]
    pub(super) fn renew(&mut self, place: usize, record: Record<E>, chances: u8) {
        self.records[place] = record;
        self.chances[place] = chances;
    }

    /// Adds a slot after the others.
    #[inline]
    pub(super) fn push(&mut self, slot: Slot<E>) {
        self.write(self.taken(), slot);
        self.taken += 1;
    }

    #[inline]
    fn write(&mut self, place: usize, slot: Slot<E>) {
        self.checks[place] = slot.check;
        self.masks[place] = slot.mask;
        self.details[place] = slot.detail;
        self.renew(place, slot.record, slot.chances);
    }

    fn read(&self, place: usize) -> Slot<E> {
        Slot {
            check: self.checks[place],
            mask: self.masks[place],
            detail: self.details[place],
            record: self.records[place],
            chances: self.chances[place],
        }
    }

    /// The clock hand passes: slots without chances are removed, the others lose one. Returns how many were removed.
    pub(super) fn pass(&mut self) -> usize {
        let before = self.taken();
        self.taken = 0;
        for place in 0..before {
            let slot = self.read(place);
            if let Some(chances) = slot.chances.checked_sub(1) {
                self.push(Slot { chances, ..slot });
            }
        }
        before - self.taken()
    }
}
