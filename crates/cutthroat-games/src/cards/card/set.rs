//! Sets of cards.

use std::fmt::{self, Debug, Display};
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};
use std::str::FromStr;

use super::{Card, SUIT, Suit, above_of_letter};
use crate::cards::error::CardError;

/// For each place and each byte, the bit at that place among those that are set.
const PLACES_IN_BYTES: [[u8; 256]; 8] = {
    let mut places = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut place) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                places[place][byte] = bit;
                place += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
};

/// A set of cards, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(pub(super) u64);

impl Cards {
    /// No card.
    pub const NONE: Self = Self(0);
    /// The whole pack.
    pub const PACK: Self = Self(SUIT | SUIT << 16 | SUIT << 32 | SUIT << 48);

    /// The bits.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All places from the first to that of `card`, in its suit and the suits before.
    #[inline]
    pub(crate) const fn up_to(card: Card) -> Self {
        Self(u64::MAX >> (63 - (card.0 & 63)))
    }

    /// The set with these bits.
    #[inline]
    pub(crate) const fn of_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Whether `card` is one of them.
    #[inline]
    #[must_use]
    pub const fn has(self, card: Card) -> bool {
        self.0 & card.alone().0 != 0
    }

    /// Those of `suit`.
    #[inline]
    #[must_use]
    pub const fn of(self, suit: Suit) -> Self {
        Self(self.0 & suit.cards().0)
    }

    /// Those of the suit of `card`.
    #[inline]
    #[must_use]
    pub const fn following(self, card: Card) -> Self {
        Self(self.0 & SUIT << (card.0 & 0x30))
    }

    /// The first in writing order; of a suit, the highest.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card(self.0.trailing_zeros() as u8)) }
    }

    /// The only card of a set of one.
    #[inline]
    #[must_use]
    pub const fn only(self) -> Option<Card> {
        if self.0 & self.0.wrapping_sub(1) == 0 { self.first() } else { None }
    }

    /// Any of them: `draw` gives a number below the one it is given, which is the place in writing order. There must be
    /// at least one.
    #[inline]
    pub(crate) fn drawn(self, draw: impl FnOnce(usize) -> usize) -> Card {
        // In every byte, how many cards there are up to it; then the byte, and the place in the byte. Without branches,
        // which chance would make unpredictable.
        const EACH: u64 = 0x0101_0101_0101_0101;
        const HIGH_BITS: u64 = 0x80 * EACH;
        let pairs = self.0 - ((self.0 >> 1) & (0x55 * EACH));
        let fours = (pairs & (0x33 * EACH)) + ((pairs >> 2) & (0x33 * EACH));
        let up_to = ((fours + (fours >> 4)) & (0x0f * EACH)).wrapping_mul(EACH);
        let place = draw((up_to >> 56) as usize);
        let passed = (((place as u64 * EACH) | HIGH_BITS) - up_to) & HIGH_BITS;
        let shift = ((passed >> 7).wrapping_mul(EACH) >> 56) << 3;
        let before = ((up_to << 8) >> shift) & 0xff;
        let byte = ((self.0 >> shift) & 0xff) as usize;
        Card(shift as u8 + PLACES_IN_BYTES[(place - before as usize) & 7][byte])
    }

    /// These, or `others` if there is none.
    #[inline]
    pub(crate) const fn or_all_of(self, others: Self) -> Self {
        // Without a branch: who follows suit is hard to foresee.
        Self(self.0 | others.0 & ((self.0 == 0) as u64).wrapping_neg())
    }

    /// The last in writing order; of a suit, the lowest.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Card> {
        if self.0 == 0 { None } else { Some(Card(63 - self.0.leading_zeros() as u8)) }
    }

    /// The highest card of every run. A run is a set of cards of one suit with no card of `others` between them. Cards
    /// in neither set do not separate.
    ///
    /// It works by a carry. Added to the gaps, the bit just below a card travels through the gap to the next card in
    /// play; if that is one of ours too, it is not the highest of its run. The bits between two suits count as cards of
    /// other players.
    #[inline]
    #[must_use]
    pub const fn highest_of_runs(self, others: Self) -> Self {
        let gaps = Self::PACK.0 & !(self.0 | others.0);
        let below = self.0 << 1;
        let next = (below & !gaps) | ((below & gaps) + gaps) & !gaps;
        Self(self.0 & !next)
    }

    /// Calls `see` with every card, high ranks of all suits before lower ranks.
    #[inline]
    pub fn by_rank(self, mut see: impl FnMut(Card)) {
        const ONE_OF_EACH_SUIT: u64 = 0x0001_0001_0001_0001;
        let mut ranks = (self.0 | self.0 >> 16 | self.0 >> 32 | self.0 >> 48) & SUIT;
        while ranks != 0 {
            let rank = ranks.trailing_zeros();
            ranks &= ranks - 1;
            Self(self.0 & ONE_OF_EACH_SUIT << rank).for_each(&mut see);
        }
    }

    /// Calls `see` with every card in writing order.
    #[inline]
    pub fn for_each(self, mut see: impl FnMut(Card)) {
        let mut left = self.0;
        while left != 0 {
            see(Card(left.trailing_zeros() as u8));
            left &= left - 1;
        }
    }

    /// The cards, in writing order.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let card = Self(left).first()?;
            left &= left - 1;
            Some(card)
        })
    }

    /// Removes a card.
    #[inline]
    pub(crate) fn remove(&mut self, card: Card) {
        self.0 &= !card.alone().0;
    }

    /// Adds a card.
    #[inline]
    pub(crate) fn insert(&mut self, card: Card) {
        self.0 |= card.alone().0;
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::NONE, |set, card| set | card.alone())
    }
}

impl BitOr for Cards {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Cards {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for Cards {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for Cards {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Display for Cards {
    /// Writes a hand as in PBN: spades, hearts, diamonds and clubs, with dots between.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for suit in Suit::ALL {
            if suit != Suit::Spades {
                f.write_str(".")?;
            }
            for card in self.of(suit).iter() {
                write!(f, "{}", card.rank())?;
            }
        }
        Ok(())
    }
}

impl Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Cards {
    type Err = CardError;

    /// Reads a hand as [`Display`] writes it, in upper or lower case; `10` is the ten.
    fn from_str(text: &str) -> Result<Self, CardError> {
        let suits: Vec<&str> = text.split('.').collect();
        if suits.len() != Suit::ALL.len() {
            return Err(CardError::Suits { hand: text.to_owned(), suits: suits.len() });
        }
        let mut hand = Self::NONE;
        for (suit, ranks) in Suit::ALL.into_iter().zip(suits) {
            for rank in ranks.replace("10", "T").chars() {
                let above = above_of_letter(rank).ok_or_else(|| CardError::Rank { rank, hand: text.to_owned() })?;
                let card = Card::new(suit, above);
                if hand.has(card) {
                    return Err(CardError::Twice(card));
                }
                hand.insert(card);
            }
        }
        Ok(hand)
    }
}
