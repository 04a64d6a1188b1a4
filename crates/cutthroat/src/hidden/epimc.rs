//! Extended PIMC (EPIMC; Arjonilla, Saffidine and Cazenave 2024): players keep to what they know for the first few
//! plies, and see everything only below.
//!
//! Strategy fusion cannot grow with the depth. But a choice that looks right at one view alone can be wrong for the whole
//! strategy, so a deeper search is not always better. With depth 1 it is PIMC.

use crate::budget::{Budget, Stop};
use crate::game::Player;
use crate::payoff::Payoff;
use crate::search::SearchError;

use super::estimates::Estimates;
use super::jobs::Results;
use super::pimc::{Aggregation, HelpingSearch, Searches, WorldJob, WorldSearch, estimate};
use super::{Hidden, Knowledge, Sample, SeenWorld};

/// An EPIMC search: what to search, and how.
pub struct Epimc<'a, G: Hidden> {
    game: &'a G,
    known: Knowledge<'a, G>,
    searches: Searches<'a, G>,
    depth: usize,
    deepens: bool,
    below: Option<usize>,
    budget: Budget,
}

/// A world below the root, with its number.
#[derive(Clone)]
struct Reached<G: Hidden> {
    number: usize,
    seen: SeenWorld<G>,
}

/// The search while it runs.
struct Running<'r, 's, G: Hidden> {
    searches: Searches<'s, G>,
    weights: &'r [u64],
    below: Option<usize>,
    budget: &'r Budget,
    nodes: u64,
    complete: bool,
}

impl<'a, G: Hidden> Epimc<'a, G> {
    /// A search for the seat of `known`, whose turn it is, with one ply in which players keep to what they know.
    #[must_use]
    pub fn new(game: &'a G, known: Knowledge<'a, G>, search: &'a mut dyn WorldSearch<G>) -> Self {
        let searches = Searches { own: search, helpers: Vec::new() };
        Self { game, known, searches, depth: 1, deepens: false, below: None, budget: Budget::default() }
    }

    /// Searches on one more thread for each of these, which have to be the same search. The answer is the same.
    #[must_use]
    pub fn helpers(mut self, helpers: Vec<HelpingSearch<'a, G>>) -> Self {
        self.searches.helpers = helpers;
        self
    }

    /// For how many plies players keep to what they know, the first included.
    #[must_use]
    pub fn depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// Searches with one ply, two plies and so on, and answers with the last number that the budget lasted for.
    #[must_use]
    pub fn deepen(self) -> Self {
        Self { deepens: true, ..self }
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
    /// If the depth is 0, if the search does not fit the game, or if the budget ends before there is an answer.
    ///
    /// # Panics
    /// When it is not the turn of the seat.
    pub fn run(self, sample: &Sample<G>, seed: u64) -> Result<Estimates<G::Move>, SearchError> {
        if self.depth == 0 {
            return Err(SearchError::Depth { depth: 0 });
        }
        let mut moves = Vec::new();
        self.game.moves_of(self.known.view, &mut moves);
        assert!(!moves.is_empty(), "it is not the turn of this seat");
        if moves.len() == 1 {
            return Ok(Estimates::only(moves[0]));
        }
        let seen = sample.with_views(self.game, self.known, seed);
        let worlds: Vec<Reached<G>> =
            seen.into_iter().enumerate().map(|(number, seen)| Reached { number, seen }).collect();
        let Self { searches, below, budget, depth, .. } = self;
        let budget = budget.started();
        let mut running =
            Running { searches, weights: &sample.weights, below, budget: &budget, nodes: 0, complete: true };
        let (mover, players) = (G::seat_of(self.known.view), self.game.players());
        let mut found: Option<Estimates<G::Move>> = None;
        for plies in if self.deepens { 1 } else { depth }..=depth {
            running.complete = true;
            let by_move = match running.values_of_moves(&worlds, &moves, plies) {
                Ok(by_move) => by_move,
                Err(SearchError::Stopped(stop)) => {
                    let found = found.ok_or(SearchError::Stopped(stop))?;
                    return Ok(Estimates { nodes: running.nodes, stop, ..found });
                }
                Err(error) => return Err(error),
            };
            let values: Vec<Vec<Payoff>> = (0..worlds.len())
                .map(|world| {
                    by_move.iter().map(|values| values[world].expect("the mover's moves are legal in all")).collect()
                })
                .collect();
            let exact = sample.exhaustive;
            let level = estimate(&moves, &values, &sample.weights, exact, mover, players, Aggregation::Mean);
            let stop = if running.complete { Stop::Complete } else { Stop::Depth };
            let depth = below.unwrap_or(0);
            found = Some(Estimates { nodes: running.nodes, depth, kept: Some(plies), stop, ..level });
        }
        Ok(found.expect("there is a level"))
    }
}

impl<G: Hidden> Running<'_, '_, G> {
    /// Pays for states on the way to the searches.
    fn pay_for(&mut self, nodes: u64) -> Result<(), SearchError> {
        if self.budget.nodes.is_some_and(|most| self.nodes + nodes > most) {
            return Err(SearchError::Stopped(Stop::Nodes));
        }
        self.nodes += nodes;
        Ok(())
    }

