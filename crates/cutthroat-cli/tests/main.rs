//! All tests of the command line in one program, which is linked once.

mod book;
mod bridge_records;
mod chinese_checkers;
mod commands;
mod doors;
mod faults;
mod forward_pruning;
mod inputs;
mod kills;
mod matches;
mod play;
mod programs;
mod readers;
mod release;
mod reproduce;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "serve")]
mod served_games;
mod solve;
mod tutorial;
