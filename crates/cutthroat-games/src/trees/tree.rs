//! A tree held in memory, as a game.

use cutthroat::hidden::PerfectInformation;
use cutthroat::{Bounds, Evaluation, Game, MAX_PLAYERS, Outcome, Payoff, Player, Range, SearchHints};
use rustc_hash::FxHashMap;

use super::sketch::{Branch, Leaf, Sketch, TreeError};

/// A game tree: the game in which a move is a branch. [`Notation`](cutthroat::Notation) reads and writes it as text.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(crate) players: usize,
    pub(crate) range: Range,
    pub(crate) nodes: Vec<TreeNode>,
    children: Vec<u32>,
    outcomes: Vec<Outcome>,
    /// Whether any node says something about the leaves below it.
    bounded: bool,
    /// Whether every payoff is what is counted, so that bounds are about payoffs too.
    plain: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct TreeNode {
    /// `None` at a leaf.
    pub(crate) mover: Option<Player>,
    first_child: u32,
    count: u16,
    /// The outcome of this leaf, or of the leftmost leaf below.
    row: u32,
    /// What is known of the leaves below, here or anywhere above.
    pub(crate) bounds: Bounds,
    pub(crate) parent: Option<Place>,
    pub(crate) label: Option<Box<str>>,
    pub(crate) invented: bool,
}

/// A place in a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place(pub(crate) u32);

impl Tree {
    /// Builds a tree for `players` with payoffs in `range`.
    ///
    /// # Errors
    /// When the sketch contradicts itself or the range.
    pub fn new(players: usize, range: Range, sketch: &Sketch) -> Result<Self, TreeError> {
        if !(2..=MAX_PLAYERS).contains(&players) {
            return Err(TreeError::Players(players));
        }
        let mut builder = Builder {
            tree: Self {
                players,
                range,
                nodes: Vec::new(),
                children: Vec::new(),
                outcomes: Vec::new(),
                bounded: false,
                plain: true,
            },
            rows: FxHashMap::default(),
            labels: FxHashMap::default(),
        };
        let anything = Bounds { lo: Payoff::uniform(i16::MIN, players), up: Payoff::uniform(i16::MAX, players) };
        builder.add(sketch, anything, None, "1", 0)?;
        let tree = builder.tree;
        tree.check_steps()?;
        Ok(tree)
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> Place {
        Place(0)
    }

    /// How many nodes there are, the root included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a tree has at least one node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The name of a node, if it has one.
    #[must_use]
    pub fn label(&self, place: Place) -> Option<&str> {
        self.node(place).label.as_deref()
    }

    /// What is counted at a leaf and what it is worth; at a branch, the same of its leftmost leaf.
    #[must_use]
    pub fn outcome_at(&self, place: Place) -> Outcome {
        self.outcomes[self.node(place).row as usize]
    }

    /// The children of a node.
    pub fn children(&self, place: Place) -> impl ExactSizeIterator<Item = Place> + '_ {
        let node = self.node(place);
        let first = node.first_child as usize;
        self.children[first..first + usize::from(node.count)].iter().map(|&child| Place(child))
    }

    #[inline]
    pub(crate) fn node(&self, place: Place) -> &TreeNode {
        &self.nodes[place.0 as usize]
    }

    /// Whether the tree says anything about the leaves below its nodes.
    pub(crate) fn is_bounded(&self) -> bool {
        self.bounded
    }

    /// What the tree declares about its payoffs.
    #[must_use]
    pub fn range(&self) -> Range {
        self.range
    }

    fn check_steps(&self) -> Result<(), TreeError> {
        let step = self.range.step;
        for player in Player::all(self.players).filter(|_| step > 1) {
            let mut scores: Vec<i16> = self.outcomes.iter().map(|outcome| outcome.payoff[player]).collect();
            scores.sort_unstable();
            scores.dedup();
            if let Some(pair) = scores.windows(2).find(|pair| pair[1].abs_diff(pair[0]) < step) {
                return Err(TreeError::Step { player: player.seat(), a: pair[0], b: pair[1], step });
            }
        }
        Ok(())
    }
}

struct Builder {
    tree: Tree,
    rows: FxHashMap<Outcome, u32>,
    labels: FxHashMap<String, ()>,
}

impl Builder {
    /// Adds a node and everything below it. `path` names it if it has no label: the number of each child on the way.
    fn add(
        &mut self,
        sketch: &Sketch,
        bounds: Bounds,
        parent: Option<Place>,
        path: &str,
        depth: usize,
    ) -> Result<u32, TreeError> {
        if depth > cutthroat::MAX_DEPTH {
            return Err(TreeError::TooDeep);
        }
        let label = match sketch {
            Sketch::Branch(branch) => &branch.label,
            Sketch::Leaf(leaf) => &leaf.label,
        };
        let name = label.as_deref().unwrap_or(path);
        if let Some(label) = label
            && self.labels.insert(label.clone(), ()).is_some()
        {
            return Err(TreeError::Label(label.clone()));
        }
        let id = self.tree.nodes.len() as u32;
        match sketch {
            Sketch::Leaf(leaf) => {
                self.check_leaf(leaf, name)?;
                let next = self.tree.outcomes.len() as u32;
                let row = *self.rows.entry(leaf.outcome).or_insert(next);
                if row == next {
                    self.tree.outcomes.push(leaf.outcome);
                }
                self.tree.plain &= leaf.outcome.counted == leaf.outcome.payoff;
                self.tree.nodes.push(TreeNode {
                    mover: None,
                    first_child: 0,
                    count: 0,
                    row,
                    bounds,
                    parent,
                    label: label.as_deref().map(Into::into),
                    invented: leaf.invented,
                });
            }
            Sketch::Branch(branch) => {
                let players = self.tree.players;
                if branch.mover.index() >= players {
                    return Err(TreeError::Mover { mover: branch.mover.seat(), node: name.to_owned(), players });
                }
                if branch.children.is_empty() {
                    return Err(TreeError::Childless(name.to_owned()));
                }
                let count = u16::try_from(branch.children.len()).map_err(|_| TreeError::Crowded(name.to_owned()))?;
                let bounds = self.tighten(bounds, branch);
                self.tree.nodes.push(TreeNode {
                    mover: Some(branch.mover),
                    first_child: 0,
                    count,
                    row: 0,
                    bounds,
                    parent,
                    label: label.as_deref().map(Into::into),
                    invented: false,
                });
                let mut children = Vec::with_capacity(branch.children.len());
                for (index, child) in branch.children.iter().enumerate() {
                    let path = format!("{path}.{}", index + 1);
                    children.push(self.add(child, bounds, Some(Place(id)), &path, depth + 1)?);
                }
                let row = self.tree.nodes[children[0] as usize].row;
                let node = &mut self.tree.nodes[id as usize];
                node.row = row;
                node.first_child = self.tree.children.len() as u32;
                self.tree.children.extend_from_slice(&children);
                self.check_bounds(branch, id, name)?;
            }
        }
        Ok(id)
    }

