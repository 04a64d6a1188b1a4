//! All tests of the facade in one program, which is linked once.

mod live_games;
mod perft;
mod players;
mod requests;
mod successors;
