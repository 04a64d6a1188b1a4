//! Playing at the command line: by lines, in a terminal, saved, resumed, recorded, refused.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn play(arguments: &[&str], input: &str) -> Output {
    let mut run = Command::new(env!("CARGO_BIN_EXE_cutthroat"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses at once does not read.
    let _ = run.stdin.take().unwrap().write_all(input.as_bytes());
    run.wait_with_output().unwrap()
}

fn told(arguments: &[&str], input: &str) -> String {
    let output = play(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(arguments: &[&str]) -> (i32, String) {
    let output = play(arguments, "");
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told.lines().count(), 1, "{arguments:?} said: {told}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    (output.status.code().unwrap(), told)
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("cutthroat-play-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

const DEAL: [&str; 8] = ["play", "oh-hell", "--cards", "2", "--deal", "1", "--against", "heuristic"];

#[test]
fn a_deal_is_played_saved_resumed_recorded_and_replayed() {
    let folder = folder("plain");
    let [save, record, json] = ["save", "record", "record.json"].map(|name| folder.join(name));
    let begun = told(&[&DEAL[..], &["--save", text(&save)]].concat(), "table\n0\nquit\n");
    assert!(begun.contains("you are dealt") && begun.contains("seat 1 bids 0"), "{begun}");
    assert!(begun.ends_with(&format!("play --resume {}` goes on with it\n", text(&save))), "{begun}");
    // Whatever is typed, a card is played in the end.
    let cards: String =
        "SHDC".chars().flat_map(|suit| "23456789TJQKA".chars().map(move |rank| format!("{suit}{rank}\n"))).collect();
    let rest = told(&["play", "--resume", text(&save), "--record", text(&record)], &format!("{cards}{cards}"));
    assert!(rest.contains("scores:") && rest.contains("the game is over"), "{rest}");
    assert!(rest.contains("you do not hold"), "{rest}");
    let shown = told(&["replay", text(&record)], "");
    assert!(
        shown.starts_with("oh-hell\nseat 1: person\n") && shown.contains("bidding") && shown.contains("score "),
        "{shown}"
    );
    let seen = told(&["replay", text(&record), "--seat", "2"], "");
    assert!(seen.starts_with("you are dealt") && seen.contains("seat 1 bids 0"), "{seen}");
    // Text and JSON say the same.
    let exported = told(&["replay", text(&record), "--export", "json"], "");
    std::fs::write(&json, &exported).unwrap();
    assert_eq!(told(&["replay", text(&json), "--export", "text"], ""), std::fs::read_to_string(&record).unwrap());
    assert_eq!(told(&["replay", text(&json)], ""), shown);
    let (code, why) = refused(&["replay", text(&json), "3"]);
    assert!(code == 2 && why.contains("a record of one game"), "{why}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_played_is_refused_in_one_line() {
    let folder = folder("refused");
    let damaged = folder.join("damaged");
    std::fs::write(&damaged, "cutthroat record 1\ngame: oh-hell\nseed: x\n").unwrap();
    for (arguments, code, expected) in [
        (&["play", "chess"][..], 2, "there is no game `chess`"),
        (&["play", "hearts", "--seat", "9"], 2, "there is no seat 9; there are seats 1 to 3"),
        (&["play", "hearts", "--seat", "0"], 2, "there is no seat 0"),
        (&["play", "hearts", "--against", "maxn"], 2, "maxn needs to see everything"),
        (&["play", "hearts", "--against", "nobody"], 2, "there is no algorithm `nobody`"),
        (&["play", "hearts", "--against", "random,random,random"], 2, "there are 2 other seats"),
        (&["play", "hearts", "--players", "9"], 2, "hearts is for 3 to 6 players"),
        (&["play", "chinese-checkers", "--players", "9"], 2, "chinese-checkers is for 2 to 6 players"),
        (&["play", "chinese-checkers", "--whole-game"], 2, "there are no whole games of chinese-checkers"),
        (&["play"], 2, "required"),
        (&["play", "--resume", "/no/such/file"], 1, "cannot read /no/such/file"),
        (&["play", "hearts", "--save", "/no/such/file"], 1, "cannot write /no/such/file"),
        (&["play", "--resume", text(&damaged)], 1, "line 3: this is not a seed"),
        (&["play", "--resume", text(&damaged), "--seat", "2"], 2, "cannot be used with '--seat <N>'"),
        (&["play", "--resume", text(&damaged), "--rules", "table"], 2, "cannot be used with"),
        (&["play", "hearts", "--position", "1:2.. .3.. .4.. taken=1,0,0 rules=nothing"], 1, "hearts:"),
    ] {
        let (got, why) = refused(arguments);
        assert!(got == code && why.contains(expected), "{arguments:?} gave {got}: {why}");
    }
    let save = folder.join("save");
    told(&[&DEAL[..], &["--save", text(&save)]].concat(), "");
    let (code, why) = refused(&["play", "hearts", "--resume", text(&save)]);
    assert!(code == 1 && why.contains("has a game of oh-hell, not of hearts"), "{why}");
    // What is there is not lost.
    for option in ["--save", "--record"] {
        let (code, why) = refused(&[&DEAL[..], &[option, text(&save)]].concat());
        assert!(code == 1 && why.contains("there is something in it already; name another file, or --resume"), "{why}");
    }
    let before = std::fs::read_to_string(&damaged).unwrap();
    let input = format!("save {}\nsave /no/such/file\nsave\n", text(&damaged));
    let said = told(&DEAL, &input);
    for expected in
        ["there is something in it already", "cannot write /no/such/file: No such file or directory\n", "say where"]
    {
        assert!(said.contains(expected), "{said}");
    }
    assert_eq!(std::fs::read_to_string(&damaged).unwrap(), before);
    // What is not text is asked for again.
    let mut run = Command::new(env!("CARGO_BIN_EXE_cutthroat"));
    let run = run.args(DEAL).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut run = run.spawn().unwrap();
    run.stdin.take().unwrap().write_all(b"\xff\n0\nquit\n").unwrap();
    let said = run.wait_with_output().unwrap();
    assert!(said.status.success() && String::from_utf8(said.stdout).unwrap().contains("seat 1 bids 0"));
    // A move that cannot be.
    let kept = std::fs::read_to_string(&save).unwrap();
    std::fs::write(&save, kept.replace("\nend", "\n1 bid:77\nend")).unwrap();
    let (code, why) = refused(&["play", "--resume", text(&save)]);
    assert!(code == 1 && why.contains("move 1 of the record"), "{why}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// A terminal of its own, in tmux.
struct Terminal {
    socket: String,
}

impl Terminal {
    /// `None` where there is no tmux.
    fn new(name: &str, width: u16, height: u16) -> Option<Self> {
        let terminal = Self { socket: format!("cutthroat-{name}-{}", std::process::id()) };
        let size = [width.to_string(), height.to_string()];
        let shell = ["env", "LC_ALL=C.UTF-8", "PS1=ready$ ", "sh"];
        let begun = terminal
            .tmux(&[&["-f", "/dev/null", "new-session", "-d", "-x", &size[0], "-y", &size[1]], &shell[..]].concat());
        begun.then_some(terminal)
    }

    fn tmux(&self, arguments: &[&str]) -> bool {
        let done = Command::new("tmux").args(["-L", &self.socket]).args(arguments).output();
        done.is_ok_and(|output| output.status.success())
    }

    fn press(&self, keys: &[&str]) {
        assert!(self.tmux(&[&["send-keys"], keys].concat()));
    }

    fn screen(&self) -> String {
        let shown = Command::new("tmux").args(["-L", &self.socket, "capture-pane", "-p"]).output().unwrap();
        String::from_utf8(shown.stdout).unwrap()
    }

    /// Waits until the screen has this text.
    fn wait_for(&self, text: &str) {
        self.wait_until(text, |screen| screen.contains(text));
    }

    fn wait_until(&self, what: &str, is_there: impl Fn(&str) -> bool) {
        let begun = Instant::now();
        loop {
            let screen = self.screen();
            if is_there(&screen) {
                return;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "`{what}` does not come:\n{screen}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

#[test]
fn a_deal_is_played_in_a_terminal() {
    let Some(terminal) = Terminal::new("terminal", 80, 24) else {
        eprintln!("NOT TESTED: there is no tmux here, so nothing was played in a terminal");
        return;
    };
    let folder = folder("terminal");
    let save = folder.join("save");
    let begin = format!("{} {} --save {}", env!("CARGO_BIN_EXE_cutthroat"), DEAL.join(" "), text(&save));
    terminal.press(&[&begin, "Enter"]);
    terminal.wait_for("bid:");
    terminal.press(&["0", "Enter"]);
    terminal.wait_for("play a card:");
    // Taken back, and bid again with the arrows.
    terminal.press(&["F3"]);
    terminal.wait_for("taken back");
    terminal.press(&["Home", "Enter"]);
    terminal.wait_for("play a card:");
    assert!(terminal.tmux(&["resize-window", "-x", "120", "-y", "40"]));
    terminal.wait_for("F5 claim");
    terminal.press(&["C-c"]);
    // The line is longer than the screen, and the prompt above it was there all the time.
    terminal.wait_until("play --resume", |screen| {
        let screen = screen.replace('\n', "");
        screen.contains("play --resume") && !screen.contains("F1 help")
    });
    terminal.press(&[&format!("clear; {} play --resume {}", env!("CARGO_BIN_EXE_cutthroat"), text(&save)), "Enter"]);
    terminal.wait_for("play a card:");
    terminal.press(&["Enter"]);
    std::thread::sleep(Duration::from_millis(300));
    terminal.wait_for("play a card:");
    terminal.press(&["Enter"]);
    terminal.wait_for("F8 what each");
    terminal.press(&["Escape"]);
    terminal.wait_for("the game is over:");
    terminal.press(&["quit", "Enter"]);
    terminal.wait_for("ready$");
    // The save is a record too, and is stepped through.
    terminal.press(&[&format!("clear; {} replay {}", env!("CARGO_BIN_EXE_cutthroat"), text(&save)), "Enter"]);
    terminal.wait_for("the start of");
    terminal.press(&["End"]);
    terminal.wait_for("move 12 of 12");
    terminal.press(&["q"]);
    terminal.wait_for("ready$");
    std::fs::remove_dir_all(folder).unwrap();
}
