//! The result of an experiment.

use serde::{Deserialize, Serialize};

use super::verdict::{Claim, Found, Printed, RowVerdict, judged, judged_order};
use crate::stats::{Estimate, Interval};

/// A quantity: the paper's figure and ours.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// What it is.
    pub quantity: String,
    /// The paper's figure.
    pub paper: String,
    /// Ours.
    pub ours: String,
    /// Where the truth may lie, with 95 % confidence.
    pub interval: String,
    /// How much of the paper's sample ours rests on.
    pub sample: String,
    /// The verdict.
    pub verdict: RowVerdict,
    /// Why it does not agree; empty where it does.
    pub why: String,
    /// Both as numbers, where they can be drawn.
    pub numbers: Option<(f64, f64)>,
}

/// How figures are written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Unit {
    /// Whole numbers with a separator for thousands.
    Nodes,
    /// With as many decimal places as the paper's.
    Plain,
    /// The same with its sign: a difference.
    Signed,
    /// In per cent.
    Percent,
    /// A factor.
    Times,
}

impl Unit {
    fn write(self, number: f64, decimals: usize) -> String {
        match self {
            Self::Nodes => whole(number),
            Self::Plain => format!("{number:.decimals$}"),
            Self::Signed => format!("{:+.decimals$}", number + 0.0),
            Self::Percent => format!("{number:.decimals$} %"),
            // Factors reach from 1.2 to thousands.
            Self::Times if number >= 100.0 => format!("{} x", whole(number)),
            Self::Times if number >= 10.0 => format!("{number:.1} x"),
            Self::Times => format!("{number:.2} x"),
        }
    }

    /// The value at which neither side is ahead; averages and counts have none.
    fn null(self) -> Option<f64> {
        match self {
            Self::Nodes | Self::Plain => None,
            Self::Signed => Some(0.0),
            Self::Percent => Some(50.0),
            Self::Times => Some(1.0),
        }
    }
}

impl Row {
    /// The paper's figure and ours, judged by the rule.
    pub(super) fn figure(quantity: impl Into<String>, unit: Unit, paper: Printed, found: impl Into<Found>) -> Self {
        Self::judged(quantity, unit, paper, unit.null(), found.into())
    }

    /// The same where something else would be found if the paper were wrong.
    pub(super) fn figure_beside(
        quantity: impl Into<String>,
        unit: Unit,
        paper: Printed,
        null: f64,
        found: impl Into<Found>,
    ) -> Self {
        Self::judged(quantity, unit, paper, Some(null), found.into())
    }

    fn judged(quantity: impl Into<String>, unit: Unit, paper: Printed, null: Option<f64>, found: Found) -> Self {
        let decimals = paper.decimals();
        let verdict = judged(Claim::Figure(paper, null), found);
        let why = reason(verdict, unit, decimals, paper.value, found);
        let row = Self::found(quantity, unit, decimals, found);
        Self {
            paper: unit.write(paper.value, decimals),
            verdict,
            why,
            numbers: Some((paper.value, found.value())),
            ..row
        }
    }

    /// What the paper only says in words, `said`, and which way that points.
    pub(super) fn direction(
        quantity: impl Into<String>,
        unit: Unit,
        said: &str,
        claim: Claim,
        found: impl Into<Found>,
    ) -> Self {
        let found = found.into();
        let verdict = judged(claim, found);
        let why = match verdict {
            RowVerdict::NotShown => "the interval has both sides in it",
            RowVerdict::Differs => "the other way round here",
            _ => "the paper gives the direction and no figure",
        };
        Self { paper: said.to_owned(), verdict, why: why.into(), ..Self::found(quantity, unit, 3, found) }
    }

    /// An order of values: of each step the paired difference, signed so that more than zero is the paper's order.
    pub(super) fn order(quantity: impl Into<String>, names: &[&str], steps: &[Option<Estimate>]) -> Self {
        let found: Vec<Option<Found>> = steps.iter().map(|step| step.map(Found::from)).collect();
        let verdict = judged_order(&found);
        let held = |step: &Option<Found>| step.is_some_and(|step| step.value() > 0.0);
        let ours = if found.iter().all(held) { "the same" } else { "another" };
        let not_shown: Vec<String> = names
            .windows(2)
            .zip(&found)
            .filter(|(_, step)| judged_order(&[**step]) != RowVerdict::Agrees)
            .map(|(two, step)| {
                let how = match judged_order(&[*step]) {
                    RowVerdict::Differs => "turned round",
                    _ => "not told apart",
                };
                format!("{} and {} are {how}", two[0], two[1])
            })
            .collect();
        Self { verdict, why: not_shown.join("; "), ..Self::new(quantity, names.join(" > "), ours) }
    }

