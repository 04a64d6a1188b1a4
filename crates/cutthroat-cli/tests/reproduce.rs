//! `cutthroat reproduce` as people and programs use it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn reproduce(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cutthroat")).arg("reproduce").args(arguments).output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = reproduce(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("cutthroat-reproduce-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn experiments_are_listed() {
    let listed = printed(&["--list"]);
    for id in [
        "1994-figure3",
        "2000-table2",
        "2002-table4",
        "2003-table11",
        "2005-table4",
        "2005-figures",
        "successors",
        "players",
    ] {
        assert!(listed.contains(&format!("  {id} ")), "{id} is not in {listed}");
    }
    assert_eq!(listed.lines().filter(|line| line.starts_with("  ")).count(), 21);
}

#[test]
fn an_experiment_is_reported() {
    let told = printed(&["2005-table1"]);
    assert!(told.contains("| ranks of tricks [2, 0, 1] | [4, 0, 0] | [4, 0, 0] |  |  | agrees |  |"), "{told}");
    assert!(!told.contains("differs |"), "{told}");
    let told = printed(&["2000-table1"]);
    assert!(told.contains("| maxsum, turned round | 52 | 52 |  |  | agrees |  |"), "{told}");
}

#[test]
fn what_is_finished_is_kept_and_the_rest_made_again() {
    let out = folder("kept");
    let path = out.to_str().unwrap();
    printed(&["2005-table1", "--out", path]);
    let refused = reproduce(&["2000-table1", "--out", path]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--resume goes on"));
    printed(&["2000-table1", "--out", path, "--resume"]);
    printed(&["2005-figures", "--out", path, "--resume"]);
    let (csv, figure) = (read(&out, "report.csv"), read(&out, "2005-figure8.svg"));
    for id in ["2005-table1", "2000-table1", "2005-figures"] {
        assert!(csv.contains(&format!("\n{id},")), "{id} is not in {csv}");
    }
    let html = read(&out, "report.html");
    for part in ["<svg", "2005-figures", "seed 1", "scale quick", "cutthroat reproduce", "</html>"] {
        assert!(html.contains(part), "{part}");
    }
    assert!(!html.contains("<link") && !html.contains("src=") && !html.contains("@import"), "nothing is fetched");
    fs::remove_file(out.join("2005-figure8.svg")).unwrap();
    printed(&["2000-table1", "--out", path, "--resume"]);
    printed(&["2005-figures", "--out", path, "--resume"]);
    assert_eq!(read(&out, "report.csv"), csv);
    assert_eq!(read(&out, "2005-figure8.svg"), figure);
    fs::remove_file(out.join("report.csv")).unwrap();
    printed(&["all", "--out", path, "--report"]);
    assert_eq!(read(&out, "report.csv"), csv, "the report of what is there, and nothing is run");
    let other = reproduce(&["2000-table1", "--out", path, "--resume", "--seed", "2"]);
    assert_eq!(other.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&other.stderr).contains("scale quick and seed 1 in it already"));
    let held = fs::OpenOptions::new().write(true).open(out.join("run.json")).unwrap();
    held.try_lock().unwrap();
    let second = reproduce(&["2000-table1", "--out", path, "--resume"]);
    assert_eq!(second.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&second.stderr).contains("another run is using it"));
    fs::remove_dir_all(&out).unwrap();
}

/// A folder may be filled by several commands, with samples of different sizes: its report has them all.
#[test]
fn a_report_says_by_which_commands() {
    let out = folder("commands");
    let path = out.to_str().unwrap();
    printed(&["2005-table1", "--scale", "paper", "--out", path]);
    printed(&["2000-table1", "--scale", "paper", "--sample", "20", "--out", path, "--resume"]);
    let commands = [
        "cutthroat reproduce 2000-table1 --scale paper --sample 20 --seed 1",
        "cutthroat reproduce 2005-table1 --scale paper --seed 1",
    ];
    assert!(read(&out, "report.md").contains(&format!("\n    {}\n\n", commands.join("\n    "))));
    assert!(read(&out, "report.html").contains(&format!("<pre>{}</pre>", commands.join("\n"))));
    fs::remove_dir_all(&out).unwrap();
}

#[test]
fn threads_change_nothing() {
    let results = ["1", "3"].map(|threads| {
        let out = folder(threads);
        printed(&["1994-figure5", "--out", out.to_str().unwrap(), "--threads", threads]);
        let found = ["1994-figure5.jsonl", "1994-figure5.svg", "report.csv"].map(|name| read(&out, name));
        fs::remove_dir_all(&out).unwrap();
        found
    });
    assert_eq!(results[0], results[1]);
}

