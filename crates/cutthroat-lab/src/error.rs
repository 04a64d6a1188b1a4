//! Errors.

use std::path::{Path, PathBuf};

use cutthroat::SearchError;
use cutthroat::Stop;
use thiserror::Error;

/// Why something could not be done, in one line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LabError {
    /// A file of deals without any.
    #[error("there are no deals in the file")]
    NoDeals,
    /// A deal of a file that cannot be read.
    #[error("deal {number}: {error}")]
    Deal {
        /// Which, counted from 1.
        number: usize,
        /// What is wrong with it.
        error: cutthroat_catalog::Error,
    },
    /// The game, the position or a player does not fit.
    #[error(transparent)]
    Catalog(cutthroat_catalog::Error),
    /// Options that make no sense.
    #[error("{0}")]
    Usage(String),
    /// There is no such experiment.
    #[error("there is no experiment or paper `{name}`")]
    NoExperiment {
        /// The name asked for.
        name: String,
    },
    /// Results that are there already, although `resume` is off.
    #[error("{}: {what}; `resume` goes on with it", file.display())]
    Kept {
        /// Where they are.
        file: PathBuf,
        /// What is there.
        what: String,
    },
    /// A file that is not what it should be, or cannot be read or written.
    #[error("{}: {what}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A file that cannot be written.
    #[error("cannot write {}: {error}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// Why not.
        error: String,
    },
    /// A record that nobody can sit down to.
    #[error("{0}")]
    Record(String),
    /// A game that begins with the play anyway.
    #[error("nothing comes before the play in {game}: it has no use for `play_only`")]
    NothingBeforePlay {
        /// The game.
        game: String,
    },
    /// More players than there are seats beside the person's.
    #[error("`against` has {given} players, and there are {others} other seats")]
    TooManyPlayers {
        /// How many were given.
        given: usize,
        /// How many other seats there are.
        others: usize,
    },
    /// A recorded game that is inconsistent or cannot be replayed.
    #[error("game {id}: {what}")]
    Game {
        /// Its number.
        id: u64,
        /// What is wrong with it.
        what: String,
    },
    /// It was stopped.
    #[error("stopped; what was finished is kept if there is a place for it, and `resume` goes on with it")]
    Stopped,
    /// A program that cannot play.
    #[error("player `{program}` {what}")]
    Program {
        /// The program.
        program: String,
        /// What it does, or does not.
        what: String,
    },
    /// Threads that could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(String),
}

impl From<cutthroat_catalog::Error> for LabError {
    /// A stopped search is not a mistake in the request.
    fn from(error: cutthroat_catalog::Error) -> Self {
        match error {
            cutthroat_catalog::Error::Search(SearchError::Stopped(Stop::Flag)) => Self::Stopped,
            error => Self::Catalog(error),
        }
    }
}

impl LabError {
    pub(crate) fn kept(file: &Path, what: impl Into<String>) -> Self {
        Self::Kept { file: file.to_owned(), what: what.into() }
    }

    pub(crate) fn file(file: &Path, what: impl Into<String>) -> Self {
        Self::File { file: file.to_owned(), what: what.into() }
    }

    /// The error of the database, in words.
    pub(crate) fn database(file: &Path, error: &rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{
            CannotOpen, DatabaseBusy, DatabaseCorrupt, DatabaseLocked, DiskFull, NotADatabase, ReadOnly,
        };
        let what = match error.sqlite_error_code() {
            Some(DiskFull) => "the disk is full; what was finished before is kept".to_owned(),
            Some(ReadOnly | CannotOpen) => "it or its folder cannot be written to".to_owned(),
            Some(DatabaseBusy | DatabaseLocked) => "somebody else is using it".to_owned(),
            Some(DatabaseCorrupt | NotADatabase) => format!("it is damaged ({error})"),
            _ => error.to_string(),
        };
        Self::file(file, what)
    }
}
