//! How the scores of a match are spread: over values, and over seats.

use serde::Serialize;

use crate::record::GameRecord;
use crate::stats::Estimate;

/// The most bars of a histogram.
const MOST_BARS: usize = 40;

/// How the scores of a match are spread.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Spread {
    /// How often each score came up.
    pub histogram: Vec<HistogramBar>,
    /// The scores of each player in each seat.
    pub by_seat: Vec<Vec<SeatScore>>,
}

/// Scores of about the same size.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HistogramBar {
    /// The least of them.
    pub from: f64,
    /// Where the next bar begins; the last bar has its end too.
    pub to: f64,
    /// How many each player has.
    pub counts: Vec<usize>,
}

/// What a player scores in a seat.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SeatScore {
    /// The seat, counted from 1.
    pub seat: usize,
    /// The average of the games in which they sat there.
    pub score: Option<Estimate>,
}

impl Spread {
    /// How the scores of these games are spread, for this many players.
    #[must_use]
    pub fn of(kinds: usize, games: &[GameRecord]) -> Self {
        let seats = games.iter().map(|game| game.seating.len()).max().unwrap_or_default();
        let mut scores: Vec<Vec<Vec<f64>>> = vec![vec![Vec::new(); seats]; kinds];
        for game in games {
            for (seat, (&kind, &score)) in game.seating.iter().zip(&game.score).enumerate() {
                if let Some(of_player) = kind.checked_sub(1).and_then(|kind| scores.get_mut(kind)) {
                    of_player[seat].push(score);
                }
            }
        }
        let by_seat = scores.iter().map(|seats| {
            let seats = seats.iter().enumerate();
            seats.map(|(seat, scores)| SeatScore { seat: seat + 1, score: Estimate::of(scores) }).collect()
        });
        let by_seat = by_seat.collect();
        let of_players: Vec<Vec<f64>> = scores.into_iter().map(|seats| seats.concat()).collect();
        Self { histogram: histogram(&of_players), by_seat }
    }
}

fn histogram(of_players: &[Vec<f64>]) -> Vec<HistogramBar> {
    let all = || of_players.iter().flatten().copied();
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    if !low.is_finite() || !high.is_finite() {
        return Vec::new();
    }
    // Bars of whole numbers where scores are whole, and of nice widths where there are many.
    let whole = all().all(|score| score.fract() == 0.0);
    let mut width = if whole { 1.0 } else { ((high - low) / MOST_BARS as f64).max(1e-9) };
    for step in [2.0, 2.5, 2.0].into_iter().cycle() {
        if (high - low) / width < MOST_BARS as f64 {
            break;
        }
        // 1, 2, 5, 10, 20, ...
        width *= step;
    }
    let first = (low / width).floor();
    let bars = ((high / width).floor() - first) as usize + 1;
    let bar = |score: f64| (((score / width).floor() - first) as usize).min(bars - 1);
    let mut histogram: Vec<HistogramBar> = (0..bars)
        .map(|place| {
            let from = (first + place as f64) * width;
            HistogramBar { from, to: from + width, counts: vec![0; of_players.len()] }
        })
        .collect();
    for (kind, scores) in of_players.iter().enumerate() {
        for &score in scores {
            histogram[bar(score)].counts[kind] += 1;
        }
    }
    histogram
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_is_in_one_bar() {
        for scores in [vec![0.0, 1.0, 1.0, 26.0], vec![-300.0, 0.0, 512.0], vec![0.333, 0.5, 1.0], vec![7.0]] {
            let bars = histogram(&[scores.clone(), vec![]]);
            assert!(bars.len() <= MOST_BARS + 1, "{} bars", bars.len());
            assert_eq!(bars.iter().map(|bar| bar.counts[0]).sum::<usize>(), scores.len());
            for bar in &bars {
                let inside = scores.iter().filter(|&&score| bar.from <= score && score < bar.to).count();
                assert_eq!(inside, bar.counts[0], "{bar:?}");
            }
        }
        assert!(histogram(&[vec![]]).is_empty());
        let bars = histogram(&[vec![0.0, 1.0, 1.0, 3.0]]);
        assert_eq!(
            bars.iter().map(|bar| (bar.from, bar.counts[0])).collect::<Vec<_>>(),
            [(0.0, 1), (1.0, 2), (2.0, 0), (3.0, 1)]
        );
    }
}
