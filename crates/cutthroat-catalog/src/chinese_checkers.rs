//! Opening positions of Chinese Checkers, whose evaluations may need a table that lies in a file.

use std::sync::Arc;

use cutthroat::Notation;
use cutthroat_games::boards::{CheckersEvaluation, ChineseCheckers, DistanceGained};

use crate::error::Error;
use crate::position::Opened;
use crate::registry::{Entry, Opening};
use crate::setup::{Setup, Source};
use crate::tables::Table;

/// The evaluations by name, the default first.
pub(crate) const EVALUATIONS: &[(&str, &str)] = &[
    ("difference", "how much farther a player has come than the others together, shifted to begin at 0; constant sum"),
    ("distance", "how far a player's pieces have come towards the tip of his goal, in steps"),
    ("table", "the fewest moves to the goal with nobody else on the board, counted down (see `cutthroat table`)"),
    ("table-difference", "the difference of these"),
];

/// Games last for hundreds of moves, with dozens to choose from each time: so many nodes are spent if nothing is said.
const PATIENCE: u64 = 2_000_000;

/// Opens a position as given, or one drawn by playing at random.
pub(crate) fn open(entry: &Entry, setup: &Setup) -> Opening {
    let evaluation_name = entry.evaluation(setup)?;
    entry.check_players(setup)?;
    entry.check_no_card_options(setup)?;
    let text = match setup.source(entry.name)? {
        Source::Text(text) => text.to_owned(),
        Source::Drawn(seed) => format!("players={} seed={seed}", setup.players.unwrap_or(entry.usual_players)),
    };
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
        patience: Some(PATIENCE),
    }))
}
