//! The claims of the papers, checked.

use cutthroat::attain::{Attain, TableTest};
use cutthroat::maxn::{MaxnOptions, Test};
use cutthroat::{
    Bounds, Evaluation, Game, Maxn, Minimised, Notation, Outcome, Paranoid, Payoff, Player, Pruning, Range, TieRule,
    Ties,
};
use cutthroat_games::trees::{Branch, Leaf, OrderOfPlay, Place, RandomTree, Sketch, Sums, Tree, TreeEvaluation};

fn found(tree: &Tree, pruning: Pruning, test: Test) -> (Payoff, u64) {
    let options = MaxnOptions { pruning, test, ..MaxnOptions::default() };
    let found = Maxn::new(tree, &TreeEvaluation).options(&options).run(&tree.root()).unwrap();
    (found.payoff, found.nodes)
}

/// A tree with every leaf changed.
fn map(tree: &Tree, place: Place, change: &impl Fn(Payoff) -> Payoff) -> Sketch {
    match tree.mover(&place) {
        None => {
            let payoff = change(tree.outcome_at(place).payoff);
            Sketch::Leaf(Leaf { label: None, outcome: Outcome { counted: payoff, payoff }, invented: false })
        }
        Some(mover) => {
            let children = tree.children(place).map(|child| map(tree, child, change)).collect();
            Sketch::Branch(Branch { label: None, mover, bounds: Vec::new(), children })
        }
    }
}

fn rebuilt(tree: &Tree, players: usize, range: Range, change: impl Fn(Payoff) -> Payoff) -> Tree {
    Tree::new(players, range, &map(tree, tree.root(), &change)).unwrap()
}

#[test]
fn lemma_1_of_2000_shallow_pruning_needs_maxsum_below_twice_maxp() {
    let mut pruned = 0;
    for seed in 0..500 {
        let drawn = RandomTree { depth: 5, branching: (2, 4), total: 6, seed, ..RandomTree::default() };
        let tree = drawn.draw();
        // Scores to be taken as in Sergeant Major: maxsum = maxp.
        let taken = rebuilt(&tree, 3, Range { step: 0, ..Range::constant_sum(6, 3) }, |payoff| payoff);
        // The same scores to be avoided as in Hearts, turned round: maxsum = 2 maxp.
        let avoided = rebuilt(&tree, 3, Range { step: 0, ..Range::constant_sum(6, 3).dual(3).unwrap() }, |payoff| {
            Payoff::new(&payoff.seats(3).iter().map(|score| 6 - score).collect::<Vec<_>>())
        });
        let [shallow, immediate] =
            [Pruning::SHALLOW, Pruning::IMMEDIATE].map(|pruning| found(&avoided, pruning, Test::Sum).1);
        assert_eq!(shallow, immediate, "in Hearts shallow pruning can only prune immediately");
        let [shallow, immediate] =
            [Pruning::SHALLOW, Pruning::IMMEDIATE].map(|pruning| found(&taken, pruning, Test::Sum).1);
        pruned += u64::from(shallow < immediate);
    }
    assert!(pruned > 100, "shallow pruning prunes when maxsum is below twice maxp: {pruned} of 500 trees");
}

#[test]
fn a_score_to_be_minimised_is_searched_as_its_dual() {
    for seed in 0..200 {
        let drawn = RandomTree { bounds: true, seed, ..RandomTree::default() };
        let tree = drawn.draw();
        let evaluation = Minimised::new(TreeEvaluation, &tree).unwrap();
        let root = tree.root();
        let search = |options: MaxnOptions| Maxn::new(&tree, &evaluation).options(&options).run(&root).unwrap();
        let plain = search(MaxnOptions::default());
        // Turned round twice it is the tree again.
        let twice = Minimised::new(evaluation.clone(), &tree).unwrap();
        let back = Maxn::new(&tree, &twice).run(&root).unwrap();
        assert_eq!(back.payoff, found(&tree, Pruning::NONE, Test::Sum).0);
        for pruning in [Pruning::ALPHA_BETA_BRANCH_AND_BOUND, Pruning::SPECULATIVE] {
            for test in [Test::Sum, Test::Table] {
                let pruned = search(MaxnOptions { pruning, test, bounds: true, ..MaxnOptions::default() });
                assert_eq!((pruned.payoff, pruned.line), (plain.payoff, plain.line.clone()));
            }
        }
    }
}

