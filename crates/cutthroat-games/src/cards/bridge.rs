//! Bridge, double dummy: four players in two teams, all cards on the table, any strain or no trump.
//!
//! Players follow suit if they can; the highest trump, else the highest card of the suit led, wins; the winner leads
//! (Laws of Duplicate Bridge, law 44). That law is cited from memory: of the copies we could read,
//! <https://server.bridgehands.com/Laws/ACBL/Duplicate/Preliminaries.htm> confirmed the rank of cards (law 1) and
//! <http://www.bridge.dk/laws/laws97na/node9.html> that the player to declarer's left leads (law 41).
//!
//! Seats 1 and 3 play against 2 and 4. Both partners get the tricks of their side. So max^n, in which every player
//! maximises their own payoff, is the minimax of double-dummy solvers; and so is a paranoid search, in which partners
//! are one side.

mod board;
mod contract;
mod lin;
mod par;
mod pbn;
#[cfg(test)]
mod tests;
mod twenty;

use cutthroat::{Bounds, Payoff, Range};

use super::card::Suit;
use super::error::CardError;
use super::evaluates::evaluates;
use super::order::TakingTricks;
use super::rules::{self, Counts, Rules, TRUMPS, payoff_of};
use super::trick::TrickGame;
use super::utility::Utility;
use crate::field::Field;
pub use board::{Board, BoardError, OtherTag, read_boards};
pub use contract::{COMPASS, Contract, Doubling, STRAINS, Vulnerability, compass, seat_of, strain_letter};
pub use lin::{is_lin, read_lin};
pub use par::{Par, ParContract, TrickTable};
pub use pbn::{is_pbn, read_pbn, write_pbn};
pub use twenty::{StrainError, tricks_in_strain};

/// Bridge.
pub type Bridge = TrickGame<BridgeRules>;

/// The rules of bridge: the strain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BridgeRules {
    /// The trump suit, if there is one.
    pub trump: Option<Suit>,
}

const PLAYERS: usize = 4;
const SIDES: usize = 2;

impl Rules for BridgeRules {
    type Evaluation = BridgeEvaluation;
    type Order = TakingTricks;

    /// Double dummy: everybody sees all hands.
    const HIDES: bool = false;
    const NAME: &'static str = "bridge";
    const PLAYERS: (usize, usize) = (PLAYERS, PLAYERS);
    /// Bounds and orders of two sides are so good that lookups within tricks cost more time than they save.
    const LOOKS_UP_WITHIN_TRICKS: bool = false;
    const UNIT: &'static str = "tricks";
    const PRESETS: &'static [&'static str] = &["table"];
    const OPTIONS: &'static [Field] = &[rules::trump_option(&TRUMPS, "N")];
    const PLAY: &'static str = "Four players in two sides, seats 1 and 3 against 2 and 4, all cards seen. Follow suit if you can; the highest trump, \
        else the highest card of the suit led, takes the trick and leads to the next. Both partners carry the tricks of \
        their side.";

    fn preset(name: &str) -> Option<Self> {
        (name == "table").then(Self::default)
    }

    fn about_preset(name: &str) -> &'static str {
        match name {
            "table" => "the play of the cards; bidding and scores are left out",
            _ => "",
        }
    }

    fn set(&mut self, option: &str, value: &str, _: usize) -> Result<(), CardError> {
        match option {
            "trump" => self.trump = rules::read_trump(option, value)?,
            _ => return Err(rules::unknown_option::<Self>(option)),
        }
        Ok(())
    }

    fn options(&self, _: usize) -> Vec<(&'static str, String)> {
        vec![("trump", rules::write_trump(self.trump))]
    }

    #[inline]
    fn trump(&self) -> Option<Suit> {
        self.trump
    }

    /// A player's tricks count for their side.
    #[inline]
    fn party(&self, player: usize) -> usize {
        player % SIDES
    }

    fn parties(&self, _: usize) -> usize {
        SIDES
    }

    #[inline]
    fn side(&self, _: usize, player: usize) -> usize {
        player % SIDES
    }

    fn score(&self, _: usize, counts: &Counts, _: u8) -> Payoff {
        of_sides(counts)
    }
}

#[inline]
fn of_sides(counts: &Counts) -> Payoff {
    payoff_of(PLAYERS, |player| i16::from(counts[player % SIDES]))
}

/// The utilities of a deal of bridge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BridgeEvaluation {
    /// The tricks of the player's side, with an estimate of the tricks to come before the end.
    Tricks,
    /// The tricks of the player's side so far.
    SoFar,
}

impl Utility<BridgeRules> for BridgeEvaluation {
    const ALL: &'static [Self] = &[Self::Tricks, Self::SoFar];

    fn name(&self) -> &'static str {
        match self {
            Self::Tricks => "tricks",
            Self::SoFar => "so-far",
        }
    }

    fn formula(&self) -> &'static str {
        match self {
            Self::Tricks => "tricks of one's side, with an estimate of those to come",
            Self::SoFar => "tricks of one's side so far",
        }
    }

    #[inline]
    fn worth(&self, _: &Bridge, counts: &Counts) -> Payoff {
        of_sides(counts)
    }

    fn range(&self, game: &Bridge) -> Range {
        let total = i16::from(game.total());
        let sum = Some(2 * i32::from(total));
        let minsum = if self.completes() { sum } else { None };
        Range { minsum, maxsum: sum, ..Range::constant_sum(total, PLAYERS) }
    }

    #[inline]
    fn bounds(&self, _: &Bridge, least: &Counts, most: &Counts) -> Option<Bounds> {
        Some(Bounds { lo: of_sides(least), up: of_sides(most) })
    }

    #[inline]
    fn ensured(&self, game: &Bridge, least: &Counts, _: &Counts) -> Option<Bounds> {
        let open = game.total() - least[0] - least[1];
        let most = [least[0] + open, least[1] + open, 0, 0, 0, 0, 0, 0];
        Some(Bounds { lo: of_sides(least), up: of_sides(&most) })
    }

    fn completes(&self) -> bool {
        *self != Self::SoFar
    }

    fn is_of_sides(&self) -> bool {
        *self == Self::Tricks
    }

    fn is_linear(&self, _: &Bridge) -> bool {
        true
    }
}

evaluates!(BridgeRules, BridgeEvaluation);
