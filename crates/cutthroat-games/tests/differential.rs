//! Every setting of max^n against plain max^n, on many small random trees.

use cutthroat::maxn::{MaxnOptions, Test};
use cutthroat::{Analysis, Game, Maxn, MoveOrder, Notation, Pruning, ReferenceOrder, TieRule};
use cutthroat_games::trees::{OrderOfPlay, Sums, Tree, TreeEvaluation};

use crate::shuffled::Shuffled;
use crate::small_trees::trees;

fn search(tree: &Tree, order: &impl MoveOrder<Tree>, options: &MaxnOptions) -> Analysis<u16> {
    Maxn::with_order(tree, &TreeEvaluation, order).options(options).run(&tree.root()).unwrap()
}

fn every_setting_equals_plain(order: OrderOfPlay, sums: Sums, count: u64) {
    let plain_bounds = sums != Sums::Utility;
    for (drawn, tree) in trees(order, sums, count) {
        let shuffled = Shuffled(drawn.seed);
        for ties in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful, TieRule::Random(drawn.seed)] {
            let plain = search(&tree, &ReferenceOrder, &MaxnOptions { ties, ..MaxnOptions::default() });
            for pruning in Pruning::ALL {
                for (test, bounds) in Test::ALL.iter().flat_map(|&(_, test)| [(test, false), (test, true)]) {
                    let off = pruning.is_none() && (bounds || test != Test::Sum);
                    let unbounded = bounds && (!drawn.bounds || (test != Test::Table && !plain_bounds));
                    if off || unbounded || (!bounds && pruning.is_by_bounds()) {
                        continue;
                    }
                    let options = MaxnOptions { pruning, test, bounds, ties, ..MaxnOptions::default() };
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

/// Depth limits, all moves, payoffs below zero, and ranges that declare only a part.
#[test]
fn whatever_is_asked_for_and_whatever_is_declared() {
    for (drawn, tree) in trees(OrderOfPlay::Tricks, Sums::AtMost, 3_000) {
        let shift = [0, -7, 5][drawn.seed as usize % 3];
        let text = shifted(&tree, shift);
        let low = format!("low={shift}");
        for declared in
            [format!("maxsum=30000 {low}"), format!("maxp=2000 {low}"), format!("maxsum=2000000000 {low}"), low]
        {
            let (tree, root) = Tree::read_position(&format!("{declared} {text}")).unwrap();
            for (depth, all_moves) in [(None, true), (Some(2), false), (Some(3), true)] {
                let plain = MaxnOptions { ties: TieRule::WorstForRoot, depth, all_moves, ..MaxnOptions::default() };
                let expected = search(&tree, &ReferenceOrder, &plain);
                for pruning in [Pruning::IMMEDIATE, Pruning::SHALLOW, Pruning::SPECULATIVE, Pruning::DEEP] {
                    for (_, test) in Test::ALL {
                        let options = MaxnOptions { pruning, test, ..plain };
                        if let Ok(found) =
                            Maxn::with_order(&tree, &TreeEvaluation, &Shuffled(drawn.seed)).options(&options).run(&root)
                        {
                            assert_eq!((found.payoff, found.line), (expected.payoff, expected.line.clone()));
                            assert_eq!(found.moves, expected.moves);
                        }
                    }
                }
            }
        }
    }
}

/// A tree as text, every payoff moved by `shift` and nothing declared.
fn shifted(tree: &Tree, shift: i16) -> String {
    fn write(tree: &Tree, place: &<Tree as Game>::State, shift: i16, text: &mut String) {
        match tree.mover(place) {
            None => {
                let payoff = tree.payoff(place);
                let scores: Vec<String> =
                    payoff.seats(tree.players()).iter().map(|score| (score + shift).to_string()).collect();
                text.push_str(&format!("({})", scores.join(",")));
            }
            Some(mover) => {
                text.push_str(&format!("{}[", mover.seat()));
                for child in tree.children(*place) {
                    write(tree, &child, shift, text);
                }
                text.push(']');
            }
        }
    }
    let mut text = String::new();
    write(tree, &tree.root(), shift, &mut text);
    text
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
