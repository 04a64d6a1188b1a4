//! Where inputs lie.

use std::path::{Path, PathBuf};

/// The folder of this program.
fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The inputs with which a reader begins, in the repository.
pub(crate) fn corpus(reader: &str) -> PathBuf {
    home().join("corpus").join(reader)
}

/// Inputs that once showed a fault, in the repository.
pub(crate) fn kept(reader: &str) -> PathBuf {
    home().join("kept").join(reader)
}

/// Inputs that reached new places, only here.
pub(crate) fn found(reader: &str) -> PathBuf {
    work().join("found").join(reader)
}

/// Inputs that show a fault now, only here until somebody has looked at them.
pub(crate) fn faults(reader: &str) -> PathBuf {
    work().join("faults").join(reader)
}

/// What runs leave behind.
pub(crate) fn work() -> PathBuf {
    home().join("work")
}

/// All files of a folder, by name; none if it is not there.
pub(crate) fn inputs(folder: &Path) -> Vec<Vec<u8>> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).map(|files| files.flatten().map(|file| file.path()).collect()).unwrap_or_default();
    files.sort();
    files.iter().filter_map(|file| std::fs::read(file).ok()).collect()
}

/// Writes an input under a name that follows from its bytes, and returns the file.
pub(crate) fn write(folder: &Path, bytes: &[u8]) -> Result<PathBuf, String> {
    let sum = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    let file = folder.join(format!("{sum:016x}"));
    let failed = |error: std::io::Error| format!("{}: {error}", file.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    std::fs::write(&file, bytes).map_err(failed)?;
    Ok(file)
}
