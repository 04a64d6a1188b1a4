//! Results stored side by side.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use bytemuck::Zeroable;

use super::Record;
use super::memo::Memo;
use super::proof::Entry;
use super::version::Version;

/// Results per block.
pub(super) const SIZE: usize = 8;

/// The most that a slot has of chances.
pub(super) const MOST_CHANCES: u8 = 3;

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

/// Some slots of one chain. One thread at a time may change them, and any thread may read them meanwhile ([`Version`]).
///
/// What is read first lies on the first cache line: how much is there, where to go on, and the oldest slot.
#[derive(Debug, Zeroable)]
#[zeroable(bound = "")]
#[repr(C)]
pub(super) struct Block<E: Entry> {
    /// Counts changes, with the [`Note`] of the block.
    version: AtomicU64,
    /// The chain of the block, and the next block in it.
    chain: AtomicU32,
    next: AtomicU32,
    slots: [StoredSlot<E>; SIZE],
}

/// A slot as numbers that threads share.
#[derive(Debug, Zeroable)]
#[zeroable(bound = "")]
#[repr(C)]
struct StoredSlot<E: Entry> {
    check: AtomicU64,
    mask: AtomicU64,
    detail: [AtomicU64; 2],
    /// The record, but for the words of its entry.
    record: AtomicU64,
    words: E::Words,
}

/// What a block says about itself, in the lower bits of its version.
#[derive(Clone, Copy)]
struct Note(u64);

impl Note {
    const TAKEN: u64 = 0xf;
    /// Whether the slots are not results but branchings of a chain; see [`branches`](super::branches).
    const SIGNPOST: u64 = 0x10;
    const CHANCES: u32 = 8;
    const BITS_PER_CHANCE: u32 = 2;

    /// How many slots are taken, the oldest first.
    #[inline]
    const fn taken(self) -> usize {
        (self.0 & Self::TAKEN) as usize
    }

    #[inline]
    const fn is_signpost(self) -> bool {
        self.0 & Self::SIGNPOST != 0
    }

    #[inline]
    const fn chances_at(place: usize) -> u32 {
        Self::CHANCES + Self::BITS_PER_CHANCE * place as u32
    }

    #[inline]
    const fn chances(self, place: usize) -> u8 {
        (self.0 >> Self::chances_at(place)) as u8 & MOST_CHANCES
    }

    #[inline]
    const fn with_chances(self, place: usize, chances: u8) -> Self {
        let at = Self::chances_at(place);
        Self(self.0 & !((MOST_CHANCES as u64) << at) | (chances as u64) << at)
    }
}

/// Reads a number that may change meanwhile.
#[inline]
fn get(number: &AtomicU64) -> u64 {
    number.load(Ordering::Relaxed)
}

#[inline]
fn set(number: &AtomicU64, to: u64) {
    number.store(to, Ordering::Relaxed);
}

impl<E: Entry> StoredSlot<E> {
    #[inline]
    fn record(&self) -> Record<E> {
        let word = get(&self.record);
        let mut words = [0; 2];
        words.iter_mut().zip(self.words.as_ref()).for_each(|(word, stored)| *word = get(stored));
        Record {
            entry: E::from_words((word >> 32) as u32, words),
            depth: word as u16 >> 1,
            complete: word & 1 != 0,
            best: (word >> 16) as u16,
        }
    }

    #[inline]
    fn set_record(&self, record: &Record<E>) {
        let (small, words) = record.entry.to_words();
        let depth_and_complete = u64::from(record.depth << 1 | u16::from(record.complete));
        set(&self.record, u64::from(small) << 32 | u64::from(record.best) << 16 | depth_and_complete);
        self.words.as_ref().iter().zip(words).for_each(|(stored, word)| set(stored, word));
    }

    /// Whether it is filed under this `check` and holds for a position.
    #[inline]
    fn holds_for(&self, check: u64, memo: &Memo) -> bool {
        let differs = (get(&self.detail[0]) ^ memo.detail[0]) | (get(&self.detail[1]) ^ memo.detail[1]);
        (get(&self.check) ^ check) | (differs & get(&self.mask)) == 0
    }

    #[inline]
    fn write(&self, slot: &Slot<E>) {
        set(&self.check, slot.check);
        set(&self.mask, slot.mask);
        set(&self.detail[0], slot.detail[0]);
        set(&self.detail[1], slot.detail[1]);
        self.set_record(&slot.record);
    }

    fn read(&self, chances: u8) -> Slot<E> {
        Slot {
            check: get(&self.check),
            mask: get(&self.mask),
            detail: [get(&self.detail[0]), get(&self.detail[1])],
            record: self.record(),
            chances,
        }
    }
}

/// A block as a thread reads it, while others may change it.
pub(super) struct ReadBlock<'t, E: Entry> {
    block: &'t Block<E>,
    version: u64,
}

impl<'t, E: Entry> ReadBlock<'t, E> {
    #[inline]
    fn note(&self) -> Note {
        Note(self.version)
    }

    #[inline]
    pub(super) fn is_signpost(&self) -> bool {
        self.note().is_signpost()
    }

