//! One whole game, move by move, under review in diffs: rules, notation, evaluation and search pinned together. Set
//! `CUTTHROAT_GOLDEN=write` to write the file anew.

use std::fmt::Write as _;

use cutthroat::maxn::MaxnOptions;
use cutthroat::{Evaluation, Game, Maxn, Notation, Pruning, TieRule};
use cutthroat_games::boards::{CheckersEvaluation, ChineseCheckers, DistanceGained};

#[test]
fn the_golden_game_is_played_again() {
    let (game, mut state) = ChineseCheckers::read_position("pieces=3 players=3").unwrap();
    let evaluation = CheckersEvaluation::Difference;
    let mut text = String::new();
    while let Some(mover) = game.mover(&state) {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let (pruning, ties) = (Pruning::SPECULATIVE, TieRule::WorstForRoot);
        let options = MaxnOptions { pruning, ties, depth: Some(4), ..MaxnOptions::default() };
        let found = Maxn::with_order(&game, &evaluation, &DistanceGained).options(&options).run(&state).unwrap();
        let best = found.best.unwrap();
        let payoff = found.payoff.seats(3);
        let _ = writeln!(text, "{}", game.write_position(&state));
        let _ = writeln!(
            text,
            "  player {} plays {}, one of {}; {} nodes, {payoff:?}",
            mover.seat(),
            game.write_move(&state, best),
            moves.len(),
            found.nodes
        );
        game.play(&mut state, best);
    }
    let _ = writeln!(text, "{}", game.write_position(&state));
    let worth = evaluation.evaluate(&game, &state);
    let _ =
        writeln!(text, "  {:?} {:?}\n{}", game.payoff(&state).seats(3), worth.seats(3), game.diagram(&state).unwrap());
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/chinese-checkers.txt");
    if std::env::var_os("CUTTHROAT_GOLDEN").is_some_and(|value| value == "write") {
        std::fs::write(file, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(file).unwrap());
}
