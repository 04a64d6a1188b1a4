//! Positions of trick games.

use std::fmt;

use cutthroat::{MAX_PLAYERS, Player};

use super::card::{Card, Cards};
use super::packed_counts::PackedCounts;
use super::rules::Counts;

/// A position: who holds what, the trick in progress, and what has been taken.
///
/// All of it is words: a byte that is written alone and read with its neighbours has to wait for memory, which would
/// cost more than everything else in playing a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) hands: [Cards; MAX_PLAYERS],
    /// All cards held, and those of the trick in progress.
    pub(crate) in_play: Cards,
    pub(crate) taken: PackedCounts,
    pub(crate) on_table: OnTable,
}

/// The trick in progress, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct OnTable {
    pub(crate) cards: Cards,
    /// The same cards in order of play, eight bits each.
    pub(crate) sequence: u64,
    pub(crate) turn: Turn,
}

/// The small numbers of a position, eight bits each.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Turn(pub(crate) u64);

/// The same numbers, separately.
#[derive(Clone, Copy)]
pub(crate) struct Numbers {
    /// How many cards the trick has.
    pub(crate) played: u8,
    pub(crate) mover: u8,
    /// Who is winning the trick, and with what.
    pub(crate) winner: u8,
    pub(crate) best: Card,
    /// Points in the trick.
    pub(crate) points: u8,
    pub(crate) broken: bool,
    pub(crate) tricks_left: u8,
    /// What is still to be counted.
    pub(crate) left: u8,
}

impl Turn {
    const MOVER: u32 = 8;
    const WINNER: u32 = 16;
    const BEST: u32 = 24;
    pub(crate) const POINTS: u32 = 32;
    pub(crate) const BROKEN: u32 = 40;
    const TRICKS_LEFT: u32 = 48;
    const LEFT: u32 = 56;

    #[inline]
    pub(crate) const fn of(numbers: Numbers) -> Self {
        let Numbers { played, mover, winner, best, points, broken, tricks_left, left } = numbers;
        Self(u64::from_le_bytes([played, mover, winner, best.index(), points, broken as u8, tricks_left, left]))
    }

    #[inline]
    pub(crate) const fn numbers(self) -> Numbers {
        let [played, mover, winner, best, points, broken, tricks_left, left] = self.0.to_le_bytes();
        Numbers { played, mover, winner, best: Card::of_index(best), points, broken: broken != 0, tricks_left, left }
    }

    /// `winner` is now winning the trick, with `best`.
    #[inline]
    pub(crate) const fn won(self, winner: u8, best: Card) -> Self {
        let both = 0xff << Self::WINNER | 0xff << Self::BEST;
        Self(self.0 & !both | (winner as u64) << Self::WINNER | (best.index() as u64) << Self::BEST)
    }

    /// A card has been played and it is the turn of `mover`.
    #[inline]
    pub(crate) const fn passed(self, mover: u8) -> Self {
        Self((self.0 & !(0xff << Self::MOVER) | (mover as u64) << Self::MOVER) + 1)
    }

    /// The trick is over: `winner` leads to the next, and what it holds has been counted.
    #[inline]
    pub(crate) const fn over(self, winner: u8, counted: u8) -> Self {
        const KEPT: u64 = 0xff << Turn::BROKEN | 0xff << Turn::TRICKS_LEFT | 0xff << Turn::LEFT;
        let down = 1 << Self::TRICKS_LEFT | (counted as u64) << Self::LEFT;
        let leads = (winner as u64) << Self::MOVER | (winner as u64) << Self::WINNER;
        Self(((self.0 & KEPT) - down) | leads)
    }
}

impl OnTable {
    /// The card led; only if there is one.
    #[inline]
    pub(crate) fn led(self) -> Card {
        Card::of_index(self.sequence as u8)
    }

    /// Puts the `turn`-th card of the trick on the table.
    #[inline]
    pub(crate) fn put(&mut self, card: Card, turn: usize) {
        self.cards.insert(card);
        self.sequence |= u64::from(card.index()) << (8 * turn);
    }
}

impl Position {
    #[inline]
    pub(crate) fn numbers(&self) -> Numbers {
        self.on_table.turn.numbers()
    }

    /// What `player` holds.
    #[inline]
    #[must_use]
    pub fn hand(&self, player: Player) -> Cards {
        self.hands[player.index()]
    }

    /// All cards held, and those of the trick in progress.
    #[inline]
    #[must_use]
    pub fn in_play(&self) -> Cards {
        self.in_play
    }

    /// How many cards the trick in progress has.
    #[inline]
    #[must_use]
    pub fn played(&self) -> usize {
        usize::from(self.numbers().played)
    }

    /// The trick in progress, in order of play.
    pub fn trick(&self) -> impl ExactSizeIterator<Item = Card> {
        let sequence = self.on_table.sequence.to_le_bytes();
        (0..self.played()).map(move |turn| Card::of_index(sequence[turn]))
    }

    /// The card led to the trick in progress.
    #[inline]
    #[must_use]
    pub fn led(&self) -> Option<Card> {
        (self.played() > 0).then(|| self.on_table.led())
    }

    /// Who is winning the trick in progress, and with what; `None` when nobody has led.
    #[inline]
    #[must_use]
    pub fn winning(&self) -> Option<(Player, Card)> {
        let turn = self.numbers();
        (turn.played > 0).then(|| (Player::new(usize::from(turn.winner)), turn.best))
    }

    /// The points in the trick in progress.
    #[must_use]
    pub fn points(&self) -> u8 {
        self.numbers().points
    }

    /// What each party has taken.
    #[inline]
    #[must_use]
    pub fn taken(&self) -> Counts {
        self.taken.counts()
    }

    /// What is still to be counted.
    #[inline]
    #[must_use]
    pub fn left(&self) -> u8 {
        self.numbers().left
    }

    /// How many tricks are still to be played, the one in progress included.
    #[inline]
    #[must_use]
    pub fn tricks_left(&self) -> u8 {
        self.numbers().tricks_left
    }

    /// How many cards of every hand are never played, because the deal ends before the hands are empty.
    #[inline]
    pub(crate) fn never_played(&self) -> u8 {
        let turn = self.numbers();
        self.hands[usize::from(turn.mover) % MAX_PLAYERS].len() as u8 - turn.tricks_left
    }

    /// Whether the suit that may not be led at first has been broken.
    #[must_use]
    pub fn broken(&self) -> bool {
        self.numbers().broken
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let trick: Vec<Card> = self.trick().collect();
        let mover = usize::from(self.numbers().mover) + 1;
        write!(f, "{:?} seat {mover} after {trick:?}, taken {:?}", self.hands, self.taken())
    }
}
