//! The file of solved deals: how they were solved in the first line, then a line of JSON for each deal.
//!
//! Lines are only ever added, so a run that is killed leaves whole lines and at most a piece of one, which the next run
//! removes. One run at a time may write.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use cutthroat::TieRule;
use cutthroat_catalog::Report;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Solving;
use crate::error::LabError;
use crate::one_writer;
use crate::shard::ShardRange;

/// What the first line begins with: it tells our files from others.
pub(crate) const BEGINNING: &str = "{\"cutthroat\":\"solved deals\"";
/// The form of the file. Another form gets another number.
pub(crate) const FORM: u64 = 1;
/// More than any first line has.
const MOST_BYTES_OF_FIRST_LINE: u64 = 1 << 20;

/// The file that solved deals are written to.
pub(super) struct Solutions {
    file: File,
    path: PathBuf,
    /// The place of its first deal in the file of deals: 0, unless it is a shard.
    pub(super) first: usize,
    /// The place of the deal that comes next.
    pub(super) next: usize,
    /// The place after its last deal.
    pub(super) end: usize,
}

/// A deal of a file and its result: one line of the results.
#[derive(Serialize)]
struct Line<'l> {
    /// The number of the deal in its file, counted from 1.
    number: usize,
    /// The deal as written there.
    deal: &'l str,
    #[serde(flatten)]
    report: &'l Report,
}

/// The part of such a line that is needed to continue after it.
#[derive(Deserialize)]
struct Begun {
    number: usize,
    deal: String,
}

impl Solutions {
    /// Begins a file, or continues one if `resume` is set. An incomplete last line is removed; a refused file is left
    /// unchanged.
    ///
    /// # Errors
    /// When it is there and `resume` is off, has something else in it, was begun with other settings, or another run is
    /// using it.
    pub(super) fn open(
        path: &Path,
        resume: bool,
        solving: &Solving,
        deals: &[&str],
        shard: Option<ShardRange>,
    ) -> Result<Self, LabError> {
        let failed = |error: std::io::Error| LabError::file(path, error.to_string());
        if !resume && std::fs::symlink_metadata(path).is_ok() {
            return Err(LabError::kept(path, "it is there already"));
        }
        let mut file = one_writer::open(path)?;
        let settings = settings(solving, deals);
        // Shards are solved on several machines, so every deal has to be of the same build.
        let build = shard.map(|_| Value::from(solving.commit.clone()));
        let (solved, bytes) = checked(path, &file, deals, &settings, build.as_ref(), shard)?;
        let (begin, end) = places(deals, shard);
        file.set_len(bytes).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        if bytes == 0 {
            let line = first_line(&Value::from(solving.commit.clone()), &Value::Object(settings), shard);
            file.write_all(line.as_bytes()).map_err(failed)?;
        }
        Ok(Self { file, path: path.to_owned(), first: begin, next: begin + solved, end })
    }

    /// Adds the next deal.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn add(&mut self, deal: &str, report: &Report) -> Result<(), LabError> {
        let failed = |what: String| LabError::file(&self.path, what);
        let line = Line { number: self.next + 1, deal, report };
        let json = serde_json::to_string(&line).map_err(|error| failed(error.to_string()))?;
        self.file.write_all(format!("{json}\n").as_bytes()).map_err(|error| failed(error.to_string()))?;
        self.next += 1;
        Ok(())
    }

    /// How many deals it has.
    pub(super) fn solved(&self) -> usize {
        self.next - self.first
    }
}

/// How many deals are solved in a file, which is left as it is. It may be merged with solutions of this build only.
pub(super) fn solved(
    path: &Path,
    solving: &Solving,
    deals: &[&str],
    shard: Option<ShardRange>,
) -> Result<usize, LabError> {
    let file = File::open(path).map_err(|error| LabError::file(path, error.to_string()))?;
    let build = Value::from(solving.commit.clone());
    checked(path, &file, deals, &settings(solving, deals), Some(&build), shard).map(|(solved, _)| solved)
}

/// The place of the first deal of a shard, and the place after its last.
fn places(deals: &[&str], shard: Option<ShardRange>) -> (usize, usize) {
    shard.map_or((0, deals.len()), |shard| (*shard.range().start() as usize - 1, *shard.range().end() as usize))
}

/// Checks that a file has solutions of these deals with these settings, and by this build if one is given. Returns how many there
/// are, and the bytes up to the last whole line.
fn checked(
    path: &Path,
    file: &File,
    deals: &[&str],
    settings: &Map<String, Value>,
    build: Option<&Value>,
    shard: Option<ShardRange>,
) -> Result<(usize, u64), LabError> {
    let mut first = Vec::new();
    let mut reader = BufReader::new(file);
    let read = reader.by_ref().take(MOST_BYTES_OF_FIRST_LINE).read_until(b'\n', &mut first);
    read.map_err(|error| LabError::file(path, error.to_string()))?;
    if first.ends_with(b"\n") {
        check_settings(path, &first, settings, build, shard)?;
        let (begin, end) = places(deals, shard);
        let (solved, bytes) = check_deals(path, reader, &deals[begin..end], begin)?;
        Ok((solved, first.len() as u64 + bytes))
    } else if first.starts_with(BEGINNING.as_bytes()) || BEGINNING.as_bytes().starts_with(&first) {
        // Nothing, or what is left of a run that was killed at once.
        Ok((0, 0))
    } else {
        Err(foreign(path))
    }
}

