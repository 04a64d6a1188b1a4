//! Matches: the same games on any number of threads, and nothing twice.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cutthroat_catalog::{PlayerSpec, Registry, SeatingRequest, Setup};
use cutthroat_lab::matches::{Ending, Match, MatchRequest};
use cutthroat_lab::{GameRecord, LabError, replay};

fn wanted(game: &str, players: &str, games: u64) -> MatchRequest {
    let players = PlayerSpec::read_list(players).unwrap();
    let seating = SeatingRequest { game: game.to_owned(), players, ..SeatingRequest::default() };
    MatchRequest { seating, games, seed: 3, threads: None, until_decided: false, commit: None, shard: None }
}

fn small_hearts(players: &str, games: u64) -> MatchRequest {
    let mut wanted = wanted("hearts", players, games);
    wanted.seating.setup = Setup::default().with_option("cards", 6);
    wanted
}

fn played(wanted: &MatchRequest) -> (Ending, Vec<GameRecord>) {
    let one = Match::new(&Registry::standard(), wanted).unwrap();
    let mut store = one.store(None, false).unwrap();
    let ending = one.play(&mut store, &|_| {}).unwrap();
    (ending, store.games().unwrap())
}

#[test]
fn any_number_of_threads_plays_the_same_games() {
    let checkers = MatchRequest {
        seating: SeatingRequest {
            setup: Setup { position: Some("pieces=1 players=3".into()), ..Setup::default() },
            ..wanted("chinese-checkers", "maxn:nodes=100 paranoid:nodes=100", 1).seating
        },
        ..wanted("chinese-checkers", "maxn", 13)
    };
    for wanted in [small_hearts("maxn:nodes=200 paranoid:nodes=200", 25), checkers] {
        let mut seen: Option<Vec<GameRecord>> = None;
        for threads in [1, 2, 7] {
            let (ending, games) = played(&MatchRequest { threads: NonZeroUsize::new(threads), ..wanted.clone() });
            assert_eq!(ending, Ending::Played);
            assert_eq!(games.len() as u64, wanted.games);
            assert_eq!(*seen.get_or_insert(games.clone()), games, "{threads} threads");
        }
    }
}

#[test]
fn a_deal_is_the_same_in_all_seatings_and_others_are_others() {
    let (_, games) = played(&small_hearts("maxn:nodes=100 random", 18));
    for deal in games.chunks(6) {
        assert!(deal.iter().all(|game| game.start == deal[0].start && game.deal == deal[0].deal));
    }
    assert_ne!(games[0].start, games[6].start);
    let seeds: std::collections::HashSet<u64> = games.iter().map(|game| game.seed).collect();
    assert_eq!(seeds.len(), games.len());
    let (_, others) = played(&MatchRequest { seed: 4, ..small_hearts("maxn:nodes=100 random", 6) });
    assert_ne!(others[0].start, games[0].start);
}

#[test]
fn recorded_games_are_played_again() {
    let wanted = small_hearts("maxn:nodes=150,ties=worst-for-root paranoid:nodes=150 random", 6);
    let one = Match::new(&Registry::standard(), &wanted).unwrap();
    let mut store = one.store(None, false).unwrap();
    one.play(&mut store, &|_| {}).unwrap();
    for game in store.games().unwrap() {
        let mut seen = 0;
        replay(&Registry::standard(), store.settings(), &game, true, |playing, place| {
            assert_eq!(playing.mover(), game.movers.get(place).copied());
            seen += 1;
            Ok(())
        })
        .unwrap();
        assert_eq!(seen, game.moves.len() + 1);
        let mut forged = game.clone();
        forged.nodes[0] += 1;
        assert!(replay(&Registry::standard(), store.settings(), &forged, true, |_, _| Ok(())).is_err());
        let mut forged = game.clone();
        forged.payoff[0] += 1;
        assert!(replay(&Registry::standard(), store.settings(), &forged, false, |_, _| Ok(())).is_err());
    }
}

