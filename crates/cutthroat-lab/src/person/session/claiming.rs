//! Claims at the table.

use cutthroat_catalog::SeatEvent;

use super::{Session, Turn};
use crate::error::LabError;
use crate::person::claim;

impl Session {
    /// Claims all tricks that are left. If they surely are the person's, the deal is played to its end.
    ///
    /// # Errors
    /// The inner one says why they may not be; the outer one, why that could not be found out.
    pub fn claim(&mut self) -> Result<Result<(), String>, LabError> {
        if self.turn() != Turn::Yours {
            return Ok(Err("it is not your turn".to_owned()));
        }
        let plan = match claim::plan(&self.seen, self.game.as_ref(), self.memory) {
            Ok(plan) => plan,
            Err(why) => return Ok(Err(why)),
        };
        let (moves, deals) = (self.record.moves.len(), self.deals.len());
        while self.game.mover().is_some() && self.deals.len() == deals {
            let (mv, payoff) = match plan.next(self.game.as_ref(), self.seat, self.memory)? {
                Some(mv) => (mv, None),
                None => match self.choose()? {
                    Some(chosen) => (chosen.mv, chosen.payoff),
                    None => {
                        self.back_to(moves)?;
                        return Err(LabError::Stopped);
                    }
                },
            };
            self.make(&mv, payoff)?;
        }
        self.look();
        // What the plan proves holds for games of tricks as we know them; another game may have rules of its own.
        let lost = |event: &SeatEvent| matches!(event, SeatEvent::Trick { seat, .. } if *seat != self.seat);
        let before = self.game_after(moves)?.events(self.seat)?.len();
        if plan.is_of_one_seat() && self.seen.events.iter().skip(before).any(lost) {
            self.back_to(moves)?;
            return Ok(Err("a trick would be lost".to_owned()));
        }
        self.claimed = moves..self.record.moves.len();
        self.settle()?;
        Ok(Ok(()))
    }
}
