//! Files of bridge in PBN and LIN.

use cutthroat_games::cards::bridge::{Board, read_boards, read_lin, read_pbn, write_pbn};

use super::{accepted, at, registry};

/// A file in PBN or LIN.
pub(super) fn boards(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    accepted(read_pbn(text));
    accepted(read_lin(text));
    let Some(boards) = read_boards(text).and_then(accepted) else { return false };
    let written = write_pbn(&boards);
    let again = read_pbn(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    // Tags that every board has are written first.
    let sorted = |mut boards: Vec<Board>| {
        boards.iter_mut().for_each(|board| board.others.sort_by(|one, other| one.name.cmp(&other.name)));
        boards
    };
    assert_eq!(sorted(again), sorted(boards.clone()), "{written}");
    for board in &boards {
        board.tricks().unwrap();
        board.position_text(board.plays.len()).unwrap();
    }
    let bridge = registry().game("bridge").unwrap();
    for read in bridge.recorded(text).unwrap().unwrap() {
        let mut game = registry().begin("bridge", &at(&read.position)).unwrap();
        for mv in &read.moves {
            game.play(mv).unwrap();
        }
    }
    true
}
