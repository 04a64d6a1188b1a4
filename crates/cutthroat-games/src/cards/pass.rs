//! Passing cards before a deal of Hearts.

use super::card::{Card, Cards, Suit};
use super::error::CardError;
use super::rules::misfit;

/// To whom cards are passed. In a game the pass rotates: left, right, across with four players, and then a deal without.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pass {
    /// To nobody.
    #[default]
    None,
    /// To the next seat.
    Left,
    /// To the seat before.
    Right,
    /// To the seat opposite; only where there is one.
    Across,
}

impl Pass {
    const NAMES: [(&'static str, Self); 4] =
        [("none", Self::None), ("left", Self::Left), ("right", Self::Right), ("across", Self::Across)];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, pass)| *pass == self).map_or("none", |(name, _)| name)
    }

    /// The pass of the `number`-th deal of a game, counted from 0.
    #[must_use]
    pub fn of_deal(number: usize, players: usize) -> Self {
        let round: &[Self] = if players == 4 {
            &[Self::Left, Self::Right, Self::Across, Self::None]
        } else {
            &[Self::Left, Self::Right, Self::None]
        };
        round[number % round.len()]
    }

    pub(crate) fn read(value: &str, players: usize) -> Result<Self, CardError> {
        let named = Self::NAMES.iter().find(|(name, _)| *name == value);
        let (_, pass) = named.ok_or_else(|| misfit("pass", value, "none, left, right or across"))?;
        if *pass == Self::Across && !players.is_multiple_of(2) {
            return Err(misfit("pass", value, "possible where nobody sits opposite; pass left or right"));
        }
        Ok(*pass)
    }

    /// How many seats on the receiver sits.
    pub(super) fn seats(self, players: usize) -> usize {
        match self {
            Self::None => 0,
            Self::Left => 1,
            Self::Right => players - 1,
            Self::Across => players / 2,
        }
    }
}

/// How many cards are passed.
pub(super) const CARDS: usize = 3;

/// Passes every player's cards that [`chosen_to_pass`] names.
pub(crate) fn exchange(hands: &mut [Cards], pass: Pass) {
    let players = hands.len();
    if pass == Pass::None {
        return;
    }
    let passed: Vec<Cards> = hands.iter().map(|&hand| chosen_to_pass(hand)).collect();
    for (giver, &cards) in passed.iter().enumerate() {
        hands[giver] = hands[giver] - cards;
    }
    for (giver, &cards) in passed.iter().enumerate() {
        hands[(giver + pass.seats(players)) % players] |= cards;
    }
}

/// The three cards a careful player gives away: the high spades if few low ones cover them, then the highest cards,
/// those of short suits first.
#[must_use]
pub fn chosen_to_pass(hand: Cards) -> Cards {
    most_dangerous(hand, CARDS)
}

/// The cards that a careful player would give away first.
pub(super) fn most_dangerous(hand: Cards, number: usize) -> Cards {
    let covered = hand.of(Suit::Spades).len() > 4;
    let danger = |card: Card| {
        let height = 13 - card.above();
        let shortness = 13 - hand.of(card.suit()).len();
        match card.suit() {
            Suit::Spades if card.above() <= 2 && !covered => 1000 - card.above().abs_diff(2),
            Suit::Spades => 0,
            Suit::Hearts => 3 * height + shortness + 2,
            Suit::Diamonds | Suit::Clubs => 3 * height + shortness,
        }
    };
    let mut cards: Vec<Card> = hand.iter().collect();
    cards.sort_by_key(|&card| std::cmp::Reverse(danger(card)));
    cards.into_iter().take(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_cards_change_hands() {
        let mut hands: Vec<Cards> = ["AQ2.A32.432.432", "KJ.KQJ.AKQ.AKQ", "T9.654.J98.J98", "8.T9.T76.T76"]
            .iter()
            .map(|hand| hand.parse().unwrap())
            .collect();
        let before = hands.clone();
        exchange(&mut hands, Pass::Left);
        for (seat, hand) in hands.iter().enumerate() {
            assert_eq!(hand.len(), before[seat].len());
            assert_eq!(*hand & before[(seat + 3) % 4], chosen_to_pass(before[(seat + 3) % 4]));
        }
        assert_eq!(chosen_to_pass(before[0]), "AQ.A..".parse().unwrap());
        assert!(Pass::read("across", 3).is_err());
    }
}
