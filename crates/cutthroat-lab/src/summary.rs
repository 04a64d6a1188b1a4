//! What a match shows, in numbers and in words.

use std::collections::BTreeMap;

use cutthroat_catalog::{PROGRAM, Seating, Tally};
use serde::Serialize;

use crate::outside::OnFailure;
use crate::record::GameRecord;
use crate::seating::seatings;
use crate::stats::{Estimate, Rating, Share, ratings};
use crate::store::RunSettings;

/// What a match shows.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// How it was played.
    pub settings: RunSettings,
    /// What was counted.
    pub tally: Tally,
    /// Games played.
    pub games: usize,
    /// How many seatings there are of a deal: the number of games in a full set.
    pub seatings: usize,
    /// Deals that were played in all seatings; only these are compared.
    pub deals: usize,
    /// Games of a deal that was not played in all seatings.
    pub left_out: usize,
    /// Every kind of player.
    pub players: Vec<PlayerSummary>,
    /// Every pair of them.
    pub differences: Vec<Difference>,
    /// Ratings, where there are more than two kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratings: Option<Vec<Rating>>,
    /// The programs that failed in some games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<FailedProgram>,
    /// All that in words.
    pub words: Vec<String>,
}

/// A program that failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FailedProgram {
    /// Which, by its place among the players.
    pub place: usize,
    /// The games in which it failed.
    pub games: usize,
    /// The first of them: its number, the seat, and what happened.
    pub first: (u64, usize, String),
}

/// The results of one kind of player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerSummary {
    /// The full settings.
    pub player: String,
    /// The settings that tell them from the others.
    pub name: String,
    /// The average score; deals are the independent values.
    pub score: Option<Estimate>,
    /// Games won by one of their kind, a shared win in parts.
    pub won: Option<Share>,
    /// Points a deal on average, in a match of whole games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_a_deal: Option<Estimate>,
    /// Nodes on average for a move that was searched.
    pub nodes: Option<f64>,
    /// The depth on average of the searches.
    pub depth: Option<f64>,
}

/// Two kinds of players compared on the same deals.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// The one, by their place among the players.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// By how much the first is better (lower, if low scores are good): the paired difference over deals.
    pub better_by: Option<Estimate>,
    /// The same of each deal.
    #[serde(skip)]
    pub by_deal: Vec<f64>,
}

impl Summary {
    /// What these games of a match show; in order of their numbers.
    #[must_use]
    pub fn of(settings: &RunSettings, seating: &dyn Seating, games: &[GameRecord]) -> Self {
        let tally = seating.tally();
        let kinds = seating.players().len();
        let whole = seatings(kinds, seating.seats()).len();
        let mut deals: BTreeMap<u64, Vec<&GameRecord>> = BTreeMap::new();
        for game in games {
            deals.entry(game.deal).or_default().push(game);
        }
        deals.retain(|_, games| games.len() == whole);
        let compared: Vec<&GameRecord> = deals.values().flatten().copied().collect();
        let by_deal: Vec<Vec<f64>> =
            (0..kinds).map(|kind| deals.values().map(|games| mean_score(kind, games)).collect()).collect();
        let names = names(&settings.players);
        let players: Vec<PlayerSummary> = (0..kinds)
            .map(|kind| PlayerSummary {
                player: settings.players[kind].clone(),
                name: names[kind].clone(),
                score: Estimate::of(&by_deal[kind]),
                won: won(kind, &tally, &compared),
                points_a_deal: settings.setup.whole_game.then(|| points_a_deal(kind, deals.values())).flatten(),
                nodes: searches(kind, games, |game, place| game.nodes[place] as f64),
                depth: searches(kind, games, |game, place| game.depths[place].unwrap_or_default() as f64),
            })
            .collect();
        let sign = if tally.low_is_good { -1.0 } else { 1.0 };
        let mut differences = Vec::new();
        for one in 0..kinds {
            for other in one + 1..kinds {
                let pairs = by_deal[one].iter().zip(&by_deal[other]);
                let by_deal: Vec<f64> = pairs.map(|(one, other)| sign * (one - other)).collect();
                differences.push(Difference { one, other, better_by: Estimate::of(&by_deal), by_deal });
            }
        }
        let rated = (kinds > 2).then(|| {
            let scores =
                |game: &&GameRecord| (0..kinds).map(|kind| (kind, sign * mean_score(kind, &[*game]))).collect();
            ratings(kinds, compared.iter().map(scores))
        });
        let mut words: Vec<String> =
            differences.iter().filter_map(|difference| sentence(difference, &names, &tally)).collect();
        let failed = failed(kinds, games);
        words.extend(failed.iter().map(|failed| {
            let FailedProgram { place, games: count, first: (game, seat, what) } = failed;
            let lost = if settings.on_failure.as_deref() == Some(OnFailure::LOSE) { ", which it lost" } else { "" };
            let all = cutthroat::counted(games.len(), "game");
            format!("{} failed in {count} of {all}{lost}; first in game {game}, seat {seat}: it {what}", names[*place])
        }));
        if seating.players().iter().any(|player| !player.repeats()) {
            words.push("players with a time play as fast as the machine: these games do not repeat".to_owned());
        }
        Self {
            settings: settings.clone(),
            tally,
            games: games.len(),
            seatings: whole,
            deals: deals.len(),
            left_out: games.len() - compared.len(),
            players,
            differences,
            ratings: rated,
            failed,
            words,
        }
    }
}

/// The programs that failed in some of the games.
fn failed(kinds: usize, games: &[GameRecord]) -> Vec<FailedProgram> {
    let of = |kind: usize| {
        let failure = |game: &GameRecord| {
            let failure = game.failures.iter().find(|failure| game.seating[failure.seat - 1] == kind + 1)?;
            Some((game.id, failure.seat, failure.what.clone()))
        };
        let failures: Vec<_> = games.iter().filter_map(failure).collect();
        Some(FailedProgram { place: kind, games: failures.len(), first: failures.first()?.clone() })
    };
    (0..kinds).filter_map(of).collect()
}

