//! The description of a game.

use cutthroat::NotationError;
use cutthroat_games::field::Field;
use cutthroat_games::parameters::checked;

use crate::error::Error;
use crate::tally::Tally;

/// A game as plain data: its name, who can play it, how positions are written, and what can be chosen. Help texts, forms
/// and error messages are made from it.
///
/// Most games begin with [`GameInfo::new`] and say what is different:
///
/// ```
/// use cutthroat_catalog::GameInfo;
///
/// let info = GameInfo {
///     about: "the player who takes the last stone loses",
///     players: (2, 4),
///     evaluations: vec![("stones", "stones taken")],
///     ..GameInfo::new("nim")
/// };
/// assert_eq!(info.numbers_of_players(), "2 to 4");
/// ```
///
/// An option is described by a [`Field`]. A value given beside a position or a deal is checked against it before the game
/// sees it. The text of a position may have any value in it, so code that reads one checks it by the same field.
///
/// ```
/// use cutthroat::NotationError;
/// use cutthroat_catalog::{DefaultValue, Field, GameInfo, Values};
///
/// const BOARD: Field = Field {
///     name: "side",
///     about: "how many cells a row has",
///     values: Values::Number { least: 5, most: 8 },
///     default: DefaultValue::Is("7"),
/// };
///
/// /// Takes `side=8` off the end of a position.
/// fn read_side(text: &str) -> Result<(&str, u8), NotationError> {
///     let Some((board, side)) = text.rsplit_once(" side=") else { return Ok((text, 7)) };
///     let side = BOARD.values.read(side).map_err(|misfit| NotationError(format!("side={side} {misfit}")))?;
///     Ok((board, side.parse().expect("it is a number from 5 to 8")))
/// }
///
/// /// Writes it back.
/// fn write_side(board: &str, side: u8) -> String {
///     if side == 7 { board.to_owned() } else { format!("{board} side={side}") }
/// }
///
/// let info = GameInfo { options: &[BOARD], ..GameInfo::new("reversi") };
/// assert_eq!(info.options[0].values.to_string(), "5 to 8");
/// assert_eq!(read_side(&write_side("1.2 1", 8)).unwrap(), ("1.2 1", 8));
/// assert_eq!(read_side(&write_side("1.2 1", 7)).unwrap(), ("1.2 1", 7));
/// assert_eq!(read_side("1.2 1 side=9").unwrap_err().to_string(), "side=9 is not from 5 to 8");
/// ```
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The fewest and the most players.
    pub players: (usize, usize),
    /// How many play unless it is said otherwise.
    pub usual_players: usize,
    /// How it is played, in a few sentences.
    pub play: &'static str,
    /// How a position is written.
    pub notation: &'static str,
    /// The fields of a position, in groups, each group with what it is for.
    pub fields: &'static [(&'static str, &'static [Field])],
    /// The options of its rules. Each is also a field of a position: `name=value` after the rest of the text.
    pub options: &'static [Field],
    /// What can be chosen for a position that is drawn, beside the number of players: how many cards are dealt.
    pub dealing: &'static [Field],
    /// Its sets of rules, the default first, if it has several. They are chosen by the option `rules`.
    pub presets: Vec<Preset>,
    /// The options of whole games of several deals; none if people play single ones.
    pub game_options: &'static [Field],
    /// A position to try.
    pub example: &'static str,
    /// Its evaluations by name, the default first, and what each means. There is at least one.
    pub evaluations: Vec<(&'static str, &'static str)>,
    /// Names that papers have for some of them, and the name here.
    pub evaluation_aliases: &'static [(&'static str, &'static str)],
    /// The nodes of an analysis if neither nodes, time nor a depth is given; `None` searches to the end.
    pub default_nodes: Option<u64>,
    /// The default MiB of the transposition table of an analysis; 0 for none, if positions rarely occur again.
    pub default_memory: usize,
    /// Plies after which a playout is evaluated; `None` plays to the end of the game, which must then come soon.
    pub playout_plies: Option<usize>,
    /// What people count at the end.
    pub tally: Tally,
    /// Whether a player at a table does not see everything, such as the cards of others.
    pub hides: bool,
    /// Reads games that other programs have recorded.
    pub records: Option<RecordReader>,
    /// The player that `expert` means: the best that a tenth of a second a move buys, with all its settings.
    pub expert: &'static str,
    /// The position that a number of people begins a game with, where it is not drawn.
    pub start: Option<fn(usize) -> String>,
    /// Options of a single deal as people play it at a table, for those who do not say otherwise.
    pub at_table: &'static [(&'static str, &'static str)],
}

