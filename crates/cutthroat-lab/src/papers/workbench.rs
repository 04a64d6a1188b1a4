//! What an experiment is given to work with.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cutthroat::Budget;
use cutthroat_catalog::{ContestRequest, PlayerSpec, Request, Setup, open};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::journal::Journal;
use crate::error::LabError;
use crate::matchup::{Ending, Match, Matchup};
use crate::record::GameRecord;
use crate::seed;
use crate::summary::Summary;

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

/// How far a part of an experiment has come.
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

/// What an experiment is given to work with: how much to do, by which seed, with how many threads; and a place where
/// finished pieces are kept.
pub struct Workbench<'w> {
    pub(super) experiment: &'static str,
    pub(super) scale: Scale,
    /// How many hundredths of the paper's samples.
    pub(super) percent: u64,
    pub(super) seed: u64,
    pub(super) threads: Option<NonZeroUsize>,
    pub(super) folder: Option<PathBuf>,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) watch: &'w (dyn Fn(Step) + Sync),
}

impl Workbench<'_> {
    /// What to do at this scale.
    pub(super) fn at<T>(&self, quick: T, paper: T) -> T {
        match self.scale {
            Scale::Quick => quick,
            Scale::Paper => paper,
        }
    }

    /// How many deals, hands, games or trees to take at this scale: of the paper's only as many hundredths as were asked
    /// for, so that what would take too long is run on the first of them.
    pub(super) fn sample(&self, quick: u64, paper: u64) -> u64 {
        self.at(quick, (paper * self.percent).div_ceil(100))
    }

    /// The seed of the deal with this number, the same for every experiment.
    pub(super) fn deal(&self, number: u64) -> u64 {
        seed::of_deal(self.seed, number)
    }

    /// What a search may cost: all that it takes, until somebody stops the run.
    pub(super) fn budget(&self) -> Budget {
        Budget { stop: Some(self.stop.clone()), ..Budget::default() }
    }

    /// Tells whoever watches how far a part has come.
    pub(super) fn tell(&self, part: &str, done: u64, all: u64) {
        (self.watch)(Step { experiment: self.experiment, part: part.to_owned(), done, all });
    }

    fn file(&self, part: &str, ending: &str) -> Option<PathBuf> {
        let name = if part.is_empty() { self.experiment.to_owned() } else { format!("{}-{part}", self.experiment) };
        Some(self.folder.as_deref()?.join(format!("{name}.{ending}")))
    }

    /// Does something for every number from 1 to `count`, on all threads; the results are in order. Those of earlier
    /// runs are not made again.
    pub(super) fn each<T: Serialize + DeserializeOwned + Send>(
        &self,
        part: &str,
        count: u64,
        make: impl Fn(u64) -> Result<T, LabError> + Sync,
    ) -> Result<Vec<T>, LabError> {
        let path = self.file("", "parts");
        let journal = Journal::open(path.as_deref())?;
        let lost = |what: String| LabError::file(path.as_deref().unwrap_or(Path::new("memory")), what);
        let done = AtomicU64::new(0);
        let tell = |done| self.tell(part, done, count);
        tell(0);
        let one = |item: u64| {
            let found = match journal.known(part, item) {
                Some(value) => serde_json::from_value(value.clone()).map_err(|error| lost(error.to_string()))?,
                None if self.stop.load(Ordering::Relaxed) => return Err(LabError::Stopped),
                None => {
                    let found = make(item)?;
                    let value = serde_json::to_value(&found).map_err(|error| lost(error.to_string()))?;
                    journal.keep(part, item, &value).map_err(|error| lost(error.to_string()))?;
                    found
                }
            };
            tell(done.fetch_add(1, Ordering::Relaxed) + 1);
            Ok(found)
        };
        (1..=count).into_par_iter().map(one).collect()
    }

    /// The nodes of a search of each of so many deals; every search has to come to its end.
    pub(super) fn nodes(
        &self,
        part: &str,
        deals: u64,
        game: &str,
        setup: &Setup,
        request: &Request,
    ) -> Result<Vec<f64>, LabError> {
        self.nodes_with(part, deals, game, request, |_| Ok(setup.clone()))
    }

    /// The same, where more than the cards depends on the deal: `setup` is given its seed.
    pub(super) fn nodes_with(
        &self,
        part: &str,
        deals: u64,
        game: &str,
        request: &Request,
        setup: impl Fn(u64) -> Result<Setup, LabError> + Sync,
    ) -> Result<Vec<f64>, LabError> {
        let request = Request { stop: Some(self.stop.clone()), ..request.clone() };
        self.each(part, deals, |number| {
            let seed = self.deal(number);
            let setup = Setup { deal: Some(seed), ..setup(seed)? };
            let report = open(game, &setup)?.analyse(&request)?;
            if !report.complete {
                return Err(LabError::Usage(format!("{part}: deal {number} was not searched to its end")));
            }
            Ok(report.nodes as f64)
        })
    }

    /// Plays a match: so many deals, each in all seatings. At Spades tricks are counted, as in the papers' matches.
    pub(super) fn play(
        &self,
        part: &str,
        game: &str,
        setup: &Setup,
        players: &[String],
        deals: u64,
    ) -> Result<(Summary, Vec<GameRecord>), LabError> {
        let contest = ContestRequest {
            game: game.to_owned(),
            setup: setup.clone(),
            players: PlayerSpec::read_list(&players.join(" "))?,
            score: (game == "spades").then(|| "so-far".to_owned()),
            stop: Some(self.stop.clone()),
        };
        let mut wanted = Match { contest, games: 1, seed: self.seed, threads: self.threads, until_decided: false };
        wanted.games = deals * Matchup::new(&wanted)?.seatings() as u64;
        let matchup = Matchup::new(&wanted)?;
        let mut store = matchup.store(self.file(part, "sqlite").as_deref(), true)?;
        let ending = matchup.play(&mut store, &|progress| {
            self.tell(part, progress.finished, progress.games);
        })?;
        if ending == Ending::Stopped {
            return Err(LabError::Stopped);
        }
        Ok((matchup.summary(&store)?, store.games()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bench<'w>(folder: Option<PathBuf>, watch: &'w (dyn Fn(Step) + Sync)) -> Workbench<'w> {
        let (stop, threads) = (Arc::default(), NonZeroUsize::new(2));
        Workbench {
            experiment: "2000-table2",
            scale: Scale::Quick,
            percent: 100,
            seed: 5,
            threads,
            folder,
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
        assert!(matches!(with_threads(3, || stopped.each("squares", PIECES, make)), Err(LabError::Stopped)));
        let before = made.load(Ordering::Relaxed);
        assert!((15..PIECES).contains(&before), "{before}");
        let resumed = bench(Some(folder.clone()), &|_| ());
        let squares: Vec<u64> = (1..=PIECES).map(|number| number * number).collect();
        assert_eq!(with_threads(2, || resumed.each("squares", PIECES, make)).unwrap(), squares);
        assert_eq!(made.load(Ordering::Relaxed), PIECES);
        assert_eq!(with_threads(1, || resumed.each("squares", PIECES, make)).unwrap(), squares);
        assert_eq!(made.load(Ordering::Relaxed), PIECES);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// With any number of threads, kept or not, the same searches and the same games.
    #[test]
    fn threads_and_folders_change_nothing() {
        let setup = Setup { cards: Some(3), ..Setup::default() };
        let kinds = ["paranoid:nodes=60".to_owned(), "maxn:nodes=60".to_owned()];
        let folder = folder("games");
        let results =
            [(1, None), (3, None), (2, Some(folder.clone())), (1, Some(folder.clone()))].map(|(threads, kept)| {
                let bench = Workbench { threads: NonZeroUsize::new(threads), ..bench(kept, &|_| ()) };
                with_threads(threads, || {
                    let nodes =
                        bench.nodes("hands", 6, "spades", &setup, &Request { depth: Some(9), ..Request::default() });
                    (nodes.unwrap(), bench.play("match", "hearts", &setup, &kinds, 2).unwrap())
                })
            });
        assert!(results.iter().all(|result| *result == results[0]));
        let (nodes, (summary, games)) = &results[0];
        assert!(nodes.iter().all(|&nodes| nodes > 9.0));
        assert_eq!((summary.deals, games.len()), (2, 12));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
