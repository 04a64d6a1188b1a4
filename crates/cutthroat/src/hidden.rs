//! Hidden information: what each seat knows, and which worlds are possible given that.
//!
//! At a real table nobody sees the other hands. [`Hidden`] says what a seat is told about each move, and what it knows
//! then: its *view*. A view never looks at a state, so it cannot hold more than the seat was told. A [`World`] is
//! everything: a game and a state. A [`Dealer`] counts the worlds that a view allows and draws from them, each equally
//! likely. Searches on views are built on that.
//!
//! The conformance kit checks all of this for any game (`Conformance::hidden`, `Conformance::no_peeking`).

mod allocations;
mod alpha_mu;
mod epimc;
mod estimates;
mod halving;
mod iimc;
mod ismcts;
mod jobs;
mod notation;
mod open;
mod pimc;
mod readers;
mod sample;
mod weights;

use std::fmt::Debug;
use std::hash::Hash;

use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::game::{Game, Player};
use crate::player::Choice;
use crate::search::SearchError;

pub use allocations::{Allocations, Held, MAX_HOLDERS, NoAllocation, uniform_below};
pub use alpha_mu::{AlphaMu, AlphaMuFound};
pub use epimc::Epimc;
pub use estimates::{Estimates, MoveEstimate};
pub use halving::Halving;
pub use iimc::{Ending, HelpingPlayer, Iimc, PlaysOut};
pub use ismcts::{HelpingPlayOut, Ismcts, Observers, PlayOut};
pub use notation::{ReadView, ViewNotation};
pub use open::{OnlyWorld, OpenView, PerfectInformation};
pub use pimc::{Aggregation, ByPlayouts, HelpingSearch, Pimc, WorldSearch, WorldTask, WorldValues};
pub use readers::FirstOfBlindOrder;
pub use sample::{Sample, SeenWorld};
pub use weights::{
    AtRandomBehaviour, Behaviour, ByOrder, ByScores, LikelyWorlds, Weighing, log_likelihood, log_softmax,
    scores_by_order,
};

/// Everything: the game and the state. Not the state alone, since a game may hold what follows from hidden cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct World<G: Game> {
    /// The game.
    pub game: G,
    /// The state.
    pub state: G::State,
}

/// A game whose states nobody sees whole.
///
/// A game in which everybody sees everything implements [`PerfectInformation`] instead, which is one empty line.
pub trait Hidden: Game<State: Send + Sync, Move: Send + Sync> + Clone + Send + Sync {
    /// What a seat is told about a move. Two moves that look alike to a seat compare equal.
    type Seen: Copy + Eq + Debug + Send + Sync;
    /// What a seat knows. It remembers all that the seat was told, if only as a hash.
    type View: Clone + Eq + Hash + Debug + Send + Sync;
    /// Draws worlds.
    type Dealer: Dealer<Self>;

    /// The game as every seat knows it, without what follows from hidden cards. Players are given this one.
    fn public(&self) -> Self {
        self.clone()
    }

    /// What `seat` knows before the first move. With [`seen`](Self::seen) the only look at a true state.
    fn first_view(&self, start: &Self::State, seat: Player) -> Self::View;

    /// What `seat` is told when `mv` is played at `before`.
    fn seen(&self, before: &Self::State, mv: Self::Move, seat: Player) -> Self::Seen;

    /// Whether the seat of `view` may learn something by making the legal move `mv` itself: it looks at cards, or picks
    /// some up. Otherwise it is told the same about its own move in every world.
    fn reveals(&self, view: &Self::View, mv: Self::Move) -> bool {
        let _ = (view, mv);
        false
    }

    /// Adds what the seat was told to its view. `self` may be the [public](Self::public) game.
    fn note(&self, view: &mut Self::View, seen: Self::Seen);

    /// Whose view it is.
    fn seat_of(view: &Self::View) -> Player;

    /// Whose turn it is, which everybody knows; `None` when the game is over.
    fn mover_of(&self, view: &Self::View) -> Option<Player>;

    /// Appends the legal moves of the seat if it is to move, as [`Game::moves`] lists them.
    fn moves_of(&self, view: &Self::View, moves: &mut Vec<Self::Move>);

    /// Whether `world` could be the truth.
    fn allows(&self, view: &Self::View, world: &World<Self>) -> bool;

    /// Counts the worlds that `view` allows once, to draw from them often.
    ///
    /// # Errors
    /// If the view allows no world: only a view that somebody made up.
    fn dealer(&self, view: &Self::View) -> Result<Self::Dealer, ImpossibleView>;

