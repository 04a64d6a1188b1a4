//! Searches end when nobody waits for them, and there are never too many.

use std::time::{Duration, Instant};

use cutthroat_catalog::ALGORITHMS;
use cutthroat_server::ServerOptions;
use serde_json::{Value, json};

use super::client::{Event, Running};

/// A search of a whole deal that takes as long as it may.
#[expect(clippy::needless_pass_by_value, reason = "written in place")]
fn endless(request: Value) -> Value {
    // Nobody may pass in Hearts, as best-reply search has them do.
    let game = if request["algorithm"] == "brs" { "chinese-checkers" } else { "hearts" };
    json!({ "game": game, "setup": { "deal": 1, "players": 4 }, "request": request })
}

fn running(server: &Running) -> u64 {
    server.get("/api/status").ok()["searches"].as_u64().unwrap()
}

/// Waits until no search runs, and returns how long that took. Generous: the machine may be busy.
#[track_caller]
fn until_idle(server: &Running) -> Duration {
    let began = Instant::now();
    while running(server) > 0 {
        assert!(began.elapsed() < Duration::from_secs(20), "a search goes on");
        std::thread::sleep(Duration::from_millis(5));
    }
    began.elapsed()
}

#[track_caller]
fn until_running(server: &Running) {
    let began = Instant::now();
    while running(server) == 0 {
        assert!(began.elapsed() < Duration::from_secs(20), "no search runs");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_search_ends_when_the_client_leaves() {
    let server = Running::start(ServerOptions::default());
    let mut slowest = Duration::ZERO;
    for algorithm in ALGORITHMS.iter().filter(|algorithm| algorithm.searches) {
        let mut request = json!({ "algorithm": algorithm.name, "time": 60 });
        if algorithm.setting("nodes").is_some() {
            request["nodes"] = json!(1_000_000_000_000_u64);
        }
        let body = endless(request).to_string();
        let stream = server.open("POST", "/api/analyse", Some(&body));
        until_running(&server);
        std::thread::sleep(Duration::from_millis(100));
        drop(stream);
        let took = until_idle(&server);
        println!("{}: {took:?}", algorithm.name);
        slowest = slowest.max(took);
    }
    println!("the slowest took {slowest:?}");
    let view = server.post("/api/view", json!({ "game": "hearts", "setup": { "deal": 1, "players": 4 } })).ok();
    let advise = json!({ "game": "hearts", "view": view["view"], "time": 60 });
    assert!(server.leave_after("/api/advise", &advise, "advice"));
    until_idle(&server);
    let small = json!({ "game": "hearts", "setup": { "deal": 1, "options": { "cards": "6" } } });
    drop(server.open("POST", "/api/prunings", Some(&small.to_string())));
    until_idle(&server);
}

#[test]
fn there_are_never_more_searches_than_allowed() {
    let server = Running::start(ServerOptions { searches: 2, memory: 150, ..ServerOptions::default() });
    let body = endless(json!({ "time": 60, "memory": 8 })).to_string();
    let one = server.open("POST", "/api/analyse", Some(&body));
    until_running(&server);
    let large = server.post("/api/analyse", endless(json!({ "time": 60, "memory": 200 })));
    assert!(large.refused(429).contains("--memory"), "{}", large.text());
    let other = server.open("POST", "/api/analyse", Some(&body));
    let began = Instant::now();
    while running(&server) < 2 && began.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(server.send("POST", "/api/analyse", Some(&body)).refused(429).contains("--searches"));
    assert_eq!(server.get("/api/status").ok(), json!({ "searches": 2, "memory": 32 }));
    // What needs no search is answered.
    assert_eq!(server.post("/api/view", json!({ "game": "hearts", "setup": { "deal": 1 } })).status, 200);
    drop((one, other));
    until_idle(&server);
    let events = server.post("/api/analyse", endless(json!({ "depth": 1 }))).events();
    assert_eq!(events.last().unwrap().data, json!({ "stop": "depth" }));
    assert_eq!(server.get("/api/status").ok(), json!({ "searches": 0, "memory": 0 }));
}

#[test]
fn requests_are_put_within_the_limits() {
    let server = Running::start(ServerOptions { memory: 64, ..ServerOptions::default() });
    let body = json!({ "game": "hearts", "setup": { "position": "1:AK.2.. Q.A.2. J..K3." }, "request": { "memory": 100_000, "time": 1e9 } });
    let events = server.post("/api/analyse", body).events();
    let spec = events.iter().rev().find(|event| event.name == "level").unwrap().data["spec"].clone();
    assert!(spec.as_str().unwrap().ends_with("memory=56"), "{spec}");
    for algorithm in ALGORITHMS.iter().filter(|algorithm| algorithm.searches) {
        let request = json!({ "algorithm": algorithm.name, "nodes": 3000 });
        let events = server.post("/api/analyse", endless(request)).events();
        let names: Vec<&str> = events.iter().map(|event| event.name.as_str()).collect();
        assert!(names.contains(&"level"), "{}: {names:?} {:?}", algorithm.name, events.last());
    }
    let threads = json!({ "game": "hearts", "view": "1:AK.2.. ? ? cards=3", "player": "pimc:worlds=4,nodes=400,threads=200,memory=1000", "time": 0.5 });
    let events = server.post("/api/advise", threads).events();
    let player = events[0].data["player"].as_str().unwrap();
    assert!(player.contains("threads=4") && player.contains("memory=14"), "{player}");
}

#[test]
fn a_server_that_ends_says_so() {
    let server = Running::start(ServerOptions::default());
    let reader = {
        let mut stream = server.open("POST", "/api/analyse", Some(&endless(json!({ "time": 60 })).to_string()));
        std::thread::spawn(move || {
            let mut text = String::new();
            let _ = std::io::Read::read_to_string(&mut stream, &mut text);
            text
        })
    };
    until_running(&server);
    drop(server);
    let text = reader.join().unwrap();
    let end: Vec<&str> = text.lines().filter(|line| line.contains("\"stop\":\"stopped\"}")).collect();
    assert_eq!(end.len(), 1, "{text}");
}

#[test]
fn advice_rests_on_more_and_more() {
    let server = Running::start(ServerOptions::default());
    let view = "1:? AK3.Q2..T9 ? cards=8 bids=3,2,1 plays=S4,S5,S6/H3,H4";
    let body = json!({ "game": "spades", "view": view, "player": "pimc:worlds=4,nodes=400", "time": 3 });
    let events: Vec<Event> = server.post("/api/advise", body).events();
    let nodes: Vec<u64> = events.iter().filter_map(|event| event.data["nodes"].as_u64()).collect();
    assert!(nodes.len() >= 2 && nodes.is_sorted(), "{nodes:?}");
    // A player without a budget is asked once.
    let body = json!({ "game": "hearts", "view": "1:AK.2.. ? ? cards=3", "player": "heuristic", "time": 60 });
    let events = server.post("/api/advise", body).events();
    assert_eq!(events.iter().map(|event| event.name.as_str()).collect::<Vec<_>>(), ["advice", "end"]);
    assert_eq!(events[1].data, json!({ "stop": "complete" }));
    // When every deal that fits was looked at, there is nothing more to know.
    let body = json!({ "game": "hearts", "view": "1:A..2. ? ? unseen=K.3.4.5", "player": "pimc", "time": 60 });
    let events = server.post("/api/advise", body).events();
    let exhaustive: Vec<bool> = events.iter().filter_map(|event| event.data["exhaustive"].as_bool()).collect();
    assert_eq!(exhaustive, [false, false, true]);
    assert_eq!(events.last().unwrap().data, json!({ "stop": "complete" }));
}
