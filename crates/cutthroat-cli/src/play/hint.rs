//! What a strong player would do in the person's place.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat_catalog::{AdviceRequest, AdvisedMove, AnyPosition, LiveGame, MoveReport, Registry, Request, Setup};

use crate::table::thousands;

/// The nodes of a hint where everything is seen.
const NODES: u64 = 250_000;

/// What is asked of a strong player. It can be sent to another thread.
pub(crate) struct Question {
    what: Asked,
    seed: u64,
}

enum Asked {
    /// What to do with this view.
    View { registry: Registry, game: &'static str, view: String },
    /// What to do in this position, which everybody sees.
    Position { position: Box<dyn AnyPosition>, seat: usize, by: String },
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Hint {
    /// What to do.
    pub(crate) best: String,
    /// Every choice that was compared.
    pub(crate) moves: Vec<Worth>,
    /// What it rests on, in a few words.
    pub(crate) about: String,
}

/// What a move is worth to the person who makes it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Worth {
    /// The move.
    pub(crate) mv: String,
    /// What the person gets: the payoff on average, more is better.
    pub(crate) mean: Option<f64>,
    /// The standard error of that.
    pub(crate) error: Option<f64>,
}

impl Worth {
    fn advised(value: &AdvisedMove) -> Self {
        Self { mv: value.mv.clone(), mean: value.mean, error: value.error }
    }

    /// What an open search found for a seat counted from 1.
    pub(crate) fn searched(value: &MoveReport, seat: usize) -> Self {
        let sampled = value.sampled.as_ref().and_then(|sampled| sampled.means().get(seat - 1).copied());
        let exact = value.payoff.get(seat - 1).map(|&payoff| f64::from(payoff));
        Self { mv: value.mv.clone(), mean: sampled.or(exact), error: None }
    }
}

impl Question {
    /// What to do in the seat, counted from 1.
    pub(crate) fn new(registry: &Registry, game: &dyn LiveGame, seat: usize, seed: u64) -> anyhow::Result<Self> {
        let info = game.info();
        let what = if info.hides {
            Asked::View { registry: registry.clone(), game: info.name, view: game.view(seat)? }
        } else {
            Asked::Position { position: game.position(None)?, seat, by: info.expert.to_owned() }
        };
        Ok(Self { what, seed })
    }

    /// Asks. `stop` is a flag that ends the search, which then answers with what it has.
    pub(crate) fn ask(self, stop: Arc<AtomicBool>) -> anyhow::Result<Hint> {
        match self.what {
            Asked::View { registry, game, view } => {
                let view = registry.open_view(game, &view, &Setup::default())?;
                let report =
                    view.advise(&AdviceRequest { seed: self.seed, stop: Some(stop), ..AdviceRequest::default() })?;
                let about = match report.looked_at {
                    0 => "by habit, without a search".to_owned(),
                    deals => format!("{} deals that fit, each played out many times", thousands(deals)),
                };
                let moves = report.moves.iter().map(Worth::advised).collect();
                Ok(Hint { best: report.best, moves, about })
            }
            Asked::Position { position, seat, by } => {
                let mut request = Request { all_moves: true, stop: Some(stop), ..Request::of(&by)? };
                if request.settings.get("nodes").is_none() {
                    request.settings.set("nodes", &NODES.to_string())?;
                }
                let report = position.analyse(&request)?;
                let moves = report.moves.iter().flatten().map(|value| Worth::searched(value, seat)).collect();
                let about = format!("{} positions looked at by {}", thousands(report.nodes), report.algorithm);
                Ok(Hint { best: report.best.unwrap_or_default(), moves, about })
            }
        }
    }
}

impl Hint {
    /// The hint as lines: the best first.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("{} ({})", self.best, self.about)];
        lines.extend(table_of(&self.moves, &self.best, None));
        lines
    }
}

/// Moves and what they are worth, the best first; `played` is marked.
pub(crate) fn table_of(moves: &[Worth], best: &str, played: Option<&str>) -> Vec<String> {
    let mut moves: Vec<&Worth> = moves.iter().collect();
    let mean = |worth: &Worth| worth.mean.unwrap_or(f64::MIN);
    moves.sort_by(|one, other| {
        (one.mv != best).cmp(&(other.mv != best)).then_with(|| mean(other).total_cmp(&mean(one)))
    });
    let width = moves.iter().map(|worth| worth.mv.len()).max().unwrap_or_default();
    let line = |worth: &&Worth| {
        let mean = worth.mean.map_or("      -".to_owned(), |mean| format!("{mean:7.2}"));
        let error = worth.error.map_or(String::new(), |error| format!(" +- {error:.2}"));
        let best = if worth.mv == best { "  best" } else { "" };
        let played = if Some(worth.mv.as_str()) == played { "  played" } else { "" };
        format!("{:width$} {mean}{error}{best}{played}", worth.mv)
    };
    moves.iter().map(line).collect()
}
