//! The alpha-mu search (Cazenave and Ventos 2019): the side of the searching seat plays one strategy in all worlds for its
//! next few moves, against opponents who see everything.
//!
//! What a strategy is worth is a vector, one number for each world, and a position has a *front* of them: those that no
//! other is at least as good as in every world. With one move it is PIMC over a paranoid search. Partners of the seat
//! know their own hand only in the sense that they may play differently in every world.

use crate::budget::{Budget, Stop};
use crate::game::{Game, MAX_PLAYERS, Player};
use crate::search::SearchError;

use super::estimates::{Estimates, MoveEstimate};
use super::jobs::Results;
use super::pimc::{HelpingSearch, Searches, WorldJob, WorldSearch};
use super::{Hidden, Sample, World};

/// The most vectors of a front; of more, those with the best means are kept.
const MOST_VECTORS: usize = 64;

/// The value of a move that opponents cannot make in a world, and of one that a partner cannot make.
const NEVER_FOR_OPPONENTS: i32 = i32::MAX;
const NEVER_FOR_US: i32 = i32::MIN;

/// An alpha-mu search: what to search, and how.
pub struct AlphaMu<'a, G: Hidden> {
    game: &'a G,
    view: &'a G::View,
    searches: Searches<'a, G>,
    moves: usize,
    below: Option<usize>,
    budget: Budget,
}

/// What alpha-mu found.
#[derive(Clone, PartialEq, Debug)]
pub struct AlphaMuFound<M> {
    /// The move to play, and the mean of the best vector of each move.
    pub estimates: Estimates<M>,
    /// The payoff of the chosen strategy in each world.
    pub plan: Vec<i32>,
    /// Whether a front was too large and lost some of its vectors.
    pub truncated: bool,
}

/// The search while it runs.
struct Running<'r, 's, G: Hidden> {
    searches: Searches<'s, G>,
    weights: &'r [u64],
    root: Player,
    below: Option<usize>,
    budget: &'r Budget,
    nodes: u64,
    truncated: bool,
    complete: bool,
}

/// A world below the root, with its number.
type Reached<G> = (usize, World<G>);

/// Vectors that no other is at least as good as in every world.
type Front = Vec<Vec<i32>>;

impl<'a, G: Hidden> AlphaMu<'a, G> {
    /// A search for the seat of `view`, whose turn it is, with one move. `search` has to value positions for the side of
    /// their mover, as a paranoid search does.
    #[must_use]
    pub fn new(game: &'a G, view: &'a G::View, search: &'a mut dyn WorldSearch<G>) -> Self {
        let searches = Searches { own: search, helpers: Vec::new() };
        Self { game, view, searches, moves: 1, below: None, budget: Budget::default() }
    }

    /// Searches on one more thread for each of these, which have to be the same search. The answer is the same.
    #[must_use]
    pub fn helpers(mut self, helpers: Vec<HelpingSearch<'a, G>>) -> Self {
        self.searches.helpers = helpers;
        self
    }

    /// How many moves of its side follow one strategy, the first included.
    #[must_use]
    pub fn moves(self, moves: usize) -> Self {
        Self { moves, ..self }
    }

    /// How many plies are searched from there on; to the end of the game if not given.
    #[must_use]
    pub fn below(self, below: impl Into<Option<usize>>) -> Self {
        Self { below: below.into(), ..self }
    }

