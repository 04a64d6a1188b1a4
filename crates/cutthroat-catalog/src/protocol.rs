//! The messages of the engine protocol: one JSON object on each line, both ways. `docs/protocol.md` describes them.
//!
//! Unknown fields are ignored. What is left out has the value of [`Default`].

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read as _};

use serde::{Deserialize, Serialize};

use crate::before_play::Choices;
use crate::seat_event::SeatEvent;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The longest line that either side reads, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;

/// What the side that runs the game says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ToPlayer {
    /// The first message.
    Hello {
        /// The highest version that the sender speaks.
        protocol: u32,
    },
    /// A game begins. What was known of an earlier one is forgotten.
    NewGame(NewGame),
    /// The seat sees something.
    Event(SeatEvent),
    /// The player is asked to choose.
    Choose(Choose),
    /// The answer is wanted at once.
    Stop,
    /// The game is over.
    End {
        /// What each seat scores.
        #[serde(default)]
        scores: Vec<f64>,
    },
    /// The player has to end.
    Quit,
}

/// A game that begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NewGame {
    /// The game by name.
    pub game: String,
    /// How many play.
    pub players: usize,
    /// The own seat, counted from 1.
    pub seat: usize,
    /// Options of the game by name. Values are texts; numbers are read too.
    #[serde(default, deserialize_with = "options")]
    pub options: BTreeMap<String, String>,
    /// A seed for the player's random choices.
    #[serde(default)]
    pub seed: u64,
    /// Whether it is a whole game of several deals.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole_game: bool,
    /// After how many seconds a choice is late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patience: Option<f64>,
    /// Who is to play, for a program that has several players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
}

/// A choice that is asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Choose {
    /// A number that the answer repeats.
    pub id: u64,
    /// What there is to choose from.
    #[serde(flatten)]
    pub choices: Choices,
    /// Nodes, in place of the player's own limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Seconds, in place of the player's own limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
}

/// What the player says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FromPlayer {
    /// The answer to the first message.
    Hello {
        /// The version that both speak.
        protocol: u32,
        /// The name of the player.
        #[serde(default)]
        name: String,
        /// Their version.
        #[serde(default)]
        version: String,
        /// The games they play; every game if none is named.
        #[serde(default)]
        games: Vec<String>,
    },
    /// A choice.
    Choice(ChoiceMade),
    /// How far the search is.
    Info {
        /// The choice that is asked for.
        #[serde(default)]
        id: u64,
        /// Nodes so far.
        #[serde(default)]
        nodes: u64,
        /// The deepest completed level.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<usize>,
        /// Seconds so far.
        #[serde(default)]
        time: f64,
    },
    /// A message could not be understood or obeyed.
    Error {
        /// The choice that cannot be made, if it is about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// What is wrong, in one line.
        #[serde(default)]
        message: String,
    },
}

/// A choice that was made.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ChoiceMade {
    /// The number of the question.
    pub id: u64,
    /// What is chosen.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The cards that are chosen, where several are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// What each seat is expected to get.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expects: Option<Vec<f64>>,
    /// The standard error of what the own seat gets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// States visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The depth of the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<usize>,
    /// The moves that are expected from here on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
}

/// Options, whose values may be numbers.
fn options<'de, D: serde::Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Value {
        Text(String),
        Number(i64),
    }
    let values = BTreeMap::<String, Value>::deserialize(from)?;
    let text = |value| match value {
        Value::Text(text) => text,
        Value::Number(number) => number.to_string(),
    };
    Ok(values.into_iter().map(|(name, value)| (name, text(value))).collect())
}

/// A line that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineRead {
    /// A line, without its end.
    Line,
    /// A line that is longer than [`LONGEST_LINE`]; [`skip_line`] skips the rest.
    TooLong,
    /// There are no more.
    End,
}

/// Reads the next line into `line`. However long it is, no more than the longest that fits is kept in memory.
///
/// # Errors
/// When nothing can be read.
pub fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<LineRead> {
    line.clear();
    let most = LONGEST_LINE as u64 + 1;
    if input.by_ref().take(most).read_until(b'\n', line)? == 0 {
        return Ok(LineRead::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        return Ok(LineRead::Line);
    }
    Ok(if line.len() <= LONGEST_LINE { LineRead::Line } else { LineRead::TooLong })
}

/// Reads up to the end of the line, and keeps nothing of it.
///
/// # Errors
/// When nothing can be read.
pub fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    input.skip_until(b'\n').map(|_| ())
}
