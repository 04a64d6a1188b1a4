//! Replaying a recorded game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cutthroat_catalog::{LiveGame, Registry, SeatingRequest};
use serde::Serialize;

use crate::error::LabError;
use crate::record::GameRecord;
use crate::store::RunSettings;

/// A move of a recorded game, chosen again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChosenAgain {
    /// The place of the move, counted from 1.
    pub place: usize,
    /// Whether it is the same, at the same cost.
    pub same: bool,
    /// The move as it is chosen now.
    #[serde(rename = "move")]
    pub mv: String,
}

/// Has the players of a recorded game choose every move again, and calls `see` with each; the game itself goes on as it did.
/// What programs chose is known only to them, and left out. `stop` is a flag that ends it.
///
/// # Errors
/// When a move is not legal, or it was stopped.
pub fn choose_again(
    registry: &Registry,
    settings: &RunSettings,
    record: &GameRecord,
    stop: &Arc<AtomicBool>,
    mut see: impl FnMut(ChosenAgain),
) -> Result<(), LabError> {
    let differs = |what: String| LabError::Game { id: record.id, what };
    record.check(settings.players.len()).map_err(differs)?;
    let seated = registry.seat(&SeatingRequest { stop: Some(stop.clone()), ..settings.seating()? })?;
    let seating: Vec<usize> = record.seating.iter().map(|kind| kind.saturating_sub(1)).collect();
    let mut game = seated.begin(&record.start, &seating, record.seed).map_err(|error| differs(error.to_string()))?;
    for (place, mv) in record.moves.iter().enumerate() {
        if !settings.is_program(seating[record.movers[place] - 1]) {
            let chosen = game.choose()?;
            if chosen.stopped || stop.load(Ordering::Relaxed) {
                return Err(LabError::Stopped);
            }
            let same = (&chosen.mv, chosen.nodes, chosen.depth) == (mv, record.nodes[place], record.depths[place]);
            see(ChosenAgain { place: place + 1, same, mv: chosen.mv });
        }
        game.play(mv).map_err(|error| differs(format!("move {}: {error}", place + 1)))?;
    }
    Ok(())
}

/// Plays a recorded game again, and calls `see` before each move, with its place among the moves, and at the end. If
/// `again`, the players choose their moves once more and must choose the same at the same cost.
///
/// # Errors
/// When a move is not legal, the game ends differently, or a player chooses differently.
pub fn replay(
    registry: &Registry,
    settings: &RunSettings,
    record: &GameRecord,
    again: bool,
    mut see: impl FnMut(&dyn LiveGame, usize) -> Result<(), LabError>,
) -> Result<(), LabError> {
    let differs = |what: String| LabError::Game { id: record.id, what };
    record.check(settings.players.len()).map_err(differs)?;
    let seated = registry.seat(&settings.seating()?)?;
    let seating: Vec<usize> = record.seating.iter().map(|kind| kind.saturating_sub(1)).collect();
    let mut game = seated.begin(&record.start, &seating, record.seed).map_err(|error| differs(error.to_string()))?;
    for (place, mv) in record.moves.iter().enumerate() {
        let mover = game.mover();
        if mover != Some(record.movers[place]) {
            let turn = mover.map_or("nobody".to_owned(), |seat| format!("seat {seat}"));
            let what = format!("move {} was made by seat {}, where {turn} is to move", place + 1, record.movers[place]);
            return Err(differs(what));
        }
        see(game.as_ref(), place)?;
        // What a program chose is known only to it.
        if again && !settings.is_program(seating[record.movers[place] - 1]) {
            let chosen = game.choose()?;
            let nodes = |count: u64| cutthroat::counted(count as usize, "node");
            let was = (mv, record.nodes[place], record.depths[place]);
            if (&chosen.mv, chosen.nodes, chosen.depth) != was {
                let what = format!("move {} is {} after {} now", place + 1, chosen.mv, nodes(chosen.nodes));
                return Err(differs(format!("{what}, and was {mv} after {}", nodes(record.nodes[place]))));
            }
        }
        game.play(mv).map_err(|error| differs(format!("move {}: {error}", place + 1)))?;
    }
    see(game.as_ref(), record.moves.len())?;
    let payoff = game.payoff();
    let score = game.score().map(|score| settings.counted(&score, &record.failures, &seated.tally()));
    if payoff.as_ref() != Some(&record.payoff) || score.as_ref() != Some(&record.score) || game.text() != record.end {
        return Err(differs("it does not end as it did".to_owned()));
    }
    Ok(())
}
