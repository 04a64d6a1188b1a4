//! Information-set Monte Carlo tree search: one tree for all deals.

use cutthroat::hidden::{Estimates, Ismcts, Knowledge, Observers};
use cutthroat::playout::Playout;
use cutthroat::{Evaluation as _, SearchError};
use cutthroat_games::field::{DefaultValue, Field, Values, thousandths};

use super::on_views::{OnView, ViewSearch};
use super::playouts::{self, Playouts};
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

impl Algorithm {
    /// One tree for all deals.
    pub const ISMCTS: Self = Self {
        name: "ismcts",
        about: "information-set Monte Carlo tree search: one tree for all deals that fit what the seat knows, a new one each time",
        paper: "Cowling, Powley and Whitehouse 2012",
        assumes: "everybody maximises their own payoff, and nobody sees more than they do",
        settings: &[OBSERVERS, EXPLORATION, playouts::PLAYOUT, playouts::CUT, ITERATIONS, fields::EVAL, fields::NODES],
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
        playouts: Playouts::new(settings, at)?,
    };
    let mut complete = settings.clone();
    playouts::complete(&mut complete, search.playouts.policy);
    Ok((complete, Box::new(OnView(Box::new(search)))))
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
        let mut play_out = |game: &K::Game, state: &mut _, random: &mut _| {
            Playout::new(game, evaluation, order, *policy).run(state, random)
        };
        let unlimited = terms.budget.nodes.is_none() && terms.budget.time.is_none();
        let usual = if unlimited { USUAL_ITERATIONS } else { u32::MAX.into() };
        Ismcts::new(game, known, evaluation.range(game), &mut play_out)
            .observers(self.observers)
            .exploration(self.exploration)
            .iterations(self.iterations.unwrap_or(usual))
            .budget(terms.budget)
            .run(terms.seed)
    }

    fn renewed(&self) -> Box<dyn ViewSearch<K::Game>> {
        Box::new(Self { playouts: self.playouts.clone(), ..*self })
    }
}
