//! Search for games of three or more players, each playing for themselves.
//!
//! A game is its rules ([`Game`]); what positions are worth, and what is known about that beforehand, is an
//! [`Evaluation`]; which moves to look at first is a [`MoveOrder`]. With these two algorithms search it:
//!
//! * [`Maxn`]: everybody maximises their own payoff. All prunings known for it are settings ([`Pruning`]) of one rule
//!   ([`chain`]), tested in one of two ways ([`attain`]), in one recursion.
//! * [`Paranoid`]: everybody else plays against the player at the root; alpha-beta.
//!
//! What a search may know of a game beyond its rules is [`SearchHints`], and [`Partition`] for partition search.
//! [`Selection`] is forward pruning, for either of them, and [`BestReply`] a game round a game: best-reply search. Both
//! searches go to deeper and deeper levels within a [`Budget`], and [`player`] makes players of them.
//!
//! The tie-break rule ([`TieRule`]) is part of every max^n search and named in its result: another rule can change the
//! value of a tree arbitrarily.
//!
//! # A complete game
//!
//! Players take one, two or three pebbles from a heap in turn; whoever takes the last one wins a point.
//!
//! ```
#![doc = include_str!("toy.rs")]
//!
//! # fn main() {
//! use cutthroat::{AtTheEnd, Maxn, Pruning, Range};
//!
//! let game = Pebbles { players: 3 };
//! let points = AtTheEnd(Range::constant_sum(1, 3));
//! let found = Maxn::new(&game, &points).pruning(Pruning::SHALLOW).run(&Heap { left: 7, mover: 0 }).unwrap();
//! assert_eq!(found.payoff.seats(3), [1, 0, 0]);
//! assert_eq!(found.best, Some(2));
//! # }
//! ```

pub mod attain;
pub mod chain;
#[cfg(feature = "testing")]
pub mod conformance;
pub mod maxn;
pub mod paranoid;
pub mod player;
pub mod table;

mod analysis;
mod best_reply;
mod budget;
mod count;
mod eval;
mod game;
mod hints;
mod notation;
mod observe;
mod order;
mod payoff;
mod perft;
mod pruning;
mod search;
mod selection;
mod ties;
mod trace;

pub use analysis::{Analysis, MoveValue};
pub use best_reply::{BestReply, Lifted, Others, Reply};
pub use budget::{Budget, SearchProgress, Stop};
pub use chain::Verdict;
pub use count::counted;
pub use eval::{AtTheEnd, Bounds, Ensured, Evaluation, Minimised, Outcome, Range};
pub use game::{Game, MAX_PLAYERS, Player};
pub use hints::{Partition, SearchHints};
pub use maxn::Maxn;
pub use notation::{Notation, NotationError};
pub use observe::{Observer, Prune, Requirement};
pub use order::{History, Killers, MoveOrder, ReferenceOrder};
pub use paranoid::Paranoid;
pub use payoff::Payoff;
pub use perft::{divide, perft};
pub use pruning::{Pruning, Speculation};
pub use search::{MAX_DEPTH, Part, SearchError};
pub use selection::Selection;
pub use table::{Memo, NoTable, Partitions, ScalarTable, TableKind, VectorTable, WholePositions};
pub use ties::{Standing, TieRule, Ties};
pub use trace::{Cut, NodePath, Seen, Trace};
