//! The book, README.md and the other pages: links lead somewhere, pages are in the summary, commands run, figures are
//! current.
//!
//! Commands have two forms. In `console` blocks they stand with their output, and trycmd compares it. In `sh` blocks and in
//! indented ones they stand alone, and are run here with smaller numbers. What is run by another test, or by none, is in
//! [`ELSEWHERE`].

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Commands that are not run here: how they begin, or a part of them, and why.
const ELSEWHERE: &[(&str, &str)] = &[
    ("cutthroat serve", "runs until it is stopped; tests/serve.rs starts it"),
    ("cutthroat reproduce", "takes minutes to hours; tests/reproduce.rs runs every experiment in small"),
    ("cutthroat forward-pruning figures", "takes minutes; tests/forward_pruning.rs draws small ones"),
    (
        "cutthroat table chinese-checkers --pieces 6 build",
        "takes minutes; tests/chinese_checkers.rs builds a small one",
    ),
    ("solve bridge --deal 1 --strains all", "takes a minute in a test; tests/bridge_records.rs solves small boards"),
    ("--eval table-difference", "needs the table of the line before"),
    ("$SLURM_ARRAY_TASK_ID", "a scheduler sets it; tests/matches.rs plays shards"),
    ("part-*.sqlite", "the parts of the Slurm job"),
    ("cp -r examples/reversi", ".ci/run tests the example where it is"),
    ("cd examples/", ".ci/run tests the example where it is"),
    (" reversi", ".ci/run runs the commands of the tutorial"),
    ("examples/mygame", ".ci/run tests the example where it is"),
    ("cargo install", "installs what these tests run"),
    ("cargo test", ".ci/run"),
    ("cargo build", "builds what .ci/run tests"),
    ("target/release/reversi", ".ci/run runs the commands of the tutorial"),
    ("cargo fmt", ".ci/run"),
    ("cargo doc", ".ci/run"),
    ("-p cutthroat-games --features measure --example", "a measurement that takes minutes to hours; .ci/run lints it"),
    ("-p cutthroat-lab --features measure --example", "the same"),
    ("cd web", ".ci/web"),
    ("npm ", ".ci/web"),
    ("pip install", ".ci/python"),
    ("python -m cutthroat.cluster", "python/tests/test_documentation.py"),
    ("tournament.", "what the line before has made; python/tests/test_documentation.py"),
    ("dask ", "needs several machines; python/tests/test_cluster.py starts both on one"),
    ("packaging/build", ".ci/run all"),
    ("cd python/tests", "takes minutes; .ci/python runs the same with fewer kills"),
    (".ci/", "these are the tests"),
    ("git clone", "needs the network"),
];

/// Pages with blocks of Python, all of which python/tests/test_documentation.py reads.
const PYTHON_PAGES: [&str; 5] = ["python", "cluster", "for-python-users", "for-game-makers", "write-a-bot"];

/// What commands of the book read: deals of three cards, and boards in which everybody holds a suit.
const INPUTS: [(&str, &str); 3] = [
    ("deals.txt", "1:A.K..2 Q.A.2. J..K3.\n2:A.K..2 Q.A.2. J..K3.\n"),
    (
        "boards.pbn",
        "[Board \"1\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n\
         [Deal \"N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432\"]\n\n\
         [Board \"2\"]\n[Dealer \"E\"]\n[Vulnerable \"None\"]\n\
         [Deal \"E:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432\"]\n",
    ),
    ("boards.lin", "md|1SHDAKQJT98765432C,SHDCAKQJT98765432,SAKQJT98765432HDC,SHAKQJT98765432DC|sv|o|\n"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The pages of the book, with their names.
fn book() -> BTreeMap<String, String> {
    let folder = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = folder.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap()))
        .collect()
}

/// All pages by their paths: those of the book, and those beside it.
fn pages() -> BTreeMap<PathBuf, String> {
    let beside = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "python/README.md"];
    let beside = beside.into_iter().map(|name| (PathBuf::from(name), fs::read_to_string(root().join(name)).unwrap()));
    book().into_iter().map(|(name, page)| (Path::new("docs").join(name), page)).chain(beside).collect()
}

