//! The random player: any legal move.

use cutthroat::player::{AtRandom, Strategy};
use cutthroat::{Analysis, Game, Payoff, SearchError, Stop, TieRule};

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
    };
}

struct Random;

pub(super) fn build<K: GameKit>(settings: &Settings, _: &At<'_, K>) -> Built<K::Game> {
    Ok((settings.clone(), Box::new(Random)))
}

impl<G: Game> Search<G> for Random {
    fn run(&mut self, game: &G, state: &G::State, terms: Terms<'_, G>) -> Result<Analysis<G::Move>, SearchError> {
        chosen(&mut AtRandom, game, state, terms.seed)
    }

    fn fresh(&self) -> Box<dyn Search<G>> {
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
    Ok(Analysis {
        payoff: if over { game.payoff(state) } else { Payoff::new(&vec![0; game.players()]) },
        best,
        line: best.into_iter().collect(),
        moves: Vec::new(),
        nodes: 0,
        researches: 0,
        depth: 0,
        stop: if over { Stop::Complete } else { Stop::Depth },
        ties: TieRule::First,
    })
}
