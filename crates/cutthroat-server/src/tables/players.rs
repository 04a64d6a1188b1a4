//! What the players at a table may use.

use cutthroat_catalog::{PROGRAM, PlayerSpec};
use cutthroat_lab::PERSON;

use crate::error::ApiError;
use crate::limits;

/// MiB of the table of a player who is not told how many.
const USUAL_TABLE: usize = 1;

/// Checks players, and puts them within the limits. `most` is what a search may have, in MiB.
pub(crate) fn checked(players: &[String], most: usize) -> Result<Vec<String>, ApiError> {
    players.iter().map(|player| one(player, most).map_err(|error| error.in_field("against"))).collect()
}

fn one(player: &str, most: usize) -> Result<String, ApiError> {
    if player.trim_start().starts_with(PROGRAM) {
        return Err(ApiError::refused("players at a table are those of this program; no other program is started"));
    }
    let mut spec: PlayerSpec = player.parse()?;
    let refused = |what: String| Err(ApiError::refused(format!("player `{player}`: {what}")));
    if spec.settings.number("threads").is_some_and(|threads: usize| threads > 1) {
        return refused("a player at a table has one thread".to_owned());
    }
    if spec.time.is_some_and(|time| time.as_secs_f64() > limits::MOST_SECONDS) {
        return refused(format!("a move may take {} seconds at most", limits::MOST_SECONDS));
    }
    if spec.settings.algorithm().setting("nodes").is_some() {
        match spec.settings.number::<u64>("nodes") {
            Some(nodes) if nodes > limits::NODES_OF_A_MOVE => {
                return refused(format!("a move may have {} nodes at most", limits::NODES_OF_A_MOVE));
            }
            None if spec.time.is_none() && spec.settings.get("depth").is_some() => {
                spec.settings.set("nodes", &limits::NODES_OF_A_MOVE.to_string())?;
            }
            _ => {}
        }
    }
    limits::clamp(&mut spec.settings, USUAL_TABLE, most)?;
    Ok(spec.to_string())
}

/// MiB that a move of one of these players may use. At most one of them has a table or a tree at a time.
pub(super) fn memory(players: &[String]) -> usize {
    let specs = players.iter().filter(|player| *player != PERSON).flat_map(|player| player.parse::<PlayerSpec>());
    let used = specs.flat_map(|mut spec| limits::clamp(&mut spec.settings, USUAL_TABLE, limits::MOST_MEMORY));
    used.max().unwrap_or_default()
}
