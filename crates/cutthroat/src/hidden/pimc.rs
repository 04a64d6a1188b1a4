//! Perfect-information Monte Carlo search (PIMC; Levy 1989, Ginsberg 2001): every move is valued in some possible worlds
//! as if all players saw everything, and the values are put together.
//!
//! With playouts instead of a search in the worlds it is flat Monte Carlo ([`ByPlayouts`]). It is exact if every world is
//! looked at and players do see everything; otherwise it has two faults (Frank and Basin 1998). *Strategy fusion*: it
//! thinks that it will play differently in worlds that it will not be able to tell apart. *Non-locality*: it does not
//! see that opponents steer away from the worlds that are good for it.

use crate::analysis::Analysis;
use crate::budget::{Budget, Stop};
use crate::eval::Evaluation;
use crate::game::{Game, Player};
use crate::hints::SearchHints;
use crate::order::MoveOrder;
use crate::payoff::Payoff;
use crate::playout::{FastRandom, Playout, PlayoutMemory, PlayoutPolicy};
use crate::search::{MAX_DEPTH, SearchError};

use super::estimates::{Estimates, MoveEstimate};
use super::jobs::{Done, Jobs, Results};
use super::{Hidden, Sample, World};

/// What a search of one world has to do.
#[derive(Debug)]
pub struct WorldTask<'a, G: Game> {
    /// The world. It is the turn of a player who has to choose.
    pub world: &'a World<G>,
    /// The number of the world, from which its random choices are drawn.
    pub number: u64,
    /// The moves to value, all legal.
    pub moves: &'a [G::Move],
    /// Plies to search; to the end of the game if not given.
    pub depth: Option<usize>,
    /// What it may cost.
    pub budget: &'a Budget,
}

/// What a search found in one world.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorldValues {
    /// The payoff of each move.
    pub payoffs: Vec<Payoff>,
    /// States visited.
    pub nodes: u64,
    /// Whether every line was searched to the end.
    pub complete: bool,
}

/// Values moves in a world in which everybody sees everything. Any closure of this form does.
pub trait WorldSearch<G: Game> {
    /// The payoff of every move of the task.
    ///
    /// # Errors
    /// When the search does not fit the game, or the budget ended.
    fn values(&mut self, task: &WorldTask<'_, G>) -> Result<WorldValues, SearchError>;

    /// What each player gets in a world that is over; by the rules of the game by default.
    fn payoff(&self, world: &World<G>) -> Payoff {
        world.game.payoff(&world.state)
    }
}

impl<G: Game, F: FnMut(&WorldTask<'_, G>) -> Result<WorldValues, SearchError>> WorldSearch<G> for F {
    fn values(&mut self, task: &WorldTask<'_, G>) -> Result<WorldValues, SearchError> {
        self(task)
    }
}

impl WorldValues {
    /// The values of the moves of `task` in a search of all moves of its world. A move that was left out has the value of
    /// an equivalent one.
    ///
    /// # Panics
    /// If `found` has the value of neither: then the search was not one of all moves.
    #[must_use]
    pub fn of<G: SearchHints>(task: &WorldTask<'_, G>, found: &Analysis<G::Move>) -> Self {
        let value = |mv: G::Move| found.moves.iter().find(|value| value.mv == mv).map(|value| value.payoff);
        let World { game, state } = task.world;
        let of_class = |mv| game.equivalents(state, mv).into_iter().find_map(value);
        let payoffs = task.moves.iter().map(|&mv| value(mv).or_else(|| of_class(mv)).expect("a value of every move"));
        Self { payoffs: payoffs.collect(), nodes: found.nodes, complete: found.is_complete() }
    }
}

/// Values moves by one playout each: with it, [`Pimc`] is flat Monte Carlo. All moves of a world are played out with the
/// same random numbers.
#[derive(Clone, Debug)]
pub struct ByPlayouts<'a, G: Game, E, M> {
    evaluation: &'a E,
    order: &'a M,
    policy: PlayoutPolicy,
    seed: u64,
    memory: PlayoutMemory<G::Move>,
}

