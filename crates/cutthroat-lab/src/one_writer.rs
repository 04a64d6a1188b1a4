//! One writer at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use crate::error::LabError;

/// Opens a file for a single writer, and creates it if it does not exist; its contents are not changed. Other writers
/// are refused until it is closed, which the system does when the process ends.
///
/// # Errors
/// When it cannot be written, is not a file, or another run is using it.
pub(crate) fn open(file: &Path) -> Result<File, LabError> {
    let system = |error: std::io::Error| LabError::file(file, format!("cannot be written: {error}"));
    match std::fs::metadata(file) {
        Ok(there) if !there.is_file() => {
            return Err(LabError::file(file, "is not a file, so nothing can be kept in it"));
        }
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(system(error)),
        _ => {}
    }
    let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(file).map_err(system)?;
    match opened.try_lock() {
        Ok(()) => Ok(opened),
        Err(TryLockError::WouldBlock) => Err(LabError::file(file, "another run is using it")),
        Err(TryLockError::Error(error)) => Err(system(error)),
    }
}
