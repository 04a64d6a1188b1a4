//! A game and the players who can sit down to it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat::{Evaluation, Game, Notation, counted};

use crate::error::Error;
use crate::kit::Kit;
use crate::player_spec::PlayerSpec;
use crate::playthrough::{Count, Playing, Playthrough};
use crate::registry::{Entry, entry};
use crate::seats::{Seated, seat};
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

struct Sitting<K: Kit> {
    entry: &'static Entry,
    setup: Setup,
    seats: usize,
    players: Vec<PlayerSpec>,
    seated: Vec<Seated<K>>,
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
        let seats = seating.iter().map(|&place| self.seated[place].strategy(self.stop.as_ref())).collect();
        let name = self.entry.name;
        Ok(Box::new(Playing { name, game, state, seats, seed, ply: 0, ended: None, count: &*self.count }))
    }
}
