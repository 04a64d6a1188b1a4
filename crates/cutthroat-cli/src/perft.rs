//! `cutthroat perft`

use std::io::{Write, stdout};

use cutthroat_catalog::Registry;
use serde_json::json;

use crate::table::{counted, thousands};
use crate::{Usage, json, setup};

/// Options of `cutthroat perft`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    setup: setup::SetupArgs,
    /// How many moves below the position.
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    depth: usize,
    /// Count below each move as well.
    #[arg(long)]
    divide: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(games: &Registry, args: Args, quiet: bool) -> anyhow::Result<()> {
    let most = cutthroat::MAX_DEPTH;
    if args.depth > most {
        return Err(Usage(format!("depth {} is not from 0 to {most}", args.depth)).into());
    }
    let position = args.setup.open(games)?;
    let divided = if args.divide { position.divide(args.depth) } else { Vec::new() };
    let positions = if args.divide && args.depth > 0 {
        divided.iter().map(|divided| divided.positions).sum()
    } else {
        position.perft(args.depth)
    };
    let mut out = stdout().lock();
    if args.json {
        let moves: Vec<_> = divided.iter().map(|d| json!({"move": d.mv, "positions": d.positions})).collect();
        let mut object = json!({"depth": args.depth, "positions": positions});
        if args.divide {
            object["moves"] = moves.into();
        }
        writeln!(out, "{}", json::object(&object)?)?;
    } else if quiet {
        writeln!(out, "{positions}")?;
    } else {
        if let Some(terms) = position.terms() {
            writeln!(out, "{terms}")?;
        }
        for divided in &divided {
            writeln!(out, "{}: {}", divided.mv, thousands(divided.positions))?;
        }
        writeln!(out, "{} at depth {}", counted(positions, "position"), args.depth)?;
    }
    Ok(())
}
