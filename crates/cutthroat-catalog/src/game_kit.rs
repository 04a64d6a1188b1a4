//! What the catalog has to know of a game to open, search and play it by name.

use std::fmt::Debug;

use cutthroat::hidden::{Hidden, Knowledge, ReadView, SeatViews, ViewNotation, World};
use cutthroat::{Evaluation, Game, MoveOrder, Notation, NotationError, Payoff, Player, SearchHints, Social, TableKind};
use rand_chacha::ChaCha8Rng;

use crate::algorithms::Algorithm;
use crate::before_play::{BeforePlay, StartOfPlay, ViewBeforePlay};
use crate::error::Error;
use crate::game_info::GameInfo;
use crate::layout::Layout;
use crate::seat_event::SeatEvent;
use crate::setup::{GameOptions, Setup, Source};
use crate::whole_game::{DealByDeal, WholeGameRequest};

/// A game, and a position of it.
pub type Start<G> = (G, <G as Game>::State);

/// A game as a [`Registry`](crate::Registry) holds it: its types, a description, how a position is drawn, its evaluations
/// by name, and how people count. With that, everything that works by name works for the game: analyses, matches, the
/// command line.
///
/// A game implements [`Game`] (the rules), [`Notation`] (positions and moves as text), [`SearchHints`], which may be empty,
/// and [`PerfectInformation`](cutthroat::hidden::PerfectInformation), which is, or [`Hidden`](cutthroat::hidden::Hidden) and [`ViewNotation`] if
/// players do not see everything. One type implements `Evaluation` for it, an enum if there are several evaluations. Then the smallest kit has
/// four types and three methods:
///
/// ```
/// use cutthroat::hidden::PerfectInformation;
/// use cutthroat::{
///     Evaluation, Game, NoTable, Notation, NotationError, Payoff, Player, Range, ReferenceOrder, SearchHints,
/// };
/// use cutthroat_catalog::{Deal, Error, GameInfo, GameKit, Registry, Request, Setup, Start};
///
/// /// Three players take one to three stones in turn. The player who takes the last one gets nothing, the others a point.
/// #[derive(Clone)]
/// struct Stones;
///
/// impl Game for Stones {
///     type State = (u8, u8);
///     type Move = u8;
///     type Undo = ();
///
///     fn players(&self) -> usize {
///         3
///     }
///     fn mover(&self, &(left, mover): &(u8, u8)) -> Option<Player> {
///         (left > 0).then(|| Player::new(usize::from(mover)))
///     }
///     fn moves(&self, &(left, _): &(u8, u8), moves: &mut Vec<u8>) {
///         moves.extend(1..=left.min(3));
///     }
///     fn play(&self, state: &mut (u8, u8), taken: u8) {
///         *state = (state.0 - taken, (state.1 + 1) % 3);
///     }
///     fn undo(&self, state: &mut (u8, u8), taken: u8, (): ()) {
///         *state = (state.0 + taken, (state.1 + 2) % 3);
///     }
///     fn payoff(&self, &(_, mover): &(u8, u8)) -> Payoff {
///         let last = Player::new(usize::from((mover + 2) % 3));
///         Payoff::from_fn(3, |player| i16::from(player != last))
///     }
/// }
///
/// impl SearchHints for Stones {}
/// impl PerfectInformation for Stones {}
///
/// impl Notation for Stones {
///     fn write_position(&self, (left, mover): &(u8, u8)) -> String {
///         format!("{left},{}", mover + 1)
///     }
///     fn read_position(text: &str) -> Result<(Self, (u8, u8)), NotationError> {
///         let unreadable = || NotationError(format!("`{text}` is not STONES,PLAYER"));
///         let (left, mover) = text.split_once(',').ok_or_else(unreadable)?;
///         let mover: u8 = mover.parse().ok().filter(|mover| (1..=3).contains(mover)).ok_or_else(unreadable)?;
///         Ok((Self, (left.parse().map_err(|_| unreadable())?, mover - 1)))
///     }
///     fn write_move(&self, _: &(u8, u8), taken: u8) -> String {
///         taken.to_string()
///     }
/// }
///
/// /// A point at the end; before it, nothing is known.
/// #[derive(Clone)]
/// struct Points;
///
/// impl Evaluation<Stones> for Points {
///     fn range(&self, _: &Stones) -> Range {
///         Range::constant_sum(2, 3)
///     }
///     fn evaluate(&self, game: &Stones, state: &(u8, u8)) -> Payoff {
///         if game.mover(state).is_none() { game.payoff(state) } else { Payoff::new(&[1, 1, 0]) }
///     }
/// }
///
/// struct StonesKit;
///
/// impl GameKit for StonesKit {
///     type Game = Stones;
///     type Evaluation = Points;
///     type Order = ReferenceOrder;
///     type Table = NoTable;
///
///     fn info(&self) -> GameInfo {
///         GameInfo { evaluations: vec![("points", "a point for each but the last")], ..GameInfo::new("stones") }
///     }
///     fn deal(&self, deal: &Deal<'_>) -> Result<Start<Stones>, NotationError> {
///         Ok((Stones, (10 + (deal.seed % 10) as u8, 0)))
///     }
///     fn evaluation(&self, _: &Stones, _: &str) -> Result<Points, Error> {
///         Ok(Points)
///     }
/// }
///
/// let registry = Registry::empty().with(StonesKit);
/// let setup = Setup { position: Some("5,1".into()), ..Setup::default() };
/// let report = registry.open("stones", &setup)?.analyse(&Request::default())?;
/// assert_eq!(report.payoff, [1, 1, 0]);
///
/// // A range that is wrong makes prunings give wrong answers without a word, so test it: with the conformance kit, and by
/// // comparison with a search that prunes nothing.
/// let kit = cutthroat::conformance::Conformance::default();
/// for left in 1..=12 {
///     kit.evaluation(&Stones, &(left, 0), &Points).unwrap();
///     let setup = Setup { position: Some(format!("{left},1")), ..Setup::default() };
///     let position = registry.open("stones", &setup)?;
///     let unpruned = position.analyse(&Request::of("maxn:pruning=none")?)?;
///     assert_eq!(position.analyse(&Request::default())?.payoff, unpruned.payoff);
/// }
/// # Ok::<(), Error>(())
/// ```
///
/// A kit is a value, so that several games may share one: they differ in its fields.
pub trait GameKit: Send + Sync + 'static {
    /// The rules.
    type Game: Notation + SearchHints + ViewNotation + 'static;
    /// All evaluations: an enum if there are several.
    type Evaluation: Evaluation<Self::Game> + Clone + Send + Sync + 'static;
    /// Which moves are searched first: `cutthroat::ReferenceOrder` for the order in which the game lists them.
    type Order: MoveOrder<Self::Game> + Clone + Default + Send + Sync + 'static;
    /// The use of transposition tables; nothing else is compiled: `cutthroat::NoTable`, `cutthroat::WholePositions` for
    /// games whose state can be a key, or `cutthroat::Partitions`.
    type Table: TableKind<Self::Game> + Copy + Default + Debug + Send + Sync + 'static;

    /// The game, described. It is asked once, when the kit is added to a registry.
    fn info(&self) -> GameInfo;

    /// A position drawn by a seed: the cards dealt, or the start after some random moves. A game with one start only
    /// returns that, whatever the seed.
    ///
    /// # Errors
    /// What does not fit, in words.
    fn deal(&self, deal: &Deal<'_>) -> Result<Start<Self::Game>, NotationError>;

    /// What the players do between the deal and the play, for a deal that is drawn: they pass or bid. By default nothing.
    ///
    /// # Errors
    /// What does not fit, in words.
    fn before_play(&self, deal: &Deal<'_>) -> Result<Option<Box<dyn BeforePlay<Self::Game>>>, NotationError> {
        let _ = deal;
        Ok(None)
    }

    /// The same, written as `text`; `None` if it is a position of the play.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn read_before_play(&self, text: &str) -> Result<Option<Box<dyn BeforePlay<Self::Game>>>, NotationError> {
        let _ = text;
        Ok(None)
    }

    /// What one seat knows in the play, written as `text`.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn read_view(&self, text: &str) -> Result<ReadView<Self::Game>, NotationError> {
        Self::Game::read_view(text)
    }

    /// What one seat knows before the play, written as `text`; `None` if it is a view of the play.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn read_view_before_play(&self, text: &str) -> Result<Option<Box<dyn ViewBeforePlay<Self::Game>>>, NotationError> {
        let _ = text;
        Ok(None)
    }

    /// A whole game of several deals, if people play such games. By default they do not.
    ///
    /// # Errors
    /// What does not fit, in words.
    fn whole_game(&self, request: &WholeGameRequest<'_>) -> Result<Option<Box<dyn DealByDeal>>, NotationError> {
        let _ = request;
        Ok(None)
    }

    /// What `seat` sees when a game begins at `start`. By default what it knows then, as text.
    fn first_events(&self, game: &Self::Game, start: &<Self::Game as Game>::State, seat: Player) -> Vec<SeatEvent> {
        let view = game.first_view(start, seat);
        vec![SeatEvent::Start { view: game.write_view(Knowledge { view: &view, told: &[] }) }]
    }

    /// What every seat sees of a move in the play. By default the move; a game with moves that are not public says what
    /// is.
    fn events_of(
        &self,
        game: &Self::Game,
        before: &<Self::Game as Game>::State,
        mv: <Self::Game as Game>::Move,
    ) -> Vec<SeatEvent> {
        let seat = game.mover(before).map_or(0, Player::seat);
        vec![SeatEvent::Move { seat, mv: game.write_move(before, mv) }]
    }

    /// What a seat knows when a deal begins of which a program told only the fields, as text: of what comes before the play.
    /// By default nothing can be told.
    fn view_of_deal(&self, deal: &SeatEvent, place: Place, options: &GameOptions) -> Option<String> {
        let _ = (deal, place, options);
        None
    }

    /// What the seat of `view` was told by an event of the play: what [`Hidden::seen`] tells of the same move. `None` if
    /// the event is not a move. By default it reads what [`events_of`](Self::events_of) writes by default, which is right if
    /// everybody sees every move whole; asked only where something is hidden.
    ///
    /// # Errors
    /// When there is no such move, as far as the seat knows.
    fn seen_in(
        &self,
        game: &Self::Game,
        view: &<Self::Game as Hidden>::View,
        event: &SeatEvent,
    ) -> Result<Option<<Self::Game as Hidden>::Seen>, NotationError> {
        let SeatEvent::Move { mv, .. } = event else { return Ok(None) };
        let state = game.possible_state(view);
        let mv = game.read_move(&state, mv)?;
        Ok(Some(game.seen(&state, mv, Self::Game::seat_of(view))))
    }

    /// The evaluation with this name, one of those that [`info`](Self::info) lists.
    ///
    /// # Errors
    /// If it needs something that is missing, such as a file.
    fn evaluation(&self, game: &Self::Game, name: &str) -> Result<Self::Evaluation, Error>;

    /// The position written as `text`. By default as in [`Notation::read_position`].
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn read(&self, text: &str) -> Result<Start<Self::Game>, NotationError> {
        Self::Game::read_position(text)
    }

    /// The order in which a search to the end looks at moves, for the player who is to move. By default the usual one.
    fn solving_order(&self, algorithm: Algorithm, mover: Option<Player>) -> Self::Order {
        let _ = (algorithm, mover);
        Self::Order::default()
    }

    /// An order that was learned for playouts of this game, if there is one.
    fn learned_order(&self) -> Option<Self::Order> {
        None
    }

    /// How likely players who search are to choose each move, if that was learned for this game.
    fn learned_habits(&self) -> Option<LogOfMove<Self::Game>> {
        None
    }

    /// The score that people count, from the payoff at the end. By default the payoff.
    fn score(&self, game: &Self::Game, payoff: &Payoff) -> Vec<f64> {
        payoff.seats(game.players()).iter().map(|&score| f64::from(score)).collect()
    }

    /// Whether others do this before the first move, so that it tells something about what they hold. By default not.
    fn has_habit(game: &Self::Game, habit: Habit) -> bool {
        let _ = (game, habit);
        false
    }

    /// The logarithm of the probability that others did what they did before the first move that a seat was told of, if the
    /// game began in `start`. What left no trace is drawn from `rng`.
    fn log_of_habit(
        habit: Habit,
        known: Knowledge<'_, Self::Game>,
        start: &World<Self::Game>,
        rng: &mut ChaCha8Rng,
    ) -> f64 {
        let _ = (habit, known, start, rng);
        0.0
    }

    /// How many rounds are left, in a game of rounds such as tricks.
    fn rounds_left(game: &Self::Game, state: &<Self::Game as Game>::State) -> Option<usize> {
        let _ = (game, state);
        None
    }

    /// The board and the hands as plain data, for any front end to draw. Nothing by default.
    fn layout(&self, game: &Self::Game, state: &<Self::Game as Game>::State) -> Layout {
        let _ = (game, state);
        Layout::default()
    }
}

