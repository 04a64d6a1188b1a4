//! `cutthroat replay`

use std::fmt::Write as _;
use std::io::{Write as _, stdout};
use std::path::PathBuf;

use cutthroat_catalog::{LiveGame, Registry, Task};
use cutthroat_lab::store::Store;
use cutthroat_lab::{GameRecord, replay};
use serde_json::json;

use crate::json::object;
use crate::table::counted;

/// Options of `cutthroat replay`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file that `cutthroat match --out` wrote.
    file: PathBuf,
    /// The number of the game, as `cutthroat results` lists it.
    #[arg(allow_negative_numbers = true)]
    id: u64,
    /// Let the players choose again, and check that they choose the same at the same cost.
    #[arg(long)]
    again: bool,
    /// Draw the position before every move, not only at the beginning and the end.
    #[arg(long)]
    diagrams: bool,
    /// Show only what this seat saw, one event a line; with --json in the form that other programs are told it.
    #[arg(long, value_name = "N", conflicts_with = "diagrams")]
    seat: Option<usize>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(games: &Registry, args: &Args, quiet: bool) -> anyhow::Result<()> {
    let store = Store::to_read(&args.file)?;
    let game = store.game(args.id)?;
    let settings = store.settings();
    let mut text = format!("{}, game {}, deal {} (seed {})\n", settings.game, game.id, game.deal, game.deal_seed);
    for (seat, &kind) in game.seating.iter().enumerate() {
        let player = settings.players.get(kind - 1).map_or("", String::as_str);
        let _ = writeln!(text, "seat {}: {player}", seat + 1);
    }
    let tally = games.seat(&settings.seating()?)?.tally();
    if let Some(seat) = args.seat {
        return show_seat(games, &store, &game, seat, args);
    }
    let mut positions = Vec::new();
    let mut before: Option<Task> = None;
    let mut seen = Vec::new();
    let mut sheet = None;
    replay(games, settings, &game, args.again, |playing, place| {
        positions.push(playing.text());
        sheet = playing.sheet().cloned();
        if place == game.moves.len() {
            seen = (1..=playing.seats()).map(|seat| playing.events(seat)).collect::<Result<Vec<_>, _>>()?;
        }
        if let Some(ended) = playing.round_ended() {
            let _ = writeln!(text, "      {ended}");
        }
        // Passes and bids change hands and terms.
        let task = playing.choices().what;
        let begins = place == 0 || task == Task::Play && before != Some(task);
        before = Some(task);
        if let Some(terms) = playing.terms().filter(|_| begins) {
            let _ = writeln!(text, "{terms}");
        }
        if args.diagrams || begins || place == game.moves.len() {
            let drawn = playing.diagram().unwrap_or_else(|| playing.text());
            let _ = write!(text, "\n{drawn}\n\n");
        }
        if place < game.moves.len() {
            if let Some(begins) = playing.round_begins() {
                let _ = writeln!(text, "{begins}");
            }
            let _ = writeln!(text, "{}", step(&game, playing, place));
        }
        Ok(())
    })?;
    let score: Vec<String> = game.score.iter().map(|score| format!("{}", (score * 1e4).round() / 1e4)).collect();
    let _ = writeln!(text, "score   {} {}; {}", score.join(", "), tally.unit, winners(&tally.wins(&game.score)));
    if args.again {
        let _ = writeln!(text, "every move was chosen again");
    }
    let mut out = stdout().lock();
    if args.json {
        let mut shown =
            json!({ "settings": settings, "game": game, "positions": positions, "seen": seen, "again": args.again });
        if let Some(sheet) = sheet {
            shown["sheet"] = serde_json::to_value(sheet)?;
        }
        writeln!(out, "{}", object(&shown)?)?;
    } else if quiet {
        writeln!(out, "{}", game.moves.join(" "))?;
    } else {
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

/// Prints what one seat saw.
fn show_seat(games: &Registry, store: &Store, game: &GameRecord, seat: usize, args: &Args) -> anyhow::Result<()> {
    let mut seen = Vec::new();
    replay(games, store.settings(), game, args.again, |playing, place| {
        if place == game.moves.len() {
            seen = playing.events(seat)?;
        }
        Ok(())
    })?;
    let mut out = stdout().lock();
    if args.json {
        writeln!(
            out,
            "{}",
            object(&json!({ "game": store.settings().game, "id": game.id, "seat": seat, "events": seen }))?
        )?;
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
