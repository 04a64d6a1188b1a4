//! What can go wrong.

use std::path::PathBuf;

use cutthroat::{NotationError, SearchError};
use thiserror::Error;

use crate::algorithms::{ALGORITHMS, Algorithm};

/// Why something could not be done; one line for a person to read. Settings are named as fields (`nodes`), never as options of
/// a command line (`--nodes`): whoever shows an error puts it in their own words.
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
    /// There is no such algorithm.
    #[error("there is no algorithm `{name}`; there are {}", names_of_algorithms())]
    Algorithm {
        /// The name asked for.
        name: String,
    },
    /// A setting that an algorithm does not have.
    #[error("{algorithm} has no use for `{field}`{}", settings_of(algorithm))]
    Setting {
        /// The algorithm.
        algorithm: &'static str,
        /// The setting.
        field: String,
    },
    /// A value that does not fit a setting.
    #[error("{field}={value} {misfit}")]
    Unfit {
        /// The setting.
        field: &'static str,
        /// The value.
        value: String,
        /// Why it does not fit: `is not from 1 to 256`.
        misfit: String,
    },
    /// A setting that is given twice.
    #[error("`{field}` is given twice")]
    Twice {
        /// The setting.
        field: String,
    },
    /// A piece of a spec that is no setting.
    #[error("`{text}` is not of the form name=value")]
    NotASetting {
        /// The piece.
        text: String,
    },
    /// No players.
    #[error("no players are given; say for example maxn,paranoid")]
    NoPlayers,
    /// A player who does not fit.
    #[error("player `{player}`: {error}")]
    Player {
        /// The player, as text.
        player: String,
        /// What is wrong.
        error: Box<Error>,
    },
    /// Best-reply search in which opponents pass, of a game in which nobody may.
    #[error(
        "brs lets all opponents but one pass, and nobody may pass in {game}; brs+ has them play their first choice"
    )]
    NobodyPasses {
        /// The game.
        game: &'static str,
    },
    /// An algorithm that does not solve whole deals.
    #[error("{algorithm} does not solve a game: {} do", names_of_solvers())]
    CannotSolve {
        /// The algorithm.
        algorithm: &'static str,
    },
    /// A field that means nothing beside another choice.
    #[error("{what} has no use for `{field}`")]
    Useless {
        /// The choice.
        what: &'static str,
        /// The field.
        field: &'static str,
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
    #[error("the tree has more than {limit} nodes, too many to draw; give a smaller `depth`")]
    TooLargeToDraw {
        /// The most nodes that are drawn.
        limit: usize,
    },
}

impl Error {
    /// The same, told of a player.
    #[must_use]
    pub(crate) fn of_player(self, player: &impl ToString) -> Self {
        match self {
            error @ Self::Player { .. } => error,
            error => Self::Player { player: player.to_string(), error: Box::new(error) },
        }
    }

    /// Whether what was asked for makes no sense, whatever the position is; as against something that could not be done.
    #[must_use]
    pub fn is_usage(&self) -> bool {
        use SearchError::{BoundsOff, Depth, NothingToPrune};
        match self {
            Self::Player { error, .. } => {
                // A player who does not fit the game is a mistake in the list of players.
                error.is_usage() || matches!(**error, Self::Search(_))
            }
            Self::Search(error) => matches!(error, BoundsOff { .. } | Depth { .. } | NothingToPrune { .. }),
            Self::Value(_) | Self::Notation { .. } => false,
            Self::TableMissing { .. } | Self::Table(_) | Self::TooLargeToDraw { .. } => false,
            _ => true,
        }
    }
}

fn names_of_algorithms() -> String {
    ALGORITHMS.iter().map(|algorithm| algorithm.name).collect::<Vec<_>>().join(", ")
}

fn names_of_solvers() -> String {
    let solvers = ALGORITHMS.iter().filter(|algorithm| algorithm.solves);
    solvers.map(|algorithm| algorithm.name).collect::<Vec<_>>().join(" and ")
}

fn settings_of(algorithm: &str) -> String {
    match Algorithm::named(algorithm) {
        Ok(algorithm) if !algorithm.settings.is_empty() => {
            let names: Vec<&str> = algorithm.settings.iter().map(|setting| setting.name).collect();
            format!("; it has {}", names.join(", "))
        }
        _ => "; it has no settings".to_owned(),
    }
}
