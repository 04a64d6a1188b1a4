//! `cutthroat match`

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{Write as _, stdout};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use cutthroat_catalog::{Registry, SeatingRequest, Setup};
use cutthroat_lab::Shard;
use cutthroat_lab::matches::{Ending, Match, MatchRequest, Progress};
use cutthroat_lab::outside::{Entrant, OnFailure, ProgramTerms};
use cutthroat_lab::store::Store;
use cutthroat_lab::summary::Summary;
use indicatif::ProgressBar;

use crate::setup::{TableArgs, position_text};
use crate::table::{self, counted, thousands};
use crate::{algorithms, interrupt, json, program, progress};

/// Options of `cutthroat match`.
#[derive(clap::Args)]
#[command(after_long_help = algorithms::in_words())]
pub(crate) struct Args {
    /// The game, as listed by `games`.
    game: String,
    #[arg(long, value_name = "SPEC,SPEC,...", required = true, help = algorithms::help_of_seats())]
    seats: Vec<String>,
    /// How many games. Each deal is played in all seatings, so a full set of two kinds of players is 6 games where 3 play,
    /// 14 where 4 play, 62 where 6 play.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    games: u64,
    /// The seed of deals and players; 1 if not given. If programs play, it is drawn by the system unless it is given, so that
    /// they cannot know the deals, and the results name it.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// A file to keep every finished game in, or a folder for it; nothing is kept if not given.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Continue with the games in the file, or begin if there are none.
    #[arg(long, requires = "out")]
    resume: bool,
    /// How many games at a time; as many as there are cores if not given, and at most four for each core.
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = crate::threads::read)]
    threads: Option<NonZeroUsize>,
    /// Play only part I of OF: games that follow each other. The results of all parts merge to those of one run, with
    /// `results merge`; players have to repeat their games, so they have no time, and programs cannot play.
    #[arg(long, value_name = "I/OF", requires = "out", conflicts_with = "sprt")]
    shard: Option<Shard>,
    /// End as soon as a sequential test has decided which of two kinds is better.
    #[arg(long)]
    sprt: bool,
    /// Score every game by this evaluation of its end; by the game's own score if not given.
    #[arg(long, value_name = "EVAL")]
    score: Option<String>,
    /// Start every game from this position; @FILE reads it from a file. Each deal is drawn at random if not given.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    #[command(flatten)]
    table: TableArgs,
    /// Let every player see all cards, in a game in which cards are hidden. The algorithms of the papers need that.
    #[arg(long)]
    open: bool,
    /// Begin every deal with the play, after the usual passes and bids. Otherwise players pass, bid, name trump and discard
    /// themselves, where cards are hidden and the rules have that; with --open a deal always begins with the play.
    #[arg(long, conflicts_with = "open")]
    play_only: bool,
    /// Play whole games of several deals with a score sheet: Hearts to 100, Spades to 500. A game counts for the player who
    /// wins it. The command `games GAME` describes their options; rules are those of --rules table if not given.
    #[arg(long, conflicts_with_all = ["play_only", "position", "score"])]
    whole_games: bool,
    /// How long a program of --seats may take for one choice.
    #[arg(long, value_name = "SECONDS", default_value = "60", allow_negative_numbers = true, value_parser = patience)]
    patience: Duration,
    /// What happens to a program of --seats that fails: that answers illegally, late or not at all, that ends or floods.
    /// `lose` lets it lose the game: the rest is played at random for its seat, which then counts less than every other. A
    /// player, such as heuristic, takes its seat instead, and the result counts.
    #[arg(long, value_name = "lose|PLAYER", default_value = OnFailure::LOSE)]
    on_failure: String,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The longest that a program may take, in seconds.
const MOST_PATIENCE: f64 = 86_400.0;

fn patience(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "is not a number of seconds".to_owned())?;
    if (0.001..=MOST_PATIENCE).contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(format!("is not from 0.001 to {MOST_PATIENCE} seconds"))
}

