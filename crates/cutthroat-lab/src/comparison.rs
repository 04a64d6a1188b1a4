//! Two matches compared on the deals that both have.

use std::collections::BTreeMap;

use cutthroat_catalog::Seating;
use serde::Serialize;

use crate::error::LabError;
use crate::record::GameRecord;
use crate::seating::seatings;
use crate::stats::Estimate;
use crate::store::RunSettings;
use crate::summary::mean_score;

/// The games of a match, and how they were played.
#[derive(Clone, Copy)]
pub struct MatchGames<'m> {
    /// How they were played.
    pub settings: &'m RunSettings,
    /// Its players.
    pub seating: &'m dyn Seating,
    /// The games.
    pub games: &'m [GameRecord],
}

/// Two matches compared.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// Deals that both have, in all seatings of each.
    pub deals: usize,
    /// Every player of the one and of the other.
    pub pairs: Vec<ComparedPlayers>,
    /// All that in words.
    pub words: Vec<String>,
}

/// A player of the one match and a player of the other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ComparedPlayers {
    /// The one, by their place among the players, counted from 1.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// The settings of the one.
    pub one_player: String,
    /// The settings of the other.
    pub other_player: String,
    /// The average score of the one on the deals that both have.
    pub one_score: Option<Estimate>,
    /// That of the other.
    pub other_score: Option<Estimate>,
    /// By how much the one is better: the paired difference over these deals.
    pub better_by: Option<Estimate>,
}

impl Comparison {
    /// Compares two matches of the same game.
    ///
    /// # Errors
    /// When they are of different games, or count differently.
    pub fn of(one: MatchGames<'_>, other: MatchGames<'_>) -> Result<Self, LabError> {
        let (game, other_game) = (&one.settings.game, &other.settings.game);
        if game != other_game {
            return Err(LabError::Usage(format!("the one has games of {game}, the other of {other_game}")));
        }
        let tally = one.seating.tally();
        if tally != other.seating.tally() {
            let (here, there) = (tally.unit, other.seating.tally().unit);
            return Err(LabError::Usage(format!("the one counts {here}, the other {there}")));
        }
        let (mine, theirs) = (by_start(one), by_start(other));
        let both: Vec<(&Vec<&GameRecord>, &Vec<&GameRecord>)> =
            mine.iter().filter_map(|(start, games)| Some((games, theirs.get(start)?))).collect();
        let sign = if tally.low_is_good { -1.0 } else { 1.0 };
        let mut pairs = Vec::new();
        for here in 0..one.settings.players.len() {
            for there in 0..other.settings.players.len() {
                let scores: Vec<(f64, f64)> =
                    both.iter().map(|(mine, theirs)| (mean_score(here, mine), mean_score(there, theirs))).collect();
                let estimate =
                    |value: &dyn Fn(&(f64, f64)) -> f64| Estimate::of(&scores.iter().map(value).collect::<Vec<f64>>());
                pairs.push(ComparedPlayers {
                    one: here + 1,
                    other: there + 1,
                    one_player: one.settings.players[here].clone(),
                    other_player: other.settings.players[there].clone(),
                    one_score: estimate(&|scores| scores.0),
                    other_score: estimate(&|scores| scores.1),
                    better_by: estimate(&|scores| sign * (scores.0 - scores.1)),
                });
            }
        }
        let unit = format!("{} {}", tally.unit, tally.of);
        let mut words: Vec<String> = pairs.iter().filter_map(|pair| pair.in_words(&unit)).collect();
        if both.is_empty() {
            words.push("they have no deal in common that both have in all seatings".to_owned());
        }
        Ok(Self { deals: both.len(), pairs, words })
    }
}

impl ComparedPlayers {
    fn in_words(&self, unit: &str) -> Option<String> {
        let found = self.better_by?;
        let half_width = found.half_width?;
        let (one, other) = (format!("player {} of the one", self.one), format!("player {} of the other", self.other));
        Some(if found.excludes_zero() {
            let (better, worse) = if found.mean > 0.0 { (one, other) } else { (other, one) };
            format!("{better} is better than {worse} by {:.2} +- {half_width:.2} {unit}", found.mean.abs())
        } else {
            format!("no difference is seen between {one} and {other}: {:+.2} +- {half_width:.2} {unit}", found.mean)
        })
    }
}

/// The games of each start that was played in all seatings.
fn by_start(of: MatchGames<'_>) -> BTreeMap<&str, Vec<&GameRecord>> {
    let whole = seatings(of.settings.players.len(), of.seating.seats()).len();
    let mut starts: BTreeMap<&str, Vec<&GameRecord>> = BTreeMap::new();
    for game in of.games {
        starts.entry(&game.start).or_default().push(game);
    }
    starts.retain(|_, games| games.len() == whole);
    starts
}
