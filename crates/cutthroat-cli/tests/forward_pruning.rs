//! `cutthroat forward-pruning` as people and programs use it.

use std::process::{Command, Output};

fn cutthroat(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cutthroat")).arg("forward-pruning").args(arguments).output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = cutthroat(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> serde_json::Value {
    let text = printed(arguments);
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_model_lists_its_probabilities() {
    let p_game = json(&["model", "--tree", "p-game", "--p", "0.9", "--heights", "15", "--json"]);
    let alike = json(&["model", "--tree", "n-game-like", "--p", "0.9", "--heights", "15", "--json"]);
    assert_eq!(p_game["D"].as_array().unwrap().len(), 15);
    assert_eq!(p_game["D"], p_game["D_prime"]);
    assert_eq!(alike["D_prime"], p_game["D"]);
    let at = |object: &serde_json::Value, place: usize| object["D"][place].as_f64().unwrap();
    assert!((at(&p_game, 0) - 0.9967).abs() < 1e-4 && (at(&alike, 4) - 0.9803).abs() < 1e-4);
    let table = printed(&["model", "--tree", "n-game-like", "--p", "1"]);
    assert_eq!(table.matches("1.0000").count(), 30, "{table}");
}

#[test]
fn figures_are_written_with_their_numbers() {
    let folder = std::env::temp_dir().join(format!("cutthroat-figures-{}", std::process::id()));
    let out = folder.join("a/b");
    let told = printed(&["figures", "--out", out.to_str().unwrap(), "--trees", "20", "--threads", "2"]);
    assert!(told.contains("n-game of height 6") && told.contains("1994-figure3.svg"), "{told}");
    let mut names: Vec<String> =
        std::fs::read_dir(&out).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let expected = [3, 4, 5].map(|figure| [format!("1994-figure{figure}.csv"), format!("1994-figure{figure}.svg")]);
    assert_eq!(names, expected.concat());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_game_is_measured_and_concluded_upon() {
    let measure = ["measure", "bridge", "--cards", "3", "--deals", "60", "--budgets", "10,100"];
    let told = printed(&measure);
    for part in ["sibling correlation", "best 2", "difference", "The moves of a position of bridge are"] {
        assert!(told.contains(part), "{part} is not in {told}");
    }
    let found = json(&[&measure[..], &["--json", "--threads", "1"]].concat());
    assert_eq!(found["pruned"].as_array().unwrap().len(), 2);
    assert!(found["correlation"]["estimate"].as_f64().unwrap() > 0.0);
}

#[test]
fn nonsense_is_told_in_one_line() {
    let folder = std::env::temp_dir().join(format!("cutthroat-no-figures-{}", std::process::id()));
    let out = folder.to_str().unwrap();
    let p_game = ["model", "--tree", "p-game"];
    let cases: [(&[&str], i32, &str); 17] = [
        (&["model", "--tree", "p-game", "--p", "1.5"], 2, "p = 1.5 is not a chance from 0 to 1"),
        (&["model", "--tree", "p-game", "--p", "-0.1"], 2, "p = -0.1 is not a chance"),
        (&["model", "--tree", "p-game", "--p", "nan"], 2, "not a chance"),
        (&["model", "--tree", "p-game", "--p", "0.5", "--heights", "0"], 2, "heights go from 1 to 500, not 0"),
        (&["model", "--tree", "n-game-like", "--p", "0.5", "--heights", "9999999999"], 2, "not 9999999999: memory"),
        (&["model", "--tree", "oak", "--p", "0.5"], 2, "n-game-like, p-game"),
        (&p_game, 2, "--p"),
        (&["study", "--trees", "0"], 2, "0 trees of a height; there can be from 2"),
        (&["study", "--trees", "99999999999"], 2, "there can be from 2 to 1000000"),
        (&["study", "--trees", "10", "--threads", "0"], 2, "a whole number from 1 on is needed"),
        (&["figures", "--out", out, "--trees", "1"], 2, "1 tree of a height"),
        (&["figures", "--out", out, "--threads", "0"], 2, "a whole number from 1 on is needed"),
        (&["figures", "--out", "/dev/null/here", "--trees", "5"], 1, "cannot write to /dev/null/here"),
        (&["measure", "chess"], 2, "there is no game `chess`"),
        (&["measure", "spades", "--cards", "99"], 2, "99"),
        (&["measure", "spades", "--keep", "0"], 2, "--keep 0 is not a list of numbers of moves from 1 on"),
        (&["measure", "spades", "--cards", "1", "--deals", "3"], 1, "had anything to decide"),
    ];
    for (arguments, code, expected) in cases {
        let output = cutthroat(arguments);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(expected), "{arguments:?} said: {told}");
        assert_eq!(told.lines().count(), 1, "{arguments:?} said: {told}");
        assert_eq!(output.status.code(), Some(code), "{arguments:?} said: {told}");
        assert!(output.stdout.is_empty());
    }
    assert!(!folder.exists(), "nothing was left");
}
