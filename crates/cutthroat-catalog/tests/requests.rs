//! The facade: every request gives the same payoff or a reason, and results are complete.

use cutthroat_catalog::{Algorithm, Request, Setup, TieName, open, suites};

fn tree(text: &str) -> Box<dyn cutthroat_catalog::Position> {
    open("tree", &Setup { position: Some(text.to_owned()), ..Setup::default() }).unwrap()
}

#[test]
fn whoever_names_nothing_gets_the_strongest_search_that_fits() {
    let report = |text: &str| tree(text).analyse(&Request::default()).unwrap();
    let typed = report("1[(5,4,1) 2[(0,6,4) (4,0,6)]]");
    assert_eq!((typed.pruning, typed.test, typed.bounds), ("speculative", "table", false));
    let bounded = report("1[(5,4,1) 2{3>=4}[(0,6,4) (4,0,6)]]");
    assert_eq!((bounded.pruning, bounded.test, bounded.bounds), ("speculative", "table", true));
    // Too many outcomes for a table: by sums, and the report says so.
    let large = report("random players=4 depth=8 branching=4-4 total=1000 stop=0 seed=1");
    assert_eq!((large.pruning, large.test), ("speculative", "sum"));
}

#[test]
fn all_requests_agree() {
    for seed in 0..50 {
        let position = tree(&format!("random players=3 depth=4 branching=2-3 bounds=on seed={seed}"));
        let plain = Request { pruning: Some("none".into()), ..Request::default() };
        let payoff = position.analyse(&plain).unwrap().payoff;
        for pruning in ["immediate", "shallow", "bnb", "abbnb", "last-branch", "speculative", "deep"] {
            for table in [None, Some(false), Some(true)] {
                for bounds in [None, Some(true)] {
                    for all_moves in [false, true] {
                        let request =
                            Request { pruning: Some(pruning.into()), table, bounds, all_moves, ..Request::default() };
                        let report = position.analyse(&request).unwrap();
                        assert_eq!(report.payoff, payoff);
                        if let Some(moves) = report.moves {
                            let best = moves.iter().find(|value| Some(&value.mv) == report.best.as_ref()).unwrap();
                            assert_eq!(best.payoff, payoff);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn every_move_is_worth_what_the_position_after_it_is() {
    for seed in 0..20 {
        let text = format!("random players=4 depth=3 branching=2-4 order=tricks seed={seed}");
        let setup = |text: String| Setup { position: Some(text), ..Setup::default() };
        let all = Request { all_moves: true, ..Request::default() };
        let report = open("tree", &setup(text)).unwrap().analyse(&all).unwrap();
        // The written tree is `PLAYER[child child ...]`: each child is a tree of its own.
        let body = report.position.split_once('[').unwrap().1;
        let mut depth = 0;
        let mut children = vec![String::new()];
        for c in body[..body.len() - 1].chars() {
            depth += i32::from("[(".contains(c)) - i32::from("])".contains(c));
            if c == ' ' && depth == 0 {
                children.push(String::new());
            } else {
                children.last_mut().unwrap().push(c);
            }
        }
        let moves = report.moves.unwrap();
        assert_eq!(moves.len(), children.len());
        for (value, child) in moves.iter().zip(children) {
            let below = open("tree", &setup(child)).unwrap().analyse(&Request::default()).unwrap();
            assert_eq!(below.payoff, value.payoff, "{}", value.mv);
        }
    }
}

#[test]
fn requests_are_plain_data() {
    let text = r#"{"algorithm":"paranoid","ties":"first","depth":3,"all_moves":true}"#;
    let request: Request = serde_json::from_str(text).unwrap();
    assert_eq!(request.algorithm, Algorithm::Paranoid);
    assert!(serde_json::from_str::<Request>(r#"{"pruninng":"none"}"#).is_err());
    let report = tree("figure 2002-2").analyse(&request).unwrap();
    let json = serde_json::to_value(&report).unwrap();
    for field in ["payoff", "move", "pv", "nodes", "researches", "depth", "complete", "tie_rule", "moves"] {
        assert!(json.get(field).is_some(), "{field}");
    }
    assert_eq!(json["payoff"][0], 3);
}

#[test]
fn every_window_finds_the_same() {
    for algorithm in ["paranoid", "brs+"] {
        for seed in 0..20 {
            let setup = Setup { deal: Some(seed), cards: Some(3), ..Setup::default() };
            let position = open("hearts", &setup).unwrap();
            let report = |window: &str| {
                let text = format!(r#"{{"algorithm":"{algorithm}","window":"{window}","all_moves":true}}"#);
                position.analyse(&serde_json::from_str(&text).unwrap()).unwrap()
            };
            let full = report("full");
            assert_eq!((full.algorithm, full.window), (algorithm, Some("full")));
            let mover = full.mover.unwrap() - 1;
            for window in ["null", "binary"] {
                let found = report(window);
                assert_eq!(found.window, Some(window));
                assert_eq!((found.payoff[mover], &found.best), (full.payoff[mover], &full.best));
            }
        }
    }
}

#[test]
fn best_reply_search_of_a_board() {
    let position = open("chinese-checkers", &Setup { deal: Some(3), ..Setup::default() }).unwrap();
    for algorithm in [Algorithm::Brs, Algorithm::BrsPlus] {
        let request = Request { algorithm, depth: Some(3), ..Request::default() };
        let report = position.analyse(&request).unwrap();
        assert_eq!((report.algorithm, report.depth, report.stop), (algorithm.name(), 3, "depth"));
        assert!(report.best.is_some() && !report.pv.is_empty());
    }
}

#[test]
fn random_ties_vary_the_move_but_not_between_runs() {
    let position = tree("1[(5,5,0) (5,0,5) (5,3,2) (5,1,4)]");
    let play = |seed| {
        let request = Request { ties: TieName::Random, seed: Some(seed), ..Request::default() };
        position.analyse(&request).unwrap().best.unwrap()
    };
    let played: Vec<String> = (0..20).map(play).collect();
    assert_eq!(played, (0..20).map(play).collect::<Vec<_>>());
    assert!(played.iter().any(|mv| *mv != played[0]));
}

#[test]
fn suites_count_the_same_on_every_run() {
    for suite in suites::SUITES.iter().filter(|suite| suite.name == "trees" || suite.name == "optimal") {
        let counts = || suite.run().rows.iter().map(|row| (row.nodes, row.researches)).collect::<Vec<_>>();
        assert_eq!(counts(), counts());
    }
    let optimal = suites::SUITES.iter().find(|suite| suite.name == "optimal").unwrap().run();
    assert_eq!((optimal.signature, optimal.researches), (84_927, 0));
}
