//! What there is to see when a deal is over.

use cutthroat_catalog::Setup;

use super::Session;
use crate::error::LabError;
use crate::person::aftermath::{self, Decision, Expected};

/// A deal that is over, to be analysed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedDeal {
    /// Where it began, in the game's notation, with all cards seen.
    pub setup: Setup,
    /// What was played from there.
    pub moves: Vec<String>,
    /// Who sat in each of its seats: the places of the players at the table.
    pub seats: Vec<usize>,
}

impl Session {
    /// What the others expected in the last deal that is over, choice by choice; `None` if none is.
    #[must_use]
    pub fn expected(&self) -> Option<Vec<Expected>> {
        let (first, last, _) = self.last_deal()?;
        Some(aftermath::expected(&self.record, self.seat, first..last))
    }

    /// The last deal that is over; `None` if none is.
    ///
    /// # Errors
    /// When the game cannot be replayed.
    pub fn played_deal(&self) -> Result<Option<PlayedDeal>, LabError> {
        let Some((first, last, seats)) = self.last_deal() else { return Ok(None) };
        let start =
            if self.record.setup.whole_game { self.game_after(first)?.text() } else { self.record.start.clone() };
        let setup = Setup { position: Some(start), ..Setup::default() };
        let moves = self.record.moves[first..last].iter().map(|mv| mv.mv.clone()).collect();
        Ok(Some(PlayedDeal { setup, moves, seats: seats.to_vec() }))
    }

    /// The choices of the person in the play of the last deal that is over, to be analysed one by one; `None` if
    /// none is.
    #[must_use]
    pub fn decisions(&self) -> Option<Vec<Decision>> {
        let (first, last, seats) = self.last_deal()?;
        let own = seats.iter().position(|player| *player == self.seat).map_or(self.seat, |seat| seat + 1);
        let decision = |place| Decision::new(&self.registry, &self.record, place, own).with_memory(self.memory);
        let places = (first..last).filter(|&place| self.record.moves[place].seat == self.seat);
        Some(places.map(decision).collect())
    }

    /// The moves of the last deal that is over, and who sat in its seats.
    fn last_deal(&self) -> Option<(usize, usize, &[usize])> {
        let moves = self.record.moves.len();
        let over = if self.game.mover().is_none() { self.deals.len() } else { self.deals.len() - 1 };
        let deal = self.deals.get(over.checked_sub(1)?)?;
        Some((deal.moves, self.deals.get(over).map_or(moves, |next| next.moves), &deal.seats))
    }
}
