//! Searches from what one seat knows.

use cutthroat::hidden::{Estimates, Hidden, Knowledge, Weighing};
use cutthroat::{Analysis, MoveValue, Payoff, Player, Sampled, SearchError, Stop, TieRule};

use super::{Search, Terms};

/// A search from what one seat knows: the algorithm does not need to see everything.
pub(crate) trait ViewSearch<G: Hidden>: Send + Sync {
    /// Searches for the seat, whose turn it is. `game` is the public one.
    fn run_on_view(
        &mut self,
        game: &G,
        known: Knowledge<'_, G>,
        terms: Terms<'_, G>,
    ) -> Result<Estimates<G::Move>, SearchError>;

    /// The same search, as at the beginning.
    fn renewed(&self) -> Box<dyn ViewSearch<G>>;
}

/// A search on views as a search of positions: it looks at a position through the eyes of the mover, who has just come to
/// the table.
pub(super) struct OnView<G: Hidden> {
    search: Box<dyn ViewSearch<G>>,
    weighing: Option<Weighing>,
}

impl<G: Hidden> OnView<G> {
    pub(super) fn new(search: Box<dyn ViewSearch<G>>) -> Self {
        Self { search, weighing: None }
    }
}

impl<G: Hidden + 'static> Search<G> for OnView<G> {
    fn run(&mut self, game: &G, state: &G::State, terms: Terms<'_, G>) -> Result<Analysis<G::Move>, SearchError> {
        let Some(mover) = game.mover(state) else { return Ok(unsearched(game.payoff(state), None, Stop::Complete)) };
        let view = game.first_view(state, mover);
        let found = self.search.run_on_view(&game.public(), Knowledge { view: &view, told: &[] }, terms)?;
        self.weighing = found.weighing;
        Ok(analysis(&found, game.players()))
    }

    fn on_view(&mut self) -> Option<&mut dyn ViewSearch<G>> {
        Some(&mut *self.search)
    }

    fn fresh(&self) -> Box<dyn Search<G>> {
        Box::new(Self::new(self.search.renewed()))
    }

    fn weighing(&self) -> Option<Weighing> {
        self.weighing
    }
}

/// The answer of a player who does not search.
pub(super) fn unsearched<M: Copy>(payoff: Payoff, best: Option<M>, stop: Stop) -> Analysis<M> {
    Analysis {
        payoff,
        best,
        line: best.into_iter().collect(),
        moves: Vec::new(),
        nodes: 0,
        researches: 0,
        depth: 0,
        stop,
        ties: TieRule::First,
    }
}

/// What a search on a view found, in the form of any other search.
pub(crate) fn analysis<M: Copy + Eq>(found: &Estimates<M>, players: usize) -> Analysis<M> {
    let moves: Vec<MoveValue<M>> = found
        .moves
        .iter()
        .map(|estimate| {
            let mut sums = [0; cutthroat::MAX_PLAYERS];
            for player in Player::all(players) {
                sums[player.index()] = (estimate.means[player.index()] * estimate.visits as f64).round() as i64;
            }
            let payoff = Payoff::from_fn(players, |player| estimate.means[player.index()].round_ties_even() as i16);
            let sampled = Sampled { visits: estimate.visits, sums, bounds: None, settled: false };
            MoveValue { mv: estimate.mv, payoff, sampled: Some(sampled) }
        })
        .collect();
    let best = moves.iter().find(|value| value.mv == found.best);
    Analysis {
        payoff: best.map_or(Payoff::new(&vec![0; players]), |best| best.payoff),
        best: Some(found.best),
        line: vec![found.best],
        moves,
        nodes: found.nodes,
        researches: 0,
        depth: found.depth,
        stop: found.stop,
        ties: TieRule::First,
    }
}
