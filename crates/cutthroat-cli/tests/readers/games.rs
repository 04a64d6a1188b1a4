//! Games in progress, and records of games.

use cutthroat_catalog::{LiveGame, SeatEvent, Setup};
use cutthroat_lab::HandRecord;

use super::{accepted, at, positions, registry};

/// The most moves that are made of an input.
const MOST_MOVES: usize = 60;

/// `GAME`, a setup in JSON, and a move in each line. A move that is not legal changes nothing.
pub(super) fn game(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let mut lines = text.lines();
    let (Some(name), Some(setup)) = (lines.next(), lines.next()) else { return false };
    let Some(setup) = accepted(serde_json::from_str::<Setup>(setup)) else { return false };
    let Some(mut game) = accepted(registry().begin(name, &setup)) else { return false };
    let mut played = 0;
    for mv in lines.take(MOST_MOVES) {
        let (before, mover) = (game.text(), game.mover());
        if accepted(game.play(mv)).is_none() {
            assert_eq!((game.text(), game.mover(), game.moves().len()), (before, mover, played), "{mv} was refused");
            continue;
        }
        played += 1;
        assert_eq!((game.moves().len(), game.movers().last().copied()), (played, mover), "{mv}");
        if played % 7 == 1 {
            let written = game.moves()[played - 1].clone();
            let after = game.text();
            assert!(game.take_back());
            assert_eq!(game.text(), before, "{mv} was taken back");
            game.play(&written).unwrap_or_else(|error| panic!("{mv} is written {written}: {error}"));
            assert_eq!(game.text(), after, "{mv} is written {written}");
        }
    }
    look_at(name, game.as_ref());
    true
}

/// What is written of a game in progress can be read.
fn look_at(name: &str, game: &dyn LiveGame) {
    if game.sheet().is_none() {
        let text = game.text();
        let again = registry().begin(name, &at(&text));
        let again = again.unwrap_or_else(|error| panic!("{name} writes `{text}`, which it does not read: {error}"));
        assert_eq!(again.text(), text, "{name}");
    }
    for seat in 1..=game.seats() {
        let view = game.view(seat).unwrap();
        // Before the play a seat that has nothing to see has no view of its own to be read.
        positions::open_view(name, &view);
        for event in game.events(seat).unwrap() {
            let json = serde_json::to_string(&event).unwrap();
            assert_eq!(serde_json::from_str::<SeatEvent>(&json).unwrap(), event, "{json}");
        }
    }
    let (legal, over) = (game.legal_moves(), game.mover().is_none());
    assert_eq!(legal.is_empty(), over, "{}", game.text());
    assert_eq!(game.score().is_some(), over, "{}", game.text());
    game.layout();
    game.diagram();
    game.terms();
}

/// A record of a game, as text or JSON.
pub(super) fn record(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let Some(record) = accepted(HandRecord::read(text)) else { return false };
    let written = record.to_string();
    let again = HandRecord::read(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(again, record, "{written}");
    let json = record.to_json().unwrap();
    assert_eq!(HandRecord::read(&json).unwrap(), record, "{json}");
    if let Some(game) = accepted(record.game_after(registry(), record.moves.len())) {
        look_at(&record.game, game.as_ref());
    }
    accepted(record.sit_down(registry(), None));
    true
}
