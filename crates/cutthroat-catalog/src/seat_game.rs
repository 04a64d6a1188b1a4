//! One seat of a game that is played elsewhere: told what it sees, asked what it would do.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cutthroat::hidden::{Dealer as _, Hidden as _, ReadView, World};
use cutthroat::{Budget, Game, Notation as _, NotationError, SearchError, SearchProgress, Stop};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

use crate::before_play::{Task, ViewBeforePlay};
use crate::error::Error;
use crate::game_kit::{Entry, GameKit, Place};
use crate::player_spec::PlayerSpec;
use crate::seat_event::SeatEvent;
use crate::seats::{self, Seated, Sitting, Table, seed_of_move};
use crate::setup::{GameOptions, Setup};
use crate::whole_game::seed_of_deal;

/// Which seat of which game, and who plays there: as plain data.
#[derive(Clone, Debug)]
pub struct SeatRequest {
    /// The game by name.
    pub game: String,
    /// How many play.
    pub players: usize,
    /// The seat, counted from 1.
    pub seat: usize,
    /// Options of the game, for deals that do not say themselves what is settled.
    pub options: GameOptions,
    /// The player.
    pub player: PlayerSpec,
    /// The seed of all their random choices. The later deals of a whole game have others that follow from it.
    pub seed: u64,
}

/// One seat of a game in progress. It knows only the events that it was told, and chooses what the same player with the
/// same seed would choose in that seat of a [`LiveGame`](crate::LiveGame).
///
/// ```
/// use cutthroat_catalog::{ChoiceLimits, Registry, SeatRequest, Setup};
///
/// let registry = Registry::standard();
/// let setup = Setup { deal: Some(1), players: Some(3), hidden: true, whole_deal: true, ..Setup::default() };
/// let mut table = registry.begin("spades", &setup)?;
/// let (game, options) = ("spades".to_owned(), Default::default());
/// let request = SeatRequest { game, players: 3, seat: 1, options, player: "heuristic".parse()?, seed: 7 };
/// let mut seat = registry.take_seat(&request)?;
/// for event in table.events(1)? {
///     seat.tell(&event)?;
/// }
/// let chosen = seat.choose(table.choices().what, &ChoiceLimits::default())?;
/// assert!(table.choices().legal.contains(&chosen.moves[0]));
/// # Ok::<(), cutthroat_catalog::Error>(())
/// ```
pub trait SeatGame: Send {
    /// Tells what the seat sees.
    ///
    /// # Errors
    /// When that does not fit what it was told before. It then knows no more than before.
    fn tell(&mut self, event: &SeatEvent) -> Result<(), Error>;

    /// What the player would do, whose turn it is.
    ///
    /// # Errors
    /// When it is not their turn, as far as they know, or the player does not fit the game.
    fn choose(&mut self, what: Task, limits: &ChoiceLimits) -> Result<SeatChoice, Error>;
}

/// What one choice may cost. If neither nodes nor time are given, the player's own limits count; otherwise only these.
#[derive(Clone, Debug, Default)]
pub struct ChoiceLimits {
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time by the clock.
    pub time: Option<Duration>,
    /// A flag that ends the search with the best that it has found.
    pub stop: Option<Arc<AtomicBool>>,
    /// Where another thread sees how far the search is.
    pub progress: Option<Arc<SearchProgress>>,
}

/// What a player chose, and what they expect.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatChoice {
    /// The move, or the cards of a pass or of a discard, as [`Choices`](crate::Choices) lists them.
    pub moves: Vec<String>,
    /// What each seat gets on average by the player's evaluation, after a search.
    pub expects: Option<Vec<f64>>,
    /// The standard error of what the own seat gets, where it is an average of deals.
    pub error: Option<f64>,
    /// States visited.
    pub nodes: u64,
    /// The depth of the last completed level; `None` if nothing was searched.
    pub depth: Option<usize>,
    /// The moves that are expected from here on, if a line was found.
    pub line: Vec<String>,
    /// Whether the search was stopped by the flag.
    pub stopped: bool,
}

