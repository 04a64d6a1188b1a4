//! Two kinds of players against each other: every deal in all seatings.

use cutthroat_catalog::{PlayerSpec, SeatingRequest, Tally};
use serde::{Deserialize, Serialize};

use super::arenas::Arena;
use crate::error::LabError;
use crate::matches::{Match, MatchRequest, must_repeat};
use crate::papers::workbench::Workbench;
use crate::record::GameRecord;
use crate::stats::Estimate;

/// The games of a deal, of the first kind and the second.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(in crate::papers) struct DealResult {
    /// The average score of a seat.
    pub(in crate::papers) score: [f64; 2],
    /// The share of games that the first kind has won; a shared win in parts.
    pub(in crate::papers) won: f64,
    /// What the searches of each kind cost and how deep they looked.
    pub(in crate::papers) effort: [Effort; 2],
}

/// The searches of a kind, added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(in crate::papers) struct Effort {
    pub(in crate::papers) searches: u64,
    pub(in crate::papers) nodes: u64,
    pub(in crate::papers) depth: u64,
}

impl Effort {
    pub(in crate::papers) fn add(&mut self, other: &Self) {
        self.searches += other.searches;
        self.nodes += other.nodes;
        self.depth += other.depth;
    }
}

impl DealResult {
    fn of(games: &[GameRecord], tally: &Tally) -> Self {
        let mut effort = [Effort::default(); 2];
        let (mut sum, mut seats, mut won) = ([0.0; 2], [0.0; 2], 0.0);
        for game in games {
            for ((&kind, score), win) in game.seating.iter().zip(&game.score).zip(tally.wins(&game.score)) {
                sum[kind - 1] += score;
                seats[kind - 1] += 1.0;
                won += if kind == 1 { win } else { 0.0 };
            }
            for (place, &mover) in game.movers.iter().enumerate() {
                let Some(depth) = game.depths[place] else { continue };
                let (nodes, depth) = (game.nodes[place], depth as u64);
                effort[game.seating[mover - 1] - 1].add(&Effort { searches: 1, nodes, depth });
            }
        }
        Self { score: [sum[0] / seats[0], sum[1] / seats[1]], won: won / games.len() as f64, effort }
    }
}

/// What a duel showed.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::papers) struct Duel {
    pub(in crate::papers) deals: Vec<DealResult>,
    /// Games of a deal.
    pub(in crate::papers) seatings: usize,
    tally: Tally,
}

impl Duel {
    /// The share of games that the first kind has won, in per cent: 50 among equals, since both have every seat equally
    /// often.
    pub(in crate::papers) fn won(&self) -> Option<Estimate> {
        Estimate::of(&self.deals.iter().map(|deal| 100.0 * deal.won).collect::<Vec<_>>())
    }

    /// By how much the first kind is better, in units of the game.
    pub(in crate::papers) fn better_by(&self) -> Option<Estimate> {
        Estimate::of(&self.better_by_deal())
    }

    /// The same of each deal.
    pub(in crate::papers) fn better_by_deal(&self) -> Vec<f64> {
        let sign = if self.tally.low_is_good { -1.0 } else { 1.0 };
        self.deals.iter().map(|deal| sign * (deal.score[0] - deal.score[1])).collect()
    }

    /// The unit of [`better_by`](Self::better_by).
    pub(in crate::papers) fn unit(&self) -> &'static str {
        self.tally.unit
    }

    /// The searches of a kind.
    pub(in crate::papers) fn effort(&self, kind: usize) -> Effort {
        let mut all = Effort::default();
        self.deals.iter().for_each(|deal| all.add(&deal.effort[kind]));
        all
    }

    /// How many games.
    pub(in crate::papers) fn games(&self) -> usize {
        self.deals.len() * self.seatings
    }
}

/// The players of a game, checked.
pub(in crate::papers) fn seated(
    bench: &Workbench<'_>,
    arena: &Arena,
    specs: &[String],
) -> Result<(Match, Tally), LabError> {
    let seating = SeatingRequest {
        game: arena.game.to_owned(),
        setup: arena.setup(),
        players: PlayerSpec::read_list(&specs.join(" "))?,
        score: arena.score.map(str::to_owned),
        stop: Some(bench.stop.clone()),
        lets_cheat: arena.hidden,
    };
    must_repeat(&seating.players)?;
    let tally = bench.registry.seat(&seating)?.tally();
    let request = MatchRequest {
        seating,
        games: 1,
        seed: bench.seed,
        threads: None,
        until_decided: false,
        commit: None,
        shard: None,
    };
    Ok((Match::new(&bench.registry, &request)?, tally))
}

/// Plays a duel.
///
/// # Errors
/// When the players do not fit the game, or it was stopped.
pub(in crate::papers) fn play(
    bench: &Workbench<'_>,
    part: &str,
    arena: &Arena,
    specs: &[String; 2],
    deals: u64,
) -> Result<Duel, LabError> {
    let (games, tally) = seated(bench, arena, specs)?;
    let seatings = games.seatings();
    let deals = bench.each(part, &specs.join(" "), deals, |deal| {
        let first = (deal - 1) * seatings as u64;
        let one = |place| games.play_one(first + place)?.ok_or(LabError::Stopped);
        let records = (1..=seatings as u64).map(one).collect::<Result<Vec<GameRecord>, LabError>>()?;
        Ok(DealResult::of(&records, &tally))
    })?;
    Ok(Duel { deals, seatings, tally })
}
