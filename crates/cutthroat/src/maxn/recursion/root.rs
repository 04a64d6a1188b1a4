//! The root of a search: where the recursion begins and its result is collected.

use super::{MaxnRecursion, OpenNode};
use crate::analysis::{Analysis, MoveValue};
use crate::attain::Attain;
use crate::budget::{Meter, Stop};
use crate::chain::{Best, Conditions};
use crate::game::Player;
use crate::hints::SearchHints;
use crate::observe::Watch;
use crate::order::MoveOrder;
use crate::search::SearchError;
use crate::table::TableKind;
use crate::ties::Standing;

impl<G, A, M, O, C, K> MaxnRecursion<'_, G, A, M, O, C, K>
where
    G: SearchHints,
    A: Attain<G>,
    M: MoveOrder<G>,
    O: Watch<G>,
    C: Conditions,
    K: TableKind<G>,
{
    /// Searches `state`, which must not be the end of the game. `meter` counts the nodes.
    ///
    /// # Errors
    /// When the game goes on for longer than any search and no depth was given, or the budget ends.
    ///
    /// # Panics
    /// When the game is over at `state`.
    pub(in crate::maxn) fn run(
        mut self,
        state: &G::State,
        tried_first: Option<G::Move>,
        meter: &mut Meter,
    ) -> Result<Analysis<G::Move>, SearchError> {
        self.tried_first = tried_first;
        std::mem::swap(&mut self.meter, meter);
        let found = self.search(state);
        std::mem::swap(&mut self.meter, meter);
        found
    }

    fn search(&mut self, state: &G::State) -> Result<Analysis<G::Move>, SearchError> {
        let nodes_before = self.meter.nodes();
        let mut state = state.clone();
        let mover = self.game.mover(&state).expect("a search starts where a player has to move");
        self.lister.list_root_for_ties(self.ties, &state, &mut self.moves);
        let moves = self.search_from(&mut state, mover, 0);
        let best = self.path.at(0).best();
        if K::HAS_TABLE && self.meter.stopped().is_none() {
            self.extend_line(state);
        }
        if let Some(stop) = self.meter.stopped() {
            return Err(SearchError::Stopped(stop));
        }
        let best = best.expect("the root is searched without a requirement");
        let analysis = Analysis {
            payoff: self.test.payoff(best.value),
            best: self.line.first().copied(),
            line: std::mem::take(&mut self.line),
            moves,
            nodes: self.meter.nodes() - nodes_before,
            researches: self.researches,
            depth: if self.cut_off { self.horizon } else { self.deepest.min(self.horizon) },
            stop: if self.cut_off { Stop::Depth } else { Stop::Complete },
            ties: self.ties,
        };
        if self.cut_off && self.to_the_end { Err(SearchError::TooLong) } else { Ok(analysis) }
    }

    /// Searches a position from which a search starts, with chains that stay below it. Returns the values of all moves
    /// of the root, if they are wanted.
    #[inline(never)]
    fn search_from(&mut self, state: &mut G::State, mover: Player, ply: usize) -> Vec<MoveValue<G::Move>> {
        let node = self.open(state, mover, ply, 0, None, false);
        let possible = self.test.possible(self.game, state);
        if ply == 0 && self.all_moves {
            return self.value_every_move(state, node, &possible);
        }
        self.search_children_outlined(state, node, ply, &possible);
        Vec::new()
    }

    /// Searches every move of the root separately, and then lets the mover choose. The line is that of the chosen move.
    fn value_every_move(
        &mut self,
        state: &mut G::State,
        node: OpenNode,
        possible: &A::Possible,
    ) -> Vec<MoveValue<G::Move>> {
        let mover = self.path.at(0).mover;
        let mut valued = vec![None; node.count];
        let mut left: Vec<u16> = (0..node.count as u16).collect();
        let divided = self.division.node(0, self.horizon);
        while !left.is_empty() {
            let next = divided
                .map_or(0, |number| self.division.under_way(number).free_move(&left.iter().copied(), |_, _| false));
            let index = left.remove(next);
            self.path.at_mut(0).open(mover);
            self.line.clear();
            if let Some(number) = divided {
                self.division.begin(number, index, false);
            }
            self.search_child_outlined(state, node, index, false, 0, possible);
            if let Some(number) = divided {
                self.division.end(number, index, false);
            }
            if self.meter.stopped().is_some() {
                break;
            }
            self.meter.move_done();
            let value = self.path.at(0).best().expect("a root without a requirement wants every value").value;
            valued[usize::from(index)] = Some((value, self.line.clone()));
        }
        let mut values: Vec<MoveValue<G::Move>> = Vec::with_capacity(node.count);
        let mut chosen: Option<Best<A::Value>> = None;
        for (index, (value, line)) in
            valued.into_iter().enumerate().filter_map(|(index, valued)| Some((index, valued?)))
        {
            values.push(MoveValue::searched(self.moves[index], self.test.payoff(value)));
            if chosen.is_none_or(|best| self.test.replaces(mover, &best.value, &value, Standing::After)) {
                chosen = Some(Best { value, index: index as u16 });
                self.line = line;
            }
        }
        if let Some(chosen) = chosen {
            self.path.at_mut(0).take(chosen);
        }
        values
    }

    /// The table stores values, not lines. If the line ends before the game or the search does, its last position is
    /// searched separately, with chains that stay below it, and so on.
    fn extend_line(&mut self, mut state: G::State) {
        let mut ply = 0;
        while self.meter.stopped().is_none() {
            for &mv in &self.line[ply..] {
                self.game.play(&mut state, mv);
            }
            ply = self.line.len();
            let Some(mover) = self.game.mover(&state).filter(|_| ply < self.horizon) else { break };
            self.moves.clear();
            self.turns.clear();
            self.lister.list(&state, &mut self.moves);
            self.search_from(&mut state, mover, ply);
        }
    }
}
