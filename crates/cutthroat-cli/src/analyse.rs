//! `cutthroat analyse`

use std::fmt::Write as _;
use std::io::{Write as _, stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use cutthroat::SearchProgress;
use cutthroat_catalog::{
    CutReport, Error, MemoryReport, MoveReport, Registry, Report, Request, SampledReport, Settings,
};

use indicatif::HumanDuration;

use crate::table::{self, counted, thousands, tuple};
use crate::{Usage, algorithms, interrupt, json, progress, setup, whole_file};

/// Options of `cutthroat analyse`.
#[derive(clap::Args)]
#[command(after_long_help = algorithms::in_words())]
pub(crate) struct Args {
    #[command(flatten)]
    setup: setup::SetupArgs,
    #[arg(long, value_name = "NAME", default_value = "maxn", help = algorithms::help_of_algorithm())]
    algorithm: String,
    /// The pruning of max^n, the strongest that the evaluation allows if not given; alpha-beta or none in paranoid and
    /// best-reply search.
    #[arg(long, value_name = "NAME", value_parser = values("pruning"))]
    pruning: Option<String>,
    /// The windows that paranoid and best-reply search use; full if not given.
    #[arg(long, value_name = "NAME", value_parser = values("window"))]
    window: Option<String>,
    /// What decides whether a payoff is attainable: sums or a leaf-value table; if not given, the table where there is one,
    /// but the sum where a pruning is named.
    #[arg(long, value_name = "TEST", value_parser = values("test"))]
    test: Option<String>,
    /// Whether monotone bounds are used; on where the evaluation has them if not given.
    #[arg(long, value_name = "ON", value_parser = values("bounds"))]
    bounds: Option<String>,
    /// The tie-break rule, which is part of every max^n value; first if not given.
    #[arg(long, value_name = "RULE", value_parser = values("ties"))]
    ties: Option<String>,
    /// Which of several equal moves is played: the first in the order in which the game lists its moves (reference), or the
    /// first in the game's order of good moves (order), the papers' leftmost branch; reference if not given.
    #[arg(long, value_name = "BY", value_parser = values("listing"))]
    listing: Option<String>,
    /// Whether only one of several equivalent cards is searched; on if not given. Values are the same either way.
    #[arg(long, value_name = "ON", value_parser = values("equivalence"))]
    equivalence: Option<String>,
    /// The seed of all random choices, such as `--ties random`; 0 if not given.
    #[arg(long, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Plies to search; to the end of the game if not given.
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    depth: Option<u64>,
    /// Nodes to spend: deepens level by level, and answers with the last level completed. Where neither nodes, time nor a
    /// depth is given, card games have 10,000,000, Chinese Checkers has 2,000,000, and trees are searched to the end.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Seconds to spend, level by level as with --nodes.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    time: Option<f64>,
    /// MiB for the transposition table; if not given, card games have 64 unless a pruning is named, other games have none.
    #[arg(long, value_name = "MIB", allow_negative_numbers = true)]
    memory: Option<u64>,
    /// Search without a transposition table.
    #[arg(long, conflicts_with = "memory")]
    no_memory: bool,
    /// Show what every move is worth to each player, not only the best move.
    #[arg(long)]
    all_moves: bool,
    /// List every prune: where, by which chain, and whether the node was searched again.
    #[arg(long)]
    trace: bool,
    /// Draw the tree as SVG, with its values, what was cut and what was searched again.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The values of a setting that some algorithm uses.
pub(crate) fn values(setting: &str) -> PossibleValuesParser {
    PossibleValuesParser::new(algorithms::values(setting))
}

/// The algorithm of a spec, with the settings that options give beside it.
pub(crate) fn settings(spec: &str, options: &[(&str, Option<String>)]) -> anyhow::Result<Settings> {
    // Settings of a spec are told as they are written: there need not be an option for each.
    let mut settings: Settings = spec.parse().map_err(|error| match error {
        Error::Algorithm { .. } => anyhow::Error::from(error),
        error => Usage(format!("--algorithm {spec}: {error}")).into(),
    })?;
    for (name, value) in options {
        if let Some(value) = value {
            settings.set(name, value)?;
        }
    }
    Ok(settings)
}

/// The message of an analysis that did not stop in time.
const KEPT: &str = "the search could not be brought to an end in time, so there is no answer";

/// The progress of an analysis.
fn how_far(done: &SearchProgress, elapsed: Duration) -> String {
    let level = match done.level() {
        0 => "no level completed yet".to_owned(),
        level => format!("level {level} completed"),
    };
    format!("{level}, {}, {}", counted(done.nodes(), "node"), HumanDuration(elapsed))
}

pub(crate) fn run(games: &Registry, args: Args, quiet: bool) -> anyhow::Result<()> {
    let done = Arc::new(SearchProgress::default());
    let number = |number: Option<u64>| number.map(|number| number.to_string());
    let mut settings = settings(
        &args.algorithm,
        &[
            ("pruning", args.pruning),
            ("window", args.window),
            ("test", args.test),
            ("bounds", args.bounds),
            ("ties", args.ties),
            ("listing", args.listing),
            ("equivalence", args.equivalence),
            ("depth", number(args.depth)),
            ("nodes", number(args.nodes)),
            ("memory", number(args.memory)),
        ],
    )?;
    if args.no_memory && settings.algorithm().setting("memory").is_some() {
        settings.set("memory", "0")?;
    }
    let eval = settings.take("eval");
    let request = Request {
        settings,
        seed: args.seed,
        time: args.time,
        all_moves: args.all_moves,
        trace: args.trace,
        events: false,
        picture: args.svg.is_some(),
        tree: false,
        stop: Some(interrupt::stop_flag(KEPT)?),
        progress: Some(done.clone()),
    };
    let position = args.setup.or_eval(eval).open(games)?;
    let bar = progress::spinner(quiet || args.json, move |elapsed| how_far(&done, elapsed));
    let report = position.analyse(&request);
    bar.finish_and_clear();
    let report = report?;
    if let (Some(file), Some(svg)) = (&args.svg, &report.svg) {
        whole_file::write(file, svg)?;
    }
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

/// The result only: the move, and the payoff if it is known.
pub(crate) fn in_short(report: &Report) -> String {
    let best = report.best.as_deref().unwrap_or("-");
    if report.payoff.is_empty() { best.to_owned() } else { format!("{best} {}", tuple(&report.payoff)) }
}

/// Settings that a report tells in words of their own.
const TOLD_APART: [&str; 9] = ["pruning", "test", "window", "bounds", "eval", "ties", "depth", "nodes", "memory"];

/// A report for people.
pub(crate) fn words(report: &Report) -> String {
    let mut text = String::new();
    let bounds = if report.bounds { " and monotone bounds" } else { "" };
    let how = match (report.algorithm, report.pruning) {
        ("maxn", "none") => "max^n without pruning".to_owned(),
        ("mcts", _) => format!("Monte-Carlo tree search{}", if report.bounds { "" } else { " without bounds" }),
        ("maxn", pruning) => format!("max^n, {pruning} pruning by {}{bounds}", report.test),
        (algorithm, _) if report.payoff.is_empty() => format!("{algorithm}, without a search"),
        (algorithm, "none") => format!("{algorithm} without pruning"),
        (algorithm, pruning) => {
            let window = match report.window {
                Some("null") => " with null windows",
                Some("binary") => " with binary search for the value",
                _ => "",
            };
            format!("{algorithm}, {pruning}{window}{bounds}")
        }
    };
    let more: String = report
        .spec
        .given()
        .filter(|(name, _)| !TOLD_APART.contains(name))
        .map(|(name, value)| format!(", {name}={value}"))
        .collect();
    let seed = report.tie_seed.map_or(String::new(), |seed| format!(" (seed {seed})"));
    let (ties, evaluation) = (report.tie_rule, report.evaluation);
    let _ = writeln!(text, "{}: {how}{more}, ties: {ties}{seed}, evaluation: {evaluation}", report.game);
    if let Some(terms) = &report.terms {
        let _ = writeln!(text, "{terms}");
    }
    if let Some(diagram) = &report.diagram {
        let _ = writeln!(text, "\n{diagram}\n");
    }
    if let Some(mover) = report.mover {
        let _ = writeln!(text, "player {mover} to move");
    }
    if report.payoff.is_empty() {
        let _ = writeln!(text, "move    {}", report.best.as_deref().unwrap_or("-"));
        return text;
    }
    let _ = writeln!(text, "payoff  {}", tuple(&report.payoff));
    if let Some(best) = &report.best {
        let _ = writeln!(text, "move    {best}");
        let mut lines = report.diagram_of_line.trim_end().lines();
        let _ = writeln!(text, "line    {}", lines.next().unwrap_or_default());
        for line in lines {
            let _ = writeln!(text, "        {line}");
        }
    }
    let _ = writeln!(text, "nodes   {}", cost_in_words(report));
    if let Some(memory) = &report.memory {
        let masks = match report.outcome_masks {
            0 => String::new(),
            bytes => format!("; {} of outcome masks beside it", counted(bytes, "byte")),
        };
        let _ = writeln!(text, "memory  {}{masks}", memory_in_words(memory, report.default_memory));
    }
    if let Some(inference) = &report.inference {
        let _ = writeln!(text, "weights {}", crate::advise::inference_in_words(inference));
    }
    if let Some(moves) = &report.moves {
        let _ = writeln!(text, "\n{}", moves_in_words(report, moves));
    }
    if let Some(trace) = &report.trace {
        let prunes = trace.len() as u64 + report.more_prunes;
        let _ = writeln!(text, "\n{}", counted(prunes, "prune"));
        for (place, cut) in trace.iter().enumerate() {
            let _ = writeln!(text, "{:>4}  {}", place + 1, cut_in_words(cut));
        }
        if report.more_prunes > 0 {
            let _ = writeln!(text, "      and {} more", thousands(report.more_prunes));
        }
    }
    text
}

/// The nodes, and why there were no more.
fn cost_in_words(report: &Report) -> String {
    let limit = report.default_nodes.map(|nodes| counted(nodes, "node"));
    let samples = report.moves.iter().flatten().filter(|value| value.same_as.is_none());
    let visits: Vec<u64> = samples.filter_map(|value| value.sampled.as_ref()).map(|sampled| sampled.visits).collect();
    if !visits.is_empty() {
        let end = match (report.stop, limit) {
            ("complete", _) => "settled: the payoff is exact".to_owned(),
            ("nodes", Some(limit)) => format!("the default of {limit} was spent; --nodes or --time allow more"),
            ("nodes", None) => "the nodes were spent".to_owned(),
            ("time", _) => "the time was up".to_owned(),
            _ => "interrupted".to_owned(),
        };
        let samples = counted(visits.iter().sum(), "sample");
        return format!("{} in {samples}, tree of depth {} ({end})", thousands(report.nodes), report.depth);
    }
    let end = match (report.stop, limit) {
        ("complete", Some(limit)) => format!("to the end of the game; {limit} allowed by default"),
        ("complete", None) => "to the end of the game".to_owned(),
        ("nodes", Some(limit)) => format!(
            "the default of {limit} was spent; this is the last level completed; --nodes, --time or --depth allow more"
        ),
        ("nodes", None) => "the nodes were spent; this is the last level completed".to_owned(),
        ("time", _) => "the time was up; this is the last level completed".to_owned(),
        ("stopped", _) => "interrupted; this is the last level completed".to_owned(),
        _ => "cut off there".to_owned(),
    };
    format!(
        "{}, {} searched again, depth {} ({end})",
        thousands(report.nodes),
        thousands(report.researches),
        report.depth
    )
}

/// The moves of the root as a table, the best one marked.
fn moves_in_words(report: &Report, moves: &[MoveReport]) -> String {
    let are_sampled = moves.iter().any(|value| value.sampled.is_some());
    let mut headings = vec!["move".to_owned()];
    headings.extend(are_sampled.then(|| "visits".to_owned()));
    headings.extend((1..=report.payoff.len()).map(|seat| format!("player {seat}")));
    let mut table = table::table(&headings.iter().map(String::as_str).collect::<Vec<_>>());
    for value in moves.iter().filter(|value| value.same_as.is_none()) {
        let same = moves.iter().filter(|other| other.same_as.as_ref() == Some(&value.mv));
        let names: Vec<&str> = std::iter::once(value).chain(same).map(|value| value.mv.as_str()).collect();
        let best = if Some(&value.mv) == report.best.as_ref() { " *" } else { "" };
        let mut cells = vec![format!("{}{best}", names.join(" "))];
        match &value.sampled {
            None => cells.extend(value.payoff.iter().map(i16::to_string)),
            Some(sampled) => {
                cells.push(thousands(sampled.visits));
                cells.extend((0..value.payoff.len()).map(|seat| mean_in_words(value.payoff[seat], sampled, seat)));
            }
        }
        table.add_row(cells);
    }
    let text = table::text(&table);
    if are_sampled {
        format!("{text}\nwith decimals: a mean, and what the payoff can be; without: exact")
    } else {
        text
    }
}

/// An exact payoff, or a mean with its bounds: `17.25 (12 to 26)`.
fn mean_in_words(payoff: i16, sampled: &SampledReport, seat: usize) -> String {
    if sampled.settled {
        return payoff.to_string();
    }
    let mean = sampled.means().get(seat).map_or("-".to_owned(), |mean| format!("{mean:.2}"));
    match &sampled.bounds {
        Some((least, most)) => format!("{mean} ({} to {})", least[seat], most[seat]),
        None => mean,
    }
}

fn memory_in_words(memory: &MemoryReport, by_default: bool) -> String {
    let replaced = match memory.replaced {
        0 => String::new(),
        replaced => format!(", {} replaced", thousands(replaced)),
    };
    format!(
        "{} MiB{}: {} of {} {} known{}{replaced}",
        memory.bytes.div_ceil(1 << 20),
        if by_default { " (the default)" } else { "" },
        thousands(memory.hits),
        counted(memory.probes, "position"),
        if memory.probes == 1 { "was" } else { "were" },
        if memory.partition { " by the ranks that matter" } else { "" },
    )
}

fn node_name(node: &[String]) -> String {
    if node.is_empty() { "the root".to_owned() } else { node.join(".") }
}

fn cut_in_words(cut: &CutReport) -> String {
    let when = if cut.on_entry {
        "left on entry".to_owned()
    } else {
        let children = if cut.children_cut == 1 { "child" } else { "children" };
        format!("{} {children} cut", cut.children_cut)
    };
    let chain: Vec<String> = cut
        .chain
        .iter()
        .map(|link| {
            format!("player {} at {} has {}, needs {}", link.player, node_name(&link.node), link.has, link.needs)
        })
        .collect();
    let kind = match (cut.kind, cut.searched_again) {
        ("exact", _) => "its best is final",
        ("final", _) => "final: its parent ignores it",
        (_, false) => "uncertain: set aside, never searched again",
        (_, true) => "uncertain: set aside, searched again",
    };
    format!(
        "{}: {when}; {}; requirement ({}); {kind}",
        node_name(&cut.node),
        chain.join("; "),
        cut.requirement.join(", ")
    )
}