#[test]
fn appendix_a_of_2005_affine_changes_and_dummies_change_no_decision_with_tables() {
    let mut sum_test_misses = 0;
    for seed in 0..500 {
        let order = [OrderOfPlay::RoundRobin, OrderOfPlay::Tricks][seed as usize % 2];
        let sums = [Sums::Constant, Sums::Utility][seed as usize / 2 % 2];
        let drawn = RandomTree { order, sums, depth: 5, branching: (2, 3), seed, ..RandomTree::default() };
        let tree = drawn.draw();
        let any = Range { minp: Some(Payoff::ZERO), maxsum: Some(1000), step: 1, ..Range::default() };
        let affine = rebuilt(&tree, 3, any, |payoff| {
            let seats = payoff.seats(3);
            Payoff::new(&[3 * seats[0] + 7, seats[1], 2 * seats[2] + 40])
        });
        let dummy = rebuilt(&tree, 4, any, |payoff| {
            let seats = payoff.seats(3);
            Payoff::new(&[seats[0], seats[1], seats[2], (seats[0] * 5 + seats[1] * 3) % 11])
        });
        for pruning in [Pruning::SHALLOW, Pruning::LAST_BRANCH, Pruning::SPECULATIVE, Pruning::DEEP] {
            let (payoff, nodes) = found(&tree, pruning, Test::Table);
            let (affine_payoff, affine_nodes) = found(&affine, pruning, Test::Table);
            assert_eq!((affine_payoff[Player::new(1)], affine_nodes), (payoff[Player::new(1)], nodes));
            // With a fourth at the table chains may be one longer, so only unlimited or two-level ones compare.
            if pruning == Pruning::SHALLOW || pruning == Pruning::DEEP {
                let (dummy_payoff, dummy_nodes) = found(&dummy, pruning, Test::Table);
                assert_eq!((&dummy_payoff.seats(4)[..3], dummy_nodes), (payoff.seats(3), nodes));
            }
        }
        let linear = |tree| found(tree, Pruning::SPECULATIVE, Test::Sum).1;
        sum_test_misses += u64::from(linear(&affine) > linear(&tree));
    }
    assert!(sum_test_misses > 0, "the linear classifier does miss prunes after such a change");
}

#[test]
fn section_5_of_2002_the_paranoid_value_is_never_above_the_maxn_value() {
    let mut below = 0;
    for seed in 0..3_000 {
        let order = [OrderOfPlay::RoundRobin, OrderOfPlay::Free, OrderOfPlay::Tricks][seed as usize % 3];
        let drawn = RandomTree { players: 2 + seed as usize / 3 % 5, order, ties: 20, seed, ..RandomTree::default() };
        let tree = drawn.draw();
        let root = tree.mover(&tree.root()).unwrap();
        let sure = Paranoid::new(&tree, &TreeEvaluation).run(&tree.root());
        let sure = sure.unwrap().payoff[root];
        for ties in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful] {
            let options = MaxnOptions { ties, ..MaxnOptions::default() };
            let maxn = Maxn::new(&tree, &TreeEvaluation).options(&options).run(&tree.root()).unwrap();
            assert!(sure <= maxn.payoff[root], "{drawn:?}");
            below += u64::from(sure < maxn.payoff[root]);
        }
    }
    assert!(below > 0);
}

/// 2005 paper, Table 1: three tricks, bids 1, 1 and 2; 10 for each trick bid, less the overtricks, and 3 for each
/// opponent who misses their bid; nothing for a missed bid.
fn table_1() -> Vec<Outcome> {
    let bids = [1, 1, 2];
    let mut rows = Vec::new();
    for one in 0..=3 {
        for two in 0..=3 - one {
            let tricks = [one, two, 3 - one - two];
            let made = |player: usize| tricks[player] >= bids[player];
            let score = |player: usize| {
                let missed = (0..3).filter(|&other| other != player && !made(other)).count() as i16;
                if made(player) { 10 * bids[player] - (tricks[player] - bids[player]) + 3 * missed } else { 0 }
            };
            rows.push(Outcome { counted: Payoff::new(&tricks), payoff: Payoff::new(&[score(0), score(1), score(2)]) });
        }
    }
    rows
}

