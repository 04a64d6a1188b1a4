//! `cutthroat forward-pruning`

use std::fmt::Write as _;
#[cfg(feature = "papers")]
use std::fs;
use std::io::{Write as _, stdout};
use std::num::NonZeroUsize;
#[cfg(feature = "papers")]
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

#[cfg(feature = "papers")]
use anyhow::Context as _;
use clap::builder::PossibleValuesParser;
use cutthroat_catalog::Registry;
#[cfg(feature = "papers")]
use cutthroat_lab::forward_pruning::figures::{DrawnFigure, figure_3, figure_of_study};
use cutthroat_lab::forward_pruning::measure::{Measure, MeasureError, Measured, measure};
use cutthroat_lab::forward_pruning::model::{Decision, Discard, ModelTree, decisions};
use cutthroat_lab::forward_pruning::sample_mean::SampleMean;
use cutthroat_lab::forward_pruning::study::{self, HEIGHTS, Study, StudyOutcome, TREES};
use cutthroat_lab::threads;
use indicatif::ProgressBar;
use serde_json::json;

use crate::table::{self, thousands};
#[cfg(feature = "papers")]
use crate::whole_file;
use crate::{Usage, json, setup};

/// Options of `cutthroat forward-pruning`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// How likely forward pruning decides correctly, exactly, by the height of a tree.
    Model(ModelArgs),
    /// Minimax with and without forward pruning on random trees, at equal nodes.
    Study(StudyArgs),
    /// Whether forward pruning helps in a game.
    Measure(MeasureArgs),
    /// Figures 3, 4 and 5 of the 1994 paper as SVG, with their numbers as CSV.
    #[cfg(feature = "papers")]
    Figures(FiguresArgs),
}

#[derive(clap::Args)]
struct ModelArgs {
    /// The trees: n-game-like (siblings are alike) or p-game (they are independent).
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(ModelTree::ALL.map(|(name, _)| name)))]
    tree: String,
    /// The chance that the child discarded is the worst of three.
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    p: f64,
    /// The greatest Max-height; all from 1 on are computed.
    #[arg(long, value_name = "H", default_value_t = 15, allow_negative_numbers = true)]
    heights: usize,
    /// Print one JSON object; its `D` is the list of probabilities for these trees, and `D_prime` that for P-games.
    #[arg(long)]
    json: bool,
}

/// What all samples have in common.
#[derive(clap::Args)]
struct SampleArgs {
    /// The seed of all random choices.
    #[arg(long, default_value_t = 1994, allow_negative_numbers = true)]
    seed: u64,
    /// How many threads; as many as there are cores if not given, and at most four for each core. The result does
    /// not depend on it.
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = crate::threads::read)]
    threads: Option<NonZeroUsize>,
}

/// How many trees.
#[derive(clap::Args)]
struct ScaleArgs {
    /// How many trees of each height: quick has 500, paper 5,000.
    #[arg(long, default_value = "paper", value_parser = ["quick", "paper"])]
    scale: String,
    /// Another number of trees of each height.
    #[arg(long, value_name = "N", conflicts_with = "scale", allow_negative_numbers = true)]
    trees: Option<usize>,
}

impl ScaleArgs {
    fn trees(&self) -> usize {
        self.trees.unwrap_or(if self.scale == "quick" { TREES / 10 } else { TREES })
    }
}

#[derive(clap::Args)]
struct StudyArgs {
    /// The trees.
    #[arg(long, value_name = "KIND", default_value = "n-game", value_parser = PossibleValuesParser::new(study::KINDS.map(|(name, _)| name)))]
    tree: String,
    #[command(flatten)]
    scale: ScaleArgs,
    #[command(flatten)]
    sample: SampleArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[cfg(feature = "papers")]
#[derive(clap::Args)]
struct FiguresArgs {
    /// The folder to write to; it is created if it does not exist.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    scale: ScaleArgs,
    #[command(flatten)]
    sample: SampleArgs,
}

#[derive(clap::Args)]
struct MeasureArgs {
    #[command(flatten)]
    dealt: setup::DealArgs,
    /// How many positions to deal.
    #[arg(long, value_name = "N", default_value_t = 400, allow_negative_numbers = true)]
    deals: usize,
    /// How many moves are kept in every position below the root.
    #[arg(long, value_name = "K,...", value_delimiter = ',', default_value = "2,3", allow_negative_numbers = true)]
    keep: Vec<usize>,
    /// Nodes that a search may spend.
    #[arg(
        long,
        value_name = "N,...",
        value_delimiter = ',',
        default_value = "30,100,300,1000,3000",
        allow_negative_numbers = true
    )]
    budgets: Vec<u64>,
    /// Nodes for the search that values every move.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, allow_negative_numbers = true)]
    reference: u64,
    #[command(flatten)]
    sample: SampleArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(games: &Registry, args: Args, quiet: bool) -> anyhow::Result<()> {
    match args.command {
        Command::Model(args) => model(&args, quiet),
        Command::Study(args) => print_study(&args, quiet),
        Command::Measure(args) => print_measure(games, args, quiet),
        #[cfg(feature = "papers")]
        Command::Figures(args) => write_figures(&args, quiet),
    }
}

