//! `cutthroat serve`, killed in the middle of a game: the game goes on as if nothing had happened.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

struct Served {
    process: Child,
    address: String,
}

impl Served {
    fn start(games: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cutthroat"));
        command.args(["serve", "--port", "0", "--games"]).arg(games).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap().trim().trim_end_matches('/').to_owned();
        Self { process, address }
    }

    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    fn open(&self, method: &str, path: &str, body: &Value) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let (host, body) = (&self.address, if body.is_null() { String::new() } else { body.to_string() });
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
        let rest = format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        stream.write_all(format!("{head}{rest}").as_bytes()).unwrap();
        stream
    }

    /// The status and the rest of an answer, chunks and all.
    fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, String) {
        let mut answer = String::new();
        self.open(method, path, body).read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer.split_once("\r\n\r\n").unwrap().1.to_owned())
    }

    fn json(&self, method: &str, path: &str, body: &Value) -> Value {
        let (status, text) = self.ask(method, path, body);
        assert_eq!(status, 200, "{text}");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }
}

/// The request that a page would send next, and its body.
fn next(table: &Value) -> (&'static str, Value) {
    let choices = &table["seen"]["choices"];
    if choices.is_null() {
        return ("go", json!({ "ply": table["ply"] }));
    }
    let legal: Vec<&str> = choices["legal"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let mv = legal[..choices["count"].as_u64().unwrap_or(1) as usize].join(",");
    ("move", json!({ "ply": table["ply"], "move": mv }))
}

/// Plays a deal to its end; the server is killed in every `kills`th request, while somebody thinks. Returns the record, and how
/// often it was killed. What a client was told before is never taken back.
fn played(games: &Path, deal: u64, kills: usize) -> (String, usize) {
    let mut served = Served::start(games);
    let asked = json!({ "game": "hearts", "setup": { "players": 4, "deal": deal, "options": { "cards": "8" } },
        "against": ["flat:worlds=20,nodes=20000"], "seed": 5 });
    let table = served.json("POST", "/api/tables", &asked);
    let path = format!("/api/tables/{}", table["id"].as_str().unwrap());
    let (mut killed, mut told) = (0, 0);
    for request in 1.. {
        let table = served.json("GET", &path, &Value::Null);
        let ply = table["ply"].as_u64().unwrap();
        assert!(ply >= told, "{told} moves were told, and {ply} are left");
        told = ply;
        if table["seen"]["mover"].is_null() {
            let (status, record) = served.ask("GET", &format!("{path}/record"), &Value::Null);
            assert_eq!(status, 200);
            served.kill();
            return (record, killed);
        }
        let (what, body) = next(&table);
        if request % kills == 0 {
            let mut stream = served.open("POST", &format!("{path}/{what}"), &body);
            std::thread::sleep(Duration::from_millis(7 * ((request as u64 + deal) % 5)));
            let _ = stream.read(&mut [0; 50]);
            served.kill();
            killed += 1;
            served = Served::start(games);
        } else {
            served.ask("POST", &format!("{path}/{what}"), &body);
        }
    }
    unreachable!("a deal ends")
}

/// One deal; `CUTTHROAT_KILLS=100` plays on until the server was killed that often.
#[test]
fn a_server_that_is_killed_goes_on_with_its_games() {
    let folder = std::env::temp_dir().join(format!("cutthroat-served-{}", std::process::id()));
    let due: usize = std::env::var("CUTTHROAT_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(1);
    let mut killed = 0;
    for deal in 6.. {
        let (whole, _) = played(&folder.join(format!("whole{deal}")), deal, usize::MAX);
        assert!(whole.starts_with("cutthroat record 1\ngame: hearts\n"), "{whole}");
        let (record, kills) = played(&folder.join(format!("killed{deal}")), deal, 2);
        assert_eq!(record, whole);
        killed += kills;
        if killed >= due {
            break;
        }
    }
    println!("the server was killed {killed} times");
    std::fs::remove_dir_all(folder).unwrap();
}
