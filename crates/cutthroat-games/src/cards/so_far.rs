//! The game to which a deal belongs: what everybody has scored before it.

use cutthroat::MAX_PLAYERS;

use super::error::CardError;
use super::rules::misfit;
use crate::field::{DefaultValue, Field, Values};

/// What a deal is a part of, as far as it matters to those who play it for the game and not for its points. All zero for a
/// deal by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct GameSoFar {
    /// What every seat has scored in the deals before.
    pub scores: [i16; MAX_PLAYERS],
    /// How many deals came before.
    pub deals: u16,
    /// The score that ends the game; 0 for the usual one.
    pub limit: i16,
}

/// The scores that fit.
const MOST: i16 = 9_999;

/// The options of rules that set it.
pub(crate) const SCORES: Field = Field {
    name: "scores",
    about: "what each player has scored in the deals before this one of a whole game, seat 1 first",
    values: Values::Numbers { each: "player", least: -9_999, most: 9_999 },
    default: DefaultValue::Derived("0 for each"),
};
pub(crate) const DEALS_BEFORE: Field = Field {
    name: "deals-before",
    about: "how many deals of a whole game came before this one",
    values: Values::Number { least: 0, most: 999 },
    default: DefaultValue::Derived("0"),
};
pub(crate) const GAME_TO: Field = Field {
    name: "game-to",
    about: "the score that ends the whole game; 0 for the usual one",
    values: Values::Number { least: 0, most: 9_999 },
    default: DefaultValue::Derived("0"),
};

impl GameSoFar {
    /// Sets one of the options from text; `None` if it is not one of them.
    pub(crate) fn set(&mut self, option: &str, value: &str, players: usize) -> Option<Result<(), CardError>> {
        Some(match option {
            "scores" => read_scores(value, players).map(|scores| self.scores = scores),
            "deals-before" => read(option, value, 0..=999).map(|deals| self.deals = deals as u16),
            "game-to" => read(option, value, 0..=MOST).map(|limit| self.limit = limit),
            _ => return None,
        })
    }

    /// The options as text; those of a deal by itself are left out.
    pub(crate) fn options(&self, players: usize) -> impl Iterator<Item = (&'static str, String)> {
        let scores = self.scores[..players].iter().map(i16::to_string).collect::<Vec<_>>().join(",");
        let scores = (self.scores != [0; MAX_PLAYERS]).then_some(("scores", scores));
        let deals = (self.deals > 0).then(|| ("deals-before", self.deals.to_string()));
        let limit = (self.limit > 0).then(|| ("game-to", self.limit.to_string()));
        scores.into_iter().chain(deals).chain(limit)
    }
}

fn read(option: &str, value: &str, fits: std::ops::RangeInclusive<i16>) -> Result<i16, CardError> {
    let number = value.parse().ok().filter(|number| fits.contains(number));
    number.ok_or_else(|| misfit(option, value, &format!("a number from {} to {}", fits.start(), fits.end())))
}

fn read_scores(value: &str, players: usize) -> Result<[i16; MAX_PLAYERS], CardError> {
    let words: Vec<&str> = value.split(',').collect();
    if words.len() != players {
        let (field, value) = ("scores", value.to_owned());
        return Err(CardError::Numbers { field, value, given: words.len(), due: players });
    }
    let mut scores = [0; MAX_PLAYERS];
    for (score, word) in scores.iter_mut().zip(words) {
        *score = read("scores", word, -MOST..=MOST)?;
    }
    Ok(scores)
}
