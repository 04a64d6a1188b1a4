//! The statistical study: minimax with and without forward pruning on N-games and P-games, with a real evaluation (1994
//! paper, "Statistical Studies", Figures 4 and 5).
//!
//! The paper's nodes with forward pruning, `3(2^d - 1)`, are those of a root that discards a child like every other
//! node; yet the quantity that it averages compares the values of a won and a lost child, whichever the root would have
//! discarded. Read literally, as here, all children of the root are valued, and the paper's conclusions come out; if
//! the root discards too, forward pruning loses on N-games. So three comparisons are made: with the paper's numbers of
//! nodes; with the nodes that such a search does generate, `3(3 * 2^(d-1) - 2)`; and, beyond the paper, with alpha-beta
//! in both searches and its nodes counted. The paper avoided the last because nodes then vary from tree to tree; here
//! they are averaged, and the averages have confidence intervals.

use std::sync::atomic::{AtomicBool, Ordering};

use cutthroat::{Paranoid, Selection};
use cutthroat_games::trees::{TernaryKind, TernaryTree};
use rand::Rng as _;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::counted_tree::{ByWins, CountedTree, ROOT, RanksOfLevel, quality};
use super::sample_mean::SampleMean;
use super::seeds;

/// Children kept by forward pruning.
const KEPT: usize = 2;
/// The moves that a search with forward pruning looks at: the root compares all its children.
fn pruned() -> Selection {
    Selection { first: Some(KEPT), all_at_root: true, ..Selection::default() }
}

/// The trees of the study, by name.
pub const KINDS: [(&str, TernaryKind); 2] = [("n-game", TernaryKind::NGame), ("p-game", TernaryKind::PGame)];
/// The paper's heights; the trees of height 6 have half a million leaves.
pub const HEIGHTS: std::ops::RangeInclusive<u16> = 2..=6;
/// The paper's number of trees of every height.
pub const TREES: usize = 5000;
/// The most trees of a height that fit into memory in any case.
pub const MOST_TREES: usize = 1_000_000;

/// What the study was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Study {
    /// N-games or P-games.
    pub kind: TernaryKind,
    /// The trees' Max-height.
    pub height: u16,
    /// How many trees.
    pub trees: usize,
    /// Which ones.
    pub seed: u64,
}

impl Study {
    /// Checks that it can be made.
    ///
    /// # Errors
    /// When the number of trees or their height cannot be studied.
    pub fn check(&self) -> Result<(), StudyError> {
        if !(2..=MOST_TREES).contains(&self.trees) {
            return Err(StudyError::Trees { trees: self.trees });
        }
        if !HEIGHTS.contains(&self.height) {
            return Err(StudyError::Height { height: self.height });
        }
        Ok(())
    }
}

/// What cannot be studied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum StudyError {
    /// Too few or too many trees.
    #[error("{} of a height; there can be from 2 to {MOST_TREES}", cutthroat::counted(*trees, "tree"))]
    Trees {
        /// What was asked for.
        trees: usize,
    },
    /// A height without depths to compare, or with too many leaves to count.
    #[error("height {height} is not from {} to {}", HEIGHTS.start(), HEIGHTS.end())]
    Height {
        /// What was asked for.
        height: u16,
    },
    /// It was stopped.
    #[error("stopped before all trees were searched")]
    Stopped,
}

/// One of the two searches to one depth.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct StudyPoint {
    /// The depth.
    pub depth: usize,
    /// The nodes that the paper counts: `3 + 9 + ... + 3^d`, or with forward pruning `3(1 + 2 + ... + 2^(d-1))`.
    pub nodes: u64,
    /// The nodes that the search generates.
    pub generated: u64,
    /// The nodes that alpha-beta generates. Every node that it looks below generates its three children, for they have
    /// to be evaluated to be ordered or discarded.
    pub alpha_beta_nodes: SampleMean,
    /// The probability of a correct decision.
    pub correct: SampleMean,
}

/// The result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StudyOutcome {
    /// The kind of trees, by name.
    pub tree: String,
    /// The trees' Max-height.
    pub height: u16,
    /// Trees that were rejected because their root had nothing to decide.
    pub rejected: u64,
    /// Minimax without forward pruning, one point per depth, from 1.
    pub minimax: Vec<StudyPoint>,
    /// Minimax with forward pruning.
    pub forward_pruning: Vec<StudyPoint>,
    /// By how much forward pruning decides correctly more often at equal nodes: the mean over its depths from 2, of the
    /// difference to minimax with as many nodes (between two depths, by interpolation over the logarithm of nodes).
    /// Both searches use the same trees, so that the difference is more precise than either.
    pub advantage: SampleMean,
    /// The same at equal nodes generated.
    pub generated_advantage: SampleMean,
    /// The same with alpha-beta, at equal mean numbers of nodes generated.
    pub alpha_beta_advantage: SampleMean,
}

