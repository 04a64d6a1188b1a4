//! The twenty results of a deal of bridge: every declarer in every strain.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat::{Budget, NotationError, Player, ScalarTable};
use cutthroat_catalog::{Error, Request, whole_file};
use cutthroat_games::cards::bridge::{
    self, Board, COMPASS, OtherTag, STRAINS, StrainError, TrickTable, Vulnerability, strain_letter, write_pbn,
};
use cutthroat_games::cards::{BridgeRules, Cards, Suit, read};
use rayon::prelude::*;
use serde::Serialize;

use crate::error::LabError;
use crate::threads;

/// MiB for the table of a strain. Four searches of a whole deal seldom fill half of it.
const USUAL_MEMORY: usize = 1024;

/// How deals are solved in all strains.
#[derive(Clone, Debug)]
pub struct StrainSolving {
    /// MiB for the table of each strain; the default if not given.
    pub memory: Option<u64>,
    /// How many threads; as many as there are cores if not given.
    pub threads: Option<NonZeroUsize>,
    /// A flag that stops it.
    pub stop: Option<Arc<AtomicBool>>,
}

fn unreadable(what: &dyn Display) -> LabError {
    LabError::Catalog(Error::Record { game: "bridge", error: NotationError(what.to_string()) })
}

/// The four hands of a deal in our notation.
fn hands_of(position: &str) -> Result<[Cards; 4], LabError> {
    let (_, start) = read::<BridgeRules>(position).map_err(|error| unreadable(&error))?;
    if start.played() > 0 {
        return Err(unreadable(&"every strain is solved from the first lead, and cards lie on the table"));
    }
    Ok(std::array::from_fn(|seat| start.hand(Player::new(seat))))
}

impl StrainSolving {
    /// Solves the deal of a position in every strain. Who leads and what is trump there does not count.
    ///
    /// # Errors
    /// When the text is no position of bridge, or cards lie on the table; when it was stopped.
    pub fn one(&self, position: &str) -> Result<StrainReport, LabError> {
        let hands = hands_of(position)?;
        Ok(reported(&self.table(&hands)?, hands.iter().all(|hand| hand.len() == 13)))
    }

    /// The tricks of every declarer in every strain. The four declarers of a strain share a table, so a strain is one task.
    fn table(&self, hands: &[Cards; 4]) -> Result<TrickTable, LabError> {
        let memory = self.memory.map_or_else(String::new, |mebibytes| format!(":memory={mebibytes}"));
        let request = Request::of(&format!("paranoid{memory}"))?;
        let memory = request.settings.number("memory").unwrap_or(USUAL_MEMORY);
        let budget = Budget { stop: self.stop.clone(), ..Budget::default() };
        let pool = threads::pool(self.threads, STRAINS.len())?;
        let in_strain = |&strain: &Option<Suit>| {
            let mut table = ScalarTable::try_new(memory).map_err(StrainError::Search)?;
            bridge::tricks_in_strain(hands, strain, &mut table, &budget)
        };
        let columns: Result<Vec<[u8; 4]>, StrainError> = pool.install(|| STRAINS.par_iter().map(in_strain).collect());
        let columns = columns.map_err(|error| match error {
            StrainError::Deal(error) => unreadable(&error),
            StrainError::Search(error) => Error::Search(error).into(),
        })?;
        Ok(TrickTable { tricks: std::array::from_fn(|seat| std::array::from_fn(|at| columns[at][seat])) })
    }

