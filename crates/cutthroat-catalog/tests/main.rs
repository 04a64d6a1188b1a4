//! All tests of the facade in one program, which is linked once. The library has none inside: with them it would be
//! compiled twice, and all searches of all games with it.

mod algorithms;
mod conformance;
mod hidden_games;
mod live_games;
mod perft;
mod player_spec;
mod players;
mod playouts;
mod requests;
mod seat_games;
mod setup;
mod successors;
mod tally;
mod whole_file;
mod whole_games;
