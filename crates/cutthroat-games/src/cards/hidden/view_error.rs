//! What is wrong with a view that somebody typed.

use std::fmt;

use cutthroat::counted;
use cutthroat::hidden::ImpossibleView;
use thiserror::Error;

use super::super::card::{Card, Cards, Suit};
use super::super::error::CardError;
use crate::parameters::ParameterError;

/// What is wrong with a view. Seats and tricks are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ViewError {
    /// Something that is wrong in a position too.
    #[error(transparent)]
    Card(#[from] CardError),
    /// No hand is written.
    #[error("every hand is `?`; write the hand that you see")]
    NoHand,
    /// More than one hand is written.
    #[error("the hands of seats {0} and {1} are written; write the one that you see, and `?` for the others")]
    TwoHands(usize, usize),
    /// A card that is in two places.
    #[error("{card} is there twice: {first} and {second}")]
    Twice {
        /// The card.
        card: Card,
        /// One place.
        first: CardPlace,
        /// The other.
        second: CardPlace,
    },
    /// A card that is not dealt.
    #[error("{card} is {place}, but not in the pack of {game} for {players} players")]
    NotInPack {
        /// The card.
        card: Card,
        /// Where it is.
        place: CardPlace,
        /// The game.
        game: &'static str,
        /// How many play.
        players: usize,
    },
    /// A card that would have had to be led.
    #[error("{card} is {place}, but then it would have been led to trick 1")]
    NotLed {
        /// The card.
        card: Card,
        /// Where it is.
        place: CardPlace,
    },
    /// A deal of another size.
    #[error("seat {seat} was dealt {} ({held} held, {played} played), not {due}; for such a deal write cards={}", counted(held + played, "card"), held + played)]
    Dealt {
        /// The seat.
        seat: usize,
        /// Cards in the hand.
        held: usize,
        /// Cards played.
        played: usize,
        /// Cards that are dealt.
        due: usize,
    },
    /// Hidden hands that do not have as many cards as are unseen.
    #[error("unseen= has {}; the other players hold {due}", counted(*given, "card"))]
    Unseen {
        /// How many are given.
        given: usize,
        /// How many there should be.
        due: usize,
    },
    /// Two fields that exclude each other.
    #[error("{0}= cannot stand beside unseen=, which says the same")]
    BesideUnseen(&'static str),
    /// More cards known than the hand has.
    #[error("seat {seat} holds {}, but {known} are written", counted(*held, "card"))]
    Known {
        /// The seat.
        seat: usize,
        /// How many it holds.
        held: usize,
        /// How many are written.
        known: usize,
    },
    /// Nobody knows which card has to be led.
    #[error("seat {leader} leads, and has to lead the lowest card of its kind in play: write it, such as ?C5")]
    UnknownLead {
        /// Who leads.
        leader: usize,
    },
    /// The leader does not have the card that has to be led.
    #[error("seat {leader} leads, but {card} has to be led first and is not in its hand")]
    LeadMissing {
        /// Who leads.
        leader: usize,
        /// The card.
        card: Card,
    },
    /// Another card was led than had to be.
    #[error("trick 1: seat {leader} leads {played}, but {card} has to be led")]
    FirstLead {
        /// Who leads.
        leader: usize,
        /// What they led.
        played: Card,
        /// What they had to lead.
        card: Card,
    },
    /// A trick of the wrong size.
    #[error("trick {trick} of plays= has {}; it takes {due}", counted(*cards, "card"))]
    TrickSize {
        /// The trick.
        trick: usize,
        /// How many cards it has.
        cards: usize,
        /// How many it should have.
        due: usize,
    },
    /// Cards after the end.
    #[error("plays= goes on with {card} after trick {tricks}, the last")]
    AfterTheEnd {
        /// The card.
        card: Card,
        /// How many tricks there are.
        tricks: u8,
    },
    /// A card that the own hand, or what is known of another, does not allow.
    #[error("trick {trick}: seat {seat} cannot play {card}: it holds {held} and has to follow {}", .led.name())]
    Revoke {
        /// The trick.
        trick: usize,
        /// The seat.
        seat: usize,
        /// What was played.
        card: Card,
        /// A card of the suit led.
        held: Card,
        /// The suit led.
        led: Suit,
    },
    /// A card that the rules of the game do not allow from a hand with another card.
    #[error(
        "trick {trick}: seat {seat} cannot play {card}: it holds {held}, and the rules of {game} do not allow it then"
    )]
    NotAllowed {
        /// The trick.
        trick: usize,
        /// The seat.
        seat: usize,
        /// What was played.
        card: Card,
        /// What it also holds.
        held: Card,
        /// The game.
        game: &'static str,
    },
    /// A card that its player cannot have.
    #[error("trick {trick}: seat {seat} cannot play {card}: {shown}")]
    Contradicted {
        /// The trick.
        trick: usize,
        /// The seat.
        seat: usize,
        /// What was played.
        card: Card,
        /// What contradicts it.
        shown: Shown,
    },
    /// A card that was passed to one player and played by another.
    #[error("{card} was passed to seat {to}, but seat {seat} played it")]
    PassedElsewhere {
        /// The card.
        card: Card,
        /// To whom it was passed.
        to: usize,
        /// Who played it.
        seat: usize,
    },
    /// A card that was passed and is in the own hand.
    #[error("{card} was passed, but is still in the hand")]
    StillHeld {
        /// The card.
        card: Card,
    },
    /// A card that was received and is not there.
    #[error("{card} was received, but seat {seat} neither holds it nor has played it")]
    NotReceived {
        /// The card.
        card: Card,
        /// The own seat.
        seat: usize,
    },
    /// No deal fits.
    #[error("no deal fits: {0}")]
    NoDeal(#[from] ImpossibleView),
}

impl From<ParameterError> for ViewError {
    fn from(error: ParameterError) -> Self {
        Self::Card(error.into())
    }
}

/// Where a card is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardPlace {
    /// In the hand of a seat.
    Hand(usize),
    /// Played.
    Played {
        /// By whom.
        seat: usize,
        /// To which trick.
        trick: usize,
    },
    /// In a hidden hand.
    Unseen,
    /// Set aside.
    Aside,
    /// Turned up.
    TurnedUp,
}

impl fmt::Display for CardPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hand(seat) => write!(f, "in the hand of seat {seat}"),
            Self::Played { seat, trick } => write!(f, "played by seat {seat} to trick {trick}"),
            Self::Unseen => f.write_str("in unseen="),
            Self::Aside => f.write_str("in aside="),
            Self::TurnedUp => f.write_str("turned up"),
        }
    }
}

/// What a play has shown of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    /// What the player cannot have since.
    pub(super) cards: Cards,
    /// The trick.
    pub(super) trick: usize,
    /// What was played.
    pub(super) card: Card,
    /// The suit that it did not follow, if so.
    pub(super) void: Option<Suit>,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { trick, card, void, .. } = self;
        match void {
            Some(suit) => write!(f, "it did not follow {} in trick {trick}, with {card}", suit.name()),
            None => write!(f, "with that card it could not have played {card} to trick {trick}"),
        }
    }
}
