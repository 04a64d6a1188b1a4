//! Forward pruning to a few moves, as another game.

use std::cell::RefCell;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::eval::{Bounds, Ensured, Evaluation, Outcome, Range};
use crate::game::{Game, Player};
use crate::order::MoveOrder;
use crate::payoff::Payoff;
use crate::table::Memo;

/// Moves of one position for which memory is set aside beforehand.
const RESERVED_MOVES: usize = 1024;

/// A game in which only the moves that an order puts first may be played: what the 2002 and 2003 papers do where there
/// are too many moves (the 6 best, section 6.1; the 10 best, section 5.1).
///
/// The moves kept are listed in the reference order of the game itself, so ties fall as they would there, and any
/// search works as it is; or by the order, so that ties go to what a good player would try first, which is what the
/// papers mean by the leftmost branch. Evaluations of the game go on working when wrapped in [`OfAllMoves`], and so does
/// a move order.
///
/// ```
/// # use cutthroat::*;
#[doc = include_str!("toy.rs")]
/// # fn main() {
/// /// The most pebbles first.
/// struct MostFirst;
/// impl MoveOrder<Pebbles> for MostFirst {
///     fn arrange(&self, _: &Pebbles, _: &Heap, _: &[u8], order: &mut [u16]) {
///         order.reverse();
///     }
/// }
/// let greedy = BestMoves::new(Pebbles { players: 3 }, MostFirst, 2);
/// let mut moves = Vec::new();
/// greedy.moves(&Heap { left: 7, mover: 0 }, &mut moves);
/// assert_eq!(moves, [2, 3]);
///
/// let below_the_root = greedy.all_moves_at(Heap { left: 7, mover: 0 });
/// moves.clear();
/// below_the_root.moves(&Heap { left: 7, mover: 0 }, &mut moves);
/// assert_eq!(moves, [1, 2, 3]);
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct BestMoves<G: Game, O> {
    game: G,
    order: O,
    most: usize,
    /// The position all of whose moves may be played.
    whole: Option<G::State>,
    /// The position whose moves are listed in another order, and the seed of that order.
    shuffled: Option<(G::State, u64)>,
    by_order: bool,
    /// Working memory, so that nothing is allocated in a search.
    arranged: RefCell<(Vec<u16>, Vec<G::Move>)>,
}

impl<G: Game, O: MoveOrder<G>> BestMoves<G, O> {
    /// The game with the best `most` moves by `order`, at least one.
    #[must_use]
    pub fn new(game: G, order: O, most: usize) -> Self {
        let arranged = RefCell::new((Vec::with_capacity(RESERVED_MOVES), Vec::with_capacity(RESERVED_MOVES)));
        Self { game, order, most: most.max(1), whole: None, shuffled: None, by_order: false, arranged }
    }

    /// The same, but with all the moves of one position: the root, where the 1994 paper compares all alternatives.
    #[must_use]
    pub fn all_moves_at(self, root: G::State) -> Self {
        Self { whole: Some(root), ..self }
    }

    /// The same, with the moves of one position listed in an order drawn by `seed`. At the root of a search that makes
    /// any of the best moves as likely as the others, whatever the tie rule does below.
    #[must_use]
    pub fn shuffled_at(self, root: G::State, seed: u64) -> Self {
        Self { shuffled: Some((root, seed)), ..self }
    }

    /// The same, with the moves of every position listed as the order has them and not as the game does.
    #[must_use]
    pub fn listed_by_order(self) -> Self {
        Self { by_order: true, ..self }
    }

    /// Whether no move is ever left out.
    #[inline]
    fn has_all(&self) -> bool {
        self.most == usize::MAX
    }

    /// Whether positions have the moves that they have in the game itself, in its order.
    #[inline]
    fn lists_as_the_game(&self) -> bool {
        self.has_all() && !self.by_order
    }

    /// The game with all its moves.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }
}

impl<G: Game, O: MoveOrder<G>> Game for BestMoves<G, O> {
    type State = G::State;
    type Move = G::Move;
    type Undo = G::Undo;

    #[inline]
    fn players(&self) -> usize {
        self.game.players()
    }

    #[inline]
    fn side(&self, player: Player) -> Player {
        self.game.side(player)
    }

    #[inline]
    fn mover(&self, state: &G::State) -> Option<Player> {
        self.game.mover(state)
    }

