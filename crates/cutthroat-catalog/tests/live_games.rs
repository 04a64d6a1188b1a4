//! Games played by name: every game to its end, by text alone.

use cutthroat_catalog::{PlayerSpec, Registry, Seating, SeatingRequest, Setup};

fn request(game: &str, players: &str, position: Option<&str>) -> SeatingRequest {
    let setup = Setup { position: position.map(str::to_owned), ..Setup::default() };
    let players = PlayerSpec::read_list(players).unwrap();
    SeatingRequest { game: game.to_owned(), setup, players, ..SeatingRequest::default() }
}

fn seated(request: &SeatingRequest) -> Box<dyn Seating> {
    Registry::standard().seat(request).unwrap_or_else(|error| panic!("{request:?}: {error}"))
}

fn told(request: &SeatingRequest) -> String {
    match Registry::standard().seat(request) {
        Ok(_) => panic!("{request:?} was opened"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn every_game_is_played_to_its_end_by_text() {
    let registry = Registry::standard();
    for entry in registry.games() {
        for position in [None, Some(entry.example)] {
            let players = "random heuristic maxn:nodes=30 paranoid:nodes=30,window=null brs+:nodes=30";
            let table = seated(&request(entry.name, players, position));
            // The full settings say the same as themselves.
            let settings = table.players().to_vec();
            let again = SeatingRequest { players: settings.clone(), ..request(entry.name, "random", position) };
            assert_eq!(seated(&again).players(), settings);
            let start = table.start(5).unwrap();
            assert_eq!(start, table.start(5).unwrap());
            let seating: Vec<usize> = (0..table.seats()).map(|seat| seat % 5).collect();
            let play = || {
                let mut game = table.begin(&start, &seating, 9).unwrap();
                let mut moves = Vec::new();
                assert_eq!(game.text(), start);
                while let Some(mover) = game.mover() {
                    assert!((1..=table.seats()).contains(&mover));
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
                assert_eq!(game.payoff().unwrap().len(), table.seats());
                assert_eq!(game.score().unwrap().len(), table.seats());
                assert_eq!(game.moves(), moves);
                let played = (game.text(), game.score());
                // Back to the beginning, and every move once more.
                while game.take_back() {}
                assert_eq!((game.text(), game.moves().len()), (start.clone(), 0));
                assert!(moves.iter().all(|mv| game.play(mv).is_ok()));
                assert_eq!((game.text(), game.score()), played);
                (moves, played)
            };
            assert_eq!(play(), play(), "{}", entry.name);
        }
    }
}

#[test]
fn scores_are_what_people_count() {
    let hearts = seated(&request("hearts", "heuristic", Some("1:Q.A2..4 .KQ.A.3 A.5.K.2")));
    assert!(hearts.tally().low_is_good);
    let mut game = hearts.begin(&hearts.start(0).unwrap(), &[0, 0, 0], 0).unwrap();
    for mv in ["SQ", "HK", "SA", "C2", "C4", "C3", "HA", "HQ", "H5", "H2", "DA", "DK"] {
        game.play(mv).unwrap();
    }
    // Seat 3 took the queen and a heart, seat 1 four hearts.
    assert_eq!(game.score().unwrap(), [4.0, 0.0, 14.0]);
    assert_eq!(game.payoff().unwrap(), [14, 18, 4]);

    let spades = SeatingRequest { score: Some("tricks".into()), ..request("spades", "heuristic", None) };
    let spades = seated(&spades);
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
        ("hearts", "brs", "player `brs`: brs lets all opponents but one pass, and nobody may pass in hearts"),
        ("tree", "paranoid:pruning=none,bounds=on", "of no use without a pruning"),
    ] {
        let told = told(&request(game, players, None));
        assert!(told.contains(expected), "{players} said: {told}");
    }
    assert!(told(&request("hearts", "maxn", Some("1:A..."))).contains("hearts"));
    let scored = SeatingRequest { score: Some("joy".into()), ..request("hearts", "maxn", None) };
    assert!(told(&scored).contains("no evaluation `joy`"));
    let table = seated(&request("hearts", "random", None));
    let start = table.start(1).unwrap();
    assert!(table.begin(&start, &[0, 0], 1).is_err());
    assert!(table.begin(&start, &[0, 0, 1], 1).is_err());
    assert!(table.begin("nonsense", &[0, 0, 0], 1).is_err());
}

/// A card that is asked for is played, although another one is equivalent in a search.
#[test]
fn the_card_that_is_asked_for_leaves_the_hand() {
    let registry = Registry::standard();
    for game in ["hearts", "spades", "sergeant-major", "oh-hell", "bridge"] {
        let start = registry.open(game, &Setup { deal: Some(4), ..Setup::default() }).unwrap().text();
        let setup = Setup { position: Some(start), ..Setup::default() };
        let mut live = registry.begin(game, &setup).unwrap();
        let mover = live.mover().unwrap();
        let hand = live.layout().hands[mover - 1].clone();
        assert!(live.legal_moves().len() > 1, "{game}");
        for card in live.legal_moves() {
            live.play(&card).unwrap();
            let left: Vec<String> = hand.iter().filter(|held| **held != card).cloned().collect();
            assert_eq!(live.layout().hands[mover - 1], left, "{game}: {card}");
            assert_eq!((live.layout().trick[0].seat, &live.layout().trick[0].card), (mover, &card), "{game}");
            assert_eq!(live.moves(), [card]);
            assert!(live.take_back());
        }
    }
}

/// A game goes from thread to thread, people and players join it, and it can be searched on the way.
#[test]
fn a_live_game_owns_everything_it_needs() {
    let setup = Setup { position: Some("1:AK3.Q2..T9 QJ2.A.K.32 T9.KJ3.2.J".into()), ..Setup::default() };
    let mut game = Registry::standard().begin("sergeant-major", &setup).unwrap();
    assert!(game.choose().unwrap_err().to_string().contains("nobody sits in seat 1"));
    assert!(game.sit(4, None).unwrap_err().to_string().contains("seats 1 to 3"));
    assert!(game.sit(1, Some(&"maxn:eval=joy".parse().unwrap())).is_err());
    game.sit(1, Some(&"maxn:nodes=500".parse().unwrap())).unwrap();
    let game = std::thread::spawn(move || {
        let chosen = game.choose().unwrap();
        let report = game.position(None).unwrap().analyse(&Default::default()).unwrap();
        assert_eq!((report.game, report.mover, report.position), ("sergeant-major", Some(1), game.text()));
        game.play(&chosen.mv).unwrap();
        game
    });
    let game = game.join().unwrap();
    assert_eq!((game.mover(), game.movers()), (Some(2), &[1][..]));
    assert_eq!(game.players()[0].as_ref().unwrap().settings.get("nodes"), Some("500"));
    let checkers = Registry::standard().begin("chinese-checkers", &Setup { deal: Some(1), ..Setup::default() });
    let cells = checkers.unwrap().layout().cells;
    assert_eq!(cells.iter().filter(|cell| cell.owner == Some(3)).count(), 10);
}

/// What is asked of a registry is answered for its own games, and it can be handed to another thread.
#[test]
fn a_registry_knows_its_own_games() {
    let none = Registry::empty();
    assert_eq!(none.games().len(), 0);
    let told = none.open("hearts", &Setup::default()).err().unwrap().to_string();
    assert!(told.contains("`hearts`") && !told.contains("bridge"), "{told}");
    let all = Registry::standard();
    let names = |registry: &Registry| registry.games().map(|game| game.name).collect::<Vec<_>>();
    let copy = all.clone();
    let seen = std::thread::spawn(move || names(&copy)).join().unwrap();
    assert_eq!(seen, names(&all));
    assert_eq!(format!("{all:?}"), format!("{seen:?}"));
    // Options are those of the game.
    let setup = Setup { deal: Some(1), ..Setup::default() }.with_option("cards", 4);
    assert!(all.open("hearts", &setup).is_ok());
    assert!(all.open("tree", &setup).err().unwrap().to_string().contains("`cards`"));
    assert!(all.open("hearts", &setup.with_option("colour", 1)).err().unwrap().to_string().contains("`colour`"));
}
