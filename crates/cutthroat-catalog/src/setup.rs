//! Which position of which game.

use std::collections::BTreeMap;

use cutthroat::NotationError;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::game_info::GameInfo;

/// Options of a game by name: those of its rules and those of a deal, as its [`GameInfo`] describes them.
pub type GameOptions = BTreeMap<String, String>;

/// Which position, and how it is evaluated: as plain data.
///
/// ```
/// use cutthroat_catalog::{Registry, Setup};
///
/// let setup = Setup { deal: Some(7), ..Setup::default() }.with_option("cards", 5).with_option("trump", "S");
/// assert!(Registry::standard().open("bridge", &setup).is_ok());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "WrittenSetup")]
pub struct Setup {
    /// The position in the game's notation.
    pub position: Option<String>,
    /// A seed to draw a position by.
    pub deal: Option<u64>,
    /// How many players, for a position that is drawn.
    pub players: Option<usize>,
    /// Options of the game by name, as its [`GameInfo`] describes them.
    pub options: GameOptions,
    /// The evaluation by name; the game's first if not given.
    pub eval: Option<String>,
    /// Whether the players of a game see only what their seat knows. In a game of perfect information that is everything.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Whether a game from a drawn position begins with what the players do before the play, where the rules have that:
    /// they pass, bid, name trump, discard. Otherwise it begins with the play, and all of that was done as usual.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub whole_deal: bool,
    /// Whether a game is a whole one of several deals, with a score sheet, where people play such games. Its options count
    /// too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub whole_game: bool,
}

/// A setup as in a file. Older files have separate fields for some options.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct WrittenSetup {
    position: Option<String>,
    deal: Option<u64>,
    players: Option<usize>,
    options: GameOptions,
    eval: Option<String>,
    hidden: bool,
    whole_deal: bool,
    whole_game: bool,
    cards: Option<usize>,
    trump: Option<String>,
    bids: Option<String>,
    rules: Option<String>,
}

impl From<WrittenSetup> for Setup {
    fn from(written: WrittenSetup) -> Self {
        let WrittenSetup {
            position,
            deal,
            players,
            mut options,
            eval,
            hidden,
            whole_deal,
            whole_game,
            cards,
            trump,
            bids,
            rules,
        } = written;
        let older =
            [("cards", cards.map(|cards| cards.to_string())), ("trump", trump), ("bids", bids), ("rules", rules)];
        options.extend(older.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
        Self { position, deal, players, options, eval, hidden, whole_deal, whole_game }
    }
}

/// Where a position comes from.
pub(crate) enum Source<'s> {
    /// It is given as text.
    Text(&'s str),
    /// It is drawn by a seed.
    Drawn(u64),
}

impl Setup {
    /// The same with an option of the game.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "so that a number is given as it is")]
    pub fn with_option(mut self, name: &str, value: impl ToString) -> Self {
        self.options.insert(name.to_owned(), value.to_string());
        self
    }

    /// The options as they are always written. Refuses a number of players, an option or a value of one that the game
    /// does not have.
    pub(crate) fn checked_options(&self, info: &GameInfo) -> Result<GameOptions, Error> {
        let (fewest, most) = info.players;
        if let Some(players) = self.players.filter(|players| !(fewest..=most).contains(players)) {
            return Err(Error::Players { game: info.name, fits: info.numbers_of_players(), players });
        }
        let checked = |(name, value): (&String, &String)| {
            // `1, 2, 0` is meant as `1,2,0`.
            let value: String = value.split_whitespace().collect();
            let of_game = info.game_options.iter().find(|option| self.whole_game && option.name == name);
            let value = match of_game {
                None => info.option_value(name, &value)?,
                Some(option) => option.values.read(&value).map_err(|misfit| {
                    let error = NotationError(format!("{name}={value} {misfit}"));
                    Error::Option { game: info.name, error }
                })?,
            };
            Ok((name.clone(), value))
        };
        self.options.iter().map(checked).collect()
    }

    /// Where the position comes from.
    pub(crate) fn source(&self, info: &GameInfo) -> Result<Source<'_>, Error> {
        match (&self.position, self.deal) {
            (Some(_), Some(_)) => Err(Error::Exclusive { fields: ["position", "deal"] }),
            (Some(_), None) if self.players.is_some() => Err(Error::NotDealt { field: "players".into() }),
            (Some(text), None) => match self.options.keys().find(|name| info.deals_by(name)) {
                Some(name) => Err(Error::NotDealt { field: name.clone() }),
                // Some editors begin a file with a byte-order mark.
                None => Ok(Source::Text(text.trim_start_matches('\u{feff}'))),
            },
            (None, Some(seed)) => Ok(Source::Drawn(seed)),
            (None, None) => Err(Error::NoPosition { game: info.name }),
        }
    }
}
