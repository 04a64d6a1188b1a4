//! Monte-Carlo tree search without bounds, its parameters, its repeatability and its cost.

use cutthroat::mcts::{MctsOptions, MctsPolicy, RewardScale, Widening};
use cutthroat::playout::PlayoutPolicy;
use cutthroat::{Analysis, Budget, Game, Maxn, Mcts, Notation, Paranoid, SearchError, Stop};
use cutthroat_games::boards::{CheckersEvaluation, ChineseCheckers, DistanceGained};
use cutthroat_games::cards::{AvoidingPoints, Hearts, HeartsEvaluation, HeartsRules};
use cutthroat_games::trees::{OrderOfPlay, RandomTree, Tree, TreeEvaluation};

/// Without bounds, by means alone.
fn by_means(tree: &Tree, policy: MctsPolicy, iterations: u64, seed: u64) -> Analysis<u16> {
    let options = MctsOptions {
        policy,
        exploration: 0.5,
        bounds: false,
        all_moves: true,
        playout: PlayoutPolicy::UNIFORM,
        iterations: Some(iterations),
        seed,
        ..MctsOptions::default()
    };
    Mcts::new(tree, &TreeEvaluation).options(&options).run(&tree.root()).unwrap()
}

/// The least difference between the best two moves of any mover of a tree.
fn least_gap(tree: &Tree, place: &<Tree as Game>::State) -> i16 {
    let Some(mover) = tree.mover(place) else { return i16::MAX };
    let children: Vec<_> = tree.children(*place).collect();
    let value = |child| Maxn::new(tree, &TreeEvaluation).run(child).unwrap().payoff[mover];
    let mut values: Vec<i16> = children.iter().map(value).collect();
    values.sort_unstable();
    let own = if values.len() > 1 { values[values.len() - 1] - values[values.len() - 2] } else { i16::MAX };
    children.iter().map(|child| least_gap(tree, child)).fold(own, i16::min)
}

/// T2 without bounds: the means of paranoid policy find the move of paranoid search.
#[test]
fn paranoid_means_find_the_paranoid_move() {
    let (mut trees, mut right) = (0, 0);
    for seed in 0.. {
        let drawn = RandomTree { depth: 5, total: 1000, order: OrderOfPlay::Free, seed, ..RandomTree::default() };
        let tree = drawn.draw();
        let root = tree.root();
        let mover = tree.mover(&root).unwrap();
        let plain = Paranoid::new(&tree, &TreeEvaluation).all_moves(true).run(&root).unwrap();
        let mut values: Vec<i16> = plain.moves.iter().map(|value| value.payoff[mover]).collect();
        values.sort_unstable();
        if values.len() < 2 || values[values.len() - 1] - values[values.len() - 2] < 100 {
            continue;
        }
        trees += 1;
        right += u32::from(by_means(&tree, MctsPolicy::Paranoid, 100_000, seed).best == plain.best);
        if trees == 60 {
            break;
        }
    }
    assert!(right >= 57, "{right} of {trees}");
}

/// T3: where every mover has a clear best move, the means of max^n policy find it, and the error falls.
#[test]
fn clear_max_n_moves_are_found_by_means() {
    let (mut trees, mut right, mut errors) = (0, 0, [0.0; 2]);
    for seed in 0.. {
        let drawn = RandomTree { depth: 4, branching: (2, 2), total: 5, stop: 0, seed, ..RandomTree::default() };
        let tree = drawn.draw();
        let root = tree.root();
        if least_gap(&tree, &root) < 1 {
            continue;
        }
        trees += 1;
        let plain = Maxn::new(&tree, &TreeEvaluation).run(&root).unwrap();
        for (iterations, error) in [1_000, 40_000].into_iter().zip(&mut errors) {
            let found = by_means(&tree, MctsPolicy::Maxn, iterations, seed);
            let mover = tree.mover(&root).unwrap();
            let chosen = found.moves.iter().find(|value| Some(value.mv) == found.best).unwrap();
            *error += (chosen.sampled.unwrap().mean(mover).unwrap() - f64::from(plain.payoff[mover])).abs();
            right += u32::from(iterations == 40_000 && found.best == plain.best);
        }
        if trees == 30 {
            break;
        }
    }
    assert!(right >= 27, "{right} of {trees}");
    assert!(errors[1] < errors[0] / 2.0, "{errors:?}");
}