/// The seed of a match: as it was given, that of the games that are resumed, or one that nobody can know.
fn seed(given: Option<u64>, has_programs: bool, resumed: Option<&Path>) -> u64 {
    let kept = || Store::to_read(resumed?).ok().map(|store| store.settings().seed);
    match given {
        Some(seed) => seed,
        None if !has_programs => 1,
        // The keys of this hasher come from the system. 48 bits, as all seeds have.
        None => kept().unwrap_or_else(|| RandomState::new().build_hasher().finish() >> 16),
    }
}

pub(crate) fn run(games: &Registry, args: Args, quiet: bool) -> anyhow::Result<()> {
    let stop = interrupt::stop_flag(KEPT)?;
    let position = args.position.map(position_text).transpose()?;
    let hides = games.game(&args.game)?.hides;
    if args.open && !hides {
        bail!(crate::Usage(format!("everybody sees everything in {}: it has no use for --open", args.game)));
    }
    if args.play_only && !hides {
        bail!(crate::Usage(format!("nothing comes before the play in {}: it has no use for --play-only", args.game)));
    }
    let hidden = hides && !args.open;
    let whole_deal = hidden && !args.play_only && position.is_none();
    let setup = Setup { position, hidden, whole_deal, whole_game: args.whole_games, ..args.table.setup()? };
    let entrants = Entrant::read_lists(&args.seats)?;
    let has_programs = entrants.iter().any(|entrant| matches!(entrant, Entrant::Program(_)));
    let terms = ProgramTerms { patience: args.patience, on_failure: args.on_failure.parse()? };
    let file = args.out.map(|out| file_in(out, &args.game)).transpose()?;
    let seating = SeatingRequest {
        players: Vec::new(),
        game: args.game.clone(),
        setup,
        score: args.score,
        stop: Some(stop),
        lets_cheat: false,
    };
    let wanted = MatchRequest {
        seating,
        games: args.games,
        seed: seed(args.seed, has_programs, file.as_deref().filter(|_| args.resume)),
        threads: args.threads,
        until_decided: args.sprt,
        commit: option_env!("CUTTHROAT_COMMIT").map(str::to_owned),
        shard: args.shard,
    };
    let mut wanted = Match::with_programs(games, &wanted, &entrants, &terms)?;
    if let Some(file) = &file {
        wanted.keep_errors_beside(file);
    }
    let mut store = wanted.store(file.as_deref(), args.resume)?;
    let bar = progress::bar(quiet || args.json, "{bar:40} {human_pos} of {human_len} games, {elapsed}, {eta} left");
    let ending = wanted.play(&mut store, &|progress| show(&bar, progress));
    bar.finish_and_clear();
    let ending = ending?;
    let summary = wanted.summary(&store)?;
    if ending == Ending::Stopped {
        let (games, all) = (thousands(summary.games as u64), counted(bar.length().unwrap_or(args.games), "game"));
        match file {
            Some(file) => bail!("stopped after {games} of {all}; --resume goes on from {}", file.display()),
            None => bail!("stopped after {games} of {all}, of which nothing is kept without --out"),
        }
    }
    let mut out = stdout().lock();
    if args.json {
        let mut object = serde_json::to_value(&summary)?;
        if args.sprt {
            object["decided"] = (ending == Ending::Decided).into();
        }
        writeln!(out, "{}", json::object(&object)?)?;
        return Ok(());
    }
    let has_verdict = !summary.words.is_empty();
    let mut lines = if quiet && has_verdict { summary.words.clone() } else { vec![in_words(&summary)] };
    if args.sprt {
        let played = thousands(summary.games as u64);
        lines.push(match ending {
            Ending::Decided => format!("decided after {played} of {}", counted(args.games, "game")),
            _ => format!("undecided after {}: the sequential test asks for more", counted(args.games, "game")),
        });
    }
    if let Some(file) = file.filter(|_| !quiet) {
        let (file, program) = (file.display(), program());
        lines.push(format!(
            "kept in {file}: `{program} results {file}` lists the games, `{program} replay {file} 1` shows one"
        ));
    }
    if !lines.is_empty() {
        writeln!(out, "{}", lines.join("\n"))?;
    }
    Ok(())
}

