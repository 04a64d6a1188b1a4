//! What is finished of an experiment, written down piece by piece: a line of JSON for each, which survives a kill. It
//! is text, kept beside the report, so that a copy of the folder can be continued.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use cutthroat_catalog::whole_file;
use serde_json::{Value, json};

use crate::error::LabError;
use crate::shard::{Shard, in_words};

/// The pieces of an experiment that are finished.
pub(super) struct Journal {
    known: HashMap<(String, u64), Value>,
    settings: HashMap<String, String>,
    asked: Option<Asked>,
    finished: Option<Shard>,
    path: PathBuf,
    file: Option<Mutex<File>>,
}

/// The request for which a journal was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    /// The percentage of the paper's sample.
    pub(super) percent: u64,
    /// Nodes per move, if given.
    pub(super) nodes: Option<u64>,
}

impl Journal {
    /// The journal in `file`, or one in memory. An incomplete line counts as not written. Reading only creates no file.
    pub(super) fn open(file: Option<&Path>, only_reads: bool) -> Result<Self, LabError> {
        let path = file.unwrap_or(Path::new("memory")).to_owned();
        let mut journal = Self {
            known: HashMap::new(),
            settings: HashMap::new(),
            asked: None,
            finished: None,
            path: path.clone(),
            file: None,
        };
        if file.is_none() {
            return Ok(journal);
        }
        let wrong = |error: std::io::Error| LabError::file(&path, error.to_string());
        let text = match whole_file::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(wrong(error)),
        };
        text.lines().for_each(|line| journal.learn(line));
        if !only_reads {
            let mut file = OpenOptions::new().append(true).create(true).open(&path).map_err(wrong)?;
            if !text.is_empty() && !text.ends_with('\n') {
                file.write_all(b"\n").map_err(wrong)?;
            }
            journal.file = Some(Mutex::new(file));
        }
        Ok(journal)
    }

    fn learn(&mut self, line: &str) {
        let Ok(mut entry) = serde_json::from_str::<Value>(line) else { return };
        if let Some(percent) = entry["percent"].as_u64() {
            self.asked = Some(Asked { percent, nodes: entry["nodes"].as_u64() });
        }
        if let Some(shard) = entry["finished"].as_str() {
            self.finished = shard.parse().ok();
        }
        let Some(part) = entry["part"].as_str().map(str::to_owned) else { return };
        if let Some(settings) = entry["settings"].as_str() {
            self.settings.insert(part, settings.to_owned());
        } else if let Some(item) = entry["item"].as_u64() {
            self.known.insert((part, item), entry["value"].take());
        }
    }

    /// The last request.
    pub(super) fn asked(&self) -> Option<Asked> {
        self.asked
    }

    /// Records the request, unless it is the same as the last one.
    pub(super) fn ask(&self, asked: Asked) -> Result<(), LabError> {
        if self.asked == Some(asked) {
            return Ok(());
        }
        self.write(&json!({ "percent": asked.percent, "nodes": asked.nodes }))
    }

    /// Makes sure that it was written for this request, or for none.
    ///
    /// # Errors
    /// When it was written for another one.
    pub(super) fn check_asked(&self, asked: Asked) -> Result<(), LabError> {
        if self.asked.is_some_and(|kept| kept != asked) {
            let what = "belongs to another run: it has another sample or other nodes a move";
            return Err(LabError::file(&self.path, what));
        }
        Ok(())
    }

    /// Makes sure that the pieces of a part were made with these settings and no others.
    ///
    /// # Errors
    /// When they were made with others.
    pub(super) fn check(&self, part: &str, settings: &str) -> Result<(), LabError> {
        match self.settings.get(part) {
            Some(kept) if kept == settings => Ok(()),
            Some(kept) => {
                let what = format!("has pieces of `{part}` made with `{kept}`, and `{settings}` is asked for");
                Err(LabError::file(&self.path, what))
            }
            None => self.write(&json!({ "part": part, "settings": settings })),
        }
    }

    /// Earlier results.
    pub(super) fn known(&self, part: &str, item: u64) -> Option<&Value> {
        self.known.get(&(part.to_owned(), item))
    }

    /// How many pieces of a part are known, from the first to the first gap.
    pub(super) fn unbroken(&self, part: &str, count: u64) -> u64 {
        let items: HashSet<u64> = self.known.keys().filter(|(known, _)| known == part).map(|(_, item)| *item).collect();
        (1..=count).take_while(|item| items.contains(item)).count() as u64
    }

    /// Records a result.
    pub(super) fn keep(&self, part: &str, item: u64, value: &Value) -> Result<(), LabError> {
        self.write(&json!({ "part": part, "item": item, "value": value }))
    }

    /// The shard of which this has all pieces.
    pub(super) fn finished(&self) -> Option<Shard> {
        self.finished
    }

    /// Takes over what another journal of the same experiment has, and returns how many pieces are new.
    ///
    /// # Errors
    /// When it was made in another way, or pieces that both have differ.
    pub(super) fn take_over(&mut self, other: Self) -> Result<u64, LabError> {
        let wrong = |what: String| LabError::file(&other.path, what);
        self.asked.map_or(Ok(()), |asked| other.check_asked(asked))?;
        self.asked = self.asked.or(other.asked);
        for (part, settings) in other.settings {
            let kept = self.settings.entry(part.clone()).or_insert_with(|| settings.clone());
            if *kept != settings {
                return Err(wrong(format!("has pieces of `{part}` made with `{settings}`, and others with `{kept}`")));
            }
        }
        let mut differing: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        let mut new = 0;
        for ((part, item), value) in other.known {
            match self.known.entry((part.clone(), item)) {
                Entry::Occupied(kept) if *kept.get() != value => differing.entry(part).or_default().push(item),
                Entry::Occupied(_) => {}
                Entry::Vacant(place) => {
                    place.insert(value);
                    new += 1;
                }
            }
        }
        match differing.into_iter().next() {
            None => Ok(new),
            Some((part, mut items)) => {
                items.sort_unstable();
                let pieces = if items.len() == 1 { "piece" } else { "pieces" };
                Err(wrong(format!("{pieces} {} of `{part}` made twice, and the copies differ", in_words(&items))))
            }
        }
    }

    /// How many pieces there are.
    pub(super) fn count(&self) -> u64 {
        self.known.len() as u64
    }

    /// Rewrites it with everything once and in order, so that the same pieces are the same bytes in any history. If it is
    /// that of a shard, it says that all of its pieces are there.
    pub(super) fn put_in_order(self, finished: Option<Shard>) -> Result<(), LabError> {
        if self.file.is_none() {
            return Ok(());
        }
        self.write_in_order(finished)
    }

    /// Writes all of it, in order.
    pub(super) fn write_in_order(&self, finished: Option<Shard>) -> Result<(), LabError> {
        let mut lines: Vec<Value> = Vec::new();
        lines.extend(self.asked.map(|Asked { percent, nodes }| json!({ "percent": percent, "nodes": nodes })));
        let parts: BTreeMap<&String, &String> = self.settings.iter().collect();
        lines.extend(parts.iter().map(|(part, settings)| json!({ "part": part, "settings": settings })));
        let known: BTreeMap<_, _> = self.known.iter().collect();
        lines.extend(known.iter().map(|((part, item), value)| json!({ "part": part, "item": item, "value": value })));
        lines.extend(finished.map(|shard| json!({ "finished": shard.to_string() })));
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        whole_file::write(&self.path, &text).map_err(|error| LabError::file(&self.path, error.to_string()))
    }

    fn write(&self, entry: &Value) -> Result<(), LabError> {
        let Some(file) = &self.file else { return Ok(()) };
        let line = format!("{entry}\n");
        let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.write_all(line.as_bytes()).map_err(|error| LabError::file(&self.path, error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("cutthroat-journal-{name}-{}", std::process::id()))
    }

    #[test]
    fn a_line_that_was_cut_off_was_never_written() {
        let path = file("cut");
        let journal = Journal::open(Some(&path), false).unwrap();
        journal.keep("full", 1, &json!(17)).unwrap();
        journal.keep("full", 2, &json!([1.5])).unwrap();
        drop(journal);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 4]).unwrap();
        let journal = Journal::open(Some(&path), false).unwrap();
        assert_eq!(journal.known("full", 1), Some(&json!(17)));
        assert_eq!(journal.known("full", 2), None);
        journal.keep("full", 3, &json!(4)).unwrap();
        drop(journal);
        let journal = Journal::open(Some(&path), true).unwrap();
        assert_eq!(journal.known("full", 3), Some(&json!(4)));
        assert_eq!((journal.unbroken("full", 3), journal.unbroken("none", 3)), (1, 0));
        let journal = Journal::open(Some(&path), false).unwrap();
        journal.keep("full", 2, &json!([1.5])).unwrap();
        Journal::open(Some(&path), false).unwrap().put_in_order(None).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 3, "{text}");
        assert!(text.lines().nth(1).unwrap().contains("1.5"), "{text}");
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn pieces_of_other_settings_are_refused() {
        let path = file("settings");
        let journal = Journal::open(Some(&path), false).unwrap();
        journal.check("games", "nodes=5").unwrap();
        journal.ask(Asked { percent: 20, nodes: None }).unwrap();
        drop(journal);
        let journal = Journal::open(Some(&path), false).unwrap();
        journal.check("games", "nodes=5").unwrap();
        assert_eq!(journal.asked(), Some(Asked { percent: 20, nodes: None }));
        let told = journal.check("games", "nodes=6").unwrap_err().to_string();
        assert!(told.contains("made with `nodes=5`, and `nodes=6`"), "{told}");
        std::fs::remove_file(&path).unwrap();
    }
}