fn foreign(path: &Path) -> LabError {
    LabError::file(path, "is not a file of solved deals")
}

/// Everything that decides what is written, by name.
fn settings(solving: &Solving, deals: &[&str]) -> Map<String, Value> {
    let Solving { registry, game, setup, request, .. } = solving;
    let usual_evaluation = || registry.game(game).ok()?.evaluation(None).ok().map(str::to_owned);
    let ties = request.tie_rule();
    let seed = matches!(ties, TieRule::Random(_)).then(|| request.seed.unwrap_or_default().to_string());
    let all = [
        ("version", Some(env!("CARGO_PKG_VERSION").to_owned())),
        ("game", Some(game.clone())),
        ("evaluation", setup.eval.clone().or_else(usual_evaluation)),
        ("algorithm", Some(request.settings.algorithm().name.to_owned())),
        ("ties", Some(ties.name().to_owned())),
        ("seed", seed),
        ("all moves", Some(request.all_moves.to_string())),
        ("MiB of memory", request.settings.get("memory").map(str::to_owned)),
        ("deals", Some(format!("{} with checksum {:016x}", deals.len(), checksum(deals)))),
    ];
    let all = all.into_iter().map(|(name, value)| (name.to_owned(), value));
    let options = setup.options.iter().map(|(name, value)| (name.clone(), Some(value.clone())));
    all.chain(options).map(|(name, value)| (name, value.map_or(Value::Null, Value::String))).collect()
}

/// FNV-1a (Fowler, Noll and Vo) of the lines.
fn checksum(lines: &[&str]) -> u64 {
    let bytes = lines.iter().flat_map(|line| line.bytes().chain([b'\n']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Checks that a first line is ours, and that the settings in it are those asked for, and the build, if one is given.
fn check_settings(
    path: &Path,
    line: &[u8],
    asked: &Map<String, Value>,
    build: Option<&Value>,
    shard: Option<ShardRange>,
) -> Result<(), LabError> {
    let wrong = |what: String| Err(LabError::file(path, what));
    let first: Value = serde_json::from_slice(line).map_err(|_| foreign(path))?;
    if !line.starts_with(BEGINNING.as_bytes()) {
        return if serde_json::from_value::<Begun>(first).is_ok() {
            wrong("was written by an older version, without its settings; solve the deals again to another file".into())
        } else {
            Err(foreign(path))
        };
    }
    if first["form"] != FORM {
        let form = &first["form"];
        return wrong(format!("was written by another version of Cutthroat (form {form}; this one reads form {FORM})"));
    }
    let word = |value: &Value| value.as_str().map_or("nothing".to_owned(), |value| format!("`{value}`"));
    let none = Map::new();
    let kept = first["settings"].as_object().unwrap_or(&none);
    let names: BTreeSet<&String> = kept.keys().chain(asked.keys()).collect();
    let value = |settings: &Map<String, Value>, name: &String| settings.get(name).cloned().unwrap_or(Value::Null);
    let differing: Vec<String> = names
        .into_iter()
        .map(|name| (name, value(kept, name), value(asked, name)))
        .filter(|(_, kept, asked)| kept != asked)
        .map(|(name, kept, asked)| format!("{name} {}, not {}", word(&kept), word(&asked)))
        .collect();
    if !differing.is_empty() {
        return wrong(format!("it was begun with {}", differing.join("; ")));
    }
    let kept = serde_json::from_value(first["shard"].clone()).ok();
    if kept != shard {
        let word = |shard: Option<ShardRange>| shard.map_or("nothing".to_owned(), |range| format!("`{}`", range.shard));
        return wrong(format!("it was begun with shard {}, not {}", word(kept), word(shard)));
    }
    match build.filter(|build| first["commit"] != **build) {
        Some(build) => wrong(format!("it was begun with commit {}, not {}", word(&first["commit"]), word(build))),
        None => Ok(()),
    }
}

/// The first line of a file: how its deals were solved, and which of them belong here.
pub(crate) fn first_line(commit: &Value, settings: &Value, shard: Option<ShardRange>) -> String {
    let shard = shard.and_then(|shard| serde_json::to_string(&shard).ok());
    let shard = shard.map_or(String::new(), |shard| format!(",\"shard\":{shard}"));
    format!("{BEGINNING},\"form\":{FORM},\"commit\":{commit},\"settings\":{settings}{shard}}}\n")
}

/// Checks that the lines are results of the first of these deals, before which there are `before`. Returns how many there
/// are, and their bytes.
fn check_deals(
    path: &Path,
    mut reader: impl std::io::BufRead,
    deals: &[&str],
    before: usize,
) -> Result<(usize, u64), LabError> {
    let (mut solved, mut bytes, mut line) = (0, 0, Vec::new());
    loop {
        line.clear();
        reader.read_until(b'\n', &mut line).map_err(|error| LabError::file(path, error.to_string()))?;
        if !line.ends_with(b"\n") {
            return Ok((solved, bytes));
        }
        let wrong = |what: &str| LabError::file(path, format!("line {}: {what}", solved + 2));
        let begun: Begun = serde_json::from_slice(&line).map_err(|_| wrong("this is not a result"))?;
        if begun.number != before + solved + 1 || deals.get(solved) != Some(&begun.deal.as_str()) {
            return Err(wrong("this is the result of another deal"));
        }
        solved += 1;
        bytes += line.len() as u64;
    }
}
