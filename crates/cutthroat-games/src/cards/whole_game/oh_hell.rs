//! The rounds of Oh Hell.

use cutthroat::Player;

use super::super::card::{Card, Suit};
use super::super::error::CardError;
use super::super::oh_hell::OhHellRules;
use super::super::rules::{Counts, Rules, misfit};
use super::super::score_sheet::Standing;
use super::ending::{Ending, deals_option};
use super::{DealResult, GameTerms};
use crate::field::{DefaultValue, Field, Values};

/// The options of a game of Oh Hell.
pub(in super::super) const OH_HELL_GAME: &[Field] = &[
    Field {
        name: "sizes",
        about: "how many cards are dealt from deal to deal",
        values: Values::Names(&[
            ("down-up", "from the largest down to one and up again"),
            ("up-down", "from one up to the largest and down again"),
            ("fixed", "always the largest"),
        ]),
        default: DefaultValue::Is("down-up"),
    },
    Field {
        name: "largest",
        about: "the most cards that are dealt to each player",
        values: Values::Number { least: 0, most: 17 },
        default: DefaultValue::Derived("10, with six players 8, with seven 7"),
    },
    deals_option("how many deals are played; 0 for all sizes, or as many as there are players if the size is fixed"),
];

/// How the number of cards changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sizes {
    DownUp,
    UpDown,
    Fixed,
}

/// What a game of Oh Hell has beside the rules of its deals.
#[derive(Clone, Debug)]
pub(in super::super) struct OhHellTerms {
    sizes: Sizes,
    /// 0 for the usual number.
    largest: usize,
    deals: u16,
}

impl Default for OhHellTerms {
    fn default() -> Self {
        Self { sizes: Sizes::DownUp, largest: 0, deals: 0 }
    }
}

impl OhHellTerms {
    fn largest(&self, players: usize) -> usize {
        let usual = match players {
            0..=5 => 10,
            6 => 8,
            _ => 7,
        };
        let asked = if self.largest > 0 { self.largest } else { usual };
        asked.min(super::super::card::Cards::PACK.len() / players.max(1))
    }

    /// How many deals are played.
    fn number(&self, players: usize) -> u16 {
        match self.sizes {
            _ if self.deals > 0 => self.deals,
            Sizes::Fixed => players as u16,
            Sizes::DownUp | Sizes::UpDown => 2 * self.largest(players) as u16 - 1,
        }
    }

    /// How many cards are dealt in a deal, counted from 0.
    fn size(&self, deal: usize, players: usize) -> usize {
        let largest = self.largest(players);
        // After the last size it goes back as it came.
        let round = (2 * largest - 2).max(1);
        let step = deal % round;
        let from_end = step.min(round - step);
        match self.sizes {
            Sizes::Fixed => largest,
            Sizes::DownUp => largest - from_end.min(largest - 1),
            Sizes::UpDown => 1 + from_end.min(largest - 1),
        }
    }
}

impl GameTerms<OhHellRules> for OhHellTerms {
    fn set(&mut self, option: &str, value: &str) -> Result<(), CardError> {
        let number = || value.parse::<u16>().map_err(|_| misfit(option, value, "a number"));
        match (option, value) {
            ("sizes", "down-up") => self.sizes = Sizes::DownUp,
            ("sizes", "up-down") => self.sizes = Sizes::UpDown,
            ("sizes", "fixed") => self.sizes = Sizes::Fixed,
            ("largest", _) => self.largest = number()?.into(),
            ("deals", _) => self.deals = number()?,
            _ => return Err(misfit(option, value, "an option")),
        }
        Ok(())
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let sizes = match self.sizes {
            Sizes::DownUp => "down-up",
            Sizes::UpDown => "up-down",
            Sizes::Fixed => "fixed",
        };
        vec![("sizes", sizes.to_owned()), ("largest", self.largest.to_string()), ("deals", self.deals.to_string())]
    }

    /// No total ends the game.
    fn limit(&self) -> i32 {
        0
    }

    fn set_limit(&mut self, _: i32) {}

    /// Everybody bids again, and another card is turned up.
    fn settle(&self, rules: &mut OhHellRules, _: &Standing) {
        rules.bids = None;
        if rules.turned_up.take().is_some() {
            (rules.turns_up_trump, rules.trump) = (true, None);
        }
    }

    fn cards(&self, standing: &Standing) -> Option<usize> {
        Some(self.size(standing.deals.into(), standing.players()))
    }

    fn result(&self, rules: &OhHellRules, players: usize, taken: &Counts, total: u8) -> DealResult {
        let payoff = rules.score(players, taken, total);
        let mut result = DealResult { taken: *taken, ..DealResult::default() };
        for (score, &payoff) in result.scores.iter_mut().zip(payoff.seats(players)) {
            *score = payoff.into();
        }
        result
    }

    fn is_over(&self, standing: &Standing) -> bool {
        standing.deals >= self.number(standing.players())
    }

    fn winners(&self, standing: &Standing) -> Vec<Player> {
        Ending { limit: 0, deals: 0, plays_on: false, low_wins: false }.ahead(standing)
    }

    fn is_late(&self, standing: &Standing) -> bool {
        standing.deals + 5 >= self.number(standing.players())
    }

    fn settled(&self, rules: &OhHellRules, _: &Standing) -> String {
        match (rules.turned_up.map(Card::suit), rules.trump) {
            (_, Some(trump)) => format!("{} trump", Suit::name(trump)),
            _ => "no trump".to_owned(),
        }
    }

    fn bids(&self, rules: &OhHellRules) -> Option<Counts> {
        rules.bids
    }
}
