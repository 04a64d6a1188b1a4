//! Statistics.

use serde::Serialize;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal, StudentsT};

/// The confidence of intervals.
pub const CONFIDENCE: f64 = 0.95;

/// A mean with its interval at [`CONFIDENCE`].
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of Student's interval; `None` for fewer than two values, which say nothing.
    pub half_width: Option<f64>,
    /// The standard deviation of the values.
    pub deviation: f64,
    /// How many values there were.
    pub count: usize,
}

impl Estimate {
    /// The mean of independent values; `None` where there are none.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Self> {
        let count = values.len();
        if count == 0 {
            return None;
        }
        let mean = values.iter().sum::<f64>() / count as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let deviation = if count > 1 { (squares / (count - 1) as f64).sqrt() } else { 0.0 };
        let half_width = StudentsT::new(0.0, 1.0, (count - 1) as f64)
            .ok()
            .map(|student| student.inverse_cdf(0.5 + CONFIDENCE / 2.0) * deviation / (count as f64).sqrt());
        Some(Self { mean, half_width, deviation, count })
    }

    /// Whether zero lies outside the interval.
    #[must_use]
    pub fn excludes_zero(&self) -> bool {
        self.half_width.is_some_and(|half_width| self.mean.abs() > half_width)
    }
}

/// A share of cases, with Wilson's interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    /// The share.
    pub share: f64,
    /// The least that it may really be.
    pub low: f64,
    /// The most that it may really be.
    pub high: f64,
}

impl Share {
    /// The share of `count` cases that `successes` are; parts of a case count as such. `None` of no cases.
    #[must_use]
    pub fn of(successes: f64, count: usize) -> Option<Self> {
        if count == 0 {
            return None;
        }
        let z = Normal::standard().inverse_cdf(0.5 + CONFIDENCE / 2.0);
        let (n, share) = (count as f64, successes / count as f64);
        let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
        Some(Self { share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) })
    }
}

/// Where something may lie with [`CONFIDENCE`].
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// What was found.
    pub middle: f64,
    /// The least that it may really be.
    pub low: f64,
    /// The most that it may really be.
    pub high: f64,
}

impl Interval {
    /// Whether a value lies in it; its ends do.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The mean of the first values over the mean of the second, which were found in pairs: on the scale of logarithms
    /// and to the first order, so that both ends are above zero. `None` for fewer than two pairs, or a mean that is not
    /// above zero.
    #[must_use]
    pub fn of_ratio(first: &[f64], second: &[f64]) -> Option<Self> {
        let (one, other) = (Estimate::of(first)?, Estimate::of(second)?);
        if first.len() != second.len() || one.mean <= 0.0 || other.mean <= 0.0 {
            return None;
        }
        let apart: Vec<f64> = first.iter().zip(second).map(|(a, b)| a / one.mean - b / other.mean).collect();
        let half = Estimate::of(&apart)?.half_width?;
        let middle = one.mean / other.mean;
        Some(Self { middle, low: middle * (-half).exp(), high: middle * half.exp() })
    }

    /// The standard deviation of independent values, as if they were normal; `None` for fewer than two.
    #[must_use]
    pub fn of_deviation(values: &[f64]) -> Option<Self> {
        let found = Estimate::of(values).filter(|found| found.count > 1)?;
        let freedom = (found.count - 1) as f64;
        let squared = ChiSquared::new(freedom).ok()?;
        let end = |share: f64| found.deviation * (freedom / squared.inverse_cdf(share)).sqrt();
        Some(Self { middle: found.deviation, low: end(0.5 + CONFIDENCE / 2.0), high: end(0.5 - CONFIDENCE / 2.0) })
    }
}

/// A test that may be checked after every value: whether the mean of independent values is not zero.
///
/// A mixture sequential probability ratio test (Robbins 1970): the likelihood of the values is averaged over all means
/// that are about as large as a third of their deviation, and compared with that of the mean zero. It exceeds 20 in at
/// most one of twenty matches between equals, however often it is checked, while a t interval that is checked again and
/// again would find a difference sooner or later. The deviation is that of the values, so the first few do not count.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SequentialTest {
    /// The ratio of the two likelihoods.
    pub ratio: f64,
    /// Whether it is decided that there is a difference.
    pub decided: bool,
}

impl SequentialTest {
    /// Values before which nothing is decided.
    pub const FEWEST: usize = 16;
    /// The square of the differences that are looked for, in deviations.
    const SPREAD: f64 = 0.1;

    /// The test after these values.
    #[must_use]
    pub fn of(values: &[f64]) -> Self {
        let Some(estimate) = Estimate::of(values).filter(|estimate| estimate.count >= Self::FEWEST) else {
            return Self { ratio: 1.0, decided: false };
        };
        let n = estimate.count as f64;
        let effect = if estimate.mean == 0.0 { 0.0 } else { estimate.mean / estimate.deviation };
        let wide = 1.0 + n * Self::SPREAD;
        let ratio = (n * n * Self::SPREAD * effect * effect / (2.0 * wide)).exp() / wide.sqrt();
        Self { ratio, decided: ratio >= 1.0 / (1.0 - CONFIDENCE) }
    }
}