/// The results of one tree.
struct Tree {
    rejected: u64,
    minimax: Vec<Seen>,
    forward_pruning: Vec<Seen>,
}

#[derive(Clone, Copy)]
struct Seen {
    correct: f64,
    alpha_beta_nodes: u64,
}

/// Makes the study, calling `tick` after every tree. The result is the same for any number of threads. Raising `stop`
/// ends it after the trees that are being searched.
///
/// # Errors
/// When the number of trees or their height cannot be studied, or it was stopped.
pub fn study(study: &Study, stop: &AtomicBool, tick: impl Fn() + Sync) -> Result<StudyOutcome, StudyError> {
    study.check()?;
    let Study { kind, height, trees, .. } = *study;
    let look = |index| {
        if stop.load(Ordering::Relaxed) {
            return Err(StudyError::Stopped);
        }
        let tree = look_at(study, index);
        tick();
        Ok(tree)
    };
    let seen: Vec<Tree> = (0..trees).into_par_iter().map(look).collect::<Result<_, _>>()?;
    let depths = 2 * usize::from(height) - 2;
    let point = |depth: usize, nodes, generated, of: fn(&Tree) -> &[Seen]| StudyPoint {
        depth,
        nodes,
        generated,
        alpha_beta_nodes: SampleMean::of(seen.iter().map(|tree| of(tree)[depth - 1].alpha_beta_nodes as f64)),
        correct: SampleMean::of(seen.iter().map(|tree| of(tree)[depth - 1].correct)),
    };
    let minimax: Vec<StudyPoint> = (1..=depths)
        .map(|depth| point(depth, minimax_nodes(depth), minimax_nodes(depth), |tree| &tree.minimax))
        .collect();
    let forward_pruning: Vec<StudyPoint> = (1..=depths)
        .map(|depth| point(depth, pruned_nodes(depth), generated_nodes(depth), |tree| &tree.forward_pruning))
        .collect();
    let counted = |points: &[StudyPoint]| points.iter().map(|point| point.nodes as f64).collect::<Vec<_>>();
    let generated = |points: &[StudyPoint]| points.iter().map(|point| point.generated as f64).collect::<Vec<_>>();
    let averaged = |points: &[StudyPoint]| points.iter().map(|point| point.alpha_beta_nodes.mean).collect::<Vec<_>>();
    Ok(StudyOutcome {
        tree: TernaryKind::ALL
            .iter()
            .find(|(_, known)| *known == kind)
            .map_or(String::new(), |(name, _)| (*name).to_owned()),
        height,
        rejected: seen.iter().map(|tree| tree.rejected).sum(),
        advantage: advantage(&seen, &counted(&minimax), &counted(&forward_pruning)),
        generated_advantage: advantage(&seen, &generated(&minimax), &generated(&forward_pruning)),
        alpha_beta_advantage: advantage(&seen, &averaged(&minimax), &averaged(&forward_pruning)),
        minimax,
        forward_pruning,
    })
}

/// The nodes of minimax (1994 paper, note 7).
const fn minimax_nodes(depth: usize) -> u64 {
    (3_u64.pow(depth as u32 + 1) - 3) / 2
}

/// The nodes of minimax with forward pruning (1994 paper, note 7).
const fn pruned_nodes(depth: usize) -> u64 {
    3 * ((1 << depth) - 1)
}

/// The nodes of minimax with forward pruning below a root that keeps all its children.
const fn generated_nodes(depth: usize) -> u64 {
    3 * (3 * (1 << (depth - 1)) - 2)
}

/// The advantage of forward pruning where the two searches generate these numbers of nodes, depth 1 first.
fn advantage(seen: &[Tree], minimax: &[f64], forward_pruning: &[f64]) -> SampleMean {
    // For every depth of forward pruning: the depths of minimax with as many nodes, and the share of the deeper one.
    let matched: Vec<(usize, usize, f64)> = (1..forward_pruning.len())
        .filter_map(|depth| {
            let nodes = forward_pruning[depth];
            let deeper = minimax.iter().position(|&other| other >= nodes)?;
            let shallower = deeper.checked_sub(1)?;
            let share = (nodes / minimax[shallower]).ln() / (minimax[deeper] / minimax[shallower]).ln();
            Some((depth, shallower, share))
        })
        .collect();
    SampleMean::of(seen.iter().map(|tree| {
        let differences = matched.iter().map(|&(depth, shallower, share)| {
            let [less, more] = [shallower, shallower + 1].map(|depth| tree.minimax[depth].correct);
            tree.forward_pruning[depth].correct - (less + share * (more - less))
        });
        differences.sum::<f64>() / matched.len() as f64
    }))
}

