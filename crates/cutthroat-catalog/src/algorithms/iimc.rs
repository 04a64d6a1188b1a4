//! Imperfect-information Monte Carlo: deals played out by players who see only their own seat.

use cutthroat::hidden::{Estimates, Hidden as _, Iimc, Knowledge, Pimc, Reader, WorldTask};
use cutthroat::player::Choice;
use cutthroat::{Budget, Game as _, MoveOrder as _, SearchError, SearchHints as _};
use cutthroat_games::field::{DefaultValue, Field, Values};

use super::on_views::{OnView, ViewSearch};
use super::pimc::{self, Inside};
use super::{Algorithm, At, Built, MoveOf, Terms, fields};
use crate::game_kit::GameKit;
use crate::settings::Settings;

const INSIDE: Field = Field {
    name: "inside",
    about: "who plays the deals out",
    values: Values::Names(&[
        ("heuristic", "the first move of the game's own order of good moves"),
        ("pimc", "pimc with four deals, to the end of the trick: recursive PIMC"),
    ]),
    default: DefaultValue::Is("heuristic"),
};

/// The worlds of the players inside.
const WORLDS_INSIDE: usize = 4;

impl Algorithm {
    /// Deals played out by players who do not peek.
    pub const IIMC: Self = Self {
        name: "iimc",
        about: "imperfect-information Monte Carlo: sampled deals, played out by players who see only their own seat",
        paper: "Furtak and Buro 2013",
        assumes: "everybody plays as the players inside do, from what they know",
        settings: &[INSIDE, pimc::FEW_WORLDS, pimc::SEARCH, fields::EVAL, fields::NODES],
        ..Self::PIMC
    };
}

struct IimcSearch<K: GameKit> {
    recursive: bool,
    worlds: usize,
    inside: Inside<K>,
    order: K::Order,
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let search = IimcSearch::<K> {
        recursive: settings.get("inside") == Some("pimc"),
        worlds: pimc::worlds(settings),
        inside: Inside::build(settings, at)?,
        order: at.order.clone(),
    };
    Ok((settings.clone(), Box::new(OnView(Box::new(search)))))
}

/// The player inside.
struct Module<'m, K: GameKit> {
    search: &'m mut IimcSearch<K>,
    budget: Budget,
}

impl<K: GameKit> Reader<K::Game> for Module<'_, K> {
    fn choose(
        &mut self,
        game: &K::Game,
        known: Knowledge<'_, K::Game>,
        seed: u64,
    ) -> Result<Choice<MoveOf<K>>, SearchError> {
        let mut moves = Vec::new();
        game.moves_of(known.view, &mut moves);
        let place = game.possible_state(known.view);
        if !self.search.recursive || moves.len() == 1 {
            let mut places: Vec<u16> = (0..moves.len() as u16).collect();
            self.search.order.arrange(game, &place, &moves, &mut places);
            return Ok(Choice { mv: moves[usize::from(places[0])], searched: None });
        }
        let sample = pimc::sample::<K>(game, known, WORLDS_INSIDE, seed)?;
        let inside = &mut self.search.inside;
        let mut values = |task: &WorldTask<'_, K::Game>| inside.values(task);
        let found = Pimc::new(game, known.view, &mut values)
            .depth(game.next_level(&place, 0))
            .budget(Budget { nodes: None, ..self.budget.clone() })
            .run(&sample)?;
        Ok(found.choice(game.players()))
    }
}

impl<K: GameKit> ViewSearch<K::Game> for IimcSearch<K> {
    fn run_on_view(
        &mut self,
        game: &K::Game,
        known: Knowledge<'_, K::Game>,
        terms: Terms<'_, K::Game>,
    ) -> Result<Estimates<MoveOf<K>>, SearchError> {
        let sample = pimc::sample::<K>(game, known, self.worlds, terms.seed)?;
        let budget = terms.budget.started();
        let mut module = Module { search: self, budget: budget.clone() };
        Iimc::new(game, known, &mut module).budget(budget).run(&sample, terms.seed)
    }

    fn renewed(&self) -> Box<dyn ViewSearch<K::Game>> {
        Box::new(Self { inside: self.inside.renewed(), order: self.order.clone(), ..*self })
    }
}