    /// What is known about a position, filed under this `check`, with the parts that it rests on: the newest first. It ends
    /// early if the block changes.
    #[inline]
    pub(super) fn holding(self, check: u64, memo: &Memo) -> impl Iterator<Item = (u64, Record<E>)> {
        let slots = self.block.slots[..self.note().taken().min(SIZE)].iter().rev();
        slots.filter(move |slot| slot.holds_for(check, memo)).map_while(move |slot| {
            let found = (get(&slot.mask), slot.record());
            self.block.version().is_still(self.version).then_some(found)
        })
    }

    /// The places of the branchings of a signpost for a key, from the oldest on.
    #[inline]
    pub(super) fn branchings(self, check: u64) -> impl Iterator<Item = u64> {
        let slots = self.block.slots[..self.note().taken().min(SIZE)].iter();
        slots.filter(move |slot| get(&slot.check) == check).map_while(move |slot| {
            let places = get(&slot.mask);
            self.block.version().is_still(self.version).then_some(places)
        })
    }
}

impl<E: Entry> Block<E> {
    /// The block for a reader; nothing while it is being changed.
    #[inline]
    pub(super) fn for_reading(&self) -> Option<ReadBlock<'_, E>> {
        self.version().before_reading().map(|version| ReadBlock { block: self, version })
    }

    #[inline]
    pub(super) fn chain(&self) -> u32 {
        self.chain.load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn next(&self) -> u32 {
        self.next.load(Ordering::Relaxed)
    }

    #[inline]
    fn version(&self) -> Version<'_> {
        Version(&self.version)
    }

    // What follows is for the only thread that may change the block.

    #[inline]
    fn note(&self) -> Note {
        Note(self.version().note())
    }

    /// Takes a block that no chain has, for the first time. It is written to before it is read: otherwise the system gives its
    /// page twice, and stops all threads in between.
    pub(super) fn take(&self) {
        set(&self.version, 0);
    }

    /// Empties the block and puts it into a chain.
    pub(super) fn begin(&self, chain: u32, next: u32, is_signpost: bool) {
        self.version().change(if is_signpost { Note::SIGNPOST } else { 0 }, || {
            self.chain.store(chain, Ordering::Relaxed);
            self.next.store(next, Ordering::Relaxed);
        });
    }

    /// Has another block follow.
    pub(super) fn set_next(&self, next: u32) {
        self.next.store(next, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn is_signpost(&self) -> bool {
        self.note().is_signpost()
    }

    /// The branchings of a signpost for a key, from the oldest on: the slot of each, and its places.
    pub(super) fn branchings(&self, check: u64) -> impl Iterator<Item = (usize, u64)> {
        let of_key = self.slots().enumerate().filter(move |(_, slot)| slot.check == check);
        of_key.map(|(place, slot)| (place, slot.mask))
    }

    /// All slots, from the oldest on.
    pub(super) fn slots(&self) -> impl Iterator<Item = Slot<E>> {
        let note = self.note();
        (0..note.taken()).map(move |place| self.slots[place].read(note.chances(place)))
    }

    #[inline]
    pub(super) fn taken(&self) -> usize {
        self.note().taken()
    }

    /// The slot about exactly the same positions.
    #[inline]
    pub(super) fn same(&self, slot: &Slot<E>) -> Option<usize> {
        let is_same = |stored: &StoredSlot<E>| {
            get(&stored.check) == slot.check
                && get(&stored.mask) == slot.mask
                && [get(&stored.detail[0]), get(&stored.detail[1])] == slot.detail
        };
        self.slots[..self.taken()].iter().rposition(is_same)
    }

    #[inline]
    pub(super) fn record(&self, place: usize) -> Record<E> {
        self.slots[place].record()
    }

    /// Gives a slot its chances again.
    pub(super) fn renew_chances(&self, place: usize, chances: u8) {
        self.version().change(self.note().with_chances(place, chances).0, || {});
    }

    #[inline]
    pub(super) fn renew(&self, place: usize, record: &Record<E>, chances: u8) {
        self.version().change(self.note().with_chances(place, chances).0, || self.slots[place].set_record(record));
    }

    /// Adds a slot after the others.
    #[inline]
    pub(super) fn push(&self, slot: &Slot<E>) {
        let note = self.note();
        let place = note.taken();
        self.version().change(Note(note.0 + 1).with_chances(place, slot.chances).0, || self.slots[place].write(slot));
    }

    /// The clock hand passes: slots without chances are removed, the others lose one. Returns how many were removed.
    pub(super) fn pass(&self) -> usize {
        let before = self.note();
        let mut after = Note(before.0 & Note::SIGNPOST);
        for place in 0..before.taken() {
            if let Some(chances) = before.chances(place).checked_sub(1) {
                let place = after.taken();
                after = Note(after.0 + 1).with_chances(place, chances);
            }
        }
        self.version().change(after.0, || {
            let kept = (0..before.taken()).filter(|&place| before.chances(place) > 0);
            for (to, from) in kept.enumerate() {
                self.slots[to].write(&self.slots[from].read(0));
            }
        });
        before.taken() - after.taken()
    }
}
