//! `cutthroat solve`

use std::io::{Write as _, stdout};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use cutthroat::SearchProgress;
use cutthroat_catalog::{Registry, Request};
use cutthroat_lab::solving::{Solved, Solving};
use cutthroat_lab::{LabError, Shard};
use indicatif::HumanDuration;

use crate::analyse::{in_short, settings, values, words};
use crate::table::{counted, thousands};
use crate::{Usage, algorithms, interrupt, json, progress, setup, whole_file};

#[cfg(feature = "standard")]
mod strains;

/// Options of `cutthroat solve`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    setup: setup::SetupArgs,
    /// Solve every deal of a file, one position in each line.
    #[arg(long, value_name = "FILE", requires = "out", conflicts_with_all = ["position", "deal", "players", "cards", "json"])]
    deals: Option<PathBuf>,
    /// Where the results of --deals go, one JSON object in each line; the first says how they were solved.
    #[arg(long, value_name = "FILE", requires = "deals", conflicts_with_all = ["position", "deal"])]
    out: Option<PathBuf>,
    /// Solve only part I of OF of the deals: lines that follow each other. The results of all parts merge to those of one
    /// run, with `results merge`.
    #[arg(long, value_name = "I/OF", requires = "deals", conflicts_with_all = ["position", "deal"])]
    shard: Option<Shard>,
    /// Continue with the results that are there, or begin if there are none.
    #[arg(long, requires = "deals", conflicts_with_all = ["position", "deal"])]
    resume: bool,
    #[arg(long, value_name = "NAME", default_value = "maxn", help = algorithms::help_of_solver())]
    algorithm: String,
    /// The tie-break rule, which is part of every max^n value; first if not given.
    #[arg(long, value_name = "RULE", value_parser = values("ties"))]
    ties: Option<String>,
    /// The seed of `--ties random`; 0 if not given.
    #[arg(long, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Show what every move is worth to each player, not only the best move.
    #[arg(long)]
    all_moves: bool,
    /// MiB for the table, of which only what the deal needs is used; 1024 if not given. With --deals every thread has a table
    /// of its own.
    #[arg(long, value_name = "MIB", allow_negative_numbers = true)]
    memory: Option<u64>,
    /// How many threads: for one deal, or for the deals of a file; one if not given, and at most four for each core.
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = crate::threads::read)]
    threads: Option<NonZeroUsize>,
    /// Bridge: the tricks of every declarer in every strain, and par. With --deals, which may be PBN or LIN, the results go
    /// to --out as PBN.
    #[cfg(feature = "standard")]
    #[arg(long, value_name = "all", value_parser = ["all"], conflicts_with_all = ["ties", "seed", "all_moves", "eval", "trump", "algorithm", "shard"])]
    strains: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(games: &Registry, args: Args, quiet: bool) -> anyhow::Result<()> {
    if args.memory == Some(0) {
        return Err(Usage("--memory 0 leaves no table, and without one no whole deal is solved".into()).into());
    }
    #[cfg(feature = "standard")]
    if args.strains.is_some() {
        return strains::run(games, args, quiet);
    }
    let memory = args.memory.map(|mebibytes| mebibytes.to_string());
    let mut settings = settings(&args.algorithm, &[("ties", args.ties), ("memory", memory)])?;
    let eval = settings.take("eval");
    let request = Request { settings, seed: args.seed, all_moves: args.all_moves, ..Request::default() };
    let (game, setup) = args.setup.or_eval(eval).read(games)?;
    let solving = Solving {
        registry: games.clone(),
        game,
        setup,
        request,
        threads: args.threads,
        commit: option_env!("CUTTHROAT_COMMIT").map(str::to_owned),
        stop: None,
        shard: args.shard,
    };
    if let (Some(deals), Some(out)) = (args.deals, args.out) {
        let text = whole_file::read(&deals)?;
        // Boards of PBN or LIN are positions, one in each line.
        let text = match games.game(&solving.game)?.recorded(&text)? {
            Some(recorded) => recorded.into_iter().map(|read| read.position + "\n").collect(),
            None => text,
        };
        let solving = Solving { stop: Some(interrupt::stop_flag(KEPT)?), ..solving };
        let bar = progress::bar(quiet, "{bar:40} {human_pos} of {human_len} deals, {elapsed}, {eta} left");
        let solved = solving.many(&text, &out, args.resume, &|done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        });
        bar.finish_and_clear();
        let (done, all) = (bar.position(), bar.length().unwrap_or_default());
        let solved = match solved {
            Err(LabError::Stopped) => {
                let (done, all) = (thousands(done), counted(all, "deal"));
                bail!("stopped after {done} of {all}; --resume goes on from {}", out.display())
            }
            solved => solved?,
        };
        if !quiet {
            writeln!(stdout().lock(), "{}, in {}", in_words(solved), out.display())?;
        }
        return Ok(());
    }
    let (done, all) = (Arc::new(SearchProgress::default()), solving.moves()?);
    let counted = done.clone();
    let bar = progress::spinner(quiet || args.json, move |elapsed| {
        how_far(counted.moves().min(all), all, counted.nodes(), elapsed)
    });
    let report = solving.one(&done);
    bar.finish_and_clear();
    let report = report?;
    let text = if args.json {
        json::object(&report)?
    } else if quiet {
        in_short(&report)
    } else {
        words(&report)
    };
    writeln!(stdout().lock(), "{}", text.trim_end())?;
    Ok(())
}

const KEPT: &str = "the deals that were solved are kept, and --resume goes on with the rest";

/// The result of solving a file of deals.
fn in_words(Solved { before, now }: Solved) -> String {
    let deals = |count: usize| counted(count as u64, "deal");
    match (before, now) {
        (0, now) => format!("{} solved", deals(now)),
        (before, 0) => format!("{} solved before, none left to solve", deals(before)),
        (before, now) => format!("{} solved, {} before", deals(now), thousands(before as u64)),
    }
}

/// The progress of a solution, and the remaining time if all moves of the root take equally long. They do not: later
/// moves are usually refuted sooner.
fn how_far(done: usize, all: usize, nodes: u64, elapsed: Duration) -> String {
    let (nodes, time, all_moves) = (counted(nodes, "node"), HumanDuration(elapsed), counted(all as u64, "move"));
    if done == 0 {
        return format!("none of {all_moves} done, {nodes}, {time}");
    }
    let left = HumanDuration(elapsed * (all - done) as u32 / done as u32);
    format!("{done} of {all_moves} done, {nodes}, {time}, at most about {left} left")
}
