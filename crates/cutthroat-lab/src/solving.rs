//! Solving whole deals: one over several threads, or many, one on each.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, mpsc};

use cutthroat::SearchProgress;
use cutthroat_catalog::{Registry, Report, Request, Setup, SolveTerms};
use rayon::prelude::*;

use crate::error::LabError;
use crate::shard::{Shard, ShardRange};
use crate::threads;
use solutions::Solutions;

pub(crate) mod solutions;

/// How deals are solved.
#[derive(Clone, Debug)]
pub struct Solving {
    /// The registry of games.
    pub registry: Registry,
    /// The game.
    pub game: String,
    /// What all deals have in common.
    pub setup: Setup,
    /// How each is searched.
    pub request: Request,
    /// How many threads; one if not given, and no more than are [useful](crate::threads::useful).
    pub threads: Option<NonZeroUsize>,
    /// The commit of the program, if it is known; it is kept with the solutions.
    pub commit: Option<String>,
    /// A flag that stops it.
    pub stop: Option<Arc<AtomicBool>>,
    /// The part of the deals of a file to solve; all if not given.
    pub shard: Option<Shard>,
}

/// How many deals of a file were solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// By earlier runs.
    pub before: usize,
    /// By this one.
    pub now: usize,
}

impl Solving {
    /// How many moves of the position of the setup are searched.
    ///
    /// # Errors
    /// Those of the catalog.
    pub fn moves(&self) -> Result<usize, LabError> {
        Ok(self.registry.open(&self.game, &self.setup)?.searched_moves().len())
    }

    /// Solves the position of the setup, and shows its progress in `done`. Payoff, move and line are the same on any
    /// number of threads: see `docs/threads.md`.
    ///
    /// # Errors
    /// Those of the catalog.
    pub fn one(&self, done: &Arc<SearchProgress>) -> Result<Report, LabError> {
        let threads = NonZeroUsize::new(self.threads(usize::MAX));
        let terms = SolveTerms { threads, progress: Some(done.clone()), stop: self.stop.clone(), nodes: None };
        Ok(self.registry.open(&self.game, &self.setup)?.solve(&self.request, &terms)?)
    }

    /// How many threads work on this number of tasks.
    fn threads(&self, tasks: usize) -> usize {
        threads::useful(self.threads.or(NonZeroUsize::new(1)), tasks)
    }

    /// How many deals a file of deals has, and how many of them are solved in `out`, which is left as it is. Solutions that
    /// could not be merged with these are refused.
    ///
    /// # Errors
    /// When there are no deals or one cannot be read; when `out` is there, and has something else in it, or results of other deals,
    /// other settings or another build.
    pub fn check(&self, text: &str, out: &Path) -> Result<(usize, usize), LabError> {
        let (deals, shard) = self.read(text)?;
        let solved = if out.exists() { solutions::solved(out, self, &deals, shard)? } else { 0 };
        Ok((deals.len(), solved))
    }

    fn setup_of(&self, deal: &str) -> Setup {
        Setup { position: Some(deal.to_owned()), ..self.setup.clone() }
    }

    /// The deals of a file, all of which can be solved, and which of them are wanted, if not all.
    fn read<'t>(&self, text: &'t str) -> Result<(Vec<&'t str>, Option<ShardRange>), LabError> {
        let deals: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        if deals.is_empty() {
            return Err(LabError::NoDeals);
        }
        for (place, deal) in deals.iter().enumerate() {
            self.registry
                .open(&self.game, &self.setup_of(deal))
                .map_err(|error| LabError::Deal { number: place + 1, error })?;
        }
        let shard = self.shard.map(|shard| shard.of_numbers(deals.len() as u64)).transpose()?;
        Ok((deals, shard))
    }

    /// Solves the deals of a file, a position in each line, and writes a line of JSON for each to `out`, in their order
    /// with any number of threads, after a first line with the settings. `progress` is called with the number of
    /// finished deals and the total.
    ///
    /// # Errors
    /// When there are no deals or one cannot be read, before anything is written; when `out` is there and `resume` is off, has something else
    /// in it or results of other deals or settings, or another run is using it; when it was stopped.
    pub fn many(
        &self,
        text: &str,
        out: &Path,
        resume: bool,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Solved, LabError> {
        let (deals, shard) = self.read(text)?;
        let setup = |deal: &str| self.setup_of(deal);
        let mut solutions = Solutions::open(out, resume, self, &deals, shard)?;
        let (first, before, end) = (solutions.first, solutions.solved(), solutions.end);
        let all = end - first;
        progress(before, all);
        let (sender, receiver) = mpsc::channel();
        let left = all - before;
        let pool = threads::pool(NonZeroUsize::new(self.threads(left)), left)?;
        std::thread::scope(|scope| {
            let (setup, deals) = (&setup, &deals);
            scope.spawn(move || {
                let terms = SolveTerms { stop: self.stop.clone(), ..SolveTerms::default() };
                pool.install(|| {
                    (first + before..end).into_par_iter().with_max_len(1).try_for_each_with(sender, |sender, place| {
                        let solved = self
                            .registry
                            .open(&self.game, &setup(deals[place]))
                            .and_then(|position| position.solve(&self.request, &terms));
                        sender.send((place, solved)).ok()
                    })
                })
            });
            let mut waiting = BTreeMap::new();
            for (place, solved) in receiver {
                waiting.insert(place, solved?);
                while let Some(report) = waiting.remove(&solutions.next) {
                    solutions.add(deals[solutions.next], &report)?;
                    progress(solutions.solved(), all);
                }
            }
            Ok(Solved { before, now: solutions.solved() - before })
        })
    }
}
