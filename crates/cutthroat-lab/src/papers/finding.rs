//! What an experiment came to.

use serde::{Deserialize, Serialize};

use crate::stats::{Estimate, Share};

/// How ours stands to the paper's figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It says the same.
    Agrees,
    /// It does not, and the row says what was tried.
    Differs,
    /// The paper gives nothing to compare with, or it was not measured; the row says why.
    Open,
}

impl Verdict {
    /// The word in reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Differs => "differs",
            Self::Open => "not compared",
        }
    }

    /// Agrees if so.
    pub(super) const fn of(agrees: bool) -> Self {
        if agrees { Self::Agrees } else { Self::Differs }
    }
}

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
    /// How the two stand to each other.
    pub verdict: Verdict,
    /// Why, in a sentence; empty where there is nothing to say.
    pub why: String,
    /// Both as numbers, where they can be drawn.
    pub numbers: Option<(f64, f64)>,
}

/// Averages of nodes agree if they are within this factor: trees are as heavy-tailed as that.
pub(super) const FACTOR: f64 = 2.5;

impl Row {
    /// Two texts, and whether they agree.
    pub(super) fn new(quantity: impl Into<String>, paper: impl Into<String>, ours: impl Into<String>) -> Self {
        Self {
            quantity: quantity.into(),
            paper: paper.into(),
            ours: ours.into(),
            interval: String::new(),
            verdict: Verdict::Open,
            why: String::new(),
            numbers: None,
        }
    }

    /// Two texts that should be the same.
    pub(super) fn same(quantity: impl Into<String>, paper: impl Into<String>, ours: impl Into<String>) -> Self {
        let row = Self::new(quantity, paper, ours);
        Self { verdict: Verdict::of(row.paper == row.ours), ..row }
    }

    /// The average of numbers of nodes; agrees within [`FACTOR`].
    pub(super) fn nodes(quantity: impl Into<String>, paper: f64, nodes: &[f64]) -> Self {
        let Some(found) = Estimate::of(nodes) else { return Self::new(quantity, whole(paper), "-") };
        let ratio = found.mean / paper;
        let agrees = (1.0 / FACTOR..=FACTOR).contains(&ratio);
        Self {
            interval: margin(&found, whole),
            verdict: Verdict::of(agrees),
            why: format!("{ratio:.2} of the paper's average"),
            numbers: Some((paper, found.mean)),
            ..Self::new(quantity, whole(paper), whole(found.mean))
        }
    }

    /// A difference over deals. It agrees if the interval has the paper's in it, or both find the same side better.
    pub(super) fn difference(quantity: impl Into<String>, paper: f64, found: Option<Estimate>) -> Self {
        let row = Self::new(quantity, format!("{paper:+.2}"), "-");
        let Some((found, half)) = found.and_then(|found| Some((found, found.half_width?))) else {
            return Self { why: "one deal shows nothing".into(), ..row };
        };
        let (low, high) = (found.mean - half, found.mean + half);
        let within = (low..=high).contains(&paper);
        let same_side = found.excludes_zero() && found.mean * paper > 0.0;
        let why = match (within, same_side, found.excludes_zero()) {
            (true, true, _) => "the interval has the paper's in it, and leaves 0 out",
            (true, false, _) => "the interval has the paper's in it, and 0 too",
            (false, true, _) => "the same side is better, by another margin",
            (false, false, true) => "the other side is better here",
            (false, false, false) => "no difference is shown here",
        };
        Self {
            ours: format!("{:+.2}", found.mean),
            interval: format!("{low:+.2} to {high:+.2}"),
            verdict: Verdict::of(within || same_side),
            why: why.into(),
            numbers: Some((paper, found.mean)),
            ..row
        }
    }

    /// A share of games in per cent. It agrees if the interval has the paper's in it, or lies on the same side of half.
    pub(super) fn share(quantity: impl Into<String>, paper: f64, found: Option<Share>) -> Self {
        let row = Self::new(quantity, format!("{paper:.1} %"), "-");
        let Some(found) = found else { return row };
        let [share, low, high] = [found.share, found.low, found.high].map(|part| 100.0 * part);
        let within = (low..=high).contains(&paper);
        let same_side = low > 50.0 && paper > 50.0 || high < 50.0 && paper < 50.0;
        let why = match (within, same_side, low <= 50.0 && high >= 50.0) {
            (true, true, _) => "the interval has the paper's in it, and leaves half out",
            (true, false, _) => "the interval has the paper's in it, and half too",
            (false, true, _) => "the same side wins more often, by another margin",
            (false, false, true) => "no side is shown to win more often here",
            (false, false, false) => "the other side wins more often here",
        };
        Self {
            ours: format!("{share:.1} %"),
            interval: format!("{low:.1} to {high:.1} %"),
            verdict: Verdict::of(within || same_side),
            why: why.into(),
            numbers: Some((paper, share)),
            ..row
        }
    }

