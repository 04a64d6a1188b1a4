//! The command line as people and programs use it: what is printed, and with which exit code.

use std::path::Path;
use std::process::{Command, Output};

fn cutthroat(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cutthroat")).args(arguments).output().unwrap()
}

/// What went wrong, which must be one line, and the exit code.
fn refused(arguments: &[&str]) -> (i32, String) {
    let output = cutthroat(arguments);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told.lines().count(), 1, "{arguments:?} said: {told}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    (output.status.code().unwrap(), told)
}

#[test]
fn commands_print_what_the_files_under_cmd_say() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}

#[test]
fn malformed_trees_are_told_in_one_line() {
    let cases = [
        ("1[(5,4,1)", "line 1, column 10 of the tree: expected `]` after the last child but found the end"),
        ("1[(5,4,1) (5,4)]", "expected 3 numbers, as at the first leaf, not 2"),
        ("1[(5,4,1,1,1,1,1,1,1)]", "2 to 8 numbers, not 9"),
        ("1[]", "at least one child"),
        ("", "expected a payoff in round brackets or the number of the player to move but found the end"),
        ("9[(1,2)]", "a player from 1 to 8"),
        ("3[(1,2)]", "player 3 moves at node 1, but payoffs have 2 numbers"),
        ("1[(1,99999)]", "a number from -32768 to 32767"),
        ("1[(1,2)] 2", "nothing more after the tree"),
        ("maxsum=2 1[(1,2)]", "add up to 3, above the declared maxsum=2"),
        ("1[(-1,2)]", "gives player 1 -1, below the declared minp=0"),
        ("maxp=3,3 1[(4,0)]", "above the declared maxp=3"),
        ("maxp=1,2,3 1[(0,0)]", "maxp has 3 numbers"),
        ("step=5 1[(0,0) (3,0)]", "closer than the declared step=5"),
        ("1{2<=1}[(0,2)]", "says 2<=1, but leaf"),
        ("1{2=1}[(0,2)]", "in a bound"),
        ("1[a:(0,2) a:(1,2)]", "two nodes are called a"),
        ("sum=3 1[(0,2)]", "not `sum`"),
        ("maxsum=3 maxsum=4 1[(0,2)]", "maxsum is declared twice"),
        ("step=65536 1[(0,2)]", "step=65536 is not from 0 to 65535"),
        ("figure 1999-1", "there is no figure `1999-1`"),
        ("random depth=99", "below 5 million leaves"),
        ("random depth=x", "depth=x is not a whole number from 1 to 256"),
        ("random colour=red", "there is no parameter `colour`"),
        ("random seed=1 seed=2", "`seed` is given twice"),
        ("random players=9", "players=9 is not from 2 to 8"),
    ];
    for (text, expected) in cases {
        let (code, told) = refused(&["analyse", "tree", "--position", text]);
        assert_eq!(code, 1, "{text}");
        assert!(told.contains(expected), "`{text}` said: {told}");
    }
    let deep = format!("{}(1,2){}", "1[".repeat(5000), "]".repeat(5000));
    assert!(refused(&["analyse", "tree", "--position", &deep]).1.contains("at most 256 levels"));
}

