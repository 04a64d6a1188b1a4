//! What a search found.

use crate::budget::Stop;
use crate::eval::Bounds;
use crate::game::{MAX_PLAYERS, Player};
use crate::payoff::Payoff;
use crate::ties::TieRule;

/// What a search found, and what it cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis<M> {
    /// What each player gets.
    pub payoff: Payoff,
    /// The move to play; `None` where the game is over.
    pub best: Option<M>,
    /// The principal variation: the moves that all players are assumed to choose, the best move first.
    pub line: Vec<M>,
    /// The value of every move at the root, in reference order, if it was asked for.
    pub moves: Vec<MoveValue<M>>,
    /// States visited below the root, each time they were visited.
    pub nodes: u64,
    /// Nodes searched again: after an uncertain prune, or because a null window did not settle a value.
    pub researches: u64,
    /// The deepest level reached.
    pub depth: usize,
    /// Why the search ended where it did.
    pub stop: Stop,
    /// The tie-break rule. The payoff is only meaningful together with it.
    pub ties: TieRule,
}

/// A move and what it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveValue<M> {
    /// The move.
    pub mv: M,
    /// What each player gets after it: exact, or a mean rounded to the nearest number, ties to even.
    pub payoff: Payoff,
    /// What the payoff rests on, if it comes from samples.
    pub sampled: Option<Sampled>,
}

/// What samples say about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sampled {
    /// How many samples began with the move.
    pub visits: u64,
    /// The sum of their payoffs, for each player.
    pub sums: [i64; MAX_PLAYERS],
    /// What each player gets at least and at most after the move, if that is known.
    pub bounds: Option<Bounds>,
    /// Whether the payoff is exact.
    pub settled: bool,
}

impl Sampled {
    /// The mean payoff of `player`; `None` without a sample.
    #[must_use]
    pub fn mean(&self, player: Player) -> Option<f64> {
        (self.visits > 0).then(|| self.sums[player.lane()] as f64 / self.visits as f64)
    }

    /// The mean payoffs, rounded to the nearest numbers, ties to even; 0 without a sample.
    #[must_use]
    pub fn rounded(&self, players: usize) -> Payoff {
        Payoff::from_fn(players, |player| self.mean(player).map_or(0, |mean| mean.round_ties_even() as i16))
    }
}

impl<M> MoveValue<M> {
    /// A move and its payoff, found by a search.
    #[must_use]
    pub const fn searched(mv: M, payoff: Payoff) -> Self {
        Self { mv, payoff, sampled: None }
    }
}

impl<M> Analysis<M> {
    /// Whether every line was searched to the end of the game or pruned.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stop == Stop::Complete
    }

    /// The analysis of a game that is over.
    pub(crate) fn of_finished_game(payoff: Payoff, ties: TieRule) -> Self {
        Self {
            payoff,
            best: None,
            line: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            researches: 0,
            depth: 0,
            stop: Stop::Complete,
            ties,
        }
    }
}
