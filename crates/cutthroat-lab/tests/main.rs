//! All tests of the laboratory in one program, which is linked once.

mod forward_pruning_model;
mod forward_pruning_study;
mod matches;
mod papers;
