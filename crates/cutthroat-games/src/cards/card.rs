//! Cards, suits and sets of cards.

mod set;

pub use set::Cards;

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use super::error::CardError;

/// A suit, in the order in which PBN writes hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Suit {
    /// ♠
    Spades,
    /// ♥
    Hearts,
    /// ♦
    Diamonds,
    /// ♣
    Clubs,
}

impl Suit {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Spades, Self::Hearts, Self::Diamonds, Self::Clubs];

    /// Its letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Spades => 'S',
            Self::Hearts => 'H',
            Self::Diamonds => 'D',
            Self::Clubs => 'C',
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spades => "spades",
            Self::Hearts => "hearts",
            Self::Diamonds => "diamonds",
            Self::Clubs => "clubs",
        }
    }

    /// Its sign, as printed on the cards.
    #[must_use]
    pub const fn sign(self) -> char {
        match self {
            Self::Spades => '♠',
            Self::Hearts => '♥',
            Self::Diamonds => '♦',
            Self::Clubs => '♣',
        }
    }

    /// The suit with this letter, in either case.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|suit| suit.letter() == letter.to_ascii_uppercase())
    }

    /// All thirteen cards of the suit.
    #[inline]
    #[must_use]
    pub const fn cards(self) -> Cards {
        Cards(SUIT << (16 * self as u32))
    }
}

/// The ranks, highest first.
pub const RANKS: [char; 13] = ['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'];

const SUIT: u64 = 0x1fff;

/// A card: its bit in [`Cards`]. A suit has sixteen bits, and the ace is the lowest of them, so that counting up
/// through a set lists it in the usual order: spades first, from the ace down. Of two cards of a suit the *lesser*
/// wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Card(u8);

impl Card {
    /// The queen of spades.
    pub const QUEEN_OF_SPADES: Self = Self(2);

    /// The card of `suit` with `above` ranks above it: 0 for the ace, 12 for the two.
    ///
    /// # Panics
    /// When there is no such rank.
    #[must_use]
    pub const fn new(suit: Suit, above: usize) -> Self {
        assert!(above < RANKS.len(), "a rank below the two");
        Self((suit as usize * 16 + above) as u8)
    }

    /// Its bit.
    #[inline]
    pub(crate) const fn index(self) -> u8 {
        self.0
    }

    /// The card with this bit.
    #[inline]
    pub(crate) const fn of_index(index: u8) -> Self {
        Self(index)
    }

    /// Its suit.
    #[inline]
    #[must_use]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 >> 4 & 3) as usize]
    }

    /// How many ranks are above it: 0 for the ace, 12 for the two.
    #[inline]
    #[must_use]
    pub const fn above(self) -> usize {
        (self.0 & 15) as usize
    }

    /// The letter of its rank.
    #[must_use]
    pub const fn rank(self) -> char {
        RANKS[self.above() % RANKS.len()]
    }

    /// The set of this card alone.
    #[inline]
    #[must_use]
    pub const fn alone(self) -> Cards {
        Cards(1 << (self.0 & 63))
    }

    /// Whether it beats `other`, which was played to the trick before.
    #[inline]
    #[must_use]
    pub fn beats(self, other: Self, trump: Option<Suit>) -> bool {
        if (self.0 ^ other.0) < 16 { self.0 < other.0 } else { trump.is_some_and(|trump| trump as u8 == self.0 >> 4) }
    }

    /// Of the cards of a trick to which `led` was led, the one with the least weakness wins.
    #[inline]
    pub(crate) const fn weakness(self, led: Self, trump: Option<Suit>) -> u8 {
        let of_suit_led = self.0 ^ (led.0 & 0x30);
        match trump {
            None => of_suit_led,
            Some(trump) if trump as u8 == self.0 >> 4 => self.0 & 15,
            Some(_) => of_suit_led + 64,
        }
    }
}

impl Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit().letter(), self.rank())
    }
}

impl Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Card {
    type Err = CardError;

    /// Reads `SA` or `AS`, in upper or lower case; `10` is the ten.
    fn from_str(text: &str) -> Result<Self, CardError> {
        let invalid = || CardError::NotACard(text.to_owned());
        let with_letter = text.replace("10", "T");
        let mut letters = with_letter.chars();
        let (Some(first), Some(second), None) = (letters.next(), letters.next(), letters.next()) else {
            return Err(invalid());
        };
        let read = |suit: char, rank: char| Some(Self::new(Suit::of_letter(suit)?, above_of_letter(rank)?));
        read(first, second).or_else(|| read(second, first)).ok_or_else(invalid)
    }
}

