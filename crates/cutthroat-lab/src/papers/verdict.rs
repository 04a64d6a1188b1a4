//! How our figure compares with the paper's: four words, and the rule that decides between them.

use serde::{Deserialize, Serialize};

use crate::stats::{Estimate, Interval, Share};

/// How our figure compares with the paper's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowVerdict {
    /// The paper's figure lies in our interval; or, for a count without an interval, within a factor 1.5 of ours; or
    /// both are exact and equal.
    Agrees,
    /// Otherwise: the same side is ahead, and our interval excludes the value at which neither is.
    SameDirection,
    /// Our interval contains that value.
    NotShown,
    /// Everything else.
    Differs,
}

impl RowVerdict {
    /// All of them, from the best to the worst.
    pub const ALL: [Self; 4] = [Self::Agrees, Self::SameDirection, Self::NotShown, Self::Differs];

    /// The word in reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::SameDirection => "same direction",
            Self::NotShown => "not shown",
            Self::Differs => "differs",
        }
    }
}

/// A count without an interval agrees within this factor.
const FACTOR: f64 = 1.5;

/// A figure of a paper, as precise as it is printed: 4.9 may be anything from 4.85 to 4.95.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Printed {
    pub(super) value: f64,
    /// The place of the last digit: 0.1 for 4.9.
    pub(super) last_digit: f64,
}

impl Printed {
    pub(super) const fn new(value: f64, last_digit: f64) -> Self {
        Self { value, last_digit }
    }

    fn low(self) -> f64 {
        self.value - self.last_digit / 2.0
    }

    fn high(self) -> f64 {
        self.value + self.last_digit / 2.0
    }

    /// How many decimal places it is printed with.
    pub(super) fn decimals(self) -> usize {
        (0..6).find(|&places| self.last_digit * 10_f64.powi(places) > 0.999).unwrap_or(6) as usize
    }
}

/// What the paper says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Claim {
    /// A figure; where two sides are compared, with the value at which neither is ahead.
    Figure(Printed, Option<f64>),
    /// In words only: that something is more than this.
    Above(f64),
    /// In words only: that something is less than this.
    Below(f64),
}

/// What we found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Found {
    /// A mean of a sample: where the truth may lie.
    Within(Interval),
    /// A count that has no interval.
    Count(f64),
    /// One value of a sample, which shows nothing.
    Single(f64),
}

impl Found {
    pub(super) const fn value(self) -> f64 {
        match self {
            Self::Within(interval) => interval.middle,
            Self::Count(value) | Self::Single(value) => value,
        }
    }
}

impl From<Estimate> for Found {
    fn from(found: Estimate) -> Self {
        match found.half_width {
            Some(half) => {
                Self::Within(Interval { middle: found.mean, low: found.mean - half, high: found.mean + half })
            }
            None => Self::Single(found.mean),
        }
    }
}

impl From<Interval> for Found {
    fn from(found: Interval) -> Self {
        Self::Within(found)
    }
}

impl From<Share> for Found {
    /// In per cent.
    fn from(found: Share) -> Self {
        let [middle, low, high] = [found.share, found.low, found.high].map(|part| 100.0 * part);
        Self::Within(Interval { middle, low, high })
    }
}

/// The rule. A figure with a null value is judged by its side too; one without can only agree or differ. What the paper
/// says in words only has no figure to agree with: at best the direction is the same.
pub(super) fn judged(claim: Claim, found: Found) -> RowVerdict {
    let interval = match (claim, found) {
        (Claim::Figure(paper, None), Found::Count(ours)) => {
            let near = ours > 0.0 && ours / paper.value <= FACTOR && paper.value / ours <= FACTOR;
            return if near || ours == paper.value { RowVerdict::Agrees } else { RowVerdict::Differs };
        }
        (_, Found::Single(_)) => return RowVerdict::NotShown,
        (_, Found::Count(ours)) => Interval { middle: ours, low: ours, high: ours },
        (_, Found::Within(interval)) => interval,
    };
    let (null, above) = match claim {
        Claim::Figure(paper, null) => {
            if paper.low() <= interval.high && interval.low <= paper.high() {
                return RowVerdict::Agrees;
            }
            let Some(null) = null else { return RowVerdict::Differs };
            (null, paper.value > null)
        }
        Claim::Above(null) => (null, true),
        Claim::Below(null) => (null, false),
    };
    if interval.contains(null) {
        return RowVerdict::NotShown;
    }
    // A paper that has neither side ahead has no direction to share.
    let even = matches!(claim, Claim::Figure(paper, _) if paper.value == null);
    if !even && (interval.low > null) == above { RowVerdict::SameDirection } else { RowVerdict::Differs }
}

