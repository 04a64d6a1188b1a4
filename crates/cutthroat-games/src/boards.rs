//! Games on boards.
//!
//! [`ChineseCheckers`] for 2 to 6 players on boards of four sizes, and the exact [`DistanceTable`] of the 2002 paper for
//! all but the largest.

mod chinese_checkers;
mod distance_gained;
mod distance_table;
mod drawing;
mod error;
mod evaluation;
mod ranking;
mod star;
mod table_file;
mod text;

pub use chinese_checkers::{CheckersState, ChineseCheckers, Hop, Taken, WIN, WinRule};
pub use distance_gained::DistanceGained;
pub use distance_table::{DistanceTable, Progress};
pub use error::BoardError;
pub use evaluation::CheckersEvaluation;
pub use star::{CORNERS, Cell, Cells, Lines, SIZES, Star};
pub use table_file::TableError;
