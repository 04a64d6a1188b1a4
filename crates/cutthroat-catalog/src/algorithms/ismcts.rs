//! Information-set Monte Carlo tree search: one tree for all deals.

use cutthroat::hidden::{Estimates, HelpingPlayOut, Ismcts, Knowledge, Observers};
use cutthroat::playout::{FastRandom, Playout, PlayoutMemory};
use cutthroat::{Evaluation as _, Game, SearchError};
use cutthroat_games::field::{DefaultValue, Field, Values, thousandths};

use super::on_views::{OnView, ViewSearch};
use super::playouts::{self, Playouts};
use super::worlds::{self, Worlds};
use super::{Algorithm, At, Built, MoveOf, Terms, fields, mcts};
use crate::game_kit::GameKit;
use crate::settings::Settings;

const OBSERVERS: Field = Field {
    name: "observers",
    about: "whose knowledge tells positions of the tree apart",
    values: Values::Names(&[
        ("one", "that of the seat that searches: opponents are taken not to know their own cards"),
        ("all", "that of everybody: slower to learn, for few cards"),
    ]),
    default: DefaultValue::Is("one"),
};

const EXPLORATION: Field = Field { default: DefaultValue::Is("0.7"), ..mcts::EXPLORATION };

const ITERATIONS: Field = Field {
    name: "iterations",
    about: "how many deals are drawn, one for each way through the tree",
    values: Values::Number { least: 1, most: u32::MAX as u64 },
    default: DefaultValue::Derived("as many as the nodes last; 10,000 without a number of nodes"),
};

/// Iterations without a number of nodes.
const USUAL_ITERATIONS: u64 = 10_000;

const TREES: Field = Field {
    name: "trees",
    about: "trees that are grown independently, each with its share of the nodes; their visits are added",
    values: Values::Number { least: 1, most: 256 },
    default: DefaultValue::Is("1"),
};

const THREADS: Field = Field {
    about: "on how many threads the trees of one decision are grown; the answer is the same",
    ..worlds::THREADS
};

/// How many worlds are weighed; iterations draw from them.
const WEIGHED_WORLDS: usize = 1_000;

impl Algorithm {
    /// One tree for all deals.
    pub const ISMCTS: Self = Self {
        name: "ismcts",
        about: "information-set Monte Carlo tree search: one tree for all deals that fit what the seat knows, a new one each time",
        paper: "Cowling, Powley and Whitehouse 2012",
        assumes: "everybody maximises their own payoff, and nobody sees more than they do",
        settings: &[
            OBSERVERS,
            EXPLORATION,
            worlds::WEIGHTS,
            playouts::PLAYOUT,
            playouts::CUT,
            ITERATIONS,
            TREES,
            fields::EVAL,
            fields::NODES,
            fields::PREPARE,
            THREADS,
        ],
        searches: true,
        solves: false,
        can_be_watched: false,
        by_chance: true,
        needs_to_see: false,
    };
}

struct IsmctsSearch<K: GameKit> {
    observers: Observers,
    exploration: f64,
    iterations: Option<u64>,
    trees: usize,
    threads: usize,
    worlds: Worlds<K>,
    playouts: Playouts<K>,
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let range = at.evaluation.range(at.game);
    if range.minp.is_none() || range.maxp.is_none() {
        return Err(SearchError::NoRange.into());
    }
    let search = IsmctsSearch::<K> {
        observers: if settings.get("observers") == Some("all") { Observers::All } else { Observers::One },
        exploration: settings.get("c").and_then(thousandths).unwrap_or(700) as f64 / 1000.0,
        iterations: settings.number("iterations"),
        trees: settings.number("trees").unwrap_or(1),
        threads: worlds::threads(settings),
        worlds: Worlds::new(settings, at, WEIGHED_WORLDS)?,
        playouts: Playouts::new(settings, at)?,
    };
    let mut complete = settings.clone();
    playouts::complete(&mut complete, search.playouts.policy);
    Ok((complete, Box::new(OnView::new(Box::new(search)))))
}

impl<K: GameKit> ViewSearch<K::Game> for IsmctsSearch<K> {
    fn run_on_view(
        &mut self,
        game: &K::Game,
        known: Knowledge<'_, K::Game>,
        terms: Terms<'_, K::Game>,
    ) -> Result<Estimates<MoveOf<K>>, SearchError> {
        let Playouts { policy, evaluation, order } = &self.playouts;
        // A playout looks at the world that was drawn, not at the game that everybody knows.
        let play_out = || {
            let mut memory = PlayoutMemory::default();
            move |game: &K::Game, state: &mut <K::Game as Game>::State, random: &mut FastRandom| {
                let mut playout = Playout::with_memory(game, evaluation, order, *policy, std::mem::take(&mut memory));
                let end = playout.run(state, random);
                memory = playout.into_memory();
                end
            }
        };
        let mut own = play_out();
        let mut helpers: Vec<_> = (1..self.threads.min(self.trees)).map(|_| play_out()).collect();
        let helpers = helpers.iter_mut().map(|helper| helper as HelpingPlayOut<'_, K::Game>).collect();
        let budget = terms.budget.started();
        let unlimited = budget.nodes.is_none() && budget.deadline.is_none();
        let usual = if unlimited { USUAL_ITERATIONS } else { u32::MAX.into() };
        let drawn = match self.worlds.are_weighed() {
            true => Some(self.worlds.draw_for_playouts(game, known, self.worlds.number, &budget, terms.seed)?),
            false => None,
        };
        let mut search = Ismcts::new(game, known, evaluation.range(game), &mut own)
            .helpers(helpers)
            .trees(self.trees)
            .observers(self.observers)
            .exploration(self.exploration)
            .iterations(self.iterations.unwrap_or(usual));
        match &drawn {
            None => search.budget(budget).run(terms.seed),
            Some(drawn) => {
                search = search.worlds_of(&drawn.sample).budget(drawn.rest(&budget));
                Ok(drawn.noted(search.run(terms.seed)?))
            }
        }
    }

    fn renewed(&self) -> Box<dyn ViewSearch<K::Game>> {
        Box::new(Self { playouts: self.playouts.clone(), worlds: self.worlds.renewed(), ..*self })
    }
}
