//! All blocks of a table, in chains that any thread can read.

use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use bytemuck::allocation::zeroed_slice_box;

use super::Record;
use super::block::{Block, SIZE};
use super::branches::Reading;
use super::memo::Memo;
use super::proof::Entry;

/// The most blocks that are read for one position. What lies behind them in a chain is never found.
pub(super) const LONGEST_CHAIN: usize = 512;

/// Blocks per chain. With fewer, more blocks stay half empty; with more, there is more to read.
const BLOCKS_PER_CHAIN: usize = 2;

/// No block. Blocks are counted from 1, so an empty chain is zero.
pub(super) const NONE: u32 = 0;

/// Beside what points to the first block of a chain: whether a thread is changing the chain.
const LOCKED: u32 = 1 << 31;

/// The most blocks of a table, so that a link can point to each.
const MOST_BLOCKS: usize = LOCKED as usize - 1;

/// How many new blocks a thread takes at once, in a table that has plenty.
const TAKEN_AT_ONCE: usize = 8;

/// With fewer blocks, threads take one at a time: none should lie unused.
const PLENTY: usize = 4096;

/// The blocks and chains of a table.
///
/// A lookup needs no lock. To change a chain or a block in it, a thread locks the chain. It never waits for a lock: it leaves
/// alone what it cannot lock. So it may hold several.
#[derive(Debug)]
pub(super) struct Chains<E: Entry> {
    /// Memory that no search has needed yet is only reserved.
    blocks: Box<[Block<E>]>,
    /// What points to the first block of every chain.
    firsts: Box<[AtomicU32]>,
    /// The least depth ever stored.
    shallowest: AtomicU16,
    /// How many blocks were taken at least once.
    taken: OwnLine<AtomicU32>,
    /// The clock hand, which goes round all blocks.
    hand: OwnLine<AtomicU32>,
    /// Blocks that threads took and did not need.
    spare: Mutex<Vec<u32>>,
}

/// Something that shares no cache line with its neighbours, since threads change it.
#[derive(Debug, Default)]
#[repr(align(128))]
struct OwnLine<T>(T);

impl<E: Entry> Chains<E> {
    /// What a block takes, with its share of the chains.
    pub(super) const BYTES_PER_BLOCK: usize = size_of::<Block<E>>() + size_of::<u32>().div_ceil(BLOCKS_PER_CHAIN);

