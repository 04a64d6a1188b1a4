//! Branches of long chains.
//!
//! A lookup reads a chain from end to end, and partition search files many patterns under one key. So if a chain
//! has become long, the patterns of a key are divided. Some *places* (bits of the detail) are chosen that most of them rest
//! on and by which they differ. A pattern that rests on all of these places moves to a *branch*: it is filed under another
//! key, a hash of the old one and of what the pattern has at these places. The others stay. A lookup reads
//! what has stayed, and the one branch that agrees with the position. A branch is a key like any other, so it may be
//! divided again.
//!
//! The places are written on a *signpost*, a block at the head of the chain. It has room for eight branchings: what
//! stays may become long again, and then other places are chosen for it. Branches are found by hashing alone, so nothing
//! has to be kept consistent. The clock hand passes over signposts as over other blocks. A branching by way of which
//! nothing was stored for long is lost; what lies behind it is not found any more, and goes when the clock hand comes
//! there.

use super::block::{Block, MOST_CHANCES, ReadBlock, SIZE, Slot};
use super::chains::{Chains, NONE};
use super::hash::of_branch;
use super::memo::Memo;
use super::proof::Entry;

/// A chain is divided when it has so many blocks beside its signpost, and if that does not help, again whenever it has
/// grown by as many.
pub(super) const LONG: usize = 8;

/// Fewer patterns of one key are not divided.
const FEWEST: usize = LONG * SIZE / 2;

/// The most branches that a lookup notes to read later; if there were more, they would be left out.
const MOST_PENDING: usize = 32;

/// Where a pattern is filed: in which chain, and under which half of a key.
#[derive(Clone, Copy)]
pub(super) struct Home {
    pub(super) chain: usize,
    pub(super) check: u64,
}

impl Home {
    /// Where patterns of a key are filed as long as there are no branches.
    #[inline]
    pub(super) fn of_key<E: Entry>(chains: &Chains<E>, key: u128) -> Self {
        Self { chain: chains.at((key >> 64) as u64), check: key as u64 }
    }

    /// The branch for what a position or a pattern has at these places.
    fn branch<E: Entry>(self, chains: &Chains<E>, detail: [u64; 2], places: u64) -> Self {
        let (fraction, check) = of_branch(self.check, detail, places);
        Self { chain: chains.at(fraction), check }
    }

    /// The branch of a chain for a pattern that rests on the parts `mask` of its detail, if the signpost has one.
    #[cold]
    pub(super) fn branch_of<E: Entry>(
        self,
        chains: &Chains<E>,
        signpost: &Block<E>,
        detail: [u64; 2],
        mask: u64,
    ) -> Option<Self> {
        let (place, places) = signpost.branchings(self.check).find(|(_, places)| places & !mask == 0)?;
        signpost.renew_chances(place, MOST_CHANCES);
        Some(self.branch(chains, detail, places))
    }
}

/// The places by which to divide patterns, if that saves half of the reading. They are chosen one by one, each
/// time the one that leaves least to read, as long as there are enough patterns for whole blocks in the branches.
pub(super) fn dividing_places<E>(slots: &[&Slot<E>]) -> Option<u64> {
    if slots.len() < FEWEST {
        return None;
    }
    let resting_on = |place: u64| slots.iter().filter(|slot| slot.mask & place != 0).count();
    // Those that most patterns rest on.
    let mut candidates: Vec<u64> = (0..64).map(|bit| 1 << bit).collect();
    candidates.retain(|&place| resting_on(place) * 2 >= slots.len());
    let mut places = 0;
    // The group of each pattern by the places chosen so far; none for those that stay.
    let mut groups: Vec<Option<usize>> = vec![Some(0); slots.len()];
    let mut count = 1;
    let mut least = slots.len();
    loop {
        let mut best = None;
        for &place in &candidates {
            if let Some(reading) = reading_by(place, slots, &groups, count)
                && reading < least
            {
                (least, best) = (reading, Some(place));
            }
        }
        let Some(place) = best else { break };
        places |= place;
        for (slot, group) in slots.iter().zip(&mut groups) {
            *group = group.filter(|_| slot.mask & place != 0).map(|group| part_of(group, slot, place));
        }
        count = renumber(&mut groups);
    }
    (least * 2 <= slots.len()).then_some(places)
}

