//! `cutthroat results`

use std::fmt::Write as _;
use std::io::{Write as _, stdout};
use std::path::{Path, PathBuf};

use cutthroat_catalog::Registry;
use cutthroat_lab::GameRecord;
use cutthroat_lab::merge::{self, Merged};
use cutthroat_lab::outside::Failure;
use cutthroat_lab::store::Store;
use cutthroat_lab::summary::Summary;
use serde_json::json;

use crate::Usage;
use crate::json::object;
use crate::matches::in_words;
use crate::table::{self, counted, thousands};

/// Options of `cutthroat results`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// A file that `cutthroat match --out` wrote.
    #[arg(required = true)]
    file: Option<PathBuf>,
    /// Only the games of this deal.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    deal: Option<u64>,
    /// Only the games with this seating: the number of each seat's player, as the match counts them, seat 1 first.
    #[arg(long, value_name = "K,K,...", value_delimiter = ',', allow_negative_numbers = true)]
    seating: Vec<usize>,
    /// Only the games that this player won or shared, by their number in the match.
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    won_by: Option<usize>,
    /// List all games, not only the first 20.
    #[arg(long)]
    all: bool,
    /// Print comma-separated values: a line for each seat of each game.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print one JSON object, with everything.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Put the shards of one run together: files of games or of solved deals, or folders of experiments.
    Merge(MergeArgs),
}

#[derive(clap::Args)]
struct MergeArgs {
    /// What `match --shard`, `solve --shard` or `reproduce --shard` wrote. The same shard may be there twice.
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    /// Where all of it goes: a new file or folder, or one to which shards of the same run were merged before.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Merge the games of a match although shards are missing; the others can be merged later.
    #[arg(long)]
    incomplete: bool,
}

const USUALLY_LISTED: usize = 20;

pub(crate) fn run(games: &Registry, args: &Args, quiet: bool) -> anyhow::Result<()> {
    if let Some(Command::Merge(args)) = &args.command {
        return merge(args, quiet);
    }
    let store = Store::to_read(args.file.as_deref().unwrap_or(Path::new("")))?;
    let seating = games.seat(&store.settings().seating()?)?;
    let tally = seating.tally();
    check_players(args, seating.players().len(), seating.seats())?;
    let won = |game: &GameRecord, kind: usize| {
        let wins = tally.wins(&game.score);
        game.seating.iter().zip(wins).any(|(&sits, part)| sits == kind && part > 0.0)
    };
    let mut games = store.games()?;
    games.retain(|game| {
        args.deal.is_none_or(|deal| game.deal == deal)
            && (args.seating.is_empty() || game.seating == args.seating)
            && args.won_by.is_none_or(|kind| won(game, kind))
    });
    let summary = Summary::of(store.settings(), seating.as_ref(), &games);
    let text = if args.csv {
        comma_separated(&summary, &games)
    } else if args.json {
        object(&json!({ "summary": summary, "games": games }))?
    } else if quiet {
        summary.words.join("\n")
    } else {
        let listed = if args.all { games.len() } else { USUALLY_LISTED };
        format!("{}\n\n{}{}", in_words(&summary), list(&games, listed), failures(&summary, &games, listed))
    };
    let text = text.trim_end();
    if !text.is_empty() {
        writeln!(stdout().lock(), "{text}")?;
    }
    Ok(())
}

/// Refuses players and seatings that the match does not have.
fn merge(args: &MergeArgs, quiet: bool) -> anyhow::Result<()> {
    let Merged { noun, new, now, missing } = merge::merge(&args.parts, &args.out, args.incomplete)?;
    if !quiet {
        let out = args.out.display();
        let missing = if missing > 0 { format!("; {} missing", counted(missing, noun)) } else { String::new() };
        writeln!(stdout().lock(), "{} in {out}, {} new{missing}", counted(now, noun), thousands(new))?;
    }
    Ok(())
}

fn check_players(args: &Args, players: usize, seats: usize) -> Result<(), Usage> {
    if let Some(kind) = args.won_by.iter().chain(&args.seating).find(|&&kind| !(1..=players).contains(&kind)) {
        return Err(Usage(format!("there is no player {kind}; the match has players 1 to {players}")));
    }
    if !args.seating.is_empty() && args.seating.len() != seats {
        let given = args.seating.len();
        return Err(Usage(format!("--seating needs {}, not {given}", counted(seats as u64, "player"))));
    }
    Ok(())
}

fn joined<T: ToString>(values: &[T]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn list(games: &[GameRecord], listed: usize) -> String {
    let mut rows = table::table(&["game", "deal", "seating", "score", "moves", "nodes"]);
    for game in games.iter().take(listed) {
        let score: Vec<String> = game.score.iter().map(|score| format!("{}", (score * 1e4).round() / 1e4)).collect();
        rows.add_row([
            game.id.to_string(),
            game.deal.to_string(),
            joined(&game.seating),
            score.join(","),
            game.moves.len().to_string(),
            thousands(game.nodes.iter().sum::<u64>()),
        ]);
    }
    let mut text = table::text(&rows);
    if games.len() > listed {
        let _ = write!(text, "\nand {} more; --all lists them", thousands((games.len() - listed) as u64));
    }
    text
}

/// The programs that failed, game by game.
fn failures(summary: &Summary, games: &[GameRecord], listed: usize) -> String {
    let of = |game: &GameRecord| {
        let line = |failure: &Failure| {
            let player = summary.settings.players.get(game.seating[failure.seat - 1] - 1).map_or("", String::as_str);
            let after = counted(failure.moves as u64, "move");
            format!("\ngame {}, seat {}, after {after}: {player} {}", game.id, failure.seat, failure.what)
        };
        game.failures.iter().map(line).collect::<Vec<_>>()
    };
    let all: Vec<String> = games.iter().flat_map(of).collect();
    let mut text: String = all.iter().take(listed).map(String::as_str).collect();
    if all.len() > listed {
        let _ = write!(text, "\nand {} more failures; --all lists them", thousands((all.len() - listed) as u64));
    }
    if text.is_empty() { text } else { format!("\n{text}") }
}

/// A line for each seat of each game, for statistics programs.
fn comma_separated(summary: &Summary, games: &[GameRecord]) -> String {
    let mut text = "game,deal,deal_seed,seed,seat,place,player,payoff,score,won,moves,nodes,depth\n".to_owned();
    for game in games {
        let won = summary.tally.wins(&game.score);
        for (seat, &kind) in game.seating.iter().enumerate() {
            let player =
                summary.settings.players.get(kind - 1).map_or(String::new(), |player| player.replace('"', "\"\""));
            let depths: Vec<usize> = game.depths_of(seat).collect();
            let depth = match depths.len() {
                0 => String::new(),
                count => format!("{}", depths.iter().sum::<usize>() as f64 / count as f64),
            };
            let moves = game.movers.iter().filter(|&&mover| mover == seat + 1).count();
            let (payoff, score, won, nodes) = (game.payoff[seat], game.score[seat], won[seat], game.nodes_of(seat));
            let _ = writeln!(
                text,
                "{},{},{},{},{},{kind},\"{player}\",{payoff},{score},{won},{moves},{nodes},{depth}",
                game.id,
                game.deal,
                game.deal_seed,
                game.seed,
                seat + 1
            );
        }
    }
    text
}
