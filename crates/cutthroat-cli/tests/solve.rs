//! Whole deals at the command line: over threads, in files, stopped and resumed.

use std::path::PathBuf;
use std::process::{Command, Output};

fn cutthroat(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cutthroat")).args(arguments).output().unwrap()
}

fn answer(arguments: &[&str]) -> serde_json::Value {
    let output = cutthroat(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let mut answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for cost in ["nodes", "researches", "memory"] {
        answer.as_object_mut().unwrap().remove(cost);
    }
    answer
}

fn refused(arguments: &[&str]) -> (i32, String) {
    let output = cutthroat(arguments);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told.lines().count(), 1, "{arguments:?} said: {told}");
    (output.status.code().unwrap(), told)
}

#[test]
fn any_number_of_threads_finds_the_same() {
    for (game, cards, algorithm, ties) in [
        ("spades", "6", "maxn", "first"),
        ("hearts", "5", "maxn", "spiteful"),
        ("sergeant-major", "6", "maxn", "worst-for-root"),
        ("bridge", "5", "paranoid", "first"),
        ("spades", "6", "paranoid", "first"),
        ("hearts", "6", "paranoid", "first"),
    ] {
        for deal in ["1", "2", "3"] {
            let deal =
                ["--deal", deal, "--cards", cards, "--algorithm", algorithm, "--ties", ties, "--json", "--all-moves"];
            let solve = |threads| answer(&[&["solve", game, "--threads", threads], &deal[..]].concat());
            let alone = solve("1");
            for threads in ["2", "3"] {
                assert_eq!(alone, solve(threads), "{game} {deal:?}, {threads} threads");
            }
            // Without the values of all moves it is the same choice.
            let best = ["payoff", "move", "pv"];
            for threads in ["1", "2", "3"] {
                let chosen = answer(&[&["solve", game, "--threads", threads], &deal[..deal.len() - 1]].concat());
                assert!(best.iter().all(|field| chosen[field] == alone[field]), "{game} {deal:?}, {threads} threads");
            }
            let plain = answer(&[&["analyse", game, "--no-memory"], &deal[..]].concat());
            let fields: &[&str] = if algorithm == "maxn" { &["payoff", "move", "pv", "moves"] } else { &["move"] };
            for field in fields {
                assert_eq!(alone[field], plain[field], "{game} {deal:?}");
            }
        }
    }
}

#[test]
fn any_number_of_threads_finds_the_same_paranoid_line() {
    for (game, cards) in [("spades", "7"), ("hearts", "7"), ("sergeant-major", "7"), ("bridge", "6")] {
        for deal in ["1", "2", "3", "4", "5"] {
            let deal = ["--deal", deal, "--cards", cards, "--algorithm", "paranoid", "--json"];
            let solve = |threads| answer(&[&["solve", game, "--threads", threads], &deal[..]].concat());
            let alone = solve("1");
            for threads in ["2", "3"] {
                assert_eq!(alone, solve(threads), "{game} {deal:?}, {threads} threads");
            }
            let plain = answer(&[&["analyse", game, "--no-memory", "--window", "null"], &deal[..]].concat());
            let mover = plain["mover"].as_u64().unwrap() as usize - 1;
            assert_eq!(alone["move"], plain["move"], "{game} {deal:?}");
            assert_eq!(alone["payoff"][mover], plain["payoff"][mover], "{game} {deal:?}");
        }
    }
}

#[test]
fn a_file_of_deals_is_gone_on_with_where_it_was_left() {
    let folder: PathBuf = std::env::temp_dir().join(format!("cutthroat-cli-solve-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let (deals, out) = (folder.join("deals"), folder.join("out"));
    std::fs::write(
        &deals,
        "1:6.2..KT8 .9.987.J 5.T6.J2. bids=1,0,0\n1:93..J.A3 .A.K7.J7 6.K4.A8. bids=3,2,2\n\
         1:432.J.9. T.8.A8.T .Q95.7.J bids=4,1,0\n",
    )
    .unwrap();
    let arguments = ["solve", "spades", "--deals", deals.to_str().unwrap(), "--out", out.to_str().unwrap(), "--quiet"];
    assert!(cutthroat(&arguments).status.success());
    let whole = std::fs::read_to_string(&out).unwrap();
    assert_eq!(whole.lines().count(), 4, "how they are solved, and three deals");
    let (code, told) = refused(&arguments);
    assert!(code == 1 && told.contains("--resume"), "{told}");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), whole, "a refusal writes nothing");
    for kept in [0, 1, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&out, &whole[..kept]).unwrap();
        assert!(cutthroat(&[&arguments[..], &["--resume"]].concat()).status.success());
        assert_eq!(std::fs::read_to_string(&out).unwrap(), whole, "after {kept} bytes");
    }
    let told = String::from_utf8(cutthroat(&[&arguments[..6], &["--resume"]].concat()).stdout).unwrap();
    assert!(told.starts_with("3 deals solved before, none left to solve, in "), "{told}");
    std::fs::write(&deals, "1:6.2..KT8 .9.987.J 5.T6.J2. bids=1,0,0\n1:6.2..KT8 .9.987.J 5.T6.J3. bids=1,0,0\n")
        .unwrap();
    let (code, told) = refused(&[&arguments[..], &["--resume"]].concat());
    assert!(code == 1 && told.contains("it was begun with deals `3 with checksum "), "{told}");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), whole, "a refusal writes nothing");
    std::fs::remove_dir_all(&folder).unwrap();
}

