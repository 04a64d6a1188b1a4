//! Leaf-value tables as acceptance sets.

use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;

use super::Attain;
use super::outcome_masks::{BoundMasks, Mask, and, mask_of, or};
use crate::eval::{Bounds, Ensured, Evaluation, Outcome};
use crate::game::{Game, MAX_PLAYERS, Player};
use crate::payoff::Payoff;
use crate::table::Memo;
use crate::ties::{Standing, Ties};

/// The most outcomes a table may hold. Beyond it, use the sum test.
pub const MAX_OUTCOMES: usize = 1024;

/// An enumeration of outcomes that is too large for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{distinct} distinct outcomes are more than a leaf-value table holds ({MAX_OUTCOMES}); use the sum test")]
pub struct TooManyOutcomes {
    /// How many there were.
    pub distinct: usize,
}

/// The acceptance sets of one player and one best outcome: one for each standing, and one of everything that is at
/// least as good.
const MASKS: usize = 3;
const AT_LEAST: usize = 2;

/// Attainable means: some outcome of the leaf-value table is left (2005 paper). A set of outcomes has one bit per
/// outcome.
///
/// For every player, best outcome and [`Standing`] the set of outcomes that would replace that best *under the tie
/// rule* is computed beforehand, so climbing one level of a chain is one AND. Monotone bounds remove the outcomes
/// that no longer agree with what has been counted.
#[derive(Clone, Debug)]
pub struct TableTest<'e, E, const WORDS: usize> {
    evaluation: &'e E,
    sets: OutcomeSets<WORDS>,
}

/// All of a table that does not depend on the evaluation of positions: compiled once for each size.
#[derive(Clone, Debug)]
struct OutcomeSets<const WORDS: usize> {
    ties: Ties,
    /// The bit of each row of the evaluation's outcomes.
    bit_of_row: Vec<u16>,
    payoff_of_bit: Vec<Payoff>,
    all: Mask<WORDS>,
    /// By player, best bit and standing. After the two standings: everything that is at least as good.
    accept: Vec<Mask<WORDS>>,
    /// What a transposition table stores for each bit: its counts if they distinguish all bits, otherwise its payoff.
    kept_of_bit: Vec<Payoff>,
    bit_of_kept: FxHashMap<Payoff, u16>,
    keeps_counts: bool,
    bounds: Option<BoundMasks<WORDS>>,
    /// The same for payoffs, if a search goes to the end and asks what players can ensure.
    ensures: Option<BoundMasks<WORDS>>,
}

impl<'e, E, const WORDS: usize> TableTest<'e, E, WORDS> {
    /// Builds the table of `outcomes`. Outcomes that the test need not distinguish share a bit: those with equal
    /// payoffs and, with `bounds`, equal counts.
    ///
    /// # Errors
    /// When more than `64 * WORDS` different outcomes are left.
    pub fn new(evaluation: &'e E, outcomes: &[Outcome], ties: Ties, bounds: bool) -> Result<Self, TooManyOutcomes> {
        Ok(Self { evaluation, sets: OutcomeSets::new(outcomes, ties, bounds)? })
    }

    /// The same test for a search to the end of the game: with bounds on, it also uses what players can ensure.
    #[must_use]
    pub fn to_the_end(self) -> Self {
        let OutcomeSets { bounds, payoff_of_bit, ties, .. } = &self.sets;
        let ensures = bounds.is_some().then(|| BoundMasks::new(payoff_of_bit, ties.players));
        Self { sets: OutcomeSets { ensures, ..self.sets }, ..self }
    }

    #[inline]
    fn ensured<G: Game>(&self, game: &G, state: &G::State) -> Option<Ensured>
    where
        E: Evaluation<G>,
    {
        if self.sets.ensures.is_some() { self.evaluation.ensured_by(game, state, u8::MAX) } else { None }
    }

    /// What can still happen at `state` in a search to the end of the game. Compiled once, and not wherever it is asked:
    /// working out what players can ensure takes much longer than a call.
    #[inline(never)]
    fn possible_to_the_end<G: Game>(&self, game: &G, state: &G::State, seats: u8) -> Mask<WORDS>
    where
        E: Evaluation<G>,
    {
        let players = self.sets.ties.players;
        let within = |mask, masks: &Option<BoundMasks<WORDS>>, bounds: Option<Bounds>| match (masks, bounds) {
            (Some(masks), Some(bounds)) => masks.consistent_outlined(mask, &bounds, players),
            _ => mask,
        };
        let Some(ensured) = self.evaluation.ensured_by(game, state, seats) else {
            return within(self.sets.all, &self.sets.bounds, self.evaluation.counted_bounds(game, state));
        };
        within(within(self.sets.all, &self.sets.bounds, Some(ensured.counted)), &self.sets.ensures, ensured.payoff)
    }

