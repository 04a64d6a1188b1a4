//! Games on boards.
//!
//! [`ChineseCheckers`] for 2 to 6 players on boards of four sizes, and the exact [`DistanceTable`] of the 2002 paper
//! for all but the largest.
//!
//! ```
//! use cutthroat::{Maxn, Notation, Pruning};
//! use cutthroat_games::boards::{CheckersEvaluation, ChineseCheckers, DistanceGained};
//!
//! let (game, start) = ChineseCheckers::read_position("pieces=6 players=3")?;
//! let search = Maxn::with_order(&game, &CheckersEvaluation::Difference, &DistanceGained);
//! let found = search.pruning(Pruning::SPECULATIVE).depth(3).run(&start)?;
//! assert_eq!(game.write_line(&start, &found.line), ["b1-d4", "i9-g7", "i1-g1"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Measured
//!
//! In 100 games of three players on the 6-piece board, each looking three moves ahead at the 10 best moves, a player
//! has 28.7 moves on average, 32.0 in the middle third of a game and 58 at most; the 2002 paper says about 25, and over
//! 50 at times. On the standard board the numbers are 47.2, 52.9 and 111; the 2003 paper says over 100 in the mid-game,
//! which here is the peak and not the rule (`cutthroat bench --suite checkers-moves`).
//!
//! Searched iteratively to depth 6 with the 10 best moves, three players, standard board: plain max^n visits 1,231,268
//! nodes on average (every fifth position of 4 games), speculative pruning 112,779 (all 656 positions), and in 4 % of
//! the positions no more than 84,927. The 2003 paper's Table 10 says 1.2 million, 100k, and 84,927 for an optimal
//! ordering, reached in some cases (`cutthroat bench --suite checkers-games`).

mod cell;
mod chinese_checkers;
mod distance_gained;
mod distance_table;
mod drawing;
mod error;
mod evaluation;
mod lines;
mod ranking;
mod star;
mod table_file;
mod text;

pub use cell::{Cell, Cells};
pub use chinese_checkers::{CheckersState, CheckersUndo, ChineseCheckers, Hop, WIN, WinRule};
pub use distance_gained::DistanceGained;
pub use distance_table::{DistanceTable, TableProgress};
pub use error::BoardError;
pub use evaluation::CheckersEvaluation;
pub use lines::Lines;
pub use star::{CORNERS, SIZES, Star};
pub use table_file::TableError;
pub use text::FIELDS;
