//! Tables at which people play.
//!
//! A table is a record of its game and what the person has seen. Players are seated for one request, in a search slot, and leave
//! again, so a table uses no memory between moves, and a game goes on in the same way after a break: a choice depends on the
//! game and its seed, and on nothing else. One request at a time makes moves ([`AtTable`]); all others see the table as it
//! stands. The game is kept in a file after every move.

mod at_table;
mod folder;
mod players;

use std::collections::HashMap;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use axum::http::StatusCode;
use cutthroat_catalog::{Error, Registry, SeatEvent};
use cutthroat_lab::person::{Kept, NewTable, Seen, Session};
use cutthroat_lab::{HandRecord, LabError};
use serde::Serialize;
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::limits;
use crate::searches::Stop;
pub(crate) use at_table::AtTable;
use folder::Folder;
pub(crate) use players::checked;

/// All tables.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    registry: Registry,
    folder: Option<Arc<Folder>>,
    known: Arc<Mutex<HashMap<String, Arc<Table>>>>,
}

/// A table.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) id: String,
    registry: Registry,
    /// Where its game is kept.
    file: Option<PathBuf>,
    state: Mutex<TableState>,
}

/// A table as it stands.
#[derive(Debug)]
struct TableState {
    record: HandRecord,
    seen: Seen,
    /// The moves of the last claim, which are taken back together.
    claimed: Range<usize>,
    /// When somebody asked for it.
    used: SystemTime,
    /// The flag of the request that makes moves now.
    worker: Option<Stop>,
    /// Whether the person has left, so that nothing of it is kept.
    left: bool,
}

