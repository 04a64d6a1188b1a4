//! Perfect-information Monte Carlo: a search that sees everything, in worlds that the seat holds for possible.

use cutthroat::hidden::Hidden as _;
use cutthroat::hidden::{
    Aggregation, Estimates, HelpingSearch, Knowledge, Pimc, World, WorldSearch, WorldTask, WorldValues,
};
use cutthroat::{Evaluation as _, Game as _, MoveValue, Payoff, Player, SearchError};
use cutthroat_games::field::{DefaultValue, Field, Values, thousandths};

use super::on_views::{OnView, ViewSearch};
use super::worlds::{self, Worlds};
use super::{Algorithm, At, Built, Search, Terms, fields, mcts, playouts};
use crate::error::Error;
use crate::game_kit::{GameKit, Weighed};
use crate::settings::Settings;

/// The table inside the worlds. A large one is of no use to short searches, and takes its time to be emptied.
pub(super) const MEMORY: Field = Field {
    name: "memory",
    about: "MiB for a transposition table inside the deals, for each thread, emptied before each deal; 0 for none",
    values: Values::Number { least: 0, most: 1024 },
    default: DefaultValue::Is("1"),
};

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

/// The same, and sampling.
const SEARCH_OR_SAMPLE: Field = Field {
    values: Values::Names(&[
        (Algorithm::MAXN.name, Algorithm::MAXN.about),
        (Algorithm::PARANOID.name, Algorithm::PARANOID.about),
        (Algorithm::BRS_PLUS.name, Algorithm::BRS_PLUS.about),
        (Algorithm::MCTS.name, Algorithm::MCTS.about),
    ]),
    ..SEARCH
};

/// The settings of the search inside that can be given with it, beside its evaluation and depth.
const OF_MCTS: [Field; 4] = [
    Field { about: "for search=mcts: how much is explored", ..mcts::EXPLORATION },
    Field { about: "for search=mcts: who plays on below the tree", ..playouts::PLAYOUT },
    Field { about: "for search=mcts: whether bounds that settle positions are kept", ..mcts::BOUNDS },
    Field { about: "for search=mcts: how many playouts at most, in all deals together", ..mcts::ITERATIONS },
];

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
        settings: &[
            SEARCH_OR_SAMPLE,
            worlds::WORLDS,
            worlds::WEIGHTS,
            BY,
            ERRORS,
            OF_MCTS[0],
            OF_MCTS[1],
            OF_MCTS[2],
            OF_MCTS[3],
            fields::EVAL,
            fields::DEPTH,
            fields::NODES,
            fields::END_FIRST,
            fields::PREPARE,
            MEMORY,
            worlds::THREADS,
        ],
        searches: true,
        solves: false,
        can_be_watched: false,
        by_chance: true,
        needs_to_see: false,
    };
}

/// A search of whole positions that is used inside worlds, one after the other.
pub(super) struct Inside<K: GameKit> {
    search: Box<dyn Search<K::Game>>,
    evaluation: Weighed<K>,
    /// Whether it finds means of playouts, which are not whole: it counts in [`PARTS`].
    samples: bool,
}

/// Means are counted in so many parts of a point, since values of worlds are whole numbers.
const PARTS: i16 = 50;

/// The value of a move in parts of a point.
fn in_parts<M>(value: &MoveValue<M>, players: usize) -> Payoff {
    let mean = |player: Player| match value.sampled {
        Some(sampled) if !sampled.settled && sampled.visits > 0 => {
            sampled.sums[player.index()] as f64 / sampled.visits as f64
        }
        _ => value.payoff[player].into(),
    };
    Payoff::from_fn(players, |player| (mean(player) * f64::from(PARTS)).round_ties_even() as i16)
}

impl<K: GameKit> Inside<K> {
    /// The search that the settings name.
    pub(super) fn build(settings: &Settings, at: &At<'_, K>) -> Result<Self, Error> {
        let algorithm = Algorithm::named(settings.get("search").unwrap_or(Algorithm::MAXN.name))?;
        let mut inside = Settings::new(algorithm);
        let samples = algorithm == Algorithm::MCTS;
        let playouts = settings.number::<u64>("iterations").map(|all| {
            (all / settings.number::<u64>("worlds").unwrap_or(worlds::USUAL_WORLDS as u64)).max(1).to_string()
        });
        for name in ["eval", "depth"].into_iter().chain(OF_MCTS.iter().map(|field| field.name)) {
            let value = if name == "iterations" { playouts.as_deref() } else { settings.get(name) };
            // A search that samples has no depth.
            if let Some(value) = value.filter(|_| !(samples && name == "depth")) {
                inside.set(name, value)?;
            }
        }
        let memory = settings.number("memory").unwrap_or(1);
        let usual_memory = if at.entry.info.default_memory > 0 { memory } else { 0 };
        // Without a limit of their own, worlds are searched level by level until they end. Where they do, the order for
        // solving visits fewer nodes.
        let to_the_end = settings.get("depth").is_none() && !samples;
        let order = if to_the_end { at.entry.kit.solving_order(algorithm, None) } else { at.order.clone() };
        let at = At { order, usual_memory, ..*at };
        Ok(Self { search: super::build::<K>(&inside, &at)?.1, evaluation: at.evaluation.clone(), samples })
    }

