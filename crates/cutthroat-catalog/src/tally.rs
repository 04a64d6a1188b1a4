//! The scores that people count.

use serde::Serialize;

/// What is counted at the end of a game, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tally {
    /// What is counted: `points`, `tricks`, `wins`.
    pub unit: &'static str,
    /// Per what it is counted: `a hand`, `a game`.
    pub of: &'static str,
    /// Whether less is better.
    pub low_is_good: bool,
}

impl Tally {
    /// How much of one game each seat has won: all of it for the best score, in equal parts if several seats share it.
    #[must_use]
    pub fn wins(&self, score: &[f64]) -> Vec<f64> {
        let signed = |score: f64| if self.low_is_good { -score } else { score };
        let best = score.iter().map(|&score| signed(score)).fold(f64::NEG_INFINITY, f64::max);
        let winners = score.iter().filter(|&&score| signed(score) == best).count();
        score.iter().map(|&score| if signed(score) == best { 1.0 / winners as f64 } else { 0.0 }).collect()
    }
}