    /// What the search may cost.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Searches the worlds of `sample`.
    ///
    /// # Errors
    /// If there are no moves to look at, if the search does not fit the game, or if the budget ends before there is an
    /// answer.
    ///
    /// # Panics
    /// When it is not the turn of the seat.
    pub fn run(self, sample: &Sample<G>) -> Result<AlphaMuFound<G::Move>, SearchError> {
        if self.moves == 0 {
            return Err(SearchError::Depth { depth: 0 });
        }
        let mut moves = Vec::new();
        self.game.moves_of(self.view, &mut moves);
        assert!(!moves.is_empty(), "it is not the turn of this seat");
        if moves.len() == 1 {
            let estimates = Estimates::only(moves[0]);
            return Ok(AlphaMuFound { estimates, plan: Vec::new(), truncated: false });
        }
        let root = G::seat_of(self.view);
        let worlds: Vec<Reached<G>> = sample.worlds.iter().cloned().enumerate().collect();
        let Self { searches, below, budget, .. } = self;
        let budget = budget.started();
        let weights = &sample.weights;
        let mut running =
            Running { searches, weights, root, below, budget: &budget, nodes: 0, truncated: false, complete: true };
        let fronts = running.fronts_of_moves(&worlds, &moves, self.moves)?;
        let whole: u64 = weights.iter().sum();
        let mut plans: Vec<(f64, &Vec<i32>)> = Vec::new();
        for front in &fronts {
            let best = front.iter().max_by_key(|vector| running.weighed(vector)).expect("a front has a vector");
            plans.push((running.weighed(best) as f64 / whole as f64, best));
        }
        let mut best = 0;
        for place in 1..plans.len() {
            if plans[place].0 > plans[best].0 {
                best = place;
            }
        }
        let worlds = sample.worlds.len() as u64;
        let estimate = |(place, &(mean, vector)): (usize, &(f64, &Vec<i32>))| {
            let mut means = [0.0; MAX_PLAYERS];
            means[root.index()] = mean;
            let error = if sample.exhaustive { 0.0 } else { running.error(vector, mean) };
            MoveEstimate { mv: moves[place], means, error, visits: worlds, worlds }
        };
        let estimates = Estimates {
            best: moves[best],
            moves: plans.iter().enumerate().map(estimate).collect(),
            worlds,
            exhaustive: sample.exhaustive,
            nodes: running.nodes,
            depth: self.moves,
            stop: if running.complete { Stop::Complete } else { Stop::Depth },
            weighing: None,
        };
        Ok(AlphaMuFound { estimates, plan: plans[best].1.clone(), truncated: running.truncated })
    }
}

impl<G: Hidden> Running<'_, '_, G> {
    /// Pays for states on the way to the searches.
    fn pay_for(&mut self, nodes: u64) -> Result<(), SearchError> {
        self.nodes += nodes;
        let is_paid = self.budget.nodes.is_none_or(|most| self.nodes <= most);
        is_paid.then_some(()).ok_or(SearchError::Stopped(Stop::Nodes))
    }

    /// The weighed sum of a vector, over the worlds in which it is a number.
    fn weighed(&self, vector: &[i32]) -> i64 {
        let numbers = vector.iter().zip(self.weights).filter(|(value, _)| ![i32::MIN, i32::MAX].contains(value));
        numbers.map(|(&value, &weight)| i64::from(value) * weight as i64).sum()
    }

    /// The standard error of the mean of a vector.
    fn error(&self, vector: &[i32], mean: f64) -> f64 {
        let off = |(&value, &weight): (&i32, &u64)| {
            let off = (f64::from(value) - mean) * weight as f64;
            off * off
        };
        let squares: f64 = vector.iter().zip(self.weights).map(off).sum();
        squares.sqrt() / self.weights.iter().sum::<u64>() as f64
    }

    /// The front of a position, with `moves` moves of our side to come that follow one strategy.
    fn front(&mut self, worlds: &[Reached<G>], moves: usize) -> Result<Front, SearchError> {
        let (_, World { game, state }) = &worlds[0];
        let Some(mover) = game.mover(state) else {
            let mut vector = vec![NEVER_FOR_OPPONENTS; self.weights.len()];
            for (number, world) in worlds {
                vector[*number] = self.searches.own.payoff(world)[self.root].into();
            }
            return Ok(vec![vector]);
        };
        let ours = game.side(mover) == game.side(self.root);
        let mut listed: Vec<G::Move> = Vec::new();
        for (_, world) in worlds {
            for mv in legal(world) {
                if !listed.contains(&mv) {
                    listed.push(mv);
                }
            }
        }
        let fronts = self.fronts_of_moves(worlds, &listed, moves)?;
        if mover == self.root {
            return Ok(self.kept(fronts.into_iter().flatten().collect()));
        }
        let mut joined: Option<Front> = None;
        for front in fronts {
            joined = Some(match joined {
                None => front,
                Some(before) => {
                    let join = |one: &[i32], other: &[i32]| -> Vec<i32> {
                        one.iter().zip(other).map(|(&a, &b)| if ours { a.max(b) } else { a.min(b) }).collect()
                    };
                    let all = before.iter().flat_map(|one| front.iter().map(move |other| join(one, other)));
                    self.kept(all.collect())
                }
            });
        }
        Ok(joined.expect("there is a move"))
    }