/// The logarithm of the probability that the mover makes a legal move in a world, in which it looks at no more than the mover
/// knows.
pub type LogOfMove<G> = fn(&World<G>, <G as Game>::Move) -> f64;

/// What players do before the play that tells something about their hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Habit {
    /// They bid.
    Bids,
    /// They pass cards.
    Passes,
}

/// A seat at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The seat, counted from 1.
    pub seat: usize,
    /// How many there are.
    pub seats: usize,
}

/// What is asked of a drawn position.
#[derive(Clone, Copy, Debug)]
pub struct Deal<'d> {
    /// The seed that draws it.
    pub seed: u64,
    /// How many play; a number that the game allows.
    pub players: usize,
    /// Options of the rules and of the deal; only those that the game has, with values that fit.
    pub options: &'d GameOptions,
}

/// The evaluation that searches of a kit use. Its payoffs may be weighed; by default they are not.
pub(crate) type Weighed<K> = Social<<K as GameKit>::Evaluation>;

/// A kit and its description.
pub(crate) struct Entry<K> {
    pub(crate) kit: K,
    pub(crate) info: GameInfo,
}

impl<K: GameKit> Entry<K> {
    pub(crate) fn new(kit: K) -> Self {
        let info = kit.info();
        Self { kit, info }
    }