    /// One for each thread that the settings ask for.
    pub(super) fn for_threads(self, settings: &Settings) -> Vec<Self> {
        let others = (1..worlds::threads(settings)).map(|_| self.renewed()).collect::<Vec<_>>();
        std::iter::once(self).chain(others).collect()
    }

    /// The least that the seat can get, if that is declared.
    pub(super) fn least(&self, game: &K::Game, known: Knowledge<'_, K::Game>) -> Option<i32> {
        Some(self.evaluation.range(game).minp?[K::Game::seat_of(known.view)].into())
    }

    pub(super) fn renewed(&self) -> Self {
        Self { search: self.search.fresh(), evaluation: self.evaluation.clone(), ..*self }
    }
}

impl<K: GameKit> WorldSearch<K::Game> for Inside<K> {
    fn values(&mut self, task: &WorldTask<'_, K::Game>) -> Result<WorldValues, SearchError> {
        let terms = Terms {
            budget: task.budget.clone(),
            deepens: false,
            depth: task.depth,
            all_moves: true,
            threads: 1,
            seed: task.number,
            on_level: None,
            observer: None,
        };
        self.search.clear();
        let mut found = self.search.run(&task.world.game, &task.world.state, terms)?;
        if self.samples {
            let players = task.world.game.players();
            found.moves.iter_mut().for_each(|value| value.payoff = in_parts(value, players));
        }
        Ok(WorldValues::of(task, &found))
    }

    fn payoff(&self, world: &World<K::Game>) -> Payoff {
        self.evaluation.evaluate(&world.game, &world.state)
    }
}

/// The search of this thread, and those of the others.
pub(super) fn split<K: GameKit>(inside: &mut [Inside<K>]) -> (&mut Inside<K>, Vec<HelpingSearch<'_, K::Game>>) {
    let (own, helpers) = inside.split_first_mut().expect("there is a thread");
    (own, helpers.iter_mut().map(|helper| helper as HelpingSearch<'_, K::Game>).collect())
}

struct PimcSearch<K: GameKit> {
    inside: Vec<Inside<K>>,
    samples: bool,
    worlds: Worlds<K>,
    aggregation: Aggregation,
    depth: Option<usize>,
    end_first: bool,
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
    let inside = Inside::build(settings, at)?;
    let end_first = settings.switch("end-first") == Some(true);
    let ends =
        [(inside.samples, "a search that samples"), (settings.get("depth").is_some(), "a search with a depth limit")];
    if let Some((_, what)) = ends.into_iter().find(|(ends, _)| end_first && *ends) {
        return Err(Error::Useless { what, field: "end-first" });
    }
    let search = PimcSearch::<K> {
        samples: inside.samples,
        inside: inside.for_threads(settings),
        worlds: Worlds::new(settings, at, worlds::USUAL_WORLDS)?,
        aggregation,
        depth: settings.number("depth"),
        end_first,
    };
    let mut complete = settings.clone();
    complete.complete("search", Algorithm::MAXN.name);
    complete.complete("worlds", &worlds::USUAL_WORLDS.to_string());
    Ok((complete, Box::new(OnView::new(Box::new(search)))))
}

impl<K: GameKit> ViewSearch<K::Game> for PimcSearch<K> {
    fn run_on_view(
        &mut self,
        game: &K::Game,
        known: Knowledge<'_, K::Game>,
        terms: Terms<'_, K::Game>,
    ) -> Result<Estimates<super::MoveOf<K>>, SearchError> {
        let budget = terms.budget.started();
        let drawn = self.worlds.draw(game, known, &budget, terms.seed)?;
        let (own, helpers) = split(&mut self.inside);
        let search = Pimc::new(game, known.view, own)
            .helpers(helpers)
            .aggregation(self.aggregation)
            .depth(terms.depth.or(self.depth))
            .end_first(self.end_first)
            .budget(drawn.rest(&budget));
        if self.samples {
            let mut found = search.run(&drawn.sample)?;
            for estimate in &mut found.moves {
                estimate.means.iter_mut().for_each(|mean| *mean /= f64::from(PARTS));
                estimate.error /= f64::from(PARTS);
            }
            return Ok(drawn.noted(found));
        }
        let found = if terms.deepens { search.deepen().run(&drawn.sample) } else { search.run(&drawn.sample) };
        Ok(drawn.noted(found?))
    }

    fn renewed(&self) -> Box<dyn ViewSearch<K::Game>> {
        let inside = self.inside.iter().map(Inside::renewed).collect();
        Box::new(Self { inside, worlds: self.worlds.renewed(), ..*self })
    }
}
