//! Every table and figure of the papers as an experiment that can be repeated.
//!
//! An [`Experiment`] has the id by which `cutthroat reproduce` knows it, and a function that fills rows of paper and ours on
//! a [`Workbench`]. A [`Run`] goes through some of them and keeps what is finished; [`report`] writes it down as Markdown,
//! CSV and one HTML page.

mod average_case_2000;
mod comparison_2002;
mod decision_space;
mod finding;
mod forward_pruning_1994;
mod hearts_and_spades;
mod journal;
mod leaf_value_tables_2005;
mod merge;
mod pairs;
mod played;
mod players;
mod pruning_2000;
pub mod report;
mod run;
mod spades_games;
mod speculative_2003;
mod successors;
mod verdict;
mod workbench;

pub(crate) use merge::merge;

pub use finding::{Drawing, Findings, FoundTable, Row};
pub use players::measure_costs;
pub use run::{Finished, Provenance, Run};
pub use successors::measure_speeds;
pub use verdict::RowVerdict;
pub use workbench::{Scale, Step, Workbench};

use crate::error::LabError;

/// A table or a figure of a paper.
pub struct Experiment {
    /// Its name: the year of the paper, and the table or figure.
    pub id: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// How it was set up, in words.
    pub set_up: &'static str,
    /// Roughly how long it takes at the papers' scale on one core; experiments are run from the quickest on.
    pub minutes: u32,
    run: fn(&Workbench<'_>) -> Result<Findings, LabError>,
}

impl Experiment {
    /// The paper that it is from: its year.
    #[must_use]
    pub fn paper(&self) -> &'static str {
        self.id.split('-').next().unwrap_or(self.id)
    }

    /// Whether a paper has it.
    #[must_use]
    pub fn is_of_a_paper(&self) -> bool {
        PAPERS.iter().any(|(year, _)| *year == self.paper())
    }
}

/// The papers by year.
pub const PAPERS: [(&str, &str); 5] = [
    ("1994", "Smith and Nau, An Analysis of Forward Pruning"),
    ("2000", "Sturtevant and Korf, On Pruning Techniques for Multi-Player Games"),
    ("2002", "Sturtevant, A Comparison of Algorithms for Multi-Player Games"),
    ("2003", "Sturtevant, Last-Branch and Speculative Pruning Algorithms for Max^n"),
    ("2005", "Sturtevant, Leaf-Value Tables for Pruning Non-Zero-Sum Games"),
];

/// Every experiment, by paper and place in it; and what goes beyond the papers.
pub const EXPERIMENTS: &[Experiment] = &[
    forward_pruning_1994::FIGURE_3,
    forward_pruning_1994::FIGURE_4,
    forward_pruning_1994::FIGURE_5,
    pruning_2000::TABLE_1,
    pruning_2000::TABLE_2,
    pruning_2000::SOLVE_8,
    average_case_2000::AVERAGE_CASE,
    comparison_2002::TABLE_2,
    comparison_2002::TABLE_3,
    hearts_and_spades::TABLE_4_OF_2002,
    speculative_2003::TABLE_8,
    speculative_2003::TABLE_10,
    hearts_and_spades::TABLE_11_OF_2003,
    hearts_and_spades::TABLE_12_OF_2003,
    leaf_value_tables_2005::TABLE_1,
    leaf_value_tables_2005::TABLE_2,
    leaf_value_tables_2005::TABLE_3,
    spades_games::TABLE_4_OF_2005,
    decision_space::FIGURES_OF_2005,
    successors::COMPARISON,
    players::STRENGTH,
];

/// The experiments that `name` means: an id, the year of a paper, or `all` that are of a paper.
///
/// # Errors
/// When there is no such experiment.
pub fn named(name: &str) -> Result<Vec<&'static Experiment>, LabError> {
    let meant = |experiment: &&Experiment| {
        name == "all" && experiment.is_of_a_paper() || name == experiment.id || name == experiment.paper()
    };
    let found: Vec<&Experiment> = EXPERIMENTS.iter().filter(meant).collect();
    if found.is_empty() {
        return Err(LabError::NoExperiment { name: name.to_owned() });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn experiments_are_named_by_id_and_by_paper() {
        assert_eq!(named("all").unwrap().len(), 19);
        assert_eq!(named("2005-table1").unwrap().len(), 1);
        let by_paper: usize = PAPERS.iter().map(|(year, _)| named(year).unwrap().len()).sum();
        assert_eq!(by_paper, named("all").unwrap().len());
        assert_eq!(named("successors").unwrap().len(), 1);
        assert_eq!(named("players").unwrap().len(), 1);
        assert!(named("2005-table9").is_err() && named("").is_err());
    }
}
