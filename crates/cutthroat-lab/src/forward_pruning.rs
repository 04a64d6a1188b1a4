//! Forward pruning: what it costs to look only at the children that seem best (1994 paper, and beyond).

pub mod correlation;
mod counted_tree;
pub mod estimate;
pub mod figures;
mod joint;
pub mod measure;
pub mod model;
mod seeds;
pub mod simulation;
pub mod study;
