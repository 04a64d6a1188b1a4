//! Boards of bridge in PBN and LIN at the command line, and the twenty results.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Everybody holds a suit, in which they take all tricks.
const A_SUIT_EACH: &str = "[Board \"1\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n\
    [Deal \"N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432\"]\n[Declarer \"N\"]\n[Contract \"7S\"]\n\
    [Play \"E\"]\nHA D2 C2 S2\n*\n";
const IN_LIN: &str =
    "md|1SHDAKQJT98765432C,SHDCAKQJT98765432,SAKQJT98765432HDC,SHAKQJT98765432DC|sv|o|mb|p|mb|p|mb|7S|mb|p|mb|p|mb|p|";

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
    (output.status.code().unwrap(), told)
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("cutthroat-cli-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn every_strain_of_a_board_is_solved_and_written_as_pbn() {
    let folder = folder("strains");
    let (boards, out) = (folder.join("boards.pbn"), folder.join("solved.pbn"));
    let turned = A_SUIT_EACH.replace("\"N:", "\"E:").replace("[Declarer \"N\"]", "").replace("[Contract \"7S\"]", "");
    let turned = turned.split("[Play").next().unwrap().to_owned();
    fs::write(&boards, format!("{A_SUIT_EACH}\n{turned}")).unwrap();
    let (boards, out) = (boards.to_str().unwrap(), out.to_str().unwrap());
    let all = ["solve", "bridge", "--strains", "all", "--deals", boards, "--out", out];
    assert_eq!(printed(&all), format!("2 boards solved, in {out}\n"));
    let solved = fs::read_to_string(out).unwrap();
    for line in
        ["N S  13", "N NT  0", "E H  13", "W NT  0", "[OptimumScore \"NS 1510\"]", "[ParContract \"7S by NS =\"]"]
    {
        assert!(solved.lines().any(|written| written == line), "{line} is not in {solved}");
    }
    assert!(solved.contains("\nHA D2 C2 S2\n*\n"), "the play is kept: {solved}");
    // What is written can be solved again, and nothing changes.
    let again = folder.join("again.pbn");
    let again = again.to_str().unwrap();
    printed(&["solve", "bridge", "--strains", "all", "--deals", out, "--out", again]);
    assert_eq!(fs::read_to_string(again).unwrap(), solved);
    let (code, told) = refused(&all);
    assert!(code == 1 && told.contains("there are results already"), "{told}");
    printed(&[&all[..], &["--resume"]].concat());
    assert_eq!(fs::read_to_string(out).unwrap(), solved);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn positions_come_from_records() {
    let folder = folder("records");
    let (pbn, lin) = (folder.join("a.pbn"), folder.join("a.lin"));
    fs::write(&pbn, A_SUIT_EACH).unwrap();
    fs::write(&lin, IN_LIN).unwrap();
    let at = |file: &PathBuf| format!("@{}", file.display());
    let (pbn, lin) = (at(&pbn), at(&lin));
    let solve = |more: &[&str]| {
        printed(&[&["solve", "bridge", "--position", &pbn, "--algorithm", "paranoid", "--quiet"], more].concat())
    };
    let from_lin = printed(&["solve", "bridge", "--position", &lin, "--algorithm", "paranoid", "--quiet"]);
    assert_eq!(solve(&[]), from_lin);
    let later = printed(&["analyse", "bridge", "--position", &pbn, "--after", "4", "--depth", "1", "--json"]);
    assert!(later.contains("\"mover\":1"), "north took the first trick: {later}");
    let table = printed(&["solve", "bridge", "--position", &lin, "--strains", "all"]);
    assert!(table.starts_with("declarer      NT   S   H   D   C\nN (seat 1)     0  13   0  13   0\n"), "{table}");
    for (more, expected) in [
        (&["--board", "2"][..], "--board 2: the file has 1 board"),
        (&["--after", "5"], "--after 5: 4 cards were played"),
    ] {
        let (code, told) = refused(&[&["analyse", "bridge", "--position", &pbn], more].concat());
        assert!(code == 2 && told.contains(expected), "{told}");
    }
    let (code, told) = refused(&["analyse", "hearts", "--position", "1:A... K... Q...", "--board", "1"]);
    assert!(code == 2 && told.contains("--board goes with a record of another program"), "{told}");
    let twice = folder.join("twice.pbn");
    fs::write(&twice, A_SUIT_EACH.replace("AKQJT98765432...", "AAQJT98765432...")).unwrap();
    let (code, told) = refused(&["analyse", "bridge", "--position", &at(&twice)]);
    assert!(code == 1 && told.contains("board 1: SA is there twice"), "{told}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn shells_and_manuals_have_every_command() {
    let folder = folder("manual");
    printed(&["manual", folder.to_str().unwrap()]);
    let bash = printed(&["completions", "bash"]);
    for command in ["analyse", "advise", "solve", "match", "replay", "serve"] {
        assert!(folder.join(format!("cutthroat-{command}.1")).exists(), "{command}");
        assert!(bash.contains(&format!("cutthroat,{command})")), "{command}");
    }
    let front = printed(&[]);
    for line in front.lines().filter_map(|line| line.strip_prefix("  cutthroat ")) {
        let command = line.split(' ').next().unwrap();
        assert!(["analyse", "play", "serve", "match", "games"].contains(&command), "{front}");
    }
    fs::remove_dir_all(folder).unwrap();
}