/// Values that the paper puts in an order, each with the paired differences of our sample to the one before it, signed
/// so that more than zero is the paper's order. Each step has to be shown; one that is shown the other way round decides.
pub(super) fn judged_order(steps: &[Option<Found>]) -> RowVerdict {
    let each = steps.iter().map(|step| step.map_or(RowVerdict::NotShown, |step| judged(Claim::Above(0.0), step)));
    let each: Vec<RowVerdict> = each.collect();
    if each.contains(&RowVerdict::Differs) {
        RowVerdict::Differs
    } else if each.contains(&RowVerdict::NotShown) {
        RowVerdict::NotShown
    } else {
        RowVerdict::Agrees
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn within(low: f64, high: f64) -> Found {
        Found::Within(Interval { middle: f64::midpoint(low, high), low, high })
    }

    fn figure(value: f64, null: Option<f64>) -> Claim {
        Claim::Figure(Printed::new(value, 0.0), null)
    }

    #[test]
    fn a_figure_in_the_interval_agrees_and_its_ends_belong_to_it() {
        for (paper, expected) in [
            (1.0, RowVerdict::Agrees),
            (2.0, RowVerdict::Agrees),
            (3.0, RowVerdict::Agrees),
            (0.999, RowVerdict::Differs),
            (3.001, RowVerdict::Differs),
        ] {
            assert_eq!(judged(figure(paper, None), within(1.0, 3.0)), expected, "{paper}");
        }
        // An interval that has the null value in it agrees all the same if the paper's figure is in it too.
        assert_eq!(judged(figure(0.5, Some(0.0)), within(-1.0, 1.0)), RowVerdict::Agrees);
    }

    #[test]
    fn a_figure_is_as_precise_as_it_is_printed() {
        let claim = Claim::Figure(Printed::new(4.9, 0.1), None);
        assert_eq!(judged(claim, within(4.94, 4.98)), RowVerdict::Agrees);
        assert_eq!(judged(claim, within(4.96, 4.98)), RowVerdict::Differs);
        assert_eq!([0.1, 0.01, 1.0, 1000.0].map(|digit| Printed::new(0.0, digit).decimals()), [1, 2, 0, 0]);
    }

    #[test]
    fn sides_decide_where_the_figure_is_left_out() {
        let claim = figure(60.6, Some(50.0));
        assert_eq!(judged(claim, within(70.0, 80.0)), RowVerdict::SameDirection);
        assert_eq!(judged(claim, within(50.1, 55.0)), RowVerdict::SameDirection);
        assert_eq!(judged(claim, within(50.0, 55.0)), RowVerdict::NotShown);
        assert_eq!(judged(claim, within(40.0, 50.0)), RowVerdict::NotShown);
        assert_eq!(judged(claim, within(40.0, 49.9)), RowVerdict::Differs);
        let below = figure(-0.23, Some(0.0));
        assert_eq!(judged(below, within(-0.9, -0.5)), RowVerdict::SameDirection);
        assert_eq!(judged(below, within(0.09, 0.41)), RowVerdict::Differs);
    }

    #[test]
    fn a_paper_with_neither_side_ahead_has_no_direction() {
        let claim = figure(0.0, Some(0.0));
        assert_eq!(judged(claim, within(-0.1, 0.1)), RowVerdict::Agrees);
        assert_eq!(judged(claim, within(0.02, 0.24)), RowVerdict::Differs);
        assert_eq!(judged(claim, within(-0.24, -0.02)), RowVerdict::Differs);
    }

    #[test]
    fn counts_agree_within_a_factor() {
        for (ours, expected) in [
            (150.0, RowVerdict::Agrees),
            (151.0, RowVerdict::Differs),
            (66.7, RowVerdict::Agrees),
            (66.6, RowVerdict::Differs),
            (100.0, RowVerdict::Agrees),
            (0.0, RowVerdict::Differs),
        ] {
            assert_eq!(judged(figure(100.0, None), Found::Count(ours)), expected, "{ours}");
        }
        assert_eq!(judged(figure(0.0, None), Found::Count(0.0)), RowVerdict::Agrees);
    }

    #[test]
    fn words_have_a_direction_at_most() {
        assert_eq!(judged(Claim::Above(0.0), within(0.01, 0.02)), RowVerdict::SameDirection);
        assert_eq!(judged(Claim::Above(0.0), within(0.0, 0.02)), RowVerdict::NotShown);
        assert_eq!(judged(Claim::Above(0.0), within(-0.02, -0.01)), RowVerdict::Differs);
        assert_eq!(judged(Claim::Below(0.0), within(-0.02, -0.01)), RowVerdict::SameDirection);
        assert_eq!(judged(Claim::Below(0.0), within(-0.02, 0.01)), RowVerdict::NotShown);
        assert_eq!(judged(Claim::Below(0.0), within(0.01, 0.02)), RowVerdict::Differs);
    }

    #[test]
    fn one_value_shows_nothing() {
        let one = Estimate::of(&[0.7]).unwrap();
        assert_eq!(judged(figure(0.7, Some(0.0)), one.into()), RowVerdict::NotShown);
        assert_eq!(judged(Claim::Above(0.0), one.into()), RowVerdict::NotShown);
    }

    /// More samples make a wrong figure harder to pass, not easier.
    #[test]
    fn more_of_the_same_never_makes_a_wrong_figure_right() {
        let few = [2.0, 4.0, 6.0];
        let many: Vec<f64> = few.iter().copied().cycle().take(300).collect();
        let verdict = |values: &[f64]| judged(figure(6.5, None), Estimate::of(values).unwrap().into());
        assert_eq!(verdict(&few), RowVerdict::Agrees);
        assert_eq!(verdict(&many), RowVerdict::Differs);
    }

    #[test]
    fn an_order_is_shown_step_by_step() {
        let steps = |found: &[Found]| judged_order(&found.iter().copied().map(Some).collect::<Vec<_>>());
        assert_eq!(steps(&[within(1.0, 2.0), within(0.1, 0.2)]), RowVerdict::Agrees);
        assert_eq!(steps(&[within(1.0, 2.0), within(-0.1, 0.2)]), RowVerdict::NotShown);
        assert_eq!(steps(&[within(-0.1, 2.0), within(-0.2, -0.1)]), RowVerdict::Differs);
        assert_eq!(judged_order(&[None]), RowVerdict::NotShown);
    }
}