    /// How many different outcomes the table has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sets.payoff_of_bit.len()
    }

    /// Whether there is no outcome at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sets.payoff_of_bit.is_empty()
    }
}

impl<const WORDS: usize> OutcomeSets<WORDS> {
    fn new(outcomes: &[Outcome], ties: Ties, bounds: bool) -> Result<Self, TooManyOutcomes> {
        let (bit_of_row, distinct) = share_bits(outcomes, bounds);
        if distinct.len() > 64 * WORDS {
            return Err(TooManyOutcomes { distinct: distinct.len() });
        }
        let payoff_of_bit: Vec<Payoff> = distinct.iter().map(|outcome| outcome.payoff).collect();
        let mut accept = vec![[0; WORDS]; ties.players * payoff_of_bit.len() * MASKS];
        for (mover, accept) in Player::all(ties.players).zip(accept.chunks_mut(payoff_of_bit.len() * MASKS)) {
            fill_acceptance_sets(accept, &payoff_of_bit, ties, mover);
        }
        let by_counts = || distinct.iter().map(|outcome| outcome.counted);
        let keeps_counts = bounds && by_counts().collect::<FxHashSet<_>>().len() == distinct.len();
        let kept_of_bit: Vec<Payoff> = if keeps_counts { by_counts().collect() } else { payoff_of_bit.clone() };
        Ok(Self {
            ties,
            bit_of_row,
            bit_of_kept: kept_of_bit.iter().zip(0..).map(|(&kept, bit)| (kept, bit)).collect(),
            kept_of_bit,
            keeps_counts,
            all: mask_of(0..payoff_of_bit.len()),
            accept,
            bounds: bounds.then(|| {
                let counts: Vec<Payoff> = by_counts().collect();
                BoundMasks::new(&counts, ties.players)
            }),
            ensures: None,
            payoff_of_bit,
        })
    }
}

/// A leaf-value table as people look at it: the outcomes, and what each player would take in place of each of them.
///
/// ```
/// use cutthroat::attain::LeafTable;
/// use cutthroat::{Outcome, Payoff, Player, Standing, TieRule, Ties};
///
/// let outcome = |payoff: &[i16]| Outcome { payoff: Payoff::new(payoff), counted: Payoff::new(payoff) };
/// let outcomes = [outcome(&[2, 1, 0]), outcome(&[1, 1, 1]), outcome(&[0, 1, 2])];
/// let ties = Ties { rule: TieRule::First, root: Player::new(0), players: 3 };
/// let table = LeafTable::new(&outcomes, ties, false)?;
/// assert_eq!(table.accepted(Player::new(2), 1, Standing::After), [2]);
/// assert_eq!(table.accepted(Player::new(2), 1, Standing::Before), [1, 2]);
/// # Ok::<(), cutthroat::attain::TooManyOutcomes>(())
/// ```
#[derive(Clone, Debug)]
pub struct LeafTable {
    outcomes: Vec<Outcome>,
    sets: OutcomeSets<{ MAX_OUTCOMES / 64 }>,
}

impl LeafTable {
    /// The table of `outcomes`, as a [`TableTest`] of the same has it.
    ///
    /// # Errors
    /// When there are more than [`MAX_OUTCOMES`] different ones.
    pub fn new(outcomes: &[Outcome], ties: Ties, bounds: bool) -> Result<Self, TooManyOutcomes> {
        let sets = OutcomeSets::new(outcomes, ties, bounds)?;
        Ok(Self { outcomes: share_bits(outcomes, bounds).1, sets })
    }

    /// The different outcomes.
    #[must_use]
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// The places of the outcomes that `mover` would take in place of `best`, the place of an outcome.
    #[must_use]
    pub fn accepted(&self, mover: Player, best: usize, standing: Standing) -> Vec<u16> {
        let place = (mover.index() * self.outcomes.len() + best) * MASKS + standing as usize;
        bits(&self.sets.accept[place])
    }
}

/// The bits of a set.
fn bits(mask: &[u64]) -> Vec<u16> {
    let all = 0..(mask.len() * 64) as u16;
    all.filter(|bit| mask[usize::from(bit / 64)] >> (bit % 64) & 1 == 1).collect()
}

/// The places of payoffs, those that `mover` prefers first. Not part of the next function, so that it is compiled once
/// for all sizes of tables.
fn best_first(payoffs: &[Payoff], ties: Ties, mover: Player) -> Vec<usize> {
    let mut places: Vec<usize> = (0..payoffs.len()).collect();
    places.sort_by(|&a, &b| ties.preferred_first(mover, &payoffs[a], &payoffs[b]));
    places
}

