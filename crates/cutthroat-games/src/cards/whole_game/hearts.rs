//! Hearts to 100.

use cutthroat::{MAX_PLAYERS, Player};

use super::super::error::CardError;
use super::super::hearts::{HeartsRules, Moon};
use super::super::pass::Pass;
use super::super::rules::{Counts, Rules, misfit, read_switch, write_switch};
use super::super::score_sheet::Standing;
use super::ending::{Ending, TIES, deals_option, limit_option};
use super::{DealResult, GameTerms, added};
use crate::field::{DefaultValue, Field, Values};

/// The options of a game of Hearts.
pub(in super::super) const HEARTS_GAME: &[Field] = &[
    limit_option("100"),
    deals_option("how many deals are played, whatever the totals; 0 for as many as it takes"),
    Field {
        name: "passing",
        about: "to whom three cards are passed in each deal",
        values: Values::Names(&[
            ("in-turn", "left, right, across, nobody with four players; left, right, nobody with any other number"),
            ("left", "always to the next seat"),
            ("right", "always to the seat before"),
            ("across", "always to the seat opposite; four or six players"),
            ("none", "always to nobody"),
        ]),
        default: DefaultValue::Is("in-turn"),
    },
    Field {
        name: "moon-choice",
        about: "whether a player who takes all points may subtract them instead: they do if that is better for them at the end \
                of the game",
        values: Values::Switch,
        default: DefaultValue::Is("off"),
    },
    TIES,
];

/// What a game of Hearts has beside the rules of its deals.
#[derive(Clone, Debug)]
pub(in super::super) struct HeartsTerms {
    ending: Ending,
    /// The same pass in every deal; `None` if they take turns.
    passing: Option<Pass>,
    moon_choice: bool,
}

impl Default for HeartsTerms {
    fn default() -> Self {
        let ending = Ending { limit: 100, deals: 0, plays_on: false, low_wins: true };
        Self { ending, passing: None, moon_choice: false }
    }
}

/// How near to the limit a player has to be for the end to be near.
const NEAR: i32 = 40;

impl GameTerms<HeartsRules> for HeartsTerms {
    fn set(&mut self, option: &str, value: &str) -> Result<(), CardError> {
        match option {
            "passing" if value == "in-turn" => self.passing = None,
            "passing" => self.passing = Some(Pass::read(value, 4)?),
            "moon-choice" => self.moon_choice = read_switch(option, value)?,
            _ => return self.ending.set(option, value).unwrap_or_else(|| Err(misfit(option, value, "an option"))),
        }
        Ok(())
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        vec![
            ("limit", self.ending.limit.to_string()),
            ("deals", self.ending.deals.to_string()),
            ("passing", self.passing.map_or("in-turn", Pass::name).to_owned()),
            ("moon-choice", write_switch(self.moon_choice)),
            self.ending.ties(),
        ]
    }

    fn limit(&self) -> i32 {
        self.ending.limit
    }

    fn set_limit(&mut self, limit: i32) {
        self.ending.limit = limit;
    }

    fn settle(&self, rules: &mut HeartsRules, standing: &Standing) {
        let players = standing.players();
        let in_turn = Pass::of_deal(standing.deals.into(), players);
        rules.pass = match self.passing {
            Some(Pass::Across) if !players.is_multiple_of(2) => Pass::None,
            Some(pass) => pass,
            None => in_turn,
        };
    }

    fn result(&self, rules: &HeartsRules, players: usize, taken: &Counts, total: u8) -> DealResult {
        let payoff = rules.score(players, taken, total);
        let mut result = DealResult { taken: *taken, ..DealResult::default() };
        for (score, &turned) in result.scores.iter_mut().zip(payoff.seats(players)) {
            *score = i32::from(total) - i32::from(turned);
        }
        result
    }

    /// A shooter who may choose gives the points to the others, unless that ends the game and somebody else has won it.
    fn add(&self, rules: &HeartsRules, standing: &Standing, result: &DealResult) -> Standing {
        let players = standing.players();
        let all: i32 = result.taken[..players].iter().map(|&taken| i32::from(taken)).sum();
        let shooter = (0..players).find(|&player| all > 0 && i32::from(result.taken[player]) == all);
        let after = added(standing, result);
        match shooter {
            Some(shooter) if self.moon_choice && rules.moon == Moon::Others => {
                let has_won = self.winners(&after).contains(&Player::new(shooter));
                if !self.ending.is_over(&after, players) || has_won {
                    return after;
                }
                let mut scores = [0; MAX_PLAYERS];
                scores[shooter] = -all;
                added(standing, &DealResult { scores, ..*result })
            }
            _ => after,
        }
    }

    fn is_over(&self, standing: &Standing) -> bool {
        self.ending.is_over(standing, standing.players())
    }

    fn winners(&self, standing: &Standing) -> Vec<Player> {
        self.ending.ahead(standing)
    }

    fn is_late(&self, standing: &Standing) -> bool {
        self.ending.is_near(standing, NEAR, 2)
    }

    fn settled(&self, rules: &HeartsRules, _: &Standing) -> String {
        match rules.pass {
            Pass::None => "no pass".to_owned(),
            pass => format!("pass {}", pass.name()),
        }
    }
}
