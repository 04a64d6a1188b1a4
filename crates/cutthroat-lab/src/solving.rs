//! Solving whole deals: one over several threads, or many, one on each.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, mpsc};

use cutthroat::{Part, Payoff, Player, SearchProgress, Standing, TieRule, Ties};
use cutthroat_catalog::{Algorithm, Error, MoveReport, Portion, Registry, Report, Request, Setup};
use rayon::prelude::*;

use crate::error::LabError;
use crate::shard::Shard;
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

    /// Solves the position of the setup, and shows its progress in `done`. Every thread searches some of the moves,
    /// with its own table; payoff, move and line are those that a single thread finds.
    ///
    /// Values are exact, so parts fit together, and a line does not depend on other threads.
    ///
    /// # Errors
    /// Those of the catalog.
    pub fn one(&self, done: &Arc<SearchProgress>) -> Result<Report, LabError> {
        // Parts are told apart in the reference order.
        let parts = if self.request.settings.get("listing") == Some("order") { 1 } else { self.threads(self.moves()?) };
        if parts < 2 {
            let portion = Portion { part: None, progress: Some(done.clone()), stop: self.stop.clone(), nodes: None };
            return Ok(self.solve(&self.request, &portion)?);
        }
        let part = |place| Some(Part { place, of: parts });
        let portion =
            |place| Portion { part: part(place), progress: Some(done.clone()), stop: self.stop.clone(), nodes: None };
        let one_of_each = self.request.settings.algorithm() == Algorithm::PARANOID && !self.request.all_moves;
        // The mover chooses among the moves of all parts, so max^n has to value each of them.
        let request = Request { all_moves: !one_of_each, ..self.request.clone() };
        let solve = |place| self.solve(&request, &portion(place));
        let reports: Vec<Report> = threads::pool(NonZeroUsize::new(parts), parts)?
            .install(|| (0..parts).into_par_iter().with_max_len(1).map(solve).collect::<Result<_, _>>())?;
        if one_of_each { self.best_of(&reports) } else { Ok(self.together(&reports)) }
    }

    fn solve(&self, request: &Request, portion: &Portion) -> Result<Report, Error> {
        self.registry.open(&self.game, &self.setup)?.solve(request, portion)
    }

    /// The part of a paranoid search with the first of the best moves.
    fn best_of(&self, parts: &[Report]) -> Result<Report, LabError> {
        let moves = self.registry.open(&self.game, &self.setup)?.searched_moves();
        let place = |part: &Report| moves.iter().position(|mv| Some(mv) == part.best.as_ref());
        let own = |part: &Report| part.payoff[part.mover.map_or(0, |seat| seat - 1)];
        let worth = parts.iter().map(own).max().unwrap_or_default();
        let equals = (0..parts.len()).filter(|&part| own(&parts[part]) == worth);
        let best = equals.min_by_key(|&part| place(&parts[part])).unwrap_or_default();
        Ok(self.added_up(best, parts))
    }

    /// The report of one part with the costs of all.
    fn added_up(&self, part: usize, parts: &[Report]) -> Report {
        let mut report = parts[part].clone();
        for (_, other) in parts.iter().enumerate().filter(|(place, _)| *place != part) {
            report.nodes += other.nodes;
            report.researches += other.researches;
            report.depth = report.depth.max(other.depth);
            if let (Some(memory), Some(other)) = (&mut report.memory, other.memory) {
                memory.bytes += other.bytes;
                memory.probes += other.probes;
                memory.hits += other.hits;
                memory.stores += other.stores;
                memory.replaced += other.replaced;
            }
        }
        report
    }

    /// How many threads work on this number of tasks.
    fn threads(&self, tasks: usize) -> usize {
        threads::useful(self.threads.or(NonZeroUsize::new(1)), tasks)
    }

    /// The result of all parts: the mover chooses among the moves of all.
    fn together(&self, parts: &[Report]) -> Report {
        let rule = match self.request.tie_rule() {
            TieRule::Random(_) => TieRule::First,
            rule => rule,
        };
        let mover = Player::new(parts[0].mover.map_or(0, |seat| seat - 1));
        let ties = Ties { rule, root: mover, players: parts[0].payoff.len() };
        let groups: Vec<Vec<&[MoveReport]>> = parts.iter().map(groups_of).collect();
        let mut moves = Vec::new();
        let mut chosen: Option<(Payoff, usize)> = None;
        for index in 0..groups.iter().map(Vec::len).sum() {
            let part = index % parts.len();
            let group = groups[part][index / parts.len()];
            let payoff = Payoff::new(&group[0].payoff);
            if chosen.is_none_or(|(best, _)| ties.replaces(mover, &best, &payoff, Standing::After)) {
                chosen = Some((payoff, part));
            }
            moves.extend_from_slice(group);
        }
        let mut report = self.added_up(chosen.map_or(0, |(_, part)| part), parts);
        report.moves = self.request.all_moves.then_some(moves);
        report
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
        let deals: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        if deals.is_empty() {
            return Err(LabError::NoDeals);
        }
        let setup = |deal: &str| Setup { position: Some(deal.to_owned()), ..self.setup.clone() };
        for (place, deal) in deals.iter().enumerate() {
            self.registry
                .open(&self.game, &setup(deal))
                .map_err(|error| LabError::Deal { number: place + 1, error })?;
        }
        let shard = self.shard.map(|shard| shard.of_numbers(deals.len() as u64)).transpose()?;
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
                let portion = Portion { stop: self.stop.clone(), ..Portion::default() };
                pool.install(|| {
                    (first + before..end).into_par_iter().with_max_len(1).try_for_each_with(sender, |sender, place| {
                        let solved = self
                            .registry
                            .open(&self.game, &setup(deals[place]))
                            .and_then(|position| position.solve(&self.request, &portion));
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

/// The moves of a report with their equivalents, each group with the searched move first.
fn groups_of(report: &Report) -> Vec<&[MoveReport]> {
    let moves = report.moves.as_deref().unwrap_or_default();
    moves.chunk_by(|_, next| next.same_as.is_some()).collect()
}
