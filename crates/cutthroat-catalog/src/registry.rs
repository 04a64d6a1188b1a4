//! Games that can be opened by name.

use std::fmt;
use std::sync::Arc;

use crate::advice::{self, AnyView};
use crate::error::Error;
use crate::game_info::GameInfo;
use crate::game_kit::{Entry, GameKit};
use crate::live_game::{self, LiveGame};
use crate::position::{AnyPosition, Opened};
use crate::seat_game::{self, SeatGame, SeatRequest};
use crate::seating::{self, Seating, SeatingRequest};
use crate::setup::Setup;
use crate::whole_game::{self, DealByDeal, WholeGameRequest, WholeLive, WholeSeating};

/// Games by name. A registry is a value: what needs games is given one, and anybody can add to it.
///
/// ```
/// use cutthroat_catalog::Registry;
///
/// let registry = Registry::standard();
/// assert!(registry.games().any(|game| game.name == "hearts"));
/// assert!(registry.game("chess").unwrap_err().to_string().starts_with("there is no game `chess`; there are tree, "));
/// ```
#[derive(Clone, Default)]
pub struct Registry {
    /// Shared, so that a registry is cheap to hand on.
    games: Arc<Vec<Arc<dyn AnyGame>>>,
}

impl Registry {
    /// A registry without games.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// All games of this project. They are compiled with the feature `standard`, which is on by default.
    #[cfg(feature = "standard")]
    #[must_use]
    pub fn standard() -> Self {
        crate::standard::registry()
    }

    /// The same with one more game. It takes the place of a game with the same name.
    ///
    /// # Panics
    /// When the game has no name or no evaluation.
    #[must_use]
    pub fn with(mut self, kit: impl GameKit) -> Self {
        let entry = Entry::new(kit);
        let info = &entry.info;
        assert!(!info.name.is_empty(), "a game needs a name");
        assert!(!info.evaluations.is_empty(), "{} needs an evaluation", info.name);
        let place = self.games.iter().position(|game| game.info().name == info.name);
        let games = Arc::make_mut(&mut self.games);
        match place {
            Some(place) => games[place] = Arc::new(entry),
            None => games.push(Arc::new(entry)),
        }
        self
    }

    /// The games, in the order in which they were added.
    pub fn games(&self) -> impl ExactSizeIterator<Item = &GameInfo> {
        self.games.iter().map(|game| game.info())
    }

    /// The game with this name.
    ///
    /// # Errors
    /// If there is none; the error lists the known names.
    pub fn game(&self, name: &str) -> Result<&GameInfo, Error> {
        Ok(self.entry(name)?.info())
    }

    fn entry(&self, name: &str) -> Result<&Arc<dyn AnyGame>, Error> {
        self.games.iter().find(|game| game.info().name == name).ok_or_else(|| {
            let known: Vec<&str> = self.games().map(|game| game.name).collect();
            Error::Game { name: name.to_owned(), known: known.join(", ") }
        })
    }

    /// Opens a position of the game with this name, to search it.
    ///
    /// # Errors
    /// When there is no such game, or the setup does not fit it.
    pub fn open(&self, game: &str, setup: &Setup) -> Result<Box<dyn AnyPosition>, Error> {
        self.entry(game)?.clone().open(setup)
    }

    /// Begins a game from a position of the game with this name, to play it. Its seats are empty: [`LiveGame::sit`].
    ///
    /// # Errors
    /// When there is no such game, or the setup does not fit it.
    pub fn begin(&self, game: &str, setup: &Setup) -> Result<Box<dyn LiveGame>, Error> {
        self.entry(game)?.clone().begin(setup)
    }

    /// Reads what one seat of the game with this name knows. Only the options and the evaluation of `setup` count.
    ///
    /// # Errors
    /// When there is no such game, or no such view.
    pub fn open_view(&self, game: &str, text: &str, setup: &Setup) -> Result<Box<dyn AnyView>, Error> {
        self.entry(game)?.clone().open_view(text, setup)
    }

    /// Sits a player down in one seat of a game that is played elsewhere: they know only the events that they are told.
    ///
    /// # Errors
    /// When there is no such game or seat, or the player has to see what is hidden.
    pub fn take_seat(&self, request: &SeatRequest) -> Result<Box<dyn SeatGame>, Error> {
        self.entry(&request.game)?.clone().take_seat(request)
    }

    /// Checks players against a game once, for any number of games.
    ///
    /// # Errors
    /// When there is no such game, or the setup or one of the players does not fit it.
    pub fn seat(&self, request: &SeatingRequest) -> Result<Box<dyn Seating>, Error> {
        self.entry(&request.game)?.clone().seat(request)
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.games().map(|game| game.name)).finish()
    }
}

