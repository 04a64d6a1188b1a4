//! The statistical study of the 1994 paper on few trees, and measurements on real games.

use std::sync::atomic::AtomicBool;

use cutthroat_catalog::{Registry, Setup};
use cutthroat_games::trees::TernaryKind;
use cutthroat_lab::forward_pruning::figures::{figure_3, figure_of_study};
use cutthroat_lab::forward_pruning::measure::{Measure, MeasureError, Measured, measure};
use cutthroat_lab::forward_pruning::study::{Study, StudyError, StudyOutcome, study};

fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

fn studied(kind: TernaryKind, height: u16, trees: usize) -> StudyOutcome {
    study(&Study { kind, height, trees, seed: 1994 }, &AtomicBool::new(false), || ()).unwrap()
}

/// The paper's conclusions, by its own count of nodes. Height 4 is enough to see them.
#[test]
fn forward_pruning_is_better_on_n_games_and_worse_on_p_games() {
    let alike = studied(TernaryKind::NGame, 4, 5000);
    assert!(alike.advantage.interval().0 > 0.0, "{:?}", alike.advantage);
    let independent = studied(TernaryKind::PGame, 4, 5000);
    assert!(independent.advantage.interval().1 < 0.0, "{:?}", independent.advantage);
    // Slightly: by less than two in a hundred decisions.
    assert!(independent.advantage.mean > -0.02);
    for outcome in [&alike, &independent] {
        assert_eq!(outcome.minimax.len(), 6);
        assert_eq!(outcome.minimax[1].nodes, 12);
        assert_eq!((outcome.forward_pruning[1].nodes, outcome.forward_pruning[1].generated), (9, 12));
        // To depth 1 there is nothing to discard, and to depth 2 what is discarded at a Min node is not its least.
        for depth in 0..2 {
            assert_eq!(outcome.minimax[depth].correct, outcome.forward_pruning[depth].correct);
        }
        // Alpha-beta never generates more than minimax.
        for points in [&outcome.minimax, &outcome.forward_pruning] {
            assert!(points.iter().all(|point| point.alpha_beta_nodes.mean <= point.generated as f64));
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let drawn = |threads| {
        with_threads(threads, || {
            let figure = figure_of_study(&[studied(TernaryKind::NGame, 2, 300), studied(TernaryKind::NGame, 3, 300)]);
            (figure.svg, figure.csv)
        })
    };
    assert_eq!(drawn(1), drawn(3));
    assert_eq!(figure_3().unwrap(), figure_3().unwrap());
    let measured = |threads| with_threads(threads, || serde_json::to_string(&measured("spades", Some(3), 40)).unwrap());
    assert_eq!(measured(1), measured(3));
}

#[test]
fn figures_have_their_numbers_beside_them() {
    let figure = figure_3().unwrap();
    assert_eq!(figure.csv.lines().count(), 1 + 2 * 6 * 15);
    assert!(figure.svg.contains("random guess") && figure.svg.contains("probability of correct decision"));
    let figure = figure_of_study(&[studied(TernaryKind::PGame, 2, 50)]);
    assert_eq!((figure.name, figure.csv.lines().count()), ("1994-figure5", 1 + 2 * 2));
    assert!(figure.svg.contains("forward pruning") && figure.svg.contains("minimax"));
}

#[test]
fn what_cannot_be_studied_is_refused() {
    let asked = Study { kind: TernaryKind::NGame, height: 4, trees: 10, seed: 1 };
    for trees in [0, 1, usize::MAX] {
        assert_eq!(study(&Study { trees, ..asked }, &AtomicBool::new(false), || ()), Err(StudyError::Trees { trees }));
    }
    for height in [0, 1, 7, u16::MAX] {
        assert_eq!(
            study(&Study { height, ..asked }, &AtomicBool::new(false), || ()),
            Err(StudyError::Height { height })
        );
    }
}

fn asked(game: &str, cards: Option<usize>, deals: usize) -> Measure {
    Measure {
        game: game.into(),
        setup: cards.map_or_else(Setup::default, |cards| Setup::default().with_option("cards", cards)),
        deals,
        seed: 1,
        keep: vec![1, 2, 40],
        budgets: vec![20, 200, 100_000],
        reference: 100_000,
    }
}

fn measured(game: &str, cards: Option<usize>, deals: usize) -> Measured {
    measure(&Registry::standard(), &asked(game, cards, deals), || ()).unwrap()
}

#[test]
fn every_kind_of_game_can_be_measured() {
    for (game, cards) in
        [("spades", Some(4)), ("bridge", Some(3)), ("hearts", Some(4)), ("n-game", None), ("tree", None)]
    {
        let found = measured(game, cards, 60);
        assert_eq!(found.exact, found.positions, "{game}");
        assert!(found.decisions > 5 && found.decisions < found.positions, "{game}: {found:?}");
        assert!(found.correlation.estimate > -1.0 && found.correlation.estimate <= 1.0);
        // A search that reaches the end of the game is never wrong.
        let solved = found.full.last().unwrap();
        assert_eq!((solved.finished, solved.correct.mean, solved.loss.mean), (1.0, 1.0, 0.0), "{game}");
        // To keep more moves than there are is to keep all.
        let all = found.pruned.last().unwrap();
        assert_eq!((all.kept.mean, all.advantage.mean), (1.0, 0.0), "{game}");
        assert!(found.pruned[0].kept.mean <= found.pruned[1].kept.mean);
        assert!(found.conclusion.contains(game));
    }
}

/// Siblings of trick games are alike, as the 1994 paper believes of bridge; those of P-games are not.
#[test]
fn tricks_make_siblings_alike() {
    let bridge = measured("bridge", Some(4), 150).correlation;
    let p_game = measured("p-game", None, 150).correlation;
    assert!(bridge.estimate - bridge.margin > 0.4, "{bridge:?}");
    assert!(p_game.estimate - p_game.margin < 0.1, "{p_game:?}");
}

#[test]
fn what_cannot_be_measured_is_told() {
    let measure = |measured: Measure| measure(&Registry::standard(), &measured, || ()).unwrap_err();
    let spades = asked("spades", Some(3), 10);
    assert!(matches!(measure(asked("chess", None, 10)), MeasureError::Game(_)));
    assert!(matches!(measure(asked("spades", Some(30), 10)), MeasureError::Game(_)));
    for wrong in [
        Measure { deals: 0, ..spades.clone() },
        Measure { deals: usize::MAX, ..spades.clone() },
        Measure { keep: vec![2, 0], ..spades.clone() },
        Measure { budgets: vec![], ..spades.clone() },
        Measure { reference: 5, ..spades.clone() },
    ] {
        assert!(matches!(measure(wrong), MeasureError::Game(cutthroat_catalog::Error::Unfit { .. })));
    }
    assert!(matches!(measure(asked("spades", Some(1), 10)), MeasureError::NothingToDecide { .. }));
}
