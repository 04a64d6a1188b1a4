//! What a search does as one of several threads. See [`crew`](crate::crew).

use super::ParanoidRecursion;
use crate::crew::{Division, Member};
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

    /// Whether the search of a node has been abandoned because another thread has settled it. Then the node can be
    /// visited once more: its result is in the table, or most of it.
    #[cold]
    pub(super) fn leaves_to_others(&mut self, ply: usize, buffers: Buffers) -> bool {
        if !self.division.resumes_at(ply) {
            return false;
        }
        self.meter.resume();
        self.division.leave(false);
        self.moves.truncate(buffers.moves);
        self.turns.truncate(buffers.moves);
        self.line.truncate(buffers.line);
        self.searched.truncate(buffers.searched);
        true
    }

    /// Puts the moves from `next` on that other threads are searching behind one that nobody is searching, if there is
    /// one.
    #[cold]
    pub(super) fn leave_moves_to_others(&mut self, node: u64, next: usize) {
        let next = &mut self.turns[next..];
        let under_way = self.division.under_way(node, next.iter().copied());
        next[..=under_way].rotate_right(1);
    }

    /// Begins to search a move of a divided node. Not if another thread has settled a node above: then the search is
    /// abandoned up to there.
    #[cold]
    pub(super) fn begins(&mut self, node: u64, index: u16, is_first: bool) -> bool {
        if self.division.is_settled_above() {
            self.meter.suspend();
            return false;
        }
        self.division.begin(node, index, is_first);
        true
    }
}
