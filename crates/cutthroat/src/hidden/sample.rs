//! The worlds that a search looks at.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::budget::{Budget, Meter};

use super::{Dealer, Hidden, ImpossibleView, Knowledge, SeatViews, World};

/// How many nodes a world is taken to cost, to look at the clock often enough.
pub(super) const NODES_OF_A_WORLD: u64 = 64;

/// Worlds that a view allows, and how much each counts.
#[derive(Clone, Debug)]
pub struct Sample<G: Hidden> {
    /// The worlds.
    pub worlds: Vec<World<G>>,
    /// The weight of each, a whole number, so that sums are the same in every order.
    pub weights: Vec<u64>,
    /// Whether these are all worlds there are.
    pub exhaustive: bool,
}

impl<G: Hidden> Sample<G> {
    /// Draws `number` worlds, all of weight 1, or takes every world if there are no more. World `k` depends on `seed`
    /// and `k` only.
    ///
    /// # Errors
    /// If the view allows no world.
    pub fn draw(game: &G, view: &G::View, number: usize, seed: u64) -> Result<Self, ImpossibleView> {
        Self::draw_within(game, view, number, &Budget::default(), seed)
    }

    /// The same, with fewer worlds if the time of `budget` ends before, but at least one.
    ///
    /// # Errors
    /// If the view allows no world.
    pub fn draw_within(
        game: &G,
        view: &G::View,
        number: usize,
        budget: &Budget,
        seed: u64,
    ) -> Result<Self, ImpossibleView> {
        Self::draw_or_list(game, view, (number, number), budget, seed)
    }

    /// Draws worlds, or takes every world if there are at most `listed`.
    pub(super) fn draw_or_list(
        game: &G,
        view: &G::View,
        (listed, number): (usize, usize),
        budget: &Budget,
        seed: u64,
    ) -> Result<Self, ImpossibleView> {
        let mut dealer = game.dealer(view)?;
        if let Some(worlds) = dealer.all(listed) {
            return Ok(Self { weights: vec![1; worlds.len()], worlds, exhaustive: true });
        }
        let mut clock = Meter::clock(budget);
        let in_time = |stream: &u64| *stream == 0 || clock.pay_for(NODES_OF_A_WORLD);
        let worlds: Vec<World<G>> =
            (0..number as u64).take_while(in_time).map(|stream| dealer.deal(&mut stream_of(seed, stream))).collect();
        Ok(Self { weights: vec![1; worlds.len()], worlds, exhaustive: false })
    }

    /// The worlds with what every seat knows in them.
    #[must_use]
    pub fn with_views(&self, game: &G, known: Knowledge<'_, G>, seed: u64) -> Vec<SeenWorld<G>> {
        let see = |(number, world)| SeenWorld::new(game, known, world, &mut stream_of(seed, number));
        (0..).zip(self.worlds.iter().cloned()).map(see).collect()
    }
}

/// The random numbers of world `stream` of a search.
pub(super) fn stream_of(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(stream);
    rng
}

/// A world, and what every seat knows in it.
#[derive(Clone, Debug)]
pub struct SeenWorld<G: Hidden> {
    /// The world.
    pub world: World<G>,
    /// What every seat knows.
    pub views: SeatViews<G>,
}

impl<G: Hidden> SeenWorld<G> {
    /// What every seat knows in `world`, if the past of the game was as `known` says.
    #[must_use]
    pub fn new(game: &G, known: Knowledge<'_, G>, world: World<G>, rng: &mut ChaCha8Rng) -> Self {
        let origin = game.origin(known, &world, rng);
        let World { game, mut state } = origin.start;
        let mut views = SeatViews::new(&game, &state);
        for mv in origin.moves {
            views.tell(&game, &state, mv);
            game.play(&mut state, mv);
        }
        Self { world, views }
    }

    /// Plays a legal move, and tells everybody.
    pub fn play(&mut self, mv: G::Move) {
        self.views.tell(&self.world.game, &self.world.state, mv);
        self.world.game.play(&mut self.world.state, mv);
    }

    /// The legal moves; none where the game is over.
    pub(super) fn moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.world.game.mover(&self.world.state).is_some() {
            self.world.game.moves(&self.world.state, &mut moves);
        }
        moves
    }
}
