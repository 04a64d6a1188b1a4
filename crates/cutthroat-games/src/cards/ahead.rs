//! How far players are ahead of the best other player, as a payoff.

use cutthroat::{Bounds, Payoff, Range};

use super::rules::payoff_of;

/// `total + scores[i] - max of scores[j], j != i`: how far a player is ahead of the best other player, never below 0 if
/// scores are from 0 to `total`.
pub(crate) fn ahead(total: u8, scores: &Payoff, players: usize) -> Payoff {
    payoff_of(players, |player| {
        let own = scores.seats(players)[player];
        i16::from(total) + own - best_other(scores, player, players)
    })
}

fn best_other(scores: &Payoff, player: usize, players: usize) -> i16 {
    let others = scores.seats(players).iter().enumerate().filter(|&(other, _)| other != player);
    others.map(|(_, &score)| score).max().unwrap_or_default()
}

/// The bounds of [`ahead`] if scores are within `scores`.
pub(crate) fn ahead_bounds(total: u8, scores: &Bounds, players: usize) -> Bounds {
    let gap = |own: &Payoff, others: &Payoff| {
        payoff_of(players, |player| i16::from(total) + own.seats(players)[player] - best_other(others, player, players))
    };
    Bounds { lo: gap(&scores.lo, &scores.up), up: gap(&scores.up, &scores.lo) }
}

/// The range of [`ahead`]. The two highest players are ahead of and behind each other by the same number, and nobody
/// else is ahead, so all together never get more than `total` each.
pub(crate) fn ahead_range(total: u8, players: usize) -> Range {
    let total = i16::from(total);
    Range {
        minp: Some(Payoff::ZERO),
        maxp: Some(Payoff::uniform(2 * total, players)),
        minsum: None,
        maxsum: Some(i32::from(total) * players as i32),
        step: 1,
    }
}
