//! Evaluations of Chinese Checkers.

use std::sync::Arc;

use cutthroat::{Evaluation, Game, Payoff, Player, Range};

use super::chinese_checkers::{CheckersState, ChineseCheckers};
use super::distance_table::DistanceTable;

/// How far a player has come, counted from 0, alone or in relation to the others.
///
/// If players count only their own way, nothing is known about the sum of payoffs, so max^n hardly prunes (2002 paper,
/// section 6.1). The *difference* to the others (2003 paper, section 5) makes the sum constant:
///
/// ```text
/// difference[i] = sum over j of (score[i] - score[j]) + (n - 1) * best score
/// ```
///
/// for `n` players, shifted by the last term so that nobody is below 0. The sum is always `n (n - 1)` best scores, as
/// last-branch and speculative pruning need.
#[derive(Clone, Debug)]
pub enum CheckersEvaluation {
    /// The sum of the distances of a player's pieces from the tip of their goal, counted down from the greatest.
    Distance,
    /// The difference of these.
    Difference,
    /// How far a player is ahead of the best other player: `score[i] - max over the others + best score`. The sum is
    /// not constant.
    Lead,
    /// The fewest moves to the goal on an otherwise empty board (2002 paper, section 6.1), counted down from the most.
    Table(Arc<DistanceTable>),
    /// The difference of these.
    TableDifference(Arc<DistanceTable>),
}

impl CheckersEvaluation {
    /// The table used, if there is one. It must be of the board that is played on.
    #[must_use]
    pub fn table(&self) -> Option<&DistanceTable> {
        match self {
            Self::Distance | Self::Difference | Self::Lead => None,
            Self::Table(table) | Self::TableDifference(table) => Some(table),
        }
    }

    fn is_difference(&self) -> bool {
        matches!(self, Self::Difference | Self::TableDifference(_))
    }

    /// The score of a player who has arrived.
    #[inline]
    fn best(&self, game: &ChineseCheckers) -> i16 {
        match self.table() {
            Some(table) => i16::from(table.depth()),
            None => {
                let (least, greatest) = game.star().distance_sums();
                (greatest - least) as i16
            }
        }
    }

    /// How far every player has come. A player who has won has arrived, even with pieces of others in their goal.
    #[inline]
    fn scores(&self, game: &ChineseCheckers, state: &CheckersState) -> Payoff {
        let players = game.players();
        let mut scores = match self.table() {
            None => {
                let (_, greatest) = game.star().distance_sums();
                Payoff::from_fn(players, |player| (greatest - state.distance(player)) as i16)
            }
            Some(table) => Payoff::from_fn(players, |player| {
                i16::from(table.depth() - table.distance_to(game.goal(player), state.pieces(player)))
            }),
        };
        if let Some(winner) = state.winner() {
            scores[winner] = self.best(game);
        }
        scores
    }
}

impl Evaluation<ChineseCheckers> for CheckersEvaluation {
    const ENUMERATES: bool = false;

    fn range(&self, game: &ChineseCheckers) -> Range {
        let players = game.players();
        let (best, others) = (self.best(game), players as i16 - 1);
        let minp = Some(Payoff::ZERO);
        if self.is_difference() {
            let sum = Some(i32::from(best) * i32::from(others) * players as i32);
            let maxp = Some(Payoff::uniform(2 * others * best, players));
            Range { minp, maxp, minsum: sum, maxsum: sum, step: 1 }
        } else {
            let most = if matches!(self, Self::Lead) { 2 * best } else { best };
            Range { minp, maxp: Some(Payoff::uniform(most, players)), minsum: None, maxsum: None, step: 1 }
        }
    }

    #[inline]
    fn evaluate(&self, game: &ChineseCheckers, state: &CheckersState) -> Payoff {
        let players = game.players();
        let scores = self.scores(game, state);
        if matches!(self, Self::Lead) {
            return ahead_of_the_best(players, &scores, self.best(game));
        }
        if !self.is_difference() {
            return scores;
        }
        let shift = (players as i16 - 1) * self.best(game) - scores.sum() as i16;
        Payoff::from_fn(players, |player| players as i16 * scores[player] + shift)
    }
}

/// What each player is ahead of the best of the others, shifted by the best score so that nobody is below 0.
#[inline]
fn ahead_of_the_best(players: usize, scores: &Payoff, best: i16) -> Payoff {
    let (mut first, mut second, mut leader) = (i16::MIN, i16::MIN, Player::new(0));
    for player in Player::all(players) {
        if scores[player] > first {
            (second, first, leader) = (first, scores[player], player);
        } else {
            second = second.max(scores[player]);
        }
    }
    Payoff::from_fn(players, |player| scores[player] - if player == leader { second } else { first } + best)
}
