//! The engine protocol: `cutthroat engine`, and programs in the seats of a match.
#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

use cutthroat_catalog::{PlayerSpec, Registry, SeatingRequest, Setup};
use serde_json::{Value, json};

const CUTTHROAT: &str = env!("CARGO_BIN_EXE_cutthroat");

fn cutthroat(arguments: &[&str]) -> Output {
    Command::new(CUTTHROAT).args(arguments).output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = cutthroat(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = cutthroat(arguments);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?} was done");
    assert_eq!(told.lines().count(), 1, "{arguments:?} said: {told}");
    told
}

/// A folder of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("cutthroat-programs-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// A program in a file, as a player.
    fn program(&self, name: &str, script: &str) -> String {
        let file = self.path(name);
        std::fs::write(&file, script).unwrap();
        format!("exec:sh {file}")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The games in a file.
fn games(file: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(&printed(&["results", file, "--json"])).unwrap();
    all["games"].as_array().unwrap().clone()
}

/// A conversation with `cutthroat engine`.
struct Engine {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(CUTTHROAT);
        command.arg("engine").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, to, from }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to, "{line}").unwrap();
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        assert!(self.from.read_line(&mut line).unwrap() > 0, "the engine has ended");
        serde_json::from_str(&line).unwrap()
    }

    fn ask(&mut self, line: &str) -> Value {
        self.say(line);
        self.hear()
    }

    fn end(mut self) {
        drop(self.to);
        assert!(self.child.wait().unwrap().success());
    }
}

/// Plays a match with players of ours, and the same with `cutthroat engine` in their seats.
fn engine_plays_as(folder: &Folder, game: &str, players: [&str; 2], options: &[&str]) {
    let ours = folder.path(&format!("{game}-ours.sqlite"));
    let base = [&["match", game, "--games", "6", "--seed", "11"], options].concat();
    printed(&[&base[..], &["--seats", &players.join(","), "--out", &ours]].concat());
    let engine = |player: &str| format!("exec:{CUTTHROAT} engine --player {player}");
    let both = players.map(engine).join(",");
    for (name, seats) in [("one", format!("{},{}", engine(players[0]), players[1])), ("both", both)] {
        let theirs = folder.path(&format!("{game}-{name}.sqlite"));
        printed(&[&base[..], &["--seats", &seats, "--out", &theirs]].concat());
        let (ours, theirs) = (games(&ours), games(&theirs));
        assert_eq!(ours.len(), theirs.len());
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert_eq!(ours, theirs, "{game} {options:?} {seats}");
        }
    }
    let _ = std::fs::remove_dir_all(&folder.0);
    std::fs::create_dir_all(&folder.0).unwrap();
}

#[test]
fn the_engine_plays_as_the_player_itself() {
    let folder = Folder::new("same");
    let players = ["flat:worlds=4,nodes=2000", "random"];
    for (game, options) in [
        ("hearts", &["--rules", "table", "--option", "pass=left", "--players", "4", "--cards", "6"][..]),
        ("hearts", &["--rules", "table", "--play-only", "--cards", "5"]),
        ("hearts", &["--whole-games", "--option", "limit=20"]),
        ("spades", &["--option", "may-bid-blind=0,1,1", "--rules", "table", "--players", "3", "--cards", "5"]),
        ("oh-hell", &["--players", "4", "--cards", "4"]),
        ("sergeant-major", &["--rules", "table", "--option", "up=1,-2,1"]),
    ] {
        engine_plays_as(&folder, game, players, options);
    }
    let see = ["maxn:nodes=200", "mp-mix:nodes=200"];
    engine_plays_as(&folder, "bridge", see, &["--cards", "4", "--trump", "S"]);
    engine_plays_as(&folder, "tree", see, &[]);
    let board = ["--position", "pieces=3 players=3 limit=24"];
    engine_plays_as(&folder, "chinese-checkers", ["maxn:nodes=60", "random"], &board);
}