#[test]
fn nonsense_is_told_in_one_line() {
    let out = folder("none");
    let path = out.to_str().unwrap();
    let cases: [(&[&str], i32, &str); 14] = [
        (&["2005-table9"], 2, "there is no experiment or paper `2005-table9`; --list"),
        (&["2005-table9", "--out", path], 2, "there is no experiment"),
        (&[], 2, "ID | PAPER | all"),
        (&["all", "--list"], 2, "--list"),
        (&["2000-table1", "--scale", "huge"], 2, "quick, paper"),
        (&["2000-table1", "--resume"], 2, "--out"),
        (&["2000-table1", "--threads", "0"], 2, "--threads"),
        (&["2000-table1", "--nodes", "0"], 2, "--nodes"),
        (&["all", "--report"], 2, "--out"),
        (&["2000-table1", "--calibrate", path], 2, "--calibrate is for successors and players, not for 2000-table1"),
        (&["successors", "--calibrate", path, "--nodes", "5"], 2, "--nodes"),
        (&["successors", "--calibrate", "/dev/null/here", "--list"], 2, "--list"),
        (&["all", "--report", "--out", path], 1, "has no results in it to report"),
        (&["2000-table1", "--out", "/dev/null/here"], 1, "/dev/null/here"),
    ];
    for (arguments, code, expected) in cases {
        let output = reproduce(arguments);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(expected), "{arguments:?} said: {told}");
        assert_eq!(told.lines().count(), 1, "{arguments:?} said: {told}");
        assert_eq!(output.status.code(), Some(code), "{arguments:?} said: {told}");
        assert!(output.stdout.is_empty());
    }
    assert!(!out.exists(), "nothing was left");
}

/// The pieces of an experiment are text that can be kept and carried elsewhere: a copy of the folder can be continued,
/// and unfinished parts are reported as such.
#[test]
fn pieces_are_carried_to_another_folder() {
    let (out, copy) = (folder("pieces"), folder("copy"));
    let path = out.to_str().unwrap();
    printed(&["2000-average", "--out", path]);
    let (whole, csv) = (read(&out, "2000-average.jsonl"), read(&out, "report.csv"));
    fs::create_dir_all(&copy).unwrap();
    fs::copy(out.join("run.json"), copy.join("run.json")).unwrap();
    let some: Vec<&str> = whole.lines().take(whole.lines().count() - 2).collect();
    fs::write(copy.join("2000-average.jsonl"), some.join("\n")).unwrap();
    let path = copy.to_str().unwrap();
    let told = printed(&["2000-average", "--out", path, "--report"]);
    assert!(told.contains("| 18 of 200 trees |") && told.contains("Not finished"), "{told}");
    printed(&["2000-average", "--out", path, "--resume"]);
    assert_eq!(read(&copy, "report.csv"), csv);
    let other = reproduce(&["2002-table4", "--out", path, "--report", "--nodes", "5"]);
    assert_eq!(other.status.code(), Some(2), "a report is of what is there");
    fs::remove_dir_all(&out).unwrap();
    fs::remove_dir_all(&copy).unwrap();
}

/// The shards of some experiments merge to the folder of one run, report included.
#[test]
fn shards_of_experiments_merge_to_one_folder() {
    let folder = folder("shards");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let whole = path("whole");
    let paper = "2005-table3";
    printed(&[paper, "--out", &whole]);
    let merge = |parts: &[String], out: &str| {
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        Command::new(env!("CARGO_BIN_EXE_cutthroat"))
            .args(["results", "merge", "--out", out])
            .args(parts)
            .output()
            .unwrap()
    };
    for of in [1, 3] {
        let parts: Vec<String> = (1..=of).map(|place| path(&format!("{place}-of-{of}"))).collect();
        for (place, part) in (1..).zip(&parts) {
            let told = printed(&[paper, "--out", part, "--shard", &format!("{place}/{of}")]);
            assert_eq!(told, format!("shard {place}/{of} is finished, in {part}\n"));
        }
        let merged = path(&format!("merged-{of}"));
        let twice: Vec<String> = parts.iter().rev().chain(&parts).cloned().collect();
        for _ in 0..2 {
            let run = merge(&twice, &merged);
            assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
            for file in fs::read_dir(&whole).unwrap() {
                let name = file.unwrap().file_name().into_string().unwrap();
                assert_eq!(read(Path::new(&merged), &name), read(Path::new(&whole), &name), "{name}");
            }
            assert_eq!(fs::read_dir(&merged).unwrap().count(), fs::read_dir(&whole).unwrap().count());
        }
    }
    let refuses = |parts: &[String], expected: &str| {
        let run = merge(parts, &path("refused"));
        let told = String::from_utf8(run.stderr).unwrap();
        assert!(!run.status.success() && told.lines().count() == 1 && told.contains(expected), "{told}");
        assert!(!Path::new(&path("refused")).exists());
    };
    let [one, two, three] = ["1-of-3", "2-of-3", "3-of-3"].map(path);
    refuses(&[one.clone(), three.clone()], "missing: shard 2 of 3");
    refuses(&[one.clone(), whole.clone()], "is not a shard");
    let journal = Path::new(&two).join(format!("{paper}.jsonl"));
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(
        &journal,
        text.lines().filter(|line| !line.contains("finished")).map(|line| format!("{line}\n")).collect::<String>(),
    )
    .unwrap();
    refuses(&[one.clone(), two.clone(), three.clone()], "2005-table3 is not finished");
    fs::write(&journal, &text).unwrap();
    let settings = Path::new(&two).join("run.json");
    let kept = fs::read_to_string(&settings).unwrap();
    fs::write(&settings, kept.replace("\"seed\": 1", "\"seed\": 2")).unwrap();
    refuses(&[one, two, three], "seed 2, not version");
    fs::remove_dir_all(&folder).unwrap();
}
