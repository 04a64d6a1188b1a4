//! Players: each plays what it says it plays, the same for the same seed, within its budget.

use std::collections::HashSet;

use cutthroat_catalog::{PlayerSpec, Registry, Report, Request, Seating, SeatingRequest, Setup};

/// A table for one kind of player.
fn seated(game: &str, setup: Setup, spec: &str) -> Box<dyn Seating> {
    let players = vec![spec.parse::<PlayerSpec>().unwrap()];
    let request = SeatingRequest { game: game.to_owned(), setup, players, ..SeatingRequest::default() };
    Registry::standard().seat(&request).unwrap()
}

/// Where ties are left to chance, every best move of the root is played sooner or later and no other, under every rule
/// and by every search.
#[test]
fn ties_of_the_root_are_broken_at_random_among_the_best() {
    let mut ties_seen = 0;
    let specs = [
        "maxn:pruning=none",
        "maxn:pruning=none,ties=worst-for-root",
        "maxn:pruning=none,ties=spiteful",
        "maxn:pruning=immediate",
        "paranoid",
        "paranoid:window=null",
        "brs+",
        "opps",
        "social:own=2,others=-1",
        "prob-maxn",
    ];
    for seed in 0..50 {
        let text = format!("random players=3 depth=4 branching=3-4 total=4 seed={seed}");
        let setup = Setup { position: Some(text.clone()), ..Setup::default() };
        let position = Registry::standard().open("tree", &setup).unwrap();
        for spec in specs {
            let request = Request { all_moves: true, ..Request::of(spec).unwrap() };
            let report = position.analyse(&request).unwrap();
            let Some(mover) = report.mover else { continue };
            // Spite settles ties by what the others get, before chance has its turn.
            let is_best = |payoff: &[i16]| match report.tie_rule {
                "spiteful" => *payoff == report.payoff,
                _ => payoff[mover - 1] == report.payoff[mover - 1],
            };
            let best = report.moves.iter().flatten().filter(|value| is_best(&value.payoff));
            let expected: HashSet<String> = best.map(|value| value.mv.clone()).collect();
            ties_seen += usize::from(expected.len() > 1);
            let table = seated("tree", setup.clone(), spec);
            let start = table.start(0).unwrap();
            let play = |seed| table.begin(&start, &[0; 3], seed).unwrap().choose().unwrap().mv;
            assert_eq!((0..60).map(play).collect::<HashSet<_>>(), expected, "{text} {spec}");
        }
    }
    assert!(ties_seen > 50, "only {ties_seen} ties");
}

#[test]
fn a_budget_is_spent_to_the_node_and_a_seed_decides_everything() {
    let setup = Setup { deal: Some(3), ..Setup::default() }.with_option("cards", 8);
    for spec in [
        "maxn:pruning=shallow,ties=worst-for-root,nodes=",
        "maxn:pruning=speculative,nodes=",
        "paranoid:memory=1,nodes=",
        "paranoid:nodes=",
        "paranoid:end-first=on,memory=1,nodes=",
        "brs+:nodes=",
        "opps:memory=1,nodes=",
        "opps:free=2,wide=3,nodes=",
        "mp-mix:defend=1,attack=1,nodes=",
        "social:others=-0.5,by=me,nodes=",
        "soft-maxn:nodes=",
        "prob-maxn:models=points/ahead,nodes=",
    ] {
        let table = |nodes: u64| seated("hearts", setup.clone(), &format!("{spec}{nodes}"));
        let (table, twice) = (table(3000), table(6000));
        let start = table.start(3).unwrap();
        let begin = || table.begin(&start, &[0; 3], 1).unwrap();
        let (mut game, mut again, mut longer) = (begin(), begin(), twice.begin(&start, &[0; 3], 1).unwrap());
        let mut ply = 0;
        while game.mover().is_some() {
            let chosen = game.choose().unwrap();
            assert_eq!(chosen, again.choose().unwrap(), "{spec}");
            assert!(game.legal_moves().contains(&chosen.mv));
            if let Some(depth) = chosen.depth {
                // Who spends less than all has seen the end, and would not spend more.
                // With a table, or when others are watched, what was found before counts.
                let whole = chosen.nodes == 3000 || spec.contains("memory") || spec.starts_with("prob");
                assert!(whole || chosen.nodes == longer.choose().unwrap().nodes, "{spec}");
                assert!(chosen.nodes <= 3000);
                // Iterations end with tricks.
                let left = 3 - ply % 3;
                let ends = depth >= left && (depth - left) % 3 == 0;
                assert!(ends || depth == 0 || spec.starts_with("brs"), "{spec} {depth}");
            }
            for game in [&mut game, &mut again, &mut longer] {
                game.play(&chosen.mv).unwrap();
            }
            ply += 1;
        }
    }
}

/// A search that tries the end of the game first finds the exact value if half of its nodes are enough for that, and
/// otherwise what it finds with the other half.
#[test]
fn the_end_is_tried_with_half_of_the_nodes() {
    let (mut solved, mut deepened) = (0, 0);
    for (game, players) in [("bridge", 4), ("spades", 3), ("hearts", 4)] {
        for seed in 0..8 {
            let setup = Setup { deal: Some(seed), players: Some(players), ..Setup::default() }.with_option("cards", 7);
            let position = Registry::standard().open(game, &setup).unwrap();
            let analysed = |spec: String| position.analyse(&Request::of(&spec).unwrap()).unwrap();
            let exact = analysed("paranoid:memory=1,depth=100".to_owned());
            for nodes in [100, 1_000, 10_000, 1_000_000] {
                for more in ["", ",root-ties=any", ",window=binary"] {
                    let found = analysed(format!("paranoid:end-first=on,memory=1,nodes={nodes}{more}"));
                    assert!(found.nodes <= nodes, "{game} {seed} {nodes}");
                    // What the others get depends on the line.
                    let own = |report: &Report| report.payoff[report.mover.unwrap() - 1];
                    if found.nodes <= nodes / 2 {
                        assert_eq!((own(&found), found.complete), (own(&exact), true), "{game} {seed} {nodes}");
                        solved += 1;
                        continue;
                    }
                    let other = analysed(format!("paranoid:memory=1,nodes={}{more}", nodes - nodes / 2));
                    assert!(found.depth != other.depth || own(&found) == own(&other), "{game} {seed} {nodes}");
                    deepened += 1;
                }
            }
        }
    }
    assert!(solved > 50 && deepened > 50, "{solved} solved, {deepened} not");
}
