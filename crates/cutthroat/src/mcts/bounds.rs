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
use super::tree::{NodeRecord, SampleNode, SampleTree};
use crate::eval::Bounds;
use crate::game::Player;
use crate::payoff::Payoff;
use crate::ties::Standing;

impl SampleTree {
    /// If there is news of the last node of the path, renews the bounds of those above it, as long as they change.
    pub(super) fn renew_bounds(&mut self) {
        let mut level = self.path.len() - 1;
        while self.has_news && level > 0 {
            level -= 1;
            self.has_news = self.renew(self.path[level] as usize);
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

    /// The bounds of a child of the node `at`: its own, or what is known of all of them if it was not seen.
    #[inline]
    pub(super) fn bounds_of_child(&self, at: usize, child: &SampleNode) -> Bounds {
        let record = if child.is(SampleNode::SEEN) { child.record } else { self.record(at).shared };
        let NodeRecord { lo, up, .. } = self.records[record as usize];
        Bounds { lo, up }
    }

    fn renew_for_all(&mut self, at: usize) -> bool {
        let node = &self.nodes[at];
        let (mover, children) = (Player::new(usize::from(node.mover)), node.children());
        let bounds = |child: &SampleNode| self.bounds_of_child(at, child);
        let best = self.nodes[children.clone()].iter().map(|child| bounds(child).lo[mover]).max().unwrap_or(i16::MIN);
        let players = self.players();
        let (mut lo, mut up) = (Payoff::uniform(i16::MAX, players), Payoff::uniform(i16::MIN, players));
        for child in &self.nodes[children.clone()] {
            let of_child = bounds(child);
            if of_child.up[mover] >= best {
                (lo, up) = (lo.min(&of_child.lo), up.max(&of_child.up));
            }
        }
        lo[mover] = best;
        let chosen = self.best_settled(at);
        let worth = chosen.map(|chosen| self.reward(&self.record(children.start + chosen).value)[mover]);
        let (ties, mut is_open, mut has_closed) = (self.ties, false, false);
        for (place, index) in children.enumerate() {
            let most = self.bounds_of_child(at, &self.nodes[index]).up[mover];
            let child = &mut self.nodes[index];
            let may_be_chosen = most >= best
                && chosen.zip(worth).is_none_or(|(chosen, worth)| {
                    let standing = Standing::of(place as u16, chosen as u16);
                    most > worth || most == worth && ties.tie_may_replace(mover, standing)
                });
            let is_settled = child.is(SampleNode::SETTLED);
            // A settled child that is not chosen stays comparable: only what is never chosen is beaten.
            let is_beaten = if is_settled { most < best } else { !may_be_chosen };
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
        let bounds = |child: &SampleNode| self.bounds_of_child(at, child);
        let best = |number: &dyn Fn(&Bounds) -> i16| {
            let numbers = self.nodes[children.clone()].iter().map(|child| number(&bounds(child)));
            (if maximises { numbers.max() } else { numbers.min() }).unwrap_or_default()
        };
        let (least, most) = (best(&|bounds| bounds.lo[root]), best(&|bounds| bounds.up[root]));
        let NodeRecord { mut lo, mut up, .. } = *self.record(at);
        (lo[root], up[root]) = (lo[root].max(least), up[root].min(most));
        // The root needs the first of its best moves, and not only their value.
        let first = self.nodes[children.clone()].iter().position(|child| bounds(child).lo[root] == lo[root]);
        let (mut is_open, mut has_closed) = (false, false);
        for (place, index) in children.enumerate() {
            let of_child = self.bounds_of_child(at, &self.nodes[index]);
            let child = &mut self.nodes[index];
            if child.is(SampleNode::SETTLED) {
                has_closed = true;
                continue;
            }
            let is_beaten = match (maximises, at) {
                (true, 0) => {
                    of_child.up[root] < lo[root]
                        || of_child.up[root] == lo[root] && first.is_some_and(|first| first < place)
                }
                (true, _) => of_child.up[root] <= lo[root],
                (false, _) => of_child.lo[root] >= up[root],
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
        let value = chosen.map(|chosen| self.record(self.nodes[at].first as usize + chosen).value);
        let record = self.record(at);
        let (lo, up) = (record.lo.max(&lo), record.up.min(&up));
        let changed = lo != record.lo || up != record.up || value.is_some();
        if changed {
            let record = self.own_record(at);
            (record.lo, record.up) = (lo, up);
            record.value = value.unwrap_or(record.value);
        }
        if value.is_some() {
            self.nodes[at].flags |= SampleNode::SETTLED;
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
            let reward = self.reward(&self.records[child.record as usize].value);
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
