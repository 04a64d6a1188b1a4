//! Several threads that search one position together.
//!
//! Every thread runs the whole search, and all of them use one table. They differ only in the order in which they
//! search the moves of a node: a move that another thread is searching comes later, when its result is probably in the
//! table (Feldmann's "young brothers wait" and Weill's ABDADA, 1996, in the simplest form). The order never changes a
//! value, a move or a line, so it does not matter which thread finishes first. Then the others stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::analysis::Analysis;
use crate::budget::{Budget, Meter, Stop};
use crate::search::SearchError;
use crate::table::Memo;

/// A search of fewer nodes stays on one thread: starting others would take a good part of its time.
pub(crate) const NODES_ALONE: u64 = 4_000;

/// Places for notes. Two notes at one place only cost time; with many places, threads seldom touch the same cache line.
const PLACES: usize = 1 << 12;

/// So many moves are searched between two looks whether a node above was settled.
const MOVES_BETWEEN_LOOKS: u32 = 8;

/// Memory for the stack of a thread. It is only reserved; a search goes down to [`MAX_DEPTH`](crate::MAX_DEPTH) plies.
const STACK: usize = 16 << 20;

/// What the threads of one search share beside the table.
#[derive(Debug)]
pub(crate) struct Crew {
    /// The moves of nodes that are being searched, each node at its place: what identifies the node, and a bit for each move.
    under_way: Box<[AtomicU64]>,
    /// The nodes that were settled last, each at its place.
    settled: Box<[AtomicU64]>,
    /// Whether one of the threads has the answer.
    finished: AtomicBool,
    /// The nodes of all threads, with those that they may still visit before they ask for more.
    nodes: AtomicU64,
}

/// One of the threads.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    crew: Arc<Crew>,
    /// Whether it reports how many moves of the root are done.
    pub(crate) reports: bool,
}

impl Member {
    /// Whether another thread has the answer.
    pub(crate) fn is_finished(&self) -> bool {
        self.crew.finished.load(Ordering::Relaxed)
    }

    /// Grants up to `wanted` nodes of the `limit` for all threads together; none if all are spent.
    pub(crate) fn grant(&self, wanted: u64, limit: u64) -> u64 {
        let before = self.crew.nodes.fetch_add(wanted, Ordering::Relaxed);
        let granted = wanted.min(limit.saturating_sub(before));
        self.crew.nodes.fetch_sub(wanted - granted, Ordering::Relaxed);
        granted
    }

    /// Gives back nodes that were granted and not visited.
    pub(crate) fn give_back(&self, nodes: u64) {
        self.crew.nodes.fetch_sub(nodes, Ordering::Relaxed);
    }

    #[inline]
    fn place(&self, node: u64) -> &AtomicU64 {
        &self.crew.under_way[node as usize % PLACES]
    }

    #[inline]
    fn settled(&self, node: u64) -> &AtomicU64 {
        &self.crew.settled[node as usize % PLACES]
    }

    /// Notes that this thread begins to search a move. If another thread writes there just now, a note is lost, or
    /// stands for a move of another node. That only costs time.
    #[inline]
    fn note(&self, node: u64, index: u16) {
        let place = self.place(node);
        if is_of(node, place.load(Ordering::Relaxed)) {
            place.fetch_or(bit(index), Ordering::Relaxed);
        } else {
            place.store(node & OF_NODE | bit(index), Ordering::Relaxed);
        }
    }

    /// Removes the note.
    #[inline]
    fn remove_note(&self, node: u64, index: u16) {
        let place = self.place(node);
        if is_of(node, place.load(Ordering::Relaxed)) {
            place.fetch_and(!bit(index), Ordering::Relaxed);
        }
    }

    /// The moves of a node that other threads are searching, as far as this is known, a bit each.
    #[inline]
    fn under_way(&self, node: u64) -> u64 {
        let noted = self.place(node).load(Ordering::Relaxed);
        if is_of(node, noted) { noted & !OF_NODE } else { 0 }
    }
}

/// The part of a note that identifies the node. The others are for its moves.
const OF_NODE: u64 = u64::MAX << 32;

