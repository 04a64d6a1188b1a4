//! The mathematical model: how likely a search that discards one of every three children still decides correctly
//! (1994 paper, "Mathematical Derivations").
//!
//! The paper prints what happens where the three children have two different values, and leaves out its recurrences.
//! The reading here gives all its cases: ranked by what they are worth to the mover, the lowest child is discarded with
//! chance `p`, the middle one with `q`, the top one with `r`, and equal children share their chances
//! ([`Discard`]). In N-game-like trees the children are ranked by strength, in P-games by value.

use cutthroat_games::trees::TernaryKind;
use serde::Serialize;
use thiserror::Error;

use super::joint::Joint;

/// The chances that the child discarded is the worst of three for the mover, the middle one, or the best.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Discard {
    /// That it is the worst: the choice of children is right.
    pub p: f64,
    /// That it is the middle one.
    pub q: f64,
    /// That it is the best.
    pub r: f64,
}

impl Discard {
    /// The chances as the 1994 paper sets them: `r = (1-p)^2` and `q = 1-(p+r)`.
    ///
    /// # Errors
    /// When `p` is not a chance.
    pub fn new(p: f64) -> Result<Self, ModelError> {
        if !(0.0..=1.0).contains(&p) {
            return Err(ModelError::Chance { p });
        }
        let r = (1.0 - p) * (1.0 - p);
        Ok(Self { p, q: (1.0 - (p + r)).max(0.0), r })
    }
}

/// The trees of the model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModelTree {
    /// N-game-like trees: *D* in the paper.
    NGameLike,
    /// P-game trees: *D'*.
    PGame,
}

impl ModelTree {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 2] = [("n-game-like", Self::NGameLike), ("p-game", Self::PGame)];

    /// The trees that can be drawn and searched.
    #[must_use]
    pub const fn kind(self) -> TernaryKind {
        match self {
            Self::NGameLike => TernaryKind::NGameLike,
            Self::PGame => TernaryKind::PGame,
        }
    }
}

/// The highest tree of the model. Work grows with the cube of the height and memory with its square; and the paper's
/// chances of a win, rounded to five places, give nearly all trees to one player long before (P-games from height 25
/// on, N-game-like trees from 300).
pub const HIGHEST: usize = 500;

/// Where either player wins fewer trees than this, what is left after rounding says nothing.
const RARE: f64 = 1e-9;

/// What cannot be computed.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ModelError {
    /// Not a chance.
    #[error("p = {p:?} is not a chance from 0 to 1")]
    Chance {
        /// What was given.
        p: f64,
    },
    /// No tree, or too high a one.
    #[error("heights go from 1 to {HIGHEST}, not {heights}: memory and time grow with their square and cube")]
    Heights {
        /// What was asked for.
        heights: usize,
    },
}

/// How the decision at the root of a tree turns out.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Decision {
    /// The tree's Max-height.
    pub height: usize,
    /// The chance that a child of the root is a win.
    pub won: f64,
    /// *D*: the chance that of a won and a lost child the won one is chosen, equal estimates being a toss-up. `None`
    /// where there is practically never such a choice.
    pub of_two: Option<f64>,
    /// The chance that a won child is chosen among three of which one or two are won. The paper mentions it and omits
    /// the formulas; here the root compares the estimates of all three, and chooses among equal ones at random.
    pub of_three: Option<f64>,
    /// The same for a random guess; for two alternatives that is one half.
    pub guess_of_three: f64,
}

impl Decision {
    /// The decision between children that are won or lost, and seem to be, as `seen[estimate][value]` says.
    fn among(height: usize, seen: [[f64; 2]; 2]) -> Self {
        let won = seen[0][1] + seen[1][1];
        let lost = seen[0][0] + seen[1][0];
        let certain = won > RARE && lost > RARE;
        // What a won child seems to be, and what a lost one does.
        let of_won = [seen[0][1] / won, seen[1][1] / won];
        let of_lost = [seen[0][0] / lost, seen[1][0] / lost];
        // The paper's quotient is this mean: the chance that a win is seen, and that a loss is.
        let of_two = f64::midpoint(of_won[1], of_lost[0]);
        let mut of_three = 0.0;
        for estimates in 0..8_usize {
            let estimate = |child: usize| estimates >> child & 1;
            // One won child (child 0) or two (children 0 and 1); the others are lost.
            for (wins, weight) in [(1, lost), (2, won)] {
                let chance: f64 = (0..3)
                    .map(|child| if child < wins { of_won[estimate(child)] } else { of_lost[estimate(child)] })
                    .product();
                let best = (0..3).map(estimate).max();
                let chosen = |children: std::ops::Range<usize>| {
                    children.filter(|&child| Some(estimate(child)) == best).count() as f64
                };
                of_three += weight * chance * chosen(0..wins) / chosen(0..3);
            }
        }
        Self {
            height,
            won,
            of_two: certain.then_some(of_two),
            of_three: certain.then_some(of_three),
            guess_of_three: (1.0 + won) / 3.0,
        }
    }
}

/// The decisions at the roots of trees of Max-height 1 to `heights`, exactly: no sampling, no truncation, only the
/// rounding of floating-point numbers.
///
/// The distribution of (estimate, value) is carried from the leaves upwards, one kind of node after the other: three
/// Max nodes (or random-value additions of them) make a Min node, three Min nodes make a Max node.
///
/// # Errors
/// When `p` is not a chance, or the height is 0 or above [`HIGHEST`].
///
/// ```
/// use cutthroat_lab::forward_pruning::model::{ModelTree, decisions};
///
/// let alike = decisions(ModelTree::NGameLike, 0.9, 15)?;
/// let independent = decisions(ModelTree::PGame, 0.9, 15)?;
/// assert!(alike[14].of_two > independent[14].of_two);
/// # Ok::<(), cutthroat_lab::forward_pruning::model::ModelError>(())
/// ```
pub fn decisions(tree: ModelTree, p: f64, heights: usize) -> Result<Vec<Decision>, ModelError> {
    let discard = Discard::new(p)?;
    if !(1..=HIGHEST).contains(&heights) {
        return Err(ModelError::Heights { heights });
    }
    let chance = tree.kind().chance();
    let mut max = match tree {
        ModelTree::NGameLike => Joint::certain(),
        ModelTree::PGame => Joint::of_leaf(chance),
    };
    let mut decisions = Vec::new();
    for height in 1..=heights {
        let (below_min, losing) = match tree {
            // Strengths of `height` additions are -height, -height + 2, ..., height; those below 0 lose.
            ModelTree::NGameLike => (max.added(chance), height.div_ceil(2)),
            ModelTree::PGame => (max, 1),
        };
        let min = below_min.best_of_two_of_three(&discard, true);
        decisions.push(Decision::among(height, min.seen(losing)));
        max = min.best_of_two_of_three(&discard, false);
    }
    Ok(decisions)
}
