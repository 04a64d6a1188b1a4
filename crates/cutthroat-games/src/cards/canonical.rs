//! Positions with ranks counted among the cards in play only.
//!
//! In a trick game only the relative order of the cards still in play is relevant, and which of them carry points of
//! their own. A table of positions uses this form as its key, so it finds a position whatever cards have been played.

use cutthroat::MAX_PLAYERS;

use super::card::{Card, Cards, Suit};
use super::position::{Numbers, OnTable, Position, Turn};
use super::rules::Rules;
use super::trick::TrickGame;

/// A position with ranks counted among the cards in play only; see [`TrickGame::canonical`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Canonical {
    form: Position,
    /// The cards with points of their own, since ranks no longer identify them.
    special: Cards,
}

impl<R: Rules> TrickGame<R> {
    /// The position with ranks counted among the cards in play only. Positions with the same form have the same
    /// values under every evaluation that looks at what is taken, in the order [`Listing::BySuit`](super::Listing::BySuit).
    #[must_use]
    pub fn canonical(&self, position: &Position) -> Canonical {
        let mut places = [Card::default(); 64];
        let mut form = *position;
        let special = self.rules.special() & position.in_play;
        let mut canonical_special = Cards::NONE;
        form.in_play = Cards::NONE;
        form.hands = [Cards::NONE; MAX_PLAYERS];
        for suit in Suit::ALL {
            for (above, card) in position.in_play.of(suit).iter().enumerate() {
                let place = Card::new(suit, above);
                places[usize::from(card.index())] = place;
                form.in_play.insert(place);
                if special.has(card) {
                    canonical_special.insert(place);
                }
                for (hand, form) in position.hands.iter().zip(&mut form.hands) {
                    if hand.has(card) {
                        form.insert(place);
                    }
                }
            }
        }
        form.on_table = OnTable { cards: Cards::NONE, sequence: 0, turn: position.on_table.turn };
        for (turn, card) in position.trick().enumerate() {
            form.on_table.put(places[usize::from(card.index())], turn);
        }
        if let Some((_, best)) = position.winning() {
            form.on_table.turn = Turn::of(Numbers { best: places[usize::from(best.index())], ..position.numbers() });
        }
        Canonical { form, special: canonical_special }
    }
}