/// A page, part by part.
enum Part<'p> {
    Line(&'p str),
    /// A block of code: its language, none if it is indented; its lines; and the number of the first.
    Block(&'p str, Vec<&'p str>, usize),
}

fn parts(page: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut lines = page.lines().enumerate().peekable();
    let mut after_blank = true;
    while let Some((number, line)) = lines.next() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            let block = lines.by_ref().take_while(|(_, line)| !line.trim_start().starts_with("```"));
            parts.push(Part::Block(language.trim(), block.map(|(_, line)| line).collect(), number + 2));
        } else if after_blank && line.starts_with("    ") {
            let mut block = vec![line];
            while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with("    ")) {
                block.push(line);
            }
            parts.push(Part::Block("", block, number + 1));
        } else {
            parts.push(Part::Line(line));
        }
        after_blank = line.is_empty();
    }
    parts
}

fn prose(page: &str) -> impl Iterator<Item = &str> {
    parts(page).into_iter().filter_map(|part| if let Part::Line(line) = part { Some(line) } else { None })
}

/// A line without what stands between backquotes.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

/// The names that the headings of a page have in links.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for heading in prose(page).filter(|line| line.starts_with('#')) {
        let text = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = text.chars().filter(|sign| sign.is_alphanumeric() || " -_".contains(*sign));
        let name: String = kept.map(|sign| if sign == ' ' { '-' } else { sign }).collect();
        let again = (1..).map(|time| format!("{name}-{time}"));
        let free = std::iter::once(name.clone()).chain(again).find(|name| !anchors.contains(name));
        anchors.extend(free);
    }
    anchors
}

#[test]
fn every_link_leads_somewhere() {
    let pages = pages();
    let mut seen = 0;
    for (path, page) in &pages {
        for line in prose(page).map(without_code) {
            for rest in line.split("](").skip(1) {
                let target = rest.split_once(')').unwrap_or_else(|| panic!("{}: {line}", path.display())).0;
                if target.starts_with("https://") {
                    continue;
                }
                let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
                let place = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
                let found = root().join(&place).canonicalize();
                let found = found.unwrap_or_else(|_| panic!("{}: there is no {target}", path.display()));
                if !anchor.is_empty() {
                    let page = fs::read_to_string(&found).unwrap();
                    assert!(anchors(&page).contains(anchor), "{}: no heading is called {target}", path.display());
                }
                seen += 1;
            }
        }
    }
    assert!(seen > 150, "{seen} links");
}

#[test]
fn every_page_is_in_the_summary() {
    let mut pages = book();
    let summary = pages.remove("SUMMARY.md").unwrap();
    for name in pages.keys() {
        assert_eq!(summary.matches(&format!("]({name})")).count(), 1, "{name}");
    }
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.lines().count() <= 120, "the README says where to go on, and the book the rest");
}

