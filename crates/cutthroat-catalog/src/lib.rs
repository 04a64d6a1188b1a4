//! The facade: games and algorithms by name, positions and moves as text, options and results as plain data.
//!
//! All front ends use this crate, such as the command line.
//!
//! ```
//! use cutthroat_catalog::{Registry, Request, Setup};
//!
//! let setup = Setup { position: Some("maxsum=10 1[(5,4,1) a:2[(0,6,4) (4,0,6)]]".into()), ..Setup::default() };
//! let report = Registry::standard().open("tree", &setup)?.analyse(&Request::default())?;
//! assert_eq!(report.payoff, [5, 4, 1]);
//! assert_eq!(report.pv, ["1"]);
//! # Ok::<(), cutthroat_catalog::Error>(())
//! ```
//!
//! Games are also played by name, by players described in a line:
//!
//! ```
//! use cutthroat_catalog::{PlayerSpec, Registry, SeatingRequest};
//!
//! let players = PlayerSpec::read_list("paranoid:nodes=500, heuristic")?;
//! let request = SeatingRequest { game: "hearts".into(), players, ..SeatingRequest::default() };
//! let seating = Registry::standard().seat(&request)?;
//! // The heuristic player sits in seat 2.
//! let mut hand = seating.begin(&seating.start(7)?, &[0, 1, 0], 1)?;
//! while hand.mover().is_some() {
//!     let chosen = hand.choose()?;
//!     hand.play(&chosen.mv)?;
//! }
//! assert_eq!(hand.score().unwrap().iter().sum::<f64>(), 26.0);
//! # Ok::<(), cutthroat_catalog::Error>(())
//! ```
//!
//! Games are those of a [`Registry`]: `Registry::standard` has ours (feature `standard`, on by default), and [`GameKit`]
//! says how to add one.

mod advice;
mod algorithms;
#[cfg(feature = "standard")]
mod any_tree;
mod before_play;
#[cfg(feature = "standard")]
mod cards;
#[cfg(feature = "standard")]
mod chinese_checkers;
pub mod conformance;
mod data_folder;
mod decision;
mod description;
mod error;
mod events;
mod game_info;
mod game_kit;
mod layout;
mod live_game;
mod picture;
mod player_spec;
mod position;
pub mod protocol;
mod registry;
mod report;
mod request;
mod seat_event;
mod seat_game;
mod seating;
mod seats;
mod settings;
mod setup;
#[cfg(feature = "standard")]
mod standard;
#[cfg(feature = "standard")]
mod tables;
mod tally;
#[cfg(feature = "standard")]
mod trees;
pub mod whole_file;
mod whole_game;

pub use advice::{AdviceReport, AdviceRequest, AdvisedMove, AnyView};
pub use algorithms::fields::MOST_MEBIBYTES;
pub use algorithms::{ALGORITHMS, Algorithm};
pub use before_play::{BeforePlay, Choices, Preparing, StartOfPlay, Task, ViewBeforePlay};
pub use data_folder::data_folder;
pub use decision::{BudgetChoice, DecisionReport, DecisionRequest};
pub use description::{
    AlgorithmDescription, FieldDescription, GameDescription, GroupDescription, Named, PlayersDescription,
    PresetDescription,
};
pub use error::Error;
pub use events::{Event, Events};
pub use game_info::{GameInfo, Preset, ReadGame, RecordReader};
pub use game_kit::{Deal, GameKit, Habit, LogOfMove, Place, Start};
pub use layout::{BoardCell, Layout, PlayedCard};
pub use live_game::{Chosen, LiveGame};
pub use picture::MOST_DRAWN;
pub use player_spec::{PROGRAM, PlayerSpec};
pub use position::{AnyPosition, Divided, SolveTerms, TIMES_FOR_WHOLE_DEALS};
pub use registry::Registry;
pub use report::{
    AcceptedReport, CutReport, InferenceReport, LeafTableReport, LinkReport, MemoryReport, MoveReport, NodeReport,
    Report, SampledReport,
};
pub use request::Request;
pub use seat_event::SeatEvent;
pub use seat_game::{ChoiceLimits, SeatChoice, SeatGame, SeatRequest};
pub use seating::{Seating, SeatingRequest};
pub use settings::Settings;
pub use setup::{GameOptions, Setup};
#[cfg(feature = "standard")]
pub use tables::{Distances, PlayerDistance, PrecomputedTable, TableBuilt, TableInfo};
pub use tally::Tally;
pub use whole_game::{DealByDeal, DealRow, GameSheet, WholeGameRequest};

#[cfg(feature = "standard")]
pub use cutthroat_games::boards::TableProgress;
pub use cutthroat_games::field::{DefaultValue, Field, Values};
