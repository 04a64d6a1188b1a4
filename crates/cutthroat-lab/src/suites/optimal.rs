//! The optimal tree of the 2003 paper.

use cutthroat::maxn::MaxnOptions;
use cutthroat::{Maxn, Payoff, Pruning};
use cutthroat_games::trees::{UniformEvaluation, UniformLeaves, UniformTree};

use super::{SuiteRow, timed};

/// Three players, ten moves, iterative depths 1 to 6, every ordering optimal: the setting of 2003, Table 10, whose text
/// gives 84,927 nodes for it.
pub(super) fn run() -> Vec<SuiteRow> {
    (1..=6)
        .map(|depth| {
            let leaves = UniformLeaves::Same(Payoff::uniform(1, 3));
            let tree = UniformTree { players: 3, branching: 10, depth, leaves, step: 0 };
            let options = MaxnOptions { pruning: Pruning::SPECULATIVE, ..MaxnOptions::default() };
            timed(format!("3 players, 10 moves, all leaves (1, 1, 1), depth {depth}, speculative"), || {
                let found = Maxn::new(&tree, &UniformEvaluation)
                    .options(&options)
                    .run(&tree.root())
                    .expect("a uniform tree declares its sum");
                (found.nodes, found.researches)
            })
        })
        .collect()
}
