//! Search for games of three or more players, each playing for themselves.
//!
//! A game is its rules ([`Game`]); what positions are worth, and what is known about that beforehand, is an
//! [`Evaluation`]; which moves to look at first is a [`MoveOrder`]. With these two algorithms search it:
//!
//! * [`maxn`]: everybody maximises his own payoff. All prunings known for it are settings ([`Pruning`]) of one rule
//!   ([`chain`]), tested in one of two ways ([`attain`]), in one recursion.
//! * [`paranoid`]: everybody else plays against the player at the root; alpha-beta.
//!
//! [`BestMoves`] and [`BestReply`] are games round a game, for either of them: forward pruning, and best-reply search.
//! [`deepen`] runs either of them to deeper and deeper levels within a [`Budget`], and [`player`] makes players of them.
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
//! use cutthroat::{AtTheEnd, Pruning, Range, ReferenceOrder, maxn};
//!
//! let game = Pebbles { players: 3 };
//! let options = maxn::Options { pruning: Pruning::SHALLOW, ..Default::default() };
//! let points = AtTheEnd(Range::constant_sum(1, 3));
//! let found = maxn::search(&game, &points, &ReferenceOrder, &Heap { left: 7, mover: 0 }, &options).unwrap();
//! assert_eq!(found.payoff.seats(3), [1, 0, 0]);
//! assert_eq!(found.best, Some(2));
//! # }
//! ```

pub mod attain;
pub mod chain;
#[cfg(feature = "testing")]
pub mod conformance;
pub mod deepen;
pub mod maxn;
pub mod paranoid;
pub mod player;
pub mod table;

mod analysis;
mod best_moves;
mod best_reply;
mod budget;
mod count;
mod eval;
mod game;
mod notation;
mod observe;
mod order;
mod payoff;
mod perft;
mod pruning;
mod ties;
mod trace;

pub use analysis::{Analysis, MoveValue};
pub use best_moves::{BestMoves, OfAllMoves};
pub use best_reply::{BestReply, OfReplies, Others, Reply};
pub use budget::{Budget, Done, Stop};
pub use chain::Verdict;
pub use count::counted;
pub use eval::{AtTheEnd, Bounds, Ensured, Evaluation, Minimised, Outcome, Range};
pub use game::{Game, MAX_PLAYERS, Player};
pub use maxn::MAX_DEPTH;
pub use notation::{Notation, NotationError};
pub use observe::{Observer, Prune, Requirement};
pub use order::{History, Killers, MoveOrder, ReferenceOrder, TriedFirst};
pub use payoff::Payoff;
pub use perft::{divide, perft};
pub use pruning::{Pruning, Speculation};
pub use table::{Memo, ScalarTable, VectorTable};
pub use ties::{Standing, TieRule, Ties};
pub use trace::{Cut, NodePath, Seen, Trace};
