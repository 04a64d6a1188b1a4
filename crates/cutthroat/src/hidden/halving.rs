//! Sequential halving (Karnin, Koren and Somekh 2013): all moves are compared in some worlds, the better half of them in more
//! worlds, and so on, so that most of the budget goes to the moves between which it is hard to choose.

use crate::budget::{Budget, Meter, Stop};
use crate::game::{MAX_PLAYERS, Player};
use crate::order::best_first;
use crate::search::SearchError;

use super::estimates::{Estimates, MoveEstimate};
use super::jobs::Results;
use super::pimc::{HelpingSearch, Searches, WorldJob};
use super::{Hidden, Sample, WorldSearch, WorldTask, WorldValues};

/// A search by sequential halving: what to search, and how. It is meant for cheap values of single worlds, such as
/// [playouts](super::ByPlayouts).
pub struct Halving<'a, G: Hidden> {
    game: &'a G,
    view: &'a G::View,
    searches: Searches<'a, G>,
    only: Option<Vec<G::Move>>,
    budget: Budget,
}

/// What was found about a move in the worlds in which it was tried.
#[derive(Clone, Copy, Debug)]
struct Trial<M> {
    mv: M,
    /// Sums of payoffs, of squares of the mover's, and of weights.
    sums: [i64; MAX_PLAYERS],
    squares: f64,
    weight: u64,
    visits: u64,
}

impl<M> Trial<M> {
    fn mean(&self, player: Player) -> f64 {
        self.sums[player.index()] as f64 / self.weight.max(1) as f64
    }
}

/// The best come first; of equal moves the first of the view stays first.
fn put_best_first<M: Copy>(trials: &mut [Trial<M>], seat: Player) {
    let before = trials.to_vec();
    let means: Vec<f64> = before.iter().map(|trial| trial.mean(seat)).collect();
    for (trial, place) in trials.iter_mut().zip(best_first(&means)) {
        *trial = before[place];
    }
}

impl<'a, G: Hidden> Halving<'a, G> {
    /// A search for the seat of `view`, whose turn it is.
    #[must_use]
    pub fn new(game: &'a G, view: &'a G::View, search: &'a mut dyn WorldSearch<G>) -> Self {
        let searches = Searches { own: search, helpers: Vec::new() };
        Self { game, view, searches, only: None, budget: Budget::default() }
    }

    /// Searches worlds on one more thread for each of these, which have to be the same search. The answer is the same.
    #[must_use]
    pub fn helpers(mut self, helpers: Vec<HelpingSearch<'a, G>>) -> Self {
        self.searches.helpers = helpers;
        self
    }

    /// Compares only these moves of the seat, all legal.
    #[must_use]
    pub fn only(self, moves: Vec<G::Move>) -> Self {
        Self { only: Some(moves), ..self }
    }