/// T4: with two players and a constant sum, both policies sample the same, iteration by iteration.
#[test]
fn with_two_players_both_policies_sample_the_same() {
    for seed in 0..200 {
        let order = [OrderOfPlay::RoundRobin, OrderOfPlay::Free][seed as usize % 2];
        let drawn = RandomTree { players: 2, depth: 7, order, total: 10, seed, ..RandomTree::default() };
        let tree = drawn.draw();
        for iterations in (1..40).chain([200, 1_000]) {
            let maxn = by_means(&tree, MctsPolicy::Maxn, iterations, seed);
            let paranoid = by_means(&tree, MctsPolicy::Paranoid, iterations, seed);
            assert_eq!(maxn, paranoid, "after {iterations} iterations of {drawn:?}");
        }
    }
}

fn hearts() -> (Hearts, <Hearts as Game>::State) {
    Hearts::deal(HeartsRules::default(), 4, Some(8), 3).unwrap()
}

fn search_of_hearts(options: &MctsOptions, threads: usize) -> Analysis<<Hearts as Game>::Move> {
    let (game, deal) = hearts();
    let search = Mcts::with_order(&game, &HeartsEvaluation::Points, &AvoidingPoints).options(options);
    search.threads(threads).run(&deal).unwrap()
}

/// T5: no iterations where there is only one move, and as many visits as iterations.
#[test]
fn visits_are_iterations() {
    for iterations in [1, 2, 7, 100, 1_234] {
        for trees in [1, 3] {
            let options =
                MctsOptions { iterations: Some(iterations), trees, all_moves: true, ..MctsOptions::default() };
            let found = search_of_hearts(&options, 1);
            let visits: u64 = found.moves.iter().map(|value| value.sampled.unwrap().visits).sum();
            assert_eq!((visits, found.stop), (iterations, Stop::Nodes));
        }
    }
    // Only one move, and then a choice.
    let (tree, root) = Tree::read_position("maxp=9 low=0 1[2[(1,2,3)(4,5,6)]]").unwrap();
    let found = Mcts::new(&tree, &TreeEvaluation).run(&root).unwrap();
    assert_eq!((found.best, found.nodes, found.stop), (Some(0), 1, Stop::Depth));
    let found = Mcts::new(&tree, &TreeEvaluation).all_moves(true).run(&root).unwrap();
    assert_eq!((found.payoff.seats(3), found.stop), (&[4, 5, 6][..], Stop::Complete));
    // Section 7: a forced game is its only end.
    let (tree, root) = Tree::read_position("maxp=9 low=0 1[2[3[1[(1,2,3)]]]]").unwrap();
    for all_moves in [false, true] {
        let found = Mcts::new(&tree, &TreeEvaluation).all_moves(all_moves).run(&root).unwrap();
        assert_eq!((found.payoff.seats(3), found.stop), (&[1, 2, 3][..], Stop::Complete));
    }
}

/// T6: the same seed grows the same tree, on any number of threads, and another seed another one.
#[test]
fn the_same_seed_finds_the_same_on_any_number_of_threads() {
    let budget = 30_000;
    for trees in [1, 2, 5] {
        for options in [
            MctsOptions::default(),
            MctsOptions { history: 5.0, bias: 0.5, playout: PlayoutPolicy::UNIFORM, ..MctsOptions::default() },
        ] {
            let options = MctsOptions { trees, all_moves: true, iterations: Some(budget / 40), seed: 9, ..options };
            let expected = search_of_hearts(&options, 1);
            for threads in [1, 2, 7] {
                assert_eq!(search_of_hearts(&options, threads), expected, "{trees} trees on {threads} threads");
            }
            let other = search_of_hearts(&MctsOptions { seed: 10, ..options }, 1);
            assert_ne!(other.moves, expected.moves);
        }
    }
}

#[test]
fn the_budget_is_states_visited() {
    let (game, deal) = hearts();
    for nodes in [1, 31, 32, 33, 1_000, 20_000] {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let options = MctsOptions { bounds: false, all_moves: true, ..MctsOptions::default() };
        let search = Mcts::with_order(&game, &HeartsEvaluation::Points, &AvoidingPoints).options(&options);
        let found = search.budget(budget).run(&deal).unwrap();
        let visits: u64 = found.moves.iter().map(|value| value.sampled.unwrap().visits).sum();
        // Every iteration plays the deal of 32 cards to its end, and one that cannot be paid for does not count.
        assert_eq!((visits, found.nodes, found.stop), (nodes / 32, nodes, Stop::Nodes));
        assert!(found.best.is_some());
    }
}

