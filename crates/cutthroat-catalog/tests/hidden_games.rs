//! Games with hidden cards, by name: players who see only their own seat.

use cutthroat::hidden::{Dealer as _, Hidden as _, SeatViews};
use cutthroat::{Game as _, Notation as _};
use cutthroat_catalog::{
    ALGORITHMS, AdviceReport, AdviceRequest, LiveGame, PlayerSpec, Registry, Request, SeatEvent, SeatingRequest, Setup,
    Task,
};
use cutthroat_games::cards::{
    DealPhase, HeartsRules, OhHellRules, Pass, Rules, SeatSet, SergeantMajorRules, SpadesRules, TrickGame, WholeDeal,
    preset,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Every player who need not see, with a small budget.
fn players_who_need_not_see() -> Vec<PlayerSpec> {
    let small = |name: &str| match name {
        "random" | "heuristic" => name.to_owned(),
        "flat" => "flat:nodes=2000".to_owned(),
        "ismcts" => "ismcts:nodes=2000".to_owned(),
        "expert" => "expert:nodes=2000".to_owned(),
        "iimc" => "iimc:worlds=2,nodes=2000".to_owned(),
        _ => format!("{name}:worlds=4,nodes=2000"),
    };
    let blind = ALGORITHMS.iter().filter(|algorithm| !algorithm.needs_to_see);
    let mut players: Vec<String> = blind.map(|algorithm| small(algorithm.name)).collect();
    players.extend([
        "pimc:worlds=4,nodes=2000,search=paranoid,by=vote".to_owned(),
        "iimc:worlds=2,inside=pimc,nodes=2000".to_owned(),
        "pimc:worlds=4,weights=order,nodes=2000".to_owned(),
        "flat:weights=random-play,nodes=2000,threads=2".to_owned(),
        "pimc:worlds=4,weights=shallow,nodes=4000".to_owned(),
        "ismcts:weights=order,nodes=2000,trees=3".to_owned(),
    ]);
    players.iter().map(|player| player.parse().unwrap()).collect()
}

fn begun(game: &str, start: &str, moves: &[String], player: &PlayerSpec, hidden: bool) -> Box<dyn LiveGame> {
    let setup = Setup { hidden, position: Some(start.to_owned()), ..Setup::default() };
    let request =
        SeatingRequest { game: game.to_owned(), setup, players: vec![player.clone()], ..SeatingRequest::default() };
    let seating = Registry::standard().seat(&request).unwrap();
    let places: Vec<usize> = vec![0; seating.seats()];
    let mut game = seating.begin(start, &places, 7).unwrap();
    for mv in moves {
        game.play(mv).unwrap();
    }
    game
}

/// At random moments the cards that the mover does not see are dealt again, and the whole past with them. Returns who chose
/// differently, and where.
fn who_peeks<R: Rules>(
    options: &[(&str, &str)],
    (players, cards): (usize, usize),
    asked_players: &[PlayerSpec],
    hidden: bool,
) -> Vec<String> {
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    let moments = moments();
    let (mut asked, mut others, mut peeked) = (0, 0, Vec::new());
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
        let player = &asked_players[asked % asked_players.len()];
        let choice = |start: &str| begun(R::NAME, start, &moves, player, hidden).choose().unwrap();
        let chosen = choice(&truth);
        if chosen != choice(&other) {
            peeked.push(format!("{player} after {moves:?}\n{truth}\n{other}"));
        }
        let most = player.settings.number("nodes").unwrap_or(u64::MAX);
        assert!(chosen.nodes <= most, "{player} took {} nodes after {moves:?}\n{truth}", chosen.nodes);
        asked += 1;
    }
    assert!(others * 2 > moments, "only {others} of {moments} worlds differ");
    peeked
}

fn nobody_peeks<R: Rules>(options: &[(&str, &str)], players: usize, cards: usize) {
    let peeked = who_peeks::<R>(options, (players, cards), &players_who_need_not_see(), true);
    assert!(peeked.is_empty(), "{}", peeked.join("\n"));
}

