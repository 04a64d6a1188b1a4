//! Checks that every game must pass, for the tests of any game (feature `testing`).
//!
//! ```
//! # #[allow(dead_code)]
//! # mod toy {
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/toy.rs"));
//! # pub fn check() {
//! use cutthroat::conformance::Conformance;
//! use cutthroat::{AtTheEnd, Range};
//!
//! let kit = Conformance::default();
//! kit.rules(&Pebbles { players: 3 }, &Heap { left: 7, mover: 0 }).unwrap();
//! kit.evaluation(&Pebbles { players: 3 }, &Heap { left: 7, mover: 0 }, &AtTheEnd(Range::constant_sum(1, 3))).unwrap();
//! # }
//! # }
//! # toy::check();
//! ```

mod hidden;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::eval::{Bounds, Evaluation};
use crate::game::{Game, MAX_PLAYERS, Player};
use crate::hints::SearchHints;
use crate::notation::Notation;

/// A law that a game breaks, and after which moves.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("after {moves}: {fault}")]
pub struct Violation {
    /// The moves from the start.
    pub moves: String,
    /// What is wrong.
    pub fault: String,
}

/// How thoroughly to check: random games from the start to the end, checking every position on the way.
#[derive(Clone, Copy, Debug)]
pub struct Conformance {
    /// How many games.
    pub games: u64,
    /// The most plies of a game. A game that lasts longer is taken never to end.
    pub most_plies: usize,
    /// All randomness comes from here.
    pub seed: u64,
}

impl Default for Conformance {
    fn default() -> Self {
        Self { games: 50, most_plies: 10_000, seed: 1 }
    }
}

/// One position of a random game.
struct VisitedPosition<'g, G: Game> {
    state: &'g G::State,
    moves: &'g [G::Move],
    over: bool,
}

fn check_sides<G: Game>(game: &G) -> Result<(), String> {
    let players = game.players();
    for player in Player::all(players) {
        let side = game.side(player);
        if side.index() >= players || game.side(side) != side {
            return Err(format!("{player:?} is on the side of {side:?}, who is not on that side"));
        }
    }
    let first = game.side(Player::new(0));
    if Player::all(players).all(|player| game.side(player) == first) {
        return Err("all players are on one side".into());
    }
    Ok(())
}

