//! Games that are trees.

mod best_case;
mod figures;
mod mix;
mod parameters;
mod random;
mod sketch;
mod ternary;
mod text;
mod tree;
mod uniform;

pub use best_case::{BestCaseState, ShallowBestCase};
pub use figures::{FIGURES, Figure};
pub use parameters::{ParameterError, Parameters};
pub use random::{OrderOfPlay, RandomTree, Sums};
pub use sketch::{Branch, Leaf, Sketch, TreeError};
pub use ternary::{ShareOfWins, TernaryKind, TernaryState, TernaryTree};
pub use tree::{Place, Tree, TreeEvaluation};
pub use uniform::{UniformEvaluation, UniformLeaves, UniformState, UniformTree};
