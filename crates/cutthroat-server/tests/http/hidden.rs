//! No byte that is sent before the end of a deal names a hidden card.

use std::collections::{BTreeMap, BTreeSet};

use cutthroat_catalog::Registry;
use cutthroat_lab::HandRecord;
use cutthroat_server::ServerOptions;
use serde_json::{Value, json};

use super::client::{Folder, Running};
use super::tables::{DEALS, Person, request, some_choice};

/// Cards as moves are written.
fn pack() -> BTreeSet<String> {
    "SHDC".chars().flat_map(|suit| "23456789TJQKA".chars().map(move |rank| format!("{suit}{rank}"))).collect()
}

/// The cards that a text names in any form: as moves are written, or in the notation of hands with a dot between suits.
fn named(text: &str) -> BTreeSet<String> {
    let mut named: BTreeSet<String> =
        pack().into_iter().filter(|card| text.contains(&format!("\"{card}\"")) || has_word(text, card)).collect();
    // Hands such as `AK.2..T9`, wherever they stand.
    for word in text.split(|letter: char| !"23456789TJQKA.-".contains(letter)) {
        let suits: Vec<&str> = word.split('.').collect();
        if let [_, _, _, _] = suits[..] {
            for (suit, ranks) in "SHDC".chars().zip(suits) {
                named.extend(ranks.chars().filter(|rank| *rank != '-').map(|rank| format!("{suit}{rank}")));
            }
        }
    }
    named
}

/// Whether a card stands in a text with nothing around it that makes it another word.
fn has_word(text: &str, card: &str) -> bool {
    let is_part = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_alphanumeric());
    text.match_indices(card)
        .any(|(place, _)| !is_part(text[..place].chars().next_back()) && !is_part(text[place + 2..].chars().next()))
}

/// The cards that the seat may know after this many moves: its own, and all that was played or shown.
fn known(record: &HandRecord, moves: usize, seat: usize) -> BTreeSet<String> {
    let game = record.game_after(&Registry::standard(), moves).unwrap();
    let events = serde_json::to_value(game.events(seat).unwrap()).unwrap();
    let mut known = BTreeSet::new();
    collect(&events, &mut known);
    known
}

fn collect(value: &Value, cards: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if pack().contains(text) => drop(cards.insert(text.clone())),
        Value::Array(values) => values.iter().for_each(|value| collect(value, cards)),
        Value::Object(fields) => {
            fields.iter().filter(|(name, _)| *name != "view").for_each(|(_, value)| collect(value, cards));
        }
        _ => {}
    }
}

#[test]
fn no_byte_that_is_sent_names_a_hidden_card() {
    let folder = Folder::new();
    // Games that are kept are slow, and needed only for the seed of those that do not come to their end.
    let keeping = Running::start(ServerOptions { games: Some(folder.path().to_owned()), ..ServerOptions::default() });
    let quick = Running::start(ServerOptions::default());
    let (mut looked, mut hidden_cards) = (0, 0);
    let whole_games = [
        ("hearts", r#"{"setup": {"players": 4, "whole_game": true, "options": {"game-to": "20"}}, "seat": 2}"#),
        ("sergeant-major", r#"{"setup": {"whole_game": true}, "seat": 1}"#),
    ];
    let deals = DEALS.into_iter().filter(|(game, more)| *game != "bridge" && !more.contains("open"));
    for (number, (game, more)) in deals.chain(whole_games).enumerate() {
        let whole = more.contains("whole_game");
        let server = if whole { &keeping } else { &quick };
        let mut person = Person::sit(server, request(game, more, "heuristic", 60 + number as u64));
        let seat = person.seen["seat"].as_u64().unwrap() as usize;
        // What was sent, with the number of moves after which it was.
        let mut sent: Vec<(usize, String)> = vec![(0, server.get(&person.path("")).text())];
        let mut steps = 0;
        loop {
            let ask = |what: &str, body: Option<Value>| {
                let reply = match body {
                    None => server.get(&person.path(what)),
                    Some(body) => server.post(&person.path(what), body),
                };
                // What is refused because the table has moved on says how it stands.
                let ply = if reply.body.starts_with(b"{") { reply.json()["ply"].as_u64() } else { None };
                (ply.unwrap_or(person.ply) as usize, reply)
            };
            // Everything that can be asked, whether it is answered or not.
            if steps % 5 == 0 {
                for what in ["", "record", "expected", "deal"] {
                    let (ply, reply) = ask(what, None);
                    // A deal that is over is open to all.
                    if !(whole && reply.status == 200 && !what.is_empty()) {
                        sent.push((ply, reply.text()));
                    }
                }
                sent.push((person.ply as usize, server.get("/api/tables").text()));
                let ply = json!({ "ply": person.ply });
                for (what, body) in [
                    ("claim", ply.clone()),
                    ("move", json!({ "move": "SA", "ply": 999 })),
                    ("hint", json!({ "ply": 999 })),
                ] {
                    let (ply, reply) = ask(what, Some(body));
                    sent.push((ply, reply.text()));
                }
                if steps == 5 && !person.seen["choices"].is_null() {
                    let (at, reply) = ask("hint", Some(ply));
                    sent.push((at, reply.text()));
                }
                person.reload();
            }
            let (path, body) = match person.seen["choices"].is_null() {
                true => ("go", json!({ "ply": person.ply })),
                false => ("move", json!({ "ply": person.ply, "move": some_choice(&person.seen) })),
            };
            let reply = server.post(&person.path(path), body);
            for event in reply.events() {
                let ply = event.data["ply"].as_u64().unwrap_or(person.ply) as usize;
                if event.name == "seen" {
                    person.ply = ply as u64;
                    person.seen = event.data["seen"].clone();
                }
                sent.push((ply, event.data.to_string()));
            }
            steps += 1;
            let end = reply.events().last().unwrap().data["stop"].clone();
            if end == "over" || whole && person.seen["deals_over"].as_u64() == Some(3) {
                break;
            }
        }
        let file = folder.path().join(format!("{}.json", person.id));
        let kept = || HandRecord::read(&std::fs::read_to_string(file).unwrap()).unwrap();
        let record = if whole { kept() } else { person.record() };
        let mut known_after: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for (ply, text) in sent {
            let known = known_after.entry(ply).or_insert_with(|| known(&record, ply, seat));
            let told = named(&text);
            let leaked: Vec<&String> = told.difference(known).collect();
            // `SA` was asked for above, and a refusal may say so.
            let leaked: Vec<&&String> =
                leaked.iter().filter(|card| !text.contains("message") || ***card != "SA").collect();
            assert!(leaked.is_empty(), "{game} after {ply} moves: {leaked:?} in {text}");
            assert!(!text.contains(&record.seed.to_string()) || record.seed < 1000);
            hidden_cards += 52 - known.len();
            looked += 1;
        }
    }
    assert!(looked > 300 && hidden_cards > 5_000, "{looked} texts, {hidden_cards} hidden cards");
}
