//! Forward pruning: the cost of looking only at the most promising children (1994 paper, and beyond).
//!
//! - [`model`]: the probability of a correct decision on N-game-like trees and P-games, exactly (Figure 3), and
//!   [`simulation`], the same by drawing trees;
//! - [`study`]: minimax with and without forward pruning with a real evaluation (Figures 4 and 5), and alpha-beta with
//!   it;
//! - [`measure`]: whether forward pruning serves a game of the catalog, by the [`correlation`] of siblings and by
//!   decisions at equal nodes;
//! - `figures`: the drawings and their numbers (feature `papers`).
//!
//! What the paper leaves open is read as follows: equal children share their chances of being discarded ([`model`]);
//! the decision among three alternatives is that of a root which compares all three ([`model::Decision::of_three`]);
//! the root of the study compares all its children too, whatever the paper's count of nodes says ([`study`]); of
//! several pairs of a won and a lost child all count alike; of children that the evaluation finds equal the last is
//! discarded.

pub mod correlation;
mod counted_tree;
#[cfg(feature = "papers")]
pub mod figures;
mod joint;
pub mod measure;
pub mod model;
pub mod sample_mean;
mod seeds;
pub mod simulation;
pub mod study;
