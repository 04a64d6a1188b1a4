//! The inputs of an experiment.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cutthroat::Budget;
use cutthroat_catalog::{Registry, Request, Setup};
use rayon::iter::{ParallelBridge, ParallelIterator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::journal::Journal;
use crate::error::LabError;
use crate::seed;
use crate::shard::Shard;

/// How much is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Small samples and small budgets: all experiments in some minutes.
    Quick,
    /// The papers' samples and budgets, as far as that is possible.
    Paper,
}

impl Scale {
    /// Both, by name.
    pub const ALL: [(&'static str, Self); 2] = [("quick", Self::Quick), ("paper", Self::Paper)];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Paper => "paper",
        }
    }
}

/// The progress of a part of an experiment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The experiment.
    pub experiment: &'static str,
    /// Which part of it.
    pub part: String,
    /// Pieces finished.
    pub done: u64,
    /// Pieces in all.
    pub all: u64,
}

/// The inputs of an experiment: how much to do, by which seed, with how many threads; and a place where finished pieces
/// are kept.
pub struct Workbench<'w> {
    pub(super) registry: Registry,
    pub(super) experiment: &'static str,
    pub(super) scale: Scale,
    /// The percentage of the paper's samples.
    pub(super) percent: u64,
    /// Nodes per move, if not the paper's.
    pub(super) nodes: Option<u64>,
    pub(super) seed: u64,
    pub(super) threads: Option<NonZeroUsize>,
    pub(super) folder: Option<PathBuf>,
    /// Whether to run nothing: what is finished is reported, and the rest left out.
    pub(super) only_reports: bool,
    /// The part of all pieces to make, if not all.
    pub(super) shard: Option<Shard>,
    /// Raised where something is left out.
    pub(super) unfinished: AtomicBool,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) watch: &'w (dyn Fn(Step) + Sync),
}

/// The file in which the pieces of an experiment are kept.
pub(super) fn journal_file(experiment: &str) -> String {
    format!("{experiment}.jsonl")
}

