//! Some of the games of a store.

use rusqlite::params;

use super::Store;
use crate::error::LabError;
use crate::record::GameRecord;

/// Which games are listed; all of them if nothing is said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFilter {
    /// Only those of this deal.
    pub deal: Option<u64>,
    /// Only those with this seating.
    pub seating: Option<Vec<usize>>,
    /// Only those that this player, counted from 1, won or shared.
    pub won_by: Option<usize>,
}

/// A page of games.
#[derive(Clone, PartialEq, Debug)]
pub struct GamesListed {
    /// The games, in order of their numbers.
    pub games: Vec<GameRecord>,
    /// How many there are in all that fit.
    pub total: usize,
}

impl Store {
    /// At most `limit` of the games that fit, after the first `after` of them. `wins` says how much of a game each seat has
    /// won by its scores. Only the games that are returned are held in memory.
    ///
    /// # Errors
    /// When the file cannot be read, or a game in it does not fit together.
    pub fn list(
        &self,
        filter: &GameFilter,
        after: usize,
        limit: usize,
        wins: impl Fn(&[f64]) -> Vec<f64>,
    ) -> Result<GamesListed, LabError> {
        let text = "SELECT id, seating, score FROM game WHERE ?1 IS NULL OR deal = ?1 ORDER BY id";
        let mut query = self.database(self.connection.prepare_cached(text))?;
        let mut rows = self.database(query.query(params![filter.deal]))?;
        let (mut ids, mut total) = (Vec::new(), 0);
        while let Some(row) = self.database(rows.next())? {
            let read = || -> rusqlite::Result<(u64, String, String)> { Ok((row.get(0)?, row.get(1)?, row.get(2)?)) };
            let (id, seating, score) = self.database(read())?;
            let seating: Vec<usize> = seating.split_whitespace().flat_map(str::parse).collect();
            let score: Vec<f64> = score.split_whitespace().flat_map(str::parse).collect();
            let won = |kind: usize| seating.iter().zip(wins(&score)).any(|(&sits, part)| sits == kind && part > 0.0);
            let fits = filter.seating.as_ref().is_none_or(|wanted| *wanted == seating) && filter.won_by.is_none_or(won);
            if fits {
                total += 1;
                if total > after && ids.len() < limit {
                    ids.push(id);
                }
            }
        }
        let games = ids.into_iter().map(|id| self.game(id)).collect::<Result<_, _>>()?;
        Ok(GamesListed { games, total })
    }
}
