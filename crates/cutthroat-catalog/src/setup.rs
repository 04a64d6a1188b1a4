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
    /// The evaluation by name; the game's first if not given.
    pub eval: Option<String>,
}

impl Setup {
    /// The text of the position: as given, or drawn by `drawn` from the seed and what goes with it.
    pub(crate) fn text(
        &self,
        game: &'static str,
        needs: &'static str,
        drawn: impl Fn(u64, Option<usize>) -> String,
    ) -> Result<String, Error> {
        match (&self.position, self.deal) {
            (Some(_), Some(_)) => Err(Error::Value("give either --position or --deal, not both".into())),
            (Some(_), None) if self.players.is_some() => {
                Err(Error::Value("--players goes with --deal; a --position says itself how many there are".into()))
            }
            (Some(text), None) => Ok(text.clone()),
            (None, Some(seed)) => Ok(drawn(seed, self.players)),
            (None, None) => Err(Error::Missing { game, needs }),
        }
    }
}
