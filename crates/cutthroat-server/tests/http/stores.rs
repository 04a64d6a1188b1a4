//! Matches and reports.

use std::path::{Path, PathBuf};

use cutthroat_catalog::{PlayerSpec, Registry, SeatingRequest, Setup};
use cutthroat_lab::matches::{Match, MatchRequest};
use cutthroat_lab::summary::Summary;
use cutthroat_server::ServerOptions;
use serde_json::{Value, json};

use super::client::{Folder, Running};
use super::examples;

/// Plays a match to a file.
fn play(file: &Path, game: &str, players: &str, setup: Setup, games: u64, seed: u64) -> Summary {
    let seating = SeatingRequest {
        game: game.to_owned(),
        setup,
        players: PlayerSpec::read_list(players).unwrap(),
        ..SeatingRequest::default()
    };
    let wanted = MatchRequest { seating, games, seed, threads: None, until_decided: false, commit: None, shard: None };
    let wanted = Match::new(&Registry::standard(), &wanted).unwrap();
    let mut store = wanted.store(Some(file), false).unwrap();
    wanted.play(&mut store, &|_| {}).unwrap();
    wanted.summary(&store).unwrap()
}

pub(crate) struct Library {
    folder: Folder,
    summary: Summary,
    pub(crate) server: Running,
}

