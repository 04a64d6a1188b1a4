//! A seat that hears of a deal event by event, and goes on knowing exactly what it was told.

use cutthroat::hidden::{Hidden as _, ReadView};
use cutthroat::{Game as _, NotationError, Player};
use cutthroat_games::cards::{
    Card, CardError, Cards, DealEvent, DealPhase, DealSeen, PlayStart, Rules, Suit, TrickGame,
};

use super::SeenDeal;
use crate::before_play::Task;
use crate::seat_event::SeatEvent;

fn wrong(what: impl Into<String>) -> NotationError {
    NotationError(what.into())
}

/// Reads cards of which none is there twice.
fn read(cards: &[String]) -> Result<Cards, NotationError> {
    let mut all = Cards::NONE;
    for word in cards {
        let card: Card = word.parse().map_err(|error: CardError| wrong(error.to_string()))?;
        if all.has(card) {
            return Err(wrong(CardError::Twice(card).to_string()));
        }
        all |= card.alone();
    }
    Ok(all)
}

fn read_one(card: &str) -> Result<Card, NotationError> {
    card.parse().map_err(|error: CardError| wrong(error.to_string()))
}

fn read_trump(trump: &str) -> Result<Option<Suit>, NotationError> {
    let suit = Suit::ALL.into_iter().find(|suit| cutthroat_games::cards::write_trump(Some(*suit)) == trump);
    match (suit, trump) {
        (Some(suit), _) => Ok(Some(suit)),
        (None, "N") => Ok(None),
        _ => Err(wrong(format!("`{trump}` is no trump; there are S, H, D, C and N"))),
    }
}

/// The cards must be among those of the own hand.
fn within(cards: Cards, hand: Cards) -> Result<Cards, NotationError> {
    match (cards - hand).first() {
        Some(card) => Err(wrong(format!("{card} is not in the own hand"))),
        None => Ok(cards),
    }
}

impl<R: Rules> SeenDeal<R> {
    /// Hears of an event before the play.
    pub(super) fn hear(&mut self, event: &SeatEvent) -> Result<(), NotationError> {
        let own = self.read.view.seat();
        let is_own = |seat: usize| seat == own.seat();
        match event {
            SeatEvent::Received { cards, .. } => return self.pick_up(read(cards)?),
            SeatEvent::Kitty { cards } => {
                let (cards, size) = (read(cards)?, self.read.game.cards_to_discard());
                let Some(held) = &mut self.held else { return Err(wrong("nobody takes the kitty now")) };
                if held.player != own || cards.len() != size || !(cards & held.hand).is_empty() {
                    return Err(wrong("this is not the kitty, or not the own one"));
                }
                held.hand |= cards;
                return Ok(());
            }
            SeatEvent::Look { seat, hand } => {
                let last = self.held.filter(|held| held.event == DealEvent::BidBlind && is_own(*seat));
                if let (Some(mut held), Some(hand)) = (last, hand) {
                    held.hand = self.dealt_hand(hand)?;
                    self.held = Some(held);
                    return Ok(());
                }
                if self.held.is_some_and(|held| held.event == DealEvent::BidBlind && held.player.seat() == *seat) {
                    return Ok(());
                }
            }
            _ => {}
        }
        self.note_held(None)?;
        self.held = self.seen_of(event)?;
        Ok(())
    }

