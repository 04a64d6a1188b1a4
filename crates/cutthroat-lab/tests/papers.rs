//! Experiments, run from a program.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat_lab::papers::{RowVerdict, Run, Scale, named};

#[test]
fn figures_come_from_the_tests_that_the_search_uses() {
    let run = Run {
        experiments: named("2005-figures").unwrap(),
        scale: Scale::Quick,
        percent: 100,
        nodes: None,
        seed: 3,
        threads: NonZeroUsize::new(1),
        resume: false,
        only_reports: false,
        shard: None,
        out: None,
        commit: None,
        stop: Arc::new(AtomicBool::new(false)),
    };
    let found = run.run(&|_| ()).unwrap().remove(0).findings;
    assert_eq!(found.rows.len(), 4);
    assert!(found.rows.iter().all(|row| row.verdict == RowVerdict::Agrees), "{:?}", found.rows);
    assert_eq!(found.drawings.len(), 4);
}
