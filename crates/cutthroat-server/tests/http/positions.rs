//! Positions: looked at, read, searched, drawn as trees.

use std::collections::BTreeSet;

use cutthroat_catalog::{Registry, Request, Setup};
use cutthroat_games::trees::FIGURES;
use cutthroat_server::ServerOptions;
use serde_json::{Value, json};

use super::client::Running;

const HAND: &str = "1:AK.2.. Q.A.2. J..K3.";

#[test]
fn every_game_can_be_looked_at_and_played_through() {
    let server = Running::start(ServerOptions::default());
    for info in Registry::standard().games() {
        let mut setups = vec![json!({ "position": info.example }), json!({ "deal": 5 })];
        if info.hides {
            setups.push(json!({ "deal": 5, "whole_deal": true }));
        }
        if !info.game_options.is_empty() {
            setups.push(json!({ "deal": 5, "whole_game": true, "whole_deal": true }));
        }
        for setup in setups {
            let mut moves: Vec<String> = Vec::new();
            for _ in 0..12 {
                let place = json!({ "game": info.name, "setup": setup, "moves": moves });
                let answer = server.post("/api/view", place).ok();
                let legal = answer["legal"].as_array().unwrap();
                let seen = &answer["seen"];
                assert_eq!((&seen["game"], &seen["open"]), (&json!(info.name), &json!(true)), "{answer}");
                assert_eq!(seen["moves"], moves.len(), "{answer}");
                assert_eq!(answer["choices"].is_null(), legal.is_empty(), "{answer}");
                // The text of the position is the same position, unless the play has not begun.
                let is_play = answer["choices"].is_null() || answer["choices"]["what"] == "play";
                if is_play && setup["whole_deal"] != true {
                    let again = json!({ "game": info.name, "setup": { "position": answer["position"] } });
                    assert_eq!(server.post("/api/view", again).ok()["legal"], answer["legal"], "{answer}");
                }
                assert_eq!(answer["view"].is_null(), !info.hides || legal.is_empty(), "{answer}");
                let Some(first) = legal.first() else {
                    assert!(answer["payoff"].is_array() && answer["score"].is_array(), "{answer}");
                    break;
                };
                if !is_play {
                    break;
                }
                moves.push(first.as_str().unwrap().to_owned());
            }
        }
    }
}

#[test]
fn pasted_texts_are_understood() {
    let server = Running::start(ServerOptions::default());
    let read = |game: &str, text: &str| server.post("/api/read", json!({ "game": game, "text": text }));
    let own = read("hearts", &format!("\u{feff} {HAND}\n")).ok();
    assert_eq!(own["games"][0]["setup"]["position"], HAND);
    let pbn = "[Board \"1\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n\
        [Deal \"N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432\"]\n[Declarer \"N\"]\n\
        [Contract \"7S\"]\n[Play \"E\"]\nHA D2 C2 S2\n*\n";
    let lin = "md|1SHDAKQJT98765432C,SHDCAKQJT98765432,SAKQJT98765432HDC,SHAKQJT98765432DC|sv|o|mb|p|mb|p|mb|7S|mb|p|mb|p|mb|p|";
    for (text, about) in [(pbn, "board 1, 4 cards played"), (lin, "board 1")] {
        let games = read("bridge", text).ok()["games"].clone();
        assert_eq!(games[0]["about"], about);
        let view = json!({ "game": "bridge", "setup": games[0]["setup"], "moves": games[0]["moves"] });
        assert_eq!(server.post("/api/view", view).status, 200);
    }
    let record = "cutthroat record 1\ngame: hearts\nseed: 7\nseat 1: person\nseat 2: expert\nseat 3: expert\n\
                  start: 1:AK.2.. Q.A.2. J..K3.\n\n1 SK\n2 SQ\nend\n";
    let games = read("spades", record).ok()["games"].clone();
    assert_eq!((&games[0]["game"], &games[0]["moves"]), (&json!("hearts"), &json!(["SK", "SQ"])));
    assert_eq!(games[0]["about"], "hearts: person, expert, expert");
    let view = read("hearts", "1:AK.2.. ? ? cards=3").ok();
    assert_eq!((view["games"].as_array().unwrap().len(), &view["view"]), (0, &json!("1:AK.2.. ? ? cards=3")));
    for text in [
        "",
        "nonsense",
        "[Deal \"N:AK\"]",
        "{\"cutthroat_record\": 2}",
        "cutthroat record 1\n",
        &record.replace("SQ", "S2"),
    ] {
        let refused = read("hearts", text);
        assert_eq!((refused.status, &refused.json()["field"]), (422, &json!("text")), "{text}: {}", refused.text());
    }
}

