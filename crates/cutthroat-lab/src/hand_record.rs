//! One game as a file of its own: a deal, a game on a board, or a whole game, finished or not.
//!
//! It has a form as text, one move a line, and one as JSON. Both have all that is needed to go on with the game:
//! [`HandRecord::sit_down`].

use std::fmt::{self, Write as _};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat_catalog::{GameOptions, LiveGame, PlayerSpec, Registry, SeatingRequest, Setup};
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::record::GameRecord;
use crate::store::RunSettings;

/// The first line of a record as text; the number of its form follows.
const HEADING: &str = "cutthroat record";

/// The form of records.
const FORM: u32 = 1;

/// The player in the seat of a person.
pub const PERSON: &str = "person";

/// One game with all that is needed to replay it, or to go on with it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandRecord {
    /// The form of the record: 1.
    pub cutthroat_record: u32,
    /// The game.
    pub game: String,
    /// How it was set up: players, options, and whether cards are hidden. Its start is in the next field.
    pub setup: Setup,
    /// Where it starts, in the game's notation.
    pub start: String,
    /// The seed of the players' random choices.
    pub seed: u64,
    /// Who sits in each seat, with all settings; a person is [`PERSON`].
    pub players: Vec<String>,
    /// The moves.
    pub moves: Vec<RecordedMove>,
}

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedMove {
    /// Who made it, counted from 1.
    pub seat: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The payoff of each seat that the player expected, after a search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expects: Option<Vec<i16>>,
}

impl HandRecord {
    /// A game that has just begun.
    #[must_use]
    pub fn new(game: &str, setup: Setup, start: String, seed: u64, players: Vec<String>) -> Self {
        let setup = Setup { position: None, deal: None, ..setup };
        Self { cutthroat_record: FORM, game: game.to_owned(), setup, start, seed, players, moves: Vec::new() }
    }

    /// A game of a match. A program is somebody else, as a person is: what is written in a record never starts one.
    #[must_use]
    pub fn of_game(settings: &RunSettings, game: &GameRecord) -> Self {
        let player = |kind: &usize| match kind.checked_sub(1) {
            Some(kind) if settings.is_program(kind) => PERSON.to_owned(),
            kind => kind.and_then(|kind| settings.players.get(kind)).cloned().unwrap_or_default(),
        };
        let players = game.seating.iter().map(player).collect();
        let record = Self::new(&settings.game, settings.setup.clone(), game.start.clone(), game.seed, players);
        let moves = game.moves.iter().zip(&game.movers);
        let moves = moves.map(|(mv, &seat)| RecordedMove { seat, mv: mv.clone(), expects: None }).collect();
        Self { moves, ..record }
    }

    /// Whether a text is a record, in whatever state.
    #[must_use]
    pub fn is_record(text: &str) -> bool {
        text.starts_with(HEADING) || text.trim_start().starts_with('{')
    }