#[test]
fn a_match_that_was_stopped_goes_on_where_it_was() {
    let (_, whole) = played(&small_hearts("maxn:nodes=200 paranoid:nodes=200", 30));
    let folder = std::env::temp_dir().join(format!("cutthroat-match-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("games.sqlite");
    let mut finished = 0;
    for stop_after in [1, 5, 17, u64::MAX] {
        let stop = Arc::new(AtomicBool::new(false));
        let mut wanted = small_hearts("maxn:nodes=200 paranoid:nodes=200", 30);
        wanted.seating.stop = Some(stop.clone());
        let one = Match::new(&Registry::standard(), &wanted).unwrap();
        let mut store = one.store(Some(&file), true).unwrap();
        let before = AtomicU64::new(u64::MAX);
        let ending = one.play(&mut store, &|progress| {
            before.fetch_min(progress.before, Ordering::Relaxed);
            stop.fetch_or(progress.finished >= stop_after, Ordering::Relaxed);
        });
        assert_eq!(before.load(Ordering::Relaxed), finished, "nothing is lost");
        finished = store.count().unwrap();
        assert_eq!(ending.unwrap(), if stop_after < 30 { Ending::Stopped } else { Ending::Played });
    }
    let one = Match::new(&Registry::standard(), &small_hearts("maxn:nodes=200 paranoid:nodes=200", 30)).unwrap();
    assert_eq!(one.store(Some(&file), true).unwrap().games().unwrap(), whole);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_decided_match_ends_and_an_even_one_does_not() {
    let uneven = MatchRequest { until_decided: true, ..small_hearts("maxn:nodes=300 random", 600) };
    let mut seen = None;
    for threads in [1, 7] {
        let (ending, games) = played(&MatchRequest { threads: NonZeroUsize::new(threads), ..uneven.clone() });
        assert_eq!(ending, Ending::Decided);
        assert!(games.len() < 600);
        assert_eq!(*seen.get_or_insert(games.clone()), games);
    }
    let even = MatchRequest { until_decided: true, ..small_hearts("heuristic random", 1) };
    assert_eq!(played(&even).0, Ending::Played);
    let three = MatchRequest { until_decided: true, ..small_hearts("maxn heuristic random", 6) };
    assert!(matches!(Match::new(&Registry::standard(), &three), Err(LabError::Usage(_))));
}

#[test]
fn matches_that_make_no_sense_are_refused() {
    for (wanted, expected) in [
        (small_hearts("maxn maxn", 6), "is there twice"),
        (small_hearts("maxn:nodes=1 maxn:nodes=2 maxn:nodes=3 random", 6), "4 kinds of players do not fit on 3 seats"),
        (small_hearts("maxn", 0), "0 games"),
    ] {
        let Err(error) = Match::new(&Registry::standard(), &wanted) else { panic!("{wanted:?} was not refused") };
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn a_summary_compares_deal_by_deal() {
    let one = Match::new(&Registry::standard(), &small_hearts("maxn:nodes=300 random", 63)).unwrap();
    let mut store = one.store(None, false).unwrap();
    one.play(&mut store, &|_| {}).unwrap();
    let summary = one.summary(&store).unwrap();
    assert_eq!((summary.games, summary.deals, summary.left_out), (63, 10, 3));
    let [difference] = &summary.differences[..] else { panic!("two kinds are one pair") };
    let by = difference.better_by.unwrap();
    let means: Vec<f64> = summary.players.iter().map(|player| player.score.unwrap().mean).collect();
    // Points are bad: the one with fewer is better.
    assert!((by.mean - (means[1] - means[0])).abs() < 1e-9);
    assert_eq!(by.count, 10);
    let won: f64 = summary.players.iter().map(|player| player.won.unwrap().share).sum();
    assert!((won - 1.0).abs() < 1e-9);
    assert!(summary.words[0].starts_with("maxn is better than random by "), "{:?}", summary.words);
    assert!(summary.words[0].ends_with(" points a hand"));
}