#[test]
fn analyses_are_those_of_the_engine() {
    let server = Running::start(ServerOptions::default());
    let registry = Registry::standard();
    let mut compared = 0;
    for (game, deal, request) in [
        ("hearts", 3, json!({ "depth": 6, "all_moves": true })),
        ("spades", 4, json!({ "depth": 5, "ties": "spiteful" })),
        ("hearts", 5, json!({ "algorithm": "paranoid", "depth": 6, "all_moves": true })),
        ("bridge", 6, json!({ "all_moves": true })),
        ("tree", 7, json!({ "pruning": "shallow" })),
        ("chinese-checkers", 1, json!({ "depth": 2 })),
    ] {
        let setup = match game {
            "tree" | "chinese-checkers" => json!({ "deal": deal }),
            _ => json!({ "deal": deal, "options": { "cards": "5" } }),
        };
        let body = json!({ "game": game, "setup": setup, "request": request });
        let events = server.post("/api/analyse", body).events();
        let found = &events.iter().rev().find(|event| event.name == "level").unwrap().data;
        let setup: Setup = serde_json::from_value(setup).unwrap();
        let asked: Request = serde_json::from_value(request).unwrap();
        let asked = Request { time: Some(60.0), ..asked };
        let expected = serde_json::to_value(registry.open(game, &setup).unwrap().analyse(&asked).unwrap()).unwrap();
        for field in ["position", "payoff", "move", "pv", "moves", "nodes", "depth", "spec", "stop"] {
            assert_eq!(found[field], expected[field], "{game} {deal}: {field}");
        }
        assert_eq!(events.last().unwrap().data["stop"], expected["stop"]);
        compared += 1;
    }
    assert_eq!(compared, 6);
}

/// The nodes of a tree by the moves that lead to them.
fn paths(nodes: &[Value]) -> BTreeSet<Vec<String>> {
    let mut paths: Vec<Vec<String>> = Vec::new();
    for node in nodes {
        let mut path = match node["parent"].as_u64() {
            Some(parent) => paths[parent as usize].clone(),
            None => Vec::new(),
        };
        if !node["parent"].is_null() {
            path.push(node["move"].as_str().unwrap().to_owned());
        }
        paths.push(path);
    }
    paths.into_iter().collect()
}

fn places(list: &Value) -> BTreeSet<u64> {
    list.as_array().unwrap().iter().map(|place| place.as_u64().unwrap()).collect()
}

