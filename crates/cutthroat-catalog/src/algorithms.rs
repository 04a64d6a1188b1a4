//! The list of algorithms. Analyses, players, help texts and error messages are made from it.
//!
//! Each algorithm is one file: its description as plain data, and code that makes a [`Search`] of it for any game. To add
//! one, write its file and add a line to the list below (`docs/add-an-algorithm.md` walks through it).

mod best_reply;
mod epimc;
pub(crate) mod expert;
pub(crate) mod fields;
mod flat;
mod heuristic;
mod iimc;
mod ismcts;
pub(crate) mod maxn;
mod mcts;
mod mp_mix;
mod on_views;
mod paranoid;
mod pimc;
mod playouts;
mod prob_maxn;
mod random;
mod social;
mod soft_maxn;
mod worlds;

use std::fmt;

use cutthroat::hidden::{Dealer as _, Hidden, Weighing};
use cutthroat::{Analysis, Budget, Game, Observer, SearchError};
use cutthroat_games::field::Field;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::error::Error;
use crate::game_kit::{Entry, GameKit, Weighed};
use crate::report::MemoryReport;
use crate::settings::Settings;
pub(crate) use on_views::ViewSearch;

/// Writes the list, and the function that builds a search of the algorithm with a name.
macro_rules! algorithms {
    ($($algorithm:path => $build:path,)*) => {
        /// Every algorithm, the default first.
        pub const ALGORITHMS: &[Algorithm] = &[$($algorithm),*];

        fn build_as_listed<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
            $(if settings.algorithm() == $algorithm {
                return $build(settings, at);
            })*
            unreachable!("settings are of an algorithm of the list")
        }
    };
}

algorithms! {
    Algorithm::MAXN => maxn::build,
    Algorithm::PARANOID => paranoid::build,
    Algorithm::BRS => best_reply::build,
    Algorithm::BRS_PLUS => best_reply::build,
    Algorithm::OPPS => best_reply::build,
    Algorithm::MCTS => mcts::build,
    Algorithm::MP_MIX => mp_mix::build,
    Algorithm::PROB_MAXN => prob_maxn::build,
    Algorithm::SOFT_MAXN => soft_maxn::build,
    Algorithm::SOCIAL => social::build,
    Algorithm::PIMC => pimc::build,
    Algorithm::EPIMC => epimc::build,
    Algorithm::ALPHA_MU => epimc::build,
    Algorithm::IIMC => iimc::build,
    Algorithm::ISMCTS => ismcts::build,
    Algorithm::FLAT => flat::build,
    Algorithm::EXPERT => expert::build,
    Algorithm::HEURISTIC => heuristic::build,
    Algorithm::RANDOM => random::build,
}

/// Checks settings against a game, and makes a search of them. One that need not see is built from what the mover knows: what
/// follows from hidden cards must not decide how it searches.
pub(crate) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let mover = at.game.mover(at.state).filter(|_| !settings.algorithm().needs_to_see);
    let Some(mover) = mover else { return build_as_listed(settings, at) };
    let game = &at.game.public();
    let dealer = game.dealer(&at.game.first_view(at.state, mover)).map_err(SearchError::from);
    let world = dealer?.deal(&mut ChaCha8Rng::seed_from_u64(0));
    build_as_listed(settings, &At { game, state: &world.state, order: at.order.clone(), ..*at })
}

/// An algorithm, described.
///
/// ```
/// use cutthroat_catalog::{ALGORITHMS, Algorithm};
///
/// let brs = Algorithm::named("brs+")?;
/// assert!(brs.searches && ALGORITHMS.contains(&brs));
/// assert!(brs.settings.iter().any(|setting| setting.name == "window"));
/// # Ok::<(), cutthroat_catalog::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Algorithm {
    /// The name on the command line, in specs and in results.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Where it was published.
    pub paper: &'static str,
    /// What it assumes about the other players.
    pub assumes: &'static str,
    /// What can be set, in the order in which it is written.
    pub settings: &'static [Field],
    /// Whether it searches, and so gives values of positions. Otherwise it only chooses a move.
    pub searches: bool,
    /// Whether a whole deal can be solved with it.
    pub solves: bool,
    /// Whether each step of it can be watched.
    pub can_be_watched: bool,
    /// Whether it always draws by chance, so that a seed decides what it finds. Other algorithms draw only where a setting
    /// says so, to choose between equal moves.
    pub by_chance: bool,
    /// Whether it has to see everything. Otherwise it plays from what its seat knows, and may sit down where cards are
    /// hidden.
    pub needs_to_see: bool,
}

