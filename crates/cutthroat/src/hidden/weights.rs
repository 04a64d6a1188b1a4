//! Which worlds are likely: weights from what the others did.
//!
//! A view allows worlds, and its dealer draws them equally often. But a move tells more than that it was legal. How likely
//! a player is to make it, given what they know in a world, is a [`Behaviour`]; the product over all their moves is the
//! likelihood of the world. Against players who choose at random it is not the same for all worlds either
//! ([`AtRandomBehaviour`]): who had few legal moves was more likely to make the one they made.
//!
//! Worlds can be drawn equally often and weighed ([`Sample::weigh`]), or drawn by their likelihood in a chain of small
//! changes ([`Sample::by_metropolis`]).

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::game::{Game, Player};
use crate::order::MoveOrder;

use super::allocations::uniform_below;
use super::sample::stream_of;
use super::{Dealer, Hidden, ImpossibleView, Knowledge, Redeal, Sample, SeatViews, SeenWorld, World};

/// How players choose, as far as it can be guessed.
pub trait Behaviour<G: Hidden> {
    /// The logarithm of the probability that `mover` makes the move at place `chosen` of their legal `moves`, of which
    /// there are several.
    fn log_probability(&mut self, seen: &SeenWorld<G>, mover: Player, moves: &[G::Move], chosen: usize) -> f64;
}

/// Players choose at random: every legal move is equally likely.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AtRandomBehaviour;

impl<G: Hidden> Behaviour<G> for AtRandomBehaviour {
    fn log_probability(&mut self, _: &SeenWorld<G>, _: Player, moves: &[G::Move], _: usize) -> f64 {
        -libm::log(moves.len() as f64)
    }
}

/// Players prefer moves with a high score: the probability of a move is a softmax of scores, mixed with pure chance so that
/// no world becomes impossible.
#[derive(Clone, Copy, Debug)]
pub struct ByScores<F> {
    /// The score of each of the mover's legal moves.
    pub scores: F,
    /// A score that is less by this much is less likely by a factor of e.
    pub spread: f64,
    /// The chance of a move at random, from 0 to 1.
    pub noise: f64,
}

impl<G, F> Behaviour<G> for ByScores<F>
where
    G: Hidden,
    F: FnMut(&SeenWorld<G>, Player, &[G::Move]) -> Vec<f64>,
{
    fn log_probability(&mut self, seen: &SeenWorld<G>, mover: Player, moves: &[G::Move], chosen: usize) -> f64 {
        let scores = (self.scores)(seen, mover, moves);
        libm::log(softmax(&scores, chosen, self.spread, self.noise))
    }
}

/// The probability of the move at place `chosen`, by a softmax of scores that is mixed with pure chance. Scores count in
/// units of `spread`, and `noise` is the chance of a move at random.
#[must_use]
pub fn softmax(scores: &[f64], chosen: usize, spread: f64, noise: f64) -> f64 {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let raised = |score: f64| libm::exp((score - most) / spread);
    let all: f64 = scores.iter().map(|&score| raised(score)).sum();
    (1.0 - noise) * raised(scores[chosen]) / all + noise / scores.len() as f64
}

/// The score of each move: its place in an order, counted downwards from 0.
pub fn scores_by_order<G: Game, M: MoveOrder<G>>(order: &M, game: &G, state: &G::State, moves: &[G::Move]) -> Vec<f64> {
    let mut places: Vec<u16> = (0..moves.len() as u16).collect();
    order.arrange(game, state, moves, &mut places);
    let mut scores = vec![0.0; moves.len()];
    for (place, &index) in places.iter().enumerate() {
        scores[usize::from(index)] = -(place as f64);
    }
    scores
}

/// Players prefer the first moves of an order, which sees only what the mover knows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ByOrder<M> {
    /// The order.
    pub order: M,
    /// A move this many places later is less likely by a factor of e.
    pub spread: f64,
    /// The chance of a move at random, from 0 to 1.
    pub noise: f64,
}

impl<M> ByOrder<M> {
    /// Players who follow `order` about as well as people do.
    #[must_use]
    pub fn new(order: M) -> Self {
        Self { order, spread: 1.5, noise: 0.05 }
    }
}

impl<G: Hidden, M: MoveOrder<G>> Behaviour<G> for ByOrder<M> {
    fn log_probability(&mut self, seen: &SeenWorld<G>, mover: Player, moves: &[G::Move], chosen: usize) -> f64 {
        let game = seen.world.game.public();
        let state = game.possible_state(seen.views.of(mover).view);
        let scores = scores_by_order(&self.order, &game, &state, moves);
        libm::log(softmax(&scores, chosen, self.spread, self.noise))
    }
}

/// The logarithm of the likelihood of `world`: how probable it is that all others did what they did, in so far as they had
/// a choice. What left no trace is drawn from `rng`.
pub fn log_likelihood<G: Hidden>(
    game: &G,
    known: Knowledge<'_, G>,
    world: &World<G>,
    behaviour: &mut dyn Behaviour<G>,
    rng: &mut ChaCha8Rng,
) -> f64 {
    let own = G::seat_of(known.view);
    let origin = game.origin(known, world, rng);
    let views = SeatViews::new(&origin.start.game, &origin.start.state);
    let mut seen = SeenWorld { world: origin.start, views };
    let mut sum = 0.0;
    for mv in origin.moves {
        let mover = seen.world.game.mover(&seen.world.state);
        if let Some(mover) = mover.filter(|&mover| mover != own) {
            let moves = seen.moves();
            if let Some(chosen) = moves.iter().position(|&other| other == mv).filter(|_| moves.len() > 1) {
                sum += behaviour.log_probability(&seen, mover, &moves, chosen);
            }
        }
        seen.play(mv);
    }
    sum
}