/// Checks that a tree that was told step by step is one that was searched, and returns its prunes by a leaf-value table.
fn walk(answer: &Value) -> usize {
    let nodes = answer["nodes"].as_array().unwrap();
    let paths = paths(nodes);
    assert_eq!(paths.len(), nodes.len());
    let report = &answer["report"];
    let (mut here, mut visited, mut by_table): (Vec<String>, u64, usize) = (Vec::new(), 0, 0);
    for step in report["events"]["steps"].as_array().unwrap() {
        match step["event"].as_str().unwrap() {
            "down" => {
                here.push(step["move"].as_str().unwrap().to_owned());
                visited += 1;
                assert!(paths.contains(&here), "{here:?}");
            }
            "pruned" => {
                assert_eq!(step["node"], json!(here));
                let is_told = answer["leaf_table"]["outcomes"] != json!([]);
                if let Some(possible) = step.get("possible").filter(|_| is_told) {
                    // Nothing that can still happen is accepted by all of the chain.
                    let table = &answer["leaf_table"];
                    let outcomes = table["outcomes"].as_array().unwrap();
                    let mut left = places(possible);
                    assert!(left.iter().all(|place| (*place as usize) < outcomes.len()));
                    for link in step["chain"].as_array().unwrap() {
                        let player = link["player"].as_u64().unwrap() as usize - 1;
                        let best = outcomes.iter().position(|outcome| *outcome == link["best"]).unwrap();
                        assert_eq!(link["best"][player], link["has"]);
                        let accepted = &table["accepted"][player][best][link["standing"].as_str().unwrap()];
                        left = left.intersection(&places(accepted)).copied().collect();
                    }
                    assert!(left.is_empty(), "{left:?} at {here:?}");
                    by_table += 1;
                }
            }
            _ => drop(here.pop().unwrap()),
        }
    }
    assert!(here.is_empty());
    assert_eq!(report["nodes"], visited);
    assert_eq!(report["events"]["left_out"], 0);
    by_table
}

#[test]
fn trees_are_told_step_by_step_and_prunings_compared() {
    let server = Running::start(ServerOptions::default());
    let registry = Registry::standard();
    let mut by_table = 0;
    let figures = FIGURES.iter().map(|figure| ("tree", format!("figure {}", figure.id)));
    let drawn = (0..40)
        .map(|seed| ("tree", format!("random players={} branching=2-3 depth=4 seed={seed} ties=50", 2 + seed % 3)));
    let hands = [("hearts", HAND.to_owned()), ("spades", "1:A.2.. Q.A.. J..K. bids=1,1,0".to_owned())];
    for (number, (game, position)) in figures.chain(drawn).chain(hands).enumerate() {
        let setup = json!({ "position": position });
        let pruning = ["speculative", "last-branch", "shallow", "immediate"][number % 4];
        let ties = ["first", "spiteful", "worst-for-root"][number % 3];
        for test in ["table", "sum"] {
            let request = json!({ "pruning": pruning, "test": test, "ties": ties });
            let reply = server.post("/api/tree", json!({ "game": game, "setup": setup, "request": request }));
            if reply.status == 422 {
                // Not every tree declares what a test needs.
                assert!(reply.json()["message"].as_str().unwrap().contains("declare"), "{}", reply.text());
                continue;
            }
            let answer = reply.ok();
            assert_eq!(answer["leaf_table"].is_null(), test == "sum", "{position}");
            by_table += walk(&answer);
            let spec = format!("maxn:pruning={pruning},test={test},ties={ties}");
            let setup = Setup { position: Some(position.clone()), ..Setup::default() };
            let asked = Request { trace: true, ..Request::of(&spec).unwrap() };
            let expected = registry.open(game, &setup).unwrap().analyse(&asked).unwrap();
            let expected = serde_json::to_value(expected).unwrap();
            for field in ["payoff", "nodes", "researches", "trace", "move", "pv"] {
                assert_eq!(answer["report"][field], expected[field], "{position}: {field}");
            }
            if number % 5 == 0 && test == "sum" {
                let compared = server
                    .post(
                        "/api/prunings",
                        json!({ "game": game, "setup": json!({ "position": position }), "request": { "ties": ties } }),
                    )
                    .ok();
                let rows = compared["rows"].as_array().unwrap();
                assert!(rows.len() > 30);
                let same =
                    rows.iter().find(|row| row["pruning"] == pruning && row["test"] == "sum" && row["bounds"] == false);
                assert_eq!(same.unwrap()["nodes"], answer["report"]["nodes"], "{position}");
                for row in rows {
                    assert!(
                        row.get("message").is_some()
                            || row["payoff"] == answer["report"]["payoff"]
                            || row["pruning"] == "deep",
                        "{row}"
                    );
                }
            }
        }
    }
    assert!(by_table > 100, "{by_table} prunes by a leaf-value table");
}
