//! Positions of trick games as text, similar to PBN.
//!
//! ```text
//! 1:AK3.Q2..T9 QJ2.A.K.32 T9.KJ3.2.J played=... taken=2,0,1 trump=H
//! ```
//!
//! The seat that leads, or led, to the trick in progress; the hands from seat 1 on, each spades, hearts, diamonds and
//! clubs; then [fields](FIELDS) in any order, and the [options](Rules::OPTIONS) of the game.

use std::fmt::Write as _;

use cutthroat::{Game, Notation, NotationError, Player};

use super::card::{Card, Cards};
use super::error::CardError;
use super::picture::{heading_of_trick, outcome_of_trick, picture_of_hands, picture_of_line};
use super::position::Position;
use super::rules::{self, Rules};
use super::start::CardStart;
use super::terms::terms;
use super::trick::{Listing, TrickGame};
use super::whole_deal::is_before_play;
use crate::field::{self, DefaultValue, Field, Values};
use crate::parameters::Parameters;

/// How positions of all card games begin.
pub const PARTS: &[Field] = &[
    Field {
        name: "LEADER",
        about: "the seat that leads, or led, to the trick in progress, then a colon",
        values: Values::Form("1 to the number of players"),
        default: DefaultValue::Required,
    },
    Field {
        name: "hand",
        about: "the cards of a player, from seat 1 on: spades.hearts.diamonds.clubs, each with its ranks or nothing",
        values: Values::Form("ranks AKQJT98765432; small letters and 10 are read too"),
        default: DefaultValue::Required,
    },
];

/// The fields that positions of all card games have, after the hands.
pub const FIELDS: &[Field] = &[
    Field {
        name: "played",
        about: "the trick in progress, in order of play; these cards are in no hand",
        values: Values::Form("cards with commas, such as SA,S3"),
        default: DefaultValue::Derived("no card has been played to the trick"),
    },
    Field {
        name: "taken",
        about: "what each player (in bridge: each side) has taken before: tricks, or points where the game counts points",
        values: Values::Form("a number for each, with commas, such as 2,0,1"),
        default: DefaultValue::Derived("nothing"),
    },
    Field {
        name: "tricks",
        about: "how many tricks are over, where points are counted and not tricks",
        values: Values::Number { least: 0, most: 52 },
        default: DefaultValue::Is("0"),
    },
    Field {
        name: "broken",
        about: "whether the suit that may not be led at first has been broken",
        values: Values::Names(&[("yes", "it may be led"), ("no", "not yet")]),
        default: DefaultValue::Is("no"),
    },
    Field {
        name: "within",
        about: "the deal ends after this many tricks in all, including those that are over",
        values: Values::Number { least: 0, most: 52 },
        default: DefaultValue::Derived("all tricks are played"),
    },
    Field {
        name: "order",
        about: "the order in which moves are listed, by which ties are broken",
        values: Values::Names(&[
            ("suit", "suit by suit, each from the highest card down"),
            ("rank", "by rank, across the suits"),
        ]),
        default: DefaultValue::Is("suit"),
    },
    Field {
        name: "equivalence",
        about: "read for the sake of older texts, without effect: searches have an option for it",
        values: Values::Switch,
        default: DefaultValue::Is("on"),
    },
    Field {
        name: "rules",
        about: "a set of rules by name; options beside it change some of them",
        values: Values::Form("a name from the list of rules"),
        default: DefaultValue::Derived("the first of the list"),
    },
];

impl<R: Rules> TrickGame<R> {
    /// Writes the fields of a position in which the leader holds `held` cards, with that of the trick in progress, and
    /// the options.
    pub(super) fn write_fields(&self, text: &mut String, position: &Position, held: usize) {
        let mut field = |name: &str, value: &str| {
            let _ = write!(text, " {name}={value}");
        };
        if position.played() > 0 {
            let played: Vec<String> = position.trick().map(|card| card.to_string()).collect();
            field("played", &played.join(","));
        }
        let taken = &position.taken()[..self.parties()];
        if taken.iter().any(|&taken| taken > 0) {
            field("taken", &rules::write_numbers(taken));
        }
        let over = self.tricks_over(position);
        if R::PER_TRICK == 0 && over > 0 {
            field("tricks", &over.to_string());
        }
        if position.broken() {
            field("broken", "yes");
        }
        if usize::from(position.tricks_left()) != held {
            field("within", &self.tricks().to_string());
        }
        if self.listing() == Listing::ByRank {
            field("order", "rank");
        }
        let usual = R::default().options(self.players());
        for (name, value) in self.rules().options(self.players()) {
            if !usual.contains(&(name, value.clone())) {
                field(name, &value);
            }
        }
    }
}

impl<R: Rules> Notation for TrickGame<R> {
    fn write_position(&self, position: &Position) -> String {
        let mut text = format!("{}:", self.leader(position).seat());
        for player in Player::all(self.players()) {
            let space = if player.index() > 0 { " " } else { "" };
            let _ = write!(text, "{space}{}", position.hand(player));
        }
        let held = position.hand(self.leader(position)).len() + usize::from(position.played() > 0);
        self.write_fields(&mut text, position, held);
        text
    }

    fn read_position(text: &str) -> Result<(Self, Position), NotationError> {
        read(text).map_err(|error| NotationError(error.to_string()))
    }

    fn write_move(&self, _: &Position, card: Card) -> String {
        card.to_string()
    }

    fn terms(&self) -> Option<String> {
        Some(terms(self.rules(), self.players()))
    }

