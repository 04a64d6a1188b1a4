//! Every pruning against plain max^n on small boards: 2 to 6 players, every tie rule, in reference order and by
//! distance gained, with all moves and with the best few.

use std::sync::Arc;

use cutthroat::maxn::MaxnOptions;
use cutthroat::{
    Analysis, Evaluation, Game, Maxn, MoveOrder, Notation, Paranoid, ParanoidOptions, Pruning, ReferenceOrder,
    Selection, TieRule,
};
use cutthroat_games::boards::{CheckersEvaluation, CheckersState, ChineseCheckers, DistanceGained, DistanceTable, Hop};

fn search(
    game: &ChineseCheckers,
    evaluation: &CheckersEvaluation,
    order: &impl MoveOrder<ChineseCheckers>,
    state: &CheckersState,
    options: &MaxnOptions,
    selection: Selection,
) -> Analysis<Hop> {
    Maxn::with_order(game, evaluation, order).options(options).selection(selection).run(state).unwrap()
}

/// The first moves by distance gained, and no others.
fn narrow(first: usize) -> Selection {
    Selection { first: Some(first), ..Selection::default() }
}

/// The prunings that need no monotone bounds.
fn prunings() -> impl Iterator<Item = Pruning> {
    Pruning::ALL.into_iter().filter(|pruning| !pruning.is_none() && !pruning.is_by_bounds())
}

/// If not all moves are searched, the order decides which, so it is the same for all.
fn agrees(
    game: &ChineseCheckers,
    evaluation: &CheckersEvaluation,
    selection: Selection,
    state: &CheckersState,
    depth: usize,
    name: &str,
) -> u64 {
    let declared = evaluation.range(game).maxsum.is_some();
    let mut saved = 0;
    for ties in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful, TieRule::Random(7)] {
        let plain = MaxnOptions { ties, depth: Some(depth), ..MaxnOptions::default() };
        let expected = if selection.first.is_none() {
            search(game, evaluation, &ReferenceOrder, state, &plain, selection)
        } else {
            search(game, evaluation, &DistanceGained, state, &plain, selection)
        };
        for pruning in prunings().filter(|&pruning| declared || pruning == Pruning::IMMEDIATE) {
            let options = MaxnOptions { pruning, ..plain };
            let reordered = search(game, evaluation, &DistanceGained, state, &options, selection);
            let in_order = selection
                .first
                .is_none()
                .then(|| search(game, evaluation, &ReferenceOrder, state, &options, selection));
            for found in in_order.into_iter().chain([reordered]) {
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
                saved += agrees(&game, &evaluation, Selection::default(), &state, 5, &text);
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
                saved += agrees(&game, &evaluation, Selection::default(), &state, 3, &text);
                saved += agrees(&game, &evaluation, narrow(3), &state, 6, &text);
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
            let evaluation = CheckersEvaluation::Difference;
            let search = |prune| {
                let options = ParanoidOptions { prune, depth: Some(5), ..ParanoidOptions::default() };
                Paranoid::with_order(&game, &evaluation, &DistanceGained)
                    .options(&options)
                    .selection(narrow(4))
                    .run(&state)
                    .unwrap()
            };
            let (plain, pruned) = (search(false), search(true));
            let root = game.mover(&state).unwrap();
            assert_eq!((plain.payoff[root], plain.best), (pruned.payoff[root], pruned.best), "{text}");
            assert!(pruned.nodes <= plain.nodes);
        }
    }
}
