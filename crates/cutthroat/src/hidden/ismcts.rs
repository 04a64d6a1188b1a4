//! Information-set Monte Carlo tree search (ISMCTS; Cowling, Powley and Whitehouse 2012): one tree for all worlds, and a
//! new world for every iteration.
//!
//! With one tree of the moves that the searching seat sees (*single observer*), nothing fuses: a move has the same
//! statistics in all worlds that lead to it. But opponents share a node in all worlds too, as if they did not know their
//! own cards. Split by what each mover knows in the world (*many observers*), they do; then every hidden hand is a node of
//! its own, and it takes longer to learn.

mod tree;

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;

use crate::budget::{Budget, Meter, Stop};
use crate::eval::Range;
use crate::game::{Game, MAX_PLAYERS, Player};
use crate::payoff::Payoff;
use crate::playout::{FastRandom, PlayedOut};
use crate::search::SearchError;

use super::allocations::uniform_below;
use super::estimates::{Estimates, MoveEstimate};
use super::jobs::{Done, Jobs, Results};
use super::sample::stream_of;
use super::{Dealer, Hidden, ImpossibleView, Knowledge, Sample, SeenWorld, World};
use tree::{Tree, Tried};

/// Whose knowledge tells nodes apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Observers {
    /// That of the seat that searches: one tree of moves.
    #[default]
    One,
    /// That of each mover.
    All,
}

/// Plays a state out, and says what its end is worth.
pub type PlayOut<'a, G> = &'a mut dyn FnMut(&G, &mut <G as Game>::State, &mut FastRandom) -> PlayedOut;

/// The same on another thread.
pub type HelpingPlayOut<'a, G> = &'a mut (dyn FnMut(&G, &mut <G as Game>::State, &mut FastRandom) -> PlayedOut + Send);

/// An ISMCTS search: what to search, and how.
pub struct Ismcts<'a, G: Hidden> {
    terms: IsmctsTerms<'a, G>,
    range: Range,
    play_out: PlayOut<'a, G>,
    helpers: Vec<HelpingPlayOut<'a, G>>,
    trees: usize,
    budget: Budget,
}

/// What all trees of a search have in common.
struct IsmctsTerms<'a, G: Hidden> {
    game: &'a G,
    known: Knowledge<'a, G>,
    sample: Option<&'a Sample<G>>,
    observers: Observers,
    exploration: f64,
    iterations: u64,
    /// The payoffs that count as 0 and as 1.
    minp: Payoff,
    maxp: Payoff,
    seed: u64,
}

/// Where the worlds of a tree come from.
enum Source<'s, G: Hidden> {
    Dealer(G::Dealer),
    /// A sample, and for each world the sum of its weight and all before.
    Sample(&'s Sample<G>, Vec<u64>),
}

impl<G: Hidden> Source<'_, G> {
    fn draw(&mut self, rng: &mut ChaCha8Rng) -> World<G> {
        match self {
            Self::Dealer(dealer) => dealer.deal(rng),
            Self::Sample(sample, sums) => {
                let drawn = uniform_below(u128::from(sums[sums.len() - 1]), rng) as u64;
                sample.worlds[sums.partition_point(|&sum| sum <= drawn)].clone()
            }
        }
    }
}

/// As in the paper, for rewards from 0 to 1.
const DEFAULT_EXPLORATION: f64 = 0.7;

/// Iterations if nothing else is said.
const DEFAULT_ITERATIONS: u64 = 10_000;

impl<'a, G: Hidden> Ismcts<'a, G> {
    /// A search for the seat of `known`, whose turn it is. `range` is that of the payoffs at the end of playouts.
    #[must_use]
    pub fn new(game: &'a G, known: Knowledge<'a, G>, range: Range, play_out: PlayOut<'a, G>) -> Self {
        let terms = IsmctsTerms {
            game,
            known,
            sample: None,
            observers: Observers::One,
            exploration: DEFAULT_EXPLORATION,
            iterations: DEFAULT_ITERATIONS,
            minp: range.minp.unwrap_or_default(),
            maxp: range.maxp.unwrap_or_default(),
            seed: 0,
        };
        Self { terms, range, play_out, helpers: Vec::new(), trees: 1, budget: Budget::default() }
    }

    /// Whose knowledge tells nodes apart.
    #[must_use]
    pub fn observers(mut self, observers: Observers) -> Self {
        self.terms.observers = observers;
        self
    }

    /// The constant of exploration, for rewards from 0 to 1.
    #[must_use]
    pub fn exploration(mut self, exploration: f64) -> Self {
        self.terms.exploration = exploration;
        self
    }

    /// How many worlds are drawn and played, one each.
    #[must_use]
    pub fn iterations(mut self, iterations: u64) -> Self {
        self.terms.iterations = iterations;
        self
    }