/// Every card named in a text: `SA`, and the hands of views such as `AK3.Q2..T9`.
fn cards_in(text: &str) -> BTreeSet<String> {
    let is_card = |word: &str| {
        let mut letters = word.chars();
        word.len() == 2
            && letters.next().is_some_and(|suit| "SHDC".contains(suit))
            && letters.next().is_some_and(|rank| "23456789TJQKA".contains(rank))
    };
    let mut cards = BTreeSet::new();
    for word in text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '.') {
        if is_card(word) {
            cards.insert(word.to_owned());
        }
        let suits: Vec<&str> = word.split('.').collect();
        if let [_, _, _, _] = suits[..] {
            for (suit, ranks) in ["S", "H", "D", "C"].iter().zip(suits) {
                cards.extend(ranks.chars().map(|rank| format!("{suit}{rank}")));
            }
        }
    }
    cards
}

/// The cards that a seat sees in the exchange of Sergeant Major, where all give to seat 2: it sees what it is given, and the
/// giver sees the highest card of the suit that comes back.
fn exchanged<'m>(
    start: &[&str],
    seat: usize,
    moves: impl Iterator<Item = (&'m str, usize)>,
) -> impl Iterator<Item = String> {
    let mut hand = cards_in(start[1]);
    let mut seen = Vec::new();
    for (mv, giver) in moves {
        let Some(card) = mv.strip_prefix("give:") else { continue };
        hand.insert(card.to_owned());
        let height = |other: &&String| "23456789TJQKA".find(&other[1..]);
        let of_suit = hand.iter().filter(|other| other[..1] == card[..1]);
        let back = of_suit.max_by_key(height).unwrap().clone();
        hand.remove(&back);
        match seat {
            2 => seen.push(card.to_owned()),
            _ if seat == giver => seen.push(back),
            _ => {}
        }
    }
    seen.into_iter()
}

/// What a seat may know of a deal as it goes on, from the record of the game.
struct Truth {
    seat: usize,
    known: BTreeSet<String>,
    /// Cards of the play that are still to come, last first.
    plays: Vec<String>,
}

