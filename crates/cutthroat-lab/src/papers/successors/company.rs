//! Mixed company: everybody at a table is another kind of player, and all have every seat.

use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::arenas::Arena;
use super::duel::seated;
use crate::error::LabError;
use crate::papers::workbench::Workbench;
use crate::seating::seatings;
use crate::stats::{Rating, ratings};

/// A table: who sat there, and what they won in each game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Sat {
    /// The players, by their places in the list.
    players: Vec<usize>,
    /// Of each game the score of each of them; more is better.
    scores: Vec<Vec<f64>>,
}

/// What mixed company showed of one player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::papers) struct Standing {
    pub(in crate::papers) rating: Rating,
    /// Games that they played.
    pub(in crate::papers) games: usize,
}

/// Plays `tables` tables: as many different players as there are seats, drawn by the seed, play a deal in all rotations.
///
/// # Errors
/// When the players do not fit the game, or it was stopped.
pub(in crate::papers) fn play(
    bench: &Workbench<'_>,
    part: &str,
    arena: &Arena,
    specs: &[String],
    tables: u64,
) -> Result<Vec<Standing>, LabError> {
    let seats = arena.players;
    let all = seatings(seats, seats);
    let rotation = |by: usize| (0..seats).map(|seat| (seat + by) % seats).collect::<Vec<_>>();
    let rotations: Vec<u64> = (0..seats)
        .filter_map(|by| all.iter().position(|seating| *seating == rotation(by)).map(|place| place as u64))
        .collect();
    let sat = bench.each(part, &specs.join(" "), tables, |table| {
        let mut rng = ChaCha8Rng::seed_from_u64(bench.seed);
        rng.set_stream(table);
        let mut players: Vec<usize> = (0..specs.len()).collect();
        players.shuffle(&mut rng);
        players.truncate(seats);
        let own: Vec<String> = players.iter().map(|&player| specs[player].clone()).collect();
        let (games, tally) = seated(bench, arena, &own)?;
        let sign = if tally.low_is_good { -1.0 } else { 1.0 };
        let first = (table - 1) * all.len() as u64;
        let mut scores = Vec::new();
        for place in &rotations {
            let game = games.play_one(first + place + 1)?.ok_or(LabError::Stopped)?;
            let of_player = |player: usize| {
                let seat = game.seating.iter().position(|&sits| sits == player + 1);
                seat.map_or(0.0, |seat| sign * game.score[seat])
            };
            scores.push((0..seats).map(of_player).collect());
        }
        Ok(Sat { players, scores })
    })?;
    let games = sat.iter().flat_map(|table| {
        table.scores.iter().map(|scores| table.players.iter().copied().zip(scores.iter().copied()).collect())
    });
    let rated = ratings(specs.len(), games);
    let played = |player: usize| sat.iter().filter(|table| table.players.contains(&player)).count() * seats;
    Ok(rated.into_iter().enumerate().map(|(player, rating)| Standing { rating, games: played(player) }).collect())
}
