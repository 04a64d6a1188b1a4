//! The alpha-mu search (Cazenave and Ventos 2019): the side of the searching seat plays one strategy in all worlds for its
//! next few moves, against opponents who see everything.
//!
//! What a strategy is worth is a vector, one number for each world, and a position has a *front* of them: those that no
//! other is at least as good as in every world. With one move it is PIMC over a paranoid search. Partners of the seat
//! know their own hand only in the sense that they may play differently in every world.
//!
//! Two cuts keep the answer. Opponents can only make things worse: once what they leave is no better than what we have
//! elsewhere, the rest of their moves is not looked at. And a world that is lost whatever we do is not searched further.

mod front;

use crate::budget::{Budget, Stop};
use crate::game::{Game, MAX_PLAYERS, Player};
use crate::search::SearchError;

use super::estimates::{Estimates, MoveEstimate};
use super::jobs::Results;
use super::pimc::{HelpingSearch, Searches, WorldJob, WorldSearch};
use super::{Hidden, Sample, World};
use front::{Elsewhere, Front, Fronts, NEVER_FOR_OPPONENTS, NEVER_FOR_US};

/// An alpha-mu search: what to search, and how.
pub struct AlphaMu<'a, G: Hidden> {
    game: &'a G,
    view: &'a G::View,
    searches: Searches<'a, G>,
    moves: usize,
    deepens: bool,
    below: Option<usize>,
    cuts: bool,
    least: Option<i32>,
    budget: Budget,
}

/// What alpha-mu found.
#[derive(Clone, PartialEq, Debug)]
pub struct AlphaMuFound<M> {
    /// The move to play, and the mean of the best vector of each move.
    pub estimates: Estimates<M>,
    /// The payoff of the chosen strategy in each world.
    pub plan: Vec<i32>,
}

/// The search while it runs.
struct Running<'r, 's, G: Hidden> {
    searches: Searches<'s, G>,
    fronts: Fronts<'r>,
    root: Player,
    below: Option<usize>,
    least: Option<i32>,
    budget: &'r Budget,
    nodes: u64,
    /// Whether moves of opponents were left out below the move of the root that is looked at.
    cut: bool,
    complete: bool,
}

/// A world below the root, with its number.
type Reached<G> = (usize, World<G>);

/// A move of the root, and what it is worth.
#[derive(Clone)]
struct RootMove<M> {
    mv: M,
    /// The best vector, and its weighted sum.
    plan: Vec<i32>,
    sum: i64,
    /// Whether that is only an upper bound, which was enough to leave the move.
    at_most: bool,
}

