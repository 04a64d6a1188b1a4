//! Chinese Checkers in the catalog. Its evaluations may need a table from a file.

use std::sync::Arc;

use cutthroat::{Game, Notation, NotationError, Payoff, Player};
use cutthroat_games::boards::{self, CheckersEvaluation, CheckersState, ChineseCheckers, DistanceGained, WIN};

use crate::error::Error;
use crate::game_info::GameInfo;
use crate::game_kit::{Deal, GameKit, Start};
use crate::layout::{BoardCell, Layout};
use crate::tables::PrecomputedTable;
use crate::tally::Tally;

const NAME: &str = "chinese-checkers";

/// A position to try.
pub(crate) const EXAMPLE: &str = "pieces=6 players=3";

/// The game.
pub(crate) struct Checkers;

impl GameKit for Checkers {
    type Game = ChineseCheckers;
    type Evaluation = CheckersEvaluation;
    type Order = DistanceGained;
    type Table = cutthroat::WholePositions;

    fn info(&self) -> GameInfo {
        GameInfo {
            about: "step and hop with all your pieces to the opposite corner of the star",
            players: (2, 6),
            play: "Each player has a corner of the star and moves one piece a turn: a step to the next cell, or any number of \
                   hops, each over one piece to the cell behind it. The first player with all pieces in the opposite corner wins.",
            fields: &[("fields of a position, by name=value in any order", boards::FIELDS)],
            notation: "pieces=1|3|6|10 players=N win=all|full limit=M 1=a1,b1,... 2=... mover=K ply=P moves=a1-b2,...; \
                       rows are letters from the top, cells are counted from the left, and all may be left out; \
                       --deal SEED plays 30 random moves",
            example: EXAMPLE,
            start: Some(|players| format!("pieces=6 players={players}")),
            evaluations: vec![
                (
                    "difference",
                    "how much farther a player has come than the others together, shifted to begin at 0; constant sum",
                ),
                ("distance", "how far a player's pieces have come towards the tip of the goal, in steps"),
                ("lead", "how far a player is ahead of the best of the others, shifted to begin at 0"),
                (
                    "table",
                    "the fewest moves to the goal with nobody else on the board, counted down (see `cutthroat table`)",
                ),
                ("table-difference", "the difference of these"),
            ],
            // Games last for hundreds of moves, with dozens of choices each time.
            default_nodes: Some(2_000_000),
            playout_plies: Some(30),
            expert: "opps:nodes=140000",
            tally: Tally { unit: "wins", of: "a game", low_is_good: false },
            ..GameInfo::new(NAME)
        }
    }

    /// A position after random moves.
    fn deal(&self, deal: &Deal<'_>) -> Result<Start<ChineseCheckers>, NotationError> {
        ChineseCheckers::read_position(&format!("players={} seed={}", deal.players, deal.seed))
    }

    fn evaluation(&self, game: &ChineseCheckers, name: &str) -> Result<CheckersEvaluation, Error> {
        let table = || Ok::<_, Error>(Arc::new(PrecomputedTable::of(NAME, game.star().pieces(), None)?.open()?));
        Ok(match name {
            "distance" => CheckersEvaluation::Distance,
            "lead" => CheckersEvaluation::Lead,
            "table" => CheckersEvaluation::Table(table()?),
            "table-difference" => CheckersEvaluation::TableDifference(table()?),
            _ => CheckersEvaluation::Difference,
        })
    }

    /// A win is one, and a draw is shared.
    fn score(&self, game: &ChineseCheckers, payoff: &Payoff) -> Vec<f64> {
        payoff.seats(game.players()).iter().map(|&share| f64::from(share) / f64::from(WIN)).collect()
    }

    fn layout(&self, game: &ChineseCheckers, state: &CheckersState) -> Layout {
        let star = game.star();
        let cell = |cell| {
            let (row, column) = star.position(cell);
            BoardCell { name: star.name(cell).to_owned(), column, row, owner: state.owner(cell).map(Player::seat) }
        };
        Layout { cells: (0..star.cells() as _).map(cell).collect(), ..Layout::default() }
    }
}
