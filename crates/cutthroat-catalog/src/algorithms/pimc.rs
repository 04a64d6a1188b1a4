//! Perfect-information Monte Carlo: a search that sees everything, in worlds that the seat holds for possible.

use cutthroat::SearchError;
use cutthroat::hidden::{Aggregation, Estimates, Knowledge, Pimc, Sample, WorldTask, WorldValues};
use cutthroat_games::field::{DefaultValue, Field, Values, thousandths};

use super::on_views::{OnView, ViewSearch};
use super::{Algorithm, At, Built, Search, Terms, fields};
use crate::error::Error;
use crate::game_kit::GameKit;
use crate::settings::Settings;

/// Worlds if nothing else is said.
const USUAL_WORLDS: usize = 30;

/// The most worlds of one search: they are held in memory together. With the views of all seats they are ten times as large.
const MOST_WORLDS: u64 = 100_000;
const MOST_SEEN_WORLDS: u64 = 10_000;

/// How many worlds are drawn.
pub(super) const WORLDS: Field = Field {
    name: "worlds",
    about: "how many deals that fit what the seat knows are looked at; all of them if there are no more",
    values: Values::Number { least: 1, most: MOST_WORLDS },
    default: DefaultValue::Is("30"),
};

/// How many worlds are drawn, and looked at from every seat.
pub(super) const FEW_WORLDS: Field = Field { values: Values::Number { least: 1, most: MOST_SEEN_WORLDS }, ..WORLDS };

/// The search inside the worlds.
pub(super) const SEARCH: Field = Field {
    name: "search",
    about: "the search inside each of the deals, in which everything is seen",
    values: Values::Names(&[
        (Algorithm::MAXN.name, Algorithm::MAXN.about),
        (Algorithm::PARANOID.name, Algorithm::PARANOID.about),
        (Algorithm::BRS_PLUS.name, Algorithm::BRS_PLUS.about),
    ]),
    default: DefaultValue::Is(Algorithm::MAXN.name),
};

const BY: Field = Field {
    name: "by",
    about: "how the values of a move in all deals are put together",
    values: Values::Names(&[
        ("mean", "their mean"),
        ("vote", "in how many deals it is the best move"),
        ("spread", "their mean, less some standard errors"),
        ("worst", "the worst of them"),
    ]),
    default: DefaultValue::Is("mean"),
};

const ERRORS: Field = Field {
    name: "errors",
    about: "how many standard errors by=spread takes off",
    values: Values::Decimal { least: 0, most: 100 },
    default: DefaultValue::Is("0.5"),
};

impl Algorithm {
    /// Searches of sampled deals.
    pub const PIMC: Self = Self {
        name: "pimc",
        about: "perfect-information Monte Carlo: a search that sees everything, in sampled deals that fit what the seat knows",
        paper: "Levy 1989; Ginsberg 2001",
        assumes: "that of the search inside, and that everybody will see all cards from the next move on",
        settings: &[SEARCH, WORLDS, BY, ERRORS, fields::EVAL, fields::DEPTH, fields::NODES],
        searches: true,
        solves: false,
        can_be_watched: false,
        by_chance: true,
        needs_to_see: false,
    };
}

/// A search of whole positions that is used inside worlds, one after the other.
pub(super) struct Inside<K: GameKit>(Box<dyn Search<K::Game>>);

impl<K: GameKit> Inside<K> {
    /// The search that the settings name.
    pub(super) fn build(settings: &Settings, at: &At<'_, K>) -> Result<Self, Error> {
        let algorithm = Algorithm::named(settings.get("search").unwrap_or(Algorithm::MAXN.name))?;
        let mut inside = Settings::new(algorithm);
        for name in ["eval", "depth"] {
            if let Some(value) = settings.get(name) {
                inside.set(name, value)?;
            }
        }
        let at = At { order: at.order.clone(), usual_memory: 0, ..*at };
        Ok(Self(super::build::<K>(&inside, &at)?.1))
    }

    pub(super) fn renewed(&self) -> Self {
        Self(self.0.fresh())
    }

    /// The values of all moves of a world.
    pub(super) fn values(&mut self, task: &WorldTask<'_, K::Game>) -> Result<WorldValues, SearchError> {
        let terms = Terms {
            budget: task.budget.clone(),
            deepens: false,
            depth: task.depth,
            all_moves: true,
            part: None,
            seed: 0,
            on_level: None,
            observer: None,
        };
        let found = self.0.run(&task.world.game, &task.world.state, terms)?;
        Ok(WorldValues::of(task, &found))
    }
}

/// How many worlds the settings ask for.
pub(super) fn worlds(settings: &Settings) -> usize {
    settings.number("worlds").unwrap_or(USUAL_WORLDS)
}

/// The worlds of a search.
pub(super) fn sample<K: GameKit>(
    game: &K::Game,
    known: Knowledge<'_, K::Game>,
    worlds: usize,
    seed: u64,
) -> Result<Sample<K::Game>, SearchError> {
    Ok(Sample::draw(game, known.view, worlds, seed)?)
}

struct PimcSearch<K: GameKit> {
    inside: Inside<K>,
    worlds: usize,
    aggregation: Aggregation,
    depth: Option<usize>,
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let errors = settings.get("errors").and_then(thousandths).unwrap_or(500) as f64 / 1000.0;
    let aggregation = match settings.get("by") {
        Some("vote") => Aggregation::Vote,
        Some("spread") => Aggregation::Spread(errors),
        Some("worst") => Aggregation::Worst,
        _ => Aggregation::Mean,
    };
    if settings.get("errors").is_some() && !matches!(aggregation, Aggregation::Spread(_)) {
        return Err(Error::Useless { what: "a search that is not by=spread", field: "errors" });
    }
    let search = PimcSearch::<K> {
        inside: Inside::build(settings, at)?,
        worlds: worlds(settings),
        aggregation,
        depth: settings.number("depth"),
    };
    let mut complete = settings.clone();
    complete.complete("search", Algorithm::MAXN.name);
    complete.complete("worlds", &USUAL_WORLDS.to_string());
    Ok((complete, Box::new(OnView(Box::new(search)))))
}

impl<K: GameKit> ViewSearch<K::Game> for PimcSearch<K> {
    fn run_on_view(
        &mut self,
        game: &K::Game,
        known: Knowledge<'_, K::Game>,
        terms: Terms<'_, K::Game>,
    ) -> Result<Estimates<super::MoveOf<K>>, SearchError> {
        let sample = sample::<K>(game, known, self.worlds, terms.seed)?;
        let inside = &mut self.inside;
        let mut values = |task: &WorldTask<'_, K::Game>| inside.values(task);
        let search = Pimc::new(game, known.view, &mut values)
            .aggregation(self.aggregation)
            .depth(terms.depth.or(self.depth))
            .budget(terms.budget);
        if terms.deepens { search.deepen().run(&sample) } else { search.run(&sample) }
    }

    fn renewed(&self) -> Box<dyn ViewSearch<K::Game>> {
        Box::new(Self { inside: self.inside.renewed(), ..*self })
    }
}