impl<'a, G: Game, E, M> ByPlayouts<'a, G, E, M> {
    /// Playouts by `policy`, which may follow `order`; what their end is worth, and the seed of their random choices.
    #[must_use]
    pub fn new(evaluation: &'a E, order: &'a M, policy: PlayoutPolicy, seed: u64) -> Self {
        Self { evaluation, order, policy, seed, memory: PlayoutMemory::default() }
    }
}

impl<G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>> WorldSearch<G> for ByPlayouts<'_, G, E, M> {
    fn values(&mut self, task: &WorldTask<'_, G>) -> Result<WorldValues, SearchError> {
        let World { game, state } = task.world;
        let memory = std::mem::take(&mut self.memory);
        let mut playout = Playout::with_memory(game, self.evaluation, self.order, self.policy, memory);
        let mut nodes = 0;
        let mut payoffs = Vec::with_capacity(task.moves.len());
        for &mv in task.moves {
            let mut end = state.clone();
            game.play(&mut end, mv);
            let played = playout.run(&mut end, &mut FastRandom::new(self.seed, task.number));
            nodes += 1 + played.nodes;
            payoffs.push(played.payoff);
        }
        self.memory = playout.into_memory();
        if task.budget.nodes.is_some_and(|most| nodes > most) {
            return Err(SearchError::Stopped(Stop::Nodes));
        }
        Ok(WorldValues { payoffs, nodes, complete: false })
    }

    fn payoff(&self, world: &World<G>) -> Payoff {
        self.evaluation.evaluate(&world.game, &world.state)
    }
}

/// A search of worlds on another thread.
pub type HelpingSearch<'a, G> = &'a mut (dyn WorldSearch<G> + Send);

/// The searches of worlds: one for this thread, and one for each of the others.
pub(super) struct Searches<'a, G: Game> {
    pub(super) own: &'a mut dyn WorldSearch<G>,
    pub(super) helpers: Vec<HelpingSearch<'a, G>>,
}

/// A world to be searched.
pub(super) struct WorldJob<'j, G: Game> {
    pub(super) world: &'j World<G>,
    pub(super) number: usize,
    pub(super) moves: &'j [G::Move],
    /// What this world may cost of what all may cost.
    pub(super) share: Option<u64>,
}

impl<G: Hidden> Searches<'_, G> {
    /// Searches worlds. The results are those of the first ones, up to the first that cannot be paid for; they do not
    /// depend on the number of threads.
    pub(super) fn values(
        &mut self,
        jobs: &[WorldJob<'_, G>],
        depth: Option<usize>,
        budget: &Budget,
    ) -> Result<Results<WorldValues>, SearchError> {
        let queue = Jobs::new(jobs.len(), budget);
        let search = |search: &mut dyn WorldSearch<G>, job: usize, budget: &Budget| {
            let WorldJob { world, number, moves, share } = jobs[job];
            let nodes = budget.nodes.into_iter().chain(share).min();
            let budget = &Budget { nodes, ..budget.clone() };
            let found = search.values(&WorldTask { world, number: number as u64, moves, depth, budget })?;
            Ok(Done { nodes: found.nodes, result: found })
        };
        std::thread::scope(|scope| {
            let helpers = jobs.len().saturating_sub(1);
            for helper in self.helpers.iter_mut().take(helpers) {
                scope.spawn(|| queue.work(&mut |job, budget| search(*helper, job, budget)));
            }
            queue.work(&mut |job, budget| search(self.own, job, budget));
        });
        queue.finish()
    }
}

/// How the values of a move in several worlds are put together.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Aggregation {
    /// The mean.
    #[default]
    Mean,
    /// In how many worlds it is the best move, ties shared. This throws margins away.
    Vote,
    /// The mean, less this many standard errors.
    Spread(f64),
    /// The worst value.
    Worst,
}

/// A PIMC search: what to search, and how.
pub struct Pimc<'a, G: Hidden> {
    game: &'a G,
    view: &'a G::View,
    searches: Searches<'a, G>,
    aggregation: Aggregation,
    depth: Option<usize>,
    level_after: Option<NextLevel<G>>,
    only: Option<&'a [G::Move]>,
    in_turn: bool,
    end_first: bool,
    budget: Budget,
}

/// The level to search to after another, as [`SearchHints::next_level`] has it.
type NextLevel<G> = fn(&G, &<G as Game>::State, usize) -> usize;

