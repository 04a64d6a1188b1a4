//! Where files lie that outlive a command: precomputed tables, unfinished games.

use std::path::PathBuf;

/// The folder for files that outlive a command: the one that `CUTTHROAT_DATA` names, or else `cutthroat` in the user's folder
/// for data (`XDG_DATA_HOME`, or `.local/share` in their home). `None` if nothing says where that is.
#[must_use]
pub fn data_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    folder("CUTTHROAT_DATA")
        .or_else(|| folder("XDG_DATA_HOME").map(|data| data.join("cutthroat")))
        .or_else(|| folder("HOME").map(|home| home.join(".local/share/cutthroat")))
}
