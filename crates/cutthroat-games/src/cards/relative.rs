//! Ranks counted among the cards in play, by arithmetic on whole hands.

use super::card::Cards;

/// The lowest bit of every suit.
const ACES: u64 = 0x0001_0001_0001_0001;

/// How to count ranks among the cards in play: moves every card to its place among those of its suit, the highest to
/// the ace's place. It is the parallel suffix method of *Hacker's Delight* (section 7-4), suit by suit, and takes the
/// same few dozen instructions for any cards.
#[derive(Clone, Copy)]
pub(crate) struct Relative {
    in_play: u64,
    /// The cards that move by 1, 2, 4 and 8 places.
    moving: [u64; 4],
}

impl Relative {
    #[inline]
    pub(crate) fn to(in_play: Cards) -> Self {
        let mut staying = in_play.bits();
        // In each suit, whether the number of gaps above a place is odd, then whether half of it is, and so on.
        let mut gaps = up(!staying, 1);
        let mut moving = [0; 4];
        for (step, moving) in moving.iter_mut().enumerate() {
            let mut odd = gaps ^ up(gaps, 1);
            odd ^= up(odd, 2);
            odd ^= up(odd, 4);
            odd ^= up(odd, 8);
            *moving = odd & staying;
            staying = staying ^ *moving | *moving >> (1 << step);
            gaps &= !odd;
        }
        Self { in_play: in_play.bits(), moving }
    }

    /// The places of those of `cards` that are in play.
    #[inline]
    pub(crate) fn places(&self, cards: Cards) -> u64 {
        let mut places = cards.bits() & self.in_play;
        for (step, moving) in self.moving.iter().enumerate() {
            let moved = places & moving;
            places = places ^ moved | moved >> (1 << step);
        }
        places
    }
}

/// Moves every suit up by some places, out of its sixteen bits.
#[inline]
const fn up(places: u64, by: u32) -> u64 {
    (places << by) & !(ACES * ((1 << by) - 1))
}

/// Moves every suit down by some places, out of its sixteen bits.
#[inline]
const fn down(places: u64, by: u32) -> u64 {
    (places >> by) & (ACES * (0xffff >> by))
}

/// All places of each suit from the first to the last of `places`.
#[inline]
pub(crate) const fn filled(places: u64) -> u64 {
    let mut filled = places;
    filled |= down(filled, 1);
    filled |= down(filled, 2);
    filled |= down(filled, 4);
    filled | down(filled, 8)
}

/// How many cards of each suit, sixteen bits each.
#[inline]
pub(crate) const fn lengths(cards: Cards) -> u64 {
    let pairs = cards.bits() - (cards.bits() >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let eights = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    (eights + (eights >> 8)) & 0x00ff_00ff_00ff_00ff
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Card, Suit};

    #[test]
    fn places_and_lengths_are_what_counting_gives() {
        let mut bits = 1_u64;
        for _ in 0..10_000 {
            bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let in_play: Cards =
                Cards::PACK.iter().filter(|card| (bits ^ bits >> 29) >> card.index() & 1 == 1).collect();
            let relative = Relative::to(in_play);
            let mut counted = 0;
            for suit in Suit::ALL {
                let held = in_play.of(suit);
                counted |= (held.len() as u64) << (16 * suit as u32);
                for (place, card) in held.iter().enumerate() {
                    assert_eq!(relative.places(card.alone()), Card::new(suit, place).alone().bits());
                }
            }
            assert_eq!(lengths(in_play), counted);
            assert_eq!(filled(relative.places(in_play)), relative.places(in_play));
        }
    }
}
