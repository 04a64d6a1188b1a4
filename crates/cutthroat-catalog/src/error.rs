//! What can go wrong.

use std::path::PathBuf;

use cutthroat::{NotationError, SearchError};
use thiserror::Error;

/// Why something could not be done; one line for a person to read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no such game.
    #[error("there is no game `{name}`; there are {known}")]
    Game {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// There is no such evaluation of a game.
    #[error("{game} has no evaluation `{name}`; it has {known}")]
    Evaluation {
        /// The game.
        game: &'static str,
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// An option that means nothing for this game or algorithm.
    #[error("{what} has no use for {option}")]
    Useless {
        /// The game or algorithm.
        what: &'static str,
        /// The option.
        option: &'static str,
    },
    /// An option that the game does not have.
    #[error("{game} has no use for the option `{option}`")]
    NoOption {
        /// The game.
        game: &'static str,
        /// The option.
        option: String,
    },
    /// Nothing says which position is meant.
    #[error("{game} needs {needs}")]
    Missing {
        /// The game.
        game: &'static str,
        /// What to give.
        needs: &'static str,
    },
    /// Options that do not go together.
    #[error("{0}")]
    Usage(String),
    /// A value that does not fit.
    #[error("{0}")]
    Value(String),
    /// A position that cannot be read.
    #[error("{game}: {error}")]
    Notation {
        /// The game.
        game: &'static str,
        /// What is wrong with it.
        error: NotationError,
    },
    /// A game without precomputed tables.
    #[error("{game} has no table; chinese-checkers has one")]
    NoTable {
        /// The game.
        game: String,
    },
    /// A table that was never built.
    #[error(
        "there is no table {}; `cutthroat table chinese-checkers --pieces {pieces} build` makes it",
        file.display()
    )]
    TableMissing {
        /// Where it should be.
        file: PathBuf,
        /// For how many pieces.
        pieces: usize,
    },
    /// A table that is not to be trusted, or cannot be written.
    #[error("{0}")]
    Table(String),
    /// A search that cannot be made.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A tree too large for a drawing.
    #[error("the tree has more than {limit} nodes, too many to draw; give a smaller --depth")]
    TooLargeToDraw {
        /// The most nodes that are drawn.
        limit: usize,
    },
}
