//! The description of a tree, and what can be wrong with it.

use cutthroat::{MAX_PLAYERS, Outcome, Player};
use thiserror::Error;

/// The description of a tree, before it is checked and becomes a [`Tree`](super::Tree).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sketch {
    /// A node with children.
    Branch(Branch),
    /// A node without.
    Leaf(Leaf),
}

/// A node with children.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// Its name, if it has one.
    pub label: Option<String>,
    /// Who moves.
    pub mover: Player,
    /// What is known in advance about the leaves below: player, whether it is an upper bound, the bound.
    pub bounds: Vec<(Player, bool, i16)>,
    /// The children, in reference order.
    pub children: Vec<Sketch>,
}

/// A node without children.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// Its name, if it has one.
    pub label: Option<String>,
    /// What is counted, and what it is worth.
    pub outcome: Outcome,
    /// Whether it is made up, because the figure does not show it.
    pub invented: bool,
}

/// What is wrong with a sketch.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TreeError {
    /// A number of players that is not possible.
    #[error("{0} players; a tree has 2 to {MAX_PLAYERS}")]
    Players(usize),
    /// A mover who does not play.
    #[error("player {mover} moves at node {node}, but payoffs have {players} numbers")]
    Mover {
        /// The seat, from 1.
        mover: usize,
        /// The node.
        node: String,
        /// How many players there are.
        players: usize,
    },
    /// A branch without children.
    #[error("node {0} has no children")]
    Childless(String),
    /// A branch with too many.
    #[error("node {0} has more than 65,535 children")]
    Crowded(String),
    /// Two nodes with the same name.
    #[error("two nodes are called {0}")]
    Label(String),
    /// A payoff that the declared range does not allow.
    #[error("leaf {node} gives player {player} {score}, {side} the declared {what}={limit}")]
    OutOfRange {
        /// The leaf.
        node: String,
        /// The seat, from 1.
        player: usize,
        /// What the player gets.
        score: i16,
        /// "below" or "above".
        side: &'static str,
        /// The declaration that is broken.
        what: &'static str,
        /// What it allows.
        limit: i16,
    },
    /// A sum that the declared range does not allow.
    #[error("the payoffs of leaf {node} add up to {sum}, {side} the declared {what}={limit}")]
    Sum {
        /// The leaf.
        node: String,
        /// The sum.
        sum: i32,
        /// "below" or "above".
        side: &'static str,
        /// The declaration that is broken.
        what: &'static str,
        /// What it allows.
        limit: i32,
    },
    /// Two payoffs of a player closer than the declared step.
    #[error("player {player} gets {a} at one leaf and {b} at another, closer than the declared step={step}")]
    Step {
        /// The seat, from 1.
        player: usize,
        /// One payoff.
        a: i16,
        /// The other.
        b: i16,
        /// The declared step.
        step: u16,
    },
    /// A bound that does not hold.
    #[error("node {node} says {player}{sign}{limit}, but leaf {leaf} below it gives {score}")]
    UntrueBound {
        /// The node.
        node: String,
        /// The seat, from 1.
        player: usize,
        /// "<=" or ">=".
        sign: &'static str,
        /// The bound.
        limit: i16,
        /// The leaf that breaks it.
        leaf: String,
        /// What is counted there.
        score: i16,
    },
    /// A tree deeper than any search.
    #[error("the tree is more than {} levels deep", cutthroat::MAX_DEPTH)]
    TooDeep,
}
