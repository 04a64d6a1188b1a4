//! Table lookups and stores of the recursion.

use super::{Known, Limits, ParanoidRecursion, RestsOn};
use crate::eval::Evaluation;
use crate::hints::SearchHints;
use crate::order::MoveOrder;
use crate::table::{Names, Record, Remaining, TableKind};

/// What a table knows about a node.
pub(super) struct RecalledInterval {
    pub(super) known: Known,
    /// The move that was best, as its place in the reference order.
    pub(super) hint: Option<u16>,
    pub(super) rests_on: RestsOn,
    /// Whether it does not rest on a depth limit.
    pub(super) complete: bool,
}

impl<G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>, K: TableKind<G>> ParanoidRecursion<'_, G, E, M, K> {
    /// All that is `known` of a node, with what the table knows. Stops as soon as that settles the value.
    #[inline]
    pub(super) fn recall(
        &mut self,
        state: &G::State,
        ply: usize,
        names: &Names,
        known: Known,
        rests_on: RestsOn,
        limits: Limits,
    ) -> RecalledInterval {
        let remaining = self.remaining(ply);
        let base = i32::from(names.merged.base[self.root]);
        let mut recalled = RecalledInterval { known, hint: None, rests_on, complete: true };
        let Some(table) = &mut self.table else { return recalled };
        for memo in names.all() {
            for (mask, record) in table.probe(memo) {
                recalled.hint = Some(record.best);
                if !record.holds_for(remaining) {
                    continue;
                }
                let known = Known::of(record.entry, base);
                let rests_on = || if self.partitions { K::relevant_from_mask(self.game, state, mask) } else { 0 };
                if known.lo > recalled.known.lo {
                    (recalled.known.lo, recalled.rests_on.lo) = (known.lo, rests_on());
                    recalled.complete &= record.complete;
                }
                if known.up < recalled.known.up {
                    (recalled.known.up, recalled.rests_on.up) = (known.up, rests_on());
                    recalled.complete &= record.complete;
                }
                if recalled.known.settles(limits).is_some() {
                    break;
                }
            }
            if recalled.known.settles(limits).is_some() {
                table.count_hit();
                break;
            }
        }
        recalled
    }

    /// Stores what was `proved`; `known` says whether the table had anything about the node.
    pub(super) fn remember(&mut self, state: &G::State, ply: usize, names: &Names, known: bool, proved: Known) {
        let mask = if self.partitions { K::mask(self.game, state, self.relevant) } else { u64::MAX };
        let entry = proved.interval(names.merged.base[self.root]);
        let remaining = self.remaining(ply);
        let record = Record { entry, depth: remaining.plies, complete: !self.cut_off, best: self.best };
        let Some(table) = &mut self.table else { return };
        let (memo, mask) = names.of_result(mask, record.complete);
        table.writer.store(memo, mask, record, known, |old, new| {
            let alike = old.depth == new.depth && old.complete == new.complete;
            if alike { Record { entry: old.entry.and(new.entry), ..new } } else { new }
        });
    }

    #[inline]
    pub(super) fn remaining(&self, ply: usize) -> Remaining {
        Remaining { plies: (self.horizon - ply) as u16, to_the_end: self.options.depth.is_none() }
    }
}
