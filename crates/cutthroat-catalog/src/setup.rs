//! Which position of which game.

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// Which position, and how it is evaluated: as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The position in the game's notation.
    pub position: Option<String>,
    /// A seed to draw a position by.
    pub deal: Option<u64>,
    /// How many players, for a position that is drawn.
    pub players: Option<usize>,
    /// How many cards each player gets, where cards are dealt.
    pub cards: Option<usize>,
    /// The trump suit, where there is one: `S`, `H`, `D`, `C`, or `N` for none.
    pub trump: Option<String>,
    /// What each player has bid, with commas, where they bid.
    pub bids: Option<String>,
    /// A set of rules by name, where there are several.
    pub rules: Option<String>,
    /// The evaluation by name; the game's first if not given.
    pub eval: Option<String>,
}

/// Where a position comes from.
pub(crate) enum Source<'s> {
    /// It is given as text.
    Text(&'s str),
    /// It is drawn by a seed.
    Drawn(u64),
}

impl Setup {
    /// Where the position comes from.
    pub(crate) fn source(&self, game: &'static str) -> Result<Source<'_>, Error> {
        match (&self.position, self.deal) {
            (Some(_), Some(_)) => Err(Error::Usage("give either --position or --deal, not both".into())),
            (Some(_), None) if self.players.is_some() => {
                Err(Error::Usage("--players goes with --deal; a --position says itself how many there are".into()))
            }
            (Some(_), None) if self.cards.is_some() => {
                Err(Error::Usage("--cards goes with --deal; a --position says itself who holds what".into()))
            }
            // A byte-order mark is how some editors begin a file.
            (Some(text), None) => Ok(Source::Text(text.trim_start_matches('\u{feff}'))),
            (None, Some(seed)) => Ok(Source::Drawn(seed)),
            (None, None) => Err(Error::Missing { game, needs: "a --position (see `cutthroat games`) or a --deal" }),
        }
    }

    /// The options that only some games have, by the names that those games know them by.
    pub(crate) fn game_options(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let options = [("rules", &self.rules), ("trump", &self.trump), ("bids", &self.bids)];
        options.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?)))
    }
}