/// The strength of a player among several.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The rating; every player starts with 25.
    pub rating: f64,
    /// Its margin: two deviations.
    pub half_width: f64,
}

/// Ratings of `kinds` of players (Weng and Lin 2011) after games with a score for each kind; more is better. Of each
/// game a slice of kinds and their scores.
#[must_use]
pub fn ratings(kinds: usize, games: impl Iterator<Item = Vec<(usize, f64)>>) -> Vec<Rating> {
    let mut ratings = vec![WengLinRating::new(); kinds];
    for game in games {
        let teams: Vec<[WengLinRating; 1]> = game.iter().map(|&(kind, _)| [ratings[kind]]).collect();
        let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
            .iter()
            .zip(&game)
            .map(|(team, &(_, score))| {
                let rank = 1 + game.iter().filter(|&&(_, other)| other > score).count();
                (&team[..], MultiTeamOutcome::new(rank))
            })
            .collect();
        for (after, (kind, _)) in weng_lin_multi_team(&ranked, &WengLinConfig::new()).iter().zip(&game) {
            ratings[*kind] = after[0];
        }
    }
    ratings.into_iter().map(|own| Rating { rating: own.rating, half_width: 2.0 * own.uncertainty }).collect()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn intervals_are_those_of_the_textbooks() {
        let estimate = Estimate::of(&[4.0, 5.0, 6.0, 5.0]).unwrap();
        assert!((estimate.mean - 5.0).abs() < 1e-12);
        // t(0.975, 3) = 3.182446, s = 0.816497.
        assert!((estimate.half_width.unwrap() - 3.182_446 * 0.816_497 / 2.0).abs() < 1e-5);
        assert_eq!(Estimate::of(&[]), None);
        assert_eq!(Estimate::of(&[1.0]).unwrap().half_width, None);
        // 8 of 10: 0.49 to 0.94.
        let share = Share::of(8.0, 10).unwrap();
        assert!((share.low - 0.490_162).abs() < 1e-5 && (share.high - 0.943_318).abs() < 1e-5, "{share:?}");
    }

    #[test]
    fn ratios_and_deviations_have_intervals() {
        let ratio = Interval::of_ratio(&[2.0, 4.0, 6.0], &[1.0, 2.0, 3.0]).unwrap();
        assert_eq!((ratio.middle, ratio.low, ratio.high), (2.0, 2.0, 2.0), "every pair has the same ratio");
        let wide = Interval::of_ratio(&[2.0, 4.0, 6.0], &[3.0, 2.0, 1.0]).unwrap();
        assert!(wide.low > 0.0 && wide.contains(1.0) && wide.contains(2.0), "{wide:?}");
        assert_eq!(Interval::of_ratio(&[1.0], &[1.0]), None);
        // Of 11 values with deviation 2: chi-square has 3.247 and 20.483 at its ends.
        let values: Vec<f64> = (0..11).map(|place| if place % 2 == 0 { 1.0 } else { 5.0 }).collect();
        let found = Interval::of_deviation(&values).unwrap();
        assert!((found.low / found.middle - (10.0_f64 / 20.483).sqrt()).abs() < 1e-4, "{found:?}");
        assert!((found.high / found.middle - (10.0_f64 / 3.247).sqrt()).abs() < 1e-3, "{found:?}");
    }

    /// Draws values of mean `mean` and deviation about 1, and looks after each.
    fn ends_decided(mean: f64, values: usize, seed: u64) -> bool {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut seen = Vec::new();
        (0..values).any(|_| {
            let noise: f64 = (0..12).map(|_| rng.random_range(0.0..1.0)).sum::<f64>() - 6.0;
            seen.push(mean + noise);
            SequentialTest::of(&seen).decided
        })
    }

    #[test]
    fn looking_often_does_not_find_differences_between_equals() {
        let wrong = (0..400).filter(|&seed| ends_decided(0.0, 300, seed)).count();
        assert!(wrong <= 20, "{wrong} of 400 equals were told apart");
        let right = (0..100).filter(|&seed| ends_decided(0.5, 300, seed)).count();
        assert!(right >= 99, "only {right} of 100 differences were seen");
    }

    #[test]
    fn who_wins_more_is_rated_higher() {
        let games = (0..60).map(|game| vec![(0, 2.0), (1, if game % 3 == 0 { 3.0 } else { 1.0 }), (2, 0.0)]);
        let ratings = ratings(3, games);
        assert!(ratings[0].rating > ratings[1].rating && ratings[1].rating > ratings[2].rating, "{ratings:?}");
        assert!(ratings[0].half_width < 25.0 / 3.0);
    }
}
