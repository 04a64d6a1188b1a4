//! Smith and Nau 1994: forward pruning.

use cutthroat_games::trees::TernaryKind;

use super::Experiment;
use super::finding::{Drawing, Findings, Row, Verdict};
use super::workbench::Workbench;
use crate::error::LabError;
use crate::forward_pruning::figures::{CHANCES, Figure, HEIGHTS, figure_3, figure_of_study};
use crate::forward_pruning::model::{ModelTree, decisions};
use crate::forward_pruning::study::{self, Outcome, Study, StudyError};

pub(super) const FIGURE_3: Experiment = Experiment {
    id: "1994-figure3",
    title: "how likely forward pruning decides correctly, exactly",
    set_up: "Ternary trees in which two children of three are searched; the probability of a correct decision by the \
             recurrences, Max-heights 1 to 15, P-games and N-game-like trees. The paper shows curves and no numbers, so its \
             sentences about them are what is compared.",
    run: exact_model,
};

pub(super) const FIGURE_4: Experiment = Experiment {
    id: "1994-figure4",
    title: "minimax with and without forward pruning on N-games",
    set_up: STUDY,
    run: |bench| statistical_study(bench, TernaryKind::NGame),
};

pub(super) const FIGURE_5: Experiment = Experiment {
    id: "1994-figure5",
    title: "minimax with and without forward pruning on P-games",
    set_up: STUDY,
    run: |bench| statistical_study(bench, TernaryKind::PGame),
};

const STUDY: &str = "Ternary trees of Max-height 2 to 6 whose root has a won and a lost child; searches of depths 1 to 2h-2, \
                     evaluating a node by its share of winning leaves. Compared is the share of correct decisions at \
                     equal numbers of nodes, (3^(d+1)-3)/2 and 3(2^d-1).";

impl From<Figure> for Drawing {
    fn from(figure: Figure) -> Self {
        Self { name: figure.name.to_owned(), svg: figure.svg, csv: figure.csv }
    }
}

fn exact_model(_: &Workbench<'_>) -> Result<Findings, LabError> {
    let failed = |error: crate::forward_pruning::model::ModelError| LabError::Usage(error.to_string());
    let mut rows = Vec::new();
    for p in CHANCES {
        let of = |tree| -> Result<Vec<f64>, LabError> {
            let found = decisions(tree, p, HEIGHTS).map_err(failed)?;
            Ok(found.iter().filter_map(|decision| decision.of_two).collect())
        };
        let (p_game, alike) = (of(ModelTree::PGame)?, of(ModelTree::NGameLike)?);
        // Once it is a mere guess it cannot fall any more.
        let falls = p_game.windows(2).all(|two| two[1] < two[0] || two[1] - 0.5 < 1e-6);
        let above = alike.iter().zip(&p_game).skip(1).all(|(alike, p_game)| alike > p_game);
        let last = |values: &[f64]| values.last().map_or(String::new(), |value| format!("{value:.4} at height 15"));
        rows.push(
            Row::new(format!("P-game, p = {p}"), "falls with the height", last(&p_game))
                .verdict(Verdict::of(falls), if falls { "falls at every height" } else { "does not always fall" }),
        );
        rows.push(Row::new(format!("N-game-like, p = {p}"), "above the P-game", last(&alike)).verdict(
            Verdict::of(above),
            if above { "above at every height from 2 on" } else { "not above at every height" },
        ));
    }
    Ok(Findings {
        sample: "exact probabilities, no sample.".into(),
        rows,
        notes: vec![
            "Children of equal value share their chances of being discarded equally; the paper prints only some cases."
                .into(),
        ],
        drawings: vec![figure_3().map_err(failed)?.into()],
        ..Findings::default()
    })
}

fn statistical_study(bench: &Workbench<'_>, kind: TernaryKind) -> Result<Findings, LabError> {
    let trees = bench.sample(400, study::TREES as u64) as usize;
    let mut outcomes: Vec<Outcome> = Vec::new();
    for height in study::HEIGHTS {
        let done = std::sync::atomic::AtomicU64::new(0);
        let tick = || {
            let done = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
            bench.tell(&format!("height {height}"), done, trees as u64);
        };
        let study = Study { kind, height, trees, seed: bench.seed };
        outcomes.push(study::study(&study, &bench.stop, tick).map_err(|error| match error {
            StudyError::Stopped => LabError::Stopped,
            error => LabError::Usage(error.to_string()),
        })?);
    }
    let is_p_game = kind == TernaryKind::PGame;
    let rows = outcomes.iter().map(|outcome| {
        let found = outcome.advantage;
        let (low, high) = found.interval();
        let paper = if is_p_game { "slightly worse" } else { "better" };
        let agrees = if is_p_game { low < 0.0 } else { high > 0.0 };
        let decided = low > 0.0 || high < 0.0;
        let why = match (agrees, decided) {
            (true, true) => "as in the paper, and zero is outside the interval",
            (true, false) => "the interval has both signs in it",
            (false, _) => "the other way round at this height",
        };
        Row {
            interval: format!("{low:+.3} to {high:+.3}"),
            ..Row::new(format!("advantage at Max-height {}", outcome.height), paper, format!("{:+.3}", found.mean))
                .verdict(Verdict::of(agrees), why)
        }
    });
    Ok(Findings {
        sample: format!("{trees} trees of each height."),
        rows: rows.collect(),
        notes: vec![
            "The root compares all its children, whatever the paper's count of nodes says: if it discards one too, forward \
             pruning loses on N-games. The last panel also counts the nodes that are really generated, and those of \
             alpha-beta."
                .into(),
        ],
        drawings: vec![figure_of_study(&outcomes).into()],
        ..Findings::default()
    })
}
