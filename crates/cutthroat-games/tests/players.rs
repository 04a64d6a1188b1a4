//! Players: each plays what it says it plays, the same for the same seed, within its budget.

use std::collections::HashSet;

use cutthroat::player::{AtRandom, FirstOfOrder, Search, Searcher, Strategy};
use cutthroat::{
    Budget, Game, Maxn, MoveOrder, NoTable, Paranoid, Pruning, ReferenceOrder, SearchHints, Selection, TieRule, maxn,
    paranoid,
};
use cutthroat_games::boards::{CheckersEvaluation, ChineseCheckers, DistanceGained};
use cutthroat_games::cards::{Hearts, HeartsEvaluation, first_choice};
use cutthroat_games::trees::{Tree, TreeEvaluation};

fn maxn_of(pruning: Pruning, ties: TieRule) -> Search {
    Search::Maxn(maxn::Options { pruning, ties, ..maxn::Options::default() })
}

fn searcher<E, M>(search: Search, evaluation: E, order: M, nodes: Option<u64>) -> Searcher<E, M, NoTable> {
    let budget = Budget { nodes, ..Budget::default() };
    Searcher { search, evaluation, order, budget, table: None, table_kind: NoTable, selection: Selection::default() }
}

/// The moves of the root in an order drawn by the seed of each choice.
const SHUFFLED: Selection =
    Selection { first: None, all_at_root: false, by_order: false, shuffled_root: Some(0), equivalents: false };

/// If ties are random, every best move of the root is played sooner or later and no other, under every rule.
#[test]
fn ties_of_the_root_are_broken_at_random_among_the_best() {
    let mut ties_seen = 0;
    for seed in 0..200 {
        let text = format!("random players=3 depth=4 branching=3-4 total=4 seed={seed}");
        let (game, root) = <Tree as cutthroat::Notation>::read_position(&text).unwrap();
        let Some(mover) = game.mover(&root) else { continue };
        for rule in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful] {
            let options = maxn::Options { ties: rule, all_moves: true, ..maxn::Options::default() };
            let all = Maxn::new(&game, &TreeEvaluation).options(&options).run(&root).unwrap();
            let best = all.payoff[mover];
            // Spite settles ties by what the others get, before chance does.
            let is_best = |payoff: &cutthroat::Payoff| match rule {
                TieRule::Spiteful => *payoff == all.payoff,
                _ => payoff[mover] == best,
            };
            let expected: HashSet<String> =
                all.moves.iter().filter(|mv| is_best(&mv.payoff)).map(|mv| format!("{:?}", mv.mv)).collect();
            ties_seen += usize::from(expected.len() > 1);
            let mut player = searcher(maxn_of(Pruning::NONE, rule), TreeEvaluation, ReferenceOrder, None);
            player.selection = SHUFFLED;
            let played: HashSet<String> =
                (0..60).map(|seed| format!("{:?}", player.choose(&game, &root, seed).unwrap().mv)).collect();
            assert_eq!(played, expected, "{text} {rule:?}");
        }
        let options = paranoid::Options { all_moves: true, ..paranoid::Options::default() };
        let all = Paranoid::new(&game, &TreeEvaluation).options(&options).run(&root).unwrap();
        let best = all.payoff[mover];
        let expected: HashSet<String> =
            all.moves.iter().filter(|mv| mv.payoff[mover] == best).map(|mv| format!("{:?}", mv.mv)).collect();
        let search = Search::Paranoid(paranoid::Options::default());
        let mut player = searcher(search, TreeEvaluation, ReferenceOrder, None);
        player.selection = SHUFFLED;
        let played: HashSet<String> =
            (0..60).map(|seed| format!("{:?}", player.choose(&game, &root, seed).unwrap().mv)).collect();
        assert_eq!(played, expected, "{text} paranoid");
    }
    assert!(ties_seen > 50, "only {ties_seen} ties");
}

#[test]
fn a_budget_is_spent_to_the_node_and_a_seed_decides_everything() {
    let (game, deal) = Hearts::deal(Default::default(), 3, Some(8), 3).unwrap();
    let order = <cutthroat_games::cards::HeartsRules as cutthroat_games::cards::Rules>::Order::default();
    for search in [
        maxn_of(Pruning::SHALLOW, TieRule::WorstForRoot),
        maxn_of(Pruning::SPECULATIVE, TieRule::Random(0)),
        Search::Paranoid(paranoid::Options::default()),
    ] {
        let mut player = searcher(search, HeartsEvaluation::Points, order, Some(5000));
        player.selection = SHUFFLED;
        let mut state = deal;
        let mut ply = 0;
        while game.mover(&state).is_some() {
            let choice = player.choose(&game, &state, ply).unwrap();
            assert_eq!(choice, player.clone().choose(&game, &state, ply).unwrap());
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            assert!(moves.contains(&choice.mv));
            match choice.searched {
                None => {
                    moves.clear();
                    game.search_moves(&state, &mut moves);
                    assert_eq!(moves.len(), 1);
                }
                Some(searched) => {
                    assert!(searched.nodes <= 5000);
                    assert!(searched.nodes == 5000 || searched.stop == cutthroat::Stop::Complete);
                    // Iterations end with tricks.
                    let left = 3 - state.trick().len();
                    assert!(searched.depth >= left && (searched.depth - left) % 3 == 0 || searched.depth == 0);
                }
            }
            game.play(&mut state, choice.mv);
            ply += 1;
        }
    }
}

#[test]
fn the_best_few_moves_are_those_of_the_order() {
    let game = ChineseCheckers::new(3, 3).unwrap();
    let mut state = game.start();
    for ply in 0..40 {
        if game.mover(&state).is_none() {
            break;
        }
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let mut order: Vec<u16> = (0..moves.len() as u16).collect();
        DistanceGained.arrange(&game, &state, &moves, &mut order);
        for search in [maxn_of(Pruning::NONE, TieRule::First), Search::Paranoid(paranoid::Options::default())] {
            let mut player = searcher(search, CheckersEvaluation::Difference, DistanceGained, Some(300));
            player.selection = Selection { first: Some(3), ..SHUFFLED };
            let chosen = player.choose(&game, &state, ply).unwrap().mv;
            assert!(order.iter().take(3).any(|&index| moves[usize::from(index)] == chosen));
        }
        let first = FirstOfOrder(DistanceGained).choose(&game, &state, ply).unwrap().mv;
        assert_eq!(first, first_choice(&game, &DistanceGained, &state));
        let mv = AtRandom.choose(&game, &state, ply).unwrap().mv;
        assert!(moves.contains(&mv));
        game.play(&mut state, mv);
    }
}

#[test]
fn the_random_player_plays_every_move() {
    let game = ChineseCheckers::new(3, 3).unwrap();
    let state = game.start();
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let played: HashSet<_> = (0..500).map(|seed| AtRandom.choose(&game, &state, seed).unwrap().mv).collect();
    assert_eq!(played.len(), moves.len());
}
