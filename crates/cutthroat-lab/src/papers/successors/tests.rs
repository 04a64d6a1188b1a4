//! The comparison in a game of three cards.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cutthroat_catalog::Registry;

use super::arenas::{Arena, SMALLEST};
use super::contenders::ANCHORS;
use super::*;
use crate::papers::workbench::Step;

fn bench<'w>(folder: Option<PathBuf>, watch: &'w (dyn Fn(Step) + Sync)) -> Workbench<'w> {
    Workbench {
        registry: Registry::standard(),
        experiment: COMPARISON.id,
        scale: Scale::Quick,
        percent: 100,
        nodes: Some(60),
        seed: 3,
        threads: NonZeroUsize::new(1),
        folder,
        only_reports: false,
        shard: None,
        unfinished: AtomicBool::new(false),
        stop: Arc::default(),
        watch,
    }
}

fn compared_by(threads: usize, bench: &Workbench<'_>) -> Result<Findings, LabError> {
    let arenas: Vec<&'static Arena> = vec![&SMALLEST];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| compared(bench, &arenas, &ANCHORS[..2]))
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("cutthroat-successors-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn journal(folder: &Path) -> String {
    bench(Some(folder.to_owned()), &|_| ()).journal().unwrap().put_in_order(None).unwrap();
    std::fs::read_to_string(folder.join("successors.jsonl")).unwrap()
}

/// On one thread or two, stopped and resumed or not, the same findings and the same bytes.
#[test]
fn a_resumed_comparison_is_the_comparison() {
    let (whole, parts) = (folder("whole"), folder("parts"));
    let expected = compared_by(1, &bench(Some(whole.clone()), &|_| ())).unwrap();
    let seen = AtomicU64::new(0);
    for after in [9, 40] {
        let stop: Arc<AtomicBool> = Arc::default();
        let raise = stop.clone();
        seen.store(0, Ordering::Relaxed);
        let watch = |_: Step| {
            if seen.fetch_add(1, Ordering::Relaxed) == after {
                raise.store(true, Ordering::Relaxed);
            }
        };
        let stopped = Workbench { stop, ..bench(Some(parts.clone()), &watch) };
        assert!(matches!(compared_by(2, &stopped), Err(LabError::Stopped)));
    }
    let resumed = compared_by(2, &bench(Some(parts.clone()), &|_| ())).unwrap();
    assert_eq!(resumed, expected);
    assert_eq!(journal(&parts), journal(&whole));
    [whole, parts].iter().for_each(|folder| std::fs::remove_dir_all(folder).unwrap());
}

#[test]
fn everybody_plays_and_is_told_apart() {
    let found = compared_by(2, &bench(None, &|_| ())).unwrap();
    let table = |name: &str| found.tables.iter().find(|table| table.name == format!("successors-{name}")).unwrap();
    for table in &found.tables {
        assert!(!table.rows.is_empty(), "{}", table.name);
        assert!(table.rows.iter().all(|row| row.len() == table.headings.len()), "{}", table.name);
    }
    // Nobody may pass in a card game.
    assert!(found.notes.iter().any(|note| note.starts_with("BRS does not play")), "{:?}", found.notes);
    let names: Vec<&str> = all().map(|contender| contender.name).filter(|name| *name != "BRS").collect();
    let told: Vec<&str> = table("summary").rows.iter().map(|row| row[0].as_str()).collect();
    // Without a measured speed there is no equal cost.
    assert!(told.iter().all(|name| names.contains(name)));
    let duels = &table("duels").rows;
    for name in &names[1..] {
        assert!(duels.iter().any(|row| row[1] == "equal nodes" && row[2] == *name && row[3] == "max^n"), "{name}");
    }
    assert!(found.drawings[0].svg.contains("BRS+ against max^n"));
}

/// What depends on the machine is refused.
#[test]
fn a_player_with_a_time_is_refused() {
    let specs = ["maxn:time=0.1".to_owned(), "paranoid:nodes=5".to_owned()];
    let told = duel::play(&bench(None, &|_| ()), "", &SMALLEST, &specs, 1).unwrap_err().to_string();
    assert_eq!(told, "player `maxn:time=0.1` has a time, and what it plays does not repeat; give it nodes");
}
