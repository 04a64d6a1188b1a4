//! Files that are written whole or not at all.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Writes `text` to `file`. A file that is there is replaced only once all of it is written, and keeps its permissions;
/// a link is followed; a device or a pipe is written to as it is.
///
/// # Errors
/// When the file cannot be written; it is then as it was.
pub fn write(file: &Path, text: &str) -> io::Result<()> {
    let there = match fs::metadata(file) {
        Ok(there) => Some(there),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        return OpenOptions::new().write(true).open(file)?.write_all(text.as_bytes());
    }
    let target = if there.is_some() { fs::canonicalize(file)? } else { file.to_path_buf() };
    let part = part_of(&target)?;
    let mut handle = OpenOptions::new().write(true).create_new(true).open(&part)?;
    let written = handle
        .write_all(text.as_bytes())
        .and_then(|()| there.map_or(Ok(()), |there| handle.set_permissions(there.permissions())))
        .and_then(|()| handle.sync_all())
        .and_then(|()| fs::rename(&part, &target));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

/// A name beside `target` that nobody else uses.
fn part_of(target: &Path) -> io::Result<PathBuf> {
    let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    Ok(target.with_file_name(format!(".{}.{}.part", name.to_string_lossy(), std::process::id())))
}