    /// The view that is written as `text`.
    pub(crate) fn read_view(&self, text: &str) -> Result<ReadView<K::Game>, Error> {
        self.kit.read_view(text).map_err(|error| Error::View { game: self.info.name, error })
    }

    /// The position that is asked for.
    pub(crate) fn start(&self, setup: &Setup) -> Result<Start<K::Game>, Error> {
        let options = setup.checked_options(&self.info)?;
        match setup.source(&self.info)? {
            Source::Drawn(seed) => self.kit.deal(&self.deal(setup, seed, &options)).map_err(self.wrong_option()),
            Source::Text(text) => self.read(text, &options, |text| self.kit.read(text)),
        }
    }

    /// The game that is asked for as it begins: before the play, or in it.
    pub(crate) fn begin(&self, setup: &Setup) -> Result<Begun<K::Game>, Error> {
        let options = setup.checked_options(&self.info)?;
        let before = match setup.source(&self.info)? {
            Source::Drawn(seed) if setup.whole_deal => {
                self.kit.before_play(&self.deal(setup, seed, &options)).map_err(self.wrong_option())?
            }
            Source::Drawn(_) => None,
            Source::Text(text) => self.read(text, &options, |text| self.kit.read_before_play(text))?,
        };
        if let Some(before) = before {
            let StartOfPlay { game, state, views } = before.start_of_play();
            return Ok(Begun { before: Some(before), game, state, views: SeatViews::of_views(views) });
        }
        let (game, state) = self.start(setup)?;
        let views = SeatViews::new(&game, &state);
        Ok(Begun { before: None, game, state, views })
    }

