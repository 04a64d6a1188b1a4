//! Every long command, stopped and killed at moments that look random: it ends within two seconds, loses nothing that
//! it had finished, and gives the same bytes in the end.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A folder of its own for each test, in which tables lie too.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("cutthroat-kills-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn begin(&self, arguments: &[&str]) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cutthroat"));
        command.args(arguments).env("CUTTHROAT_DATA", &self.0).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    /// What an uninterrupted command prints.
    fn printed(&self, arguments: &[&str]) -> Vec<u8> {
        let output = self.begin(arguments).wait_with_output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    }

    /// The time that an uninterrupted command takes.
    fn timed(&self, arguments: &[&str]) -> Duration {
        let start = Instant::now();
        self.printed(arguments);
        start.elapsed()
    }

    /// Interrupts a command so many times, at moments that look random within the time of a whole run: three times in four
    /// it is killed, otherwise stopped by SIGTERM. After each, `confirmed` looks at what is finished; a run that came to
    /// its end all the same is told to `ended`, which clears the way for another.
    fn interrupt(
        &self,
        arguments: &[&str],
        (times, within): (usize, Duration),
        mut confirmed: impl FnMut(),
        mut ended: impl FnMut(),
    ) {
        let (mut moment, mut killed, mut stopped, mut begun): (u64, usize, usize, usize) = (1, 0, 0, 0);
        while killed + stopped < times {
            moment = moment.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let run = self.begin(arguments);
            begun += 1;
            // Late moments hit only what is left of a run, so most are early.
            let late = if begun % 3 == 0 { 1 } else { 4 };
            std::thread::sleep(within.mul_f64((moment >> 33) as f64 / (1_u64 << 31) as f64 / f64::from(late)));
            let stops = begun % 4 == 0;
            let came_to_its_end = if stops { stop(run, arguments) } else { kill(run) };
            confirmed();
            if came_to_its_end {
                ended();
            }
            *if stops { &mut stopped } else { &mut killed } += usize::from(!came_to_its_end);
            assert!(begun < 50 * times + 50, "{arguments:?} is over before it can be interrupted");
        }
        println!("{} was killed {killed} times and stopped {stopped} times in {begun} runs", arguments[..2].join(" "));
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Kills the program, and returns whether it had come to its end before.
fn kill(mut run: Child) -> bool {
    let came_to_its_end = run.try_wait().unwrap().is_some();
    run.kill().unwrap();
    came_to_its_end || run.wait().unwrap().success()
}

/// Seconds of processor time that a process has used; `None` where the system does not tell.
fn spent(process: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let hundredths = |place: usize| fields.get(place)?.parse::<f64>().ok();
    Some((hundredths(11)? + hundredths(12)?) / 100.0)
}

/// Sends SIGTERM, sees that the program ends within two seconds and says at most one line, and returns whether it had come
/// to its end before. Where other programs leave it no processor, its own time counts.
fn stop(mut run: Child, arguments: &[&str]) -> bool {
    let before = spent(run.id());
    let sent = Command::new("kill").args(["-TERM", &run.id().to_string()]).stderr(Stdio::null()).status().unwrap();
    let start = Instant::now();
    while run.try_wait().unwrap().is_none() {
        let waits = spent(run.id()).zip(before).is_some_and(|(now, before)| now - before < 2.0);
        if start.elapsed() > Duration::from_secs(if waits { 120 } else { 2 }) {
            kill(run);
            panic!("{arguments:?} did not stop within two seconds");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = run.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.lines().count() <= 1 && !told.contains("panicked"), "{arguments:?} said: {told}");
    assert!(sent.success() || output.status.success(), "{arguments:?} said: {told}");
    output.status.success()
}

/// The files of a folder. Of a journal the lines that were written whole, in order: threads write them as they come.
fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let read = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.unwrap().path();
        let mut bytes = std::fs::read(&path).unwrap();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            let is_whole = |line: &&[u8]| serde_json::from_slice::<serde_json::Value>(line).is_ok();
            let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').filter(is_whole).collect();
            lines.sort_unstable();
            bytes = lines.join(&b'\n');
        }
        (path.file_name().unwrap().to_str().unwrap().to_owned(), bytes)
    };
    std::fs::read_dir(Path::new(folder)).unwrap().map(read).collect()
}

/// How often each command is interrupted in the normal run; `CUTTHROAT_KILLS=100` asks for more.
const SOME: usize = 6;