#[test]
fn what_an_evaluation_does_not_declare_is_refused() {
    let tree = "1[(5,4,1) (0,6,4)]";
    let cases: [(&[&str], &str); 10] = [
        (&["--algorithm", "mcts"], "needs the least and the greatest payoff of each player"),
        (&["--pruning", "shallow"], "shallow pruning by sums needs maxsum"),
        (&["--pruning", "speculative"], "speculative pruning by sums needs maxsum"),
        (&["--pruning", "immediate"], "immediate pruning by sums needs maxsum"),
        (&["--pruning", "bnb"], "declares no monotone bounds"),
        (&["--pruning", "bnb", "--bounds", "off"], "bnb is pruning by monotone bounds, and they are switched off"),
        (&["--pruning", "none", "--test", "table"], "a leaf-value table is of no use without a pruning"),
        (&["--pruning", "none", "--bounds", "on"], "of no use without a pruning"),
        (&["--bounds", "on"], "declares no monotone bounds"),
        (&["--test", "sum", "--bounds", "on", "--pruning", "deep"], "declares no monotone bounds on its payoffs"),
    ];
    for (options, expected) in cases {
        let (code, told) = refused(&[&["analyse", "tree", "--position", tree], options].concat());
        let nonsense = expected.contains("no use") || expected.contains("switched off");
        assert_eq!(code, if nonsense { 2 } else { 1 }, "{options:?}");
        assert!(told.contains(expected), "{options:?} said: {told}");
    }
    let uniform = ["analyse", "uniform-tree", "--position", "depth=2", "--test", "table"];
    assert!(refused(&uniform).1.contains("does not enumerate its outcomes"));
    let many = "random players=4 depth=8 branching=4-4 total=1000 stop=0";
    let (_, told) = refused(&["analyse", "tree", "--position", many, "--test", "table", "--pruning", "deep"]);
    assert!(told.contains("are more than a leaf-value table holds (1024); use the sum test"), "{told}");
}

