//! One game in progress, of any kind: moves and positions as text.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat::hidden::{Hidden as _, SeatViews, ViewNotation as _};
use cutthroat::{Game, Notation, Payoff, Player, Stop};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::error::Error;
use crate::game_info::GameInfo;
use crate::game_kit::{Entry, GameKit};
use crate::layout::Layout;
use crate::player_spec::PlayerSpec;
use crate::position::{AnyPosition, Opened};
use crate::seats::{self, Sitting};
use crate::setup::Setup;

/// One game in progress: what lies on the table, who is to move, the legal moves, who sits where, and what was played.
/// It owns everything it needs and can be sent to another thread. Calls are dispatched at run time, once per move.
///
/// A move is played exactly as given, even if another card is equivalent.
///
/// ```
/// use cutthroat_catalog::{Registry, Setup};
///
/// let setup = Setup { position: Some("1:AK.2.. Q.A.2. J..K3.".into()), ..Setup::default() };
/// let mut game = Registry::standard().begin("hearts", &setup)?;
/// game.sit(2, Some(&"paranoid:nodes=100".parse()?))?;
/// game.play("SK")?;
/// assert!(game.text().starts_with("1:A.2.. "));
/// let chosen = game.choose()?;
/// game.play(&chosen.mv)?;
/// assert_eq!(game.moves(), ["SK", "SQ"]);
/// game.take_back();
/// assert_eq!(game.mover(), Some(2));
/// # Ok::<(), cutthroat_catalog::Error>(())
/// ```
pub trait LiveGame: Send {
    /// The game, described.
    fn info(&self) -> &GameInfo;

    /// How many seats there are.
    fn seats(&self) -> usize;

    /// Writes the position as it stands.
    fn text(&self) -> String;

    /// What a seat, counted from 1, knows: what it sees, and all that was played since the game began. It can be read
    /// again: [`Registry::open_view`](crate::Registry::open_view).
    ///
    /// # Errors
    /// When there is no such seat.
    fn view(&self, seat: usize) -> Result<String, Error>;

    /// The board and the hands as plain data.
    fn layout(&self) -> Layout;

    /// Draws it in characters, if that is easier to read than the notation.
    fn diagram(&self) -> Option<String>;

    /// What decides the game beside the position, in one line: rules, trump, bids.
    fn terms(&self) -> Option<String>;

    /// A heading for the moves from here on, if something begins here, such as a trick.
    fn round_begins(&self) -> Option<String>;

    /// The result of the round that the last move ended, if it ended one: who takes the trick.
    fn round_ended(&self) -> Option<&str>;

    /// Whose turn it is, counted from 1; `None` when the game is over.
    fn mover(&self) -> Option<usize>;

    /// Every legal move, in the reference order of the game.
    fn legal_moves(&self) -> Vec<String>;

    /// Plays a move.
    ///
    /// # Errors
    /// When it is not legal.
    fn play(&mut self, mv: &str) -> Result<(), Error>;

    /// Takes the last move back. Returns whether there was one.
    fn take_back(&mut self) -> bool;

    /// The moves played so far.
    fn moves(&self) -> &[String];

    /// Who made each of them, counted from 1.
    fn movers(&self) -> &[usize];

    /// Seats a player, in a seat counted from 1, or empties the seat.
    ///
    /// # Errors
    /// When there is no such seat, or the player does not fit the game.
    fn sit(&mut self, seat: usize, player: Option<&PlayerSpec>) -> Result<(), Error>;

    /// Who sits in each seat, with all their settings.
    fn players(&self) -> &[Option<PlayerSpec>];

    /// The move that the player in the mover's seat would play. It is not played.
    ///
    /// # Errors
    /// When the game is over, nobody sits there, or the search does not fit.
    fn choose(&mut self) -> Result<Chosen, Error>;

    /// The position as it stands, to search it by this evaluation, or by the first.
    ///
    /// # Errors
    /// When there is no such evaluation.
    fn position(&self, evaluation: Option<&str>) -> Result<Box<dyn AnyPosition>, Error>;

    /// What each seat gets by the rules, once the game is over.
    fn payoff(&self) -> Option<Vec<i16>>;

