//! soft-max^n against its definition, and what its sets contain.

use std::collections::BTreeSet;

use cutthroat::{Evaluation, Game, MAX_SET, Maxn, Payoff, SoftAnalysis, SoftMaxn, SoftOptions, SoftRule, TieRule};
use cutthroat_games::cards::{OhHellRules, Rules, SpadesRules, TrickGame, Utility};
use cutthroat_games::trees::{OrderOfPlay, RandomTree, Sums, Tree, TreeEvaluation};

use crate::plain::successors::{all_maxn, children, soft};

fn drawn(seed: u64) -> (RandomTree, Tree) {
    let drawn = RandomTree {
        players: 2 + seed as usize % 4,
        order: [OrderOfPlay::RoundRobin, OrderOfPlay::Free, OrderOfPlay::Tricks][seed as usize / 4 % 3],
        sums: [Sums::Constant, Sums::AtMost][seed as usize / 12 % 2],
        total: [2, 6, 30_000][seed as usize / 24 % 3],
        ties: [0, 40][seed as usize / 72 % 2],
        bounds: !seed.is_multiple_of(3),
        seed,
        ..RandomTree::default()
    };
    (drawn, drawn.draw())
}

fn seats(payoffs: &[Payoff], players: usize) -> BTreeSet<Vec<i16>> {
    payoffs.iter().map(|payoff| payoff.seats(players).to_vec()).collect()
}

fn search(tree: &Tree, options: &SoftOptions) -> SoftAnalysis<u16> {
    SoftMaxn::new(tree, &TreeEvaluation).options(options).run(&tree.root()).unwrap()
}

#[test]
fn it_is_what_it_is_by_definition() {
    for seed in 0..20_000 {
        let (drawn, tree) = drawn(seed);
        let (place, players) = (tree.root(), drawn.players);
        let root = tree.mover(&place).unwrap().index();
        let depth = [None, Some(1), Some(3)][seed as usize % 3];
        let left = depth.unwrap_or(200);
        let sets: Vec<_> =
            children(&tree, &place).iter().map(|(_, child)| soft(&tree, &TreeEvaluation, child, left - 1)).collect();
        let sure = sets.iter().map(|set| set.iter().map(|value| value[root]).min().unwrap()).max().unwrap();
        let mean = |set: &BTreeSet<Vec<i16>>, seat: usize| {
            set.iter().map(|value| f64::from(value[seat])).sum::<f64>() / set.len() as f64
        };
        for (_, rule) in SoftRule::ALL {
            let wish = |set: &BTreeSet<Vec<i16>>| match rule {
                SoftRule::Worst => set.iter().map(|value| value[root]).min().unwrap().into(),
                SoftRule::Mean => mean(set, root),
                SoftRule::Best => set.iter().map(|value| value[root]).max().unwrap().into(),
            };
            let mut best = None;
            for (move_, set) in sets.iter().enumerate() {
                let may_be_chosen = set.iter().any(|value| value[root] >= sure);
                if may_be_chosen && best.is_none_or(|best| wish(set) > wish(&sets[best]) + 1e-9) {
                    best = Some(move_);
                }
            }
            for bounds in [false, true] {
                if bounds && !drawn.bounds {
                    continue;
                }
                let found = search(&tree, &SoftOptions { rule, bounds, depth, all_moves: true });
                assert_eq!(found.analysis.best, best.map(|best| best as u16), "{rule:?} {drawn:?}");
                let possible = found.possible.unwrap();
                let all = soft(&tree, &TreeEvaluation, &place, left);
                assert_eq!(seats(&possible.payoffs.unwrap(), players), all, "{drawn:?}");
                for seat in 0..players {
                    let ends = (possible.bounds.lo.seats(players)[seat], possible.bounds.up.seats(players)[seat]);
                    let values = || all.iter().map(|value| value[seat]);
                    assert_eq!(ends, (values().min().unwrap(), values().max().unwrap()));
                }
                for (value, set) in found.analysis.moves.iter().zip(&sets) {
                    let rounded: Vec<i16> = (0..players).map(|seat| mean(set, seat).round_ties_even() as i16).collect();
                    assert_eq!(value.payoff.seats(players), rounded);
                }
            }
        }
    }
}

/// With ties the set has the value of every way to settle them, and usually more; without ties it has nothing else.
#[test]
fn sets_contain_every_max_n_value() {
    let (mut larger, mut with_ties) = (0, 0);
    for seed in 0..20_000 {
        let (drawn, tree) = drawn(seed);
        let found = search(&tree, &SoftOptions::default());
        let set = seats(&found.possible.unwrap().payoffs.unwrap(), drawn.players);
        let values = all_maxn(&tree, &TreeEvaluation, &tree.root());
        assert!(values.is_subset(&set), "{drawn:?}");
        if values.len() == 1 && drawn.ties == 0 && drawn.total == 30_000 {
            let maxn = Maxn::new(&tree, &TreeEvaluation).run(&tree.root()).unwrap();
            assert_eq!(set, seats(&[maxn.payoff], drawn.players), "{drawn:?}");
            assert_eq!((found.analysis.payoff, found.analysis.best), (maxn.payoff, maxn.best));
        }
        for rule in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful] {
            let maxn = Maxn::new(&tree, &TreeEvaluation).ties(rule).run(&tree.root()).unwrap();
            assert!(set.contains(maxn.payoff.seats(drawn.players)));
        }
        with_ties += usize::from(values.len() > 1);
        larger += usize::from(set.len() > values.len());
    }
    assert!(with_ties > 2_000 && larger > 500, "{with_ties} {larger}");
}

#[test]
fn sets_in_trick_games() {
    fn deals<R: Rules>() {
        for seed in 0..20 {
            let (game, deal) = TrickGame::<R>::deal(R::default(), 3, Some(3), seed).unwrap();
            for evaluation in R::Evaluation::ALL {
                let found = SoftMaxn::new(&game, evaluation).run(&deal).unwrap();
                let payoffs = found.possible.unwrap().payoffs.unwrap();
                assert_eq!(seats(&payoffs, 3), soft(&game, evaluation, &deal, 200), "{} {seed}", R::NAME);
            }
        }
    }
    deals::<SpadesRules>();
    deals::<OhHellRules>();
}

/// If nobody cares, everything may happen: sets that grow too large are widened, and nothing is left out of their bounds.
#[test]
fn large_sets_are_widened() {
    struct Nobody;
    impl Evaluation<Tree> for Nobody {
        fn range(&self, _: &Tree) -> cutthroat::Range {
            cutthroat::Range::default()
        }
        fn evaluate(&self, tree: &Tree, place: &<Tree as Game>::State) -> Payoff {
            // Only player 3 gets anything, and never moves.
            let mut payoff = Payoff::ZERO;
            payoff[cutthroat::Player::new(2)] = TreeEvaluation.evaluate(tree, place)[cutthroat::Player::new(0)];
            payoff
        }
    }
    for (branching, widens) in [(4, false), (5, true)] {
        let drawn = RandomTree {
            players: 2,
            depth: 4,
            branching: (branching, branching),
            stop: 0,
            total: 30_000,
            ..RandomTree::default()
        };
        let tree = drawn.draw();
        let found = SoftMaxn::new(&tree, &Nobody).run(&tree.root()).unwrap();
        let possible = found.possible.unwrap();
        assert_eq!(possible.payoffs.is_none(), widens);
        assert!(widens || possible.payoffs.unwrap().len() <= MAX_SET);
        let third = cutthroat::Player::new(2);
        assert!(possible.bounds.lo[third] < 500 && possible.bounds.up[third] > 29_000, "{:?}", possible.bounds);
    }
}