    /// The bounds of a branch: its own and those it inherits.
    fn tighten(&mut self, mut bounds: Bounds, branch: &Branch) -> Bounds {
        for &(player, upper, limit) in &branch.bounds {
            self.tree.bounded = true;
            if upper {
                bounds.up[player] = bounds.up[player].min(limit);
            } else {
                bounds.lo[player] = bounds.lo[player].max(limit);
            }
        }
        bounds
    }

    fn check_bounds(&self, branch: &Branch, id: u32, name: &str) -> Result<(), TreeError> {
        for &(player, upper, limit) in &branch.bounds {
            // Nodes are numbered depth first: all after this one so far are below it.
            for below in id..self.tree.nodes.len() as u32 {
                let node = self.tree.node(Place(below));
                let score = self.tree.outcomes[node.row as usize].counted[player];
                if node.mover.is_none() && (if upper { score > limit } else { score < limit }) {
                    return Err(TreeError::UntrueBound {
                        node: name.to_owned(),
                        player: player.seat(),
                        sign: if upper { "<=" } else { ">=" },
                        limit,
                        leaf: node.label.as_deref().map_or_else(|| format!("number {}", below + 1), str::to_owned),
                        score,
                    });
                }
            }
        }
        Ok(())
    }

    fn check_leaf(&self, leaf: &Leaf, name: &str) -> Result<(), TreeError> {
        let Range { minp, maxp, minsum, maxsum, .. } = self.tree.range;
        let payoff = leaf.outcome.payoff;
        for player in Player::all(self.tree.players) {
            let score = payoff[player];
            let broken = |what, side, limit: i16| TreeError::OutOfRange {
                node: name.to_owned(),
                player: player.seat(),
                score,
                side,
                what,
                limit,
            };
            if let Some(minp) = minp
                && score < minp[player]
            {
                return Err(broken("minp", "below", minp[player]));
            }
            if let Some(maxp) = maxp
                && score > maxp[player]
            {
                return Err(broken("maxp", "above", maxp[player]));
            }
        }
        let sum = payoff.sum();
        let broken = |what, side, limit| TreeError::Sum { node: name.to_owned(), sum, side, what, limit };
        if let Some(maxsum) = maxsum
            && sum > maxsum
        {
            return Err(broken("maxsum", "above", maxsum));
        }
        if let Some(minsum) = minsum
            && sum < minsum
        {
            return Err(broken("minsum", "below", minsum));
        }
        Ok(())
    }
}

impl Game for Tree {
    type State = Place;
    type Move = u16;
    type Undo = Place;

    fn players(&self) -> usize {
        self.players
    }

    #[inline]
    fn mover(&self, place: &Place) -> Option<Player> {
        self.node(*place).mover
    }

    #[inline]
    fn moves(&self, place: &Place, moves: &mut Vec<u16>) {
        moves.extend(0..self.node(*place).count);
    }

    #[inline]
    fn play(&self, place: &mut Place, mv: u16) -> Place {
        let child = Place(self.children[self.node(*place).first_child as usize + usize::from(mv)]);
        std::mem::replace(place, child)
    }

    #[inline]
    fn undo(&self, place: &mut Place, _: u16, undo: Place) {
        *place = undo;
    }

    fn payoff(&self, place: &Place) -> Payoff {
        self.outcome_at(*place).payoff
    }
}

impl PerfectInformation for Tree {}

impl SearchHints for Tree {}

/// The payoffs at the leaves. A search that stops at a branch uses the payoff of its leftmost leaf as an estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TreeEvaluation;

impl Evaluation<Tree> for TreeEvaluation {
    fn range(&self, tree: &Tree) -> Range {
        tree.range
    }

    #[inline]
    fn evaluate(&self, tree: &Tree, place: &Place) -> Payoff {
        tree.outcome_at(*place).payoff
    }

    #[inline]
    fn payoff_bounds(&self, tree: &Tree, place: &Place) -> Option<Bounds> {
        (tree.bounded && tree.plain).then(|| tree.node(*place).bounds)
    }

    fn outcomes(&self, tree: &Tree) -> Option<Vec<Outcome>> {
        Some(tree.outcomes.clone())
    }

    #[inline]
    fn outcome(&self, tree: &Tree, place: &Place) -> usize {
        tree.node(*place).row as usize
    }

    #[inline]
    fn counted_bounds(&self, tree: &Tree, place: &Place) -> Option<Bounds> {
        tree.bounded.then(|| tree.node(*place).bounds)
    }
}