fn above_of_letter(letter: char) -> Option<usize> {
    RANKS.iter().position(|&rank| rank == letter.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Cards {
        text.parse().unwrap()
    }

    #[test]
    fn cards_and_hands_are_written_as_they_are_read() {
        for card in Cards::PACK.iter() {
            assert_eq!(card.to_string().parse(), Ok(card));
            let turned: String = card.to_string().chars().rev().collect();
            assert_eq!(turned.parse(), Ok(card));
        }
        for ten in ["ST", "S10", "10S", "s10", "ts"] {
            assert_eq!(ten.parse(), Ok(Card::new(Suit::Spades, 4)), "{ten}");
        }
        assert_eq!(cards("A10.10..109"), cards("at.t..t9"));
        assert_eq!(Cards::PACK.len(), 52);
        assert_eq!(cards("AK3.Q2..T9").to_string(), "AK3.Q2..T9");
        assert_eq!(
            "S1".parse::<Card>().unwrap_err().to_string(),
            "`S1` is not a card; write suit and rank, such as SA"
        );
        assert_eq!(
            "A.A.A".parse::<Cards>().unwrap_err().to_string(),
            "hand `A.A.A` has 3 suits; write four, with dots between"
        );
        assert_eq!("AA...".parse::<Cards>(), Err(CardError::Twice(Card::new(Suit::Spades, 0))));
    }

    #[test]
    fn the_highest_of_each_run_stands_for_it() {
        let ours = cards("AKJ9.32.KJT.AQ");
        let others = cards("Q8.K.95.K2");
        assert_eq!(ours.highest_of_runs(others), cards("AJ.3.K.AQ"));
        assert_eq!(ours.highest_of_runs(Cards::NONE), cards("A.3.K.A"));
        assert_eq!(Cards::PACK.highest_of_runs(Cards::NONE), cards("A.A.A.A"));
        assert_eq!(cards("2.A..").highest_of_runs(Cards::NONE), cards("2.A.."));
    }

    #[test]
    fn the_card_drawn_is_that_of_the_list() {
        let hands = ["A...", "...2", "AKQJT98765432...", "2.A.2.A", "AKJ9.32.KJT.AQ", "T4.KQJ7.7.5A8"];
        for set in hands.map(cards).into_iter().chain([Cards::PACK]) {
            for (place, card) in set.iter().enumerate() {
                let drawn = set.drawn(|count| {
                    assert_eq!(count, set.len());
                    place
                });
                assert_eq!(drawn, card, "{set}");
            }
        }
    }

    #[test]
    fn trumps_beat_other_suits_and_nothing_else_does() {
        let card = |text: &str| text.parse::<Card>().unwrap();
        assert!(card("SA").beats(card("SK"), None));
        assert!(!card("SK").beats(card("SA"), Some(Suit::Spades)));
        assert!(!card("HA").beats(card("S2"), None));
        assert!(card("H2").beats(card("SA"), Some(Suit::Hearts)));
        assert!(!card("SA").beats(card("H2"), Some(Suit::Hearts)));
    }

    /// Card by card, the winner of a trick is the one that beats the best so far.
    #[test]
    fn the_least_weakness_wins() {
        let all: Vec<Card> = Cards::PACK.iter().collect();
        for trump in [None, Some(Suit::Spades), Some(Suit::Diamonds), Some(Suit::Clubs)] {
            for &led in &all {
                let weakness = |card: &Card| card.weakness(led, trump);
                for &best in all.iter().filter(|&&best| best == led || best.beats(led, trump)) {
                    for other in all.iter().filter(|&&other| other != best && other != led) {
                        let wins = weakness(other) < weakness(&best);
                        assert_eq!(wins, other.beats(best, trump), "{led} {best} {other} {trump:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn by_rank_goes_across_the_suits() {
        let mut listed = Vec::new();
        cards("K2.A.2.K").by_rank(|card| listed.push(card.to_string()));
        assert_eq!(listed, ["HA", "SK", "CK", "S2", "D2"]);
    }
}
