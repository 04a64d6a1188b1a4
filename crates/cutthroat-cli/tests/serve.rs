//! `cutthroat serve`: the address that it prints, and how it ends. What it answers is tested in its own crate.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

struct Served {
    run: Child,
    /// The lines that it printed.
    lines: Vec<String>,
}

impl Served {
    /// Starts it, and reads so many lines.
    fn start(arguments: &[&str], lines: usize) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cutthroat"));
        command.arg("serve").args(arguments).env("CUTTHROAT_DATA", std::env::temp_dir().join("cutthroat-serve-test"));
        let mut run = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let printed = BufReader::new(run.stdout.take().unwrap()).lines();
        Self { lines: printed.take(lines).map(Result::unwrap).collect(), run }
    }

    /// Host and port of the first line.
    fn host(&self) -> &str {
        let address = self.lines[0].strip_prefix("cutthroat: http://").unwrap();
        address.split('/').next().unwrap()
    }

    /// What is answered to a GET.
    fn get(&self, path: &str, more: &str) -> String {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        let host = self.host();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    /// Ends it by a signal, and returns its exit code.
    fn end(mut self) -> Option<i32> {
        Command::new("kill").args(["-TERM", &self.run.id().to_string()]).status().unwrap();
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(20) {
            if let Some(status) = self.run.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        self.run.kill().unwrap();
        None
    }
}

fn refused(arguments: &[&str]) -> (i32, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_cutthroat")).arg("serve").args(arguments).output().unwrap();
    let told = String::from_utf8(run.stderr).unwrap();
    assert_eq!(told.lines().count(), 1, "{told}");
    (run.status.code().unwrap(), told)
}

#[test]
fn a_server_answers_what_the_command_line_prints_and_ends_when_told() {
    let served = Served::start(&["--port", "0"], 2);
    assert_eq!(served.lines[1], "Ctrl-C ends it");
    let answer = served.get("/api/games", "");
    let answer: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    let printed = Command::new(env!("CARGO_BIN_EXE_cutthroat")).args(["games", "--json"]).output().unwrap();
    let printed: Value = serde_json::from_slice(&printed.stdout).unwrap();
    for field in ["games", "algorithms"] {
        assert!(answer[field] == printed[field] && !answer[field].as_array().unwrap().is_empty(), "{field}");
    }
    assert_eq!(served.end(), Some(0));
}

#[test]
fn other_machines_are_let_in_with_a_token_only() {
    let (code, told) = refused(&["--bind", "0.0.0.0", "--port", "0"]);
    assert!(code == 2 && told.contains("for example --token "), "{told}");
    let suggested = told.trim().rsplit(' ').next().unwrap();
    let served = Served::start(&["--bind", "0.0.0.0", "--port", "0", "--token", suggested], 1);
    assert!(served.lines[0].starts_with("cutthroat: http://127.0.0.1:"), "{}", served.lines[0]);
    assert!(served.lines[0].ends_with(&format!("/?token={suggested}")), "{}", served.lines[0]);
    assert!(served.get("/api/games", "").starts_with("HTTP/1.1 403"));
    assert!(served.get("/api/games", &format!("Authorization: Bearer {suggested}\r\n")).starts_with("HTTP/1.1 200"));
    assert_eq!(served.end(), Some(0));
}

#[test]
fn what_cannot_be_served_is_refused_in_a_line() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (arguments, code, reason) in [
        (&["--port", port.as_str()][..], 1, "another program listens at 127.0.0.1:"),
        (&["--port", "70000"], 2, "--port 70000"),
        (&["--token", "short"], 2, "--token: a token has 16 to 200 letters"),
        (&["--bind", "somewhere"], 2, "--bind somewhere"),
        (&["--memory", "1"], 2, "--memory 1 is not from 64 to"),
        (&["--searches", "0"], 2, "--searches 0 is not from 1 to 256"),
    ] {
        let (told_code, told) = refused(arguments);
        assert!(told_code == code && told.contains(reason), "{arguments:?}: {told_code}, {told}");
    }
}