    /// Reads a record, as text or JSON.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut record: Self = if text.trim_start().starts_with('{') {
            serde_json::from_str(text).map_err(|error| format!("this JSON is not a record of a game: {error}"))?
        } else {
            text.parse()?
        };
        if record.cutthroat_record != FORM {
            let form = record.cutthroat_record;
            return Err(format!("the record has form {form}, and this version reads form {FORM}"));
        }
        if let Some(seat) = record.players.iter().position(|player| player.contains(char::is_control)) {
            return Err(format!("the player in seat {} has a control character in their name", seat + 1));
        }
        record.check()?;
        Ok(record)
    }

    fn says_everything(&self) -> Result<(), String> {
        let missing =
            [("game", self.game.is_empty()), ("start", self.start.is_empty()), ("seats", self.players.is_empty())];
        match missing.iter().find(|(_, missing)| *missing) {
            Some((what, _)) => Err(format!("the record does not say its {what}")),
            None => Ok(()),
        }
    }

    /// Puts a record into the form in which it is written, and refuses what would be written in a way that nobody reads: JSON
    /// may have anything in its texts.
    fn check(&mut self) -> Result<(), String> {
        self.says_everything()?;
        self.start = self.start.split_whitespace().collect::<Vec<_>>().join(" ");
        // The start says where it begins.
        (self.setup.position, self.setup.deal) = (None, None);
        let is_plain = |text: &str| text.trim() == text && !text.contains(char::is_control);
        let is_word = |text: &str| !text.contains(|letter: char| letter.is_whitespace() || letter.is_control());
        if !is_plain(&self.game) || !self.players.iter().all(|player| is_plain(player)) {
            return Err("the name of the game or of a player has spaces around it".to_owned());
        }
        if let Some(eval) = self.setup.eval.as_ref().filter(|eval| eval.is_empty() || !is_word(eval)) {
            return Err(format!("`{}` is not the name of an evaluation", eval.escape_debug()));
        }
        let is_option = |(name, value): &(&String, &String)| is_word(name) && !name.contains('=') && is_word(value);
        if let Some((name, _)) = self.setup.options.iter().find(|option| !is_option(option)) {
            return Err(format!("the option `{}` is not NAME=VALUE", name.escape_debug()));
        }
        for (number, RecordedMove { mv, expects, .. }) in self.moves.iter_mut().enumerate() {
            if mv.is_empty() || !is_plain(mv) || mv.contains(" expects") {
                return Err(format!("move {} is not a move: `{}`", number + 1, mv.escape_debug()));
            }
            if expects.as_ref().is_some_and(Vec::is_empty) {
                *expects = None;
            }
        }
        Ok(())
    }

    /// The record as JSON, in one line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    /// Begins the game with its players, and makes the moves of the record. In the seat of a person sits somebody who
    /// plays at random, for those who do not ask the person. `stop` is a flag that stops every search.
    ///
    /// # Errors
    /// When the game does not exist, a player does not fit it, or a move is not legal.
    pub fn sit_down(&self, registry: &Registry, stop: Option<Arc<AtomicBool>>) -> Result<Box<dyn LiveGame>, LabError> {
        let players = self.players.iter().map(|player| match player.as_str() {
            PERSON => "random".parse(),
            player => player.parse(),
        });
        let players = players.collect::<Result<Vec<PlayerSpec>, _>>()?;
        let places: Vec<usize> = (0..players.len()).collect();
        let request = SeatingRequest {
            game: self.game.clone(),
            setup: self.setup_of_start(),
            players,
            stop,
            ..Default::default()
        };
        let mut game = registry.seat(&request)?.begin(&self.start, &places, self.seed)?;
        self.make_moves(game.as_mut(), self.moves.len())?;
        Ok(game)
    }

    /// The game after this many moves, with empty seats.
    ///
    /// # Errors
    /// When the game does not exist, or a move is not legal.
    pub fn game_after(&self, registry: &Registry, moves: usize) -> Result<Box<dyn LiveGame>, LabError> {
        let setup = Setup { position: Some(self.start.clone()), ..self.setup_of_start() };
        let mut game = registry.begin(&self.game, &setup)?;
        let (given, seats) = (self.players.len(), game.seats());
        if given != seats {
            return Err(LabError::Usage(format!("the record has {given} players, and {seats} play")));
        }
        self.make_moves(game.as_mut(), moves)?;
        Ok(game)
    }

    /// The start of the game as a setup, with all cards seen: moves are made from there.
    #[must_use]
    pub fn start_setup(&self) -> Setup {
        let hidden = false;
        Setup { position: Some(self.start.clone()), hidden, whole_deal: false, ..self.setup_of_start() }
    }

    /// The setup of a game that begins at the start: a whole game draws its deals by its options, any other start says all.
    fn setup_of_start(&self) -> Setup {
        let setup = self.setup.clone();
        if setup.whole_game {
            return setup;
        }
        Setup { position: Some(self.start.clone()), players: None, options: GameOptions::new(), deal: None, ..setup }
    }

    fn make_moves(&self, game: &mut dyn LiveGame, moves: usize) -> Result<(), LabError> {
        (0..moves.min(self.moves.len())).try_for_each(|place| self.go_on(game, place))
    }

    /// Makes the move with this place, from 0, in a game in which those before it were made.
    ///
    /// # Errors
    /// When it is not legal.
    pub fn go_on(&self, game: &mut dyn LiveGame, place: usize) -> Result<(), LabError> {
        let wrong = |what: &str| LabError::Usage(format!("move {} of the record: {what}", place + 1));
        let RecordedMove { seat, mv, .. } = self.moves.get(place).ok_or_else(|| wrong("there is none"))?;
        if game.mover() != Some(*seat) {
            let turn = game.mover().map_or("nobody".to_owned(), |seat| format!("seat {seat}"));
            return Err(wrong(&format!("it was made by seat {seat}, where {turn} is to move")));
        }
        game.play(mv).map_err(|error| wrong(&error.to_string()))
    }
}

