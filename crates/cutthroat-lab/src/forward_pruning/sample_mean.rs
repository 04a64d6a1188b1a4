//! Means with their confidence intervals.

use serde::{Deserialize, Serialize};

use crate::stats;

/// A mean of independent samples, and its margin: as [`stats::Estimate`], but with an infinite interval if there are
/// too few samples, so that it can always be compared and drawn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SampleMean {
    /// The mean.
    pub mean: f64,
    /// The half-width of its 95 % confidence interval (Student's t).
    pub margin: f64,
    /// How many samples there were.
    pub samples: usize,
}

impl SampleMean {
    /// The estimate from samples. They are added up in the order given, so that it does not depend on the number of
    /// threads.
    #[must_use]
    pub fn of(samples: impl IntoIterator<Item = f64>) -> Self {
        let samples: Vec<f64> = samples.into_iter().collect();
        let known = stats::Estimate::of(&samples);
        Self {
            mean: known.map_or(0.0, |known| known.mean),
            margin: known.and_then(|known| known.half_width).unwrap_or(f64::INFINITY),
            samples: samples.len(),
        }
    }

    /// The ends of the interval.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        (self.mean - self.margin, self.mean + self.margin)
    }

    /// Whether a number lies in the interval.
    #[must_use]
    pub fn allows(&self, number: f64) -> bool {
        (self.mean - number).abs() <= self.margin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_textbook_interval() {
        let estimate = SampleMean::of([1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!((estimate.mean - 3.0).abs() < 1e-12);
        // 2.776445 is the tabulated quantile for four degrees of freedom.
        assert!((estimate.margin - 2.776_445 * (2.5_f64 / 5.0).sqrt()).abs() < 1e-5, "{estimate:?}");
        assert!(estimate.allows(1.1) && !estimate.allows(0.9));
        assert_eq!(SampleMean::of([1.0]).margin, f64::INFINITY);
    }
}