    fn deal<'d>(&self, setup: &Setup, seed: u64, options: &'d GameOptions) -> Deal<'d> {
        Deal { seed, players: setup.players.unwrap_or(self.info.usual_players), options }
    }

    fn wrong_option(&self) -> impl Fn(NotationError) -> Error {
        let game = self.info.name;
        move |error| Error::Option { game, error }
    }

    /// Reads a text with options beside it.
    fn read<T>(
        &self,
        text: &str,
        options: &GameOptions,
        read: impl Fn(&str) -> Result<T, NotationError>,
    ) -> Result<T, Error> {
        let info = &self.info;
        let options: String = options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        read(&format!("{text}{options}")).map_err(|error| {
            // If the position alone is valid, an option beside it is wrong.
            match if options.is_empty() { Err(error.clone()) } else { read(text) } {
                Ok(_) => self.wrong_option()(error),
                Err(error) => Error::Notation { game: info.name, error, example: info.example },
            }
        })
    }
}

/// A game as it begins.
pub(crate) struct Begun<G: Hidden> {
    /// What comes before the play, if anything does.
    pub(crate) before: Option<Box<dyn BeforePlay<G>>>,
    /// The play; if something comes before it, as it usually begins.
    pub(crate) game: G,
    pub(crate) state: G::State,
    /// What every seat knows then.
    pub(crate) views: SeatViews<G>,
}