/// Stores: a match, the same deals with a stronger player, another game, whole games, something else, and nothing.
pub(crate) fn library() -> Library {
    let folder = Folder::new();
    let file = |name: &str| folder.path().join(name);
    let small =
        || Setup { players: Some(3), hidden: true, whole_deal: true, ..Setup::default() }.with_option("cards", 5);
    let summary = play(&file("one.sqlite"), "hearts", "heuristic, random", small(), 60, 4);
    play(&file("two.sqlite"), "hearts", "flat:worlds=2,nodes=200, random", small(), 36, 4);
    let whole = Setup { hidden: true, whole_game: true, ..Setup::default() };
    play(&file("whole.sqlite"), "oh-hell", "heuristic, random, flat:worlds=1,nodes=60", whole, 12, 1);
    std::fs::write(file("letter.txt"), "Dear reader").unwrap();
    let report = folder.path().join("report");
    std::fs::create_dir_all(report.join("inside")).unwrap();
    std::fs::write(report.join("report.html"), "<style>p{color:red}</style><p>A report</p><script>alert(1)</script>")
        .unwrap();
    std::fs::write(report.join("figure.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>").unwrap();
    std::fs::write(report.join("table.csv"), "a,b\n1,2\n").unwrap();
    std::fs::write(report.join("inside/secret.txt"), "hidden").unwrap();
    std::fs::write(report.join(".hidden"), "hidden").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/passwd", report.join("link.txt")).unwrap();
    let other = folder.path().join("a <b> folder");
    std::fs::create_dir_all(&other).unwrap();
    std::fs::write(other.join("a & b.md"), "# text").unwrap();
    let stores: Vec<PathBuf> =
        ["one.sqlite", "two.sqlite", "whole.sqlite", "letter.txt", "missing"].iter().map(|name| file(name)).collect();
    let server = Running::start(ServerOptions { stores, reports: vec![report, other], ..ServerOptions::default() });
    Library { folder, summary, server }
}

#[test]
fn stores_are_read_and_never_written() {
    let Library { folder, summary, server } = library();
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    let before = bytes("one.sqlite");
    let listed = server.get("/api/stores").ok();
    let stores = listed["stores"].as_array().unwrap();
    let readable: Vec<&Value> = stores.iter().filter(|store| store.get("error").is_none()).collect();
    examples::keep("store-list", &json!({ "stores": readable, "reports": listed["reports"] }));
    assert_eq!(stores.iter().map(|store| store["games"].as_u64().unwrap()).collect::<Vec<_>>(), [60, 36, 12, 0, 0]);
    assert_eq!(stores[0]["game"], "hearts");
    assert_eq!(stores[0]["players"], json!(summary.settings.players));
    assert!(stores[3]["error"].is_string() && stores[4]["error"].is_string(), "{listed}");
    assert_eq!(listed["reports"][0], json!({ "number": 1, "name": "report" }));

    // Pages and filters.
    let all = server.get("/api/stores/1/games").ok();
    examples::keep("store-games", &server.get("/api/stores/1/games?limit=2").ok());
    assert_eq!(all["total"], 60);
    let all = all["games"].as_array().unwrap().clone();
    assert_eq!(all.len(), 60);
    let mut paged = Vec::new();
    for after in (0..60).step_by(7) {
        let page = server.get(&format!("/api/stores/1/games?after={after}&limit=7")).ok();
        assert_eq!(page["total"], 60);
        paged.extend(page["games"].as_array().unwrap().iter().cloned());
    }
    assert_eq!(paged, all);
    let deal = server.get("/api/stores/1/games?deal=3").ok();
    let expected: Vec<&Value> = all.iter().filter(|game| game["deal"] == 3).collect();
    assert_eq!(deal["games"].as_array().unwrap().iter().collect::<Vec<_>>(), expected);
    assert_eq!(deal["total"], expected.len());
    let won = server.get("/api/stores/1/games?won_by=1&seating=1,2,2").ok();
    let has_won = |game: &&Value| {
        let scores: Vec<f64> = game["scores"].as_array().unwrap().iter().map(|score| score.as_f64().unwrap()).collect();
        game["seating"] == json!([1, 2, 2]) && scores[0] <= scores[1].min(scores[2])
    };
    assert_eq!(
        won["games"].as_array().unwrap().iter().collect::<Vec<_>>(),
        all.iter().filter(has_won).collect::<Vec<_>>()
    );
    for query in ["after=x", "limit=-1", "unknown=1", "seating=a,b"] {
        assert_eq!(server.get(&format!("/api/stores/1/games?{query}")).status, 422, "{query}");
    }

    // The summary is that of the command line, and more.
    let found = server.get("/api/stores/1/summary").ok();
    let expected: Value = serde_json::from_str(&serde_json::to_string(&summary).unwrap()).unwrap();
    for field in ["tally", "games", "seatings", "deals", "left_out", "differences", "words", "settings"] {
        assert_eq!(found[field], expected[field], "{field}");
    }
    for place in 0..2 {
        let player = &found["players"][place];
        for field in ["player", "name", "score", "won", "nodes", "depth"] {
            assert_eq!(player[field], expected["players"][place][field], "{field}");
        }
        assert_eq!(player["by_seat"].as_array().unwrap().len(), 3);
        let counted = found["histogram"].as_array().unwrap().iter().map(|bar| bar["counts"][place].as_u64().unwrap());
        let sat =
            all.iter().flat_map(|game| game["seating"].as_array().unwrap()).filter(|kind| **kind == place as u64 + 1);
        assert_eq!(counted.sum::<u64>(), sat.count() as u64);
    }
    let whole = server.get("/api/stores/3/summary").ok();
    assert!(whole["ratings"].is_array() && whole["players"][0]["rating"]["rating"].is_number());
    examples::keep("store-summary", &whole);

    // Two stores on the same deals.
    let compared = server.get("/api/stores/2/compare?with=1").ok();
    examples::keep("store-comparison", &compared);
    assert_eq!(compared["deals"], 6, "36 games are six deals in six seatings");
    assert_eq!(compared["pairs"].as_array().unwrap().len(), 4);
    let turned = server.get("/api/stores/1/compare?with=2").ok();
    let better = |answer: &Value, place: usize| answer["pairs"][place]["better_by"]["mean"].as_f64().unwrap();
    assert_eq!(better(&compared, 1), -better(&turned, 2));
    // The one has all deals of itself, and differs in nothing.
    let own = server.get("/api/stores/1/compare?with=1").ok();
    assert_eq!((own["deals"].as_u64(), better(&own, 0)), (Some(10), 0.0));
    // The same sums in another order: the last digit may differ.
    let expected = found["differences"][0]["better_by"]["mean"].as_f64().unwrap();
    assert!((better(&own, 1) - expected).abs() < 1e-12, "{} {expected}", better(&own, 1));
    assert!(server.get("/api/stores/1/compare?with=3").refused(422).contains("of hearts, the other of oh-hell"));

    for path in ["0/summary", "9/summary", "x/summary", "1/games/999", "1/games/x", "1/compare?with=9"] {
        assert_eq!(server.get(&format!("/api/stores/{path}")).status, 404, "{path}");
    }
    for path in ["4/summary", "5/games"] {
        assert!(server.get(&format!("/api/stores/{path}")).status >= 400, "{path}");
    }
    assert_eq!(bytes("one.sqlite"), before);
    let mut names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names.len(), 6, "{names:?}");
}

