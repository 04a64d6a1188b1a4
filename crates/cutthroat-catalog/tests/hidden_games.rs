//! Games with hidden cards, by name: players who see only their own seat.

use cutthroat::hidden::{Dealer as _, Hidden as _, SeatViews};
use cutthroat::{Game as _, Notation as _};
use cutthroat_catalog::{ALGORITHMS, LiveGame, PlayerSpec, Registry, SeatingRequest, Setup};
use cutthroat_games::cards::{HeartsRules, OhHellRules, Rules, SergeantMajorRules, SpadesRules, TrickGame};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Every player who need not see, with a small budget.
fn players_who_need_not_see() -> Vec<PlayerSpec> {
    let small = |name: &str| match name {
        "random" | "heuristic" => name.to_owned(),
        "flat" => "flat:nodes=2000".to_owned(),
        "ismcts" => "ismcts:nodes=2000".to_owned(),
        "iimc" => "iimc:worlds=2".to_owned(),
        _ => format!("{name}:worlds=4,nodes=2000"),
    };
    let blind = ALGORITHMS.iter().filter(|algorithm| !algorithm.needs_to_see);
    let mut players: Vec<String> = blind.map(|algorithm| small(algorithm.name)).collect();
    players.extend([
        "pimc:worlds=4,nodes=2000,search=paranoid,by=vote".to_owned(),
        "iimc:worlds=2,inside=pimc".to_owned(),
    ]);
    players.iter().map(|player| player.parse().unwrap()).collect()
}

fn begun(game: &str, start: &str, moves: &[String], players: &[PlayerSpec]) -> Box<dyn LiveGame> {
    let setup = Setup { hidden: true, position: Some(start.to_owned()), ..Setup::default() };
    let request =
        SeatingRequest { game: game.to_owned(), setup, players: players.to_vec(), ..SeatingRequest::default() };
    let seating = Registry::standard().seat(&request).unwrap();
    let places: Vec<usize> = vec![0; seating.seats()];
    let mut game = seating.begin(start, &places, 7).unwrap();
    for mv in moves {
        game.play(mv).unwrap();
    }
    game
}

/// At random moments the cards that the mover does not see are dealt again, and the whole past with them. Nobody chooses
/// differently.
fn nobody_peeks<R: Rules>(options: &[(&str, &str)], players: usize, cards: usize, moments: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    let blind = players_who_need_not_see();
    let (mut asked, mut others) = (0, 0);
    for seed in 0.. {
        if asked >= moments {
            break;
        }
        let mut rules = R::default();
        for (name, value) in options {
            rules.set(name, value, players).unwrap();
        }
        let (game, start) = TrickGame::<R>::deal(rules, players, Some(cards), seed).unwrap();
        let (mut state, mut views) = (start, SeatViews::new(&game, &start));
        let (mut moves, stop) = (Vec::new(), rng.random_range(0..players * cards));
        for _ in 0..stop {
            let mut legal = Vec::new();
            game.moves(&state, &mut legal);
            let mv = legal[rng.random_range(0..legal.len())];
            moves.push(game.write_move(&state, mv));
            views.tell(&game, &state, mv);
            game.play(&mut state, mv);
        }
        let Some(mover) = game.mover(&state) else { continue };
        let known = views.of(mover);
        let world = game.public().dealer(known.view).unwrap().deal(&mut rng);
        let origin = game.public().origin(known, &world, &mut rng).start;
        let (truth, other) = (game.write_position(&start), origin.game.write_position(&origin.state));
        others += usize::from(truth != other);
        let player = &blind[asked % blind.len()];
        let choice = |start: &str| begun(R::NAME, start, &moves, std::slice::from_ref(player)).choose().unwrap();
        assert_eq!(choice(&truth), choice(&other), "{player} after {moves:?}\n{truth}\n{other}");
        asked += 1;
    }
    assert!(others * 2 > moments, "only {others} of {moments} worlds differ");
}

/// How many moments are looked at in each game; `CUTTHROAT_COMPARISONS` has the long run.
fn moments() -> usize {
    std::env::var("CUTTHROAT_COMPARISONS").ok().and_then(|number| number.parse().ok()).unwrap_or(60)
}

#[test]
fn nobody_peeks_at_hearts() {
    nobody_peeks::<HeartsRules>(&[], 3, 5, moments());
    nobody_peeks::<HeartsRules>(
        &[("breaking", "on"), ("clean-first-trick", "on"), ("moon", "others")],
        4,
        4,
        moments(),
    );
}

#[test]
fn nobody_peeks_at_spades_and_oh_hell() {
    nobody_peeks::<SpadesRules>(&[("bids", "1,2,1")], 3, 5, moments());
    nobody_peeks::<OhHellRules>(&[("bids", "1,2,1,0"), ("trump", "H")], 4, 4, moments());
}

#[test]
fn nobody_peeks_at_sergeant_major() {
    nobody_peeks::<SergeantMajorRules>(&[("trump", "D")], 3, 5, moments());
}

/// Somebody who does peek is found out: by the same test, with players who see everything.
#[test]
fn who_needs_to_see_is_refused() {
    for algorithm in ALGORITHMS.iter().filter(|algorithm| algorithm.needs_to_see) {
        let setup = Setup { hidden: true, ..Setup::default() };
        let players = vec![algorithm.name.parse().unwrap()];
        let request = SeatingRequest { game: "hearts".into(), setup, players, ..SeatingRequest::default() };
        let Err(error) = Registry::standard().seat(&request) else { panic!("{} sat down", algorithm.name) };
        let told = error.to_string();
        assert!(told.contains("needs to see everything") && told.contains("pimc:search="), "{told}");
        let open = SeatingRequest { setup: Setup::default(), ..request.clone() };
        let other_game = SeatingRequest { game: "chinese-checkers".into(), ..request };
        if algorithm.name != "brs" {
            assert!(Registry::standard().seat(&open).is_ok(), "{}", algorithm.name);
        }
        assert!(Registry::standard().seat(&other_game).is_ok(), "{}: everybody sees a board", algorithm.name);
    }
}

#[test]
fn hidden_games_are_played_to_their_end() {
    let players = players_who_need_not_see();
    for game in ["hearts", "spades", "oh-hell", "sergeant-major", "chinese-checkers"] {
        let setup = Setup { hidden: true, ..Setup::default() };
        let setup = if game == "chinese-checkers" { setup } else { setup.with_option("cards", 4) };
        let request =
            SeatingRequest { game: game.to_owned(), setup, players: players.clone(), ..SeatingRequest::default() };
        let seating = Registry::standard().seat(&request).unwrap();
        let start = seating.start(3).unwrap();
        for first in 0..players.len() {
            if game == "chinese-checkers" && first > 1 {
                break;
            }
            let places: Vec<usize> = (0..seating.seats()).map(|seat| (first + seat) % players.len()).collect();
            let play = || {
                let mut live = seating.begin(&start, &places, 5).unwrap();
                while live.mover().is_some() {
                    let chosen = live.choose().unwrap();
                    assert!(live.legal_moves().contains(&chosen.mv));
                    live.play(&chosen.mv).unwrap();
                    if live.moves().len() == 3 {
                        // Taking back and playing again leaves everybody with what they knew.
                        let last = live.moves()[2].clone();
                        live.take_back();
                        live.play(&last).unwrap();
                    }
                    if live.moves().len() == 30 {
                        break;
                    }
                }
                live.moves().to_vec()
            };
            assert_eq!(play(), play(), "{game}");
        }
    }
}
