//! The tree of an ISMCTS search.

use rustc_hash::FxHashMap;

use crate::game::{MAX_PLAYERS, Player};
use crate::hidden::Hidden;
use crate::payoff::Payoff;
use crate::playout::FastRandom;

/// What one move of a node has to show.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    /// How often it was played, and how often it could have been.
    pub(super) visits: u64,
    available: u64,
    /// The sum of rewards, from 0 to 1 each, and of payoffs.
    rewards: f64,
    pub(super) sums: [i64; MAX_PLAYERS],
    pub(super) squares: i64,
    next: Option<usize>,
}

/// The moves that were tried at a node.
pub(super) type Tried<M> = Vec<Edge<M>>;

/// The tree grows to this many nodes; then worlds are played out from its edge.
const MOST_NODES: usize = 2_000_000;

/// The nodes of a search.
pub(super) struct Tree<G: Hidden> {
    pub(super) nodes: Vec<Tried<G::Move>>,
    pub(super) by_view: FxHashMap<G::View, usize>,
}

impl<G: Hidden> Tree<G> {
    /// A node more, unless there are too many.
    fn grow(&mut self) -> Option<usize> {
        let next = self.nodes.len();
        (next < MOST_NODES).then(|| self.nodes.push(Vec::new()))?;
        Some(next)
    }

    pub(super) fn of_view(&mut self, view: &G::View) -> Option<usize> {
        if let Some(&node) = self.by_view.get(view) {
            return Some(node);
        }
        let node = self.grow()?;
        self.by_view.insert(view.clone(), node);
        Some(node)
    }

    /// The node after a move.
    pub(super) fn child(&mut self, node: usize, place: usize) -> Option<usize> {
        if self.nodes[node][place].next.is_none() {
            self.nodes[node][place].next = self.grow();
        }
        self.nodes[node][place].next
    }

    /// A legal move that was not tried yet, each equally likely, and whether it is new; otherwise the one with the best
    /// upper bound. What counts is how often a move could have been played *at this node*: a move that is rarely legal
    /// is not explored to death.
    pub(super) fn select(
        &mut self,
        node: usize,
        moves: &[G::Move],
        exploration: f64,
        random: &mut FastRandom,
    ) -> (usize, bool) {
        let tried = &mut self.nodes[node];
        let place_of = |tried: &Tried<G::Move>, mv: G::Move| tried.iter().position(|edge| edge.mv == mv);
        let untried = moves.iter().filter(|&&mv| place_of(tried, mv).is_none()).count();
        let chosen = if untried > 0 {
            let number = random.below(untried);
            let new = moves.iter().copied().filter(|&mv| place_of(tried, mv).is_none()).nth(number);
            let mv = new.expect("one of those that were counted");
            tried.push(Edge {
                mv,
                visits: 0,
                available: 0,
                rewards: 0.0,
                sums: [0; MAX_PLAYERS],
                squares: 0,
                next: None,
            });
            tried.len() - 1
        } else {
            let bound = |edge: &Edge<G::Move>| {
                let visits = edge.visits as f64;
                edge.rewards / visits + exploration * (libm::log(edge.available as f64) / visits).sqrt()
            };
            let mut best: Option<(usize, f64)> = None;
            for &mv in moves {
                let place = place_of(tried, mv).expect("every move was tried");
                let bound = bound(&tried[place]);
                if best.is_none_or(|(_, most)| bound > most) {
                    best = Some((place, bound));
                }
            }
            best.map_or(0, |(place, _)| place)
        };
        for &mv in moves {
            if let Some(place) = place_of(tried, mv) {
                tried[place].available += 1;
            }
        }
        (chosen, untried > 0)
    }

    pub(super) fn learn(&mut self, path: &[(usize, usize, Player)], payoff: &Payoff, minp: &Payoff, maxp: &Payoff) {
        for &(node, place, mover) in path {
            let edge = &mut self.nodes[node][place];
            let span = f64::from(maxp[mover]) - f64::from(minp[mover]);
            let above = f64::from(payoff[mover]) - f64::from(minp[mover]);
            edge.visits += 1;
            edge.rewards += if span > 0.0 { above / span } else { 0.5 };
            for (sum, &score) in edge.sums.iter_mut().zip(payoff.seats(MAX_PLAYERS)) {
                *sum += i64::from(score);
            }
            edge.squares += i64::from(payoff[mover]) * i64::from(payoff[mover]);
        }
    }
}
