//! Cards as people write them: `HJ`, `jh`, `10h`, `♥J`.

use std::cmp::Reverse;
use std::fmt;

/// The suits, in the order in which a hand is sorted, and how each is drawn.
const SUITS: [(char, char); 4] = [('S', '♠'), ('H', '♥'), ('D', '♦'), ('C', '♣')];

/// The ranks, the lowest first.
const RANKS: &str = "23456789TJQKA";

/// The name of a card: a suit and a rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardName {
    /// Its place in the list of suits.
    pub suit: usize,
    /// How high it is, from 0.
    pub rank: usize,
}

impl CardName {
    /// Reads a card with its suit first or last, in small or capital letters, with 10 or T.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.to_uppercase().replace("10", "T");
        let letters: Vec<char> = text.chars().collect();
        let [one, other] = letters[..] else { return None };
        let both = |suit, rank| Some(Self { suit: suit_of(suit)?, rank: RANKS.find(rank)? });
        both(one, other).or_else(|| both(other, one))
    }

    /// All cards of a pack.
    pub fn pack() -> impl Iterator<Item = Self> {
        (0..SUITS.len()).flat_map(|suit| (0..RANKS.len()).map(move |rank| Self { suit, rank }))
    }

    /// The letter of its rank.
    #[must_use]
    pub fn rank_letter(self) -> char {
        char::from(RANKS.as_bytes()[self.rank])
    }
}

/// As moves are written.
impl fmt::Display for CardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", SUITS[self.suit].0, self.rank_letter())
    }
}

/// The place of a suit in the list, by its letter or sign.
#[must_use]
pub fn suit_of(suit: char) -> Option<usize> {
    SUITS.iter().position(|(letter, sign)| suit == *letter || suit == *sign)
}

/// How a suit is drawn.
#[must_use]
pub const fn suit_sign(suit: usize, in_ascii: bool) -> char {
    if in_ascii { SUITS[suit].0 } else { SUITS[suit].1 }
}

/// The name of a suit in words.
#[must_use]
pub fn suit_in_words(suit: usize) -> &'static str {
    ["spades", "hearts", "diamonds", "clubs"][suit]
}

/// A trump in words: the letter of a suit, or N.
#[must_use]
pub fn trump_in_words(trump: &str) -> &'static str {
    trump.chars().next().and_then(suit_of).map_or("no trump", suit_in_words)
}

/// Sorts a hand: suit by suit, each from the highest card down. What is not a card goes to the end.
pub fn sort(hand: &mut [String]) {
    hand.sort_by_key(|card| {
        CardName::read(card).map_or((usize::MAX, Reverse(0)), |card| (card.suit, Reverse(card.rank)))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_read_in_any_form() {
        for text in ["HT", "th", "10h", "h10", "♥T", "t♥", "Ht"] {
            assert_eq!(CardName::read(text).unwrap().to_string(), "HT", "{text}");
        }
        for text in ["", "H", "HH", "1H", "H1", "HTT", "XT", "hint"] {
            assert_eq!(CardName::read(text), None, "{text}");
        }
        assert!(CardName::pack().all(|card| CardName::read(&card.to_string()) == Some(card)));
    }

    #[test]
    fn hands_are_sorted() {
        let mut hand = ["C2", "SA", "HK", "S2", "HA"].map(str::to_owned);
        sort(&mut hand);
        assert_eq!(hand, ["SA", "S2", "HA", "HK", "C2"]);
    }
}
