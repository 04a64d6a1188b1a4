//! Trick-taking card games.
//!
//! One kernel, [`TrickGame`], has what all of them share: cards as bits ([`Cards`]), following suit, winning a trick,
//! equivalent cards, ranks relative to the cards in play, notation. A game adds its [`Rules`] and its [`Utility`], the
//! payoff of each outcome.
//!
//! ```
//! use cutthroat::{Maxn, Notation, Pruning};
//! use cutthroat_games::cards::{SergeantMajor, SergeantMajorEvaluation};
//!
//! let (game, deal) = SergeantMajor::deal(Default::default(), 3, Some(4), 7).unwrap();
//! let found = Maxn::new(&game, &SergeantMajorEvaluation::Tricks).pruning(Pruning::SHALLOW).run(&deal).unwrap();
//! assert_eq!(found.payoff.sum(), 4);
//! let (again, position) = SergeantMajor::read_position(&game.write_position(&deal)).unwrap();
//! assert_eq!((again, position), (game, deal));
//! ```

mod bids;
mod bridge;
mod canonical;
mod card;
mod error;
mod hearts;
mod hidden;
mod memo;
mod oh_hell;
mod order;
mod pack;
mod packed_counts;
mod pass;
mod picture;
mod position;
mod relative;
mod rules;
mod score_sheet;
mod sergeant_major;
mod share;
mod spades;
mod start;
mod sure_points;
mod sure_tricks;
mod terms;
mod text;
mod trick;
mod utility;
mod weights;
mod whole_deal;

pub use bridge::{Bridge, BridgeEvaluation, BridgeRules};
pub use canonical::Canonical;
pub use card::{Card, Cards, RANKS, Suit};
pub use error::CardError;
pub use hearts::{Hearts, HeartsEvaluation, HeartsRules, Moon};
pub use hidden::{CardDealer, CardPlayed, CardView};
pub use oh_hell::{OhHell, OhHellEvaluation, OhHellRules, Scoring};
pub use order::{AvoidingPoints, MakingBids, TakingTricks, first_choice};
pub use pack::shuffled;
pub use pass::{Pass, chosen_to_pass};
pub use picture::{picture_of_hands, picture_of_line};
pub use position::{OnTable, Position};
pub use rules::{Counts, Moment, Preparation, Rules, SeatSet};
pub use score_sheet::ScoreSheet;
pub use sergeant_major::{SergeantMajor, SergeantMajorEvaluation, SergeantMajorRules};
pub use share::{for_each_share, place_of_share, shares};
pub use spades::{Spades, SpadesEvaluation, SpadesRules};
pub use start::CardStart;
pub use terms::changes;
pub use text::{FIELDS, PARTS, preset, read};
pub use trick::{Listing, TrickGame};
pub use utility::{Utility, utility_named};
pub use weights::{Weighted, Weights};
pub use whole_deal::{
    DealDealer, DealEvent, DealMove, DealPhase, DealPlayouts, DealReader, DealSeen, DealState, DealView, PlayStart,
    Promises, TableHabits, WholeDeal,
};