impl Workbench<'_> {
    /// What to do at this scale.
    pub(super) fn at<T>(&self, quick: T, paper: T) -> T {
        match self.scale {
            Scale::Quick => quick,
            Scale::Paper => paper,
        }
    }

    /// How many nodes a move may cost at this scale, unless another number is given.
    pub(super) fn budget(&self, quick: u64, paper: u64) -> u64 {
        self.nodes.unwrap_or(self.at(quick, paper))
    }

    /// How many deals, hands, games or trees to take at this scale: of the paper's only the requested percentage, so
    /// that what would take too long is run on the first of them.
    pub(super) fn sample(&self, quick: u64, paper: u64) -> u64 {
        self.at(quick, (paper * self.percent).div_ceil(100))
    }

    /// The seed of the deal with this number, the same for every experiment.
    pub(super) fn deal(&self, number: u64) -> u64 {
        seed::of_deal(self.seed, number)
    }

    /// What a search may cost: no limit, until the run is stopped.
    pub(super) fn until_stopped(&self) -> Budget {
        Budget { stop: Some(self.stop.clone()), ..Budget::default() }
    }

    /// Reports the progress of a part.
    pub(super) fn tell(&self, part: &str, done: u64, all: u64) {
        (self.watch)(Step { experiment: self.experiment, part: part.to_owned(), done, all });
    }

    /// What is finished of the experiment.
    pub(super) fn journal(&self) -> Result<Journal, LabError> {
        let path = self.folder.as_ref().map(|folder| folder.join(journal_file(self.experiment)));
        Journal::open(path.as_deref(), self.only_reports)
    }

    /// Does something for every number from 1 to `count`, on all threads; the results are in order. Those of earlier
    /// runs are not made again, as long as they were made with the same `settings`. Where nothing is to be made they are
    /// those from the first up to the first that is missing, so that what takes long is not left out more often.
    pub(super) fn each<T: Serialize + DeserializeOwned + Send>(
        &self,
        part: &str,
        settings: &str,
        count: u64,
        make: impl Fn(u64) -> Result<T, LabError> + Sync,
    ) -> Result<Vec<T>, LabError> {
        let journal = self.journal()?;
        journal.check(part, settings)?;
        if let Some(shard) = self.shard {
            return self.shard_of(shard, &journal, part, count, make);
        }
        let wanted = count;
        let count = if self.only_reports { journal.unbroken(part, wanted) } else { wanted };
        if count < wanted {
            self.unfinished.store(true, Ordering::Relaxed);
        }
        let lost = |error: serde_json::Error| LabError::Usage(format!("{}, {part}: {error}", self.experiment));
        let done = AtomicU64::new(0);
        let tell = |done| self.tell(part, done, count);
        tell(0);
        let one = |item: u64| {
            let found = match journal.known(part, item) {
                Some(value) => serde_json::from_value(value.clone()).map_err(lost)?,
                None if self.stop.load(Ordering::Relaxed) => return Err(LabError::Stopped),
                None => {
                    let found = make(item)?;
                    journal.keep(part, item, &serde_json::to_value(&found).map_err(lost)?)?;
                    found
                }
            };
            tell(done.fetch_add(1, Ordering::Relaxed) + 1);
            Ok((item, found))
        };
        // One after the other, so that a stop leaves a gap only at the end.
        let found: Result<Vec<(u64, T)>, LabError> = (1..=count).par_bridge().map(one).collect();
        let mut found = found?;
        found.sort_unstable_by_key(|(item, _)| *item);
        Ok(found.into_iter().map(|(_, found)| found).collect())
    }

    /// Makes the pieces of a shard, and returns those from the first up to the first that is not there.
    fn shard_of<T: Serialize + DeserializeOwned + Send>(
        &self,
        shard: Shard,
        journal: &Journal,
        part: &str,
        count: u64,
        make: impl Fn(u64) -> Result<T, LabError> + Sync,
    ) -> Result<Vec<T>, LabError> {
        let lost = |error: serde_json::Error| LabError::Usage(format!("{}, {part}: {error}", self.experiment));
        let own: Vec<u64> = (1..=count).filter(|&item| self.has(shard, part, item)).collect();
        self.unfinished.fetch_or((own.len() as u64) < count, Ordering::Relaxed);
        let done = AtomicU64::new(0);
        let tell = |done| self.tell(part, done, own.len() as u64);
        tell(0);
        let one = |&item: &u64| {
            if journal.known(part, item).is_none() {
                if self.stop.load(Ordering::Relaxed) {
                    return Err(LabError::Stopped);
                }
                journal.keep(part, item, &serde_json::to_value(make(item)?).map_err(lost)?)?;
            }
            tell(done.fetch_add(1, Ordering::Relaxed) + 1);
            Ok(())
        };
        own.iter().par_bridge().try_for_each(one)?;
        let journal = self.journal()?;
        let there = journal.unbroken(part, count);
        let read = |item: u64| journal.known(part, item).cloned().unwrap_or_default();
        (1..=there).map(|item| serde_json::from_value(read(item)).map_err(lost)).collect()
    }

    /// Whether a shard makes this piece.
    fn has(&self, shard: Shard, part: &str, item: u64) -> bool {
        shard.has(&format!("{} {part}", self.experiment), item)
    }

    /// The same one after the other, for work that uses all threads itself.
    pub(super) fn in_turn<T: Serialize + DeserializeOwned>(
        &self,
        part: &str,
        settings: &str,
        count: u64,
        make: impl Fn(u64) -> Result<T, LabError>,
    ) -> Result<Vec<T>, LabError> {
        let journal = self.journal()?;
        journal.check(part, settings)?;
        // After a piece of another shard there is a gap.
        let (mut all, mut is_broken) = (Vec::new(), false);
        for item in 1..=count {
            let lost = |error: serde_json::Error| LabError::Usage(format!("{}, {part}: {error}", self.experiment));
            if let Some(value) = journal.known(part, item) {
                if !is_broken {
                    all.push(serde_json::from_value(value.clone()).map_err(lost)?);
                }
                continue;
            }
            if self.only_reports {
                self.unfinished.store(true, Ordering::Relaxed);
                break;
            }
            let is_own = self.shard.is_none_or(|shard| self.has(shard, part, item));
            is_broken |= !is_own;
            if !is_own {
                self.unfinished.store(true, Ordering::Relaxed);
                continue;
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(LabError::Stopped);
            }
            let made = make(item)?;
            journal.keep(part, item, &serde_json::to_value(&made).map_err(lost)?)?;
            if !is_broken {
                all.push(made);
            }
        }
        Ok(all)
    }

    /// The nodes of a search of each of `count` deals; every search has to finish. `settings` describes the rest of the
    /// setup.
    pub(super) fn nodes(
        &self,
        part: &str,
        settings: &str,
        deals: u64,
        game: &str,
        setup: &Setup,
        request: &Request,
    ) -> Result<Vec<f64>, LabError> {
        let asked = [game, settings, &request.settings.to_string()].join(" ").replace("  ", " ");
        let request = Request { stop: Some(self.stop.clone()), ..request.clone() };
        self.each(part, &asked, deals, |number| {
            let setup = Setup { deal: Some(self.deal(number)), ..setup.clone() };
            let report = self.registry.open(game, &setup)?.analyse(&request)?;
            if !report.complete {
                return Err(LabError::Usage(format!("{part}: deal {number} was not searched to its end")));
            }
            Ok(report.nodes as f64)
        })
    }
}