/// A seat of a game that is known at compile time.
struct Seat<K: GameKit> {
    entry: Arc<Entry<K>>,
    request: SeatRequest,
    /// The player, once there is a deal to check them against, and their seat in the deal.
    seated: Option<Seated<K>>,
    sitting: Option<Sitting<K::Game>>,
    usual: Budget,
    known: Known<K>,
    /// The seat in the deal, counted from 1, and the number of deals before it.
    seat: usize,
    deals: u64,
    /// Moves in this deal before the play.
    before_play: usize,
}

/// What the seat knows.
enum Known<K: GameKit> {
    Nothing,
    /// Something comes before the play.
    Before(Box<dyn ViewBeforePlay<K::Game>>),
    /// The play, with hidden cards.
    Play(ReadView<K::Game>),
    /// A game in which everybody sees everything.
    Open(Box<OpenGame<K::Game>>),
}

/// A game in which everybody sees everything.
struct OpenGame<G: Game> {
    game: G,
    state: G::State,
    played: Vec<(G::State, G::Move)>,
}

/// Sits down.
pub(crate) fn take_seat<K: GameKit>(entry: Arc<Entry<K>>, request: &SeatRequest) -> Result<Box<dyn SeatGame>, Error> {
    // Options of whole games are options too.
    let (players, options) = (Some(request.players), request.options.clone());
    let setup = Setup { players, options, whole_game: true, ..Setup::default() };
    setup.checked_options(&entry.info)?;
    let SeatRequest { seat, players: seats, .. } = *request;
    if !(1..=seats).contains(&seat) {
        return Err(Error::NoSeat { seat, seats });
    }
    seats::check_sees(&entry.info, &request.player)?;
    Ok(Box::new(Seat {
        entry,
        request: request.clone(),
        seated: None,
        sitting: None,
        usual: Budget::default(),
        known: Known::Nothing,
        seat,
        deals: 0,
        before_play: 0,
    }))
}

impl<K: GameKit> Seat<K> {
    fn wrong(&self) -> impl Fn(NotationError) -> Error + use<K> {
        let game = self.entry.info.name;
        move |error| Error::SeatEvent { game, error }
    }

    /// A game or a deal begins: what the seat knows then.
    fn begin(&mut self, text: &str, seat: Option<usize>) -> Result<(), Error> {
        let wrong = self.wrong();
        let own = seat.unwrap_or(self.request.seat);
        let (known, game, state, whole_deal) = if !self.entry.info.hides {
            let (game, state) = self.entry.kit.read(without_seat(text)).map_err(&wrong)?;
            let open = OpenGame { game: game.clone(), state: state.clone(), played: Vec::new() };
            (Known::Open(Box::new(open)), game, state, false)
        } else if let Some(view) = self.entry.kit.read_view_before_play(text).map_err(&wrong)? {
            let (game, state) = view.some_play();
            check_seat(view.seat().seat(), own).map_err(&wrong)?;
            (Known::Before(view), game, state, true)
        } else {
            let read = self.entry.read_view(text)?;
            check_seat(K::Game::seat_of(&read.view).seat(), own).map_err(&wrong)?;
            let mut dealer = read.game.dealer(&read.view).map_err(SearchError::from)?;
            // Any of the deals will do to check the player.
            let World { game, state } = dealer.deal(&mut ChaCha8Rng::seed_from_u64(0));
            (Known::Play(read), game, state, false)
        };
        if game.players() != self.request.players {
            let (seats, players) = (game.players(), self.request.players);
            return Err(wrong(NotationError(format!("{seats} players have seats, not {players}"))));
        }
        if self.seated.is_none() {
            let table = Table { hidden: self.entry.info.hides, whole_deal };
            let (_, seated) = seats::seat::<K>(&self.entry, &game, &state, table, &self.request.player)?;
            self.seated = Some(seated);
        }
        let sitting = self.seated.as_ref().map(|seated| seated.sit_down(None));
        self.usual = sitting.as_ref().map_or_else(Budget::default, |sitting| sitting.budget().clone());
        self.deals += u64::from(!matches!(self.known, Known::Nothing));
        (self.sitting, self.known, self.seat, self.before_play) = (sitting, known, own, 0);
        Ok(())
    }

