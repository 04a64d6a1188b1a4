//! Checks that every kit must pass, for the tests of any game. The rules, the notation and the evaluations of a game are
//! checked by `cutthroat::conformance`; this is what the catalog adds to them.
//!
//! ```
//! use cutthroat_catalog::{Registry, conformance};
//!
//! conformance::check(&Registry::standard(), "hearts")?;
//! # Ok::<(), conformance::KitFault>(())
//! ```

use cutthroat_games::field::{DefaultValue, Field};
use thiserror::Error;

use crate::error::Error;
use crate::game_info::GameInfo;
use crate::registry::Registry;
use crate::setup::Setup;

/// What is wrong with a kit.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{game}: {fault}")]
pub struct KitFault {
    /// The game.
    pub game: String,
    /// What is wrong.
    pub fault: String,
}

/// Deals of each number of players that are looked at.
const SEEDS: [u64; 4] = [0, 1, 2, u64::MAX];

/// Checks the kit of the game with this name: its example and its deals are read back as they are written, a seed always
/// deals the same, every evaluation and every set of rules of the list is there, and defaults are what happens without them.
///
/// # Errors
/// The first thing that is wrong.
pub fn check(registry: &Registry, game: &str) -> Result<(), KitFault> {
    let fault = |fault: String| KitFault { game: game.to_owned(), fault };
    let info = registry.game(game).map_err(|error| fault(error.to_string()))?;
    let kit = Kit { registry, info };
    kit.descriptions().map_err(fault)?;
    kit.example().map_err(fault)?;
    kit.deals().map_err(fault)?;
    kit.evaluations().map_err(fault)?;
    kit.options().map_err(fault)
}

struct Kit<'r> {
    registry: &'r Registry,
    info: &'r GameInfo,
}

impl Kit<'_> {
    /// The position of a setup as text.
    fn text(&self, setup: &Setup) -> Result<String, String> {
        let opened = self.registry.open(self.info.name, setup);
        Ok(opened.map_err(|error| format!("{setup:?}: {error}"))?.text())
    }

    fn is_read_back(&self, what: &str, text: &str) -> Result<(), String> {
        let again = self.text(&Setup { position: Some(text.to_owned()), ..Setup::default() })?;
        if again == text { Ok(()) } else { Err(format!("{what} is written as `{text}`, and then as `{again}`")) }
    }

    fn descriptions(&self) -> Result<(), String> {
        let GameInfo { about, notation, players: (fewest, most), usual_players, .. } = self.info;
        if about.is_empty() || notation.is_empty() {
            return Err("`about` and `notation` say what it is and how positions are written".into());
        }
        if !(fewest..=most).contains(&usual_players) {
            return Err(format!("{usual_players} usually play, and {} can", self.info.numbers_of_players()));
        }
        let all: Vec<&Field> = self.info.options.iter().chain(self.info.dealing).collect();
        let twice = all.iter().enumerate().find(|(place, field)| all[..*place].iter().any(|f| f.name == field.name));
        twice.map_or(Ok(()), |(_, field)| Err(format!("the option `{}` is there twice", field.name)))
    }

    fn example(&self) -> Result<(), String> {
        let text = self.text(&Setup { position: Some(self.info.example.to_owned()), ..Setup::default() })?;
        self.is_read_back("the example", &text)
    }

    fn deals(&self) -> Result<(), String> {
        let (fewest, most) = self.info.players;
        for players in fewest..=most {
            for seed in SEEDS {
                let setup = Setup { deal: Some(seed), players: Some(players), ..Setup::default() };
                let (text, again) = (self.text(&setup)?, self.text(&setup)?);
                if text != again {
                    return Err(format!("seed {seed} deals `{text}`, and then `{again}`"));
                }
                self.is_read_back(&format!("deal {seed}"), &text)?;
            }
        }
        Ok(())
    }

    fn evaluations(&self) -> Result<(), String> {
        for (name, about) in &self.info.evaluations {
            if about.is_empty() {
                return Err(format!("the evaluation `{name}` does not say what it is"));
            }
            let setup = Setup { deal: Some(1), eval: Some((*name).to_owned()), ..Setup::default() };
            // What it needs may not be there: a file.
            use Error::{NoTableFolder, Table, TableMissing, TooLargeForTable};
            match self.registry.open(self.info.name, &setup) {
                Ok(_) | Err(TableMissing { .. } | TooLargeForTable { .. } | NoTableFolder | Table(_)) => {}
                Err(error) => return Err(format!("evaluation `{name}`: {error}")),
            }
        }
        Ok(())
    }

    fn options(&self) -> Result<(), String> {
        let dealt = Setup { deal: Some(1), ..Setup::default() };
        let usual = self.text(&dealt)?;
        for field in self.info.options.iter().chain(self.info.dealing) {
            let DefaultValue::Is(value) = field.default else { continue };
            let with_default = self.text(&dealt.clone().with_option(field.name, value))?;
            if with_default != usual {
                return Err(format!(
                    "the default of `{}` is said to be {value}, which gives `{with_default}` and not `{usual}`",
                    field.name
                ));
            }
        }
        for preset in &self.info.presets {
            let text = self.text(&dealt.clone().with_option("rules", preset.name))?;
            self.is_read_back(&format!("a deal with the rules {}", preset.name), &text)?;
        }
        Ok(())
    }
}
