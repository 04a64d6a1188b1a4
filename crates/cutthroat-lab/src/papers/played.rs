//! Matches of the papers: every deal in all seatings, and what is kept of each game.

use cutthroat_catalog::{PlayerSpec, SeatingRequest, Setup};
use serde::{Deserialize, Serialize};

use super::workbench::Workbench;
use crate::error::LabError;
use crate::matches::{Match, MatchRequest, must_repeat};
use crate::record::GameRecord;
use crate::stats::Share;

/// What to keep of a game besides its score and depths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keep {
    Nothing,
    /// The position it ended in.
    End,
    /// How deep searches looked.
    Reach,
}

/// What is kept of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Game {
    /// The kind in each seat, from 0.
    pub(super) kinds: Vec<usize>,
    pub(super) score: Vec<f64>,
    /// Of each kind the depths of all its searches added up, and their number.
    depths: Vec<(u64, u64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) end: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reach: Option<Reach>,
}

/// How deep searches looked in a hand that is played out.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Reach {
    /// The depth on average where the hand did not limit it.
    pub(super) depth: Option<f64>,
    /// The cards left when it was first searched to its end.
    pub(super) cards: Option<f64>,
}

impl Reach {
    fn of(game: &GameRecord) -> Self {
        let left = |place: usize| game.moves.len() - place;
        let searched = || game.depths.iter().enumerate().filter_map(|(place, depth)| Some((place, (*depth)?)));
        let free: Vec<usize> =
            searched().filter(|&(place, depth)| depth < left(place)).map(|(_, depth)| depth).collect();
        let depth = (!free.is_empty()).then(|| free.iter().sum::<usize>() as f64 / free.len() as f64);
        let cards = searched().find(|&(place, depth)| depth >= left(place)).map(|(place, _)| left(place) as f64);
        Self { depth, cards }
    }
}

impl Game {
    fn of(record: &GameRecord, all_kinds: usize, keep: Keep) -> Self {
        let kinds: Vec<usize> = record.seating.iter().map(|kind| kind - 1).collect();
        let mut depths = vec![(0, 0); all_kinds];
        for (seat, &kind) in kinds.iter().enumerate() {
            for depth in record.depths_of(seat) {
                depths[kind].0 += depth as u64;
                depths[kind].1 += 1;
            }
        }
        Self {
            kinds,
            score: record.score.clone(),
            depths,
            end: (keep == Keep::End).then(|| record.end.clone()),
            reach: (keep == Keep::Reach).then(|| Reach::of(record)),
        }
    }

    fn scores(&self, kind: usize) -> impl Iterator<Item = f64> {
        self.kinds.iter().zip(&self.score).filter(move |(sits, _)| **sits == kind).map(|(_, score)| *score)
    }
}

/// The games of a match, in order.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Played {
    pub(super) games: Vec<Game>,
    seatings: usize,
    low_is_good: bool,
}

impl Played {
    /// Deals that were played in all seatings; only these count.
    pub(super) fn deals(&self) -> usize {
        self.games.len() / self.seatings
    }

    pub(super) fn by_deal(&self) -> std::slice::ChunksExact<'_, Game> {
        self.games.chunks_exact(self.seatings)
    }

    /// The average score of a kind, of each deal.
    pub(super) fn scores(&self, kind: usize) -> Vec<f64> {
        self.by_deal().map(|games| mean(games.iter().flat_map(|game| game.scores(kind)))).collect()
    }

    pub(super) fn low_is_good(&self) -> bool {
        self.low_is_good
    }

    /// By how much the first kind is better than the second, of each deal.
    pub(super) fn better_by(&self) -> Vec<f64> {
        let sign = if self.low_is_good { -1.0 } else { 1.0 };
        self.scores(0).iter().zip(self.scores(1)).map(|(one, other)| sign * (one - other)).collect()
    }

    /// The games that a kind has won, a shared win in parts.
    pub(super) fn won(&self, kind: usize) -> Option<Share> {
        let best = |game: &Game| game.score.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let share = |game: &Game| {
            let winners = game.score.iter().filter(|&&score| score == best(game)).count();
            game.scores(kind).filter(|&score| score == best(game)).count() as f64 / winners as f64
        };
        let counted = self.deals() * self.seatings;
        Share::of(self.games[..counted].iter().map(share).sum(), counted)
    }

    /// The depth on average to which a kind has searched, of each deal.
    pub(super) fn depths(&self, kind: usize) -> Vec<f64> {
        let mean = |games: &[Game]| {
            let (sum, count) =
                games.iter().map(|game| game.depths[kind]).fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
            sum as f64 / count.max(1) as f64
        };
        self.by_deal().map(mean).collect()
    }
}

pub(super) fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

impl Workbench<'_> {
    /// Plays a match: `deals` deals, each in all seatings. In Spades tricks are counted, as in the papers' matches.
    pub(super) fn play(
        &self,
        part: &str,
        game: &str,
        setup: &Setup,
        players: &[String],
        deals: u64,
        keep: Keep,
    ) -> Result<Played, LabError> {
        let seating = SeatingRequest {
            game: game.to_owned(),
            setup: setup.clone(),
            players: PlayerSpec::read_list(&players.join(" "))?,
            score: (game == "spades").then(|| "so-far".to_owned()),
            stop: Some(self.stop.clone()),
            lets_cheat: false,
        };
        must_repeat(&seating.players)?;
        let wanted = MatchRequest {
            seating,
            games: 1,
            seed: self.seed,
            threads: self.threads,
            until_decided: false,
            commit: None,
            shard: None,
        };
        let wanted = Match::new(&self.registry, &wanted)?;
        let seatings = wanted.seatings();
        let settings = players.join(" ");
        let games = self.each(part, &settings, deals * seatings as u64, |id| {
            let record = wanted.play_one(id)?.ok_or(LabError::Stopped)?;
            Ok(Game::of(&record, players.len(), keep))
        })?;
        Ok(Played { games, seatings, low_is_good: wanted.low_is_good() })
    }
}
