//! Games written in Python. The engine calls their methods, one node after the other: slow, but with every search,
//! player and match.

use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cutthroat::conformance::Conformance;
use cutthroat::hidden::PerfectInformation;
use cutthroat::{
    Evaluation, Game, MAX_PLAYERS, NoTable, Notation, NotationError, Payoff, Player, Range, ReferenceOrder, SearchHints,
};
use cutthroat_catalog::{Deal, Error, GameInfo, GameKit, Tally};
use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::json;

use crate::convert::{raised, read};
use crate::games::{change_registry, registry};

/// Whether a game written in Python has failed, and how. A search cannot fail in the middle, so the rest of it is cut short, and
/// whatever was under way meanwhile raises what is here: nothing that was cut short is taken for an answer.
static HAS_FAILED: AtomicBool = AtomicBool::new(false);
static FAILURE: Mutex<Failure> = Mutex::new(Failure { under_way: 0, error: None });

struct Failure {
    /// Calls that may ask a game of Python, and are not finished.
    under_way: usize,
    error: Option<PyErr>,
}

fn failure() -> MutexGuard<'static, Failure> {
    FAILURE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn fail(error: PyErr) {
    failure().error.get_or_insert(error);
    HAS_FAILED.store(true, Ordering::Relaxed);
}

/// A call that may ask a game of Python.
pub(crate) struct Call(());

impl Call {
    /// Begins one; not while others are being cut short.
    pub(crate) fn begin(py: Python<'_>) -> PyResult<Self> {
        let mut failure = failure();
        if let Some(error) = &failure.error {
            let error = error.clone_ref(py);
            if failure.under_way == 0 {
                failure.error = None;
                HAS_FAILED.store(false, Ordering::Relaxed);
            }
            return Err(error);
        }
        failure.under_way += 1;
        Ok(Self(()))
    }

    /// Ends it, and raises what a game has raised meanwhile.
    pub(crate) fn finish(self, py: Python<'_>) -> PyResult<()> {
        let error = failure().error.as_ref().map(|error| error.clone_ref(py));
        error.map_or(Ok(()), Err)
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let mut failure = failure();
        failure.under_way -= 1;
        if failure.under_way == 0 && failure.error.is_some() {
            failure.error = None;
            HAS_FAILED.store(false, Ordering::Relaxed);
        }
    }
}

/// Does something that may ask a game of Python, and raises what that raises.
pub(crate) fn guarded<T>(py: Python<'_>, work: impl FnOnce() -> T) -> PyResult<T> {
    let call = Call::begin(py)?;
    let done = work();
    call.finish(py)?;
    Ok(done)
}

/// How a game describes itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    name: String,
    about: String,
    notation: String,
    example: String,
    players: Vec<usize>,
    usual_players: usize,
    evaluations: Vec<(String, String)>,
    least: Option<Vec<i16>>,
    most: Option<Vec<i16>>,
    sum_least: Option<i32>,
    sum_most: Option<i32>,
    step: u16,
    unit: String,
    low_is_good: bool,
    default_nodes: Option<u64>,
}

/// The object, the moves that were seen as text, and what it declares.
struct Shared {
    object: Py<PyAny>,
    moves: Mutex<Moves>,
    range: Range,
}

#[derive(Default)]
struct Moves {
    texts: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
}

impl Shared {
    fn number(&self, text: &str) -> u32 {
        let mut moves = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = moves.numbers.get(text) {
            return number;
        }
        let (number, text) = (moves.texts.len() as u32, Arc::<str>::from(text));
        moves.texts.push(text.clone());
        moves.numbers.insert(text, number);
        number
    }

    fn text(&self, number: u32) -> Arc<str> {
        self.moves.lock().unwrap_or_else(PoisonError::into_inner).texts[number as usize].clone()
    }