    /// A number to be read beside others, whose order is what is compared.
    pub(super) fn beside(quantity: impl Into<String>, paper: f64, ours: Option<f64>, digits: usize) -> Self {
        let row = Self::new(quantity, format!("{paper:.digits$}"), "-");
        let Some(ours) = ours.filter(|ours| ours.is_finite()) else { return row };
        Self { ours: format!("{ours:.digits$}"), numbers: Some((paper, ours)), ..row }
    }

    /// Says so in the row.
    pub(super) fn verdict(self, verdict: Verdict, why: impl Into<String>) -> Self {
        Self { verdict, why: why.into(), ..self }
    }

    /// Adds what was tried, where the row differs.
    pub(super) fn if_differs(self, why: &str) -> Self {
        if self.verdict == Verdict::Differs { Self { why: format!("{}: {why}", self.why), ..self } } else { self }
    }
}

/// Two or more numbers whose order is what matters: ours are in the order of the paper's.
pub(super) fn same_order(paper: &[f64], ours: &[f64]) -> bool {
    let pairs = (0..paper.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
    paper.len() == ours.len()
        && pairs
            .filter(|&(one, other)| paper[one] != paper[other])
            .all(|(one, other)| (paper[one] < paper[other]) == (ours[one] < ours[other]))
}

/// A drawing, and its numbers where they are not those of the rows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Drawing {
    /// What its files are called.
    pub name: String,
    /// The drawing.
    pub svg: String,
    /// The numbers as CSV; empty if the rows have them.
    pub csv: String,
}

/// What an experiment came to.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Findings {
    /// What was run, in a sentence: how many deals, how many nodes.
    pub sample: String,
    /// How many hundredths of the paper's sample that was asked to be.
    #[serde(default)]
    pub percent: u64,
    /// Paper and ours.
    pub rows: Vec<Row>,
    /// What was chosen where the paper leaves something open, and what else there is to say.
    pub notes: Vec<String>,
    /// The drawings.
    pub drawings: Vec<Drawing>,
}

/// A whole number with its thousands apart.
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

/// Half the width of an interval, as text.
pub(super) fn margin(found: &Estimate, written: impl Fn(f64) -> String) -> String {
    found.half_width.map_or(String::new(), |half| format!("± {}", written(half)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_and_sides_decide() {
        let found = |values: &[f64]| Row::difference("", 0.8, Estimate::of(values));
        assert_eq!(found(&[0.7, 0.9, 0.8]).verdict, Verdict::Agrees);
        assert_eq!(found(&[3.1, 3.0, 3.2]).verdict, Verdict::Agrees);
        assert_eq!(found(&[-3.1, -3.0, -3.2]).verdict, Verdict::Differs);
        assert_eq!(found(&[0.1, -0.1, 0.05, -0.05]).verdict, Verdict::Differs);
        assert_eq!(found(&[0.7]).verdict, Verdict::Open);
        assert_eq!(Row::share("", 60.6, Share::of(30.0, 100)).verdict, Verdict::Differs);
        assert_eq!(Row::share("", 60.6, Share::of(58.0, 100)).verdict, Verdict::Agrees);
        assert_eq!(Row::nodes("", 1000.0, &[2400.0, 2500.0]).verdict, Verdict::Agrees);
        assert_eq!(Row::nodes("", 1000.0, &[2600.0, 2500.0]).verdict, Verdict::Differs);
    }

    #[test]
    fn orders_are_compared() {
        assert!(same_order(&[3.0, 1.0, 2.0], &[30.0, 1.0, 2.5]));
        assert!(!same_order(&[3.0, 1.0, 2.0], &[30.0, 2.6, 2.5]));
        assert_eq!(whole(1_234_567.4), "1,234,567");
    }
}