/// How many patterns a lookup reads on average if `count` groups are divided by one more place; nothing if the groups
/// would be too small.
fn reading_by<E>(place: u64, slots: &[&Slot<E>], groups: &[Option<usize>], count: usize) -> Option<usize> {
    let mut sizes = vec![0; count * PARTS];
    let mut staying = 0;
    for (slot, group) in slots.iter().zip(groups) {
        match group.filter(|_| slot.mask & place != 0) {
            Some(group) => sizes[part_of(group, slot, place)] += 1,
            None => staying += 1,
        }
    }
    let moving = slots.len() - staying;
    let groups = sizes.iter().filter(|&&size| size > 0).count();
    let is_enough = moving > 0 && groups * SIZE <= moving;
    is_enough.then(|| staying + sizes.iter().map(|size| size * size).sum::<usize>() / moving)
}

/// What two words of detail can have at one place.
const PARTS: usize = 4;

/// The part of a group that a pattern belongs to by what it has at one place.
fn part_of<E>(group: usize, slot: &Slot<E>, place: u64) -> usize {
    let [one, other] = slot.detail.map(|word| usize::from(word & place != 0));
    group * PARTS + one * 2 + other
}

/// Numbers groups from 0 on, without gaps. Returns how many there are.
fn renumber(groups: &mut [Option<usize>]) -> usize {
    let mut numbers: Vec<usize> = groups.iter().copied().flatten().collect();
    numbers.sort_unstable();
    numbers.dedup();
    for group in groups.iter_mut().flatten() {
        *group = numbers.binary_search(group).unwrap_or_default();
    }
    numbers.len()
}

/// The blocks that are read for a position: those of its chain and of the branches that it agrees with, each with what
/// it is filed under there. Other threads may change them meanwhile.
pub(super) struct Reading<'t, 'm, E: Entry> {
    chains: &'t Chains<E>,
    memo: &'m Memo,
    /// The chain that is being read, and what the position is filed under there.
    home: Home,
    /// The next block.
    next: u32,
    pending: Option<Pending>,
}

/// The branches that are still to be read, the next one last.
struct Pending {
    branches: [Home; MOST_PENDING],
    count: usize,
}

impl<'t, 'm, E: Entry> Reading<'t, 'm, E> {
    #[inline]
    pub(super) fn new(chains: &'t Chains<E>, memo: &'m Memo) -> Self {
        let home = Home::of_key(chains, memo.key);
        Self { chains, memo, home, next: chains.first(home.chain), pending: None }
    }

    /// Notes the branches of a signpost.
    #[cold]
    fn follow(&mut self, signpost: ReadBlock<'_, E>) {
        let nowhere = Home { chain: 0, check: 0 };
        let pending = self.pending.get_or_insert(Pending { branches: [nowhere; MOST_PENDING], count: 0 });
        let free = &mut pending.branches[pending.count..];
        for (places, branch) in signpost.branchings(self.home.check).zip(free) {
            *branch = self.home.branch(self.chains, self.memo.detail, places);
            pending.count += 1;
        }
    }

    /// Goes to the next branch, if there is one.
    #[inline]
    fn next_branch(&mut self) -> Option<()> {
        let pending = self.pending.as_mut()?;
        pending.count = pending.count.checked_sub(1)?;
        self.home = pending.branches[pending.count];
        self.next = self.chains.first(self.home.chain);
        Some(())
    }
}