/// The commands of a block, without comments, each on one line.
fn commands(block: &[&str]) -> Vec<String> {
    let joined = block.join("\n").replace("\\\n", " ");
    let bare =
        joined.lines().map(|line| if line.trim().starts_with('#') { "" } else { line.split(" # ").next().unwrap() });
    bare.map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

fn elsewhere(command: &str) -> bool {
    ELSEWHERE.iter().any(|(part, _)| command.contains(part))
}

/// The same with numbers that a test can wait for.
fn smaller(command: &str) -> String {
    let mut words: Vec<String> = command.split(' ').map(str::to_owned).collect();
    for place in 1..words.len() {
        if words[place - 1] == "--games" {
            words[place] = "4".into();
        }
    }
    let mut small = words.join(" ");
    let names = small.match_indices("nodes=").map(|(place, name)| place + name.len()).collect::<Vec<_>>();
    for place in names.into_iter().rev() {
        let digits = small[place..].chars().take_while(char::is_ascii_digit).count();
        small.replace_range(place..place + digits, "300");
    }
    small = small.replace("expert:", "expert:nodes=300,").replace("nodes=300,nodes=300", "nodes=300");
    for end in [",", " ", "'"] {
        small = small.replace(&format!("expert{end}"), &format!("expert:nodes=300{end}"));
        small = small.replace(&format!("flat{end}"), &format!("flat:worlds=2{end}"));
    }
    small
}

/// A folder with what commands of the book read.
fn sandbox(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("cutthroat-book-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in INPUTS {
        fs::write(folder.join(name), text).unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(root().join("examples"), folder.join("examples")).unwrap();
    let page = fs::read_to_string(root().join("docs/write-a-bot.md")).unwrap();
    let bot = parts(&page).into_iter().find_map(|part| match part {
        Part::Block("python", lines, _) => Some(lines.join("\n")),
        _ => None,
    });
    fs::write(folder.join("mybot.py"), bot.unwrap()).unwrap();
    folder
}

fn has_python() -> bool {
    Command::new("python3").arg("--version").output().is_ok_and(|run| run.status.success())
}

/// Runs a line of the book in a folder.
fn run_line(line: &str, folder: &Path) {
    let program = Path::new(env!("CARGO_BIN_EXE_cutthroat")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", line]).current_dir(folder).stdin(Stdio::null());
    let run = shell.env("PATH", path).env("XDG_DATA_HOME", folder).output().unwrap();
    let (printed, told) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{line}\n{printed}{told}");
}

#[test]
fn every_command_runs() {
    let mut run = 0;
    for (path, page) in pages() {
        let folder = sandbox(path.file_stem().unwrap().to_str().unwrap());
        for part in parts(&page) {
            let Part::Block(language, lines, number) = part else { continue };
            let place = format!("{}:{number}", path.display());
            match language {
                "" | "sh" => {}
                "text" => {
                    // A record of a game begins with such a line too.
                    let typed = |line: &&str| {
                        let word =
                            line.strip_prefix("cutthroat ").map_or("record", |rest| rest.split(' ').next().unwrap());
                        line.starts_with("$ ") || !["record", ""].contains(&word)
                    };
                    assert!(!lines.iter().any(typed), "{place}: a command in a block that nothing runs");
                    continue;
                }
                "python" => {
                    let known = PYTHON_PAGES.contains(&path.file_stem().unwrap().to_str().unwrap());
                    assert!(known || path.starts_with("python"), "{place}: which test runs this?");
                    continue;
                }
                "console" | "http" | "rust" | "rust,ignore" | "toml" => continue,
                _ => panic!("{place}: `{language}` is not a language of the book"),
            }
            let mut script = Vec::new();
            for command in commands(&lines) {
                let command = command.replace("cargo run --release -- ", "cutthroat ");
                if elsewhere(&command) {
                    continue;
                }
                let word = command.split(' ').next().unwrap();
                assert!(
                    ["cutthroat", "for", "done", "wait", "printf"].contains(&word),
                    "{place}: no test runs `{command}`; if that must be, say why in ELSEWHERE"
                );
                if command.contains("python3 ") && !has_python() {
                    eprintln!("NOT TESTED: there is no python3 here for {command}");
                    continue;
                }
                script.push(smaller(&command).replace("exec:./mybot", "exec:python3 mybot.py"));
                run += 1;
            }
            if !script.is_empty() {
                run_line(&script.join("\n"), &folder);
            }
        }
        fs::remove_dir_all(folder).unwrap();
    }
    assert!(run > 30, "{run} commands");
}

/// All options of each command, from the manual pages.
fn options() -> BTreeMap<String, String> {
    let folder = std::env::temp_dir().join(format!("cutthroat-options-{}", std::process::id()));
    run_line(&format!("cutthroat manual {}", folder.display()), &std::env::temp_dir());
    let mut options = BTreeMap::<String, String>::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let command = name.strip_prefix("cutthroat").unwrap().trim_start_matches('-');
        let command =
            if command.starts_with("forward-pruning") { "forward-pruning" } else { command.split('-').next().unwrap() };
        options
            .entry(command.to_owned())
            .or_default()
            .push_str(&fs::read_to_string(&path).unwrap().replace("\\-", "-"));
    }
    fs::remove_dir_all(folder).unwrap();
    options
}

/// Also those that are too long to run, and those that stand in a sentence.
#[test]
fn every_command_has_the_options_that_it_is_given() {
    let options = options();
    let mut seen = 0;
    for (path, page) in pages() {
        if path.ends_with("CHANGELOG.md") {
            continue;
        }
        let in_blocks = parts(&page).into_iter().filter_map(|part| match part {
            Part::Block("" | "sh" | "console", lines, _) => Some(commands(&lines)),
            _ => None,
        });
        let in_prose = prose(&page).flat_map(|line| line.split('`').skip(1).step_by(2)).map(str::to_owned);
        for command in in_blocks.flatten().chain(in_prose.collect::<Vec<_>>()) {
            let command = command.trim_start_matches("$ ").replace("cargo run --release -- ", "cutthroat ");
            let Some(words) = command.strip_prefix("cutthroat ") else { continue };
            let mut words = words.split_whitespace().skip_while(|word| *word == "help");
            let Some(name) = words.next().filter(|name| name.starts_with(|sign: char| sign.is_ascii_lowercase()))
            else {
                continue;
            };
            // `reversi` has the commands of `cutthroat`; `cutthroat record 1` is the first line of a file.
            if name == "record" {
                continue;
            }
            let name = if name == "analyze" { "analyse" } else { name };
            let known = options.get(name).unwrap_or_else(|| panic!("{}: there is no `{command}`", path.display()));
            for option in words.filter(|word| word.starts_with("--") && word.len() > 2) {
                let option = option.split(['=', ']', ',', ';']).next().unwrap().trim_end_matches(['"', '\'']);
                assert!(known.contains(option), "{}: `{command}` has no {option}", path.display());
            }
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen} commands");
}

/// A command of the book with `--svg NAME` draws `docs/figures/NAME`. `CUTTHROAT_UPDATE=1` draws them anew.
#[test]
fn every_figure_is_current() {
    let figures = root().join("docs/figures");
    let folder = sandbox("figures");
    let mut drawn = BTreeSet::from(["1994-figure4.svg".to_owned()]);
    let measured = fs::read_to_string(root().join("results/paper/1994-figure4.svg")).unwrap();
    let update = std::env::var_os("CUTTHROAT_UPDATE").is_some();
    let check = |name: &str, text: &str| {
        if update {
            fs::write(figures.join(name), text).unwrap();
        }
        let kept = fs::read_to_string(figures.join(name)).unwrap_or_default();
        assert!(kept == text, "docs/figures/{name} is stale: CUTTHROAT_UPDATE=1 draws it anew");
    };
    check("1994-figure4.svg", &measured);
    for page in book().values() {
        for part in parts(page) {
            let Part::Block(_, lines, _) = part else { continue };
            for command in commands(&lines).iter().filter(|command| command.contains(" --svg ")) {
                run_line(command.trim_start_matches("$ "), &folder);
                let name = command.rsplit_once(" --svg ").unwrap().1.split(' ').next().unwrap();
                check(name, &fs::read_to_string(folder.join(name)).unwrap());
                drawn.insert(name.to_owned());
            }
        }
    }
    for entry in fs::read_dir(&figures).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(!name.ends_with(".svg") || drawn.contains(&name), "no command of the book draws {name}");
        assert!(book().values().any(|page| page.contains(&format!("(figures/{name})"))), "no page shows {name}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Every `console` block of a page, in one folder for each page. `TRYCMD=overwrite` writes what is printed into the pages.
#[test]
fn commands_print_what_the_book_says() {
    let folder = std::env::temp_dir().join(format!("cutthroat-console-{}", std::process::id()));
    for (path, page) in pages() {
        let copy = folder.join(&path);
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::write(&copy, page).unwrap();
        // With these two folders trycmd runs the commands of a page in a folder of its own.
        fs::create_dir_all(copy.with_extension("in")).unwrap();
        fs::create_dir_all(copy.with_extension("out")).unwrap();
    }
    let run = std::panic::catch_unwind(|| {
        let cases = trycmd::TestCases::new();
        for path in pages().keys() {
            cases.case(folder.join(path));
        }
        cases.run();
    });
    if std::env::var_os("TRYCMD").is_some_and(|how| how == "overwrite") {
        for path in pages().keys() {
            fs::write(root().join(path), fs::read_to_string(folder.join(path)).unwrap()).unwrap();
        }
    }
    fs::remove_dir_all(folder).unwrap();
    if let Err(panic) = run {
        std::panic::resume_unwind(panic);
    }
}
