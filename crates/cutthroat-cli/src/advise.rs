//! `cutthroat advise`

use std::fmt::Write as _;
use std::io::{Write as _, stdout};

use cutthroat_catalog::{AdviceReport, AdviceRequest, AdvisedMove, AnyView, InferenceReport, PlayerSpec, Registry};
use serde_json::json;

use crate::table::{self, thousands};
use crate::{interrupt, json, setup};

/// The most deals that `--all-worlds` lists.
const MOST_LISTED: usize = 100_000;

/// The most deals that `--worlds` draws: as JSON they are held in memory.
const MOST_DRAWN: u64 = 1_000_000;

/// How a view is written.
const VIEWS: &str = "A view of a card game is written as a position, with ? for each hand that you do not see, your own hand \
                     as it is now, and in plays= every card played so far, beginning with the leader's, with / between \
                     tricks if you like: \"1:? AK3.Q2..T9 ? cards=8 bids=3,2,1 plays=S4,S5,S6/H3,H4\". ?SQ,HK is a hand \
                     in which you know these cards to be. The seat before the colon leads to the first trick that you saw. \
                     cards= is needed in a deal that is not a full one, aside= names cards that you know to be out of the \
                     deal. If tricks were over before you began to look, unseen= has what all others hold, as a hand. What you \
                     passed and were passed is in passed= and received=, beside pass=left. Before the play, write the word \
                     deal in place of the leader: \"deal:? ? AK3.Q2..T9 ? cards=7 rules=table pass=left\" asks what to pass, \
                     \"deal:? AK3.Q2..T9 ? cards=7 bids=3\" what to bid after a bid of 3.";

/// Options of `cutthroat advise`.
#[derive(clap::Args)]
#[command(after_long_help = VIEWS)]
pub(crate) struct Args {
    /// The game, as listed by `games`.
    game: String,
    /// What you know: your hand, and what was played; --help says how to write it. @FILE reads it from a file.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    view: String,
    #[command(flatten)]
    options: setup::OptionArgs,
    /// The evaluation, as listed by `games GAME`; the first if not given.
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// The player to ask: an algorithm that does not need to see all cards, with its settings.
    #[arg(long, value_name = "SPEC", default_value = "expert")]
    player: String,
    /// The seed of all random choices.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    seed: u64,
    /// Instead of advice, list this many deals that fit, drawn from the seed, each equally likely: one position a line.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=MOST_DRAWN))]
    worlds: Option<u64>,
    /// Instead of advice, list every deal that fits, if there are at most 100,000.
    #[arg(long, conflicts_with = "worlds")]
    all_worlds: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The message of advice that did not come in time.
const KEPT: &str = "the search could not be brought to an end in time, so there is no advice";

pub(crate) fn run(games: &Registry, args: Args, quiet: bool) -> anyhow::Result<()> {
    let text = setup::position_text(args.view)?;
    let setup = cutthroat_catalog::Setup { eval: args.eval, ..args.options.setup()? };
    let mut view = games.open_view(&args.game, &text, &setup)?;
    if let Some(number) = args.worlds {
        return list(&mut *view, (0..number).map(|_| None), args.seed, args.json);
    }
    if args.all_worlds {
        let all = view.all_deals(MOST_LISTED).ok_or_else(|| too_many(&*view))?;
        return list(&mut *view, all.into_iter().map(Some), args.seed, args.json);
    }
    let player: PlayerSpec = args.player.parse()?;
    let request = AdviceRequest { player, seed: args.seed, stop: Some(interrupt::stop_flag(KEPT)?) };
    let report = view.advise(&request)?;
    let text = if args.json {
        json::object(&report)?
    } else if quiet {
        report.best
    } else {
        words(&report)
    };
    writeln!(stdout().lock(), "{}", text.trim_end())?;
    Ok(())
}

fn too_many(view: &dyn AnyView) -> anyhow::Error {
    let number = view.worlds().map_or("more deals".to_owned(), |worlds| format!("{} deals", thousands(worlds)));
    anyhow::anyhow!(
        "{number} fit, and --all-worlds lists at most {}; --worlds draws some of them",
        thousands(MOST_LISTED as u64)
    )
}

/// Prints deals, one a line. Those that are not given are drawn.
fn list(
    view: &mut dyn AnyView,
    deals: impl Iterator<Item = Option<String>>,
    seed: u64,
    as_json: bool,
) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    let worlds = view.worlds().map(|worlds| worlds.to_string());
    let mut deals = (0..).zip(deals).map(|(number, deal)| deal.unwrap_or_else(|| view.deal(seed, number)));
    if as_json {
        let deals: Vec<String> = deals.collect();
        writeln!(out, "{}", json::object(&json!({"worlds": worlds, "seed": seed, "deals": deals}))?)?;
        return Ok(());
    }
    deals.try_for_each(|deal| writeln!(out, "{deal}"))?;
    Ok(())
}