#[test]
fn absurd_depths_and_wrong_usage() {
    let tree = ["analyse", "tree", "--position", "figure 2003-1"];
    let cases: [(&[&str], i32, &str); 46] = [
        (&["--nodes", "0"], 2, "--nodes 0 is not a whole number above 0"),
        (&["--time", "-1"], 2, "--time -1 is not a number of seconds above 0"),
        (&["--time", "nan"], 2, "seconds above 0"),
        (&["--time", "inf"], 2, "seconds above 0"),
        (&["--time", "-1e308"], 2, "--time -1e308 is not a number of seconds above 0"),
        (&["--seed", "3"], 2, "no use for --seed"),
        (&["--cards", "3"], 2, "tree has no use for the option `cards`"),
        (&["--trump", "S"], 2, "tree has no use for the option `trump`"),
        (&["--depth", "0"], 2, "depth 0 is not from 1 to 256"),
        (&["--depth", "1000000"], 2, "depth 1000000 is not from 1 to 256"),
        (&["--depth", "-3"], 2, "--depth -3 is not a whole number from 0 on"),
        (&["--depth", "99999999999999999999999"], 2, "--depth 99999999999999999999999 is too large"),
        (&["--pruning", "alphabeta"], 2, "--pruning alphabeta is none of none, immediate, "),
        (&["--ties", "kind"], 2, "worst-for-root"),
        (&["--algorithm", "minimax"], 2, "there is no algorithm `minimax`; there are maxn, "),
        (
            &["--algorithm", "paranoid:nodes=x"],
            2,
            "--algorithm paranoid:nodes=x: nodes=x is not a whole number above 0",
        ),
        // What is typed in a spec is told as it is written there.
        (&["--algorithm", "maxn:foo=1"], 2, "maxn:foo=1: maxn has no use for `foo`; it has pruning, test, "),
        (&["--algorithm", "paranoid:best=0"], 2, "paranoid:best=0: best=0 is not from 1 to 4294967295"),
        (&["--algorithm", "paranoid:best=1.5"], 2, "best=1.5 is not a whole number from 1 to 4294967295"),
        (&["--algorithm", "maxn:eval=guess"], 2, "tree has no evaluation `guess`; it has leaves"),
        (&["--algorithm", "mcts:c=101"], 2, "mcts:c=101: c=101 is not from 0 to 100"),
        (&["--algorithm", "mcts:trees=0"], 2, "trees=0 is not from 1 to 256"),
        (&["--algorithm", "mcts:playout=greedy"], 2, "playout=greedy is none of uniform, order:CHANCE, "),
        (&["--algorithm", "mcts:playout=order:7"], 2, "playout=order:7 has a chance that is not from 0 to 1"),
        (&["--algorithm", "mcts", "--depth", "3"], 2, "mcts has no use for --depth; it has policy, c, "),
        (&["--algorithm", "mcts:policy=brs,scale=win"], 2, "nobody may pass in tree"),
        (
            &["--algorithm", "mcts:bounds=off,scale=win"],
            2,
            "this search never ends by itself: give it a number of nodes",
        ),
        (&["--algorithm", "maxn:memory"], 2, "`memory` is not of the form name=value"),
        (&["--algorithm", "random", "--nodes", "3"], 2, "random has no use for --nodes; it has no settings\n"),
        (&["--algorithm", "heuristic", "--all-moves"], 2, "heuristic has no use for --all-moves\n"),
        (&["--memory", "2000000"], 2, "--memory 2000000 is not from 0 to 1048576"),
        (&["--eval", "guess"], 2, "tree has no evaluation `guess`; it has leaves"),
        (&["--deal", "3"], 2, "either --position or --deal"),
        (&["--players", "3"], 2, "--players goes with --deal"),
        (&["--algorithm", "paranoid", "--trace"], 2, "paranoid has no use for --trace\n"),
        (&["--algorithm", "paranoid", "--pruning", "shallow"], 2, "--pruning shallow is none of alpha-beta, none"),
        (&["--algorithm", "paranoid", "--ties", "spiteful"], 2, "paranoid has no use for --ties"),
        (&["--algorithm", "paranoid", "--window", "narrow"], 2, "--window narrow is none of full, null, binary"),
        (
            &["--algorithm", "paranoid", "--window", "null", "--pruning", "none"],
            2,
            "a null window is of no use without a pruning",
        ),
        (&["--window", "null"], 2, "maxn has no use for --window; it has pruning, test, "),
        (&["--algorithm", "brs"], 2, "nobody may pass in tree; brs+ has them play their first choice"),
        (&["--algorithm", "brs+", "--test", "sum"], 2, "brs+ has no use for --test"),
        (&["--algorithm", "brs+", "--listing", "order"], 2, "brs+ has no use for --listing"),
        (&["--trace", "--listing", "order"], 2, "traced or drawn has no use for --listing"),
        (&["--listing", "left"], 2, "--listing"),
        (&["--colour"], 2, "unexpected argument '--colour' found"),
    ];
    for (options, expected_code, expected) in cases {
        let (code, told) = refused(&[&tree, options].concat());
        assert_eq!(code, expected_code, "{options:?} said: {told}");
        assert!(told.contains(expected), "{options:?} said: {told}");
    }
    assert_eq!(refused(&["fly"]).0, 2);
    assert!(refused(&["help", "fly"]).1.contains("there is no command `fly`; there are games, "));
    assert!(refused(&["help", "match", "fly"]).1.contains("there is no command `fly` here"));
    assert!(String::from_utf8_lossy(&cutthroat(&["help", "match"]).stdout).contains("Usage: cutthroat match "));
    assert!(refused(&["reproduce", "all", "--nodes", "0"]).1.contains("--nodes 0 is not a whole number from 1 on"));
    assert!(refused(&["solve", "bridge", "--deal", "1", "--strains", "S"]).1.contains("--strains S is not all"));
    let one_deal = ["solve", "hearts", "--deal", "1", "--cards", "3", "--out", "nothing-is-written"];
    assert!(refused(&one_deal).1.contains("cannot be used with"));
    assert!(refused(&["analyse", "chess"]).1.contains("there is no game `chess`; there are tree"));
    assert_eq!(
        refused(&["analyse", "tree"]),
        (2, "cutthroat: tree needs a --position (see `cutthroat games tree`) or a --deal\n".into())
    );
    assert_eq!(refused(&["perft", "tree", "--position", "figure 2003-1", "--depth", "9999"]).0, 2);
    assert!(refused(&["bench", "--suite", "moon"]).1.contains("optimal"));
    assert!(
        refused(&["analyse", "n-game", "--deal", "1", "--players", "3"]).1.contains("n-game is for 2 players, not 3")
    );
    assert!(refused(&["analyse", "tree", "--position", "@/nowhere/at/all"]).1.contains("cannot read /nowhere/at/all"));
    assert!(refused(&["analyse", "p-game", "--position", "height=40"]).1.contains("height=40 is not from 1 to 8"));
}

