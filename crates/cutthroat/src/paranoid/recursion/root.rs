//! The root: what is asked there, and the answer.

use super::ParanoidRecursion;
use crate::analysis::{Analysis, MoveValue};
use crate::budget::Stop;
use crate::eval::Evaluation;
use crate::hints::SearchHints;
use crate::order::MoveOrder;
use crate::paranoid::Window;
use crate::paranoid::known::{Known, Limits};
use crate::payoff::Payoff;
use crate::search::SearchError;
use crate::table::TableKind;
use crate::ties::TieRule;

impl<G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>, K: TableKind<G>> ParanoidRecursion<'_, G, E, M, K> {
    /// Searches `state`, which must not be the end of the game.
    pub(in crate::paranoid) fn run(
        mut self,
        state: &G::State,
        tried_first: Option<G::Move>,
    ) -> Result<Analysis<G::Move>, SearchError> {
        self.tried_first = tried_first;
        let before = self.meter.nodes();
        let mut moves = Vec::new();
        let payoff = if self.options.value_for.is_some() {
            let value = self.settle(&mut state.clone(), 0);
            self.line.clear();
            let mut payoff = Payoff::ZERO;
            payoff[self.root] = value as i16;
            payoff
        } else if self.options.all_moves {
            self.value_every_move(state, &mut moves)
        } else {
            let value = self.settle(&mut state.clone(), 0);
            self.complete_line(state, value);
            if self.meter.stopped().is_some() { Payoff::ZERO } else { self.payoff(state, value) }
        };
        if let Some(stop) = self.meter.stopped() {
            return Err(SearchError::Stopped(stop));
        }
        if self.cut_off && self.options.depth.is_none() {
            return Err(SearchError::TooLong);
        }
        Ok(Analysis {
            payoff,
            best: self.line.first().copied(),
            line: self.line,
            moves,
            nodes: self.meter.nodes() - before,
            researches: self.researches,
            depth: if self.cut_off { self.horizon } else { self.deepest },
            stop: if self.cut_off { Stop::Depth } else { Stop::Complete },
            ties: TieRule::First,
        })
    }

    /// Searches every move of the root separately, and then lets the mover choose. The line is that of the chosen move.
    pub(super) fn value_every_move(&mut self, state: &G::State, values: &mut Vec<MoveValue<G::Move>>) -> Payoff {
        self.lister.list_root(state, &mut self.moves);
        let moves = std::mem::take(&mut self.moves);
        let mut valued: Vec<Option<(Payoff, Vec<G::Move>)>> = vec![None; moves.len()];
        let mut left: Vec<u16> = (0..moves.len() as u16).collect();
        let divided = self.division.node(0, self.horizon);
        while !left.is_empty() {
            let next =
                divided.map_or(0, |node| self.division.under_way(node).free_move(&left.iter().copied(), |_, _| false));
            let index = left.remove(next);
            let mv = moves[usize::from(index)];
            self.line.clear();
            self.line.push(mv);
            let mut below = state.clone();
            self.game.play(&mut below, mv);
            if let Some(node) = divided {
                self.division.begin(node, index, false);
            }
            let value = self.settle(&mut below, 1);
            self.complete_line(state, value);
            if let Some(node) = divided {
                self.division.end(node, index, false);
            }
            if self.meter.stopped().is_some() {
                break;
            }
            self.meter.move_done();
            valued[usize::from(index)] = Some((self.payoff(state, value), self.line.clone()));
        }
        let mut chosen: Option<Payoff> = None;
        for (mv, (payoff, line)) in moves.into_iter().zip(valued).filter_map(|(mv, valued)| Some((mv, valued?))) {
            values.push(MoveValue::searched(mv, payoff));
            if chosen.is_none_or(|best| payoff[self.root] > best[self.root]) {
                chosen = Some(payoff);
                self.line = line;
            }
        }
        chosen.unwrap_or_default()
    }

    /// The exact value of a node. Its line is appended to the current line.
    pub(super) fn settle(&mut self, state: &mut G::State, ply: usize) -> i32 {
        if self.options.window != Window::Binary {
            return self.ask(state, ply, Limits::OPEN);
        }
        let Known { mut lo, mut up } = self.range(state);
        let line = self.line.len();
        self.settles_ties = false;
        while lo < up {
            let middle = lo + (up - lo + 1) / 2;
            let value = self.ask(state, ply, Limits::at_least(middle));
            if self.meter.stopped().is_some() {
                return value;
            }
            self.researches += 1;
            self.line.truncate(line);
            if value >= middle {
                lo = value;
            } else {
                up = value;
            }
        }
        if self.options.value_for.is_some() {
            return lo;
        }
        self.settles_ties = !self.options.any_best;
        self.most = if ply == 0 { lo } else { Known::NOTHING.up };
        self.ask(state, ply, Limits::exactly(lo))
    }

    /// The possible values by the declared range, and by bounds.
    pub(super) fn range(&self, state: &G::State) -> Known {
        let range = self.evaluation.range(self.game);
        let declared = Known {
            lo: range.minp.map_or(i16::MIN, |minp| minp[self.root]).into(),
            up: range.maxp.map_or(i16::MAX, |maxp| maxp[self.root]).into(),
        };
        declared.and(self.known(state, Limits::OPEN).0)
    }

    /// Visits a node from which a search starts: the root, which costs nothing, or one of its children.
    pub(super) fn ask(&mut self, state: &mut G::State, ply: usize, limits: Limits) -> i32 {
        if ply > 0 && !self.meter.pay() {
            return limits.alpha;
        }
        self.visit(state, ply, limits)
    }
}