    /// The same as people count it, or by the requested evaluation.
    fn score(&self) -> Option<Vec<f64>>;
}

/// A chosen move, and its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// The move.
    pub mv: String,
    /// States visited.
    pub nodes: u64,
    /// The depth of the last completed iteration; `None` if nothing was searched.
    pub depth: Option<usize>,
    /// The payoff that the player expects, after a search.
    pub payoff: Option<Vec<i16>>,
    /// Whether the search was stopped, so that the move may differ another time.
    pub stopped: bool,
}

/// How the end of a game is counted.
pub(crate) type Count<G> = dyn Fn(&G, &<G as Game>::State, &Payoff) -> Vec<f64> + Send + Sync;

/// A game, known at compile time, in progress.
pub(crate) struct Live<K: GameKit> {
    pub(crate) entry: Arc<Entry<K>>,
    pub(crate) game: K::Game,
    pub(crate) state: <K::Game as Game>::State,
    /// Who sits in each seat, and their settings.
    pub(crate) sitting: Vec<Option<Sitting<K::Game>>>,
    pub(crate) players: Vec<Option<PlayerSpec>>,
    /// What every seat knows, and whether players see nothing else.
    pub(crate) views: SeatViews<K::Game>,
    pub(crate) hidden: bool,
    /// The seed of all random choices.
    pub(crate) seed: u64,
    /// A flag that stops every search.
    pub(crate) stop: Option<Arc<AtomicBool>>,
    /// How the end is counted.
    pub(crate) count: Arc<Count<K::Game>>,
    pub(crate) past: Past<K::Game>,
}

/// What was played.
pub(crate) struct Past<G: Game> {
    moves: Vec<String>,
    movers: Vec<usize>,
    /// Each move, and the position before it.
    played: Vec<(G::State, G::Move)>,
    /// The result of the round that each move ended.
    ended: Vec<Option<String>>,
}

impl<G: Game> Default for Past<G> {
    fn default() -> Self {
        Self { moves: Vec::new(), movers: Vec::new(), played: Vec::new(), ended: Vec::new() }
    }
}

/// Begins a game with empty seats.
pub(crate) fn begin<K: GameKit>(entry: Arc<Entry<K>>, setup: &Setup) -> Result<Box<dyn LiveGame>, Error> {
    let (game, state) = entry.start(setup)?;
    let (seats, views) = (game.players(), SeatViews::new(&game, &state));
    let hidden = setup.hidden && entry.info.hides;
    let count = usual_count(entry.clone());
    Ok(Box::new(Live {
        entry,
        game,
        state,
        sitting: (0..seats).map(|_| None).collect(),
        players: vec![None; seats],
        views,
        hidden,
        seed: 0,
        stop: None,
        count,
        past: Past::default(),
    }))
}

/// What people count.
pub(crate) fn usual_count<K: GameKit>(entry: Arc<Entry<K>>) -> Arc<Count<K::Game>> {
    Arc::new(move |game, _, payoff| entry.kit.score(game, payoff))
}

impl<K: GameKit> Live<K> {
    /// Every move has its own stream of random numbers, so that it does not depend on earlier draws.
    fn seed_of_move(&self) -> u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(self.past.moves.len() as u64);
        rng.next_u64()
    }

    fn payoff_at_the_end(&self) -> Option<Payoff> {
        self.game.mover(&self.state).is_none().then(|| self.game.payoff(&self.state))
    }

    fn name(&self) -> &'static str {
        self.entry.info.name
    }
}

impl<K: GameKit> LiveGame for Live<K> {
    fn info(&self) -> &GameInfo {
        &self.entry.info
    }

    fn seats(&self) -> usize {
        self.game.players()
    }

    fn text(&self) -> String {
        self.game.write_position(&self.state)
    }

    fn view(&self, seat: usize) -> Result<String, Error> {
        let seats = self.seats();
        if !(1..=seats).contains(&seat) {
            return Err(Error::NoSeat { seat, seats });
        }
        Ok(self.game.write_view(self.views.of(Player::new(seat - 1))))
    }

    fn layout(&self) -> Layout {
        self.entry.kit.layout(&self.game, &self.state)
    }

    fn diagram(&self) -> Option<String> {
        self.game.diagram(&self.state)
    }