const THREE_DEALS: &str = "1:AK.Q.J2. QJ.A.K.2 T9.K.A.A\n1:A.Q.J.4 J.A.K.2 T.K.A.A\n1:K.Q.J.4 J.T.K.2 T.K.A.A\n";

#[test]
fn results_of_other_settings_are_not_mixed() {
    let folder: PathBuf = std::env::temp_dir().join(format!("cutthroat-cli-settings-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let (deals, out) = (folder.join("deals"), folder.join("out"));
    std::fs::write(&deals, THREE_DEALS).unwrap();
    let [deals, out] = [&deals, &out].map(|path| path.to_str().unwrap());
    let solve = |options: &[&'static str]| {
        let files = ["--deals", deals, "--out", out, "--resume"];
        [&["solve"][..], options, &files].concat().into_iter().map(str::to_owned).collect::<Vec<String>>()
    };
    let usual = solve(&["sergeant-major", "--eval", "tricks", "--trump", "N"]);
    let usual: Vec<&str> = usual.iter().map(String::as_str).collect();
    assert!(cutthroat(&usual).status.success());
    let whole = std::fs::read_to_string(out).unwrap();
    let two = whole.split_inclusive('\n').take(3).collect::<String>();
    let game = "sergeant-major";
    let others: [(&[&'static str], &str); 8] = [
        (&["oh-hell", "--eval", "tricks", "--trump", "N"], "game `sergeant-major`, not `oh-hell`"),
        (&[game, "--eval", "so-far", "--trump", "N"], "evaluation `tricks`, not `so-far`"),
        (&[game, "--eval", "tricks", "--trump", "S"], "trump `N`, not `S`"),
        (&[game, "--eval", "tricks", "--trump", "N", "--algorithm", "paranoid"], "algorithm `maxn`, not `paranoid`"),
        (&[game, "--eval", "tricks", "--trump", "N", "--ties", "spiteful"], "ties `first`, not `spiteful`"),
        (&[game, "--eval", "tricks", "--trump", "N", "--ties", "random", "--seed", "3"], "seed nothing, not `3`"),
        (&[game, "--eval", "tricks", "--trump", "N", "--all-moves"], "all moves `false`, not `true`"),
        (&[game, "--eval", "tricks", "--trump", "N", "--memory", "8"], "MiB of memory nothing, not `8`"),
    ];
    for kept in [&whole, &two] {
        std::fs::write(out, kept).unwrap();
        for (options, expected) in others {
            let asked = solve(options);
            let (code, told) = refused(&asked.iter().map(String::as_str).collect::<Vec<_>>());
            assert!(code == 1 && told.contains(expected) && told.contains("it was begun with "), "{told}");
            assert_eq!(&std::fs::read_to_string(out).unwrap(), kept, "a refusal writes nothing");
        }
    }
    let older = whole.split_once('\n').unwrap().1;
    let (newer, letter) = (whole.replacen("\"form\":1", "\"form\":2", 1), "Dear Sir, this is a letter");
    let spoiled = [&whole[..whole.len() - 1], "\nDear Sir\n"].concat();
    let lines = ["Dear Sir,\n\nthis is a letter\n", "{\"a\":1}\n", "[]\n", "\n"];
    let cases =
        [(older, "was written by an older version, without its settings"), (&newer, "(form 2; this one reads form 1)")];
    let cases = cases
        .into_iter()
        .chain([(letter, "is not a file of solved deals"), (&spoiled, "line 5: this is not a result")]);
    for (kept, expected) in cases.chain(lines.map(|text| (text, "is not a file of solved deals"))) {
        std::fs::write(out, kept).unwrap();
        let (code, told) = refused(&usual);
        assert!(code == 1 && told.contains(expected), "{told}");
        assert_eq!(std::fs::read_to_string(out).unwrap(), kept, "a refusal writes nothing");
    }
    // The usual evaluation by name, or not, is the same.
    std::fs::write(out, "").unwrap();
    let named = ["solve", "spades", "--deals", deals, "--out", out, "--resume", "--quiet"];
    assert!(cutthroat(&named).status.success());
    assert!(cutthroat(&[&named[..], &["--eval", "tricks"]].concat()).status.success());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn one_run_at_a_time_writes_the_results() {
    let folder: PathBuf = std::env::temp_dir().join(format!("cutthroat-cli-writers-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let (deals, out) = (folder.join("deals"), folder.join("out"));
    std::fs::write(&deals, THREE_DEALS).unwrap();
    let held = std::fs::File::create(&out).unwrap();
    held.try_lock().unwrap();
    let arguments = ["solve", "spades", "--deals", deals.to_str().unwrap(), "--out", out.to_str().unwrap(), "--resume"];
    let (code, told) = refused(&arguments);
    assert!(code == 1 && told.contains("another run is using it"), "{told}");
    drop(held);
    assert!(cutthroat(&arguments).status.success());
    for file in ["/dev/null", folder.to_str().unwrap()] {
        let (code, told) = refused(&[&arguments[..5], &[file, "--resume"]].concat());
        assert!(code == 1 && told.contains("is not a file, so nothing can be kept in it"), "{told}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// More threads than are useful are not started, and endless files are not read for ever.
#[test]
fn nothing_runs_away() {
    let deal = ["solve", "spades", "--deal", "3", "--cards", "4"];
    let many = answer(&[&deal[..], &["--json", "--threads", "100000"]].concat());
    assert_eq!(many, answer(&[&deal[..], &["--json"]].concat()));
    let (code, told) = refused(&["solve", "spades", "--deals", "/dev/null", "--out", "/dev/null/none"]);
    assert!(code == 1 && told.contains("there are no deals in the file"), "{told}");
    for arguments in [
        &["solve", "spades", "--deals", "/dev/zero", "--out", "/dev/null/none"][..],
        &["solve", "spades", "--position", "@/dev/zero"],
        &["analyse", "spades", "--position", "@/dev/zero"],
        &["perft", "spades", "--depth", "1", "--position", "@/dev/zero"],
    ] {
        let (code, told) = refused(arguments);
        assert!(code == 1 && told.contains("cannot read /dev/zero: it has more than 256 MiB"), "{told}");
    }
}

/// The shards of a file of deals merge to the bytes of one run.
#[test]
fn shards_of_deals_merge_to_one_file() {
    let folder = std::env::temp_dir().join(format!("cutthroat-solve-shards-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let deal = |deal: usize| {
        let shown = cutthroat(&["analyse", "hearts", "--deal", &deal.to_string(), "--cards", "3", "--json"]);
        let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
        shown["position"].as_str().unwrap().to_owned() + "\n"
    };
    let deals = path("deals");
    std::fs::write(&deals, (1..=9).map(deal).collect::<String>()).unwrap();
    let solve = |out: &str, more: &[&str]| {
        let run = cutthroat(&[&["solve", "hearts", "--deals", &deals, "--out", out, "--quiet"], more].concat());
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    };
    let whole = path("whole");
    solve(&whole, &[]);
    let expected = std::fs::read(&whole).unwrap();
    for of in [1, 2, 4, 9] {
        let parts: Vec<String> = (1..=of).map(|place| path(&format!("{place}-of-{of}"))).collect();
        for (place, part) in (1..).zip(&parts) {
            solve(part, &["--shard", &format!("{place}/{of}")]);
            solve(part, &["--shard", &format!("{place}/{of}"), "--resume"]);
        }
        let mut names: Vec<&str> = parts.iter().rev().map(String::as_str).collect();
        names.push(&parts[0]);
        let merged = path(&format!("merged-{of}"));
        for new in [9, 0] {
            let told = cutthroat(&[&["results", "merge", "--out", &merged], &names[..]].concat()).stdout;
            assert_eq!(String::from_utf8(told).unwrap(), format!("9 deals in {merged}, {new} new\n"));
            assert_eq!(std::fs::read(&merged).unwrap(), expected);
        }
    }
    let merged = path("refused");
    let refuses = |parts: &[&str], expected: &str| {
        let (_, told) = refused(&[&["results", "merge", "--out", &merged], parts].concat());
        assert!(told.contains(expected), "{told}");
        assert!(!std::path::Path::new(&merged).exists());
    };
    let (one, two) = (path("1-of-2"), path("2-of-2"));
    refuses(&[&one], "missing: shard 2 of 2 (deals 5 to 9)");
    refuses(&[&one, &whole], "whole: is not a shard");
    refuses(&[&one, &two, "--incomplete"], "all shards have to be there");
    let text = std::fs::read_to_string(&two).unwrap();
    let spoiled = path("spoiled");
    for (change, expected) in [
        (text.replace("\"number\":7,", "\"number\":7,\"x\":1,"), ""),
        (text.replace("\"ties\":\"first\"", "\"ties\":\"last\""), "it has ties `last`, not `first`"),
        (text.replacen("\"commit\":", "\"commit\":\"0123\",\"was\":", 1), "it has commit `0123`, not "),
        (
            text.lines().take(4).map(|line| format!("{line}\n")).collect(),
            "shard 2/2 is not finished: deals 8 to 9 missing",
        ),
        (text.clone() + "{}\n", "line 7: this is not a result"),
    ] {
        assert_ne!(change, text);
        std::fs::write(&spoiled, change).unwrap();
        if expected.is_empty() {
            refuses(&[&one, &two, &spoiled], "deal 7 solved twice, and the copies differ");
        } else {
            refuses(&[&one, &spoiled], expected);
        }
    }
    let (code, told) = refused(&["solve", "hearts", "--deals", &deals, "--out", &merged, "--shard", "1/10"]);
    assert!(code == 2 && told.contains("9 cannot be divided into 10 shards"), "{told}");
    std::fs::remove_dir_all(folder).unwrap();
}
