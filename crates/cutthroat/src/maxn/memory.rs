//! The table of a max^n search, if it has one.

use crate::attain::Attain;
use crate::chain::Conditions;
use crate::hints::SearchHints;
use crate::selection::Selection;
use crate::table::{Names, Proof, Record, Remaining, TableKind, TableUse, WideHasher};
use crate::ties::{TieRule, Ties};

/// Separates the results of searches that may share a table: by tie-break rule, by the player at the root if the rule
/// depends on them, by the kind of stored value, and by the selection of moves. A random rule differs at the root only,
/// which is never stored.
pub(super) fn salt(ties: Ties, keeps_counts: bool, selection: Selection) -> u128 {
    let (rule, root) = match ties.rule {
        TieRule::First | TieRule::Random(_) => (0, 0),
        TieRule::WorstForRoot => (1, ties.root.index()),
        TieRule::Spiteful => (2, ties.root.index()),
    };
    let mut hasher = WideHasher::default();
    hasher.add(rule);
    hasher.add(root as u64);
    hasher.add(keeps_counts.into());
    hasher.add(selection.salt());
    hasher.wide()
}

/// What a table knows about a node before the node is searched.
pub(super) struct RecalledValue<V> {
    /// Its exact value, and whether that rests on a depth limit.
    pub(super) exact: Option<(V, bool)>,
    /// What the mover gets at least, and whether that rests on a depth limit.
    pub(super) sure: Option<(V, bool)>,
    /// The best move, as its place in the reference order.
    pub(super) hint: Option<u16>,
    /// The features of the position that this rests on.
    pub(super) relevant: u64,
    /// Whether the table has anything about the position.
    pub(super) known: bool,
}

/// Asks the table about a node, under both of its names.
#[inline]
pub(super) fn recall<G: SearchHints, A: Attain<G>, K: TableKind<G>>(
    table: &mut TableUse<'_, Proof>,
    game: &G,
    test: &A,
    state: &G::State,
    names: &Names,
    remaining: Remaining,
) -> RecalledValue<A::Value> {
    let mut recalled = RecalledValue { exact: None, sure: None, hint: None, relevant: 0, known: false };
    for memo in names.all() {
        for (mask, record) in table.probe(memo) {
            recalled.hint = Some(record.best);
            recalled.known = true;
            if !record.holds_for(remaining) {
                continue;
            }
            let value = (test.recalled(record.entry.payoff(), &memo.base), !record.complete);
            recalled.relevant = K::relevant_from_mask(game, state, mask);
            if record.entry.exact {
                recalled.exact = Some(value);
                break;
            }
            recalled.sure = Some(value);
        }
        if recalled.exact.is_some() {
            table.count_hit();
            return recalled;
        }
    }
    recalled
}

/// Stores what was proved about a node; `known` says whether the table had anything about it. An exact value is not replaced by a bound.
#[inline]
pub(super) fn remember<C: Conditions>(
    table: &mut TableUse<'_, Proof>,
    names: &Names,
    mask: u64,
    record: Record<Proof>,
    known: bool,
) {
    let mut record = record;
    record.entry.exact |= !C::STORE_EXACT;
    let (memo, mask) = names.of_result(mask, record.complete);
    table.writer.store(memo, mask, record, known, |old, new| {
        let keeps = old.entry.exact && !new.entry.exact && old.complete == new.complete && old.depth >= new.depth;
        if keeps { *old } else { new }
    });
}
