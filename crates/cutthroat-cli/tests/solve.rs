//! Whole deals at the command line: over threads, in files, stopped and gone on with.

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
    assert_eq!(whole.lines().count(), 3);
    let (code, told) = refused(&arguments);
    assert!(code == 1 && told.contains("--resume"), "{told}");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), whole, "a refusal writes nothing");
    for kept in [0, 1, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&out, &whole[..kept]).unwrap();
        assert!(cutthroat(&[&arguments[..], &["--resume"]].concat()).status.success());
        assert_eq!(std::fs::read_to_string(&out).unwrap(), whole, "after {kept} bytes");
    }
    std::fs::write(&deals, "1:6.2..KT8 .9.987.J 5.T6.J2. bids=1,0,0\n1:6.2..KT8 .9.987.J 5.T6.J9. bids=1,0,0\n")
        .unwrap();
    let (code, told) = refused(&[&arguments[..], &["--resume"]].concat());
    assert!(code == 1, "{told}");
    std::fs::remove_dir_all(&folder).unwrap();
}
