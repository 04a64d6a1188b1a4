//! Which moves to look at first.

use cutthroat::{Game, MoveOrder};

use super::chinese_checkers::{CheckersState, ChineseCheckers, Hop};

/// The moves that carry a piece farthest towards the goal first (2003 paper, section 5.1); the rest in reference order.
#[derive(Clone, Copy, Debug, Default)]
pub struct DistanceGained;

/// The longest way across a board.
const FARTHEST: usize = 16;
/// Gains from minus the longest way to plus the longest way.
const GAINS: usize = 2 * FARTHEST + 1;

impl MoveOrder<ChineseCheckers> for DistanceGained {
    /// Sorts by counting: there are few different gains.
    #[inline]
    fn arrange(&self, game: &ChineseCheckers, state: &CheckersState, moves: &[Hop], order: &mut [u16]) {
        let Some(mover) = game.mover(state) else { return };
        let (star, goal) = (game.star(), game.goal(mover));
        let loss = |hop: &Hop| {
            FARTHEST + usize::from(star.tip_distance(goal, hop.to)) - usize::from(star.tip_distance(goal, hop.from))
        };
        let mut places = [0_u16; GAINS + 1];
        for hop in moves {
            places[loss(hop) + 1] += 1;
        }
        for gain in 0..GAINS {
            places[gain + 1] += places[gain];
        }
        for (index, hop) in moves.iter().enumerate() {
            let place = &mut places[loss(hop)];
            order[usize::from(*place)] = index as u16;
            *place += 1;
        }
    }
}