    /// What the seat sees of a move before the play; `None` if it tells nothing new.
    fn seen_of(&mut self, event: &SeatEvent) -> Result<Option<DealSeen>, NotationError> {
        let view = &self.read.view;
        let (own, hand, phase) = (view.seat(), view.hand(), view.phase());
        let own_seat = own.seat();
        // Who moves, in which phase, what everybody sees, the own cards that go, and the own hand then.
        let (seat, asked, event, given, hand) = match event {
            SeatEvent::Passed { cards, .. } => {
                self.read.view = self.read.game.at_own_pass(&self.read.view);
                let cards = within(read(cards)?, hand)?;
                if cards.len() != self.read.game.cards_to_pass() {
                    return Err(wrong(format!("{} cards are passed", self.read.game.cards_to_pass())));
                }
                (own_seat, DealPhase::Passing, DealEvent::Passed, cards, hand)
            }
            SeatEvent::Passes { seat, .. } => {
                // Others may pass in any order: nothing is seen of it before all have passed.
                let in_turn = self.read.game.mover_of(view).is_some_and(|mover| mover.seat() == *seat);
                if phase == DealPhase::Passing && !in_turn && *seat != own_seat {
                    return Ok(None);
                }
                (*seat, DealPhase::Passing, DealEvent::Passed, Cards::NONE, hand)
            }
            SeatEvent::Look { seat, hand: shown } => {
                let hand = match shown {
                    Some(shown) if *seat == own_seat => self.dealt_hand(shown)?,
                    None if *seat == own_seat => return Err(wrong("the own seat looks, and no hand is told")),
                    _ => hand,
                };
                (*seat, DealPhase::Bidding, DealEvent::Looked, Cards::NONE, hand)
            }
            SeatEvent::Bid { seat, blind: true, .. } => {
                (*seat, DealPhase::Bidding, DealEvent::BidBlind, Cards::NONE, hand)
            }
            SeatEvent::Bid { seat, bid, .. } if usize::from(*bid) > self.read.game.cards() => {
                return Err(wrong(format!("seat {seat} cannot bid {bid}")));
            }
            SeatEvent::Bid { seat, bid, .. } => (*seat, DealPhase::Bidding, DealEvent::Bid(*bid), Cards::NONE, hand),
            SeatEvent::Gave { card, back, .. } => {
                let (card, back) = (within(read_one(card)?.alone(), hand)?, read_one(back)?.alone());
                (own_seat, DealPhase::Exchanging, DealEvent::Gave, card, (hand - card) | back)
            }
            SeatEvent::Given { card, from, back } => {
                let card = read_one(card)?.alone();
                let back = within(read_one(back)?.alone(), hand | card)?;
                (*from, DealPhase::Exchanging, DealEvent::Gave, card, (hand | card) - back)
            }
            SeatEvent::Gives { seat, .. } => (*seat, DealPhase::Exchanging, DealEvent::Gave, Cards::NONE, hand),
            SeatEvent::Trump { seat, trump } => {
                (*seat, DealPhase::Naming, DealEvent::Named(read_trump(trump)?), Cards::NONE, hand)
            }
            SeatEvent::Discarded { cards } => {
                let cards = within(read(cards)?, hand)?;
                if cards.len() != self.read.game.cards_to_discard() {
                    return Err(wrong(format!("{} cards are discarded", self.read.game.cards_to_discard())));
                }
                (own_seat, DealPhase::Discarding, DealEvent::Discarded, cards, hand - cards)
            }
            SeatEvent::Exchanges { seat, .. } => {
                (*seat, DealPhase::Discarding, DealEvent::Discarded, Cards::NONE, hand)
            }
            other => return Err(wrong(format!("the play has not begun, and {other}"))),
        };
        let mover = self.read.game.mover_of(&self.read.view).map_or(0, Player::seat);
        if phase != asked || mover != seat {
            let (asked, now) = (super::task(asked).in_words(), super::task(phase).in_words());
            return Err(wrong(format!("seat {seat} cannot {asked} now: seat {mover} is to {now}")));
        }
        Ok(Some(DealSeen { player: Player::new(seat - 1), event, given, hand, start: None }))
    }

    /// A hand that the seat looks at.
    fn dealt_hand(&self, cards: &[String]) -> Result<Cards, NotationError> {
        let (hand, due) = (read(cards)?, self.read.game.cards());
        if hand.len() != due {
            return Err(wrong(format!("{} cards are dealt, not {}", due, hand.len())));
        }
        within(hand, self.read.game.rules().pack(self.read.game.players()))
    }