    /// Draws the worlds of all iterations from `sample`, as often as their weights say.
    #[must_use]
    pub fn worlds_of(mut self, sample: &'a Sample<G>) -> Self {
        self.terms.sample = Some(sample);
        self
    }

    /// Grows several trees, which share iterations and nodes, and adds up what they found.
    #[must_use]
    pub fn trees(self, trees: usize) -> Self {
        Self { trees: trees.max(1), ..self }
    }

    /// Grows trees on one more thread for each of these, which have to play out in the same way. The answer is the same.
    #[must_use]
    pub fn helpers(self, helpers: Vec<HelpingPlayOut<'a, G>>) -> Self {
        Self { helpers, ..self }
    }

    /// What the search may cost.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Searches. The answer is the move that was tried most often; of those the one with the best mean, and of those the
    /// first of the view.
    ///
    /// # Errors
    /// If the range of payoffs is not declared, the exploration is no number from 0 on, or the view allows no world.
    ///
    /// # Panics
    /// When it is not the turn of the seat.
    pub fn run(self, seed: u64) -> Result<Estimates<G::Move>, SearchError> {
        let Self { terms, range, play_out, helpers, trees, budget } = self;
        let terms = IsmctsTerms { seed, ..terms };
        let mut moves = Vec::new();
        terms.game.moves_of(terms.known.view, &mut moves);
        assert!(!moves.is_empty(), "it is not the turn of this seat");
        if range.minp.is_none() || range.maxp.is_none() {
            return Err(SearchError::parameter("range", "not declared", "declared by the evaluation"));
        }
        if !(0.0..f64::INFINITY).contains(&terms.exploration) {
            return Err(SearchError::parameter("exploration", terms.exploration, "a number from 0 on"));
        }
        if moves.len() == 1 {
            return Ok(Estimates::only(moves[0]));
        }
        let budget = budget.started();
        // A tree that has no time at all is still an answer, so the clock is up to the trees.
        let unwatched = Budget::default();
        let jobs = Jobs::new(trees, &unwatched);
        let share = Budget { nodes: budget.nodes.map(|nodes| nodes / trees as u64), ..budget };
        let grow = |number: usize, play_out: PlayOut<'_, G>| {
            let iterations =
                terms.iterations / trees as u64 + u64::from((number as u64) < terms.iterations % trees as u64);
            let grown = terms.grow(number, trees, iterations, play_out, &share)?;
            Ok(Done { nodes: grown.nodes, result: grown })
        };
        std::thread::scope(|scope| {
            for helper in helpers.into_iter().take(trees - 1) {
                let (jobs, grow) = (&jobs, &grow);
                scope.spawn(move || jobs.work(&mut |number, _| grow(number, helper)));
            }
            jobs.work(&mut |number, _| grow(number, play_out));
        });
        let Results { results, .. } = jobs.finish()?;
        let all = results.into_iter().reduce(Grown::merged);
        Ok(terms.answer(&moves, all.expect("there is a tree")))
    }
}

/// What came of a tree: what it found at the root, and at what cost.
struct Grown<M> {
    tried: Tried<M>,
    iterations: u64,
    nodes: u64,
    stop: Stop,
}

impl<M: Copy + Eq> Grown<M> {
    /// Two trees together.
    fn merged(mut self, other: Self) -> Self {
        for edge in other.tried {
            match self.tried.iter_mut().find(|own| own.mv == edge.mv) {
                None => self.tried.push(edge),
                Some(own) => {
                    own.visits += edge.visits;
                    own.squares += edge.squares;
                    for (sum, other) in own.sums.iter_mut().zip(edge.sums) {
                        *sum += other;
                    }
                }
            }
        }
        let stop = if self.stop == Stop::Depth { other.stop } else { self.stop };
        Self { iterations: self.iterations + other.iterations, nodes: self.nodes + other.nodes, stop, ..self }
    }
}

