//! After the hand: what the others expected, and what every card was worth.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat_catalog::{Error, Registry, Request};
use cutthroat_lab::HandRecord;

use super::hint::{Worth, table_of};

/// The searches of a decision: the first one if it comes to the end of the game, otherwise the second, which plays many
/// games out.
const SEARCHES: [&str; 2] = ["maxn:nodes=1000000", "mcts:nodes=1000000"];

/// What the others expected at each of these moves.
pub(crate) fn expected(record: &HandRecord, seat: usize, moves: Range<usize>) -> Vec<String> {
    let others = record.moves[moves].iter().filter(|mv| mv.seat != seat);
    let line = |mv: &cutthroat_lab::RecordedMove| {
        let expects: Vec<String> = mv.expects.as_ref()?.iter().map(i16::to_string).collect();
        Some(format!("seat {}  {:<12} expects {}", mv.seat, mv.mv, expects.join(", ")))
    };
    others.filter_map(line).collect()
}

/// A choice of the person in the play of a deal.
pub(crate) struct Decision {
    registry: Registry,
    record: HandRecord,
    /// Its place among the moves.
    place: usize,
    /// The seat of the person in that deal.
    seat: usize,
}

/// What a search of all hands says about a choice.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Judged {
    /// Where it was, such as `trick 3`.
    pub(crate) heading: String,
    /// What was played.
    pub(crate) played: String,
    /// What every move was worth to the person.
    pub(crate) moves: Vec<Worth>,
    /// What it rests on.
    pub(crate) about: String,
}

impl Decision {
    pub(crate) fn new(registry: &Registry, record: &HandRecord, place: usize, seat: usize) -> Self {
        let mut record = record.clone();
        record.moves.truncate(place + 1);
        Self { registry: registry.clone(), record, place, seat }
    }

    /// Searches the position with all cards seen. `None` where there was nothing to choose, or before the play.
    pub(crate) fn judge(&self, stop: &Arc<AtomicBool>) -> anyhow::Result<Option<Judged>> {
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
            let report = position.analyse(&request)?;
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
        let tricks = game
            .events(self.seat)?
            .iter()
            .filter(|event| matches!(event, cutthroat_catalog::SeatEvent::Trick { .. }))
            .count();
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
    /// The best move.
    fn best(&self) -> &str {
        let best = self.moves.iter().max_by(|one, other| {
            one.mean
                .unwrap_or(f64::MIN)
                .total_cmp(&other.mean.unwrap_or(f64::MIN))
                .then_with(|| (one.mv == self.played).cmp(&(other.mv == self.played)))
        });
        best.map_or("", |best| &best.mv)
    }

    /// It as lines.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("{}: you played {} ({})", self.heading, self.played, self.about)];
        lines.extend(table_of(&self.moves, self.best(), Some(&self.played)));
        lines
    }
}
