//! Matches: kinds of players, every deal in all seatings.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use cutthroat::counted;
use cutthroat_catalog::{PlayerSpec, Registry, Seating, SeatingRequest};
use rayon::iter::{ParallelBridge, ParallelIterator};

use crate::error::LabError;
use crate::outside::{Answer, Entrant, GamePrograms, ProgramTerms, Programs};
use crate::record::GameRecord;
use crate::seating::seatings;
use crate::seed;
use crate::shard::Shard;
use crate::stats::SequentialTest;
use crate::store::{RunSettings, Store};
use crate::summary::Summary;
use crate::threads;

/// Deals between two checks of the sequential test. A fixed number, so that the match ends after the same game on any
/// number of threads and however often it was interrupted.
const DEALS_BETWEEN_LOOKS: u64 = 4;

/// What to play.
#[derive(Clone, Debug)]
pub struct MatchRequest {
    /// The game and the players.
    pub seating: SeatingRequest,
    /// How many games. Deals follow each other, each in all seatings, so the last deal may be played in some only.
    pub games: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// Threads; as many as there are cores if not given. They affect only the time.
    pub threads: Option<NonZeroUsize>,
    /// Whether to end as soon as it is decided which of two kinds is better.
    pub until_decided: bool,
    /// The commit of the program, if it is known; it is kept with the games.
    pub commit: Option<String>,
    /// The part of the games to play; all if not given. Every game is then one that repeats.
    pub shard: Option<Shard>,
}

/// The progress of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Finished games, including those of earlier runs.
    pub finished: u64,
    /// Games in all, of this shard if it is one.
    pub games: u64,
    /// Games that earlier runs had finished.
    pub before: u64,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All games were played.
    Played,
    /// It was decided before.
    Decided,
    /// It was stopped.
    Stopped,
}

/// Refuses players whose games depend on the machine, where results have to repeat.
///
/// # Errors
/// When one of them has a time.
pub(crate) fn must_repeat(players: &[PlayerSpec]) -> Result<(), LabError> {
    match players.iter().find(|player| !player.repeats()) {
        None => Ok(()),
        Some(player) => {
            let what = format!("player `{player}` has a time, and what it plays does not repeat; give it nodes");
            Err(LabError::Usage(what))
        }
    }
}

/// A match that was checked, and can be played.
pub struct Match {
    seating: Box<dyn Seating>,
    seatings: Vec<Vec<usize>>,
    settings: RunSettings,
    games: u64,
    threads: Option<NonZeroUsize>,
    until_decided: bool,
    stop: Arc<AtomicBool>,
    programs: Option<Programs>,
}

impl Match {
    /// Checks a match.
    ///
    /// # Errors
    /// When the registry has no such game, the players do not fit the game, or there are more kinds of them than seats.
    pub fn new(registry: &Registry, wanted: &MatchRequest) -> Result<Self, LabError> {
        Self::checked(registry, wanted, None)
    }

    /// Checks a match of players and programs, in place of the players of the request.
    ///
    /// # Errors
    /// As [`new`](Self::new), and when players see what programs are not told.
    pub fn with_programs(
        registry: &Registry,
        wanted: &MatchRequest,
        entrants: &[Entrant],
        terms: &ProgramTerms,
    ) -> Result<Self, LabError> {
        let (mut players, mut of_players) = (Vec::new(), Vec::new());
        for entrant in entrants {
            let (player, program) = match entrant {
                Entrant::Player(player) => (player.clone(), None),
                Entrant::Program(program) => (terms.on_failure.stands_in()?, Some(program.clone())),
            };
            players.push(player);
            of_players.push(program);
        }
        let wanted = MatchRequest { seating: SeatingRequest { players, ..wanted.seating.clone() }, ..wanted.clone() };
        if of_players.iter().all(Option::is_none) {
            return Self::new(registry, &wanted);
        }
        let (game, setup) = (wanted.seating.game.clone(), wanted.seating.setup.clone());
        if registry.game(&game)?.hides && !setup.hidden {
            return Err(LabError::Usage(
                "programs are told only what their seat sees, so they cannot play open".into(),
            ));
        }
        if wanted.shard.is_some() {
            return Err(LabError::Usage(
                "a program may play differently each time, so its games have no shards".into(),
            ));
        }
        let programs = Programs { of_players, terms: terms.clone(), game, setup, store: None };
        Self::checked(registry, &wanted, Some(programs))
    }

