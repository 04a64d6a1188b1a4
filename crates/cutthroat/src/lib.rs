//! Search for games of three or more players, each playing for themselves: max^n with every known pruning, and
//! paranoid search.
//!
//! # Search a game
//!
//! In `Pebbles`, written out below, players take one to three pebbles in turn. The player who takes the last one wins
//! a point.
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/toy.rs"));
//! # fn main() -> Result<(), cutthroat::SearchError> {
//! use cutthroat::{AtTheEnd, Maxn, Pruning, Range};
//!
//! let (game, heap) = (Pebbles { players: 3 }, Heap { left: 7, mover: 0 });
//! let points = AtTheEnd(Range::constant_sum(1, 3));
//! let found = Maxn::new(&game, &points).pruning(Pruning::SHALLOW).run(&heap)?;
//! assert_eq!((found.best, found.payoff.seats(3)), (Some(2), &[1, 0, 0][..]));
//! # Ok(())
//! # }
//! ```
//!
//! # Analyse a position
//!
//! The value of every move, level by level within a budget, with a transposition table. Here all opponents play against
//! the mover.
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/toy.rs"));
//! # fn main() -> Result<(), cutthroat::SearchError> {
//! use cutthroat::{AtTheEnd, Budget, Paranoid, Range, ScalarTable};
//!
//! let (game, heap) = (Pebbles { players: 3 }, Heap { left: 3, mover: 1 });
//! let points = AtTheEnd(Range::constant_sum(1, 3));
//! let mut table = ScalarTable::new(1);
//! let budget = Budget { nodes: Some(10_000), ..Budget::default() };
//! let search = Paranoid::new(&game, &points).all_moves(true).table(&mut table).budget(budget).deepen(true);
//! for value in search.run(&heap)?.moves {
//!     println!("take {}: {:?}", value.mv, value.payoff.seats(3));
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Card games, Chinese Checkers and game trees, with notation for their positions, are in the crate `cutthroat-games`.
//!
//! # Write your own game
//!
//! A game implements [`Game`], its rules. The defaults of [`SearchHints`] are enough to search it. The
//! `conformance` module (feature `testing`) checks both.
//!
//! ```
#![doc = include_str!("toy.rs")]
//! # fn main() {}
//! ```
//!
//! # What is where
//!
//! The rules of a game are a [`Game`]. An [`Evaluation`] gives the payoffs of positions, and declares what is known
//! about them in advance. A [`MoveOrder`] says which moves to try first. Three algorithms use them:
//!
//! * [`Maxn`]: every player maximises their own payoff. All prunings known for it are settings ([`Pruning`]) of one rule
//!   ([`chain`]), tested in one of two ways ([`attain`]), in one recursion.
//! * [`Paranoid`]: all opponents play against the player at the root; alpha-beta.
//! * [`Mcts`]: Monte-Carlo tree search by either of these assumptions, with bounds that settle positions exactly.
//!
//! [`SearchHints`] tells a search what it may use beyond the rules, [`Partition`] what partition search needs.
//! [`Selection`] is forward pruning, for both algorithms. [`BestReply`] turns a game into one whose paranoid search is
//! best-reply search. Searches can deepen level by level within a [`Budget`]. A [`player`]
//! chooses moves, with a search or without.
//!
//! The tie-break rule ([`TieRule`]) is part of every max^n search and named in its result: another rule can change the
//! value of a tree arbitrarily.

pub mod attain;
pub mod chain;
#[cfg(feature = "testing")]
pub mod conformance;
pub mod hidden;
pub mod maxn;
pub mod mcts;
pub mod paranoid;
pub mod player;
pub mod playout;
pub mod table;

mod analysis;
mod best_reply;
mod budget;
mod count;
mod crew;
mod eval;
mod game;
mod hints;
mod mp_mix;
mod notation;
mod observe;
mod order;
mod orientation;
mod payoff;
mod perft;
mod prob_maxn;
mod pruning;
mod search;
mod selection;
mod social;
mod soft_maxn;
mod ties;
mod trace;
mod walk;

pub use analysis::{Analysis, MoveValue, Sampled};
pub use best_reply::{BestReply, Lifted, Others, Reply, Round};
pub use budget::{Budget, SearchProgress, Stop};
pub use chain::Verdict;
pub use count::counted;
pub use eval::{AtTheEnd, Bounds, Ensured, Evaluation, Minimised, Outcome, Range, SideBounds};
pub use game::{Game, MAX_PLAYERS, Player};
pub use hints::{Partition, SearchHints};
pub use maxn::{Maxn, MaxnOptions};
pub use mcts::Mcts;
pub use mp_mix::{MpMix, Plan};
pub use notation::{Notation, NotationError};
pub use observe::{Observer, Prune, Requirement};
pub use order::{History, Killers, MoveOrder, ReferenceOrder, best_first};
pub use orientation::Orientations;
pub use paranoid::{Paranoid, ParanoidOptions};
pub use payoff::Payoff;
pub use perft::{divide, perft};
pub use prob_maxn::{Beliefs, ProbMaxn, ProbOptions};
pub use pruning::{Pruning, Speculation};
pub use search::{MAX_DEPTH, SearchError};
pub use selection::Selection;
pub use social::{Social, SocialWeights};
pub use soft_maxn::{MAX_SET, PossiblePayoffs, SoftAnalysis, SoftMaxn, SoftOptions, SoftRule};
pub use table::{Memo, NoTable, Partitions, ScalarTable, TableKind, VectorTable, WholePositions};
pub use ties::{Standing, TieRule, Ties};
pub use trace::{Cut, NodePath, Seen, Trace};
