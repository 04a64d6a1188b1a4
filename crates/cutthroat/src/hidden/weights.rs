//! Which worlds are likely: weights from what the others did.
//!
//! A view allows worlds, and its dealer draws them equally often. But a move tells more than that it was legal. How likely
//! a player is to make it, given what they know in a world, is a [`Behaviour`]; the product over all their moves is the
//! likelihood of the world. Against players who choose at random it is not the same for all worlds either
//! ([`AtRandomBehaviour`]): who had few legal moves was more likely to make the one they made.
//!
//! Worlds can be drawn equally often and weighed ([`Sample::weigh`]), or drawn by their likelihood in a chain of small
//! changes ([`Sample::by_metropolis`]). [`LikelyWorlds`] weighs, and goes over to chains if few worlds count.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::budget::{Budget, Meter};
use crate::game::{Game, Player};
use crate::order::MoveOrder;

use super::allocations::uniform_below;
use super::sample::{NODES_OF_A_WORLD, stream_of};
use super::{Dealer, Hidden, ImpossibleView, Knowledge, Redeal, Sample, SeatViews, SeenWorld, World};

/// How players choose, as far as it can be guessed.
pub trait Behaviour<G: Hidden> {
    /// The logarithm of the probability that `mover` makes the move at place `chosen` of their legal `moves`, of which
    /// there are several.
    fn log_probability(&mut self, seen: &SeenWorld<G>, mover: Player, moves: &[G::Move], chosen: usize) -> f64;

    /// The same for all that others did before the first move that the seat was told of, such as bids that everybody
    /// knows, if the game began in `start`. Nothing by default. What left no trace is drawn from `rng`.
    fn log_of_start(&mut self, known: Knowledge<'_, G>, start: &World<G>, rng: &mut ChaCha8Rng) -> f64 {
        let _ = (known, start, rng);
        0.0
    }

    /// How many of the last moves are looked at; all by default.
    fn moves_looked_at(&self) -> usize {
        usize::MAX
    }

    /// The same for a behaviour that looks at nothing but the hand of the mover and what lies on the table in `world`. It is
    /// asked first, before anybody's view is worked out, which costs more than all else. `None` by default: it does look at
    /// views.
    fn log_from_table(&mut self, world: &World<G>, moves: &[G::Move], chosen: usize) -> Option<f64> {
        let _ = (world, moves, chosen);
        None
    }

    /// Whether it answers [`log_from_table`](Self::log_from_table), always or never; not by default.
    fn needs_no_views(&self) -> bool {
        false
    }

    /// Whether it has come to the end of what it may cost, never by default. What it said about the last world does not
    /// count then.
    fn is_spent(&self) -> bool {
        false
    }
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
        log_softmax(&scores, chosen, self.spread, self.noise)
    }
}