fn usage(error: impl std::fmt::Display) -> Usage {
    Usage(error.to_string())
}

fn model(args: &ModelArgs, quiet: bool) -> anyhow::Result<()> {
    let tree =
        ModelTree::ALL.into_iter().find(|(name, _)| *name == args.tree).map_or(ModelTree::PGame, |(_, tree)| tree);
    let found = decisions(tree, args.p, args.heights).map_err(usage)?;
    let discard = Discard::new(args.p).map_err(usage)?;
    let text = if args.json {
        let p_games = decisions(ModelTree::PGame, args.p, args.heights).map_err(usage)?;
        let of_two = |found: &[Decision]| found.iter().map(|decision| decision.of_two).collect::<Vec<_>>();
        let object = json!({
            "tree": args.tree, "p": discard.p, "q": discard.q, "r": discard.r, "heights": args.heights,
            "D": of_two(&found), "D_prime": of_two(&p_games), "random_guess": 0.5,
            "D_of_three": found.iter().map(|decision| decision.of_three).collect::<Vec<_>>(),
            "random_guess_of_three": found.iter().map(|decision| decision.guess_of_three).collect::<Vec<_>>(),
        });
        json::object(&object)?
    } else {
        let mut rows = table::table(&["height", "D", "D of three", "guess of three", "children won"]);
        for decision in &found {
            let chance = |chance: Option<f64>| chance.map_or("-".to_owned(), |chance| format!("{chance:.4}"));
            rows.add_row([
                decision.height.to_string(),
                chance(decision.of_two),
                chance(decision.of_three),
                format!("{:.4}", decision.guess_of_three),
                format!("{:.4}", decision.won),
            ]);
        }
        let Discard { p, q, r } = discard;
        let heading = format!(
            "{}: the worst of three is discarded with chance {p}, the middle {q:.4}, the best {r:.4}\n",
            args.tree
        );
        format!("{}{}", if quiet { "" } else { &heading }, table::text(&rows))
    };
    writeln!(stdout().lock(), "{text}")?;
    Ok(())
}

/// Runs `work` with the requested threads.
fn with_threads<T: Send>(args: &SampleArgs, work: impl FnOnce() -> T + Send) -> anyhow::Result<T> {
    Ok(threads::pool(args.threads, usize::MAX)?.install(work))
}

/// A bar on a terminal, nothing elsewhere.
fn progress(steps: usize, quiet: bool) -> ProgressBar {
    if quiet { ProgressBar::hidden() } else { ProgressBar::new(steps as u64) }
}

/// What the study of all heights consists of, checked.
fn studies(tree: &str, scale: &ScaleArgs, sample: &SampleArgs) -> anyhow::Result<Vec<Study>> {
    let kind = study::KINDS.into_iter().find(|(name, _)| *name == tree);
    let studies = HEIGHTS.map(|height| Study {
        kind: kind.map_or(study::KINDS[0].1, |(_, kind)| kind),
        height,
        trees: scale.trees(),
        seed: sample.seed,
    });
    let studies: Vec<Study> = studies.collect();
    for study in &studies {
        study.check().map_err(usage)?;
    }
    Ok(studies)
}

/// The study of all heights.
fn study_all(tree: &str, scale: &ScaleArgs, sample: &SampleArgs, quiet: bool) -> anyhow::Result<Vec<StudyOutcome>> {
    let studies = studies(tree, scale, sample)?;
    let bar = progress(studies.len() * scale.trees(), quiet);
    let outcomes = with_threads(sample, || {
        studies
            .iter()
            .map(|study| study::study(study, &AtomicBool::new(false), || bar.inc(1)))
            .collect::<Result<Vec<_>, _>>()
    })?;
    bar.finish_and_clear();
    Ok(outcomes.map_err(usage)?)
}

fn print_study(args: &StudyArgs, quiet: bool) -> anyhow::Result<()> {
    let outcomes = study_all(&args.tree, &args.scale, &args.sample, quiet)?;
    let text = if args.json {
        let trees = args.scale.trees();
        json::object(&json!({ "tree": args.tree, "seed": args.sample.seed, "trees": trees, "heights": outcomes }))?
    } else {
        let mut rows = table::table(&[
            "height",
            "depth",
            "minimax nodes",
            "alpha-beta",
            "correct",
            "pruned nodes",
            "generated",
            "alpha-beta",
            "correct",
        ]);
        for outcome in &outcomes {
            for (full, pruned) in outcome.minimax.iter().zip(&outcome.forward_pruning) {
                rows.add_row([
                    outcome.height.to_string(),
                    full.depth.to_string(),
                    thousands(full.nodes),
                    format!("{:.0}", full.alpha_beta_nodes.mean),
                    share(full.correct),
                    thousands(pruned.nodes),
                    thousands(pruned.generated),
                    format!("{:.0}", pruned.alpha_beta_nodes.mean),
                    share(pruned.correct),
                ]);
            }
        }
        format!("{}\n\n{}", table::text(&rows), advantages(&outcomes).trim_end())
    };
    writeln!(stdout().lock(), "{text}")?;
    Ok(())
}