/// Fills in what `mover` accepts in place of each outcome: everything that is more for the mover, and of the ties what
/// the tie rule prefers. Outcomes are visited from the best down, so that each set is the one before and a few more.
fn fill_acceptance_sets<const WORDS: usize>(accept: &mut [Mask<WORDS>], payoffs: &[Payoff], ties: Ties, mover: Player) {
    let best_first = best_first(payoffs, ties, mover);
    let mut preferred = [0; WORDS];
    for equal in best_first.chunk_by(|&a, &b| payoffs[a][mover] == payoffs[b][mover]) {
        for tied in equal.chunk_by(|&a, &b| ties.preferred_first(mover, &payoffs[a], &payoffs[b]).is_eq()) {
            let no_worse = or(preferred, &mask_of(tied.iter().copied()));
            for &best in tied {
                accept[best * MASKS + Standing::After as usize] = preferred;
                accept[best * MASKS + Standing::Before as usize] = no_worse;
            }
            preferred = no_worse;
        }
        for &best in equal {
            accept[best * MASKS + AT_LEAST] = preferred;
        }
    }
}

/// The number of different outcomes in a table.
pub(crate) fn distinct_outcomes(outcomes: &[Outcome], bounds: bool) -> usize {
    share_bits(outcomes, bounds).1.len()
}

/// The memory of the sets of a table of `outcomes`, in bytes, with `words` words each.
pub(crate) fn mask_bytes(outcomes: &[Outcome], players: usize, bounds: bool, words: usize) -> u64 {
    let distinct = share_bits(outcomes, bounds).1;
    let counts = || distinct.iter().flat_map(|outcome| outcome.counted.seats(players));
    let numbers = match (counts().min(), counts().max()) {
        (Some(least), Some(most)) if bounds => most.abs_diff(*least) as usize + 1,
        _ => 0,
    };
    (players * (distinct.len() * MASKS + 2 * numbers) * words * size_of::<u64>()) as u64
}

fn share_bits(outcomes: &[Outcome], bounds: bool) -> (Vec<u16>, Vec<Outcome>) {
    let mut distinct = Vec::new();
    let mut seen = FxHashMap::default();
    let bit_of_row = outcomes
        .iter()
        .map(|outcome| {
            let key = (outcome.payoff, bounds.then_some(outcome.counted));
            *seen.entry(key).or_insert_with(|| {
                distinct.push(*outcome);
                distinct.len() - 1
            }) as u16
        })
        .collect();
    (bit_of_row, distinct)
}

impl<E, const WORDS: usize> TableTest<'_, E, WORDS> {
    #[inline]
    fn accepted(&self, index: u32) -> &Mask<WORDS> {
        &self.sets.accept[index as usize]
    }

    #[inline]
    fn accept_index(&self, mover: Player, best: u16, standing: Standing) -> u32 {
        ((mover.index() * self.sets.payoff_of_bit.len() + usize::from(best)) * MASKS + standing as usize) as u32
    }
}

