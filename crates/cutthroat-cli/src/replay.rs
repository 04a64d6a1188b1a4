//! `cutthroat replay`

use std::fmt::Write as _;
use std::io::{Write as _, stdout};
use std::path::PathBuf;

use anyhow::bail;
use cutthroat_catalog::{GameSheet, LiveGame, Registry, SeatEvent, Tally, Task};
use cutthroat_lab::outside::Failure;
use cutthroat_lab::store::Store;
use cutthroat_lab::{GameRecord, HandRecord, LabError, RecordedMove, replay};
use serde_json::json;

use crate::json::object;
use crate::table::{self, counted};
use crate::{Usage, play, program, terminal, whole_file};

/// Options of `cutthroat replay`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file that `match --out` wrote, or a record of one game that `play` wrote.
    file: PathBuf,
    /// The number of the game, as `results` lists it; a record of one game needs none.
    #[arg(allow_negative_numbers = true)]
    id: Option<u64>,
    /// Let the players choose again, and check that they choose the same at the same cost.
    #[arg(long)]
    again: bool,
    /// Draw the position before every move, not only at the beginning and the end.
    #[arg(long)]
    diagrams: bool,
    /// Show only what this seat saw: on a terminal step by step, otherwise one event a line; with --json in the form that other
    /// programs are told it.
    #[arg(long, value_name = "N", conflicts_with = "diagrams")]
    seat: Option<usize>,
    /// Print the game as a record of its own, which `replay` reads too.
    #[arg(long, value_name = "FORM", conflicts_with_all = ["again", "diagrams", "seat", "json"])]
    export: Option<Form>,
    /// Print the whole game, as where there is no terminal to step through it.
    #[arg(long)]
    plain: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The forms of a record.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Form {
    /// Lines of text.
    Text,
    /// One JSON object.
    Json,
}

/// A game that was played, from either kind of file.
enum Played {
    /// A game of a match.
    Stored(Box<Store>, GameRecord),
    /// A record of one game.
    Alone(HandRecord),
}

impl Played {
    fn read(args: &Args) -> anyhow::Result<Self> {
        let alone = whole_file::read(&args.file).ok().filter(|text| HandRecord::is_record(text));
        if let Some(text) = alone {
            let wrong = |what| anyhow::anyhow!("{}: {what}", args.file.display());
            if args.id.is_some() || args.again {
                let what = if args.again { "--again" } else { "a number" };
                bail!(Usage(format!("{} is a record of one game: it has no use for {what}", args.file.display())));
            }
            return Ok(Self::Alone(HandRecord::read(&text).map_err(wrong)?));
        }
        let store = Store::to_read(&args.file)?;
        let Some(id) = args.id else {
            bail!(Usage(format!("say which game of {}: `{} results` lists them", args.file.display(), program())));
        };
        let game = store.game(id)?;
        Ok(Self::Stored(Box::new(store), game))
    }

    fn record(&self) -> HandRecord {
        match self {
            Self::Stored(store, game) => HandRecord::of_game(store.settings(), game),
            Self::Alone(record) => record.clone(),
        }
    }

    /// Plays it again, and calls `see` before each move, with its place among the moves, and at the end.
    fn replay(
        &self,
        games: &Registry,
        again: bool,
        mut see: impl FnMut(&dyn LiveGame, usize) -> Result<(), LabError>,
    ) -> anyhow::Result<()> {
        match self {
            Self::Stored(store, game) => replay(games, store.settings(), game, again, see)?,
            Self::Alone(record) => {
                let mut playing = record.game_after(games, 0)?;
                for place in 0..record.moves.len() {
                    see(playing.as_ref(), place)?;
                    record.go_on(playing.as_mut(), place)?;
                }
                see(playing.as_ref(), record.moves.len())?;
            }
        }
        Ok(())
    }

    /// A move in a line.
    fn step(&self, playing: &dyn LiveGame, place: usize) -> String {
        match self {
            Self::Stored(_, game) => step(game, playing, place),
            Self::Alone(record) => {
                let RecordedMove { seat, mv, expects } = &record.moves[place];
                let expects = expects.as_ref().map(|payoff| format!("expects {}", table::tuple(payoff)));
                let line = format!("{:>4}  seat {seat}  {mv:<8} {}", place + 1, expects.unwrap_or_default());
                line.trim_end().to_owned()
            }
        }
    }
}

