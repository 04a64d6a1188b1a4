//! The right to make moves at a table.

use std::sync::Arc;

use cutthroat_lab::LabError;
use cutthroat_lab::person::{Kept, SaveFile, Seen, Session, Turn};
use serde_json::{Value, json};

use super::{Table, sit, told};
use crate::Shared;
use crate::error::ApiError;
use crate::events::{self, Events};
use crate::searches::Stop;

/// The right to make moves at a table. One request at a time has it.
pub(crate) struct AtTable {
    table: Arc<Table>,
}

impl AtTable {
    pub(super) fn new(table: Arc<Table>) -> Self {
        Self { table }
    }

    /// What the person has seen.
    pub(crate) fn seen(&self) -> Seen {
        self.table.state().seen.clone()
    }

    /// Seats the players. Their searches are stopped by `stop`.
    fn sit(&self, stop: &Stop) -> Result<Session, ApiError> {
        let (record, claimed) = {
            let state = self.table.state();
            (state.record.clone(), state.claimed.clone())
        };
        let save = self.table.file.clone().map_or_else(SaveFile::default, SaveFile::at);
        let mut session = sit(&self.table.registry, &record, stop)?;
        session.keep_next(Kept { save, record: None });
        session.set_claimed(claimed);
        Ok(session)
    }

    /// Notes what has happened, for all who look.
    fn note(&self, session: &Session) {
        let mut state = self.table.state();
        state.record = session.record().clone();
        state.seen = session.seen().clone();
        state.claimed = session.claimed();
    }

    /// Notes a move, and tells it.
    fn tell(&self, session: &Session, events: &Events) {
        self.note(session);
        let mut event = told(session.seen());
        if let Some(last) = session.record().moves.last().filter(|last| session.shows(last.seat, &last.mv)) {
            event["move"] = json!({ "seat": last.seat, "move": last.mv });
        }
        events.send("seen", &event);
    }

    /// Makes a move of the person, if there is one, and lets the others move until it is the person's turn, or a deal is over.
    pub(crate) fn play_on(
        self,
        shared: &Shared,
        events: &Events,
        stop: &Stop,
        mv: Option<&str>,
    ) -> Result<Value, ApiError> {
        // Given back after the players have left.
        let mut slot = None;
        let mut session = self.sit(stop)?;
        let deals = session.seen().deals_over;
        if let Some(mv) = mv {
            session.play(mv)?;
            self.tell(&session, events);
        }
        loop {
            let seat = match session.turn() {
                Turn::Over => return Ok(events::end("over")),
                _ if session.seen().deals_over > deals => return Ok(events::end("deal")),
                Turn::Yours => return Ok(events::end("turn")),
                Turn::Others(seat) => seat,
            };
            if slot.is_none() {
                slot = Some(shared.searches.wait(self.table.memory(), stop)?);
            } else {
                // What a player remembers of earlier searches may change a choice: everybody begins anew, as after a break. So
                // only the mover has a table, too.
                session = self.sit(stop)?;
            }
            events.send("thinking", &json!({ "seat": seat }));
            if !session.let_others_move()? {
                return Ok(events::end("stopped"));
            }
            self.tell(&session, events);
        }
    }

    /// Back to the last choice of the person.
    pub(crate) fn take_back(self) -> Result<Value, ApiError> {
        let mut session = self.sit(&Stop::default())?;
        if !session.take_back()? {
            return Err(ApiError::refused("there is nothing to take back"));
        }
        self.note(&session);
        Ok(told(session.seen()))
    }

    /// Claims the rest of the deal. A table of a search has at most `memory` MiB.
    pub(crate) fn claim(self, memory: usize, stop: &Stop) -> Result<Value, ApiError> {
        let mut session = self.sit(stop)?;
        session.limit_memory(memory);
        let claimed = match session.claim() {
            Err(LabError::Stopped) => return Err(ApiError::failure("the claim was not decided: the client left")),
            claimed => claimed?,
        };
        self.note(&session);
        let mut answer = told(session.seen());
        answer["stands"] = json!(claimed.is_ok());
        answer["why"] = json!(claimed.err());
        Ok(answer)
    }
}

impl Drop for AtTable {
    fn drop(&mut self) {
        let mut state = self.table.state();
        state.worker = None;
        // Who left while a move was made shall find nothing.
        if let Some(file) = self.table.file.as_ref().filter(|_| state.left) {
            let _ = std::fs::remove_file(file);
        }
    }
}
