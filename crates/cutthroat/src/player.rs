//! Things that choose a move: at random, by the order of moves alone, or by a search within a budget.
//!
//! A [`Player`](crate::Player) is a seat at the table; who sits in it is a [`Strategy`]. The seed of a choice is given
//! with each choice, so the same seed makes the same move, whoever asks and in which thread.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::best_moves::{BestMoves, OfAllMoves};
use crate::budget::{Budget, Stop};
use crate::deepen;
use crate::eval::Evaluation;
use crate::game::Game;
use crate::maxn::{self, Refusal};
use crate::order::MoveOrder;
use crate::paranoid;
use crate::payoff::Payoff;
use crate::table::{ScalarTable, VectorTable};
use crate::ties::TieRule;

/// Somebody who plays: says which move he would make. `&mut`, since he may remember what he has searched.
pub trait Strategy<G: Game> {
    /// The move of whoever is to move in `state`; everything left to chance is drawn by `seed`.
    ///
    /// # Errors
    /// When the search that he makes does not fit the game.
    ///
    /// # Panics
    /// When the game is over.
    fn choose(&mut self, game: &G, state: &G::State, seed: u64) -> Result<Choice<G::Move>, Refusal>;
}

/// A move, and what it took to choose it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// What the search came to; `None` where there was none, because there was nothing to choose or he does not search.
    pub searched: Option<Searched>,
}

/// What a search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// What he expects everybody to get.
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
    fn choose(&mut self, game: &G, state: &G::State, seed: u64) -> Result<Choice<G::Move>, Refusal> {
        let moves = moves_of(game, state);
        let place = ChaCha8Rng::seed_from_u64(seed).random_range(0..moves.len());
        Ok(Choice { mv: moves[place], searched: None })
    }
}

/// Plays the first move of an order, without any search: the heuristic player of the 2002 paper, section 6.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FirstOfOrder<M>(pub M);

impl<G: Game, M: MoveOrder<G>> Strategy<G> for FirstOfOrder<M> {
    fn choose(&mut self, game: &G, state: &G::State, _: u64) -> Result<Choice<G::Move>, Refusal> {
        let moves = moves_of(game, state);
        let mut order: Vec<u16> = (0..moves.len() as u16).collect();
        self.0.arrange(game, state, &moves, &mut order);
        Ok(Choice { mv: moves[usize::from(order[0])], searched: None })
    }
}

/// A search, and its options. The depth in them is the deepest level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// Everybody maximises his own payoff. The seed of [`TieRule::Random`] is replaced by that of each choice.
    Maxn(maxn::Options),
    /// Everybody else plays against him.
    Paranoid(paranoid::Options),
}

/// The table of a player.
#[derive(Clone, Debug)]
pub enum Remembered {
    /// Of a max^n player.
    Vectors(VectorTable),
    /// Of a paranoid player.
    Scalars(ScalarTable),
}

impl Remembered {
    /// A table of at most so many mebibytes for this search.
    #[must_use]
    pub fn new(search: &Search, mebibytes: usize) -> Self {
        match search {
            Search::Maxn(_) => Self::Vectors(VectorTable::new(mebibytes)),
            Search::Paranoid(_) => Self::Scalars(ScalarTable::new(mebibytes)),
        }
    }
}

/// Plays what a search to deeper and deeper levels finds best within a budget. A lone move is played without a search.
#[derive(Clone, Debug)]
pub struct Searcher<E, M> {
    /// The search.
    pub search: Search,
    /// What he takes positions to be worth.
    pub evaluation: E,
    /// Which moves he looks at first.
    pub order: M,
    /// What a move may cost.
    pub budget: Budget,
    /// What he remembers from move to move; nothing if not given. The table is one of its search's kind.
    pub table: Option<Remembered>,
    /// Looks at so many moves of each position only, those that the order puts first; at all if not given.
    pub best: Option<usize>,
    /// Whether he plays any of the moves that are equally good, and not always the first: what gave the 2002
    /// experiments different games from one start (section 6.1). It goes with every tie rule, since all of them leave
    /// ties of the root player himself to the order of moves.
    pub random_root_ties: bool,
    /// Whether moves are listed by the order, so that ties which go to the first move go to the one that a good player
    /// would try first (the papers' leftmost branch), and not by the game's reference order.
    pub listed_by_order: bool,
}

impl<G, E, M> Strategy<G> for Searcher<E, M>
where
    G: Game + Clone,
    E: Evaluation<G> + Clone,
    M: MoveOrder<G> + Clone,
{
    fn choose(&mut self, game: &G, state: &G::State, seed: u64) -> Result<Choice<G::Move>, Refusal> {
        if let [mv] = moves_of(game, state)[..] {
            return Ok(Choice { mv, searched: None });
        }
        let mut game = BestMoves::new(game.clone(), self.order.clone(), self.best.unwrap_or(usize::MAX));
        if self.listed_by_order {
            game = game.listed_by_order();
        }
        if self.random_root_ties {
            game = game.shuffled_at(state.clone(), seed);
        }
        let evaluation = OfAllMoves(self.evaluation.clone());
        let order = OfAllMoves(self.order.clone());
        let budget = Some(&self.budget);
        let found = match self.search {
            Search::Maxn(options) => {
                let ties = match options.ties {
                    TieRule::Random(_) => TieRule::Random(seed),
                    fixed => fixed,
                };
                let options = maxn::Options { ties, ..options };
                let table = match &mut self.table {
                    Some(Remembered::Vectors(table)) => Some(table),
                    _ => None,
                };
                deepen::maxn_remembering(&game, &evaluation, &order, state, &options, budget, table)?
            }
            Search::Paranoid(options) => {
                let table = match &mut self.table {
                    Some(Remembered::Scalars(table)) => Some(table),
                    _ => None,
                };
                deepen::paranoid_remembering(&game, &evaluation, &order, state, &options, budget, table)?
            }
        };
        Ok(Choice {
            mv: found.best.expect("the game is not over"),
            searched: Some(Searched { payoff: found.payoff, nodes: found.nodes, depth: found.depth, stop: found.stop }),
        })
    }
}

fn moves_of<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}