impl<'a, G: Hidden> Pimc<'a, G> {
    /// A search for the seat of `view`, whose turn it is.
    #[must_use]
    pub fn new(game: &'a G, view: &'a G::View, search: &'a mut dyn WorldSearch<G>) -> Self {
        Self {
            game,
            view,
            searches: Searches { own: search, helpers: Vec::new() },
            aggregation: Aggregation::Mean,
            depth: None,
            level_after: None,
            only: None,
            in_turn: false,
            end_first: false,
            budget: Budget::default(),
        }
    }

    /// Searches on one more thread for each of these, which have to be the same search. The answer is the same.
    #[must_use]
    pub fn helpers(mut self, helpers: Vec<HelpingSearch<'a, G>>) -> Self {
        self.searches.helpers = helpers;
        self
    }

    /// How values are put together.
    #[must_use]
    pub fn aggregation(self, aggregation: Aggregation) -> Self {
        Self { aggregation, ..self }
    }

    /// Plies to search in each world, or the deepest level; to the end of the game if not given.
    #[must_use]
    pub fn depth(self, depth: impl Into<Option<usize>>) -> Self {
        Self { depth: depth.into(), ..self }
    }

    /// Values only these moves of the seat, all legal.
    #[must_use]
    pub fn only(self, moves: &'a [G::Move]) -> Self {
        Self { only: Some(moves), ..self }
    }

    /// Searches to deeper and deeper levels, each in all worlds: values of different depths are never mixed.
    #[must_use]
    pub fn deepen(self) -> Self
    where
        G: SearchHints,
    {
        Self { level_after: Some(G::next_level), ..self }
    }

    /// Before it [deepens](Self::deepen) without a deepest level, tries to search all worlds to the end of the game with half of the
    /// budget. If that is enough, it is far cheaper than level by level. The attempt ends with the first world for which it is
    /// not. A search that is stopped before that has valued nothing.
    #[must_use]
    pub fn end_first(self, end_first: bool) -> Self {
        Self { end_first, ..self }
    }

    /// Worlds use up the nodes one after the other, as long as they last, instead of an equal share each: for playouts, which
    /// cost little and are never cut short.
    #[must_use]
    pub fn in_turn(self) -> Self {
        Self { in_turn: true, ..self }
    }

    /// What the search may cost. Every world may cost the same share of the nodes, whatever the number of threads.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Searches the worlds of `sample`. Where the budget ends before the first world is done, the answer is the first
    /// move of the view; an unfinished world, or an unfinished level of a deepening search but the first, does not count.
    ///
    /// # Errors
    /// When the search does not fit the game.
    ///
    /// # Panics
    /// When it is not the turn of the seat.
    pub fn run(mut self, sample: &Sample<G>) -> Result<Estimates<G::Move>, SearchError> {
        let mut moves = Vec::new();
        match self.only {
            Some(only) => moves.extend_from_slice(only),
            None => self.game.moves_of(self.view, &mut moves),
        }
        assert!(!moves.is_empty(), "it is not the turn of this seat");
        if moves.len() == 1 {
            return Ok(Estimates::only(moves[0]));
        }
        let all = self.budget.started();
        let number = sample.worlds.len();
        let share = all.nodes.filter(|_| !self.in_turn).map(|nodes| nodes / number as u64);
        let (mut spent, mut nodes) = (vec![0; number], 0);
        let mut found = Estimates { stop: Stop::Depth, ..Estimates::only(moves[0]) };
        let mut depth = 0;
        let mut tries_end = self.end_first && self.level_after.is_some() && self.depth.is_none();
        loop {
            let level = match self.level_after {
                _ if tries_end => None,
                Some(next) => {
                    let deepest = self.depth.unwrap_or(MAX_DEPTH);
                    let first = &sample.worlds[0];
                    depth = next(&first.game, &first.state, depth).clamp(depth + 1, deepest.max(depth + 1));
                    Some(depth)
                }
                None => self.depth,
            };
            let worlds = sample.worlds.iter().zip(&spent).enumerate();
            let jobs: Vec<WorldJob<'_, G>> = worlds
                .map(|(number, (world, &spent))| WorldJob {
                    world,
                    number,
                    moves: &moves,
                    share: share.map(|share| if tries_end { share / 2 } else { share - spent }),
                })
                .collect();
            let mut budget = Budget { nodes: all.nodes.map(|most| most - nodes), ..all.clone() };
            if tries_end {
                budget = budget.half();
            }
            let searched = match self.searches.values(&jobs, level, &budget) {
                Err(SearchError::TooLong) if tries_end => {
                    tries_end = false;
                    continue;
                }
                searched => searched?,
            };
            let Results { results, nodes: cost, stopped } = searched;
            nodes += cost;
            for (spent, world) in spent.iter_mut().zip(&results) {
                *spent += world.nodes;
            }
            if std::mem::take(&mut tries_end) && stopped.is_some() {
                // The world that was too large has had all that it may cost.
                let too_large = spent.get_mut(results.len()).filter(|_| stopped == Some(Stop::Nodes));
                if let Some((spent, share)) = too_large.zip(share) {
                    *spent = share / 2;
                    nodes += share / 2;
                }
                continue;
            }
            let complete = stopped.is_none() && results.iter().all(|world| world.complete);
            let whole = stopped.is_none() || self.level_after.is_none() || found.worlds == 0;
            if whole && !results.is_empty() {
                let values: Vec<Vec<Payoff>> = results.into_iter().map(|world| world.payoffs).collect();
                found = self.estimate(&moves, &values, sample);
                found.depth = level.unwrap_or(0);
            }
            found.nodes = nodes;
            found.stop = stopped.unwrap_or(if complete { Stop::Complete } else { Stop::Depth });
            let is_last = self.level_after.is_none() || self.depth.is_some_and(|deepest| depth >= deepest);
            if stopped.is_some() || complete || is_last || depth >= MAX_DEPTH {
                return Ok(found);
            }
        }
    }

