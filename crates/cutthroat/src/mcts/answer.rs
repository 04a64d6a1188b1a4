//! What trees say about the moves of the root, and which move is played.

use super::options::{FinalChoice, MctsPolicy, RewardScale};
use super::tree::{Outlook, SampleNode, SampleTree};
use crate::analysis::Sampled;
use crate::budget::Stop;
use crate::eval::Bounds;
use crate::game::MAX_PLAYERS;
use crate::payoff::Payoff;
use crate::ties::Standing;

/// What is known about a move.
#[derive(Clone)]
pub(super) struct MoveRecord {
    pub(super) visits: u64,
    /// The sum of rewards, as the choosing player looks at them.
    own: i64,
    payoffs: [i64; MAX_PLAYERS],
    bounds: Option<Bounds>,
    pub(super) value: Option<Payoff>,
    is_beaten: bool,
    /// How the line goes on after it: places in the lists of moves.
    pub(super) line: Vec<u16>,
}

/// What one tree, or several of them, found.
pub(super) struct TreeAnswer {
    pub(super) moves: Vec<MoveRecord>,
    /// The place of the best move, if its value is exact.
    pub(super) settled: Option<usize>,
    pub(super) nodes: u64,
    pub(super) depth: usize,
    pub(super) stop: Stop,
}

impl TreeAnswer {
    /// The same with what another tree of the same root found.
    pub(super) fn merged(mut self, other: Self) -> Self {
        for (own, other) in self.moves.iter_mut().zip(other.moves) {
            own.visits += other.visits;
            own.own += other.own;
            for (sum, other) in own.payoffs.iter_mut().zip(other.payoffs) {
                *sum += other;
            }
            own.bounds = own
                .bounds
                .zip(other.bounds)
                .map(|(one, other)| Bounds { lo: one.lo.max(&other.lo), up: one.up.min(&other.up) });
            own.is_beaten |= other.is_beaten;
            if own.line.len() < other.line.len() {
                own.line = other.line;
            }
            own.value = own.value.or(other.value);
        }
        if self.settled.is_none() && other.settled.is_some() {
            (self.settled, self.stop) = (other.settled, other.stop);
        }
        self.nodes += other.nodes;
        self.depth = self.depth.max(other.depth);
        self
    }
}

impl MoveRecord {
    /// The samples and bounds.
    pub(super) fn sampled(&self) -> Sampled {
        let Self { visits, payoffs, bounds, value, .. } = *self;
        Sampled { visits, sums: payoffs, bounds, settled: value.is_some() }
    }

    /// What each player gets after the move: exact, or the mean, or else an `estimate`.
    pub(super) fn payoff(&self, players: usize, estimate: Payoff) -> Payoff {
        let mean = || if self.visits > 0 { self.sampled().rounded(players) } else { estimate };
        self.value.unwrap_or_else(mean)
    }

    /// Whether the mean is greater than that of another move; both have visits.
    fn has_greater_mean(&self, other: &Self) -> bool {
        i128::from(self.own) * i128::from(other.visits) > i128::from(other.own) * i128::from(self.visits)
    }
}

impl SampleTree {
    /// The first move of the order at the root.
    pub(super) fn first_of_order(&self) -> usize {
        self.nodes[self.nodes[0].children()].iter().position(|child| child.place == 0).unwrap_or_default()
    }

    /// What is known about the moves of a node.
    pub(super) fn records(&self, at: usize) -> Vec<MoveRecord> {
        let node = &self.nodes[at];
        let outlook = self.outlook(node.mover);
        let record = |(place, index): (usize, usize)| {
            let child = &self.nodes[index];
            let has_bounds = self.options.bounds && self.options.scale != RewardScale::Win;
            MoveRecord {
                visits: child.visits.into(),
                own: if outlook.turned { -child.sum } else { child.sum },
                payoffs: if at == 0 { self.root_payoffs[place] } else { [0; MAX_PLAYERS] },
                bounds: has_bounds.then(|| self.bounds_of_child(at, child)),
                value: child.is(SampleNode::SETTLED).then(|| self.record(index).value),
                is_beaten: child.is(SampleNode::BEATEN),
                line: Vec::new(),
            }
        };
        node.children().enumerate().map(record).collect()
    }

    /// The answer of this tree.
    pub(super) fn answer(&self, nodes: u64, depth: usize, stop: Stop) -> TreeAnswer {
        let mut moves = self.records(0);
        for (record, child) in moves.iter_mut().zip(self.nodes[0].children()) {
            let mut at = child;
            while let Some(place) = self.choose(at, &self.records(at)) {
                record.line.push(place as u16);
                at = self.nodes[at].first as usize + place;
            }
        }
        let settled = self.nodes[0].is(SampleNode::SETTLED).then(|| self.best_settled(0)).flatten();
        TreeAnswer { moves, settled, nodes, depth, stop }
    }

    /// The place of the move that the mover of a node chooses in the end; `None` if nothing is known about any.
    fn choose(&self, at: usize, moves: &[MoveRecord]) -> Option<usize> {
        let (settled, outlook) = (self.best_settled(at), self.outlook(self.nodes[at].mover));
        if self.nodes[at].is(SampleNode::SETTLED) && settled.is_some() {
            return settled;
        }
        self.choose_among(moves, settled, outlook)
    }

    /// The place of the best move of the root, by what one or several trees found.
    pub(super) fn choose_at_root(&self, answer: &TreeAnswer) -> Option<usize> {
        let (root, outlook) = (self.ties.root, self.outlook(self.nodes[0].mover));
        answer.settled.or_else(|| {
            let reward = |place: usize| self.reward(&answer.moves[place].value.unwrap_or_default());
            let settled = (0..answer.moves.len()).filter(|&place| answer.moves[place].value.is_some());
            let settled = settled.reduce(|best, place| {
                let (best_reward, reward) = (reward(best), reward(place));
                let is_better = match self.options.policy {
                    MctsPolicy::Maxn => self.ties.replaces(root, &best_reward, &reward, Standing::After),
                    MctsPolicy::Paranoid => reward[root] > best_reward[root],
                };
                if is_better { place } else { best }
            });
            self.choose_among(&answer.moves, settled, outlook)
        })
    }

    /// The best of the moves that are not settled, or the best `settled` one if it is worth at least as much.
    fn choose_among(&self, moves: &[MoveRecord], settled: Option<usize>, outlook: Outlook) -> Option<usize> {
        let is_candidate = |place: &usize| {
            let record = &moves[*place];
            record.visits > 0 && record.value.is_none() && !record.is_beaten
        };
        let sampled = (0..moves.len()).filter(is_candidate).reduce(|best, place| {
            let (one, other) = (&moves[place], &moves[best]);
            let is_better = match self.options.choice {
                FinalChoice::Robust if one.visits != other.visits => one.visits > other.visits,
                FinalChoice::Robust | FinalChoice::Max => one.has_greater_mean(other),
            };
            if is_better { place } else { best }
        });
        let (Some(best), Some(settled)) = (sampled, settled) else { return sampled.or(settled) };
        let worth = self.reward(&moves[settled].value.unwrap_or_default()).seats(MAX_PLAYERS)[outlook.lane];
        let worth = i64::from(if outlook.turned { -worth } else { worth });
        let is_enough = i128::from(worth) * i128::from(moves[best].visits) >= i128::from(moves[best].own);
        Some(if is_enough { settled } else { best })
    }
}
