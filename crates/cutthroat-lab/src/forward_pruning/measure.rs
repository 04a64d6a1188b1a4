//! Whether forward pruning helps in a game: the measurement that the 1994 paper proposed, on any game of the catalog.
//!
//! The paper names two characteristics of a game for which it may be of use ("Conclusion"): the values of siblings are
//! generally alike, and where they are not, one can tell which is better. The first is measured as the correlation of
//! the values of the moves of a position, the second as how often the best move is among those that are kept. The
//! result itself is measured directly: which search decides better with the same number of nodes.
//!
//! Searches are max^n by the game's first evaluation, or the one asked for; the moves kept are those that the game's
//! own order prefers, and where a game has none (the abstract trees) those listed first. The root compares all its
//! moves.

use cutthroat_catalog::{BudgetChoice, DecisionReport, DecisionRequest, Error, Registry, Setup};
use rayon::prelude::*;
use serde::Serialize;
use thiserror::Error as ThisError;

use super::correlation::{Correlation, sibling_correlation};
use super::sample_mean::SampleMean;

/// What to measure.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    /// The game, by name.
    pub game: String,
    /// How positions are dealt; the seed is set for each.
    pub setup: Setup,
    /// How many are dealt.
    pub deals: usize,
    /// The seed of the first; the others follow.
    pub seed: u64,
    /// How many moves are kept, for every search with forward pruning.
    pub keep: Vec<usize>,
    /// The nodes that searches may spend.
    pub budgets: Vec<u64>,
    /// The nodes of the search that values every move.
    pub reference: u64,
}

/// The most positions of one measurement.
pub const MOST_DEALS: usize = 1_000_000;

/// Why nothing was measured.
#[derive(Clone, PartialEq, Debug, ThisError)]
pub enum MeasureError {
    /// The game cannot be dealt or searched with these settings.
    #[error(transparent)]
    Game(#[from] Error),
    /// There was nothing to measure.
    #[error("none of {deals} positions of {game} had anything to decide; give more `deals` or other ones")]
    NothingToDecide {
        /// How many were dealt.
        deals: usize,
        /// The game.
        game: String,
    },
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measured {
    /// The game.
    pub game: String,
    /// Positions with at least two moves.
    pub positions: usize,
    /// Positions of which the values are exact, searched to the end of the game.
    pub exact: usize,
    /// Positions where not all moves are equally good: the only ones where a decision can be wrong.
    pub decisions: usize,
    /// How much the moves of a position are alike in value.
    pub correlation: Correlation,
    /// The searches without forward pruning, one per budget.
    pub full: Vec<Quality>,
    /// The searches with forward pruning.
    pub pruned: Vec<Pruned>,
    /// The conclusion in plain words.
    pub conclusion: String,
}

/// How well searches with one budget decided.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Quality {
    /// The nodes that they were allowed.
    pub budget: u64,
    /// The nodes that they used.
    pub nodes: SampleMean,
    /// The share of searches that reached the end of the game.
    pub finished: f64,
    /// How often they chose a best move.
    pub correct: SampleMean,
    /// How much worse their move was than the best.
    pub loss: SampleMean,
}

/// Forward pruning to a number of moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pruned {
    /// How many are kept.
    pub width: usize,
    /// How often a best move is among those that would be kept.
    pub kept: SampleMean,
    /// How well it decided, one per budget.
    pub qualities: Vec<Quality>,
    /// By how much more often it chose a best move than the search of all moves with the same budget, one per budget.
    pub advantages: Vec<SampleMean>,
    /// The same over all budgets with which the search of all moves did not reach the end of the game. If it did, it
    /// cannot be wrong, and the comparison would not be fair (1994 paper, note 6).
    pub advantage: SampleMean,
}

