//! Which moves to search first.

use crate::game::Game;

/// The order in which the moves of a position are searched.
///
/// It only changes how much is pruned, never a value: ties are settled by the *reference order*, the order in which
/// the game lists its moves.
pub trait MoveOrder<G: Game> {
    /// Whether this is the reference order itself, which then need not be computed.
    const IS_REFERENCE: bool = false;

    /// Permutes `order`, which holds the numbers `0..moves.len()` in sequence, into the order of search.
    fn arrange(&self, game: &G, state: &G::State, moves: &[G::Move], order: &mut [u16]);
}

/// Searches moves in the order in which the game lists them.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReferenceOrder;

impl<G: Game> MoveOrder<G> for ReferenceOrder {
    const IS_REFERENCE: bool = true;

    #[inline]
    fn arrange(&self, _: &G, _: &G::State, _: &[G::Move], _: &mut [u16]) {}
}

impl<G: Game, M: MoveOrder<G>> MoveOrder<G> for &M {
    const IS_REFERENCE: bool = M::IS_REFERENCE;

    #[inline]
    fn arrange(&self, game: &G, state: &G::State, moves: &[G::Move], order: &mut [u16]) {
        (**self).arrange(game, state, moves, order);
    }
}

/// Another order, but with one move of one position first: what the last iteration thought best.
#[derive(Clone, Debug)]
pub struct TriedFirst<'o, G: Game, M> {
    /// The order.
    pub order: &'o M,
    /// The position.
    pub root: G::State,
    /// The move.
    pub first: Option<G::Move>,
}

impl<G: Game, M: MoveOrder<G>> MoveOrder<G> for TriedFirst<'_, G, M> {
    fn arrange(&self, game: &G, state: &G::State, moves: &[G::Move], order: &mut [u16]) {
        self.order.arrange(game, state, moves, order);
        if let Some(first) = self.first
            && *state == self.root
            && let Some(place) = order.iter().position(|&index| moves[usize::from(index)] == first)
        {
            order[..=place].rotate_right(1);
        }
    }
}
