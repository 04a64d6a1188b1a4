//! The line of a finished search: continued where the rest was known, and the payoff at its end.

use super::ParanoidRecursion;
use crate::eval::Evaluation;
use crate::game::Player;
use crate::hints::SearchHints;
use crate::order::MoveOrder;
use crate::paranoid::known::Limits;
use crate::payoff::Payoff;
use crate::table::TableKind;

impl<G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>, K: TableKind<G>> ParanoidRecursion<'_, G, E, M, K> {
    /// Continues the line if it ends before the search did, because the rest was already known. If a game is solved
    /// with a table, the line of a search would depend on the table's contents. So the search keeps none, and everything
    /// after the first move is found by asking which move keeps the `value`; those answers are always the same.
    pub(super) fn complete_line(&mut self, state: &G::State, value: i32) {
        if self.meter.stopped().is_some() {
            // A search that was stopped leaves no line, only pieces of several.
            return;
        }
        let mut end = state.clone();
        for &mv in &self.line {
            self.game.play(&mut end, mv);
        }
        // The searches on the way do not count for the depth of the search; the end of the line does.
        let (cut_off, deepest) = (self.cut_off, self.deepest);
        while let Some(mover) = self.game.mover(&end).filter(|_| self.line.len() < self.horizon) {
            let Some(mv) = self.move_that_keeps(value, &mut end, mover) else { break };
            self.game.play(&mut end, mv);
            self.line.push(mv);
        }
        self.cut_off = cut_off || self.game.mover(&end).is_some();
        self.deepest = deepest.max(self.line.len());
    }

    /// The first move in the order of the game that keeps the `value` of the node at the end of the line. None if the
    /// search has to stop.
    pub(super) fn move_that_keeps(&mut self, value: i32, state: &mut G::State, mover: Player) -> Option<G::Move> {
        let ply = self.line.len();
        let mut moves = Vec::new();
        self.lister.list(state, &mut moves);
        let mut turns: Vec<u16> = (0..moves.len() as u16).collect();
        // Not with killers and history: they depend on earlier cuts, and so on the table.
        if !M::IS_REFERENCE {
            self.order.arrange(self.game, state, &moves, &mut turns);
        }
        let maximises = self.game.side(mover) == self.side;
        let limits = Limits::at_least(if maximises { value } else { value + 1 });
        // The last move is not searched: one of them keeps the value.
        let last = turns.pop()?;
        for turn in turns {
            let mv = moves[usize::from(turn)];
            let undo = self.game.play(state, mv);
            let found = self.ask(state, ply + 1, limits);
            self.game.undo(state, mv, undo);
            self.line.truncate(ply);
            if self.meter.stopped().is_some() {
                return None;
            }
            if if maximises { found >= value } else { found <= value } {
                return Some(mv);
            }
        }
        Some(moves[usize::from(last)])
    }

    /// The payoff at the end of the line from `state` on, in which the root player has `value`.
    pub(super) fn payoff(&self, state: &G::State, value: i32) -> Payoff {
        let mut end = state.clone();
        for &mv in &self.line {
            self.game.play(&mut end, mv);
        }
        let mut payoff = self.evaluation.evaluate(self.game, &end);
        payoff[self.root] = value as i16;
        payoff
    }
}