/// Any game. Calls are dispatched at run time, once per position, match or game.
trait AnyGame: Send + Sync {
    fn info(&self) -> &GameInfo;
    fn open(self: Arc<Self>, setup: &Setup) -> Result<Box<dyn AnyPosition>, Error>;
    fn begin(self: Arc<Self>, setup: &Setup) -> Result<Box<dyn LiveGame>, Error>;
    fn open_view(self: Arc<Self>, text: &str, setup: &Setup) -> Result<Box<dyn AnyView>, Error>;
    fn seat(self: Arc<Self>, request: &SeatingRequest) -> Result<Box<dyn Seating>, Error>;
    fn take_seat(self: Arc<Self>, request: &SeatRequest) -> Result<Box<dyn SeatGame>, Error>;
}

impl<K: GameKit> Entry<K> {
    /// The deals of the whole game that is drawn by a seed.
    fn whole_game(&self, setup: &Setup, seed: u64) -> Result<Box<dyn DealByDeal>, Error> {
        let game = self.info.name;
        let options = setup.checked_options(&self.info)?;
        let players = setup.players.unwrap_or(self.info.usual_players);
        let deals = self.kit.whole_game(&WholeGameRequest { seed, players, options: &options });
        deals.map_err(|error| Error::Option { game, error })?.ok_or(Error::NoWholeGame { game })
    }

    /// The setup of a deal of a whole game.
    fn setup_of_deal(&self, setup: &Setup, deal: &str) -> Setup {
        Setup { position: Some(deal.to_owned()), hidden: setup.hidden, eval: setup.eval.clone(), ..Setup::default() }
    }

    fn begin_whole_game(self: Arc<Self>, setup: &Setup) -> Result<Box<dyn LiveGame>, Error> {
        let game = self.info.name;
        let seed = match (&setup.position, setup.deal) {
            (Some(text), None) => whole_game::read_seed(game, text)?,
            (None, Some(seed)) => seed,
            (Some(_), Some(_)) => return Err(Error::Exclusive { fields: ["position", "deal"] }),
            (None, None) => return Err(Error::NoPosition { game }),
        };
        let deals = self.whole_game(setup, seed)?;
        let (entry, setup) = (self, setup.clone());
        let begin = move |start: &str, _: &[usize], _: u64| {
            live_game::begin(entry.clone(), &entry.setup_of_deal(&setup, start))
        };
        Ok(Box::new(WholeLive::new(game, deals, Box::new(begin), seed)?))
    }

    fn seat_for_whole_games(self: Arc<Self>, request: &SeatingRequest) -> Result<Box<dyn Seating>, Error> {
        let game = self.info.name;
        if request.setup.position.is_some() {
            return Err(Error::WholeGameFrom { field: "position" });
        }
        if request.score.is_some() {
            return Err(Error::WholeGameFrom { field: "score" });
        }
        let first = self.whole_game(&request.setup, 0)?.next_deal();
        let first = first.map_err(|error| Error::Option { game, error })?.unwrap_or_default();
        let of_deals = SeatingRequest { setup: self.setup_of_deal(&request.setup, &first), ..request.clone() };
        let of_deals = seating::seat(self.clone(), &of_deals)?.into();
        let setup = request.setup.clone();
        Ok(Box::new(WholeSeating { game, of_deals, deals: Box::new(move |seed| self.whole_game(&setup, seed)) }))
    }
}

impl<K: GameKit> AnyGame for Entry<K> {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn open(self: Arc<Self>, setup: &Setup) -> Result<Box<dyn AnyPosition>, Error> {
        let evaluation_name = self.info.evaluation(setup.eval.as_deref())?;
        let (game, state) = self.start(setup)?;
        Ok(Box::new(Opened::new(self, game, state, evaluation_name)?))
    }

    fn begin(self: Arc<Self>, setup: &Setup) -> Result<Box<dyn LiveGame>, Error> {
        if setup.whole_game {
            return self.begin_whole_game(setup);
        }
        live_game::begin(self, setup)
    }

    fn open_view(self: Arc<Self>, text: &str, setup: &Setup) -> Result<Box<dyn AnyView>, Error> {
        advice::open(self, text, setup)
    }

    fn take_seat(self: Arc<Self>, request: &SeatRequest) -> Result<Box<dyn SeatGame>, Error> {
        seat_game::take_seat(self, request)
    }

    fn seat(self: Arc<Self>, request: &SeatingRequest) -> Result<Box<dyn Seating>, Error> {
        if request.setup.whole_game {
            return self.seat_for_whole_games(request);
        }
        seating::seat(self, request)
    }
}
