//! Precomputed tables: their files, building them, and checking them.

use std::path::{Path, PathBuf};
use std::time::Instant;

use cutthroat::{Game, Notation, Player};
use cutthroat_games::boards::{CheckersState, ChineseCheckers, DistanceTable, TableError, TableProgress};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use crate::chinese_checkers::EXAMPLE;
use crate::data_folder::data_folder;
use crate::error::Error;
use crate::whole_file;

/// The only game with a table so far.
const CHINESE_CHECKERS: &str = "chinese-checkers";

/// A table, whether or not there is a file of it yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrecomputedTable {
    pieces: usize,
    file: PathBuf,
}

/// What a table is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableInfo {
    /// Its file.
    pub file: PathBuf,
    /// The size of the file.
    pub bytes: u64,
    /// Pieces of the player.
    pub pieces: usize,
    /// Placements of these pieces.
    pub placements: u64,
    /// The greatest distance.
    pub depth: u8,
    /// How many placements there are at each distance, from 0.
    pub histogram: Vec<u64>,
}

/// The result of building a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TableBuilt {
    /// Whether a good table was there already, so that nothing was done.
    pub was_there: bool,
    /// What was wrong with the file that was there.
    pub replaced: Option<String>,
    /// How long it took.
    pub seconds: f64,
    /// What was built.
    pub info: TableInfo,
}

/// The distance of one player in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PlayerDistance {
    /// The player, counted from 1.
    pub player: usize,
    /// The fewest moves to their goal with nobody else on the board.
    pub moves: u8,
}

impl PrecomputedTable {
    /// The table of a game, in `file` or where tables usually lie: the folder that `CUTTHROAT_DATA` names, or else
    /// `cutthroat` in the user's folder for data (`XDG_DATA_HOME`, or `.local/share` in their home).
    ///
    /// # Errors
    /// If the game has no table, none is possible for that number of pieces, or there is no folder for it.
    pub fn of(game: &str, pieces: usize, file: Option<PathBuf>) -> Result<Self, Error> {
        if game != CHINESE_CHECKERS {
            return Err(Error::NoTable { game: game.to_owned() });
        }
        if !DistanceTable::is_possible(pieces) {
            // Whether there is no such board, or only no table of it.
            ChineseCheckers::new(pieces, 2).map_err(|error| Error::NoBoard(error.to_string()))?;
            return Err(Error::TooLargeForTable { pieces });
        }
        let usual = || {
            Ok::<_, Error>(
                data_folder().ok_or(Error::NoTableFolder)?.join(format!("{CHINESE_CHECKERS}-{pieces}.table")),
            )
        };
        Ok(Self { pieces, file: file.map_or_else(usual, Ok)? })
    }

