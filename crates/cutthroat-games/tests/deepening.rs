//! Deepening within budgets: exact to the node, and only ever the answer of a completed level.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cutthroat::maxn::MaxnOptions;
use cutthroat::paranoid::Window;
use cutthroat::{
    Analysis, Budget, Game, History, Killers, Maxn, Paranoid, ParanoidOptions, Pruning, ReferenceOrder, ScalarTable,
    Stop, TieRule, VectorTable,
};
use cutthroat_games::cards::{Spades, SpadesEvaluation, SpadesRules};
use cutthroat_games::trees::{OrderOfPlay, RandomTree, Tree, TreeEvaluation};

use crate::card_order::CardOrder;

fn tree(seed: u64) -> Tree {
    let order = [OrderOfPlay::RoundRobin, OrderOfPlay::Tricks][seed as usize % 2];
    RandomTree { depth: 5, branching: (2, 3), order, stop: 5, ties: 30, seed, ..RandomTree::default() }.draw()
}

fn deepened(tree: &Tree, options: &MaxnOptions, nodes: Option<u64>) -> Analysis<u16> {
    let budget = Budget { nodes, ..Budget::default() };
    Maxn::new(tree, &TreeEvaluation).options(options).budget(budget).deepen(true).run(&tree.root()).unwrap()
}

#[test]
fn whenever_the_nodes_end_the_answer_is_that_of_the_last_completed_level() {
    let mut cut_short = 0;
    for seed in 0..60 {
        let tree = tree(seed);
        for pruning in [Pruning::NONE, Pruning::SHALLOW, Pruning::DEEP] {
            let options = MaxnOptions { pruning, ..MaxnOptions::default() };
            let whole = deepened(&tree, &options, None);
            assert_eq!(whole.stop, Stop::Complete);
            let direct = |depth| {
                let options = MaxnOptions { depth: Some(depth), ..options };
                Maxn::new(&tree, &TreeEvaluation).options(&options).run(&tree.root()).unwrap()
            };
            let mut last_depth = 0;
            for nodes in (1..=whole.nodes + 1).step_by(1 + whole.nodes as usize / 40) {
                let found = deepened(&tree, &options, Some(nodes));
                assert_eq!(found, deepened(&tree, &options, Some(nodes)), "the same answer on every run");
                if nodes >= whole.nodes {
                    assert_eq!(found, whole);
                    continue;
                }
                assert_eq!((found.nodes, found.stop), (nodes, Stop::Nodes), "exact to the node");
                assert!(found.depth >= last_depth);
                last_depth = found.depth;
                if found.depth > 0 {
                    let level = direct(found.depth);
                    assert_eq!((found.payoff, found.best, found.line), (level.payoff, level.best, level.line));
                    cut_short += 1;
                }
            }
        }
    }
    assert!(cut_short > 1000, "{cut_short}");
}

/// The windows, with and without an order that learns: it remembers from level to level, and yet nothing leaks.
#[test]
fn paranoid_deepens_likewise_with_every_window() {
    let mut cut_short = 0;
    for seed in 0..120 {
        let tree = tree(seed);
        let start = tree.root();
        let root = tree.mover(&start).unwrap();
        let learning = Killers::new(History::new(ReferenceOrder, &tree));
        for (_, window) in Window::ALL {
            let options = ParanoidOptions { window, ..Default::default() };
            let deepened = |nodes| {
                let budget = Budget { nodes, ..Budget::default() };
                let search = || {
                    let search = Paranoid::with_order(&tree, &TreeEvaluation, &learning).options(&options);
                    search.budget(budget.clone()).deepen(true).run(&start).unwrap()
                };
                let found = search();
                assert_eq!(found, search(), "the same answer on every run");
                found
            };
            let whole = deepened(None);
            assert_eq!(whole.stop, Stop::Complete);
            for nodes in (1..=whole.nodes + 1).step_by(1 + whole.nodes as usize / 20) {
                let found = deepened(Some(nodes));
                if nodes >= whole.nodes {
                    assert_eq!(found, whole);
                    continue;
                }
                assert_eq!((found.nodes, found.stop), (nodes, Stop::Nodes), "exact to the node");
                if found.depth > 0 {
                    let plain = ParanoidOptions { depth: Some(found.depth), prune: false, ..Default::default() };
                    let level = Paranoid::new(&tree, &TreeEvaluation).options(&plain).run(&start).unwrap();
                    assert_eq!((found.payoff[root], found.best), (level.payoff[root], level.best));
                    cut_short += 1;
                }
            }
        }
    }
    assert!(cut_short > 3000, "{cut_short}");
}

