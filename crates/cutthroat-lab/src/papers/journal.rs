//! What is finished of an experiment, written down piece by piece: a line of JSON for each, which a kill cannot harm.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;

use cutthroat_catalog::whole_file;
use serde_json::{Value, json};

use crate::error::LabError;

/// The pieces of an experiment that are finished.
pub(super) struct Journal {
    known: HashMap<(String, u64), Value>,
    file: Option<Mutex<File>>,
}

impl Journal {
    /// The journal in `file`, or one that is forgotten. A line that was cut off in the writing counts as not written.
    pub(super) fn open(file: Option<&Path>) -> Result<Self, LabError> {
        let Some(path) = file else { return Ok(Self { known: HashMap::new(), file: None }) };
        let wrong = |error: std::io::Error| LabError::file(path, error.to_string());
        let text = match whole_file::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(wrong(error)),
        };
        let known = text.lines().filter_map(|line| {
            let mut entry: Value = serde_json::from_str(line).ok()?;
            let key = (entry["part"].as_str()?.to_owned(), entry["item"].as_u64()?);
            Some((key, entry["value"].take()))
        });
        let known = known.collect();
        let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(wrong)?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n").map_err(wrong)?;
        }
        Ok(Self { known, file: Some(Mutex::new(file)) })
    }

    /// What was found before.
    pub(super) fn known(&self, part: &str, item: u64) -> Option<&Value> {
        self.known.get(&(part.to_owned(), item))
    }

    /// Writes down what was found.
    pub(super) fn keep(&self, part: &str, item: u64, value: &Value) -> std::io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let line = format!("{}\n", json!({ "part": part, "item": item, "value": value }));
        let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.write_all(line.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_cut_off_was_never_written() {
        let path = std::env::temp_dir().join(format!("cutthroat-journal-{}", std::process::id()));
        let journal = Journal::open(Some(&path)).unwrap();
        journal.keep("full", 1, &json!(17)).unwrap();
        journal.keep("full", 2, &json!([1.5])).unwrap();
        drop(journal);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 4]).unwrap();
        let journal = Journal::open(Some(&path)).unwrap();
        assert_eq!(journal.known("full", 1), Some(&json!(17)));
        assert_eq!(journal.known("full", 2), None);
        journal.keep("full", 3, &json!(4)).unwrap();
        drop(journal);
        assert_eq!(Journal::open(Some(&path)).unwrap().known("full", 3), Some(&json!(4)));
        std::fs::remove_file(&path).unwrap();
    }
}