impl Conformance {
    /// Plays random games and shows every position to `look`.
    fn play<G: Game>(
        &self,
        game: &G,
        start: &G::State,
        mut look: impl FnMut(u64, &VisitedPosition<'_, G>) -> Result<(), String>,
    ) -> Result<(), Violation> {
        for number in 0..self.games {
            let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
            rng.set_stream(number);
            let mut state = start.clone();
            let mut played: Vec<G::Move> = Vec::new();
            loop {
                let violation = |fault: String| Violation { moves: format!("{played:?}"), fault };
                let mut moves = Vec::new();
                let over = game.mover(&state).is_none();
                if !over {
                    game.moves(&state, &mut moves);
                    if moves.is_empty() {
                        return Err(violation("a player has to move, but has no move".into()));
                    }
                }
                look(number, &VisitedPosition { state: &state, moves: &moves, over }).map_err(violation)?;
                if over {
                    break;
                }
                if played.len() == self.most_plies {
                    return Err(violation(format!("not over after {} plies", self.most_plies)));
                }
                let mv = moves[rng.random_range(0..moves.len())];
                game.play(&mut state, mv);
                played.push(mv);
            }
        }
        Ok(())
    }

    /// Checks the rules: there are at least two sides, each named by one of its own seats; movers exist; moves are
    /// distinct, and the same whenever asked; a move taken back leaves the position as it was, and a copy is independent
    /// of the original.
    ///
    /// # Errors
    /// The first violation.
    pub fn rules<G: Game>(&self, game: &G, start: &G::State) -> Result<(), Violation> {
        let players = game.players();
        self.play(game, start, |_, moment| {
            let VisitedPosition { state, moves, over } = *moment;
            if !(2..=MAX_PLAYERS).contains(&players) {
                return Err(format!("a game of {players} players"));
            }
            check_sides(game)?;
            if over {
                let payoff = game.payoff(state);
                return if payoff.seats(MAX_PLAYERS)[players..].iter().all(|&score| score == 0) {
                    Ok(())
                } else {
                    Err("an empty seat has a payoff".into())
                };
            }
            let mover = game.mover(state).map_or(0, Player::index);
            if mover >= players {
                return Err(format!("player {} moves in a game of {players}", mover + 1));
            }
            if moves.len() > usize::from(u16::MAX) {
                return Err(format!("{} moves are too many", moves.len()));
            }
            for (place, mv) in moves.iter().enumerate() {
                if moves[..place].contains(mv) {
                    return Err(format!("move {mv:?} is listed twice"));
                }
            }
            let mut again = Vec::new();
            game.moves(state, &mut again);
            if again != moves {
                return Err("the moves are different when asked for again".into());
            }
            for &mv in moves {
                let mut copy = state.clone();
                let undo = game.play(&mut copy, mv);
                if copy == *state {
                    return Err(format!("move {mv:?} changes nothing"));
                }
                game.undo(&mut copy, mv, undo);
                if copy != *state {
                    return Err(format!("move {mv:?} cannot be taken back"));
                }
            }
            Ok(())
        })
    }

    /// Checks what the game tells searches: the moves to search are a subsequence of all moves that holds the first of
    /// every class of equivalent moves, and classes do not overlap; the only move is the only one; a move played on a copy
    /// leads to the same position; every move has a slot.
    ///
    /// # Errors
    /// The first violation.
    pub fn hints<G: SearchHints>(&self, game: &G, start: &G::State) -> Result<(), Violation> {
        self.play(game, start, |_, moment| {
            let VisitedPosition { state, moves, over } = *moment;
            if over {
                return Ok(());
            }
            let mut searched = Vec::new();
            game.search_moves(state, &mut searched);
            let mut rest = moves.iter();
            if let Some(mv) = searched.iter().find(|&mv| !rest.any(|other| other == mv)) {
                return Err(format!("move {mv:?} is searched, but it is not legal or not in the reference order"));
            }
            for &mv in moves {
                let class = game.equivalents(state, mv);
                let first = moves.iter().find(|other| class.contains(other));
                if !class.contains(&mv) || first.is_none_or(|first| !searched.contains(first)) {
                    return Err(format!("nothing is searched for move {mv:?}, or not the first of its equivalents"));
                }
                if class.iter().any(|&other| game.equivalents(state, other).len() != class.len()) {
                    return Err(format!("the equivalents of move {mv:?} have other equivalents"));
                }
            }
            if game.only_move(state).is_some_and(|only| moves != [only]) {
                return Err("the only move is not the only one".into());
            }
            let slots = game.move_slots();
            for &mv in moves {
                if game.move_slot(state, mv) >= slots {
                    return Err(format!("move {mv:?} has a slot beyond the last of {slots}"));
                }
                let (mut copy, mut other) = (state.clone(), state.clone());
                game.play(&mut copy, mv);
                game.play_on_copy(state, &mut other, mv);
                if copy != other {
                    return Err(format!("move {mv:?} leads to two different positions"));
                }
            }
            Ok(())
        })
    }

    /// Checks an evaluation. Payoffs lie in the declared range and differ by at least its step. Bounds are declared
    /// everywhere or nowhere, are true, only tighten, and change only where they may. The outcome of a position is a
    /// row of the table, and its payoff is that of the position.
    ///
    /// # Errors
    /// The first violation.
    pub fn evaluation<G: Game, E: Evaluation<G>>(
        &self,
        game: &G,
        start: &G::State,
        evaluation: &E,
    ) -> Result<(), Violation> {
        let players = game.players();
        let range = evaluation.range(game);
        let outcomes = evaluation.outcomes(game);
        let mut scores: Vec<Vec<i16>> = vec![Vec::new(); players];
        let mut before: Option<(u64, [Option<Bounds>; 2])> = None;
        self.play(game, start, |number, moment| {
            let state = moment.state;
            let payoff = evaluation.evaluate(game, state);
            for player in Player::all(players) {
                let score = payoff[player];
                let too_low = range.minp.is_some_and(|minp| score < minp[player]);
                if too_low || range.maxp.is_some_and(|maxp| score > maxp[player]) {
                    return Err(format!("{player:?} gets {score}, out of the declared range"));
                }
                if !scores[player.index()].contains(&score) {
                    scores[player.index()].push(score);
                }
            }
            let sum = payoff.sum();
            if range.minsum.is_some_and(|least| sum < least) || range.maxsum.is_some_and(|most| sum > most) {
                return Err(format!("payoffs add up to {sum}, out of the declared range"));
            }
            // Without outcomes nothing says what is counted.
            let mut counted = None;
            if let Some(outcomes) = &outcomes {
                let row = evaluation.outcome(game, state);
                let outcome = outcomes.get(row).ok_or_else(|| format!("outcome {row} is not in the table"))?;
                if outcome.payoff != payoff {
                    return Err(format!("worth {payoff:?}, but its outcome says {:?}", outcome.payoff));
                }
                counted = Some(outcome.counted);
            }
            let bounds = [evaluation.payoff_bounds(game, state), evaluation.counted_bounds(game, state)];
            let last = before.filter(|(game, _)| *game == number).map(|(_, bounds)| bounds);
            if last.is_some_and(|last| last != bounds) && !evaluation.renews_bounds(game, state) {
                return Err(format!("bounds change to {bounds:?} where they are said not to"));
            }
            for (place, (now, worth)) in bounds.iter().zip([Some(payoff), counted]).enumerate() {
                let earlier = last.and_then(|last| last[place]);
                if last.is_some() && now.is_some() != earlier.is_some() {
                    return Err("bounds are declared here but not everywhere".into());
                }
                let Some(now) = now else { continue };
                if let Some(worth) = worth.filter(|worth| !now.allow(worth, players)) {
                    return Err(format!("{worth:?} is outside the bounds {now:?}"));
                }
                let loosened = |earlier: &Bounds| {
                    Player::all(players).any(|p| now.lo[p] < earlier.lo[p] || now.up[p] > earlier.up[p])
                };
                if earlier.as_ref().is_some_and(loosened) {
                    return Err(format!("bounds loosen from {earlier:?} to {now:?}"));
                }
            }
            before = Some((number, bounds));
            Ok(())
        })?;
        for (player, scores) in scores.iter_mut().enumerate() {
            scores.sort_unstable();
            if let Some(pair) = scores.windows(2).find(|pair| pair[1].abs_diff(pair[0]) < range.step) {
                let fault = format!("player {} gets {} and {}, closer than the step", player + 1, pair[0], pair[1]);
                return Err(Violation { moves: "all games".into(), fault });
            }
        }
        Ok(())
    }

    /// Checks the notation: what is written can be read back and is written the same again, with the same mover and
    /// the same moves, and at the end of a game with the same payoff; different moves are written differently.
    ///
    /// # Errors
    /// The first violation.
    pub fn notation<G: Notation>(&self, game: &G, start: &G::State) -> Result<(), Violation> {
        self.play(game, start, |_, moment| {
            let state = moment.state;
            let text = game.write_position(state);
            let (read_game, read_state) =
                G::read_position(&text).map_err(|error| format!("`{text}` cannot be read back: {error}"))?;
            let written = read_game.write_position(&read_state);
            if written != text {
                return Err(format!("`{text}` was read as `{written}`"));
            }
            if read_game.mover(&read_state) != game.mover(state) {
                return Err(format!("`{text}` was read with another mover"));
            }
            if moment.over {
                let (payoff, read_payoff) = (game.payoff(state), read_game.payoff(&read_state));
                if payoff != read_payoff {
                    return Err(format!("`{text}` is worth {payoff:?}, but {read_payoff:?} when read back"));
                }
            }
            let mut read_moves = Vec::new();
            if !moment.over {
                read_game.moves(&read_state, &mut read_moves);
            }
            let names: Vec<String> = moment.moves.iter().map(|&mv| game.write_move(state, mv)).collect();
            let read_names: Vec<String> = read_moves.iter().map(|&mv| read_game.write_move(&read_state, mv)).collect();
            if names != read_names {
                return Err(format!("`{text}` has moves {names:?}, but {read_names:?} when read back"));
            }
            for (&mv, name) in moment.moves.iter().zip(&names) {
                if game.read_move(state, name).as_ref() != Ok(&mv) {
                    return Err(format!("move `{name}` is read as another move"));
                }
            }
            Ok(())
        })
    }
}
