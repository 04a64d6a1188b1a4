//! What the person at the table has seen. Everything that is drawn or printed comes from here.

use cutthroat_catalog::{BoardCell, Choices, GameSheet, PlayedCard, SeatEvent, Tally};
use serde::Serialize;

use super::card;

/// What the person knows: in a game that hides something, made of the events of their seat and of nothing else.
#[derive(Clone, Debug, Serialize)]
pub struct Seen {
    /// The game.
    pub game: &'static str,
    /// What people count in it.
    pub tally: Tally,
    /// The person's seat, counted from 1.
    pub seat: usize,
    /// Who sits in each seat, in a word.
    pub players: Vec<String>,
    /// Whose turn it is, counted from 1; `None` when the game is over.
    pub mover: Option<usize>,
    /// What the person can choose from, if it is their turn.
    pub choices: Option<Choices>,
    /// All events, with the places of players at the table for seats.
    pub events: Vec<SeatEvent>,
    /// The deal in progress, or the last.
    pub deal: DealSeen,
    /// In a whole game, the deal before it.
    pub previous: Option<DealSeen>,
    /// How many deals are over.
    pub deals_over: usize,
    /// What decides the game beside the position, in one line.
    pub terms: Option<String>,
    /// The cells of a board.
    pub cells: Vec<BoardCell>,
    /// The position in characters, in a game that hides nothing.
    pub diagram: Option<String>,
    /// The score sheet of a whole game.
    pub sheet: Option<GameSheet>,
    /// What each seat scored, once the game is over.
    pub scores: Option<Vec<f64>>,
    /// How many moves were made.
    pub moves: usize,
    /// Whether the person has made a move that can be taken back.
    pub can_take_back: bool,
    /// Whether this is what somebody sees who watches with all cards open.
    pub open: bool,
}

impl Seen {
    /// Whether this is a game of cards.
    #[must_use]
    pub fn has_cards(&self) -> bool {
        self.deal.hands.iter().any(Option::is_some) || self.deal.dealt > 0
    }

    /// The person's own hand; nothing if they have not looked.
    #[must_use]
    pub fn hand(&self) -> &[String] {
        self.deal.hands.get(self.seat - 1).and_then(Option::as_deref).unwrap_or_default()
    }

    /// An event as a sentence.
    #[must_use]
    pub fn sentence(event: &SeatEvent) -> String {
        match event {
            // A board game has its own drawing.
            SeatEvent::Start { .. } => "the game begins".to_owned(),
            SeatEvent::Score { scores } => {
                let scores: Vec<String> = scores.iter().map(|score| written(*score)).collect();
                format!("scores: {}", scores.join(", "))
            }
            event => event.to_string(),
        }
    }

    /// A seat in words: `you`, or `seat 2`.
    #[must_use]
    pub fn name(&self, seat: usize) -> String {
        if seat == self.seat && !self.open { "you".to_owned() } else { format!("seat {seat}") }
    }
}

/// A score as people write it: a third of a win is 0.333.
#[must_use]
pub fn written(score: f64) -> String {
    ((score * 1e3).round() / 1e3).to_string()
}

/// A trick that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TrickSeen {
    /// Who played what, in order.
    pub cards: Vec<PlayedCard>,
    /// Who took it.
    pub seat: usize,
    /// What it counts.
    pub counts: u8,
}

/// A deal of cards, as far as one seat has seen it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct DealSeen {
    /// The cards of each seat, as far as they are known: of a hidden game only the own ones, sorted.
    pub hands: Vec<Option<Vec<String>>>,
    /// How many cards everybody was dealt.
    pub dealt: usize,
    /// How many cards each seat has left.
    pub left: Vec<usize>,
    /// To whom cards are passed.
    pub pass: Option<String>,
    /// The trump, once it is known: the letter of a suit, or N.
    pub trump: Option<String>,
    /// The card that was turned up.
    pub turned_up: Option<String>,
    /// What each seat has bid.
    pub bids: Vec<Option<u8>>,
    /// What each seat has to take, in a game that says so.
    pub targets: Option<Vec<usize>>,
    /// What the tricks of each seat count.
    pub taken: Vec<usize>,
    /// How many tricks are over.
    pub tricks: usize,
    /// The trick in progress: who played what.
    pub trick: Vec<PlayedCard>,
    /// The trick before it.
    pub last: Option<TrickSeen>,
    /// Cards that are out of play, as far as the seat knows: played, or put away by itself.
    pub gone: Vec<String>,
    /// What each seat scored in it, once it is over.
    pub scores: Option<Vec<f64>>,
}