    /// Solves all boards of a text, PBN, LIN or a position in each line, and keeps them in `out` as PBN with their tables,
    /// par and its contracts. Boards that are in `out` already are not solved again if `resume` is on.
    ///
    /// # Errors
    /// When a board cannot be read, before anything is written; when `out` is there and `resume` is off; when it was stopped.
    pub fn many(
        &self,
        text: &str,
        out: &Path,
        resume: bool,
        progress: &dyn Fn(usize, usize),
    ) -> Result<usize, LabError> {
        let mut boards = match bridge::read_boards(text) {
            Some(boards) => boards.map_err(|error| unreadable(&error))?,
            None => boards_of_lines(text)?,
        };
        let wrong = |what: String| LabError::File { file: out.to_owned(), what };
        if out.exists() {
            if !resume {
                return Err(LabError::Kept { file: out.to_owned(), what: "there are results already".into() });
            }
            let kept = whole_file::read(out).map_err(|error| wrong(error.to_string()))?;
            let kept = bridge::read_pbn(&kept).map_err(|error| wrong(error.to_string()))?;
            if kept.len() > boards.len() || kept.iter().zip(&boards).any(|(kept, board)| kept.hands != board.hands) {
                return Err(wrong("it has results of other deals".into()));
            }
            for (board, kept) in boards.iter_mut().zip(kept) {
                board.table = board.table.or(kept.table);
            }
        }
        let all = boards.len();
        for number in 0..all {
            progress(number, all);
            let table = match boards[number].table {
                Some(table) => table,
                None => self.table(&boards[number].hands)?,
            };
            boards[number].table = Some(table);
            name_par(&mut boards[number], &table);
            whole_file::write(out, &write_pbn(&boards[..=number])).map_err(|error| wrong(error.to_string()))?;
        }
        progress(all, all);
        Ok(all)
    }
}

/// The boards of a text with a position in each line.
fn boards_of_lines(text: &str) -> Result<Vec<Board>, LabError> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let boards: Vec<Board> = (1..)
        .zip(lines)
        .map(|(number, line)| {
            let error = match hands_of(line).map(Board::new) {
                Ok(Ok(board)) => return Ok(board),
                Ok(Err(error)) => unreadable(&error),
                Err(error) => error,
            };
            Err(match error {
                LabError::Catalog(error) => LabError::Deal { number, error },
                other => other,
            })
        })
        .collect::<Result<_, _>>()?;
    if boards.is_empty() { Err(LabError::NoDeals) } else { Ok(boards) }
}

/// Writes par into the tags that others have for it.
fn name_par(board: &mut Board, table: &TrickTable) {
    let (Some(dealer), Some(vulnerable)) = (board.dealer, board.vulnerable) else { return };
    let par = table.par(dealer, vulnerable);
    let side = if par.score < 0 { "EW" } else { "NS" };
    let contracts: Vec<String> = par.contracts.iter().map(ToString::to_string).collect();
    for (name, value) in
        [("OptimumScore", format!("{side} {}", par.score.abs())), ("ParContract", contracts.join(", "))]
    {
        board.others.retain(|tag| tag.name != name);
        board.others.push(OtherTag { name: name.to_owned(), value, lines: Vec::new() });
    }
}

/// The tricks of every declarer in every strain, and par: plain data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StrainReport {
    /// By declarer, from north on.
    pub tricks: Vec<DeclarerTricks>,
    /// For each vulnerability, if north deals. Empty for deals of fewer than 13 cards.
    pub par: Vec<ParReport>,
}

/// What a declarer takes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DeclarerTricks {
    /// The declarer, as a letter of the compass; north is seat 1.
    pub declarer: char,
    /// The tricks by strain.
    pub tricks: BTreeMap<char, u8>,
}

/// What a deal is worth when everybody bids perfectly.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ParReport {
    /// Who is vulnerable, as PBN writes it.
    pub vulnerable: &'static str,
    /// The score of north and south.
    pub score: i32,
    /// The contracts that score it, such as `4S by NS =`; none if the deal is passed out.
    pub contracts: Vec<String>,
}

fn reported(table: &TrickTable, whole: bool) -> StrainReport {
    let row = |(declarer, row): (char, &[u8; 5])| {
        let tricks = STRAINS.iter().zip(row).map(|(&strain, &tricks)| (strain_letter(strain), tricks)).collect();
        DeclarerTricks { declarer, tricks }
    };
    let all = [Vulnerability::Neither, Vulnerability::NorthSouth, Vulnerability::EastWest, Vulnerability::Both];
    let par = |vulnerable: Vulnerability| {
        let par = table.par(Player::new(0), vulnerable);
        let contracts = par.contracts.iter().map(ToString::to_string).collect();
        ParReport { vulnerable: vulnerable.name(), score: par.score, contracts }
    };
    StrainReport {
        tricks: COMPASS.into_iter().zip(&table.tricks).map(row).collect(),
        par: if whole { all.map(par).to_vec() } else { Vec::new() },
    }
}
