//! Games for the [`cutthroat`] search engine: rules and evaluations, and nothing about how they are searched.
//!
//! [`trees`] holds games that *are* trees: typed as text, drawn at random, uniform, and the N-games and P-games of the
//! forward-pruning literature. They are what the papers' figures and all differential tests are made of.
//!
//! [`cards`] holds trick-taking games: Hearts, Spades, Sergeant Major, Oh Hell and double-dummy bridge.
//!
//! [`boards`] holds games played on boards: Chinese Checkers.
//!
//! [`field`] is how a game describes the options of its rules and the fields of its positions.

pub mod boards;
pub mod cards;
pub mod field;
pub mod parameters;
pub mod trees;
