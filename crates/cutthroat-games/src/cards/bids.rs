//! Bids: how many tricks a player promises, what keeping the promise is worth, and what a hand can promise.

use cutthroat::Payoff;

use super::card::{Cards, Suit};
use super::position::Position;
use super::rules::{Counts, payoff_of};

/// A side's result against its bid, as the utilities of the 2005 paper use it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contract {
    pub(crate) tricks: i16,
    pub(crate) bid: i16,
    /// How many other sides miss their bid.
    pub(crate) others_missing: i16,
}

impl Contract {
    pub(crate) fn made(self) -> bool {
        self.tricks >= self.bid
    }

    /// mOT: `0` when missed, else `1 + total - overtricks`.
    pub(crate) fn few_overtricks(self, total: u8) -> i16 {
        if self.made() { 1 + i16::from(total) - (self.tricks - self.bid) } else { 0 }
    }

    /// smOT: as mOT, but the first [`FREE_OVERTRICKS`] cost nothing.
    pub(crate) fn few_overtricks_beyond_a_margin(self, total: u8) -> i16 {
        let costly = (self.tricks - self.bid - FREE_OVERTRICKS).max(0);
        if self.made() { 1 + i16::from(total) - costly } else { 0 }
    }

    /// OH: `total - |tricks - bid|`.
    pub(crate) fn closeness(self, total: u8) -> i16 {
        i16::from(total) - (self.tricks - self.bid).abs()
    }

    /// The formula of Table 1: `0` when missed, else `10*bid - overtricks + 3*(others that miss)`.
    pub(crate) fn table_1(self) -> i16 {
        if self.made() { 10 * self.bid - (self.tricks - self.bid) + 3 * self.others_missing } else { 0 }
    }
}

/// The paper says "a slight margin" without a number. We take two overtricks.
pub(crate) const FREE_OVERTRICKS: i16 = 2;

/// The payoff in which every player gets `worth` of their side's contract. Player `p` is on side `p % sides`, so with
/// as many sides as players every player is alone.
pub(crate) fn worth_of_contracts(
    players: usize,
    sides: usize,
    counts: &Counts,
    bids: &Counts,
    worth: impl Fn(Contract) -> i16,
) -> Payoff {
    // A division at every leaf would cost more than the rest of it, and most players are alone.
    let side_of = |player: usize| if player < sides { player } else { player % sides };
    let mut tricks = [0; cutthroat::MAX_PLAYERS];
    let mut bid = [0; cutthroat::MAX_PLAYERS];
    for player in 0..players {
        tricks[side_of(player)] += i16::from(counts[player]);
        bid[side_of(player)] += i16::from(bids[player]);
    }
    let missing: i16 = (0..sides).map(|side| i16::from(tricks[side] < bid[side])).sum();
    payoff_of(players, |player| {
        let side = side_of(player);
        let others_missing = missing - i16::from(tricks[side] < bid[side]);
        worth(Contract { tricks: tricks[side], bid: bid[side], others_missing })
    })
}

/// What each side still needs to make its bid, as far as it affects how players compare two ways to share the tricks
/// left. Beyond `-least` overtricks every further one is alike, and a bid out of reach stays out of reach.
pub(crate) fn needs(players: usize, sides: usize, position: &Position, bids: &Counts, least: i16) -> u64 {
    let taken = position.taken();
    let mut needs = [0_i16; cutthroat::MAX_PLAYERS];
    for player in 0..players {
        needs[player % sides] += i16::from(bids[player]) - i16::from(taken[player]);
    }
    let most = i16::from(position.left()) + 1;
    needs[..sides].iter().fold(0, |all, &need| all << 8 | (need.clamp(least, most.max(least)) - least) as u64)
}

/// What a hand can promise, as a sound player counts it: one trick each for an ace and a guarded king, for every trump
/// from the third on and for each of the three highest trumps when guarded, and one more for a void or a singleton with
/// trumps to spare. In small deals, with fewer cards in other hands, the same cards count the same.
pub(crate) fn suggested_bid(hand: Cards, trump: Option<Suit>) -> u8 {
    let mut tricks = 0;
    let trumps = trump.map_or(0, |suit| hand.of(suit).len());
    for suit in Suit::ALL {
        let held = hand.of(suit);
        let guarded = |above: usize| held.iter().any(|card| card.above() == above) && held.len() > above;
        if trump == Some(suit) {
            let high = (0..3).filter(|&above| guarded(above)).count();
            tricks += high + held.len().saturating_sub(high.max(2));
        } else {
            tricks += (0..2).filter(|&above| guarded(above)).count();
            tricks += usize::from(held.len() < 2 && trumps > 1 && hand.len() > 4);
        }
    }
    tricks.min(hand.len()) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_promise_what_a_player_would() {
        let bid = |hand: &str, trump| suggested_bid(hand.parse().unwrap(), trump);
        assert_eq!(bid("432.432.432.5432", Some(Suit::Spades)), 1);
        assert_eq!(bid("AKQ.A32.432.5432", Some(Suit::Spades)), 4);
        assert_eq!(bid("AKQJT98765432...", Some(Suit::Spades)), 13);
        assert_eq!(bid("432.AK2.K2.K5432", None), 4);
        assert_eq!(bid("...A", None), 1);
    }
}
