//! Every setting of max^n against plain max^n, on masses of small random trees.

use cutthroat::maxn::{self, Options, Test};
use cutthroat::{Analysis, Game, MoveOrder, Pruning, ReferenceOrder, TieRule};
use cutthroat_games::trees::{OrderOfPlay, RandomTree, Sums, Tree, TreeEvaluation};

/// Searches moves in an order that has nothing to do with the reference order.
struct Shuffled(u64);

impl MoveOrder<Tree> for Shuffled {
    fn arrange(&self, tree: &Tree, place: &<Tree as Game>::State, _: &[u16], order: &mut [u16]) {
        let mut bits = (tree.key(place) ^ self.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for last in (1..order.len()).rev() {
            bits = (bits ^ (bits >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            order.swap(last, (bits >> 33) as usize % (last + 1));
        }
    }
}

fn search(tree: &Tree, order: &impl MoveOrder<Tree>, options: &Options) -> Analysis<u16> {
    maxn::search(tree, &TreeEvaluation, order, &tree.root(), options).unwrap()
}

fn trees(order: OrderOfPlay, sums: Sums, count: u64) -> impl Iterator<Item = (RandomTree, Tree)> {
    (0..count).map(move |seed| {
        let players = 2 + (seed % 5) as usize;
        let drawn = RandomTree {
            players,
            depth: [3, 4, 5, 4][(seed / 5 % 4) as usize] + usize::from(players == 2),
            branching: [(1, 3), (2, 3), (1, 4), (2, 2)][(seed / 20 % 4) as usize],
            order,
            sums,
            total: [2, 4, 10, 1000][(seed / 80 % 4) as usize],
            ties: [0, 40][(seed / 320 % 2) as usize],
            stop: 8,
            bounds: seed % 3 > 0,
            step: (seed % 2) as u16,
            seed,
        };
        (drawn, drawn.draw())
    })
}

fn every_setting_equals_plain(order: OrderOfPlay, sums: Sums, count: u64) {
    let plain_bounds = sums != Sums::Utility;
    for (drawn, tree) in trees(order, sums, count) {
        let shuffled = Shuffled(drawn.seed);
        for ties in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful, TieRule::Random(drawn.seed)] {
            let plain = search(&tree, &ReferenceOrder, &Options { ties, ..Options::default() });
            for pruning in Pruning::ALL {
                for (test, bounds) in [(Test::Sum, false), (Test::Sum, true), (Test::Table, false), (Test::Table, true)]
                {
                    let off = pruning.is_none() && (bounds || test == Test::Table);
                    let unbounded = bounds && (!drawn.bounds || (test == Test::Sum && !plain_bounds));
                    if off || unbounded || (!bounds && pruning.is_by_bounds()) {
                        continue;
                    }
                    let options = Options { pruning, test, bounds, ties, ..Options::default() };
                    let pruned = search(&tree, &ReferenceOrder, &options);
                    let reordered = search(&tree, &shuffled, &options);
                    for found in [pruned, reordered] {
                        assert!(
                            found.payoff == plain.payoff && found.line == plain.line,
                            "{options:?} gave {:?} {:?}, plain {:?} {:?} on {drawn:?}",
                            found.payoff,
                            found.line,
                            plain.payoff,
                            plain.line
                        );
                    }
                }
            }
        }
    }
}

macro_rules! settings {
    ($($name:ident: $order:ident, $sums:ident;)*) => {
        $(#[test]
        fn $name() {
            every_setting_equals_plain(OrderOfPlay::$order, Sums::$sums, 12_000);
        })*
    };
}

settings! {
    round_robin_constant_sum: RoundRobin, Constant;
    round_robin_bounded_sum: RoundRobin, AtMost;
    round_robin_arbitrary_utility: RoundRobin, Utility;
    free_order_constant_sum: Free, Constant;
    free_order_bounded_sum: Free, AtMost;
    free_order_arbitrary_utility: Free, Utility;
    trick_order_constant_sum: Tricks, Constant;
    trick_order_bounded_sum: Tricks, AtMost;
    trick_order_arbitrary_utility: Tricks, Utility;
}