    /// The play begins, if it has not.
    fn begin_play(&mut self, lead: Option<&SeatEvent>) -> Result<(), Error> {
        if let Known::Before(view) = &mut self.known {
            let made = view.moves_made();
            let read = view.begin_play(lead).map_err(self.wrong())?;
            (self.known, self.before_play) = (Known::Play(read), made);
        }
        Ok(())
    }

    fn seed_of_move(&self) -> u64 {
        let made = match &self.known {
            Known::Nothing => 0,
            Known::Before(view) => view.moves_made(),
            Known::Play(read) => self.before_play + read.told.len(),
            Known::Open(open) => open.played.len(),
        };
        seed_of_move(seed_of_deal(self.request.seed, self.deals), made)
    }

    fn check_turn(&self, mover: Option<usize>) -> Result<(), Error> {
        let game = self.entry.info.name;
        match mover {
            None => Err(Error::Over { game }),
            Some(mover) if mover != self.seat => Err(Error::OtherTurn { game, seat: self.seat, mover }),
            Some(_) => Ok(()),
        }
    }
}

fn check_seat(seat: usize, own: usize) -> Result<(), NotationError> {
    if seat == own { Ok(()) } else { Err(NotationError(format!("this is what seat {seat} knows, not seat {own}"))) }
}

/// The position of a view of a game in which everybody sees everything.
fn without_seat(text: &str) -> &str {
    let text = text.trim_start();
    match text.strip_prefix("seat=") {
        Some(rest) => rest.split_once(char::is_whitespace).map_or("", |(_, position)| position.trim_start()),
        None => text,
    }
}

impl<K: GameKit> SeatGame for Seat<K> {
    fn tell(&mut self, event: &SeatEvent) -> Result<(), Error> {
        let wrong = self.wrong();
        match event {
            SeatEvent::Start { view } => return self.begin(view, None),
            SeatEvent::Deal { view: Some(view), seat, .. } => return self.begin(view, *seat),
            SeatEvent::Deal { seat, .. } => {
                let place = Place { seat: seat.unwrap_or(self.request.seat), seats: self.request.players };
                let text = self.entry.kit.view_of_deal(event, place, &self.request.options);
                let text = text.ok_or_else(|| wrong(NotationError("the deal has no view".to_owned())))?;
                return self.begin(&text, *seat);
            }
            SeatEvent::Trick { .. } | SeatEvent::Score { .. } => return Ok(()),
            SeatEvent::Play { .. } | SeatEvent::Move { .. } => self.begin_play(Some(event))?,
            _ => {}
        }
        match &mut self.known {
            Known::Nothing => Err(wrong(NotationError(format!("nothing was dealt, and {event}")))),
            Known::Before(view) => view.tell(event).map_err(wrong),
            Known::Play(read) => {
                let seen = self.entry.kit.seen_in(&read.game, &read.view, event).map_err(&wrong)?;
                let seen =
                    seen.ok_or_else(|| wrong(NotationError(format!("this does not happen in the play: {event}"))))?;
                read.game.note(&mut read.view, seen);
                read.told.push(seen);
                Ok(())
            }
            Known::Open(open) => {
                let (SeatEvent::Move { mv, seat } | SeatEvent::Play { card: mv, seat }) = event else {
                    return Err(wrong(NotationError(format!("this does not happen here: {event}"))));
                };
                if open.game.mover(&open.state).is_none_or(|mover| mover.seat() != *seat) {
                    return Err(wrong(NotationError(format!("it is not the turn of seat {seat}"))));
                }
                let mv = open.game.read_move(&open.state, mv).map_err(&wrong)?;
                open.played.push((open.state.clone(), mv));
                open.game.play(&mut open.state, mv);
                Ok(())
            }
        }
    }

