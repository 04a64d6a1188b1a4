//! The heuristic player: no search at all.

use cutthroat::hidden::{Estimates, Hidden as _, Knowledge};
use cutthroat::player::FirstOfOrder;
use cutthroat::{Analysis, Game, MoveOrder as _, SearchError};

use super::on_views::ViewSearch;
use super::random::chosen;
use super::{Algorithm, At, Built, MoveOf, Search, Terms, fields};
use crate::game_kit::GameKit;
use crate::settings::Settings;

impl Algorithm {
    /// The first move of the game's own order, without a search.
    pub const HEURISTIC: Self = Self {
        name: "heuristic",
        about: "the first move of the game's own order of good moves, without a search",
        paper: "Sturtevant 2002, section 6",
        assumes: "nothing",
        settings: &[fields::PREPARE],
        searches: false,
        solves: false,
        can_be_watched: false,
        by_chance: false,
        needs_to_see: false,
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

    fn on_view(&mut self) -> Option<&mut dyn ViewSearch<K::Game>> {
        Some(self)
    }

    fn fresh(&self) -> Box<dyn Search<K::Game>> {
        Box::new(Self { order: self.order.clone() })
    }
}

impl<K: GameKit> ViewSearch<K::Game> for Heuristic<K> {
    fn run_on_view(
        &mut self,
        game: &K::Game,
        known: Knowledge<'_, K::Game>,
        _: Terms<'_, K::Game>,
    ) -> Result<Estimates<MoveOf<K>>, SearchError> {
        let mut moves = Vec::new();
        game.moves_of(known.view, &mut moves);
        let mut places: Vec<u16> = (0..moves.len() as u16).collect();
        // An order looks at the hands of others, so it is given all that they may hold.
        self.order.arrange(game, &game.possible_state(known.view), &moves, &mut places);
        Ok(Estimates::only(moves[usize::from(places[0])]))
    }

    fn renewed(&self) -> Box<dyn ViewSearch<K::Game>> {
        Box::new(Self { order: self.order.clone() })
    }
}