fn share(estimate: SampleMean) -> String {
    format!("{:.4} ± {:.4}", estimate.mean, estimate.margin)
}

/// The result of a study, in words.
fn advantages(outcomes: &[StudyOutcome]) -> String {
    let mut text = String::new();
    for outcome in outcomes {
        let points = |estimate: SampleMean| {
            let (low, high) = estimate.interval();
            let verdict = if low > 0.0 {
                "better"
            } else if high < 0.0 {
                "worse"
            } else {
                "no clear difference"
            };
            format!("{:+.2} ± {:.2} points, {verdict}", 100.0 * estimate.mean, 100.0 * estimate.margin)
        };
        let _ = writeln!(
            text,
            "{} of height {}, forward pruning at equal nodes: {}; nodes generated: {}; alpha-beta: {}",
            outcome.tree,
            outcome.height,
            points(outcome.advantage),
            points(outcome.generated_advantage),
            points(outcome.alpha_beta_advantage),
        );
    }
    text
}

#[cfg(feature = "papers")]
fn write_figures(args: &FiguresArgs, quiet: bool) -> anyhow::Result<()> {
    studies("n-game", &args.scale, &args.sample)?;
    let cannot = || format!("cannot write to {}", args.out.display());
    fs::create_dir_all(&args.out).with_context(cannot)?;
    let n_games = study_all("n-game", &args.scale, &args.sample, quiet)?;
    let p_games = study_all("p-game", &args.scale, &args.sample, quiet)?;
    let figures = [figure_3().map_err(usage)?, figure_of_study(&n_games), figure_of_study(&p_games)];
    let mut out = stdout().lock();
    for DrawnFigure { name, svg, csv } in &figures {
        for (extension, text) in [("svg", svg), ("csv", csv)] {
            let file = args.out.join(format!("{name}.{extension}"));
            whole_file::write(&file, text)?;
            if !quiet {
                writeln!(out, "{}", file.display())?;
            }
        }
    }
    write!(out, "{}{}", advantages(&n_games), advantages(&p_games))?;
    Ok(())
}

fn print_measure(games: &Registry, args: MeasureArgs, quiet: bool) -> anyhow::Result<()> {
    let asked = Measure {
        game: args.dealt.game.clone(),
        setup: args.dealt.setup()?,
        deals: args.deals,
        seed: args.sample.seed,
        keep: args.keep,
        budgets: args.budgets,
        reference: args.reference,
    };
    let bar = progress(asked.deals, quiet);
    let found = with_threads(&args.sample, || measure(games, &asked, || bar.inc(1)))?;
    bar.finish_and_clear();
    let found = found.map_err(|error| match error {
        MeasureError::Game(error) => anyhow::Error::from(error),
        MeasureError::NothingToDecide { deals, game } => anyhow::anyhow!(
            "none of {deals} positions of {game} had anything to decide; give more --deals or other ones"
        ),
    })?;
    let text = if args.json {
        json::object(&found)?
    } else if quiet {
        found.conclusion
    } else {
        written(&found)
    };
    writeln!(stdout().lock(), "{text}")?;
    Ok(())
}

/// A measurement, for people.
fn written(found: &Measured) -> String {
    let mut text = format!(
        "{}: {} positions, {} of them solved exactly; in {} something is to be decided\n",
        found.game, found.positions, found.exact, found.decisions
    );
    let _ = writeln!(text, "sibling correlation {:.3} ± {:.3}", found.correlation.estimate, found.correlation.margin);
    for pruned in &found.pruned {
        let _ = writeln!(text, "a best move is among the best {} of the order in {}", pruned.width, share(pruned.kept));
    }
    let mut headings = vec!["budget".to_owned(), "finished".to_owned(), "all moves".to_owned()];
    for pruned in &found.pruned {
        headings.extend([format!("best {}", pruned.width), "difference".to_owned()]);
    }
    let mut rows = table::table(&headings.iter().map(String::as_str).collect::<Vec<_>>());
    for (place, full) in found.full.iter().enumerate() {
        let mut cells = vec![
            thousands(full.budget),
            format!("{:.0} %", 100.0 * full.finished),
            format!("{:.3}", full.correct.mean),
        ];
        for pruned in &found.pruned {
            let gain = pruned.advantages[place];
            cells.push(format!("{:.3}", pruned.qualities[place].correct.mean));
            cells.push(format!("{:+.3} ± {:.3}", gain.mean, gain.margin));
        }
        rows.add_row(cells);
    }
    let _ = write!(text, "\n{}\n\n{}", table::text(&rows), found.conclusion.replace(". ", ".\n"));
    if found.exact < found.positions {
        let _ = write!(
            text,
            "\nWhere a position could not be solved, moves are judged by a search of all moves with more nodes; smaller \
             positions (--cards) or a larger --reference give exact values."
        );
    }
    text
}
