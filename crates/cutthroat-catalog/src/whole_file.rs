//! Files that are written whole or not at all, and read only if they have a sensible size.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// The most bytes that [`read`] takes: far more than any file of ours has, and far less than a device without an end.
pub const MOST_BYTES: u64 = 256 << 20;

/// How often a part file is started again if another program removes it as an abandoned one.
const TRIES: usize = 100;

/// Reads a file of text, without the byte-order mark with which some editors begin one.
///
/// # Errors
/// When the file cannot be read, is not text, or has more than [`MOST_BYTES`].
pub fn read(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(file)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        let what = format!("it has more than {} MiB, which is too much", MOST_BYTES >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes).to_vec();
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not text (UTF-8)"))
}

/// Writes `text` to `file`. A file that is there is replaced only once all of it is written, and keeps its permissions, which
/// what is written has from the beginning; a link is followed; a device or a pipe is written to as it is.
///
/// # Errors
/// When the file cannot be written; it is then as it was.
pub fn write(file: &Path, text: &str) -> io::Result<()> {
    write_with(file, |out| out.write_all(text.as_bytes()))
}

/// The same where `fill` writes what the file shall have.
///
/// # Errors
/// When the file cannot be written; it is then as it was.
pub fn write_with(file: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let there = match fs::metadata(file) {
        Ok(there) => Some(there),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        return fill(&mut OpenOptions::new().write(true).open(file)?);
    }
    let target = if there.is_some() { fs::canonicalize(file)? } else { file.to_path_buf() };
    let (part, mut handle) = begin(&target, there.as_ref())?;
    let written = fill(&mut handle)
        .and_then(|()| there.map_or(Ok(()), |there| handle.set_permissions(there.permissions())))
        .and_then(|()| handle.sync_all())
        .and_then(|()| fs::rename(&part, &target));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

/// Whether [`write()`] could write to `file`, which is better known before minutes of work than after. Nothing is changed.
///
/// # Errors
/// When it could not.
pub fn check_writable(file: &Path) -> io::Result<()> {
    match fs::metadata(file) {
        Ok(there) if !there.is_file() => OpenOptions::new().write(true).open(file).map(drop),
        there => {
            let target = if there.is_ok() { fs::canonicalize(file)? } else { file.to_path_buf() };
            let (part, _handle) = begin(&target, there.ok().as_ref())?;
            fs::remove_file(part)
        }
    }
}

/// Begins a part file beside `target`, under a unique name. It is locked as long as it is open, so that others know
/// that it is not abandoned. Nobody can read it who cannot read what is `there` now.
fn begin(target: &Path, there: Option<&Metadata>) -> io::Result<(PathBuf, File)> {
    let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy().into_owned();
    remove_left_behind(target, &name);
    let part = target.with_file_name(format!(".{name}.{}.part", std::process::id()));
    for _ in 0..TRIES {
        // A new file: neither a link nor anything else that is there is written to.
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if let Some(there) = there {
            use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
            options.mode(there.permissions().mode());
        }
        let handle = options.open(&part)?;
        match handle.try_lock() {
            Err(TryLockError::WouldBlock) => {}
            // Without locks nobody removes it.
            Err(TryLockError::Error(_)) => return Ok((part, handle)),
            Ok(()) if fs::symlink_metadata(&part).is_ok() => return Ok((part, handle)),
            Ok(()) => {}
        }
    }
    Err(io::Error::new(io::ErrorKind::ResourceBusy, "others write to it all the time"))
}

/// Removes the part files of programs that were killed while they wrote to a file of this name.
fn remove_left_behind(target: &Path, name: &str) {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = fs::read_dir(folder) else { return };
    let is_part = |file: &str| {
        let number = file.strip_prefix(&format!(".{name}.")).and_then(|rest| rest.strip_suffix(".part"));
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
    };
    for entry in entries.flatten() {
        let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_part(&entry.file_name().to_string_lossy())
            && is_file()
            && let Ok(handle) = File::open(entry.path())
            && handle.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}
