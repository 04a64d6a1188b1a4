//! Counting positions: the first thing to check of a game's rules.

use crate::game::Game;

/// How many positions there are exactly `depth` moves below `state`, by brute force. A game that ends earlier is not
/// counted, as in the *perft* of chess programs.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: usize) -> u64 {
    count(game, &mut state.clone(), depth, &mut Vec::new())
}

/// [`perft`] of each move of `state`, in reference order.
pub fn divide<G: Game>(game: &G, state: &G::State, depth: usize) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    if depth > 0 && game.mover(state).is_some() {
        game.moves(state, &mut moves);
    }
    let mut state = state.clone();
    moves
        .into_iter()
        .map(|mv| {
            let undo = game.play(&mut state, mv);
            let positions = count(game, &mut state, depth - 1, &mut Vec::new());
            game.undo(&mut state, mv, undo);
            (mv, positions)
        })
        .collect()
}

fn count<G: Game>(game: &G, state: &mut G::State, depth: usize, moves: &mut Vec<G::Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.mover(state).is_none() {
        return 0;
    }
    let first = moves.len();
    game.moves(state, moves);
    let mut positions = 0;
    for place in first..moves.len() {
        let mv = moves[place];
        let undo = game.play(state, mv);
        positions += count(game, state, depth - 1, moves);
        game.undo(state, mv, undo);
    }
    moves.truncate(first);
    positions
}
