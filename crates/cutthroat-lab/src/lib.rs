//! The laboratory: matches between players, statistics, and the experiments of the papers.

pub mod forward_pruning;
pub mod plot;
