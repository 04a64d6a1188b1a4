//! Games for the [`cutthroat`] search engine: rules, evaluations and notations, and nothing about how they are searched.
//!
//! # Search a game
//!
//! A game tree typed as text: the number of the player to move, and the payoffs at the leaves.
//!
//! ```
//! use cutthroat::{Maxn, Notation, Pruning};
//! use cutthroat_games::trees::{Tree, TreeEvaluation};
//!
//! let (tree, root) = Tree::read_position("maxsum=10 1[ (5,4,1) 2[ (3,3,4) (2,6,2) ] ]")?;
//! let found = Maxn::new(&tree, &TreeEvaluation).pruning(Pruning::SPECULATIVE).run(&root)?;
//! assert_eq!(found.payoff.seats(3), [5, 4, 1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Read and analyse a card position
//!
//! Seat 1 leads. Hands are spades, hearts, diamonds and clubs, separated by dots. `taken` are the points so far.
//!
//! ```
//! use cutthroat::{Maxn, Notation, Pruning};
//! use cutthroat_games::cards::{Hearts, HeartsEvaluation};
//!
//! let (game, position) = Hearts::read_position("1:A...3 KQ... ...85 taken=0,0,0")?;
//! let found = Maxn::new(&game, &HeartsEvaluation::Points).pruning(Pruning::SHALLOW).run(&position)?;
//! assert_eq!(game.write_line(&position, &found.line), ["SA", "SK", "C8", "C3", "SQ", "C5"]);
//! assert_eq!(found.payoff.seats(3), [13, 13, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Write your own game
//!
//! Three players in turn take one or two of nine coins, and keep what they take.
//!
//! ```
//! use cutthroat::{AtTheEnd, Game, Maxn, Payoff, Player, Range, SearchHints};
//!
//! struct Coins;
//!
//! #[derive(Clone, PartialEq, Eq, Hash, Debug)]
//! struct Purses {
//!     coins: [i16; 3],
//!     mover: usize,
//! }
//!
//! impl Game for Coins {
//!     type State = Purses;
//!     type Move = i16;
//!     type Undo = ();
//!
//!     fn players(&self) -> usize {
//!         3
//!     }
//!     fn mover(&self, purses: &Purses) -> Option<Player> {
//!         (purses.coins.iter().sum::<i16>() < 9).then(|| Player::new(purses.mover))
//!     }
//!     fn moves(&self, purses: &Purses, moves: &mut Vec<i16>) {
//!         moves.extend(1..=2.min(9 - purses.coins.iter().sum::<i16>()));
//!     }
//!     fn play(&self, purses: &mut Purses, coins: i16) {
//!         purses.coins[purses.mover] += coins;
//!         purses.mover = (purses.mover + 1) % 3;
//!     }
//!     fn undo(&self, purses: &mut Purses, coins: i16, (): ()) {
//!         purses.mover = (purses.mover + 2) % 3;
//!         purses.coins[purses.mover] -= coins;
//!     }
//!     fn payoff(&self, purses: &Purses) -> Payoff {
//!         Payoff::new(&purses.coins)
//!     }
//! }
//!
//! impl SearchHints for Coins {}
//!
//! let start = Purses { coins: [0; 3], mover: 0 };
//! let found = Maxn::new(&Coins, &AtTheEnd(Range::constant_sum(9, 3))).run(&start)?;
//! assert_eq!(found.payoff.sum(), 9);
//! # Ok::<(), cutthroat::SearchError>(())
//! ```
//!
//! A new trick game needs less: its [`Rules`](cards::Rules) and what its outcomes are worth.
//!
//! # What is where
//!
//! * [`cards`]: trick-taking games. Hearts, Spades, Sergeant Major, Oh Hell and double-dummy bridge.
//! * [`boards`]: Chinese Checkers.
//! * [`trees`]: games that *are* trees. Typed as text, drawn at random, uniform, and the N-games and P-games of the
//!   forward-pruning literature. The papers' figures and the differential tests use them.
//! * [`field`]: how a game describes the options of its rules and the fields of its positions.
//! * [`parameters`]: the `name=value` lists in which options and fields are written.

pub mod boards;
pub mod cards;
pub mod field;
pub mod parameters;
pub mod trees;