#[test]
fn a_full_tree_does_not_grow_and_a_stopped_search_answers() {
    let (game, deal) = hearts();
    let search = |most_nodes, iterations| {
        let options = MctsOptions { most_nodes, iterations, all_moves: true, ..MctsOptions::default() };
        Mcts::with_order(&game, &HeartsEvaluation::Points, &AvoidingPoints).options(&options).run(&deal).unwrap()
    };
    // The moves of the root are always there.
    assert!(search(1, Some(500)).depth < search(2_000, Some(500)).depth);
    assert_eq!(search(1, Some(500)).moves.iter().map(|value| value.sampled.unwrap().visits).sum::<u64>(), 500);
    // Without any limit it ends when the tree is full.
    let found = search(500, None);
    assert_eq!((found.stop, found.is_complete()), (Stop::Nodes, false));
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let budget = Budget { stop: Some(stop), ..Budget::default() };
    let found = Mcts::new(&game, &HeartsEvaluation::Points).budget(budget).run(&deal).unwrap();
    assert_eq!((found.stop, found.nodes), (Stop::Flag, 0));
    assert!(found.best.is_some());
}

/// With more moves allowed than there are, widening changes nothing.
#[test]
fn wide_widening_is_none() {
    let options = MctsOptions { iterations: Some(2_000), all_moves: true, ..MctsOptions::default() };
    let wide = Widening { start: 1_000.0, power: 0.5 };
    let plain = search_of_hearts(&options, 1);
    assert_eq!(search_of_hearts(&MctsOptions { widening: Some(wide), ..options }, 1), plain);
    let narrow = search_of_hearts(&MctsOptions { widening: Some(Widening { start: 2.0, power: 0.0 }), ..options }, 1);
    let tried = narrow.moves.iter().filter(|value| value.sampled.unwrap().visits > 0).count();
    assert_eq!(tried, 2);
}

/// Boards whose games may never end.
#[test]
fn playouts_are_cut_on_a_board() {
    let (game, state) = ChineseCheckers::read_position("players=3 seed=1").unwrap();
    for (playout, scale) in [
        (PlayoutPolicy::UNIFORM.cut(30), RewardScale::Range),
        (PlayoutPolicy::order(0.1).cut(10), RewardScale::Win),
        (PlayoutPolicy::NONE, RewardScale::Observed),
        (PlayoutPolicy::UNIFORM, RewardScale::Range),
    ] {
        let options = MctsOptions { playout, scale, iterations: Some(30), all_moves: true, ..MctsOptions::default() };
        let search = Mcts::with_order(&game, &CheckersEvaluation::Difference, &DistanceGained).options(&options);
        let found = search.run(&state).unwrap();
        assert!(found.moves.iter().any(|value| Some(value.mv) == found.best));
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let (tree, root) = Tree::read_position("1[(1,2,3)(4,5,6)]").unwrap();
    let refused = |options: &MctsOptions| Mcts::new(&tree, &TreeEvaluation).options(options).run(&root).unwrap_err();
    assert_eq!(refused(&MctsOptions::default()), SearchError::NoRange);
    let usual = MctsOptions { scale: RewardScale::Observed, ..MctsOptions::default() };
    assert!(Mcts::new(&tree, &TreeEvaluation).options(&usual).run(&root).is_ok());
    assert_eq!(refused(&MctsOptions { bounds: false, ..usual }), SearchError::Endless);
    for (options, said) in [
        (MctsOptions { exploration: -1.0, ..usual }, "c=-1 is not from 0 to 100"),
        (MctsOptions { exploration: f64::NAN, ..usual }, "c=NaN is not from 0 to 100"),
        (MctsOptions { bias: 101.0, ..usual }, "bias=101 is not from 0 to 100"),
        (MctsOptions { history: f64::INFINITY, ..usual }, "history=inf is not from 0 to 100"),
        (MctsOptions { widening: Some(Widening { start: 0.5, power: 0.5 }), ..usual }, "widening=0.5 is not from 1"),
        (MctsOptions { widening: Some(Widening { start: 2.0, power: 1.5 }), ..usual }, "power=1.5 is not from 0 to 1"),
        (MctsOptions { first_play: Some(2.0), ..usual }, "first-play=2 is not from -1 to 1"),
        (MctsOptions { playout: PlayoutPolicy::order(2.0), ..usual }, "epsilon=2 is not from 0 to 1"),
        (MctsOptions { expand_at: 0, ..usual }, "expand-at=0 is not at least 1"),
        (MctsOptions { most_nodes: 0, ..usual }, "most-nodes=0 is not from 1"),
        (MctsOptions { trees: 0, ..usual }, "trees=0 is not from 1 to 256"),
        (MctsOptions { iterations: Some(0), ..usual }, "iterations=0 is not at least 1"),
    ] {
        let error = refused(&options).to_string();
        assert!(error.starts_with(said), "{error}");
    }
}