impl Truth {
    fn of(record: &Value, seat: usize) -> Self {
        let start = record["start"].as_str().unwrap();
        let words: Vec<&str> = start.split(' ').collect();
        let hand = words[seat - 1].rsplit(':').next().unwrap();
        let mut known = cards_in(hand);
        let field = |name: &str| words.iter().find_map(|word| word.strip_prefix(name));
        // What everybody sees, what the dealer of Sergeant Major takes, and what is passed.
        known.extend(field("turned-up=").map(cards_in).unwrap_or_default());
        if seat == 3 {
            known.extend(field("kitty=").map(cards_in).unwrap_or_default());
        }
        let moves: Vec<&str> = record["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        let movers: Vec<usize> =
            record["movers"].as_array().unwrap().iter().map(|mover| mover.as_u64().unwrap() as usize).collect();
        let players = record["seating"].as_array().unwrap().len();
        for (mv, mover) in moves.iter().zip(&movers).filter(|(mv, _)| mv.starts_with("pass:")) {
            if mover % players + 1 == seat {
                known.extend(cards_in(mv));
            }
        }
        known.extend(exchanged(&words, seat, moves.iter().copied().zip(movers.iter().copied())));
        let mut plays: Vec<String> = moves.iter().filter(|mv| mv.len() == 2).map(|mv| (*mv).to_owned()).collect();
        plays.reverse();
        Self { seat, known, plays }
    }

    /// Checks a line that was sent to the seat.
    fn check(&mut self, line: &str) {
        let message: Value = serde_json::from_str(line).unwrap();
        if message["event"] == "play" {
            let card = self.plays.pop().unwrap();
            assert_eq!(message["card"], card.as_str(), "{line}");
            self.known.insert(card);
        }
        // The card that has to be led is known to be with the leader.
        let led = self.plays.last().filter(|_| message["event"] == "deal").cloned();
        for card in cards_in(line) {
            assert!(self.known.contains(&card) || led.as_ref() == Some(&card), "seat {}: {card} in {line}", self.seat);
        }
    }
}

/// The seed of each seat.
fn seeds(game: &str, record: &Value) -> Vec<u64> {
    let players = record["seating"].as_array().map(Vec::len);
    let setup = Setup { players, hidden: true, whole_deal: true, ..Setup::default() };
    let request = SeatingRequest {
        game: game.to_owned(),
        setup,
        players: PlayerSpec::read_list("random").unwrap(),
        ..SeatingRequest::default()
    };
    let seeds = Registry::standard().seat(&request).unwrap().seeds(record["seed"].as_u64().unwrap());
    assert_eq!(seeds.iter().collect::<BTreeSet<_>>().len(), players.unwrap());
    seeds
}

#[test]
fn no_line_names_a_card_that_the_seat_may_not_know() {
    let folder = Folder::new("tapped");
    for (name, options) in [
        ("hearts", &["--rules", "table", "--option", "pass=left", "--players", "4"][..]),
        ("hearts", &["--rules", "table", "--play-only", "--players", "3", "--cards", "7"]),
        ("spades", &["--option", "may-bid-blind=0,1,1", "--rules", "table", "--players", "3"]),
        ("oh-hell", &["--players", "4", "--cards", "7"]),
        ("sergeant-major", &["--rules", "table"]),
        ("sergeant-major", &["--rules", "table", "--option", "kitty-first=on"]),
        ("sergeant-major", &["--rules", "table", "--option", "up=1,-2,1"]),
    ] {
        let file = folder.path("tapped.sqlite");
        let script = format!("tee {}/$$.tap | {CUTTHROAT} engine --player random\n", folder.0.display());
        let tapped = folder.program("tapped.sh", &script);
        printed(
            &[&["match", name, "--seats", &tapped, "--games", "3", "--seed", "5", "--out", &file], options].concat(),
        );
        // Every seat has a seed of its own.
        let mut records: BTreeMap<u64, Value> = BTreeMap::new();
        for game in games(&file) {
            for seed in seeds(name, &game) {
                records.insert(seed, game.clone());
            }
        }
        assert!(records.values().all(|record| record.get("failures").is_none()), "{records:?}");
        let mut lines_of_cards = 0;
        for tap in std::fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().path()) {
            if tap.extension().is_none_or(|ending| ending != "tap") {
                continue;
            }
            let text = std::fs::read_to_string(&tap).unwrap();
            let mut truth = None;
            for line in text.lines() {
                let message: Value = serde_json::from_str(line).unwrap();
                if message["type"] == "newgame" {
                    let seed = message["seed"].as_u64().unwrap();
                    assert!(seed < 1 << 48);
                    truth = Some(Truth::of(&records[&seed], message["seat"].as_u64().unwrap() as usize));
                }
                match &mut truth {
                    Some(truth) => truth.check(line),
                    None => assert!(cards_in(line).is_empty()),
                }
                lines_of_cards += usize::from(!cards_in(line).is_empty());
            }
            std::fs::remove_file(&tap).unwrap();
        }
        assert!(lines_of_cards > 100, "{name}: {lines_of_cards}");
        std::fs::remove_file(&file).unwrap();
    }
}