/// The same from the deal on, with passes, bids, trump and kitty: at random moments before the play or in it, all that the
/// mover does not see is dealt and done again. What the seat has seen is the same, and so is its choice.
fn nobody_peeks_in_whole_deals<R: Rules>(rules: &R, players: usize, cards: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    let asked_players = players_who_need_not_see();
    let (moments, mut asked, mut others, mut before_play) = (moments(), 0, 0, 0);
    for seed in 0.. {
        if asked >= moments {
            break;
        }
        let blind = if seed % 2 == 0 { SeatSet::NONE } else { SeatSet::all(players) };
        let (game, start) = WholeDeal::deal(rules.clone(), players, Some(cards), blind, seed).unwrap();
        let (mut state, mut views) = (start, SeatViews::new(&game, &start));
        let (mut moves, stop) = (Vec::new(), rng.random_range(0..2 * players + 2));
        for _ in 0..stop {
            let mut legal = Vec::new();
            game.moves(&state, &mut legal);
            let mv = legal[rng.random_range(0..legal.len())];
            moves.push(game.write_deal_move(mv));
            views.tell(&game, &state, mv);
            game.play(&mut state, mv);
        }
        let Some(mover) = game.mover(&state) else { continue };
        let known = views.of(mover);
        let world = game.dealer(known.view).unwrap().deal(&mut rng);
        let origin = game.origin(known, &world, &mut rng);
        let other_moves: Vec<String> = origin.moves.iter().map(|&mv| game.write_deal_move(mv)).collect();
        let (truth, other) = (game.write_before_play(&start), game.write_before_play(&origin.start.state));
        others += usize::from(truth != other);
        before_play += usize::from(state.phase() != DealPhase::Playing);
        let player = &asked_players[asked % asked_players.len()];
        let seen = |start: &str, moves: &[String]| {
            let mut live = begun(R::NAME, start, moves, player, true);
            let (view, events) = (live.view(mover.seat()).unwrap(), live.events(mover.seat()).unwrap());
            (view, events, live.choices(), live.choose().unwrap())
        };
        let chosen = seen(&truth, &moves);
        assert_eq!(chosen, seen(&other, &other_moves), "{player}\n{truth} {moves:?}\n{other} {other_moves:?}");
        let most = player.settings.number("nodes").unwrap_or(u64::MAX);
        assert!(chosen.3.nodes <= most, "{player} took {} nodes after {moves:?}\n{truth}", chosen.3.nodes);
        asked += 1;
    }
    assert!(others * 2 > moments && before_play * 5 > moments, "{others} and {before_play} of {moments}");
}

#[test]
fn nobody_peeks_before_the_play() {
    nobody_peeks_in_whole_deals(&HeartsRules { pass: Pass::Left, ..HeartsRules::TABLE }, 4, 5);
    nobody_peeks_in_whole_deals(&HeartsRules { pass: Pass::Right, ..HeartsRules::default() }, 3, 5);
    nobody_peeks_in_whole_deals::<SpadesRules>(&preset("table").unwrap(), 3, 4);
    nobody_peeks_in_whole_deals(&OhHellRules::default(), 4, 4);
    for kitty_first in [false, true] {
        nobody_peeks_in_whole_deals(&SergeantMajorRules { kitty_first, ..preset("table").unwrap() }, 3, 5);
        let rules = SergeantMajorRules { kitty_first, up: [2, -1, -1], ..preset("table").unwrap() };
        nobody_peeks_in_whole_deals(&rules, 3, 16);
    }
}

/// The setup of a hidden deal from the first pass or bid on.
fn whole_deal(game: &str, players: usize) -> Setup {
    let setup = Setup { deal: Some(3), players: Some(players), hidden: true, whole_deal: true, ..Setup::default() };
    match game {
        "hearts" => setup.with_option("rules", "table").with_option("pass", "across"),
        "spades" => setup.with_option("rules", "table").with_option("may-bid-blind", "0,1,0,1"),
        "sergeant-major" => setup.with_option("rules", "table").with_option("up", "-1,-1,2"),
        _ => setup,
    }
}