impl<'t, E: Entry> Iterator for Reading<'t, '_, E> {
    type Item = (ReadBlock<'t, E>, u64);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(block) = self.chains.block(self.next) else {
                self.next_branch()?;
                continue;
            };
            let read = block.for_reading();
            // A block that has been taken for another chain leads nowhere.
            let is_ours = block.chain() == Some(self.home.chain);
            self.next = if is_ours { block.next() } else { NONE };
            match read.filter(|_| is_ours) {
                Some(signpost) if signpost.is_signpost() => self.follow(signpost),
                Some(block) => return Some((block, self.home.check)),
                None => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::payoff::Payoff;
    use crate::table::{Record, Table, TableUse};

    /// A pattern in a list: the key, the parts it rests on, and those parts.
    type Pattern = (u128, u64, [u64; 2]);

    /// Four suits of six places, of which the two words tell the owner.
    const PLACES: u64 = 0x003f_003f_003f_003f;

    fn memo(draw: &mut ChaCha8Rng) -> Memo {
        let key: u128 = draw.random_range(0..3);
        // Some owners are rarer than others. Where there are only two, chains are divided by several places at once.
        let rare = if key == 0 { 0 } else { draw.random::<u64>() & draw.random::<u64>() & PLACES };
        let detail = [draw.random::<u64>() & PLACES, rare];
        Memo { key: key << 126 | key, detail, base: Payoff::ZERO }
    }

    /// The first places of each suit, or any places.
    fn mask(draw: &mut ChaCha8Rng) -> u64 {
        if draw.random_range(0..8) == 0 {
            return draw.random::<u64>() & PLACES;
        }
        (0..4).fold(0, |mask, suit| mask | ((1 << draw.random_range(0..6)) - 1) << (16 * suit))
    }

    /// Stores and looks up in turn, and compares with a list of everything that was stored. Returns how many results
    /// were found.
    fn compare(slots: usize, steps: u64) -> (Table<u64>, usize) {
        let mut draw = ChaCha8Rng::seed_from_u64(slots as u64);
        let table: Table<u64> = Table::with_slots(slots);
        let mut newest: HashMap<Pattern, u64> = HashMap::new();
        let mut ever: HashSet<(Pattern, u64)> = HashSet::new();
        let mut found_any = 0;
        for number in 0..steps {
            let (memo, mask) = (memo(&mut draw), mask(&mut draw));
            let pattern = (memo.key, mask, memo.detail.map(|word| word & mask));
            let depth = draw.random_range(0..40);
            let record = Record { entry: number, depth, complete: true, best: 0 };
            TableUse::new(&table, true).writer.store(&memo, mask, record, true, |_, new| new);
            newest.insert(pattern, number);
            ever.insert((pattern, number));
            // Half of the positions asked about agree with a pattern that is there.
            let mut asked = self::memo(&mut draw);
            if number % 2 == 0 {
                asked.key = memo.key;
                let mixed = |place: usize| memo.detail[place] & mask | asked.detail[place] & !mask;
                asked.detail = [mixed(0), mixed(1)];
            }
            let mut found: Vec<(u64, u64)> =
                TableUse::new(&table, true).probe(&asked).map(|(mask, record)| (mask, record.entry)).collect();
            found_any += found.len();
            for &(mask, entry) in &found {
                let pattern = (asked.key, mask, asked.detail.map(|word| word & mask));
                assert!(ever.contains(&(pattern, entry)), "{slots} slots, {number}: it was never stored");
            }
            if table.statistics().replaced == 0 && number % 16 == 0 {
                let agrees = |(key, mask, detail): &Pattern| {
                    *key == asked.key && *detail == asked.detail.map(|word| word & mask)
                };
                let mut listed: Vec<(u64, u64)> = newest
                    .iter()
                    .filter(|(pattern, _)| agrees(pattern))
                    .map(|(pattern, &entry)| (pattern.1, entry))
                    .collect();
                listed.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, listed, "{slots} slots, {number}");
            }
        }
        (table, found_any)
    }

    #[test]
    fn branches_find_what_a_list_finds() {
        let (table, found) = compare(1 << 20, 20_000);
        assert_eq!(table.statistics().replaced, 0);
        assert!(table.chains.signposts() > 20, "{}", table.chains.signposts());
        assert!(found > 20_000, "{found}");
    }

    /// What has been replaced is not found, and nothing is found that was never stored. Signposts come and go, and most
    /// of the table holds results.
    #[test]
    fn branches_of_small_tables_find_only_what_was_stored() {
        for slots in [64, 100, 160, 256, 512, 1000, 2000, 5000, 20_000] {
            let (table, found) = compare(slots, 30_000);
            assert!(table.statistics().replaced > 0, "{slots} slots");
            let signposts = table.chains.signposts();
            assert!(slots < 1000 || signposts * 6 * SIZE <= slots, "{signposts} signposts in {slots} slots");
            assert!(slots < 1000 || signposts > 0, "{slots} slots");
            assert!(found > 10_000, "{slots} slots are hardly ever of use: {found}");
        }
    }

    /// With many patterns of one key, more than 800 blocks here, a lookup reads few of them.
    #[test]
    fn a_lookup_reads_few_blocks() {
        let (table, _) = compare(1 << 20, 20_000);
        let mut draw = ChaCha8Rng::seed_from_u64(7);
        let mut read = 0;
        for _ in 0..1000 {
            let memo = memo(&mut draw);
            read += Reading::new(&table.chains, &memo).count();
        }
        assert!(read < 250 * 1000, "{read} blocks in 1000 lookups");
    }
}