    /// What the search may cost. Every round has the same part of the nodes.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Compares the moves in the worlds of `sample`. If they are used up before the nodes are, they are used again with other
    /// random numbers; without a limit on nodes, the last two moves are compared in every world once. An unfinished world
    /// does not count.
    ///
    /// # Errors
    /// When the search does not fit the game.
    ///
    /// # Panics
    /// When it is not the turn of the seat.
    pub fn run(self, sample: &Sample<G>) -> Result<Estimates<G::Move>, SearchError> {
        let Self { game, view, mut searches, only, budget } = self;
        let moves = only.unwrap_or_else(|| {
            let mut legal = Vec::new();
            game.moves_of(view, &mut legal);
            legal
        });
        assert!(!moves.is_empty(), "it is not the turn of this seat");
        if moves.len() == 1 {
            return Ok(Estimates::only(moves[0]));
        }
        let (seat, players, budget) = (G::seat_of(view), game.players(), budget.started());
        let mut clock = Meter::new(&Budget { nodes: None, ..budget.clone() });
        let new = |&mv: &G::Move| Trial { mv, sums: [0; MAX_PLAYERS], squares: 0.0, weight: 0, visits: 0 };
        // Those that are still compared come first, the best of them first.
        let mut trials: Vec<Trial<G::Move>> = moves.iter().map(new).collect();
        let rounds = u64::from((moves.len() - 1).ilog2() + 1);
        let (mut compared, mut number, mut nodes) = (moves.len(), 0, 0);
        let mut stop = Stop::Depth;
        'rounds: for round in 1..=rounds {
            let share = budget.nodes.map(|all| all * round / rounds);
            let worlds = sample.worlds.len() as u64 * round / rounds;
            let still: Vec<G::Move> = trials[..compared].iter().map(|trial| trial.mv).collect();
            loop {
                if share.is_none() && number >= worlds {
                    break;
                }
                if !clock.pay() {
                    stop = clock.stopped().unwrap_or(Stop::Time);
                    break 'rounds;
                }
                let left = Budget { nodes: share.map(|share| share.saturating_sub(nodes)), ..budget.clone() };
                let most = if share.is_none() { worlds - number } else { u64::MAX };
                let Results { results, nodes: cost, stopped } =
                    next(&mut searches, sample, (number, most), &still, &left)?;
                nodes += cost;
                for found in results {
                    let weight = sample.weights[place(sample, number)];
                    number += 1;
                    for (trial, payoff) in trials.iter_mut().zip(&found.payoffs) {
                        for player in Player::all(players) {
                            trial.sums[player.index()] += i64::from(payoff[player]) * weight as i64;
                        }
                        trial.squares += f64::from(payoff[seat]) * f64::from(payoff[seat]) * weight as f64;
                        (trial.weight, trial.visits) = (trial.weight + weight, trial.visits + 1);
                    }
                }
                match stopped {
                    None => {}
                    Some(Stop::Nodes) => break,
                    Some(other) => {
                        stop = other;
                        break 'rounds;
                    }
                }
            }
            put_best_first(&mut trials[..compared], seat);
            compared = compared.div_ceil(2);
        }
        if stop == Stop::Depth && budget.nodes.is_some() {
            stop = Stop::Nodes;
        } else {
            put_best_first(&mut trials[..compared], seat);
        }
        let best = trials[0].mv;
        if number == 0 {
            return Ok(Estimates { stop, ..Estimates::only(moves[0]) });
        }
        let estimate = |&mv: &G::Move| {
            let trial = trials.iter().find(|trial| trial.mv == mv).expect("every move was tried");
            let mut means = [0.0; MAX_PLAYERS];
            for player in Player::all(players) {
                means[player.index()] = trial.mean(player);
            }
            let variance = trial.squares / trial.weight.max(1) as f64 - trial.mean(seat) * trial.mean(seat);
            let error = (variance.max(0.0) / trial.visits.max(1) as f64).sqrt();
            let worlds = trial.visits.min(sample.worlds.len() as u64);
            MoveEstimate { mv, means, error, visits: trial.visits, worlds, at_most: false }
        };
        let moves = moves.iter().map(estimate).collect();
        let worlds = number.min(sample.worlds.len() as u64);
        Ok(Estimates { moves, worlds, nodes, stop, ..Estimates::only(best) })
    }
}

/// Worlds that are searched at a time for each thread, if there are several.
const AT_A_TIME: usize = 64;

/// The place of the world with a number: worlds are used again after the last.
fn place<G: Hidden>(sample: &Sample<G>, number: u64) -> usize {
    (number % sample.worlds.len() as u64) as usize
}

/// The values of `moves` in the world with the number `first`, or on several threads in more of them, but at most `most`.
fn next<G: Hidden>(
    searches: &mut Searches<'_, G>,
    sample: &Sample<G>,
    (first, most): (u64, u64),
    moves: &[G::Move],
    budget: &Budget,
) -> Result<Results<WorldValues>, SearchError> {
    if searches.helpers.is_empty() {
        let world = &sample.worlds[place(sample, first)];
        return match searches.own.values(&WorldTask { world, number: first, moves, depth: None, budget }) {
            Ok(found) => Ok(Results { nodes: found.nodes, results: vec![found], stopped: None }),
            Err(SearchError::Stopped(stop)) => Ok(Results { nodes: 0, results: Vec::new(), stopped: Some(stop) }),
            Err(error) => Err(error),
        };
    }
    let number = most.min((AT_A_TIME * (searches.helpers.len() + 1)) as u64);
    let job = |number: u64| WorldJob {
        world: &sample.worlds[place(sample, number)],
        number: number as usize,
        moves,
        share: None,
    };
    let jobs: Vec<WorldJob<'_, G>> = (first..first + number).map(job).collect();
    searches.values(&jobs, None, budget)
}
