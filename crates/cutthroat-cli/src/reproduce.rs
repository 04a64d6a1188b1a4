//! `cutthroat reproduce`

use std::io::{Write as _, stdout};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser};
use cutthroat_lab::Shard;
use cutthroat_lab::papers::{
    EXPERIMENTS, Finished, PAPERS, RowVerdict, Run, Scale, Step, measure_costs, measure_speeds, named, report,
};
use indicatif::ProgressBar;

use crate::errors::KEPT;
use crate::{Usage, complain, interrupt, progress, table, whole_file};

/// Options of `cutthroat reproduce`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// An experiment, a paper by its year, or all of the papers.
    #[arg(value_name = "ID | PAPER | all", required_unless_present = "list", conflicts_with = "list")]
    what: Option<String>,
    /// List the experiments and do nothing.
    #[arg(long)]
    list: bool,
    /// How much to run: quick (small samples and budgets, minutes) or paper (the papers' own, hours); full is another word
    /// for paper.
    #[arg(long, default_value = "quick", value_parser = scales())]
    scale: String,
    /// Only the first PERCENT of the papers' samples; for --scale paper.
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100))]
    sample: u64,
    /// Nodes per move, for experiments that have such a budget; the papers' if not given, except for 2005-table4, a
    /// tenth of its 2,500,000.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// A folder for results and reports: report.html, report.md, report.csv and all finished pieces; nothing is kept if not
    /// given.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Continue with what is in the folder.
    #[arg(long, requires = "out")]
    resume: bool,
    /// Make only part I of OF of all pieces. `results merge` puts the folders of all parts together and writes the report.
    #[arg(long, value_name = "I/OF", requires = "out", conflicts_with_all = ["report", "calibrate"])]
    shard: Option<Shard>,
    /// Run nothing, and write the report from the pieces that are in the folder, finished or not.
    #[arg(long, requires = "out", conflicts_with_all = ["sample", "nodes"])]
    report: bool,
    /// The seed of deals and players.
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
    /// How many threads; as many as there are cores if not given, and at most four for each core. Results do not depend
    /// on it.
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = crate::threads::read)]
    threads: Option<NonZeroUsize>,
    /// Play nothing, and measure what a node costs each player of `successors` or of `players` in each game: writes the file
    /// that games at equal cost are based on.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "sample", "nodes", "report"])]
    calibrate: Option<PathBuf>,
}

/// The names of the scales.
fn scales() -> PossibleValuesParser {
    let name = |(name, scale): (&'static str, Scale)| {
        let value = PossibleValue::new(name);
        if scale == Scale::Paper { value.alias(FULL) } else { value }
    };
    PossibleValuesParser::new(Scale::ALL.map(name))
}

/// Another word for the larger scale: what is not of a paper has no other full scale.
const FULL: &str = "full";

pub(crate) fn run(args: Args, quiet: bool) -> anyhow::Result<()> {
    let Some(what) = args.what.filter(|_| !args.list) else { return list() };
    if let Some(file) = &args.calibrate {
        return calibrate(&what, file, quiet);
    }
    let asked = if args.scale == FULL { Scale::Paper.name() } else { &args.scale };
    let scale = Scale::ALL.iter().find(|(name, _)| *name == asked).map_or(Scale::Quick, |(_, scale)| *scale);
    if args.out.as_ref().is_some_and(|out| out.as_os_str().is_empty()) {
        return Err(Usage("--out needs the name of a folder".into()).into());
    }
    if scale == Scale::Quick && args.sample < 100 {
        return Err(Usage("--sample is for --scale paper; quick samples are small already".into()).into());
    }
    let run = Run {
        experiments: named(&what)?,
        scale,
        percent: args.sample,
        nodes: args.nodes,
        seed: args.seed,
        threads: args.threads,
        out: args.out.clone(),
        resume: args.resume,
        only_reports: args.report,
        shard: args.shard,
        commit: option_env!("CUTTHROAT_COMMIT").map(str::to_owned),
        stop: interrupt::stop_flag(KEPT)?,
    };
    let bar = progress::bar(quiet, "{bar:30} {human_pos} of {human_len}  {msg}  {elapsed}");
    let finished = run.run(&|step| show(&bar, &step));
    bar.finish_and_clear();
    let finished = finished?;
    let mut out = stdout().lock();
    if let (Some(shard), Some(folder)) = (args.shard, &args.out) {
        if !quiet {
            writeln!(out, "shard {shard} is finished, in {}", folder.display())?;
        }
        return Ok(());
    }
    if quiet || finished.len() > 1 {
        writeln!(out, "{}", overview(&finished))?;
    } else {
        write!(out, "{}", report::markdown(&run.provenance(), &finished))?;
    }
    if let (Some(folder), false) = (&args.out, quiet) {
        writeln!(out, "\n{} has it all", folder.join("report.html").display())?;
    } else if !quiet {
        complain("nothing is kept; --out DIR writes the report and all results");
    }
    Ok(())
}

/// Measures what nodes cost.
fn calibrate(what: &str, file: &Path, quiet: bool) -> anyhow::Result<()> {
    whole_file::check_writable(file)?;
    let bar = progress::bar(quiet, "{msg}  {elapsed}");
    let watch = |game: &str| bar.set_message(game.to_owned());
    let text = match what {
        "successors" => measure_speeds(&watch)?,
        "players" => measure_costs(&watch)?,
        _ => return Err(Usage(format!("--calibrate is for successors and players, not for {what}")).into()),
    };
    bar.finish_and_clear();
    whole_file::write(file, &text)?;
    if !quiet {
        writeln!(stdout().lock(), "{} has what a node costs", file.display())?;
    }
    Ok(())
}

fn list() -> anyhow::Result<()> {
    let mut out = stdout().lock();
    for (year, paper) in PAPERS {
        writeln!(out, "{year}  {paper}")?;
        for experiment in EXPERIMENTS.iter().filter(|experiment| experiment.paper() == year) {
            writeln!(out, "  {:<14}  {}", experiment.id, experiment.title)?;
        }
    }
    writeln!(out, "beyond the papers")?;
    for experiment in EXPERIMENTS.iter().filter(|experiment| !experiment.is_of_a_paper()) {
        writeln!(out, "  {:<14}  {}", experiment.id, experiment.title)?;
    }
    Ok(())
}

/// The result of every experiment, and the rows that do not agree.
fn overview(finished: &[Finished]) -> String {
    let words = RowVerdict::ALL.map(RowVerdict::word);
    let mut rows = table::table(&[&["experiment"][..], &words].concat());
    let mut others = String::new();
    for done in finished {
        let count = |verdict| done.findings.rows.iter().filter(|row| row.verdict == verdict).count().to_string();
        let id = done.experiment.id;
        rows.add_row(std::iter::once(id.to_owned()).chain(RowVerdict::ALL.map(count)));
        for row in done.findings.rows.iter().filter(|row| row.verdict != RowVerdict::Agrees) {
            let word = row.verdict.word();
            others.push_str(&format!(
                "\n{id}: {}: {word}; paper {}, ours {}; {}",
                row.quantity, row.paper, row.ours, row.why
            ));
        }
    }
    let text = table::text(&rows);
    if others.is_empty() { text } else { format!("{text}\n{others}") }
}

fn show(bar: &ProgressBar, step: &Step) {
    bar.set_length(step.all);
    bar.set_position(step.done);
    bar.set_message(format!("{}, {}", step.experiment, step.part));
}