/// A search that is cut off leaves a table that the next one uses. Everything in it must be proved.
#[test]
fn a_table_that_many_cut_off_searches_wrote_leads_nobody_astray() {
    let mut cut_short = 0;
    for seed in 0..40 {
        let (game, deal) = Spades::deal(Default::default(), 3, Some(4), seed).unwrap();
        let root = game.mover(&deal).unwrap();
        let mut vectors = VectorTable::with_slots(600);
        let mut scalars = ScalarTable::with_slots(600);
        for nodes in (1..2_000).step_by(19) {
            let budget = Budget { nodes: Some(nodes), ..Budget::default() };
            let (utility, order) = (&SpadesEvaluation::Tricks, &CardOrder::<SpadesRules>::usual());
            let options =
                MaxnOptions { pruning: Pruning::DEEP, bounds: true, ties: TieRule::Spiteful, ..MaxnOptions::default() };
            let search = Maxn::with_order(&game, utility, order).options(&options).partitions(&mut vectors);
            let found = search.budget(budget.clone()).deepen(true).run(&deal).unwrap();
            assert!(found.nodes <= nodes);
            if found.depth > 0 {
                let plain = MaxnOptions { depth: Some(found.depth), ties: options.ties, ..MaxnOptions::default() };
                let level = Maxn::with_order(&game, utility, &CardOrder::<SpadesRules>::Listed)
                    .options(&plain)
                    .run(&deal)
                    .unwrap();
                assert_eq!((found.payoff, found.best, found.line), (level.payoff, level.best, level.line));
                cut_short += u64::from(found.stop == Stop::Nodes);
            }
            let options = ParanoidOptions { window: Window::Null, bounds: true, ..ParanoidOptions::default() };
            let search = Paranoid::with_order(&game, utility, order).options(&options).partitions(&mut scalars);
            let found = search.budget(budget).deepen(true).run(&deal).unwrap();
            if found.depth > 0 {
                let plain = ParanoidOptions { prune: false, depth: Some(found.depth), ..Default::default() };
                let level = Paranoid::with_order(&game, utility, &CardOrder::<SpadesRules>::Listed)
                    .options(&plain)
                    .run(&deal)
                    .unwrap();
                assert_eq!((found.payoff[root], found.best), (level.payoff[root], level.best));
                cut_short += u64::from(found.stop == Stop::Nodes);
            }
        }
    }
    assert!(cut_short > 500, "{cut_short}");
}

#[test]
fn a_raised_flag_or_no_time_leaves_the_move_of_a_player_who_does_not_search() {
    let tree = tree(1);
    let flag = Arc::new(AtomicBool::new(true));
    for (budget, stop) in [
        (Budget { stop: Some(flag), ..Budget::default() }, Stop::Flag),
        (Budget { time: Some(Duration::ZERO), ..Budget::default() }, Stop::Time),
    ] {
        let found = Maxn::new(&tree, &TreeEvaluation).budget(budget).deepen(true).run(&tree.root()).unwrap();
        assert_eq!((found.nodes, found.depth, found.best, found.stop), (0, 0, Some(0), stop));
    }
}

#[test]
fn a_trick_game_stops_between_tricks_only() {
    let (game, mut deal) = Spades::deal(Default::default(), 3, Some(6), 4).unwrap();
    for played in 0..3 {
        let budget = Budget { nodes: Some(3_000), ..Budget::default() };
        let options = MaxnOptions { pruning: Pruning::SPECULATIVE, ..MaxnOptions::default() };
        let order = CardOrder::<SpadesRules>::usual();
        let search = Maxn::with_order(&game, &SpadesEvaluation::Tricks, &order).options(&options);
        let found = search.budget(budget).deepen(true).run(&deal).unwrap();
        assert_eq!(found.stop, Stop::Nodes);
        assert!(found.depth > 0 && (found.depth + played) % 3 == 0, "{}", found.depth);
        let mut moves = Vec::new();
        game.moves(&deal, &mut moves);
        game.play(&mut deal, moves[0]);
    }
}

#[test]
fn the_deepest_level_is_the_depth_asked_for() {
    let tree = tree(3);
    let options = MaxnOptions { depth: Some(3), ..MaxnOptions::default() };
    let found = deepened(&tree, &options, None);
    assert_eq!((found.depth, found.stop), (3, Stop::Depth));
}