/// How a program answers a question, as a shell script in which `$line` is the question and `$id` its number.
const WAYS: [(&str, &str, &str); 9] = [
    ("illegal", r#"echo "{\"type\":\"choice\",\"id\":$id,\"move\":\"ZZ\"}""#, "chose ZZ, which is not legal"),
    ("late", r#"sleep 2; echo "{\"type\":\"choice\",\"id\":$id,\"move\":\"$first\"}""#, "did not answer within 0.8 s"),
    ("silent", ":", "did not answer within 0.8 s"),
    ("crash", "echo something broke >&2; exit 3", "ended without an answer (exit status: 3)"),
    (
        "flood",
        r#"yes '{"type":"info","note":"'"$(head -c 2000 /dev/zero | tr '\0' x)"'"}'"#,
        "wrote more than 2 MiB without an answer",
    ),
    ("long", "head -c 3000000 /dev/zero | tr '\\0' x", "wrote a line that is too long"),
    ("garbage", "echo this is no JSON", "wrote a line that is no message: this is no JSON"),
    ("closes", "exec >&-; sleep 60", "closed its output without an answer"),
    (
        "complains",
        r#"echo "{\"type\":\"error\",\"id\":$id,\"message\":\"I give up\"}""#,
        "gave no move but an error: I give up",
    ),
];

/// A program that plays the first legal card, and from its second question on as `way` says.
fn misbehaving(way: &str, at_start: &str) -> String {
    format!(
        r#"{at_start}
while read -r line; do
  case "$line" in
  *'"type":"hello"'*) echo '{{"type":"hello","protocol":1,"name":"rogue"}}' ;;
  *'"type":"choose"'*)
    id=$(echo "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
    first=$(echo "$line" | sed 's/.*"legal":\["\([^"]*\)".*/\1/')
    if [ "$id" -lt 2 ]; then
      echo "{{\"type\":\"choice\",\"id\":$id,\"move\":\"$first\"}}"
    else
      {way}
    fi ;;
  *'"type":"quit"'*) exit 0 ;;
  esac
done
"#
    )
}

/// How many games each misbehaving program plays: `CUTTHROAT_PROGRAM_GAMES=200` is the long run.
fn number_of_games() -> String {
    std::env::var("CUTTHROAT_PROGRAM_GAMES").unwrap_or_else(|_| "6".to_owned())
}

/// The command lines of all processes.
fn processes() -> String {
    String::from_utf8(Command::new("ps").args(["-eo", "args"]).output().unwrap().stdout).unwrap()
}

#[test]
fn a_program_that_fails_loses_and_the_store_stays_whole() {
    let folder = Folder::new("fails");
    let number = number_of_games();
    for (name, way, expected) in WAYS {
        let sleeper = format!("sleep 7{}.{name}", std::process::id()).replace(name, &name.len().to_string());
        // The child keeps the output of most of them open.
        let quiet = if name == "closes" { "> /dev/null" } else { "" };
        let rogue = folder.program(&format!("{name}.sh"), &misbehaving(way, &format!("{sleeper} {quiet} &")));
        let file = folder.path(&format!("{name}.sqlite"));
        let seats = format!("random,{rogue}");
        let patience = if expected.contains("0.8 s") { "0.8" } else { "30" };
        let arguments = [
            "match",
            "hearts",
            "--cards",
            "3",
            "--players",
            "3",
            "--play-only",
            "--seats",
            &seats,
            "--games",
            &number,
            "--patience",
            patience,
            "--out",
            &file,
            "--seed",
            "3",
        ];
        let text = printed(&arguments);
        assert!(text.contains(&format!("failed in {number} of {number} games, which it lost")), "{name}: {text}");
        assert!(!processes().contains(&sleeper), "{name}: a process of its group is left");
        let all = games(&file);
        assert_eq!(all.len().to_string(), number);
        for game in &all {
            let failures = game["failures"].as_array().unwrap();
            let seating = game["seating"].as_array().unwrap();
            let programs = seating.iter().filter(|kind| **kind == json!(2)).count();
            assert_eq!(failures.len(), programs, "{name}: {game}");
            let scores: Vec<f64> =
                game["score"].as_array().unwrap().iter().map(|score| score.as_f64().unwrap()).collect();
            for failure in failures {
                let what = failure["what"].as_str().unwrap();
                assert!(what.contains(expected), "{name}: {what}");
                let seat = failure["seat"].as_u64().unwrap() as usize;
                let others = (0..3).filter(|other| seating[*other] == json!(1)).map(|other| scores[other]);
                assert!(others.into_iter().all(|other| other < scores[seat - 1]), "{name}: {game}");
                if name == "crash" {
                    let kept = what.split("its standard error is in ").nth(1).unwrap();
                    assert!(std::fs::read_to_string(kept).unwrap().contains("something broke"));
                } else {
                    assert!(!what.contains("standard error"), "{what}");
                }
            }
        }
        let listed = printed(&["results", &file]);
        assert!(listed.contains(expected), "{listed}");
        assert!(printed(&["replay", &file, "1", "--again"]).contains("failed after move"));
        // A match that is there goes on to nothing.
        let before = printed(&["results", &file, "--json"]);
        printed(&[&arguments[..], &["--resume"]].concat());
        assert_eq!(printed(&["results", &file, "--json"]), before);
    }
}

