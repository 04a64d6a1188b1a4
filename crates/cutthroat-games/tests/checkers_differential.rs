//! Every pruning against plain max^n on small boards: 2 to 6 players, every tie rule, in reference order and by
//! distance gained, with all moves and with the best few.

use std::sync::Arc;

use cutthroat::maxn::{self, Options};
use cutthroat::{
    Analysis, BestMoves, Evaluation, Game, MoveOrder, Notation, OfAllMoves, Pruning, ReferenceOrder, TieRule, paranoid,
};
use cutthroat_games::boards::{CheckersEvaluation, ChineseCheckers, DistanceGained, DistanceTable, Hop};

fn search<G: Game>(
    game: &G,
    evaluation: &impl Evaluation<G>,
    order: &impl MoveOrder<G>,
    state: &G::State,
    options: &Options,
) -> Analysis<G::Move> {
    maxn::search(game, evaluation, order, state, options).unwrap()
}

/// The prunings that need no monotone bounds.
fn prunings() -> impl Iterator<Item = Pruning> {
    Pruning::ALL.into_iter().filter(|pruning| !pruning.is_none() && !pruning.is_by_bounds())
}

fn agrees<G: Game<Move = Hop>>(
    game: &G,
    evaluation: &impl Evaluation<G>,
    order: &impl MoveOrder<G>,
    state: &G::State,
    depth: usize,
    name: &str,
) -> u64 {
    let declared = evaluation.range(game).maxsum.is_some();
    let mut saved = 0;
    for ties in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful, TieRule::Random(7)] {
        let plain = Options { ties, depth: Some(depth), ..Options::default() };
        let expected = search(game, evaluation, &ReferenceOrder, state, &plain);
        for pruning in prunings().filter(|&pruning| declared || pruning == Pruning::IMMEDIATE) {
            let options = Options { pruning, ..plain };
            let in_order = search(game, evaluation, &ReferenceOrder, state, &options);
            let reordered = search(game, evaluation, order, state, &options);
            for found in [in_order, reordered] {
                assert!(
                    found.payoff == expected.payoff && found.line == expected.line,
                    "{pruning} with ties {ties:?} gave {:?} {:?}, plain {:?} {:?} on {name}",
                    found.payoff,
                    found.line,
                    expected.payoff,
                    expected.line
                );
                saved += expected.nodes.saturating_sub(found.nodes);
            }
        }
    }
    saved
}

#[test]
fn prunings_equal_plain_search_on_the_smallest_board() {
    let table = Arc::new(DistanceTable::build(1, |_| ()).unwrap());
    let mut saved = 0;
    for players in 2..=6 {
        for seed in 0..30 {
            let text = format!("pieces=1 players={players} limit=40 seed={seed} plies={}", seed % 20);
            let (game, state) = ChineseCheckers::read_position(&text).unwrap();
            if game.mover(&state).is_none() {
                continue;
            }
            for evaluation in [
                CheckersEvaluation::Distance,
                CheckersEvaluation::Difference,
                CheckersEvaluation::Lead,
                CheckersEvaluation::Table(table.clone()),
                CheckersEvaluation::TableDifference(table.clone()),
            ] {
                saved += agrees(&game, &evaluation, &DistanceGained, &state, 5, &text);
            }
        }
    }
    assert!(saved > 0);
}

#[test]
fn prunings_equal_plain_search_with_three_pieces() {
    let table = Arc::new(DistanceTable::build(3, |_| ()).unwrap());
    let mut saved = 0;
    for players in 2..=6 {
        for seed in 0..12 {
            let text = format!("pieces=3 players={players} win={} seed={seed}", ["all", "full"][seed % 2]);
            let (game, state) = ChineseCheckers::read_position(&text).unwrap();
            if game.mover(&state).is_none() {
                continue;
            }
            for evaluation in [CheckersEvaluation::Difference, CheckersEvaluation::TableDifference(table.clone())] {
                saved += agrees(&game, &evaluation, &DistanceGained, &state, 3, &text);
                let best = BestMoves::new(game, DistanceGained, 3);
                saved += agrees(&best, &OfAllMoves(evaluation), &OfAllMoves(DistanceGained), &state, 6, &text);
            }
        }
    }
    assert!(saved > 0);
}

#[test]
fn alpha_beta_changes_no_paranoid_search() {
    for players in 2..=6 {
        for seed in 0..20 {
            let text = format!("pieces=3 players={players} seed={seed}");
            let (game, state) = ChineseCheckers::read_position(&text).unwrap();
            if game.mover(&state).is_none() {
                continue;
            }
            let narrow = BestMoves::new(game, DistanceGained, 4);
            let evaluation = OfAllMoves(CheckersEvaluation::Difference);
            let search = |prune| {
                let options = paranoid::Options { prune, depth: Some(5), ..paranoid::Options::default() };
                paranoid::search(&narrow, &evaluation, &OfAllMoves(DistanceGained), &state, &options).unwrap()
            };
            let (plain, pruned) = (search(false), search(true));
            let root = game.mover(&state).unwrap();
            assert_eq!((plain.payoff[root], plain.best), (pruned.payoff[root], pruned.best), "{text}");
            assert!(pruned.nodes <= plain.nodes);
        }
    }
}
