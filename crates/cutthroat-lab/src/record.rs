//! A game that was played.

use serde::Serialize;

use crate::outside::Failure;

/// A game that was played, with everything needed to replay it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameRecord {
    /// Its number, from 1.
    pub id: u64,
    /// The number of its deal or start, from 1; all seatings play the same.
    pub deal: u64,
    /// The seed by which the deal was drawn.
    pub deal_seed: u64,
    /// The seed of the players' random choices.
    pub seed: u64,
    /// The player in each seat: their place among the players of the match, from 1.
    pub seating: Vec<usize>,
    /// The position it started from.
    pub start: String,
    /// The moves.
    pub moves: Vec<String>,
    /// Who made each move: the seat, from 1.
    pub movers: Vec<usize>,
    /// The nodes of each move.
    pub nodes: Vec<u64>,
    /// The depth to which each move was searched; `None` where it was not.
    pub depths: Vec<Option<usize>>,
    /// The position it ended in.
    pub end: String,
    /// What each seat got by the rules.
    pub payoff: Vec<i16>,
    /// The same as people count it; for a seat that lost because its program failed, less than for anybody else.
    pub score: Vec<f64>,
    /// The programs that failed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<Failure>,
}

impl GameRecord {
    /// Checks that its parts fit together, in a match of `kinds` kinds of players: as a match wrote it, and not damaged
    /// since.
    ///
    /// # Errors
    /// What is inconsistent.
    pub fn check(&self, kinds: usize) -> Result<(), String> {
        let (seats, moves) = (self.seating.len(), self.moves.len());
        if self.id == 0 || self.deal == 0 {
            return Err("games and deals are counted from 1".to_owned());
        }
        if let Some(kind) = self.seating.iter().find(|kind| !(1..=kinds).contains(kind)) {
            return Err(format!("player {kind} sits down, and there are {kinds}"));
        }
        if let Some(kind) = (1..=kinds).find(|kind| !self.seating.contains(kind)) {
            return Err(format!("player {kind} sits nowhere"));
        }
        let of_seats = [("payoffs", self.payoff.len()), ("scores", self.score.len())];
        if let Some((what, count)) = of_seats.iter().find(|(_, count)| *count != seats) {
            return Err(format!("{seats} players have {count} {what}"));
        }
        let of_moves =
            [("movers", self.movers.len()), ("numbers of nodes", self.nodes.len()), ("depths", self.depths.len())];
        if let Some((what, count)) = of_moves.iter().find(|(_, count)| *count != moves) {
            return Err(format!("{moves} moves have {count} {what}"));
        }
        if let Some(seat) = self.movers.iter().find(|seat| !(1..=seats).contains(seat)) {
            return Err(format!("seat {seat} moves, and there are {seats}"));
        }
        if let Some(depth) = self.depths.iter().flatten().find(|depth| **depth > cutthroat::MAX_DEPTH) {
            return Err(format!("{depth} is not a depth"));
        }
        if self.nodes.iter().try_fold(0_u64, |sum, nodes| sum.checked_add(*nodes)).is_none() {
            return Err("it has more nodes than can be counted".to_owned());
        }
        if let Some(failure) = self.failures.iter().find(|failure| !(1..=seats).contains(&failure.seat)) {
            return Err(format!("seat {} fails, and there are {seats}", failure.seat));
        }
        match self.score.iter().find(|score| !score.is_finite()) {
            Some(score) => Err(format!("{score} is not a score")),
            None => Ok(()),
        }
    }

    /// The nodes that a seat, counted from 0, has spent in all.
    #[must_use]
    pub fn nodes_of(&self, seat: usize) -> u64 {
        self.of(seat).map(|place| self.nodes[place]).sum()
    }

    /// The depths to which a seat, counted from 0, has searched.
    pub fn depths_of(&self, seat: usize) -> impl Iterator<Item = usize> {
        self.of(seat).filter_map(|place| self.depths[place])
    }

    fn of(&self, seat: usize) -> impl Iterator<Item = usize> {
        (0..self.movers.len()).filter(move |&place| self.movers[place] == seat + 1)
    }
}