    /// Calls a method, unless something failed before.
    fn call<T>(&self, call: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> Option<T> {
        if HAS_FAILED.load(Ordering::Relaxed) {
            return None;
        }
        Python::attach(|py| match call(self.object.bind(py)) {
            Ok(value) => Some(value),
            Err(error) => {
                fail(error);
                None
            }
        })
    }
}

/// The rules, as an object of Python has them.
#[derive(Clone)]
struct PythonGame {
    shared: Arc<Shared>,
    players: usize,
}

/// A position: an object of Python that is never changed, and whose turn it is.
#[derive(Clone)]
struct PythonState(Arc<Known>);

struct Known {
    object: Option<Py<PyAny>>,
    mover: Option<Player>,
}

impl PartialEq for PythonState {
    fn eq(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        let (Some(one), Some(other)) = (&self.0.object, &other.0.object) else { return false };
        Python::attach(|py| one.bind(py).eq(other.bind(py))).unwrap_or_else(|error| {
            fail(error);
            false
        })
    }
}

impl Eq for PythonState {}

impl Hash for PythonState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let hashed = |object: &Py<PyAny>| Python::attach(|py| object.bind(py).hash());
        match self.0.object.as_ref().map(hashed) {
            Some(Ok(hash)) => hash.hash(state),
            Some(Err(error)) => fail(error),
            None => {}
        }
    }
}

impl fmt::Debug for PythonState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = |object: &Py<PyAny>| Python::attach(|py| object.bind(py).repr().map(|text| text.to_string()));
        f.write_str(&self.0.object.as_ref().and_then(|object| written(object).ok()).unwrap_or_default())
    }
}

impl PythonGame {
    fn state(&self, object: &Bound<'_, PyAny>) -> PyResult<PythonState> {
        let mover: Option<usize> = self.shared.object.bind(object.py()).call_method1("mover", (object,))?.extract()?;
        if let Some(seat) = mover.filter(|seat| !(1..=self.players).contains(seat)) {
            let told = format!("mover() says seat {seat}, and there are seats 1 to {}", self.players);
            return Err(raised(object.py(), told, "python-game", json!({ "method": "mover" })));
        }
        let mover = mover.map(|seat| Player::new(seat - 1));
        Ok(PythonState(Arc::new(Known { object: Some(object.clone().unbind()), mover })))
    }

    /// A position that ends everything, after a failure.
    fn over() -> PythonState {
        PythonState(Arc::new(Known { object: None, mover: None }))
    }

    /// The payoffs that a method of one position returns.
    fn payoffs(&self, method: &str, state: &PythonState, name: Option<&str>) -> Payoff {
        let Some(position) = &state.0.object else { return Payoff::ZERO };
        let found = self.shared.call(|game| {
            let position = position.bind(game.py());
            let found: Vec<i16> = match name {
                Some(name) => game.call_method1(method, (position, name))?.extract()?,
                None => game.call_method1(method, (position,))?.extract()?,
            };
            if found.len() != self.players {
                let told = format!("{method}() gives {} numbers, and {} play", found.len(), self.players);
                return Err(raised(game.py(), told, "python-game", json!({ "method": method })));
            }
            Ok(found)
        });
        found.map_or(Payoff::ZERO, |found| Payoff::new(&found))
    }
}

impl Game for PythonGame {
    type State = PythonState;
    type Move = u32;
    type Undo = PythonState;

    fn players(&self) -> usize {
        self.players
    }

    fn mover(&self, state: &PythonState) -> Option<Player> {
        state.0.mover.filter(|_| !HAS_FAILED.load(Ordering::Relaxed))
    }

    fn moves(&self, state: &PythonState, moves: &mut Vec<u32>) {
        let Some(position) = &state.0.object else { return };
        let listed = self.shared.call(|game| {
            let listed: Vec<String> = game.call_method1("moves", (position.bind(game.py()),))?.extract()?;
            if listed.is_empty() {
                let told = "moves() gives none, and it is somebody's turn; a pass is a move".to_owned();
                return Err(raised(game.py(), told, "python-game", json!({ "method": "moves" })));
            }
            Ok(listed)
        });
        match listed {
            Some(listed) => moves.extend(listed.iter().map(|mv| self.shared.number(mv))),
            // Somebody may have asked whose turn it is before the failure.
            None => moves.push(self.shared.number("-")),
        }
    }