#[test]
fn a_program_that_fails_is_replaced_and_late_answers_are_dropped() {
    let folder = Folder::new("replaced");
    let rogue = folder.program("rogue.sh", &misbehaving("exit 1", ""));
    let base = ["match", "hearts", "--cards", "4", "--play-only", "--games", "6", "--seed", "3"];
    let file = folder.path("replaced.sqlite");
    let seats = format!("random,{rogue}");
    let text = printed(&[&base[..], &["--seats", &seats, "--on-failure", "heuristic", "--out", &file]].concat());
    assert!(text.contains("failed in 6 of 6 games; first in game 1"), "{text}");
    for game in games(&file) {
        let scores = game["score"].as_array().unwrap().iter().map(|score| score.as_f64().unwrap());
        assert_eq!(
            scores.sum::<f64>(),
            game["payoff"].as_array().unwrap().iter().map(|payoff| payoff.as_f64().unwrap()).sum::<f64>() / 2.0,
            "{game}"
        );
    }
    // Answers to earlier questions, and messages that this version does not know, are not taken for the answer.
    let stale = r#"echo '{"type":"choice","id":1,"move":"ZZ"}'; echo '{"type":"mood","good":true}'
      echo "{\"type\":\"choice\",\"id\":$id,\"move\":\"$first\",\"mood\":1}""#;
    let stale = folder.program("stale.sh", &misbehaving(stale, ""));
    let text = printed(&[&base[..], &["--seats", &format!("random,{stale}")]].concat());
    assert!(!text.contains("failed"), "{text}");
}

#[test]
fn a_program_that_cannot_play_is_refused_before_the_match() {
    let folder = Folder::new("cannot");
    let base = ["match", "hearts", "--games", "6", "--patience", "2", "--seats"];
    let told = refused(&[&base[..], &["random,exec:/no/such/bot"]].concat());
    assert!(told.contains("`exec:/no/such/bot` cannot be started"), "{told}");
    for (name, script, expected) in [
        ("mute", "cat > /dev/null", "did not answer within 2 s"),
        (
            "gone",
            "echo no bot today >&2; exit 1",
            "ended without an answer (exit status: 1); its last words: no bot today",
        ),
        (
            "later",
            r#"echo '{"type":"hello","protocol":2}'; cat > /dev/null"#,
            "speaks version 2 of the protocol, not 1",
        ),
        (
            "other",
            r#"echo '{"type":"hello","protocol":1,"games":["go"]}'; cat > /dev/null"#,
            "does not play hearts; it plays go",
        ),
    ] {
        let program = folder.program(name, script);
        let told = refused(&[&base[..], &[&format!("random,{program}")]].concat());
        assert!(told.contains(expected), "{told}");
    }
    let open = refused(&["match", "hearts", "--open", "--games", "6", "--seats", "maxn,exec:true"]);
    assert!(open.contains("programs are told only what their seat sees"), "{open}");
}

