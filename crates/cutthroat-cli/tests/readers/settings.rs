//! Players, requests and single words.

use cutthroat_catalog::{ALGORITHMS, PlayerSpec, Request, Settings, Setup};
use cutthroat_games::cards::{Card, Cards};
use cutthroat_games::trees::RandomTree;
use cutthroat_lab::person::card::CardName;
use cutthroat_lab::{Program, Shard};

use super::{accepted, registry};

/// A player, or a list of them.
pub(super) fn player(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let one = accepted(text.parse::<PlayerSpec>());
    if let Some(player) = &one {
        let written = player.to_string();
        assert_eq!(written.parse::<PlayerSpec>().as_ref(), Ok(player), "{written}");
    }
    if let Some(settings) = accepted(text.parse::<Settings>()) {
        let written = settings.to_string();
        assert_eq!(written.parse::<Settings>().as_ref(), Ok(&settings), "{written}");
        let json = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&json).unwrap(), settings, "{json}");
    }
    let Some(players) = accepted(PlayerSpec::read_list(text)) else { return one.is_some() };
    let written: Vec<String> = players.iter().map(ToString::to_string).collect();
    for between in [",", ";", " "] {
        assert_eq!(PlayerSpec::read_list(&written.join(between)).as_ref(), Ok(&players), "{written:?}");
    }
    true
}

/// A request in JSON, or a setup.
pub(super) fn request(bytes: &[u8]) -> bool {
    let mut read = false;
    if let Some(request) = accepted(serde_json::from_slice::<Request>(bytes)) {
        let json = serde_json::to_string(&request).unwrap();
        let again = serde_json::from_str::<Request>(&json).unwrap_or_else(|error| panic!("{json}: {error}"));
        assert_eq!(serde_json::to_string(&again).unwrap(), json);
        read = true;
    }
    if let Some(setup) = accepted(serde_json::from_slice::<Setup>(bytes)) {
        let json = serde_json::to_string(&setup).unwrap();
        assert_eq!(serde_json::from_str::<Setup>(&json).unwrap(), setup, "{json}");
        read = true;
    }
    read
}

/// Single words: cards, shards, programs, trees that are drawn, and the values of every setting and option.
pub(super) fn word(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let mut read = false;
    if let Some(shard) = accepted(text.parse::<Shard>()) {
        assert_eq!(shard.to_string().parse::<Shard>().unwrap(), shard);
        read = true;
    }
    if let Some(card) = accepted(text.parse::<Card>()) {
        assert_eq!(card.to_string().parse::<Card>().unwrap(), card);
        read = true;
    }
    if let Some(cards) = accepted(text.parse::<Cards>()) {
        assert_eq!(cards.to_string().parse::<Cards>().unwrap(), cards);
        read = true;
    }
    read |= accepted(text.parse::<RandomTree>()).is_some();
    read |= accepted(text.parse::<Program>()).is_some();
    read |= CardName::read(text).is_some();
    let of_algorithms = ALGORITHMS.iter().flat_map(|algorithm| algorithm.settings);
    let of_games = registry().games().flat_map(|game| game.options.iter().chain(game.dealing).chain(game.game_options));
    for field in of_algorithms.chain(of_games) {
        if let Ok(value) = field.values.read(text) {
            assert_eq!(field.values.read(&value).as_ref(), Ok(&value), "{}={text}", field.name);
            read = true;
        }
    }
    read
}
