//! The best player that is known for a game, under one name.

use super::{Algorithm, At, Built, fields};
use crate::error::Error;
use crate::game_info::GameInfo;
use crate::game_kit::GameKit;
use crate::settings::Settings;

impl Algorithm {
    /// The best player of a game.
    pub const EXPERT: Self = Self {
        name: "expert",
        about: "the best player that is known for the game, at a tenth of a second a move: another of this list, with its settings",
        paper: "docs/players.md has the matches that chose it",
        assumes: "what the algorithm behind it assumes",
        settings: &[fields::EVAL, fields::NODES, fields::PREPARE],
        searches: true,
        solves: false,
        can_be_watched: false,
        by_chance: true,
        needs_to_see: false,
    };
}

/// The player that is meant in a game: the expert's, with what was set; any other player as it is.
pub(crate) fn meant(settings: &Settings, info: &GameInfo) -> Result<Settings, Error> {
    if settings.algorithm() != Algorithm::EXPERT {
        return Ok(settings.clone());
    }
    let mut meant: Settings = info.expert.parse()?;
    for (name, value) in settings.given() {
        meant.set(name, value)?;
    }
    Ok(meant)
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    super::build::<K>(&meant(settings, &at.entry.info)?, at)
}