    /// Picks up what was passed: with that everybody has passed.
    fn pick_up(&mut self, cards: Cards) -> Result<(), NotationError> {
        self.note_held_if_not_last_pass()?;
        let players = self.read.game.players();
        while self.held.is_none() && self.read.view.phase() == DealPhase::Passing {
            let mover = self.read.game.mover_of(&self.read.view).unwrap_or(Player::new(0));
            let hand = self.read.view.hand();
            self.held =
                Some(DealSeen { player: mover, event: DealEvent::Passed, given: Cards::NONE, hand, start: None });
            self.note_held_if_not_last_pass()?;
        }
        let given = self.read.view.given();
        let Some(held) = self.held.as_mut().filter(|held| held.player.seat() == players) else {
            return Err(wrong("nothing is passed now"));
        };
        let left = held.hand - given - held.given;
        let is_all = left.len() + cards.len() == held.hand.len() && (left & cards).is_empty();
        if !is_all || cards.len() != self.read.game.cards_to_pass() {
            return Err(wrong("these are not the cards that were passed to the own seat"));
        }
        held.hand = left | cards;
        Ok(())
    }

    fn note_held_if_not_last_pass(&mut self) -> Result<(), NotationError> {
        let players = self.read.game.players();
        match self.held {
            Some(held) if held.event == DealEvent::Passed && held.player.seat() == players => Ok(()),
            _ => self.note_held(None),
        }
    }

    /// Whether the play begins after this move.
    fn is_last(&self, seen: &DealSeen) -> bool {
        let game = &self.read.game;
        match seen.event {
            DealEvent::Passed | DealEvent::Bid(_) | DealEvent::BidBlind => seen.player.seat() == game.players(),
            DealEvent::Named(_) => game.cards_to_discard() == 0,
            DealEvent::Discarded => true,
            _ => false,
        }
    }

    /// Adds the last move to what the seat knows.
    pub(super) fn note_held(&mut self, start: Option<PlayStart>) -> Result<(), NotationError> {
        let Some(held) = self.held else { return Ok(()) };
        if start.is_none() && self.is_last(&held) {
            return Err(wrong("with that the play begins, and nothing else comes before it"));
        }
        self.held = None;
        let seen = DealSeen { start, ..held };
        self.read.game.note(&mut self.read.view, seen);
        self.read.told.push(seen);
        if start.is_none() {
            let dealer = self.read.game.dealer(&self.read.view);
            self.dealer = dealer.map_err(|error| wrong(error.to_string()))?;
        }
        Ok(())
    }

    /// The play begins, with a lead of another seat or of the own one.
    pub(super) fn hear_lead(&mut self, lead: Option<&SeatEvent>) -> Result<ReadView<TrickGame<R>>, NotationError> {
        let view = &self.read.view;
        let held = self.held.ok_or_else(|| wrong("the play cannot begin yet"))?;
        let game = &self.read.game;
        if !self.is_last(&held) || held.hand.len() != game.cards() {
            let task = Task::in_words(super::task(view.phase()));
            return Err(wrong(format!("the play cannot begin yet: not everybody was heard to {task}")));
        }
        let rules = game.rules();
        let (leader, forced) = match lead {
            Some(SeatEvent::Play { seat, card }) if (1..=game.players()).contains(seat) => {
                (Player::new(*seat - 1), rules.first_lead(read_one(card)?.alone()))
            }
            Some(other) => return Err(wrong(format!("the play begins, and {other}"))),
            None => (view.seat(), rules.first_lead(held.hand)),
        };
        self.note_held(Some(PlayStart { leader, forced }))?;
        let view = &self.read.view;
        let play = *view.play().ok_or_else(|| wrong("the play cannot begin yet"))?;
        Ok(ReadView { game: self.read.game.play_in(view), view: play, told: Vec::new() })
    }
}