/// How much of the paper's sample something is: `200 deals`, or `42 of 200 deals`.
pub(super) fn part_of(found: usize, paper: u64, unit: &str) -> String {
    if found as u64 == paper { format!("{paper} {unit}") } else { format!("{found} of {paper} {unit}") }
}

#[cfg(test)]
mod tests {
    use super::super::played::Keep;
    use super::*;

    fn bench<'w>(folder: Option<PathBuf>, watch: &'w (dyn Fn(Step) + Sync)) -> Workbench<'w> {
        let (stop, threads) = (Arc::default(), NonZeroUsize::new(2));
        Workbench {
            registry: Registry::standard(),
            experiment: "2000-table2",
            scale: Scale::Quick,
            percent: 100,
            nodes: None,
            seed: 5,
            threads,
            folder,
            only_reports: false,
            shard: None,
            unfinished: AtomicBool::new(false),
            stop,
            watch,
        }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("cutthroat-workbench-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
    }

    /// Stopped in the middle and resumed with other numbers of threads, pieces are made once each and stay in order.
    #[test]
    fn pieces_are_made_once_and_stay_in_order() {
        const PIECES: u64 = 40;
        let folder = folder("pieces");
        let made = AtomicU64::new(0);
        let make = |number: u64| {
            made.fetch_add(1, Ordering::Relaxed);
            Ok(number * number)
        };
        let seen = AtomicU64::new(0);
        let stop: Arc<AtomicBool> = Arc::default();
        let raise = stop.clone();
        let watch = move |_: Step| {
            if seen.fetch_add(1, Ordering::Relaxed) == 15 {
                raise.store(true, Ordering::Relaxed);
            }
        };
        let stopped = Workbench { stop, ..bench(Some(folder.clone()), &watch) };
        assert!(matches!(with_threads(3, || stopped.each("squares", "", PIECES, make)), Err(LabError::Stopped)));
        let before = made.load(Ordering::Relaxed);
        assert!((15..PIECES).contains(&before), "{before}");
        let reported = Workbench { only_reports: true, ..bench(Some(folder.clone()), &|_| ()) };
        let part = reported.each("squares", "", PIECES, make).unwrap();
        assert!(
            part.len() < PIECES as usize && part.iter().zip(1..).all(|(&square, number)| square == number * number)
        );
        assert!(reported.unfinished.load(Ordering::Relaxed) && made.load(Ordering::Relaxed) == before);
        let resumed = bench(Some(folder.clone()), &|_| ());
        let squares: Vec<u64> = (1..=PIECES).map(|number| number * number).collect();
        assert_eq!(with_threads(2, || resumed.each("squares", "", PIECES, make)).unwrap(), squares);
        assert_eq!(made.load(Ordering::Relaxed), PIECES);
        assert_eq!(with_threads(1, || resumed.each("squares", "", PIECES, make)).unwrap(), squares);
        assert_eq!(made.load(Ordering::Relaxed), PIECES);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// With any number of threads, stored or not, the same searches and the same games.
    #[test]
    fn threads_and_folders_change_nothing() {
        let setup = Setup::default().with_option("cards", 3);
        let kinds = ["paranoid:nodes=60".to_owned(), "maxn:nodes=60".to_owned()];
        let folder = folder("games");
        let results =
            [(1, None), (3, None), (2, Some(folder.clone())), (1, Some(folder.clone()))].map(|(threads, kept)| {
                let bench = Workbench { threads: NonZeroUsize::new(threads), ..bench(kept, &|_| ()) };
                with_threads(threads, || {
                    let nodes = bench.nodes("hands", "", 6, "spades", &setup, &Request::of("maxn:depth=9").unwrap());
                    (nodes.unwrap(), bench.play("match", "hearts", &setup, &kinds, 2, Keep::Nothing).unwrap())
                })
            });
        assert!(results.iter().all(|result| *result == results[0]));
        let (nodes, played) = &results[0];
        assert!(nodes.iter().all(|&nodes| nodes > 9.0));
        assert_eq!((played.deals(), played.games.len()), (2, 12));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
