//! Games in which everybody sees everything: the state is the view.

use std::hash::{Hash, Hasher};

use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHasher;

use crate::game::{Game, Player};

use super::{Dealer, Hidden, ImpossibleView, Knowledge, Origin, Redeal, World};

/// A game in which every seat sees everything. `impl PerfectInformation for MyGame {}` makes it [`Hidden`] with the
/// state as view and one world.
pub trait PerfectInformation: Game<State: Send + Sync, Move: Send + Sync> + Clone + Send + Sync {}

/// The view of a seat that sees everything.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OpenView<S> {
    seat: Player,
    state: S,
    first: S,
    /// A hash of all states before, so that two ways to one state are two views.
    past: u64,
}

impl<S> OpenView<S> {
    /// What the seat sees.
    pub fn state(&self) -> &S {
        &self.state
    }

    /// What it saw before the first move.
    pub fn first(&self) -> &S {
        &self.first
    }
}

/// The dealer of a game of perfect information.
#[derive(Clone, Debug)]
pub struct OnlyWorld<G: Game>(World<G>);

impl<G: PerfectInformation> Hidden for G {
    type Seen = G::Move;
    type View = OpenView<G::State>;
    type Dealer = OnlyWorld<G>;

    fn first_view(&self, start: &G::State, seat: Player) -> Self::View {
        OpenView { seat, state: start.clone(), first: start.clone(), past: 0 }
    }

    fn seen(&self, _: &G::State, mv: G::Move, _: Player) -> G::Move {
        mv
    }

    fn note(&self, view: &mut Self::View, mv: G::Move) {
        let mut hasher = FxHasher::default();
        (view.past, &view.state).hash(&mut hasher);
        view.past = hasher.finish();
        self.play(&mut view.state, mv);
    }

    fn seat_of(view: &Self::View) -> Player {
        view.seat
    }

    fn mover_of(&self, view: &Self::View) -> Option<Player> {
        self.mover(&view.state)
    }

    fn moves_of(&self, view: &Self::View, moves: &mut Vec<G::Move>) {
        if self.mover(&view.state) == Some(view.seat) {
            self.moves(&view.state, moves);
        }
    }

    fn allows(&self, view: &Self::View, world: &World<Self>) -> bool {
        view.state == world.state
    }

    fn dealer(&self, view: &Self::View) -> Result<OnlyWorld<G>, ImpossibleView> {
        Ok(OnlyWorld(World { game: self.clone(), state: view.state.clone() }))
    }

    fn possible_state(&self, view: &Self::View) -> G::State {
        view.state.clone()
    }

    fn origin(&self, known: Knowledge<'_, Self>, world: &World<Self>, _: &mut ChaCha8Rng) -> Origin<Self> {
        let start = World { game: world.game.clone(), state: known.view.first.clone() };
        Origin { start, moves: known.told.to_vec() }
    }
}

impl<G: PerfectInformation> Dealer<G> for OnlyWorld<G> {
    fn worlds(&self) -> Option<u128> {
        Some(1)
    }

    fn deal(&mut self, _: &mut ChaCha8Rng) -> World<G> {
        self.0.clone()
    }

    fn all(&mut self, most: usize) -> Option<Vec<World<G>>> {
        (most > 0).then(|| vec![self.0.clone()])
    }

    fn redeal(&mut self, _: &mut World<G>, _: Redeal, _: &mut ChaCha8Rng) -> bool {
        true
    }
}