/// A table in a list.
#[derive(Debug, Serialize)]
pub(crate) struct TableInfo {
    id: String,
    game: String,
    players: Vec<String>,
    moves: usize,
    over: bool,
    whole_game: bool,
    idle_seconds: u64,
    /// Why its game cannot be taken up.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Tables {
    /// The tables whose games are kept in a folder, or nowhere.
    ///
    /// # Errors
    /// When the folder cannot be used.
    pub(crate) fn new(registry: &Registry, folder: Option<PathBuf>) -> std::io::Result<Self> {
        let folder = folder.map(Folder::open).transpose()?.map(Arc::new);
        Ok(Self { registry: registry.clone(), folder, known: Arc::default() })
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sits a person down. Reads and writes files.
    pub(crate) fn create(&self, table: NewTable) -> Result<Arc<Table>, ApiError> {
        let open = table.open;
        let (game, hides) = (table.game.clone(), self.registry.game(&table.game)?.hides);
        let record = table.begin(&self.registry).map_err(in_field)?;
        let mut known = self.known();
        self.make_room(&mut known)?;
        let id = format!("{:016x}{:016x}", draw(), draw());
        let file = self.folder.as_ref().map(|folder| folder.begin(&id)).transpose();
        let file = file.map_err(|error| ApiError::failure(format!("the game cannot be kept: {error}")))?;
        let table = Table::new(&self.registry, id.clone(), file, record, SystemTime::now());
        let begins_with_deal =
            |table: &Table| !matches!(table.state().seen.events.first(), Some(SeatEvent::Start { .. }));
        let table = table.and_then(|table| {
            if hides && !open && !begins_with_deal(&table) {
                let what =
                    format!("{game} hides cards, so a game begins with a deal; with `open` it can begin anywhere");
                return Err(ApiError::refused(what).in_field("position"));
            }
            table.keep()?;
            Ok(table)
        });
        match table {
            Ok(table) => Ok(known.entry(id).or_insert(Arc::new(table)).clone()),
            Err(error) => {
                if let Some(folder) = &self.folder {
                    folder.remove(&id);
                }
                Err(error)
            }
        }
    }

    /// Makes room for one more table, or says why there is none.
    fn make_room(&self, known: &mut HashMap<String, Arc<Table>>) -> Result<(), ApiError> {
        let busy = known.values().filter(|table| table.is_in_use()).count();
        let full = |what: String| Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, what));
        if busy >= limits::TABLES {
            return full(format!("there are {busy} tables already; leave one, or finish its game"));
        }
        // Those that nobody has used for long are read again if somebody asks for them.
        if self.folder.is_some() {
            known.retain(|_, table| table.idle() < limits::TABLE_IDLE || table.is_busy());
        }
        let kept = match &self.folder {
            Some(folder) => folder.ids(),
            None => known.keys().cloned().collect(),
        };
        if kept.len() < limits::TABLES_KEPT {
            return Ok(());
        }
        for id in &kept {
            if !known.contains_key(id)
                && let Ok(table) = self.load(id)
            {
                known.insert(id.clone(), table);
            }
        }
        // The game that has been over for the longest time makes room; of those that are not kept, any that is idle.
        let is_done = |table: &&Arc<Table>| table.is_over() || self.folder.is_none() && !table.is_in_use();
        let oldest = known.values().filter(is_done).max_by_key(|table| table.idle()).map(|table| table.id.clone());
        let Some(oldest) = oldest else {
            return full(format!("{} unfinished games are kept; leave some", kept.len()));
        };
        self.forget(known, &oldest);
        Ok(())
    }

    fn forget(&self, known: &mut HashMap<String, Arc<Table>>, id: &str) {
        if let Some(table) = known.remove(id) {
            table.leave();
        }
        if let Some(folder) = &self.folder {
            folder.remove(id);
        }
    }

    /// The table with this id. Reads files.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<Table>, ApiError> {
        let table = self.look_up(id)?;
        table.state().used = SystemTime::now();
        Ok(table)
    }

    fn look_up(&self, id: &str) -> Result<Arc<Table>, ApiError> {
        let mut known = self.known();
        if let Some(table) = known.get(id) {
            return Ok(table.clone());
        }
        let table = self.load(id)?;
        known.insert(id.to_owned(), table.clone());
        Ok(table)
    }

    /// The table with this id, from its file.
    fn load(&self, id: &str) -> Result<Arc<Table>, ApiError> {
        let missing = || ApiError::not_found("there is no such table; its game may have been left");
        let kept = self.folder.as_ref().ok_or_else(missing)?.read(id).ok_or_else(missing)?;
        let damaged = |what: String| ApiError::refused(format!("the game of this table cannot be read: {what}"));
        let text = kept.text.map_err(|error| damaged(error.to_string()))?;
        let record = HandRecord::read(&text).map_err(damaged)?;
        let table = Table::new(&self.registry, id.to_owned(), Some(kept.file), record, kept.written);
        Ok(Arc::new(table.map_err(|error| damaged(error.message().to_owned()))?))
    }

    /// Leaves a table, so that nothing of it is kept. Returns whether there was one.
    pub(crate) fn leave(&self, id: &str) -> bool {
        let mut known = self.known();
        let is_there = known.contains_key(id)
            || self.folder.as_ref().is_some_and(|folder| folder.ids().iter().any(|kept| kept == id));
        if is_there {
            self.forget(&mut known, id);
        }
        is_there
    }

    /// All tables, those used last first. Reads files.
    pub(crate) fn list(&self) -> Vec<TableInfo> {
        let mut ids: Vec<String> = self.known().keys().cloned().collect();
        ids.extend(self.folder.iter().flat_map(|folder| folder.ids()));
        ids.sort_unstable();
        ids.dedup();
        let info = |id: String| match self.look_up(&id) {
            Ok(table) => table.info(),
            Err(error) => TableInfo {
                id,
                game: String::new(),
                players: Vec::new(),
                moves: 0,
                over: false,
                whole_game: false,
                idle_seconds: 0,
                error: Some(error.message().to_owned()),
            },
        };
        let mut tables: Vec<TableInfo> = ids.into_iter().map(info).collect();
        tables.sort_by_key(|table| (table.error.is_some(), table.idle_seconds));
        tables
    }
}

impl Table {
    fn new(
        registry: &Registry,
        id: String,
        file: Option<PathBuf>,
        record: HandRecord,
        used: SystemTime,
    ) -> Result<Self, ApiError> {
        let session = sit(registry, &record, &Stop::default())?;
        let state = TableState { record, seen: session.seen().clone(), claimed: 0..0, used, worker: None, left: false };
        Ok(Self { id, registry: registry.clone(), file, state: Mutex::new(state) })
    }

    fn state(&self) -> MutexGuard<'_, TableState> {
        // Nothing that holds it can panic half-way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table as it is answered.
    pub(crate) fn answer(&self) -> Value {
        let state = self.state();
        let mut answer = told(&state.seen);
        answer["id"] = json!(self.id);
        answer["finished_deals"] = json!(state.seen.deals_over);
        answer
    }

    fn info(&self) -> TableInfo {
        let idle_seconds = self.idle().as_secs();
        let state = self.state();
        TableInfo {
            id: self.id.clone(),
            game: state.record.game.clone(),
            players: state.seen.players.clone(),
            moves: state.seen.moves,
            over: state.seen.mover.is_none(),
            whole_game: state.record.setup.whole_game,
            idle_seconds,
            error: None,
        }
    }

    fn idle(&self) -> Duration {
        self.state().used.elapsed().unwrap_or_default()
    }