/// Whole deals are played by text, taken back move by move and played again, with the same views and events.
#[test]
fn whole_deals_are_taken_back_and_played_again() {
    for (name, players, tasks) in [
        ("hearts", 4, "pass pass pass pass play"),
        ("spades", 4, "bid bid bid bid bid bid play"),
        ("oh-hell", 4, "bid bid bid bid play"),
        ("sergeant-major", 3, "give give trump discard play"),
    ] {
        let registry = Registry::standard();
        let mut game = registry.begin(name, &whole_deal(name, players)).unwrap();
        for seat in 1..=players {
            let player = if seat % 2 == 0 { "flat:worlds=5,nodes=3000" } else { "heuristic" };
            game.sit(seat, Some(&player.parse().unwrap())).unwrap();
        }
        let stand = |game: &dyn LiveGame| {
            let of_seats: Vec<_> = (1..=players).map(|seat| (game.view(seat), game.events(seat))).collect();
            (game.text(), game.mover(), game.choices(), of_seats, game.terms(), game.layout())
        };
        let (mut stands, mut asked) = (vec![stand(&*game)], Vec::new());
        while game.mover().is_some() {
            let before_play = game.choices().what != Task::Play;
            assert_eq!(game.position(None).is_err(), before_play);
            for seat in (1..=players).filter(|_| before_play) {
                let text = game.view(seat).unwrap();
                let view = registry.open_view(name, &text, &Setup::default()).unwrap();
                assert_eq!((view.text(), view.seat(), view.mover()), (text, seat, game.mover()));
                assert_eq!(view.task(), game.choices().what);
            }
            asked.push(game.choices().what.name());
            let chosen = game.choose().unwrap();
            assert!(game.legal_moves().contains(&chosen.mv), "{}", chosen.mv);
            game.play(&chosen.mv).unwrap();
            stands.push(stand(&*game));
        }
        assert_eq!(asked[..tasks.split(' ').count()].join(" "), tasks, "{name}");
        let moves = game.moves().to_vec();
        // From any moment the game goes on as it did, also if it is begun anew from its first text.
        let setup = Setup { position: Some(stands[0].0.clone()), hidden: true, ..Setup::default() };
        let mut anew = registry.begin(name, &setup).unwrap();
        for (place, mv) in moves.iter().enumerate() {
            assert_eq!(stand(&*anew), stands[place], "{name} {place}");
            anew.play(mv).unwrap();
        }
        assert_eq!((stand(&*anew).0, anew.score()), (stands[moves.len()].0.clone(), game.score()));
        for place in (0..moves.len()).rev() {
            assert!(game.take_back());
            assert_eq!(stand(&*game), stands[place], "{name} {place}");
            game.play(&moves[place]).unwrap();
            assert_eq!(stand(&*game), stands[place + 1], "{name} {place}");
            game.take_back();
        }
        assert!(!game.take_back());
    }
}

/// No event tells a seat of a card before it may know it: one that it holds, has passed, given or discarded, or that was
/// played.
#[test]
fn events_name_only_cards_that_the_seat_knows() {
    for (name, players) in [("hearts", 4), ("spades", 4), ("oh-hell", 4), ("sergeant-major", 3)] {
        let mut game = Registry::standard().begin(name, &whole_deal(name, players)).unwrap();
        let mut known: Vec<Vec<String>> = vec![Vec::new(); players];
        let mut told = vec![0; players];
        while game.mover().is_some() {
            let before_play = game.choices().what != Task::Play;
            for seat in 1..=players {
                let events = game.events(seat).unwrap();
                let own = game.view(seat).unwrap();
                if !own.contains("seat=") {
                    known[seat - 1].extend(game.layout().hands[seat - 1].iter().cloned());
                }
                known[seat - 1].extend(game.layout().trick.iter().map(|played| played.card.clone()));
                for event in &events[told[seat - 1]..] {
                    let text = serde_json::to_string(event).unwrap();
                    let words = text.split('"').filter(|word| word.len() == 2 && !["to"].contains(word));
                    for card in words.filter(|word| "SHDC".contains(&word[..1])) {
                        // A card that was given and goes back is in the own hand only for a moment.
                        let shown = text.contains("turned_up") || matches!(event, SeatEvent::Given { .. });
                        let last = game.moves().last().is_some_and(|mv| mv.contains(card)) && !before_play;
                        assert!(shown || last || known[seat - 1].contains(&card.to_owned()), "{name} {seat}: {text}");
                    }
                    let again: SeatEvent = serde_json::from_str(&text).unwrap();
                    assert_eq!(again, *event);
                }
                told[seat - 1] = events.len();
            }
            let legal = game.legal_moves();
            game.play(&legal[legal.len() / 2]).unwrap();
        }
    }
}

