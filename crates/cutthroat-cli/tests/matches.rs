//! Matches at the command line: killed, stopped, resumed, refused, shown.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn cutthroat(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cutthroat")).args(arguments).output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = cutthroat(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(arguments: &[&str]) -> (i32, String) {
    let output = cutthroat(arguments);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told.lines().count(), 1, "{arguments:?} said: {told}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    (output.status.code().unwrap(), told)
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("cutthroat-cli-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

const MATCH: [&str; 10] = [
    "match",
    "hearts",
    "--open",
    "--cards",
    "9",
    "--seats",
    "maxn:nodes=1000,paranoid:nodes=1000",
    "--games",
    "90",
    "--quiet",
];

fn exports(file: &Path) -> [String; 2] {
    ["--csv", "--json"].map(|form| printed(&["results", text(file), form]))
}

#[test]
fn killed_twenty_times_and_resumed_it_is_the_same_match() {
    let folder = folder("killed");
    let (whole, broken) = (folder.join("whole.sqlite"), folder.join("broken.sqlite"));
    printed(&[&MATCH[..], &["--out", text(&whole)]].concat());
    let mut moment: u64 = 1;
    let mut kept = 0;
    for _ in 0..20 {
        let mut run = Command::new(env!("CARGO_BIN_EXE_cutthroat"))
            .args(MATCH)
            .args(["--out", text(&broken), "--resume"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // At moments that look random.
        moment = moment.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_micros((moment >> 33) % 60_000));
        run.kill().unwrap();
        run.wait().unwrap();
        let now = cutthroat(&["results", text(&broken), "--csv"]);
        let (lines, told) = (String::from_utf8(now.stdout).unwrap().lines().count(), now.stderr);
        assert!(lines >= kept, "games were lost: {}", String::from_utf8_lossy(&told));
        kept = lines;
    }
    printed(&[&MATCH[..], &["--out", text(&broken), "--resume"]].concat());
    assert_eq!(exports(&broken), exports(&whole));
    assert_eq!(exports(&broken)[0].lines().count(), 90 * 3 + 1);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2, "nothing is left beside the files");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn exports_are_the_same_on_any_number_of_threads() {
    let folder = folder("threads");
    let mut seen = None;
    for threads in ["1", "2", "7"] {
        // A folder gets a file named after the game.
        let out = folder.join(threads);
        std::fs::create_dir(&out).unwrap();
        printed(&[&MATCH[..7], &["--games", "20", "--threads", threads, "--out", text(&out)]].concat());
        let exports = exports(&out.join("hearts.sqlite"));
        assert!(exports[0].lines().count() > 20, "a heading and every game");
        assert_eq!(*seen.get_or_insert(exports.clone()), exports, "{threads} threads");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Every split, in any order and with some shards twice, merges to the bytes of the run on one machine.
#[test]
fn shards_merge_to_the_match_of_one_machine() {
    let folder = folder("shards");
    let whole = folder.join("whole.sqlite");
    let players = "maxn:nodes=50,random";
    let play = |games: &'static str, out: &Path, more: &[&str]| {
        let begin = ["match", "hearts", "--open", "--cards", "4", "--seats", players, "--quiet"];
        cutthroat(&[&begin[..], &["--games", games, "--out", text(out)], more].concat())
    };
    assert!(play("20", &whole, &[]).status.success());
    let expected = exports(&whole);
    for of in [1, 2, 7, 20] {
        let parts: Vec<PathBuf> = (1..=of).map(|place| folder.join(format!("{place}-of-{of}.sqlite"))).collect();
        for (place, part) in (1..).zip(&parts) {
            let run = play("20", part, &["--shard", &format!("{place}/{of}")]);
            assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        }
        let names: Vec<&str> = parts.iter().map(|part| text(part)).collect();
        let turned: Vec<&str> = names.iter().rev().copied().collect();
        let twice: Vec<&str> = [&names[names.len() / 2..], &turned[..], &names[..1]].concat();
        for (way, order) in [&names, &turned, &twice].into_iter().enumerate() {
            let merged = folder.join(format!("merged-{of}-{way}.sqlite"));
            let told = printed(&[&["results", "merge", "--out", text(&merged)], &order[..]].concat());
            assert_eq!(told, format!("20 games in {}, 20 new\n", text(&merged)));
            assert_eq!(exports(&merged), expected, "{of} shards, way {way}");
            // Once more changes nothing.
            let told = printed(&[&["results", "merge", "--out", text(&merged)], &order[..]].concat());
            assert_eq!(told, format!("20 games in {}, 0 new\n", text(&merged)));
            assert_eq!(exports(&merged), expected);
        }
    }
    let part = |name: &str| folder.join(format!("{name}.sqlite"));
    let merged = part("merged");
    let merge = |parts: &[&PathBuf], more: &[&str]| {
        let parts: Vec<&str> = parts.iter().map(|part| text(part)).collect();
        cutthroat(&[&["results", "merge", "--out", text(&merged)], &parts[..], more].concat())
    };
    let refuses = |parts: &[&PathBuf], expected: &str| {
        let refused = merge(parts, &[]);
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(!refused.status.success() && told.lines().count() == 1 && told.contains(expected), "{told}");
        assert!(!merged.exists(), "nothing is written: {expected}");
    };
    let (one, two) = (part("1-of-2"), part("2-of-2"));
    refuses(&[&two], "missing: shard 1 of 2 (games 1 to 10)");
    refuses(
        &[&part("1-of-7"), &part("3-of-7"), &part("7-of-7")],
        "missing: shards 2 and 4 to 6 of 7 (games 3 to 5 and 9 to 17)",
    );
    refuses(&[&one, &whole], "whole.sqlite: is not a shard");
    let spoil = |from: &PathBuf, name: &str, change: &str| {
        let spoiled = part(name);
        std::fs::copy(from, &spoiled).unwrap();
        rusqlite::Connection::open(&spoiled).unwrap().execute_batch(change).unwrap();
        spoiled
    };
    let changed = spoil(&two, "changed", "UPDATE game SET score = '1 2 3' WHERE id IN (12, 13, 20)");
    refuses(&[&one, &two, &changed], "changed.sqlite: games 12 to 13 and 20 played twice, and the copies differ");
    let short = spoil(&two, "short", "DELETE FROM game WHERE id IN (15, 20)");
    refuses(&[&one, &short], "short.sqlite: shard 2/2 is not finished: games 15 and 20 missing");
    let foreign = spoil(
        &two,
        "foreign",
        "UPDATE game SET id = 9 WHERE id = 20; INSERT INTO game SELECT 20, deal, deal_seed, seed, seating, start, moves, movers, nodes, depths, end, payoff, score FROM game WHERE id = 19",
    );
    refuses(&[&one, &foreign], "foreign.sqlite: game 9 not of shard 2/2");
    let build = spoil(&two, "build", "INSERT OR REPLACE INTO meta VALUES ('commit', '0123456789')");
    refuses(&[&one, &build], "build.sqlite: belongs to another run");
    refuses(&[&one, &build], "commit `0123456789`, not ");
    let version = spoil(&two, "version", "UPDATE meta SET value = '0.0.9' WHERE key = 'version'");
    refuses(&[&one, &version], "it has version `0.0.9`, not ");
    let seed = spoil(&two, "seed", "UPDATE meta SET value = '2' WHERE key = 'seed'");
    refuses(&[&one, &seed], "it has seed `2`, not `1`");
    let nonsense =
        spoil(&two, "nonsense", "UPDATE meta SET value = '{\"place\":3,\"of\":2,\"all\":20}' WHERE key = 'shard'");
    refuses(&[&one, &nonsense], "is not a shard");
    refuses(&[&one, &part("no-such")], "no-such.sqlite: cannot be read");
    let all = part("all");
    assert!(play("21", &all, &["--shard", "1/1"]).status.success());
    refuses(&[&one, &all], "it has 21 games, not 20");
    // Part after part.
    let told = String::from_utf8(merge(&[&two], &["--incomplete"]).stdout).unwrap();
    assert!(told.ends_with("10 new; 10 games missing\n"), "{told}");
    assert!(merge(&[&part("1-of-20"), &one], &[]).status.success());
    assert_eq!(exports(&merged), expected);
    // A shard is resumed as itself only, and a whole match is no shard.
    assert!(play("20", &one, &["--shard", "1/2", "--resume"]).status.success());
    for (shard, expected) in
        [("2/2", "begun with shard `1/2 of 20 games`, not `2/2 of 20 games`"), ("1/3", "not `1/3 of 20 games`")]
    {
        let told = String::from_utf8(play("20", &one, &["--shard", shard, "--resume"]).stderr).unwrap();
        assert!(told.contains(expected), "{told}");
    }
    let told = String::from_utf8(play("20", &one, &["--resume"]).stderr).unwrap();
    assert!(told.contains("begun with shard `1/2 of 20 games`, not nothing"), "{told}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_does_not_repeat_has_no_shards() {
    let out = std::env::temp_dir().join(format!("cutthroat-no-shards-{}", std::process::id()));
    let begin = ["match", "hearts", "--open", "--games", "6", "--out", text(&out), "--seats"];
    for (options, expected) in [
        (&["maxn:time=0.01,random", "--shard", "1/2"][..], "has a time, and what it plays does not repeat"),
        (&["maxn,random", "--shard", "1/2", "--sprt"], "--sprt"),
        (&["maxn,random", "--shard", "0/2"], "there is no shard 0/2"),
        (&["maxn,random", "--shard", "1/7"], "6 cannot be divided into 7 shards"),
        (&["maxn,random", "--shard", "half"], "`half` is not a shard"),
    ] {
        let (code, told) = refused(&[&begin[..], options].concat());
        assert!(code == 2 && told.contains(expected), "{told}");
    }
    let program =
        ["match", "hearts", "--games", "6", "--out", text(&out), "--seats", "exec:true,random", "--shard", "1/2"];
    let (code, told) = refused(&program);
    assert!(code == 2 && told.contains("a program may play differently each time"), "{told}");
    assert!(!out.exists());
}

#[test]
fn an_interrupt_leaves_it_resumable_and_a_second_run_is_refused() {
    let folder = folder("interrupt");
    let file = folder.join("games.sqlite");
    let long = ["match", "hearts", "--open", "--seats", "maxn:nodes=4000,paranoid:nodes=4000", "--games", "60000"];
    let run = Command::new(env!("CARGO_BIN_EXE_cutthroat"))
        .args(long)
        .args(["--out", text(&file)])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !cutthroat(&["results", text(&file), "--deal", "1"]).status.success() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let second = [&long[..], &["--out", text(&file), "--resume"]].concat();
    let (code, told) = refused(&second);
    assert!(code == 1 && told.contains("another run is using it"), "{told}");
    assert!(Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap().success());
    let ended = run.wait_with_output().unwrap();
    let told = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(1), "{told}");
    assert!(told.contains("of 60,000 games; --resume goes on from"), "{told}");
    assert_eq!(told.lines().count(), 1);
    let other = [&long[..5], &["--seats", "random", "--games", "6", "--out", text(&file), "--resume"]].concat();
    assert!(refused(&other).1.contains("it was begun with players"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_are_listed_filtered_and_shown() {
    let folder = folder("shown");
    let file = folder.join("games.sqlite");
    let file = text(&file);
    let players = ["--seats", "maxn:nodes=200", "--seats", "random; heuristic"];
    let told = printed(
        &[&["match", "spades", "--open", "--cards", "4"], &players[..], &["--games", "18", "--out", file]].concat(),
    );
    for part in ["spades: 18 games, 3 deals in all 6 seatings, seed 1", "kept in ", "points a hand", "rating", "maxn"] {
        assert!(told.contains(part), "{part} is not in {told}");
    }
    let listed = printed(&["results", file, "--deal", "2", "--all"]);
    assert!(listed.contains("spades: 6 games, 1 deal in all 6 seatings"), "{listed}");
    let seated = printed(&["results", file, "--seating", "3,1,2", "--csv"]);
    assert_eq!(seated.lines().count(), 3 * 3 + 1);
    let json: serde_json::Value =
        serde_json::from_str(&printed(&["results", file, "--won-by", "1", "--json"])).unwrap();
    assert!(json["games"].as_array().unwrap().len() <= 18);
    let shown = printed(&["replay", file, "5", "--again", "--diagrams"]);
    assert!(shown.contains("seat 1  ") && shown.contains("every move was chosen again"), "{shown}");
    let moves = printed(&["replay", file, "5", "--quiet"]);
    assert_eq!(moves.split_whitespace().count(), 12);
    let json: serde_json::Value = serde_json::from_str(&printed(&["replay", file, "5", "--json"])).unwrap();
    // What is printed can be read back.
    let position = json["positions"][4].as_str().unwrap();
    printed(&["analyse", "spades", "--position", position]);
    std::fs::remove_dir_all(folder).unwrap();
}

/// Passes and bids are moves of the record, and what each seat saw is shown without a card that it did not see.
#[test]
fn whole_deals_are_kept_and_shown() {
    let folder = folder("whole-deals");
    let (hearts, spades) = (folder.join("hearts.sqlite"), folder.join("spades.sqlite"));
    let (hearts, spades) = (text(&hearts), text(&spades));
    let seats = ["--seats", "flat:worlds=4,nodes=2000,heuristic", "--games", "4"];
    let rules = ["--players", "4", "--cards", "4", "--rules", "table", "--out"];
    let pass = ["match", "hearts", "--option", "pass=right"];
    let told = printed(&[&pass[..], &seats, &rules, &[hearts]].concat());
    assert!(told.contains("prepare=simulate") && told.contains("heuristic:prepare=usual"), "{told}");
    printed(&[&["match", "spades"][..], &seats, &rules, &[spades]].concat());
    let shown = printed(&["replay", hearts, "3", "--again"]);
    for part in ["passing 3 cards each, seat 1 to seat 4 and so on", "   4  seat 4  pass:", "trick 1, seat "] {
        assert!(shown.contains(part), "{part} is not in {shown}");
    }
    let shown = printed(&["replay", spades, "3", "--again"]);
    for part in ["bidding", "   4  seat 4  bid:", "rules: table; trump: spades; bids: ", "trick 1, seat 1 leads"] {
        assert!(shown.contains(part), "{part} is not in {shown}");
    }
    let json: serde_json::Value = serde_json::from_str(&printed(&["replay", hearts, "3", "--json"])).unwrap();
    let start = json["positions"][0].as_str().unwrap();
    assert!(start.starts_with("deal:"), "{start}");
    printed(&["match", "hearts", "--position", start, "--seats", "heuristic", "--games", "1"]);
    let (_, told) = refused(&["analyse", "hearts", "--position", start]);
    assert!(told.contains("this is a deal before its play; write a position of the play"), "{told}");
    for seat in 1..=4 {
        let seen = printed(&["replay", hearts, "3", "--seat", &seat.to_string(), "--json"]);
        let seen: serde_json::Value = serde_json::from_str(&seen).unwrap();
        assert_eq!(seen["events"], json["seen"][seat - 1]);
        let events = seen["events"].as_array().unwrap();
        let words = printed(&["replay", hearts, "3", "--seat", &seat.to_string()]);
        assert_eq!(words.lines().count(), events.len());
        assert!(
            words.starts_with("you are dealt ") && words.contains("; pass right\n") && words.contains("you receive ")
        );
        let names: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
        assert_eq!(names[0], "deal");
        assert_eq!(names.iter().filter(|&&name| name == "passes").count(), 3);
        let passed = events.iter().find(|event| event["event"] == "passed").unwrap();
        assert_eq!(passed["to"], if seat == 1 { 4 } else { seat - 1 });
        let own = json["game"]["moves"][seat - 1].as_str().unwrap().strip_prefix("pass:").unwrap();
        assert_eq!(passed["cards"], serde_json::json!(own.split(',').collect::<Vec<_>>()));
        assert_eq!(*names.last().unwrap(), "score");
    }
    assert!(refused(&["replay", hearts, "3", "--seat", "5"]).1.contains("there is no seat 5"));
    let play = ["match", "spades", "--cards", "4", "--play-only"];
    let told = printed(&[&play[..], &seats].concat());
    assert!(!told.contains("prepare="), "{told}");
    let checkers = ["match", "chinese-checkers", "--play-only", "--seats", "random", "--games", "1"];
    assert!(refused(&checkers).1.contains("it has no use for --play-only"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_sequential_test_says_whether_it_decided() {
    let play = |games: &'static str, form: &'static str| {
        let players = ["match", "hearts", "--open", "--cards", "6", "--seats", "paranoid:nodes=500,random", "--sprt"];
        printed(&[&players[..], &["--games", games, form]].concat())
    };
    assert!(play("7", "--threads=1").ends_with("undecided after 7 games: the sequential test asks for more\n"));
    assert!(play("7", "--quiet").ends_with("undecided after 7 games: the sequential test asks for more\n"));
    assert!(play("7", "--json").contains("\"decided\":false"));
    let decided = play("6000", "--threads=2");
    assert!(decided.trim_end().lines().last().unwrap().starts_with("decided after "), "{decided}");
    // Less than a full set of seatings compares nothing, and says what a full set is.
    assert!(
        play("1", "--threads=1")
            .contains("1 game of a deal not played in all 6 seatings left out below; a full set is 6 games")
    );
}

#[test]
fn what_cannot_be_done_is_told_in_one_line() {
    let folder = folder("refused");
    let letter = folder.join("letter");
    std::fs::write(&letter, "Dear Sir").unwrap();
    let letter = text(&letter);
    let begin = ["match", "hearts", "--open", "--games", "6", "--seats"];
    let nowhere = folder.join("no/such/place");
    let cases: [(&[&str], i32, &str); 17] = [
        (&["maxn,minimax"], 2, "player `minimax`: there is no algorithm `minimax`; there are maxn"),
        (&["maxn:nodes=0"], 2, "nodes=0 is not a whole number above 0"),
        (&["maxn:time=0"], 2, "player `maxn:time=0`: time=0 is not a number of seconds from 0.001 to 86400"),
        (&["heuristic:time=3"], 2, "player `heuristic:time=3`: heuristic has no use for `time`"),
        (&["paranoid,brs"], 2, "player `brs`: brs lets all opponents but one pass, and nobody may pass in hearts"),
        (&["maxn:eval=mot"], 2, "hearts has no evaluation `mot`"),
        (&["maxn,maxn"], 2, "is there twice"),
        (&["maxn", "--players", "9"], 2, "hearts is for 3 to 6 players"),
        (&["maxn", "--score", "joy"], 2, "no evaluation `joy`"),
        (&["maxn", "--sprt"], 2, "decides between two kinds of players, not 1 kind"),
        (&["maxn", "--threads", "0"], 2, "--threads"),
        (&["maxn", "--resume"], 2, "--out"),
        (&["random", "--out", letter], 1, "is not a file of Cutthroat's results"),
        (&["random", "--out", letter, "--resume"], 1, "is not a file of Cutthroat's results"),
        (&["random", "--out", text(&nowhere)], 1, "cannot be written"),
        (&["random", "--out", "/dev/full"], 1, "is not a file"),
        (&["random", "--out", "/proc/games.sqlite"], 1, "cannot be written"),
    ];
    for (options, expected_code, expected) in cases {
        let (code, told) = refused(&[&begin[..], options].concat());
        assert!(told.contains(expected), "{options:?} said: {told}");
        assert_eq!(code, expected_code, "{options:?} said: {told}");
    }
    assert_eq!(std::fs::read_to_string(letter).unwrap(), "Dear Sir");
    assert!(refused(&["results", letter]).1.contains("is not a file of Cutthroat's results"));
    assert!(refused(&["results", text(&nowhere)]).1.contains("cannot be read"));
    assert!(refused(&["replay", letter, "1"]).1.contains("is not a file of Cutthroat's results"));
    assert!(refused(&["match", "chess", "--games", "6", "--seats", "maxn"]).1.contains("there is no game `chess`"));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing was left");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Every column of a row with values that cannot be, or do not fit the rest: no command panics, and a refusal is one
/// line with the number of the game.
#[test]
fn a_row_that_does_not_fit_together_is_refused() {
    let folder = folder("spoiled");
    let (whole, spoiled) = (folder.join("whole.sqlite"), folder.join("spoiled.sqlite"));
    let players = "maxn:nodes=50,random";
    printed(&[
        "match",
        "hearts",
        "--open",
        "--cards",
        "3",
        "--seats",
        players,
        "--games",
        "6",
        "--out",
        text(&whole),
        "--quiet",
    ]);
    let file = text(&spoiled);
    let commands: [&[&str]; 6] = [
        &["results", file],
        &["results", file, "--csv"],
        &["results", file, "--quiet", "--won-by", "2"],
        &["replay", file, "2"],
        &["replay", file, "2", "--again"],
        &["match", "hearts", "--open", "--cards", "3", "--seats", players, "--games", "6", "--out", file, "--resume"],
    ];
    let lists: &[&str] =
        &["''", "'1'", "'0'", "'5'", "'-1'", "'x'", "'1 2'", "'9 9 9'", "'NaN inf -inf'", "' '", "'1,2,2'"];
    let long: &[&str] = &[
        "'1 1 1 1 1 1 1 1 1'",
        "'0 0 0 0 0 0 0 0 0'",
        "'-1 -1 -1 -1 -1 -1 -1 -1 -1'",
        "'9223372036854775807 9223372036854775807 9223372036854775807 1 1 1 1 1 1'",
        "'1e400 1e400 1e400'",
    ];
    let texts: &[&str] = &["''", "'x'", "'1:'", "'1:A... K... Q...'", "char(0)", "CAST(x'ff' AS TEXT)"];
    let numbers: &[&str] = &["-1", "0", "-9223372036854775808", "9223372036854775807"];
    let columns: [(&str, Vec<&str>); 13] = [
        ("id", vec!["-1", "0", "-9223372036854775808"]),
        ("deal", numbers.to_vec()),
        ("deal_seed", numbers.to_vec()),
        ("seed", numbers.to_vec()),
        ("seating", [lists, long, &["'1 1 1'", "'2 1 3'", "'1 2 1 2'"]].concat()),
        ("start", texts.to_vec()),
        ("moves", [lists, long, texts].concat()),
        ("movers", [lists, long].concat()),
        ("nodes", [lists, long, &["'18446744073709551615 1 1 1 1 1 1 1 1'", "'18446744073709551616'"]].concat()),
        ("depths", [lists, long].concat()),
        ("end", texts.to_vec()),
        ("payoff", [lists, long, &["'40000 0 0'"]].concat()),
        ("score", [lists, long, &["'1e308 1e308 1e308'", "'26 0 0 0'"]].concat()),
    ];
    for (column, values) in columns {
        for value in values {
            std::fs::copy(&whole, &spoiled).unwrap();
            let spoil = format!("UPDATE game SET {column} = {value} WHERE id = 2");
            rusqlite::Connection::open(&spoiled).unwrap().execute(&spoil, []).unwrap();
            let mut refusals = 0;
            for command in commands {
                let output = cutthroat(command);
                let told = String::from_utf8(output.stderr).unwrap();
                match output.status.code() {
                    Some(0) => assert!(told.is_empty(), "{spoil}: {command:?} said: {told}"),
                    Some(1) => {
                        refusals += 1;
                        assert_eq!(told.lines().count(), 1, "{spoil}: {command:?} said: {told}");
                        let named = told.contains("game 2: ") || column == "id" && told.contains("game ");
                        assert!(named, "{spoil}: {command:?} said: {told}");
                        assert!(output.stdout.is_empty(), "{spoil}: {command:?} printed something");
                    }
                    code => panic!("{spoil}: {command:?} ended with {code:?}: {told}"),
                }
            }
            // What no command looks at cannot be noticed: the seed of a deal, and which deal it was.
            let unnoticed = ["deal", "deal_seed", "seed"].contains(&column);
            assert!(refusals > 0 || unnoticed, "{spoil} was not noticed");
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Whole games: resumed they are the same, winners and points a deal are counted, and a replay shows the score sheet.
#[test]
fn whole_games_are_kept_resumed_and_replayed() {
    let folder = folder("whole-games");
    let (whole, parts) = (folder.join("whole.sqlite"), folder.join("parts.sqlite"));
    let wanted = |games, file: &Path| {
        let seats = ["--seats", "heuristic,random", "--option", "limit=40", "--players", "3"];
        let command = ["match", "hearts", "--whole-games", "--games", games, "--resume", "--out"];
        printed(&[&command[..], &[text(file)], &seats[..]].concat())
    };
    let shown = wanted("12", &whole);
    wanted("5", &parts);
    wanted("12", &parts);
    assert_eq!(exports(&whole), exports(&parts));
    assert!(shown.contains("wins a game"), "{shown}");
    assert!(shown.contains("points a deal"), "{shown}");
    let replayed = printed(&["replay", text(&whole), "2", "--again"]);
    for part in
        ["deal 1: player 3 deals", "deal 2: player 1 deals", "deal  dealer  player 1", "\ntotal", "chosen again"]
    {
        assert!(replayed.contains(part), "{part}: {replayed}");
    }
    let json: serde_json::Value = serde_json::from_str(&printed(&["replay", text(&whole), "2", "--json"])).unwrap();
    assert_eq!(json["sheet"]["over"], true);
    assert_eq!(json["sheet"]["totals"].as_array().unwrap().len(), 3);
    let (code, told) = refused(&["match", "bridge", "--whole-games", "--seats", "random", "--games", "1"]);
    assert_eq!(code, 2);
    assert!(told.contains("there are no whole games of bridge"), "{told}");
    let described = printed(&["games", "hearts"]);
    assert!(described.contains("options of whole games") && described.contains("moon-choice"), "{described}");
    std::fs::remove_dir_all(&folder).unwrap();
}
