//! Results that survive crashes: one SQLite file, with a row for every finished game.
//!
//! A game is either in the file or not: each is written in a transaction of its own (or with others that are finished),
//! so a run that is killed loses only the games in progress. A run holds a lock on the file, which the system releases
//! when the process ends. Other programs may read meanwhile.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::types::FromSql;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, Row, params};

use crate::error::LabError;
use crate::one_writer;
use crate::outside::Failure;
use crate::record::GameRecord;
use crate::shard::ShardRange;
use settings::KEYS;

mod listing;
mod settings;

pub use listing::{GameFilter, GamesListed};
pub use settings::RunSettings;

/// "CUTT": tells our files from other databases.
const APPLICATION: u32 = 0x4355_5454;
/// The form of the file. Another form gets another number.
const FORM: u32 = 2;
/// The oldest form that is still read. It has a few options of games as fields of the setup, and its players took cards that
/// are equivalent for one, so that a run does not resume such a file.
const OLDEST_FORM: u32 = 1;

/// The key of the commit, which may be missing and makes no difference to what is played.
const COMMIT: &str = "commit";

/// The key of what happens to a program that fails, which is there only if programs play.
const ON_FAILURE: &str = "on_failure";

/// The key of the shard, which is there only if the file is one of the parts of a match.
const SHARD: &str = "shard";

/// Programs that failed, in the file of a match in which programs play.
const FAILURES: &str = "
    CREATE TABLE failure (
        game INTEGER NOT NULL, seat INTEGER NOT NULL, moves INTEGER NOT NULL, what TEXT NOT NULL
    ) STRICT;
";

const SCHEMA: &str = "
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE game (
        id INTEGER PRIMARY KEY,
        deal INTEGER NOT NULL,
        deal_seed INTEGER NOT NULL,
        seed INTEGER NOT NULL,
        seating TEXT NOT NULL,
        start TEXT NOT NULL,
        moves TEXT NOT NULL,
        movers TEXT NOT NULL,
        nodes TEXT NOT NULL,
        depths TEXT NOT NULL,
        end TEXT NOT NULL,
        payoff TEXT NOT NULL,
        score TEXT NOT NULL
    ) STRICT;
";

/// A file of results.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    file: PathBuf,
    settings: RunSettings,
    /// Let go after the connection is closed: closing a file that SQLite has open would drop its locks.
    _lock: Option<File>,
}