/// Deals positions, lets all searches decide, calling `tick` after each position, and compares. The result is the same
/// for any number of threads.
///
/// # Errors
/// When the game cannot be dealt so, the numbers make no sense, or there is nothing to decide.
pub fn measure(registry: &Registry, measure: &Measure, tick: impl Fn() + Sync) -> Result<Measured, MeasureError> {
    check(measure)?;
    // What is wrong with one deal is wrong with all, and is reported before the work.
    registry.open(&measure.game, &Setup { deal: Some(measure.seed), ..measure.setup.clone() })?;
    let look = |index| {
        let report = look_at(registry, measure, index);
        tick();
        report
    };
    let reports: Vec<Option<DecisionReport>> =
        (0..measure.deals as u64).into_par_iter().map(look).collect::<Result<_, _>>()?;
    let reports: Vec<DecisionReport> = reports.into_iter().flatten().collect();
    let best = |report: &DecisionReport| report.values.iter().copied().max().unwrap_or_default();
    let undecided: Vec<&DecisionReport> =
        reports.iter().filter(|report| report.values.iter().any(|&value| value < best(report))).collect();
    if undecided.is_empty() {
        return Err(MeasureError::NothingToDecide { deals: measure.deals, game: measure.game.clone() });
    }
    let correct = |report: &DecisionReport, chosen: usize| f64::from(u8::from(report.values[chosen] == best(report)));
    let quality = |place: usize, choices: &dyn Fn(&DecisionReport) -> BudgetChoice| Quality {
        budget: measure.budgets[place],
        nodes: SampleMean::of(undecided.iter().map(|report| choices(report).nodes as f64)),
        finished: undecided.iter().filter(|report| choices(report).complete).count() as f64 / undecided.len() as f64,
        correct: SampleMean::of(undecided.iter().map(|report| correct(report, choices(report).chosen))),
        loss: SampleMean::of(
            undecided.iter().map(|report| f64::from(best(report)) - f64::from(report.values[choices(report).chosen])),
        ),
    };
    let budgets = 0..measure.budgets.len();
    let full = budgets.clone().map(|place| quality(place, &|report| report.full[place])).collect();
    let pruned: Vec<Pruned> = (0..measure.keep.len())
        .map(|which| {
            let gain = |report: &DecisionReport, place: usize| {
                correct(report, report.pruned[which][place].chosen) - correct(report, report.full[place].chosen)
            };
            let kept = |report: &DecisionReport| {
                let kept = report.values.iter().take(measure.keep[which]);
                f64::from(u8::from(kept.copied().max() == Some(best(report))))
            };
            Pruned {
                width: measure.keep[which],
                kept: SampleMean::of(undecided.iter().map(|report| kept(report))),
                qualities: budgets.clone().map(|place| quality(place, &|report| report.pruned[which][place])).collect(),
                advantages: budgets
                    .clone()
                    .map(|place| SampleMean::of(undecided.iter().map(|report| gain(report, place))))
                    .collect(),
                advantage: SampleMean::of(undecided.iter().filter_map(|report| {
                    let fair: Vec<usize> = budgets.clone().filter(|&place| !report.full[place].complete).collect();
                    let gains = fair.iter().map(|&place| gain(report, place)).sum::<f64>();
                    (!fair.is_empty()).then(|| gains / fair.len() as f64)
                })),
            }
        })
        .collect();
    let correlation = sibling_correlation(&reports.iter().map(|report| report.values.as_slice()).collect::<Vec<_>>());
    Ok(Measured {
        game: measure.game.clone(),
        positions: reports.len(),
        exact: reports.iter().filter(|report| report.exact).count(),
        decisions: undecided.len(),
        conclusion: conclusion(&measure.game, &correlation, &pruned),
        correlation,
        full,
        pruned,
    })
}

fn check(measure: &Measure) -> Result<(), MeasureError> {
    let unfit =
        |field, value: String, misfit: &str| Err(Error::Unfit { field, value, misfit: misfit.to_owned() }.into());
    let listed = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    if !(2..=MOST_DEALS).contains(&measure.deals) {
        return unfit("deals", measure.deals.to_string(), &format!("is not from 2 to {MOST_DEALS}"));
    }
    if measure.keep.is_empty() || measure.keep.contains(&0) {
        let keep: Vec<u64> = measure.keep.iter().map(|&width| width as u64).collect();
        return unfit("keep", listed(&keep), "is not a list of numbers of moves from 1 on");
    }
    if measure.budgets.is_empty() || measure.budgets.contains(&0) {
        return unfit("budgets", listed(&measure.budgets), "is not a list of numbers of nodes from 1 on");
    }
    if measure.reference < measure.budgets.iter().copied().max().unwrap_or_default() {
        return unfit("reference", measure.reference.to_string(), "has fewer nodes than the searches it is to judge");
    }
    Ok(())
}

fn look_at(registry: &Registry, measure: &Measure, index: u64) -> Result<Option<DecisionReport>, MeasureError> {
    let seed = measure.seed.wrapping_add(index);
    let position = registry.open(&measure.game, &Setup { deal: Some(seed), ..measure.setup.clone() })?;
    let request = DecisionRequest {
        seed,
        reference: measure.reference,
        budgets: measure.budgets.clone(),
        widths: measure.keep.clone(),
    };
    Ok(position.decide(&request)?)
}

/// What the numbers mean for the game, in words.
fn conclusion(game: &str, correlation: &Correlation, pruned: &[Pruned]) -> String {
    let alike = match correlation.estimate {
        value if value < 0.2 => "hardly alike",
        value if value < 0.6 => "somewhat alike",
        _ => "much alike",
    };
    let mut text =
        format!("The moves of a position of {game} are {alike} in value (correlation {:.2}).", correlation.estimate);
    for found in pruned {
        let SampleMean { mean, margin, samples } = found.advantage;
        let (low, high) = found.advantage.interval();
        let verdict = if samples < 2 {
            "the search of all moves always reached the end, so there is nothing to gain; give smaller budgets"
                .to_owned()
        } else {
            let words = if low > 0.0 {
                "it serves this game: with the same nodes it finds a best move more often"
            } else if high < 0.0 {
                "it does harm: with the same nodes it finds a best move less often"
            } else {
                "with the same nodes no difference can be shown"
            };
            format!("{words} ({:+.1} points, give or take {:.1})", 100.0 * mean, 100.0 * margin)
        };
        let kept = if found.width == 1 { "only the move".to_owned() } else { format!("the {} moves", found.width) };
        text.push_str(&format!(
            " Keeping {kept} that the order prefers would lose every best move in {:.1} % of decisions; {verdict}.",
            100.0 * (1.0 - found.kept.mean),
        ));
    }
    text
}
