//! The laboratory: matches between players, statistics, and the experiments of the papers.
//!
//! # Play a match
//!
//! Two kinds of players in a small game of Hearts, every deal in all six seatings. `None` in place of a file keeps the
//! games in memory.
//!
//! ```
//! use cutthroat_catalog::{PlayerSpec, Registry, SeatingRequest, Setup};
//! use cutthroat_lab::matches::{Match, MatchRequest};
//!
//! let seating = SeatingRequest {
//!     game: "hearts".into(),
//!     players: PlayerSpec::read_list("paranoid:nodes=500, random")?,
//!     setup: Setup::default().with_option("cards", 3),
//!     ..SeatingRequest::default()
//! };
//! let wanted = MatchRequest { seating, games: 12, seed: 1, threads: None, until_decided: false, commit: None, shard: None };
//! let hearts = Match::new(&Registry::standard(), &wanted)?;
//! let mut store = hearts.store(None, false)?;
//! hearts.play(&mut store, &|_| {})?;
//! let summary = hearts.summary(&store)?;
//! assert_eq!((summary.games, summary.seatings, summary.deals), (12, 6, 2));
//! println!("{}", summary.words.join("\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is where
//!
//! A match is games between kinds of players, every deal in all seatings ([`mod@matches`]); each finished game is a row
//! of a [`store`] that survives crashes; [`stats`] evaluates the scores, and [`summary`] puts them in words. With the
//! feature `papers`, which is on by default, the module of that name has every table and figure of the papers as an
//! experiment that can be repeated.

pub mod comparison;
mod error;
pub mod forward_pruning;
mod hand_record;
pub mod matches;
pub mod merge;
mod number;
mod one_writer;
pub mod opponent_impact;
pub mod outside;
#[cfg(feature = "papers")]
pub mod papers;
pub mod person;
#[cfg(feature = "papers")]
pub mod plot;
mod program;
mod record;
mod replay;
mod seating;
mod seed;
mod shard;
pub mod solving;
pub mod spread;
pub mod stats;
pub mod store;
#[cfg(feature = "standard")]
pub mod strains;
#[cfg(feature = "standard")]
pub mod suites;
pub mod summary;
pub mod threads;

pub use error::LabError;
pub use hand_record::{HandRecord, PERSON, RecordedMove};
pub use number::thousands;
pub use program::{Program, kill_all};
pub use record::GameRecord;
pub use replay::{ChosenAgain, choose_again, replay};
pub use seating::seatings;
pub use shard::{Shard, ShardRange};
