//! Players from their descriptions: checked against a game once, then used in any number of games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cutthroat::hidden::{Estimates, Hidden, Knowledge};
use cutthroat::player::{Choice, Searched};
use cutthroat::{Budget, Game, SearchError, SearchHints, Social};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::algorithms::{self, Algorithm, At, Search, Terms, expert, fields};
use crate::before_play::Preparing;
use crate::error::Error;
use crate::game_info::GameInfo;
use crate::game_kit::{Entry, GameKit};
use crate::player_spec::PlayerSpec;

/// A player who was checked against the game of a kit.
pub(crate) struct Seated<K: GameKit> {
    search: Box<dyn Search<K::Game>>,
    /// Whether there is a search, and not only a choice.
    searches: bool,
    /// Nodes a move.
    nodes: Option<u64>,
    /// What a move may take by the clock.
    time: Option<Duration>,
    preparing: Preparing,
}

/// What players sit down to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    /// Whether they see only what their seat knows.
    pub(crate) hidden: bool,
    /// Whether they do something before the play.
    pub(crate) whole_deal: bool,
}

impl<K: GameKit> Seated<K> {
    /// The player for one seat of one game, with a table of their own. `stop` is a flag that ends their searches.
    pub(crate) fn sit_down(&self, stop: Option<&Arc<AtomicBool>>) -> Sitting<K::Game> {
        let budget = Budget { nodes: self.nodes, time: self.time, stop: stop.cloned(), ..Budget::default() };
        Sitting { search: self.search.fresh(), searches: self.searches, budget, preparing: self.preparing }
    }
}

/// Checks a player against the game, and completes their settings.
pub(crate) fn seat<K: GameKit>(
    entry: &Entry<K>,
    game: &K::Game,
    state: &<K::Game as Game>::State,
    table: Table,
    spec: &PlayerSpec,
) -> Result<(PlayerSpec, Seated<K>), Error> {
    let build = || {
        let mut settings = expert::meant(&spec.settings, &entry.info)?;
        let Algorithm { name: algorithm, needs_to_see, .. } = settings.algorithm();
        if table.hidden && needs_to_see {
            return Err(Error::NeedsToSee { algorithm, game: entry.info.name });
        }
        let name = entry.info.evaluation(settings.get("eval"))?;
        let evaluation = Social::plain(entry.kit.evaluation(game, name)?);
        settings.complete("eval", name);
        settings.complete("root-ties", "random");
        if table.whole_deal {
            settings.complete("prepare", if settings.algorithm().searches { "simulate" } else { "usual" });
        }
        if settings.get("depth").is_none() && spec.time.is_none() {
            settings.complete("nodes", &fields::NODES_OF_A_PLAYER.to_string());
        }
        let order = K::Order::default();
        let at = At { entry, game, state, evaluation: &evaluation, order, usual_memory: 0 };
        algorithms::build::<K>(&settings, &at)
    };
    let (settings, search) = build().map_err(|error: Error| error.of_player(spec))?;
    let (searches, nodes) = (settings.algorithm().searches, settings.number("nodes"));
    let preparing = match settings.get("prepare") {
        Some("simulate") => Preparing::Simulate { for_game: matches!(settings.get("eval"), Some("game" | "win")) },
        None if settings.algorithm() == Algorithm::RANDOM => Preparing::AtRandom,
        _ => Preparing::Usual,
    };
    Ok((PlayerSpec { settings, time: spec.time }, Seated { search, searches, nodes, time: spec.time, preparing }))
}

/// Refuses a player who has to see everything, where something is hidden.
pub(crate) fn check_sees(info: &GameInfo, spec: &PlayerSpec) -> Result<(), Error> {
    let check = || {
        let Algorithm { name: algorithm, needs_to_see, .. } = expert::meant(&spec.settings, info)?.algorithm();
        if info.hides && needs_to_see { Err(Error::NeedsToSee { algorithm, game: info.name }) } else { Ok(()) }
    };
    check().map_err(|error: Error| error.of_player(spec))
}

