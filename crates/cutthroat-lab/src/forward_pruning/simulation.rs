//! The model of forward pruning simulated on trees, to check the exact distributions independently.

use cutthroat::Game as _;
use cutthroat_games::trees::{TernaryKind, TernaryState, TernaryTree};
use rand::{Rng as _, RngExt as _};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::model::{Discard, ModelTree};
use super::sample_mean::SampleMean;
use super::seeds;

/// How the decisions at the roots of simulated trees turned out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Simulated {
    /// Between two children of different value.
    pub of_two: SampleMean,
    /// Among three children that are not all of one value.
    pub of_three: SampleMean,
}

/// Draws `trees` trees of this Max-height, discards one child of every node in each by chance, and looks how often the
/// root decides correctly. Only trees whose root has something to decide count.
#[must_use]
pub fn simulate(tree: ModelTree, discard: &Discard, height: u16, trees: usize, seed: u64) -> Simulated {
    let roots: Vec<[Node; 3]> = (0..trees)
        .into_par_iter()
        .map(|index| {
            let mut random = seeds::stream(seed, tree.kind(), height, index);
            let tree = TernaryTree { kind: tree.kind(), max_height: height, seed: random.next_u64() };
            children(&tree, &tree.root(), discard, &mut random)
        })
        .collect();
    let sure = |values: &[Node]| values.iter().all(|node| node.is_won() == values[0].is_won());
    Simulated {
        of_two: SampleMean::of(roots.iter().filter(|root| !sure(&root[..2])).map(|root| correct(&root[..2]))),
        of_three: SampleMean::of(roots.iter().filter(|root| !sure(*root)).map(|root| correct(root))),
    }
}

/// The chance that a won child is chosen, all that seem equally good being as likely.
fn correct(children: &[Node]) -> f64 {
    let best = children.iter().map(|node| node.estimate >= 0).max();
    let chosen = || children.iter().filter(|node| Some(node.estimate >= 0) == best);
    chosen().filter(|node| node.is_won()).count() as f64 / chosen().count() as f64
}

/// What a node seems to be worth and what it is worth to Max; a win is worth 0 or more.
#[derive(Clone, Copy)]
struct Node {
    estimate: i16,
    value: i16,
}

impl Node {
    const fn is_won(&self) -> bool {
        self.value >= 0
    }
}

fn children(tree: &TernaryTree, state: &TernaryState, discard: &Discard, random: &mut ChaCha8Rng) -> [Node; 3] {
    [0, 1, 2].map(|mv| {
        let mut child = *state;
        tree.play(&mut child, mv);
        visit(tree, &child, discard, random)
    })
}

fn visit(tree: &TernaryTree, state: &TernaryState, discard: &Discard, random: &mut ChaCha8Rng) -> Node {
    let Some(mover) = tree.mover(state) else {
        let value = match tree.kind {
            TernaryKind::PGame => i16::from(tree.is_won(state)) - 1,
            TernaryKind::NGame | TernaryKind::NGameLike => state.strength(),
        };
        return Node { estimate: value, value };
    };
    let sign = if mover.index() == 0 { 1 } else { -1 };
    let mut ranked = children(tree, state, discard, random);
    // Equal children are ranked at random.
    ranked.swap(0, random.random_range(0..3));
    ranked.swap(1, random.random_range(1..3));
    ranked.sort_by_key(|node| sign * node.value);
    let drawn: f64 = random.random();
    let discarded = if drawn < discard.p {
        0
    } else if drawn < discard.p + discard.q {
        1
    } else {
        2
    };
    let kept = [(discarded + 1) % 3, (discarded + 2) % 3].map(|place: usize| sign * ranked[place].estimate);
    Node { estimate: sign * kept[0].max(kept[1]), value: ranked[2].value }
}
