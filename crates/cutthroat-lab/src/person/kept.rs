//! Where a game is kept.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use cutthroat_catalog::whole_file;

use crate::error::LabError;
use crate::hand_record::HandRecord;

/// The file that a game is kept in, if any. Clones are the same file, so that somebody else can name it.
#[derive(Clone, Debug, Default)]
pub struct SaveFile(Arc<Mutex<Option<PathBuf>>>);

impl SaveFile {
    /// This file.
    #[must_use]
    pub fn at(file: PathBuf) -> Self {
        Self(Arc::new(Mutex::new(Some(file))))
    }

    /// The file.
    #[must_use]
    pub fn get(&self) -> Option<PathBuf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Another file from now on.
    pub fn set(&self, file: PathBuf) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
    }
}

/// Where a game is kept.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// The game as it stands, after every move.
    pub save: SaveFile,
    /// The game once a deal of it is over.
    pub record: Option<PathBuf>,
}

/// Writes a record as text, or as JSON if the name of the file ends so; whole or not at all.
///
/// # Errors
/// When the file cannot be written; it is then as it was.
pub fn write_record(file: &Path, record: &HandRecord) -> Result<(), LabError> {
    let is_json = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let cannot = |error: String| LabError::Write { file: file.to_owned(), error };
    let text = match is_json {
        true => format!("{}\n", record.to_json().map_err(|error| cannot(error.to_string()))?),
        false => record.to_string(),
    };
    whole_file::write(file, &text).map_err(|error| cannot(error.to_string()))
}
