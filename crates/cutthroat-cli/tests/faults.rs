//! What goes wrong around the program: full and read-only disks, a clock that jumps, two writers, damaged files. What was
//! confirmed is never lost, nothing is done twice, and whatever cannot be done is told in one line.
//!
//! A few of each in the normal run; `CUTTHROAT_FAULTS=200` asks for more. `kills.rs` kills commands, `served_games.rs` the
//! server.
#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// How often each fault is tried in the normal run.
const SOME: usize = 4;

const PROGRAM: &str = env!("CARGO_BIN_EXE_cutthroat");

/// Seconds after which a command counts as one that does not end, on a machine that is busy with other work.
const PATIENCE: &str = "120";

const PLAY: [&str; 7] = ["match", "hearts", "--open", "--cards", "5", "--seats", "maxn:nodes=300,paranoid:nodes=300"];

/// As many games as fill a small disk.
const GAMES: [&str; 3] = ["--games", "48", "--quiet"];

const PIECES: [&str; 4] = ["table", "chinese-checkers", "--pieces", "3"];

fn times() -> usize {
    std::env::var("CUTTHROAT_FAULTS").ok().and_then(|times| times.parse().ok()).unwrap_or(SOME)
}

/// A plain generator of numbers, the same on every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }
}

/// A folder of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("cutthroat-faults-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("disk")).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// A command, which is killed if it takes far too long. Tables lie beside the rest.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("timeout");
        command.args([PATIENCE, PROGRAM]).args(arguments);
        command.env("CUTTHROAT_DATA", &self.0).stdin(Stdio::null());
        command
    }

    fn output(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn printed(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Deals to solve, one in each line.
    fn deals(&self) -> String {
        let deal = |seed: usize| {
            let analysis = ["analyse", "spades", "--cards", "5", "--depth", "1", "--json", "--deal", &seed.to_string()];
            let report: serde_json::Value = serde_json::from_str(&self.printed(&analysis)).unwrap();
            report["position"].as_str().unwrap().to_owned() + "\n"
        };
        let file = self.path("deals");
        std::fs::write(&file, (1..=20).map(deal).collect::<String>()).unwrap();
        file
    }

    /// Runs a script of the shell where file systems can be mounted; `None` where that is not allowed. `$P` is the program,
    /// `$F` this folder, `$D` a folder to mount something on.
    fn with_mounts(&self, script: &str) -> Option<String> {
        let unshare = |script: &str| {
            let mut command = Command::new("timeout");
            command.args([PATIENCE, "unshare", "--map-root-user", "--mount", "sh", "-c", script]);
            let (disk, data) = (self.path("disk"), &self.0);
            command.env("P", PROGRAM).env("F", data).env("D", disk).env("CUTTHROAT_DATA", data).stdin(Stdio::null());
            command.output()
        };
        let allowed = unshare("mount -t tmpfs -o size=64k none \"$D\"").is_ok_and(|output| output.status.success());
        if !allowed {
            println!("nothing can be mounted here: full and read-only disks are not tried");
            return None;
        }
        let output = unshare(script).unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{script}\n{told}\n{}", String::from_utf8_lossy(&output.stdout));
        Some(String::from_utf8(output.stdout).unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A command that was not killed by anything, did not panic, and has at most one line to say about what is wrong. Returns
/// whether it did what it was asked for.
#[track_caller]
fn is_calm(about: &str, output: &Output) -> bool {
    let (code, told) = (output.status.code(), String::from_utf8_lossy(&output.stderr));
    is_calm_line(about, code, &told)
}

#[track_caller]
fn is_calm_line(about: &str, code: Option<i32>, told: &str) -> bool {
    assert!(matches!(code, Some(0..=2)) && !told.contains("panicked"), "{about}: {code:?} {told}");
    assert!(told.lines().count() <= 1, "{about} says more than a line: {told}");
    assert!(code == Some(0) || !told.trim().is_empty(), "{about} does not say what is wrong");
    code == Some(0)
}

/// The lines `NAME CODE MESSAGE` that a script prints: whether each command was done, in order.
fn calm_lines(printed: &str) -> Vec<(String, bool, String)> {
    let calm = |line: &str| {
        let mut parts = line.splitn(3, ' ');
        let name = parts.next().unwrap().to_owned();
        let code = parts.next().and_then(|code| code.parse().ok());
        let told = parts.next().unwrap_or_default().replace('|', "\n");
        let done = is_calm_line(&name, code, told.trim_end());
        (name, done, told)
    };
    printed.lines().map(calm).collect()
}

/// A function of the shell that runs a command, and prints its name, its exit code and what it says.
const TELL: &str = r#"
    tell() { name=$1; shift; code=0; "$@" > "$F/out" 2> "$F/err" || code=$?; echo "$name $code $(tr '\n' '|' < "$F/err")"; }
"#;

/// Each long command on disks of many sizes, most of them too small, and then on a large one.
#[test]
fn a_full_disk_loses_nothing_that_was_finished() {
    let folder = Folder::new("full");
    let deals = folder.deals();
    let (store, solved, results) = (folder.path("m"), folder.path("s"), folder.path("r"));
    folder.printed(&[&PLAY[..], &GAMES, &["--out", &store]].concat());
    folder.printed(&["solve", "spades", "--deals", &deals, "--out", &solved]);
    folder.printed(&["reproduce", "1994-figure3", "--scale", "quick", "--quiet", "--out", &results]);
    let expected = folder.printed(&["results", &store, "--csv"]);
    let (play, pieces) = ([&PLAY[..], &GAMES].concat().join(" "), PIECES.join(" "));
    let mut refused = 0;
    for size in (0..times()).map(|time| 8 + 4 * (time * 7 % 9)) {
        let script = format!(
            r#"{TELL} set -e
            mount -t tmpfs -o size={size}k none "$D"
            tell match "$P" {play} --resume --out "$D/m"
            cp "$D/m" "$F/m.full" 2> /dev/null || true
            mount -o remount,size=64m "$D"
            tell more "$P" {play} --resume --out "$D/m"
            tell results "$P" results "$D/m" --csv
            cp "$F/out" "$F/m.csv"; ls -A "$D" > "$F/m.files"
            umount "$D"; mount -t tmpfs -o size={size}k none "$D"
            tell solve "$P" solve spades --deals "$F/deals" --resume --out "$D/s"
            cp "$D/s" "$F/s.full" 2> /dev/null || true
            mount -o remount,size=64m "$D"
            tell more "$P" solve spades --deals "$F/deals" --resume --out "$D/s"
            cp "$D/s" "$F/s.again"
            umount "$D"; mount -t tmpfs -o size={size}k none "$D"
            tell reproduce "$P" reproduce 1994-figure3 --scale quick --quiet --resume --out "$D/r"
            mount -o remount,size=64m "$D"
            tell more "$P" reproduce 1994-figure3 --scale quick --quiet --resume --out "$D/r"
            rm -rf "$F/r.again"; cp -r "$D/r" "$F/r.again"
            umount "$D"; mount -t tmpfs -o size={size}k none "$D"
            export CUTTHROAT_DATA="$D"
            tell table "$P" {pieces} build
            ls -A "$D" > "$F/t.files"
            mount -o remount,size=64m "$D"
            tell more "$P" {pieces} build
            tell verify "$P" {pieces} verify --samples 20
            "#
        );
        let Some(printed) = folder.with_mounts(&script) else { return };
        for (name, done, told) in calm_lines(&printed) {
            assert!(done || !matches!(name.as_str(), "more" | "results" | "verify"), "{size} KiB: {name}: {told}");
            refused += usize::from(!done);
        }
        assert_eq!(std::fs::read_to_string(folder.path("m.csv")).unwrap(), expected, "{size} KiB");
        assert_eq!(std::fs::read_to_string(folder.path("m.files")).unwrap(), "m\n", "{size} KiB");
        assert_eq!(std::fs::read(folder.path("s.again")).unwrap(), std::fs::read(&solved).unwrap(), "{size} KiB");
        let report = |folder: &str| std::fs::read_to_string(Path::new(folder).join("report.csv")).unwrap();
        assert_eq!(report(&folder.path("r.again")), report(&results), "{size} KiB");
        // A table is there as a whole, or not at all.
        let left = std::fs::read_to_string(folder.path("t.files")).unwrap();
        assert!(left.is_empty() || left == "chinese-checkers-3.table\n", "{size} KiB leave {left}");
    }
    assert!(refused >= times(), "{refused} commands were refused");
}

/// Nothing can be written: each command says so, and what is there can be read.
#[test]
fn a_disk_that_is_read_only_is_told_and_can_be_read() {
    let folder = Folder::new("read-only");
    folder.deals();
    let (play, pieces) = ([&PLAY[..], &GAMES].concat().join(" "), PIECES.join(" "));
    let more = play.replace("--games 48", "--games 90");
    let script = format!(
        r#"{TELL} set -e
        mount -t tmpfs -o size=64m none "$D"
        export CUTTHROAT_DATA="$D"
        tell made "$P" {play} --out "$D/m"
        head -n 5 "$F/deals" > "$F/few"
        tell made "$P" solve spades --deals "$F/few" --out "$D/s"
        tell made "$P" reproduce 1994-figure3 --scale quick --quiet --out "$D/r"
        tell made "$P" {pieces} build
        before=$(cd "$D" && find . -type f -exec cksum {{}} + | sort)
        mount -o remount,ro "$D"
        tell refused "$P" {more} --resume --out "$D/m"
        tell refused "$P" {play} --out "$D/n"
        tell refused "$P" solve spades --deals "$F/few" --resume --out "$D/s"
        tell refused "$P" reproduce 1994-figure3 --scale quick --quiet --resume --out "$D/r"
        tell refused "$P" {pieces} build --force
        tell refused "$P" results merge "$D/m" --out "$D/w"
        tell refused "$P" serve --port 0 --games "$D/games"
        tell read "$P" results "$D/m"
        tell read "$P" results "$D/m" --csv
        tell read "$P" replay "$D/m" 1
        tell read "$P" {pieces} verify --samples 20
        after=$(cd "$D" && find . -type f -exec cksum {{}} + | sort)
        [ "$before" = "$after" ]
        "#
    );
    let Some(printed) = folder.with_mounts(&script) else { return };
    for (name, done, told) in calm_lines(&printed) {
        assert_eq!(done, name != "refused", "{name}: {told}");
    }
}

/// A clock whose time of day jumps back and forth, even before 1970, and whose steady part leaps ahead as after a long sleep.
const CLOCK: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
#include <sys/time.h>
static const long jumps[] = {0, 3600, -86400, 315360000, -3000000000, 1, -1, 40000000000};
static volatile unsigned calls;
int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *)) dlsym(RTLD_NEXT, "clock_gettime");
    int done = real(clock, now);
    unsigned call = ++calls;
    if (clock == CLOCK_REALTIME) now->tv_sec += jumps[call % 8];
    else if (clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME) now->tv_sec += call / 64 * 100;
    return done;
}
int gettimeofday(struct timeval *now, void *zone) {
    struct timespec time;
    int done = clock_gettime(CLOCK_REALTIME, &time);
    now->tv_sec = time.tv_sec;
    now->tv_usec = time.tv_nsec / 1000;
    return done;
}
time_t time(time_t *now) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    if (now) *now = time.tv_sec;
    return time.tv_sec;
}
"#;

