//! People at tables.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cutthroat_catalog::Registry;
use cutthroat_lab::HandRecord;
use cutthroat_server::ServerOptions;
use serde_json::{Value, json};

use super::client::{Event, Running};
use super::examples;

/// A deal of every card game, with passes, bids, exchange, trump and kitty, against players who hardly search.
pub(crate) const DEALS: [(&str, &str); 9] = [
    ("hearts", r#"{"setup": {"players": 4}, "seat": 1}"#),
    ("hearts", r#"{"setup": {"players": 3}, "seat": 3}"#),
    ("spades", r#"{"setup": {"players": 3}, "seat": 2}"#),
    ("spades", r#"{"setup": {"players": 4, "options": {"may-bid-blind": "1,0,1,0"}}, "seat": 1}"#),
    ("oh-hell", r#"{"setup": {"players": 4, "options": {"cards": "7"}}, "seat": 4}"#),
    ("sergeant-major", r#"{"setup": {}, "seat": 3}"#),
    ("sergeant-major", r#"{"setup": {"options": {"up": "2,-1,-1"}}, "seat": 2}"#),
    ("bridge", r#"{"setup": {"options": {"cards": "6"}}, "seat": 2}"#),
    ("hearts", r#"{"setup": {"players": 4}, "seat": 2, "open": true}"#),
];

/// The request for a table against players of this kind, with fixed seeds.
pub(crate) fn request(game: &str, more: &str, player: &str, seed: u64) -> Value {
    let mut request: Value = serde_json::from_str(more).unwrap();
    request["game"] = json!(game);
    request["against"] = json!([player]);
    request["seed"] = json!(seed);
    request["setup"]["deal"] = json!(seed);
    request
}

/// What a person might choose, without much thought.
pub(crate) fn some_choice(seen: &Value) -> String {
    let choices = &seen["choices"];
    let legal: Vec<&str> = choices["legal"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let what = choices["what"].as_str().unwrap();
    match choices["count"].as_u64() {
        Some(count) => format!("{what}:{}", legal[1..=count as usize].join(",")),
        None => {
            let mv = legal[seen["moves"].as_u64().unwrap() as usize % legal.len()];
            if what == "play" || mv == "look" { mv.to_owned() } else { format!("{what}:{mv}") }
        }
    }
}

/// A person with a browser.
pub(crate) struct Person<'s> {
    pub(crate) server: &'s Running,
    pub(crate) id: String,
    pub(crate) ply: u64,
    pub(crate) seen: Value,
}

impl<'s> Person<'s> {
    pub(crate) fn sit(server: &'s Running, request: Value) -> Self {
        let table = server.post("/api/tables", request).ok();
        let mut person = Self { server, id: table["id"].as_str().unwrap().to_owned(), ply: 0, seen: Value::Null };
        person.take(&table);
        person
    }

    /// Comes back to a table.
    pub(crate) fn come_back(server: &'s Running, id: &str) -> Self {
        let mut person = Self { server, id: id.to_owned(), ply: 0, seen: Value::Null };
        person.reload();
        person
    }

    pub(crate) fn reload(&mut self) {
        let table = self.server.get(&self.path("")).ok();
        self.take(&table);
    }

    fn take(&mut self, table: &Value) {
        self.ply = table["ply"].as_u64().unwrap();
        self.seen = table["seen"].clone();
        assert_eq!(self.seen["moves"], table["ply"]);
    }

    pub(crate) fn path(&self, what: &str) -> String {
        let separator = if what.is_empty() { "" } else { "/" };
        format!("/api/tables/{}{separator}{what}", self.id)
    }

    /// Follows a stream; returns why it ended.
    fn follow(&mut self, events: &[Event]) -> String {
        for event in events {
            match event.name.as_str() {
                "seen" => {
                    assert_eq!(event.data["ply"], self.ply + 1, "moves come one by one");
                    self.take(&event.data);
                }
                "thinking" => assert_eq!(event.data["seat"], self.seen["mover"]),
                "end" => {}
                other => panic!("{other}: {}", event.data),
            }
        }
        events.last().unwrap().data["stop"].as_str().unwrap().to_owned()
    }

    pub(crate) fn go(&mut self) -> String {
        let events = self.server.post(&self.path("go"), json!({ "ply": self.ply })).events();
        self.follow(&events)
    }

    pub(crate) fn play(&mut self, mv: &str) -> String {
        let reply = self.server.post(&self.path("move"), json!({ "move": mv, "ply": self.ply }));
        self.follow(&reply.events())
    }

    /// Goes on by one request, as a page does.
    pub(crate) fn step(&mut self) -> String {
        if self.seen["choices"].is_null() { self.go() } else { self.play(&some_choice(&self.seen)) }
    }

    /// Plays on to the end of the game, and returns its record.
    pub(crate) fn play_on(&mut self) -> HandRecord {
        while self.step() != "over" {}
        self.record()
    }

    pub(crate) fn record(&self) -> HandRecord {
        HandRecord::read(&self.server.get(&self.path("record")).text()).unwrap()
    }
}

fn server() -> Running {
    Running::start(ServerOptions::default())
}

/// The moves as text.
pub(crate) fn moves(record: &HandRecord) -> Vec<&str> {
    record.moves.iter().map(|mv| mv.mv.as_str()).collect()
}

#[test]
fn a_deal_of_every_card_game_is_played() {
    let server = server();
    for (number, (game, more)) in DEALS.into_iter().enumerate() {
        let mut person = Person::sit(&server, request(game, more, "heuristic", 20 + number as u64));
        assert_eq!(server.get(&person.path("record")).status, 404, "a record has all hands");
        for what in ["expected", "deal"] {
            assert!(server.get(&person.path(what)).refused(404).contains("over yet"));
        }
        assert_eq!(server.post(&person.path("judge"), json!({})).status, 404);
        let open = person.seen["open"] == true;
        assert_eq!(open, more.contains("open"));
        let record = person.play_on();
        assert!(person.seen["scores"].is_array() && person.seen["mover"].is_null(), "{game}");
        assert_eq!(person.go(), "over");
        // It is a game of its own: the moves are legal, and lead to the same end.
        let game_over = record.game_after(&Registry::standard(), record.moves.len()).unwrap();
        assert_eq!(json!(game_over.score()), person.seen["scores"], "{game}");
        assert!(record.moves.len() > 20);
        let deal = server.get(&person.path("deal")).ok();
        assert_eq!(deal["moves"], json!(moves(&record)), "{game}");
    }
}

#[test]
fn boards_and_trees_are_played() {
    let server = server();
    let mut person = Person::sit(
        &server,
        json!({ "game": "chinese-checkers", "setup": { "position": "pieces=1 players=3" }, "against": ["heuristic"], "seat": 2 }),
    );
    assert!(person.seen["cells"].as_array().unwrap().len() > 5);
    let record = person.play_on();
    assert!(record.moves.len() > 5);
    // A board as people set it up, for a while.
    let mut person = Person::sit(&server, json!({ "game": "chinese-checkers", "against": ["heuristic"] }));
    for _ in 0..5 {
        assert_eq!(person.step(), "turn");
    }
    assert_eq!(person.ply, 15, "three play, and seat 1 begins");
    let mut person =
        Person::sit(&server, json!({ "game": "tree", "setup": { "deal": 3 }, "against": ["maxn:depth=3"] }));
    person.play_on();
}

#[test]
fn a_whole_game_pauses_after_each_deal() {
    let server = server();
    let request = json!({ "game": "oh-hell", "setup": { "players": 3, "whole_game": true, "deal": 2 }, "seat": 2,
        "against": ["heuristic", "random"] });
    let mut person = Person::sit(&server, request);
    let mut deals = 0;
    loop {
        let end = person.step();
        if end == "deal" || end == "over" {
            deals += 1;
            assert_eq!(person.seen["deals_over"], deals);
            assert_eq!(person.seen["sheet"]["rows"].as_array().unwrap().len(), deals);
            if end == "over" {
                break;
            }
            let previous = &person.seen["previous"];
            assert_eq!(previous["tricks"], previous["dealt"]);
            // What is over can be looked at; the seed of the game, which tells the next deals, cannot.
            let deal = server.get(&person.path("deal")).ok();
            let place = json!({ "game": "oh-hell", "setup": deal["setup"], "moves": deal["moves"] });
            let over = replayed(&place);
            assert!(over.mover().is_none(), "{place}");
            assert_eq!(server.get(&person.path("record")).status, 404);
            assert_eq!(server.get(&person.path("expected")).status, 200);
            let starts = |event: &&Value| event["event"] == "deal";
            assert!(person.seen["events"].as_array().unwrap().iter().filter(starts).count() <= 2);
        }
    }
    assert!(deals > 5 && person.seen["sheet"]["over"] == true);
    let record = person.record();
    assert_eq!(record.start, "game:2");
}

/// A game from a place on.
fn replayed(place: &Value) -> Box<dyn cutthroat_catalog::LiveGame> {
    let setup: cutthroat_catalog::Setup = serde_json::from_value(place["setup"].clone()).unwrap();
    let mut game = Registry::standard().begin(place["game"].as_str().unwrap(), &setup).unwrap();
    for mv in place["moves"].as_array().unwrap() {
        game.play(mv.as_str().unwrap()).unwrap();
    }
    game
}

#[test]
fn who_comes_too_late_is_told_how_the_table_stands() {
    let server = server();
    let mut person = Person::sit(&server, request("hearts", r#"{"setup": {"players": 4}}"#, "heuristic", 3));
    let path = person.path("move");
    let mv = some_choice(&person.seen);
    let first = json!({ "move": mv, "ply": 0 });
    assert_eq!(person.play(&mv), "turn");
    // A double tap.
    let late = server.post(&path, first);
    assert_eq!(late.status, 409);
    assert_eq!(late.json()["ply"], person.ply);
    assert_eq!(late.json()["seen"], person.seen);
    examples::keep("conflict", &late.json());
    for what in ["go", "undo", "claim", "hint"] {
        assert_eq!(server.post(&person.path(what), json!({ "ply": 1 })).status, 409, "{what}");
    }
    // What is not legal is refused, and changes nothing.
    let hand = person.seen["deal"]["hands"][0].as_array().unwrap().clone();
    let legal = person.seen["choices"]["legal"].as_array().unwrap().clone();
    let illegal = hand.iter().find(|card| !legal.contains(card)).unwrap();
    for (mv, why) in [(illegal.as_str().unwrap(), ""), ("ZZ", "`ZZ` is not one of"), ("", "is not one of")] {
        let reply = server.post(&path, json!({ "move": mv, "ply": person.ply }));
        assert!(reply.refused(422).contains(why), "{}", reply.text());
        assert_eq!(reply.json()["field"], "move");
    }
    let before = person.seen.clone();
    person.reload();
    assert_eq!(person.seen, before);
    // No such table, no such field.
    assert_eq!(server.get("/api/tables/00000000000000000000000000000000").status, 404);
    assert_eq!(server.get("/api/tables/../../etc/passwd").status, 404);
    assert_eq!(server.post(&path, json!({ "move": "SA", "ply": 0, "seat": 2 })).status, 422);
}

/// A position in the middle of a deal.
fn in_the_middle() -> String {
    let place = json!({ "game": "hearts", "setup": { "position": "1:Q.A2..4 .KQ.A.3 A.5.K.2" }, "moves": ["SQ"] });
    replayed(&place).text()
}

#[test]
fn tables_that_cannot_be_are_refused() {
    let server = server();
    for (request, field, why) in [
        (json!({ "game": "chess" }), "game", "no game `chess`"),
        (json!({ "game": "hearts", "seat": 9 }), "seat", "no seat 9"),
        (json!({ "game": "hearts", "against": ["exec:/bin/sh"] }), "against", "no other program is started"),
        (json!({ "game": "hearts", "against": ["heuristic exec:/bin/sh"] }), "against", ""),
        (json!({ "game": "hearts", "against": ["maxn"] }), "against", "needs to see"),
        (json!({ "game": "hearts", "against": [] }), "against", "no players"),
        (json!({ "game": "hearts", "against": ["random", "random", "random"] }), "against", "2 other seats"),
        (json!({ "game": "hearts", "against": ["pimc:threads=4"] }), "against", "one thread"),
        (json!({ "game": "hearts", "against": ["pimc:time=100"] }), "against", "seconds at most"),
        (json!({ "game": "hearts", "against": ["pimc:nodes=100000000"] }), "against", "nodes at most"),
        (json!({ "game": "hearts", "setup": { "players": 99 } }), "players", ""),
        (json!({ "game": "hearts", "setup": { "position": in_the_middle() } }), "position", "begins with a deal"),
        (json!({ "game": "bridge", "setup": { "whole_game": true } }), "", "no whole games"),
        (json!({ "game": "hearts", "setup": { "eval": "zzz" } }), "eval", "no use for `eval`"),
    ] {
        let reply = server.post("/api/tables", request.clone());
        assert!(reply.refused(422).contains(why), "{request}: {}", reply.text());
        assert_eq!(reply.json()["field"].as_str().unwrap_or_default(), field, "{request}: {}", reply.text());
    }
    assert_eq!(server.get("/api/tables").ok(), json!({ "tables": [] }));
}

#[test]
fn moves_are_taken_back() {
    let server = server();
    for (number, (game, more)) in DEALS.into_iter().enumerate() {
        let mut person = Person::sit(&server, request(game, more, "heuristic", 40 + number as u64));
        let whole = person.play_on();
        let own = whole.moves.iter().filter(|mv| mv.seat == person.seen["seat"]).count();
        for _ in 0..own {
            assert_eq!(person.seen["can_take_back"], true);
            let back = server.post(&person.path("undo"), json!({ "ply": person.ply })).ok();
            person.take(&back);
            assert!(!person.seen["choices"].is_null());
        }
        assert_eq!(person.seen["can_take_back"], false);
        let reply = server.post(&person.path("undo"), json!({ "ply": person.ply }));
        assert_eq!(reply.refused(422), "there is nothing to take back");
        assert_eq!(person.play_on(), whole, "{game}");
    }
}

#[test]
fn two_clients_at_one_table_neither_lose_nor_double_a_move() {
    let server = Arc::new(server());
    let asked = request("spades", r#"{"setup": {"players": 3}}"#, "flat:worlds=3,nodes=600", 5);
    let whole = Person::sit(&server, asked.clone()).play_on();
    let id = Person::sit(&server, asked).id;
    let clients: Vec<_> = (0..3)
        .map(|_| {
            let (server, id) = (server.clone(), id.clone());
            std::thread::spawn(move || {
                let (mut made, mut late) = (0, 0);
                loop {
                    let person = Person::come_back(&server, &id);
                    if person.seen["mover"].is_null() {
                        return (made, late);
                    }
                    let own = !person.seen["choices"].is_null();
                    let reply = if own {
                        let mv = some_choice(&person.seen);
                        server.post(&person.path("move"), json!({ "ply": person.ply, "move": mv }))
                    } else {
                        server.post(&person.path("go"), json!({ "ply": person.ply }))
                    };
                    match reply.status {
                        200 => made += usize::from(own),
                        409 => late += 1,
                        _ => panic!("{}", reply.text()),
                    }
                }
            })
        })
        .collect();
    let (made, late) =
        clients.into_iter().map(|client| client.join().unwrap()).fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
    let record = Person::come_back(&server, &id).record();
    assert_eq!(record, whole);
    assert_eq!(made, whole.moves.iter().filter(|mv| mv.seat == 1).count());
    assert!(late > 0, "somebody was late");
}

#[test]
fn a_table_is_seen_while_others_think_and_they_stop_when_the_client_leaves() {
    let server = server();
    // The leader thinks for long.
    let mut person =
        Person::sit(&server, request("chinese-checkers", r#"{"setup": {}, "seat": 2}"#, "mcts:time=20", 5));
    let (path, body, moved) = (person.path("go"), json!({ "ply": 0 }), 0);
    std::thread::scope(|scope| {
        let (server, path, body) = (&server, &path, &body);
        let streaming = scope.spawn(move || {
            let mut stream = server.open("POST", path, Some(&body.to_string()));
            std::thread::sleep(Duration::from_millis(700));
            // It reads a little, and is gone.
            let mut bytes = [0; 20];
            std::io::Read::read_exact(&mut stream, &mut bytes).unwrap();
        });
        std::thread::sleep(Duration::from_millis(350));
        // A second tab sees the table, and cannot move.
        person.reload();
        assert_eq!(person.ply, moved);
        let late = server.post(&person.path("go"), json!({ "ply": moved }));
        assert_eq!(late.status, 409, "{}", late.text());
        assert_eq!(server.post(&person.path("undo"), json!({ "ply": moved })).status, 409);
        assert_eq!(server.get("/api/status").ok()["searches"], 1);
        streaming.join().unwrap();
        let left = Instant::now();
        while server.get("/api/status").ok()["searches"] != 0 {
            assert!(left.elapsed() < Duration::from_secs(1), "the search goes on although the client has left");
        }
        println!("the search ended {:?} after the client left", left.elapsed());
        // Nothing was played by halves.
        person.reload();
        assert_eq!(person.ply, moved);
    });
}

#[test]
fn hints_claims_and_judgements() {
    let server = server();
    let mut person = Person::sit(
        &server,
        request("hearts", r#"{"setup": {"options": {"cards": "5", "pass": "none"}}}"#, "flat:nodes=300", 3),
    );
    examples::keep("table", &server.get(&person.path("")).ok());
    while person.seen["choices"].is_null() {
        person.go();
    }
    let hint = server.post(&person.path("hint"), json!({ "ply": person.ply })).events();
    assert_eq!(hint.len(), 2);
    assert_eq!(hint[0].name, "hint");
    assert!(person.seen["choices"]["legal"].as_array().unwrap().contains(&hint[0].data["best"]));
    assert_eq!(
        hint[0].data["moves"].as_array().unwrap().len(),
        person.seen["choices"]["legal"].as_array().unwrap().len()
    );
    examples::keep("hint", &hint[0].data);
    let claim = server.post(&person.path("claim"), json!({ "ply": person.ply })).ok();
    assert_eq!(claim["stands"], false);
    assert!(!claim["why"].as_str().unwrap().is_empty());
    assert_eq!(claim["ply"], person.ply);
    examples::keep("claim", &claim);
    person.play_on();
    let judged = server.post(&person.path("judge"), json!({})).events();
    assert!(judged.len() > 1);
    for event in &judged[..judged.len() - 1] {
        assert_eq!(event.name, "judged");
        let played = &event.data["played"];
        assert!(event.data["moves"].as_array().unwrap().iter().any(|worth| worth["move"] == *played));
    }
    examples::keep("judged", &judged[0].data);
    let expected = server.get(&person.path("expected")).ok();
    assert!(!expected["moves"].as_array().unwrap().is_empty());
    examples::keep("expected", &expected);
    examples::keep("deal", &server.get(&person.path("deal")).ok());
    let tables = server.get("/api/tables").ok();
    assert_eq!(tables["tables"][0]["id"], person.id.as_str());
    assert_eq!(tables["tables"][0]["over"], true);
    // A claim that stands is taken back as a whole.
    let bridge = json!({ "game": "bridge", "against": ["heuristic"],
        "setup": { "position": "1:AK.A.. .32..2 2.4.3. .65.4. trump=N" } });
    let mut person = Person::sit(&server, bridge);
    let claim = server.post(&person.path("claim"), json!({ "ply": 0 })).ok();
    assert_eq!(claim["stands"], true);
    assert_eq!(claim["seen"]["deal"]["taken"][0], 3);
    person.reload();
    assert_eq!(person.ply, 12);
    let back = server.post(&person.path("undo"), json!({ "ply": 12 })).ok();
    assert_eq!(back["ply"], 0);
    assert_eq!(server.delete(&person.path("")).status, 204);
    assert_eq!(server.delete(&person.path("")).status, 404);
    assert_eq!(server.get(&person.path("")).status, 404);
}

#[test]
fn at_an_open_table_everybody_sees_all_cards() {
    let server = server();
    for (game, more) in [
        ("hearts", r#"{"setup": {"players": 4, "options": {"cards": "5"}}, "open": true}"#),
        ("spades", r#"{"setup": {"options": {"cards": "5"}}, "open": true, "play_only": true}"#),
        ("oh-hell", r#"{"setup": {"position": "2:AK.2.. Q.A.2. J..K3. trump=S bids=1,1,1"}, "open": true}"#),
    ] {
        let mut asked = request(game, more, "expert:nodes=2000", 5);
        if more.contains("position") {
            asked["setup"].as_object_mut().unwrap().remove("deal");
        }
        let mut person = Person::sit(&server, asked);
        assert_eq!(person.seen["open"], true);
        let hands = person.seen["deal"]["hands"].as_array().unwrap();
        assert!(hands.iter().all(|hand| !hand.as_array().unwrap().is_empty()), "{game}: {hands:?}");
        let mut hints = 0;
        loop {
            if !person.seen["choices"].is_null() && hints < 2 {
                let hint = server.post(&person.path("hint"), json!({ "ply": person.ply })).events();
                assert_eq!(hint[0].name, "hint", "{game}: {:?}", hint[0]);
                hints += 1;
            }
            if person.step() == "over" {
                break;
            }
        }
        assert!(server.post(&person.path("judge"), json!({})).events().len() > 1, "{game}");
    }
}

#[test]
fn scores_and_targets_are_those_of_the_sheet() {
    let server = server();
    let mut rows = 0;
    for seed in 1..=4 {
        let setup = json!({ "whole_game": true, "deal": seed });
        let asked = json!({ "game": "sergeant-major", "setup": setup, "seat": 2, "against": ["heuristic"] });
        let mut person = Person::sit(&server, asked);
        for deals in 0..3 {
            let targets: Vec<u64> = person.seen["deal"]["targets"]
                .as_array()
                .unwrap()
                .iter()
                .map(|target| target.as_u64().unwrap())
                .collect();
            let dealer = person.seen["sheet"]["dealer"].as_u64().unwrap() as usize;
            assert_eq!((targets[dealer - 1], targets.iter().sum()), (8, 16), "the dealer needs most");
            let end = std::iter::repeat_with(|| person.step()).find(|end| end != "turn").unwrap();
            let row = &person.seen["sheet"]["rows"][deals];
            let scores: Vec<f64> =
                row["scores"].as_array().unwrap().iter().map(|score| score.as_f64().unwrap()).collect();
            let finished = if end == "over" { "deal" } else { "previous" };
            assert_eq!(person.seen[finished]["scores"], json!(scores));
            let mut events = person.seen["events"].as_array().unwrap().iter().rev();
            let told = events.find(|event| event["event"] == "score").unwrap();
            assert_eq!(told["scores"], json!(scores));
            rows += 1;
            if end == "over" {
                break;
            }
        }
    }
    assert!(rows > 5, "{rows} deals");
}

#[test]
fn the_best_of_a_hint_is_the_best_of_its_table() {
    let server = server();
    for seed in 0..3 {
        let person = Person::sit(&server, request("hearts", r#"{"setup": {"players": 4}}"#, "heuristic", seed));
        let hint = server.post(&person.path("hint"), json!({ "ply": 0 })).events()[0].data.clone();
        let moves = hint["moves"].as_array().unwrap();
        let best = moves.iter().find(|worth| worth["move"] == hint["best"]).unwrap();
        let mean = |worth: &Value| worth["mean"].as_f64().unwrap_or(f64::MIN);
        assert!(moves.iter().all(|worth| mean(worth) <= mean(best)), "{hint:#}");
    }
}

#[test]
fn every_game_begins_with_the_usual_players() {
    let server = server();
    for game in Registry::standard().games() {
        let mut asked = json!({ "game": game.name });
        if game.start.is_none() && !game.hides {
            asked["setup"] = json!({ "position": game.example });
        }
        let reply = server.post("/api/tables", asked);
        assert_eq!(reply.status, 200, "{}: {}", game.name, reply.text());
    }
    Person::sit(&server, json!({ "game": "tree", "setup": { "position": "figure 2003-6" } })).play_on();
}
