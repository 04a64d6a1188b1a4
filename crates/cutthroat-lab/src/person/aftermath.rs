//! After the hand: what the others expected, and what every card was worth.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat_catalog::{Error, Registry, Request, SeatEvent};
use serde::Serialize;

use super::hint::{Worth, limited};
use crate::error::LabError;
use crate::hand_record::HandRecord;

/// The searches of a decision: the first one if it comes to the end of the game, otherwise the second, which plays many
/// games out.
const SEARCHES: [&str; 2] = ["maxn:nodes=1000000", "mcts:nodes=1000000"];

/// What another player expected of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Expected {
    /// Who made it, counted from 1.
    pub seat: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The payoff of each seat that they expected.
    pub expects: Vec<i16>,
}

/// What the others expected at each of these moves.
pub(super) fn expected(record: &HandRecord, seat: usize, moves: Range<usize>) -> Vec<Expected> {
    let others = record.moves[moves].iter().filter(|mv| mv.seat != seat);
    others.filter_map(|mv| Some(Expected { seat: mv.seat, mv: mv.mv.clone(), expects: mv.expects.clone()? })).collect()
}

/// A choice of the person in the play of a deal.
pub struct Decision {
    registry: Registry,
    record: HandRecord,
    /// Its place among the moves.
    place: usize,
    /// The seat of the person in that deal.
    seat: usize,
    /// The most mebibytes of the table of a search.
    memory: Option<usize>,
}

/// What a search of all hands says about a choice.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Judged {
    /// Where it was, such as `trick 3`.
    pub heading: String,
    /// What was played.
    pub played: String,
    /// What every move was worth to the person.
    pub moves: Vec<Worth>,
    /// What it rests on.
    pub about: String,
}

impl Decision {
    pub(super) fn new(registry: &Registry, record: &HandRecord, place: usize, seat: usize) -> Self {
        let mut record = record.clone();
        record.moves.truncate(place + 1);
        Self { registry: registry.clone(), record, place, seat, memory: None }
    }

    pub(super) fn with_memory(self, memory: Option<usize>) -> Self {
        Self { memory, ..self }
    }

    /// Searches the position with all cards seen. `None` where there was nothing to choose, or before the play.
    ///
    /// # Errors
    /// When the game cannot be replayed, or the search was stopped.
    pub fn judge(&self, stop: &Arc<AtomicBool>) -> Result<Option<Judged>, LabError> {
        let game = self.record.game_after(&self.registry, self.place)?;
        let played = self.record.moves[self.place].mv.clone();
        if game.legal_moves().len() < 2 {
            return Ok(None);
        }
        let position = match game.position(None) {
            Err(Error::BeforePlay { .. }) => return Ok(None),
            position => position?,
        };
        let mut found = None;
        for by in SEARCHES {
            let request = Request { all_moves: true, stop: Some(stop.clone()), ..Request::of(by)? };
            let report = position.analyse(&limited(request, self.memory)?)?;
            let complete = report.complete;
            found = Some(report);
            if complete {
                break;
            }
        }
        let Some(report) = found else { return Ok(None) };
        let about = if report.complete {
            "exact, if everybody plays on by max^n"
        } else {
            "estimated by playing on many times"
        };
        let tricks = game.events(self.seat)?.iter().filter(|event| matches!(event, SeatEvent::Trick { .. })).count();
        let heading = if game.layout().hands.is_empty() {
            format!("move {}", self.place + 1)
        } else {
            format!("trick {}", tricks + 1)
        };
        Ok(Some(Judged {
            heading,
            played,
            moves: report.moves.iter().flatten().map(|value| Worth::searched(value, self.seat)).collect(),
            about: about.to_owned(),
        }))
    }
}

impl Judged {
    /// The best move; what was played, if it is one of several.
    #[must_use]
    pub fn best(&self) -> &str {
        let best = self.moves.iter().max_by(|one, other| {
            one.mean
                .unwrap_or(f64::MIN)
                .total_cmp(&other.mean.unwrap_or(f64::MIN))
                .then_with(|| (one.mv == self.played).cmp(&(other.mv == self.played)))
        });
        best.map_or("", |best| &best.mv)
    }
}