#[inline]
const fn is_of(node: u64, noted: u64) -> bool {
    (noted ^ node) & OF_NODE == 0
}

/// The bit of a move. More moves than bits share them, so some come later than they need to.
#[inline]
const fn bit(index: u16) -> u64 {
    1 << (index % 32)
}

/// Empties a place if this number is there and not another one. If another one comes just now it is lost, which only
/// costs time.
#[inline]
fn remove(place: &AtomicU64, number: u64) {
    if place.load(Ordering::Relaxed) == number {
        place.store(0, Ordering::Relaxed);
    }
}

/// How one thread divides the moves of nodes near the root with the others. Without others it does nothing.
#[derive(Debug, Default)]
pub(crate) struct Division {
    member: Option<Member>,
    /// A number for the node that is being visited.
    node: u64,
    /// The level and the number of the divided nodes on the path.
    path: Vec<(usize, u64)>,
    /// The level of a node that another thread has settled, while this one is below it.
    abandoned: Option<usize>,
    /// Moves until the next look whether there is one.
    unlooked: u32,
}

impl Division {
    pub(crate) fn new(member: Option<Member>) -> Self {
        Self { member, ..Self::default() }
    }

    /// The number of the node that is being visited, if its moves are divided: those of the first seven twelfths of the game are.
    #[inline]
    pub(crate) fn node(&self, ply: usize, deepest: usize) -> Option<u64> {
        self.divides(ply, deepest).then_some(self.node)
    }

    /// Whether the moves of nodes of this level are divided.
    #[inline]
    pub(crate) fn divides(&self, ply: usize, deepest: usize) -> bool {
        self.member.is_some() && ply < deepest * 7 / 12
    }

    /// The node that is being visited has this memo, so it has the same number by whatever way it is reached.
    #[inline]
    pub(crate) fn recognise(&mut self, memo: &Memo) {
        if self.member.is_some() {
            // Never 0, which stands for no node.
            self.node = mixed(memo.key as u64 ^ memo.detail[0], memo.detail[1]) | 1;
        }
    }

    /// Begins to search a divided node that can be looked up in the table.
    pub(crate) fn enter(&mut self, ply: usize) {
        if let Some(member) = &self.member {
            // If it was settled before, that did not answer what is asked now.
            remove(member.settled(self.node), self.node);
        }
        self.path.push((ply, self.node));
    }

    /// The node has been searched.
    pub(crate) fn leave(&mut self, is_stored: bool) {
        if let Some(((_, node), member)) = self.path.pop().zip(self.member.as_ref())
            && is_stored
        {
            member.settled(node).store(node, Ordering::Relaxed);
        }
    }

    /// Whether the search has been abandoned at this node and not above, because another thread has settled it. Then the
    /// search goes on, and the node can be visited once more: its result is in the table, or most of it.
    #[cold]
    pub(crate) fn resumes_at(&mut self, meter: &mut Meter, ply: usize) -> bool {
        let resumes = self.abandoned.take_if(|at| *at == ply).is_some();
        if resumes {
            meter.resume();
            self.path.pop();
        }
        resumes
    }

    /// The moves of a node that other threads are searching.
    #[inline]
    pub(crate) fn under_way(&self, node: u64) -> UnderWay {
        UnderWay(self.member.as_ref().map_or(0, |member| member.under_way(node)))
    }

    /// Whether another thread has settled a node above. Then the search below it is abandoned. It looks from time to time.
    fn is_settled_above(&mut self) -> bool {
        self.unlooked = self.unlooked.checked_sub(1).unwrap_or(MOVES_BETWEEN_LOOKS);
        let Some(member) = self.member.as_ref().filter(|_| self.unlooked == 0) else { return false };
        let settled = self.path.iter().find(|(_, node)| member.settled(*node).load(Ordering::Relaxed) == *node);
        self.abandoned = settled.map(|(ply, _)| *ply);
        self.abandoned.is_some()
    }

    // What follows is not inlined: it is called for divided nodes only, and a recursion is compiled for every game.