const KEPT: &str = "the games that were finished are kept in the file given by --out, and --resume goes on with them";

/// A folder gets a file named after the game.
fn file_in(out: PathBuf, game: &str) -> anyhow::Result<PathBuf> {
    let named_as_folder = out.as_os_str().to_string_lossy().ends_with(std::path::MAIN_SEPARATOR);
    if named_as_folder {
        std::fs::create_dir_all(&out).with_context(|| format!("cannot make the folder {}", out.display()))?;
    }
    Ok(if out.is_dir() { out.join(format!("{game}.sqlite")) } else { out })
}

fn show(bar: &ProgressBar, progress: Progress) {
    if bar.length().is_none() {
        bar.set_length(progress.games);
        // Games of earlier runs say nothing about how long the rest will take.
        bar.set_position(progress.before);
        bar.reset_eta();
    }
    bar.set_position(progress.finished);
}

/// A summary for people.
pub(crate) fn in_words(summary: &Summary) -> String {
    let games = |count: usize| counted(count as u64, "game");
    let seatings = if summary.seatings == 1 {
        "the only seating".to_owned()
    } else {
        format!("all {} seatings", summary.seatings)
    };
    let mut text = format!(
        "{}: {}, {} in {seatings}, seed {}",
        summary.settings.game,
        games(summary.games),
        counted(summary.deals as u64, "deal"),
        summary.settings.seed
    );
    if summary.left_out > 0 {
        let (left_out, full) = (games(summary.left_out), games(summary.seatings));
        text.push_str(&format!("\n{left_out} of a deal not played in {seatings} left out below; a full set is {full}"));
    }
    for (place, player) in summary.players.iter().enumerate() {
        let name = if player.name == player.player { String::new() } else { format!(", {}", player.name) };
        text.push_str(&format!("\nplayer {}{name}: {}", place + 1, player.player));
    }
    let unit = format!("{} {}", summary.tally.unit, summary.tally.of);
    let mut headings = vec!["player", unit.as_str(), "+-", "games won", "95 %", "nodes a move", "depth"];
    if summary.ratings.is_some() {
        headings.push("rating");
    }
    let mut rows = table::table(&headings);
    let blank = || "-".to_owned();
    for (place, player) in summary.players.iter().enumerate() {
        let mut cells = vec![
            player.name.clone(),
            player.score.map_or_else(blank, |score| format!("{:.2}", score.mean)),
            player.score.and_then(|score| score.half_width).map_or_else(blank, |half| format!("{half:.2}")),
            player.won.map_or_else(blank, |won| format!("{:.1} %", 100.0 * won.share)),
            player.won.map_or_else(blank, |won| format!("{:.1} to {:.1}", 100.0 * won.low, 100.0 * won.high)),
            player.nodes.map_or_else(blank, |nodes| thousands(nodes.round() as u64)),
            player.depth.map_or_else(blank, |depth| format!("{depth:.1}")),
        ];
        if let Some(rating) = summary.ratings.as_ref().and_then(|ratings| ratings.get(place)) {
            cells.push(format!("{:.1} +- {:.1}", rating.rating, rating.half_width));
        }
        rows.add_row(cells);
    }
    text.push_str(&format!("\n\n{}\n", table::text(&rows)));
    for player in &summary.players {
        if let Some(points) = player.points_a_deal {
            let half_width = points.half_width.map_or(String::new(), |half| format!(" +- {half:.2}"));
            text.push_str(&format!("\n{}: {:.2}{half_width} points a deal", player.name, points.mean));
        }
    }
    for sentence in &summary.words {
        text.push_str(&format!("\n{sentence}"));
    }
    text
}