    fn estimate(&self, moves: &[G::Move], values: &[Vec<Payoff>], sample: &Sample<G>) -> Estimates<G::Move> {
        let exact = sample.exhaustive && values.len() == sample.worlds.len();
        let mover = G::seat_of(self.view);
        estimate(moves, values, &sample.weights, exact, mover, self.game.players(), self.aggregation)
    }
}

/// Puts together `values[world][move]`.
pub(super) fn estimate<M: Copy + Eq>(
    moves: &[M],
    values: &[Vec<Payoff>],
    weights: &[u64],
    exact: bool,
    mover: Player,
    players: usize,
    aggregation: Aggregation,
) -> Estimates<M> {
    let estimates: Vec<MoveEstimate<M>> = moves
        .iter()
        .enumerate()
        .map(|(place, &mv)| {
            let payoffs: Vec<Payoff> = values.iter().map(|world| world[place]).collect();
            MoveEstimate::new(mv, &payoffs, weights, mover, players, exact)
        })
        .collect();
    let own = |world: usize, place: usize| values[world][place][mover];
    let best_of = |world: usize| (0..moves.len()).map(|place| own(world, place)).max().unwrap_or(0);
    let votes = |place: usize| -> u64 {
        let shared_by = |world: usize| (0..moves.len()).filter(|&other| own(world, other) == best_of(world)).count();
        let won = (0..values.len()).filter(|&world| own(world, place) == best_of(world));
        won.map(|world| (weights[world] << VOTE_BITS) / shared_by(world) as u64).sum()
    };
    let score = |place: usize| match aggregation {
        Aggregation::Mean => estimates[place].means[mover.index()],
        Aggregation::Vote => votes(place) as f64,
        Aggregation::Spread(errors) => estimates[place].means[mover.index()] - errors * estimates[place].error,
        Aggregation::Worst => (0..values.len()).map(|world| own(world, place)).min().map_or(0.0, f64::from),
    };
    let mut best = 0;
    let mut best_score = score(0);
    for place in 1..moves.len() {
        let score = score(place);
        if score > best_score {
            (best, best_score) = (place, score);
        }
    }
    let worlds = values.len() as u64;
    Estimates { best: moves[best], moves: estimates, worlds, exhaustive: exact, ..Estimates::only(moves[best]) }
}

/// Votes are shared in fractions of this many bits.
const VOTE_BITS: u32 = 20;