/// Reads games that other programs have recorded, such as a file of bridge deals. `None` for a text that is no such record.
pub type RecordReader = fn(&str) -> Option<Result<Vec<ReadGame>, NotationError>>;

/// A game that was recorded by another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadGame {
    /// Where it begins, in our notation.
    pub position: String,
    /// The moves that were played.
    pub moves: Vec<String>,
}

/// A set of rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// The options that differ from the default.
    pub sets: Vec<(&'static str, String)>,
}

impl GameInfo {
    /// A game for three players without options, searched to its end, of which points are counted. It has no evaluation yet.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            about: "",
            players: (3, 3),
            usual_players: 3,
            play: "",
            notation: "",
            fields: &[],
            options: &[],
            dealing: &[],
            presets: Vec::new(),
            game_options: &[],
            example: "",
            evaluations: Vec::new(),
            evaluation_aliases: &[],
            default_nodes: None,
            default_memory: 0,
            playout_plies: None,
            tally: Tally { unit: "points", of: "a game", low_is_good: false },
            hides: false,
            records: None,
            expert: "mcts",
            start: None,
            at_table: &[],
        }
    }

    /// The number of players: `3`, or `3 to 6`.
    #[must_use]
    pub fn numbers_of_players(&self) -> String {
        let (fewest, most) = self.players;
        if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") }
    }

    /// The evaluation asked for, or the default.
    ///
    /// # Errors
    /// If there is none of that name; the error lists the known names.
    pub fn evaluation(&self, name: Option<&str>) -> Result<&'static str, Error> {
        let Some(name) = name else { return Ok(self.evaluations[0].0) };
        let alias = self.evaluation_aliases.iter().find(|(alias, _)| *alias == name);
        let wanted = alias.map_or(name, |(_, known)| known);
        match self.evaluations.iter().find(|(known, _)| *known == wanted) {
            Some((name, _)) => Ok(name),
            None => {
                let known: Vec<&str> = self.evaluations.iter().map(|(known, _)| *known).collect();
                Err(Error::Evaluation { game: self.name, name: name.to_owned(), known: known.join(", ") })
            }
        }
    }

    /// The value of an option of the rules or of a deal, as it is always written.
    pub(crate) fn option_value(&self, name: &str, value: &str) -> Result<String, Error> {
        let unfit = |error: String| Error::Option { game: self.name, error: NotationError(error) };
        if name == "rules" && !self.presets.is_empty() {
            let known: Vec<&str> = self.presets.iter().map(|preset| preset.name).collect();
            return match known.contains(&value) {
                true => Ok(value.to_owned()),
                false => Err(unfit(format!("rules={value} is none of {}", known.join(", ")))),
            };
        }
        let Some(option) = self.options.iter().chain(self.dealing).find(|option| option.name == name) else {
            return Err(Error::NoOption { game: self.name, option: name.to_owned() });
        };
        checked(option, value).map_err(|error| unfit(error.to_string()))
    }

    /// The games that other programs have recorded in this text, if it is such a record.
    ///
    /// # Errors
    /// What is wrong with the record.
    pub fn recorded(&self, text: &str) -> Result<Option<Vec<ReadGame>>, Error> {
        let Some(read) = self.records.and_then(|read| read(text)) else { return Ok(None) };
        read.map(Some).map_err(|error| Error::Record { game: self.name, error })
    }

    /// Whether this can be chosen for a position that is drawn.
    pub(crate) fn deals_by(&self, name: &str) -> bool {
        self.dealing.iter().any(|option| option.name == name)
    }
}
