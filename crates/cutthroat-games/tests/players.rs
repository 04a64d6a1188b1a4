//! Players who do not search, and searches of the best few moves. Players who search are tested in the catalog.

use std::collections::HashSet;

use cutthroat::player::{AtRandom, FirstOfOrder, Strategy};
use cutthroat::{Budget, Game, Maxn, MoveOrder, Paranoid, Selection};
use cutthroat_games::boards::{CheckersEvaluation, ChineseCheckers, DistanceGained};
use cutthroat_games::cards::first_choice;

/// The moves of the root in an order drawn by a seed.
const SHUFFLED: Selection =
    Selection { first: None, all_at_root: false, by_order: false, shuffled_root: Some(7), equivalents: false };

#[test]
fn the_best_few_moves_are_those_of_the_order() {
    let game = ChineseCheckers::new(3, 3).unwrap();
    let mut state = game.start();
    for ply in 0..40 {
        if game.mover(&state).is_none() {
            break;
        }
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let mut order: Vec<u16> = (0..moves.len() as u16).collect();
        DistanceGained.arrange(&game, &state, &moves, &mut order);
        let (evaluation, order_of_moves) = (CheckersEvaluation::Difference, DistanceGained);
        let selection = Selection { first: Some(3), ..SHUFFLED };
        let budget = Budget { nodes: Some(300), ..Budget::default() };
        let maxn = Maxn::with_order(&game, &evaluation, &order_of_moves).selection(selection).budget(budget.clone());
        let paranoid = Paranoid::with_order(&game, &evaluation, &order_of_moves).selection(selection).budget(budget);
        for found in [maxn.deepen(true).run(&state).unwrap(), paranoid.deepen(true).run(&state).unwrap()] {
            assert!(order.iter().take(3).any(|&index| Some(moves[usize::from(index)]) == found.best));
        }
        let first = FirstOfOrder(DistanceGained).choose(&game, &state, ply).unwrap().mv;
        assert_eq!(first, first_choice(&game, &DistanceGained, &state));
        let mv = AtRandom.choose(&game, &state, ply).unwrap().mv;
        assert!(moves.contains(&mv));
        game.play(&mut state, mv);
    }
}

#[test]
fn the_random_player_plays_every_move() {
    let game = ChineseCheckers::new(3, 3).unwrap();
    let state = game.start();
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let played: HashSet<_> = (0..500).map(|seed| AtRandom.choose(&game, &state, seed).unwrap().mv).collect();
    assert_eq!(played.len(), moves.len());
}
