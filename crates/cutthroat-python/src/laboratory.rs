//! Matches, solved files, experiments and their shards.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cutthroat_catalog::{PlayerSpec, Request, SeatingRequest, Setup};
use cutthroat_lab::forward_pruning::model::{ModelTree, decisions};
use cutthroat_lab::matches::{Ending, Match, MatchRequest};
use cutthroat_lab::papers::{EXPERIMENTS, Run, Scale, named};
use cutthroat_lab::solving::Solving;
use cutthroat_lab::store::Store;
use cutthroat_lab::summary::Summary;
use cutthroat_lab::{LabError, Shard};
use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::convert::{AskedSearch, of_laboratory, raised, read, written};
use crate::games::{commit, registry};
use crate::python_game::{Call, guarded};
use crate::watch::watched;

/// A match, as Python asks for it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WantedMatch {
    game: String,
    setup: Setup,
    players: Vec<String>,
    games: u64,
    seed: u64,
    threads: Option<NonZeroUsize>,
    score: Option<String>,
    until_decided: bool,
    shard: Option<String>,
    out: Option<PathBuf>,
    resume: bool,
}

impl WantedMatch {
    fn request(self, stop: Arc<AtomicBool>) -> Result<(MatchRequest, Option<PathBuf>, bool), LabError> {
        let players = self.players.iter().map(|player| player.parse::<PlayerSpec>()).collect::<Result<_, _>>()?;
        let seating = SeatingRequest {
            game: self.game,
            setup: self.setup,
            players,
            score: self.score,
            stop: Some(stop),
            lets_cheat: false,
        };
        let wanted = MatchRequest {
            seating,
            games: self.games,
            seed: self.seed,
            threads: self.threads,
            until_decided: self.until_decided,
            commit: commit(),
            shard: self.shard.as_deref().map(str::parse::<Shard>).transpose()?,
        };
        Ok((wanted, self.out, self.resume))
    }
}

/// Plays a match, and returns its summary and, if they are not kept in a file, its games. `done` counts finished games.
#[pyfunction]
pub(crate) fn play_match(py: Python<'_>, wanted: &str, progress: Option<Py<PyAny>>) -> PyResult<String> {
    let stop: Arc<AtomicBool> = Arc::default();
    let wanted: WantedMatch = read(py, wanted)?;
    let flag = stop.clone();
    let told = Told::new(progress, &stop);
    let watch = told.clone();
    let call = Call::begin(py)?;
    let played = watched(py, &stop, move || -> Result<(Value, bool), LabError> {
        let (wanted, out, resume) = wanted.request(flag)?;
        let playing = Match::new(&registry(), &wanted)?;
        let mut store = playing.store(out.as_deref(), resume)?;
        let ending = playing.play(&mut store, &|progress| watch.tell(progress.finished, progress.games))?;
        let summary = playing.summary(&store)?;
        let games = if out.is_none() { json!(store.games()?) } else { Value::Null };
        let decided = ending == Ending::Decided;
        Ok((json!({ "summary": summary, "games": games, "decided": decided }), ending == Ending::Stopped))
    })?;
    told.raise()?;
    call.finish(py)?;
    let (found, stopped) = played.map_err(|error| of_laboratory(py, &error))?;
    if stopped {
        return Err(of_laboratory(py, &LabError::Stopped));
    }
    written(py, &found)
}

/// Checks a match without playing it, and that its games can be merged with those in the file, if there is one.
#[pyfunction]
pub(crate) fn check_match(py: Python<'_>, wanted: &str) -> PyResult<()> {
    let wanted: WantedMatch = read(py, wanted)?;
    let checked = guarded(py, || {
        let (wanted, out, _) = wanted.request(Arc::default())?;
        let playing = Match::new(&registry(), &wanted)?;
        out.filter(|out| out.exists()).map_or(Ok(()), |out| playing.check_file(&out))
    })?;
    checked.map_err(|error| of_laboratory(py, &error))
}

/// Tells a function of Python about progress, at most ten times a second; an exception of it stops the work.
#[derive(Clone)]
struct Told(Arc<Telling>);

struct Telling {
    progress: Option<Py<PyAny>>,
    stop: Arc<AtomicBool>,
    last: AtomicU64,
    begun: std::time::Instant,
    failed: std::sync::Mutex<Option<PyErr>>,
}