    fn moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        let first = moves.len();
        self.game.moves(state, moves);
        let count = moves.len() - first;
        let kept = if self.whole.as_ref() == Some(state) { count } else { count.min(self.most) };
        if kept < count || self.by_order {
            let (arranged, listed) = &mut *self.arranged.borrow_mut();
            arranged.clear();
            arranged.extend(0..count as u16);
            self.order.arrange(&self.game, state, &moves[first..], arranged);
            arranged.truncate(kept);
            if !self.by_order {
                arranged.sort_unstable();
            }
            listed.clear();
            listed.extend(arranged.iter().map(|&index| moves[first + usize::from(index)]));
            moves.truncate(first);
            moves.append(listed);
        }
        if let Some((root, seed)) = &self.shuffled
            && state == root
        {
            moves[first..].shuffle(&mut ChaCha8Rng::seed_from_u64(*seed));
        }
    }

    #[inline]
    fn only_move(&self, state: &G::State) -> Option<G::Move> {
        self.game.only_move(state)
    }

    #[inline]
    fn play(&self, state: &mut G::State, mv: G::Move) -> G::Undo {
        self.game.play(state, mv)
    }

    #[inline(always)]
    fn play_on_copy(&self, before: &G::State, copy: &mut G::State, mv: G::Move) -> G::Undo {
        self.game.play_on_copy(before, copy, mv)
    }

    #[inline]
    fn undo(&self, state: &mut G::State, mv: G::Move, undo: G::Undo) {
        self.game.undo(state, mv, undo);
    }

    fn payoff(&self, state: &G::State) -> Payoff {
        self.game.payoff(state)
    }

    fn next_level(&self, state: &G::State, depth: usize) -> usize {
        self.game.next_level(state, depth)
    }

    fn pass_to(&self, state: &mut G::State, player: Player) -> bool {
        self.game.pass_to(state, player)
    }

    fn move_slots(&self) -> usize {
        self.game.move_slots()
    }

    #[inline]
    fn move_slot(&self, state: &G::State, mv: G::Move) -> usize {
        self.game.move_slot(state, mv)
    }

    fn key(&self, state: &G::State) -> u64 {
        self.game.key(state)
    }

    #[inline]
    fn decided(&self, state: &G::State, mv: G::Move, undo: &G::Undo) -> u64 {
        self.game.decided(state, mv, undo)
    }

    #[inline]
    fn widened(&self, state: &G::State, mv: G::Move, mattered: u64) -> u64 {
        self.game.widened(state, mv, mattered)
    }

    #[inline]
    fn comes_to_the_same(&self, state: &G::State, mv: G::Move, other: G::Move, mattered: u64) -> bool {
        self.lists_as_the_game() && self.game.comes_to_the_same(state, mv, other, mattered)
    }

    #[inline]
    fn merges_in_order(&self) -> bool {
        self.lists_as_the_game() && self.game.merges_in_order()
    }

    #[inline]
    fn mask(&self, state: &G::State, mattered: u64) -> u64 {
        if self.lists_as_the_game() { self.game.mask(state, mattered) } else { u64::MAX }
    }

    #[inline]
    fn unmasked(&self, state: &G::State, mask: u64) -> u64 {
        if self.lists_as_the_game() { self.game.unmasked(state, mask) } else { u64::MAX }
    }
}

/// An evaluation or a move order of a game, for [`BestMoves`] of it. What is declared of all moves holds of a few.
#[derive(Clone, Copy, Debug, Default)]
pub struct OfAllMoves<T>(pub T);

impl<G: Game, O: MoveOrder<G>, E: Evaluation<G>> Evaluation<BestMoves<G, O>> for OfAllMoves<E> {
    fn range(&self, best: &BestMoves<G, O>) -> Range {
        self.0.range(&best.game)
    }

    #[inline]
    fn evaluate(&self, best: &BestMoves<G, O>, state: &G::State) -> Payoff {
        self.0.evaluate(&best.game, state)
    }

    fn payoff_bounds(&self, best: &BestMoves<G, O>, state: &G::State) -> Option<Bounds> {
        self.0.payoff_bounds(&best.game, state)
    }

    #[inline(always)]
    fn renews_bounds(&self, best: &BestMoves<G, O>, state: &G::State) -> bool {
        self.0.renews_bounds(&best.game, state)
    }

    fn outcomes(&self, best: &BestMoves<G, O>) -> Option<Vec<Outcome>> {
        self.0.outcomes(&best.game)
    }

    fn outcome(&self, best: &BestMoves<G, O>, state: &G::State) -> usize {
        self.0.outcome(&best.game, state)
    }

    fn counted_bounds(&self, best: &BestMoves<G, O>, state: &G::State) -> Option<Bounds> {
        self.0.counted_bounds(&best.game, state)
    }

    /// What somebody can ensure he may not where moves are left out.
    #[inline]
    fn ensured(&self, best: &BestMoves<G, O>, state: &G::State) -> Option<Ensured> {
        if best.has_all() { self.0.ensured(&best.game, state) } else { None }
    }

    /// Which moves are left out or listed first may depend on all of the position, whatever its value does.
    #[inline]
    fn memo(&self, best: &BestMoves<G, O>, state: &G::State) -> Option<Memo> {
        if best.lists_as_the_game() { self.0.memo(&best.game, state) } else { Some(Memo::of(state)) }
    }

    #[inline]
    fn counted_memo(&self, best: &BestMoves<G, O>, state: &G::State) -> Option<Memo> {
        if best.lists_as_the_game() { self.0.counted_memo(&best.game, state) } else { Some(Memo::of(state)) }
    }
}

impl<G: Game, O: MoveOrder<G>, M: MoveOrder<G>> MoveOrder<BestMoves<G, O>> for OfAllMoves<M> {
    const IS_REFERENCE: bool = M::IS_REFERENCE;

    #[inline]
    fn arrange(&self, best: &BestMoves<G, O>, state: &G::State, moves: &[G::Move], order: &mut [u16]) {
        self.0.arrange(&best.game, state, moves, order);
    }

    #[inline]
    fn arrange_at(&self, ply: usize, best: &BestMoves<G, O>, state: &G::State, moves: &[G::Move], order: &mut [u16]) {
        self.0.arrange_at(ply, &best.game, state, moves, order);
    }

    #[inline]
    fn caused_cut(&self, best: &BestMoves<G, O>, state: &G::State, ply: usize, mv: G::Move, depth: usize) {
        self.0.caused_cut(&best.game, state, ply, mv, depth);
    }

    fn forget(&self) {
        self.0.forget();
    }
}
