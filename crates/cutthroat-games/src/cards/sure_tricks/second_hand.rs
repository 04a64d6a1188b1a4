//! What the side of the second of four hands is sure of after a lead.
//!
//! Let the second hand, or its partner who plays last, have a legal card that beats the card led and all that the third hand can
//! play. Their side can ensure the trick with it: the partner of that player follows with their lowest card, if it is lower, or
//! else discards from their longest plain suit. The winner then leads to the next trick, and takes at once what [a side is sure
//! of there](super::sides).
//!
//! The third hand plays some card to the trick, and the bound takes it as if it still had all. It has one card less, so it
//! may ruff a suit one trick earlier if it is of that suit. All else that the bound rests on only becomes more favourable
//! when an opponent's card leaves the hand.
//!
//! **The ranks.** The trick rests on the rank of the card that wins it: it beats the card led, or trumps of the third hand. Only a ruff
//! that the third hand cannot overruff does not. What is discarded depends on lengths alone, so it is the same wherever the lengths are; and a
//! lowest card that is lower than the winner's is below the same ranks there.

use cutthroat::Player;

use super::sides::{Sides, SureOfSides};
use crate::cards::card::{Card, Cards, Suit};
use crate::cards::position::Position;
use crate::cards::rules::Rules;
use crate::cards::trick::TrickGame;
use crate::cards::two_sides::{PLACES, TwoSides};

/// A trick after its lead, as the second hand's side sees it.
struct AfterLead {
    lead: Card,
    trump: Option<Suit>,
    /// What the third hand can play of the suit led, and otherwise of trumps.
    follows: Cards,
    ruffs: Cards,
}

impl AfterLead {
    /// The cheapest card with which a hand wins the trick, and whether by its rank.
    #[inline]
    fn cheapest_winner(&self, hand: Cards) -> Option<(Card, bool)> {
        let led = self.lead.suit();
        let (own, against) = if !hand.of(led).is_empty() {
            if !self.ruffs.is_empty() {
                return None;
            }
            (hand.of(led), self.follows | self.lead.alone())
        } else {
            (hand.of(self.trump?), self.ruffs)
        };
        let Some(best) = against.first() else { return own.last().map(|card| (card, false)) };
        (own & (Cards::up_to(best) - best.alone())).last().map(|card| (card, true))
    }

    /// What the partner of the winner plays, if that leaves them the trick.
    #[inline]
    fn played_under(&self, hand: Cards, winner: Card) -> Option<Card> {
        let led = self.lead.suit();
        match hand.of(led).last() {
            Some(lowest) => (!lowest.beats(winner, self.trump)).then_some(lowest),
            None => {
                let plain = Suit::ALL.into_iter().filter(|suit| self.trump != Some(*suit));
                hand.of(plain.max_by_key(|suit| hand.of(*suit).len())?).last()
            }
        }
    }
}

impl<R: Rules> TrickGame<R> {
    /// What both sides can ensure after a lead of four hands, that of `root` first, if tricks are counted, as far as it is
    /// `wanted`.
    #[inline]
    pub(crate) fn sure_of_second_hand(
        &self,
        position: &Position,
        root: Player,
        wanted: [u32; 2],
    ) -> Option<SureOfSides> {
        let turn = position.numbers();
        let seat = |on: usize| (usize::from(turn.mover) + on) % PLACES;
        let hand = |on: usize| position.hands[seat(on)];
        let mine = usize::from(self.rules.side(PLACES, seat(0)) != self.rules.side(PLACES, root.index()));
        let never_played = u32::from(position.never_played());
        let wanted = wanted[mine] + never_played;
        let (lead, trump) = (turn.best, self.rules.trump());
        let follows = hand(1).of(lead.suit());
        let ruffs = if follows.is_empty() { trump.map_or(Cards::NONE, |trump| hand(1).of(trump)) } else { Cards::NONE };
        let trick = AfterLead { lead, trump, follows, ruffs };
        let may_lose = if follows.is_empty() { Cards::PACK } else { lead.suit().cards() };
        let mut sure = SureOfSides::default();
        for (winner, other) in [(0, 2), (2, 0)] {
            let Some((card, by_rank)) = trick.cheapest_winner(hand(winner)) else { continue };
            let Some(low) = trick.played_under(hand(other), card) else { continue };
            let mut found = SureOfSides::default();
            if wanted > 1 {
                let mut hands = position.hands;
                hands[seat(winner)].remove(card);
                hands[seat(other)].remove(low);
                let sides = TwoSides::led_by(self, &hands, seat(winner), root)?;
                let mut sides = Sides::new(sides.hands, trump);
                sides.may_lose[(PLACES + 1 - winner) % PLACES] = may_lose.bits();
                sides.at_once([wanted - 1, 0], &mut found);
            }
            let tricks = (u32::from(found.tricks[0]) + 1).saturating_sub(never_played) as u8;
            if tricks > sure.tricks[mine] {
                sure.tricks[mine] = tricks;
                sure.rests_on[mine] = found.rests_on[0] | if by_rank { card.alone().bits() } else { 0 };
            }
            if u32::from(found.tricks[0]) + 1 >= wanted {
                break;
            }
        }
        Some(sure)
    }
}