    /// The front of each move. Worlds in which it is not legal have a value that its mover never chooses.
    fn fronts_of_moves(
        &mut self,
        worlds: &[Reached<G>],
        listed: &[G::Move],
        moves: usize,
    ) -> Result<Vec<Front>, SearchError> {
        let (_, World { game, state }) = &worlds[0];
        let mover = game.mover(state).expect("a player is to move");
        let ours = game.side(mover) == game.side(self.root);
        let never = if ours { NEVER_FOR_US } else { NEVER_FOR_OPPONENTS };
        if ours && moves == 1 {
            return self.searched(worlds, listed, never);
        }
        let mut fronts = Vec::new();
        for &mv in listed {
            let after: Vec<Reached<G>> = worlds
                .iter()
                .filter(|(_, world)| legal(world).contains(&mv))
                .map(|(number, world)| {
                    let mut world = world.clone();
                    world.game.play(&mut world.state, mv);
                    (*number, world)
                })
                .collect();
            self.pay_for(after.len() as u64)?;
            let mut front = self.front(&after, if ours { moves - 1 } else { moves })?;
            for vector in &mut front {
                for (number, _) in worlds.iter().filter(|(number, _)| !after.iter().any(|(other, _)| other == number)) {
                    vector[*number] = never;
                }
            }
            fronts.push(front);
        }
        Ok(fronts)
    }

    /// The value of each move in each world, by a search.
    fn searched(&mut self, worlds: &[Reached<G>], listed: &[G::Move], never: i32) -> Result<Vec<Front>, SearchError> {
        let mut vectors = vec![vec![NEVER_FOR_OPPONENTS; self.weights.len()]; listed.len()];
        let legal: Vec<Vec<G::Move>> = worlds.iter().map(|(_, world)| legal(world)).collect();
        let jobs: Vec<WorldJob<'_, G>> = worlds
            .iter()
            .zip(&legal)
            .map(|((number, world), moves)| WorldJob { world, number: *number, moves, share: None })
            .collect();
        let nodes = self.budget.nodes.map(|most| most.saturating_sub(self.nodes));
        let budget = Budget { nodes, ..self.budget.clone() };
        let Results { results, nodes, stopped } = self.searches.values(&jobs, self.below, &budget)?;
        self.nodes += nodes;
        if let Some(stop) = stopped {
            return Err(SearchError::Stopped(stop));
        }
        for ((job, moves), found) in jobs.iter().zip(&legal).zip(&results) {
            self.complete &= found.complete;
            for (mv, vector) in listed.iter().zip(&mut vectors) {
                let place = moves.iter().position(|other| other == mv);
                vector[job.number] = place.map_or(never, |place| found.payoffs[place][self.root].into());
            }
        }
        Ok(vectors.into_iter().map(|vector| vec![vector]).collect())
    }

    /// The vectors that no other is at least as good as in every world, not too many of them.
    fn kept(&mut self, mut vectors: Front) -> Front {
        vectors.sort_by_key(|vector| std::cmp::Reverse(self.weighed(vector)));
        let mut front: Front = Vec::new();
        for vector in vectors {
            let beaten = |other: &Vec<i32>| other.iter().zip(&vector).all(|(other, own)| other >= own);
            if !front.iter().any(beaten) {
                front.retain(|other| !other.iter().zip(&vector).all(|(other, own)| own >= other));
                front.push(vector);
            }
        }
        self.truncated |= front.len() > MOST_VECTORS;
        front.truncate(MOST_VECTORS);
        front
    }
}

/// The legal moves of a world.
fn legal<G: Game>(world: &World<G>) -> Vec<G::Move> {
    let mut moves = Vec::new();
    world.game.moves(&world.state, &mut moves);
    moves
}