    /// The payoff of each world if all players choose by what they know for `depth` plies.
    fn value(&mut self, worlds: &[Reached<G>], depth: usize) -> Result<Vec<Payoff>, SearchError> {
        let first = &worlds[0].seen.world;
        let Some(mover) = first.game.mover(&first.state) else {
            return Ok(worlds.iter().map(|reached| self.searches.own.payoff(&reached.seen.world)).collect());
        };
        let legal: Vec<Vec<G::Move>> = worlds.iter().map(|reached| reached.seen.moves()).collect();
        let mut moves: Vec<G::Move> = Vec::new();
        for &mv in legal.iter().flatten() {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        let values = self.values_of_moves(worlds, &moves, depth)?;
        let mut result: Vec<Option<Payoff>> = vec![None; worlds.len()];
        for world in 0..worlds.len() {
            if result[world].is_some() {
                continue;
            }
            let view = worlds[world].seen.views.of(mover).view;
            let group: Vec<usize> =
                (world..worlds.len()).filter(|&other| worlds[other].seen.views.of(mover).view == view).collect();
            let chosen = self.choice(&group, worlds, &legal[world], &moves, &values, mover);
            for &member in &group {
                result[member] = values[chosen][member];
            }
        }
        Ok(result.into_iter().map(|payoff| payoff.expect("every world is in a group")).collect())
    }

    /// The place of the move that is best for `mover` over all worlds of a group, which they cannot tell apart.
    fn choice(
        &self,
        group: &[usize],
        worlds: &[Reached<G>],
        legal: &[G::Move],
        moves: &[G::Move],
        values: &[Vec<Option<Payoff>>],
        mover: Player,
    ) -> usize {
        let sum = |place: usize| -> i64 {
            let own = |member: usize| values[place][member].map_or(0, |payoff| i64::from(payoff[mover]));
            group.iter().map(|&member| own(member) * self.weights[worlds[member].number] as i64).sum()
        };
        let place_of = |mv: G::Move| moves.iter().position(|&other| other == mv).unwrap_or(0);
        let mut best = place_of(legal[0]);
        for &mv in &legal[1..] {
            if sum(place_of(mv)) > sum(best) {
                best = place_of(mv);
            }
        }
        best
    }

    /// What each move leads to in each world; `None` where it is not legal.
    fn values_of_moves(
        &mut self,
        worlds: &[Reached<G>],
        moves: &[G::Move],
        depth: usize,
    ) -> Result<Vec<Vec<Option<Payoff>>>, SearchError> {
        let mut values = vec![vec![None; worlds.len()]; moves.len()];
        if depth <= 1 {
            let legal: Vec<Vec<G::Move>> = worlds.iter().map(|reached| reached.seen.moves()).collect();
            let jobs: Vec<WorldJob<'_, G>> = worlds
                .iter()
                .zip(&legal)
                .map(|(Reached { number, seen }, moves)| WorldJob {
                    world: &seen.world,
                    number: *number,
                    moves,
                    share: None,
                })
                .collect();
            let nodes = self.budget.nodes.map(|most| most.saturating_sub(self.nodes));
            let budget = Budget { nodes, ..self.budget.clone() };
            let Results { results, nodes, stopped } = self.searches.values(&jobs, self.below, &budget)?;
            self.nodes += nodes;
            if let Some(stop) = stopped {
                return Err(SearchError::Stopped(stop));
            }
            for (world, (found, legal)) in results.iter().zip(&legal).enumerate() {
                self.complete &= found.complete;
                for (&mv, &payoff) in legal.iter().zip(&found.payoffs) {
                    if let Some(place) = moves.iter().position(|&other| other == mv) {
                        values[place][world] = Some(payoff);
                    }
                }
            }
            return Ok(values);
        }
        for (&mv, values) in moves.iter().zip(&mut values) {
            let places: Vec<usize> =
                (0..worlds.len()).filter(|&world| worlds[world].seen.moves().contains(&mv)).collect();
            let after: Vec<Reached<G>> = places
                .iter()
                .map(|&world| {
                    let mut reached = worlds[world].clone();
                    reached.seen.play(mv);
                    reached
                })
                .collect();
            self.pay_for(after.len() as u64)?;
            for (&world, payoff) in places.iter().zip(self.value(&after, depth - 1)?) {
                values[world] = Some(payoff);
            }
        }
        Ok(values)
    }
}
