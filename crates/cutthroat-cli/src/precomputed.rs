//! `cutthroat table`

use std::io::{Write, stdout};
use std::path::PathBuf;

use clap::Subcommand;
use cutthroat_catalog::{PrecomputedTable, TableInfo, TableProgress};
use cutthroat_lab::threads;
use indicatif::ProgressBar;
use serde_json::json;

use crate::json::object;
use crate::progress;
use crate::setup::position_text;
use crate::table::{self, counted, thousands};

/// Options of `cutthroat table`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game.
    game: String,
    /// How many pieces each player has.
    #[arg(long, value_name = "N", default_value_t = 6, global = true, allow_negative_numbers = true)]
    pieces: usize,
    /// The file of the table; if not given, it is in the folder CUTTHROAT_DATA or in the user's data folder.
    #[arg(long, value_name = "FILE", global = true)]
    file: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Build the table and write it to its file, unless a good one is there.
    Build {
        /// Build it even if a good one is there.
        #[arg(long)]
        force: bool,
    },
    /// What the table is: placements, bytes, how deep.
    Info,
    /// Check the table: its checksum, and placements drawn at random against the rules.
    Verify {
        /// How many placements to check.
        #[arg(long, value_name = "N", default_value_t = 100_000, allow_negative_numbers = true)]
        samples: u64,
        /// The seed that draws them.
        #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
        seed: u64,
    },
    /// How far each player of a position is from the goal.
    Query {
        /// The position in the game's notation; @FILE reads it from a file.
        #[arg(long, value_name = "TEXT")]
        position: String,
    },
}

pub(crate) fn run(args: Args, quiet: bool) -> anyhow::Result<()> {
    let table = PrecomputedTable::of(&args.game, args.pieces, args.file)?;
    let mut out = stdout().lock();
    match args.action {
        Action::Build { force } => {
            let bar =
                progress::bar(quiet || args.json, "{msg} {bar:40} {human_pos} of {human_len} placements, {elapsed}");
            let built =
                threads::pool(None, usize::MAX)?.install(|| table.build(force, |progress| show(&bar, progress)));
            bar.finish_and_clear();
            let built = built?;
            if args.json {
                writeln!(out, "{}", object(&built)?)?;
                return Ok(());
            }
            if let Some(reason) = &built.replaced {
                writeln!(out, "replaced: {reason}")?;
            }
            let done = if built.was_there {
                "was there already".to_owned()
            } else {
                format!("built in {:.1} s", built.seconds)
            };
            writeln!(out, "{} {done}: {}", built.info.file.display(), in_words(&built.info))?;
        }
        Action::Info => {
            let info = table.info()?;
            if args.json {
                writeln!(out, "{}", object(&info)?)?;
                return Ok(());
            }
            writeln!(out, "{}: {}", info.file.display(), in_words(&info))?;
            if !quiet {
                let mut rows = table::table(&["moves", "placements"]);
                for (moves, &placements) in info.histogram.iter().enumerate() {
                    rows.add_row([moves.to_string(), thousands(placements)]);
                }
                writeln!(out, "{}", table::text(&rows))?;
            }
        }
        Action::Verify { samples, seed } => {
            table.verify(samples, seed)?;
            if args.json {
                writeln!(
                    out,
                    "{}",
                    object(&json!({"file": table.file(), "samples": samples, "seed": seed, "right": true}))?
                )?;
            } else {
                writeln!(
                    out,
                    "{}: checksum and {} found right",
                    table.file().display(),
                    counted(samples, "placement")
                )?;
            }
        }
        Action::Query { position } => {
            let position = position_text(position)?.trim_start_matches('\u{feff}').to_owned();
            let distances = table.query(&position)?;
            if args.json {
                writeln!(out, "{}", object(&json!({"position": position, "distances": distances}))?)?;
                return Ok(());
            }
            for distance in distances {
                let moves = counted(distance.moves.into(), "move");
                writeln!(out, "player {}: {moves} from the goal", distance.player)?;
            }
        }
    }
    Ok(())
}

fn in_words(info: &TableInfo) -> String {
    format!(
        "{}, {}, {}, {} deep",
        counted(info.pieces as u64, "piece"),
        counted(info.placements, "placement"),
        counted(info.bytes, "byte"),
        counted(info.depth as u64, "move")
    )
}

fn show(bar: &ProgressBar, progress: TableProgress) {
    bar.set_length(progress.placements);
    bar.set_position(progress.settled);
    bar.set_message(format!("{} from the goal", counted(progress.distance.into(), "move")));
}
