//! Figures 3, 4 and 5 of the 1994 paper: drawings, and the numbers beside them.

use std::fmt::Write as _;

use super::model::{Decision, ModelError, ModelTree, decisions};
use super::sample_mean::SampleMean;
use super::study::{StudyOutcome, StudyPoint};
use crate::plot::{self, AxisScale, Line, LineChart, Stroke};

/// The values of `p` in Figure 3. The paper does not list its own.
pub const CHANCES: [f64; 6] = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
/// The heights of Figure 3.
pub const HEIGHTS: usize = 15;

/// A figure: a drawing and its numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawnFigure {
    /// The name of its files.
    pub name: &'static str,
    /// The drawing.
    pub svg: String,
    /// The numbers.
    pub csv: String,
}

/// Figure 3: the probability of a correct decision against the height, for several `p`, both trees and a random guess.
///
/// # Errors
/// As [`decisions`].
pub fn figure_3() -> Result<DrawnFigure, ModelError> {
    let mut csv = String::from("tree,p,height,of_two,of_three,guess_of_two,guess_of_three,won\n");
    let mut lines = Vec::new();
    for (name, tree) in ModelTree::ALL {
        for (colour, p) in CHANCES.into_iter().enumerate() {
            let decisions = decisions(tree, p, HEIGHTS)?;
            for decision in &decisions {
                let Decision { height, won, guess_of_three, .. } = decision;
                let [two, three] = [decision.of_two, decision.of_three]
                    .map(|chance| chance.map_or(String::new(), |chance| format!("{chance:.6}")));
                let _ = writeln!(csv, "{name},{p},{height},{two},{three},0.5,{guess_of_three:.6},{won:.6}");
            }
            let symbol = if tree == ModelTree::PGame { "P-game" } else { "N-game-like" };
            lines.push(Line {
                name: format!("{symbol}, p = {p}"),
                points: decisions
                    .iter()
                    .filter_map(|decision| Some(point(decision.height as f64, decision.of_two?, 0.0)))
                    .collect(),
                colour: colour + 1,
                stroke: if tree == ModelTree::PGame { Stroke::Dashed } else { Stroke::Solid },
            });
        }
    }
    lines.push(Line {
        name: "random guess".into(),
        points: [1.0, HEIGHTS as f64].map(|height| point(height, 0.5, 0.0)).to_vec(),
        colour: 0,
        stroke: Stroke::Dotted,
    });
    let chart = LineChart {
        title: "Decisions with forward pruning, exactly (1994 paper, Figure 3)".into(),
        x_label: "Max-height of the tree".into(),
        y_label: "probability of correct decision".into(),
        scale: AxisScale::Whole,
        lines,
    };
    Ok(DrawnFigure { name: "1994-figure3", svg: chart.svg(), csv })
}

fn point(x: f64, y: f64, margin: f64) -> plot::Point {
    plot::Point { x, y, margin }
}

/// Figure 4 (N-games) or 5 (P-games), from the outcomes of all heights: the probability of a correct decision against
/// the nodes that the paper counts.
#[must_use]
pub fn figure_of_study(outcomes: &[StudyOutcome]) -> DrawnFigure {
    let is_p_game = outcomes.first().is_some_and(|outcome| outcome.tree == "p-game");
    let (name, number, trees) = if is_p_game { ("1994-figure5", 5, "P-games") } else { ("1994-figure4", 4, "N-games") };
    let mut charts: Vec<LineChart> = outcomes.iter().map(chart_of_height).collect();
    charts.push(chart_of_advantages(outcomes));
    let samples = outcomes.first().map_or(0, |outcome| outcome.advantage.samples);
    let title = format!(
        "Minimax with and without forward pruning on {trees}, {samples} trees of each height (1994 paper, Figure {number})"
    );
    DrawnFigure { name, svg: plot::panels(&title, &charts), csv: csv_of_study(outcomes) }
}

fn chart_of_height(outcome: &StudyOutcome) -> LineChart {
    let line = |name: &str, colour, stroke, points: &[StudyPoint]| Line {
        name: name.into(),
        points: points
            .iter()
            .map(|found| point(found.nodes as f64, found.correct.mean, found.correct.margin))
            .collect(),
        colour,
        stroke,
    };
    LineChart {
        title: format!("Max-height {}", outcome.height),
        x_label: "nodes, as the paper counts them".into(),
        y_label: "probability of correct decision".into(),
        scale: AxisScale::Logarithmic,
        lines: vec![
            line("forward pruning", 1, Stroke::Solid, &outcome.forward_pruning),
            line("minimax", 2, Stroke::Dashed, &outcome.minimax),
        ],
    }
}

/// A summary of the panels before it.
fn chart_of_advantages(outcomes: &[StudyOutcome]) -> LineChart {
    let line = |name: &str, colour, stroke, of: fn(&StudyOutcome) -> SampleMean| Line {
        name: name.into(),
        points: outcomes
            .iter()
            .map(|outcome| point(outcome.height.into(), of(outcome).mean, of(outcome).margin))
            .collect(),
        colour,
        stroke,
    };
    LineChart {
        title: "Advantage of forward pruning at equal nodes".into(),
        x_label: "Max-height".into(),
        y_label: "more correct decisions".into(),
        scale: AxisScale::Whole,
        lines: vec![
            line("the paper's nodes", 1, Stroke::Solid, |outcome| outcome.advantage),
            line("nodes generated", 3, Stroke::Dashed, |outcome| outcome.generated_advantage),
            line("alpha-beta nodes", 2, Stroke::Dotted, |outcome| outcome.alpha_beta_advantage),
        ],
    }
}

fn csv_of_study(outcomes: &[StudyOutcome]) -> String {
    let mut csv = String::from(
        "tree,max_height,search,depth,nodes,generated,alpha_beta_nodes,alpha_beta_margin,correct,correct_margin,trees\n",
    );
    for outcome in outcomes {
        for (search, points) in [("minimax", &outcome.minimax), ("forward-pruning", &outcome.forward_pruning)] {
            for StudyPoint { depth, nodes, generated, alpha_beta_nodes, correct } in points {
                let _ = writeln!(
                    csv,
                    "{},{},{search},{depth},{nodes},{generated},{:.2},{:.2},{:.6},{:.6},{}",
                    outcome.tree,
                    outcome.height,
                    alpha_beta_nodes.mean,
                    alpha_beta_nodes.margin,
                    correct.mean,
                    correct.margin,
                    correct.samples,
                );
            }
        }
    }
    csv
}
