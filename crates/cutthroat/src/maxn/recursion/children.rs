//! The children of a node: searching them, choosing among them, and the tests that make searching unnecessary.

use super::{Aside, MaxnRecursion, OpenNode, OrderedMove, SearchedChild};
use crate::attain::Attain;
use crate::chain::{self, Best, Climb, Conditions, Verdict};
use crate::crew::UnderWay;
use crate::hints::SearchHints;
use crate::observe::{Prune, Requirement, Watch};
use crate::order::MoveOrder;
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
    /// Searches the children one after the other, until nothing unseen can change the result. `MAY_BE_ROOT` is set where the
    /// node may be the root and its moves are reported.
    #[inline(always)]
    pub(super) fn search_children<const MAY_BE_ROOT: bool>(
        &mut self,
        state: &mut G::State,
        node: OpenNode,
        floor: usize,
        possible: &A::Possible,
    ) -> Verdict<()> {
        let divided = if K::HAS_TABLE { self.division.node(node.ply, self.deepest) } else { None };
        for turn in 0..node.count {
            if let Some(number) = divided.filter(|_| turn > 0)
                && let under_way = self.division.under_way(number)
                && !under_way.is_empty()
            {
                self.leave_moves_to_others(state, under_way, node.first_move, turn);
            }
            let OrderedMove { index, first_later } = self.turn(node, turn);
            if A::TESTS {
                self.path.at_mut(node.ply).on_last_branch = turn + 1 == node.count;
            }
            let set_aside = match self.equivalent_sibling(state, node, index) {
                Some(sibling) => sibling.set_aside,
                None => {
                    if let Some(number) = divided
                        && !self.division.begins(&mut self.meter, number, index, turn == 0)
                    {
                        return Verdict::Ignored;
                    }
                    let set_aside = self.search_child(state, node, index, false, floor, possible);
                    if let Some(number) = divided {
                        self.division.end(number, index, turn == 0);
                    }
                    set_aside
                }
            };
            if self.meter.stopped().is_some() {
                return Verdict::Ignored;
            }
            if MAY_BE_ROOT && node.ply == 0 {
                self.meter.move_done();
            }
            if !A::TESTS {
                continue;
            }
            if let Some(top) = set_aside
                && C::SEARCH_AGAIN
            {
                self.aside.push(Aside { index, top });
            }
            if !self.path.at(node.ply).has_best() {
                continue;
            }
            let mut first_unseen = first_later;
            if self.aside.len() > node.first_aside {
                if self.is_wanted(node) {
                    self.search_again(state, node, possible);
                    if self.meter.stopped().is_some() {
                        return Verdict::Ignored;
                    }
                }
                first_unseen = self.first_aside(node).min(first_later);
            }
            if first_unseen == u16::MAX {
                break;
            }
            let level = self.path.at_mut(node.ply);
            let best = level.index();
            let standing = Standing::of(first_unseen, best);
            if std::mem::replace(&mut level.tested[standing as usize], true) {
                continue;
            }
            if self.longest_after > 0
                && let Some(top) = self.test_after_child(node, standing, possible, floor)
            {
                self.note_proof(state, |search, possible| {
                    search.test_after_child(node, standing, possible, floor) == Some(top)
                });
                if O::WATCHES {
                    let cut = node.count - turn - 1 + self.aside.len() - node.first_aside;
                    self.report(node.ply, top, Some(standing), cut, possible);
                }
                if !M::IS_REFERENCE {
                    let mv = self.moves[node.first_move + usize::from(best)];
                    self.order.caused_cut(self.game, state, node.ply, mv, self.horizon - node.ply);
                }
                if top == node.ply {
                    return self.found(*self.path.at(node.ply).value());
                }
                return Verdict::pruned(node.ply, top);
            }
            if Self::REORDERS && standing == Standing::Before && self.has_all_there_is(node, possible) {
                self.continue_in_reference_order(node, turn + 1);
            }
        }
        match self.aside[node.first_aside..].iter().map(|aside| aside.top).min() {
            Some(top) => Verdict::pruned(node.ply, top),
            // Only without condition 3 can a node end without a value.
            None => self.path.at(node.ply).best().map_or(Verdict::Ignored, |best| self.found(best.value)),
        }
    }

    /// Puts the moves from `turn` on that other threads are searching behind one that nobody is searching, if there is
    /// one. `first_move` is where the moves of the node begin.
    #[cold]
    fn leave_moves_to_others(&mut self, state: &G::State, under_way: UnderWay, first_move: usize, turn: usize) {
        let mv = |index: u16| self.moves[first_move + usize::from(index)];
        let alike = |one, other| K::is_equivalent_given(self.game, state, mv(one), mv(other), 0);
        let next = &mut self.turns[first_move + turn..];
        let free = under_way.free_move(&next.iter().map(|turn| turn.index), alike);
        next[..=free].rotate_right(1);
        OrderedMove::note_later(next);
    }

    /// [`search_children`](Self::search_children) for rare callers: compiled once, not inlined into each of them.
    #[inline(never)]
    pub(super) fn search_children_outlined(
        &mut self,
        state: &mut G::State,
        node: OpenNode,
        floor: usize,
        possible: &A::Possible,
    ) -> Verdict<()> {
        self.search_children::<true>(state, node, floor, possible)
    }

    /// [`search_child`](Self::search_child) for rare callers.
    #[inline(never)]
    pub(super) fn search_child_outlined(
        &mut self,
        state: &mut G::State,
        node: OpenNode,
        index: u16,
        again: bool,
        floor: usize,
        possible: &A::Possible,
    ) -> Option<usize> {
        self.search_child(state, node, index, again, floor, possible)
    }

    /// Searches the child at `index` of the reference order, of a node where `possible` is possible. If the mover
    /// prefers it, it becomes the visible best. Returns the top of the chain if the child has to be set aside.
    #[inline(always)]
    pub(super) fn search_child(
        &mut self,
        state: &mut G::State,
        node: OpenNode,
        index: u16,
        again: bool,
        floor: usize,
        possible: &A::Possible,
    ) -> Option<usize> {
        if !self.meter.pay() {
            return None;
        }
        let mv = self.moves[node.first_move + usize::from(index)];
        // In reference order the child now searched comes after all others.
        if again || Self::REORDERS {
            let level = self.path.at_mut(node.ply);
            level.standing = level.best().map_or(Standing::After, |best| Standing::of(index, best.index));
        }
        if O::WATCHES {
            let index = if node.ply == 0 { self.index_as_listed(state, mv) } else { index };
            self.observer.down(mv, index, again);
        }
        let relevant = self.begin_move();
        let set_aside;
        if Self::COPIES {
            let mut child = state.clone();
            let undo = self.game.play_on_copy(state, &mut child, mv);
            self.note_decided(&child, mv, &undo);
            set_aside = self.look_at_child(&mut child, node, mv, index, floor, possible);
        } else {
            let undo = self.game.play(state, mv);
            self.note_decided(state, mv, &undo);
            set_aside = self.look_at_child(state, node, mv, index, floor, possible);
            self.game.undo(state, mv, undo);
        }
        self.end_move(state, mv, relevant, set_aside);
        set_aside
    }

    /// An already searched child to which the child at `index` is equivalent, so that it need not be searched. If that
    /// child was refused or is the visible best, an equivalent child later than the best in reference order is refused
    /// as well. One that comes before the best might replace it.
    #[inline(always)]
    fn equivalent_sibling(&self, state: &G::State, node: OpenNode, index: u16) -> Option<SearchedChild<G::Move>> {
        if !K::HAS_TABLE || !self.partitions || node.ply == 0 || index < self.path.at(node.ply).index() {
            return None;
        }
        let mv = self.moves[node.first_move + usize::from(index)];
        let mut searched = self.searched[node.first_searched..].iter().rev();
        searched.find(|sibling| K::is_equivalent_given(self.game, state, sibling.mv, mv, sibling.relevant)).copied()
    }

    /// Searches the child that `mv` led to.
    #[inline(always)]
    fn look_at_child(
        &mut self,
        child: &mut G::State,
        node: OpenNode,
        mv: G::Move,
        index: u16,
        floor: usize,
        possible: &A::Possible,
    ) -> Option<usize> {
        let mover = self.game.mover(child);
        let Some(mover) = mover.filter(|_| node.ply + 1 < self.horizon) else {
            self.note_leaf(mover.is_some());
            let value = self.test.leaf(self.game, child);
            if self.path.at(node.ply).wants(self.test, &value) {
                self.line.truncate(node.line);
                self.line.push(mv);
                self.path.at_mut(node.ply).take(Best { value, index });
            }
            if O::WATCHES {
                self.observer.up(Verdict::Exact(self.test.payoff(value)));
            }
            return None;
        };
        let line = self.line.len();
        self.line.push(mv);
        let verdict = self.visit(child, mover, node.ply + 1, floor, possible);
        if O::WATCHES {
            self.observer.up(verdict.map(|()| self.test.payoff(self.exact)));
        }
        match verdict {
            Verdict::Exact(()) if self.path.at(node.ply).wants(self.test, &self.exact) => {
                if line > node.line {
                    self.line.copy_within(line.., node.line);
                    self.line.truncate(node.line + self.line.len() - line);
                }
                self.path.at_mut(node.ply).take(Best { value: self.exact, index });
                None
            }
            Verdict::Exact(_) | Verdict::Ignored => {
                self.line.truncate(line);
                None
            }
            Verdict::SetAside { top } => {
                self.line.truncate(line);
                Some(top)
            }
        }
    }

    /// Whether the level above wants the best of the node as it is.
    fn is_wanted(&self, node: OpenNode) -> bool {
        let best = self.path.at(node.ply).best();
        best.is_none_or(|best| node.ply == 0 || self.path.above(node.ply).wants(self.test, &best.value))
    }

    /// The first in the reference order of the children set aside.
    fn first_aside(&self, node: OpenNode) -> u16 {
        self.aside[node.first_aside..].iter().map(|aside| aside.index).fold(u16::MAX, u16::min)
    }

    /// Searches the children set aside again, with chains that stay below this node: the parent wants its best, so its
    /// value is needed.
    fn search_again(&mut self, state: &mut G::State, node: OpenNode, possible: &A::Possible) {
        for place in node.first_aside..self.aside.len() {
            self.researches += 1;
            let index = self.aside[place].index;
            let set_aside = self.search_child_outlined(state, node, index, true, node.ply, possible);
            if self.meter.stopped().is_some() {
                break;
            }
            debug_assert_eq!(set_aside, None, "a chain reached above its floor");
        }
        self.aside.truncate(node.first_aside);
        self.path.at_mut(node.ply).standing = Standing::After;
    }

    /// The top of the chain above a node that has seen nothing yet, if it proves a prune. What is possible there and what its mover is sure of act as a
    /// requirement of its own.
    #[inline(always)]
    pub(super) fn test_on_entry(
        &self,
        ply: usize,
        floor: usize,
        possible: &A::Possible,
        sure: Option<A::Accept>,
    ) -> Option<usize> {
        let longest = if sure.is_some() { self.longest_after } else { self.longest_on_entry };
        let ceiling = floor.max((ply + 1).saturating_sub(longest));
        let climb = Climb { ceiling, speculation: self.speculation };
        let mut region = self.test.everything(possible);
        let mut from = ply;
        let parent = self.path.at(ply - 1);
        let mut excluded = false;
        if let Some(sure) = sure {
            self.test.narrow(&mut region, &sure, possible);
        } else if parent.has_best() {
            let requirement = self.test.accept(parent.mover, parent.value(), parent.standing);
            from -= 1;
            excluded = self.test.excludes(possible, &requirement);
            if !excluded && !climb.passes::<G, A, C>(self.test, &self.path, from) {
                return None;
            }
            self.test.narrow(&mut region, &requirement, possible);
        }
        if excluded {
            return Some(from);
        }
        chain::climb::<G, A, C>(self.test, &self.path, from, None, region, possible, climb)
    }

    /// Whether no move after the visible best in the reference order can replace it.
    #[inline]
    fn has_all_there_is(&self, node: OpenNode, possible: &A::Possible) -> bool {
        let level = self.path.at(node.ply);
        self.test.excludes(possible, &self.test.accept(level.mover, level.value(), Standing::After))
    }

    /// Searches the moves from `turn` on in the reference order. Once only an earlier move can replace the best, by a tie,
    /// all of them have to be searched up to the first that does.
    fn continue_in_reference_order(&mut self, node: OpenNode, turn: usize) {
        OrderedMove::sort_by_reference_order(&mut self.turns[node.first_move + turn..]);
    }

    /// The chain that begins with the node's own requirement, for all its unseen children.
    #[inline(always)]
    fn test_after_child(
        &self,
        node: OpenNode,
        standing: Standing,
        possible: &A::Possible,
        floor: usize,
    ) -> Option<usize> {
        let level = self.path.at(node.ply);
        let own = self.test.accept(level.mover, level.value(), standing);
        if self.test.excludes(possible, &own) {
            return Some(node.ply);
        }
        let ceiling = floor.max((node.ply + 1).saturating_sub(self.longest_after));
        if node.ply == ceiling || C::DAGGER && !self.path.above(node.ply).has_best() {
            return None;
        }
        let climb = Climb { ceiling, speculation: self.speculation };
        let mut region = self.test.everything(possible);
        self.test.narrow(&mut region, &own, possible);
        chain::climb::<G, A, C>(self.test, &self.path, node.ply, Some(level.value()), region, possible, climb)
    }

    /// The place in the game's own list of a root move, which a random tie rule has shuffled.
    #[cold]
    fn index_as_listed(&mut self, state: &G::State, mv: G::Move) -> u16 {
        let mut listed = Vec::new();
        self.lister.list(state, &mut listed);
        listed.iter().position(|&other| other == mv).unwrap_or_default() as u16
    }

    /// Shows a prune to the observer; `own` is the standing of the unseen children, if the node has a best.
    #[cold]
    pub(super) fn report(
        &mut self,
        level: usize,
        top: usize,
        own: Option<Standing>,
        cut: usize,
        possible: &A::Possible,
    ) {
        let first = if own.is_some() { level } else { level - 1 };
        let chain = (top..=first)
            .rev()
            .filter_map(|ply| {
                let at = self.path.at(ply);
                let standing = if ply == level { own? } else { at.standing };
                let best = self.test.payoff(at.best()?.value);
                Some(Requirement {
                    level: ply,
                    player: at.mover,
                    has: best[at.mover],
                    best,
                    standing,
                    tie_may_replace: self.test.tie_may_replace(at.mover, standing),
                })
            })
            .collect();
        let (bounds, possible) = (self.test.bounds(possible), self.test.outcomes(possible));
        self.observer.pruned(Prune { level, top, chain, cut, bounds, possible });
    }
}