    fn terms(&self) -> Option<String> {
        self.game.terms()
    }

    fn round_begins(&self) -> Option<String> {
        self.game.round_begins(&self.state)
    }

    fn round_ended(&self) -> Option<&str> {
        self.past.ended.last()?.as_deref()
    }

    fn mover(&self) -> Option<usize> {
        self.game.mover(&self.state).map(Player::seat)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.mover().is_some() {
            self.game.moves(&self.state, &mut moves);
        }
        moves.into_iter().map(|mv| self.game.write_move(&self.state, mv)).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), Error> {
        let Some(mover) = self.mover() else {
            return Err(Error::Over { game: self.name() });
        };
        let read = self.game.read_move(&self.state, mv);
        let mv = read.map_err(|error| Error::Move { game: self.name(), error })?;
        self.past.moves.push(self.game.write_move(&self.state, mv));
        self.past.movers.push(mover);
        self.past.ended.push(self.game.round_ended(&self.state, mv));
        self.past.played.push((self.state.clone(), mv));
        self.views.tell(&self.game, &self.state, mv);
        self.game.play(&mut self.state, mv);
        Ok(())
    }

    fn take_back(&mut self) -> bool {
        let Some((state, _)) = self.past.played.pop() else { return false };
        self.state = state;
        let start = self.past.played.first().map_or(&self.state, |(start, _)| start);
        self.views = SeatViews::new(&self.game, start);
        for (before, mv) in &self.past.played {
            self.views.tell(&self.game, before, *mv);
        }
        self.past.moves.pop();
        self.past.movers.pop();
        self.past.ended.pop();
        true
    }

    fn moves(&self) -> &[String] {
        &self.past.moves
    }

    fn movers(&self) -> &[usize] {
        &self.past.movers
    }

    fn sit(&mut self, seat: usize, player: Option<&PlayerSpec>) -> Result<(), Error> {
        let seats = self.seats();
        if !(1..=seats).contains(&seat) {
            return Err(Error::NoSeat { seat, seats });
        }
        let (player, sitting) = match player {
            None => (None, None),
            Some(spec) => {
                let (spec, seated) = seats::seat::<K>(&self.entry, &self.game, &self.state, self.hidden, spec)?;
                (Some(spec), Some(seated.sit_down(self.stop.as_ref())))
            }
        };
        self.players[seat - 1] = player;
        self.sitting[seat - 1] = sitting;
        Ok(())
    }

    fn players(&self) -> &[Option<PlayerSpec>] {
        &self.players
    }

    fn choose(&mut self) -> Result<Chosen, Error> {
        let Some(mover) = self.game.mover(&self.state) else {
            return Err(Error::Over { game: self.name() });
        };
        let seed = self.seed_of_move();
        let Some(player) = &mut self.sitting[mover.index()] else {
            return Err(Error::EmptySeat { game: self.name(), seat: mover.seat() });
        };
        let choice = if self.hidden {
            player.choose_on_view(&self.game.public(), self.views.of(mover), seed)?
        } else {
            player.watch(&self.game, &self.past.played);
            player.choose(&self.game, &self.state, seed)?
        };
        let players = self.game.players();
        Ok(Chosen {
            mv: self.game.write_move(&self.state, choice.mv),
            nodes: choice.searched.map_or(0, |searched| searched.nodes),
            depth: choice.searched.map(|searched| searched.depth),
            payoff: choice.searched.map(|searched| searched.payoff.seats(players).to_vec()),
            stopped: choice.searched.is_some_and(|searched| searched.stop == Stop::Flag),
        })
    }

    fn position(&self, evaluation: Option<&str>) -> Result<Box<dyn AnyPosition>, Error> {
        let name = self.entry.info.evaluation(evaluation)?;
        Ok(Box::new(Opened::new(self.entry.clone(), self.game.clone(), self.state.clone(), name)?))
    }

    fn payoff(&self) -> Option<Vec<i16>> {
        Some(self.payoff_at_the_end()?.seats(self.game.players()).to_vec())
    }

    fn score(&self) -> Option<Vec<f64>> {
        Some((self.count)(&self.game, &self.state, &self.payoff_at_the_end()?))
    }
}
