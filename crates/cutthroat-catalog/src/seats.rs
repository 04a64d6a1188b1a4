//! Players from their descriptions: checked against a game once, then used in any number of games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat::player::{Choice, Searched, Strategy};
use cutthroat::{Budget, Game, SearchError, SearchHints, Social};

use crate::algorithms::{self, At, Search, Terms, fields};
use crate::error::Error;
use crate::game_kit::{Entry, GameKit};
use crate::player_spec::PlayerSpec;

/// A player who was checked against the game of a kit.
pub(crate) struct Seated<K: GameKit> {
    search: Box<dyn Search<K::Game>>,
    /// Whether there is a search, and not only a choice.
    searches: bool,
    /// Nodes a move.
    nodes: Option<u64>,
}

impl<K: GameKit> Seated<K> {
    /// The player for one seat of one game, with a table of their own. `stop` is a flag that ends their searches.
    pub(crate) fn strategy(&self, stop: Option<&Arc<AtomicBool>>) -> Box<dyn Strategy<K::Game> + Send> {
        let budget = Budget { nodes: self.nodes, stop: stop.cloned(), ..Budget::default() };
        Box::new(Sitting { search: self.search.fresh(), searches: self.searches, budget })
    }
}

/// Checks a player against the game, and completes their settings.
pub(crate) fn seat<K: GameKit>(
    entry: &Entry<K>,
    game: &K::Game,
    state: &<K::Game as Game>::State,
    spec: &PlayerSpec,
) -> Result<(PlayerSpec, Seated<K>), Error> {
    let build = || {
        let mut settings = spec.settings.clone();
        let name = entry.info.evaluation(settings.get("eval"))?;
        let evaluation = Social::plain(entry.kit.evaluation(game, name)?);
        settings.complete("eval", name);
        settings.complete("root-ties", "random");
        if settings.get("depth").is_none() {
            settings.complete("nodes", &fields::NODES_OF_A_PLAYER.to_string());
        }
        let order = K::Order::default();
        let at = At { entry, game, state, evaluation: &evaluation, order, usual_memory: 0 };
        algorithms::build::<K>(&settings, &at)
    };
    let (settings, search) = build().map_err(|error: Error| error.of_player(spec))?;
    let (searches, nodes) = (settings.algorithm().searches, settings.number("nodes"));
    Ok((PlayerSpec { settings }, Seated { search, searches, nodes }))
}

/// A player in a seat.
struct Sitting<G: Game> {
    search: Box<dyn Search<G>>,
    searches: bool,
    /// What a move may cost.
    budget: Budget,
}

impl<G: SearchHints> Strategy<G> for Sitting<G> {
    fn watch(&mut self, game: &G, played: &[(G::State, G::Move)]) {
        self.search.watch(game, played);
    }

    fn choose(&mut self, game: &G, state: &G::State, seed: u64) -> Result<Choice<G::Move>, SearchError> {
        if self.searches {
            let mut moves = Vec::new();
            game.search_moves(state, &mut moves);
            if let [mv] = moves[..] {
                return Ok(Choice { mv, searched: None });
            }
        }
        let terms = Terms {
            budget: self.budget.clone(),
            deepens: true,
            all_moves: false,
            part: None,
            seed,
            on_level: None,
            observer: None,
        };
        let found = self.search.run(game, state, terms)?;
        let searched = Searched { payoff: found.payoff, nodes: found.nodes, depth: found.depth, stop: found.stop };
        let mv = found.best.expect("the game is not over");
        Ok(Choice { mv, searched: self.searches.then_some(searched) })
    }
}
