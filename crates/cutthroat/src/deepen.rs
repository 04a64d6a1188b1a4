//! Iterative deepening within a budget (2002 paper, section 6): search to a first level, then to the next, and so on;
//! when the budget ends, the answer is that of the last iteration that was completed.
//!
//! Each game chooses its own levels ([`Game::next_level`]): a card game never stops inside a trick. The nodes of all
//! iterations count against the budget, and nothing that an iteration found before it had to stop leaks into the
//! answer.

use crate::analysis::Analysis;
use crate::budget::{Budget, Meter, Stop};
use crate::eval::Evaluation;
use crate::game::Game;
use crate::maxn::{self, MAX_DEPTH, Refusal};
use crate::order::{MoveOrder, TriedFirst};
use crate::paranoid;
use crate::table::{ScalarTable, VectorTable};
use crate::ties::TieRule;

/// Deepens a max^n search. The depth in `options` is the deepest level.
///
/// # Errors
/// As [`maxn::search`].
pub fn maxn<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    options: &maxn::Options,
    budget: &Budget,
) -> Result<Analysis<G::Move>, Refusal> {
    maxn_remembering(game, evaluation, order, state, options, Some(budget), None)
}

/// Deepens a max^n search, with a table if there is one. The depth in `options` is the deepest level; without a budget
/// it is searched straight away.
///
/// # Errors
/// As [`maxn::search`].
pub fn maxn_remembering<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    options: &maxn::Options,
    budget: Option<&Budget>,
    mut table: Option<&mut VectorTable>,
) -> Result<Analysis<G::Move>, Refusal> {
    maxn::check(game, evaluation, state, options)?;
    deepen(game, evaluation, order, state, options.depth, options.ties, budget, |order, depth, meter| {
        let options = maxn::Options { depth, ..*options };
        maxn::search_metered(game, evaluation, order, state, &options, &mut (), table.as_deref_mut(), meter)
    })
}

/// Deepens a paranoid search. The depth in `options` is the deepest level.
///
/// # Errors
/// As [`paranoid::search`].
pub fn paranoid<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    options: &paranoid::Options,
    budget: &Budget,
) -> Result<Analysis<G::Move>, Refusal> {
    paranoid_remembering(game, evaluation, order, state, options, Some(budget), None)
}

/// Deepens a paranoid search, with a table if there is one. The depth in `options` is the deepest level; without a
/// budget it is searched straight away.
///
/// # Errors
/// As [`paranoid::search`].
pub fn paranoid_remembering<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    options: &paranoid::Options,
    budget: Option<&Budget>,
    mut table: Option<&mut ScalarTable>,
) -> Result<Analysis<G::Move>, Refusal> {
    paranoid::check(game, evaluation, state, options)?;
    deepen(game, evaluation, order, state, options.depth, TieRule::First, budget, |order, depth, meter| {
        let options = paranoid::Options { depth, ..*options };
        paranoid::search_metered(game, evaluation, order, state, &options, table.as_deref_mut(), meter)
    })
}

#[expect(clippy::too_many_arguments, reason = "what the two searches share")]
fn deepen<'o, G: Game, E: Evaluation<G>, M: MoveOrder<G>>(
    game: &G,
    evaluation: &E,
    order: &'o M,
    state: &G::State,
    deepest: Option<usize>,
    ties: TieRule,
    budget: Option<&Budget>,
    mut search: impl FnMut(&TriedFirst<'o, G, M>, Option<usize>, &mut Meter) -> Result<Analysis<G::Move>, Refusal>,
) -> Result<Analysis<G::Move>, Refusal> {
    order.forget();
    let straight = Budget::default();
    let budget = match budget {
        Some(budget) if !budget.is_straight() => budget,
        counting => {
            let order = TriedFirst { order, root: state.clone(), first: None };
            return search(&order, deepest, &mut Meter::new(counting.unwrap_or(&straight)));
        }
    };
    let mut found = without_search(game, evaluation, order, state, ties);
    if found.best.is_none() {
        return Ok(found);
    }
    let deepest = deepest.unwrap_or(MAX_DEPTH);
    let mut meter = Meter::new(budget);
    let mut researches = 0;
    let mut depth = 0;
    while depth < deepest {
        depth = game.next_level(state, depth).clamp(depth + 1, deepest);
        let order = TriedFirst { order, root: state.clone(), first: found.best };
        match search(&order, Some(depth), &mut meter) {
            Ok(iteration) => {
                researches += iteration.researches;
                found = Analysis { nodes: meter.nodes(), researches, ..iteration };
                meter.level_done(found.depth);
            }
            Err(Refusal::Stopped(stop)) => return Ok(Analysis { nodes: meter.nodes(), stop, ..found }),
            Err(refusal) => return Err(refusal),
        }
        if found.stop == Stop::Complete {
            break;
        }
    }
    Ok(found)
}

/// The answer when nothing has been searched: the first move of the order, and what the position seems to be worth.
fn without_search<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    ties: TieRule,
) -> Analysis<G::Move> {
    let mut found = Analysis::of_the_end(evaluation.evaluate(game, state), ties);
    if game.mover(state).is_some() {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let mut turns: Vec<u16> = (0..moves.len() as u16).collect();
        order.arrange(game, state, &moves, &mut turns);
        found.best = Some(moves[usize::from(turns[0])]);
        found.line = found.best.into_iter().collect();
        found.stop = Stop::Depth;
    }
    found
}
