//! A game and the players who can sit down to it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat::player::{AtRandom, FirstOfOrder, PlayerTable, Search, Searcher, Strategy};
use cutthroat::{Budget, Evaluation, Game, Notation, Selection, counted, maxn, paranoid};

use crate::error::Error;
use crate::kit::Kit;
use crate::player_spec::{PlayerKind, PlayerSpec, USUAL_NODES};
use crate::playthrough::{Count, Playing, Playthrough};
use crate::registry::{Entry, entry};
use crate::request::{Algorithm, TieName};
use crate::setup::Setup;
use crate::tally::Tally;

/// Which game, from where, and who may sit down to it: as plain data.
#[derive(Clone, Debug, Default)]
pub struct ContestRequest {
    /// The game by name.
    pub game: String,
    /// The position that every game starts from, or how positions are drawn. Its seed and evaluation are not used.
    pub setup: Setup,
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// An evaluation whose value at the end is the score; as people count if not given.
    pub score: Option<String>,
    /// A flag that somebody may raise to stop every search.
    pub stop: Option<Arc<AtomicBool>>,
}

impl ContestRequest {
    /// Checks everything once, so that afterwards games can be played by the thousand.
    ///
    /// # Errors
    /// When there is no such game, or the setup or one of the players does not fit it.
    pub fn open(&self) -> Result<Box<dyn Contest>, Error> {
        let entry = entry(&self.game)?;
        (entry.contest)(entry, self)
    }
}

/// A game and the players who can sit down to it, for as many games as one likes, on as many threads.
pub trait Contest: Send + Sync {
    /// How many seats there are.
    fn seats(&self) -> usize;

    /// The players with all their settings, those that were not given included.
    fn players(&self) -> &[PlayerSpec];

    /// What is counted at the end.
    fn tally(&self) -> Tally;

    /// The position that the game with this number starts from.
    ///
    /// # Errors
    /// When the setup does not fit the game.
    fn start(&self, deal: u64) -> Result<String, Error>;

    /// Sits players down to a game from `start`: in each seat the player with that place among
    /// [`players`](Self::players). What is left to chance is drawn by `seed`.
    ///
    /// # Errors
    /// When the position cannot be read, or the seating does not fit it.
    fn begin(&self, start: &str, seating: &[usize], seed: u64) -> Result<Box<dyn Playthrough + '_>, Error>;
}

/// A contest that was opened, or why it could not be.
pub(crate) type Seating = Result<Box<dyn Contest>, Error>;

/// A player who was checked against the game.
enum Seated<E> {
    Random,
    Heuristic,
    Searcher { search: Search, evaluation: E, nodes: Option<u64>, memory: Option<usize>, selection: Selection },
}

struct Sitting<K: Kit> {
    entry: &'static Entry,
    setup: Setup,
    seats: usize,
    players: Vec<PlayerSpec>,
    seated: Vec<Seated<K::Evaluation>>,
    tally: Tally,
    count: Box<Count<K::Game>>,
    stop: Option<Arc<AtomicBool>>,
}

/// Sits players down to the game of a kit.
pub(crate) fn contest<K: Kit>(entry: &'static Entry, request: &ContestRequest) -> Seating {
    if request.players.is_empty() {
        return Err(Error::Usage("no players are given; say for example maxn,paranoid".into()));
    }
    let drawn = request.setup.position.is_none();
    let setup = Setup { deal: drawn.then_some(0), eval: None, ..request.setup.clone() };
    let (game, state) = K::start(entry, &setup)?;
    let (mut players, mut seated) = (Vec::new(), Vec::new());
    for spec in &request.players {
        let (spec, player) = seat::<K>(entry, &game, &state, spec).map_err(|error| match error {
            Error::Usage(what) => Error::Usage(format!("player `{spec}`: {what}")),
            error @ (Error::Search(_) | Error::Useless { .. } | Error::Evaluation { .. }) => {
                Error::Usage(format!("player `{spec}`: {error}"))
            }
            error => error,
        })?;
        players.push(spec);
        seated.push(player);
    }
    let (tally, count): (Tally, Box<Count<K::Game>>) = match &request.score {
        None => (K::TALLY, Box::new(|game, _, payoff| K::counted(game, payoff))),
        Some(name) => {
            let name = entry.evaluation(Some(name))?;
            let evaluation = K::evaluation(entry, &game, name)?;
            let count = move |game: &K::Game, state: &<K::Game as Game>::State, _: &_| {
                evaluation.evaluate(game, state).seats(game.players()).iter().map(|&score| score.into()).collect()
            };
            (Tally { unit: name, low_is_good: false, ..K::TALLY }, Box::new(count))
        }
    };
    let (seats, stop) = (game.players(), request.stop.clone());
    Ok(Box::new(Sitting::<K> { entry, setup, seats, players, seated, tally, count, stop }))
}