impl Algorithm {
    /// The algorithm with this name.
    ///
    /// # Errors
    /// If there is none; the error lists the known names.
    pub fn named(name: &str) -> Result<Self, Error> {
        let found = ALGORITHMS.iter().find(|algorithm| algorithm.name == name);
        found.copied().ok_or_else(|| Error::Algorithm { name: name.to_owned() })
    }

    /// The setting with this name, if the algorithm has it.
    #[must_use]
    pub fn setting(&self, name: &str) -> Option<&'static Field> {
        self.settings.iter().find(|setting| setting.name == name)
    }
}

impl Default for Algorithm {
    /// The first of the list.
    fn default() -> Self {
        ALGORITHMS[0]
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Algorithm {}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What an algorithm is built for: a game, and the position where it begins.
pub(crate) struct At<'a, K: GameKit> {
    /// The game's kit and description.
    pub(crate) entry: &'a Entry<K>,
    pub(crate) game: &'a K::Game,
    pub(crate) state: &'a <K::Game as Game>::State,
    pub(crate) evaluation: &'a Weighed<K>,
    pub(crate) order: K::Order,
    /// MiB for a table by default; 0 for none.
    pub(crate) usual_memory: usize,
}

/// A move of the game of a kit.
pub(crate) type MoveOf<K> = <<K as GameKit>::Game as Game>::Move;

/// A search, and the settings it was built with, including defaults.
pub(crate) type Built<G> = Result<(Settings, Box<dyn Search<G>>), Error>;

/// An algorithm that is ready to search positions of a game, one after the other. It keeps its table in between.
pub(crate) trait Search<G: Hidden>: Send + Sync {
    /// Searches a position.
    fn run(&mut self, game: &G, state: &G::State, terms: Terms<'_, G>) -> Result<Analysis<G::Move>, SearchError>;

    /// Shows what was played since the game began, each move with the position before it.
    fn watch(&mut self, game: &G, played: &[(G::State, G::Move)]) {
        let _ = (game, played);
    }

    /// The search from what a seat knows, if it is one: if the algorithm does not need to see.
    fn on_view(&mut self) -> Option<&mut dyn ViewSearch<G>> {
        None
    }

    /// The same search with nothing in its table.
    fn fresh(&self) -> Box<dyn Search<G>>;

    /// How it searches.
    fn method(&self) -> Method {
        Method::PLAIN
    }

    /// Empties its table, for positions of another game.
    fn clear(&mut self) {}

    /// How its table was used, if there is one.
    fn memory(&self, game: &G) -> Option<MemoryReport> {
        let _ = game;
        None
    }

    /// What told likely worlds from others in the last search, if anything did.
    fn weighing(&self) -> Option<Weighing> {
        None
    }

    /// The bytes it uses beside its table.
    fn bytes_beside_table(&self, game: &G) -> u64 {
        let _ = game;
        0
    }
}

/// Called with what a search has found.
pub(crate) type OnLevel<'a, G> = &'a mut dyn FnMut(&Analysis<<G as Game>::Move>);

/// The settings of one run.
pub(crate) struct Terms<'a, G: Game> {
    /// What it may cost.
    pub(crate) budget: Budget,
    /// Whether to search to deeper and deeper levels.
    pub(crate) deepens: bool,
    /// A depth for this run instead of that of the settings.
    pub(crate) depth: Option<usize>,
    /// Whether every move of the root is valued.
    pub(crate) all_moves: bool,
    /// On how many threads, if the algorithm can use several.
    pub(crate) threads: usize,
    /// The seed of all random choices.
    pub(crate) seed: u64,
    /// Called with the answer of each completed level.
    pub(crate) on_level: Option<OnLevel<'a, G>>,
    /// Called with every step, if the algorithm can be watched.
    pub(crate) observer: Option<&'a mut dyn Observer<G>>,
}

/// How an algorithm searches, in the words of a report.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method {
    pub(crate) pruning: &'static str,
    pub(crate) test: &'static str,
    pub(crate) window: Option<&'static str>,
    pub(crate) bounds: bool,
}

impl Method {
    /// Nothing is pruned.
    pub(crate) const PLAIN: Self = Self { pruning: "none", test: "none", window: None, bounds: false };
}
