//! The heuristic player: no search at all.

use cutthroat::player::FirstOfOrder;
use cutthroat::{Analysis, Game, SearchError};

use super::random::chosen;
use super::{Algorithm, At, Built, Search, Terms};
use crate::game_kit::GameKit;
use crate::settings::Settings;

impl Algorithm {
    /// The first move of the game's own order, without a search.
    pub const HEURISTIC: Self = Self {
        name: "heuristic",
        about: "the first move of the game's own order of good moves, without a search",
        paper: "Sturtevant 2002, section 6",
        assumes: "nothing",
        settings: &[],
        searches: false,
        solves: false,
        can_be_watched: false,
        by_chance: false,
    };
}

struct Heuristic<K: GameKit> {
    order: K::Order,
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    Ok((settings.clone(), Box::new(Heuristic::<K> { order: at.order.clone() })))
}

impl<K: GameKit> Search<K::Game> for Heuristic<K> {
    fn run(
        &mut self,
        game: &K::Game,
        state: &<K::Game as Game>::State,
        terms: Terms<'_, K::Game>,
    ) -> Result<Analysis<<K::Game as Game>::Move>, SearchError> {
        chosen(&mut FirstOfOrder(self.order.clone()), game, state, terms.seed)
    }

    fn fresh(&self) -> Box<dyn Search<K::Game>> {
        Box::new(Self { order: self.order.clone() })
    }
}
