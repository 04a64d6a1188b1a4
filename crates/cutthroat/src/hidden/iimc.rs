//! Imperfect-information Monte Carlo (IIMC; Furtak and Buro 2013): worlds are played out by players who see only their own
//! seat.
//!
//! So nobody fuses strategies: what a player does in two worlds that look alike to them is the same. The players inside
//! may be searches on views themselves; with PIMC inside it is recursive PIMC. What they choose is remembered for the
//! time of the search.

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Meter, Stop};
use crate::payoff::Payoff;
use crate::search::SearchError;

use super::estimates::Estimates;
use super::pimc::{Aggregation, estimate};
use super::{Hidden, Knowledge, Reader, Sample};

/// An IIMC search: what to search, and how.
pub struct Iimc<'a, G: Hidden> {
    game: &'a G,
    known: Knowledge<'a, G>,
    inside: &'a mut dyn Reader<G>,
    budget: Budget,
}

impl<'a, G: Hidden> Iimc<'a, G> {
    /// A search for the seat of `known`, whose turn it is. `inside` plays for everybody.
    #[must_use]
    pub fn new(game: &'a G, known: Knowledge<'a, G>, inside: &'a mut dyn Reader<G>) -> Self {
        Self { game, known, inside, budget: Budget::default() }
    }

    /// What the search may cost, with what the players inside search.
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
        let Self { game, known, inside, budget } = self;
        let mut meter = Meter::new(&budget);
        let mut chosen: FxHashMap<G::View, G::Move> = FxHashMap::default();
        let mut values: Vec<Vec<Payoff>> = Vec::new();
        let mut stop = Stop::Complete;
        'worlds: for start in sample.with_views(game, known, seed) {
            let mut payoffs = Vec::new();
            for &mv in &moves {
                let mut seen = start.clone();
                seen.play(mv);
                while let Some(mover) = seen.world.game.mover(&seen.world.state) {
                    if !meter.pay() {
                        stop = meter.stopped().unwrap_or(Stop::Nodes);
                        break 'worlds;
                    }
                    let of_mover = seen.views.of(mover);
                    let mv = match chosen.get(of_mover.view) {
                        Some(&mv) => mv,
                        None => {
                            let choice = inside.choose(game, of_mover, seed)?;
                            if !meter.pay_for(choice.searched.map_or(0, |searched| searched.nodes)) {
                                stop = meter.stopped().unwrap_or(Stop::Nodes);
                                break 'worlds;
                            }
                            chosen.insert(of_mover.view.clone(), choice.mv);
                            choice.mv
                        }
                    };
                    seen.play(mv);
                }
                payoffs.push(seen.world.game.payoff(&seen.world.state));
            }
            values.push(payoffs);
        }
        if values.is_empty() {
            return Ok(Estimates { stop, ..Estimates::only(moves[0]) });
        }
        let exact = sample.exhaustive && stop == Stop::Complete;
        let (mover, players) = (G::seat_of(known.view), game.players());
        let found = estimate(&moves, &values, &sample.weights, exact, mover, players, Aggregation::Mean);
        Ok(Estimates { nodes: meter.nodes(), stop, ..found })
    }
}