impl<G: Game, E: Evaluation<G>, const WORDS: usize> Attain<G> for TableTest<'_, E, WORDS> {
    type Value = u16;
    type Possible = Mask<WORDS>;
    type Accept = u32;
    type Region = Mask<WORDS>;

    #[inline(always)]
    fn leaf(&self, game: &G, state: &G::State) -> u16 {
        self.sets.bit_of_row[self.evaluation.outcome(game, state)]
    }

    #[inline(always)]
    fn payoff(&self, bit: u16) -> Payoff {
        self.sets.payoff_of_bit[usize::from(bit)]
    }

    #[inline(always)]
    fn replaces(&self, mover: Player, &best: &u16, &candidate: &u16, standing: Standing) -> bool {
        let accepted = self.accepted(self.accept_index(mover, best, standing));
        accepted[usize::from(candidate) / 64] >> (candidate % 64) & 1 == 1
    }

    #[inline(always)]
    fn possible(&self, game: &G, state: &G::State) -> Mask<WORDS> {
        let Some(masks) = &self.sets.bounds else { return self.sets.all };
        if self.sets.ensures.is_some() {
            return self.possible_to_the_end(game, state, u8::MAX);
        }
        match self.evaluation.counted_bounds(game, state) {
            Some(bounds) => masks.consistent(self.sets.all, &bounds, self.sets.ties.players),
            None => self.sets.all,
        }
    }

    #[inline(always)]
    fn renews(&self, game: &G, state: &G::State) -> bool {
        self.sets.bounds.is_some() && (self.evaluation.renews_bounds(game, state) || self.sets.ensures.is_some())
    }

    #[inline]
    fn only(&self, possible: &Mask<WORDS>) -> Option<u16> {
        let mut bits = possible.iter().enumerate().filter(|(_, word)| **word != 0);
        let (place, word) = bits.next()?;
        let alone = word & (word - 1) == 0 && bits.next().is_none();
        alone.then(|| (64 * place) as u16 + word.trailing_zeros() as u16)
    }

    #[inline]
    fn is_settled_for(&self, player: Player, game: &G, state: &G::State, possible: &Mask<WORDS>) -> bool {
        let Some(ensures) = &self.sets.ensures else { return false };
        let mut words = possible.iter().enumerate().filter(|(_, word)| **word != 0);
        let Some((place, word)) = words.next() else { return false };
        let payoff = self.sets.payoff_of_bit[64 * place + word.trailing_zeros() as usize][player];
        ensures.have_exactly(possible, player, payoff) && {
            // What is ensured says nothing about moves that give it away.
            let counted = self.ensured(game, state).map(|ensured| ensured.counted);
            self.sets.bounds.as_ref().zip(counted).is_some_and(|(bounds, counted)| {
                let possible = bounds.consistent_outlined(self.sets.all, &counted, self.sets.ties.players);
                ensures.have_exactly(&possible, player, payoff)
            })
        }
    }

    #[inline]
    fn rests_on(&self, game: &G, state: &G::State) -> [u64; MAX_PLAYERS] {
        self.ensured(game, state).map_or([0; MAX_PLAYERS], |ensured| ensured.rests_on)
    }

    fn possible_by(&self, game: &G, state: &G::State, seats: u8) -> Mask<WORDS> {
        self.possible_to_the_end(game, state, seats)
    }

    #[inline(always)]
    fn accept(&self, mover: Player, &best: &u16, standing: Standing) -> u32 {
        self.accept_index(mover, best, standing)
    }

    #[inline(always)]
    fn everything(&self, possible: &Mask<WORDS>) -> Mask<WORDS> {
        *possible
    }

    #[inline(always)]
    fn narrow(&self, region: &mut Mask<WORDS>, accept: &u32, _: &Mask<WORDS>) {
        *region = and(*region, self.accepted(*accept));
    }

    #[inline(always)]
    fn is_empty(&self, region: &Mask<WORDS>) -> bool {
        region.iter().all(|&word| word == 0)
    }

    fn is_bounded(&self) -> bool {
        self.sets.bounds.is_some()
    }

    fn tie_may_replace(&self, mover: Player, standing: Standing) -> bool {
        self.sets.ties.tie_may_replace(mover, standing)
    }

    fn bounds(&self, _: &Mask<WORDS>) -> Option<Bounds> {
        None
    }

    fn outcomes(&self, possible: &Mask<WORDS>) -> Option<Vec<u16>> {
        Some(bits(possible))
    }

    fn keeps_counts(&self) -> bool {
        self.sets.keeps_counts
    }

    #[inline]
    fn memo(&self, game: &G, state: &G::State) -> Option<Memo> {
        if self.sets.keeps_counts {
            self.evaluation.counted_memo(game, state)
        } else {
            self.evaluation.memo(game, state)
        }
    }

    #[inline]
    fn kept(&self, bit: u16, base: &Payoff) -> Payoff {
        self.sets.kept_of_bit[usize::from(bit)] - *base
    }

    #[inline]
    fn recalled(&self, kept: Payoff, base: &Payoff) -> u16 {
        self.sets.bit_of_kept[&(kept + *base)]
    }

    fn at_least(&self, mover: Player, bit: u16) -> u32 {
        self.accept_index(mover, bit, Standing::Before) + AT_LEAST as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ties::TieRule;

    #[test]
    fn acceptance_sets_are_what_the_tie_rule_says_pair_by_pair() {
        // Few numbers, so that most payoffs are tied for somebody.
        let payoffs: Vec<Payoff> = (0..64).map(|n: i16| Payoff::new(&[n % 3, n / 3 % 4, n / 12 % 2, n % 5])).collect();
        for rule in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful, TieRule::Random(7)] {
            for (root, mover) in Player::all(4).flat_map(|root| Player::all(4).map(move |mover| (root, mover))) {
                let ties = Ties { rule, root, players: 4 };
                let mut accept = vec![[0_u64; 1]; payoffs.len() * MASKS];
                fill_acceptance_sets(&mut accept, &payoffs, ties, mover);
                for (best, has) in payoffs.iter().enumerate() {
                    for (bit, candidate) in payoffs.iter().enumerate() {
                        let accepts = |set: usize| accept[best * MASKS + set][0] >> bit & 1 == 1;
                        for standing in [Standing::Before, Standing::After] {
                            assert_eq!(accepts(standing as usize), ties.replaces(mover, has, candidate, standing));
                        }
                        assert_eq!(accepts(AT_LEAST), candidate[mover] >= has[mover]);
                    }
                }
            }
        }
    }
}
