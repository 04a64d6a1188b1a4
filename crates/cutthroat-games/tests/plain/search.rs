//! Searches that look at everything.

use cutthroat::TieRule;

use super::{PlainCard, PlainDeal, PlainGame};

/// A position and everything that can follow, each move in its reference order.
pub(crate) struct PlainNode {
    pub(crate) deal: PlainDeal,
    pub(crate) children: Vec<(PlainCard, PlainNode)>,
}

/// The result of a search: the value of every move, and which of them the mover chooses.
pub(crate) struct PlainAnalysis {
    pub(crate) moves: Vec<(PlainCard, Vec<i32>)>,
    pub(crate) best: usize,
    pub(crate) line: Vec<PlainCard>,
}

impl PlainAnalysis {
    pub(crate) fn payoff(&self) -> &[i32] {
        &self.moves[self.best].1
    }
}

impl PlainNode {
    /// The whole tree, if it has no more nodes than `most`.
    pub(crate) fn grow(plain: &PlainGame, deal: PlainDeal, most: &mut usize) -> Option<Self> {
        *most = most.checked_sub(1)?;
        let mut children = Vec::new();
        if !plain.is_over(&deal) {
            for card in plain.moves(&deal) {
                children.push((card, Self::grow(plain, plain.play(&deal, card), most)?));
            }
        }
        Some(Self { deal, children })
    }

    pub(crate) fn child(&self, card: PlainCard) -> Option<&Self> {
        self.children.iter().find(|(mv, _)| *mv == card).map(|(_, node)| node)
    }

    /// How many moves there can be.
    pub(crate) fn height(&self) -> usize {
        self.children.iter().map(|(_, node)| 1 + node.height()).max().unwrap_or(0)
    }

    fn is_leaf(&self, depth: usize) -> bool {
        depth == 0 || self.children.is_empty()
    }
}

/// A search of one tree by one evaluation.
pub(crate) struct PlainSearch<'p> {
    pub(crate) plain: &'p PlainGame,
    pub(crate) evaluation: &'p str,
    pub(crate) root: usize,
}

impl PlainSearch<'_> {
    /// max^n to `depth`.
    pub(crate) fn maxn(&self, node: &PlainNode, ties: TieRule, depth: usize) -> PlainAnalysis {
        let moves: Vec<(PlainCard, Vec<i32>)> =
            node.children.iter().map(|(card, child)| (*card, self.maxn_value(child, ties, depth - 1))).collect();
        let mut line = Vec::new();
        let (mut at, mut left) = (node, depth);
        while !at.is_leaf(left) {
            let values = at.children.iter().map(|(_, child)| self.maxn_value(child, ties, left - 1));
            let chosen = self.choose(at.deal.mover(), ties, values);
            let (card, child) = &at.children[chosen.0];
            line.push(*card);
            (at, left) = (child, left - 1);
        }
        let best = self.choose(node.deal.mover(), ties, moves.iter().map(|(_, value)| value.clone())).0;
        PlainAnalysis { moves, best, line }
    }

    fn maxn_value(&self, node: &PlainNode, ties: TieRule, depth: usize) -> Vec<i32> {
        if node.is_leaf(depth) {
            return self.plain.evaluate(self.evaluation, &node.deal);
        }
        let values = node.children.iter().map(|(_, child)| self.maxn_value(child, ties, depth - 1));
        self.choose(node.deal.mover(), ties, values).1
    }

    /// The first of the values that `mover` likes best.
    fn choose(&self, mover: usize, ties: TieRule, values: impl Iterator<Item = Vec<i32>>) -> (usize, Vec<i32>) {
        let players = self.plain.players;
        let wish = |value: &[i32]| {
            let mut wish = vec![value[mover]];
            if matches!(ties, TieRule::WorstForRoot | TieRule::Spiteful) && mover != self.root {
                wish.push(-value[self.root]);
            }
            if ties == TieRule::Spiteful {
                wish.extend((1..players).map(|turn| -value[(mover + turn) % players]));
            }
            wish
        };
        let mut best: Option<(usize, Vec<i32>)> = None;
        for (place, value) in values.enumerate() {
            if best.as_ref().is_none_or(|(_, best)| wish(&value) > wish(best)) {
                best = Some((place, value));
            }
        }
        best.unwrap()
    }

    /// Paranoid search to `depth`: each move is worth one number, the root player's.
    pub(crate) fn paranoid(&self, node: &PlainNode, depth: usize) -> PlainAnalysis {
        self.found(node, |child| self.paranoid_value(child, depth - 1))
    }

    /// Best-reply search to `depth`, in which all opponents but one play the first listed move.
    pub(crate) fn best_reply(&self, node: &PlainNode, depth: usize) -> PlainAnalysis {
        self.found(node, |child| self.best_reply_value(child, depth - 1))
    }

    fn found(&self, node: &PlainNode, value: impl Fn(&PlainNode) -> i32) -> PlainAnalysis {
        let moves: Vec<_> = node.children.iter().map(|(card, child)| (*card, vec![value(child)])).collect();
        let most = moves.iter().map(|(_, value)| value[0]).max().unwrap();
        let best = moves.iter().position(|(_, value)| value[0] == most).unwrap();
        PlainAnalysis { moves, best, line: Vec::new() }
    }

    fn is_ours(&self, node: &PlainNode) -> bool {
        let sides = self.plain.sides();
        node.deal.mover() % sides == self.root % sides
    }

    fn paranoid_value(&self, node: &PlainNode, depth: usize) -> i32 {
        if node.is_leaf(depth) {
            return self.plain.evaluate(self.evaluation, &node.deal)[self.root];
        }
        let values = node.children.iter().map(|(_, child)| self.paranoid_value(child, depth - 1));
        if self.is_ours(node) { values.max().unwrap() } else { values.min().unwrap() }
    }

    fn best_reply_value(&self, node: &PlainNode, depth: usize) -> i32 {
        if node.is_leaf(depth) {
            return self.plain.evaluate(self.evaluation, &node.deal)[self.root];
        }
        if self.is_ours(node) {
            return node.children.iter().map(|(_, child)| self.best_reply_value(child, depth - 1)).max().unwrap();
        }
        let mut ends = Vec::new();
        self.replies(node, false, &mut ends);
        ends.into_iter().map(|end| self.best_reply_value(end, depth - 1)).min().unwrap()
    }

    /// All positions at the next turn of the root's side, if at most one opponent does not play the first move.
    fn replies<'n>(&self, node: &'n PlainNode, chosen: bool, ends: &mut Vec<&'n PlainNode>) {
        if node.children.is_empty() || self.is_ours(node) {
            ends.push(node);
            return;
        }
        for (place, (_, child)) in node.children.iter().enumerate() {
            if place == 0 || !chosen {
                self.replies(child, chosen || place > 0, ends);
            }
        }
    }
}