impl Told {
    fn new(progress: Option<Py<PyAny>>, stop: &Arc<AtomicBool>) -> Self {
        let (last, begun) = (AtomicU64::new(0), std::time::Instant::now());
        Self(Arc::new(Telling { progress, stop: stop.clone(), last, begun, failed: std::sync::Mutex::new(None) }))
    }

    fn tell(&self, done: u64, all: u64) {
        let Some(progress) = &self.0.progress else { return };
        let now = self.0.begun.elapsed().as_millis() as u64 / 100 + 1;
        if self.0.last.swap(now, Ordering::Relaxed) == now && done < all {
            return;
        }
        Python::attach(|py| {
            if let Err(error) = progress.call1(py, (done, all)) {
                self.0.stop.store(true, Ordering::Relaxed);
                let mut failed = self.0.failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                failed.get_or_insert(error);
            }
        });
    }

    fn raise(&self) -> PyResult<()> {
        let failed = self.0.failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        failed.map_or(Ok(()), Err)
    }
}

/// The summary and the games of a file.
#[pyfunction]
pub(crate) fn read_results(py: Python<'_>, file: PathBuf) -> PyResult<String> {
    let read = || -> Result<Value, LabError> {
        let store = Store::to_read(&file)?;
        let seating = registry().seat(&store.settings().seating()?)?;
        let games = store.games()?;
        let summary = Summary::of(store.settings(), seating.as_ref(), &games);
        Ok(json!({ "summary": summary, "games": games }))
    };
    let found = py.detach(read).map_err(|error| of_laboratory(py, &error))?;
    written(py, &found)
}

/// Merges shards.
#[pyfunction]
pub(crate) fn merge(py: Python<'_>, parts: Vec<PathBuf>, out: PathBuf, incomplete: bool) -> PyResult<String> {
    let merged = py.detach(|| cutthroat_lab::merge::merge(&parts, &out, incomplete));
    let merged = merged.map_err(|error| of_laboratory(py, &error))?;
    written(py, &json!({ "noun": merged.noun, "new": merged.new, "now": merged.now, "missing": merged.missing }))
}

/// Deals of a file to solve, as Python asks for it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WantedSolutions {
    game: String,
    setup: Setup,
    request: AskedSearch,
    threads: Option<NonZeroUsize>,
    shard: Option<String>,
    /// The deals, one in each line, or a record of another program.
    deals: String,
    out: PathBuf,
    resume: bool,
}

impl WantedSolutions {
    /// How they are solved, and the deals, a position in each line.
    fn solving(&self, request: Request, stop: Arc<AtomicBool>) -> Result<(Solving, String), LabError> {
        let registry = registry();
        let deals = match registry.game(&self.game)?.recorded(&self.deals)? {
            Some(recorded) => recorded.into_iter().map(|read| read.position + "\n").collect(),
            None => self.deals.clone(),
        };
        let solving = Solving {
            registry,
            game: self.game.clone(),
            setup: self.setup.clone(),
            request,
            threads: self.threads,
            commit: commit(),
            stop: Some(stop),
            shard: self.shard.as_deref().map(str::parse::<Shard>).transpose()?,
        };
        Ok((solving, deals))
    }
}

/// Checks deals without solving them, and that they can be merged with those in the file, if there is one. Returns how many deals
/// there are, and how many are solved.
#[pyfunction]
pub(crate) fn check_solutions(py: Python<'_>, wanted: &str) -> PyResult<(usize, usize)> {
    let wanted: WantedSolutions = read(py, wanted)?;
    let request = wanted.request.request(py)?;
    let checked = guarded(py, || {
        let (solving, deals) = wanted.solving(request, Arc::default())?;
        solving.check(&deals, &wanted.out)
    })?;
    checked.map_err(|error| of_laboratory(py, &error))
}