/// The names of what a setup has switched on.
const SWITCHES: [&str; 3] = ["hidden", "whole-deal", "whole-game"];

/// As text: a line for each field, an empty line, and a line for each move.
impl fmt::Display for HandRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cutthroat_record, game, setup, start, seed, players, moves } = self;
        writeln!(f, "{HEADING} {cutthroat_record}\ngame: {game}")?;
        if let Some(number) = setup.players {
            writeln!(f, "players: {number}")?;
        }
        let options: String = setup.options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        if !options.is_empty() {
            writeln!(f, "options:{options}")?;
        }
        if let Some(eval) = &setup.eval {
            writeln!(f, "eval: {eval}")?;
        }
        let switched = [setup.hidden, setup.whole_deal, setup.whole_game];
        let switched: Vec<&str> =
            SWITCHES.iter().zip(switched).filter(|(_, is_on)| *is_on).map(|(name, _)| *name).collect();
        if !switched.is_empty() {
            writeln!(f, "how: {}", switched.join(" "))?;
        }
        writeln!(f, "seed: {seed}")?;
        for (seat, player) in players.iter().enumerate() {
            writeln!(f, "seat {}: {player}", seat + 1)?;
        }
        let start = start.split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(f, "start: {start}\n")?;
        for RecordedMove { seat, mv, expects } in moves {
            write!(f, "{seat} {mv}")?;
            if let Some(expects) = expects {
                let expects: Vec<String> = expects.iter().map(i16::to_string).collect();
                write!(f, " expects {}", expects.join(" "))?;
            }
            f.write_char('\n')?;
        }
        f.write_str("end\n")
    }
}

impl FromStr for HandRecord {
    type Err = String;

    /// Reads what was written as text. Empty lines and those that begin with # count for nothing.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().map(str::trim).enumerate();
        let form = lines.next().and_then(|(_, line)| line.strip_prefix(HEADING)?.trim().parse().ok());
        let form = form.ok_or_else(|| format!("it is not a record of a game: it does not begin with `{HEADING} 1`"))?;
        let mut record = Self::new("", Setup::default(), String::new(), 0, Vec::new());
        record.cutthroat_record = form;
        let mut ended = false;
        for (number, line) in lines {
            let wrong = |what: &str| format!("line {}: {what}: `{line}`", number + 1);
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if ended {
                return Err(wrong("something follows after the end"));
            }
            if line == "end" {
                ended = true;
            } else if line.starts_with(|letter: char| letter.is_ascii_digit()) {
                record.moves.push(read_move(line).ok_or_else(|| wrong("this is not a move"))?);
            } else {
                record.read_field(line).map_err(wrong)?;
            }
        }
        record.says_everything()?;
        if !ended {
            return Err("the record breaks off: its last line is not `end`".to_owned());
        }
        Ok(record)
    }
}

impl HandRecord {
    fn read_field(&mut self, line: &str) -> Result<(), &'static str> {
        let (name, value) = line.split_once(':').ok_or("this is not NAME: VALUE")?;
        let value = value.trim();
        match name {
            "game" => self.game = value.to_owned(),
            "start" => self.start = value.to_owned(),
            "eval" => self.setup.eval = Some(value.to_owned()),
            "players" => self.setup.players = Some(value.parse().map_err(|_| "this is not a number of players")?),
            "seed" => self.seed = value.parse().map_err(|_| "this is not a seed")?,
            "options" => {
                for option in value.split_whitespace() {
                    let (name, value) = option.split_once('=').ok_or("an option is not NAME=VALUE")?;
                    self.setup.options.insert(name.to_owned(), value.to_owned());
                }
            }
            "how" => {
                for word in value.split_whitespace() {
                    match SWITCHES.iter().position(|switch| *switch == word) {
                        Some(0) => self.setup.hidden = true,
                        Some(1) => self.setup.whole_deal = true,
                        Some(_) => self.setup.whole_game = true,
                        None => return Err("this is none of hidden, whole-deal, whole-game"),
                    }
                }
            }
            seat if seat.strip_prefix("seat ").and_then(|seat| seat.parse().ok()) == Some(self.players.len() + 1) => {
                self.players.push(value.to_owned());
            }
            _ => return Err("a record has no such line"),
        }
        Ok(())
    }
}