pub(crate) fn run(games: &Registry, args: &Args, quiet: bool) -> anyhow::Result<()> {
    let played = Played::read(args)?;
    let record = played.record();
    if let Some(form) = args.export {
        // What is not a game is not exported.
        record.game_after(games, record.moves.len())?;
        let text = match form {
            Form::Text => record.to_string(),
            Form::Json => record.to_json()?,
        };
        writeln!(stdout().lock(), "{}", text.trim_end())?;
        return Ok(());
    }
    let prints = args.json || args.plain || args.again || args.diagrams || quiet;
    if !prints && terminal::is_there() {
        return play::watch(games, record, args.seat);
    }
    if let Some(seat) = args.seat {
        return show_seat(games, &played, &record, seat, args);
    }
    let mut told = Told { diagrams: args.diagrams, ..Told::default() };
    match &played {
        Played::Stored(_, game) => {
            let _ =
                writeln!(told.text, "{}, game {}, deal {} (seed {})", record.game, game.id, game.deal, game.deal_seed);
        }
        Played::Alone(_) => {
            let _ = writeln!(told.text, "{}", record.game);
        }
    }
    for (seat, player) in record.players.iter().enumerate() {
        let _ = writeln!(told.text, "seat {}: {player}", seat + 1);
    }
    let moves = record.moves.len();
    let mut score = None;
    played.replay(games, args.again, |playing, place| {
        told.see(playing, place, moves)?;
        if place < moves {
            let _ = writeln!(told.text, "{}", played.step(playing, place));
        } else {
            score = playing.score().map(|score| (score, playing.info().tally.clone()));
        }
        Ok(())
    })?;
    if let Played::Stored(store, game) = &played {
        let tally = games.seat(&store.settings().seating()?)?.tally();
        score = Some((game.score.clone(), tally));
    }
    match score {
        Some((score, tally)) => {
            let tally =
                if told.sheet.is_some() { Tally { unit: "wins", of: "a game", low_is_good: false } } else { tally };
            let written: Vec<String> = score.iter().map(|score| format!("{}", (score * 1e4).round() / 1e4)).collect();
            let _ =
                writeln!(told.text, "score   {} {}; {}", written.join(", "), tally.unit, winners(&tally.wins(&score)));
        }
        None => {
            let _ = writeln!(told.text, "not finished");
        }
    }
    if let Played::Stored(_, game) = &played {
        for failure in &game.failures {
            let Failure { seat, moves, what } = failure;
            let _ = writeln!(told.text, "the program in seat {seat} failed after move {moves}: it {what}");
        }
    }
    if args.again {
        let has_programs = match &played {
            Played::Stored(store, _) => {
                let settings = store.settings();
                (0..settings.players.len()).any(|player| settings.is_program(player))
            }
            Played::Alone(_) => false,
        };
        let what = match has_programs {
            true => "every move of a player was chosen again; programs were not started",
            false => "every move was chosen again",
        };
        let _ = writeln!(told.text, "{what}");
    }
    let Told { text, positions, seen, sheet, .. } = told;
    let mut out = stdout().lock();
    if args.json {
        let mut shown = match &played {
            Played::Stored(store, game) => json!({
                "settings": store.settings(), "game": game, "positions": positions, "seen": seen, "again": args.again
            }),
            Played::Alone(record) => json!({ "record": record, "positions": positions, "seen": seen }),
        };
        if let Some(sheet) = sheet {
            shown["sheet"] = serde_json::to_value(sheet)?;
        }
        writeln!(out, "{}", object(&shown)?)?;
    } else if quiet {
        let moves: Vec<&str> = record.moves.iter().map(|recorded| recorded.mv.as_str()).collect();
        writeln!(out, "{}", moves.join(" "))?;
    } else {
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

/// What was told of a game so far.
#[derive(Default)]
struct Told {
    diagrams: bool,
    text: String,
    before: Option<Task>,
    positions: Vec<String>,
    seen: Vec<Vec<SeatEvent>>,
    sheet: Option<GameSheet>,
}

impl Told {
    /// Tells how the game stands before the move with this place, or at the end.
    fn see(&mut self, playing: &dyn LiveGame, place: usize, moves: usize) -> Result<(), LabError> {
        let text = &mut self.text;
        self.positions.push(playing.text());
        self.sheet = playing.sheet().cloned();
        if place == moves {
            self.seen = (1..=playing.seats()).map(|seat| playing.events(seat)).collect::<Result<Vec<_>, _>>()?;
        }
        if let Some(ended) = playing.round_ended() {
            let _ = writeln!(text, "      {ended}");
        }
        // Passes and bids change hands and terms.
        let task = playing.choices().what;
        let begins = place == 0 || task == Task::Play && self.before != Some(task);
        self.before = Some(task);
        if let Some(terms) = playing.terms().filter(|_| begins) {
            let _ = writeln!(text, "{terms}");
        }
        if self.diagrams || begins || place == moves {
            let drawn = playing.diagram().unwrap_or_else(|| playing.text());
            let _ = write!(text, "\n{drawn}\n\n");
        }
        if let Some(begins) = playing.round_begins().filter(|_| place < moves) {
            let _ = writeln!(text, "{begins}");
        }
        Ok(())
    }
}

/// Prints what one seat saw.
fn show_seat(games: &Registry, played: &Played, record: &HandRecord, seat: usize, args: &Args) -> anyhow::Result<()> {
    let mut seen = Vec::new();
    played.replay(games, args.again, |playing, place| {
        if place == record.moves.len() {
            seen = playing.events(seat)?;
        }
        Ok(())
    })?;
    let mut out = stdout().lock();
    if args.json {
        let shown = match played {
            Played::Stored(_, game) => json!({ "game": record.game, "id": game.id, "seat": seat, "events": seen }),
            Played::Alone(_) => json!({ "game": record.game, "seat": seat, "events": seen }),
        };
        writeln!(out, "{}", object(&shown)?)?;
        return Ok(());
    }
    for event in &seen {
        writeln!(out, "{event}")?;
    }
    Ok(())
}

/// Who won, and who shared it.
fn winners(wins: &[f64]) -> String {
    let seats: Vec<String> =
        (1..=wins.len()).filter(|seat| wins[seat - 1] > 0.0).map(|seat| format!("seat {seat}")).collect();
    match &seats[..] {
        [one] => format!("{one} wins"),
        [first @ .., last] => format!("{} and {last} share the win", first.join(", ")),
        [] => "nobody wins".to_owned(),
    }
}

fn step(game: &GameRecord, playing: &dyn LiveGame, place: usize) -> String {
    let searched = match game.depths[place] {
        Some(depth) => format!("{}, depth {depth}", counted(game.nodes[place], "node")),
        None if playing.legal_moves().len() == 1 => "the only move".to_owned(),
        None => "not searched".to_owned(),
    };
    format!("{:>4}  seat {}  {:<8} {searched}", place + 1, game.movers[place], game.moves[place])
}