/// The same with players who see all cards: some of them choose differently, or this test would find nobody.
#[test]
fn who_does_peek_is_found_out() {
    let players: Vec<PlayerSpec> = ["maxn:nodes=2000", "heuristic"].map(|player| player.parse().unwrap()).into();
    assert!(!who_peeks::<HeartsRules>(&[], (3, 5), &players, false).is_empty());
}

/// How many moments are looked at in each game; `CUTTHROAT_COMPARISONS` has the long run.
fn moments() -> usize {
    std::env::var("CUTTHROAT_COMPARISONS").ok().and_then(|number| number.parse().ok()).unwrap_or(60)
}

#[test]
fn nobody_peeks_at_hearts() {
    nobody_peeks::<HeartsRules>(&[], 3, 5);
    nobody_peeks::<HeartsRules>(&[("breaking", "on"), ("clean-first-trick", "on"), ("moon", "others")], 4, 4);
}

#[test]
fn nobody_peeks_at_spades_and_oh_hell() {
    nobody_peeks::<SpadesRules>(&[("bids", "1,2,1")], 3, 5);
    nobody_peeks::<OhHellRules>(&[("bids", "1,2,1,0"), ("trump", "H")], 4, 4);
}

#[test]
fn nobody_peeks_at_sergeant_major() {
    nobody_peeks::<SergeantMajorRules>(&[("trump", "D")], 3, 5);
}

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

/// What a seat of a live game knows is text, and that text can be opened again.
#[test]
fn views_of_live_games_are_opened_again() {
    let registry = Registry::standard();
    for (name, cards) in [("hearts", 4), ("spades", 4), ("oh-hell", 3), ("sergeant-major", 4), ("bridge", 3)] {
        let setup = Setup { deal: Some(5), hidden: true, ..Setup::default() }.with_option("cards", cards);
        let mut game = registry.begin(name, &setup).unwrap();
        while let Some(mover) = game.mover() {
            for seat in 1..=game.seats() {
                let text = game.view(seat).unwrap();
                let view = registry.open_view(name, &text, &Setup::default()).unwrap();
                assert_eq!((view.text(), view.seat(), view.mover()), (text, seat, Some(mover)));
            }
            let legal = game.legal_moves();
            game.play(&legal[legal.len() / 2]).unwrap();
        }
        assert!(game.view(0).is_err() && game.view(9).unwrap_err().to_string().starts_with("there is no seat 9"));
    }
    let setup = Setup { position: Some("1[ (5,4,1) 2[ (3,3,4) (1,1,1) ] ]".into()), ..Setup::default() };
    let mut tree = registry.begin("tree", &setup).unwrap();
    tree.play("2").unwrap();
    let text = tree.view(3).unwrap();
    assert!(text.starts_with("seat=3 plays=2 "), "{text}");
    assert_eq!(registry.open_view("tree", &text, &Setup::default()).unwrap().text(), text);
}

