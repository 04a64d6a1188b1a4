//! Claims: whether all tricks that are left are surely the person's.
//!
//! With hidden cards a claim is good if this proves it. The person is to lead. In a suit, those of their cards that are
//! higher than every card they have not seen win whenever they are led, unless they are trumped. Everybody who holds a
//! card of the suit has to follow. So if these top cards are as many as the unseen cards that one hand can hold, they
//! draw all of them, and the smaller ones win as well. If that holds for trumps, they are led first, and nobody can trump
//! after that.
//!
//! Where everything is seen, a search to the end says it.

use std::cmp::Reverse;

use cutthroat_catalog::{LiveGame, Request, Task};

use super::card::{self, CardName, suit_in_words};
use super::hint::limited;
use super::seen::Seen;
use crate::error::LabError;

/// The search for a claim.
const SEARCH: &str = "paranoid:nodes=3000000";

/// How the rest is played.
#[derive(Debug)]
pub enum Plan {
    /// The first of these cards that is legal; others play as they like.
    Cards(Vec<String>),
    /// Every move by a search to the end, for everybody.
    Search,
}

impl Plan {
    /// The move of this plan; `None` if another player chooses. A table of the search has at most this many mebibytes.
    ///
    /// # Errors
    /// When a search cannot be made.
    pub fn next(&self, game: &dyn LiveGame, seat: usize, memory: Option<usize>) -> Result<Option<String>, LabError> {
        match self {
            Self::Cards(cards) if game.mover() == Some(seat) => {
                let legal = game.legal_moves();
                Ok(cards.iter().find(|card| legal.contains(card)).cloned())
            }
            Self::Cards(_) => Ok(None),
            Self::Search => Ok(game.position(None)?.analyse(&limited(Request::of(SEARCH)?, memory)?)?.best),
        }
    }

    /// Whether the seat takes every trick itself, and not together with a partner.
    #[must_use]
    pub const fn is_of_one_seat(&self) -> bool {
        matches!(self, Self::Cards(_))
    }
}

/// How the person, whose turn it is, takes all tricks that are left. A table of a search has at most this many mebibytes.
///
/// # Errors
/// Why that is not sure.
pub fn plan(seen: &Seen, game: &dyn LiveGame, memory: Option<usize>) -> Result<Plan, String> {
    let playing = seen.choices.as_ref().is_some_and(|choices| choices.what == Task::Play);
    if !seen.has_cards() || !playing {
        return Err("there are no tricks to claim now".to_owned());
    }
    if !seen.deal.trick.is_empty() {
        return Err("claim when you are to lead".to_owned());
    }
    if game.info().hides { by_cards(seen).map(Plan::Cards) } else { by_search(seen, game, memory) }
}

fn by_cards(seen: &Seen) -> Result<Vec<String>, String> {
    let deal = &seen.deal;
    let read = |cards: &[String]| cards.iter().map(|card| CardName::read(card)).collect::<Option<Vec<_>>>();
    let (Some(mut hand), Some(gone)) = (read(seen.hand()), read(&deal.gone)) else {
        return Err("these are not cards of a common pack".to_owned());
    };
    let unseen: Vec<CardName> = CardName::pack().filter(|card| !hand.contains(card) && !gone.contains(card)).collect();
    let trump = deal.trump.as_ref().and_then(|trump| trump.chars().next()).and_then(card::suit_of);
    // Trumps first, then suit by suit; each from the highest card down.
    hand.sort_by_key(|card| (Some(card.suit) != trump, card.suit, Reverse(card.rank)));
    let in_one_hand = |suit| unseen.iter().filter(|card| card.suit == suit).count().min(hand.len());
    let top = |suit: usize| {
        let highest = unseen.iter().filter(|card| card.suit == suit).map(|card| card.rank).max();
        hand.iter().filter(|card| card.suit == suit && Some(card.rank) > highest).count()
    };
    for (place, card) in hand.iter().enumerate() {
        let before = hand[..place].iter().filter(|other| other.suit == card.suit).count();
        // After all top cards of the suit, if they draw the rest; otherwise as one of them.
        if before >= top(card.suit) && top(card.suit) < in_one_hand(card.suit) {
            let suit = suit_in_words(card.suit);
            return Err(format!("somebody may hold {suit} that are higher than your {card}"));
        }
    }
    if let Some(trump) = trump.filter(|&trump| in_one_hand(trump) > 0 && hand.iter().any(|card| card.suit != trump)) {
        if top(trump) < in_one_hand(trump) {
            return Err(format!("somebody may trump with {}", suit_in_words(trump)));
        }
        let first = hand[0].to_string();
        if !seen.choices.as_ref().is_some_and(|choices| choices.legal.contains(&first)) {
            return Err(format!("{} may not be led yet, and somebody may hold one", suit_in_words(trump)));
        }
    }
    Ok(hand.iter().map(ToString::to_string).collect())
}

fn by_search(seen: &Seen, game: &dyn LiveGame, memory: Option<usize>) -> Result<Plan, String> {
    let wrong = |error: cutthroat_catalog::Error| error.to_string();
    let search = |request| game.position(None)?.analyse(&limited(request, memory)?);
    let report = Request::of(SEARCH).and_then(search).map_err(wrong)?;
    if !report.complete {
        return Err("it is too early to say".to_owned());
    }
    // What each side has taken so far, in the text of the position; partners sit opposite each other.
    let taken = report.position.split_whitespace().find_map(|field| field.strip_prefix("taken="));
    let taken: Vec<i16> = taken.map_or_else(Vec::new, |taken| taken.split(',').flat_map(str::parse).collect());
    let so_far = taken.get((seen.seat - 1) % taken.len().max(1)).copied().unwrap_or_default();
    let (left, sure) = (seen.hand().len(), report.payoff.get(seen.seat - 1).copied().unwrap_or_default() - so_far);
    if usize::try_from(sure) == Ok(left) {
        return Ok(Plan::Search);
    }
    Err(format!("only {sure} of the {left} tricks that are left are sure"))
}
