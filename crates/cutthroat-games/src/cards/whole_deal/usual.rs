//! What a careful player does before the play, without a search.

use super::super::bids::suggested_bid;
use super::super::card::{Card, Cards, Suit};
use super::super::pass::most_dangerous;
use super::super::rules::Rules;
use super::{DealMove, DealPhase, DealView, Promises, WholeDeal};

/// How many cards are looked at for a pass or a discard.
const CONSIDERED: usize = 7;

impl<R: Rules> WholeDeal<R> {
    /// What a careful player does before the play, without a search, if that is all they know.
    #[must_use]
    pub fn usual(&self, view: &DealView) -> DealMove {
        self.usual_move(view.phase(), view.hand(), view.promises(), view.trump())
    }

    /// What a careful player does with `hand` before the play: passes the most dangerous cards, bids what the hand is
    /// worth, names the longest suit, discards the lowest cards of short suits, and looks before they bid.
    pub(super) fn usual_move(
        &self,
        phase: DealPhase,
        hand: Cards,
        promises: &Promises,
        trump: Option<Suit>,
    ) -> DealMove {
        match phase {
            DealPhase::Passing => DealMove::Pass(most_dangerous(hand, self.cards_to_pass())),
            DealPhase::Exchanging => DealMove::Give(least_needed(hand)),
            DealPhase::Naming => DealMove::Trump(Suit::ALL.into_iter().rev().max_by_key(|&suit| hand.of(suit).len())),
            DealPhase::Discarding => DealMove::Discard(weakest(hand, trump, self.cards_to_discard())),
            DealPhase::Bidding | DealPhase::Playing if hand.is_empty() => DealMove::Look,
            DealPhase::Bidding | DealPhase::Playing => {
                let (worth, tricks) = (suggested_bid(hand, self.rules.trump()), self.cards as u8);
                let earlier = &promises.bids[..usize::from(promises.made)];
                let allowed = (0..=tricks).filter(|&bid| self.rules.allows_bid(bid, earlier, self.players, tricks));
                DealMove::Bid(allowed.min_by_key(|&bid| (bid.abs_diff(worth), bid < worth)).unwrap_or(0))
            }
        }
    }

    /// The moves that are worth a closer look: every bid and suit, but only those passes and discards that give away some
    /// of the few cards that a careful player would give away first.
    pub(super) fn considered(
        &self,
        phase: DealPhase,
        hand: Cards,
        trump: Option<Suit>,
        legal: &[DealMove],
    ) -> Vec<DealMove> {
        let few = match phase {
            DealPhase::Passing => most_dangerous(hand, CONSIDERED),
            DealPhase::Discarding => weakest(hand, trump, CONSIDERED),
            _ => return legal.to_vec(),
        };
        let is_considered = |mv: &&DealMove| match **mv {
            DealMove::Pass(cards) | DealMove::Discard(cards) => (cards - few).is_empty(),
            _ => true,
        };
        legal.iter().filter(is_considered).copied().collect()
    }
}

/// The card to exchange for a higher one: the lowest of a suit in which others have the highest, a long one if there is a
/// choice.
fn least_needed(hand: Cards) -> Card {
    let rank = |card: &Card| {
        let suit = hand.of(card.suit());
        (suit.first().is_some_and(|top| top.above() > 0), card.above(), suit.len())
    };
    hand.iter().max_by_key(rank).unwrap_or_default()
}

/// The lowest cards of plain suits, those of short suits first; trumps last.
fn weakest(hand: Cards, trump: Option<Suit>, number: usize) -> Cards {
    let strength = |card: Card| {
        let is_trump = trump == Some(card.suit());
        (is_trump, card.above() < 2, hand.of(card.suit()).len(), 13 - card.above())
    };
    let mut cards: Vec<Card> = hand.iter().collect();
    cards.sort_by_key(|&card| strength(card));
    cards.into_iter().take(number).collect()
}