/// The logarithm of the probability of the move at place `chosen`, by a softmax of scores that is mixed with pure chance.
/// Scores count in units of `spread`, and `noise` is the chance of a move at random.
#[must_use]
pub fn log_softmax(scores: &[f64], chosen: usize, spread: f64, noise: f64) -> f64 {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let raised = |score: f64| libm::exp((score - most) / spread);
    let all: f64 = scores.iter().map(|&score| raised(score)).sum();
    libm::log((1.0 - noise) * raised(scores[chosen]) / all + noise / scores.len() as f64)
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
        log_softmax(&scores, chosen, self.spread, self.noise)
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
    let mut sum = behaviour.log_of_start(known, &origin.start, rng);
    let not_looked_at = origin.moves.len().saturating_sub(behaviour.moves_looked_at());
    if not_looked_at == origin.moves.len() {
        return sum;
    }
    let mut moves = Vec::new();
    if behaviour.needs_no_views() {
        let mut world = origin.start;
        for (number, mv) in origin.moves.into_iter().enumerate() {
            let mover = world.game.mover(&world.state).filter(|_| number >= not_looked_at);
            if mover.is_some_and(|mover| mover != own) {
                moves.clear();
                world.game.moves(&world.state, &mut moves);
                if let Some(chosen) = moves.iter().position(|&other| other == mv).filter(|_| moves.len() > 1) {
                    sum += behaviour.log_from_table(&world, &moves, chosen).unwrap_or(0.0);
                }
            }
            world.game.play(&mut world.state, mv);
        }
        return sum;
    }
    let views = SeatViews::new(&origin.start.game, &origin.start.state);
    let mut seen = SeenWorld { world: origin.start, views };
    for (number, mv) in origin.moves.into_iter().enumerate() {
        let mover = seen.world.game.mover(&seen.world.state).filter(|_| number >= not_looked_at);
        if let Some(mover) = mover.filter(|&mover| mover != own) {
            moves.clear();
            seen.world.game.moves(&seen.world.state, &mut moves);
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
    /// How many worlds were weighed.
    pub weighed: usize,
    /// With the weights that they got, they count as much as this many of equal weight: the effective sample size.
    pub effective: f64,
    /// The power to which likelihoods were raised, so that enough worlds count; 1 if they are used as they are.
    pub tempering: f64,
    /// Whether so few counted that the worlds were drawn by Metropolis chains instead.
    pub chained: bool,
}

/// Weights are fractions of this number.
const WHOLE: f64 = 4_294_967_296.0;

/// A sample in which fewer than this part of the worlds counts is tempered, unless as many count as are enough for any search.
const LEAST_EFFECTIVE: f64 = 0.25;
const ENOUGH_EFFECTIVE: f64 = 250.0;

/// Metropolis chains, the steps before the first world of a chain is kept, and from one kept world to the next.
const CHAINS: usize = 4;
const FIRST_STEPS: usize = 200;
const STEPS: usize = 20;

/// How many of so many worlds have to count.
fn least_effective(worlds: usize) -> f64 {
    (LEAST_EFFECTIVE * worlds as f64).min(ENOUGH_EFFECTIVE)
}

/// Likelihoods, and the weights that follow from them.
struct Likelihoods(Vec<f64>);

impl Likelihoods {
    /// The weights, which add up to 1, if likelihoods are raised to a power, and the effective sample size.
    fn raised(&self, tempering: f64) -> (Vec<f64>, f64) {
        let most = self.0.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let raised: Vec<f64> = self.0.iter().map(|log| libm::exp(tempering * (log - most))).collect();
        let sum: f64 = raised.iter().sum();
        let weights: Vec<f64> = raised.iter().map(|weight| weight / sum).collect();
        let squares: f64 = weights.iter().map(|weight| weight * weight).sum();
        (weights, 1.0 / squares)
    }

    /// The weights as whole numbers, tempered until as many worlds count as `least`.
    fn tempered(&self, least: f64) -> (Vec<u64>, Weighing) {
        let mut tempering = 1.0;
        loop {
            let (weights, effective) = self.raised(tempering);
            if effective >= least {
                let weights = weights.iter().map(|weight| libm::round(weight * WHOLE) as u64).collect();
                return (weights, Weighing { weighed: self.0.len(), effective, tempering, chained: false });
            }
            tempering /= 2.0;
        }
    }
}

/// How a sample of likely worlds is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LikelyWorlds {
    /// How many worlds there are to be; all of them if there are no more.
    pub number: usize,
    /// How many are drawn and weighed for each of them. With more than one, those that hardly count are left out.
    pub weighed_for_each: usize,
    /// How many worlds chains may draw at the most, if few of those that were weighed count. They are repeated as often
    /// as is needed. With 0, weights are tempered instead.
    pub chained: usize,
}

impl LikelyWorlds {
    /// Draws the sample. Where the time of `budget` ends, there are fewer worlds, but at least one.
    ///
    /// # Errors
    /// If the view allows no world.
    pub fn draw<G: Hidden>(
        self,
        game: &G,
        known: Knowledge<'_, G>,
        behaviour: &mut dyn Behaviour<G>,
        budget: &Budget,
        seed: u64,
    ) -> Result<(Sample<G>, Weighing), ImpossibleView> {
        let all = self.number * self.weighed_for_each.max(1);
        let mut sample = Sample::draw_or_list(game, known.view, (self.number, all), budget, seed)?;
        let logs = sample.likelihoods(game, known, behaviour, budget, seed);
        let least = least_effective(self.number.min(logs.0.len()));
        let (_, effective) = logs.raised(1.0);
        if !sample.exhaustive && effective < least && self.chained > 0 {
            let mut chains = Chains::new(game, known, behaviour, budget)?;
            let drawn = chains.worlds(self.number.min(self.chained), seed);
            let worlds: Vec<World<G>> = drawn.iter().cycle().take(self.number).cloned().collect();
            let sample = Sample { weights: vec![1; worlds.len()], worlds, exhaustive: false };
            return Ok((sample, Weighing { weighed: logs.0.len(), effective, tempering: 1.0, chained: true }));
        }
        let (weights, weighing) = logs.tempered(if sample.exhaustive { 0.0 } else { least });
        sample.weights = weights;
        if all > self.number && !sample.exhaustive {
            let counting = libm::ceil(2.0 * weighing.effective) as usize;
            sample = sample.resampled(self.number.min(counting), seed);
        }
        Ok((sample, weighing))
    }
}

impl<G: Hidden> Sample<G> {
    /// The logarithm of the likelihood of every world. Worlds for which there is no time are dropped.
    fn likelihoods(
        &mut self,
        game: &G,
        known: Knowledge<'_, G>,
        behaviour: &mut dyn Behaviour<G>,
        budget: &Budget,
        seed: u64,
    ) -> Likelihoods {
        let mut meter = Meter::clock(budget);
        let mut logs = Vec::with_capacity(self.worlds.len());
        for (number, world) in (0..).zip(&self.worlds) {
            // A world costs about as much as some dozens of nodes.
            if number > 0 && !meter.pay_for(NODES_OF_A_WORLD) {
                break;
            }
            let log = log_likelihood(game, known, world, behaviour, &mut stream_of(seed, number));
            if behaviour.is_spent() && number > 0 {
                break;
            }
            logs.push(log);
        }
        self.exhaustive &= logs.len() == self.worlds.len();
        self.worlds.truncate(logs.len());
        self.weights.truncate(logs.len());
        Likelihoods(logs)
    }

    /// Weighs every world by its likelihood. If few worlds then count for nearly everything, likelihoods are raised to a
    /// power below 1 until a quarter of the worlds counts, or 250 of them; the power is returned.
    pub fn weigh(
        &mut self,
        game: &G,
        known: Knowledge<'_, G>,
        behaviour: &mut dyn Behaviour<G>,
        seed: u64,
    ) -> Weighing {
        let logs = self.likelihoods(game, known, behaviour, &Budget::default(), seed);
        let least = if self.exhaustive { 0.0 } else { least_effective(logs.0.len()) };
        let (weights, weighing) = logs.tempered(least);
        self.weights = weights;
        weighing
    }

    /// The same worlds, each as often as its weight says and all of weight 1, in any order: for searches that give every world
    /// the same attention, such as playouts.
    #[must_use]
    pub fn repeated(&self, seed: u64) -> Self {
        let mut rng = stream_of(seed, 0);
        let times = |(world, &weight): (&World<G>, &u64)| std::iter::repeat_n(world.clone(), weight as usize);
        let mut worlds: Vec<World<G>> = self.worlds.iter().zip(&self.weights).flat_map(times).collect();
        for place in (1..worlds.len()).rev() {
            worlds.swap(place, uniform_below(place as u128 + 1, &mut rng) as usize);
        }
        Self { weights: vec![1; worlds.len()], worlds, exhaustive: false }
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
        let worlds = Chains::new(game, known, behaviour, &Budget::default())?.worlds(number, seed);
        Ok(Self { weights: vec![1; worlds.len()], worlds, exhaustive: false })
    }
}

/// Metropolis chains.
struct Chains<'c, G: Hidden> {
    game: &'c G,
    known: Knowledge<'c, G>,
    behaviour: &'c mut dyn Behaviour<G>,
    dealer: G::Dealer,
    meter: Meter,
}