    /// A statement that is exact and either holds or not, and what we find.
    pub(super) fn holds(
        quantity: impl Into<String>,
        paper: impl Into<String>,
        ours: impl Into<String>,
        holds: bool,
    ) -> Self {
        let row = Self::new(quantity, paper, ours);
        if holds { row } else { Self { verdict: RowVerdict::Differs, why: "it does not hold here".into(), ..row } }
    }

    /// Two exact texts that should be the same.
    pub(super) fn same(quantity: impl Into<String>, paper: impl Into<String>, ours: impl Into<String>) -> Self {
        let row = Self::new(quantity, paper, ours);
        if row.paper == row.ours {
            return row;
        }
        Self { verdict: RowVerdict::Differs, why: "both are exact, and they are not equal".into(), ..row }
    }

    fn new(quantity: impl Into<String>, paper: impl Into<String>, ours: impl Into<String>) -> Self {
        Self {
            quantity: quantity.into(),
            paper: paper.into(),
            ours: ours.into(),
            interval: String::new(),
            sample: String::new(),
            verdict: RowVerdict::Agrees,
            why: String::new(),
            numbers: None,
        }
    }

    fn found(quantity: impl Into<String>, unit: Unit, decimals: usize, found: Found) -> Self {
        let write = |number| unit.write(number, decimals.max(if unit == Unit::Nodes { 0 } else { 1 }));
        let interval = match found {
            Found::Within(Interval { low, high, .. }) => format!("{} to {}", write(low), write(high)),
            Found::Count(_) | Found::Single(_) => String::new(),
        };
        Self { interval, ..Self::new(quantity, "", write(found.value())) }
    }

    /// Sets how much of the paper's sample it rests on.
    pub(super) fn of(self, sample: impl Into<String>) -> Self {
        Self { sample: sample.into(), ..self }
    }

    /// Whether ours rests on less than the paper's sample.
    pub(super) fn is_of_a_part(&self) -> bool {
        self.sample.contains(" of ")
    }

    /// Says how the paper's figure was derived, if it is not printed there.
    pub(super) fn derived(self, from: &str) -> Self {
        Self { paper: format!("{} (derived: {from})", self.paper), ..self }
    }

    /// Adds a cause, where the row does not agree.
    pub(super) fn because(self, cause: &str) -> Self {
        if self.verdict == RowVerdict::Agrees {
            return self;
        }
        let why = if self.why.is_empty() { cause.to_owned() } else { format!("{}; {cause}", self.why) };
        Self { why, ..self }
    }
}

/// Why a figure does not agree, with the ratio or the difference to the paper's.
fn reason(verdict: RowVerdict, unit: Unit, decimals: usize, paper: f64, found: Found) -> String {
    let ours = found.value();
    let apart = match unit {
        Unit::Nodes | Unit::Times => {
            let ratio = ours / paper;
            let digits = if ratio < 0.095 { 4 } else { 2 };
            format!("{ratio:.digits$} times the paper's")
        }
        _ => format!("{:+.*} to the paper's", decimals.max(1), ours - paper),
    };
    match (verdict, found) {
        (RowVerdict::Agrees, _) => String::new(),
        (RowVerdict::SameDirection, _) => format!("the same side is ahead, {apart}"),
        (RowVerdict::NotShown, Found::Single(_)) => "one of a sample shows nothing".into(),
        (RowVerdict::NotShown, _) => format!("the interval has both sides in it and the paper's figure not, {apart}"),
        (RowVerdict::Differs, _) if unit.null().is_some_and(|null| (ours - null) * (paper - null) < 0.0) => {
            format!("the other side is ahead here, {apart}")
        }
        (RowVerdict::Differs, _) => apart,
    }
}

