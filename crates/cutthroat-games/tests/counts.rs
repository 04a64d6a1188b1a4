//! Numbers of visited nodes: the order of the prunings, the optimal trees, and the two tests compared one by one.

use cutthroat::attain::{Attain, TableTest};
use cutthroat::maxn::{MaxnOptions, Test};
use cutthroat::{
    Evaluation, Game, Maxn, Observer, Outcome, Paranoid, Payoff, Prune, Pruning, Requirement, SearchHints, TieRule,
    Ties, Verdict,
};
use cutthroat_games::trees::{
    OrderOfPlay, Place, RandomTree, ShallowBestCase, Sums, Tree, TreeEvaluation, UniformEvaluation, UniformLeaves,
    UniformTree,
};

fn nodes<G: SearchHints, E: Evaluation<G>>(game: &G, evaluation: &E, root: &G::State, pruning: Pruning) -> u64 {
    let options = MaxnOptions { pruning, ..MaxnOptions::default() };
    Maxn::new(game, evaluation).options(&options).run(root).unwrap().nodes
}

fn all_ones(branching: u16, depth: u16, players: usize) -> UniformTree {
    let leaves = UniformLeaves::Same(Payoff::uniform(1, players));
    UniformTree { players, branching, depth, leaves, step: 0 }
}

#[test]
fn each_pruning_visits_no_more_than_the_weaker_one() {
    let orders = [OrderOfPlay::RoundRobin, OrderOfPlay::Free, OrderOfPlay::Tricks];
    let sums = [Sums::Constant, Sums::AtMost, Sums::Utility];
    let mut totals = [0; Pruning::ALL.len()];
    for seed in 0..9_000 {
        let drawn = RandomTree {
            players: 2 + seed as usize % 5,
            depth: 5,
            branching: [(1, 4), (3, 3)][seed as usize % 2],
            order: orders[seed as usize / 10 % 3],
            sums: sums[seed as usize / 30 % 3],
            total: [3, 10, 100][seed as usize / 90 % 3],
            step: (seed / 270 % 2) as u16,
            seed,
            ..RandomTree::default()
        };
        let tree = drawn.draw();
        let count = |pruning| nodes(&tree, &TreeEvaluation, &tree.root(), pruning);
        let [none, immediate, shallow, last_branch] =
            [Pruning::NONE, Pruning::IMMEDIATE, Pruning::SHALLOW, Pruning::LAST_BRANCH].map(count);
        assert!(last_branch <= shallow && shallow <= immediate && immediate <= none, "{drawn:?}");
        for (total, count) in totals.iter_mut().zip([
            none,
            immediate,
            shallow,
            last_branch,
            count(Pruning::SPECULATIVE),
            count(Pruning::DEEP),
        ]) {
            *total += count;
        }
    }
    let [.., last_branch, speculative, deep, _, _] = totals;
    assert!(speculative < last_branch && deep < last_branch, "{totals:?}");
}

#[test]
fn optimal_speculative_search_of_2003_table_10_visits_84_927_nodes() {
    let mut total = 0;
    for depth in 1..=6 {
        let tree = all_ones(10, depth, 3);
        let options = MaxnOptions { pruning: Pruning::SPECULATIVE, ..MaxnOptions::default() };
        let found = Maxn::new(&tree, &UniformEvaluation).options(&options).run(&tree.root()).unwrap();
        assert_eq!(found.researches, 0);
        total += found.nodes;
    }
    assert_eq!(total, 84_927);
}

/// The nodes below the root that speculative pruning visits at best. A node below `k` levels with a requirement sees
/// all its children while `k` is less than one short of the number of players, and only its first when it is.
fn optimal_speculative(branching: u64, depth: usize, players: usize) -> u64 {
    // below[k]: below a node of the current height under k requirements.
    let mut below = vec![0; players];
    for _ in 0..depth {
        below = (0..players)
            .map(|k| {
                let others = if k + 1 == players { 0 } else { (branching - 1) * (1 + below[k + 1]) };
                1 + below[0] + others
            })
            .collect();
    }
    below[0]
}

#[test]
fn speculative_pruning_visits_exactly_the_optimal_tree() {
    for players in 2..=5 {
        for branching in 1..=5 {
            for depth in 1..=6 {
                let tree = all_ones(branching, depth, players);
                let counted = nodes(&tree, &UniformEvaluation, &tree.root(), Pruning::SPECULATIVE);
                assert_eq!(counted, optimal_speculative(branching.into(), depth.into(), players), "{tree:?}");
            }
        }
    }
}

