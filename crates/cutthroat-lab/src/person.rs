//! A person at a table: the game, what they have seen, and what they can do. No terminal and no network is known here.
//!
//! A [`NewTable`] says what is played and against whom. [`Session`] is the table: the person makes their moves, the other
//! players theirs, and all that is ever shown comes from [`Seen`], which in a game with hidden cards is made of the events of the
//! person's seat and of nothing else. The game is kept in a [`SaveFile`] after every move, so that it can be taken up again.
//!
//! ```
//! use cutthroat_catalog::{Registry, Setup};
//! use cutthroat_lab::person::{Kept, NewTable, Session, Turn};
//!
//! let registry = Registry::standard();
//! let table = NewTable { against: "heuristic".into(), deal: 7, ..NewTable::of("hearts") };
//! let mut session = Session::new(&registry, table.begin(&registry)?, Kept::default(), Default::default())?;
//! while session.turn() != Turn::Over {
//!     match session.turn() {
//!         Turn::Yours => {
//!             let choices = session.seen().choices.clone().unwrap();
//!             let cards = choices.legal[..choices.count.unwrap_or(1)].join(",");
//!             session.play(&cards)?;
//!         }
//!         _ => drop(session.let_others_move()?),
//!     }
//! }
//! assert_eq!(session.seen().scores.as_ref().unwrap().iter().sum::<f64>(), 26.0);
//! # Ok::<(), cutthroat_lab::LabError>(())
//! ```

mod aftermath;
pub mod card;
pub mod choice;
mod claim;
mod hint;
mod kept;
mod new_table;
mod seen;
mod session;

pub use aftermath::{Decision, Expected, Judged};
pub use claim::{Plan, plan};
pub use hint::{Hint, Question, Worth};
pub use kept::{Kept, SaveFile, write_record};
pub use new_table::NewTable;
pub use seen::{DealSeen, Seen, TrickSeen, written};
pub use session::{PlayedDeal, Session, Turn};
