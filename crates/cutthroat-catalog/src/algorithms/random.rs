//! The random player: any legal move.

use cutthroat::hidden::{Estimates, Hidden, Knowledge};
use cutthroat::player::{AtRandom, Strategy};
use cutthroat::{Analysis, Game, Payoff, SearchError, Stop};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::on_views::{ViewSearch, unsearched};
use super::{Algorithm, At, Built, Search, Terms};
use crate::game_kit::GameKit;
use crate::settings::Settings;

impl Algorithm {
    /// Any legal move.
    pub const RANDOM: Self = Self {
        name: "random",
        about: "any legal move, each as likely as the others",
        paper: "the usual baseline",
        assumes: "nothing",
        settings: &[],
        searches: false,
        solves: false,
        can_be_watched: false,
        by_chance: true,
        needs_to_see: false,
    };
}

struct Random;

pub(super) fn build<K: GameKit>(settings: &Settings, _: &At<'_, K>) -> Built<K::Game> {
    Ok((settings.clone(), Box::new(Random)))
}

impl<G: Hidden> Search<G> for Random {
    fn run(&mut self, game: &G, state: &G::State, terms: Terms<'_, G>) -> Result<Analysis<G::Move>, SearchError> {
        chosen(&mut AtRandom, game, state, terms.seed)
    }

    fn on_view(&mut self) -> Option<&mut dyn ViewSearch<G>> {
        Some(self)
    }

    fn fresh(&self) -> Box<dyn Search<G>> {
        Box::new(Self)
    }
}

impl<G: Hidden> ViewSearch<G> for Random {
    fn run_on_view(
        &mut self,
        game: &G,
        known: Knowledge<'_, G>,
        terms: Terms<'_, G>,
    ) -> Result<Estimates<G::Move>, SearchError> {
        let mut moves = Vec::new();
        game.moves_of(known.view, &mut moves);
        let place = ChaCha8Rng::seed_from_u64(terms.seed).random_range(0..moves.len());
        Ok(Estimates::only(moves[place]))
    }

    fn renewed(&self) -> Box<dyn ViewSearch<G>> {
        Box::new(Self)
    }
}

/// The answer of a player who does not search: a move, if the game is not over, and no value.
pub(super) fn chosen<G: Game>(
    player: &mut impl Strategy<G>,
    game: &G,
    state: &G::State,
    seed: u64,
) -> Result<Analysis<G::Move>, SearchError> {
    let over = game.mover(state).is_none();
    let best = if over { None } else { Some(player.choose(game, state, seed)?.mv) };
    let payoff = if over { game.payoff(state) } else { Payoff::new(&vec![0; game.players()]) };
    Ok(unsearched(payoff, best, if over { Stop::Complete } else { Stop::Depth }))
}
