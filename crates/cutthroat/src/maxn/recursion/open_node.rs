//! A node on the path: its moves, and the order in which they are searched.

use super::MaxnRecursion;
use crate::attain::Attain;
use crate::chain::Conditions;
use crate::game::Player;
use crate::hints::SearchHints;
use crate::observe::Watch;
use crate::order::{MoveOrder, bring_forward};
use crate::table::TableKind;

/// One move in the order of search.
#[derive(Clone, Copy)]
pub(super) struct OrderedMove {
    /// Its place in the reference order.
    pub(super) index: u16,
    /// The first in the reference order of all moves whose turn is later.
    pub(super) first_later: u16,
}

impl OrderedMove {
    /// Notes for each of the moves of a node what comes later.
    #[inline]
    pub(super) fn note_later(turns: &mut [Self]) {
        let mut first_later = u16::MAX;
        for turn in turns.iter_mut().rev() {
            turn.first_later = first_later;
            first_later = first_later.min(turn.index);
        }
    }

    /// Puts these moves into the reference order. Not part of the recursion, so that sorting is compiled once and not for
    /// every search.
    #[inline(never)]
    pub(super) fn sort_by_reference_order(turns: &mut [Self]) {
        turns.sort_unstable_by_key(|turn| turn.index);
        Self::note_later(turns);
    }
}

/// A node being searched: the places of its moves in the common buffers.
#[derive(Clone, Copy)]
pub(super) struct OpenNode {
    pub(super) ply: usize,
    pub(super) first_move: usize,
    pub(super) count: usize,
    pub(super) first_aside: usize,
    pub(super) first_searched: usize,
    /// Where its best line begins.
    pub(super) line: usize,
}

impl<G, A, M, O, C, K> MaxnRecursion<'_, G, A, M, O, C, K>
where
    G: SearchHints,
    A: Attain<G>,
    M: MoveOrder<G>,
    O: Watch<G>,
    C: Conditions,
    K: TableKind<G>,
{
    /// Lists the moves of a node from `first_move` on. Returns the move instead, if there is only one and such nodes
    /// are passed.
    #[inline(always)]
    pub(super) fn list_moves(&mut self, state: &G::State, first_move: usize) -> Option<G::Move> {
        if Self::PASSES_FORCED_MOVES
            && let Some(only) = self.game.only_move(state)
        {
            return Some(only);
        }
        self.lister.list(state, &mut self.moves);
        if Self::PASSES_FORCED_MOVES && self.moves.len() == first_move + 1 { self.moves.pop() } else { None }
    }

    /// Puts a node on the path: its level, its moves, which begin at `first_move`, and the order in which they are
    /// searched.
    #[inline(always)]
    pub(super) fn open(
        &mut self,
        state: &G::State,
        mover: Player,
        ply: usize,
        first_move: usize,
        hint: Option<u16>,
        is_settled: bool,
    ) -> OpenNode {
        self.deepest = self.deepest.max(ply + 1);
        self.path.at_mut(ply).open(mover);
        let moves = &self.moves[first_move..];
        let count = moves.len();
        assert!((1..=usize::from(u16::MAX)).contains(&count), "{count} moves where there must be 1 to 65,535");
        if Self::REORDERS {
            self.indices.clear();
            self.indices.extend(0..count as u16);
            if !is_settled {
                self.order.arrange_at(ply, self.game, state, moves, &mut self.indices);
            }
            if ply == 0
                && let Some(first) = self.tried_first
            {
                bring_forward(moves, &mut self.indices, first);
            }
            let hint = hint.filter(|_| !is_settled);
            if let Some(place) = hint.and_then(|hint| self.indices.iter().position(|&index| index == hint)) {
                self.indices[..=place].rotate_right(1);
            }
            self.turns.extend(self.indices.iter().map(|&index| OrderedMove { index, first_later: u16::MAX }));
            OrderedMove::note_later(&mut self.turns[first_move..]);
        }
        let (first_aside, first_searched) = (self.aside.len(), self.searched.len());
        OpenNode { ply, first_move, count, first_aside, first_searched, line: self.line.len() }
    }

    /// The move that is searched at this turn, and the first of the later ones in reference order.
    #[inline]
    pub(super) fn turn(&self, node: OpenNode, turn: usize) -> OrderedMove {
        if !Self::REORDERS {
            let later = turn + 1;
            OrderedMove { index: turn as u16, first_later: if later < node.count { later as u16 } else { u16::MAX } }
        } else {
            self.turns[node.first_move + turn]
        }
    }

    #[inline(always)]
    pub(super) fn close(&mut self, node: OpenNode) {
        self.moves.truncate(node.first_move);
        if Self::REORDERS {
            self.turns.truncate(node.first_move);
        }
        if A::TESTS {
            self.aside.truncate(node.first_aside);
        }
        if K::HAS_TABLE {
            self.searched.truncate(node.first_searched);
        }
    }
}
