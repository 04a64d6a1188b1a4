//! What a search on a view found.

use crate::budget::Stop;
use crate::game::{MAX_PLAYERS, Player};
use crate::payoff::Payoff;
use crate::player::{Choice, Searched};

use super::weights::Weighing;

/// What a search on a view found about every move.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimates<M> {
    /// The move to play.
    pub best: M,
    /// Every legal move, as the view lists them. Empty if there is only one.
    pub moves: Vec<MoveEstimate<M>>,
    /// How many worlds were looked at.
    pub worlds: u64,
    /// Whether these were all worlds there are.
    pub exhaustive: bool,
    /// States visited in all of them.
    pub nodes: u64,
    /// The level to which all of them were searched; 0 if there was no search.
    pub depth: usize,
    /// For how many plies, or moves of the own side, players kept to what they know, in a search in which they do.
    pub kept: Option<usize>,
    /// Whether a strategy may have been lost because there were too many.
    pub truncated: bool,
    /// Why it ended there.
    pub stop: Stop,
    /// What told likely worlds from others, if anything did.
    pub weighing: Option<Weighing>,
}

/// What a search found about one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveEstimate<M> {
    /// The move.
    pub mv: M,
    /// What each player gets on average.
    pub means: [f64; MAX_PLAYERS],
    /// The standard error of the mover's mean; 0 if every world was looked at.
    pub error: f64,
    /// How often the move was tried.
    pub visits: u64,
    /// In how many worlds.
    pub worlds: u64,
    /// Whether the mean is only an upper bound, which showed that the move is not the best.
    pub at_most: bool,
}

impl<M: Copy + Eq> Estimates<M> {
    /// A move that nothing was found about: there was nothing to choose, or it was chosen without a search.
    #[must_use]
    pub const fn only(mv: M) -> Self {
        Self {
            best: mv,
            moves: Vec::new(),
            worlds: 0,
            exhaustive: false,
            nodes: 0,
            depth: 0,
            kept: None,
            truncated: false,
            stop: Stop::Complete,
            weighing: None,
        }
    }

    /// What was found about `mv`.
    #[must_use]
    pub fn of(&self, mv: M) -> Option<&MoveEstimate<M>> {
        self.moves.iter().find(|estimate| estimate.mv == mv)
    }

    /// The move as a choice, with the payoff that its player expects, rounded.
    #[must_use]
    pub fn choice(&self, players: usize) -> Choice<M> {
        let searched = self.of(self.best).map(|estimate| Searched {
            payoff: Payoff::from_fn(players, |player| estimate.means[player.index()].round_ties_even() as i16),
            nodes: self.nodes,
            depth: self.depth,
            stop: self.stop,
        });
        Choice { mv: self.best, searched }
    }
}

impl<M> Estimates<M> {
    /// The same with moves of another form, such as text.
    #[must_use]
    pub fn with<N>(&self, best: N, moves: Vec<MoveEstimate<N>>) -> Estimates<N> {
        let &Self { worlds, exhaustive, nodes, depth, kept, truncated, stop, weighing, .. } = self;
        Estimates { best, moves, worlds, exhaustive, nodes, depth, kept, truncated, stop, weighing }
    }
}

impl<M> MoveEstimate<M> {
    /// The same for a move of another form, such as text.
    #[must_use]
    pub fn with<N>(&self, mv: N) -> MoveEstimate<N> {
        let &Self { means, error, visits, worlds, at_most, .. } = self;
        MoveEstimate { mv, means, error, visits, worlds, at_most }
    }

    /// The estimate of `mv` from its payoff in each world and the weights of the worlds, for the mover; `exact` if these are
    /// all worlds.
    #[must_use]
    pub fn new(mv: M, payoffs: &[Payoff], weights: &[u64], mover: Player, players: usize, exact: bool) -> Self {
        let whole: u64 = weights[..payoffs.len()].iter().sum();
        let mut means = [0.0; MAX_PLAYERS];
        for player in Player::all(players) {
            let sum: i64 =
                payoffs.iter().zip(weights).map(|(payoff, &weight)| i64::from(payoff[player]) * weight as i64).sum();
            means[player.index()] = sum as f64 / whole.max(1) as f64;
        }
        let squares: f64 = payoffs
            .iter()
            .zip(weights)
            .map(|(payoff, &weight)| {
                let off = (f64::from(payoff[mover]) - means[mover.index()]) * weight as f64;
                off * off
            })
            .sum();
        let error = if exact { 0.0 } else { squares.sqrt() / whole.max(1) as f64 };
        Self { mv, means, error, visits: payoffs.len() as u64, worlds: payoffs.len() as u64, at_most: false }
    }
}
