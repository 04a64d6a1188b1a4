//! The pieces of experiments that shards made, put together.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cutthroat_catalog::whole_file;

use super::journal::Journal;
use super::run::{Run, SETTINGS, Settings, written};
use super::workbench::{Scale, journal_file};
use super::{EXPERIMENTS, Experiment};
use crate::error::LabError;
use crate::merge::Merged;
use crate::one_writer;
use crate::shard::in_words;

/// Merges the folders of shards into one, and writes the report.
pub(crate) fn merge(parts: &[PathBuf], out: &Path) -> Result<Merged, LabError> {
    let common = common_settings(parts)?;
    let experiments = experiments(&parts[0]);
    if let Some(part) = parts.iter().find(|part| ids(&self::experiments(part)) != ids(&experiments)) {
        return Err(LabError::file(part, format!("has other experiments than {}", parts[0].display())));
    }
    let file = out.join(SETTINGS);
    let there = settings_of(out).ok();
    if there.as_ref().is_some_and(|there| *there != common) {
        return Err(LabError::file(out, "has results of another run in it"));
    }
    let mut merged = Vec::new();
    let (mut before, mut now) = (0, 0);
    for experiment in &experiments {
        let name = journal_file(experiment.id);
        // An empty one if it is not there: reading makes no file.
        let mut all = Journal::open(Some(&out.join(&name)), true)?;
        before += all.count();
        for part in parts {
            let journal = Journal::open(Some(&part.join(&name)), true)?;
            if journal.finished() != settings_of(part)?.shard {
                return Err(LabError::file(part, format!("{} is not finished", experiment.id)));
            }
            all.take_over(journal)?;
        }
        now += all.count();
        merged.push(all);
    }
    let cannot = |error: std::io::Error| LabError::file(out, format!("cannot be written to: {error}"));
    std::fs::create_dir_all(out).map_err(cannot)?;
    if there.is_none() {
        whole_file::write(&file, &written(&common)).map_err(cannot)?;
    }
    {
        let _lock = one_writer::open(&file)?;
        merged.iter().try_for_each(|journal| journal.write_in_order(None))?;
    }
    let report = Run {
        experiments,
        scale: Scale::ALL.iter().find(|(name, _)| *name == common.scale).map_or(Scale::Quick, |(_, scale)| *scale),
        percent: 100,
        nodes: None,
        seed: common.seed,
        threads: None,
        out: Some(out.to_owned()),
        resume: true,
        only_reports: true,
        shard: None,
        commit: common.commit,
        stop: Arc::default(),
    };
    let finished = report.run(&|_| ())?;
    match finished.iter().find(|done| done.findings.unfinished) {
        Some(done) => {
            Err(LabError::file(out, format!("pieces of {} are missing; a resumed run makes them", done.experiment.id)))
        }
        None => Ok(Merged { noun: "piece", new: now - before, now, missing: 0 }),
    }
}

/// The settings of all shards, without the shard; every shard has to be there.
fn common_settings(parts: &[PathBuf]) -> Result<Settings, LabError> {
    let mut common: Option<Settings> = None;
    let mut shards = BTreeSet::new();
    for part in parts {
        let settings = settings_of(part)?;
        let Some(shard) = settings.shard else {
            return Err(LabError::file(part, "is not a shard: it was made without one"));
        };
        let settings = Settings { shard: None, ..settings };
        let first = common.get_or_insert_with(|| settings.clone());
        if settings != *first {
            let word = |settings: &Settings| {
                let Settings { version, commit, scale, seed, .. } = settings;
                let commit = commit.as_deref().unwrap_or("unknown");
                format!("version {version}, commit {commit}, scale {scale}, seed {seed}")
            };
            let what = format!(
                "belongs to another run than {}: it has {}, not {}",
                parts[0].display(),
                word(&settings),
                word(first)
            );
            return Err(LabError::file(part, what));
        }
        shards.insert(shard);
        if let Some(other) = shards.iter().find(|other| other.of() != shard.of()) {
            return Err(LabError::file(part, format!("is shard {shard}, and others are of {}", other.of())));
        }
    }
    let of = shards.first().map_or(0, |shard| shard.of());
    let missing: Vec<u64> = (1..=of).filter(|place| shards.iter().all(|shard| shard.place() != *place)).collect();
    if !missing.is_empty() {
        let shard = if missing.len() == 1 { "shard" } else { "shards" };
        return Err(LabError::Usage(format!("missing: {shard} {} of {of}", in_words(&missing))));
    }
    common.ok_or_else(|| LabError::Usage("there is nothing to merge".into()))
}

fn settings_of(folder: &Path) -> Result<Settings, LabError> {
    let file = folder.join(SETTINGS);
    let text = whole_file::read(&file).map_err(|error| LabError::file(&file, format!("cannot be read: {error}")))?;
    serde_json::from_str(&text)
        .map_err(|error| LabError::file(&file, format!("is not what a run leaves there: {error}")))
}

/// The experiments that a folder has pieces of.
fn experiments(folder: &Path) -> Vec<&'static Experiment> {
    EXPERIMENTS.iter().filter(|experiment| folder.join(journal_file(experiment.id)).exists()).collect()
}

fn ids(experiments: &[&'static Experiment]) -> Vec<&'static str> {
    experiments.iter().map(|experiment| experiment.id).collect()
}