    fn play(&self, state: &mut PythonState, mv: u32) -> PythonState {
        let text = self.shared.text(mv);
        let position = state.0.object.as_ref();
        let next = position.and_then(|position| {
            self.shared.call(|game| {
                let next = game.call_method1("play", (position.bind(game.py()), &*text))?;
                self.state(&next)
            })
        });
        std::mem::replace(state, next.unwrap_or_else(Self::over))
    }

    fn undo(&self, state: &mut PythonState, _: u32, undo: PythonState) {
        *state = undo;
    }

    fn payoff(&self, state: &PythonState) -> Payoff {
        self.payoffs("payoff", state, None)
    }
}

impl SearchHints for PythonGame {}
impl PerfectInformation for PythonGame {}

impl Notation for PythonGame {
    fn write_position(&self, state: &PythonState) -> String {
        let Some(position) = &state.0.object else { return String::new() };
        let written = self.shared.call(|game| game.call_method1("write", (position.bind(game.py()),))?.extract());
        written.unwrap_or_default()
    }

    fn read_position(_: &str) -> Result<(Self, PythonState), NotationError> {
        Err(NotationError("a game written in Python is read by its own object".into()))
    }

    fn write_move(&self, _: &PythonState, mv: u32) -> String {
        self.shared.text(mv).to_string()
    }
}

