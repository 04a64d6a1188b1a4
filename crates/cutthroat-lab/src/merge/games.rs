//! The games of a match.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{Merged, other, whole};
use crate::error::LabError;
use crate::record::GameRecord;
use crate::shard::{ShardRange, in_words, missing_in_words};
use crate::store::{RunSettings, Store};

pub(super) fn merge(parts: &[PathBuf], out: &Path, incomplete: bool) -> Result<Merged, LabError> {
    let (settings, ranges) = checked(parts)?;
    let there = out.exists();
    let mut games: BTreeSet<u64> = ranges.iter().flat_map(ShardRange::range).collect();
    if there {
        games.extend(Store::to_read_if_any(out)?.map_or_else(|| Ok(Vec::new()), |store| store.ids())?);
    }
    let missing: Vec<u64> = (1..=ranges[0].all).filter(|id| !games.contains(id)).collect();
    if !incomplete && !missing.is_empty() {
        return Err(LabError::Usage(format!("missing: {}", missing_in_words(&missing, &ranges, "game"))));
    }
    let merged = merge_into(parts, out, &settings);
    if merged.is_err() && !there {
        let _ = std::fs::remove_file(out);
    }
    let new = merged?;
    Ok(Merged { noun: "game", new, now: games.len() as u64, missing: missing.len() as u64 })
}

/// The settings of all parts, without the shard, and the games that each has to have.
fn checked(parts: &[PathBuf]) -> Result<(RunSettings, Vec<ShardRange>), LabError> {
    let mut common: Option<RunSettings> = None;
    let mut ranges: Vec<ShardRange> = Vec::new();
    for part in parts {
        let store = Store::to_read(part)?;
        let range = store.settings().shard.ok_or_else(|| whole(part))?;
        let settings = RunSettings { shard: None, ..store.settings().clone() };
        let first = common.get_or_insert_with(|| settings.clone());
        if let Some(what) = settings.unmergeable(first) {
            return Err(other(part, &parts[0], &what));
        }
        if let Some(begun) = ranges.first().filter(|begun| begun.all != range.all) {
            return Err(other(part, &parts[0], &format!("{} games, not {}", range.all, begun.all)));
        }
        check_whole(part, &store, &range)?;
        ranges.push(range);
    }
    let settings = common.ok_or_else(|| LabError::Usage("there is nothing to merge".into()))?;
    Ok((settings, ranges))
}

/// Checks that a part has all its games and no others.
fn check_whole(part: &Path, store: &Store, range: &ShardRange) -> Result<(), LabError> {
    let ids: BTreeSet<u64> = store.ids()?.into_iter().collect();
    let named = |ids: &[u64]| format!("{} {}", if ids.len() == 1 { "game" } else { "games" }, in_words(ids));
    let missing: Vec<u64> = range.range().filter(|id| !ids.contains(id)).collect();
    if !missing.is_empty() {
        let what = format!("shard {} is not finished: {} missing", range.shard, named(&missing));
        return Err(LabError::file(part, what));
    }
    let foreign: Vec<u64> = ids.into_iter().filter(|id| !range.range().contains(id)).collect();
    match foreign.is_empty() {
        true => Ok(()),
        false => Err(LabError::file(part, format!("{} not of shard {}", named(&foreign), range.shard))),
    }
}

/// Adds every part, each as a whole. Returns how many games are new.
fn merge_into(parts: &[PathBuf], out: &Path, settings: &RunSettings) -> Result<u64, LabError> {
    let mut store = Store::for_merge(out, settings.clone())?;
    let mut new = 0;
    for part in parts {
        new += add_part(&mut store, part, &Store::to_read(part)?.games()?)?;
    }
    Ok(new)
}

/// Adds the games of a part in one transaction; those that are there have to be the same.
fn add_part(store: &mut Store, part: &Path, games: &[GameRecord]) -> Result<u64, LabError> {
    let known: BTreeSet<u64> = store.ids()?.into_iter().collect();
    let (mut new, mut differing) = (Vec::new(), Vec::new());
    for game in games {
        if !known.contains(&game.id) {
            new.push(game.clone());
        } else if store.game(game.id)? != *game {
            differing.push(game.id);
        }
    }
    if !differing.is_empty() {
        let game = if differing.len() == 1 { "game" } else { "games" };
        let what = format!("{game} {} played twice, and the copies differ", in_words(&differing));
        return Err(LabError::file(part, what));
    }
    store.add(&new)?;
    Ok(new.len() as u64)
}