    /// Begins to search a move of a divided node, unless another thread has settled a node above: then the search is
    /// suspended up to there.
    pub(crate) fn begins(&mut self, meter: &mut Meter, node: u64, index: u16, is_first: bool) -> bool {
        if self.is_settled_above() {
            meter.suspend();
            return false;
        }
        self.begin(node, index, is_first);
        true
    }

    /// Begins to search a move of a divided node. The first is not noted, since every thread begins with it.
    pub(crate) fn begin(&mut self, node: u64, index: u16, is_first: bool) {
        self.node = move_number(node, index);
        if let Some(member) = self.member.as_ref().filter(|_| !is_first) {
            member.note(node, index);
        }
    }

    /// The move has been searched.
    pub(crate) fn end(&mut self, node: u64, index: u16, is_first: bool) {
        if let Some(member) = self.member.as_ref().filter(|_| !is_first) {
            member.remove_note(node, index);
        }
        self.node = node;
    }
}

/// The moves of a node that other threads are searching, a bit each.
#[derive(Clone, Copy)]
pub(crate) struct UnderWay(u64);

impl UnderWay {
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The place of the move with which to go on: the first that no other thread is searching, if there is one.
    /// Rather one that is not `alike` a move under way: once that is searched, those that are alike often need no search.
    pub(crate) fn free_move(
        self,
        next: &(impl Iterator<Item = u16> + Clone),
        alike: impl Fn(u16, u16) -> bool,
    ) -> usize {
        let has = |index: u16| self.0 & bit(index) != 0;
        let Some(first_free) = next.clone().position(|index| !has(index)) else { return 0 };
        let under_way = next.clone().filter(|&index| has(index));
        let is_unlike = |index: u16| !has(index) && !under_way.clone().any(|other| alike(other, index));
        next.clone().position(is_unlike).unwrap_or(first_free)
    }
}

/// A number for a move of a node, and for the node that it leads to.
#[inline]
fn move_number(node: u64, index: u16) -> u64 {
    mixed(node, index.into()) | 1
}

#[inline]
const fn mixed(one: u64, other: u64) -> u64 {
    let product = (one ^ 0x9e37_79b9_7f4a_7c15) as u128 * (other ^ 0xd1b5_4a32_d192_ed03) as u128;
    product as u64 ^ (product >> 64) as u64
}

/// Runs a search on several threads, after so many nodes `alone` on one of them. The nodes of the answer are those of all threads.
///
/// # Errors
/// Those of the search.
pub(crate) fn run<M: Send>(
    threads: usize,
    alone: u64,
    budget: &Budget,
    search: &(dyn Fn(Budget, Option<Member>) -> Result<Analysis<M>, SearchError> + Sync),
) -> Result<Analysis<M>, SearchError> {
    let budget = budget.started();
    let limit = budget.nodes.unwrap_or(u64::MAX);
    if alone > 0 {
        let found = search(Budget { nodes: Some(limit.min(alone)), ..budget.clone() }, None);
        if limit <= alone || !matches!(found, Err(SearchError::Stopped(Stop::Nodes))) {
            return found;
        }
    }
    if let Some(progress) = &budget.progress {
        progress.restart();
    }
    let [under_way, settled] = std::array::from_fn(|_| (0..PLACES).map(|_| AtomicU64::new(0)).collect());
    let crew = Arc::new(Crew { under_way, settled, finished: AtomicBool::new(false), nodes: AtomicU64::new(alone) });
    let answer = Mutex::new(None);
    let work = |reports: bool| {
        let found = search(budget.clone(), Some(Member { crew: crew.clone(), reports }));
        let stopped = matches!(found, Err(SearchError::Stopped(_)));
        if stopped || crew.finished.swap(true, Ordering::Relaxed) {
            return found.err();
        }
        *answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
        None
    };
    let stopped = thread::scope(|scope| {
        for _ in 1..threads {
            // If the system has no more threads, there are fewer.
            let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || work(false));
        }
        work(true)
    });
    let answer = answer.into_inner().unwrap_or_else(PoisonError::into_inner);
    let found = answer.unwrap_or_else(|| Err(stopped.unwrap_or(SearchError::Stopped(Stop::Flag))))?;
    Ok(Analysis { nodes: crew.nodes.load(Ordering::Relaxed), ..found })
}
