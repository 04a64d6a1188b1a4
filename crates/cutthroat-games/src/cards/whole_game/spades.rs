//! Spades to 500, with bags, nil and blind nil.

use cutthroat::Player;

use super::super::error::CardError;
use super::super::rules::{Counts, Rules, SeatSet, misfit};
use super::super::score_sheet::Standing;
use super::super::spades::SpadesRules;
use super::ending::{Ending, TIES, deals_option, limit_option};
use super::{DealResult, GameTerms, added};
use crate::field::{DefaultValue, Field, Values};

/// The options of a game of Spades.
pub(in super::super) const SPADES_GAME: &[Field] = &[
    limit_option("500"),
    deals_option("how many deals are played, whatever the totals; 0 for as many as it takes"),
    Field {
        name: "blind-bids",
        about: "who may bid nil before looking at the cards, where nil counts",
        values: Values::Names(&[
            ("behind", "players who are behind by at least the points of `behind`"),
            ("always", "everybody"),
            ("never", "nobody"),
        ]),
        default: DefaultValue::Is("behind"),
    },
    Field {
        name: "behind",
        about: "how far behind the leading side a player has to be to bid nil blind",
        values: Values::Number { least: 0, most: 999 },
        default: DefaultValue::Is("100"),
    },
    TIES,
];

/// Who may bid nil before looking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BlindBids {
    Behind,
    Always,
    Never,
}

/// What a game of Spades has beside the rules of its deals.
#[derive(Clone, Debug)]
pub(in super::super) struct SpadesTerms {
    ending: Ending,
    blind_bids: BlindBids,
    behind: i32,
}

impl Default for SpadesTerms {
    fn default() -> Self {
        let ending = Ending { limit: 500, deals: 0, plays_on: false, low_wins: false };
        Self { ending, blind_bids: BlindBids::Behind, behind: 100 }
    }
}

/// How near to the limit a side has to be for the end to be near.
const NEAR: i32 = 150;

impl GameTerms<SpadesRules> for SpadesTerms {
    fn set(&mut self, option: &str, value: &str) -> Result<(), CardError> {
        match (option, value) {
            ("blind-bids", "behind") => self.blind_bids = BlindBids::Behind,
            ("blind-bids", "always") => self.blind_bids = BlindBids::Always,
            ("blind-bids", "never") => self.blind_bids = BlindBids::Never,
            ("behind", number) => {
                self.behind = number.parse().map_err(|_| misfit(option, value, "a number from 0 to 999"))?;
            }
            _ => return self.ending.set(option, value).unwrap_or_else(|| Err(misfit(option, value, "an option"))),
        }
        Ok(())
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let blind_bids = match self.blind_bids {
            BlindBids::Behind => "behind",
            BlindBids::Always => "always",
            BlindBids::Never => "never",
        };
        vec![
            ("limit", self.ending.limit.to_string()),
            ("deals", self.ending.deals.to_string()),
            ("blind-bids", blind_bids.to_owned()),
            ("behind", self.behind.to_string()),
            self.ending.ties(),
        ]
    }

    fn limit(&self) -> i32 {
        self.ending.limit
    }

    fn set_limit(&mut self, limit: i32) {
        self.ending.limit = limit;
    }

    /// Everybody bids again; the bags of each side go over.
    fn settle(&self, rules: &mut SpadesRules, standing: &Standing) {
        let bags = standing.by_seat(&standing.bags);
        (rules.bids, rules.blind) = (None, SeatSet::NONE);
        rules.bags = Counts::default();
        let sides = SpadesRules::sides(standing.players());
        rules.bags[..sides].copy_from_slice(&bags[..sides]);
    }

    fn may_bid_blind(&self, standing: &Standing) -> SeatSet {
        let most = standing.totals().iter().max().copied().unwrap_or_default();
        let may = |player: &Player| match self.blind_bids {
            BlindBids::Behind => most - standing.totals[player.index()] >= self.behind,
            BlindBids::Always => true,
            BlindBids::Never => false,
        };
        Player::all(standing.players()).filter(may).fold(SeatSet::NONE, SeatSet::with)
    }

    /// The scores of a deal by itself, with a point for each bag; what ten of them cost depends on those before.
    fn result(&self, rules: &SpadesRules, players: usize, taken: &Counts, total: u8) -> DealResult {
        let payoff = SpadesRules { bag_penalty: 0, ..*rules }.score(players, taken, total);
        let mut result = DealResult { taken: *taken, ..DealResult::default() };
        for player in 0..players {
            result.scores[player] = payoff.seats(players)[player].into();
            result.bags[player] = rules.bags_of(player % SpadesRules::sides(players), players, taken);
        }
        result
    }

    fn add(&self, rules: &SpadesRules, standing: &Standing, result: &DealResult) -> Standing {
        let mut result = *result;
        let mut bags = standing.bags;
        for ((bags, &more), score) in bags.iter_mut().zip(&result.bags).zip(&mut result.scores) {
            let all = *bags + more;
            *score -= i32::from(all / 10) * i32::from(rules.bag_penalty);
            *bags = all % 10;
        }
        Standing { bags, ..added(standing, &result) }
    }

    fn is_over(&self, standing: &Standing) -> bool {
        self.ending.is_over(standing, SpadesRules::sides(standing.players()))
    }

    fn winners(&self, standing: &Standing) -> Vec<Player> {
        self.ending.ahead(standing)
    }

    fn is_late(&self, standing: &Standing) -> bool {
        self.ending.is_near(standing, NEAR, 2)
    }

    fn settled(&self, rules: &SpadesRules, before: &Standing) -> String {
        let seats = Player::all(before.players()).filter(|&seat| rules.blind.has(seat));
        let blind: Vec<String> = seats.map(|seat| before.player_in(seat.index()).seat().to_string()).collect();
        if blind.is_empty() { String::new() } else { format!("blind nil of player {}", blind.join(", ")) }
    }

    fn bids(&self, rules: &SpadesRules) -> Option<Counts> {
        Some(rules.bids())
    }
}
