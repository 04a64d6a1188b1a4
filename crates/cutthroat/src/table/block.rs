//! Results stored side by side.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use bytemuck::Zeroable;

use super::Record;
use super::memo::Memo;
use super::proof::Entry;
use super::version::Version;

/// Results per block.
pub(super) const SIZE: usize = 8;

/// The most chances of a slot.
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
/// What is compared lies together, so that a chain of hundreds is read in few steps over neighbouring cache lines; what is stored about
/// a position lies behind it.
#[derive(Debug, Zeroable)]
#[zeroable(bound = "")]
#[repr(C)]
pub(super) struct Block<E: Entry> {
    /// Counts changes, with the [`Note`] of the block.
    version: AtomicU64,
    /// The number of its chain, counted from 1, or 0 if it is in none; and the next block in it.
    chain: AtomicU32,
    next: AtomicU32,
    patterns: [StoredPattern; SIZE],
    records: [StoredRecord<E>; SIZE],
}

/// What a slot is compared by, as numbers that threads share.
#[derive(Debug, Zeroable)]
#[repr(C)]
struct StoredPattern {
    check: AtomicU64,
    mask: AtomicU64,
    detail: [AtomicU64; 2],
}

/// A record, likewise.
#[derive(Debug, Zeroable)]
#[zeroable(bound = "")]
#[repr(C)]
struct StoredRecord<E: Entry> {
    /// All but the words of its entry.
    word: AtomicU64,
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

impl<E: Entry> StoredRecord<E> {
    #[inline]
    fn get(&self) -> Record<E> {
        let word = get(&self.word);
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
    fn set(&self, record: &Record<E>) {
        let (small, words) = record.entry.to_words();
        let depth_and_complete = u64::from(record.depth << 1 | u16::from(record.complete));
        set(&self.word, u64::from(small) << 32 | u64::from(record.best) << 16 | depth_and_complete);
        self.words.as_ref().iter().zip(words).for_each(|(stored, word)| set(stored, word));
    }
}

impl StoredPattern {
    /// Whether it is filed under this `check` and holds for a position.
    #[inline]
    fn holds_for(&self, check: u64, memo: &Memo) -> bool {
        let differs = (get(&self.detail[0]) ^ memo.detail[0]) | (get(&self.detail[1]) ^ memo.detail[1]);
        (get(&self.check) ^ check) | (differs & get(&self.mask)) == 0
    }

    #[inline]
    fn detail(&self) -> [u64; 2] {
        [get(&self.detail[0]), get(&self.detail[1])]
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

    /// The patterns of the slots that are taken, from the oldest on.
    #[inline]
    fn patterns(&self) -> &'t [StoredPattern] {
        &self.block.patterns[..self.note().taken().min(SIZE)]
    }

    /// What is known about a position, filed under this `check`, with the parts that it rests on: the newest first. It ends
    /// early if the block changes.
    #[inline]
    pub(super) fn holding(self, check: u64, memo: &Memo) -> impl Iterator<Item = (u64, Record<E>)> {
        // All places at once: a loop over those that are taken ends in places that a processor does not foresee.
        let holds = |place: usize| u32::from(self.block.patterns[place].holds_for(check, memo));
        let all = (0..SIZE).fold(0, |places, place| places | holds(place) << place);
        let mut places = all & ((1 << self.note().taken()) - 1);
        std::iter::from_fn(move || {
            let place = places.checked_ilog2()?;
            places ^= 1 << place;
            let place = place as usize;
            let found = (get(&self.block.patterns[place].mask), self.block.records[place].get());
            self.block.version().is_still(self.version).then_some(found)
        })
    }

    /// The places of the branchings of a signpost for a key, from the oldest on.
    #[inline]
    pub(super) fn branchings(self, check: u64) -> impl Iterator<Item = u64> {
        let of_key = self.patterns().iter().filter(move |pattern| get(&pattern.check) == check);
        of_key.map_while(move |pattern| {
            let places = get(&pattern.mask);
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

    /// The chain of the block, if it is in one.
    #[inline]
    pub(super) fn chain(&self) -> Option<usize> {
        (self.chain.load(Ordering::Relaxed) as usize).checked_sub(1)
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
        self.chain.store(0, Ordering::Relaxed);
    }

    /// Empties the block and puts it into a chain.
    pub(super) fn begin(&self, chain: usize, next: u32, is_signpost: bool) {
        self.version().change(if is_signpost { Note::SIGNPOST } else { 0 }, || {
            self.chain.store(chain as u32 + 1, Ordering::Relaxed);
            self.next.store(next, Ordering::Relaxed);
        });
    }

    /// Empties the block, which is in no chain from now on.
    pub(super) fn end(&self) {
        self.version().change(0, || self.chain.store(0, Ordering::Relaxed));
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
        (0..note.taken()).map(move |place| self.slot(place, note.chances(place)))
    }

    #[inline]
    pub(super) fn taken(&self) -> usize {
        self.note().taken()
    }

    /// The slot about exactly the same positions.
    #[inline]
    pub(super) fn same(&self, slot: &Slot<E>) -> Option<usize> {
        let is_same = |stored: &StoredPattern| {
            get(&stored.check) == slot.check && get(&stored.mask) == slot.mask && stored.detail() == slot.detail
        };
        self.patterns[..self.taken()].iter().rposition(is_same)
    }

    #[inline]
    pub(super) fn record(&self, place: usize) -> Record<E> {
        self.records[place].get()
    }

    /// Gives a slot its chances again.
    pub(super) fn renew_chances(&self, place: usize, chances: u8) {
        self.version().change(self.note().with_chances(place, chances).0, || {});
    }

    #[inline]
    pub(super) fn renew(&self, place: usize, record: &Record<E>, chances: u8) {
        self.version().change(self.note().with_chances(place, chances).0, || self.records[place].set(record));
    }

    fn slot(&self, place: usize, chances: u8) -> Slot<E> {
        let pattern = &self.patterns[place];
        let (check, mask) = (get(&pattern.check), get(&pattern.mask));
        Slot { check, mask, detail: pattern.detail(), record: self.record(place), chances }
    }

    #[inline]
    fn write(&self, place: usize, slot: &Slot<E>) {
        let pattern = &self.patterns[place];
        set(&pattern.check, slot.check);
        set(&pattern.mask, slot.mask);
        set(&pattern.detail[0], slot.detail[0]);
        set(&pattern.detail[1], slot.detail[1]);
        self.records[place].set(&slot.record);
    }

    /// Adds a slot after the others.
    #[inline]
    pub(super) fn push(&self, slot: &Slot<E>) {
        let note = self.note();
        let place = note.taken();
        self.version().change(Note(note.0 + 1).with_chances(place, slot.chances).0, || self.write(place, slot));
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
                self.write(to, &self.slot(from, 0));
            }
        });
        before.taken() - after.taken()
    }
}
