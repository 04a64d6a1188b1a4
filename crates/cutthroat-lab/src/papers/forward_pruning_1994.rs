//! Smith and Nau 1994: forward pruning.

use cutthroat_games::trees::TernaryKind;

use super::Experiment;
use super::finding::{Drawing, Findings, Row, Unit};
use super::verdict::Claim;
use super::workbench::{Workbench, part_of};
use crate::error::LabError;
use crate::forward_pruning::figures::{CHANCES, DrawnFigure, HEIGHTS, figure_3, figure_of_study};
use crate::forward_pruning::model::{ModelTree, decisions};
use crate::forward_pruning::study::{self, Study, StudyError, StudyOutcome};
use crate::stats::Interval;

pub(super) const FIGURE_3: Experiment = Experiment {
    id: "1994-figure3",
    title: "how likely forward pruning decides correctly, exactly",
    set_up: "Ternary trees in which two children of three are searched; the probability of a correct decision by the \
             recurrences, Max-heights 1 to 15, P-games and N-game-like trees. The paper shows curves and no numbers, so its \
             sentences about them are what is compared.",
    minutes: 0,
    run: exact_model,
};

pub(super) const FIGURE_4: Experiment = Experiment {
    id: "1994-figure4",
    title: "minimax with and without forward pruning on N-games",
    set_up: STUDY,
    minutes: 5,
    run: |bench| statistical_study(bench, TernaryKind::NGame),
};

pub(super) const FIGURE_5: Experiment = Experiment {
    id: "1994-figure5",
    title: "minimax with and without forward pruning on P-games",
    set_up: STUDY,
    minutes: 5,
    run: |bench| statistical_study(bench, TernaryKind::PGame),
};

const STUDY: &str = "Ternary trees of Max-height 2 to 6 whose root has a won and a lost child; searches of depths 1 to 2h-2, \
                     evaluating a node by its share of winning leaves. Compared is the share of correct decisions at \
                     equal numbers of nodes, (3^(d+1)-3)/2 and 3(2^d-1).";

impl From<DrawnFigure> for Drawing {
    fn from(figure: DrawnFigure) -> Self {
        Self { name: figure.name.to_owned(), svg: figure.svg, csv: figure.csv }
    }
}

fn exact_model(_: &Workbench<'_>) -> Result<Findings, LabError> {
    let failed = |error: crate::forward_pruning::model::ModelError| LabError::Usage(error.to_string());
    let curve = |tree, p| -> Result<Vec<f64>, LabError> {
        let found = decisions(tree, p, HEIGHTS).map_err(failed)?;
        Ok(found.iter().filter_map(|decision| decision.of_two).collect())
    };
    let curves = |tree| CHANCES.iter().map(|&p| curve(tree, p)).collect::<Result<Vec<_>, _>>();
    let (p_game, alike) = (curves(ModelTree::PGame)?, curves(ModelTree::NGameLike)?);
    // If both are a mere guess, neither is better.
    let not_worse = |more: f64, less: f64| more > less || (more - 0.5).abs() < 1e-6 && (less - 0.5).abs() < 1e-6;
    let rises = |curves: &[Vec<f64>]| -> (usize, usize) {
        let pairs = curves.windows(2).flat_map(|two| two[0].iter().zip(&two[1]).skip(1));
        held(pairs.map(|(&less, &more)| not_worse(more, less)))
    };
    let above = held(
        alike
            .iter()
            .zip(&p_game)
            .flat_map(|(alike, p_game)| alike.iter().zip(p_game).skip(1).map(|(&alike, &p_game)| alike > p_game)),
    );
    let mut lower = Vec::new();
    let odd = held(CHANCES.iter().zip(&alike).flat_map(|(p, curve)| {
        let pairs = (3..=HEIGHTS).step_by(2).map(move |height| (height, curve[height - 1] > curve[height - 2]));
        lower.extend(
            pairs.clone().filter(|(_, higher)| !higher).map(|(height, _)| format!("height {height} of p = {p}")),
        );
        pairs.map(|(_, higher)| higher).collect::<Vec<_>>()
    }));
    let row = |quantity: &str, paper: &str, (held, all): (usize, usize)| {
        Row::holds(quantity, paper, format!("at {held} of {all} places"), held == all)
    };
    Ok(Findings {
        sample: format!("exact probabilities, no sample: p of {CHANCES:?}, heights 2 to {HEIGHTS}."),
        rows: vec![
            row("P-games: a higher p decides better", "at all heights", rises(&p_game)),
            row("N-game-like trees: a higher p decides better", "at all heights", rises(&alike)),
            row("N-game-like trees above P-games", "for each p", above),
            row("N-game-like trees: an odd height above the even one before", "odd heights are higher", odd)
                .because(&format!("not higher are {}", lower.join(", "))),
        ],
        notes: vec![
            "Children of equal value share their chances of being discarded equally; the paper prints only some cases."
                .into(),
        ],
        drawings: vec![figure_3().map_err(failed)?.into()],
        ..Findings::default()
    })
}

/// How many hold, and how many there are.
fn held(each: impl Iterator<Item = bool>) -> (usize, usize) {
    each.fold((0, 0), |(held, all), holds| (held + usize::from(holds), all + 1))
}

fn statistical_study(bench: &Workbench<'_>, kind: TernaryKind) -> Result<Findings, LabError> {
    let trees = bench.sample(400, study::TREES as u64) as usize;
    let heights: Vec<u16> = study::HEIGHTS.collect();
    let outcomes: Vec<StudyOutcome> =
        bench.in_turn("heights", &format!("{trees} trees"), heights.len() as u64, |item| {
            let height = heights[item as usize - 1];
            let done = std::sync::atomic::AtomicU64::new(0);
            let tick = || {
                let done = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
                bench.tell(&format!("height {height}"), done, trees as u64);
            };
            let study = Study { kind, height, trees, seed: bench.seed };
            study::study(&study, &bench.stop, tick).map_err(|error| match error {
                StudyError::Stopped => LabError::Stopped,
                error => LabError::Usage(error.to_string()),
            })
        })?;
    let rows = (!outcomes.is_empty()).then(|| {
        // The trees of different heights are independent.
        let count = outcomes.len() as f64;
        let middle = outcomes.iter().map(|outcome| outcome.advantage.mean).sum::<f64>() / count;
        let half = outcomes.iter().map(|outcome| outcome.advantage.interval().1 - outcome.advantage.mean);
        let half = half.map(|half| half * half).sum::<f64>().sqrt() / count;
        let found = Interval { middle, low: middle - half, high: middle + half };
        let (said, claim) = if kind == TernaryKind::PGame {
            ("slightly worse", Claim::Below(0.0))
        } else {
            ("generally better", Claim::Above(0.0))
        };
        let each: Vec<String> = outcomes
            .iter()
            .map(|outcome| format!("{:+.3} at Max-height {}", outcome.advantage.mean, outcome.height))
            .collect();
        Row::direction("forward pruning decides correctly more often by", Unit::Signed, said, claim, found)
            .of(part_of(trees, study::TREES as u64, "trees each height"))
            .because(&each.join(", "))
    });
    Ok(Findings {
        sample: format!("{trees} trees of each height."),
        rows: rows.into_iter().collect(),
        notes: vec![
            "The root compares all its children, whatever the paper's count of nodes says: if it discards one too, forward \
             pruning loses on N-games. The last panel also counts the nodes that are really generated, and those of \
             alpha-beta."
                .into(),
        ],
        drawings: if outcomes.is_empty() { Vec::new() } else { vec![figure_of_study(&outcomes).into()] },
        ..Findings::default()
    })
}