#[test]
fn games_of_a_store_are_replayed() {
    let Library { folder: _folder, server, .. } = library();
    for (store, id) in [(1, 1), (1, 17), (2, 5), (3, 2)] {
        let game = server.get(&format!("/api/stores/{store}/games/{id}")).ok();
        if (store, id) == (1, 1) {
            examples::keep("store-game", &game);
        }
        // It leads to the same end from its setup.
        let setup: Setup = serde_json::from_value(game["setup"].clone()).unwrap();
        let mut played = Registry::standard().begin(game["game"].as_str().unwrap(), &setup).unwrap();
        for made in game["moves"].as_array().unwrap() {
            assert_eq!(json!(played.mover()), made["seat"]);
            played.play(made["move"].as_str().unwrap()).unwrap();
        }
        assert_eq!(json!(played.score()), game["scores"], "game {id} of store {store}");
        assert!(game["failure"].is_null());
        // The players choose it again.
        let events = server.post(&format!("/api/stores/{store}/games/{id}/again"), json!({})).events();
        let (end, chosen) = events.split_last().unwrap();
        assert_eq!(end.data["stop"], "complete");
        assert_eq!(chosen.len(), game["moves"].as_array().unwrap().len());
        for (place, event) in chosen.iter().enumerate() {
            assert_eq!(event.name, "again");
            let expected = json!({ "place": place + 1, "same": true, "move": game["moves"][place]["move"] });
            assert_eq!(event.data, expected, "game {id} of store {store}");
        }
    }
    assert_eq!(server.post("/api/stores/1/games/999/again", json!({})).status, 404);
    assert_eq!(server.post("/api/stores/1/games/1/again", json!({ "seed": 1 })).status, 422);
}

#[test]
fn reports_have_their_files_and_nothing_else() {
    let Library { folder: _folder, server, .. } = library();
    let report = server.get("/reports/1/");
    assert_eq!(report.status, 200);
    assert!(report.text().contains("A report"));
    let head = report.head.to_lowercase();
    assert!(head.contains("content-type: text/html"));
    assert!(head.contains("style-src 'unsafe-inline'") && !head.contains("script-src"), "{head}");
    assert!(head.contains("default-src 'none'") && head.contains("nosniff"));
    assert_eq!(server.get("/reports/1").status, 308);
    for (file, kind) in [("figure.svg", "image/svg+xml"), ("table.csv", "text/csv"), ("report.html", "text/html")] {
        let reply = server.get(&format!("/reports/1/{file}"));
        assert_eq!(reply.status, 200, "{file}");
        assert!(reply.head.to_lowercase().contains(&format!("content-type: {kind}")), "{}", reply.head);
    }
    let others = [
        "link.txt",
        ".hidden",
        "inside",
        "inside/secret.txt",
        "inside%2Fsecret.txt",
        "..",
        "%2e%2e",
        "../one.sqlite",
        "..%2Fone.sqlite",
        "%2Fetc%2Fpasswd",
        "missing.csv",
        "report.html%00.txt",
        "REPORT.HTML",
    ];
    for file in others {
        let reply = server.get(&format!("/reports/1/{file}"));
        assert!(reply.status == 404 || reply.status == 400, "{file}: {}", reply.text());
        assert!(!reply.text().contains("hidden\"") && !reply.text().contains("root:"));
    }
    for number in ["0", "3", "x", "-1"] {
        assert_eq!(server.get(&format!("/reports/{number}/")).status, 404, "{number}");
    }
    // Without a page of its own there is a list.
    let list = server.get("/reports/2/").text();
    assert!(list.contains("a &lt;b> folder") && list.contains("href=\"a%20%26%20b.md\""), "{list}");
    assert_eq!(server.get("/reports/2/a%20%26%20b.md").text(), "# text");
}