/// Advice by PIMC over all deals is what an analysis of each of them says, on average.
#[test]
fn advice_is_the_mean_of_all_deals() {
    let registry = Registry::standard();
    for (game, text) in [
        ("spades", "2:? A2.K.. ? taken=1,1,1 unseen=KQ.A2..A3 bids=2,2,2 plays="),
        ("sergeant-major", "2:? K2..Q. ? taken=0,4,3 unseen=AQ.3.K2.A trump=H plays="),
        ("oh-hell", "3:? K.32.. ? taken=0,1,0 unseen=AQ.4.Q. trump=N bids=1,1,2 plays=HA,DK"),
    ] {
        let mut view = registry.open_view(game, text, &Setup::default()).unwrap();
        let deals = view.all_deals(1_000).unwrap();
        assert_eq!(view.worlds(), Some(deals.len() as u128));
        assert!(deals.len() > 1);
        let request = AdviceRequest { player: "pimc:worlds=1000".parse().unwrap(), ..AdviceRequest::default() };
        let advice = view.advise(&request).unwrap();
        assert!(advice.exhaustive && advice.worlds == Some(deals.len().to_string()));
        let mut sums = vec![0.0; advice.moves.len()];
        for deal in &deals {
            let setup = Setup { position: Some(deal.clone()), ..Setup::default() };
            let request = Request { all_moves: true, ..Request::default() };
            let report = registry.open(game, &setup).unwrap().analyse(&request).unwrap();
            for (sum, advised) in sums.iter_mut().zip(&advice.moves) {
                let moves = report.moves.as_ref().unwrap();
                let value = moves.iter().find(|value| value.mv == advised.mv).unwrap();
                *sum += f64::from(value.payoff[view.seat() - 1]);
            }
        }
        for (sum, advised) in sums.iter().zip(&advice.moves) {
            let mean = sum / deals.len() as f64;
            assert!((mean - advised.mean.unwrap()).abs() < 1e-9, "{game}: {} is worth {mean}", advised.mv);
            assert_eq!((advised.error, advised.worlds), (Some(0.0), deals.len() as u64));
        }
    }
}

/// What to pass, to bid, to name and to discard is advised from a typed hand, and the deals that fit are counted and listed.
#[test]
fn what_to_do_before_the_play_is_advised() {
    let registry = Registry::standard();
    let open = |game: &str, text: &str| registry.open_view(game, text, &Setup::default()).unwrap();
    let advise = |game: &str, text: &str, player: &str| {
        open(game, text).advise(&AdviceRequest { player: player.parse().unwrap(), ..AdviceRequest::default() })
    };
    // All choose at the same time, so it is the turn of any seat: 39! / 13!^3 deals.
    let hand = "deal:? ? AK3.Q2.KJ5.T9754 ? rules=table pass=left";
    let view = open("hearts", hand);
    assert_eq!((view.seat(), view.mover(), view.worlds()), (3, Some(3), Some(84_478_098_072_866_400)));
    assert_eq!(open("hearts", &view.text()).text(), view.text());
    let advice = advise("hearts", hand, "flat:nodes=60000").unwrap();
    assert_eq!((advice.what, advice.seat, advice.player.contains("prepare=simulate")), (Task::Pass, 3, true));
    assert!(advice.best.starts_with("pass:") && advice.moves.len() > 30 && advice.nodes <= 60_000);
    let of_best = advice.moves.iter().find(|value| value.mv == advice.best).unwrap();
    assert!(of_best.means.len() == 4 && of_best.worlds >= 8);
    let usual = advise("hearts", hand, "heuristic").unwrap();
    assert_eq!((usual.moves.len(), usual.moves[0].mean, usual.nodes), (1, None, 0));
    // Those before have passed, which multiplies the deals by what they can have passed.
    let later = open("hearts", &format!("{hand} turn=3"));
    assert_eq!((later.mover(), later.worlds()), (Some(3), Some(84_478_098_072_866_400 * 286 * 286)));
    assert_eq!(
        advise("hearts", &format!("{hand} turn=1"), "flat").unwrap_err().to_string(),
        "hearts: it is the turn of seat 1, and this is the view of seat 3"
    );
    assert!(advise("hearts", hand, "maxn").unwrap_err().to_string().contains("maxn needs to see everything"));
    let mut view = open("oh-hell", "deal:? A... ? cards=1 turned-up=S2 bids=0");
    let deals = view.all_deals(10_000).unwrap();
    assert_eq!((view.worlds(), deals.len()), (Some(50 * 49), 50 * 49));
    for text in [&deals[0], &deals[2_449], &view.deal(1, 7)] {
        let setup = Setup { position: Some(text.clone()), hidden: true, ..Setup::default() };
        let game = registry.begin("oh-hell", &setup).unwrap();
        assert_eq!((&game.text(), game.mover()), (text, Some(2)));
        assert!(deals.contains(text));
    }
    let bid = advise("oh-hell", "deal:? A... ? cards=1 turned-up=S2 bids=0", "pimc").unwrap();
    assert_eq!((bid.what, bid.best.as_str(), bid.moves.len()), (Task::Bid, "bid:1", 2));
    let hand = "deal:? ? AK3.Q2.KJ54.T975432 rules=table";
    let trump = advise("sergeant-major", hand, "ismcts").unwrap();
    assert_eq!((trump.what, trump.best.as_str(), trump.moves.len()), (Task::Trump, "trump:C", 5));
    let discard = advise("sergeant-major", &format!("{hand} named=C"), "heuristic").unwrap();
    assert_eq!((discard.what, discard.best.as_str()), (Task::Discard, "discard:S3,HQ,H2,D4"));
    let wrong = registry.open_view("hearts", "deal:? AK3.. ? ? rules=table pass=left", &Setup::default());
    assert!(wrong.err().unwrap().to_string().starts_with("hearts: hand `AK3..` has 3 suits"));
}

