//! One decision, made by searches of all moves and by searches of a few: the measure of whether forward pruning helps
//! in a game (1994 paper, "Conclusion").

use cutthroat::{Budget, Evaluation, Maxn, MaxnOptions, MoveOrder, Player, SearchHints, Selection};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use crate::algorithms::maxn::options;
use crate::error::Error;
use crate::settings::Settings;

/// Which searches decide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecisionRequest {
    /// The seed of the random moves before the decision. There are fewer of them than players, so that every player
    /// decides at every place in a trick.
    pub seed: u64,
    /// Nodes for the search that values every move.
    pub reference: u64,
    /// Nodes for the searches that decide.
    pub budgets: Vec<u64>,
    /// How many moves are kept in every position below the root.
    pub widths: Vec<usize>,
}

/// How a decision turned out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DecisionReport {
    /// The value of every move to the mover, in the order of search.
    pub values: Vec<i16>,
    /// Whether these values are exact: searched to the end of the game.
    pub exact: bool,
    /// The choices of the search of all moves, one per budget.
    pub full: Vec<BudgetChoice>,
    /// The choices with forward pruning: one list per width, one choice per budget.
    pub pruned: Vec<Vec<BudgetChoice>>,
}

/// A move chosen within a budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct BudgetChoice {
    /// The move, as a place in the list of values.
    pub chosen: usize,
    /// The nodes it took.
    pub nodes: u64,
    /// Whether the search reached the end of the game.
    pub complete: bool,
}

/// Lets all searches of `request` decide in `state`, or some moves later. `None` if the game ends before there is a
/// choice, or the reference search has no answer.
pub(crate) fn decide<G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>>(
    game: &G,
    evaluation: &E,
    order: &M,
    state: &G::State,
    request: &DecisionRequest,
) -> Result<Option<DecisionReport>, Error> {
    let Some((state, mover, moves)) = position(game, state, request.seed) else { return Ok(None) };
    let search = |most: Option<usize>, nodes: u64, all_moves: bool| {
        let selection = Selection { first: most, all_at_root: true, ..Selection::default() };
        let options = MaxnOptions { all_moves, ..options(&Settings::default(), game, evaluation, &state)? };
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let search = Maxn::with_order(game, evaluation, order).options(&options).selection(selection);
        Ok::<_, Error>(search.budget(budget).deepen(true).run(&state)?)
    };
    let reference = search(None, request.reference, true)?;
    if reference.moves.is_empty() {
        return Ok(None);
    }
    let mut preferred: Vec<u16> = (0..moves.len() as u16).collect();
    order.arrange(game, &state, &moves, &mut preferred);
    let preferred: Vec<G::Move> = preferred.into_iter().map(|index| moves[usize::from(index)]).collect();
    let value = |mv: &G::Move| reference.moves.iter().find(|value| value.mv == *mv).map(|value| value.payoff[mover]);
    let choices = |most: Option<usize>| -> Result<Vec<BudgetChoice>, Error> {
        let choice = |&nodes: &u64| {
            let found = search(most, nodes, false)?;
            let chosen = preferred.iter().position(|mv| Some(*mv) == found.best).unwrap_or_default();
            Ok(BudgetChoice { chosen, nodes: found.nodes, complete: found.is_complete() })
        };
        request.budgets.iter().map(choice).collect()
    };
    Ok(Some(DecisionReport {
        values: preferred.iter().filter_map(value).collect(),
        exact: reference.is_complete(),
        full: choices(None)?,
        pruned: request.widths.iter().map(|&width| choices(Some(width))).collect::<Result<_, _>>()?,
    }))
}

/// The first position with a choice after a few random moves, its mover, and the moves.
fn position<G: SearchHints>(game: &G, state: &G::State, seed: u64) -> Option<(G::State, Player, Vec<G::Move>)> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut state = state.clone();
    let mut walk = random.random_range(0..game.players());
    loop {
        let mover = game.mover(&state)?;
        let mut moves = Vec::new();
        game.search_moves(&state, &mut moves);
        if walk == 0 && moves.len() > 1 {
            return Some((state, mover, moves));
        }
        game.play(&mut state, moves[random.random_range(0..moves.len())]);
        walk = walk.saturating_sub(1);
    }
}
