//! The exact model of forward pruning: its shapes as the 1994 paper states them, and against simulation.

use cutthroat_lab::forward_pruning::model::{Discard, HIGHEST, ModelError, ModelTree, decisions};
use cutthroat_lab::forward_pruning::simulation::simulate;

const HEIGHTS: usize = 15;

fn two(tree: ModelTree, p: f64) -> Vec<f64> {
    decisions(tree, p, HEIGHTS).unwrap().iter().map(|decision| decision.of_two.unwrap()).collect()
}

fn three(tree: ModelTree, p: f64) -> Vec<f64> {
    decisions(tree, p, HEIGHTS).unwrap().iter().map(|decision| decision.of_three.unwrap()).collect()
}

#[test]
fn who_never_errs_decides_correctly() {
    for (name, tree) in ModelTree::ALL {
        for (height, (two, three)) in two(tree, 1.0).into_iter().zip(three(tree, 1.0)).enumerate() {
            assert!((two - 1.0).abs() < 1e-12 && (three - 1.0).abs() < 1e-12, "{name} {height}: {two} {three}");
        }
    }
}

#[test]
fn likeness_of_siblings_helps() {
    for percent in 0..100 {
        let p = f64::from(percent) / 100.0;
        let (alike, independent) = (two(ModelTree::NGameLike, p), two(ModelTree::PGame, p));
        for h in 1..HEIGHTS {
            // If p is tiny, both soon become a guess, and only rounding is left.
            let both_guess = (alike[h] - 0.5).abs() < 1e-9 && (independent[h] - 0.5).abs() < 1e-9;
            assert!(alike[h] > independent[h] || both_guess, "p = {p}, h = {}: {alike:?} {independent:?}", h + 1);
        }
    }
}

#[test]
fn decisions_on_independent_siblings_only_get_worse() {
    for percent in 0..=100 {
        let p = f64::from(percent) / 100.0;
        let decisions = two(ModelTree::PGame, p);
        assert!(decisions.windows(2).all(|pair| pair[1] <= pair[0] + 1e-12), "p = {p}: {decisions:?}");
    }
}

#[test]
fn odd_heights_of_alike_siblings_lie_above_the_even_ones_before() {
    for percent in 30..100 {
        let p = f64::from(percent) / 100.0;
        let decisions = two(ModelTree::NGameLike, p);
        for h in (4..HEIGHTS).step_by(2) {
            assert!(decisions[h] > decisions[h - 1], "p = {p}: D{} against D{h} in {decisions:?}", h + 1);
        }
    }
}

#[test]
fn better_choices_make_better_decisions() {
    for (name, tree) in ModelTree::ALL {
        for percent in 50..100 {
            let (less, more) = (f64::from(percent) / 100.0, f64::from(percent + 1) / 100.0);
            for (less, more) in two(tree, less).into_iter().zip(two(tree, more)) {
                assert!(more > less - 1e-9, "{name} {percent}: {less} {more}");
            }
            for (less, more) in three(tree, less).into_iter().zip(three(tree, more)) {
                assert!(more > less - 1e-9, "three: {name} {percent}: {less} {more}");
            }
        }
    }
}

/// Twice the 95 % margin: of many comparisons, one in twenty would lie outside the margin itself.
#[test]
fn simulated_trees_agree_with_the_recurrences() {
    let mut inside = 0;
    let mut compared = 0;
    for (name, tree) in ModelTree::ALL {
        for p in [0.2, 0.5, 0.8, 0.95] {
            let exact = decisions(tree, p, 4).unwrap();
            for (height, trees) in [(1, 40_000), (2, 20_000), (3, 5_000), (4, 1_500)] {
                let simulated = simulate(tree, &Discard::new(p).unwrap(), height, trees, 1994);
                let decision = exact[usize::from(height) - 1];
                for (estimate, exact) in
                    [(simulated.of_two, decision.of_two.unwrap()), (simulated.of_three, decision.of_three.unwrap())]
                {
                    assert!(estimate.samples > 200, "{name} {height}: {estimate:?}");
                    assert!(
                        (estimate.mean - exact).abs() < 2.0 * estimate.margin,
                        "{name} {p} {height}: {estimate:?} {exact}"
                    );
                    inside += usize::from(estimate.allows(exact));
                    compared += 1;
                }
            }
        }
    }
    assert!(inside * 10 >= compared * 9, "{inside} of {compared}");
}

#[test]
fn nonsense_is_refused() {
    for p in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
        assert!(matches!(decisions(ModelTree::PGame, p, 3), Err(ModelError::Chance { .. })), "{p}");
    }
    for heights in [0, HIGHEST + 1, usize::MAX] {
        assert_eq!(decisions(ModelTree::NGameLike, 0.5, heights), Err(ModelError::Heights { heights }));
    }
}

/// One player wins practically every tree, so that there is nothing left to decide.
#[test]
fn high_trees_have_nothing_to_decide() {
    let decisions = decisions(ModelTree::PGame, 0.9, 40).unwrap();
    assert!(decisions[14].of_two.is_some());
    assert_eq!(decisions[39].of_two, None);
    assert!(decisions.iter().all(|decision| decision.won.is_finite()));
}
