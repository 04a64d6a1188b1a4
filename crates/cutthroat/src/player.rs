//! Strategies that choose a move, and two of them that need no search: at random, and by the order of moves alone.
//!
//! A [`Player`](crate::Player) is a seat at the table; a [`Strategy`] plays for it. Each choice gets its own seed, so
//! the same seed makes the same move in any thread.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::budget::Stop;
use crate::game::Game;
use crate::hints::SearchHints;
use crate::order::MoveOrder;
use crate::payoff::Payoff;
use crate::search::SearchError;

/// Plays a game: says which move they would make. `&mut`, since they may keep a table.
pub trait Strategy<G: Game> {
    /// The move of the player to move in `state`. All random choices are drawn from `seed`.
    ///
    /// # Errors
    /// When the search does not fit the game.
    ///
    /// # Panics
    /// When the game is over.
    fn choose(&mut self, game: &G, state: &G::State, seed: u64) -> Result<Choice<G::Move>, SearchError>;

    /// Shows all moves that were played since the game began, each with the position before it, so that a player can
    /// learn how the others play. By default nothing is learned.
    fn watch(&mut self, game: &G, played: &[(G::State, G::Move)]) {
        let _ = (game, played);
    }
}

/// A move, and the cost of choosing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// The result of the search. `None` if there was only one move, or if the player does not search.
    pub searched: Option<Searched>,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The payoff that the player expects.
    pub payoff: Payoff,
    /// States visited below the root, in all iterations.
    pub nodes: u64,
    /// The deepest level of the last iteration that was completed; 0 if the budget was too small for any.
    pub depth: usize,
    /// Why it ended there.
    pub stop: Stop,
}

/// Plays any legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AtRandom;

impl<G: Game> Strategy<G> for AtRandom {
    fn choose(&mut self, game: &G, state: &G::State, seed: u64) -> Result<Choice<G::Move>, SearchError> {
        let moves = moves_of(game, state);
        let place = ChaCha8Rng::seed_from_u64(seed).random_range(0..moves.len());
        Ok(Choice { mv: moves[place], searched: None })
    }
}

/// Plays the first move of an order, without any search: the heuristic player of the 2002 paper, section 6.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FirstOfOrder<M>(pub M);

impl<G: SearchHints, M: MoveOrder<G>> Strategy<G> for FirstOfOrder<M> {
    fn choose(&mut self, game: &G, state: &G::State, _: u64) -> Result<Choice<G::Move>, SearchError> {
        let mut moves = Vec::new();
        game.search_moves(state, &mut moves);
        let mut order: Vec<u16> = (0..moves.len() as u16).collect();
        self.0.arrange(game, state, &moves, &mut order);
        Ok(Choice { mv: moves[usize::from(order[0])], searched: None })
    }
}

/// All legal moves: a random player draws each of them equally often.
fn moves_of<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}
