//! Nodes that are looked up in the table before they are searched, and stored there afterwards.

use super::MaxnRecursion;
use crate::attain::Attain;
use crate::chain::{Conditions, Verdict};
use crate::game::Player;
use crate::hints::SearchHints;
use crate::maxn::memory;
use crate::observe::Watch;
use crate::order::MoveOrder;
use crate::payoff::Payoff;
use crate::table::{Memo, Names, Proof, Record, Remaining, TableKind};

/// What a table knows of a node that still has to be searched.
#[derive(Clone, Copy)]
pub(super) struct FromTable<V> {
    /// A move to try first, as its place in the reference order.
    pub(super) hint: Option<u16>,
    /// What its mover is sure of.
    pub(super) sure: Option<V>,
    /// The features that rests on.
    pub(super) rests_on: u64,
    /// Whether it rests on a depth limit.
    pub(super) cut_off: bool,
}

impl<V> FromTable<V> {
    pub(super) const NOTHING: Self = Self { hint: None, sure: None, rests_on: 0, cut_off: false };
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
    /// Whether the table is asked about nodes of this level. A search to the end asks about all of them; one with a
    /// depth limit skips those with little below.
    #[inline(always)]
    pub(super) fn asks(&self, ply: usize) -> bool {
        self.remaining(ply).are_worth_a_probe()
    }

    /// The memo of a node. Which moves are left out or listed first may depend on the whole position, even if its value
    /// does not.
    #[inline(always)]
    pub(super) fn memo(&self, state: &G::State) -> Option<Memo> {
        if self.lister.is_plain() { self.test.memo(self.game, state) } else { Some(Memo::of(state)) }
    }

    #[inline(always)]
    pub(super) fn remaining(&self, ply: usize) -> Remaining {
        Remaining { plies: (self.horizon - ply) as u16, to_the_end: self.to_the_end }
    }

    /// Visits a node that has children to search, or looks it up in the table. Chains do not reach above level `floor`.
    /// If states are copied, `state` belongs to this visit. `possible` is what was possible at its parent.
    pub(super) fn visit(
        &mut self,
        state: &mut G::State,
        mover: Player,
        ply: usize,
        floor: usize,
        possible: &A::Possible,
    ) -> Verdict<()> {
        if !K::HAS_TABLE {
            return self.visit_unknown(state, mover, ply, floor, FromTable::NOTHING, possible);
        }
        let (relevant, cut_off) = (self.relevant, self.cut_off);
        let (mut from_table, mut names) = (FromTable::NOTHING, None);
        let memo = if self.asks(ply) { self.memo(state) } else { None };
        let remaining = self.remaining(ply);
        if let Some((memo, table)) = memo.zip(self.table.as_mut()) {
            let of_node = Names::new(&memo, self.salt, self.partitions, remaining);
            let known = memory::recall::<G, A, K>(table, self.game, self.test, state, &of_node, remaining);
            if let Some((value, cut_off)) = known.exact {
                self.relevant |= known.relevant;
                self.cut_off |= cut_off;
                return self.found(value);
            }
            self.division.recognise(&of_node.merged);
            self.cut_off = false;
            self.relevant = 0;
            self.path.at_mut(ply).pass();
            from_table = FromTable {
                hint: known.hint,
                sure: known.sure.map(|(value, _)| value),
                rests_on: known.relevant,
                cut_off: known.sure.is_some_and(|(_, cut_off)| cut_off),
            };
            names = Some((memo.base, of_node, known.known));
        }
        let is_divided = names.is_some() && self.division.divides(ply, self.deepest);
        let line = self.line.len();
        if is_divided {
            self.division.enter(ply);
        }
        let verdict = self.visit_unknown(state, mover, ply, floor, from_table, possible);
        if is_divided && self.division.resumes_at(&mut self.meter, ply) {
            (self.relevant, self.cut_off) = (relevant, cut_off);
            self.line.truncate(line);
            return self.visit(state, mover, ply, floor, possible);
        }
        if let Some((base, names, known)) = names {
            self.remember(state, ply, verdict, &base, &names, known);
            self.relevant |= relevant;
            self.cut_off |= cut_off;
        }
        if is_divided {
            self.division.leave(self.meter.stopped().is_none() && matches!(verdict, Verdict::Exact(())));
        }
        verdict
    }

    /// Stores what the verdict on a node has proved.
    pub(super) fn remember(
        &mut self,
        state: &G::State,
        ply: usize,
        verdict: Verdict<()>,
        base: &Payoff,
        names: &Names,
        known: bool,
    ) {
        let proved = match verdict {
            Verdict::Exact(()) => Some((self.exact, true)),
            _ => self.path.at(ply).best().map(|best| (best.value, false)),
        };
        if let Some((value, exact)) = proved
            && self.meter.stopped().is_none()
        {
            let record = Record {
                entry: Proof::new(&self.test.kept(value, base), exact),
                depth: self.remaining(ply).plies,
                complete: !self.cut_off,
                best: self.path.at(ply).best().map_or(0, |best| best.index),
            };
            let mask = if self.partitions { K::mask(self.game, state, self.relevant) } else { u64::MAX };
            if let Some(table) = &mut self.table {
                memory::remember::<C>(table, names, mask, record, known);
            }
        }
    }
}
