//! Every pruning on fixed trees.

use cutthroat::maxn::{MaxnOptions, Test};
use cutthroat::{Maxn, Pruning, TieRule};
use cutthroat_games::trees::{
    OrderOfPlay, RandomTree, Sums, Tree, TreeEvaluation, UniformEvaluation, UniformLeaves, UniformTree,
};

use super::{SuiteRow, timed};

pub(super) fn run() -> Vec<SuiteRow> {
    let mut rows = Vec::new();
    let drawn: Vec<Tree> = (0..30)
        .map(|seed| {
            let order = [OrderOfPlay::RoundRobin, OrderOfPlay::Free, OrderOfPlay::Tricks][seed as usize % 3];
            let sums = [Sums::Constant, Sums::AtMost][seed as usize / 3 % 2];
            RandomTree {
                players: 3 + seed as usize % 2,
                depth: 7,
                branching: (2, 5),
                order,
                sums,
                total: 8,
                bounds: true,
                seed,
                ..RandomTree::default()
            }
            .draw()
        })
        .collect();
    for pruning in Pruning::ALL {
        for (test, bounds) in [(Test::Sum, false), (Test::Sum, true), (Test::Table, true)] {
            let fits = if pruning.is_none() { test == Test::Sum && !bounds } else { bounds || !pruning.is_by_bounds() };
            if !fits {
                continue;
            }
            let bounded = if bounds { " and bounds" } else { "" };
            rows.push(timed(format!("30 random trees, {pruning} by {}{bounded}", test.name()), || {
                drawn.iter().fold((0, 0), |total, tree| {
                    let options = MaxnOptions { pruning, test, bounds, ties: TieRule::First, ..MaxnOptions::default() };
                    let found = Maxn::new(tree, &TreeEvaluation)
                        .options(&options)
                        .run(&tree.root())
                        .expect("the trees declare all that any pruning needs");
                    (total.0 + found.nodes, total.1 + found.researches)
                })
            }));
        }
    }
    for pruning in [Pruning::NONE, Pruning::SHALLOW, Pruning::SPECULATIVE, Pruning::DEEP] {
        let leaves = UniformLeaves::Shared { total: 30, seed: 2000 };
        let tree = UniformTree { players: 3, branching: 6, depth: 8, leaves, step: 1 };
        let options = MaxnOptions { pruning, ..MaxnOptions::default() };
        rows.push(timed(format!("uniform tree, 3 players, 6 wide, 8 deep, {pruning}"), || {
            let found = Maxn::new(&tree, &UniformEvaluation)
                .options(&options)
                .run(&tree.root())
                .expect("a uniform tree declares its sum");
            (found.nodes, found.researches)
        }));
    }
    rows
}
