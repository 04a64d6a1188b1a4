//! Strategies that choose a move: at random, by the order of moves alone, or by a search within a budget.
//!
//! A [`Player`](crate::Player) is a seat at the table; a [`Strategy`] plays for it. Each choice gets its own seed, so
//! the same seed makes the same move in any thread.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::budget::{Budget, Stop};
use crate::eval::Evaluation;
use crate::game::Game;
use crate::hints::SearchHints;
use crate::maxn::{self, Maxn};
use crate::order::MoveOrder;
use crate::paranoid::{self, Paranoid};
use crate::payoff::Payoff;
use crate::search::SearchError;
use crate::selection::Selection;
use crate::table::{ScalarTable, TableKind, VectorTable};
use crate::ties::TieRule;

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

/// A search, and its options. The depth in them is the deepest level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// Every player maximises their own payoff. The seed of [`TieRule::Random`] is replaced by that of each choice.
    Maxn(maxn::Options),
    /// All opponents play against the player.
    Paranoid(paranoid::Options),
}

/// The table of a player.
#[derive(Clone, Debug)]
pub enum PlayerTable {
    /// Of a max^n player.
    Vectors(VectorTable),
    /// Of a paranoid player.
    Scalars(ScalarTable),
}

impl PlayerTable {
    /// A table of at most `mebibytes` for this search.
    #[must_use]
    pub fn new(search: &Search, mebibytes: usize) -> Self {
        match search {
            Search::Maxn(_) => Self::Vectors(VectorTable::new(mebibytes)),
            Search::Paranoid(_) => Self::Scalars(ScalarTable::new(mebibytes)),
        }
    }
}

/// Plays what iterative deepening finds best within a budget. An only move is played without a search. `K` is the kind
/// of table.
#[derive(Clone, Debug)]
pub struct Searcher<E, M, K> {
    /// The search.
    pub search: Search,
    /// The evaluation.
    pub evaluation: E,
    /// Which moves the search tries first.
    pub order: M,
    /// What a move may cost.
    pub budget: Budget,
    /// The table, kept from move to move; none if not given. It must fit the search.
    pub table: Option<PlayerTable>,
    /// What the table is used for.
    pub table_kind: K,
    /// Which moves the player looks at. The seed of a shuffled root is replaced by that of each choice. The player then
    /// plays any of the equally good moves, not always the first; this gave the 2002 experiments different games from
    /// one start (section 6.1). It works with every tie rule, since all of them leave ties of the root player to the
    /// order of moves.
    pub selection: Selection,
}

impl<G, E, M, K> Strategy<G> for Searcher<E, M, K>
where
    G: SearchHints,
    E: Evaluation<G>,
    M: MoveOrder<G>,
    K: TableKind<G>,
{
    fn choose(&mut self, game: &G, state: &G::State, seed: u64) -> Result<Choice<G::Move>, SearchError> {
        let mut moves = Vec::new();
        game.search_moves(state, &mut moves);
        if let [mv] = moves[..] {
            return Ok(Choice { mv, searched: None });
        }
        let selection = Selection { shuffled_root: self.selection.shuffled_root.map(|_| seed), ..self.selection };
        let (evaluation, order, budget) = (&self.evaluation, &self.order, self.budget.clone());
        let found = match self.search {
            Search::Maxn(options) => {
                let ties = match options.ties {
                    TieRule::Random(_) => TieRule::Random(seed),
                    fixed => fixed,
                };
                let mut search = Maxn::with_order(game, evaluation, order);
                if let Some(PlayerTable::Vectors(table)) = &mut self.table {
                    search = search.table_of_kind::<K>(table);
                }
                search.options(&options).ties(ties).selection(selection).budget(budget).deepen(true).run(state)?
            }
            Search::Paranoid(options) => {
                let mut search = Paranoid::with_order(game, evaluation, order);
                if let Some(PlayerTable::Scalars(table)) = &mut self.table {
                    search = search.table_of_kind::<K>(table);
                }
                search.options(&options).selection(selection).budget(budget).deepen(true).run(state)?
            }
        };
        Ok(Choice {
            mv: found.best.expect("the game is not over"),
            searched: Some(Searched { payoff: found.payoff, nodes: found.nodes, depth: found.depth, stop: found.stop }),
        })
    }
}

/// All legal moves: a random player draws each of them equally often.
fn moves_of<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}