#[test]
fn a_clock_that_jumps_changes_nothing() {
    let folder = Folder::new("clock");
    let (source, clock) = (folder.path("clock.c"), folder.path("clock.so"));
    std::fs::write(&source, CLOCK).unwrap();
    let compiled = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o", &clock, &source, "-ldl"]).output();
    if !compiled.is_ok_and(|output| output.status.success()) {
        println!("there is no C compiler: jumping clocks are not tried");
        return;
    }
    let deals = folder.deals();
    let jumping = |arguments: &[&str]| {
        let mut command = Command::new(PROGRAM);
        command.args(arguments).env("CUTTHROAT_DATA", &folder.0).env("LD_PRELOAD", &clock).stdin(Stdio::null());
        command.output().unwrap()
    };
    for time in 0..times().div_ceil(4) {
        let name = |what: &str| folder.path(&format!("{what}{time}"));
        let (still, jumps) = (name("still"), name("jumps"));
        folder.printed(&[&PLAY[..], &GAMES, &["--out", &still]].concat());
        assert!(is_calm_or_shows("match", &jumping(&[&PLAY[..], &["--games", "48", "--out", &jumps]].concat())));
        let export = |file: &str| folder.printed(&["results", file, "--csv"]);
        assert_eq!(export(&jumps), export(&still));
        let (still, jumps) = (name("solved"), name("solved-jumps"));
        folder.printed(&["solve", "spades", "--deals", &deals, "--out", &still]);
        let solved = jumping(&["solve", "spades", "--deals", &deals, "--out", &jumps]);
        assert!(is_calm_or_shows("solve", &solved));
        assert_eq!(std::fs::read(&jumps).unwrap(), std::fs::read(&still).unwrap());
        for arguments in [
            &["analyse", "hearts", "--deal", "1", "--time", "0.2"][..],
            &["analyse", "chinese-checkers", "--deal", "1", "--time", "0.2", "--algorithm", "mcts"],
            &["advise", "hearts", "--view", "1:A..2. ? ? unseen=K.3.4.5", "--time", "0.1"],
            &["reproduce", "1994-figure3", "--scale", "quick", "--quiet"],
            &["bench", "--suite", "optimal"],
            &["table", "chinese-checkers", "--pieces", "3", "build", "--force"],
        ] {
            let output = jumping(arguments);
            is_calm_or_shows(arguments[0], &output);
        }
    }
}

