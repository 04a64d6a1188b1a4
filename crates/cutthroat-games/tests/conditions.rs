//! The three conditions of the rule: leaving one out must be noticed.

use cutthroat::chain::{Conditions, Sound};
use cutthroat::maxn::Test;
use cutthroat::{Analysis, Maxn, Pruning};
use cutthroat_games::trees::{OrderOfPlay, RandomTree, Sums, Tree, TreeEvaluation};

struct WithoutVisibleBest;
impl Conditions for WithoutVisibleBest {
    const VISIBLE_BEST: bool = false;
}

struct WithoutDagger;
impl Conditions for WithoutDagger {
    const DAGGER: bool = false;
}

struct WithoutSearchingAgain;
impl Conditions for WithoutSearchingAgain {
    const SEARCH_AGAIN: bool = false;
}

/// The searches, by sum and by table, under some set of conditions.
fn search<C: Conditions>(tree: &Tree, pruning: Pruning) -> [Analysis<u16>; 2] {
    [Test::Sum, Test::Table]
        .map(|test| Maxn::new(tree, &TreeEvaluation).pruning(pruning).test(test).run_under::<C>(&tree.root()).unwrap())
}

fn trees() -> impl Iterator<Item = Tree> {
    let orders = [OrderOfPlay::RoundRobin, OrderOfPlay::Free, OrderOfPlay::Tricks];
    (0..2_000).map(move |seed| {
        let drawn = RandomTree {
            players: 3,
            depth: 5,
            branching: (2, 3),
            order: orders[seed as usize % 3],
            sums: Sums::Constant,
            total: [4, 10, 100][seed as usize / 3 % 3],
            seed,
            ..RandomTree::default()
        };
        drawn.draw()
    })
}

/// How many values are wrong, and how many children are searched again, by sum and by table.
fn count<C: Conditions>(pruning: Pruning) -> [(u64, u64); 2] {
    let mut counts = [(0, 0); 2];
    for tree in trees() {
        let plain = Maxn::new(&tree, &TreeEvaluation).run(&tree.root()).unwrap();
        for (count, found) in counts.iter_mut().zip(search::<C>(&tree, pruning)) {
            count.0 += u64::from(found.payoff != plain.payoff);
            count.1 += found.researches;
        }
    }
    counts
}

#[test]
fn with_all_conditions_nothing_is_wrong() {
    for pruning in [Pruning::LAST_BRANCH, Pruning::SPECULATIVE, Pruning::DEEP] {
        assert!(count::<Sound>(pruning).iter().all(|&(wrong, _)| wrong == 0));
    }
}

#[test]
fn without_condition_1_values_are_wrong() {
    for pruning in [Pruning::SHALLOW, Pruning::SPECULATIVE, Pruning::DEEP] {
        let counts = count::<WithoutVisibleBest>(pruning);
        assert!(counts.iter().all(|&(wrong, _)| wrong > 0), "{pruning}: {counts:?}");
    }
}

#[test]
fn without_condition_2_values_are_right_but_far_more_is_searched_again() {
    for pruning in [Pruning::SPECULATIVE, Pruning::DEEP] {
        let sound = count::<Sound>(pruning);
        let counts = count::<WithoutDagger>(pruning);
        for (sound, without) in sound.iter().zip(&counts) {
            assert_eq!(without.0, 0, "{pruning}");
            assert!(without.1 >= 10 * sound.1 && sound.1 > 0, "{pruning}: {sound:?} and {without:?}");
        }
    }
}

#[test]
fn without_condition_3_values_are_wrong() {
    for pruning in [Pruning::SPECULATIVE, Pruning::DEEP] {
        let counts = count::<WithoutSearchingAgain>(pruning);
        assert!(counts.iter().all(|&(wrong, _)| wrong > 0), "{pruning}: {counts:?}");
    }
}
