//! The solved deals of a file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cutthroat_catalog::whole_file;
use serde_json::Value;

use super::{Merged, other, whole};
use crate::error::LabError;
use crate::one_writer;
use crate::shard::{ShardRange, in_words, missing_in_words};
use crate::solving::solutions::{BEGINNING, FORM, first_line};

/// A file of solved deals.
struct Part {
    commit: Value,
    settings: Value,
    shard: Option<ShardRange>,
    /// The line of every deal, by its number.
    lines: BTreeMap<u64, String>,
}

pub(super) fn merge(parts: &[PathBuf], out: &Path) -> Result<Merged, LabError> {
    let mut all: BTreeMap<u64, String> = BTreeMap::new();
    let mut ranges: Vec<ShardRange> = Vec::new();
    let mut begun: Option<(Value, Value)> = None;
    for file in parts {
        let part = Part::read(file)?;
        let range = part.shard.ok_or_else(|| whole(file))?;
        let (commit, settings) = begun.get_or_insert_with(|| (part.commit.clone(), part.settings.clone()));
        if let Some(what) = difference(&part, commit, settings) {
            return Err(other(file, &parts[0], &what));
        }
        if let Some(first) = ranges.first().filter(|first| first.all != range.all) {
            return Err(other(file, &parts[0], &format!("{} deals, not {}", range.all, first.all)));
        }
        let missing: Vec<u64> = range.range().filter(|number| !part.lines.contains_key(number)).collect();
        if !missing.is_empty() {
            let deals = if missing.len() == 1 { "deal" } else { "deals" };
            let what = format!("shard {} is not finished: {deals} {} missing", range.shard, in_words(&missing));
            return Err(LabError::file(file, what));
        }
        if part.lines.len() as u64 != range.range().end() - range.range().start() + 1 {
            return Err(LabError::file(file, format!("has deals that are not of shard {}", range.shard)));
        }
        add(&mut all, part.lines, file)?;
        ranges.push(range);
    }
    let Some(((commit, settings), deals)) = begun.zip(ranges.first().map(|range| range.all)) else {
        return Err(LabError::Usage("there is nothing to merge".into()));
    };
    let mut before = 0;
    // Held until the end: no run may add to the file meanwhile.
    let _lock = out.exists().then(|| one_writer::open(out)).transpose()?;
    if out.exists() {
        let kept = Part::read(out)?;
        if let Some(what) = difference(&kept, &commit, &settings) {
            return Err(LabError::file(out, format!("it was begun with {what}")));
        }
        before = kept.lines.len() as u64;
        add(&mut all, kept.lines, out)?;
    }
    let missing: Vec<u64> = (1..=deals).filter(|number| !all.contains_key(number)).collect();
    if !missing.is_empty() {
        return Err(LabError::Usage(format!("missing: {}", missing_in_words(&missing, &ranges, "deal"))));
    }
    let text: String = std::iter::once(first_line(&commit, &settings, None)).chain(all.into_values()).collect();
    whole_file::write(out, &text).map_err(|error| LabError::file(out, format!("cannot be written: {error}")))?;
    Ok(Merged { noun: "deal", new: deals - before, now: deals, missing: 0 })
}

/// Adds deals; those that are there have to be the same.
fn add(all: &mut BTreeMap<u64, String>, lines: BTreeMap<u64, String>, file: &Path) -> Result<(), LabError> {
    let differs =
        |(number, line): (&u64, &String)| all.get(number).is_some_and(|known| known != line).then_some(*number);
    let differing: Vec<u64> = lines.iter().filter_map(differs).collect();
    if !differing.is_empty() {
        let deals = if differing.len() == 1 { "deal" } else { "deals" };
        let what = format!("{deals} {} solved twice, and the copies differ", in_words(&differing));
        return Err(LabError::file(file, what));
    }
    all.extend(lines);
    Ok(())
}

/// The first setting in which a part differs from others, in words.
fn difference(part: &Part, commit: &Value, settings: &Value) -> Option<String> {
    let word = |value: &Value| value.as_str().map_or("nothing".to_owned(), |value| format!("`{value}`"));
    if part.commit != *commit {
        return Some(format!("commit {}, not {}", word(&part.commit), word(commit)));
    }
    let names = |settings: &Value| settings.as_object().map(|all| all.keys().cloned().collect::<Vec<_>>());
    let all = [names(&part.settings), names(settings)].into_iter().flatten().flatten();
    let differing = all.into_iter().find(|name| part.settings[name.as_str()] != settings[name.as_str()])?;
    let [kept, asked] = [&part.settings, settings].map(|settings| word(&settings[differing.as_str()]));
    Some(format!("{differing} {kept}, not {asked}"))
}

impl Part {
    fn read(file: &Path) -> Result<Self, LabError> {
        let wrong = |what: String| LabError::file(file, what);
        let text = whole_file::read(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let first = lines.next().filter(|first| first.starts_with(BEGINNING));
        let first: Value = first
            .and_then(|first| serde_json::from_str(first).ok())
            .ok_or_else(|| wrong("is not a file of solved deals".to_owned()))?;
        if first["form"] != FORM {
            return Err(wrong(format!("was written by another version of Cutthroat (form {})", first["form"])));
        }
        let mut part = Self {
            commit: first["commit"].clone(),
            settings: first["settings"].clone(),
            shard: serde_json::from_value(first["shard"].clone()).ok().filter(ShardRange::is_sound),
            lines: BTreeMap::new(),
        };
        for (place, line) in lines.enumerate() {
            let number = serde_json::from_str::<Value>(line).ok().and_then(|line| line["number"].as_u64());
            let number = number.ok_or_else(|| wrong(format!("line {}: this is not a result", place + 2)))?;
            if part.lines.insert(number, line.to_owned()).is_some() {
                return Err(wrong(format!("line {}: deal {number} is there twice", place + 2)));
            }
        }
        Ok(part)
    }
}
