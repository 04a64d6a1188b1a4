//! A part of a table that one thread at a time may write to.

use std::hint::spin_loop;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use super::block::{Block, MOST_CHANCES, Slot};
use super::branches::Home;
use super::chains::{Chains, LONGEST_CHAIN};
use super::memo::Memo;
use super::proof::Entry;
use super::{Record, Statistics};

/// Plies of search depth for one more chance to be passed over.
const PLIES_PER_CHANCE: u16 = 6;

/// How many blocks of a chain are looked at for room, from the newest on. Until the clock hand passes, there is room only in
/// the first.
const MOST_FILLED_UP: usize = 4;

/// How often a thread tries to lock a shard before it sleeps.
const TRIES: usize = 200;

/// The lock of a part of the [`Chains`]. Neighbours do not share a cache line, so a thread that locks one does not disturb
/// another.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(super) struct Shard(Mutex<Keeper>);

/// What only a thread that writes needs to know.
#[derive(Debug, Default)]
struct Keeper {
    /// How many blocks have been taken.
    taken: usize,
    /// The next block of the clock hand.
    hand: usize,
    /// The first of the blocks that were taken and are empty now, each of which points to the next.
    spare: u32,
    /// The least depth ever stored; nothing before the first.
    shallowest: Option<u16>,
    stores: u64,
    replaced: u64,
}

impl Shard {
    /// Forgets which blocks were taken.
    pub(super) fn clear(&mut self) {
        let keeper = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        *keeper = Keeper { stores: keeper.stores, replaced: keeper.replaced, ..Keeper::default() };
    }

    /// How often it was written to, without lookups.
    pub(super) fn statistics(&self) -> Statistics {
        let keeper = self.lock();
        Statistics { stores: keeper.stores, replaced: keeper.replaced, ..Statistics::default() }
    }

    /// The lock. It is free again within less than a microsecond, unless the thread that has it is not
    /// running; to sleep until then would take far longer. A panic in the middle of a store leaves the table readable: at worst a
    /// result is lost.
    #[inline]
    fn lock(&self) -> MutexGuard<'_, Keeper> {
        for _ in 0..TRIES {
            match self.0.try_lock() {
                Ok(guard) => return guard,
                Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    for _ in 0..20 {
                        spin_loop();
                    }
                }
            }
        }
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The only thread that writes to the chains of a shard.
pub(super) struct ShardWriter<'t, E: Entry> {
    pub(super) chains: &'t Chains<E>,
    keeper: MutexGuard<'t, Keeper>,
    /// The blocks before those of the shard.
    before: usize,
    /// Results per block; fewer than a block holds only in a table smaller than a block.
    per_block: usize,
}

impl<'t, E: Entry> ShardWriter<'t, E> {
    /// Keeps other threads from writing until it is dropped.
    #[inline]
    pub(super) fn new(chains: &'t Chains<E>, shards: &'t [Shard], chain: usize, per_block: usize) -> Self {
        let shard = chains.shard(chain);
        Self { chains, keeper: shards[shard].lock(), before: shard * chains.blocks_per_shard, per_block }
    }

    /// The blocks of a chain, from the newest on, each with what points to it.
    #[inline]
    pub(super) fn links(&self, chain: usize) -> impl Iterator<Item = (u32, &'t Block<E>)> {
        let chains = self.chains;
        let mut next = chains.first(chain);
        std::iter::from_fn(move || {
            let link = next;
            let block = chains.block(link)?;
            next = block.next();
            Some((link, block))
        })
        .take(LONGEST_CHAIN)
    }