#[test]
fn advice_that_cannot_be_given_is_refused() {
    let registry = Registry::standard();
    let advise = |game: &str, text: &str, player: &str| {
        let view = registry.open_view(game, text, &Setup::default()).unwrap();
        view.advise(&AdviceRequest { player: player.parse().unwrap(), ..AdviceRequest::default() })
    };
    let refused = |game, text, player| advise(game, text, player).unwrap_err().to_string();
    let view = "1:? A2.K.. ? cards=3";
    assert_eq!(refused("hearts", view, "pimc"), "hearts: it is the turn of seat 1, and this is the view of seat 2");
    let own = "2:? A2.K.. ? cards=3";
    assert!(refused("hearts", own, "maxn").contains("maxn needs to see everything"));
    assert!(refused("hearts", own, "pimc:eval=joy").contains("joy"));
    let over = "1:? ... ? cards=1 plays=S2,S3,S4";
    assert_eq!(refused("hearts", over, "pimc"), "hearts: nobody is to move, the game is over");
    assert!(refused("tree", "1[ (5,4,1) (1,1,1) ]", "pimc").starts_with("nothing is hidden in tree"));
    let only = advise("hearts", "1:? A2.K.. ? cards=3 plays=HQ", "pimc").unwrap();
    assert_eq!((only.best.as_str(), only.moves.len(), only.moves[0].mean), ("HK", 1, None));
    let same = |text| registry.open_view("hearts", text, &Setup::default()).err().unwrap().to_string();
    assert_eq!(
        same("1:? A2.K.. ? cards=4"),
        "hearts: seat 2 was dealt 3 cards (3 held, 0 played), not 4; for such a deal write cards=3"
    );
}

/// What every kind of search on views says of a view from the middle of a deal of Spades.
fn advice(player: &str, seed: u64) -> AdviceReport {
    let text = "1:? AK3.Q2..T9 ? cards=8 bids=3,2,1 plays=S4,S5,S6/H3,H4";
    let view = Registry::standard().open_view("spades", text, &Setup::default()).unwrap();
    let request = AdviceRequest { player: player.parse().unwrap(), seed, stop: None };
    AdviceReport { player: String::new(), ..view.advise(&request).unwrap() }
}