    fn is_over(&self) -> bool {
        self.state().seen.mover.is_none()
    }

    fn is_busy(&self) -> bool {
        self.state().worker.is_some()
    }

    fn is_in_use(&self) -> bool {
        self.is_busy() || !self.is_over() && self.idle() < limits::TABLE_IDLE
    }

    /// Writes the game to its file.
    fn keep(&self) -> Result<(), ApiError> {
        let Some(file) = &self.file else { return Ok(()) };
        Ok(cutthroat_lab::person::write_record(file, &self.state().record)?)
    }

    fn leave(&self) {
        let mut state = self.state();
        state.left = true;
        if let Some(worker) = &state.worker {
            worker.store(true, Ordering::Relaxed);
        }
    }

    /// The table as it is for those who came too late.
    fn conflict(&self, state: &TableState, why: &str) -> ApiError {
        let mut error = ApiError::new(StatusCode::CONFLICT, why);
        if let Value::Object(fields) = told(&state.seen) {
            for (name, value) in fields {
                error = error.with(&name, value);
            }
        }
        error
    }

    /// Takes the right to make moves, for a request that `stop` ends. A request whose client has left is waited for.
    pub(crate) async fn enter(self: &Arc<Self>, ply: usize, stop: &Stop) -> Result<AtTable, ApiError> {
        let began = Instant::now();
        loop {
            {
                let mut state = self.state();
                if state.left {
                    return Err(ApiError::not_found("this table was left"));
                }
                if state.record.moves.len() != ply {
                    return Err(self.conflict(&state, "the table has moved on"));
                }
                match &state.worker {
                    None => {
                        state.worker = Some(stop.clone());
                        return Ok(AtTable::new(self.clone()));
                    }
                    Some(worker) if worker.load(Ordering::Relaxed) && began.elapsed() < limits::WORKER_ENDS => {}
                    Some(_) => return Err(self.conflict(&state, "another player is to move; this is going on already")),
                }
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Sits down to look at the game as it stands, without the right to change it. Replays the game.
    pub(crate) fn look(&self) -> Result<Session, ApiError> {
        let record = self.state().record.clone();
        sit(&self.registry, &record, &Stop::default())
    }

    /// The same if this many moves were made and it is the person's turn.
    pub(crate) fn look_at(&self, ply: usize) -> Result<Session, ApiError> {
        {
            let state = self.state();
            if state.record.moves.len() != ply {
                return Err(self.conflict(&state, "the table has moved on"));
            }
            if state.seen.choices.is_none() {
                return Err(self.conflict(&state, "it is not your turn"));
            }
        }
        self.look()
    }

    /// The game as text to keep, once nothing of it is hidden any more. The start of a whole game tells all its deals.
    pub(crate) fn record(&self) -> Option<String> {
        let state = self.state();
        state.seen.mover.is_none().then(|| state.record.to_string())
    }

    /// MiB that the tables of its players may use in a search.
    pub(crate) fn memory(&self) -> usize {
        players::memory(&self.state().record.players)
    }
}

/// Why a table cannot be: where players are wrong, the body says them in `against`.
fn in_field(error: LabError) -> ApiError {
    let is_about_players = match &error {
        LabError::TooManyPlayers { .. } => true,
        LabError::Catalog(error) => {
            matches!(error, Error::Player { .. } | Error::NoPlayers | Error::NeedsToSee { .. } | Error::Program)
        }
        _ => false,
    };
    let error = ApiError::from(error);
    if is_about_players { error.in_field("against") } else { error }
}

/// Sits a person down to the game of a record. Nothing is kept.
fn sit(registry: &Registry, record: &HandRecord, stop: &Stop) -> Result<Session, ApiError> {
    let mut session = Session::new(registry, record.clone(), Kept::default(), stop.clone())?;
    if !record.setup.hidden && registry.game(&record.game)?.hides {
        session.show_all();
    }
    Ok(session)
}

/// What is told of a table: the number of moves, and what the person has seen, with the events of this deal and the one before.
fn told(seen: &Seen) -> Value {
    let is_start = |event: &SeatEvent| matches!(event, SeatEvent::Deal { .. } | SeatEvent::Start { .. });
    let starts = seen.events.iter().enumerate().filter(|(_, event)| is_start(event));
    let first = starts.map(|(place, _)| place).rev().nth(1).unwrap_or_default();
    let seen = Seen { events: seen.events[first..].to_vec(), ..seen.clone() };
    json!({ "ply": seen.moves, "seen": seen })
}

/// 64 bits that nobody can guess: the system's randomness keys a hash.
pub(crate) fn draw() -> u64 {
    RandomState::new().build_hasher().finish()
}
