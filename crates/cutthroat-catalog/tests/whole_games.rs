//! Whole games as live games: deal after deal, with a score sheet.

use cutthroat_catalog::{LiveGame, PlayerSpec, Registry, SeatingRequest, Setup};

fn setup(options: &[(&str, &str)]) -> Setup {
    let setup = Setup { deal: Some(3), hidden: true, whole_game: true, ..Setup::default() };
    options.iter().fold(setup, |setup, (name, value)| setup.with_option(name, value))
}

fn play_on(game: &mut dyn LiveGame) {
    while game.mover().is_some() {
        let chosen = game.choose().unwrap();
        game.play(&chosen.mv).unwrap();
    }
}

#[test]
fn a_whole_game_is_played_and_taken_back() {
    let short: [(&str, &[(&str, &str)]); 4] = [
        ("hearts", &[("limit", "30")]),
        ("spades", &[("deals", "2")]),
        ("oh-hell", &[("largest", "3")]),
        ("sergeant-major", &[("deals", "3")]),
    ];
    for (name, options) in short {
        let registry = Registry::standard();
        let begin = || {
            let mut game = registry.begin(name, &setup(options)).unwrap();
            for seat in 1..=game.seats() {
                game.sit(seat, Some(&"heuristic".parse().unwrap())).unwrap();
            }
            game
        };
        let mut game = begin();
        assert!(game.payoff().is_none() && !game.sheet().unwrap().over);
        play_on(game.as_mut());
        let (end, sheet) = (game.text(), game.sheet().unwrap().clone());
        assert!(sheet.over && sheet.rows.len() > 1, "{name}: {}", sheet.text);
        assert_eq!(end, format!("game:3 deals={} totals={}", sheet.rows.len(), joined(&sheet.totals)));
        assert_eq!(game.payoff().unwrap(), sheet.totals.iter().map(|&total| total as i16).collect::<Vec<_>>());
        let won: f64 = game.score().unwrap().iter().sum();
        assert!((won - 1.0).abs() < 1e-9 && !sheet.winners.is_empty());
        // Every row is what the deal was worth, and the deal goes round.
        for (number, row) in sheet.rows.iter().enumerate() {
            assert_eq!(row.dealer, (number + game.seats() - 1) % game.seats() + 1);
        }
        let sum = |player: usize| sheet.rows.iter().map(|row| row.scores[player]).sum::<i32>();
        assert!((0..game.seats()).all(|player| sum(player) == sheet.totals[player]));
        // Taken back over the end of a deal, and played again by hand.
        let moves = game.moves().to_vec();
        let back = moves.len() * 2 / 3;
        for _ in 0..back {
            assert!(game.take_back());
        }
        for mv in &moves[moves.len() - back..] {
            game.play(mv).unwrap();
        }
        assert_eq!((game.text(), game.sheet().unwrap()), (end.clone(), &sheet));
        while game.take_back() {}
        assert!(game.sheet().unwrap().rows.is_empty());
        let mut again = begin();
        for mv in &moves {
            again.play(mv).unwrap();
        }
        assert_eq!(again.text(), end);
        assert!(again.events(1).unwrap().len() > moves.len() / 2);
    }
}

fn joined(totals: &[i32]) -> String {
    totals.iter().map(i32::to_string).collect::<Vec<_>>().join(",")
}

/// Players of a match sit in the same places of the table in every deal, no matter who deals.
#[test]
fn players_keep_their_places() {
    let registry = Registry::standard();
    let request = SeatingRequest {
        game: "hearts".into(),
        setup: Setup { deal: None, players: Some(4), ..setup(&[("limit", "40")]) },
        players: PlayerSpec::read_list("heuristic random").unwrap(),
        ..SeatingRequest::default()
    };
    let seating = registry.seat(&request).unwrap();
    assert_eq!((seating.tally().unit, seating.tally().low_is_good), ("wins", false));
    let start = seating.start(9).unwrap();
    assert_eq!(start, "game:9");
    let mut game = seating.begin(&start, &[0, 1, 0, 1], 5).unwrap();
    let named = |game: &dyn LiveGame| -> Vec<String> {
        game.players().iter().flatten().map(|player| player.settings.algorithm().name.to_owned()).collect()
    };
    while game.mover().is_some() {
        assert_eq!(named(game.as_ref()), ["heuristic", "random", "heuristic", "random"]);
        let chosen = game.choose().unwrap();
        game.play(&chosen.mv).unwrap();
    }
    assert!(game.sheet().unwrap().rows.len() > 1);
    let mut again = seating.begin(&start, &[0, 1, 0, 1], 5).unwrap();
    play_on(again.as_mut());
    assert_eq!((again.moves(), again.text()), (game.moves(), game.text()));
}

#[test]
fn what_does_not_fit_a_whole_game_is_refused() {
    let registry = Registry::standard();
    let refused = |game: &str, options: &[(&str, &str)]| {
        registry.begin(game, &setup(options)).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(refused("bridge", &[]), "there are no whole games of bridge, only single ones");
    assert!(refused("hearts", &[("limit", "0")]).contains("limit=0 is not from 1 to 9999"));
    assert!(refused("hearts", &[("largest", "3")]).contains("largest"));
    let text = Setup { deal: None, position: Some("1:AK".into()), ..setup(&[]) };
    let error = registry.begin("hearts", &text).err().unwrap().to_string();
    assert!(error.contains("is not a whole game, such as game:7"), "{error}");
}