/// Lines that were there before and are there no more, or twice.
#[track_caller]
fn is_kept(before: &mut Vec<String>, now: Vec<String>) {
    let mut known = std::collections::HashSet::new();
    for line in &now {
        assert!(known.insert(line), "there twice: {line}");
    }
    if let Some(lost) = before.iter().find(|line| !known.contains(line)) {
        panic!("lost: {lost}");
    }
    *before = now;
}

fn lines(text: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(text).lines().map(str::to_owned).collect()
}

fn matches_go_on(times: usize) {
    let folder = Folder::new("match");
    let (whole, broken) = (folder.path("whole.sqlite"), folder.path("broken.sqlite"));
    let players = "maxn:nodes=1000,paranoid:nodes=1000";
    let play = [
        "match", "hearts", "--open", "--cards", "9", "--seats", players, "--games", "60", "--quiet", "--resume",
        "--out",
    ];
    let within = folder.timed(&[&play[..], &[&whole]].concat());
    let expected = folder.printed(&["results", &whole, "--csv"]);
    let kept = std::cell::RefCell::new(Vec::new());
    let confirmed = || {
        // Before the first game there is nothing to show.
        let shown = folder.begin(&["results", &broken, "--csv"]).wait_with_output().unwrap();
        if shown.status.success() {
            is_kept(&mut kept.borrow_mut(), lines(&shown.stdout));
        } else {
            assert!(kept.borrow().is_empty(), "{}", String::from_utf8_lossy(&shown.stderr));
        }
    };
    let ended = || {
        assert_eq!(*kept.borrow(), lines(&expected));
        kept.borrow_mut().clear();
        std::fs::remove_file(&broken).unwrap();
    };
    let broken_off = [&play[..], &[&broken]].concat();
    folder.interrupt(&broken_off, (times, within), confirmed, ended);
    folder.printed(&broken_off);
    for form in ["--csv", "--json"] {
        assert_eq!(folder.printed(&["results", &broken, form]), folder.printed(&["results", &whole, form]));
    }
    assert_eq!(files(folder.0.to_str().unwrap()).len(), 2, "nothing is left beside the files");
}

fn solved_deals_go_on(times: usize) {
    let folder = Folder::new("solve");
    let (deals, whole, broken) = (folder.path("deals"), folder.path("whole"), folder.path("broken"));
    let deal = |seed: usize| {
        let analysis = ["analyse", "spades", "--cards", "8", "--depth", "1", "--json", "--deal", &seed.to_string()];
        let report: serde_json::Value = serde_json::from_slice(&folder.printed(&analysis)).unwrap();
        report["position"].as_str().unwrap().to_owned() + "\n"
    };
    std::fs::write(&deals, (1..=25).map(deal).collect::<String>()).unwrap();
    let solve = ["solve", "spades", "--deals", &deals, "--threads", "2", "--resume", "--out"];
    let within = folder.timed(&[&solve[..], &[&whole]].concat());
    let expected = std::fs::read_to_string(&whole).unwrap();
    let kept = std::cell::RefCell::new(String::new());
    let confirmed = || {
        let written = std::fs::read_to_string(&broken).unwrap_or_default();
        let whole_lines = written.rfind('\n').map_or("", |end| &written[..=end]);
        assert!(whole_lines.starts_with(&*kept.borrow()), "{} lost", kept.borrow());
        assert!(expected.starts_with(whole_lines));
        *kept.borrow_mut() = whole_lines.to_owned();
    };
    let ended = || {
        assert_eq!(*kept.borrow(), expected);
        kept.borrow_mut().clear();
        std::fs::remove_file(&broken).unwrap();
    };
    let broken_off = [&solve[..], &[&broken]].concat();
    folder.interrupt(&broken_off, (times, within), confirmed, ended);
    folder.printed(&broken_off);
    assert_eq!(std::fs::read_to_string(&broken).unwrap(), expected);
    assert_eq!(files(folder.0.to_str().unwrap()).len(), 3, "nothing is left beside the files");
}

fn experiments_go_on(what: &str, times: usize) {
    let folder = Folder::new(&format!("reproduce-{what}"));
    let (whole, broken) = (folder.path("whole"), folder.path("broken"));
    let run = ["reproduce", what, "--scale", "paper", "--sample", "1", "--quiet", "--resume", "--out"];
    let within = folder.timed(&[&run[..], &[&whole]].concat());
    let kept = std::cell::RefCell::new(Vec::new());
    let confirmed = || {
        let there = if Path::new(&broken).is_dir() { files(&broken) } else { BTreeMap::new() };
        let journals = there.iter().filter(|(name, _)| name.ends_with(".jsonl"));
        let lines = |(name, journal): (&String, &Vec<u8>)| -> Vec<String> {
            lines(journal).into_iter().map(|line| format!("{name}: {line}")).collect()
        };
        is_kept(&mut kept.borrow_mut(), journals.flat_map(lines).collect());
    };
    let ended = || {
        assert_eq!(files(&broken), files(&whole));
        kept.borrow_mut().clear();
        std::fs::remove_dir_all(&broken).unwrap();
    };
    let broken_off = [&run[..], &[&broken]].concat();
    folder.interrupt(&broken_off, (times, within), confirmed, ended);
    folder.printed(&broken_off);
    assert_eq!(files(&broken), files(&whole));
}

