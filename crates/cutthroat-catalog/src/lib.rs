//! The facade: games and algorithms by name, positions and moves as text, options and results as plain data.
//!
//! Everything that is not a Rust program of its own sits on this crate: the command line, and whatever comes to sit
//! beside it.
//!
//! ```
//! use cutthroat_catalog::{Request, Setup, open};
//!
//! let setup = Setup { position: Some("maxsum=10 1[(5,4,1) a:2[(0,6,4) (4,0,6)]]".into()), ..Setup::default() };
//! let report = open("tree", &setup)?.analyse(&Request::default())?;
//! assert_eq!(report.payoff, [5, 4, 1]);
//! assert_eq!(report.pv, ["1"]);
//! # Ok::<(), cutthroat_catalog::Error>(())
//! ```
//!
//! Games are played by name too, by players that are described in a line:
//!
//! ```
//! use cutthroat_catalog::{ContestRequest, PlayerSpec};
//!
//! let players = PlayerSpec::read_list("paranoid:nodes=500, heuristic")?;
//! let contest = ContestRequest { game: "hearts".into(), players, ..ContestRequest::default() }.open()?;
//! // The heuristic player sits in seat 2.
//! let mut hand = contest.begin(&contest.start(7)?, &[0, 1, 0], 1)?;
//! while hand.mover().is_some() {
//!     let chosen = hand.choose()?;
//!     hand.play(&chosen.mv)?;
//! }
//! assert_eq!(hand.score().unwrap().iter().sum::<f64>(), 26.0);
//! # Ok::<(), cutthroat_catalog::Error>(())
//! ```

mod any_tree;
mod cards;
mod chinese_checkers;
mod contest;
mod decision;
mod error;
mod kit;
mod picture;
mod player_spec;
mod playthrough;
mod position;
mod registry;
mod report;
mod request;
mod seats;
mod setup;
pub mod suites;
mod tables;
mod tally;
mod trees;
pub mod whole_file;

pub use contest::{Contest, ContestRequest};
pub use decision::{Choice, DecisionReport, DecisionRequest};
pub use error::Error;
pub use picture::MOST_DRAWN;
pub use player_spec::{PlayerKind, PlayerSpec};
pub use playthrough::{Chosen, Playthrough};
pub use position::{Divided, Portion, Position, TIMES_FOR_WHOLE_DEALS};
pub use registry::{Entry, GAMES, Preset, entry, open};
pub use report::{CutReport, LinkReport, MemoryReport, MoveReport, Report};
pub use request::{Algorithm, MOST_MEBIBYTES, Request, TieName};
pub use setup::Setup;
pub use tables::{Distances, PlayerDistance, Table, TableBuilt, TableInfo};
pub use tally::Tally;

pub use cutthroat_games::boards::Progress;
pub use cutthroat_games::field::{DefaultValue, Field, Values};
