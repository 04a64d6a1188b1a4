//! Files that are read and written whole or not at all.

use std::path::Path;

use anyhow::Context as _;
use cutthroat_catalog::whole_file;

/// Writes `text` to `file`, or says why not and leaves it unchanged.
pub(crate) fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    whole_file::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// Says why `file` could not be written, before long work whose result goes there.
#[cfg(feature = "papers")]
pub(crate) fn check_writable(file: &Path) -> anyhow::Result<()> {
    whole_file::check_writable(file).with_context(|| format!("cannot write {}", file.display()))
}

/// Reads a file of text.
pub(crate) fn read(file: &Path) -> anyhow::Result<String> {
    whole_file::read(file).with_context(|| format!("cannot read {}", file.display()))
}
