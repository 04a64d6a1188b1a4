//! The laboratory: matches between players, statistics, and the experiments of the papers.