    fn diagram(&self, position: &Position) -> Option<String> {
        Some(picture_of_hands(self, position).trim_end().to_owned())
    }

    fn round_begins(&self, position: &Position) -> Option<String> {
        (position.played() == 0 && self.mover(position).is_some()).then(|| heading_of_trick(self, position))
    }

    fn round_ended(&self, position: &Position, card: Card) -> Option<String> {
        outcome_of_trick(self, position, card)
    }

    fn diagram_of_line(&self, position: &Position, line: &[Card]) -> String {
        picture_of_line(self, position, line)
    }

    /// Reads a legal card, `SA` or `AS`.
    fn read_move(&self, position: &Position, text: &str) -> Result<Card, NotationError> {
        let card: Card = text.parse().map_err(|error: CardError| NotationError(error.to_string()))?;
        let Some(mover) = self.mover(position) else {
            return Err(NotationError(format!("{card} cannot be played: the deal is over")));
        };
        if !position.hand(mover).has(card) {
            return Err(NotationError(format!("{card} is not in the hand of seat {}, who is to play", mover.seat())));
        }
        if !self.legal(position).has(card) {
            return Err(NotationError(format!("{card} may not be played here; one of {} may", self.legal(position))));
        }
        Ok(card)
    }
}

/// Reads a position and the game it belongs to.
///
/// # Errors
/// What is wrong with the text, and with which card or field.
pub fn read<R: Rules>(text: &str) -> Result<(TrickGame<R>, Position), CardError> {
    let Words { leader, hands, fields } = Words::split::<R>(text)?;
    let hands: Vec<Cards> = hands.into_iter().map(str::parse).collect::<Result<_, CardError>>()?;
    let players = hands.len();
    let given = Parameters::read(&fields, FIELDS.iter().chain(R::OPTIONS))?;
    let (rules, listing) = read_rules::<R>(&given, players)?;
    let start = CardStart { hands, leader, ..read_start(&given, rules.parties(players))? };
    let (game, position) = TrickGame::new(rules, &start)?;
    Ok((game.listed(listing), position))
}

/// The words of a position or of a view.
pub(super) struct Words<'t> {
    /// Who leads, or led, counted from 0.
    pub(super) leader: usize,
    /// A word for each hand.
    pub(super) hands: Vec<&'t str>,
    /// The rest.
    pub(super) fields: String,
}

impl<'t> Words<'t> {
    pub(super) fn split<R: Rules>(text: &'t str) -> Result<Self, CardError> {
        let (words, fields): (Vec<&str>, Vec<&str>) = text.split_whitespace().partition(|word| !word.contains('='));
        let first = words.first().copied().unwrap_or_default();
        if is_before_play(first) {
            return Err(CardError::BeforePlay);
        }
        let (leader, first_hand) = first.split_once(':').ok_or_else(|| CardError::NoLeader(first.to_owned()))?;
        let hands: Vec<&str> = std::iter::once(first_hand).chain(words.iter().skip(1).copied()).collect();
        let players = hands.len();
        let leader: usize = leader.parse().map_err(|_| CardError::NoLeader(first.to_owned()))?;
        let leader = leader.checked_sub(1).ok_or(CardError::Leader { leader: 0, players })?;
        let (least, most) = R::PLAYERS;
        if !(least..=most).contains(&players) {
            return Err(CardError::Players { players, game: R::NAME, least, most });
        }
        Ok(Self { leader, hands, fields: fields.join(" ") })
    }
}

/// The rules, and the order of moves.
pub(super) fn read_rules<R: Rules>(given: &Parameters, players: usize) -> Result<(R, Listing), CardError> {
    let mut rules = given.value("rules").map_or(Ok(R::default()), preset)?;
    for option in field::names(R::OPTIONS) {
        if let Some(value) = given.value(option) {
            rules.set(option, value, players)?;
        }
    }
    let listing = match given.value("order") {
        None | Some("suit") => Listing::BySuit,
        Some("rank") => Listing::ByRank,
        Some(other) => return Err(rules::misfit("order", other, "suit or rank")),
    };
    if let Some(switch) = given.value("equivalence") {
        rules::read_switch("equivalence", switch)?;
    }
    Ok((rules, listing))
}

/// Everything but the hands and the leader.
pub(super) fn read_start(given: &Parameters, parties: usize) -> Result<CardStart, CardError> {
    let mut start = CardStart::default();
    if let Some(played) = given.value("played") {
        start.played = played.split(',').map(str::parse).collect::<Result<_, CardError>>()?;
    }
    if let Some(taken) = given.value("taken") {
        start.taken = rules::read_numbers("taken", taken, parties, u8::MAX)?;
    }
    if let Some(tricks) = given.value("tricks") {
        start.tricks_over = rules::read_number("tricks", tricks, Cards::PACK.len() as u8)?;
    }
    if let Some(broken) = given.value("broken") {
        start.broken = rules::read_switch("broken", broken)?;
    }
    if let Some(within) = given.value("within") {
        start.within = Some(rules::read_number("within", within, Cards::PACK.len() as u8)?);
    }
    Ok(start)
}

/// The rules with this name.
///
/// # Errors
/// If there are none of that name; the error lists the known ones.
pub fn preset<R: Rules>(name: &str) -> Result<R, CardError> {
    R::preset(name).ok_or_else(|| CardError::Preset { name: name.to_owned(), known: R::PRESETS.join(", ") })
}
