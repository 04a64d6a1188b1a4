//! What a strong player would do in the person's place.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat_catalog::{
    AdviceRequest, AdvisedMove, AnyPosition, Error, LiveGame, MoveReport, Registry, Request, Setup,
};
use serde::Serialize;

use crate::error::LabError;
use crate::number::thousands;

/// The nodes of a hint where everything is seen.
const NODES: u64 = 250_000;

/// The search of a hint where all cards are seen in a game that usually hides them.
const OPEN_SEARCH: &str = "maxn";

/// What is asked of a strong player. It can be sent to another thread.
pub struct Question {
    what: Asked,
    seed: u64,
    memory: Option<usize>,
}

enum Asked {
    /// What to do with this view.
    View { registry: Registry, game: &'static str, view: String },
    /// What to do in this position, which everybody sees.
    Position { position: Box<dyn AnyPosition>, seat: usize, by: String },
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Hint {
    /// What to do.
    pub best: String,
    /// Every choice that was compared.
    pub moves: Vec<Worth>,
    /// What it rests on, in a few words.
    pub about: String,
}

/// What a move is worth to the person who makes it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Worth {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What the person gets: the payoff on average, more is better. `None` if it was not compared to the end.
    pub mean: Option<f64>,
    /// The standard error of that.
    pub error: Option<f64>,
}

impl Worth {
    /// What was found for a choice, if it was tried as often as the best: what fell behind was dropped early, and its mean, which
    /// may well be the higher one, says little.
    fn advised(value: &AdvisedMove, tries: u64) -> Self {
        let compared = value.visits >= tries;
        let (mean, error) = (value.mean.filter(|_| compared), value.error.filter(|_| compared));
        Self { mv: value.mv.clone(), mean, error }
    }

    /// What an open search found for a seat counted from 1.
    pub(super) fn searched(value: &MoveReport, seat: usize) -> Self {
        let sampled = value.sampled.as_ref().and_then(|sampled| sampled.means().get(seat - 1).copied());
        let exact = value.payoff.get(seat - 1).map(|&payoff| f64::from(payoff));
        Self { mv: value.mv.clone(), mean: sampled.or(exact), error: None }
    }
}

impl Question {
    /// What to do in the seat, counted from 1, for somebody who knows what that seat knows.
    ///
    /// # Errors
    /// When there is no such seat, or nothing to choose.
    pub fn new(registry: &Registry, game: &dyn LiveGame, seat: usize, seed: u64) -> Result<Self, LabError> {
        let info = game.info();
        if !info.hides {
            return Self::open(registry, game, seat, seed);
        }
        let what = Asked::View { registry: registry.clone(), game: info.name, view: game.view(seat)? };
        Ok(Self { what, seed, memory: None })
    }

    /// What to do in the seat, counted from 1, for somebody who sees everything. Before the play the view of the seat counts.
    ///
    /// # Errors
    /// When there is no such seat, or nothing to choose.
    pub fn open(registry: &Registry, game: &dyn LiveGame, seat: usize, seed: u64) -> Result<Self, LabError> {
        let info = game.info();
        let what = match game.position(None) {
            Err(Error::BeforePlay { .. }) => {
                Asked::View { registry: registry.clone(), game: info.name, view: game.view(seat)? }
            }
            // The expert of a game that hides something plays from views.
            position => {
                let by = if info.hides { OPEN_SEARCH } else { info.expert };
                Asked::Position { position: position?, seat, by: by.to_owned() }
            }
        };
        Ok(Self { what, seed, memory: None })
    }

    /// The same with a table of at most this many mebibytes.
    #[must_use]
    pub fn with_memory(self, memory: Option<usize>) -> Self {
        Self { memory, ..self }
    }

    /// Asks. `stop` is a flag that ends the search, which then answers with what it has.
    ///
    /// # Errors
    /// When the search cannot be made, or is stopped before it has anything.
    pub fn ask(self, stop: Arc<AtomicBool>) -> Result<Hint, LabError> {
        match self.what {
            Asked::View { registry, game, view } => {
                let view = registry.open_view(game, &view, &Setup::default())?;
                let report =
                    view.advise(&AdviceRequest { seed: self.seed, stop: Some(stop), ..AdviceRequest::default() })?;
                let tries = report.moves.iter().find(|value| value.mv == report.best).map_or(0, |best| best.visits);
                let moves: Vec<Worth> = report.moves.iter().map(|value| Worth::advised(value, tries)).collect();
                let dropped = moves.iter().filter(|worth| worth.mean.is_none()).count();
                let about = match report.looked_at {
                    0 => "by habit, without a search".to_owned(),
                    deals => {
                        let early = if dropped > 0 { "; what fell behind early has no number" } else { "" };
                        format!("{} deals that fit, each played out many times{early}", thousands(deals))
                    }
                };
                Ok(Hint { best: report.best, moves, about })
            }
            Asked::Position { position, seat, by } => {
                let mut request = Request { all_moves: true, stop: Some(stop), ..Request::of(&by)? };
                if request.settings.get("nodes").is_none() {
                    request.settings.set("nodes", &NODES.to_string())?;
                }
                let report = position.analyse(&limited(request, self.memory)?)?;
                let moves = report.moves.iter().flatten().map(|value| Worth::searched(value, seat)).collect();
                let about = format!("{} positions looked at by {}", thousands(report.nodes), report.algorithm);
                Ok(Hint { best: report.best.unwrap_or_default(), moves, about })
            }
        }
    }
}

/// A request whose table has at most this many mebibytes.
pub(super) fn limited(mut request: Request, memory: Option<usize>) -> Result<Request, Error> {
    if let Some(memory) = memory.filter(|_| request.settings.algorithm().setting("memory").is_some()) {
        let least = request.settings.number("memory").map_or(memory, |asked: usize| asked.min(memory));
        request.settings.set("memory", &least.to_string())?;
    }
    Ok(request)
}
