//! Which moves to search first.

use std::cell::RefCell;
use std::fmt::Debug;

use crate::game::{Game, Player};
use crate::hints::SearchHints;
use crate::search::MAX_DEPTH;

/// The order in which the moves of a position are searched.
///
/// It only changes how much is pruned, never a value: the *reference order*, in which the game lists its moves, settles
/// ties.
pub trait MoveOrder<G: Game> {
    /// Whether this is the reference order itself, which then need not be computed.
    const IS_REFERENCE: bool = false;

    /// Permutes `order`, which holds the numbers `0..moves.len()` in sequence, into the order of search.
    fn arrange(&self, game: &G, state: &G::State, moves: &[G::Move], order: &mut [u16]);

    /// The same inside a search, `ply` plies below its root, where an order may have learned something.
    #[inline]
    fn arrange_at(&self, ply: usize, game: &G, state: &G::State, moves: &[G::Move], order: &mut [u16]) {
        let _ = ply;
        self.arrange(game, state, moves, order);
    }

    /// Called by a search when `mv` made all later moves of `state` unnecessary, `ply` plies below the root and with
    /// `depth` more to search.
    #[inline]
    fn caused_cut(&self, game: &G, state: &G::State, ply: usize, mv: G::Move, depth: usize) {
        let _ = (game, state, ply, mv, depth);
    }

    /// Forgets what it has learned. Called at the beginning of every search (once for a deepening search), so that
    /// nothing depends on earlier searches.
    fn forget(&self) {}
}

/// Searches moves in the order in which the game lists them.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReferenceOrder;

impl<G: Game> MoveOrder<G> for ReferenceOrder {
    const IS_REFERENCE: bool = true;

    #[inline]
    fn arrange(&self, _: &G, _: &G::State, _: &[G::Move], _: &mut [u16]) {}
}

/// Puts `mv` first, if it is there, and leaves the others in place.
pub(crate) fn bring_forward<M: Copy + Eq>(moves: &[M], order: &mut [u16], mv: M) {
    if let Some(place) = order.iter().position(|&index| moves[usize::from(index)] == mv) {
        order[..=place].rotate_right(1);
    }
}

/// How many killers are kept for each ply.
const KILLERS: usize = 2;

/// Another order with *killer moves* first (Akl and Newborn 1977): the moves that most recently caused a cut at the
/// same ply. What refutes one move often refutes its neighbour.
///
/// ```
/// # use cutthroat::*;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/toy.rs"));
/// # fn main() {
/// let order = Killers::<Pebbles, _>::new(ReferenceOrder);
/// let (game, heap) = (Pebbles { players: 3 }, Heap { left: 7, mover: 0 });
/// order.caused_cut(&game, &heap, 4, 3, 1);
/// let mut places = [0, 1, 2];
/// order.arrange_at(4, &game, &heap, &[1, 2, 3], &mut places);
/// assert_eq!(places, [2, 0, 1]);
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Killers<G: Game, M> {
    order: M,
    killers: RefCell<Vec<[Option<G::Move>; KILLERS]>>,
}

impl<G: Game, M> Killers<G, M> {
    /// `order` with killers.
    #[must_use]
    pub fn new(order: M) -> Self {
        Self { order, killers: RefCell::new(vec![[None; KILLERS]; MAX_DEPTH]) }
    }
}

impl<G: Game, M: MoveOrder<G>> MoveOrder<G> for Killers<G, M> {
    fn arrange(&self, game: &G, state: &G::State, moves: &[G::Move], order: &mut [u16]) {
        self.order.arrange(game, state, moves, order);
    }

    fn arrange_at(&self, ply: usize, game: &G, state: &G::State, moves: &[G::Move], order: &mut [u16]) {
        self.order.arrange_at(ply, game, state, moves, order);
        for killer in self.killers.borrow()[ply].into_iter().rev().flatten() {
            bring_forward(moves, order, killer);
        }
    }

    fn caused_cut(&self, game: &G, state: &G::State, ply: usize, mv: G::Move, depth: usize) {
        self.order.caused_cut(game, state, ply, mv, depth);
        let killers = &mut self.killers.borrow_mut()[ply];
        if killers[0] != Some(mv) {
            killers.rotate_right(1);
            killers[0] = Some(mv);
        }
    }

    fn forget(&self) {
        self.order.forget();
        self.killers.borrow_mut().fill([None; KILLERS]);
    }
}

/// Memory is reserved for this many moves of one position.
const RESERVED_MOVES: usize = 1024;

/// Another order with those moves first that caused a cut most often, anywhere in the search: the *history heuristic*
/// (Schaeffer 1989). Counts are separate for every player and every [slot](SearchHints::move_slot) of the game, and
/// deeper searches count more. Moves with equal counts keep the other order, so nothing changes in a game without
/// slots.
#[derive(Clone, Debug)]
pub struct History<M> {
    order: M,
    slots: usize,
    counts: RefCell<Vec<u64>>,
    /// Working memory, so that a search does not allocate: count, place in the other order, move.
    sorted: RefCell<Vec<(u64, u16, u16)>>,
}

impl<M> History<M> {
    /// `order` with a history of the moves of `game`.
    #[must_use]
    pub fn new<G: SearchHints>(order: M, game: &G) -> Self {
        let slots = game.move_slots();
        Self {
            order,
            slots,
            counts: RefCell::new(vec![0; slots * game.players()]),
            sorted: RefCell::new(Vec::with_capacity(RESERVED_MOVES)),
        }
    }

    fn place<G: SearchHints>(&self, game: &G, state: &G::State, mv: G::Move) -> usize {
        let mover = game.mover(state).map_or(0, Player::index);
        mover * self.slots + game.move_slot(state, mv) % self.slots
    }
}

impl<G: SearchHints, M: MoveOrder<G>> MoveOrder<G> for History<M> {
    fn arrange(&self, game: &G, state: &G::State, moves: &[G::Move], order: &mut [u16]) {
        self.order.arrange(game, state, moves, order);
    }

    fn arrange_at(&self, ply: usize, game: &G, state: &G::State, moves: &[G::Move], order: &mut [u16]) {
        self.order.arrange_at(ply, game, state, moves, order);
        let counts = self.counts.borrow();
        let mut sorted = self.sorted.borrow_mut();
        sorted.clear();
        for (place, &index) in order.iter().enumerate() {
            let count = counts[self.place(game, state, moves[usize::from(index)])];
            sorted.push((u64::MAX - count, place as u16, index));
        }
        sorted.sort_unstable();
        for (to, &(_, _, index)) in order.iter_mut().zip(sorted.iter()) {
            *to = index;
        }
    }

    fn caused_cut(&self, game: &G, state: &G::State, ply: usize, mv: G::Move, depth: usize) {
        self.order.caused_cut(game, state, ply, mv, depth);
        let count = &mut self.counts.borrow_mut()[self.place(game, state, mv)];
        *count = count.saturating_add((depth * depth) as u64);
    }

    fn forget(&self) {
        self.order.forget();
        self.counts.borrow_mut().fill(0);
    }
}

/// The places of `worths`, the greatest first; equal ones stay in their order. Compiled once, and not for every kind of
/// moves that are put in order.
#[must_use]
pub fn best_first(worths: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..worths.len()).collect();
    places.sort_by(|&one, &other| worths[other].total_cmp(&worths[one]));
    places
}
