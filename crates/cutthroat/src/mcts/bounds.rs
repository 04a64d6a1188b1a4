//! Bounds on values, which settle positions exactly.
//!
//! In max^n every node has `lo <= v <= up` for every max^n value `v`, under every tie rule. At a node of mover `p` let
//! `best` be the greatest `lo_p` of its children. A child with `up_p < best` is never chosen. Of the others, the node
//! gets the greatest `lo_p` and `up_p`, and for everybody else the least `lo_j` and the greatest `up_j`. The *value*
//! under the tie rule of the search is kept apart from that: with bounds narrowed to it, the bounds above would hold for
//! that rule only, and other ties above would be settled wrongly.
//!
//! In paranoid search the bounds are those of the root player alone (Cazenave and Saffidine 2010).

use super::options::MctsPolicy;
use super::tree::{SampleNode, SampleTree};
use crate::game::Player;
use crate::payoff::Payoff;
use crate::ties::Standing;

impl SampleTree {
    /// If there is news of the last node of the path, renews the bounds of those above it, as long as they change.
    pub(super) fn renew_bounds(&mut self) {
        let mut level = self.path.len() - 1;
        while self.has_news && level > 0 {
            level -= 1;
            self.has_news = self.renew(self.path[level].node as usize);
        }
        self.has_news = false;
    }

    /// Renews the bounds of a node from those of its children, and returns whether anything changed.
    fn renew(&mut self, at: usize) -> bool {
        match self.options.policy {
            MctsPolicy::Maxn => self.renew_for_all(at),
            MctsPolicy::Paranoid => self.renew_for_root(at),
        }
    }

    fn renew_for_all(&mut self, at: usize) -> bool {
        let node = &self.nodes[at];
        let (mover, children) = (Player::new(usize::from(node.mover)), node.children());
        let best = self.nodes[children.clone()].iter().map(|child| child.lo[mover]).max().unwrap_or(i16::MIN);
        let players = self.players();
        let (mut lo, mut up) = (Payoff::uniform(i16::MAX, players), Payoff::uniform(i16::MIN, players));
        for child in &self.nodes[children.clone()] {
            if child.up[mover] >= best {
                (lo, up) = (lo.min(&child.lo), up.max(&child.up));
            }
        }
        lo[mover] = best;
        let chosen = self.best_settled(at);
        let worth = chosen.map(|chosen| self.reward(&self.nodes[children.start + chosen].value)[mover]);
        let (ties, mut is_open, mut has_closed) = (self.ties, false, false);
        for (place, child) in self.nodes[children.clone()].iter_mut().enumerate() {
            let may_be_chosen = child.up[mover] >= best
                && chosen.zip(worth).is_none_or(|(chosen, worth)| {
                    let standing = Standing::of(place as u16, chosen as u16);
                    child.up[mover] > worth || child.up[mover] == worth && ties.tie_may_replace(mover, standing)
                });
            let is_settled = child.is(SampleNode::SETTLED);
            // A settled child that is not chosen stays comparable: only what is never chosen is beaten.
            let is_beaten = if is_settled { child.up[mover] < best } else { !may_be_chosen };
            child.flags = child.flags & !SampleNode::BEATEN | if is_beaten { SampleNode::BEATEN } else { 0 };
            is_open |= !is_settled && may_be_chosen;
            has_closed |= is_settled || is_beaten;
        }
        self.nodes[at].flags |= if has_closed { SampleNode::HAS_CLOSED } else { 0 };
        self.narrow(at, lo, up, if is_open { None } else { chosen })
    }

    fn renew_for_root(&mut self, at: usize) -> bool {
        let node = &self.nodes[at];
        let (root, children) = (self.ties.root, node.children());
        let maximises = self.ours[usize::from(node.mover)];
        let numbers = |bound: fn(&SampleNode) -> &Payoff| {
            let numbers = self.nodes[children.clone()].iter().map(move |child| bound(child)[root]);
            (if maximises { numbers.max() } else { numbers.min() }).unwrap_or_default()
        };
        let (least, most) = (numbers(|child| &child.lo), numbers(|child| &child.up));
        let (mut lo, mut up) = (node.lo, node.up);
        (lo[root], up[root]) = (lo[root].max(least), up[root].min(most));
        // The root needs the first of its best moves, and not only their value.
        let first = self.nodes[children.clone()].iter().position(|child| child.lo[root] == lo[root]);
        let (mut is_open, mut has_closed) = (false, false);
        for (place, child) in self.nodes[children].iter_mut().enumerate() {
            if child.is(SampleNode::SETTLED) {
                has_closed = true;
                continue;
            }
            let is_beaten = match (maximises, at) {
                (true, 0) => {
                    child.up[root] < lo[root] || child.up[root] == lo[root] && first.is_some_and(|first| first < place)
                }
                (true, _) => child.up[root] <= lo[root],
                (false, _) => child.lo[root] >= up[root],
            };
            child.flags = child.flags & !SampleNode::BEATEN | if is_beaten { SampleNode::BEATEN } else { 0 };
            is_open |= !is_beaten;
            has_closed |= is_beaten;
        }
        self.nodes[at].flags |= if has_closed { SampleNode::HAS_CLOSED } else { 0 };
        let chosen = if is_open { None } else { self.best_settled(at) };
        self.narrow(at, lo, up, chosen)
    }

    /// Narrows the bounds of a node, and settles it if a child is chosen for good. Returns whether anything changed.
    fn narrow(&mut self, at: usize, lo: Payoff, up: Payoff, chosen: Option<usize>) -> bool {
        let value = chosen.map(|chosen| self.nodes[self.nodes[at].first as usize + chosen].value);
        let node = &mut self.nodes[at];
        let (lo, up) = (node.lo.max(&lo), node.up.min(&up));
        let changed = lo != node.lo || up != node.up || value.is_some();
        (node.lo, node.up) = (lo, up);
        if let Some(value) = value {
            node.value = value;
            node.flags |= SampleNode::SETTLED;
        }
        changed
    }

    /// The settled child that the mover prefers to all other settled ones.
    pub(super) fn best_settled(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let (mover, mut best) = (Player::new(usize::from(node.mover)), None::<(usize, Payoff)>);
        let (root, ours) = (self.ties.root, self.ours[usize::from(node.mover)]);
        for (place, child) in self.nodes[node.children()].iter().enumerate() {
            if !child.is(SampleNode::SETTLED) {
                continue;
            }
            let reward = self.reward(&child.value);
            let is_better = best.is_none_or(|(_, best)| match self.options.policy {
                MctsPolicy::Maxn => self.ties.replaces(mover, &best, &reward, Standing::After),
                MctsPolicy::Paranoid if ours => reward[root] > best[root],
                MctsPolicy::Paranoid => reward[root] < best[root],
            });
            if is_better {
                best = Some((place, reward));
            }
        }
        best.map(|(place, _)| place)
    }
}
