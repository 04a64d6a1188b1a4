//! Card games in the catalog: all are opened in the same way.

use cutthroat::Notation;
use cutthroat_games::cards::{Rules, TrickGame, Utility, preset, utility_named};

use crate::error::Error;
use crate::position::Opened;
use crate::registry::{Entry, Opening};
use crate::setup::{Setup, Source};

/// How positions of card games are written.
pub(crate) const NOTATION: &str = "LEADER:hand hand ..., each hand spades.hearts.diamonds.clubs, then fields such as \
                                   played=SA,S3 taken=2,0,1 trump=H bids=4,5,3 rules=NAME; --deal SEED [--cards K] \
                                   [--players N] deals";

/// Nodes after which a search of a deal stops deepening, unless it is told otherwise.
const PATIENCE: u64 = 10_000_000;

/// The evaluations of a card game, by name and formula.
pub(crate) fn evaluations<R: Rules>() -> Vec<(&'static str, &'static str)> {
    R::Evaluation::ALL.iter().map(|utility| (utility.name(), utility.formula())).collect()
}

/// Opens a position of a card game.
pub(crate) fn open<R: Rules + 'static>(entry: &Entry, setup: &Setup) -> Opening
where
    R::Order: 'static,
{
    let evaluation_name = entry.evaluation(setup)?;
    let evaluation = utility_named::<R>(evaluation_name).unwrap_or(R::Evaluation::ALL[0]);
    entry.check_players(setup)?;
    let (game, state) = match setup.source(entry.name)? {
        Source::Text(text) => {
            let mut text = text.to_owned();
            for (name, value) in setup.game_options() {
                text.push_str(&format!(" {name}={value}"));
            }
            TrickGame::<R>::read_position(&text).map_err(|error| Error::Notation { game: entry.name, error })?
        }
        Source::Drawn(seed) => {
            let invalid = |error: &dyn std::fmt::Display| Error::Value(format!("{}: {error}", entry.name));
            let players = setup.players.unwrap_or(entry.usual_players);
            let mut rules = R::default();
            for (name, value) in setup.game_options() {
                if name == "rules" {
                    rules = preset(value).map_err(|error| invalid(&error))?;
                } else {
                    rules.set(name, value, players).map_err(|error| invalid(&error))?;
                }
            }
            TrickGame::deal(rules, players, setup.cards, seed).map_err(|error| invalid(&error))?
        }
    };
    Ok(Box::new(Opened {
        name: entry.name,
        game,
        state,
        order: R::Order::default(),
        evaluation,
        evaluation_name,
        patience: Some(PATIENCE),
    }))
}
