//! Clients that are slow, read nothing or send nonsense: the server lives.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use cutthroat_server::ServerOptions;
use serde_json::json;

use super::client::Running;

#[track_caller]
fn lives(server: &Running) {
    assert_eq!(server.get("/api/status").status, 200);
    assert_eq!(server.post("/api/view", json!({ "game": "hearts", "setup": { "deal": 1 } })).status, 200);
}

/// A plain generator of numbers, the same on every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }
}

const ROUTES: [&str; 12] = [
    "/api/games",
    "/api/view",
    "/api/read",
    "/api/analyse",
    "/api/advise",
    "/api/tree",
    "/api/prunings",
    "/api/tables",
    "/api/tables/1/move",
    "/api/stores",
    "/api/stores/1/games",
    "/reports/1/",
];

const WORDS: [&str; 24] = [
    "hearts",
    "tree",
    "bridge",
    "spades",
    "1:AK.2.. Q.A.2. J..K3.",
    "figure 2003-1",
    "random depth=9",
    "[[[[[[[[[[",
    "1[1[1[1[(1,2)",
    "-1",
    "1e999",
    "\u{0}",
    "deal:? ? AK3.Q2..T9 ?",
    "cutthroat record 1\ngame: hearts",
    "[Deal \"N:",
    "md|3",
    "maxsum=99999999999999999999",
    "paranoid:depth=0",
    "exec:rm",
    "pimc:worlds=1",
    "\u{1f0a1}",
    "players=9 branching=65535 depth=256",
    "uniform-tree",
    "chinese-checkers",
];

/// A body of fields that there are, with values that make no sense.
fn some_body(numbers: &mut Numbers) -> String {
    let fields = [
        "game", "setup", "moves", "request", "view", "text", "player", "seed", "time", "ply", "move", "against",
        "seat", "options",
    ];
    let inner =
        ["position", "deal", "players", "options", "eval", "algorithm", "depth", "pruning", "test", "memory", "nodes"];
    let value = |numbers: &mut Numbers| match numbers.next(9) {
        0 => "null".to_owned(),
        1 => "-3".to_owned(),
        2 => "true".to_owned(),
        3 => format!("[{:?}]", WORDS[numbers.next(WORDS.len())]),
        4 => "[".repeat(numbers.next(300)),
        5 => "18446744073709551616".to_owned(),
        _ => serde_json::to_string(WORDS[numbers.next(WORDS.len())]).unwrap(),
    };
    let mut parts = Vec::new();
    for field in fields {
        if numbers.next(3) == 0 {
            let told = if ["setup", "request"].contains(&field) && numbers.next(4) > 0 {
                let inside: Vec<String> = (0..numbers.next(4))
                    .map(|_| format!("{:?}:{}", inner[numbers.next(inner.len())], value(numbers)))
                    .collect();
                format!("{{{}}}", inside.join(","))
            } else {
                value(numbers)
            };
            parts.push(format!("{field:?}:{told}"));
        }
    }
    // Half of them name a game, so that what follows is looked at too.
    if numbers.next(2) == 0 {
        let game = ["hearts", "tree", "uniform-tree", "bridge", "chinese-checkers"][numbers.next(5)];
        parts.retain(|part| !part.starts_with("\"game\""));
        parts.push(format!("\"game\":{game:?}"));
    }
    format!("{{{}}}", parts.join(","))
}

#[test]
fn a_thousand_requests_of_nonsense_do_no_harm() {
    let server = Running::start(ServerOptions::default());
    let mut numbers = Numbers(19);
    let mut answered = [0; 6];
    for _ in 0..700 {
        let route = ROUTES[numbers.next(ROUTES.len())];
        let method = ["POST", "POST", "POST", "POST", "GET", "DELETE", "PUT"][numbers.next(7)];
        let body = some_body(&mut numbers);
        // A search that makes sense after all is not waited for.
        let mut stream = server.open(method, route, Some(&body));
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut first = [0; 16];
        let read = stream.read(&mut first).unwrap();
        let line = String::from_utf8_lossy(&first[..read]).into_owned();
        let status: usize = line.split(' ').nth(1).unwrap_or_else(|| panic!("{line}: {body}")).parse().unwrap();
        assert!(status < 500, "{status} for {method} {route} {body}");
        answered[status / 100] += 1;
    }
    for _ in 0..300 {
        let mut bytes: Vec<u8> = match numbers.next(3) {
            0 => Vec::new(),
            1 => b"POST /api/view HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999999999999\r\n\r\n".to_vec(),
            _ => format!("GET {} HTTP/1.1\r\nHost: {}\r\n", ROUTES[numbers.next(ROUTES.len())], server.address)
                .into_bytes(),
        };
        bytes.extend((0..numbers.next(400)).map(|_| numbers.next(256) as u8));
        let mut stream = TcpStream::connect(server.address).unwrap();
        let _ = stream.write_all(&bytes);
        if numbers.next(2) == 0 {
            stream.set_read_timeout(Some(Duration::from_millis(5))).unwrap();
            let _ = stream.read(&mut [0; 64]);
        }
    }
    println!("answered by hundreds: {answered:?}");
    assert!(answered[4] > 400, "{answered:?}");
    lives(&server);
}

#[test]
fn clients_that_say_or_read_nothing_block_nobody() {
    let server = Running::start(ServerOptions { searches: 3, ..ServerOptions::default() });
    // They say nothing: the oldest make room for others, and those that ask are not among them.
    let mut asking = server.open(
        "POST",
        "/api/analyse",
        Some(&json!({ "game": "hearts", "setup": { "deal": 1 }, "request": { "time": 2 } }).to_string()),
    );
    let mut silent: Vec<TcpStream> = Vec::new();
    for _ in 0..300 {
        silent.push(TcpStream::connect(server.address).unwrap());
    }
    lives(&server);
    silent[0].set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    assert_eq!(silent[0].read(&mut [0; 1]).unwrap_or(0), 0);
    let mut told = String::new();
    asking.read_to_string(&mut told).unwrap();
    assert!(told.contains("event: end"), "{told}");
    // Nobody is waited for long who says nothing.
    silent[299].set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    assert_eq!(silent[299].read(&mut [0; 1]).unwrap_or(0), 0);
    drop(silent);
    lives(&server);
    // They read nothing: their searches end by themselves.
    let body =
        json!({ "game": "hearts", "setup": { "deal": 1 }, "request": { "time": 1, "all_moves": true } }).to_string();
    let unread: Vec<TcpStream> = (0..3).map(|_| server.open("POST", "/api/analyse", Some(&body))).collect();
    let mut waited = 0;
    while server.get("/api/status").ok()["searches"] != 0 || waited < 20 {
        std::thread::sleep(Duration::from_millis(50));
        waited += 1;
        assert!(waited < 400, "a search goes on for nobody");
    }
    lives(&server);
    drop(unread);
}

#[test]
fn a_body_has_to_arrive() {
    let server = Running::start(ServerOptions::default());
    let mut stream = TcpStream::connect(server.address).unwrap();
    let host = server.address;
    write!(
        stream,
        "POST /api/view HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
    )
    .unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut first = [0; 12];
    stream.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"HTTP/1.1 408");
    lives(&server);
}
