//! How one thread changes a table.

use super::Record;
use super::block::{Block, MOST_CHANCES, SIZE, Slot};
use super::branches::{Home, LONG, dividing_places};
use super::chains::{Chains, LockedChain};
use super::memo::Memo;
use super::proof::Entry;

/// Plies of search depth for one more chance to be passed over.
const PLIES_PER_CHANCE: u16 = 6;

/// How many blocks of a chain are looked at for room, from the newest on. Until the clock hand passes, there is room only in
/// the first.
const MOST_FILLED_UP: usize = 4;

/// How often the clock hand goes round before a thread gives up to find a block. A slot has fewer chances, so it finds one unless
/// other threads hold them.
const MOST_ROUNDS: usize = 5;

/// What a thread needs to change a table.
#[derive(Debug)]
pub(crate) struct Writer<'t, E: Entry> {
    chains: &'t Chains<E>,
    /// Results per block; fewer than a block holds only in a table smaller than a block.
    per_block: usize,
    /// Whether no other thread uses the table.
    alone: bool,
    /// Blocks of this thread that are in no chain.
    free: Vec<u32>,
    pub(super) stores: u64,
    pub(super) replaced: u64,
}

impl<'t, E: Entry> Writer<'t, E> {
    pub(super) fn new(chains: &'t Chains<E>, per_block: usize, alone: bool) -> Self {
        Self { chains, per_block, alone, free: Vec::new(), stores: 0, replaced: 0 }
    }

    /// Stores what was proved about a position, resting on the parts `mask` of its detail. `merge` combines it with an
    /// older result of the same position. If nothing was known about the position when it was looked up, there is none
    /// (`may_be_known`), and the chain is not read once more. Another thread may have stored one since; then both are
    /// there, and both are true. If another thread is changing the chain just now, the result is lost.
    #[inline]
    pub(crate) fn store(
        &mut self,
        memo: &Memo,
        mask: u64,
        record: Record<E>,
        may_be_known: bool,
        merge: impl FnOnce(&Record<E>, Record<E>) -> Record<E>,
    ) {
        self.stores += 1;
        let deeper = self.chains.above_shallowest(record.depth);
        let chances = (deeper / PLIES_PER_CHANCE).min(MOST_CHANCES.into()) as u8;
        let detail = memo.detail.map(|word| word & mask);
        let Some((chain, home)) = self.lock(Home::of_key(self.chains, memo.key), detail, mask) else { return };
        let slot = Slot { check: home.check, mask, detail, record, chances };
        let same =
            if may_be_known { chain.results().find_map(|(_, block)| Some((block, block.same(&slot)?))) } else { None };
        if let Some((block, place)) = same {
            block.renew(place, &merge(&block.record(place), record), chances);
            return;
        }
        match self.roomy(&chain) {
            Some(block) => block.push(&slot),
            None => self.store_with_new_block(chain, &slot),
        }
    }

    /// Locks the chain where something is filed that has this detail and rests on `mask`: that of a key, or of one of its
    /// branches.
    #[inline]
    fn lock(&self, mut home: Home, detail: [u64; 2], mask: u64) -> Option<(LockedChain<'t, E>, Home)> {
        loop {
            let chain = self.chains.lock(home.chain, self.alone)?;
            let Some(branch) =
                chain.signpost().and_then(|signpost| home.branch_of(self.chains, signpost, detail, mask))
            else {
                return Some((chain, home));
            };
            home = branch;
        }
    }

    /// A block of a chain that has room.
    #[inline]
    fn roomy(&self, chain: &LockedChain<'t, E>) -> Option<&'t Block<E>> {
        let mut newest = chain.links().take(MOST_FILLED_UP).map(|(_, block)| block);
        newest.find(|block| block.taken() < self.per_block && !block.is_signpost())
    }

    /// Stores a slot in a chain that has no room, or in one of its branches if it is long.
    #[cold]
    fn store_with_new_block(&mut self, chain: LockedChain<'t, E>, slot: &Slot<E>) {
        let home = Home { chain: chain.chain, check: slot.check };
        let Some(mut slots) = self.divide(&chain, slot.check) else {
            self.push(&chain, slot);
            return;
        };
        drop(chain);
        slots.insert(0, *slot);
        // From the oldest on.
        for slot in slots.iter().rev() {
            let home = Home { check: slot.check, ..home };
            if let Some((chain, home)) = self.lock(home, slot.detail, slot.mask) {
                self.push(&chain, &Slot { check: home.check, ..*slot });
            }
        }
    }

    /// Stores a slot that is not there yet in this chain.
    fn push(&mut self, chain: &LockedChain<'t, E>, slot: &Slot<E>) {
        let block = self.roomy(chain).or_else(|| chain.add(self.free_block(chain)?, false));
        if let Some(block) = block {
            block.push(slot);
        }
    }

    /// Divides the patterns of a key in its chain, if the chain is long and if that helps. Returns all that was in the
    /// chain, the newest first, to be filed anew. Meanwhile no thread finds it.
    fn divide(&mut self, chain: &LockedChain<'t, E>, check: u64) -> Option<Vec<Slot<E>>> {
        let branchings = chain.signpost().map_or(0, Block::taken);
        let count = chain.results().count();
        if count == 0 || !count.is_multiple_of(LONG) || branchings == SIZE {
            return None;
        }
        let (mut links, mut slots) = (Vec::new(), Vec::new());
        for (link, block) in chain.results() {
            links.push(link);
            slots.extend(block.slots());
        }
        let of_key: Vec<&Slot<E>> = slots.iter().filter(|slot| slot.check == check).collect();
        let places = dividing_places(&of_key)?;
        for link in links {
            chain.remove(link);
            self.free.push(link);
        }
        let signpost = chain.signpost().or_else(|| chain.add(self.free.pop()?, true))?;
        let record = Record::default();
        signpost.push(&Slot { check, mask: places, detail: [0; 2], record, chances: MOST_CHANCES });
        Some(slots)
    }

    /// A free block for a chain that this thread has locked: one that it has, one that was never taken or that nobody needed, or the first that
    /// the clock hand empties.
    fn free_block(&mut self, locked: &LockedChain<'t, E>) -> Option<u32> {
        if self.free.is_empty() {
            self.chains.take_new(&mut self.free);
        }
        self.free.pop().or_else(|| self.chains.take_spare()).or_else(|| self.emptied_block(locked))
    }

    /// The first block that the clock hand empties.
    fn emptied_block(&mut self, locked: &LockedChain<'t, E>) -> Option<u32> {
        for _ in 0..MOST_ROUNDS * self.chains.count() {
            let link = self.chains.advance_hand();
            let Some((block, chain)) = self.chains.block(link).and_then(|block| Some((block, block.chain()?))) else {
                continue;
            };
            let other = if chain == locked.chain { None } else { Some(self.chains.lock(chain, self.alone)) };
            let chain = match &other {
                None => locked,
                // It may have come to another chain before the lock was taken.
                Some(Some(other)) if block.chain() == Some(chain) => other,
                Some(_) => continue,
            };
            let removed = block.pass();
            if !block.is_signpost() {
                self.replaced += removed as u64;
            }
            if block.taken() == 0 {
                chain.remove(link);
                return Some(link);
            }
        }
        None
    }
}

impl<E: Entry> Drop for Writer<'_, E> {
    fn drop(&mut self) {
        self.chains.give_back(&mut self.free);
    }
}
