//! Games that are trees.

mod best_case;
mod figures;
mod mix;
mod random;
mod sketch;
mod ternary;
mod text;
mod tree;
mod uniform;

pub use best_case::{BestCaseState, ShallowBestCase};
pub use figures::{FIGURES, Figure};
pub use random::{OrderOfPlay, RANDOM_FIELDS, RandomTree, Sums};
pub use sketch::{Branch, Leaf, Sketch, TreeError};
pub use ternary::{ShareOfWins, TERNARY_FIELDS, TernaryKind, TernaryState, TernaryTree};
pub use text::TREE_FIELDS;
pub use tree::{Place, Tree, TreeEvaluation};
pub use uniform::{UNIFORM_FIELDS, UniformEvaluation, UniformLeaves, UniformState, UniformTree};
