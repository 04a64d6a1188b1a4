//! Best-case branching factors, counted.

use cutthroat::maxn::MaxnOptions;
use cutthroat::{Evaluation, Maxn, Paranoid, ParanoidOptions, Payoff, Pruning, SearchHints};
use cutthroat_games::trees::{ShallowBestCase, UniformEvaluation, UniformLeaves, UniformTree};

use super::{SuiteRow, timed};

/// A tree is counted a round deeper while that would have no more nodes than this.
const ENOUGH: f64 = 4e6;

/// For shallow, speculative and paranoid search of perfectly ordered trees: how much wider a tree gets from level to
/// level, counted over the last round of the table, beside the limit that the recurrence has and the power of `b` that
/// the papers name (2003 Table 8; 2000, "Asymptotic Results" and "Reduction to a Paranoid 2-Player Game").
pub(super) fn run() -> Vec<SuiteRow> {
    let mut rows = Vec::new();
    for branching in [2, 3, 5, 10, 20, 50] {
        let b = f64::from(branching);
        let shallow = |depth| {
            let tree = ShallowBestCase { players: 3, branching, depth };
            maxn_nodes(&tree, &tree.root(), Pruning::SHALLOW)
        };
        let limit = (1.0 + (4.0 * b - 3.0).sqrt()) / 2.0;
        rows.push(row(&format!("shallow, b = {branching}"), 2, shallow, limit, b.sqrt()));
        let tree = |depth| {
            let leaves = UniformLeaves::Same(Payoff::uniform(1, PLAYERS));
            UniformTree { players: PLAYERS, branching, depth, leaves, step: 0 }
        };
        let power = b.powf(2.0 / 3.0);
        let speculative = |depth| maxn_nodes(&tree(depth), &tree(depth).root(), Pruning::SPECULATIVE);
        rows.push(row(&format!("speculative, b = {branching}"), PLAYERS, speculative, speculative_limit(b), power));
        let alpha_beta = |depth| {
            let tree = tree(depth);
            let options = ParanoidOptions::default();
            let found = Paranoid::new(&tree, &UniformEvaluation).options(&options).run(&tree.root());
            found.expect("a uniform tree needs no declarations").nodes
        };
        rows.push(row(&format!("paranoid, b = {branching}"), PLAYERS, alpha_beta, power, power));
    }
    rows
}

const PLAYERS: usize = 3;

fn maxn_nodes<G: SearchHints>(game: &G, root: &G::State, pruning: Pruning) -> u64
where
    UniformEvaluation: Evaluation<G>,
{
    let options = MaxnOptions { pruning, ..MaxnOptions::default() };
    let found = Maxn::new(game, &UniformEvaluation).options(&options).run(root);
    found.expect("the tree declares its sum").nodes
}

/// Counts trees of one round, two rounds and so on, and compares the last two.
fn row(what: &str, round: usize, nodes: impl Fn(u16) -> u64, limit: f64, power: f64) -> SuiteRow {
    let mut counts: Vec<u64> = Vec::new();
    let mut row = timed(String::new(), || {
        while counts.len() < 2 || counts[counts.len() - 1] as f64 * limit.powi(round as i32) < ENOUGH {
            counts.push(nodes((round * (counts.len() + 1)) as u16));
        }
        (counts.iter().sum(), 0)
    });
    let [.., before, last] = counts[..] else { unreachable!("two rounds at least") };
    row.what = format!("{what}, depth {}", round * counts.len());
    row.figures = vec![
        ("counted", (last as f64 / before as f64).powf(1.0 / round as f64)),
        ("limit", limit),
        ("power of b", power),
    ];
    row
}

/// What a branching factor becomes in the best case of speculative max^n with three players, in the limit of deep trees: the
/// greatest root of `x^3 = x^2 + (b-1) x + (b-1)^2`: of a node under no requirement one child is like it and `b-1`
/// are under one; of a node under one, one child is like the first and `b-1` are under two; and under two only the first
/// child is seen. (The equation itself is lost from the text of the 2003 paper.)
#[must_use]
pub fn speculative_limit(b: f64) -> f64 {
    let (mut low, mut high) = (1.0, b);
    for _ in 0..100 {
        let x = f64::midpoint(low, high);
        let excess = x.powi(3) - x.powi(2) - (b - 1.0) * x - (b - 1.0).powi(2);
        if excess > 0.0 { high = x } else { low = x }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_growth_is_near_the_limit() {
        for row in run() {
            let [(_, counted), (_, limit), (_, power)] = row.figures[..] else { panic!("three figures") };
            assert!((counted / limit - 1.0).abs() < 0.2, "{row:?}");
            assert!(power <= limit + 1e-9, "{row:?}");
        }
    }

    #[test]
    fn speculative_pruning_approaches_the_power_as_trees_widen() {
        let excess = |b: f64| speculative_limit(b) / b.powf(2.0 / 3.0);
        assert!(excess(10.0) > excess(1000.0) && excess(1000.0) > excess(100_000.0));
        assert!(excess(100_000.0) < 1.02);
    }
}
