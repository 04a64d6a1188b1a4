//! Files of results: stores of matches, solved deals, shards, journals of experiments.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat_catalog::{Request, Setup};
use cutthroat_lab::papers::{EXPERIMENTS, Run, Scale};
use cutthroat_lab::solving::Solving;
use cutthroat_lab::store::{GameFilter, Store};
use cutthroat_lab::{HandRecord, LabError, merge};

use super::{Scratch, accepted, headed, registry};

/// A store of a match.
pub(super) fn store(bytes: &[u8]) -> bool {
    let scratch = Scratch::new();
    let file = scratch.file("match.db", bytes);
    let Some(store) = accepted(Store::to_read(&file)) else { return false };
    let settings = store.settings().clone();
    let games = accepted(store.games());
    accepted(store.ids());
    accepted(store.count());
    accepted(store.list(&GameFilter::default(), 0, 5, <[f64]>::to_vec));
    drop(store);
    if let Some(games) = &games {
        // What is read can be written, and is then the same.
        let mut copy = Store::in_memory(settings.clone()).unwrap();
        copy.add(games).unwrap();
        assert_eq!(copy.games().unwrap(), *games);
        for game in games {
            let record = HandRecord::of_game(&settings, game);
            accepted(record.game_after(registry(), record.moves.len()));
        }
    }
    let before = std::fs::read(&file).unwrap();
    match accepted(Store::for_run(&file, settings, true)) {
        Some(resumed) => assert_eq!(resumed.games().unwrap(), games.expect("games are read before a run goes on")),
        None => assert!(std::fs::read(&file).unwrap() == before, "a store that was refused has changed"),
    }
    true
}

/// The text with the version of this program in place of the word VERSION: what was written by another is not gone on with.
fn of_this_version(text: &str) -> String {
    text.replace("VERSION", report(PathBuf::new()).provenance().version)
}

/// A report of what is in a folder.
fn report(folder: PathBuf) -> Run {
    Run {
        experiments: Vec::new(),
        scale: Scale::Quick,
        percent: 100,
        nodes: None,
        seed: 1,
        threads: NonZeroUsize::new(1),
        out: Some(folder),
        resume: true,
        only_reports: true,
        shard: None,
        commit: None,
        stop: Arc::new(AtomicBool::new(false)),
    }
}

/// `GAME`, deals in lines, a line `---`, and a file of solved deals that a run of these deals is to go on with.
pub(super) fn deals(bytes: &[u8]) -> bool {
    let Some((game, rest)) = headed(bytes) else { return false };
    let (deals, solved) = rest.split_once("---\n").unwrap_or((rest, ""));
    let solved = of_this_version(solved);
    let scratch = Scratch::new();
    let out = scratch.file("solved.jsonl", solved.as_bytes());
    let solving = Solving {
        registry: registry().clone(),
        game: game.to_owned(),
        setup: Setup::default(),
        request: Request::of("maxn:memory=1").unwrap(),
        threads: None,
        commit: None,
        // Files are read, and nothing is solved, which may take hours.
        stop: Some(Arc::new(AtomicBool::new(true))),
        shard: None,
    };
    match solving.many(deals, &out, true, &|_, _| {}) {
        Ok(_) => true,
        Err(LabError::Stopped | LabError::Catalog(_)) => true,
        Err(error) => {
            super::is_told(&error);
            assert_eq!(std::fs::read_to_string(&out).unwrap(), solved, "a file that was refused has changed: {error}");
            false
        }
    }
}

/// Two shards of solved deals with a line `---` between them, which are merged.
pub(super) fn parts(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let scratch = Scratch::new();
    let parts: Vec<PathBuf> = text
        .split("---\n")
        .take(3)
        .enumerate()
        .map(|(place, part)| scratch.file(&format!("part{place}"), part.as_bytes()))
        .collect();
    let out = scratch.path("whole");
    let merged = accepted(merge::merge(&parts, &out, false));
    assert_eq!(merged.is_some(), out.exists(), "a merge that was refused wrote something");
    let Some(merged) = merged else { return false };
    // Once more, nothing is new.
    let again = merge::merge(&parts, &out, false).unwrap();
    assert_eq!((again.new, again.now), (0, merged.now));
    true
}

/// The name of an experiment, how it is run in a line of JSON, and its journal, of which a report is made.
pub(super) fn journal(bytes: &[u8]) -> bool {
    let Some((id, journal)) = headed(bytes) else { return false };
    let Some(experiment) = EXPERIMENTS.iter().find(|experiment| experiment.id == id) else { return false };
    let scratch = Scratch::new();
    let (settings, journal) = journal.split_once('\n').unwrap_or((journal, ""));
    scratch.file("run.json", of_this_version(settings).as_bytes());
    scratch.file(&format!("{id}.jsonl"), journal.as_bytes());
    let run = Run { experiments: vec![experiment], ..report(scratch.0.clone()) };
    accepted(run.run(&|_| {})).is_some()
}
