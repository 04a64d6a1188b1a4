//! A seat that is told events chooses as the same player does in the game itself.

use cutthroat_catalog::{ChoiceLimits, PlayerSpec, Registry, SeatGame, SeatRequest, SeatingRequest, Setup, Task};

/// Plays the games of a setup, and lets every seat choose twice: in the game, and by events alone.
fn compare(name: &str, setup: &Setup, players: &[&str], games: u64) -> usize {
    let registry = Registry::standard();
    let specs: Vec<PlayerSpec> = players.iter().map(|player| player.parse().unwrap()).collect();
    let request = SeatingRequest {
        game: name.to_owned(),
        setup: setup.clone(),
        players: specs.clone(),
        ..SeatingRequest::default()
    };
    let seating = registry.seat(&request).unwrap();
    let seats = seating.seats();
    let places: Vec<usize> = (0..seats).map(|seat| seat % specs.len()).collect();
    let mut compared = 0;
    for number in 0..games {
        let seed = 1000 + number;
        let mut game = seating.begin(&seating.start(number).unwrap(), &places, seed).unwrap();
        let seeds = seating.seeds(seed);
        let take = |seat: usize| -> Box<dyn SeatGame> {
            let player = specs[places[seat]].clone();
            let (game, options, seed) = (name.to_owned(), setup.options.clone(), seeds[seat]);
            registry.take_seat(&SeatRequest { game, players: seats, seat: seat + 1, options, player, seed }).unwrap()
        };
        let mut by_events: Vec<Box<dyn SeatGame>> = (0..seats).map(take).collect();
        let mut told = vec![0; seats];
        while let Some(mover) = game.mover() {
            let seat = mover - 1;
            let events = game.events(mover).unwrap();
            for event in &events[told[seat]..] {
                // What is written for another program is read by it.
                let text = serde_json::to_string(event).unwrap();
                by_events[seat]
                    .tell(&serde_json::from_str(&text).unwrap())
                    .unwrap_or_else(|error| panic!("{text}: {error}"));
            }
            told[seat] = events.len();
            let choices = game.choices();
            let here = game.choose().unwrap();
            let there = by_events[seat].choose(choices.what, &ChoiceLimits::default()).unwrap();
            let written = match choices.what {
                Task::Play => there.moves[0].clone(),
                _ => here
                    .mv
                    .split_once(':')
                    .map_or(there.moves.join(","), |(word, _)| format!("{word}:{}", there.moves.join(","))),
            };
            assert_eq!(written, here.mv, "{name} {players:?}, game {number}, {}", game.view(mover).unwrap());
            assert_eq!((there.nodes, there.depth), (here.nodes, here.depth), "{name} {players:?} {}", here.mv);
            assert!(there.moves.iter().all(|mv| choices.legal.contains(mv)), "{:?}", there.moves);
            game.play(&here.mv).unwrap();
            compared += 1;
        }
    }
    compared
}

fn whole_deals(options: &[(&str, &str)], players: usize) -> Setup {
    let setup = Setup { players: Some(players), hidden: true, whole_deal: true, ..Setup::default() };
    options.iter().fold(setup, |setup, (name, value)| setup.with_option(name, value))
}

#[test]
fn a_seat_plays_whole_deals_by_events_as_in_the_game() {
    let players = ["flat:worlds=6", "random", "pimc:worlds=3,nodes=600"];
    for (name, options, players_there) in [
        ("hearts", &[("rules", "table"), ("pass", "left"), ("cards", "8")][..], 4),
        ("hearts", &[("rules", "table"), ("pass", "across")][..], 4),
        ("hearts", &[("rules", "table"), ("pass", "right"), ("cards", "7")][..], 3),
        ("spades", &[("cards", "7")][..], 3),
        ("spades", &[("rules", "table"), ("may-bid-blind", "1,0,1,1"), ("cards", "6")][..], 4),
        ("oh-hell", &[("cards", "6")][..], 4),
        ("sergeant-major", &[("rules", "table")][..], 3),
        ("sergeant-major", &[("rules", "table"), ("up", "1,-2,1"), ("kitty-first", "on")][..], 3),
    ] {
        compare(name, &whole_deals(options, players_there), &players, 3);
    }
}

#[test]
fn a_seat_plays_deals_that_begin_with_the_play() {
    for (name, players) in [("hearts", 4), ("hearts", 3), ("spades", 3), ("oh-hell", 4), ("sergeant-major", 3)] {
        let setup = Setup { whole_deal: false, ..whole_deals(&[("cards", "7")], players) };
        compare(name, &setup, &["ismcts:nodes=300", "heuristic"], 2);
    }
    // From the middle of a deal.
    let position = "2:AK3.Q2..T9 QJ2.A.K.32 T9.KJ3.2.J tricks=5 taken=3,1,2";
    let setup = Setup { position: Some(position.into()), hidden: true, ..Setup::default() };
    compare("hearts", &setup, &["flat:worlds=6", "random"], 2);
}

#[test]
fn a_seat_plays_whole_games_by_events_as_in_the_game() {
    for (name, players, options) in [
        ("hearts", 4, &[("limit", "30")][..]),
        ("spades", 4, &[("limit", "120")][..]),
        ("oh-hell", 3, &[][..]),
        ("sergeant-major", 3, &[][..]),
    ] {
        let setup = Setup { whole_game: true, ..whole_deals(options, players) };
        let compared = compare(name, &setup, &["random", "heuristic"], 1);
        assert!(compared > 60, "{name} {compared}");
    }
}

#[test]
fn a_seat_plays_games_in_which_everybody_sees_everything() {
    let players = ["maxn:nodes=300", "paranoid:nodes=200", "mp-mix:nodes=200", "random"];
    compare("chinese-checkers", &Setup::default(), &players[..3], 1);
    compare("bridge", &Setup::default().with_option("cards", 5).with_option("trump", "S"), &players, 2);
    compare("tree", &Setup::default(), &players[..3], 2);
}

#[test]
fn a_player_who_needs_to_see_is_refused_a_seat() {
    let (game, options) = ("hearts".to_owned(), Setup::default().options);
    let player = "maxn".parse().unwrap();
    let request = SeatRequest { game, players: 4, seat: 2, options, player, seed: 1 };
    let told = Registry::standard().take_seat(&request).err().unwrap().to_string();
    assert!(told.contains("needs to see everything"), "{told}");
    let far = SeatRequest { seat: 5, player: "random".parse().unwrap(), ..request };
    assert!(Registry::standard().take_seat(&far).is_err());
}