    /// A state that stands for the view in a [move order](crate::MoveOrder): what a seat cannot see is everything that it
    /// may be, so hidden hands may overlap. Only to be looked at, never to be played on.
    fn possible_state(&self, view: &Self::View) -> Self::State;

    /// How `world` can have come about, given what the seat was told. What the seat cannot know and what left no trace
    /// is drawn from `rng`.
    fn origin(&self, known: Knowledge<'_, Self>, world: &World<Self>, rng: &mut ChaCha8Rng) -> Origin<Self>;
}

/// Draws worlds that a view allows, each equally likely.
pub trait Dealer<G: Hidden> {
    /// How many worlds there are, if that is known.
    fn worlds(&self) -> Option<u128>;

    /// Draws a world.
    fn deal(&mut self, rng: &mut ChaCha8Rng) -> World<G>;

    /// Every world, if they are known and at most `most`.
    fn all(&mut self, most: usize) -> Option<Vec<World<G>>>;

    /// Changes a part of `world`, or all of it. Going from one world to another is as likely as going back, which is
    /// what a Metropolis sampler needs. Returns whether the change that was drawn was possible; if not, nothing is
    /// changed.
    fn redeal(&mut self, world: &mut World<G>, part: Redeal, rng: &mut ChaCha8Rng) -> bool;
}

/// How much of a world is dealt again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Redeal {
    /// Two holders exchange one card each. Cheap, but not every world can be reached in such steps.
    Swap,
    /// All that two holders have is dealt again between them.
    Pair,
    /// Everything.
    All,
}

/// Where a world came from.
#[derive(Clone, Debug)]
pub struct Origin<G: Game> {
    /// The world before the first move.
    pub start: World<G>,
    /// The moves that lead from there to the world.
    pub moves: Vec<G::Move>,
}

/// A view that allows no world, and why.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct ImpossibleView(pub String);

/// What one seat has to go by: its view, and everything it was told, in order.
#[derive(Debug)]
pub struct Knowledge<'a, G: Hidden> {
    /// What it knows.
    pub view: &'a G::View,
    /// What it was told, from the first move on.
    pub told: &'a [G::Seen],
}

impl<G: Hidden> Clone for Knowledge<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Hidden> Copy for Knowledge<'_, G> {}

/// A player who chooses from what their seat knows. Any closure of this form is one.
pub trait Reader<G: Hidden> {
    /// The move of the seat, whose turn it is. `game` is the [public](Hidden::public) game. All random choices are
    /// drawn from `seed`.
    ///
    /// # Errors
    /// When the search does not fit the game.
    ///
    /// # Panics
    /// When it is not the turn of the seat.
    fn choose(&mut self, game: &G, known: Knowledge<'_, G>, seed: u64) -> Result<Choice<G::Move>, SearchError>;
}

impl<G, F> Reader<G> for F
where
    G: Hidden,
    F: FnMut(&G, Knowledge<'_, G>, u64) -> Result<Choice<G::Move>, SearchError>,
{
    fn choose(&mut self, game: &G, known: Knowledge<'_, G>, seed: u64) -> Result<Choice<G::Move>, SearchError> {
        self(game, known, seed)
    }
}

/// What every seat knows in a game in progress.
#[derive(Clone, Debug)]
pub struct SeatViews<G: Hidden> {
    views: Vec<G::View>,
    told: Vec<Vec<G::Seen>>,
}

impl<G: Hidden> SeatViews<G> {
    /// What every seat knows at the start.
    #[must_use]
    pub fn new(game: &G, start: &G::State) -> Self {
        let players = game.players();
        Self {
            views: Player::all(players).map(|seat| game.first_view(start, seat)).collect(),
            told: vec![Vec::new(); players],
        }
    }

    /// What every seat knows, seat by seat, before the first move of a game whose past is known to them.
    #[must_use]
    pub fn of_views(views: Vec<G::View>) -> Self {
        Self { told: vec![Vec::new(); views.len()], views }
    }

    /// Tells every seat about `mv`, which is about to be played at `before`.
    pub fn tell(&mut self, game: &G, before: &G::State, mv: G::Move) {
        for (seat, (view, told)) in Player::all(game.players()).zip(self.views.iter_mut().zip(&mut self.told)) {
            let seen = game.seen(before, mv, seat);
            game.note(view, seen);
            told.push(seen);
        }
    }

    /// What `seat` knows.
    #[must_use]
    pub fn of(&self, seat: Player) -> Knowledge<'_, G> {
        Knowledge { view: &self.views[seat.index()], told: &self.told[seat.index()] }
    }
}
