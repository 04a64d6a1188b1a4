//! Forward pruning: what it costs to look only at the children that seem best (1994 paper, and beyond).

mod counted_tree;
pub mod estimate;
mod joint;
pub mod model;
mod seeds;
pub mod simulation;
pub mod study;
