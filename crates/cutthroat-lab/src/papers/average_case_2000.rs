//! Korf 1991, as reported in the 2000 paper: what shallow pruning saves on average.

use cutthroat::{Maxn, Pruning};
use cutthroat_games::trees::{ShallowBestCase, UniformEvaluation, UniformLeaves, UniformTree};

use super::Experiment;
use super::finding::{Findings, Row, Unit};
use super::verdict::{Claim, Printed};
use super::workbench::{Workbench, part_of};
use crate::error::LabError;
use crate::stats::{Estimate, Interval};

pub(super) const AVERAGE_CASE: Experiment = Experiment {
    id: "2000-average",
    title: "the average case of shallow pruning (Korf 1991)",
    set_up: "Three players, uniform trees whose leaves share a fixed sum at random. In the best case shallow pruning has the \
             branching factor (1 + sqrt(4b - 3)) / 2; an average-case model predicts b. The papers give no samples, depths \
             or leaf values.",
    minutes: 15,
    run: average_case,
};

const PLAYERS: usize = 3;
/// The total that the leaves share: large enough that ties are rare.
const TOTAL: i16 = 9_000;
/// The branching factors, with the two depths between which growth is measured.
const TREES: [(u16, u16, u16); 3] = [(2, 10, 18), (3, 6, 12), (5, 4, 8)];

/// The nodes that shallow pruning visits of a random tree.
fn nodes(branching: u16, depth: u16, seed: u64, bench: &Workbench<'_>) -> Result<u64, LabError> {
    let leaves = UniformLeaves::Shared { total: TOTAL, seed };
    let tree = UniformTree { players: PLAYERS, branching, depth, leaves, step: 1 };
    let search = Maxn::new(&tree, &UniformEvaluation).pruning(Pruning::SHALLOW);
    let found = search.budget(bench.until_stopped()).run(&tree.root());
    Ok(found.map_err(cutthroat_catalog::Error::from)?.nodes)
}

/// The nodes that it visits at best.
fn at_best(branching: u16, depth: u16) -> Result<f64, LabError> {
    let tree = ShallowBestCase { players: PLAYERS, branching, depth };
    let found = Maxn::new(&tree, &UniformEvaluation).pruning(Pruning::SHALLOW).run(&tree.root());
    Ok(found.map_err(cutthroat_catalog::Error::from)?.nodes as f64)
}

fn average_case(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    const SAMPLE: u64 = 200;
    let trees = bench.sample(20, SAMPLE);
    let mut rows = Vec::new();
    for (b, low, high) in TREES {
        let high = bench.at(high - 1, high);
        let part = format!("b = {b}, depths {low} to {high}");
        let settings = format!("sum {TOTAL}");
        let found: Vec<Vec<u64>> = bench.each(&part, &settings, trees, |number| {
            (low..=high).map(|depth| nodes(b, depth, bench.deal(number), bench)).collect()
        })?;
        if found.is_empty() {
            continue;
        }
        let sample = part_of(found.len(), SAMPLE, "trees");
        let at = |place: usize| -> Vec<f64> { found.iter().map(|nodes| nodes[place] as f64).collect() };
        let last = usize::from(high - low);
        // The growth per level over the last round of the players.
        let round = Interval::of_ratio(&at(last), &at(last - PLAYERS));
        let root = |value: f64| value.powf(1.0 / PLAYERS as f64);
        let growth =
            round.map(|round| Interval { middle: root(round.middle), low: root(round.low), high: root(round.high) });
        let limit = (1.0 + (4.0 * f64::from(b) - 3.0).sqrt()) / 2.0;
        rows.extend(growth.map(|growth| {
            let quantity = format!("b = {b}: growth a level at depth {high}");
            Row::figure_beside(quantity, Unit::Plain, Printed::new(f64::from(b), 0.01), limit, growth)
                .because(&format!("{limit:.2} in the best case; the model is of the limit of deep trees"))
                .of(&sample)
        }));
        // By how much more the nodes exceed those of the best case at the last depth than at the first.
        let (first_best, last_best) = (at_best(b, low)?, at_best(b, high)?);
        let short: Vec<f64> = at(last).iter().map(|nodes| nodes / last_best).collect();
        let before: Vec<f64> = at(0).iter().map(|nodes| nodes / first_best).collect();
        let ratios = [&before, &short].map(|ratios| Estimate::of(ratios).map_or(0.0, |found| found.mean));
        rows.extend(Interval::of_ratio(&short, &before).map(|found| {
            let quantity = format!("b = {b}: falls short of the best case by more, depth {high} over depth {low}");
            Row::direction(quantity, Unit::Times, "ever more", Claim::Above(1.0), found)
                .because(&format!(
                    "{:.2} times the best case at depth {low}, {:.2} at depth {high}",
                    ratios[0], ratios[1]
                ))
                .of(&sample)
        }));
    }
    Ok(Findings {
        sample: "random trees, the same seeds at every depth; moves are not ordered.".into(),
        rows,
        ..Findings::default()
    })
}