    fn checked(registry: &Registry, wanted: &MatchRequest, programs: Option<Programs>) -> Result<Self, LabError> {
        let stop = wanted.seating.stop.clone().unwrap_or_default();
        let request = SeatingRequest { stop: Some(stop.clone()), ..wanted.seating.clone() };
        let seating = registry.seat(&request)?;
        let mut players: Vec<String> = seating.players().iter().map(ToString::to_string).collect();
        for (player, program) in players.iter_mut().zip(programs.iter().flat_map(|programs| &programs.of_players)) {
            if let Some(program) = program {
                *player = program.to_string();
            }
        }
        for (place, player) in players.iter().enumerate() {
            if players[..place].contains(player) {
                let what = format!("player `{player}` is there twice; name each kind once, all seatings are played");
                return Err(LabError::Usage(what));
            }
        }
        if players.len() > seating.seats() {
            let (kinds, seats) = (players.len(), seating.seats());
            return Err(LabError::Usage(format!("{kinds} kinds of players do not fit on {seats} seats")));
        }
        if wanted.games == 0 {
            return Err(LabError::Usage("0 games are no match; give at least 1".into()));
        }
        if wanted.until_decided && players.len() != 2 {
            let kinds = players.len();
            return Err(LabError::Usage(format!(
                "a sequential test decides between two kinds of players, not {}",
                counted(kinds, "kind")
            )));
        }
        let shard = wanted.shard.map(|shard| shard.of_numbers(wanted.games)).transpose()?;
        if shard.is_some() {
            must_repeat(&request.players)?;
            if wanted.until_decided {
                return Err(LabError::Usage("a sequential test looks at all games, so it has no shards".into()));
            }
        }
        let settings = RunSettings {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: wanted.commit.clone(),
            game: request.game,
            setup: request.setup,
            players,
            score: request.score,
            seed: wanted.seed,
            on_failure: programs.as_ref().map(|programs| programs.terms.on_failure.to_string()),
            shard,
        };
        Ok(Self {
            seatings: seatings(seating.players().len(), seating.seats()),
            seating,
            settings,
            games: wanted.games,
            threads: wanted.threads,
            until_decided: wanted.until_decided,
            stop,
            programs,
        })
    }

    /// Keeps the standard error of programs that fail in files beside this one.
    pub fn keep_errors_beside(&mut self, store: &Path) {
        if let Some(programs) = &mut self.programs {
            programs.store = Some(store.to_owned());
        }
    }

    /// How many seatings there are of each deal.
    #[must_use]
    pub fn seatings(&self) -> usize {
        self.seatings.len()
    }

    /// Whether a low score is a good one.
    #[cfg(feature = "papers")]
    pub(crate) fn low_is_good(&self) -> bool {
        self.seating.tally().low_is_good
    }

    /// The file in which the games are kept, or memory.
    ///
    /// # Errors
    /// As [`Store::for_run`].
    pub fn store(&self, file: Option<&Path>, resume: bool) -> Result<Store, LabError> {
        match file {
            Some(file) => Store::for_run(file, self.settings.clone(), resume),
            None => Store::in_memory(self.settings.clone()),
        }
    }

    /// Refuses a file with which games of this match cannot be merged, and leaves it as it is. Where this match is a shard,
    /// the file may be any shard of it, of any division.
    ///
    /// # Errors
    /// When it is not a file of results, or its games are of another match or another build.
    pub fn check_file(&self, file: &Path) -> Result<(), LabError> {
        let Some(store) = Store::to_read_if_any(file)? else { return Ok(()) };
        let kept = store.settings();
        let asked = RunSettings { shard: self.settings.shard.and(kept.shard), ..self.settings.clone() };
        match kept.unmergeable(&asked) {
            Some(what) => Err(LabError::file(file, format!("it was begun with {what}"))),
            None => Ok(()),
        }
    }

