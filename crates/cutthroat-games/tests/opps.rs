//! OPPS against its definition, and in its limits.

use cutthroat::paranoid::{ParanoidOptions, Window};
use cutthroat::{
    Analysis, AtTheEnd, BestReply, Evaluation, Game, Lifted, MoveOrder, Others, Paranoid, Range, ScalarTable,
    SearchHints,
};
use cutthroat_games::cards::{HeartsRules, Rules, SpadesRules, TrickGame, Utility, preset};
use cutthroat_games::trees::{OrderOfPlay, RandomTree, Tree, TreeEvaluation};

use crate::best_reply::{AddedNumbers, Adding};
use crate::plain::successors::{PlainOpps, children};
use crate::shuffled::Shuffled;

const ALL: usize = usize::MAX;

fn drawn(seed: u64) -> (RandomTree, Tree) {
    let order = [OrderOfPlay::RoundRobin, OrderOfPlay::Free, OrderOfPlay::Tricks][seed as usize % 3];
    let (players, ties) = (2 + seed as usize / 3 % 4, [0, 40][seed as usize / 12 % 2]);
    let drawn = RandomTree {
        players,
        order,
        ties,
        depth: 5,
        branching: [(1, 4), (2, 3)][seed as usize / 24 % 2],
        total: [3, 10, 1000][seed as usize / 48 % 3],
        bounds: seed.is_multiple_of(5),
        seed,
        ..RandomTree::default()
    };
    (drawn, drawn.draw())
}

fn opps<G: SearchHints, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    others: Others,
    options: &ParanoidOptions,
    table: Option<&mut ScalarTable>,
) -> Analysis<G::Move> {
    let few = BestReply::new(game, order, state, others).unwrap();
    let (evaluation, lifted) = (Lifted(evaluation), Lifted(order));
    let search = Paranoid::with_order(&few, &evaluation, &lifted).options(options);
    let search = match table {
        Some(table) => search.table(table),
        None => search,
    };
    few.in_the_game(state, &search.run(&few.begin(state)).unwrap())
}

/// Every window, with bounds and without, with a table and without, against the definition.
fn check<G: SearchHints, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    plain: PlainOpps,
    depth: Option<usize>,
    has_bounds: bool,
) {
    let root = game.mover(state).unwrap();
    let left = depth.unwrap_or(200);
    let values: Vec<(G::Move, i16)> = children(game, state)
        .iter()
        .map(|(mv, child)| (*mv, plain.value(game, evaluation, order, child, root, 0, left - 1)))
        .collect();
    let best = values.iter().map(|(_, value)| *value).max().unwrap();
    let first = values.iter().find(|(_, value)| *value == best).unwrap().0;
    for (_, window) in Window::ALL {
        for bounds in [false, true] {
            if bounds && !has_bounds {
                continue;
            }
            for all_moves in [false, true] {
                let options = ParanoidOptions { window, bounds, depth, all_moves, ..ParanoidOptions::default() };
                let mut table = ScalarTable::with_slots(64);
                for table in [None, Some(&mut table)] {
                    let found = opps(game, evaluation, order, state, plain.into(), &options, table);
                    assert_eq!((found.payoff[root], found.best), (best, Some(first)), "{plain:?} {options:?}");
                    let mut end = state.clone();
                    for &mv in &found.line {
                        assert!(children(game, &end).iter().any(|&(legal, _)| legal == mv));
                        game.play(&mut end, mv);
                    }
                    assert_eq!(evaluation.evaluate(game, &end)[root], best, "{plain:?} {options:?}");
                    if all_moves {
                        let all: Vec<_> = found.moves.iter().map(|value| (value.mv, value.payoff[root])).collect();
                        assert_eq!(all, values);
                    }
                }
            }
        }
    }
}

#[test]
fn it_is_what_it_is_by_definition() {
    for seed in 0..6_000 {
        let (drawn, tree) = drawn(seed);
        let pick = |from: &[usize], by: u64| from[(seed / by) as usize % from.len()];
        let plain = PlainOpps {
            free: pick(&[0, 1, 2, 3, ALL], 2),
            wide: pick(&[1, 2, 3, ALL], 10),
            narrow: pick(&[1, 2, 3, ALL], 7),
        };
        let depth = [None, Some(2), Some(3), Some(4)][seed as usize % 4];
        check(&tree, &TreeEvaluation, &Shuffled(seed), &tree.root(), plain, depth, drawn.bounds);
    }
}