    /// The block that a link points to.
    #[inline]
    fn linked(&self, link: u32) -> &'t Block<E> {
        self.chains.block(link).expect("a link to a block")
    }

    /// Stores what was proved about a position of this chain, resting on the parts `mask` of its detail. `merge` combines it with an
    /// older result of the same position. If nothing was known about the position when it was looked up, there is none
    /// (`may_be_known`), and the chain is not read once more. Another thread may have stored one since; then both are
    /// there, and both are true.
    #[inline]
    pub(super) fn store(
        &mut self,
        chain: usize,
        memo: &Memo,
        mask: u64,
        record: Record<E>,
        may_be_known: bool,
        merge: impl FnOnce(&Record<E>, Record<E>) -> Record<E>,
    ) {
        self.keeper.stores += 1;
        let shallowest = self.keeper.shallowest.unwrap_or(record.depth).min(record.depth);
        self.keeper.shallowest = Some(shallowest);
        let chances = ((record.depth - shallowest) / PLIES_PER_CHANCE).min(MOST_CHANCES.into()) as u8;
        let detail = memo.detail.map(|word| word & mask);
        let home = self.home(chain, memo, mask);
        let slot = Slot { check: home.check, mask, detail, record, chances };
        let same = if may_be_known {
            self.links(home.chain).find_map(|(_, block)| Some((block, block.same(&slot)?)))
        } else {
            None
        };
        if let Some((block, place)) = same {
            block.renew(place, &merge(&block.record(place), record), chances);
            return;
        }
        match self.roomy(home.chain) {
            Some(block) => block.push(&slot),
            None => self.store_with_new_block(home, &slot),
        }
    }

    /// Stores a slot in a chain that has no room, or in one of its branches if it is long.
    #[cold]
    fn store_with_new_block(&mut self, home: Home, slot: &Slot<E>) {
        if self.divides(home) {
            self.file_behind(home, slot);
        } else {
            self.file(home.chain, slot);
        }
    }

    /// Stores a slot that is not there yet in this chain.
    pub(super) fn file(&mut self, chain: usize, slot: &Slot<E>) {
        let block = self.roomy(chain).unwrap_or_else(|| self.new_block(chain));
        block.push(slot);
    }

    /// A block of a chain that has room.
    #[inline]
    fn roomy(&self, chain: usize) -> Option<&'t Block<E>> {
        let per_block = self.per_block;
        let mut newest = self.links(chain).take(MOST_FILLED_UP).map(|(_, block)| block);
        newest.find(|block| block.taken() < per_block && !block.is_signpost())
    }

    /// An empty block at the head of a chain, or behind its signpost.
    fn new_block(&mut self, chain: usize) -> &'t Block<E> {
        let link = self.free_block();
        let block = self.linked(link);
        match self.signpost(chain) {
            Some(signpost) => {
                block.begin(chain as u32, signpost.next(), false);
                signpost.set_next(link);
            }
            None => self.put_first(chain, link, false),
        }
        block
    }

    /// Puts a signpost without branches at the head of a chain.
    pub(super) fn new_signpost(&mut self, chain: usize) {
        let link = self.free_block();
        self.put_first(chain, link, true);
    }

    /// Puts a block at the head of a chain.
    fn put_first(&self, chain: usize, link: u32, is_signpost: bool) {
        self.linked(link).begin(chain as u32, self.chains.first(chain), is_signpost);
        self.chains.set_first(chain, link);
    }

    /// Takes a block out of its chain, for later.
    pub(super) fn release(&mut self, link: u32) {
        self.unlink(link);
        let spare = std::mem::replace(&mut self.keeper.spare, link);
        self.linked(link).begin(0, spare, false);
    }

    /// A free block: one that was released or never taken, or the first that the clock hand empties.
    fn free_block(&mut self) -> u32 {
        if let Some(block) = self.chains.block(self.keeper.spare) {
            return std::mem::replace(&mut self.keeper.spare, block.next());
        }
        let all = self.chains.blocks_per_shard;
        if self.keeper.taken < all {
            self.keeper.taken += 1;
            let link = (self.before + self.keeper.taken) as u32;
            self.linked(link).take();
            return link;
        }
        loop {
            let link = (self.before + self.keeper.hand) as u32 + 1;
            self.keeper.hand = (self.keeper.hand + 1) % all;
            let block = self.linked(link);
            let removed = block.pass();
            if !block.is_signpost() {
                self.keeper.replaced += removed as u64;
            }
            if block.taken() == 0 {
                self.unlink(link);
                return link;
            }
        }
    }

    /// Takes a block out of its chain.
    fn unlink(&self, link: u32) {
        let block = self.linked(link);
        let chain = block.chain() as usize;
        let mut before = None;
        let mut at = self.chains.first(chain);
        while at != link {
            before = Some(self.linked(at));
            at = self.linked(at).next();
        }
        match before {
            None => self.chains.set_first(chain, block.next()),
            Some(before) => before.set_next(block.next()),
        }
    }
}