/// The command line describes every algorithm and every setting, from the one list.
#[test]
fn help_names_every_algorithm_and_setting() {
    let help = |command: &str| String::from_utf8(cutthroat(&[command, "--help"]).stdout).unwrap();
    for page in [help("analyse"), help("match")] {
        for algorithm in cutthroat_catalog::ALGORITHMS {
            assert!(page.contains(&format!("\n  {}: {}", algorithm.name, algorithm.about)), "{page}");
            for setting in algorithm.settings {
                assert!(page.contains(&format!("\n  {:<12}", setting.name)), "{}: {page}", setting.name);
            }
        }
    }
}

/// Algorithms that do not search answer with a move and no value.
#[test]
fn players_who_do_not_search_can_be_asked() {
    let answer = |options: &[&str]| {
        let run = cutthroat(&[&["analyse", "hearts", "--position", "1:Q.A2..4 .KQ.A.3 A.5.K.2"], options].concat());
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        String::from_utf8(run.stdout).unwrap()
    };
    let told = answer(&["--algorithm", "paranoid:best=1", "--pruning", "none"]);
    assert!(told.starts_with("hearts: paranoid without pruning, best=1, ties: first, "), "{told}");
    let told = answer(&["--algorithm", "heuristic"]);
    assert!(told.starts_with("hearts: heuristic, without a search") && told.contains("\nmove    "), "{told}");
    assert!(!told.contains("payoff") && !told.contains("nodes"), "{told}");
    let drawn: Vec<String> =
        (0..9).map(|seed| answer(&["--algorithm", "random", "--quiet", "--seed", &seed.to_string()])).collect();
    assert!(drawn.iter().any(|mv| *mv != drawn[0]), "{drawn:?}");
    let json: serde_json::Value = serde_json::from_str(&answer(&["--algorithm", "random", "--json"])).unwrap();
    assert!(json["payoff"].as_array().unwrap().is_empty() && json["move"].is_string());
}

/// Commands that open a game, each with what it needs beside that.
const OPENING: [(&[&str], &[&str]); 6] = [
    (&["analyse"], &["--deal", "1"]),
    (&["analyze"], &["--deal", "1"]),
    (&["solve"], &["--deal", "1"]),
    (&["perft", "--depth", "1"], &["--deal", "1"]),
    (&["match", "--games", "6", "--seats", "random"], &[]),
    (&["forward-pruning", "measure"], &[]),
];

/// Mistakes in a request, and their messages: wrong usage in every command.
const MISTAKES: [(&[&str], &str); 13] = [
    (&["chess"], "there is no game `chess`; there are tree"),
    (&["hearts", "--players", "9"], "hearts is for 3 to 6 players, not 9"),
    (&["hearts", "--players", "x"], "--players x is not a whole number from 0 on"),
    (&["hearts", "--players", "-1"], "--players -1 is not a whole number from 0 on"),
    (&["hearts", "--cards", "99"], "hearts: cards=99 is not from 1 to 52"),
    (&["hearts", "--cards", "18"], "hearts: 18 cards for each of 3 players; there can be from 1 to 17"),
    (&["tree", "--cards", "3"], "tree has no use for the option `cards`"),
    (&["hearts", "--rules", "home"], "hearts: rules=home is none of paper, table"),
    (&["tree", "--rules", "table"], "tree has no use for the option `rules`"),
    (&["bridge", "--trump", "X"], "bridge: trump=X is none of S, H, D, C, N, NT"),
    (&["hearts", "--trump", "S"], "hearts has no use for the option `trump`"),
    (&["spades", "--bids", "1,2"], "spades: bids=1,2 has 2 numbers; 3 are needed"),
    (&["bridge", "--bids", "1,2,3,4"], "bridge has no use for the option `bids`"),
];