/// As [`is_calm`], but progress may be shown where nothing is wrong.
#[track_caller]
fn is_calm_or_shows(about: &str, output: &Output) -> bool {
    if output.status.success() {
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{about}");
        return true;
    }
    is_calm(about, output)
}

/// Several runs begin at the same time on the same file: one writes, the others are told so, and the file is that of one run.
#[test]
fn of_two_writers_one_is_refused() {
    let folder = Folder::new("writers");
    let deals = folder.deals();
    let whole = folder.path("whole");
    folder.printed(&[&PLAY[..], &GAMES, &["--out", &whole]].concat());
    let expected = folder.printed(&["results", &whole, "--csv"]);
    let solved = folder.path("solved");
    folder.printed(&["solve", "spades", "--deals", &deals, "--out", &solved]);
    let mut refused = 0;
    for time in 0..times() {
        let (store, solutions) = (folder.path(&format!("m{time}")), folder.path(&format!("s{time}")));
        let experiment = folder.path(&format!("r{time}"));
        let commands: [Vec<&str>; 4] = [
            [&PLAY[..], &GAMES, &["--resume", "--out", &store]].concat(),
            vec!["solve", "spades", "--deals", &deals, "--resume", "--out", &solutions],
            vec!["reproduce", "1994-figure3", "--scale", "quick", "--quiet", "--resume", "--out", &experiment],
            [&PIECES[..], &["build", "--force"]].concat(),
        ];
        for arguments in &commands {
            let all = [0, 1, 2]
                .map(|_| folder.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
            let all = all.map(|run| run.wait_with_output().unwrap());
            let done = all.iter().filter(|output| is_calm(arguments[0], output)).count();
            assert!(done >= 1, "{arguments:?}: nobody could write");
            refused += 3 - done;
            // Whoever was refused can go on afterwards, and has nothing to do.
            folder.printed(arguments);
        }
        assert_eq!(folder.printed(&["results", &store, "--csv"]), expected);
        assert_eq!(std::fs::read(&solutions).unwrap(), std::fs::read(&solved).unwrap());
        folder.printed(&[&PIECES[..], &["verify", "--samples", "20"]].concat());
    }
    println!("{refused} of {} were refused", times() * 12);
}

/// Damages bytes in some way.
fn damaged(bytes: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let at = numbers.below(bytes.len());
    let end = (at + 1 + numbers.below(600)).min(bytes.len());
    match numbers.below(6) {
        0 => bytes.truncate(at),
        1 => bytes[at] ^= 1 << numbers.below(8),
        2 => bytes[at..end].fill(0),
        3 => {
            let piece = bytes[at..end].to_vec();
            bytes.extend(piece);
        }
        4 => {
            bytes.drain(at..end);
        }
        _ => {
            for _ in 0..8 {
                let at = numbers.below(bytes.len());
                bytes[at] = numbers.below(256) as u8;
            }
        }
    }
    bytes
}

/// Files that were cut off or changed: a command uses them or says in one line what is wrong, and never touches what it
/// refuses. A table is never used with a wrong byte.
#[test]
fn damaged_files_are_refused_in_one_line() {
    let folder = Folder::new("damage");
    let deals = folder.deals();
    let (store, solved, results) = (folder.path("m"), folder.path("s"), folder.path("r"));
    folder.printed(&[&PLAY[..], &["--games", "12", "--quiet", "--out", &store]].concat());
    folder.printed(&["solve", "spades", "--deals", &deals, "--out", &solved]);
    folder.printed(&["reproduce", "1994-figure3", "--scale", "quick", "--quiet", "--out", &results]);
    folder.printed(&[&PIECES[..], &["build"]].concat());
    let mut numbers = Numbers(3);
    let (mut used, mut refused) = (0, 0);
    let mut count = |done: bool| if done { used += 1 } else { refused += 1 };
    for _ in 0..times() {
        damage_store(&folder, &std::fs::read(&store).unwrap(), &mut numbers, &mut count);
        let bytes = damaged(&std::fs::read(&solved).unwrap(), &mut numbers);
        let copy = folder.path("s.damaged");
        std::fs::write(&copy, &bytes).unwrap();
        let output = folder.output(&["solve", "spades", "--deals", &deals, "--resume", "--out", &copy]);
        let done = is_calm("solve", &output);
        assert!(done || std::fs::read(&copy).unwrap() == bytes, "solve changed what it refused");
        count(done);
        damage_results(&folder, Path::new(&results), &mut numbers, &mut count);
        let table = folder.path("chinese-checkers-3.table");
        let whole = std::fs::read(&table).unwrap();
        let bytes = damaged(&whole, &mut numbers);
        std::fs::write(&table, &bytes).unwrap();
        let done = is_calm("verify", &folder.output(&[&PIECES[..], &["verify", "--samples", "20"]].concat()));
        assert!(!done || bytes == whole, "a damaged table is used");
        count(done);
        let done = is_calm("build", &folder.output(&[&PIECES[..], &["build"]].concat()));
        assert_eq!(done, std::fs::read(&table).unwrap() == whole, "a damaged table is built again, or left alone");
        std::fs::write(&table, &whole).unwrap();
    }
    println!("{used} damaged files were used, {refused} refused");
}

fn damage_store(folder: &Folder, whole: &[u8], numbers: &mut Numbers, count: &mut impl FnMut(bool)) {
    let bytes = damaged(whole, numbers);
    let copy = folder.path("m.damaged");
    let commands: [&[&str]; 6] = [
        &["results", &copy],
        &["results", &copy, "--csv"],
        &["results", &copy, "--json"],
        &["replay", &copy, "3"],
        &["results", "merge", &copy, "--out", &folder.path("merged")],
        &["results", &copy, "--games"],
    ];
    for arguments in commands {
        std::fs::write(&copy, &bytes).unwrap();
        count(is_calm(arguments[0], &folder.output(arguments)));
        assert!(std::fs::read(&copy).unwrap() == bytes, "{arguments:?} changed a file that it only reads");
    }
    let _ = std::fs::remove_file(folder.path("merged"));
    let output = folder.output(&[&PLAY[..], &GAMES, &["--resume", "--out", &copy]].concat());
    let done = is_calm("match", &output);
    assert!(done || std::fs::read(&copy).unwrap() == bytes, "match changed what it refused");
    count(done);
    let _ = std::fs::remove_file(format!("{copy}-journal"));
}

fn damage_results(folder: &Folder, results: &Path, numbers: &mut Numbers, count: &mut impl FnMut(bool)) {
    let copy = folder.path("r.damaged");
    let _ = std::fs::remove_dir_all(&copy);
    std::fs::create_dir_all(&copy).unwrap();
    for entry in std::fs::read_dir(results).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let bytes = std::fs::read(&path).unwrap();
        let is_read = name.ends_with(".jsonl") || name == "run.json";
        let bytes = if is_read { damaged(&bytes, numbers) } else { bytes };
        std::fs::write(Path::new(&copy).join(name), bytes).unwrap();
    }
    let run = ["reproduce", "1994-figure3", "--scale", "quick", "--quiet", "--resume", "--out", &copy];
    count(is_calm("reproduce", &folder.output(&run)));
}
