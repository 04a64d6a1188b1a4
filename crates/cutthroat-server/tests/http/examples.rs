//! One example of each answer, which the types of the page are checked against.

use std::path::PathBuf;

use serde_json::Value;

/// Writes an example to the sources of the page, if it is not the same there. Where the sources are not, nothing is written.
pub(crate) fn keep(name: &str, answer: &Value) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/api");
    if !folder.is_dir() {
        return;
    }
    let folder = folder.join("examples");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{name}.json"));
    let text = format!("{answer:#}\n");
    if std::fs::read_to_string(&file).ok().as_ref() != Some(&text) {
        std::fs::write(&file, text).unwrap();
    }
}