/// What became of the weights of a sample.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weighing {
    /// The worlds count as much as this many of equal weight: the effective sample size.
    pub effective: f64,
    /// The power to which likelihoods were raised, so that enough worlds count; 1 if they are used as they are.
    pub tempering: f64,
}

/// Weights are fractions of this number.
const WHOLE: f64 = 4_294_967_296.0;

/// A sample in which fewer than this part of the worlds counts is tempered.
const LEAST_EFFECTIVE: f64 = 0.25;

/// Metropolis chains, the steps before the first world of a chain is kept, and from one kept world to the next.
const CHAINS: usize = 4;
const FIRST_STEPS: usize = 200;
const STEPS: usize = 20;

impl<G: Hidden> Sample<G> {
    /// Weighs every world by its likelihood. If few worlds then count for nearly everything, likelihoods are raised to a
    /// power below 1 until a quarter of the worlds counts; the power is returned.
    pub fn weigh(
        &mut self,
        game: &G,
        known: Knowledge<'_, G>,
        behaviour: &mut dyn Behaviour<G>,
        seed: u64,
    ) -> Weighing {
        let logs: Vec<f64> = (0..)
            .zip(&self.worlds)
            .map(|(number, world)| log_likelihood(game, known, world, behaviour, &mut stream_of(seed, number)))
            .collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut tempering = 1.0;
        loop {
            let raised: Vec<f64> = logs.iter().map(|log| libm::exp(tempering * (log - most))).collect();
            let sum: f64 = raised.iter().sum();
            let squares: f64 = raised.iter().map(|weight| (weight / sum) * (weight / sum)).sum();
            let effective = 1.0 / squares;
            if self.exhaustive || effective >= LEAST_EFFECTIVE * logs.len() as f64 {
                self.weights = raised.iter().map(|weight| libm::round(weight / sum * WHOLE) as u64).collect();
                return Weighing { effective, tempering };
            }
            tempering /= 2.0;
        }
    }

    /// At most `number` of the worlds, each as often as its weight says, as evenly as possible; how often becomes the
    /// weight. So no search is spent on worlds that hardly count.
    #[must_use]
    pub fn resampled(&self, number: usize, seed: u64) -> Self {
        let whole: u128 = self.weights.iter().map(|&weight| u128::from(weight)).sum();
        let offset = uniform_below(whole, &mut stream_of(seed, 0));
        let mut kept = Self { worlds: Vec::new(), weights: Vec::new(), exhaustive: false };
        let (mut before, mut next) = (0, 0);
        for (world, &weight) in self.worlds.iter().zip(&self.weights) {
            before += u128::from(weight);
            let mut times = 0;
            while next < number && (offset + next as u128 * whole) / (number as u128) < before {
                (times, next) = (times + 1, next + 1);
            }
            if times > 0 {
                kept.worlds.push(world.clone());
                kept.weights.push(times);
            }
        }
        kept
    }

    /// Draws `number` worlds by their likelihood, with Metropolis chains: a world is changed a little, and the change is
    /// kept if it makes the world likelier, or else with a chance that is the ratio of likelihoods. Most changes
    /// exchange two cards; since not every world can be reached in this way, some deal two hands or everything again.
    ///
    /// # Errors
    /// If the view allows no world.
    pub fn by_metropolis(
        game: &G,
        known: Knowledge<'_, G>,
        behaviour: &mut dyn Behaviour<G>,
        number: usize,
        seed: u64,
    ) -> Result<Self, ImpossibleView> {
        let mut dealer = game.dealer(known.view)?;
        let mut worlds = Vec::with_capacity(number);
        for chain in 0..CHAINS {
            let mut rng = stream_of(seed, chain as u64);
            let mut world = dealer.deal(&mut rng);
            let mut log = log_likelihood(game, known, &world, behaviour, &mut rng);
            let share = number / CHAINS + usize::from(chain < number % CHAINS);
            for step in 0..FIRST_STEPS + share * STEPS {
                let part = match uniform_below(100, &mut rng) {
                    0..80 => Redeal::Swap,
                    80..95 => Redeal::Pair,
                    _ => Redeal::All,
                };
                let mut changed = world.clone();
                if dealer.redeal(&mut changed, part, &mut rng) {
                    let other = log_likelihood(game, known, &changed, behaviour, &mut rng);
                    let chance = rng.next_u64() as f64 / (u64::MAX as f64 + 1.0);
                    if chance < libm::exp(other - log) {
                        (world, log) = (changed, other);
                    }
                }
                if step >= FIRST_STEPS && (step - FIRST_STEPS) % STEPS == STEPS - 1 {
                    worlds.push(world.clone());
                }
            }
        }
        Ok(Self { weights: vec![1; worlds.len()], worlds, exhaustive: false })
    }
}
