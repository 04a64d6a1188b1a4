//! A game and its players, for any number of games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat::{Evaluation, Game, Notation};

use crate::error::Error;
use crate::game_kit::{Begun, Entry, GameKit};
use crate::live_game::{Count, Live, LiveGame, Past, usual_count};
use crate::player_spec::PlayerSpec;
use crate::seats::{self, Seated, Table};
use crate::setup::Setup;
use crate::tally::Tally;

/// Which game, from which position, and with which players: as plain data.
#[derive(Clone, Debug, Default)]
pub struct SeatingRequest {
    /// The game by name.
    pub game: String,
    /// The position that every game starts from, or how positions are drawn. Its seed and evaluation are not used.
    pub setup: Setup,
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// An evaluation whose value at the end is the score; as people count if not given.
    pub score: Option<String>,
    /// A flag that stops every search.
    pub stop: Option<Arc<AtomicBool>>,
    /// Whether a player who needs to see everything may do so where the others do not. That is cheating, and measures what
    /// there is to be gained.
    pub lets_cheat: bool,
}

/// A game and its players, for any number of games, on any number of threads.
pub trait Seating: Send + Sync {
    /// How many seats there are.
    fn seats(&self) -> usize;

    /// The players with all their settings, including defaults.
    fn players(&self) -> &[PlayerSpec];

    /// What is counted at the end.
    fn tally(&self) -> Tally;

    /// The position that the game with this number starts from.
    ///
    /// # Errors
    /// When the setup does not fit the game.
    fn start(&self, deal: u64) -> Result<String, Error>;

    /// Begins a game from `start`: in each seat sits the player with that place among [`players`](Self::players). All
    /// random choices are drawn from `seed`.
    ///
    /// # Errors
    /// When the position cannot be read, or the places do not fit it.
    fn begin(&self, start: &str, places: &[usize], seed: u64) -> Result<Box<dyn LiveGame>, Error> {
        self.begin_with_seeds(start, places, &self.seeds(seed))
    }

    /// The seed of each seat in a game that [`begins`](Self::begin) with `seed`. Where something is hidden every seat has its
    /// own, of 48 bits, which tells nothing about those of the others.
    fn seeds(&self, seed: u64) -> Vec<u64>;

    /// Begins a game in which each seat has its own seed.
    ///
    /// # Errors
    /// When the position cannot be read, or the places or the seeds do not fit it.
    fn begin_with_seeds(&self, start: &str, places: &[usize], seeds: &[u64]) -> Result<Box<dyn LiveGame>, Error>;
}

struct Players<K: GameKit> {
    entry: Arc<Entry<K>>,
    setup: Setup,
    seats: usize,
    players: Vec<PlayerSpec>,
    seated: Vec<Seated<K>>,
    tally: Tally,
    count: Arc<Count<K::Game>>,
    stop: Option<Arc<AtomicBool>>,
}

/// Checks players against the game of a kit.
pub(crate) fn seat<K: GameKit>(entry: Arc<Entry<K>>, request: &SeatingRequest) -> Result<Box<dyn Seating>, Error> {
    if request.players.is_empty() {
        return Err(Error::NoPlayers);
    }
    let drawn = request.setup.position.is_none();
    let setup = Setup { deal: drawn.then_some(0), eval: None, ..request.setup.clone() };
    let Begun { before, game, state, .. } = entry.begin(&setup)?;
    let table = Table { hidden: request.setup.hidden && entry.info.hides, whole_deal: before.is_some() };
    let seen = Table { hidden: table.hidden && !request.lets_cheat, ..table };
    let (mut players, mut seated) = (Vec::new(), Vec::new());
    for spec in &request.players {
        let (spec, player) = seats::seat::<K>(&entry, &game, &state, seen, spec)?;
        players.push(spec);
        seated.push(player);
    }
    let usual = entry.info.tally.clone();
    let (tally, count): (Tally, Arc<Count<K::Game>>) = match &request.score {
        None => (usual, usual_count(entry.clone())),
        Some(name) => {
            let name = entry.info.evaluation(Some(name))?;
            let evaluation = entry.kit.evaluation(&game, name)?;
            let count = move |game: &K::Game, state: &<K::Game as Game>::State, _: &_| {
                evaluation.evaluate(game, state).seats(game.players()).iter().map(|&score| score.into()).collect()
            };
            (Tally { unit: name, low_is_good: false, ..usual }, Arc::new(count))
        }
    };
    let (seats, stop) = (game.players(), request.stop.clone());
    Ok(Box::new(Players { entry, setup, seats, players, seated, tally, count, stop }))
}

impl<K: GameKit> Seating for Players<K> {
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
        let Begun { before, game, state, .. } = self.entry.begin(&Setup { deal, ..self.setup.clone() })?;
        Ok(before.map_or_else(|| game.write_position(&state), |before| before.text()))
    }

    fn seeds(&self, seed: u64) -> Vec<u64> {
        seats::seeds_of_seats(seed, self.seats, self.setup.hidden && self.entry.info.hides)
    }

    fn begin_with_seeds(&self, start: &str, places: &[usize], seeds: &[u64]) -> Result<Box<dyn LiveGame>, Error> {
        let setup = Setup { position: Some(start.to_owned()), ..Setup::default() };
        let Begun { before, game, state, views } = self.entry.begin(&setup)?;
        let seats = game.players();
        if let Some(&given) = [places.len(), seeds.len()].iter().find(|&&given| given != seats) {
            return Err(Error::Places { given, seats });
        }
        if let Some(place) = places.iter().find(|&&place| place >= self.players.len()) {
            return Err(Error::NoPlayer { number: place + 1 });
        }
        let sitting = |&place: &usize| Some(self.seated[place].sit_down(self.stop.as_ref()));
        Ok(Box::new(Live {
            entry: self.entry.clone(),
            before,
            game,
            state,
            sitting: places.iter().map(sitting).collect(),
            players: places.iter().map(|&place| Some(self.players[place].clone())).collect(),
            first_views: views.clone(),
            views,
            hidden: self.setup.hidden && self.entry.info.hides,
            seeds: seeds.to_vec(),
            stop: self.stop.clone(),
            count: self.count.clone(),
            past: Past::default(),
        }))
    }
}