#[test]
fn only_the_seats_of_a_match_name_programs() {
    let folder = Folder::new("only");
    let started = folder.path("started");
    let program = folder.program("touch.sh", &format!("touch {started}\n{}", misbehaving("exit 1", "")));
    let file = folder.path("games.sqlite");
    let seats = format!("random,{program}");
    let base = ["match", "hearts", "--cards", "3", "--play-only", "--games", "6", "--out", &file];
    printed(&[&base[..], &["--seats", &seats]].concat());
    std::fs::remove_file(&started).unwrap();
    // Without --seed the deals are drawn by the system, and a match that is resumed keeps its seed.
    printed(&[&base[..6], &["12", "--out", &file, "--seats", &seats, "--resume"]].concat());
    assert_eq!(games(&file).len(), 12);
    std::fs::remove_file(&started).unwrap();
    printed(&["results", &file]);
    printed(&["results", &file, "--csv"]);
    printed(&["replay", &file, "2", "--again"]);
    let told = refused(&[&base[..], &["--seats", "random,heuristic", "--seed", "1", "--resume"]].concat());
    assert!(told.contains("it was begun with"), "{told}");
    let only = "programs are started only by the option --seats of the command match";
    for arguments in [
        &["advise", "hearts", "--view", "1:? AK3.Q2..T9 ? cards=7", "--player", &program][..],
        &["analyse", "hearts", "--deal", "1", "--algorithm", &program],
        &["engine", "--player", &program],
        &["match", "hearts", "--games", "6", "--seats", "random,heuristic", "--on-failure", &program],
    ] {
        let told = refused(arguments);
        assert!(told.contains(only), "{told}");
    }
    let mut engine = Engine::start(&[]);
    let new = json!({ "type": "newgame", "game": "hearts", "players": 3, "seat": 1, "player": program });
    assert!(engine.ask(&new.to_string())["message"].as_str().unwrap().contains(only));
    engine.end();
    assert!(!Path::new(&started).exists(), "a program was started");
}

#[test]
fn a_match_that_is_stopped_leaves_no_program_behind_and_resumes() {
    let folder = Folder::new("stopped");
    let sleeper = format!("sleep 8{}", std::process::id());
    let slow = folder.program("slow.sh", &misbehaving("sleep 30", &format!("{sleeper} &")));
    let file = folder.path("games.sqlite");
    let seats = format!("random,{slow}");
    let base = ["match", "hearts", "--cards", "3", "--play-only", "--games", "6", "--seed", "2", "--out", &file];
    let mut run = Command::new(CUTTHROAT);
    run.args(base).args(["--seats", &seats]).stdout(Stdio::null()).stderr(Stdio::null());
    let mut run = run.spawn().unwrap();
    let begun = Instant::now();
    while processes().matches(&sleeper).count() < 2 && begun.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(300));
    Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    let begun = Instant::now();
    assert!(!run.wait().unwrap().success());
    assert!(begun.elapsed() < Duration::from_secs(2));
    assert!(!processes().contains(&sleeper), "a process is left");
    let text = printed(&[&base[..], &["--seats", &seats, "--patience", "1", "--resume"]].concat());
    assert!(text.contains("failed in 6 of 6 games"), "{text}");
}

