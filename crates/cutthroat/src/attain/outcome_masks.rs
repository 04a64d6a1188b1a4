//! Sets of outcomes, one bit for each, and which of them agree with bounds.

use crate::eval::Bounds;
use crate::game::Player;
use crate::payoff::Payoff;

/// A set of outcomes.
pub(super) type Mask<const WORDS: usize> = [u64; WORDS];

#[inline]
pub(super) fn and<const WORDS: usize>(mut mask: Mask<WORDS>, other: &Mask<WORDS>) -> Mask<WORDS> {
    for (word, other) in mask.iter_mut().zip(other) {
        *word &= other;
    }
    mask
}

#[inline]
pub(super) fn or<const WORDS: usize>(mut mask: Mask<WORDS>, other: &Mask<WORDS>) -> Mask<WORDS> {
    for (word, other) in mask.iter_mut().zip(other) {
        *word |= other;
    }
    mask
}

pub(super) fn mask_of<const WORDS: usize>(bits: impl Iterator<Item = usize>) -> Mask<WORDS> {
    let mut mask = [0; WORDS];
    for bit in bits {
        mask[bit / 64] |= 1 << (bit % 64);
    }
    mask
}

/// For each player and each number: the outcomes in which the player has at least, and at most, that number.
#[derive(Clone, Debug)]
pub(super) struct BoundMasks<const WORDS: usize> {
    /// The least number there is.
    least: i16,
    /// How many numbers there are: the length of a player's row.
    numbers: usize,
    masks: Vec<AtLeastAndAtMost<WORDS>>,
}

#[derive(Clone, Copy, Debug)]
struct AtLeastAndAtMost<const WORDS: usize> {
    at_least: Mask<WORDS>,
    at_most: Mask<WORDS>,
}

impl<const WORDS: usize> BoundMasks<WORDS> {
    pub(super) fn new(numbers_of_bits: &[Payoff], players: usize) -> Self {
        let all = || numbers_of_bits.iter().flat_map(|numbers| numbers.seats(players));
        let least = all().copied().min().unwrap_or(0);
        let numbers = all().map(|number| number.abs_diff(least) as usize + 1).max().unwrap_or(1);
        let mut exactly = vec![[0; WORDS]; players * numbers];
        for (bit, of_bit) in numbers_of_bits.iter().enumerate() {
            for player in Player::all(players) {
                let number = of_bit[player].abs_diff(least) as usize;
                exactly[player.index() * numbers + number][bit / 64] |= 1 << (bit % 64);
            }
        }
        let mut at_most = exactly.clone();
        let mut at_least = exactly;
        for player in 0..players {
            for number in 1..numbers {
                let up = player * numbers + number;
                at_most[up] = or(at_most[up], &at_most[up - 1]);
                let down = (player + 1) * numbers - 1 - number;
                at_least[down] = or(at_least[down], &at_least[down + 1]);
            }
        }
        let masks = at_least.into_iter().zip(at_most);
        Self {
            least,
            numbers,
            masks: masks.map(|(at_least, at_most)| AtLeastAndAtMost { at_least, at_most }).collect(),
        }
    }

    /// [`consistent`](Self::consistent) for callers that do much else: compiled once for each size.
    #[inline(never)]
    pub(super) fn consistent_outlined(&self, mask: Mask<WORDS>, bounds: &Bounds, players: usize) -> Mask<WORDS> {
        self.consistent(mask, bounds, players)
    }

    /// Whether `player` has the same `number` in all outcomes of `mask`.
    #[inline]
    pub(super) fn have_exactly(&self, mask: &Mask<WORDS>, player: Player, number: i16) -> bool {
        let masks = &self.masks[player.index() * self.numbers + number.abs_diff(self.least) as usize];
        let same = and(masks.at_least, &masks.at_most);
        mask.iter().zip(&same).all(|(word, same)| word & !same == 0)
    }

    /// The part of `mask` that agrees with `bounds`. Bounds outside of all numbers exclude nothing.
    #[inline(always)]
    pub(super) fn consistent(&self, mut mask: Mask<WORDS>, bounds: &Bounds, players: usize) -> Mask<WORDS> {
        let place = |number: i16| usize::from((number as u16).wrapping_sub(self.least as u16));
        let mut rows = &self.masks[..];
        for player in Player::all(players) {
            let (row, others) = rows.split_at(self.numbers);
            if let Some(masks) = row.get(place(bounds.lo[player])) {
                mask = and(mask, &masks.at_least);
            }
            if let Some(masks) = row.get(place(bounds.up[player])) {
                mask = and(mask, &masks.at_most);
            }
            rows = others;
        }
        mask
    }
}