/// Weights change what is found and are reported, and the number of threads changes nothing.
#[test]
fn weights_are_reported_and_threads_change_nothing() {
    for algorithm in ["pimc", "epimc", "alpha-mu", "iimc", "ismcts", "flat"] {
        let plain = advice(&format!("{algorithm}:nodes=20000"), 3);
        assert_eq!(plain.inference, None, "{algorithm}");
        for weights in ["random-play", "order", "shallow", "bid", "order+bid"] {
            let trees = if algorithm == "ismcts" { ",trees=4" } else { "" };
            let spec = format!("{algorithm}:weights={weights},nodes=20000{trees}");
            let found = advice(&spec, 3);
            let inference = found.inference.unwrap();
            assert!(inference.weighed > 0 && inference.effective >= 1.0, "{spec}: {inference:?}");
            assert!((0.0..=1.0).contains(&inference.tempering) && found.nodes <= 20_000, "{spec}: {found:?}");
            for threads in [2, 7] {
                assert_eq!(advice(&format!("{spec},threads={threads}"), 3), found, "{spec}, {threads} threads");
            }
        }
    }
    let halving = |more: &str| advice(&format!("flat:share=halving,nodes=20000{more}"), 3);
    assert_eq!(halving(",threads=3"), halving(""));
    assert_eq!(advice("pimc:weights=uniform,nodes=20000", 3), advice("pimc:nodes=20000", 3));
}

/// A table inside the deals changes what a search costs, and not what it finds.
#[test]
fn tables_inside_deals_change_nothing_but_the_cost() {
    let without_cost = |report: AdviceReport| (report.nodes, AdviceReport { nodes: 0, ..report });
    for algorithm in ["pimc:worlds=12", "pimc:worlds=12,search=paranoid", "epimc:worlds=4,plies=2", "alpha-mu:worlds=4"]
    {
        let found = |memory: usize| without_cost(advice(&format!("{algorithm},depth=7,memory={memory}"), 5));
        let (plain, table) = (found(0), found(1));
        assert_eq!(table.1, plain.1, "{algorithm}");
        assert!(table.0 < plain.0, "{algorithm}: {} and {} nodes", table.0, plain.0);
    }
}

/// Bids tell which deals are likely: a seat that promised all tricks has the high cards.
#[test]
fn bids_tell_likely_deals() {
    let mean = |bids: &str, weights: &str| {
        let text = format!("1:K2.Q2.. ? ? cards=4 bids={bids}");
        let view = Registry::standard().open_view("spades", &text, &Setup::default()).unwrap();
        let player = format!("flat:worlds=2000,weights={weights},eval=tricks").parse().unwrap();
        let report = view.advise(&AdviceRequest { player, seed: 1, stop: None }).unwrap();
        report.moves.iter().map(|value| value.means[1]).sum::<f64>() / report.moves.len() as f64
    };
    let [low, plain, high] = [mean("1,0,1", "bid"), mean("1,1,1", "uniform"), mean("1,4,1", "bid")];
    assert!(low < plain - 0.1 && plain + 0.1 < high, "{low} {plain} {high}");
}

#[test]
fn weights_that_do_not_fit_are_refused() {
    let view = Registry::standard().open_view("hearts", "1:A2.32.. ? ? cards=4", &Setup::default()).unwrap();
    for (weights, said) in [
        ("order+shallow", "has more than one of random-play, order, learned and shallow"),
        ("order+uniform", "has uniform beside others"),
        ("likely", "has `likely`, which is none of random-play, order, learned, shallow, bid, pass"),
        ("bid", "nobody bids in hearts by these rules"),
        ("pass+order", "nobody passes cards in hearts by these rules"),
    ] {
        let player = format!("flat:weights={weights}").parse().unwrap();
        let refused = view.advise(&AdviceRequest { player, seed: 0, stop: None }).unwrap_err().to_string();
        assert!(refused.contains(said) && !refused.contains('\n'), "{refused}");
    }
}
