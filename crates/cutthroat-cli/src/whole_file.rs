//! Files that are written whole or not at all.

use std::path::Path;

use anyhow::Context as _;

/// Writes `text` to `file`, or says why not and leaves it as it was.
pub(crate) fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    cutthroat_lab::whole_file::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}