/// A drawing, and its numbers where they are not those of the rows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Drawing {
    /// The name of its files.
    pub name: String,
    /// The drawing.
    pub svg: String,
    /// The numbers as CSV; empty if the rows have them.
    pub csv: String,
}

/// A table of results that no paper has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FoundTable {
    /// The name of its file.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The headings.
    pub headings: Vec<String>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

/// The result of an experiment.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Findings {
    /// What was run, in a sentence: how many deals, how many nodes.
    pub sample: String,
    /// The requested percentage of the paper's sample.
    #[serde(default)]
    pub percent: u64,
    /// Whether pieces of what was asked for are still missing.
    #[serde(default)]
    pub unfinished: bool,
    /// Paper and ours.
    pub rows: Vec<Row>,
    /// Results that no paper has.
    #[serde(default)]
    pub tables: Vec<FoundTable>,
    /// What was chosen where the paper leaves something open, and what else there is to say.
    pub notes: Vec<String>,
    /// The drawings.
    pub drawings: Vec<Drawing>,
}

/// A whole number with a separator for thousands.
pub(super) fn whole(number: f64) -> String {
    let digits = format!("{:.0}", number.abs());
    let mut text = String::from(if number < -0.5 { "-" } else { "" });
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_say_why_unless_they_agree() {
        let row = |values: &[f64]| Row::figure("", Unit::Signed, Printed::new(0.8, 0.1), Estimate::of(values).unwrap());
        let agrees = row(&[0.7, 0.9, 0.8]);
        assert_eq!((agrees.verdict, agrees.why.as_str()), (RowVerdict::Agrees, ""));
        let apart = row(&[3.1, 3.0, 3.2]).because("cards");
        assert_eq!(apart.verdict, RowVerdict::SameDirection);
        assert_eq!(apart.why, "the same side is ahead, +2.3 to the paper's; cards");
        assert_eq!(row(&[-3.1, -3.0, -3.2]).why, "the other side is ahead here, -3.9 to the paper's");
        assert!(row(&[0.1, -0.1, 0.05, -0.05]).why.starts_with("the interval has both sides in it"));
        assert_eq!(row(&[0.7]).why, "one of a sample shows nothing");
        let nodes = Row::figure("", Unit::Nodes, Printed::new(1000.0, 1.0), Found::Count(2600.0));
        assert_eq!((nodes.verdict, nodes.why.as_str()), (RowVerdict::Differs, "2.60 times the paper's"));
        assert_eq!(row(&[0.7, 0.9, 0.8]).because("cards").why, "");
    }

    #[test]
    fn an_order_is_one_row_and_names_what_is_turned_round() {
        let step = |values: &[f64]| Estimate::of(values);
        let (up, down) = (step(&[1.0, 1.1, 0.9]), step(&[-1.0, -1.1, -0.9]));
        let row = Row::order("order", &["full", "shallow", "paranoid"], &[up, down]);
        assert_eq!((row.verdict, row.ours.as_str()), (RowVerdict::Differs, "another"));
        assert_eq!(row.why, "shallow and paranoid are turned round");
        assert_eq!(row.paper, "full > shallow > paranoid");
        let row = Row::order("order", &["full", "shallow"], &[up]);
        assert_eq!((row.verdict, row.ours.as_str(), row.why.as_str()), (RowVerdict::Agrees, "the same", ""));
        let row = Row::order("order", &["full", "shallow"], &[step(&[1.0, -0.5])]);
        assert_eq!((row.verdict, row.why.as_str()), (RowVerdict::NotShown, "full and shallow are not told apart"));
    }

    #[test]
    fn figures_are_written_as_the_paper_prints_them() {
        assert_eq!(whole(1_234_567.4), "1,234,567");
        let row = Row::figure("", Unit::Percent, Printed::new(60.6, 0.1), Found::Single(58.04));
        assert_eq!((row.paper.as_str(), row.ours.as_str()), ("60.6 %", "58.0 %"));
        let row = Row::figure("", Unit::Times, Printed::new(220.0, 1.0), Found::Single(1.26)).derived("1.9 M / 8.6 k");
        assert_eq!((row.paper.as_str(), row.ours.as_str()), ("220 x (derived: 1.9 M / 8.6 k)", "1.26 x"));
    }
}
