//! Chinese Checkers and its table at the command line.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for each test, in which tables lie.
struct Data(PathBuf);

impl Data {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("cutthroat-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cutthroat"));
        command.args(arguments).env("CUTTHROAT_DATA", &self.0).output().unwrap()
    }

    /// What is printed when all goes well.
    fn told(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{arguments:?} said: {complaint}");
        assert!(complaint.is_empty(), "no progress bar where there is no terminal: {complaint}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// What went wrong, which must be one line, and the exit code.
    fn refused(&self, arguments: &[&str]) -> (i32, String) {
        let output = self.run(arguments);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(complaint.lines().count(), 1, "{arguments:?} said: {complaint}");
        assert!(output.stdout.is_empty(), "{arguments:?} printed something");
        (output.status.code().unwrap(), complaint)
    }

    fn table(&self, action: &[&str]) -> Vec<String> {
        let words = ["table", "chinese-checkers", "--pieces", "3"].iter().chain(action);
        words.map(|&word| word.to_owned()).collect()
    }

    fn table_told(&self, action: &[&str]) -> String {
        self.told(&self.table(action).iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn table_refused(&self, action: &[&str]) -> String {
        self.refused(&self.table(action).iter().map(String::as_str).collect::<Vec<_>>()).1
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const QUERY: [&str; 3] = ["query", "--position", "pieces=3 players=2 1=h1,i1,g4 2=a1,b1,b2"];

#[test]
fn a_table_is_built_described_checked_and_asked() {
    let data = Data::new("table");
    assert!(data.table_refused(&["info"]).contains("`cutthroat table chinese-checkers --pieces 3 build` makes it"));
    assert!(data.table_told(&["build"]).contains("3 pieces, 7,770 placements, 7,818 bytes, 14 moves deep"));
    assert!(data.table_told(&["build"]).contains("was there already"));
    assert!(data.table_told(&["build", "--force"]).contains("built in"));
    let info: serde_json::Value = serde_json::from_str(&data.table_told(&["info", "--json"])).unwrap();
    assert_eq!((&info["placements"], &info["depth"], &info["histogram"][0]), (&7_770.into(), &14.into(), &1.into()));
    assert!(data.table_told(&["verify", "--samples", "500"]).contains("checksum and 500 placements found right"));
    assert_eq!(data.table_told(&QUERY), "player 1: 1 move from the goal\nplayer 2: 0 moves from the goal\n");
    let analysis = ["analyse", "chinese-checkers", "--position", "pieces=3 players=2", "--depth", "2"];
    let payoff = |eval: &str| {
        let text = data.told(&[&analysis[..], &["--eval", eval, "--json"]].concat());
        serde_json::from_str::<serde_json::Value>(&text).unwrap()["payoff"].clone()
    };
    assert_eq!(payoff("table"), serde_json::json!([4, 4]));
    assert_eq!(payoff("table-difference"), serde_json::json!([14, 14]));
}

#[test]
fn a_bad_file_is_refused_and_built_again() {
    let data = Data::new("bad-table");
    data.table_told(&["build"]);
    let file = data.0.join("chinese-checkers-3.table");
    let whole = std::fs::read(&file).unwrap();
    let changed = |place: usize| {
        let mut bytes = whole.clone();
        bytes[place] ^= 4;
        bytes
    };
    let cases: [(Vec<u8>, &str); 4] = [
        (changed(1_000), "is damaged: its checksum is wrong; build it again"),
        (whole[..4_000].to_vec(), "has 4000 bytes instead of 7818: build it again"),
        (changed(16), "is a table of version 5, and this program reads version 1: build it again"),
        (Vec::new(), "is not a table of distances"),
    ];
    for (bytes, expected) in cases {
        for action in [&["info"][..], &["verify"], &QUERY] {
            std::fs::write(&file, &bytes).unwrap();
            let complaint = data.table_refused(action);
            assert!(complaint.contains(expected), "{action:?} said: {complaint}");
        }
        let built = data.table_told(&["build"]);
        assert!(built.starts_with("replaced: ") && built.contains(expected), "{built}");
        assert_eq!(std::fs::read(&file).unwrap(), whole, "the same table every time");
    }
}

#[test]
fn a_file_that_is_not_a_table_is_left_alone() {
    let data = Data::new("foreign-table");
    data.table_told(&["build"]);
    let file = data.0.join("chinese-checkers-3.table");
    let table = std::fs::read(&file).unwrap();
    let damaged = [b"C", &table[1..]].concat();
    for foreign in [b"Dear Sir, this is a letter.".to_vec(), damaged] {
        std::fs::write(&file, &foreign).unwrap();
        for action in [&["build"][..], &["build", "--force"], &["info"]] {
            let complaint = data.table_refused(action);
            assert!(complaint.contains("is not a table of distances"), "{complaint}");
            assert_eq!(std::fs::read(&file).unwrap(), foreign);
        }
    }
    std::fs::write(&file, &table).unwrap();
    let other = ["table", "chinese-checkers", "--pieces", "1", "--file", file.to_str().unwrap(), "build"];
    let (code, complaint) = data.refused(&other);
    assert!(code == 1 && complaint.contains("is a table for 3 pieces, not 1; --force builds it anew"), "{complaint}");
    assert_eq!(std::fs::read(&file).unwrap(), table);
    data.told(&[&other[..], &["--force"]].concat());
    for file in ["/dev/null", "/dev/zero", data.0.to_str().unwrap()] {
        let (code, complaint) = data.refused(&["table", "chinese-checkers", "--pieces", "1", "--file", file, "build"]);
        assert!(code == 1 && complaint.contains("is not a table of distances"), "{complaint}");
    }
}

#[test]
fn many_may_build_a_table_at_once_and_nothing_is_left_behind() {
    let data = Data::new("builds");
    let file = data.0.join("chinese-checkers-3.table");
    data.table_told(&["build"]);
    let table = std::fs::read(&file).unwrap();
    let letter = data.0.join("letter");
    std::fs::write(&letter, "Dear Sir").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&letter, data.0.join("chinese-checkers-3.table.part")).unwrap();
    std::fs::write(data.0.join(".chinese-checkers-3.table.4194305.part"), "left behind by a kill").unwrap();
    let build = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cutthroat"));
        command.args(data.table(&["build", "--force"])).env("CUTTHROAT_DATA", &data.0).spawn().unwrap()
    };
    let builds: Vec<_> = (0..10).map(|_| build()).collect();
    for mut build in builds {
        assert!(build.wait().unwrap().success());
    }
    assert_eq!(std::fs::read(&file).unwrap(), table);
    assert_eq!(std::fs::read(&letter).unwrap(), b"Dear Sir");
    let _ = std::fs::remove_file(data.0.join("chinese-checkers-3.table.part"));
    assert_eq!(std::fs::read_dir(&data.0).unwrap().count(), 2, "the table and the letter");
}

#[test]
fn what_makes_no_sense_is_told_in_one_line() {
    let data = Data::new("nonsense");
    let table = |words: &[&'static str]| [&["table"][..], words].concat();
    let analyse = |position: &'static str| vec!["analyse", "chinese-checkers", "--depth", "1", "--position", position];
    let cases = [
        (table(&["tree", "info"]), 2, "tree has no table; chinese-checkers has one"),
        (table(&["chinese-checkers", "--pieces", "10", "build"]), 1, "126,524,771,308,936 bytes"),
        (table(&["chinese-checkers", "--pieces", "7", "build"]), 2, "there is no board for 7 pieces"),
        (table(&["chinese-checkers", "query", "--position", "pieces=3"]), 1, "the position has 3 pieces a player"),
        (table(&["chinese-checkers", "query", "--position", "pieces=6 1=x1"]), 1, "`x1` is not a cell"),
        (table(&["chinese-checkers", "--file", "/proc/nowhere/t", "--pieces", "1", "build"]), 1, "/proc/nowhere/t"),
        (analyse("pieces=1 players=2 1=a1 2=a1"), 1, "a1 holds a piece of player 1 and one of player 2"),
        (analyse("pieces=1 players=2 moves=a1-d2"), 1, "d2 is not beside a1, and no chain of hops leads there"),
        (analyse("pieces=3 players=2 1=a1,b1 2=i1,h1,h2"), 1, "player 1 has 2 pieces, not 3"),
        (vec!["analyse", "chinese-checkers", "--deal", "1", "--players", "7"], 2, "for 2 to 6 players, not 7"),
        (vec!["analyse", "chinese-checkers", "--depth", "2"], 2, "chinese-checkers needs a --position"),
        (
            vec!["analyse", "chinese-checkers", "--deal", "1", "--eval", "distance", "--pruning", "speculative"],
            1,
            "speculative pruning by sums needs maxsum",
        ),
    ];
    for (arguments, expected_code, expected) in cases {
        let (code, complaint) = data.refused(&arguments);
        assert_eq!(code, expected_code, "{arguments:?} said: {complaint}");
        assert!(complaint.contains(expected), "{arguments:?} said: {complaint}");
    }
    let usage = data.run(&["table", "chinese-checkers"]);
    assert_eq!(usage.status.code(), Some(2));
}

#[test]
fn positions_are_drawn() {
    let data = Data::new("drawn");
    let svg = data.0.join("position.svg");
    let position = ["analyse", "chinese-checkers", "--position", "pieces=1 players=3", "--depth", "2"];
    let words = data.told(&[&position[..], &["--svg", svg.to_str().unwrap()]].concat());
    let usual = data.told(&["analyse", "chinese-checkers", "--deal", "1", "--quiet"]);
    assert_eq!(usual.lines().count(), 1, "without a depth the search still ends");
    assert!(words.contains("\na    1\nb . . . .\nc  . . .\nd 3 . . 2\ne    .\n"), "{words}");
    let drawing = std::fs::read_to_string(Path::new(&svg)).unwrap();
    assert!(
        drawing.starts_with("<svg") && drawing.contains("player 1 to move") && drawing.trim_end().ends_with("</svg>")
    );
}
