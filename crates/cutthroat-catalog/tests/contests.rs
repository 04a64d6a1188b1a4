//! Games played by name: every game to its end, by text alone.

use cutthroat_catalog::{ContestRequest, GAMES, PlayerSpec, Setup};

fn request(game: &str, players: &str, position: Option<&str>) -> ContestRequest {
    let setup = Setup { position: position.map(str::to_owned), ..Setup::default() };
    let players = PlayerSpec::read_list(players).unwrap();
    ContestRequest { game: game.to_owned(), setup, players, ..ContestRequest::default() }
}

fn told(request: &ContestRequest) -> String {
    match request.open() {
        Ok(_) => panic!("{request:?} was opened"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn every_game_is_played_to_its_end_by_text() {
    for entry in GAMES {
        for position in [None, Some(entry.example)] {
            let contest =
                request(entry.name, "random heuristic maxn:nodes=30 paranoid:nodes=30", position).open().unwrap();
            // The full settings say the same as themselves.
            let settings = contest.players().to_vec();
            let again = ContestRequest { players: settings.clone(), ..request(entry.name, "random", position) };
            assert_eq!(again.open().unwrap().players(), settings);
            let start = contest.start(5).unwrap();
            assert_eq!(start, contest.start(5).unwrap());
            let seating: Vec<usize> = (0..contest.seats()).map(|seat| seat % 4).collect();
            let play = || {
                let mut game = contest.begin(&start, &seating, 9).unwrap();
                let mut moves = Vec::new();
                assert_eq!(game.text(), start);
                while let Some(mover) = game.mover() {
                    assert!((1..=contest.seats()).contains(&mover));
                    assert!(game.payoff().is_none() && game.score().is_none());
                    let legal = game.legal_moves();
                    let chosen = game.choose().unwrap();
                    assert!(legal.contains(&chosen.mv), "{} is none of {legal:?}", chosen.mv);
                    assert!(chosen.nodes <= 30 && !chosen.stopped);
                    assert!(game.play("no such move").is_err());
                    game.play(&chosen.mv).unwrap();
                    moves.push(chosen.mv);
                }
                assert!(game.legal_moves().is_empty());
                assert!(game.choose().is_err() && game.play(&moves[0]).is_err());
                assert_eq!(game.payoff().unwrap().len(), contest.seats());
                assert_eq!(game.score().unwrap().len(), contest.seats());
                (moves, game.text(), game.score())
            };
            assert_eq!(play(), play(), "{}", entry.name);
        }
    }
}

#[test]
fn scores_are_what_people_count() {
    let hearts = request("hearts", "heuristic", Some("1:Q.A2..4 .KQ.A.3 A.5.K.2")).open().unwrap();
    assert!(hearts.tally().low_is_good);
    let mut game = hearts.begin(&hearts.start(0).unwrap(), &[0, 0, 0], 0).unwrap();
    for mv in ["SQ", "HK", "SA", "C2", "C4", "C3", "HA", "HQ", "H5", "H2", "DA", "DK"] {
        game.play(mv).unwrap();
    }
    // Seat 3 took the queen and a heart, seat 1 four hearts.
    assert_eq!(game.score().unwrap(), [4.0, 0.0, 14.0]);
    assert_eq!(game.payoff().unwrap(), [14, 18, 4]);

    let spades = ContestRequest { score: Some("tricks".into()), ..request("spades", "heuristic", None) };
    let spades = spades.open().unwrap();
    assert_eq!(spades.tally().unit, "tricks");
    let mut game = spades.begin(&spades.start(1).unwrap(), &[0, 0, 0], 0).unwrap();
    while game.mover().is_some() {
        let chosen = game.choose().unwrap();
        game.play(&chosen.mv).unwrap();
    }
    assert_eq!(game.score().unwrap().iter().sum::<f64>(), 17.0);
}

#[test]
fn what_does_not_fit_is_told() {
    for (game, players, expected) in [
        ("chess", "maxn", "there is no game `chess`"),
        ("hearts", "maxn:eval=mot", "player `maxn:eval=mot`: hearts has no evaluation `mot`"),
        (
            "chinese-checkers",
            "maxn:pruning=bnb",
            "player `maxn:pruning=bnb`: this evaluation declares no monotone bounds",
        ),
        ("chinese-checkers", "maxn:eval=distance,test=table", "leaf-value table"),
        ("hearts", "paranoid:pruning=shallow", "no use for a max^n pruning"),
        ("hearts", "maxn:depth=9999", "depth 9999 is not from 1 to 256"),
    ] {
        let told = told(&request(game, players, None));
        assert!(told.contains(expected), "{players} said: {told}");
    }
    assert!(told(&request("hearts", "maxn", Some("1:A..."))).contains("hearts"));
    let scored = ContestRequest { score: Some("joy".into()), ..request("hearts", "maxn", None) };
    assert!(told(&scored).contains("no evaluation `joy`"));
    let contest = request("hearts", "random", None).open().unwrap();
    let start = contest.start(1).unwrap();
    assert!(contest.begin(&start, &[0, 0], 1).is_err());
    assert!(contest.begin(&start, &[0, 0, 1], 1).is_err());
    assert!(contest.begin("nonsense", &[0, 0, 0], 1).is_err());
}