/// The average score of the seats in which a kind sits.
pub(crate) fn mean_score(kind: usize, games: &[&GameRecord]) -> f64 {
    let of = |game: &GameRecord| -> Vec<f64> {
        let seats = game.seating.iter().zip(&game.score);
        seats.filter(|(sits, _)| **sits == kind + 1).map(|(_, score)| *score).collect()
    };
    let scores: Vec<f64> = games.iter().flat_map(|game| of(game)).collect();
    scores.iter().sum::<f64>() / scores.len() as f64
}

/// The points of a kind in each deal of whole games; games with the same deals are one value.
fn points_a_deal<'g>(kind: usize, games: impl Iterator<Item = &'g Vec<&'g GameRecord>>) -> Option<Estimate> {
    let of_game = |game: &GameRecord| -> Vec<f64> {
        let deals = game.end.split(' ').find_map(|word| word.strip_prefix("deals=")?.parse::<f64>().ok());
        let seats = game.seating.iter().zip(&game.payoff).filter(|(sits, _)| **sits == kind + 1);
        deals.map_or_else(Vec::new, |deals| seats.map(|(_, &total)| f64::from(total) / deals).collect())
    };
    let mean = |games: &Vec<&GameRecord>| {
        let points: Vec<f64> = games.iter().flat_map(|game| of_game(game)).collect();
        points.iter().sum::<f64>() / points.len().max(1) as f64
    };
    Estimate::of(&games.map(mean).collect::<Vec<f64>>())
}

/// The games that a kind has won.
fn won(kind: usize, tally: &Tally, games: &[&GameRecord]) -> Option<Share> {
    let share = |game: &&GameRecord| -> f64 {
        let wins = tally.wins(&game.score);
        game.seating.iter().zip(wins).filter(|(sits, _)| **sits == kind + 1).map(|(_, part)| part).sum()
    };
    Share::of(games.iter().map(share).sum(), games.len())
}

/// The average of something over all moves that a kind has searched.
fn searches(kind: usize, games: &[GameRecord], value: impl Fn(&GameRecord, usize) -> f64) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    for game in games {
        for (place, &mover) in game.movers.iter().enumerate() {
            if game.seating[mover - 1] == kind + 1 && game.depths[place].is_some() {
                sum += value(game, place);
                count += 1.0;
            }
        }
    }
    (count > 0.0).then(|| sum / count)
}

/// Short names of players: the kind, and the settings in which players of the same kind differ.
fn names(players: &[String]) -> Vec<String> {
    let parts: Vec<(&str, Vec<&str>)> = players
        .iter()
        .map(|player| {
            let (kind, settings) = player.split_once(':').unwrap_or((player, ""));
            (kind, settings.split(',').filter(|setting| !setting.is_empty()).collect())
        })
        .collect();
    parts
        .iter()
        .map(|(kind, settings)| {
            let same_kind: Vec<_> = parts.iter().filter(|(other, _)| other == kind).collect();
            let differs = |setting: &&&str| same_kind.iter().any(|(_, others)| !others.contains(setting));
            let apart: Vec<&str> = settings.iter().filter(differs).copied().collect();
            if PROGRAM.strip_suffix(':') == Some(*kind) {
                // A command is a name by itself.
                return format!("{PROGRAM}{}", settings.join(","));
            }
            if apart.is_empty() { (*kind).to_owned() } else { format!("{kind}:{}", apart.join(",")) }
        })
        .collect()
}

/// A difference in words.
fn sentence(difference: &Difference, names: &[String], tally: &Tally) -> Option<String> {
    let found = difference.better_by?;
    let half_width = found.half_width?;
    let (one, other) = (&names[difference.one], &names[difference.other]);
    let Tally { unit, of, .. } = tally;
    let digits = if half_width < 0.095 { 2 } else { 1 };
    if found.excludes_zero() {
        let (better, worse) = if found.mean > 0.0 { (one, other) } else { (other, one) };
        let by = found.mean.abs();
        return Some(format!("{better} is better than {worse} by {by:.digits$} +- {half_width:.digits$} {unit} {of}"));
    }
    let deals = if found.count == 1 { "deal" } else { "deals" };
    Some(format!(
        "{} {deals} show no difference between {one} and {other}: {:+.digits$} +- {half_width:.digits$} {unit} {of} for {one}",
        found.count, found.mean
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_named_by_what_tells_them_apart() {
        let full = ["maxn:eval=a,nodes=5", "maxn:eval=a,nodes=6", "paranoid:eval=a,nodes=5"].map(str::to_owned);
        assert_eq!(names(&full), ["maxn:nodes=5", "maxn:nodes=6", "paranoid"]);
    }

    #[test]
    fn differences_are_told_in_words() {
        let names = ["maxn".to_owned(), "paranoid".to_owned()];
        let points = Tally { unit: "points", of: "a hand", low_is_good: true };
        let told = |by_deal: &[f64]| {
            let better_by = Estimate::of(by_deal);
            sentence(&Difference { one: 0, other: 1, better_by, by_deal: by_deal.to_vec() }, &names, &points)
        };
        assert_eq!(told(&[-1.0, -0.5, -0.9]).unwrap(), "paranoid is better than maxn by 0.8 +- 0.7 points a hand");
        assert!(
            told(&[1.0, -1.0, 0.3]).unwrap().starts_with("3 deals show no difference between maxn and paranoid: +0.1")
        );
        assert_eq!(told(&[1.0]), None);
    }
}
