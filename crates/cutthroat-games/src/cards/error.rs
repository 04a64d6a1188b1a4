//! Errors in cards, hands and positions.

use cutthroat::counted;
use thiserror::Error;

use super::card::Card;
use crate::parameters::ParameterError;

/// What is wrong with a card, a hand, a position or an option.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CardError {
    /// Text that is not a card.
    #[error("`{0}` is not a card; write suit and rank, such as SA")]
    NotACard(String),
    /// A letter that is not a rank.
    #[error("`{rank}` in hand `{hand}` is not a rank; ranks are AKQJT98765432")]
    Rank {
        /// The letter.
        rank: char,
        /// The hand.
        hand: String,
    },
    /// A hand that does not have four suits.
    #[error("hand `{hand}` has {}; write four, with dots between", counted(*suits, "suit"))]
    Suits {
        /// The hand.
        hand: String,
        /// How many suits it has.
        suits: usize,
    },
    /// A card that is in two places.
    #[error("{0} is there twice")]
    Twice(Card),
    /// A position that does not begin with the leader.
    #[error("`{0}` does not begin with the seat that leads and a colon, such as 1:")]
    NoLeader(String),
    /// A game of which nobody plays more than a deal.
    #[error("there are no whole games of {0}, only single deals")]
    NoWholeGame(&'static str),
    /// A deal before its play where a position of the play is needed.
    #[error(
        "this is a deal before its play; write a position of the play, which begins with the seat that leads, such as 1:"
    )]
    BeforePlay,
    /// A deal before its play that does not begin so.
    #[error("`{0}` does not begin with the word deal and a colon")]
    NoDeal(String),
    /// A deal before its play in a game that has nothing there.
    #[error("nothing comes before the play by these rules of {0}; write the seat that leads, such as 1:")]
    NothingBeforePlay(&'static str),
    /// A card that is not dealt.
    #[error("{card} is not in the pack of {game} for {players} players")]
    NotInPack {
        /// The card.
        card: Card,
        /// The game.
        game: &'static str,
        /// How many play.
        players: usize,
    },
    /// A leader who does not play.
    #[error("seat {leader} leads, but there are hands for {}", counted(*players, "player"))]
    Leader {
        /// The seat.
        leader: usize,
        /// How many players there are.
        players: usize,
    },
    /// A number of players that the game does not allow.
    #[error("{}; {game} is for {}", counted(*players, "player"), from_to(*least, *most))]
    Players {
        /// How many there are.
        players: usize,
        /// The game.
        game: &'static str,
        /// The fewest.
        least: usize,
        /// The most.
        most: usize,
    },
    /// A hand of the wrong size.
    #[error("seat {seat} holds {} and should hold {due}", counted(*held, "card"))]
    HandSize {
        /// The seat.
        seat: usize,
        /// How many cards it holds.
        held: usize,
        /// How many it should hold.
        due: usize,
    },
    /// A trick with too many cards in it.
    #[error("played= has {}; a trick in progress of {players} players has fewer than {players}", counted(*cards, "card"))]
    TrickSize {
        /// How many cards there are.
        cards: usize,
        /// How many players there are.
        players: usize,
    },
    /// A player did not follow suit although they could.
    #[error("seat {seat} cannot have played {played}: that seat holds {held} and had to follow suit")]
    Revoke {
        /// The seat.
        seat: usize,
        /// What was played.
        played: Card,
        /// A card of the suit led.
        held: Card,
    },
    /// A card that the rules of the game do not allow in this trick.
    #[error("seat {seat} cannot have played {played} here by the rules of {game}")]
    NotAllowed {
        /// The seat.
        seat: usize,
        /// What was played.
        played: Card,
        /// The game.
        game: &'static str,
    },
    /// The wrong player leads to the first trick.
    #[error("seat {leader} leads, but {card} must be led first and seat {holder} holds it")]
    FirstLead {
        /// Who leads in the text.
        leader: usize,
        /// Who holds the card.
        holder: usize,
        /// The card to be led.
        card: Card,
    },
    /// A list with the wrong number of entries.
    #[error("{field}={value} has {}; {due} are needed", counted(*given, "number"))]
    Numbers {
        /// The field.
        field: &'static str,
        /// What was given.
        value: String,
        /// How many numbers that are.
        given: usize,
        /// How many there should be.
        due: usize,
    },
    /// More cards asked for than there are.
    #[error("{} for each of {players} players; there can be from 1 to {most}", counted(*cards, "card"))]
    Cards {
        /// How many were asked for.
        cards: usize,
        /// How many players there are.
        players: usize,
        /// How many there can be.
        most: usize,
    },
    /// More taken, or to be taken, than there can be.
    #[error("{field}={value}: {why}")]
    Field {
        /// The field.
        field: &'static str,
        /// What was given.
        value: String,
        /// What is wrong with it.
        why: String,
    },
    /// A field that has to be given.
    #[error("{field}= is missing: {why}")]
    Missing {
        /// The field.
        field: &'static str,
        /// What for.
        why: &'static str,
    },
    /// An unknown preset.
    #[error("rules={name} is none of {known}")]
    Preset {
        /// The name.
        name: String,
        /// Those there are.
        known: String,
    },
    /// An option that is unknown, given twice or malformed.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

/// `3`, or `3 to 6`.
fn from_to(least: usize, most: usize) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}
