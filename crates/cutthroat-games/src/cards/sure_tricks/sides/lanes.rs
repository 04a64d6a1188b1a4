//! Arithmetic on all four suits of a word at once. A suit is a lane of sixteen bits: cards from the ace on, or a number.

use crate::cards::card::Cards;
use crate::cards::relative::lengths;

/// The ace of every suit, or the number one.
pub(super) const ACES: u64 = 0x0001_0001_0001_0001;

/// A place below all cards of a suit.
const BELOW: u64 = ACES << 13;

/// The highest bit of every lane. Numbers are less.
const HIGH: u64 = ACES << 15;

/// In every suit, the places above its highest card.
#[inline]
pub(super) const fn above_all(cards: u64) -> u64 {
    let cards = cards | BELOW;
    (cards - ACES) & !cards
}

/// The highest card of every suit.
#[inline]
pub(super) const fn first(cards: u64) -> u64 {
    (above_all(cards) + ACES) & cards
}

/// The highest bit of a set that is not empty: the lowest card.
#[inline]
pub(super) const fn lowest(cards: u64) -> u64 {
    1 << (63 - cards.leading_zeros())
}

/// The lowest card of every suit.
#[inline]
pub(super) fn last(cards: u64) -> u64 {
    let of_suit = |shift: u32| cards & 0xffff << shift;
    [0, 16, 32, 48].map(of_suit).into_iter().filter(|cards| *cards != 0).fold(0, |all, cards| all | lowest(cards))
}

/// The `count` highest cards of one suit, or all if there are fewer.
#[inline]
pub(super) fn highest(cards: u64, count: u32) -> u64 {
    let mut left = cards;
    for _ in 0..count {
        left &= left.wrapping_sub(1);
    }
    cards & !left
}

/// The `number`-th highest card of one suit, counted from one.
#[inline]
pub(super) fn nth(mut cards: u64, number: u32) -> u64 {
    for _ in 1..number {
        cards &= cards.wrapping_sub(1);
    }
    cards & cards.wrapping_neg()
}

/// How many cards of each suit.
#[inline]
pub(super) const fn counts(cards: u64) -> u64 {
    lengths(Cards::of_bits(cards))
}

/// All places of the suits in which a number is at least the other.
#[inline]
pub(super) const fn at_least(numbers: u64, others: u64) -> u64 {
    let is_so = ((numbers | HIGH) - others) & HIGH;
    is_so - (is_so >> 15)
}

/// All places of the suits in which there are cards.
#[inline]
pub(super) const fn some(numbers: u64) -> u64 {
    at_least(numbers, ACES)
}

/// In every suit the larger of two numbers.
#[inline]
pub(super) const fn larger(numbers: u64, others: u64) -> u64 {
    let is_so = at_least(numbers, others);
    numbers & is_so | others & !is_so
}

/// In every suit the smaller of two numbers.
#[inline]
pub(super) const fn smaller(numbers: u64, others: u64) -> u64 {
    let is_so = at_least(numbers, others);
    numbers & !is_so | others & is_so
}

/// The sum of the numbers of all suits.
#[inline]
pub(super) const fn sum(numbers: u64) -> u32 {
    (numbers.wrapping_mul(ACES) >> 48) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_what_suits_one_by_one_give() {
        let mut bits = 1_u64;
        for _ in 0..10_000 {
            let mut drawn = || {
                bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                (bits ^ bits >> 29) & (0x1fff * ACES)
            };
            let (cards, others) = (drawn() & drawn(), drawn());
            let of = |lanes: u64, suit: usize| lanes >> (16 * suit) & 0x7fff;
            let (one, other) = (counts(cards), counts(others));
            let mut total = 0;
            for suit in 0..4 {
                let (held, a, b) = (of(cards, suit), of(one, suit), of(other, suit));
                assert_eq!(a, u64::from(held.count_ones()));
                assert_eq!(of(first(cards), suit), held & held.wrapping_neg());
                assert_eq!(of(last(cards), suit), if held == 0 { 0 } else { lowest(held) });
                assert_eq!(of(at_least(one, other), suit), if a >= b { 0x7fff } else { 0 });
                assert_eq!(of(some(one), suit), if held > 0 { 0x7fff } else { 0 });
                assert_eq!(of(larger(one, other), suit), a.max(b));
                assert_eq!(of(smaller(one, other), suit), a.min(b));
                let above = of(above_all(cards), suit);
                assert_eq!(above & 0x1fff, if held == 0 { 0x1fff } else { (held & held.wrapping_neg()) - 1 });
                total += a as u32;
            }
            assert_eq!(sum(one), total);
        }
    }
}