impl<'a, G: Hidden> AlphaMu<'a, G> {
    /// A search for the seat of `view`, whose turn it is, with one move. `search` has to value positions for the side of
    /// their mover, as a paranoid search does.
    #[must_use]
    pub fn new(game: &'a G, view: &'a G::View, search: &'a mut dyn WorldSearch<G>) -> Self {
        let searches = Searches { own: search, helpers: Vec::new() };
        let budget = Budget::default();
        Self { game, view, searches, moves: 1, deepens: false, below: None, cuts: true, least: None, budget }
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

    /// Searches with one move, two moves and so on, and answers with the last number that the budget lasted for.
    #[must_use]
    pub fn deepen(self) -> Self {
        Self { deepens: true, ..self }
    }

    /// How many plies are searched from there on; to the end of the game if not given.
    #[must_use]
    pub fn below(self, below: impl Into<Option<usize>>) -> Self {
        Self { below: below.into(), ..self }
    }

    /// Whether cuts are made, which is the default. Without them every move of the root has its exact mean.
    #[must_use]
    pub fn cuts(self, cuts: bool) -> Self {
        Self { cuts, ..self }
    }

    /// The least that the seat can get: a world in which it gets no more is lost.
    #[must_use]
    pub fn least(self, least: impl Into<Option<i32>>) -> Self {
        Self { least: least.into(), ..self }
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
            return Ok(AlphaMuFound { estimates: Estimates::only(moves[0]), plan: Vec::new() });
        }
        let worlds: Vec<Reached<G>> = sample.worlds.iter().cloned().enumerate().collect();
        let Self { searches, below, cuts, least, budget, .. } = self;
        let budget = budget.started();
        let mut running = Running {
            searches,
            fronts: Fronts { weights: &sample.weights, cuts, truncated: false },
            root: G::seat_of(self.view),
            below,
            least,
            budget: &budget,
            nodes: 0,
            cut: false,
            complete: true,
        };
        let mut found: Option<AlphaMuFound<G::Move>> = None;
        // The moves in the order of what they were worth before, so that the best is the first and cuts the others.
        let mut order: Vec<usize> = (0..moves.len()).collect();
        for own_moves in if self.deepens { 1 } else { self.moves }..=self.moves {
            running.complete = true;
            match running.level(&worlds, &moves, &order, own_moves) {
                Ok(level) => {
                    let sums: Vec<i64> = level.iter().map(|own| own.sum).collect();
                    greatest_first(&mut order, &sums);
                    found = Some(running.found(&level, own_moves, sample.exhaustive));
                }
                Err(SearchError::Stopped(stop)) => {
                    let mut found = found.ok_or(SearchError::Stopped(stop))?;
                    (found.estimates.stop, found.estimates.nodes) = (stop, running.nodes);
                    return Ok(found);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(found.expect("there is a level"))
    }
}

/// Sorts places by their sums. Compiled once, for all games.
fn greatest_first(places: &mut [usize], sums: &[i64]) {
    places.sort_by_key(|&place| std::cmp::Reverse(sums[place]));
}

impl<G: Hidden> Running<'_, '_, G> {
    /// What each move of the root is worth, with `own_moves` moves of our side that follow one strategy.
    fn level(
        &mut self,
        worlds: &[Reached<G>],
        moves: &[G::Move],
        order: &[usize],
        own_moves: usize,
    ) -> Result<Vec<RootMove<G::Move>>, SearchError> {
        let mut level: Vec<Option<RootMove<G::Move>>> = vec![None; moves.len()];
        let mut best: Option<(i64, usize)> = None;
        let searched = if own_moves == 1 { Some(self.searched(worlds, moves, NEVER_FOR_US)?) } else { None };
        for &place in order {
            let front = match &searched {
                Some(fronts) => fronts[place].clone(),
                None => {
                    // Of equal moves the first of the view is played.
                    let elsewhere = best.map_or(Elsewhere::Nothing, |(sum, at)| Elsewhere::Sum(sum, at < place));
                    self.front_after(worlds, moves[place], own_moves, elsewhere)?
                }
            };
            let plan =
                front.into_iter().max_by_key(|vector| self.fronts.weighed(vector)).expect("a front has a vector");
            let sum = self.fronts.weighed(&plan);
            if best.is_none_or(|(most, at)| sum > most || sum == most && place < at) {
                best = Some((sum, place));
            }
            level[place] = Some(RootMove { mv: moves[place], plan, sum, at_most: std::mem::take(&mut self.cut) });
        }
        Ok(level.into_iter().flatten().collect())
    }

    fn found(&self, level: &[RootMove<G::Move>], own_moves: usize, exhaustive: bool) -> AlphaMuFound<G::Move> {
        let (whole, worlds) = (self.fronts.weights.iter().sum::<u64>() as f64, self.fronts.weights.len() as u64);
        let mut best = &level[0];
        for other in &level[1..] {
            if other.sum > best.sum {
                best = other;
            }
        }
        let estimate = |own: &RootMove<G::Move>| {
            let mut means = [0.0; MAX_PLAYERS];
            means[self.root.index()] = own.sum as f64 / whole;
            let error = if exhaustive { 0.0 } else { self.fronts.error(&own.plan, own.sum as f64 / whole) };
            MoveEstimate { mv: own.mv, means, error, visits: worlds, worlds, at_most: own.at_most }
        };
        let estimates = Estimates {
            moves: level.iter().map(estimate).collect(),
            worlds,
            exhaustive,
            nodes: self.nodes,
            depth: self.below.unwrap_or(0),
            kept: Some(own_moves),
            truncated: self.fronts.truncated,
            stop: if self.complete { Stop::Complete } else { Stop::Depth },
            ..Estimates::only(best.mv)
        };
        AlphaMuFound { estimates, plan: best.plan.clone() }
    }

    /// Pays for states on the way to the searches.
    fn pay_for(&mut self, nodes: u64) -> Result<(), SearchError> {
        if self.budget.nodes.is_some_and(|most| self.nodes + nodes > most) {
            return Err(SearchError::Stopped(Stop::Nodes));
        }
        self.nodes += nodes;
        Ok(())
    }

    /// The front of a position, with `own_moves` moves of our side to come that follow one strategy.
    fn front(
        &mut self,
        worlds: &[Reached<G>],
        own_moves: usize,
        elsewhere: Elsewhere<'_>,
    ) -> Result<Front, SearchError> {
        let (_, World { game, state }) = &worlds[0];
        let Some(mover) = game.mover(state) else {
            let mut vector = vec![NEVER_FOR_OPPONENTS; self.fronts.weights.len()];
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
        if ours && own_moves == 1 {
            let fronts = self.searched(worlds, &listed, NEVER_FOR_US)?;
            return Ok(if mover == self.root {
                self.fronts.kept(fronts.into_iter().flatten().collect())
            } else {
                fronts
                    .into_iter()
                    .reduce(|one, other| self.fronts.joined(&one, &other, i32::max))
                    .expect("there is a move")
            });
        }
        let mut front: Option<Front> = None;
        for mv in listed {
            let before = front.take();
            let next = if mover == self.root {
                let own = before.as_ref().map_or(Elsewhere::Nothing, Elsewhere::Vectors);
                let after = self.front_after(worlds, mv, own_moves, own)?;
                self.fronts.kept(before.unwrap_or_default().into_iter().chain(after).collect())
            } else if ours {
                let after = self.front_after(worlds, mv, own_moves, Elsewhere::Nothing)?;
                before.map_or_else(|| after.clone(), |before| self.fronts.joined(&before, &after, i32::max))
            } else {
                let open: Vec<Reached<G>> = match &before {
                    Some(before) => {
                        worlds.iter().filter(|(number, _)| !self.is_lost(*number, before)).cloned().collect()
                    }
                    None => worlds.to_vec(),
                };
                if !open.iter().any(|(_, world)| legal(world).contains(&mv)) {
                    front = before;
                    continue;
                }
                let after = self.front_after(&open, mv, own_moves, elsewhere)?;
                before.map_or_else(|| after.clone(), |before| self.fronts.joined(&before, &after, i32::min))
            };
            let is_decided = !ours && self.fronts.is_useless(&next, elsewhere);
            front = Some(next);
            if is_decided {
                self.cut |= matches!(elsewhere, Elsewhere::Sum(..));
                break;
            }
        }
        Ok(front.expect("there is a move"))
    }

    /// Whether a world is lost in every vector.
    fn is_lost(&self, number: usize, front: &Front) -> bool {
        self.fronts.cuts && self.least.is_some_and(|least| front.iter().all(|vector| vector[number] <= least))
    }

    /// The front after a move. Worlds in which it is not legal have a value that its mover never chooses.
    fn front_after(
        &mut self,
        worlds: &[Reached<G>],
        mv: G::Move,
        own_moves: usize,
        elsewhere: Elsewhere<'_>,
    ) -> Result<Front, SearchError> {
        let (_, World { game, state }) = &worlds[0];
        let mover = game.mover(state).expect("a player is to move");
        let ours = game.side(mover) == game.side(self.root);
        let never = if ours { NEVER_FOR_US } else { NEVER_FOR_OPPONENTS };
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
        let mut front = self.front(&after, if ours { own_moves - 1 } else { own_moves }, elsewhere)?;
        for vector in &mut front {
            for (number, _) in worlds.iter().filter(|(number, _)| !after.iter().any(|(other, _)| other == number)) {
                vector[*number] = never;
            }
        }
        Ok(front)
    }

    /// The value of each move in each world, by a search.
    fn searched(&mut self, worlds: &[Reached<G>], listed: &[G::Move], never: i32) -> Result<Vec<Front>, SearchError> {
        let mut vectors = vec![vec![NEVER_FOR_OPPONENTS; self.fronts.weights.len()]; listed.len()];
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
}

/// The legal moves of a world.
fn legal<G: Game>(world: &World<G>) -> Vec<G::Move> {
    let mut moves = Vec::new();
    world.game.moves(&world.state, &mut moves);
    moves
}