/// Solves the deals of a file.
#[pyfunction]
pub(crate) fn solve_file(py: Python<'_>, wanted: &str, progress: Option<Py<PyAny>>) -> PyResult<String> {
    let stop: Arc<AtomicBool> = Arc::default();
    let wanted: WantedSolutions = read(py, wanted)?;
    let request = wanted.request.request(py)?;
    let told = Told::new(progress, &stop);
    let (watch, flag) = (told.clone(), stop.clone());
    let solved = watched(py, &stop, move || -> Result<_, LabError> {
        let (solving, deals) = wanted.solving(request, flag)?;
        solving.many(&deals, &wanted.out, wanted.resume, &|done, all| watch.tell(done as u64, all as u64))
    })?;
    told.raise()?;
    let solved = solved.map_err(|error| of_laboratory(py, &error))?;
    written(py, &json!({ "before": solved.before, "now": solved.now }))
}

/// Experiments to run, as Python asks for it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WantedExperiments {
    what: String,
    scale: String,
    percent: u64,
    nodes: Option<u64>,
    seed: u64,
    threads: Option<NonZeroUsize>,
    shard: Option<String>,
    out: Option<PathBuf>,
    resume: bool,
}

impl WantedExperiments {
    fn run(self, stop: Arc<AtomicBool>) -> Result<Run, LabError> {
        let scale = Scale::ALL.iter().find(|(name, _)| *name == self.scale).map(|(_, scale)| *scale);
        let no_scale = || LabError::Usage(format!("there is no scale `{}`; there are quick and paper", self.scale));
        Ok(Run {
            experiments: named(&self.what)?,
            scale: scale.ok_or_else(no_scale)?,
            percent: self.percent,
            nodes: self.nodes,
            seed: self.seed,
            threads: self.threads,
            out: self.out,
            resume: self.resume,
            only_reports: false,
            shard: self.shard.as_deref().map(str::parse::<Shard>).transpose()?,
            commit: commit(),
            stop,
        })
    }
}

/// Checks experiments without running them, and that they can be merged with those in the folder. Returns whether all of them
/// are there.
#[pyfunction]
pub(crate) fn check_experiments(py: Python<'_>, wanted: &str) -> PyResult<bool> {
    let wanted: WantedExperiments = read(py, wanted)?;
    let finished = py.detach(|| wanted.run(Arc::default())?.is_finished());
    finished.map_err(|error| of_laboratory(py, &error))
}

/// Runs experiments.
#[pyfunction]
pub(crate) fn reproduce(py: Python<'_>, wanted: &str, progress: Option<Py<PyAny>>) -> PyResult<String> {
    let stop: Arc<AtomicBool> = Arc::default();
    let wanted: WantedExperiments = read(py, wanted)?;
    let told = Told::new(progress, &stop);
    let (watch, flag) = (told.clone(), stop.clone());
    let made = watched(py, &stop, move || -> Result<Value, LabError> {
        let finished = wanted.run(flag)?.run(&|step| watch.tell(step.done, step.all))?;
        let rows = finished.iter().flat_map(|done| {
            done.findings.rows.iter().map(|row| {
                json!({ "experiment": done.experiment.id, "quantity": row.quantity, "paper": row.paper, "ours": row.ours,
                        "verdict": row.verdict.word(), "why": row.why })
            })
        });
        Ok(rows.collect())
    })?;
    told.raise()?;
    let made = made.map_err(|error| of_laboratory(py, &error))?;
    written(py, &made)
}

/// The experiments there are.
#[pyfunction]
pub(crate) fn experiments(py: Python<'_>) -> PyResult<String> {
    let listed: Vec<Value> = EXPERIMENTS
        .iter()
        .map(|experiment| json!({ "id": experiment.id, "title": experiment.title, "minutes": experiment.minutes }))
        .collect();
    written(py, &listed)
}

/// How likely forward pruning decides correctly, by the height of a tree.
#[pyfunction]
pub(crate) fn forward_pruning_model(py: Python<'_>, tree: &str, p: f64, heights: usize) -> PyResult<String> {
    let names = ModelTree::ALL.map(|(name, _)| name);
    let Some((_, tree)) = ModelTree::ALL.into_iter().find(|(name, _)| *name == tree) else {
        let told = format!("there are no trees `{tree}`; there are {}", names.join(" and "));
        return Err(raised(py, told, "tree", json!({ "tree": tree })));
    };
    let found = py.detach(|| decisions(tree, p, heights));
    let found = found.map_err(|error| raised(py, error.to_string(), "model", json!({ "p": p, "heights": heights })))?;
    written(py, &found)
}
