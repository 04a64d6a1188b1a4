//! Sergeant Major, deal after deal, until somebody takes twelve tricks.

use cutthroat::Player;

use super::super::card::Suit;
use super::super::error::CardError;
use super::super::rules::{Counts, misfit, read_switch, write_switch};
use super::super::score_sheet::Standing;
use super::super::sergeant_major::SergeantMajorRules;
use super::ending::{Ending, deals_option};
use super::{DealResult, GameTerms};
use crate::field::{DefaultValue, Field, Values};

/// The options of a game of Sergeant Major.
pub(in super::super) const SERGEANT_MAJOR_GAME: &[Field] = &[
    Field {
        name: "end",
        about: "what ends the game before the last deal",
        values: Values::Names(&[
            ("twelve", "a player takes twelve tricks in a deal, and wins"),
            ("five-up", "a player takes five tricks more than their target in a deal, and wins"),
            ("total", "a player is twelve tricks up in all, and wins"),
            ("none", "nothing does"),
        ]),
        default: DefaultValue::Is("twelve"),
    },
    deals_option("after how many deals the player with the highest total wins, unless it ended before; 0 for 200"),
    Field {
        name: "exchange",
        about: "whether players who were up in a deal give cards to those who were down before the next, and get the highest \
                of each suit back",
        values: Values::Switch,
        default: DefaultValue::Is("on"),
    },
];

/// What ends the game early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EarlyEnd {
    Twelve,
    FiveUp,
    Total,
    None,
}

impl EarlyEnd {
    const NAMES: [(&'static str, Self); 4] =
        [("twelve", Self::Twelve), ("five-up", Self::FiveUp), ("total", Self::Total), ("none", Self::None)];
}

/// What a game of Sergeant Major has beside the rules of its deals.
#[derive(Clone, Debug)]
pub(in super::super) struct SergeantMajorTerms {
    end: EarlyEnd,
    deals: u16,
    exchange: bool,
}

impl Default for SergeantMajorTerms {
    fn default() -> Self {
        Self { end: EarlyEnd::Twelve, deals: 0, exchange: true }
    }
}

impl SergeantMajorTerms {
    /// Who has ended the game.
    fn ended_by(&self, standing: &Standing) -> impl Iterator<Item = Player> {
        let (end, standing) = (self.end, *standing);
        Player::all(standing.players()).filter(move |player| {
            let player = player.index();
            standing.deals > 0
                && match end {
                    EarlyEnd::Twelve => standing.taken[player] >= 12,
                    EarlyEnd::FiveUp => standing.last[player] >= 5,
                    EarlyEnd::Total => standing.totals[player] >= 12,
                    EarlyEnd::None => false,
                }
        })
    }

    fn number(&self) -> u16 {
        if self.deals > 0 { self.deals } else { super::MOST_DEALS }
    }
}

impl GameTerms<SergeantMajorRules> for SergeantMajorTerms {
    fn set(&mut self, option: &str, value: &str) -> Result<(), CardError> {
        match option {
            "end" => {
                let named = EarlyEnd::NAMES.iter().find(|(name, _)| *name == value);
                self.end = named.ok_or_else(|| misfit(option, value, "twelve, five-up, total or none"))?.1;
            }
            "deals" => self.deals = value.parse().map_err(|_| misfit(option, value, "a number"))?,
            "exchange" => self.exchange = read_switch(option, value)?,
            _ => return Err(misfit(option, value, "an option")),
        }
        Ok(())
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let end = EarlyEnd::NAMES.iter().find(|(_, end)| *end == self.end).map_or("twelve", |(name, _)| name);
        vec![("end", end.to_owned()), ("deals", self.deals.to_string()), ("exchange", write_switch(self.exchange))]
    }

    /// The end depends on single deals, or is fixed.
    fn limit(&self) -> i32 {
        0
    }

    fn set_limit(&mut self, _: i32) {}

    /// Those who were up in the last deal exchange cards with those who were down. Trump is named again.
    fn settle(&self, rules: &mut SergeantMajorRules, standing: &Standing) {
        rules.up = [0; 3];
        if self.exchange && standing.deals > 0 {
            let last = standing.by_seat(&standing.last);
            rules.up = std::array::from_fn(|seat| last[seat] as i8);
        }
    }

    fn result(&self, rules: &SergeantMajorRules, players: usize, taken: &Counts, _: u8) -> DealResult {
        let mut result = DealResult { taken: *taken, ..DealResult::default() };
        for ((score, &tricks), &target) in result.scores[..players].iter_mut().zip(taken).zip(&rules.targets) {
            *score = i32::from(tricks) - i32::from(target);
        }
        result
    }

    fn is_over(&self, standing: &Standing) -> bool {
        standing.deals >= self.number() || self.ended_by(standing).next().is_some()
    }

    fn winners(&self, standing: &Standing) -> Vec<Player> {
        let ended: Vec<Player> = self.ended_by(standing).collect();
        if ended.is_empty() || self.end == EarlyEnd::Total {
            return Ending { limit: 0, deals: 0, plays_on: false, low_wins: false }.ahead(standing);
        }
        ended
    }

    fn is_late(&self, standing: &Standing) -> bool {
        standing.deals + 3 >= self.number()
    }

    fn settled(&self, rules: &SergeantMajorRules, _: &Standing) -> String {
        rules.trump.map_or_else(|| "no trump".to_owned(), |trump| format!("{} trump", Suit::name(trump)))
    }
}