#[test]
fn table_1_of_2005_ranks_and_figure_8() {
    let rows = table_1();
    let rank = |player: Player, row: &Outcome| {
        let mut scores: Vec<i16> = rows.iter().map(|row| row.payoff[player]).collect();
        scores.sort_unstable();
        scores.dedup();
        scores.iter().position(|&score| score == row.payoff[player]).unwrap()
    };
    let ranks: Vec<Vec<usize>> =
        rows.iter().map(|row| Player::all(3).map(|player| rank(player, row)).collect()).collect();
    let printed =
        [[0, 0, 2], [0, 2, 1], [0, 4, 0], [0, 3, 0], [2, 0, 1], [2, 2, 0], [2, 1, 0], [4, 0, 0], [1, 2, 0], [3, 0, 0]];
    assert_eq!(ranks, printed);

    // Figure 8: which bound vectors of Players 1 and 2 allow a prune. A bound is the best outcome a player has.
    let ties = Ties { rule: TieRule::First, root: Player::new(0), players: 3 };
    let test = TableTest::<_, 1>::new(&TreeEvaluation, &rows, ties, false).unwrap();
    let with_rank = |player: usize, rank: usize| ranks.iter().position(|ranks| ranks[player] == rank).unwrap() as u16;
    let (tree, root) = Tree::read_position("1[(0,0,0)]").unwrap();
    let mut kept = Vec::new();
    for first in 0..=4 {
        for second in 0..=4 {
            let possible = test.possible(&tree, &root);
            let mut region = Attain::<Tree>::everything(&test, &possible);
            for (player, rank) in [(0, first), (1, second)] {
                let best = with_rank(player, rank);
                let accept = Attain::<Tree>::accept(&test, Player::new(player), &best, cutthroat::Standing::After);
                Attain::<Tree>::narrow(&test, &mut region, &accept, &possible);
            }
            if !Attain::<Tree>::is_empty(&test, &region) {
                kept.push((first, second));
            }
        }
    }
    assert_eq!(kept, [(0, 0), (0, 1), (1, 0), (1, 1)]);
    assert_eq!(test.len(), 10);
}

/// Only bounds on what is counted.
struct TakenBounds(Bounds);

impl Evaluation<Tree> for TakenBounds {
    fn range(&self, _: &Tree) -> Range {
        Range::default()
    }

    fn evaluate(&self, _: &Tree, _: &Place) -> Payoff {
        Payoff::ZERO
    }

    fn counted_bounds(&self, _: &Tree, _: &Place) -> Option<Bounds> {
        Some(self.0)
    }
}

#[test]
fn a_trick_taken_removes_the_rows_that_table_1_of_2005_does_not_mark() {
    let rows = table_1();
    let ties = Ties { rule: TieRule::First, root: Player::new(0), players: 3 };
    let taken = TakenBounds(Bounds { lo: Payoff::new(&[0, 1, 0]), up: Payoff::new(&[2, 3, 2]) });
    let test = TableTest::<_, 1>::new(&taken, &rows, ties, true).unwrap();
    let (tree, root) = Tree::read_position("1[(0,0,0)]").unwrap();
    let possible = test.possible(&tree, &root);
    assert_eq!(possible[0].count_ones(), 6, "six rows are marked in the paper");
    // Player 1 then gets no more than 13 (rank 2) and Player 3 no more than 23 (rank 1).
    for (player, most) in [(0, 13), (2, 23)] {
        let player = Player::new(player);
        let improves_on = |score| {
            let best = rows.iter().position(|row| row.payoff[player] == score).unwrap() as u16;
            let accept = Attain::<Tree>::accept(&test, player, &best, cutthroat::Standing::After);
            let mut region = Attain::<Tree>::everything(&test, &possible);
            Attain::<Tree>::narrow(&test, &mut region, &accept, &possible);
            !Attain::<Tree>::is_empty(&test, &region)
        };
        assert!(improves_on(0) && !improves_on(most));
    }
}
