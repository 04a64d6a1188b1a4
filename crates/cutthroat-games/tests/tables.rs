//! max^n with a table against plain max^n without, on many small random trees in which equal subtrees are the same
//! position; and a twin that stores what it must not, which has to be caught.

use std::collections::HashMap;

use cutthroat::chain::{Conditions, Sound};
use cutthroat::maxn::{MaxnOptions, Test};
use cutthroat::table::WideHasher;
use cutthroat::{
    Analysis, Bounds, Evaluation, Game, Maxn, Memo, Outcome, Payoff, Pruning, Range, TieRule, VectorTable,
};
use cutthroat_games::trees::{OrderOfPlay, Place, RandomTree, Sums, Tree, TreeEvaluation};

/// The evaluation of trees, with a branch identified by what is below it.
struct Structural(HashMap<Place, u128>);

impl Structural {
    fn of(tree: &Tree) -> Self {
        fn look(tree: &Tree, place: Place, known: &mut HashMap<Place, u128>) -> u128 {
            let mut hasher = WideHasher::default();
            match tree.mover(&place) {
                None => tree.payoff(&place).seats(8).iter().for_each(|&score| hasher.add(score as u64)),
                Some(mover) => {
                    hasher.add(100_000 + mover.index() as u64);
                    for child in tree.children(place) {
                        let below = look(tree, child, known);
                        hasher.add(below as u64);
                        hasher.add((below >> 64) as u64);
                    }
                }
            }
            known.insert(place, hasher.wide());
            hasher.wide()
        }
        let mut known = HashMap::new();
        look(tree, tree.root(), &mut known);
        Self(known)
    }
}

impl Evaluation<Tree> for Structural {
    fn range(&self, tree: &Tree) -> Range {
        TreeEvaluation.range(tree)
    }

    fn evaluate(&self, tree: &Tree, place: &Place) -> Payoff {
        TreeEvaluation.evaluate(tree, place)
    }

    fn payoff_bounds(&self, tree: &Tree, place: &Place) -> Option<Bounds> {
        TreeEvaluation.payoff_bounds(tree, place)
    }

    fn outcomes(&self, tree: &Tree) -> Option<Vec<Outcome>> {
        TreeEvaluation.outcomes(tree)
    }

    fn outcome(&self, tree: &Tree, place: &Place) -> usize {
        TreeEvaluation.outcome(tree, place)
    }

    fn counted_bounds(&self, tree: &Tree, place: &Place) -> Option<Bounds> {
        TreeEvaluation.counted_bounds(tree, place)
    }

    fn memo(&self, _: &Tree, place: &Place) -> Option<Memo> {
        Some(Memo { key: self.0[place], detail: [0; 2], base: Payoff::ZERO })
    }

    fn counted_memo(&self, tree: &Tree, place: &Place) -> Option<Memo> {
        self.memo(tree, place)
    }
}

/// Trees with so few different leaves that branches repeat.
fn repetitive(seed: u64) -> (RandomTree, Tree) {
    let players = 2 + (seed % 5) as usize;
    let drawn = RandomTree {
        players,
        depth: 4 + (seed / 5 % 2) as usize,
        branching: [(1, 3), (2, 3), (2, 2)][(seed / 10 % 3) as usize],
        order: [OrderOfPlay::RoundRobin, OrderOfPlay::Tricks, OrderOfPlay::Free][(seed / 30 % 3) as usize],
        sums: [Sums::Constant, Sums::AtMost][(seed / 90 % 2) as usize],
        total: [1, 2, 3][(seed / 180 % 3) as usize],
        ties: [0, 40][(seed / 540 % 2) as usize],
        stop: 8,
        bounds: false,
        step: 1,
        seed,
    };
    (drawn, drawn.draw())
}

#[test]
fn a_table_changes_no_value_and_no_line() {
    let mut cases = 0;
    let mut hits = 0;
    for seed in 0..2_500 {
        let (drawn, tree) = repetitive(seed);
        let evaluation = Structural::of(&tree);
        let root = tree.root();
        for ties in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful, TieRule::Random(seed)] {
            let depth = (seed % 3 == 0).then_some(2 + (seed % 4) as usize);
            let plain = MaxnOptions { ties, depth, ..MaxnOptions::default() };
            let expected = Maxn::new(&tree, &TreeEvaluation).options(&plain).run(&root).unwrap();
            let mut kept = VectorTable::with_slots(256);
            for pruning in Pruning::ALL.into_iter().filter(|pruning| !pruning.is_by_bounds()) {
                for (_, test) in Test::ALL {
                    if pruning.is_none() && test != Test::Sum {
                        continue;
                    }
                    let options = MaxnOptions { pruning, test, ..plain };
                    let mut tiny = VectorTable::with_slots(8);
                    for table in [&mut tiny, &mut kept] {
                        let found = Maxn::new(&tree, &evaluation).options(&options).table(table).run(&root).unwrap();
                        assert!(
                            found.payoff == expected.payoff && found.line == expected.line,
                            "{options:?} gave {:?} {:?}, plain {:?} {:?} on {drawn:?}",
                            found.payoff,
                            found.line,
                            expected.payoff,
                            expected.line
                        );
                        cases += 1;
                    }
                    hits += tiny.statistics().hits;
                }
            }
        }
    }
    assert!(cases >= 100_000 && hits > 10_000, "{hits} hits in {cases} searches");
}

/// Stores the best of a node that was left early as if it were its value.
struct StoresPrunedValues;

impl Conditions for StoresPrunedValues {
    const STORE_EXACT: bool = false;
}

fn search<C: Conditions>(tree: &Tree, options: &MaxnOptions) -> Analysis<u16> {
    let evaluation = Structural::of(tree);
    let mut table = VectorTable::with_slots(1024);
    let search = Maxn::new(tree, &evaluation).options(options).table(&mut table);
    search.run_with_table_under::<C>(&tree.root()).unwrap()
}

#[test]
fn a_pruned_value_stored_as_exact_is_caught() {
    let mut wrong = 0;
    for seed in 0..3_000 {
        let (_, tree) = repetitive(seed);
        if tree.mover(&tree.root()).is_none() {
            continue;
        }
        let options = MaxnOptions { pruning: Pruning::SPECULATIVE, test: Test::Table, ..MaxnOptions::default() };
        let plain = Maxn::new(&tree, &TreeEvaluation).run(&tree.root()).unwrap();
        assert_eq!(search::<Sound>(&tree, &options).payoff, plain.payoff);
        wrong += u64::from(search::<StoresPrunedValues>(&tree, &options).payoff != plain.payoff);
    }
    assert!(wrong > 0, "storing pruned values did no harm on any tree");
}
