//! How much is visited: the order of the prunings, the optimal trees, and the two tests compared one by one.

use cutthroat::attain::{Attain, SumTest, TableTest};
use cutthroat::chain::Sound;
use cutthroat::maxn::{self, Options, Recursion};
use cutthroat::{
    Bounds, Evaluation, Game, Memo, Payoff, Player, Pruning, ReferenceOrder, Standing, TieRule, Ties, paranoid,
};
use cutthroat_games::trees::{
    OrderOfPlay, Place, RandomTree, ShallowBestCase, Sums, Tree, TreeEvaluation, UniformEvaluation, UniformLeaves,
    UniformTree,
};

fn nodes<G: Game, E: Evaluation<G>>(game: &G, evaluation: &E, root: &G::State, pruning: Pruning) -> u64 {
    let options = Options { pruning, ..Options::default() };
    maxn::search(game, evaluation, &ReferenceOrder, root, &options).unwrap().nodes
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
        let options = Options { pruning: Pruning::SPECULATIVE, ..Options::default() };
        let found = maxn::search(&tree, &UniformEvaluation, &ReferenceOrder, &tree.root(), &options).unwrap();
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
        let found = paranoid::search(&tree, &UniformEvaluation, &ReferenceOrder, &tree.root(), &Default::default());
        assert_eq!(found.unwrap().nodes, (1..=depth.into()).map(leaves_at).sum::<u64>());
    }
}

/// Both tests at once, deciding as the sum test does, and making sure that the table test would never prune less.
struct Both<'t>(SumTest<'t, TreeEvaluation>, TableTest<'t, TreeEvaluation, 16>);

/// What one of the two tests calls something.
type Sum<'t> = SumTest<'t, TreeEvaluation>;
type Table<'t> = TableTest<'t, TreeEvaluation, 16>;

impl<'t> Attain<Tree> for Both<'t> {
    type Value = (<Sum<'t> as Attain<Tree>>::Value, <Table<'t> as Attain<Tree>>::Value);
    type Possible = (<Sum<'t> as Attain<Tree>>::Possible, <Table<'t> as Attain<Tree>>::Possible);
    type Accept = (<Sum<'t> as Attain<Tree>>::Accept, <Table<'t> as Attain<Tree>>::Accept);
    type Region = (<Sum<'t> as Attain<Tree>>::Region, <Table<'t> as Attain<Tree>>::Region);

    fn leaf(&self, tree: &Tree, place: &Place) -> Self::Value {
        (self.0.leaf(tree, place), self.1.leaf(tree, place))
    }

    fn payoff(&self, value: Self::Value) -> Payoff {
        value.0
    }

    fn replaces(&self, mover: Player, best: &Self::Value, candidate: &Self::Value, standing: Standing) -> bool {
        let sum = Attain::<Tree>::replaces(&self.0, mover, &best.0, &candidate.0, standing);
        assert_eq!(sum, Attain::<Tree>::replaces(&self.1, mover, &best.1, &candidate.1, standing));
        sum
    }

    fn possible(&self, tree: &Tree, place: &Place) -> Self::Possible {
        (self.0.possible(tree, place), self.1.possible(tree, place))
    }

    fn accept(&self, mover: Player, best: &Self::Value, standing: Standing) -> Self::Accept {
        let table = Attain::<Tree>::accept(&self.1, mover, &best.1, standing);
        (Attain::<Tree>::accept(&self.0, mover, &best.0, standing), table)
    }

    fn everything(&self, possible: &Self::Possible) -> Self::Region {
        (Attain::<Tree>::everything(&self.0, &possible.0), Attain::<Tree>::everything(&self.1, &possible.1))
    }

    fn narrow(&self, region: &mut Self::Region, accept: &Self::Accept, possible: &Self::Possible) {
        Attain::<Tree>::narrow(&self.1, &mut region.1, &accept.1, &possible.1);
        Attain::<Tree>::narrow(&self.0, &mut region.0, &accept.0, &possible.0);
    }

    fn is_empty(&self, region: &Self::Region) -> bool {
        let sum = Attain::<Tree>::is_empty(&self.0, &region.0);
        let table = Attain::<Tree>::is_empty(&self.1, &region.1);
        COMPARED.with(|compared| {
            let (by_sum, by_table) = compared.get();
            compared.set((by_sum + u64::from(sum), by_table + u64::from(table)));
        });
        assert!(table || !sum, "the sum test prunes where the table test would not");
        sum
    }

    fn is_bounded(&self) -> bool {
        Attain::<Tree>::is_bounded(&self.0)
    }

    fn tie_may_replace(&self, mover: Player, standing: Standing) -> bool {
        Attain::<Tree>::tie_may_replace(&self.0, mover, standing)
    }

    fn bounds(&self, possible: &Self::Possible) -> Option<Bounds> {
        Attain::<Tree>::bounds(&self.0, &possible.0)
    }

    fn memo(&self, _: &Tree, _: &Place) -> Option<Memo> {
        None
    }

    fn kept(&self, value: Self::Value, _: &Payoff) -> Payoff {
        value.0
    }

    fn recalled(&self, kept: Payoff, base: &Payoff) -> Self::Value {
        (Attain::<Tree>::recalled(&self.0, kept, base), Attain::<Tree>::recalled(&self.1, kept, base))
    }

    fn at_least(&self, mover: Player, value: Self::Value) -> Self::Accept {
        (Attain::<Tree>::at_least(&self.0, mover, value.0), Attain::<Tree>::at_least(&self.1, mover, value.1))
    }
}

thread_local! {
    /// How often each test found nothing attainable.
    static COMPARED: std::cell::Cell<(u64, u64)> = const { std::cell::Cell::new((0, 0)) };
}

#[test]
fn whenever_the_sum_test_prunes_the_table_test_does_too() {
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
            let test = Both(
                SumTest::new(&TreeEvaluation, &tree.range(), ties, bounds, true),
                TableTest::new(&TreeEvaluation, &outcomes, ties, bounds).unwrap(),
            );
            let options = Options { pruning: Pruning::DEEP, ..Options::default() };
            Recursion::<_, _, _, _, Sound>::new(&tree, &test, &ReferenceOrder, &mut (), &options).run(&root).unwrap();
        }
    }
    let (by_sum, by_table) = COMPARED.get();
    assert!(by_sum > 10_000 && by_table > by_sum, "{by_sum} and {by_table}");
}
