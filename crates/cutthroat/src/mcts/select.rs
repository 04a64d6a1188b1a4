//! Which move is sampled next.

use super::options::Unvisited;
use super::tree::{Outlook, SampleNode, SampleTree};
use crate::playout::FastRandom;

/// What the search of the best child has found so far.
struct Candidates {
    /// The best by mean and urge to explore.
    best: Option<(usize, f64)>,
    /// The first in the order of those without a visit, and how many there are.
    unvisited: Option<usize>,
    unvisited_count: usize,
    /// The greatest mean or value, and the child if it is settled.
    greatest: f64,
    settled: Option<usize>,
}

impl SampleTree {
    /// The child of a node that is not settled to go on with. A settled child is not entered, nor one that is never
    /// chosen. Where the mover's best child by its mean is a settled one, its value is what the mover gets, so it is
    /// backed up while the search looks for something better.
    #[inline]
    pub(super) fn select(&mut self, at: usize, random: &mut FastRandom) -> usize {
        if self.is_plain && !self.nodes[at].is(SampleNode::HAS_CLOSED) {
            self.select_plainly(at)
        } else {
            self.select_carefully(at, random)
        }
    }

    /// The same with everything that may matter.
    fn select_carefully(&mut self, at: usize, random: &mut FastRandom) -> usize {
        let mut width = self.width(self.nodes[at].visits);
        let mut found = self.candidates(at, width);
        if found.best.is_none() && found.unvisited.is_none() {
            // All that are wide enough are settled or beaten.
            width = usize::MAX;
            found = self.candidates(at, width);
        }
        let Candidates { best, unvisited, unvisited_count, settled, .. } = found;
        let child = match (unvisited, self.options.unvisited) {
            (Some(_), Unvisited::Uniform) => self.nth_unvisited(at, width, random.below(unvisited_count)),
            (Some(first), Unvisited::ByOrder) => Some(first),
            (None, _) => best.map(|(child, _)| child),
        };
        if let Some(settled) = settled {
            self.backed_up.push((self.path.len() - 1, self.record(settled).value));
        }
        child.unwrap_or(self.nodes[at].first as usize)
    }

    /// The same by means and visits alone, where no child is settled or beaten.
    fn select_plainly(&mut self, at: usize) -> usize {
        let SampleNode { first, count, tried, visits, .. } = self.nodes[at];
        let first = first as usize;
        if tried < count {
            self.nodes[at].tried = tried + 1;
            return first + usize::from(self.by_place[first + usize::from(tried)]);
        }
        let urge = self.options.exploration * self.roots_of(visits).logarithm;
        let (mut best, mut greatest) = (0, f64::NEG_INFINITY);
        for (place, standing) in self.standings[first..first + usize::from(count)].iter().enumerate() {
            let score = standing.mean + urge * standing.doubt;
            if score > greatest {
                (best, greatest) = (place, score);
            }
        }
        first + best
    }

    fn candidates(&self, at: usize, width: usize) -> Candidates {
        let node = &self.nodes[at];
        let outlook = self.outlook(node.mover);
        let last_place = f64::from(node.count.max(2) - 1);
        let urge = self.options.exploration * self.roots_of(node.visits).logarithm;
        let urgency = self
            .options
            .first_play
            .filter(|_| node.visits > 0)
            .map(|below| outlook.mean(self.mover_sums[at], node.visits) - below);
        let mut found =
            Candidates { best: None, unvisited: None, unvisited_count: 0, greatest: f64::NEG_INFINITY, settled: None };
        let children = node.children();
        for (index, child) in children.clone().zip(&self.nodes[children]) {
            if child.is(SampleNode::SETTLED | SampleNode::BEATEN) {
                if !child.is(SampleNode::BEATEN) {
                    let worth = outlook.of(&self.reward(&self.record(index).value));
                    if worth > found.greatest {
                        (found.greatest, found.settled) = (worth, Some(index));
                    }
                }
                continue;
            }
            if usize::from(child.place) >= width {
                continue;
            }
            let visits = f64::from(child.visits);
            let (mean, mut score) = if child.visits == 0 {
                let Some(urgency) = urgency else {
                    found.unvisited_count += 1;
                    if found.unvisited.is_none_or(|first| child.place < self.nodes[first].place) {
                        found.unvisited = Some(index);
                    }
                    continue;
                };
                (urgency, urgency)
            } else {
                let mean = outlook.mean(child.sum, child.visits);
                if mean > found.greatest {
                    (found.greatest, found.settled) = (mean, None);
                }
                (mean, mean + urge * self.roots_of(child.visits).inverse)
            };
            if self.options.bias > 0.0 {
                score += self.options.bias * (1.0 - f64::from(child.place) / last_place) / (visits + 1.0);
            }
            if self.options.history > 0.0 {
                score += self.options.history * self.success(index, outlook) / (visits * (1.0 - mean) + 1.0);
            }
            if found.best.is_none_or(|(_, best)| score > best) {
                found.best = Some((index, score));
            }
        }
        found
    }

    /// The mean reward of the move that leads to a node, wherever it was played.
    fn success(&self, node: usize, outlook: Outlook) -> f64 {
        let Some(history) = &self.history else { return 0.0 };
        let place = history.places[node] as usize;
        match history.counts[place] {
            0 => 0.0,
            count => outlook.mean(history.sums[place], count),
        }
    }

    fn nth_unvisited(&self, at: usize, width: usize, nth: usize) -> Option<usize> {
        let is_unvisited = |index: &usize| {
            let child = &self.nodes[*index];
            child.visits == 0 && usize::from(child.place) < width && !child.is(SampleNode::SETTLED | SampleNode::BEATEN)
        };
        self.nodes[at].children().filter(is_unvisited).nth(nth)
    }
}