fn look_at(study: &Study, index: usize) -> Tree {
    let mut random = seeds::stream(study.seed, study.kind, study.height, index);
    let mut rejected = 0;
    let tree = loop {
        let drawn = TernaryTree { kind: study.kind, max_height: study.height, seed: random.next_u64() };
        if let Some(tree) = CountedTree::new(&drawn) {
            break tree;
        }
        rejected += 1;
    };
    let (mut minimax, mut forward_pruning) = (Vec::new(), Vec::new());
    for depth in 1..=2 * usize::from(study.height) - 2 {
        let ranks = RanksOfLevel::new(&tree, depth);
        // Neither search can be refused: the depth is a level of the tree, and no bounds are asked for.
        let _ = Paranoid::with_order(&tree, &ranks, &ByWins).depth(depth).run(&ROOT);
        minimax.push(Seen { correct: quality(tree.minimax(depth), tree.won), alpha_beta_nodes: tree.take_generated() });
        let _ = Paranoid::with_order(&tree, &ranks, &ByWins).selection(pruned()).depth(depth).run(&ROOT);
        forward_pruning
            .push(Seen { correct: quality(tree.pruned(depth), tree.won), alpha_beta_nodes: tree.take_generated() });
    }
    Tree { rejected, minimax, forward_pruning }
}

#[cfg(test)]
mod tests {
    use cutthroat::Game as _;

    use super::*;

    /// The values of all children of the root as the engine finds them, and the nodes it generates.
    fn searched(tree: &CountedTree, depth: usize, selection: Selection) -> (Vec<i16>, u64) {
        let ranks = RanksOfLevel::new(tree, depth);
        let search = Paranoid::with_order(tree, &ranks, &ByWins).selection(selection);
        let found = search.prune(false).depth(depth).all_moves(true).run(&ROOT).unwrap();
        (found.moves.iter().map(|value| value.payoff.seats(2)[0]).collect(), tree.take_generated())
    }

    /// Whether two lists of values agree on which child is better.
    fn agree(counts: [u32; 3], ranks: &[i16]) -> bool {
        (0..3).all(|a| (0..3).all(|b| counts[a].cmp(&counts[b]) == ranks[a].cmp(&ranks[b])))
    }

    #[test]
    fn the_engine_finds_the_same_values_and_generates_the_nodes_of_the_formulas() {
        let mut looked_at = 0;
        for seed in 0..200 {
            for kind in [TernaryKind::NGame, TernaryKind::PGame] {
                let max_height = 2 + (seed % 3) as u16;
                let Some(tree) = CountedTree::new(&TernaryTree { kind, max_height, seed }) else { continue };
                looked_at += 1;
                for depth in 1..=2 * usize::from(max_height) - 2 {
                    let (values, nodes) = searched(&tree, depth, Selection::default());
                    assert!(agree(tree.minimax(depth), &values), "{kind:?} {seed} {depth}");
                    assert_eq!(nodes, minimax_nodes(depth));
                    let (values, nodes) = searched(&tree, depth, pruned());
                    assert!(agree(tree.pruned(depth), &values), "{kind:?} {seed} {depth}");
                    assert_eq!(nodes, generated_nodes(depth));
                }
            }
        }
        assert!(looked_at > 100);
    }

    #[test]
    fn counts_are_those_of_the_game() {
        let drawn = TernaryTree { kind: TernaryKind::NGame, max_height: 3, seed: 5 };
        let tree = (0..).find_map(|seed| CountedTree::new(&TernaryTree { seed, ..drawn }).map(|tree| (seed, tree)));
        let (seed, tree) = tree.unwrap();
        let drawn = TernaryTree { seed, ..drawn };
        let children = [0, 1, 2].map(|mv| {
            let mut child = drawn.root();
            drawn.play(&mut child, mv);
            drawn.winning_leaves(&child).0 as u32
        });
        assert_eq!(tree.minimax(1), children);
    }

    #[test]
    fn quality_is_the_mean_over_pairs() {
        assert_eq!(quality([3, 2, 4], [true, false, false]), 0.5);
        assert_eq!(quality([1, 1, 0], [true, false, false]), 0.75);
        assert_eq!(quality([1, 2, 0], [true, true, false]), 1.0);
        assert_eq!(quality([0, 2, 3], [true, true, false]), 0.0);
    }
}
