//! Chinese Checkers in the catalog. Its evaluations may need a table that lies in a file.

use std::sync::Arc;

use cutthroat::{Game, Notation, Payoff};
use cutthroat_games::boards::{CheckersEvaluation, ChineseCheckers, DistanceGained, WIN};

use crate::error::Error;
use crate::kit::{Drawn, Kit};
use crate::registry::Entry;
use crate::setup::{Setup, Source};
use crate::tables::Table;
use crate::tally::Tally;

/// The evaluations by name, the default first.
pub(crate) const EVALUATIONS: &[(&str, &str)] = &[
    ("difference", "how much farther a player has come than the others together, shifted to begin at 0; constant sum"),
    ("distance", "how far a player's pieces have come towards the tip of the goal, in steps"),
    ("lead", "how far a player is ahead of the best of the others, shifted to begin at 0"),
    ("table", "the fewest moves to the goal with nobody else on the board, counted down (see `cutthroat table`)"),
    ("table-difference", "the difference of these"),
];

/// The game.
pub(crate) struct Checkers;

impl Kit for Checkers {
    type Game = ChineseCheckers;
    type Evaluation = CheckersEvaluation;
    type Order = DistanceGained;
    type Table = cutthroat::WholePositions;

    /// Games last for hundreds of moves, with dozens to choose from each time.
    const DEFAULT_NODES: Option<u64> = Some(2_000_000);

    const TALLY: Tally = Tally { unit: "wins", of: "a game", low_is_good: false };

    /// The position as given, or one drawn by playing at random.
    fn start(entry: &Entry, setup: &Setup) -> Result<Drawn<Self>, Error> {
        entry.check_players(setup)?;
        entry.check_no_card_options(setup)?;
        let text = match setup.source(entry.name)? {
            Source::Text(text) => text.to_owned(),
            Source::Drawn(seed) => format!("players={} seed={seed}", setup.players.unwrap_or(entry.usual_players)),
        };
        ChineseCheckers::read_position(&text).map_err(|error| Error::Notation { game: entry.name, error })
    }

    fn evaluation(entry: &Entry, game: &ChineseCheckers, name: &str) -> Result<CheckersEvaluation, Error> {
        let table = || Ok::<_, Error>(Arc::new(Table::of(entry.name, game.star().pieces(), None)?.open()?));
        Ok(match name {
            "distance" => CheckersEvaluation::Distance,
            "lead" => CheckersEvaluation::Lead,
            "table" => CheckersEvaluation::Table(table()?),
            "table-difference" => CheckersEvaluation::TableDifference(table()?),
            _ => CheckersEvaluation::Difference,
        })
    }

    /// A win is one, and a draw is shared.
    fn counted(game: &ChineseCheckers, payoff: &Payoff) -> Vec<f64> {
        payoff.seats(game.players()).iter().map(|&share| f64::from(share) / f64::from(WIN)).collect()
    }
}
