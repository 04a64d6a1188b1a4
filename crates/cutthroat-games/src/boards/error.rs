//! Errors in boards, positions and moves.

use cutthroat::counted;
use thiserror::Error;

use crate::parameters::ParameterError;

/// Why a position or a move was refused, in one line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// No board of that size.
    #[error("there is no board for {0} pieces a player; there are boards for 1, 3, 6 and 10")]
    Pieces(usize),
    /// No seating for that number of players.
    #[error("Chinese Checkers is for 2 to 6 players, not {0}")]
    Players(usize),
    /// A list of parameters that cannot be read.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// A name that no cell has.
    #[error("`{name}` is not a cell of this board, whose rows are a to {last_row}, cells counted from the left from 1")]
    Cell {
        /// The name.
        name: String,
        /// The letter of the last row.
        last_row: char,
    },
    /// Two pieces on one cell.
    #[error("{cell} holds a piece of player {first} and one of player {second}")]
    Overlap {
        /// The cell.
        cell: String,
        /// Whose piece was named first.
        first: usize,
        /// Whose piece was named second.
        second: usize,
    },
    /// Too few pieces, or too many.
    #[error("player {player} has {}, not {expected}", counted(*found, "piece"))]
    Count {
        /// The player.
        player: usize,
        /// How many they have.
        found: usize,
        /// How many they should have.
        expected: usize,
    },
    /// Pieces of a player who does not play.
    #[error("player {player} has pieces, but there are only {players} players")]
    Absent {
        /// The player.
        player: usize,
        /// How many play.
        players: usize,
    },
    /// More than one player has won.
    #[error("players {0} and {1} have both won, which cannot come about")]
    TwoWinners(usize, usize),
    /// A move that is not written as one.
    #[error("`{0}` is not a move: write FROM-TO, or `pass`")]
    MoveForm(String),
    /// A move after the end.
    #[error("`{0}` cannot be played, the game is over")]
    Over(String),
    /// A piece that is not there.
    #[error("`{mv}` is illegal: there is no piece on {from}")]
    NoPiece {
        /// The move.
        mv: String,
        /// Where it starts.
        from: String,
    },
    /// Another player's piece.
    #[error("`{mv}` is illegal: the piece on {from} is player {owner}'s, and player {mover} is to move")]
    NotYours {
        /// The move.
        mv: String,
        /// Where it starts.
        from: String,
        /// Whose piece it is.
        owner: usize,
        /// Whose turn it is.
        mover: usize,
    },
    /// A cell that is taken.
    #[error("`{mv}` is illegal: {to} is taken by player {owner}")]
    Taken {
        /// The move.
        mv: String,
        /// Where it ends.
        to: String,
        /// Who is there.
        owner: usize,
    },
    /// Neither a step nor a chain of hops.
    #[error("`{mv}` is illegal: {to} is not beside {from}, and no chain of hops leads there")]
    OutOfReach {
        /// The move.
        mv: String,
        /// Where it starts.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// A pass where there are moves.
    #[error("`pass` is illegal: player {0} can move")]
    NeedlessPass(usize),
}
