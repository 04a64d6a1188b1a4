//! Games in progress.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cutthroat_catalog::{LiveGame as AnyLiveGame, PlayerSpec, SeatingRequest, Setup};
use pyo3::prelude::*;
use serde_json::json;

use crate::convert::{of_catalog, raised, read, written};
use crate::games::registry;
use crate::position::Position;
use crate::python_game::{Call, guarded};
use crate::watch::watched;

/// A game in progress, and who sits where.
#[pyclass(frozen, module = "cutthroat._native")]
pub(crate) struct LiveGame {
    game: Arc<Mutex<Box<dyn AnyLiveGame>>>,
    name: String,
    start: String,
    stop: Arc<AtomicBool>,
}

impl LiveGame {
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, Box<dyn AnyLiveGame>> {
        // Another thread may hold it while it searches, and wants the interpreter's lock afterwards.
        match self.game.try_lock() {
            Ok(game) => game,
            Err(_) => {
                while py.detach(|| self.game.try_lock().is_err()) {
                    py.detach(|| std::thread::sleep(std::time::Duration::from_millis(1)));
                }
                self.game.lock().unwrap_or_else(PoisonError::into_inner)
            }
        }
    }
}

impl LiveGame {
    /// Whether the player whose turn it is searches, which may take long.
    fn mover_searches(&self, py: Python<'_>) -> bool {
        let game = self.lock(py);
        let player = game.mover().and_then(|seat| game.players()[seat - 1].as_ref());
        player.is_some_and(|player| player.settings.algorithm().searches)
    }
}

#[pymethods]
impl LiveGame {
    /// Begins a game: in every seat a player, or nobody.
    #[new]
    fn new(py: Python<'_>, game: String, setup: &str, players: Vec<Option<String>>, seed: u64) -> PyResult<Self> {
        let wrong = |error| of_catalog(py, &error);
        let stop: Arc<AtomicBool> = Arc::default();
        let setup: Setup = read(py, setup)?;
        let deal = setup.deal.unwrap_or_default();
        // A seat without a player needs somebody until the game is set up; nobody plays there.
        let nobody = "random";
        let read_player = |player: &Option<String>| player.as_deref().unwrap_or(nobody).parse::<PlayerSpec>();
        let given = players.iter().map(read_player).collect::<Result<Vec<_>, _>>().map_err(wrong)?;
        let kinds = if given.is_empty() { vec![nobody.parse().map_err(wrong)?] } else { given };
        let request = SeatingRequest {
            game: game.clone(),
            setup,
            players: kinds.clone(),
            stop: Some(stop.clone()),
            ..SeatingRequest::default()
        };
        let begin = || {
            let seating = registry().seat(&request)?;
            let start = seating.start(deal)?;
            let places: Vec<usize> =
                if players.is_empty() { vec![0; seating.seats()] } else { (0..players.len()).collect() };
            let mut begun = seating.begin(&start, &places, seed)?;
            for seat in 1..=begun.seats() {
                if players.get(seat - 1).is_none_or(Option::is_none) {
                    begun.sit(seat, None)?;
                }
            }
            Ok((start, begun))
        };
        let (start, begun) = guarded(py, begin)?.map_err(wrong)?;
        Ok(Self { game: Arc::new(Mutex::new(begun)), name: game, start, stop })
    }

    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    #[getter]
    fn start(&self) -> &str {
        &self.start
    }