fn read_move(line: &str) -> Option<RecordedMove> {
    let (seat, rest) = line.split_once(' ')?;
    let (mv, expects) = match rest.split_once(" expects ") {
        None => (rest, None),
        Some((mv, expects)) => (mv, Some(expects.split(' ').map(|payoff| payoff.parse().ok()).collect::<Option<_>>()?)),
    };
    Some(RecordedMove { seat: seat.parse().ok()?, mv: mv.trim().to_owned(), expects })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> HandRecord {
        let setup = Setup { players: Some(4), hidden: true, whole_deal: true, ..Setup::default() };
        let players = [PERSON, "heuristic", "random", "heuristic"].map(str::to_owned).to_vec();
        let start = "deal:A.2.. K.3.. Q.4.. J.5..".to_owned();
        let mut record = HandRecord::new("hearts", setup.with_option("pass", "left"), start, 9, players);
        for (seat, mv, expects) in [(1, "SA", None), (2, "pass:SK,H3", Some(vec![1, -2, 3, 4]))] {
            record.moves.push(RecordedMove { seat, mv: mv.to_owned(), expects });
        }
        record
    }

    #[test]
    fn what_is_written_is_read_back_as_text_and_as_json() {
        let record = record();
        assert_eq!(HandRecord::read(&record.to_string()).unwrap(), record);
        assert_eq!(HandRecord::read(&record.to_json().unwrap()).unwrap(), record);
    }

    /// JSON may have anything in its texts: what could not be written as lines is refused or put right.
    #[test]
    fn json_is_put_into_the_form_of_the_text() {
        let record = record();
        let json = record.to_json().unwrap();
        for (from, to, expected) in [
            ("\"SA\"", "\"\"", "move 1 is not a move"),
            ("\"SA\"", "\" SA\"", "move 1 is not a move"),
            ("\"SA\"", "\"SA\\nend\"", "move 1 is not a move"),
            ("\"hearts\"", "\"hearts\\u2028\"", "spaces around it"),
            ("\"pass\"", "\"pass on\"", "the option `pass on`"),
            ("\"hearts\"", "\"\"", "does not say its game"),
        ] {
            let error = HandRecord::read(&json.replacen(from, to, 1)).unwrap_err();
            assert!(error.contains(expected), "{to} said {error}");
        }
        for (from, to) in [("A.2.. K", "A.2..\\u00a0 K"), ("\"deal\":null", "\"deal\":5")] {
            let changed = json.replacen(from, to, 1);
            assert_ne!(changed, json);
            assert_eq!(HandRecord::read(&changed).unwrap(), record);
        }
    }

    #[test]
    fn every_line_that_is_damaged_is_named() {
        let text = record().to_string();
        for (from, to, expected) in [
            ("record 1", "record 7", "form 7"),
            ("cutthroat", "other", "does not begin with"),
            ("seed: 9", "seed: x", "line 6: this is not a seed"),
            ("seat 2", "seat 3", "line 8: a record has no such line"),
            ("seat 2: ", "seat 2: \u{1b}[31m", "the player in seat 2 has a control character"),
            ("1 SA", "1SA", "this is not a move"),
            ("expects 1", "expects one", "this is not a move"),
            ("game: hearts", "", "does not say its game"),
            ("hidden", "hiden", "none of hidden"),
            ("end\n", "", "breaks off"),
            ("end\n", "end\n1 SA\n", "after the end"),
        ] {
            let damaged = text.replacen(from, to, 1);
            let error = HandRecord::read(&damaged).unwrap_err();
            assert!(error.contains(expected), "{damaged} said {error}");
        }
        for end in 1..text.len() - 1 {
            assert!(HandRecord::read(&text[..end]).is_err(), "cut off after {end} bytes");
        }
    }
}