    /// Its file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    pub(crate) fn open(&self) -> Result<DistanceTable, Error> {
        if !self.file.exists() {
            let (file, pieces) = (self.file.clone(), self.pieces);
            return Err(Error::TableMissing { file, pieces });
        }
        DistanceTable::open(&self.file, self.pieces).map_err(|error| Error::Table(error.to_string()))
    }

    /// Builds the table, unless a good one exists and `anyway` is not set. A table that is damaged, cut off or of
    /// another version is replaced, one for another number of pieces only if `anyway` is set, and a file that is not a
    /// table never. Several programs may build it at the same time: each writes a complete file.
    ///
    /// # Errors
    /// When the file cannot be written, or has something else in it.
    pub fn build(&self, anyway: bool, progress: impl Fn(TableProgress) + Sync) -> Result<TableBuilt, Error> {
        let system = |error: std::io::Error| Error::Table(format!("{}: {error}", self.file.display()));
        let is_empty = || std::fs::metadata(&self.file).is_ok_and(|there| there.is_file() && there.len() == 0);
        let replaced = match DistanceTable::open(&self.file, self.pieces) {
            Ok(table) if !anyway => {
                return Ok(TableBuilt { was_there: true, replaced: None, seconds: 0.0, info: self.info_of(&table)? });
            }
            Ok(_) => None,
            Err(TableError::System { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error @ TableError::Pieces { .. }) if !anyway => {
                return Err(Error::TableThere { error: error.to_string(), pieces: self.pieces });
            }
            Err(TableError::Foreign { file }) if !is_empty() => {
                let file = file.display();
                return Err(Error::Table(format!("{file} is not a table of distances, and is left as it is")));
            }
            Err(error @ TableError::System { .. }) => return Err(Error::Table(error.to_string())),
            Err(error) => Some(error.to_string()),
        };
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder).map_err(system)?;
        }
        whole_file::check_writable(&self.file).map_err(system)?;
        let start = Instant::now();
        let table =
            DistanceTable::build(self.pieces, progress).ok_or(Error::TooLargeForTable { pieces: self.pieces })?;
        whole_file::write_with(&self.file, |out| table.write_to(out)).map_err(system)?;
        let seconds = start.elapsed().as_secs_f64();
        Ok(TableBuilt { was_there: false, replaced, seconds, info: self.info_of(&table)? })
    }

    /// What the table in the file is.
    ///
    /// # Errors
    /// When the file is not there, or not a good table.
    pub fn info(&self) -> Result<TableInfo, Error> {
        self.info_of(&self.open()?)
    }

    fn info_of(&self, table: &DistanceTable) -> Result<TableInfo, Error> {
        let metadata = std::fs::metadata(&self.file);
        let bytes = metadata.map_err(|error| Error::Table(format!("{}: {error}", self.file.display())))?.len();
        Ok(TableInfo {
            file: self.file.clone(),
            bytes,
            pieces: table.pieces(),
            placements: table.placements() as u64,
            depth: table.depth(),
            histogram: table.histogram(),
        })
    }

    /// Checks the file's checksum and `count` random placements: that 0 is the goal only, that every other value is one
    /// more than the least of those one move away, and that none is more than a plain walk to the goal takes.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn verify(&self, samples: u64, seed: u64) -> Result<(), Error> {
        let table = self.open()?;
        if table.histogram()[0] != 1 {
            return Err(Error::Table(format!("{}: not exactly one placement is the goal", self.file.display())));
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..samples {
            let rank = rng.random_range(0..table.placements());
            table.check(rank).map_err(|fault| Error::Table(format!("{}: {fault}", self.file.display())))?;
        }
        Ok(())
    }

    /// How far each player of a position is from their goal.
    ///
    /// # Errors
    /// When the position cannot be read or is on another board, or the file is not a good table.
    pub fn query(&self, position: &str) -> Result<Vec<PlayerDistance>, Error> {
        let (game, state) = on_board(position, self.pieces)?;
        Ok(distances_in(&self.open()?, &game, &state))
    }

    /// The table in the file, opened once for many questions.
    ///
    /// # Errors
    /// When the file is not there, or not a good table.
    pub fn distances(&self) -> Result<Distances, Error> {
        Ok(Distances(self.open()?))
    }
}

/// A table that was opened.
pub struct Distances(DistanceTable);

impl Distances {
    /// How far each player of a position is from their goal.
    ///
    /// # Errors
    /// When the position cannot be read or is on another board.
    pub fn query(&self, position: &str) -> Result<Vec<PlayerDistance>, Error> {
        let (game, state) = on_board(position, self.0.pieces())?;
        Ok(distances_in(&self.0, &game, &state))
    }
}

/// Reads a position on the board with `pieces` pieces.
fn on_board(position: &str, expected: usize) -> Result<(ChineseCheckers, CheckersState), Error> {
    let read = ChineseCheckers::read_position(position);
    let (game, state) = read.map_err(|error| Error::Notation { game: CHINESE_CHECKERS, error, example: EXAMPLE })?;
    let pieces = game.star().pieces();
    if pieces == expected {
        return Ok((game, state));
    }
    Err(Error::OtherTable { pieces, expected })
}

fn distances_in(table: &DistanceTable, game: &ChineseCheckers, state: &CheckersState) -> Vec<PlayerDistance> {
    let distance = |player: Player| PlayerDistance {
        player: player.seat(),
        moves: table.distance_to(game.goal(player), state.pieces(player)),
    };
    Player::all(game.players()).map(distance).collect()
}