    fn choose(&mut self, what: Task, limits: &ChoiceLimits) -> Result<SeatChoice, Error> {
        if what == Task::Play {
            self.begin_play(None)?;
        }
        if let Known::Before(view) = &mut self.known {
            view.come_to_turn().map_err(self.wrong())?;
        }
        let (game, seed) = (self.entry.info.name, self.seed_of_move());
        let mover = match &self.known {
            Known::Nothing => return Err(self.wrong()(NotationError("nothing was dealt yet".to_owned()))),
            Known::Before(view) if view.task() != what => {
                let (asked, now) = (what.in_words(), view.task().in_words());
                return Err(self.wrong()(NotationError(format!("players {now} now, and do not {asked}"))));
            }
            Known::Before(view) => Some(view.mover()),
            Known::Play(read) => read.game.mover_of(&read.view),
            Known::Open(open) => open.game.mover(&open.state),
        };
        self.check_turn(mover.map(cutthroat::Player::seat))?;
        let own = limits.nodes.is_none() && limits.time.is_none();
        let (nodes, time) = if own { (self.usual.nodes, self.usual.time) } else { (limits.nodes, limits.time) };
        let (stop, progress) = (limits.stop.clone(), limits.progress.clone());
        let Some(sitting) = &mut self.sitting else { return Err(Error::EmptySeat { game, seat: self.seat }) };
        sitting.set_budget(Budget { nodes, time, stop, progress, ..self.usual.clone() });
        let found = match &mut self.known {
            Known::Nothing => unreachable!("nothing was dealt"),
            Known::Before(view) => {
                let (how, budget) = sitting.preparing();
                view.choose(how, budget, seed)?
            }
            Known::Play(read) => {
                let found = sitting.estimate_on_view(&read.game, read.known(), seed)?;
                let state = read.game.possible_state(&read.view);
                let written = |mv| read.game.write_move(&state, mv);
                let moves = found.moves.iter().map(|estimate| estimate.with(written(estimate.mv))).collect();
                found.with(written(found.best), moves)
            }
            Known::Open(open) => {
                let OpenGame { game, state, played } = &mut **open;
                sitting.watch(game, played);
                let (choice, line) = sitting.choose_with_line(game, state, seed)?;
                let players = game.players();
                let expects =
                    |payoff: cutthroat::Payoff| payoff.seats(players).iter().map(|&payoff| f64::from(payoff)).collect();
                return Ok(SeatChoice {
                    moves: vec![game.write_move(state, choice.mv)],
                    expects: choice.searched.map(|searched| expects(searched.payoff)),
                    error: None,
                    nodes: choice.searched.map_or(0, |searched| searched.nodes),
                    depth: choice.searched.map(|searched| searched.depth),
                    line: if choice.searched.is_some() { game.write_line(state, &line) } else { Vec::new() },
                    stopped: choice.searched.is_some_and(|searched| searched.stop == Stop::Flag),
                });
            }
        };
        // As a live game counts: a move that was the only one, or was not searched, has cost nothing.
        let searched = sitting.searches() || what != Task::Play;
        let best = found.moves.iter().find(|estimate| searched && estimate.mv == found.best);
        let players = self.request.players;
        Ok(SeatChoice {
            moves: in_parts(what, &found.best),
            expects: best.map(|best| best.means[..players].to_vec()),
            error: best.map(|best| best.error),
            nodes: if best.is_some() || what != Task::Play { found.nodes } else { 0 },
            depth: best.map(|_| found.depth),
            line: Vec::new(),
            stopped: found.stop == Stop::Flag,
        })
    }
}

/// The cards of a pass or a discard, or the one thing that is chosen, without the word before the colon.
fn in_parts(what: Task, mv: &str) -> Vec<String> {
    if what == Task::Play {
        return vec![mv.to_owned()];
    }
    let rest = mv.split_once(':').map_or(mv, |(_, rest)| rest);
    match what {
        Task::Pass | Task::Discard => rest.split(',').map(str::to_owned).collect(),
        _ => vec![rest.to_owned()],
    }
}
