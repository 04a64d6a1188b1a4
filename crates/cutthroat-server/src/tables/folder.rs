//! The folder in which games are kept: a file for each table, which only the user can read.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use cutthroat_catalog::whole_file;

/// How the names of its files end.
const ENDING: &str = ".json";

/// The file that a server locks, so that another one keeps its games elsewhere.
const LOCK: &str = "server.lock";

/// A folder of games.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    _lock: File,
}

/// A game that is kept.
pub(super) struct KeptGame {
    pub(super) file: PathBuf,
    pub(super) text: io::Result<String>,
    /// When it was written.
    pub(super) written: SystemTime,
}

impl Folder {
    /// Makes it, if it is not there, and locks it.
    pub(super) fn open(path: PathBuf) -> io::Result<Self> {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&path)?;
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(path.join(LOCK))?;
        match lock.try_lock() {
            Err(fs::TryLockError::WouldBlock) => {
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, "another server keeps its games there"));
            }
            // Where files cannot be locked, nobody else is known.
            Ok(()) | Err(fs::TryLockError::Error(_)) => {}
        }
        Ok(Self { path, _lock: lock })
    }

    fn file(&self, id: &str) -> PathBuf {
        self.path.join(format!("{id}{ENDING}"))
    }

    /// An empty file for a new table.
    pub(super) fn begin(&self, id: &str) -> io::Result<PathBuf> {
        let file = self.file(id);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&file)?;
        Ok(file)
    }

    /// Removes the file of a table.
    pub(super) fn remove(&self, id: &str) {
        if is_id(id) {
            let _ = fs::remove_file(self.file(id));
        }
    }

    /// The tables that are kept.
    pub(super) fn ids(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.path) else { return Vec::new() };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        names.filter_map(|name| name.strip_suffix(ENDING).filter(|id| is_id(id)).map(str::to_owned)).collect()
    }

    /// What is kept of a table; `None` if there is no such table.
    pub(super) fn read(&self, id: &str) -> Option<KeptGame> {
        let file = Some(self.file(id)).filter(|_| is_id(id))?;
        let there = fs::metadata(&file).ok()?;
        let written = there.modified().unwrap_or_else(|_| SystemTime::now());
        Some(KeptGame { text: whole_file::read(&file), file, written })
    }
}

/// Whether a text is the id of a table, and so the name of a file.
fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}
