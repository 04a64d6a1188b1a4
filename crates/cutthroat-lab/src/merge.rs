//! Puts the shards of one run together: the games of a match, the solved deals of a file, the pieces of experiments.
//!
//! A shard may have been done twice, and may be merged twice: what is there already has to be the same, and is kept once.
//! What comes out exports byte for byte as if one machine had done it all. Refused are parts of other settings or of
//! another build, parts that are not finished, copies that differ, and a division with gaps, each with the numbers.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::error::LabError;
use crate::solving::solutions::BEGINNING;

mod deals;
mod games;

/// What was merged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Merged {
    /// What is numbered: games, deals or pieces, as a noun in the singular.
    pub noun: &'static str,
    /// How many were added.
    pub new: u64,
    /// How many there are now.
    pub now: u64,
    /// How many are missing, which only an incomplete merge allows.
    pub missing: u64,
}

/// Merges parts into a file, or a folder for experiments. What is there is kept and added to, if it is of the same run.
/// With `incomplete`, games of a match are merged although shards are missing, so that the others can be added later.
///
/// # Errors
/// When a part cannot be read or is not finished, parts are not of one run and one build, copies differ, or something is
/// missing. Nothing is written then, except the parts of a match before the one whose copies differ, if the file was there.
pub fn merge(parts: &[PathBuf], out: &Path, incomplete: bool) -> Result<Merged, LabError> {
    let Some(first) = parts.first() else {
        return Err(LabError::Usage("there is nothing to merge".into()));
    };
    if let Ok(target) = out.canonicalize()
        && let Some(part) = parts.iter().find(|part| part.canonicalize().is_ok_and(|part| part == target))
    {
        return Err(LabError::file(part, "is a part and the result at the same time; give the result another name"));
    }
    let complete = |what: &str| match incomplete {
        true => Err(LabError::Usage(format!("{what} are written in order, so that all shards have to be there"))),
        false => Ok(()),
    };
    if first.is_dir() {
        #[cfg(feature = "papers")]
        return complete("experiments").and_then(|()| crate::papers::merge(parts, out));
        #[cfg(not(feature = "papers"))]
        return Err(LabError::file(first, "is a folder, not a file of results"));
    }
    if begins_like_deals(first)? {
        return complete("solved deals").and_then(|()| deals::merge(parts, out));
    }
    games::merge(parts, out, incomplete)
}

/// Whether this is a file of solved deals.
fn begins_like_deals(file: &Path) -> Result<bool, LabError> {
    let system = |error: std::io::Error| LabError::file(file, format!("cannot be read: {error}"));
    let mut begin = Vec::new();
    let opened = File::open(file).map_err(system)?;
    opened.take(BEGINNING.len() as u64).read_to_end(&mut begin).map_err(system)?;
    Ok(begin == BEGINNING.as_bytes())
}

/// A part that is no shard.
fn whole(file: &Path) -> LabError {
    LabError::file(file, "is not a shard: it was made without one")
}

/// Parts that were not made in the same way.
fn other(file: &Path, first: &Path, what: &str) -> LabError {
    LabError::file(file, format!("belongs to another run than {}: it has {what}", first.display()))
}
