//! Messages of the engine protocol, and a seat that is told them.

use cutthroat_catalog::protocol::{FromPlayer, LineRead, NewGame, ToPlayer, read_line};
use cutthroat_catalog::{ChoiceLimits, PlayerSpec, SeatGame, SeatRequest};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{accepted, registry};

/// The most messages of an input.
const MOST_MESSAGES: usize = 80;

/// Messages, one in each line.
pub(super) fn messages(bytes: &[u8]) -> bool {
    let (mut input, mut line, mut understood) = (bytes, Vec::new(), false);
    let mut seat = None;
    for _ in 0..MOST_MESSAGES {
        if read_line(&mut input, &mut line).unwrap() != LineRead::Line {
            break;
        }
        understood |= read_back::<FromPlayer>(&line).is_some();
        let Some(message) = read_back::<ToPlayer>(&line) else { continue };
        understood = true;
        hear(message, &mut seat);
    }
    understood
}

fn read_back<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(line: &[u8]) -> Option<T> {
    let message = accepted(serde_json::from_slice::<T>(line))?;
    let json = serde_json::to_string(&message).unwrap();
    let again = serde_json::from_str::<T>(&json).unwrap_or_else(|error| panic!("{json}: {error}"));
    assert_eq!(again, message, "{json}");
    Some(message)
}

/// Obeys, as an engine with a small budget does.
fn hear(message: ToPlayer, seat: &mut Option<Box<dyn SeatGame>>) {
    match (message, seat) {
        (ToPlayer::NewGame(NewGame { game, players, seat, options, seed, player, .. }), taken) => {
            let Some(player) = accepted(player.as_deref().unwrap_or("heuristic").parse::<PlayerSpec>()) else { return };
            // Others take as long as they are told.
            let player = if player.settings.algorithm().searches { "flat:worlds=2".parse().unwrap() } else { player };
            *taken = accepted(registry().take_seat(&SeatRequest { game, players, seat, options, player, seed }));
        }
        (ToPlayer::Event(event), Some(seat)) => {
            accepted(seat.tell(&event));
        }
        (ToPlayer::Choose(choose), Some(seat)) => {
            let limits = ChoiceLimits { nodes: Some(choose.nodes.unwrap_or(200).min(200)), ..ChoiceLimits::default() };
            if let Some(chosen) = accepted(seat.choose(choose.choices.what, &limits)) {
                assert!(!chosen.moves.is_empty());
            }
        }
        (ToPlayer::End { .. }, seat) => *seat = None,
        _ => {}
    }
}