impl<'c, G: Hidden> Chains<'c, G> {
    fn new(
        game: &'c G,
        known: Knowledge<'c, G>,
        behaviour: &'c mut dyn Behaviour<G>,
        budget: &Budget,
    ) -> Result<Self, ImpossibleView> {
        Ok(Self { game, known, behaviour, dealer: game.dealer(known.view)?, meter: Meter::clock(budget) })
    }

    /// Draws `number` worlds, or fewer if there is no time, but at least one.
    fn worlds(&mut self, number: usize, seed: u64) -> Vec<World<G>> {
        let mut worlds = Vec::with_capacity(number);
        for chain in 0..CHAINS.min(number) {
            let mut rng = stream_of(seed, chain as u64);
            let mut world = self.dealer.deal(&mut rng);
            let mut log = self.log_likelihood(&world, &mut rng);
            let share = number / CHAINS + usize::from(chain < number % CHAINS);
            for step in 0..FIRST_STEPS + share * STEPS {
                if !self.meter.pay_for(NODES_OF_A_WORLD) {
                    if worlds.is_empty() {
                        worlds.push(world);
                    }
                    return worlds;
                }
                let part = match uniform_below(100, &mut rng) {
                    0..80 => Redeal::Swap,
                    80..95 => Redeal::Pair,
                    _ => Redeal::All,
                };
                let mut changed = world.clone();
                if self.dealer.redeal(&mut changed, part, &mut rng) {
                    let other = self.log_likelihood(&changed, &mut rng);
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
        worlds
    }

    fn log_likelihood(&mut self, world: &World<G>, rng: &mut ChaCha8Rng) -> f64 {
        log_likelihood(self.game, self.known, world, self.behaviour, rng)
    }
}
