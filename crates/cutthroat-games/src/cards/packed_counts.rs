//! What each party has taken, packed into one register.

use cutthroat::{MAX_PLAYERS, Payoff};

use super::rules::Counts;

/// What each party has taken. Sixteen bits each fill one register, as in a payoff, so the counts are added to as a whole
/// and are a payoff without conversion; bytes would have to be unpacked at every leaf.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(16))]
pub(crate) struct PackedCounts([u16; MAX_PLAYERS]);

/// All bits of one party.
const ALONE: [PackedCounts; MAX_PLAYERS] = {
    let mut masks = [PackedCounts([0; MAX_PLAYERS]); MAX_PLAYERS];
    let mut party = 0;
    while party < MAX_PLAYERS {
        masks[party].0[party] = u16::MAX;
        party += 1;
    }
    masks
};

/// All bits of the first `parties` parties.
const FIRST: [PackedCounts; MAX_PLAYERS + 1] = {
    let mut masks = [PackedCounts([0; MAX_PLAYERS]); MAX_PLAYERS + 1];
    let mut parties = 1;
    while parties <= MAX_PLAYERS {
        masks[parties] = masks[parties - 1];
        masks[parties].0[parties - 1] = u16::MAX;
        parties += 1;
    }
    masks
};

impl PackedCounts {
    pub(crate) fn new(counts: &Counts) -> Self {
        Self(counts.map(u16::from))
    }

    #[inline(always)]
    pub(crate) fn counts(&self) -> Counts {
        self.0.map(|count| count as u8)
    }

    /// What each party has taken, in its internal form: a leaf need not unpack it.
    #[inline(always)]
    pub(crate) fn lanes(&self) -> &[u16; MAX_PLAYERS] {
        &self.0
    }

    /// Adds to what `party` has taken.
    #[inline(always)]
    pub(crate) fn add(&mut self, party: usize, counted: u8) {
        let mask = &ALONE[party % MAX_PLAYERS];
        *self = Self(std::array::from_fn(|lane| self.0[lane].wrapping_add(mask.0[lane] & u16::from(counted))));
    }

    /// Subtracts from what `party` has taken.
    #[inline(always)]
    pub(crate) fn remove(&mut self, party: usize, counted: u8) {
        let mask = &ALONE[party % MAX_PLAYERS];
        *self = Self(std::array::from_fn(|lane| self.0[lane].wrapping_sub(mask.0[lane] & u16::from(counted))));
    }

    /// The counts if each of the first `parties` takes `left` more.
    #[inline(always)]
    pub(crate) fn with(&self, left: u8, parties: usize) -> Self {
        let mask = &FIRST[parties];
        Self(std::array::from_fn(|lane| self.0[lane].wrapping_add(mask.0[lane] & u16::from(left))))
    }

    /// The payoff in which every player gets what they have taken.
    #[inline(always)]
    pub(crate) fn payoff(&self) -> Payoff {
        Payoff::of_lanes(self.0.map(|count| count as i16))
    }
}
