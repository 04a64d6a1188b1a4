//! Opening positions of Chinese Checkers, whose evaluations may need a table that lies in a file.

use std::sync::Arc;

use cutthroat::Notation;
use cutthroat_games::boards::{CheckersEvaluation, ChineseCheckers, DistanceGained};

use crate::error::Error;
use crate::position::{Opened, Position};
use crate::registry::Entry;
use crate::setup::Setup;
use crate::tables::Table;

/// The evaluations by name, the default first.
pub(crate) const EVALUATIONS: &[(&str, &str)] = &[
    ("difference", "how much farther a player has come than the others together, shifted to begin at 0; constant sum"),
    ("distance", "how far a player's pieces have come towards the tip of his goal, in steps"),
    ("table", "the fewest moves to the goal with nobody else on the board, counted down (see `cutthroat table`)"),
    ("table-difference", "the difference of these"),
];

/// Games last for hundreds of moves, with dozens to choose from each time: so far a search goes if nothing is said.
const USUAL_DEPTH: usize = 3;

/// Opens a position as given, or one drawn by playing at random.
pub(crate) fn open(entry: &Entry, setup: &Setup) -> Result<Box<dyn Position>, Error> {
    let evaluation_name = entry.evaluation(setup)?;
    entry.check_players(setup)?;
    let drawn = |seed, players: Option<usize>| format!("players={} seed={seed}", players.unwrap_or(3));
    let text = setup.text(entry.name, "a --position (`pieces=6` will do) or a --deal", drawn)?;
    let read = ChineseCheckers::read_position(&text);
    let (game, state) = read.map_err(|error| Error::Notation { game: entry.name, error })?;
    let table = || Ok::<_, Error>(Arc::new(Table::of(entry.name, game.star().pieces(), None)?.open()?));
    let evaluation = match evaluation_name {
        "distance" => CheckersEvaluation::Distance,
        "table" => CheckersEvaluation::Table(table()?),
        "table-difference" => CheckersEvaluation::TableDifference(table()?),
        _ => CheckersEvaluation::Difference,
    };
    Ok(Box::new(Opened {
        name: entry.name,
        game,
        state,
        evaluation,
        evaluation_name,
        order: DistanceGained,
        usual_depth: Some(USUAL_DEPTH),
    }))
}
