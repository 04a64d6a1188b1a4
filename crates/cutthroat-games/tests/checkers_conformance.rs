//! Chinese Checkers on every board and for every number of players: the conformance kit, the ends of games, and the
//! errors for bad input.

use std::sync::Arc;

use cutthroat::conformance::Conformance;
use cutthroat::{Evaluation, Game, Maxn, MoveOrder, Notation, Player, Selection};
use cutthroat_games::boards::{
    CheckersEvaluation, ChineseCheckers, DistanceGained, DistanceTable, Hop, SIZES, WIN, WinRule,
};

#[test]
fn every_board_and_every_table_of_players_conforms() {
    let tables = [1, 3].map(|pieces| Arc::new(DistanceTable::build(pieces, |_| ()).unwrap()));
    for pieces in SIZES {
        let games = if pieces > 3 { 1 } else { 6 };
        let kit = Conformance { games, ..Conformance::default() };
        for players in 2..=6 {
            for win in [WinRule::All, WinRule::Full] {
                let game = ChineseCheckers::new(pieces, players).unwrap().won_by(win).limited_to(50);
                kit.rules(&game, &game.start()).unwrap();
                kit.hints(&game, &game.start()).unwrap();
                kit.notation(&game, &game.start()).unwrap();
                let mut evaluations =
                    vec![CheckersEvaluation::Distance, CheckersEvaluation::Difference, CheckersEvaluation::Lead];
                for table in tables.iter().filter(|table| table.pieces() == pieces) {
                    evaluations.push(CheckersEvaluation::Table(table.clone()));
                    evaluations.push(CheckersEvaluation::TableDifference(table.clone()));
                }
                for evaluation in evaluations {
                    kit.evaluation(&game, &game.start(), &evaluation).unwrap();
                }
            }
        }
    }
}

#[test]
fn the_moves_kept_are_those_that_gain_most() {
    for seed in 0..50 {
        let (game, state) = ChineseCheckers::read_position(&format!("players=3 seed={seed} plies=60")).unwrap();
        let goal = game.goal(game.mover(&state).unwrap());
        let gain = |hop: &Hop| {
            i16::from(game.star().tip_distance(goal, hop.from)) - i16::from(game.star().tip_distance(goal, hop.to))
        };
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let mut order: Vec<u16> = (0..moves.len() as u16).collect();
        DistanceGained.arrange(&game, &state, &moves, &mut order);
        let sorted: Vec<(i16, u16)> = order.iter().map(|&index| (-gain(&moves[usize::from(index)]), index)).collect();
        assert!(sorted.is_sorted(), "best first, the rest in reference order");
        let best = Selection { first: Some(10), ..Selection::default() };
        let search = Maxn::with_order(&game, &CheckersEvaluation::Difference, &DistanceGained).selection(best);
        let found = search.depth(1).all_moves(true).run(&state).unwrap();
        let kept: Vec<Hop> = found.moves.iter().map(|value| value.mv).collect();
        let mut expected: Vec<u16> = order[..10.min(order.len())].to_vec();
        expected.sort_unstable();
        assert_eq!(kept, expected.iter().map(|&index| moves[usize::from(index)]).collect::<Vec<_>>());
    }
}

/// The payoff after these moves, which must end the game.
fn end(text: &str) -> Vec<i16> {
    let (game, state) = ChineseCheckers::read_position(text).unwrap();
    assert_eq!(game.mover(&state), None, "{text} is over");
    game.payoff(&state).seats(game.players()).to_vec()
}

#[test]
fn games_end_as_the_rules_say() {
    // One piece each on the smallest board: from one tip to the other by steps.
    assert_eq!(end("pieces=1 players=2 1=d3 2=b1 mover=1 moves=d3-e1"), [WIN, 0]);
    // Player 2 sits in player 1's goal: by the plain rule the game goes on, by the other player 1 has won.
    let blocked = "pieces=3 players=2 1=h1,i1,e5 2=h2,a1,b1 mover=2";
    let (game, state) = ChineseCheckers::read_position(blocked).unwrap();
    assert_eq!(game.mover(&state), Some(Player::new(1)));
    assert_eq!(end(&format!("{blocked} win=full")), [WIN, 0]);
    // Another player's move may fill the goal.
    assert_eq!(end("pieces=3 players=2 win=full 1=h1,i1,e5 2=g5,a1,b1 mover=2 moves=g5-h2"), [WIN, 0]);
    assert_eq!(end("pieces=6 players=3 limit=2 seed=1"), [WIN / 3; 3]);
    // Out, and three times back and forth: the third occurrence of a position.
    let (out, back) = ("a1-b2,e1-d2", "b2-a1,d2-e1");
    assert_eq!(end(&format!("pieces=1 players=2 moves={out},{back},{out},{back}")), [WIN / 2; 2]);
    let (game, state) =
        ChineseCheckers::read_position(&format!("pieces=1 players=2 moves={out},{back},{out}")).unwrap();
    assert!(game.mover(&state).is_some());
}