#[test]
fn shallow_pruning_visits_exactly_its_best_case() {
    for players in 3..=5 {
        for branching in 1..=6 {
            for depth in 1..=8 {
                let tree = ShallowBestCase { players, branching, depth };
                let counted = nodes(&tree, &UniformEvaluation, &tree.root(), Pruning::SHALLOW);
                assert_eq!(counted, tree.visited_by_shallow_pruning(), "{tree:?}");
            }
        }
    }
}

#[test]
fn alpha_beta_visits_exactly_its_best_case() {
    // Two players, all values equal: b^ceil(d/2) + b^floor(d/2) - 1 leaves (Knuth and Moore 1975).
    for depth in 1..=8 {
        let leaves_at = |depth: u32| 3_u64.pow(depth.div_ceil(2)) + 3_u64.pow(depth / 2) - 1;
        let tree = all_ones(3, depth, 2);
        let found = Paranoid::new(&tree, &UniformEvaluation).run(&tree.root());
        assert_eq!(found.unwrap().nodes, (1..=depth.into()).map(leaves_at).sum::<u64>());
    }
}

/// Watches a search by sums, and checks that the table test would prune wherever it prunes.
struct ByTable<'t> {
    tree: &'t Tree,
    outcomes: &'t [Outcome],
    test: TableTest<'t, TreeEvaluation, 16>,
    /// The places from the root down to where the search is.
    path: Vec<Place>,
    prunes: u64,
}

impl ByTable<'_> {
    /// Whether the table test finds that nothing attainable gives every player in the chain what they require.
    fn prunes(&self, chain: &[Requirement]) -> bool {
        let place = self.path.last().unwrap();
        let possible = self.test.possible(self.tree, place);
        let mut region = Attain::<Tree>::everything(&self.test, &possible);
        for link in chain {
            let is_enough = |score: i16| score > link.has || score == link.has && link.tie_may_replace;
            let payoffs = self.outcomes.iter().map(|outcome| outcome.payoff);
            let enough = payoffs.filter(|payoff| is_enough(payoff[link.player]));
            let Some(least) = enough.min_by_key(|payoff| payoff[link.player]) else { return true };
            let value = Attain::<Tree>::recalled(&self.test, least, &Payoff::ZERO);
            let accept = Attain::<Tree>::at_least(&self.test, link.player, value);
            Attain::<Tree>::narrow(&self.test, &mut region, &accept, &possible);
        }
        Attain::<Tree>::is_empty(&self.test, &region)
    }
}

impl Observer<Tree> for ByTable<'_> {
    fn down(&mut self, mv: u16, _: u16, _: bool) {
        let mut place = *self.path.last().unwrap();
        self.tree.play(&mut place, mv);
        self.path.push(place);
    }

    fn up(&mut self, _: Verdict<Payoff>) {
        self.path.pop();
    }

    fn pruned(&mut self, prune: Prune) {
        assert!(self.prunes(&prune.chain), "the sum test prunes where the table test would not: {prune:?}");
        self.prunes += 1;
    }
}

#[test]
fn whenever_the_sum_test_prunes_the_table_test_does_too() {
    let (mut prunes, mut by_sum, mut by_table) = (0, 0, 0);
    for seed in 0..4_000 {
        let bounds = seed % 2 == 0;
        let drawn = RandomTree {
            players: 2 + seed as usize % 4,
            order: [OrderOfPlay::RoundRobin, OrderOfPlay::Tricks][seed as usize / 4 % 2],
            sums: [Sums::Constant, Sums::AtMost][seed as usize / 8 % 2],
            total: [3, 12][seed as usize / 16 % 2],
            step: (seed / 32 % 2) as u16,
            bounds,
            seed,
            ..RandomTree::default()
        };
        let tree = drawn.draw();
        let root = tree.root();
        let outcomes = TreeEvaluation.outcomes(&tree).unwrap();
        for rule in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful] {
            let ties = Ties { rule, root: tree.mover(&root).unwrap(), players: tree.players() };
            let test = TableTest::new(&TreeEvaluation, &outcomes, ties, bounds).unwrap();
            let mut watching = ByTable { tree: &tree, outcomes: &outcomes, test, path: vec![root], prunes: 0 };
            let search = || Maxn::new(&tree, &TreeEvaluation).pruning(Pruning::DEEP).bounds(bounds).ties(rule);
            by_sum += search().observer(&mut watching).run(&root).unwrap().nodes;
            by_table += search().test(Test::Table).run(&root).unwrap().nodes;
            prunes += watching.prunes;
        }
    }
    assert!(prunes > 10_000 && by_table < by_sum, "{prunes} prunes, {by_sum} nodes by sum and {by_table} by table");
}
