//! What a search does as one of several threads. See [`crew`](crate::crew).

use super::ParanoidRecursion;
use crate::crew::{Division, Member, UnderWay};
use crate::eval::Evaluation;
use crate::hints::SearchHints;
use crate::order::MoveOrder;
use crate::table::TableKind;

/// How much of the common buffers was in use when a node was entered.
#[derive(Clone, Copy)]
pub(super) struct Buffers {
    moves: usize,
    line: usize,
    searched: usize,
}

impl<G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>, K: TableKind<G>> ParanoidRecursion<'_, G, E, M, K> {
    /// The same search as one of several threads.
    pub(in crate::paranoid) fn together_with(self, member: Option<Member>) -> Self {
        Self { division: Division::new(member), ..self }
    }

    /// Enters a node that the table does not settle and whose moves are divided. Returns what is needed to abandon it.
    #[cold]
    pub(super) fn enter(&mut self, ply: usize) -> Buffers {
        self.division.enter(ply);
        Buffers { moves: self.moves.len(), line: self.line.len(), searched: self.searched.len() }
    }

    /// Whether the search of a node has been abandoned because another thread has settled it.
    #[cold]
    pub(super) fn leaves_to_others(&mut self, ply: usize, buffers: Buffers) -> bool {
        if !self.division.resumes_at(self.meter, ply) {
            return false;
        }
        self.moves.truncate(buffers.moves);
        self.turns.truncate(buffers.moves);
        self.line.truncate(buffers.line);
        self.searched.truncate(buffers.searched);
        true
    }

    /// Puts the moves from `next` on that other threads are searching behind one that nobody is searching, if there is
    /// one. `first` is where the moves of the node begin.
    #[cold]
    pub(super) fn leave_moves_to_others(&mut self, state: &G::State, under_way: UnderWay, first: usize, next: usize) {
        let mv = |index: u16| self.moves[first + usize::from(index)];
        let alike = |one, other| K::is_equivalent_given(self.game, state, mv(one), mv(other), 0);
        let free = under_way.free_move(&self.turns[next..].iter().copied(), alike);
        self.turns[next..=next + free].rotate_right(1);
    }
}
