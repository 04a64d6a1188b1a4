//! How fast moves of Chinese Checkers are made, and the cost of the engine compared with a hand-written loop for this
//! game.

use cutthroat::{Game, Maxn, Payoff, Selection};
use cutthroat_games::boards::{Cells, CheckersEvaluation, CheckersState, ChineseCheckers, DistanceGained, Lines, Star};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{SuiteRow, timed};

const PLAYERS: usize = 3;
/// Alternates what is compared, so that a machine that is busy for a while slows all.
const ROUNDS: usize = 5;

pub(super) fn run() -> Vec<SuiteRow> {
    [(6, 30, 4), (10, 60, 3)].into_iter().flat_map(|(pieces, plies, depth)| compare(pieces, plies, depth)).collect()
}

fn compare(pieces: usize, plies: u16, depth: usize) -> [SuiteRow; 3] {
    let (game, state) = middle_of_a_game(pieces, plies);
    let mut rows = ["moves listed", "a bare loop, max^n", "the engine, plain max^n"].map(|who| {
        let what = format!("{pieces} pieces, {PLAYERS} players, depth {depth}, {ROUNDS} times, {who}");
        SuiteRow { what, nodes: 0, researches: 0, seconds: 0.0, figures: Vec::new() }
    });
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let (mut by_hand, mut by_engine) = (Payoff::ZERO, Payoff::ZERO);
        let rounds = [
            timed(String::new(), || (listed(&game, &mut state.clone(), depth, &mut Vec::new()), 0)),
            timed(String::new(), || {
                let mut bare = Bare::of(&game, &state);
                by_hand = Payoff::new(&bare.maxn(depth, state.ply().into()));
                (bare.nodes, 0)
            }),
            timed(String::new(), || {
                let search = Maxn::new(&game, &CheckersEvaluation::Difference).depth(depth);
                let found = search.run(&state).expect("a plain search needs no declarations");
                by_engine = found.payoff;
                (found.nodes, found.researches)
            }),
        ];
        assert_eq!((by_hand, rounds[1].nodes), (by_engine, rounds[2].nodes), "both search the same tree");
        ratios.push(rounds[1].seconds / rounds[2].seconds);
        for (total, round) in rows.iter_mut().zip(rounds) {
            total.nodes += round.nodes;
            total.seconds += round.seconds;
        }
    }
    ratios.sort_by(f64::total_cmp);
    rows[2].figures = vec![("share of the bare loop's speed", ratios[ROUNDS / 2])];
    rows
}

/// A position in the middle of a game in which every player plays one of the three moves that gain most.
fn middle_of_a_game(pieces: usize, plies: u16) -> (ChineseCheckers, CheckersState) {
    let game = ChineseCheckers::new(pieces, PLAYERS).expect("there is such a board");
    let best = Selection { first: Some(3), ..Selection::default() };
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut state = game.start();
    for _ in 0..plies {
        let moves = best.moves(&game, &DistanceGained, &state);
        game.play(&mut state, moves[rng.random_range(0..moves.len())]);
    }
    (game, state)
}

/// The moves listed at all positions of a tree but its leaves.
fn listed(
    game: &ChineseCheckers,
    state: &mut CheckersState,
    depth: usize,
    moves: &mut Vec<<ChineseCheckers as Game>::Move>,
) -> u64 {
    let first = moves.len();
    game.moves(state, moves);
    let mut count = (moves.len() - first) as u64;
    if depth > 1 {
        for place in first..moves.len() {
            let mv = moves[place];
            let undo = game.play(state, mv);
            count += listed(game, state, depth - 1, moves);
            game.undo(state, mv, undo);
        }
    }
    moves.truncate(first);
    count
}

/// max^n of the same tree by hand: no traits, no options, no line of play, no tie rule but the first, no end of the
/// game.
struct Bare {
    star: &'static Star,
    goals: [usize; PLAYERS],
    pieces: [u128; PLAYERS],
    distances: [i16; PLAYERS],
    lines: Lines,
    nodes: u64,
}

impl Bare {
    fn of(game: &ChineseCheckers, state: &CheckersState) -> Self {
        let star = game.star();
        let players = [0, 1, 2].map(cutthroat::Player::new);
        let pieces = players.map(|player| state.pieces(player));
        let mut lines = Lines::default();
        for cell in Cells(pieces[0] | pieces[1] | pieces[2]) {
            lines.toggle(star, cell);
        }
        let distances = players.map(|player| state.distance(player) as i16);
        Self { star, goals: players.map(|player| game.goal(player)), pieces, distances, lines, nodes: 0 }
    }

    fn maxn(&mut self, depth: usize, ply: usize) -> [i16; PLAYERS] {
        let mover = ply % PLAYERS;
        let mut best = [i16::MIN; PLAYERS];
        for from in Cells(self.pieces[mover]) {
            for to in Cells(self.star.reachable(&self.lines, from)) {
                self.nodes += 1;
                self.shift(mover, from, to);
                let value = if depth == 1 { self.worth() } else { self.maxn(depth - 1, ply + 1) };
                self.shift(mover, to, from);
                if value[mover] > best[mover] {
                    best = value;
                }
            }
        }
        best
    }

    fn shift(&mut self, mover: usize, from: u8, to: u8) {
        self.pieces[mover] ^= (1 << from) | (1 << to);
        self.lines.shift(self.star, from, to);
        let distance = |cell| i16::from(self.star.tip_distance(self.goals[mover], cell));
        self.distances[mover] += distance(to) - distance(from);
    }

    /// The difference to the others.
    fn worth(&self) -> [i16; PLAYERS] {
        let (least, greatest) = self.star.distance_sums();
        let scores = self.distances.map(|distance| greatest as i16 - distance);
        let others = PLAYERS as i16 - 1;
        let shift = others * (greatest - least) as i16 - scores.iter().sum::<i16>();
        scores.map(|score| PLAYERS as i16 * score + shift)
    }
}
