//! Playouts, as several algorithms use them.

use cutthroat::MoveOrder;
use cutthroat::playout::{PlayoutMoves, PlayoutPolicy};
use cutthroat_games::field::{DefaultValue, Field, Values};

use super::At;
use crate::error::Error;
use crate::game_kit::{GameKit, Weighed};
use crate::settings::Settings;

/// Who plays on.
pub(super) const PLAYOUT: Field = Field {
    name: "playout",
    about: "who plays on below the tree: chance, the game's order with a chance of any other move, an order that was learned for \
            playouts, or a small search",
    values: Values::Form("uniform, order:CHANCE, learned:CHANCE, two-ply:CHANCE or none"),
    default: DefaultValue::Derived("order:0.1, but uniform where the game has no order of its own"),
};

/// How long.
pub(super) const CUT: Field = Field {
    name: "cut",
    about: "plies after which a playout is evaluated, at the end of a trick",
    values: Values::Number { least: 1, most: 4096 },
    default: DefaultValue::Derived("the end of the game; 30 in Chinese Checkers"),
};

/// Playouts of a game: how they are played, and what their end is worth.
pub(super) struct Playouts<K: GameKit> {
    pub(super) policy: PlayoutPolicy,
    pub(super) evaluation: Weighed<K>,
    pub(super) order: K::Order,
}

impl<K: GameKit> Playouts<K> {
    pub(super) fn new(settings: &Settings, at: &At<'_, K>) -> Result<Self, Error> {
        let (evaluation, order) = (at.evaluation.clone(), order(settings, at)?);
        Ok(Self { policy: policy(settings, at)?, evaluation, order })
    }
}

impl<K: GameKit> Clone for Playouts<K> {
    fn clone(&self) -> Self {
        Self { policy: self.policy, evaluation: self.evaluation.clone(), order: self.order.clone() }
    }
}

/// How the settings say that positions are played out.
pub(super) fn policy<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Result<PlayoutPolicy, Error> {
    let has_order = !<K::Order as MoveOrder<K::Game>>::IS_REFERENCE;
    let moves = match settings.get("playout") {
        Some(text) => playout(text)?,
        None if has_order => PlayoutPolicy::default().moves,
        None => PlayoutMoves::Uniform,
    };
    let plies = settings.number("cut").or(at.entry.info.playout_plies);
    Ok(PlayoutPolicy { moves, cut: plies.filter(|_| moves != PlayoutMoves::None) })
}

/// The order that playouts follow.
pub(super) fn order<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Result<K::Order, Error> {
    let value = settings.get("playout").filter(|text| is_learned(text));
    let Some(value) = value else { return Ok(at.order.clone()) };
    at.entry.kit.learned_order().ok_or_else(|| Error::Unfit {
        field: "playout",
        value: value.to_owned(),
        misfit: format!("needs an order that was learned, and there is none for {}", at.entry.info.name),
    })
}

/// Whether playouts follow an order that was learned.
fn is_learned(text: &str) -> bool {
    text.split(':').next() == Some(LEARNED)
}

const LEARNED: &str = "learned";

/// Writes the policy into the settings that were not given.
pub(super) fn complete(settings: &mut Settings, policy: PlayoutPolicy) {
    settings.complete("playout", &written(policy.moves));
    if let Some(plies) = policy.cut {
        settings.complete("cut", &plies.to_string());
    }
}

/// Who plays on, from words such as `order:0.1`.
fn playout(text: &str) -> Result<PlayoutMoves, Error> {
    let unfit = |misfit: &str| Error::Unfit { field: "playout", value: text.to_owned(), misfit: misfit.to_owned() };
    let (name, chance) = text.split_once(':').map_or((text, None), |(name, chance)| (name, Some(chance)));
    let epsilon = match chance {
        None => 0.1,
        Some(chance) => {
            let chance = Values::Decimal { least: 0, most: 1 }.read(chance).ok().and_then(|read| read.parse().ok());
            chance.ok_or_else(|| unfit("has a chance that is not from 0 to 1, with up to three decimals"))?
        }
    };
    match (name, chance) {
        ("uniform", None) => Ok(PlayoutMoves::Uniform),
        ("none", None) => Ok(PlayoutMoves::None),
        ("order" | LEARNED, _) => Ok(PlayoutMoves::Order { epsilon }),
        ("two-ply", _) => Ok(PlayoutMoves::TwoPly { epsilon }),
        _ => Err(unfit("is none of uniform, order:CHANCE, learned:CHANCE, two-ply:CHANCE, none")),
    }
}

fn written(moves: PlayoutMoves) -> String {
    match moves {
        PlayoutMoves::Uniform => "uniform".to_owned(),
        PlayoutMoves::None => "none".to_owned(),
        PlayoutMoves::Order { epsilon } => format!("order:{epsilon}"),
        PlayoutMoves::TwoPly { epsilon } => format!("two-ply:{epsilon}"),
    }
}