fn tables_are_built_again(times: usize) {
    let folder = Folder::new("table");
    let build = ["table", "chinese-checkers", "--pieces", "3", "build", "--force"];
    folder.printed(&build);
    let whole = files(folder.0.to_str().unwrap());
    let (_, table) = whole.iter().next().unwrap();
    let file = folder.path(whole.keys().next().unwrap());
    let confirmed = || assert_eq!(std::fs::read(&file).unwrap(), *table, "the table that was there is still there");
    folder.interrupt(&build, (times, folder.timed(&build)), confirmed, || {});
    folder.printed(&["table", "chinese-checkers", "--pieces", "3", "verify", "--samples", "100"]);
    folder.printed(&build);
    assert_eq!(files(folder.0.to_str().unwrap()), whole, "the same table, and nothing beside it");
}

fn figures_are_drawn_again(times: usize) {
    let folder = Folder::new("figures");
    let (whole, broken) = (folder.path("whole"), folder.path("broken"));
    let draw = ["forward-pruning", "figures", "--trees", "4", "--quiet", "--out"];
    let within = folder.timed(&[&draw[..], &[&whole]].concat());
    let broken_off = [&draw[..], &[&broken]].concat();
    folder.interrupt(&broken_off, (times, within), || {}, || {});
    folder.printed(&broken_off);
    assert_eq!(files(&broken), files(&whole));
}

/// How many interruptions are asked for, if any number is.
fn asked() -> Option<usize> {
    std::env::var("CUTTHROAT_KILLS").ok().and_then(|kills| kills.parse().ok())
}

/// One test for each command, so that each can be run alone.
mod a_command_that_is_killed_and_resumed_writes_the_same_bytes {
    use super::*;

    #[test]
    fn matches() {
        matches_go_on(asked().unwrap_or(SOME));
    }

    #[test]
    fn solved_deals() {
        solved_deals_go_on(asked().unwrap_or(SOME));
    }

    /// More kills are also for an experiment that takes long.
    #[test]
    fn experiments() {
        experiments_go_on("1994", asked().unwrap_or(SOME));
        if let Some(times) = asked() {
            experiments_go_on("2002-table4", times.div_ceil(4));
        }
    }

    #[test]
    fn tables() {
        tables_are_built_again(asked().unwrap_or(SOME));
    }

    #[test]
    fn figures() {
        figures_are_drawn_again(asked().unwrap_or(SOME));
    }
}

/// Commands that would take minutes or hours stop within two seconds, wherever they are.
#[test]
fn whatever_takes_long_can_be_stopped() {
    let folder = Folder::new("long");
    let games = folder.path("games.sqlite");
    let players = "maxn:nodes=100000000,paranoid:nodes=100000000";
    let commands: [&[&str]; 14] = [
        &["analyse", "spades", "--deal", "3", "--nodes", "1000000000"],
        &["solve", "hearts", "--deal", "1", "--ties", "spiteful", "--threads", "100000"],
        &["perft", "spades", "--deal", "1", "--depth", "40"],
        &["bench", "--suite", "checkers-games"],
        &["match", "spades", "--open", "--seats", players, "--games", "100", "--threads", "100000", "--out", &games],
        &["table", "chinese-checkers", "--pieces", "6", "build"],
        &["forward-pruning", "study", "--trees", "100000"],
        &["forward-pruning", "measure", "hearts", "--reference", "100000000", "--threads", "100000"],
        &["reproduce", "2000-table2", "--scale", "paper"],
        &["reproduce", "2002-table2", "--scale", "paper"],
        &["reproduce", "2003-table8"],
        &["reproduce", "2003-table10"],
        &["reproduce", "2005-table3", "--threads", "100000"],
        &["reproduce", "2005-table4", "--scale", "paper"],
    ];
    for arguments in commands {
        let run = folder.begin(arguments);
        std::thread::sleep(Duration::from_millis(400));
        stop(run, arguments);
    }
    let left = files(folder.0.to_str().unwrap());
    assert_eq!(left.keys().collect::<Vec<_>>(), ["games.sqlite"]);
}
