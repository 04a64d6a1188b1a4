//! Imperfect-information Monte Carlo (IIMC; Furtak and Buro 2013): worlds are played out by players who see only their own
//! seat.
//!
//! So nobody fuses strategies: what a player does in two worlds that look alike to them is the same. The players inside
//! may be searches on views themselves; with PIMC inside it is recursive PIMC. What they choose is remembered for the
//! time of the search.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Meter, Stop};
use crate::payoff::Payoff;
use crate::player::Choice;
use crate::search::SearchError;

use super::estimates::Estimates;
use super::jobs::{Done, Jobs, Results};
use super::pimc::{Aggregation, estimate};
use super::{Hidden, Knowledge, Reader, Sample, SeenWorld, World};

/// Plays worlds out: a player for every seat, who sees only that seat. Any closure that is a [`Reader`] does.
pub trait PlaysOut<G: Hidden>: Reader<G> {
    /// What a world is worth that is over, or so near its end that it is searched rather than played; `None` as long as it
    /// is played. By default it is played to its end, and worth what the rules of the game say.
    fn ending(&mut self, world: &World<G>, budget: &Budget) -> Option<Result<Ending, SearchError>> {
        let _ = (world, budget);
        None
    }
}

impl<G, F> PlaysOut<G> for F
where
    G: Hidden,
    F: FnMut(&G, Knowledge<'_, G>, u64) -> Result<Choice<G::Move>, SearchError>,
{
}

/// The end of a world, by a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// What each player gets.
    pub payoff: Payoff,
    /// States visited.
    pub nodes: u64,
}

/// A player of worlds on another thread.
pub type HelpingPlayer<'a, G> = &'a mut (dyn PlaysOut<G> + Send);

/// An IIMC search: what to search, and how.
pub struct Iimc<'a, G: Hidden> {
    game: &'a G,
    known: Knowledge<'a, G>,
    inside: &'a mut dyn PlaysOut<G>,
    helpers: Vec<HelpingPlayer<'a, G>>,
    budget: Budget,
}

/// What players inside chose at each view, and what it cost them.
type Chosen<G, M> = Mutex<FxHashMap<G, (M, u64)>>;

/// The search while it runs.
struct Running<'r, G: Hidden> {
    game: &'r G,
    moves: &'r [G::Move],
    worlds: &'r [SeenWorld<G>],
    chosen: Chosen<G::View, G::Move>,
    seed: u64,
}

impl<'a, G: Hidden> Iimc<'a, G> {
    /// A search for the seat of `known`, whose turn it is. `inside` plays for everybody.
    #[must_use]
    pub fn new(game: &'a G, known: Knowledge<'a, G>, inside: &'a mut dyn PlaysOut<G>) -> Self {
        Self { game, known, inside, helpers: Vec::new(), budget: Budget::default() }
    }

    /// Plays on one more thread for each of these, which have to be the same player. The answer is the same.
    #[must_use]
    pub fn helpers(self, helpers: Vec<HelpingPlayer<'a, G>>) -> Self {
        Self { helpers, ..self }
    }

    /// What the search may cost, with what the players inside search. A choice that is remembered costs what it cost the
    /// first time, so that the number of threads changes nothing.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Plays out the worlds of `sample`, once for every move. An unfinished world does not count.
    ///
    /// # Errors
    /// If a player inside cannot choose.
    ///
    /// # Panics
    /// When it is not the turn of the seat.
    pub fn run(self, sample: &Sample<G>, seed: u64) -> Result<Estimates<G::Move>, SearchError> {
        let mut moves = Vec::new();
        self.game.moves_of(self.known.view, &mut moves);
        assert!(!moves.is_empty(), "it is not the turn of this seat");
        if moves.len() == 1 {
            return Ok(Estimates::only(moves[0]));
        }
        let Self { game, known, inside, helpers, budget } = self;
        let budget = budget.started();
        let worlds = sample.with_views(game, known, seed);
        let running = Running { game, moves: &moves, worlds: &worlds, chosen: Mutex::default(), seed };
        let jobs = Jobs::new(worlds.len(), &budget);
        std::thread::scope(|scope| {
            for helper in helpers.into_iter().take(worlds.len() - 1) {
                let (jobs, running) = (&jobs, &running);
                scope.spawn(move || jobs.work(&mut |number, budget| running.play_out(number, helper, budget)));
            }
            jobs.work(&mut |number, budget| running.play_out(number, inside, budget));
        });
        let Results { results: values, nodes, stopped } = jobs.finish()?;
        let stop = stopped.unwrap_or(Stop::Complete);
        if values.is_empty() {
            return Ok(Estimates { stop, ..Estimates::only(moves[0]) });
        }
        let exact = sample.exhaustive && stopped.is_none();
        let (mover, players) = (G::seat_of(known.view), game.players());
        let found = estimate(&moves, &values, &sample.weights, exact, mover, players, Aggregation::Mean);
        Ok(Estimates { nodes, stop, ..found })
    }
}

impl<G: Hidden> Running<'_, G> {
    /// Plays a world out after every move.
    fn play_out(
        &self,
        number: usize,
        inside: &mut dyn PlaysOut<G>,
        budget: &Budget,
    ) -> Result<Done<Vec<Payoff>>, SearchError> {
        let mut meter = Meter::new(budget);
        let mut payoffs = Vec::with_capacity(self.moves.len());
        for &mv in self.moves {
            let mut seen = self.worlds[number].clone();
            seen.play(mv);
            let payoff = loop {
                if let Some(ending) = inside.ending(&seen.world, budget) {
                    let Ending { payoff, nodes } = ending?;
                    pay(&mut meter, nodes)?;
                    break payoff;
                }
                let Some(mover) = seen.world.game.mover(&seen.world.state) else {
                    break seen.world.game.payoff(&seen.world.state);
                };
                let (mv, nodes) = self.choice(inside, seen.views.of(mover))?;
                pay(&mut meter, 1 + nodes)?;
                seen.play(mv);
            };
            payoffs.push(payoff);
        }
        Ok(Done { result: payoffs, nodes: meter.nodes() })
    }

    /// What the player whose turn it is chooses, and its cost.
    fn choice(&self, inside: &mut dyn PlaysOut<G>, known: Knowledge<'_, G>) -> Result<(G::Move, u64), SearchError> {
        let chosen = || self.chosen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&choice) = chosen().get(known.view) {
            return Ok(choice);
        }
        let choice = inside.choose(self.game, known, self.seed)?;
        let choice = (choice.mv, choice.searched.map_or(0, |searched| searched.nodes));
        chosen().insert(known.view.clone(), choice);
        Ok(choice)
    }
}

fn pay(meter: &mut Meter, nodes: u64) -> Result<(), SearchError> {
    if meter.pay_for(nodes) { Ok(()) } else { Err(SearchError::Stopped(meter.stopped().unwrap_or(Stop::Nodes))) }
}