#[test]
fn the_engine_answers_whatever_it_is_told() {
    let mut engine = Engine::start(&["--player", "heuristic"]);
    let mut complaint = |line: &str, expected: &str| {
        let answer = engine.ask(line);
        assert_eq!(answer["type"], "error", "{line}: {answer}");
        assert!(answer["message"].as_str().unwrap().contains(expected), "{line}: {answer}");
    };
    complaint("no JSON", "this line is not JSON");
    complaint("[]", "a message is an object with a \"type\"");
    complaint(r#"{"type":"hello","protocol":0}"#, "versions of the protocol are counted from 1");
    complaint(r#"{"type":"dance"}"#, "there is no message \"dance\"; there are hello, newgame");
    complaint(r#"{"type":"newgame","game":"hearts"}"#, "newgame: missing field `players`");
    complaint(r#"{"type":"newgame","game":"chess","players":3,"seat":1}"#, "there is no game `chess`");
    complaint(r#"{"type":"newgame","game":"hearts","players":9,"seat":1}"#, "hearts is for 3 to 6 players");
    complaint(r#"{"type":"newgame","game":"hearts","players":3,"seat":4}"#, "there is no seat 4");
    complaint(
        r#"{"type":"newgame","game":"hearts","players":3,"seat":1,"player":"maxn"}"#,
        "maxn needs to see everything",
    );
    complaint(
        r#"{"type":"newgame","game":"hearts","players":3,"seat":1,"options":{"wind":3}}"#,
        "no use for the option `wind`",
    );
    complaint(r#"{"type":"event","event":"play","seat":1,"card":"SA"}"#, "there is no game");
    complaint(r#"{"type":"choose","id":5,"what":"play","legal":["SA"]}"#, "there is no game");
    complaint(&"x".repeat((1 << 20) + 1), "a line is longer than 1,048,576 bytes");
    let hello = engine.ask(r#"{"type":"hello","protocol":99,"shoe size":43}"#);
    assert_eq!((&hello["type"], &hello["protocol"]), (&json!("hello"), &json!(1)));
    // Events that cannot be are refused, and the game goes on.
    let deal = |hand: &str| {
        json!({ "type": "event", "event": "deal", "hand": hand.split(' ').collect::<Vec<_>>(), "pass": "left" })
            .to_string()
    };
    engine.say(r#"{"type":"newgame","game":"hearts","players":3,"seat":2,"options":{"rules":"table"}}"#);
    let mut complaint = |line: &str, expected: &str| {
        let answer = engine.ask(line);
        assert!(answer["message"].as_str().is_some_and(|told| told.contains(expected)), "{line}: {answer}");
    };
    complaint(r#"{"type":"choose","id":6,"what":"play","legal":["SA"]}"#, "nothing was dealt yet");
    complaint(r#"{"type":"event","event":"bid","seat":1,"bid":3}"#, "nothing was dealt");
    complaint(&deal("SA SA S3"), "");
    engine.say(&deal("SA SK S3 H4"));
    let mut complaint = |line: &str, expected: &str| {
        let answer = engine.ask(line);
        assert!(answer["message"].as_str().is_some_and(|told| told.contains(expected)), "{line}: {answer}");
    };
    for (line, expected) in [
        (r#"{"type":"event","event":"bid","seat":1,"bid":3}"#, "cannot bid now"),
        (r#"{"type":"event","event":"passed","cards":["SA","SK","SQ"],"to":3}"#, "SQ is not in the own hand"),
        (r#"{"type":"event","event":"passed","cards":["SA","SK"],"to":3}"#, "3 cards are passed"),
        (r#"{"type":"event","event":"received","cards":["C3","D9","D9"],"from":1}"#, "twice"),
        (r#"{"type":"event","event":"kitty","cards":["C3"]}"#, "kitty"),
        (r#"{"type":"event","event":"play","seat":1,"card":"C2"}"#, "the play cannot begin yet"),
        (r#"{"type":"event","event":"play","seat":77,"card":"C2"}"#, "the play cannot begin yet"),
        (r#"{"type":"choose","id":7,"what":"bid","legal":["3"]}"#, "players pass now"),
        (r#"{"type":"choose","id":8,"what":"pass","legal":["SA"],"count":3,"time":-3}"#, "is not a time"),
    ] {
        complaint(line, expected);
    }
    let choice = engine.ask(r#"{"type":"choose","id":9,"what":"pass","legal":["SA","SK","S3","H4"],"count":3}"#);
    assert_eq!((&choice["type"], &choice["id"]), (&json!("choice"), &json!(9)), "{choice}");
    engine.end();
}

#[test]
fn the_engine_is_stopped_and_tells_how_far_it_is() {
    let mut engine = Engine::start(&["--player", "pimc:worlds=200"]);
    engine.say(r#"{"type":"newgame","game":"hearts","players":3,"seat":1,"seed":4}"#);
    let hand = "\"SA\",\"SK\",\"S3\",\"H4\",\"H9\",\"HJ\",\"D2\",\"D8\",\"DQ\",\"C4\",\"C7\",\"CJ\",\"CA\"";
    let view = "1:AK3.J94.Q82.AJ74 ? ? cards=13";
    engine.say(&format!(r#"{{"type":"event","event":"deal","hand":[{hand}],"cards":13,"view":"{view}"}}"#));
    let begun = Instant::now();
    engine.say(&format!(r#"{{"type":"choose","id":1,"what":"play","legal":[{hand}],"time":3600}}"#));
    let info = engine.hear();
    assert_eq!((&info["type"], &info["id"]), (&json!("info"), &json!(1)), "{info}");
    engine.say(r#"{"type":"stop"}"#);
    let choice = loop {
        let heard = engine.hear();
        if heard["type"] != "info" {
            break heard;
        }
    };
    assert_eq!(choice["type"], "choice", "{choice}");
    assert!(begun.elapsed() < Duration::from_secs(30));
    // A stop that comes before the search has begun ends it too.
    engine.say(&format!(r#"{{"type":"choose","id":2,"what":"play","legal":[{hand}],"time":3600}}"#));
    engine.say(r#"{"type":"stop"}"#);
    let choice = loop {
        let heard = engine.hear();
        if heard["type"] != "info" {
            break heard;
        }
    };
    assert_eq!((&choice["type"], &choice["id"]), (&json!("choice"), &json!(2)), "{choice}");
    // So does the end, whatever else was asked.
    for id in [3, 4] {
        engine.say(&format!(r#"{{"type":"choose","id":{id},"what":"play","legal":[{hand}],"time":3600}}"#));
    }
    engine.say(r#"{"type":"quit"}"#);
    assert!(engine.child.wait().unwrap().success());
    assert!(begun.elapsed() < Duration::from_secs(60));
}

/// Sends the exchange of the documentation, and compares every answer. `CUTTHROAT_UPDATE=1` writes it anew.
#[test]
fn the_exchange_in_the_documentation_is_what_happens() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");
    let page = std::fs::read_to_string(file).unwrap();
    let exchange = page.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let mut engine = Engine::start(&[]);
    let mut heard = String::new();
    for line in exchange.lines() {
        if let Some(said) = line.strip_prefix("> ") {
            heard += &format!("{line}\n");
            engine.say(said);
            let message: Value = serde_json::from_str(said).unwrap();
            if ["hello", "choose"].iter().any(|kind| message["type"] == *kind) {
                let mut answer = String::new();
                engine.from.read_line(&mut answer).unwrap();
                heard += &format!("< {answer}");
            }
        }
    }
    assert!(engine.child.wait().unwrap().success());
    if std::env::var_os("CUTTHROAT_UPDATE").is_some() {
        std::fs::write(file, page.replace(exchange, &heard)).unwrap();
        return;
    }
    assert_eq!(heard, exchange, "CUTTHROAT_UPDATE=1 writes it anew");
}

#[test]
fn the_bot_in_python_plays_every_game() {
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");
    if !Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("NOT TESTED: there is no python3 here, so examples/bot.py was not played");
        return;
    }
    for (game, options) in [
        ("hearts", &["--rules", "table", "--option", "pass=left", "--players", "4"][..]),
        ("hearts", &["--whole-games", "--option", "limit=20"]),
        ("spades", &["--option", "may-bid-blind=0,1,1", "--rules", "table", "--players", "3"]),
        ("oh-hell", &["--players", "4", "--cards", "7"]),
        ("sergeant-major", &["--rules", "table"]),
        ("bridge", &["--cards", "5", "--trump", "S"]),
        ("tree", &[]),
        ("chinese-checkers", &["--position", "pieces=3 players=3 limit=24"]),
    ] {
        let seats = format!("random,exec:python3 {bot}");
        let run = [&["match", game, "--seats", &seats, "--games", "3", "--seed", "4", "--json"], options].concat();
        let result: Value = serde_json::from_str(&printed(&run)).unwrap();
        assert_eq!(result["games"], 3);
        assert!(result.get("failed").is_none(), "{game}: {}", result["failed"]);
        if game == "oh-hell" {
            let again: Value = serde_json::from_str(&printed(&run)).unwrap();
            assert_eq!(result, again, "the same seed, the same games");
        }
    }
}