/// An evaluation by its name: `evaluate` before the end, the payoff at the end.
#[derive(Clone)]
struct PythonEvaluation(&'static str);

impl Evaluation<PythonGame> for PythonEvaluation {
    const ENUMERATES: bool = false;

    fn range(&self, game: &PythonGame) -> Range {
        let players = |payoff: Payoff| Payoff::new(&payoff.seats(MAX_PLAYERS)[..game.players]);
        let range = game.shared.range;
        Range { minp: range.minp.map(players), maxp: range.maxp.map(players), ..range }
    }

    fn evaluate(&self, game: &PythonGame, state: &PythonState) -> Payoff {
        if state.0.mover.is_none() {
            return game.payoff(state);
        }
        game.payoffs("evaluate", state, Some(self.0))
    }
}

struct PythonKit {
    shared: Arc<Shared>,
    info: GameInfo,
}

impl PythonKit {
    fn begun(
        &self,
        begin: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<Py<PyAny>>,
    ) -> Result<(PythonGame, PythonState), NotationError> {
        let begun = Python::attach(|py| {
            let game = self.shared.object.bind(py);
            let position = begin(game)?;
            let players: usize = game.call_method1("players_of", (position.bind(py),))?.extract()?;
            if !(2..=MAX_PLAYERS).contains(&players) {
                let told = format!("players_of() says {players}, and 2 to {MAX_PLAYERS} can play");
                return Err(raised(py, told, "python-game", json!({ "method": "players_of" })));
            }
            let game = PythonGame { shared: self.shared.clone(), players };
            let state = game.state(position.bind(py))?;
            Ok((game, state))
        });
        begun.map_err(|error| Python::attach(|py| NotationError(error.value(py).to_string())))
    }
}

impl GameKit for PythonKit {
    type Game = PythonGame;
    type Evaluation = PythonEvaluation;
    type Order = ReferenceOrder;
    type Table = NoTable;

    fn info(&self) -> GameInfo {
        self.info.clone()
    }

    fn deal(&self, deal: &Deal<'_>) -> Result<(PythonGame, PythonState), NotationError> {
        self.begun(|game| Ok(game.call_method1("start", (deal.seed, deal.players))?.unbind()))
    }

    fn read(&self, text: &str) -> Result<(PythonGame, PythonState), NotationError> {
        self.begun(|game| Ok(game.call_method1("read", (text,))?.unbind()))
    }

    fn evaluation(&self, _: &PythonGame, name: &str) -> Result<PythonEvaluation, Error> {
        let known = self.info.evaluations.iter().find(|(known, _)| *known == name);
        Ok(PythonEvaluation(known.map_or("payoff", |(known, _)| *known)))
    }
}

/// A text for as long as the process lives: a game is registered once.
fn kept(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

fn kit(py: Python<'_>, object: Py<PyAny>, description: &str) -> PyResult<PythonKit> {
    let description: Description = read(py, description)?;
    let seats = |numbers: &Vec<i16>| {
        let mut all = Payoff::ZERO;
        // One number is for everybody.
        for player in Player::all(MAX_PLAYERS) {
            all[player] = numbers.get(player.index()).or(numbers.last()).copied().unwrap_or_default();
        }
        all
    };
    let range = Range {
        minp: description.least.as_ref().map(seats),
        maxp: description.most.as_ref().map(seats),
        minsum: description.sum_least,
        maxsum: description.sum_most,
        step: description.step,
    };
    let name = kept(description.name);
    let info = GameInfo {
        about: kept(description.about),
        notation: kept(description.notation),
        example: kept(description.example),
        players: (description.players[0], description.players[description.players.len() - 1]),
        usual_players: description.usual_players,
        evaluations: description.evaluations.into_iter().map(|(name, about)| (kept(name), kept(about))).collect(),
        tally: Tally { unit: kept(description.unit), of: "a game", low_is_good: description.low_is_good },
        default_nodes: description.default_nodes,
        ..GameInfo::new(name)
    };
    Ok(PythonKit { shared: Arc::new(Shared { object, moves: Mutex::default(), range }), info })
}

/// Adds a game to those of this process.
#[pyfunction]
pub(crate) fn register(py: Python<'_>, object: Py<PyAny>, description: &str) -> PyResult<()> {
    let kit = kit(py, object, description)?;
    change_registry(|registry| registry.with(kit));
    Ok(())
}

/// Checks a game with the conformance kit: rules, notation, evaluations, and what the catalog asks of it. Returns the first
/// thing that is wrong.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, object: Py<PyAny>, description: &str, seeds: Vec<u64>) -> PyResult<Option<String>> {
    let kit = kit(py, object, description)?;
    let call = Call::begin(py)?;
    let options = Default::default();
    let mut fault = None;
    for seed in seeds {
        let deal = Deal { seed, players: kit.info.usual_players, options: &options };
        let found = (|| -> Result<(), String> {
            let words = |error: NotationError| error.to_string();
            let (game, start) = kit.deal(&deal).map_err(words)?;
            let check = Conformance::default();
            check.rules(&game, &start).map_err(|violation| violation.to_string())?;
            for (name, _) in &kit.info.evaluations {
                let evaluation = kit.evaluation(&game, name).map_err(|error| error.to_string())?;
                check.evaluation(&game, &start, &evaluation).map_err(|violation| violation.to_string())?;
            }
            let text = game.write_position(&start);
            let (again, read) = kit.read(&text).map_err(words)?;
            if read != start || again.write_position(&read) != text {
                return Err(format!("`{text}` is not read back as it was written"));
            }
            Ok(())
        })();
        if HAS_FAILED.load(Ordering::Relaxed) {
            break;
        }
        if let Err(found) = found {
            fault = Some(format!("start {seed}: {found}"));
            break;
        }
    }
    if fault.is_none() && !HAS_FAILED.load(Ordering::Relaxed) {
        let registry = registry().with(kit);
        let name = registry.games().last().map(|game| game.name).unwrap_or_default();
        fault = cutthroat_catalog::conformance::check(&registry, name).err().map(|fault| fault.fault);
    }
    call.finish(py)?;
    Ok(fault)
}
