//! Games of Chinese Checkers: how many moves there are, and how much of the tree speculative pruning leaves.

use cutthroat::{Budget, Game, Maxn, Pruning, SearchError, Selection, TieRule};
use cutthroat_games::boards::{CheckersEvaluation, CheckersState, ChineseCheckers, DistanceGained, Hop};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::{SuiteRow, timed};

const PLAYERS: usize = 3;
/// The moves that carry a piece farthest, as many as the 2003 paper looks at.
const BEST: usize = 10;
const DEPTH: usize = 6;
/// Moves at the start of each game that are drawn at random, so that no two games are the same.
const OPENING: usize = 6;
/// Plain search costs ten times as much, so it runs only at every this many moves.
const PLAIN_EVERY: usize = 5;

const NARROW: Selection =
    Selection { first: Some(BEST), all_at_root: false, by_order: false, shuffled_root: None, equivalents: false };

/// The nodes of the searches of one game, in the setting of 2003, Table 10.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CheckersGame {
    /// Of speculative search at every position.
    pub speculative: Vec<u64>,
    /// Of plain search at every fifth.
    pub plain: Vec<u64>,
    /// Of speculative search at those.
    pub sampled: Vec<u64>,
    /// Children that speculative search searched again.
    pub researches: u64,
}

/// Plays a game in the setting of 2003, Table 10: three players, standard board, iterative search to depth 6 with the 10
/// best moves, after an opening drawn by `seed`. Every move is chosen by speculative search; plain search looks at every
/// fifth position. Every search has `budget`.
///
/// # Errors
/// When a search had to stop before its end.
pub fn checkers_game(seed: u64, budget: &Budget) -> Result<CheckersGame, SearchError> {
    let game = ChineseCheckers::new(10, PLAYERS).expect("the standard board");
    let mut counts = CheckersGame { speculative: Vec::new(), plain: Vec::new(), sampled: Vec::new(), researches: 0 };
    let mut state = opening(&game, seed);
    while game.mover(&state).is_some() {
        let (nodes, researches, best) = deepen(&game, &state, Pruning::SPECULATIVE, seed, budget)?;
        counts.speculative.push(nodes);
        counts.researches += researches;
        if usize::from(state.ply()) % PLAIN_EVERY == 0 {
            counts.sampled.push(nodes);
            let (nodes, _, mv) = deepen(&game, &state, Pruning::NONE, seed, budget)?;
            assert_eq!(best, mv, "a pruned search plays the same move");
            counts.plain.push(nodes);
        }
        game.play(&mut state, best);
    }
    Ok(counts)
}

/// Four games of [`checkers_game`].
pub(super) fn table_10() -> Vec<SuiteRow> {
    const GAMES: u64 = 4;
    let mut games = Vec::new();
    let mut row = timed(format!("10 pieces, {PLAYERS} players, best {BEST}, depths 1 to {DEPTH}"), || {
        let game = |seed| checkers_game(seed, &Budget::default()).expect("differences declare all that pruning needs");
        games = (0..GAMES).map(game).collect();
        let nodes = games.iter().flat_map(|game| game.speculative.iter().chain(&game.plain)).sum();
        (nodes, games.iter().map(|game| game.researches).sum())
    });
    let all = |of: fn(&CheckersGame) -> &[u64]| games.iter().flat_map(of).copied().collect::<Vec<u64>>();
    let average = |nodes: &[u64]| nodes.iter().sum::<u64>() as f64 / nodes.len() as f64;
    let (speculative, plain) = (all(|game| &game.speculative), all(|game| &game.plain));
    let optimal = speculative.iter().filter(|&&nodes| nodes <= OPTIMUM).count();
    row.figures = vec![
        ("speculative on average", average(&speculative)),
        ("plain, every fifth", average(&plain)),
        ("speculative's share there", average(&all(|game| &game.sampled)) / average(&plain)),
        ("moves a game", speculative.len() as f64 / GAMES as f64 + OPENING as f64),
        ("share at most 84,927", optimal as f64 / speculative.len() as f64),
    ];
    vec![row]
}

/// What an optimal ordering would expand, says the paper.
const OPTIMUM: u64 = 84_927;

fn add(sum_and_count: &mut [f64; 2], nodes: u64) {
    sum_and_count[0] += nodes as f64;
    sum_and_count[1] += 1.0;
}

/// The nodes of all iterations, children searched again, and the move of the last.
fn deepen(
    game: &ChineseCheckers,
    state: &CheckersState,
    pruning: Pruning,
    seed: u64,
    budget: &Budget,
) -> Result<(u64, u64, Hop), SearchError> {
    let (mut nodes, mut researches, mut best) = (0, 0, Hop::PASS);
    for depth in 1..=DEPTH {
        let search = Maxn::with_order(game, &CheckersEvaluation::Difference, &DistanceGained).selection(NARROW);
        let search = search.pruning(pruning).depth(depth).ties(TieRule::Random(seed));
        let found = search.budget(budget.clone()).run(state)?;
        nodes += found.nodes;
        researches += found.researches;
        best = found.best.unwrap_or(best);
    }
    Ok((nodes, researches, best))
}

/// The position after a few random moves.
fn opening(game: &ChineseCheckers, seed: u64) -> CheckersState {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut state = game.start();
    let mut moves = Vec::new();
    for _ in 0..OPENING {
        moves.clear();
        game.moves(&state, &mut moves);
        game.play(&mut state, moves[rng.random_range(0..moves.len())]);
    }
    state
}

/// How many moves there are in games of three players, each looking three moves ahead at the best 10: on average, in
/// the middle third of the games, and at most.
pub(super) fn branching() -> Vec<SuiteRow> {
    [6, 10].map(count_moves).into()
}

fn count_moves(pieces: usize) -> SuiteRow {
    const GAMES: u64 = 100;
    let game = ChineseCheckers::new(pieces, PLAYERS).expect("there is such a board");
    let (mut all, mut middle) = ([0.0; 2], [0.0; 2]);
    let (mut most, mut won) = (0, 0.0);
    let what = format!("{GAMES} games of {PLAYERS} players with {pieces} pieces, best {BEST}, depth 3, speculative");
    let mut row = timed(what, || {
        let mut visited = (0, 0);
        for seed in 0..GAMES {
            let mut state = opening(&game, seed);
            let mut counts = Vec::new();
            while game.mover(&state).is_some() {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                counts.push(moves.len() as u64);
                let search = Maxn::with_order(&game, &CheckersEvaluation::Difference, &DistanceGained);
                let search = search.selection(NARROW).pruning(Pruning::SPECULATIVE).depth(3);
                let found = search.ties(TieRule::Random(seed)).run(&state);
                let found = found.expect("differences declare all that speculative pruning needs");
                visited = (visited.0 + found.nodes, visited.1 + found.researches);
                game.play(&mut state, found.best.unwrap_or(Hop::PASS));
            }
            won += f64::from(state.winner().is_some());
            let third = counts.len() / 3;
            counts[third..counts.len() - third].iter().for_each(|&count| add(&mut middle, count));
            counts.iter().for_each(|&count| add(&mut all, count));
            most = most.max(counts.into_iter().max().unwrap_or(0));
        }
        visited
    });
    row.figures = vec![
        ("moves on average", all[0] / all[1]),
        ("in the middle third", middle[0] / middle[1]),
        ("at most", most as f64),
        ("share of games won", won / GAMES as f64),
        ("plies a game", all[1] / GAMES as f64 + OPENING as f64),
    ];
    row
}