impl Store {
    /// A store in memory.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn in_memory(settings: RunSettings) -> Result<Self, LabError> {
        let file = PathBuf::from("memory");
        let connection = Connection::open_in_memory().map_err(|error| LabError::database(&file, &error))?;
        let store = Self { connection, file, settings, _lock: None };
        store.lay_out()?;
        Ok(store)
    }

    /// Begins a file for a run, or continues one if `resume` is set. A refused file is left unchanged.
    ///
    /// # Errors
    /// When there is something else in the file, games although `resume` is off, a run with other settings, or another
    /// run is using it.
    pub fn for_run(file: &Path, settings: RunSettings, resume: bool) -> Result<Self, LabError> {
        let wrong = |what: &str| LabError::file(file, what);
        let there = std::fs::metadata(file).is_ok();
        let lock = one_writer::open(file)?;
        // Before SQLite opens it: what is not ours is not touched.
        if check_ours(file)? != FORM {
            return Err(wrong("was begun by an earlier version of Cutthroat: it can be read, but not resumed"));
        }
        let connection = connect(file)?;
        let is_empty = is_blank(&connection, file)?;
        let store = Self { connection, file: file.to_owned(), settings, _lock: Some(lock) };
        if is_empty {
            let laid_out = store.lay_out();
            if laid_out.is_err() && !there {
                let _ = std::fs::remove_file(file);
            }
            laid_out?;
            return Ok(store);
        }
        let games = store.count()?;
        if !resume && games > 0 {
            let games = if games == 1 { "a game".to_owned() } else { format!("{games} games") };
            return Err(LabError::kept(file, format!("there are {games} in it already")));
        }
        let kept = read_settings(&store.connection, file)?;
        if let Some(what) = kept.difference(&store.settings) {
            return Err(wrong(&format!("it was begun with {what}")));
        }
        // Shards of one match are played on several machines, so every game has to be of the same build.
        if store.settings.shard.is_some() && kept.commit != store.settings.commit {
            return Err(wrong(&format!("it was begun with {}", kept.other_build(&store.settings))));
        }
        // An inconsistent file is refused before hours of play, not after.
        store.games()?;
        Ok(store)
    }

    /// Opens a file to read what is in it.
    ///
    /// # Errors
    /// When there is no such file, or it is not one of results.
    pub fn to_read(file: &Path) -> Result<Self, LabError> {
        check_ours(file)?;
        let connection = connect(file)?;
        if is_blank(&connection, file)? {
            return Err(LabError::file(file, "is empty: nothing has been played yet"));
        }
        let settings = read_settings(&connection, file)?;
        let store = Self { connection, file: file.to_owned(), settings, _lock: None };
        store.database(store.connection.pragma_update(None, "query_only", true))?;
        Ok(store)
    }

    /// Opens a file to read what is in it, unless nothing was begun there.
    pub(crate) fn to_read_if_any(file: &Path) -> Result<Option<Self>, LabError> {
        check_ours(file)?;
        if is_blank(&connect(file)?, file)? { Ok(None) } else { Self::to_read(file).map(Some) }
    }

    /// Begins a file for the games of several shards, or continues one of the same settings and build.
    pub(crate) fn for_merge(file: &Path, settings: RunSettings) -> Result<Self, LabError> {
        let store = Self::for_run(file, settings, true)?;
        match read_settings(&store.connection, file)?.unmergeable(&store.settings) {
            Some(what) => Err(LabError::file(file, format!("it was begun with {what}"))),
            None => Ok(store),
        }
    }

    /// How the games in it were played.
    #[must_use]
    pub fn settings(&self) -> &RunSettings {
        &self.settings
    }

    fn database<T>(&self, done: rusqlite::Result<T>) -> Result<T, LabError> {
        done.map_err(|error| LabError::database(&self.file, &error))
    }

    fn lay_out(&self) -> Result<(), LabError> {
        let lay_out = || -> rusqlite::Result<()> {
            let all = self.connection.unchecked_transaction()?;
            all.execute_batch(SCHEMA)?;
            all.pragma_update(None, "application_id", APPLICATION)?;
            all.pragma_update(None, "user_version", FORM)?;
            for (key, value) in KEYS.iter().zip(self.settings.values()) {
                all.execute("INSERT INTO meta VALUES (?1, ?2)", params![key, value])?;
            }
            let shard = self.settings.shard.and_then(|shard| serde_json::to_string(&shard).ok());
            let optional = [(COMMIT, &self.settings.commit), (ON_FAILURE, &self.settings.on_failure), (SHARD, &shard)];
            for (key, value) in optional {
                if let Some(value) = value {
                    all.execute("INSERT INTO meta VALUES (?1, ?2)", params![key, value])?;
                }
            }
            if self.settings.on_failure.is_some() {
                all.execute_batch(FAILURES)?;
            }
            all.commit()
        };
        self.database(lay_out())
    }

    /// How many games there are.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn count(&self) -> Result<u64, LabError> {
        self.database(self.connection.query_row("SELECT count(*) FROM game", [], |row| row.get(0)))
    }

    /// The numbers of the games there are, in order.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn ids(&self) -> Result<Vec<u64>, LabError> {
        let ids = || -> rusqlite::Result<Vec<i64>> {
            let mut query = self.connection.prepare("SELECT id FROM game ORDER BY id")?;
            query.query_map([], |row| row.get(0))?.collect()
        };
        let counted = |id: i64| match u64::try_from(id) {
            Ok(id) if id > 0 => Ok(id),
            _ => Err(LabError::file(&self.file, format!("game {id}: games are counted from 1"))),
        };
        self.database(ids())?.into_iter().map(counted).collect()
    }

    /// Adds games; all of them, or none.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn add(&mut self, games: &[GameRecord]) -> Result<(), LabError> {
        let add = || -> rusqlite::Result<()> {
            let all = self.connection.unchecked_transaction()?;
            {
                let mut insert =
                    all.prepare_cached("INSERT INTO game VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13)")?;
                for game in games {
                    let depths = game.depths.iter().map(|depth| depth.map_or(-1, |depth| depth as i64));
                    insert.execute(params![
                        game.id,
                        game.deal,
                        game.deal_seed,
                        game.seed,
                        written(game.seating.iter()),
                        game.start,
                        written(game.moves.iter()),
                        written(game.movers.iter()),
                        written(game.nodes.iter()),
                        written(depths),
                        game.end,
                        written(game.payoff.iter()),
                        written(game.score.iter()),
                    ])?;
                    for Failure { seat, moves, what } in &game.failures {
                        all.execute("INSERT INTO failure VALUES (?1,?2,?3,?4)", params![game.id, seat, moves, what])?;
                    }
                }
            }
            all.commit()
        };
        self.database(add())
    }

    /// All games, in order of their numbers.
    ///
    /// # Errors
    /// When the file cannot be read, or a game in it does not fit together.
    pub fn games(&self) -> Result<Vec<GameRecord>, LabError> {
        let mut query = self.database(self.connection.prepare("SELECT * FROM game ORDER BY id"))?;
        let mut rows = self.database(query.query([]))?;
        let mut games: Vec<GameRecord> = Vec::new();
        while let Some(row) = self.database(rows.next())? {
            let game = self.record(row)?;
            // Only a damaged file has a number twice.
            if games.last().is_some_and(|last| last.id >= game.id) {
                return Err(LabError::file(&self.file, format!("it is damaged: game {} is there twice", game.id)));
            }
            games.push(game);
        }
        Ok(games)
    }

    /// The game with this number.
    ///
    /// # Errors
    /// When there is none, it does not fit together, or the file cannot be read.
    pub fn game(&self, id: u64) -> Result<GameRecord, LabError> {
        let mut query = self.database(self.connection.prepare("SELECT * FROM game WHERE id = ?1"))?;
        let mut rows = self.database(query.query([id]))?;
        match self.database(rows.next())? {
            Some(row) => self.record(row),
            None => {
                let games = self.count()?;
                Err(LabError::file(&self.file, format!("there is no game {id}; there are {games}")))
            }
        }
    }

    /// Reads a row, and refuses one that does not fit together: readers of games need not check again.
    fn record(&self, row: &Row<'_>) -> Result<GameRecord, LabError> {
        let read = record(row).map_err(|column| format!("its {column} cannot be read"));
        let read = read.and_then(|game| {
            let failures =
                self.failures_in(game.id).map_err(|error| format!("its failures cannot be read: {error}"))?;
            Ok(GameRecord { failures, ..game })
        });
        read.and_then(|game| game.check(self.settings.players.len()).map(|()| game)).map_err(|what| {
            let id: i64 = row.get("id").unwrap_or_default();
            LabError::file(&self.file, format!("game {id}: {what}"))
        })
    }

    /// The programs that failed in a game.
    fn failures_in(&self, id: u64) -> rusqlite::Result<Vec<Failure>> {
        if self.settings.on_failure.is_none() {
            return Ok(Vec::new());
        }
        let mut query =
            self.connection.prepare_cached("SELECT seat, moves, what FROM failure WHERE game = ?1 ORDER BY rowid")?;
        let failure = |row: &Row<'_>| Ok(Failure { seat: row.get(0)?, moves: row.get(1)?, what: row.get(2)? });
        query.query_map([id], failure)?.collect()
    }

    #[cfg(test)]
    fn limit_to_pages(&self, pages: u32) {
        self.connection.pragma_update(None, "max_page_count", pages).unwrap();
    }
}