#[test]
fn equal_mistakes_have_equal_exit_codes_in_every_command() {
    for (command, source) in OPENING {
        for (mistake, expected) in MISTAKES {
            let (code, told) = refused(&[command, mistake, source].concat());
            assert!(code == 2 && told.contains(expected), "{command:?} {mistake:?}: {code}, {told}");
        }
    }
    let folder = std::env::temp_dir().join(format!("cutthroat-mistakes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let binary = folder.join("binary");
    std::fs::write(&binary, [0xff, 0xfe, 0]).unwrap();
    let (at_binary, at_folder) = (format!("@{}", binary.display()), format!("@{}", folder.display()));
    // Unreadable text is not wrong usage, but an option beside a good position is.
    let unreadable = [
        (1, "1:A...", "hearts: 1 player; hearts is for 3 to 6; a position is written like \"1:"),
        (1, "1:A... K... Q... bids=1", "there is no parameter `bids`"),
        (1, "@/nowhere/at/all", "cannot read /nowhere/at/all: No such file or directory\n"),
        (1, &at_binary, "it is not text (UTF-8)"),
        (1, &at_folder, "cannot read"),
    ];
    for (command, _) in OPENING.into_iter().filter(|(command, _)| command[0] != "forward-pruning") {
        for (expected_code, position, expected) in unreadable {
            let (code, told) = refused(&[command, &["hearts", "--position", position]].concat());
            assert!(code == expected_code && told.contains(expected), "{command:?} {position}: {code}, {told}");
        }
        let beside = [command, &["hearts", "--position", "1:A... K... Q...", "--rules", "home"]].concat();
        let (code, told) = refused(&beside);
        assert!(code == 2 && told.contains("rules=home is none of"), "{beside:?}: {code}, {told}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn mistakes_of_single_commands_are_told_in_plain_words() {
    let cases: [(&[&str], i32, &str); 26] = [
        (&["fly"], 2, "there is no command `fly`; there are games, analyse, advise, solve"),
        (&["games", "chess"], 2, "there is no game `chess`"),
        (&["forward-pruning"], 2, "say what to do: model, study, measure, figures"),
        (&["forward-pruning", "model", "--tree", "p-game", "--p", "x"], 2, "--p x is not a number"),
        (&["forward-pruning", "study", "--trees", "x"], 2, "--trees x is not a whole number from 0 on"),
        (&["forward-pruning", "measure", "hearts", "--budgets", "x"], 2, "--budgets x is not a whole number from 0 on"),
        (&["table", "chess", "info"], 2, "chess has no table"),
        (&["table", "chinese-checkers", "--pieces", "5", "info"], 2, "there is no board for 5 pieces"),
        (&["table", "chinese-checkers", "--pieces", "x", "info"], 2, "--pieces x is not a whole number from 0 on"),
        (&["table", "chinese-checkers", "--file", "/nowhere", "info"], 1, "there is no table /nowhere"),
        (&["bench", "--suite", "moon"], 2, "--suite moon is none of trees, optimal"),
        (&["reproduce", "1999"], 2, "there is no experiment or paper `1999`"),
        (&["reproduce", "2000-table1", "--sample", "0"], 2, "--sample 0 is not from 1 to 100"),
        (&["reproduce", "2000-table1", "--sample", "x"], 2, "--sample x is not a whole number from 0 on"),
        (&["reproduce", "2000-table1", "--threads", "0"], 2, "--threads 0: a whole number from 1 on is needed"),
        (&["solve", "hearts", "--deal", "1", "--threads", "0"], 2, "--threads 0: a whole number from 1 on is needed"),
        (
            &["match", "hearts", "--seats", "random", "--games", "6", "--threads", "0"],
            2,
            "--threads 0: a whole number from 1",
        ),
        (&["match", "hearts", "--seats", "random", "--games", "0"], 2, "0 games are no match"),
        (&["match", "hearts", "--seats", "random", "--games", "x"], 2, "--games x is not a whole number from 0 on"),
        (&["match", "hearts", "--seats", "maxn:nodes=x", "--games", "6"], 2, "nodes=x is not a whole number above 0"),
        (&["results", "/nowhere"], 1, "/nowhere: cannot be read: No such file or directory\n"),
        (&["replay", "/nowhere", "1"], 1, "/nowhere: cannot be read: No such file or directory\n"),
        (&["replay", "/nowhere", "x"], 2, "ID x is not a whole number from 0 on"),
        (&["analyse", "hearts", "--deal", "1", "--time", "x"], 2, "--time x is not a number"),
        (&["analyse", "hearts", "--deal", "-1"], 2, "--deal -1 is not a whole number from 0 on"),
        (&["analyse", "hearts", "--deal", "1", "--threads", "2"], 2, "unexpected argument '--threads' found"),
    ];
    for (arguments, expected_code, expected) in cases {
        let (code, told) = refused(arguments);
        assert!(code == expected_code && told.contains(expected), "{arguments:?}: {code}, {told}");
        for jargon in ["invalid digit", "os error", "..=", "<", "ParseInt"] {
            assert!(!told.contains(jargon), "{arguments:?}: {told}");
        }
    }
}

#[test]
fn what_people_type_is_read() {
    let folder = std::env::temp_dir().join(format!("cutthroat-typed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let answer = |command: &[&str]| {
        let run = cutthroat(command);
        assert!(run.status.success(), "{command:?}: {}", String::from_utf8_lossy(&run.stderr));
        String::from_utf8(run.stdout).unwrap()
    };
    let usual = answer(&["analyse", "bridge", "--position", "1:T.K..2 Q.A.2. J..K3. 9.3.4. trump=N"]);
    // Some editors begin a file with a byte-order mark.
    let file = folder.join("deal.txt");
    std::fs::write(&file, "\u{feff}1:10.k..2 q.a.2. j..k3. 9.3.4. trump=nt\n").unwrap();
    let at_file = format!("@{}", file.display());
    assert_eq!(answer(&["analyze", "bridge", "--position", &at_file]), usual);
    assert_eq!(
        answer(&["analyse", "bridge", "--position", "\u{feff}1:10.K..2 Q.A.2. J..K3. 9.3.4.", "--trump", "NT"]),
        usual
    );
    let out = folder.join("solved.json");
    let solved = ["solve", "bridge", "--deals", file.to_str().unwrap(), "--out", out.to_str().unwrap()];
    assert!(answer(&solved).starts_with("1 deal solved, in "));
    assert!(usual.contains("\nno trump\n"), "{usual}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn every_game_is_described_and_its_example_runs() {
    for entry in cutthroat_catalog::Registry::standard().games() {
        let page = String::from_utf8(cutthroat(&["games", entry.name]).stdout).unwrap();
        let fields =
            entry.fields.iter().flat_map(|(_, fields)| fields.iter()).chain(entry.options).chain(entry.dealing);
        let evaluations = &entry.evaluations;
        let names = fields.map(|field| field.name).chain(entry.presets.iter().map(|preset| preset.name));
        for name in names.chain(evaluations.iter().map(|(name, _)| *name)) {
            assert!(page.contains(&format!("\n  {name} ")), "{name} is not in {page}");
        }
        let example = page.lines().last().unwrap().split_once("cutthroat ").unwrap().1;
        let (command, position) = example.split_once(" --position ").unwrap();
        let position = position.trim_end_matches(" --all-moves").trim_matches('"');
        let words = command.split(' ').chain(["--position", position, "--all-moves", "--depth", "3"]);
        let run = cutthroat(&words.collect::<Vec<_>>());
        assert!(run.status.success(), "{example}: {}", String::from_utf8_lossy(&run.stderr));
        // Help and description name the same budgets.
        let help = String::from_utf8(cutthroat(&["analyse", "--help"]).stdout).unwrap().replace([',', '\n'], "");
        if let Some(nodes) = entry.default_nodes {
            assert!(help.contains(&nodes.to_string()) && page.replace(',', "").contains(&nodes.to_string()));
            assert!(entry.default_memory == 0 || help.contains(&format!("have {}", entry.default_memory)), "{help}");
        }
    }
}

#[test]
fn a_drawing_is_written_whole_or_not_at_all() {
    let folder = std::env::temp_dir().join(format!("cutthroat-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("tree.svg");
    let name = file.to_str().unwrap();
    let done =
        cutthroat(&["analyse", "tree", "--position", "figure 2003-6-other", "--pruning", "speculative", "--svg", name]);
    assert!(done.status.success());
    let svg = std::fs::read_to_string(&file).unwrap();
    for part in ["<svg", "(0, 5, 5)", "class=\"edge again\"", "</svg>"] {
        assert!(svg.contains(part), "{part}");
    }
    let too_large = ["analyse", "uniform-tree", "--position", "branching=10 depth=4", "--svg", name];
    assert!(refused(&too_large).1.contains("more than 400 nodes"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), svg, "what was there is kept");
    let nowhere = folder.join("no/such/folder/tree.svg");
    let (code, told) = refused(&["analyse", "tree", "--position", "figure 2003-1", "--svg", nowhere.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(told.contains("cannot write"), "{told}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing half-written is left");
    a_file_keeps_its_place_and_permissions(&folder, &file);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Replacing a drawing follows links and keeps permissions, and a device stays a device.
fn a_file_keeps_its_place_and_permissions(folder: &Path, file: &Path) {
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
    let draw = |to: &Path| {
        let to = to.to_str().unwrap();
        assert!(cutthroat(&["analyse", "tree", "--position", "figure 2003-1", "--svg", to]).status.success());
    };
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600)).unwrap();
    let link = folder.join("link.svg");
    symlink(file, &link).unwrap();
    draw(&link);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(std::fs::read_to_string(file).unwrap().contains("(3, 5, 2)"));
    assert_eq!(std::fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || std::fs::read_to_string(pipe).unwrap())
    };
    draw(&pipe);
    assert!(reader.join().unwrap().ends_with("</svg>\n"));
    assert!(std::fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
}

#[test]
fn json_is_one_object_with_everything_the_contract_names() {
    let output = cutthroat(&["analyse", "tree", "--deal", "4", "--players", "4", "--all-moves", "--trace", "--json"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 1);
    let object: serde_json::Value = serde_json::from_str(&text).unwrap();
    for field in ["payoff", "move", "pv", "nodes", "researches", "depth", "complete", "tie_rule", "moves", "trace"] {
        assert!(object.get(field).is_some(), "{field}");
    }
    assert_eq!(object["payoff"].as_array().unwrap().len(), 4);
    // The position in it is the position.
    let again = cutthroat(&["analyse", "tree", "--position", object["position"].as_str().unwrap(), "--json"]);
    let again: serde_json::Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!((&again["payoff"], &again["pv"]), (&object["payoff"], &object["pv"]));
}

/// What a game declares can be set by name, and the flags of card games are such options.
#[test]
fn options_of_a_game_are_set_by_name() {
    let answer = |options: &[&str]| cutthroat(&[&["analyse", "bridge", "--deal", "3"], options].concat());
    let flags = answer(&["--cards", "3", "--trump", "H"]);
    assert!(flags.status.success());
    assert_eq!(answer(&["--option", "cards=3", "--option", "trump=H"]).stdout, flags.stdout);
    for (options, expected) in [
        (&["--option", "colour=H"][..], "bridge has no use for the option `colour`"),
        (&["--option", "bids=1"], "bridge has no use for the option `bids`"),
        (&["--option", "trump"], "--option trump is not of the form NAME=VALUE"),
        (&["--option", "=H"], "is not of the form NAME=VALUE"),
        (&["--trump", "H", "--option", "trump=S"], "the option trump is given twice"),
        (&["--option", "trump=X"], "trump=X"),
        (&["--option", "cards=few"], "cards=few is not a whole number from 1 to 52"),
    ] {
        let (code, told) = refused(&[&["analyse", "bridge", "--deal", "3"], options].concat());
        assert!(code == 2 && told.contains(expected), "{options:?}: {code}, {told}");
    }
}

/// Advice on a view: what is drawn can be checked from outside, and what cannot be is refused in one line.
#[test]
fn advice_is_given_on_what_one_seat_knows() {
    let printed = |arguments: &[&str]| {
        let output = cutthroat(&[&["advise"], arguments].concat());
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let few = ["hearts", "--view", "2:?SQ 5.KQ.. ? unseen=AQ.A3.K.2 tricks=10"];
    let ask = |more: &[&str]| printed(&[&few, more].concat());
    let json: serde_json::Value = serde_json::from_str(&ask(&["--json", "--player", "pimc"])).unwrap();
    assert_eq!((&json["worlds"], &json["exhaustive"], &json["looked_at"]), (&"10".into(), &true.into(), &10.into()));
    assert!(json["moves"].as_array().unwrap().iter().all(|value| value["mean"].is_f64() && value["visits"] == 10));
    assert_eq!(ask(&["--quiet", "--player", "pimc"]).trim(), json["move"]);
    let all = ask(&["--all-worlds"]);
    let all: Vec<&str> = all.lines().collect();
    assert_eq!(all.iter().collect::<std::collections::BTreeSet<_>>().len(), 10);
    // Each of the ten comes up about a hundred times, the same for the same seed.
    let drawn = ask(&["--worlds", "1000", "--seed", "3"]);
    assert_eq!(ask(&["--worlds", "1000", "--seed", "3"]), drawn);
    for deal in &all {
        let times = drawn.lines().filter(|line| line == deal).count();
        assert!((60..140).contains(&times), "{deal}: {times}");
    }
    let only = printed(&["hearts", "--view", "1:? 5.K.. ? cards=2 plays=SQ", "--player", "ismcts:nodes=100"]);
    assert!(only.contains("move    S5 (nothing else is legal)"), "{only}");
    let table = printed(&["hearts", "--rules", "table", "--view", "4:? AKQJ.T98.765.543 ? ?", "--worlds", "1"]);
    assert_eq!(table.lines().count(), 1);
    let refused_with = |arguments: &[&str]| refused(&[&["advise"], arguments].concat());
    for (arguments, code, reason) in [
        (&["hearts", "--view", "1:? 5.K.. ? cards=2 plays=SQ,S6"][..], 1, "seat 2 was dealt 3 cards"),
        (&["hearts", "--view", "1:? 5.K.. ? cards=2"], 1, "it is the turn of seat 1"),
        (
            &["hearts", "--view", "2:? 5.K.. ? cards=2", "--all-worlds"],
            1,
            "1,381,800 deals fit, and --all-worlds lists",
        ),
        (&["hearts", "--view", "2:? 5.K.. ? cards=2", "--player", "maxn"], 2, "; let it search deals that fit: pimc"),
        (&["hearts", "--view", "2:? 5.K.. ? cards=2", "--eval", "joy"], 2, "joy"),
        (&["hearts", "--view", "@nowhere"], 1, "nowhere"),
        (&["tree", "--view", "1[(5,4,1) (1,2,3)]"], 2, "nothing is hidden in tree"),
        (&["hearts"], 2, "--view"),
    ] {
        let (told_code, told) = refused_with(arguments);
        assert!(told_code == code && told.contains(reason), "{arguments:?}: {told_code}, {told}");
    }
}

/// Other programs can tell what they read.
#[test]
fn version_and_results_say_what_they_are() {
    let version = String::from_utf8(cutthroat(&["--version"]).stdout).unwrap();
    assert!(version.starts_with(&format!("cutthroat {}", env!("CARGO_PKG_VERSION"))), "{version}");
    for command in [
        &["games", "--json"][..],
        &["perft", "tree", "--deal", "1", "--depth", "2", "--json"],
        &["match", "tree", "--seats", "random", "--games", "1", "--json"],
    ] {
        let text = String::from_utf8(cutthroat(command).stdout).unwrap();
        let object: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(object["format"], 1, "{command:?}");
    }
}