impl<G: Hidden> IsmctsTerms<'_, G> {
    fn source(&self) -> Result<Source<'_, G>, ImpossibleView> {
        Ok(match self.sample {
            None => Source::Dealer(self.game.dealer(self.known.view)?),
            Some(sample) => {
                let add = |sum: &mut u64, &weight: &u64| {
                    *sum += weight;
                    Some(*sum)
                };
                Source::Sample(sample, sample.weights.iter().scan(0, add).collect())
            }
        })
    }

    /// Grows the tree with this number.
    fn grow(
        &self,
        number: usize,
        trees: usize,
        most: u64,
        play_out: PlayOut<'_, G>,
        budget: &Budget,
    ) -> Result<Grown<G::Move>, SearchError> {
        let mut source = self.source()?;
        let mut tree = Tree { nodes: vec![Vec::new()], by_view: FxHashMap::default() };
        let mut meter = Meter::new(budget);
        let mut stop = Stop::Depth;
        let (mut iterations, mut nodes, mut longest) = (0, 0, 0);
        for iteration in 0..most {
            // What a way through the tree will cost is not known before: there must be enough for the longest so far.
            if budget.nodes.is_some_and(|most| nodes + longest > most) {
                stop = Stop::Nodes;
                break;
            }
            let stream = iteration * trees as u64 + number as u64;
            let mut rng = stream_of(self.seed, stream);
            let world = source.draw(&mut rng);
            let mut random = FastRandom::new(rng.next_u64(), stream);
            let spent = match self.observers {
                Observers::One => self.iterate_one(&mut tree, world, &mut random, play_out),
                Observers::All => {
                    let world = SeenWorld::new(self.game, self.known, world, &mut rng);
                    self.iterate_all(&mut tree, world, &mut random, play_out)
                }
            };
            iterations += 1;
            nodes += spent;
            longest = longest.max(spent);
            if !meter.pay_for(spent) {
                stop = meter.stopped().unwrap_or(Stop::Nodes);
                break;
            }
        }
        let root = match self.observers {
            Observers::One => Some(0),
            Observers::All => tree.by_view.get(self.known.view).copied(),
        };
        let tried = root.map_or(Vec::new(), |root| std::mem::take(&mut tree.nodes[root]));
        Ok(Grown { tried, iterations, nodes, stop })
    }

    fn answer(&self, moves: &[G::Move], grown: Grown<G::Move>) -> Estimates<G::Move> {
        let (mover, players) = (G::seat_of(self.known.view), self.game.players());
        let Grown { tried, iterations, nodes, stop } = grown;
        let estimate = |&mv: &G::Move| {
            let Some(edge) = tried.iter().find(|edge| edge.mv == mv) else {
                return MoveEstimate {
                    mv,
                    means: [0.0; MAX_PLAYERS],
                    error: 0.0,
                    visits: 0,
                    worlds: 0,
                    at_most: false,
                };
            };
            let visits = edge.visits.max(1) as f64;
            let mut means = [0.0; MAX_PLAYERS];
            for player in Player::all(players) {
                means[player.index()] = edge.sums[player.index()] as f64 / visits;
            }
            let variance = edge.squares as f64 / visits - means[mover.index()] * means[mover.index()];
            let error = (variance.max(0.0) / visits).sqrt();
            MoveEstimate { mv, means, error, visits: edge.visits, worlds: edge.visits, at_most: false }
        };
        let estimates: Vec<MoveEstimate<G::Move>> = moves.iter().map(estimate).collect();
        let mut best = &estimates[0];
        for other in &estimates[1..] {
            let better = other.means[mover.index()] > best.means[mover.index()];
            if other.visits > best.visits || other.visits == best.visits && better {
                best = other;
            }
        }
        let best = best.mv;
        Estimates { moves: estimates, worlds: iterations, nodes, stop, ..Estimates::only(best) }
    }

    /// One world, in the tree of the searching seat.
    fn iterate_one(
        &self,
        tree: &mut Tree<G>,
        world: World<G>,
        random: &mut FastRandom,
        play_out: PlayOut<'_, G>,
    ) -> u64 {
        let World { game, mut state } = world;
        let mut path: Vec<(usize, usize, Player)> = Vec::new();
        let mut node = 0;
        let mut moves = Vec::new();
        while let Some(mover) = game.mover(&state) {
            moves.clear();
            game.moves(&state, &mut moves);
            let (place, is_new) = tree.select(node, &moves, self.exploration, random);
            path.push((node, place, mover));
            game.play(&mut state, tree.nodes[node][place].mv);
            let Some(next) = tree.child(node, place) else { break };
            node = next;
            if is_new {
                break;
            }
        }
        let end = play_out(&game, &mut state, random);
        tree.learn(&path, &end.payoff, &self.minp, &self.maxp);
        path.len() as u64 + end.nodes
    }

    /// One world, with every mover at the node of what they know in it.
    fn iterate_all(
        &self,
        tree: &mut Tree<G>,
        mut seen: SeenWorld<G>,
        random: &mut FastRandom,
        play_out: PlayOut<'_, G>,
    ) -> u64 {
        let mut path: Vec<(usize, usize, Player)> = Vec::new();
        while let Some(mover) = seen.world.game.mover(&seen.world.state) {
            let moves = seen.moves();
            let Some(node) = tree.of_view(seen.views.of(mover).view) else { break };
            let (place, is_new) = tree.select(node, &moves, self.exploration, random);
            path.push((node, place, mover));
            seen.play(tree.nodes[node][place].mv);
            if is_new {
                break;
            }
        }
        let end = play_out(&seen.world.game, &mut seen.world.state, random);
        tree.learn(&path, &end.payoff, &self.minp, &self.maxp);
        path.len() as u64 + end.nodes
    }
}