    /// Plays all games that the store does not have yet.
    ///
    /// # Errors
    /// When a game cannot be played, or not be written down.
    pub fn play(&self, store: &mut Store, watch: &(dyn Fn(Progress) + Sync)) -> Result<Ending, LabError> {
        if let Some(programs) = &self.programs {
            programs.check(&self.stop)?;
        }
        let (first, end) = self.settings.shard.map_or((1, self.games), |shard| shard.range().into_inner());
        let games = end - first + 1;
        let pool = threads::pool(self.threads, usize::try_from(games).unwrap_or(usize::MAX))?;
        let done: HashSet<u64> = store.ids()?.into_iter().collect();
        let before = done.iter().filter(|&&id| (first..=end).contains(&id)).count() as u64;
        let mut progress = Progress { finished: before, games, before };
        watch(progress);
        let batch = if self.until_decided { DEALS_BETWEEN_LOOKS * self.seatings.len() as u64 } else { self.games };
        let mut first = first;
        while first <= end {
            let last = end.min(first.saturating_add(batch - 1));
            let missing: Vec<u64> = (first..=last).filter(|id| !done.contains(id)).collect();
            let (sender, receiver) = channel();
            let written = std::thread::scope(|scope| {
                let players = scope.spawn(|| pool.install(|| self.play_all(&missing, sender)));
                let written = self.write_all(store, &receiver, &mut progress, watch);
                if written.is_err() {
                    self.stop.store(true, Ordering::Relaxed);
                }
                drop(receiver);
                let played = players.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                written.and(played)
            });
            written?;
            if self.stop.load(Ordering::Relaxed) {
                return Ok(Ending::Stopped);
            }
            if self.until_decided && self.is_decided(store, last)? {
                return Ok(Ending::Decided);
            }
            first = last + 1;
        }
        Ok(Ending::Played)
    }

    fn play_all(&self, missing: &[u64], sender: Sender<GameRecord>) -> Result<(), LabError> {
        missing.iter().par_bridge().try_for_each_with(sender, |sender, &id| {
            if let Some(game) = self.play_one(id)? {
                // If the receiver is gone, there is an error already.
                let _ = sender.send(game);
            }
            Ok(())
        })
    }

    fn write_all(
        &self,
        store: &mut Store,
        receiver: &Receiver<GameRecord>,
        progress: &mut Progress,
        watch: &(dyn Fn(Progress) + Sync),
    ) -> Result<(), LabError> {
        while let Ok(game) = receiver.recv() {
            let finished: Vec<GameRecord> = std::iter::once(game).chain(receiver.try_iter()).collect();
            store.add(&finished)?;
            progress.finished += finished.len() as u64;
            watch(*progress);
        }
        Ok(())
    }

    /// Plays the game with this number; `None` if it was stopped.
    pub(crate) fn play_one(&self, id: u64) -> Result<Option<GameRecord>, LabError> {
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let seatings = self.seatings.len() as u64;
        let deal = (id - 1) / seatings + 1;
        let places = &self.seatings[((id - 1) % seatings) as usize];
        let (deal_seed, seed) = (seed::of_deal(self.settings.seed, deal), seed::of_game(self.settings.seed, id));
        let start = self.seating.start(deal_seed)?;
        let mut game = self.seating.begin(&start, places, seed)?;
        let (mut nodes, mut depths) = (Vec::new(), Vec::new());
        let mut programs = GamePrograms::sit_down(self.programs.as_ref(), places, id, &self.seating.seeds(seed));
        while let Some(mover) = game.mover() {
            let answer = match programs.choose(game.as_ref(), &self.stop) {
                Err(LabError::Stopped) => return Ok(None),
                answer => answer?,
            };
            if let Some(Answer { mv, nodes: spent, depth }) = answer {
                match game.play(&mv) {
                    Ok(()) => {
                        nodes.push(spent);
                        depths.push(depth);
                    }
                    Err(error) => programs.fail(mover, game.moves().len(), error.to_string()),
                }
                continue;
            }
            let chosen = game.choose()?;
            if chosen.stopped || self.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            game.play(&chosen.mv)?;
            nodes.push(chosen.nodes);
            depths.push(chosen.depth);
        }
        let score = game.score().unwrap_or_default();
        let score = self.settings.counted(&score, &programs.failures, &self.seating.tally());
        programs.end(game.as_ref(), &score)?;
        Ok(Some(GameRecord {
            id,
            deal,
            deal_seed,
            seed,
            seating: places.iter().map(|kind| kind + 1).collect(),
            start,
            moves: game.moves().to_vec(),
            movers: game.movers().to_vec(),
            nodes,
            depths,
            end: game.text(),
            payoff: game.payoff().unwrap_or_default(),
            score,
            failures: programs.failures,
        }))
    }

    fn is_decided(&self, store: &Store, last: u64) -> Result<bool, LabError> {
        let mut games = store.games()?;
        games.retain(|game| game.id <= last);
        let summary = Summary::of(&self.settings, self.seating.as_ref(), &games);
        Ok(summary.differences.first().is_some_and(|difference| SequentialTest::of(&difference.by_deal).decided))
    }

    /// What the games in the store show, up to the last that belongs to this match.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn summary(&self, store: &Store) -> Result<Summary, LabError> {
        let mut games = store.games()?;
        games.retain(|game| game.id <= self.games);
        Ok(Summary::of(&self.settings, self.seating.as_ref(), &games))
    }
}
