//! The successors of max^n and paranoid search, as the facade knows them: in their limits, and what players learn.

use cutthroat_catalog::{Error, LiveGame, PlayerSpec, Registry, Report, Request, SeatingRequest, Setup};

fn report(game: &str, setup: &Setup, spec: &str) -> Result<Report, Error> {
    Registry::standard().open(game, setup)?.analyse(&Request { all_moves: true, ..Request::of(spec)? })
}

/// The same search in all but its name and its settings.
fn assert_same(game: &str, setup: &Setup, one: &str, other: &str) {
    let [one_found, other_found] = [one, other].map(|spec| report(game, setup, spec).unwrap());
    let told = |report: &Report| {
        (report.payoff.clone(), report.best.clone(), report.moves.clone(), report.nodes, report.depth, report.stop)
    };
    assert_eq!(told(&one_found), told(&other_found), "{one} and {other} in {game} {setup:?}");
}

fn deals(game: &'static str) -> impl Iterator<Item = (&'static str, Setup)> {
    (0..8).map(move |seed| (game, Setup { deal: Some(seed), ..Setup::default() }.with_option("cards", 4)))
}

fn small_games() -> impl Iterator<Item = (&'static str, Setup)> {
    let trees = (0..20).map(|seed| ("tree", Setup { deal: Some(seed), players: Some(3), ..Setup::default() }));
    let boards = (0..2).map(|seed| {
        let position = format!("pieces=3 players=3 seed={seed}");
        ("chinese-checkers", Setup { position: Some(position), ..Setup::default() })
    });
    trees.chain(boards).chain(deals("hearts")).chain(deals("spades")).chain(deals("oh-hell"))
}

#[test]
fn in_their_limits_they_are_max_n_and_paranoid_search() {
    for (game, setup) in small_games() {
        assert_same(game, &setup, "mp-mix:nodes=20000", "maxn:nodes=20000");
        assert_same(game, &setup, "social:nodes=20000", "maxn:nodes=20000");
        assert_same(game, &setup, "opps:free=all,wide=all,nodes=20000,memory=0", "paranoid:nodes=20000,memory=0");
        assert_same(game, &setup, "opps:narrow=all,nodes=20000,memory=0", "paranoid:nodes=20000,memory=0");
    }
}

/// With a threshold of 0 a plan is always made: to defend for the leader, and to attack for anybody else.
#[test]
fn who_leads_defends_and_who_does_not_attacks() {
    let (mut defended, mut attacked) = (0, 0);
    for (game, setup) in small_games() {
        let plain = report(game, &setup, "maxn:depth=3").unwrap();
        let mover = plain.mover.unwrap() - 1;
        for leader in 0..plain.payoff.len() {
            let mut totals = vec!["0"; plain.payoff.len()];
            totals[leader] = "10000";
            let totals = totals.join("/");
            let mix = format!("mp-mix:defend=0,attack=0,totals={totals},depth=3");
            if leader == mover {
                assert_same(game, &setup, &mix, "paranoid:depth=3");
                defended += 1;
            } else {
                let found = report(game, &setup, &mix).unwrap();
                let least = found.moves.unwrap().iter().map(|value| value.payoff[leader]).min().unwrap();
                // An attack on scores with a wide range may spare a point for many of one's own.
                if matches!(game, "hearts" | "tree") {
                    assert_eq!(found.payoff[leader], least, "{game} {setup:?}");
                }
                attacked += 1;
            }
        }
    }
    assert!(defended > 20 && attacked > 40);
}

