//! When a game ends, as far as all games have that in common.

use cutthroat::Player;

use super::super::error::CardError;
use super::super::rules::{self, misfit};
use super::super::score_sheet::Standing;
use crate::field::{DefaultValue, Field, Values};

/// A game ends when a total reaches a limit, or after some deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ending {
    /// The total that ends it; 0 if none does.
    pub(super) limit: i32,
    /// The number of deals that ends it; 0 if none does.
    pub(super) deals: u16,
    /// Whether those who share the lead play on.
    pub(super) plays_on: bool,
    /// Whether the lowest total wins.
    pub(super) low_wins: bool,
}

pub(super) const fn limit_option(default: &'static str) -> Field {
    Field {
        name: "limit",
        about: "the total that ends the game",
        values: Values::Number { least: 1, most: 9_999 },
        default: DefaultValue::Is(default),
    }
}

pub(super) const fn deals_option(about: &'static str) -> Field {
    Field {
        name: "deals",
        about,
        values: Values::Number { least: 0, most: super::MOST_DEALS as u64 },
        default: DefaultValue::Is("0"),
    }
}

pub(super) const TIES: Field = Field {
    name: "ties",
    about: "what happens when several are ahead at the end",
    values: Values::Names(&[("shared", "they share the game"), ("play-on", "another deal is played")]),
    default: DefaultValue::Is("shared"),
};

impl Ending {
    /// Sets one of the options; `None` if it is none of them.
    pub(super) fn set(&mut self, option: &str, value: &str) -> Option<Result<(), CardError>> {
        let number = |most: i32| {
            let number = value.parse().ok().filter(|number| (0..=most).contains(number));
            number.ok_or_else(|| misfit(option, value, &format!("a number from 0 to {most}")))
        };
        Some(match option {
            "limit" => number(9_999).map(|limit| self.limit = limit),
            "deals" => number(super::MOST_DEALS.into()).map(|deals| self.deals = deals as u16),
            "ties" => match value {
                "shared" | "play-on" => {
                    self.plays_on = value == "play-on";
                    Ok(())
                }
                _ => Err(rules::misfit(option, value, "shared or play-on")),
            },
            _ => return None,
        })
    }

    pub(super) fn ties(&self) -> (&'static str, String) {
        ("ties", if self.plays_on { "play-on" } else { "shared" }.to_owned())
    }

    /// Who is ahead.
    pub(super) fn ahead(&self, standing: &Standing) -> Vec<Player> {
        let totals = standing.totals();
        let best = if self.low_wins { totals.iter().min() } else { totals.iter().max() };
        Player::all(totals.len()).filter(|player| Some(&totals[player.index()]) == best).collect()
    }

    /// Whether it is over, where `sides` play.
    pub(super) fn is_over(&self, standing: &Standing, sides: usize) -> bool {
        let reached = self.limit > 0 && standing.totals().iter().any(|&total| total >= self.limit);
        let played = self.deals > 0 && standing.deals >= self.deals;
        let partners = standing.players() / sides;
        (reached || played) && !(self.plays_on && self.ahead(standing).len() > partners)
    }

    /// Whether somebody is within `margin` of the limit, or at most `deals` deals are left.
    pub(super) fn is_near(&self, standing: &Standing, margin: i32, deals: u16) -> bool {
        let reached = self.limit > 0 && standing.totals().iter().any(|&total| total >= self.limit - margin);
        reached || self.deals > 0 && standing.deals + deals >= self.deals
    }
}