#[test]
fn a_player_who_cannot_move_passes() {
    // a1 is walled in by b2 and b3, and c1 and c3 behind them are taken.
    let walled_in = "pieces=1 players=6 1=a1 2=b2 3=b3 4=c1 5=c3 6=e1";
    let (game, mut state) = ChineseCheckers::read_position(walled_in).unwrap();
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    assert_eq!(moves, [Hop::PASS]);
    assert_eq!(game.write_move(&state, Hop::PASS), "pass");
    game.play(&mut state, Hop::PASS);
    assert_eq!(game.mover(&state), Some(Player::new(1)));
    let (_, read) = ChineseCheckers::read_position(&format!("{walled_in} moves=pass")).unwrap();
    assert_eq!(read, state);
}

#[test]
fn bad_input_is_told_in_one_line() {
    let cases = [
        ("pieces=5", "pieces=5 is none of 1, 3, 6, 10"),
        ("players=7", "players=7 is not from 2 to 6"),
        ("colour=red", "there is no parameter `colour`"),
        ("win=most", "win=most is none of all, full"),
        ("limit=0", "limit=0 is not from 1 to 60000"),
        ("mover=4", "mover=4 is not a player"),
        ("limit=5 ply=6", "ply=6 is not from 0 to the move limit"),
        ("back=10", "back=10 is not from 0 to three rounds"),
        ("last=a1-b1", "last=a1-b1 is not one move for each player"),
        ("plies=3", "plies=3 is not of use without a seed"),
        ("pieces=1 players=2 1=a1 2=z9", "`z9` is not a cell of this board, whose rows are a to e"),
        ("pieces=1 players=2 1=a1 2=a1", "a1 holds a piece of player 1 and one of player 2"),
        ("pieces=3 players=2 1=a1,b1,a1 2=i1,h1,h2", "a1 holds a piece of player 1 and one of player 1"),
        ("pieces=3 players=2 1=a1,b1 2=i1,h1,h2", "player 1 has 2 pieces, not 3"),
        ("pieces=1 players=2 1=a1,b1 2=e1", "player 1 has 2 pieces, not 1"),
        ("pieces=1 players=2 1=a1", "player 2 has 0 pieces, not 1"),
        ("pieces=1 players=2 1=a1 2=e1 3=b1", "player 3 has pieces, but there are only 2 players"),
        ("pieces=1 players=2 1=e1 2=a1", "players 1 and 2 have both won"),
        ("pieces=1 players=2 moves=a1", "`a1` is not a move: write FROM-TO, or `pass`"),
        ("pieces=1 players=2 moves=a1-b9", "`b9` is not a cell"),
        ("pieces=1 players=2 moves=b1-b2", "`b1-b2` is illegal: there is no piece on b1"),
        (
            "pieces=1 players=2 moves=e1-d2",
            "`e1-d2` is illegal: the piece on e1 is player 2's, and player 1 is to move",
        ),
        ("pieces=1 players=2 moves=a1-d2", "`a1-d2` is illegal: d2 is not beside a1, and no chain of hops leads there"),
        ("pieces=3 players=2 moves=a1-b1", "`a1-b1` is illegal: b1 is taken by player 1"),
        ("pieces=1 players=2 moves=pass", "`pass` is illegal: player 1 can move"),
        ("pieces=1 players=2 1=d2 2=b1 moves=d2-e1,b1-b2", "`b1-b2` cannot be played, the game is over"),
    ];
    for (text, expected) in cases {
        let error = ChineseCheckers::read_position(text).unwrap_err().to_string();
        assert!(error.contains(expected) && !error.contains('\n'), "`{text}` said: {error}");
    }
}

#[test]
fn boards_are_drawn() {
    let (game, state) = ChineseCheckers::read_position("pieces=3 players=2").unwrap();
    let diagram = game.diagram(&state).unwrap();
    let expected = "\
a       1
b      1 1
c . . . . . . .
d  . . . . . .
e   . . . . .
f  . . . . . .
g . . . . . . .
h      2 2
i       2";
    assert_eq!(diagram, expected);
    let picture = game.picture(&state).unwrap();
    assert_eq!(picture.matches("<circle").count(), 37);
    assert_eq!(picture.matches("<text").count(), 7);
    assert!(picture.contains("player 1 to move"));
}

#[test]
fn differences_add_up_to_what_they_declare() {
    let (game, state) = ChineseCheckers::read_position("players=3 seed=4 plies=40").unwrap();
    let range = CheckersEvaluation::Difference.range(&game);
    assert_eq!((range.minsum, range.maxsum), (Some(720), Some(720)), "3 players, 2 others, 120 steps at best");
    assert_eq!(CheckersEvaluation::Difference.evaluate(&game, &state).sum(), 720);
    assert_eq!(CheckersEvaluation::Distance.evaluate(&game, &game.start()).seats(3), [0; 3]);
}