#[test]
fn what_does_not_fit_is_refused_in_one_line() {
    let hearts = Setup { deal: Some(1), ..Setup::default() };
    let undeclared = Setup { position: Some("1[(1,2,3) 2[(3,2,1) (1,1,1)]]".into()), ..Setup::default() };
    for (game, setup, spec, words) in [
        ("hearts", &hearts, "opps:free=-1", "free=-1 is not a whole number from 0 to 254, or all"),
        ("hearts", &hearts, "opps:narrow=0", "narrow=0 is not a whole number from 1 to 65534, or all"),
        ("hearts", &hearts, "mp-mix:defend=-1", "defend=-1 is not from 0 to 65535"),
        ("hearts", &hearts, "mp-mix:totals=1/2", "totals=1/2 is not a whole number for each of 3 seats"),
        ("hearts", &hearts, "social:own=1000", "own=1000 is not from -100 to 100"),
        ("hearts", &hearts, "social:own=99.999,others=99.998", "do not fit into 16 bits"),
        ("hearts", &hearts, "soft-maxn:rule=median", "rule=median is none of worst, mean, best"),
        ("hearts", &hearts, "prob-maxn:models=points/mt", "hearts has no evaluation `mt`; it has points"),
        ("hearts", &hearts, "prob-maxn:noise=1.5", "noise=1.5 is not from 0 to 1"),
        ("hearts", &hearts, "brs", "nobody may pass in hearts"),
        ("tree", &undeclared, "social:others=-1", "needs the least and the greatest payoff"),
        ("tree", &undeclared, "mp-mix:attack=1", "needs the least and the greatest payoff"),
        ("tree", &undeclared, "soft-maxn:bounds=on", "declares no monotone bounds"),
    ] {
        let error = report(game, setup, spec).unwrap_err().to_string();
        assert!(error.contains(words) && !error.contains('\n'), "{spec}: {error}");
    }
    // Without what is missing they search.
    for spec in ["social", "mp-mix:defend=1", "soft-maxn", "prob-maxn", "opps", "brs+"] {
        assert!(report("tree", &undeclared, spec).is_ok(), "{spec}");
    }
}

/// A player learns from what the others play, forgets what is taken back, and learns the same from the same moves.
#[test]
fn players_learn_during_a_game() {
    let registry = Registry::standard();
    let hand = Setup { deal: Some(5), ..Setup::default() }.with_option("cards", 7);
    let tree = "random players=3 depth=8 branching=3-3 stop=0 sums=at-most total=90 seed=4";
    let tree = Setup { position: Some(tree.into()), ..Setup::default() };
    for (game, setup, learns, other) in [
        (
            "spades",
            hand,
            "prob-maxn:models=mt/mot,nodes=4000,root-ties=first",
            "maxn:eval=mot,nodes=4000,root-ties=first",
        ),
        ("tree", tree, "social:learn=0.3,root-ties=first,nodes=4000", "paranoid:root-ties=first"),
    ] {
        let players = [learns, other].map(|spec| spec.parse::<PlayerSpec>().unwrap()).to_vec();
        let request = SeatingRequest { game: game.into(), setup, players, ..SeatingRequest::default() };
        let seating = registry.seat(&request).unwrap();
        let start = seating.start(1).unwrap();
        let begin = || seating.begin(&start, &[0, 1, 1], 1).unwrap();
        let learned = learned_from(&registry, begin(), begin());
        assert!(learned > 0, "{learns}");
    }
}

/// Plays the same game twice, and returns how often the player in the first seat searched in another way than one who has
/// seen nothing before.
fn learned_from(registry: &Registry, mut game: Box<dyn LiveGame>, mut again: Box<dyn LiveGame>) -> usize {
    let mut learned = 0;
    while game.mover().is_some() {
        let chosen = game.choose().unwrap();
        assert_eq!(chosen, again.choose().unwrap());
        // A move that is played and taken back teaches nothing.
        let other = game.legal_moves().last().unwrap().clone();
        game.play(&other).unwrap();
        if game.mover().is_some() {
            game.choose().unwrap();
        }
        game.take_back();
        assert_eq!(game.choose().unwrap(), chosen);
        if game.mover() == Some(1) {
            // The player who has just sat down has not seen the moves before.
            let setup = Setup { position: Some(game.text()), ..Setup::default() };
            let mut late = registry.begin(game.info().name, &setup).unwrap();
            late.sit(1, game.players()[0].as_ref()).unwrap();
            learned += usize::from(late.choose().unwrap().nodes != chosen.nodes);
        }
        game.play(&chosen.mv).unwrap();
        again.play(&chosen.mv).unwrap();
    }
    learned
}
