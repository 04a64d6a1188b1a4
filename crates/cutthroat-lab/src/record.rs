//! A game that was played.

use serde::Serialize;

/// A game that was played, with all that is needed to play it again.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameRecord {
    /// Its number, from 1.
    pub id: u64,
    /// The number of its deal or start, from 1; all seatings play the same.
    pub deal: u64,
    /// The seed by which the deal was drawn.
    pub deal_seed: u64,
    /// The seed of what the players left to chance.
    pub seed: u64,
    /// The player in each seat: his place among the players of the match, from 1.
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
    /// The same as people count it.
    pub score: Vec<f64>,
}

impl GameRecord {
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