/// Several values in one column.
fn written<T: ToString>(values: impl Iterator<Item = T>) -> String {
    values.map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
}

/// The game of a row, or the column that cannot be read.
fn record(row: &Row<'_>) -> Result<GameRecord, &'static str> {
    fn value<T: FromSql>(row: &Row<'_>, column: &'static str) -> Result<T, &'static str> {
        row.get(column).map_err(|_| column)
    }
    fn list<T: std::str::FromStr>(row: &Row<'_>, column: &'static str) -> Result<Vec<T>, &'static str> {
        let text: String = value(row, column)?;
        text.split_whitespace().map(str::parse).collect::<Result<_, _>>().map_err(|_| column)
    }
    let depth =
        |depth: i64| if depth == -1 { Ok(None) } else { usize::try_from(depth).map(Some).map_err(|_| "depths") };
    Ok(GameRecord {
        id: value(row, "id")?,
        deal: value(row, "deal")?,
        deal_seed: value(row, "deal_seed")?,
        seed: value(row, "seed")?,
        seating: list(row, "seating")?,
        start: value(row, "start")?,
        moves: list(row, "moves")?,
        movers: list(row, "movers")?,
        nodes: list(row, "nodes")?,
        depths: list(row, "depths")?.into_iter().map(depth).collect::<Result<_, _>>()?,
        end: value(row, "end")?,
        payoff: list(row, "payoff")?,
        score: list(row, "score")?,
        failures: Vec::new(),
    })
}

