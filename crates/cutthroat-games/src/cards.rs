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
//!
//! At a table nobody sees the other hands. What a seat knows is written as a position, with `?` for each hidden hand, the
//! own hand as it is now, and all cards played so far:
//!
//! ```
//! use cutthroat::hidden::{Dealer, Hidden, ViewNotation};
//! use cutthroat_games::cards::Spades;
//!
//! let typed = "1:? AK3.Q2..T9 ? cards=8 bids=3,2,1 plays=S4,S5,S6/H3,H4";
//! let read = Spades::read_view(typed).unwrap();
//! assert_eq!(read.view.hand_size(read.told[3].player), 6);
//! assert_eq!(read.game.dealer(&read.view).unwrap().worlds(), Some(3_613_576_830_864));
//! assert_eq!(read.game.write_view(read.known()), "1:? AK3.Q2..T9 ? bids=3,2,1 cards=8 plays=S4,S5,S6/H3,H4");
//! let refused = Spades::read_view("1:? AK3.Q2..T9 ? cards=9 bids=3,2,1 plays=S4,S5,H6/SQ,S7").unwrap_err();
//! assert_eq!(refused.to_string(), "trick 2: seat 3 cannot play S7: it did not follow spades in trick 1, with H6");
//! ```

mod ahead;
mod bids;
pub mod bridge;
mod canonical;
mod card;
mod error;
mod evaluates;
mod habits;
mod hand_order;
mod hearts;
mod hidden;
mod leads;
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
mod so_far;
mod spades;
mod start;
mod sure_points;
mod sure_tricks;
mod terms;
mod text;
mod trick;
mod two_sides;
mod utility;
mod weights;
mod whole_deal;
mod whole_game;

pub use bridge::{Bridge, BridgeEvaluation, BridgeRules};
pub use canonical::Canonical;
pub use card::{Card, Cards, RANKS, Suit};
pub use error::CardError;
pub use habits::TableHabits;
pub use hand_order::{FEATURES, Features, HandHabits, HandOrder, HandWeights, ROWS, Sight};
pub use hearts::{Hearts, HeartsEvaluation, HeartsRules, Moon};
pub use hidden::{CardDealer, CardPlayed, CardView, VIEW_FIELDS, ViewError};
pub use leads::{LeadWeights, Leads};
pub use oh_hell::{OhHell, OhHellEvaluation, OhHellRules, Scoring};
pub use order::{AvoidingPoints, MakingBids, TakingTricks, first_choice};
pub use pack::shuffled;
pub use pass::{Pass, chosen_to_pass};
pub use picture::{picture_of_hands, picture_of_line};
pub use position::{OnTable, Position};
pub use rules::{Counts, Moment, Preparation, Rules, SeatSet, write_trump};
pub use score_sheet::{ScoreSheet, SheetRow, Standing};
pub use sergeant_major::{SergeantMajor, SergeantMajorEvaluation, SergeantMajorRules};
pub use share::{for_each_share, place_of_share, shares};
pub use so_far::GameSoFar;
pub use spades::{Spades, SpadesEvaluation, SpadesRules};
pub use start::CardStart;
pub use terms::changes;
pub use text::{FIELDS, PARTS, preset, read};
pub use trick::{Listing, TrickGame};
pub use utility::{Utility, utility_named};
pub use weights::{Weighted, Weights};
pub use whole_deal::{
    DEAL_FIELDS, DealDealer, DealEvent, DealMove, DealPhase, DealReader, DealSeen, DealState, DealView, Exchange,
    Exchanges, PlayStart, Promises, WholeDeal, is_before_play,
};
pub use whole_game::{DealResult, Equity, GameTerms, MOST_DEALS, NextDeal, WON, WholeGame, seed_of_deal};
