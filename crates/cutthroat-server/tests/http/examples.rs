//! One example of each answer, which the types of the page are checked against.

use std::path::PathBuf;

use serde_json::{Value, json};

/// Compares an answer with the example in the sources of the page. `CUTTHROAT_UPDATE=1` writes it anew. Where the sources are
/// not, nothing is compared.
#[track_caller]
pub(crate) fn keep(name: &str, answer: &Value) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/api");
    if !folder.is_dir() {
        return;
    }
    let file = folder.join(format!("examples/{name}.json"));
    let mut answer = answer.clone();
    forget_what_changes(&mut answer);
    let text = format!("{answer:#}\n");
    if std::env::var_os("CUTTHROAT_UPDATE").is_some() {
        std::fs::create_dir_all(folder.join("examples")).unwrap();
        std::fs::write(&file, text).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == text, "{} is not what is answered; CUTTHROAT_UPDATE=1 writes it anew", file.display());
}

/// Puts fixed values in place of those that differ from run to run.
fn forget_what_changes(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(forget_what_changes),
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), &value) {
                    ("id", Value::String(id)) if id.len() == 32 => *value = json!("0".repeat(32)),
                    ("idle_seconds", _) => *value = json!(0),
                    _ => forget_what_changes(value),
                }
            }
        }
        _ => {}
    }
}
