//! Positions that are searched.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat::SearchProgress;
use cutthroat_catalog::{AnyPosition, Registry, Report, Setup};
use cutthroat_lab::LabError;
use cutthroat_lab::solving::Solving;
use pyo3::prelude::*;
use serde_json::Value;

use crate::convert::{AskedSearch, of_catalog, of_laboratory, read, written};
use crate::games::registry;
use crate::python_game::{Call, guarded};
use crate::watch::watched;

/// Searches of at most this many nodes run on the thread that asks: Ctrl-C waits for them, which nobody notices.
const SHORT: u64 = 5_000;

/// A position of any game.
#[pyclass(frozen, module = "cutthroat._native")]
pub(crate) struct Position {
    registry: Registry,
    game: String,
    /// What opens it again: its text and the evaluation.
    setup: Setup,
    opened: Arc<dyn AnyPosition>,
}

impl Position {
    pub(crate) fn of(game: String, eval: Option<String>, opened: Box<dyn AnyPosition>) -> Self {
        let setup = Setup { position: Some(opened.text()), eval, ..Setup::default() };
        Self { registry: registry(), game, setup, opened: opened.into() }
    }
}

#[pymethods]
impl Position {
    #[new]
    fn new(py: Python<'_>, game: String, setup: &str) -> PyResult<Self> {
        let setup: Setup = read(py, setup)?;
        let opened = guarded(py, || {
            let opened = registry().open(&game, &setup)?;
            Ok(Self::of(game, setup.eval, opened))
        })?;
        opened.map_err(|error| of_catalog(py, &error))
    }

    #[getter]
    fn game(&self) -> &str {
        &self.game
    }

    #[getter]
    fn eval(&self) -> Option<&str> {
        self.setup.eval.as_deref()
    }

    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || self.opened.text())
    }

    #[getter]
    fn terms(&self) -> Option<String> {
        self.opened.terms()
    }

    fn searched_moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        guarded(py, || self.opened.searched_moves())
    }

    fn ranges(&self) -> Option<Vec<(i16, i16)>> {
        self.opened.ranges()
    }

    fn perft(&self, py: Python<'_>, depth: usize) -> PyResult<u64> {
        let opened = self.opened.clone();
        let call = Call::begin(py)?;
        let positions = watched(py, &Arc::default(), move || opened.perft(depth))?;
        call.finish(py)?;
        Ok(positions)
    }

    fn divide(&self, py: Python<'_>, depth: usize) -> PyResult<Vec<(String, u64)>> {
        let opened = self.opened.clone();
        let call = Call::begin(py)?;
        let divided = watched(py, &Arc::default(), move || opened.divide(depth))?;
        call.finish(py)?;
        Ok(divided.into_iter().map(|below| (below.mv, below.positions)).collect())
    }

    /// Searches it. The drawing is not in the report, so it comes beside it; and so does the line for people.
    fn analyse(&self, py: Python<'_>, request: &str) -> PyResult<(String, Option<String>, String)> {
        let stop: Arc<AtomicBool> = Arc::default();
        let mut request = read::<AskedSearch>(py, request)?.request(py)?;
        request.stop = Some(stop.clone());
        let is_short = request.settings.number::<u64>("nodes").is_some_and(|nodes| nodes <= SHORT);
        let opened = self.opened.clone();
        let call = Call::begin(py)?;
        let report = if is_short {
            py.detach(|| opened.analyse(&request))
        } else {
            watched(py, &stop, move || opened.analyse(&request))?
        };
        call.finish(py)?;
        let report = report.map_err(|error| of_catalog(py, &error))?;
        Ok((as_json(py, &report)?, report.svg, report.diagram_of_line))
    }

    /// Solves it to the end of the game.
    fn solve(
        &self,
        py: Python<'_>,
        request: &str,
        threads: Option<NonZeroUsize>,
    ) -> PyResult<(String, Option<String>, String)> {
        let stop: Arc<AtomicBool> = Arc::default();
        let solving = Solving {
            registry: self.registry.clone(),
            game: self.game.clone(),
            setup: self.setup.clone(),
            request: read::<AskedSearch>(py, request)?.request(py)?,
            threads,
            commit: None,
            stop: Some(stop.clone()),
            shard: None,
        };
        let call = Call::begin(py)?;
        let solved: Result<Report, LabError> =
            watched(py, &stop, move || solving.one(&Arc::new(SearchProgress::default())))?;
        call.finish(py)?;
        let report = solved.map_err(|error| of_laboratory(py, &error))?;
        Ok((as_json(py, &report)?, None, report.diagram_of_line))
    }
}

/// The report as JSON, with the move under a name that Python can say.
fn as_json(py: Python<'_>, report: &Report) -> PyResult<String> {
    let value: Value = serde_json::to_value(report).unwrap_or_default();
    written(py, &value)
}