/// Positions are reached in several ways, with more or less freedom used up.
#[test]
fn it_remembers_what_was_used_up() {
    for seed in 0..1_500 {
        let game = Adding { players: 3 + seed as usize % 2, seed };
        let start = AddedNumbers { added: [0; 4], mover: seed as usize % game.players, left: 9 };
        let plain = PlainOpps { free: 1 + seed as usize / 2 % 2, wide: 2 + seed as usize / 4 % 2, narrow: 1 };
        let depth = [None, Some(8)][seed as usize / 8 % 2];
        check(&game, &AtTheEnd(Range::default()), &Shuffled(seed), &start, plain, depth, false);
    }
}

#[test]
fn it_is_what_it_is_in_trick_games() {
    fn deals<R: Rules>() {
        for seed in 0..24 {
            let players = 3 + seed as usize % 2;
            let rules = preset::<R>(R::PRESETS[seed as usize % R::PRESETS.len()]).unwrap();
            let (game, deal) = TrickGame::deal(rules, players, Some(3), seed).unwrap();
            let plain = PlainOpps { free: 1 + seed as usize / 2 % 2, wide: 2, narrow: 1 };
            let (evaluation, order) = (R::Evaluation::ALL[0], R::Order::default());
            check(&game, &evaluation, &order, &deal, plain, [None, Some(5)][seed as usize % 2], false);
        }
    }
    deals::<HeartsRules>();
    deals::<SpadesRules>();
}

#[test]
fn with_all_turns_free_or_none_narrow_it_is_paranoid_search_node_for_node() {
    for seed in 0..6_000 {
        let (drawn, tree) = drawn(seed);
        let (root, order) = (tree.root(), Shuffled(seed));
        let window = Window::ALL[seed as usize % 3].1;
        let depth = [None, Some(3)][seed as usize % 2];
        let options = ParanoidOptions { window, depth, bounds: drawn.bounds, ..ParanoidOptions::default() };
        let paranoid = Paranoid::with_order(&tree, &TreeEvaluation, &order).options(&options).run(&root).unwrap();
        let limits = [
            PlainOpps { free: ALL, wide: ALL, narrow: 1 },
            PlainOpps { free: ALL, wide: ALL, narrow: ALL },
            PlainOpps { free: 0, wide: 1, narrow: ALL },
        ];
        for limit in limits {
            let found = opps(&tree, &TreeEvaluation, &order, &root, limit.into(), &options, None);
            assert_eq!(found, paranoid, "{limit:?} {drawn:?}");
        }
        if drawn.order == OrderOfPlay::RoundRobin {
            // Between two turns of one player there are as many turns as there are others.
            let limit = PlainOpps { free: drawn.players - 1, wide: ALL, narrow: 1 };
            let found = opps(&tree, &TreeEvaluation, &order, &root, limit.into(), &options, None);
            assert_eq!((found.payoff, found.best, found.nodes), (paranoid.payoff, paranoid.best, paranoid.nodes));
        }
    }
}

#[test]
fn with_one_free_turn_and_one_narrow_move_it_is_best_reply_search() {
    for seed in 0..6_000 {
        let (_, tree) = drawn(seed);
        let (place, order) = (tree.root(), Shuffled(seed));
        let root = tree.mover(&place).unwrap();
        let options = ParanoidOptions::default();
        let limit = PlainOpps { free: 1, wide: ALL, narrow: 1 };
        let found = opps(&tree, &TreeEvaluation, &order, &place, limit.into(), &options, None);
        let best_reply = opps(&tree, &TreeEvaluation, &order, &place, Others::FirstChoice, &options, None);
        assert_eq!((found.payoff[root], found.best), (best_reply.payoff[root], best_reply.best), "{seed}");
    }
}

/// The more the opponents may do, the less is sure.
#[test]
fn freedom_of_others_never_helps() {
    for seed in 0..3_000 {
        let (_, tree) = drawn(seed);
        let (place, order) = (tree.root(), Shuffled(seed));
        let root = tree.mover(&place).unwrap();
        let value = |free, wide, narrow| {
            let others = PlainOpps { free, wide, narrow }.into();
            opps(&tree, &TreeEvaluation, &order, &place, others, &ParanoidOptions::default(), None).payoff[root]
        };
        let paranoid = value(ALL, ALL, ALL);
        for narrow in 1..3 {
            for wide in narrow..4 {
                for free in 0..3 {
                    let here = value(free, wide, narrow);
                    assert!(here >= value(free + 1, wide, narrow), "free {free}, seed {seed}");
                    assert!(here >= value(free, wide + 1, narrow), "wide {wide}, seed {seed}");
                    assert!(here >= value(free, wide, narrow + 1), "narrow {narrow}, seed {seed}");
                    assert!(here >= paranoid);
                }
            }
        }
    }
}