    /// Room for `slots` positions, or a few less.
    pub(super) fn new(slots: usize) -> Self {
        let blocks = (slots / SIZE).clamp(1, MOST_BLOCKS);
        Self {
            blocks: zeroed_slice_box(blocks),
            // Written at once, since all of it is read: a page that is read before it is written to is given twice by the system.
            firsts: (0..blocks.div_ceil(BLOCKS_PER_CHAIN)).map(|_| AtomicU32::new(NONE)).collect(),
            shallowest: AtomicU16::new(u16::MAX),
            taken: OwnLine::default(),
            hand: OwnLine::default(),
            spare: Mutex::default(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.blocks[..]) + size_of_val(&self.firsts[..])
    }

    /// Empties all chains. Blocks are emptied when they are taken.
    pub(super) fn clear(&mut self) {
        self.firsts.iter_mut().for_each(|first| *first.get_mut() = NONE);
        *self.shallowest.get_mut() = u16::MAX;
        (*self.taken.0.get_mut(), *self.hand.0.get_mut()) = (0, 0);
        self.spare.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// The chain at a place that is given as a fraction of 2^64, such as the upper half of a key.
    #[inline]
    pub(super) fn at(&self, fraction: u64) -> usize {
        ((u128::from(fraction) * self.firsts.len() as u128) >> 64) as usize
    }

    /// What points to the first block of a chain.
    #[inline]
    pub(super) fn first(&self, chain: usize) -> u32 {
        self.firsts[chain].load(Ordering::Relaxed) & !LOCKED
    }

    /// The block that a link points to.
    #[inline]
    pub(super) fn block(&self, link: u32) -> Option<&Block<E>> {
        self.blocks.get((link as usize).wrapping_sub(1))
    }

    /// How many chains begin with a signpost.
    #[cfg(test)]
    pub(super) fn signposts(&self) -> usize {
        let firsts = (0..self.firsts.len()).filter_map(|chain| self.block(self.first(chain)));
        firsts.filter(|block| block.is_signpost()).count()
    }

    /// Everything known about a position, with the parts of the detail that it rests on. It begins with the newest, if the
    /// chain has no branches. What another thread is changing just now is left out.
    #[inline]
    pub(super) fn probe(&self, memo: &Memo) -> impl Iterator<Item = (u64, Record<E>)> {
        let blocks = Reading::new(self, memo).take(LONGEST_CHAIN);
        blocks.flat_map(move |(block, check)| block.holding(check, memo))
    }

    /// By how much a depth is more than the least that was ever stored.
    #[inline]
    pub(super) fn above_shallowest(&self, depth: u16) -> u16 {
        let shallowest = self.shallowest.load(Ordering::Relaxed);
        if depth < shallowest {
            self.shallowest.fetch_min(depth, Ordering::Relaxed);
        }
        depth.saturating_sub(shallowest)
    }

    /// Keeps other threads from changing a chain, if none of them does. A thread that is `alone` locks nothing.
    #[inline]
    pub(super) fn lock(&self, chain: usize, alone: bool) -> Option<LockedChain<'_, E>> {
        let first = &self.firsts[chain];
        let lock = if alone { 0 } else { LOCKED };
        let link = first.load(Ordering::Relaxed);
        let is_free = alone
            || (link & LOCKED == 0
                && first.compare_exchange(link, link | LOCKED, Ordering::Acquire, Ordering::Relaxed).is_ok());
        is_free.then(|| LockedChain { chains: self, chain, first, lock })
    }

    /// Takes blocks that were never taken, as far as there are any.
    pub(super) fn take_new(&self, free: &mut Vec<u32>) {
        let OwnLine(taken) = &self.taken;
        let all = self.blocks.len();
        if taken.load(Ordering::Relaxed) as usize >= all {
            return;
        }
        let count = if all < PLENTY { 1 } else { TAKEN_AT_ONCE };
        let before = taken.fetch_add(count as u32, Ordering::Relaxed) as usize;
        let new = before.min(all)..(before + count).min(all);
        // The first one last, since the last one is used first.
        for place in new.rev() {
            self.blocks[place].take();
            free.push(place as u32 + 1);
        }
    }

    /// Takes a block that another search took and did not need.
    pub(super) fn take_spare(&self) -> Option<u32> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Gives blocks back.
    pub(super) fn give_back(&self, free: &mut Vec<u32>) {
        if !free.is_empty() {
            self.spare.lock().unwrap_or_else(PoisonError::into_inner).append(free);
        }
    }

    /// The clock hand passes on to the next block. Returns what points to it.
    pub(super) fn advance_hand(&self) -> u32 {
        let OwnLine(hand) = &self.hand;
        hand.fetch_add(1, Ordering::Relaxed) % self.blocks.len() as u32 + 1
    }

    pub(super) fn count(&self) -> usize {
        self.blocks.len()
    }
}

/// A chain that one thread may change, until this is dropped.
pub(super) struct LockedChain<'t, E: Entry> {
    chains: &'t Chains<E>,
    pub(super) chain: usize,
    first: &'t AtomicU32,
    /// The bit that is set meanwhile beside what points to the first block, if there are other threads.
    lock: u32,
}

impl<'t, E: Entry> LockedChain<'t, E> {
    /// The blocks of the chain, from the newest on, each with what points to it.
    #[inline]
    pub(super) fn links(&self) -> impl Iterator<Item = (u32, &'t Block<E>)> {
        let chains = self.chains;
        let mut next = chains.first(self.chain);
        std::iter::from_fn(move || {
            let link = next;
            let block = chains.block(link)?;
            next = block.next();
            Some((link, block))
        })
    }

    /// Its signpost, if it has one.
    #[inline]
    pub(super) fn signpost(&self) -> Option<&'t Block<E>> {
        self.links().next().map(|(_, block)| block).filter(|block| block.is_signpost())
    }

    /// The blocks that hold results.
    pub(super) fn results(&self) -> impl Iterator<Item = (u32, &'t Block<E>)> {
        self.links().filter(|(_, block)| !block.is_signpost()).take(LONGEST_CHAIN)
    }

    fn set_first(&self, link: u32) {
        self.first.store(link | self.lock, Ordering::Relaxed);
    }

    /// Puts a free block at the head of the chain, or behind its signpost.
    pub(super) fn add(&self, link: u32, is_signpost: bool) -> Option<&'t Block<E>> {
        let block = self.chains.block(link)?;
        match self.signpost() {
            Some(signpost) => {
                block.begin(self.chain, signpost.next(), is_signpost);
                signpost.set_next(link);
            }
            None => {
                block.begin(self.chain, self.chains.first(self.chain), is_signpost);
                self.set_first(link);
            }
        }
        Some(block)
    }

    /// Takes a block out of the chain. Then it is free.
    pub(super) fn remove(&self, link: u32) {
        let mut before: Option<&Block<E>> = None;
        for (at, block) in self.links() {
            if at == link {
                match before {
                    None => self.set_first(block.next()),
                    Some(before) => before.set_next(block.next()),
                }
                block.end();
                return;
            }
            before = Some(block);
        }
    }
}

impl<E: Entry> Drop for LockedChain<'_, E> {
    #[inline]
    fn drop(&mut self) {
        if self.lock != 0 {
            self.first.store(self.chains.first(self.chain), Ordering::Release);
        }
    }
}