    #[getter]
    fn seats(&self, py: Python<'_>) -> usize {
        self.lock(py).seats()
    }

    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        guarded(py, || self.lock(py).text())
    }

    #[getter]
    fn diagram(&self, py: Python<'_>) -> PyResult<Option<String>> {
        guarded(py, || self.lock(py).diagram())
    }

    #[getter]
    fn terms(&self, py: Python<'_>) -> Option<String> {
        self.lock(py).terms()
    }

    #[getter]
    fn mover(&self, py: Python<'_>) -> Option<usize> {
        self.lock(py).mover()
    }

    #[getter]
    fn round_ended(&self, py: Python<'_>) -> Option<String> {
        self.lock(py).round_ended().map(str::to_owned)
    }

    #[getter]
    fn moves(&self, py: Python<'_>) -> Vec<String> {
        self.lock(py).moves().to_vec()
    }

    #[getter]
    fn movers(&self, py: Python<'_>) -> Vec<usize> {
        self.lock(py).movers().to_vec()
    }

    #[getter]
    fn players(&self, py: Python<'_>) -> Vec<Option<String>> {
        self.lock(py).players().iter().map(|player| player.as_ref().map(ToString::to_string)).collect()
    }

    #[getter]
    fn payoff(&self, py: Python<'_>) -> PyResult<Option<Vec<i16>>> {
        guarded(py, || self.lock(py).payoff())
    }

    #[getter]
    fn score(&self, py: Python<'_>) -> PyResult<Option<Vec<f64>>> {
        guarded(py, || self.lock(py).score())
    }

    fn layout(&self, py: Python<'_>) -> PyResult<String> {
        let layout = self.lock(py).layout();
        written(py, &layout)
    }

    fn choices(&self, py: Python<'_>) -> PyResult<String> {
        let choices = self.lock(py).choices();
        written(py, &json!({ "what": choices.what, "legal": choices.legal, "count": choices.count }))
    }

    fn sheet(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let game = self.lock(py);
        game.sheet().map(|sheet| written(py, sheet)).transpose()
    }

    fn legal_moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        guarded(py, || self.lock(py).legal_moves())
    }

    fn view(&self, py: Python<'_>, seat: usize) -> PyResult<String> {
        guarded(py, || self.lock(py).view(seat))?.map_err(|error| of_catalog(py, &error))
    }

    fn events(&self, py: Python<'_>, seat: usize) -> PyResult<String> {
        let events = guarded(py, || self.lock(py).events(seat))?.map_err(|error| of_catalog(py, &error))?;
        written(py, &events)
    }

    fn play(&self, py: Python<'_>, mv: &str) -> PyResult<()> {
        guarded(py, || self.lock(py).play(mv))?.map_err(|error| of_catalog(py, &error))
    }

    fn take_back(&self, py: Python<'_>) -> PyResult<bool> {
        guarded(py, || self.lock(py).take_back())
    }

    fn sit(&self, py: Python<'_>, seat: usize, player: Option<&str>) -> PyResult<()> {
        let wrong = |error| of_catalog(py, &error);
        let player = player.map(str::parse::<PlayerSpec>).transpose().map_err(wrong)?;
        self.lock(py).sit(seat, player.as_ref()).map_err(wrong)
    }

    /// The move that the player in the mover's seat would play.
    fn choose(&self, py: Python<'_>) -> PyResult<String> {
        let game = self.game.clone();
        let call = Call::begin(py)?;
        // Players who do not search answer at once, and a thread would cost more than the answer.
        let chosen = if self.mover_searches(py) {
            watched(py, &self.stop, move || game.lock().unwrap_or_else(PoisonError::into_inner).choose())
        } else {
            Ok(self.lock(py).choose())
        };
        self.stop.store(false, Ordering::Relaxed);
        call.finish(py)?;
        let chosen = chosen?.map_err(|error| of_catalog(py, &error))?;
        if chosen.stopped {
            return Err(raised(py, "the search was stopped".into(), "stopped", json!({})));
        }
        let (nodes, depth, payoff) = (chosen.nodes, chosen.depth, chosen.payoff);
        written(py, &json!({ "move": chosen.mv, "nodes": nodes, "depth": depth, "payoff": payoff }))
    }

    fn position(&self, py: Python<'_>, eval: Option<String>) -> PyResult<Position> {
        let opened = guarded(py, || {
            let opened = self.lock(py).position(eval.as_deref())?;
            Ok(Position::of(self.name.clone(), eval, opened))
        })?;
        opened.map_err(|error| of_catalog(py, &error))
    }
}