/// A report for people.
fn words(report: &AdviceReport) -> String {
    let mut text = format!("{}: {}\n", report.game, report.player);
    if let Some(terms) = &report.terms {
        let _ = writeln!(text, "{terms}");
    }
    let fitting = report.worlds.as_ref().and_then(|worlds| worlds.parse::<u128>().ok());
    let fitting = match fitting {
        Some(1) => "1 deal fits".to_owned(),
        Some(worlds) => format!("{} deals fit", thousands(worlds)),
        None => "how many deals fit is not known".to_owned(),
    };
    let looked_at = match report.looked_at {
        0 => String::new(),
        _ if report.exhaustive => ", all looked at".to_owned(),
        number => format!(", {} looked at", thousands(number)),
    };
    let _ = writeln!(text, "seat {} to {}; {fitting}{looked_at}", report.seat, report.what.in_words());
    if let Some(inference) = &report.inference {
        let _ = writeln!(text, "weights {}", inference_in_words(inference));
    }
    let only = if report.moves.len() == 1 { " (nothing else is legal)" } else { "" };
    let _ = writeln!(text, "move    {}{only}", report.best);
    if report.nodes > 0 {
        let _ = writeln!(text, "nodes   {} ({})", thousands(report.nodes), ended(report));
    }
    if report.moves.iter().any(|value| value.mean.is_some()) {
        let mut table = table::table(&["move", "mean", "error", "visits"]);
        for value in &report.moves {
            table.add_row(row(value, value.mv == report.best));
        }
        let _ = writeln!(text, "\n{}", table::text(&table));
    }
    text
}

/// What told likely deals from others.
pub(crate) fn inference_in_words(inference: &InferenceReport) -> String {
    let InferenceReport { weighed, effective, tempering, by } = *inference;
    let weighed = thousands(weighed as u64);
    let used = match by {
        "chains" => ", so few that the deals were drawn by Metropolis chains".to_owned(),
        _ if tempering < 1.0 => format!(", with likelihoods raised to the power {tempering}"),
        _ => String::new(),
    };
    format!("{weighed} deals weighed, worth {effective:.1} of equal weight{used}")
}

/// How far the search came.
fn ended(report: &AdviceReport) -> String {
    let mut depth = if report.depth > 0 { format!("depth {}, ", report.depth) } else { String::new() };
    if let Some(kept) = report.kept {
        let (one, more) = if report.player.starts_with("alpha-mu") { ("move", "moves") } else { ("ply", "plies") };
        let _ = write!(depth, "{kept} {} without peeking, ", if kept == 1 { one } else { more });
    }
    if report.truncated {
        depth += "some strategies left out, ";
    }
    let end = match report.stop {
        "complete" | "depth" => "as far as the player looks",
        "nodes" if report.depth > 0 => "the nodes were spent; this is the last level completed",
        "nodes" => "the nodes were spent",
        "stopped" => "interrupted",
        other => other,
    };
    format!("{depth}{end}")
}

fn row(value: &AdvisedMove, is_best: bool) -> [String; 4] {
    let decimals = |number: Option<f64>| number.map_or("-".to_owned(), |number| format!("{number:.2}"));
    let best = if is_best { " *" } else { "" };
    let bound = if value.at_most { "<=" } else { "" };
    let mean = format!("{bound}{}", decimals(value.mean));
    [format!("{}{best}", value.mv), mean, decimals(value.error), thousands(value.visits)]
}