/// Checks a player against the game, and completes his settings.
fn seat<K: Kit>(
    entry: &Entry,
    game: &K::Game,
    state: &<K::Game as Game>::State,
    spec: &PlayerSpec,
) -> Result<(PlayerSpec, Seated<K::Evaluation>), Error> {
    let name = entry.evaluation(spec.eval.as_deref())?;
    let evaluation = K::evaluation(entry, game, name)?;
    let random_root_ties = spec.random_root_ties.unwrap_or(true);
    let nodes = spec.nodes.or(spec.depth.is_none().then_some(USUAL_NODES));
    let mut full =
        PlayerSpec { eval: Some(name.to_owned()), random_root_ties: Some(random_root_ties), nodes, ..spec.clone() };
    let search = match spec.kind {
        PlayerKind::Random => return Ok((spec.clone(), Seated::Random)),
        PlayerKind::Heuristic => return Ok((spec.clone(), Seated::Heuristic)),
        PlayerKind::Maxn => {
            let options = spec.request(Algorithm::Maxn).maxn(game, &evaluation, state)?;
            maxn::check(game, &evaluation, state, &options)?;
            let prunes = !options.pruning.is_none();
            full.pruning = Some(options.pruning.name().to_owned());
            full.test = prunes.then(|| options.test.name().to_owned());
            full.bounds = prunes.then_some(options.bounds);
            full.ties = Some(spec.ties.unwrap_or(TieName::First));
            Search::Maxn(options)
        }
        PlayerKind::Paranoid => {
            let options = spec.request(Algorithm::Paranoid).paranoid(game, &evaluation, state)?;
            paranoid::check(game, &evaluation, state, &options)?;
            full.bounds = options.prune.then_some(options.bounds);
            Search::Paranoid(options)
        }
    };
    let selection = Selection {
        first: spec.best,
        by_order: spec.listed_by_order.unwrap_or(false),
        shuffled_root: random_root_ties.then_some(0),
        ..Selection::default()
    };
    Ok((full, Seated::Searcher { search, evaluation, nodes, memory: spec.memory, selection }))
}

impl<K: Kit> Sitting<K> {
    fn strategy(&self, place: usize) -> Box<dyn Strategy<K::Game>> {
        let order = K::Order::default();
        match &self.seated[place] {
            Seated::Random => Box::new(AtRandom),
            Seated::Heuristic => Box::new(FirstOfOrder(order)),
            Seated::Searcher { search, evaluation, nodes, memory, selection } => Box::new(Searcher {
                search: *search,
                evaluation: evaluation.clone(),
                order,
                budget: Budget { nodes: *nodes, stop: self.stop.clone(), ..Budget::default() },
                table: memory.map(|mebibytes| PlayerTable::new(search, mebibytes)),
                table_kind: K::Table::default(),
                selection: *selection,
            }),
        }
    }
}

impl<K: Kit> Contest for Sitting<K> {
    fn seats(&self) -> usize {
        self.seats
    }

    fn players(&self) -> &[PlayerSpec] {
        &self.players
    }

    fn tally(&self) -> Tally {
        self.tally.clone()
    }

    fn start(&self, deal: u64) -> Result<String, Error> {
        let deal = self.setup.deal.map(|_| deal);
        let (game, state) = K::start(self.entry, &Setup { deal, ..self.setup.clone() })?;
        Ok(game.write_position(&state))
    }

    fn begin(&self, start: &str, seating: &[usize], seed: u64) -> Result<Box<dyn Playthrough + '_>, Error> {
        let setup = Setup { position: Some(start.to_owned()), ..Setup::default() };
        let (game, state) = K::start(self.entry, &setup)?;
        if seating.len() != game.players() {
            let (given, seats) = (seating.len(), game.players());
            return Err(Error::Value(format!("{} in the seating where {seats} play", counted(given, "player"))));
        }
        if let Some(place) = seating.iter().find(|&&place| place >= self.players.len()) {
            return Err(Error::Value(format!("there is no player number {}", place + 1)));
        }
        let seats = seating.iter().map(|&place| self.strategy(place)).collect();
        let name = self.entry.name;
        Ok(Box::new(Playing { name, game, state, seats, seed, ply: 0, ended: None, count: &*self.count }))
    }
}