fn connect(file: &Path) -> Result<Connection, LabError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connect = || {
        let connection = Connection::open_with_flags(file, flags)?;
        // Readers finish soon.
        connection.busy_timeout(Duration::from_secs(30))?;
        // A kill loses nothing that was committed, whatever is chosen here; this is for a loss of power.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        Ok(connection)
    };
    connect().map_err(|error| LabError::database(file, &error))
}

fn read_settings(connection: &Connection, file: &Path) -> Result<RunSettings, LabError> {
    let read =
        |key: &str| connection.query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get::<_, String>(0));
    let values: rusqlite::Result<Vec<String>> = KEYS.iter().map(|key| read(key)).collect();
    let values = values.map_err(|error| LabError::database(file, &error))?;
    let optional = |key: &str| read(key).optional().map_err(|error| LabError::database(file, &error));
    let (commit, on_failure) = (optional(COMMIT)?, optional(ON_FAILURE)?);
    let shard = match optional(SHARD)? {
        None => None,
        Some(text) => match serde_json::from_str::<ShardRange>(&text) {
            Ok(shard) if shard.is_sound() => Some(shard),
            _ => return Err(LabError::file(file, format!("`{text}` is not a shard"))),
        },
    };
    let settings = RunSettings::of_values(&values).map_err(|what| LabError::file(file, what))?;
    Ok(RunSettings { commit, on_failure, shard, ..settings })
}

/// Whether nothing was laid out in the file. A run that was killed while it laid it out leaves a header, too, until
/// SQLite takes that back.
fn is_blank(connection: &Connection, file: &Path) -> Result<bool, LabError> {
    let tables = connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, u64>(0));
    Ok(tables.map_err(|error| LabError::database(file, &error))? == 0)
}

/// Checks that the file is empty or has results, and returns their form. Looks at the header only, which SQLite keeps
/// at fixed places (file format, section 1.3), so that a file of another program is never changed.
///
/// # Errors
/// When it is another kind of file, or of another form.
fn check_ours(file: &Path) -> Result<u32, LabError> {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    let system = |error: std::io::Error| LabError::file(file, format!("cannot be read: {error}"));
    let mut header = Vec::new();
    let there = std::fs::metadata(file).map_err(system)?;
    if !there.is_file() {
        let what = if there.is_dir() { "is a folder, not a file of results" } else { "is not a file of results" };
        return Err(LabError::file(file, what));
    }
    File::open(file).map_err(system)?.take(100).read_to_end(&mut header).map_err(system)?;
    if header.is_empty() {
        return Ok(FORM);
    }
    let number =
        |at: usize| header.get(at..at + 4).map(|bytes| u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    if !header.starts_with(MAGIC) || number(68) != Some(APPLICATION) {
        return Err(LabError::file(file, "is not a file of Cutthroat's results"));
    }
    match number(60) {
        Some(form @ OLDEST_FORM..=FORM) => Ok(form),
        form => {
            let form = form.unwrap_or_default();
            let what = format!(
                "was written by another version of Cutthroat (form {form}; this one reads forms {OLDEST_FORM} to {FORM})"
            );
            Err(LabError::file(file, what))
        }
    }
}

#[cfg(test)]
mod tests;
