//! The conformance kit, on every tree game.

use cutthroat::conformance::Conformance;
use cutthroat::{Evaluation, Game, Notation};
use cutthroat_games::trees::{
    FIGURES, OrderOfPlay, RandomTree, ShareOfWins, Sums, TernaryKind, TernaryTree, Tree, TreeEvaluation,
    UniformEvaluation, UniformTree,
};

fn conforms<G: Game + Notation, E: Evaluation<G>>(game: &G, state: &G::State, evaluation: &E) {
    let kit = Conformance { games: 12, ..Conformance::default() };
    kit.rules(game, state).unwrap();
    kit.evaluation(game, state, evaluation).unwrap();
    kit.notation(game, state).unwrap();
}

#[test]
fn figures_conform() {
    for figure in FIGURES {
        let tree = figure.tree();
        conforms(&tree, &tree.root(), &TreeEvaluation);
    }
}

#[test]
fn random_trees_conform() {
    for seed in 0..300 {
        let drawn = RandomTree {
            players: 2 + seed as usize % 7,
            order: [OrderOfPlay::RoundRobin, OrderOfPlay::Free, OrderOfPlay::Tricks][seed as usize % 3],
            sums: [Sums::Constant, Sums::AtMost, Sums::Utility][seed as usize / 3 % 3],
            bounds: seed % 2 == 0,
            ties: 30,
            seed,
            ..RandomTree::default()
        };
        let tree = drawn.draw();
        conforms(&tree, &tree.root(), &TreeEvaluation);
    }
}

#[test]
fn uniform_trees_conform() {
    for text in ["", "players=2 branching=1 depth=1", "players=8 branching=5 depth=4 seed=3", "leaf=1,1,1 step=0"] {
        let (tree, root) = UniformTree::read_position(text).unwrap();
        conforms(&tree, &root, &UniformEvaluation);
    }
}

#[test]
fn n_games_and_p_games_conform() {
    for (_, kind) in TernaryKind::ALL {
        for seed in 0..5 {
            let tree = TernaryTree { kind, max_height: 3, seed };
            conforms(&tree, &tree.root(), &ShareOfWins);
        }
    }
}

#[test]
fn leaves_of_n_games_and_p_games_are_won_as_often_as_they_should_be() {
    let share = |kind, seed| {
        let tree = TernaryTree { kind, max_height: 5, seed };
        let (won, all) = tree.winning_leaves(&tree.root());
        assert_eq!(all, 59_049);
        won as f64 / all as f64
    };
    for seed in 0..4 {
        let p_game = share(TernaryKind::PGame, seed);
        assert!((p_game - 0.68233).abs() < 0.01, "{p_game}");
    }
    let mean = |kind| (0..40).map(|seed| share(kind, seed)).sum::<f64>() / 40.0;
    // Ten fair steps end at 0 or more with chance 0.623; five golden ones with chance 0.718.
    let (n_game, n_game_like) = (mean(TernaryKind::NGame), mean(TernaryKind::NGameLike));
    assert!((n_game - 0.623).abs() < 0.06, "{n_game}");
    assert!((n_game_like - 0.718).abs() < 0.06, "{n_game_like}");
}

#[test]
fn the_kit_notices_what_is_wrong() {
    let kit = Conformance::default();
    // A tree whose declared step is larger than the distance of its payoffs, by an evaluation that declares it anyway.
    struct Liar;
    impl Evaluation<Tree> for Liar {
        fn range(&self, tree: &Tree) -> cutthroat::Range {
            cutthroat::Range { step: 5, ..tree.range() }
        }
        fn evaluate(&self, tree: &Tree, state: &<Tree as Game>::State) -> cutthroat::Payoff {
            TreeEvaluation.evaluate(tree, state)
        }
    }
    let (tree, root) = Tree::read_position("1[(1,2) (2,1)]").unwrap();
    let violation = kit.evaluation(&tree, &root, &Liar).unwrap_err();
    assert!(violation.to_string().contains("closer than the step"), "{violation}");
}
