//! All tests of the facade in one program, which is linked once.

mod hidden_games;
mod live_games;
mod perft;
mod players;
mod requests;
mod seat_games;
mod successors;
mod whole_games;