/// The seed of each seat in a game with this seed. Where something is hidden every seat has its own, which tells nothing about
/// the others: who knew their seeds could infer their hands from what they choose.
pub(crate) fn seeds_of_seats(seed: u64, seats: usize, hidden: bool) -> Vec<u64> {
    let own = |seat: usize| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream((1 << 63) + seat as u64);
        // 48 bits, as all seeds that others are told.
        rng.next_u64() >> 16
    };
    (0..seats).map(|seat| if hidden { own(seat) } else { seed }).collect()
}

/// The seed of a move: every move has its own stream of random numbers, so that it does not depend on earlier draws.
pub(crate) fn seed_of_move(seed: u64, moves_before: usize) -> u64 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(moves_before as u64);
    rng.next_u64()
}

/// A choice, and the moves that are expected from there on.
pub(crate) type WithLine<M> = (Choice<M>, Vec<M>);

/// A player in a seat.
pub(crate) struct Sitting<G: Hidden> {
    search: Box<dyn Search<G>>,
    searches: bool,
    /// What a move may cost.
    budget: Budget,
    preparing: Preparing,
}

impl<G: Hidden + SearchHints> Sitting<G> {
    /// Shows all moves that were played since the game began, each with the position before it, to a player who sees
    /// everything.
    pub(crate) fn watch(&mut self, game: &G, played: &[(G::State, G::Move)]) {
        self.search.watch(game, played);
    }

    /// What a move may cost.
    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Whether there is a search, and not only a choice.
    pub(crate) fn searches(&self) -> bool {
        self.searches
    }

    /// Sets what a move may cost.
    pub(crate) fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// How the player passes and bids, and what that may cost.
    pub(crate) fn preparing(&self) -> (Preparing, &Budget) {
        (self.preparing, &self.budget)
    }

    /// Whether they can play from what their seat knows.
    pub(crate) fn plays_from_views(&mut self) -> bool {
        self.search.on_view().is_some()
    }

    /// The move of a player who sees only what their seat knows. `game` is the public one.
    pub(crate) fn choose_on_view(
        &mut self,
        game: &G,
        known: Knowledge<'_, G>,
        seed: u64,
    ) -> Result<Choice<G::Move>, SearchError> {
        let choice = self.estimate_on_view(game, known, seed)?.choice(game.players());
        Ok(Choice { searched: choice.searched.filter(|_| self.searches), ..choice })
    }

    /// What a player who sees only what their seat knows finds about every move. `game` is the public one.
    pub(crate) fn estimate_on_view(
        &mut self,
        game: &G,
        known: Knowledge<'_, G>,
        seed: u64,
    ) -> Result<Estimates<G::Move>, SearchError> {
        let terms = self.terms(seed);
        let search = self.search.on_view().expect("a player who needs to see was refused");
        search.run_on_view(game, known, terms)
    }

    fn terms<'t>(&self, seed: u64) -> Terms<'t, G> {
        Terms {
            budget: self.budget.clone(),
            deepens: true,
            depth: None,
            all_moves: false,
            threads: 1,
            seed,
            on_level: None,
            observer: None,
        }
    }

    /// The move of a player who sees everything.
    pub(crate) fn choose(&mut self, game: &G, state: &G::State, seed: u64) -> Result<Choice<G::Move>, SearchError> {
        Ok(self.choose_with_line(game, state, seed)?.0)
    }

    /// The same, and what they expect after it.
    pub(crate) fn choose_with_line(
        &mut self,
        game: &G,
        state: &G::State,
        seed: u64,
    ) -> Result<WithLine<G::Move>, SearchError> {
        if self.searches {
            let mut moves = Vec::new();
            game.search_moves(state, &mut moves);
            if let [mv] = moves[..] {
                return Ok((Choice { mv, searched: None }, Vec::new()));
            }
        }
        let found = self.search.run(game, state, self.terms(seed))?;
        let searched = Searched { payoff: found.payoff, nodes: found.nodes, depth: found.depth, stop: found.stop };
        let mv = found.best.expect("the game is not over");
        Ok((Choice { mv, searched: self.searches.then_some(searched) }, found.line))
    }
}
