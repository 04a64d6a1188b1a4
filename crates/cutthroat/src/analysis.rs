//! What a search found.

use crate::budget::Stop;
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
    /// What each player gets after it.
    pub payoff: Payoff,
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