impl DealSeen {
    /// What a seat, counted from 1, has seen of a deal.
    #[must_use]
    pub fn new(seat: usize, seats: usize, events: &[SeatEvent]) -> Self {
        let mut deal = Self {
            hands: vec![None; seats],
            left: vec![0; seats],
            bids: vec![None; seats],
            taken: vec![0; seats],
            ..Self::default()
        };
        for event in events {
            deal.see(seat, event);
        }
        if let Some(hand) = &mut deal.hands[seat - 1] {
            card::sort(hand);
        }
        deal
    }

    fn see(&mut self, own: usize, event: &SeatEvent) {
        match event {
            SeatEvent::Deal { hand, cards, pass, trump, turned_up, bids, .. } => {
                self.hands[own - 1].clone_from(hand);
                self.dealt = *cards;
                self.left.fill(*cards);
                (self.pass, self.trump, self.turned_up) = (pass.clone(), trump.clone(), turned_up.clone());
                self.gone.extend(turned_up.clone());
                for (bid, known) in self.bids.iter_mut().zip(bids.iter().flatten()) {
                    *bid = Some(*known);
                }
            }
            SeatEvent::Passed { cards, .. } => self.lose(own, cards),
            SeatEvent::Received { cards, .. } | SeatEvent::Kitty { cards } => self.gain(own, cards),
            SeatEvent::Look { hand: Some(hand), .. } => self.hands[own - 1] = Some(hand.clone()),
            SeatEvent::Bid { seat, bid, .. } => self.bids[seat - 1] = Some(*bid),
            SeatEvent::Gave { card, back, .. } => {
                self.lose(own, std::slice::from_ref(card));
                self.gain(own, std::slice::from_ref(back));
            }
            SeatEvent::Given { card, back, .. } => {
                self.gain(own, std::slice::from_ref(card));
                self.lose(own, std::slice::from_ref(back));
            }
            SeatEvent::Trump { trump, .. } => self.trump = Some(trump.clone()),
            SeatEvent::Discarded { cards } => {
                self.lose(own, cards);
                self.gone.extend(cards.iter().cloned());
            }
            SeatEvent::Play { seat, card } => {
                self.lose(*seat, std::slice::from_ref(card));
                self.left[seat - 1] = self.left[seat - 1].saturating_sub(1);
                self.gone.push(card.clone());
                self.trick.push(PlayedCard { seat: *seat, card: card.clone() });
            }
            SeatEvent::Trick { seat, counts } => {
                self.taken[seat - 1] += usize::from(*counts);
                self.tricks += 1;
                let cards = std::mem::take(&mut self.trick);
                self.last = Some(TrickSeen { cards, seat: *seat, counts: *counts });
            }
            SeatEvent::Score { scores } => self.scores = Some(scores.clone()),
            SeatEvent::Start { .. }
            | SeatEvent::Passes { .. }
            | SeatEvent::Look { hand: None, .. }
            | SeatEvent::Gives { .. }
            | SeatEvent::Exchanges { .. }
            | SeatEvent::Move { .. } => {}
        }
    }

    fn lose(&mut self, seat: usize, cards: &[String]) {
        if let Some(hand) = &mut self.hands[seat - 1] {
            for card in cards {
                if let Some(place) = hand.iter().position(|held| held == card) {
                    hand.remove(place);
                }
            }
        }
    }

    fn gain(&mut self, seat: usize, cards: &[String]) {
        if let Some(hand) = &mut self.hands[seat - 1] {
            hand.extend(cards.iter().cloned());
        }
    }
}
