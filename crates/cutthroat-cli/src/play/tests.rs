//! Sessions, plain mode and screens without a terminal.

use std::path::PathBuf;

use clap::Parser as _;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use cutthroat_catalog::{LiveGame, Registry, Setup, Task};
use cutthroat_lab::HandRecord;
use cutthroat_lab::person::card::{self, CardName};
use cutthroat_lab::person::{Plan, Seen, choice, plan};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

use super::command::Command;
use super::palette::Palette;
use super::screen::{Action, Screen};
use super::watch::Steps;
use super::*;

#[derive(clap::Parser)]
struct Line {
    #[command(flatten)]
    args: Args,
}

/// A deal of every kind of game, against players who do not search.
const GAMES: [&str; 10] = [
    "hearts --players 4 --deal 3",
    "hearts --deal 4 --seat 3",
    "spades --deal 5 --seat 2",
    "spades --players 4 --deal 6 --option may-bid-blind=1,0,1,0",
    "oh-hell --deal 7 --cards 7 --seat 4",
    "sergeant-major --deal 8 --seat 3",
    "sergeant-major --deal 9 --option up=2,-1,-1",
    "bridge --deal 10 --cards 6 --seat 2",
    "tree --deal 12",
    "uniform-tree --deal 13 --seat 2",
];

fn args(words: &str) -> Args {
    Line::parse_from(["play"].into_iter().chain(words.split_whitespace())).args
}

fn record(words: &str) -> HandRecord {
    begun(&Registry::standard(), args(&format!("{words} --against heuristic"))).unwrap()
}

fn sit(record: HandRecord) -> Session {
    Session::new(&Registry::standard(), record, Kept::default(), Arc::default()).unwrap()
}

/// What a person might choose, without much thought, as they would type it.
fn some_choice(seen: &Seen) -> String {
    let choices = seen.choices.as_ref().unwrap();
    match choices.count {
        Some(count) => choices.legal[1..=count].join(" ").to_lowercase(),
        None => choices.legal[seen.moves % choices.legal.len()].to_lowercase(),
    }
}

/// Plays until the game is over or it is the person's turn.
fn let_others_play(session: &mut Session) {
    while let Turn::Others(_) = session.turn() {
        session.let_others_move().unwrap();
    }
}

/// Plays on to the end; returns what the person typed.
fn play_on(session: &mut Session, mut see: impl FnMut(&Session)) -> Vec<String> {
    let mut typed = Vec::new();
    loop {
        see(session);
        match session.turn() {
            Turn::Over => return typed,
            Turn::Others(_) => drop(session.let_others_move().unwrap()),
            Turn::Yours => {
                let text = some_choice(session.seen());
                let mv = choice::read(&text, session.seen()).unwrap_or_else(|why| panic!("{text}: {why}"));
                session.play(&mv).unwrap();
                typed.push(text);
            }
        }
    }
}

fn played(record: &HandRecord) -> (HandRecord, Vec<String>) {
    let mut session = sit(record.clone());
    let typed = play_on(&mut session, |_| {});
    (session.record().clone(), typed)
}

#[test]
fn a_deal_of_every_game_is_played_in_plain_mode() {
    let names: Vec<&str> = GAMES.iter().map(|words| words.split(' ').next().unwrap()).collect();
    let left_out: Vec<&str> =
        Registry::standard().games().map(|game| game.name).filter(|game| !names.contains(game)).collect();
    assert_eq!(
        left_out,
        ["n-game", "n-game-like", "p-game", "chinese-checkers"],
        "trees like the others; and a board below"
    );
    for words in GAMES.iter().copied().chain(["chinese-checkers --position pieces=1_players=3"]) {
        let start = match words.split_once("_") {
            None => record(words),
            Some(_) => {
                let mut args = args(&format!("{} --against heuristic", words.split(" --position").next().unwrap()));
                args.position = Some("pieces=1 players=3".to_owned());
                begun(&Registry::standard(), args).unwrap()
            }
        };
        let (whole, typed) = played(&start);
        let mut session = sit(start);
        let mut out = Vec::new();
        let input = format!("help\nsheet\nlast\ntable\n{}\nexpected\nnonsense\n", typed.join("\n"));
        plain::run(&mut session, &mut input.as_bytes(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(session.record(), &whole, "{words}");
        assert_eq!(session.turn(), Turn::Over);
        assert!(text.contains("the game is over") && text.contains("help lists the commands"), "{text}");
        // What is written is read back.
        assert_eq!(HandRecord::read(&whole.to_string()).unwrap(), whole);
        assert_eq!(HandRecord::read(&whole.to_json().unwrap()).unwrap(), whole);
    }
}

#[test]
fn a_game_that_is_resumed_at_any_moment_goes_on_as_if_it_had_not_been_left() {
    for words in [
        "hearts --players 4 --cards 8 --deal 3",
        "sergeant-major --cards 9 --deal 8 --seat 3",
        "oh-hell --cards 5 --deal 2 --seat 2",
    ] {
        let start = begun(&Registry::standard(), args(&format!("{words} --against flat:worlds=3,nodes=900"))).unwrap();
        let (whole, _) = played(&start);
        let mut session = sit(start);
        let mut resumed = 0;
        play_on(&mut session, |session| {
            let again = HandRecord::read(&session.record().to_string()).unwrap();
            assert_eq!(&again, session.record());
            assert_eq!(played(&again).0, whole, "{words} after {} moves", again.moves.len());
            resumed += 1;
        });
        assert!(resumed > 20);
        assert!(session.expected().is_some_and(|lines| lines.len() > 3), "those who search expect something");
    }
}

#[test]
fn what_is_taken_back_can_be_played_again() {
    for words in GAMES {
        let (whole, typed) = played(&record(words));
        let mut session = sit(whole.clone());
        let mut choices = 0;
        while session.take_back().unwrap() {
            choices += 1;
            assert_eq!(session.turn(), Turn::Yours, "{words}");
        }
        assert_eq!(choices, typed.len(), "{words}: every choice is taken back");
        play_on(&mut session, |_| {});
        assert_eq!(session.record(), &whole, "{words}");
    }
}

/// The true hands, in the places of the players at the table.
fn true_hands(game: &dyn LiveGame) -> Vec<Vec<String>> {
    let hands = game.layout().hands;
    let Some(sheet) = game.sheet() else { return hands };
    (1..=hands.len())
        .map(|player| hands[sheet.seats.iter().position(|seat| *seat == player).unwrap()].clone())
        .collect()
}

/// Everything on the screen.
fn drawn(screen: &Screen, width: u16, height: u16) -> String {
    let mut buffer = Buffer::empty(Rect { x: 0, y: 0, width, height });
    screen.draw(&mut buffer);
    let rows = buffer.content().chunks(usize::from(width));
    rows.map(|row| row.iter().map(ratatui_core::buffer::Cell::symbol).collect::<String>() + "\n").collect()
}

const PALETTES: [Palette; 2] = [Palette { colour: true, ascii: false }, Palette { colour: false, ascii: true }];

#[test]
fn the_own_hand_is_right_and_no_hidden_card_is_on_the_screen() {
    let whole_game = "hearts --players 4 --whole-game --deal 2 --seat 2 --option game-to=20";
    for words in
        GAMES.into_iter().filter(|words| !words.contains("tree") && !words.contains("bridge")).chain([whole_game])
    {
        let mut session = sit(record(words));
        let mut looked = 0;
        play_on(&mut session, |session| {
            let (seen, record) = (session.seen(), session.record());
            if record.moves.len() > 150 {
                return;
            }
            let game = record.game_after(&Registry::standard(), record.moves.len()).unwrap();
            let hands = true_hands(game.as_ref());
            if game.sheet().is_some_and(|sheet| sheet.over) {
                return;
            }
            // Cards that are passed leave the hand when all have passed; on the screen they leave at once.
            let passing = game.choices().what == Task::Pass;
            if !passing && seen.deal.hands[seen.seat - 1].is_some() {
                let mut held = hands[seen.seat - 1].clone();
                card::sort(&mut held);
                assert_eq!(seen.hand(), held, "{words}");
            }
            let told = serde_json::to_string(&seen.events).unwrap();
            let hidden: Vec<&String> =
                hands.iter().flatten().filter(|card| !told.contains(&format!("\"{card}\""))).collect();
            assert!(looked > 0 || !hidden.is_empty());
            for palette in PALETTES {
                let screen = Screen::new(seen.clone(), palette);
                for (width, height) in [(80, 24), (120, 40), (51, 17)] {
                    let text = drawn(&screen, width, height);
                    for card in &hidden {
                        let sign = palette.card(card).0;
                        assert!(
                            !text.contains(&sign) && !text.contains(*card),
                            "{words}: {card} is on the screen\n{text}"
                        );
                    }
                    for card in seen.hand() {
                        let sign = palette.card(card).0;
                        assert!(
                            text.contains(&sign),
                            "{words}: {card} is not on the screen of {width} by {height}\n{text}"
                        );
                    }
                }
            }
            looked += 1;
        });
        assert!(looked > 20, "{words}");
    }
}

#[test]
fn a_whole_game_has_a_sheet_and_places_at_the_table() {
    let mut session = sit(record("oh-hell --players 3 --whole-game --deal 2 --seat 2"));
    let mut rows = 0;
    play_on(&mut session, |session| {
        let seen = session.seen();
        let sheet = seen.sheet.as_ref().unwrap();
        if sheet.rows.len() > rows {
            rows = sheet.rows.len();
            let screen = drawn(&Screen::new(seen.clone(), PALETTES[0]), 80, 24);
            for (place, total) in sheet.totals.iter().enumerate() {
                let shown = screen.lines().any(|line| {
                    let at = line.find(&format!("{} {}", place + 1, seen.players[place]));
                    at.is_some_and(|at| line[at..].trim_end().ends_with(&format!(" {total}")))
                });
                assert!(shown, "the total {total} of seat {}:\n{screen}", place + 1);
            }
            assert!(session.decisions().is_some() && session.expected().is_some());
            // The scores of the deal, as the seat was told them, are those of its row: in the places of the players.
            let scores = seen.events.iter().rev().find_map(|event| match event {
                SeatEvent::Score { scores } => Some(scores.clone()),
                _ => None,
            });
            let written: Vec<f64> = sheet.rows[rows - 1].scores.iter().map(|&score| f64::from(score)).collect();
            assert_eq!(scores.unwrap(), written);
        }
    });
    assert!(rows > 3 && session.seen().sheet.as_ref().unwrap().over);
}

fn press(screen: &mut Screen, keys: &[KeyCode]) -> Option<Action> {
    let mut action = None;
    for key in keys {
        action = screen.key(KeyEvent::new(*key, KeyModifiers::NONE));
    }
    action
}

fn typed(screen: &mut Screen, text: &str) -> Option<Action> {
    let keys: Vec<KeyCode> = text.chars().map(KeyCode::Char).chain([KeyCode::Enter]).collect();
    press(screen, &keys)
}

#[test]
fn cards_are_chosen_with_arrows_or_typed_and_illegal_ones_say_why() {
    let mut session = sit(record("hearts --players 4 --deal 3"));
    let mut screen = Screen::new(session.seen().clone(), PALETTES[0]);
    let hand = session.seen().hand().to_vec();
    // Three are marked with the space bar; a fourth is not.
    assert_eq!(press(&mut screen, &[KeyCode::Enter]), None);
    assert!(screen.message.contains("mark 3 cards"), "{}", screen.message);
    let (space, right) = (KeyCode::Char(' '), KeyCode::Right);
    press(&mut screen, &[KeyCode::Home, space, right, space, right, right, space, right, space]);
    assert!(screen.message.contains("3 cards are marked already"), "{}", screen.message);
    let pass = format!("pass:{},{},{}", hand[0], hand[1], hand[3]);
    assert_eq!(press(&mut screen, &[KeyCode::Enter]), Some(Action::Play(pass.clone())));
    assert_eq!(
        typed(&mut screen, &format!("{} {} {}", hand[0].to_lowercase(), hand[1], hand[3])),
        Some(Action::Play(pass.clone()))
    );
    typed(&mut screen, "s2 s2 s2");
    assert!(!screen.message.is_empty());
    session.play(&pass).unwrap();
    // Until a card cannot be played.
    let illegal = loop {
        let_others_play(&mut session);
        let seen = session.seen();
        let legal = &seen.choices.as_ref().unwrap().legal;
        if let Some(card) = seen.hand().iter().find(|card| !legal.contains(card))
            && !seen.deal.trick.is_empty()
            && seen.deal.tricks > 0
        {
            break card.clone();
        }
        let mv = legal[0].clone();
        session.play(&mv).unwrap();
    };
    screen.show(session.seen().clone());
    let legal = session.seen().choices.as_ref().unwrap().legal.clone();
    assert!(legal.contains(&screen.items()[screen.cursor]), "what can be chosen is selected");
    let led = CardName::read(&session.seen().deal.trick[0].card).unwrap();
    let why = format!("you have to follow {}", card::suit_in_words(led.suit));
    assert_eq!(typed(&mut screen, &illegal.to_lowercase()), None);
    assert_eq!(screen.message, why);
    let place = session.seen().hand().iter().position(|card| *card == illegal).unwrap();
    press(&mut screen, &[KeyCode::Home]);
    press(&mut screen, &vec![KeyCode::Right; place]);
    assert_eq!(press(&mut screen, &[KeyCode::Enter]), None);
    assert_eq!(screen.message, why);
    let turned: String = legal[0].to_lowercase().chars().rev().collect();
    assert_eq!(typed(&mut screen, &turned), Some(Action::Play(legal[0].clone())));
    // What is no choice is a command.
    assert_eq!(typed(&mut screen, "back"), Some(Action::Do(Command::Back)));
    assert_eq!(typed(&mut screen, "hi"), Some(Action::Do(Command::Hint)));
    assert_eq!(press(&mut screen, &[KeyCode::Char('?')]), Some(Action::Do(Command::Hint)));
    assert_eq!(typed(&mut screen, "zz"), None);
    assert!(drawn(&screen, 80, 24).contains("F1 help"));
    assert!(drawn(&screen, 40, 10).contains("too small"));
}

#[test]
fn bids_and_trumps_are_chosen_with_arrows_or_typed() {
    let mut session = sit(record("spades --deal 5"));
    let_others_play(&mut session);
    let mut screen = Screen::new(session.seen().clone(), PALETTES[0]);
    assert_eq!(typed(&mut screen, "3"), Some(Action::Play("3".to_owned())));
    let more = press(&mut screen, &[KeyCode::Home, KeyCode::Right, KeyCode::Right, KeyCode::Enter]);
    assert_eq!(more, Some(Action::Play(session.seen().choices.as_ref().unwrap().legal[2].clone())));
    let mut session = sit(record("sergeant-major --deal 8 --seat 3"));
    let_others_play(&mut session);
    let mut screen = Screen::new(session.seen().clone(), PALETTES[0]);
    for text in ["h", "H", "hearts", "♥"] {
        assert_eq!(typed(&mut screen, text), Some(Action::Play("H".to_owned())), "{text}");
    }
    session.play("H").unwrap();
    assert_eq!(session.seen().deal.trump.as_deref(), Some("H"));
}

#[test]
fn pieces_are_moved_with_arrows_or_typed() {
    let mut session = sit(record("chinese-checkers"));
    let mut screen = Screen::new(session.seen().clone(), PALETTES[0]);
    for _ in 0..6 {
        let_others_play(&mut session);
        screen.show(session.seen().clone());
        let picked = press(&mut screen, &[KeyCode::Left, KeyCode::Enter]);
        assert_eq!(picked, None);
        assert!(screen.picked.is_some());
        let Some(Action::Play(mv)) = press(&mut screen, &[KeyCode::Down, KeyCode::Enter]) else { panic!("no move") };
        assert!(session.seen().choices.as_ref().unwrap().legal.contains(&mv));
        assert_eq!(typed(&mut screen, &mv.replace('-', " ").to_uppercase()), Some(Action::Play(mv.clone())));
        for palette in PALETTES {
            let text = drawn(&Screen::new(session.seen().clone(), palette), 80, 24);
            assert!(text.contains("your move"), "{text}");
        }
        session.play(&mv).unwrap();
    }
}

/// Whether the plan takes every trick, whatever the others do.
fn takes_all(game: &mut dyn LiveGame, plan: &Plan, seat: usize) -> bool {
    if let Some(SeatEvent::Trick { seat: taker, .. }) =
        game.events(seat).unwrap().iter().rev().find(|event| !matches!(event, SeatEvent::Score { .. }))
        && *taker != seat
    {
        return false;
    }
    let Some(mover) = game.mover() else { return true };
    let moves = if mover == seat { vec![plan.next(game, seat, None).unwrap().unwrap()] } else { game.legal_moves() };
    moves.iter().all(|mv| {
        game.play(mv).unwrap();
        let all = takes_all(game, plan, seat);
        game.take_back();
        all
    })
}

#[test]
fn a_claim_stands_only_if_every_deal_that_fits_is_won_against_any_play() {
    let registry = Registry::standard();
    let (mut stood, mut refused, mut lost) = (0, 0, 0);
    for seed in 0..40 {
        for words in [
            format!("spades --deal {seed} --play-only"),
            format!("hearts --rules paper --deal {seed} --play-only"),
            format!("oh-hell --cards 12 --deal {seed} --play-only"),
            format!("sergeant-major --deal {seed} --play-only"),
        ] {
            let mut session = sit(record(&words));
            while session.turn() != Turn::Over {
                let_others_play(&mut session);
                if session.turn() == Turn::Over {
                    break;
                }
                let seen = session.seen().clone();
                if seen.deal.trick.is_empty() && seen.hand().len() <= 3 {
                    let record = session.record();
                    let game = record.game_after(&registry, record.moves.len()).unwrap();
                    let view = game.view(seen.seat).unwrap();
                    let worlds = registry.open_view(seen.game, &view, &Setup::default()).unwrap().all_deals(60_000);
                    let claimed = plan(&seen, game.as_ref(), None);
                    let plan = match &claimed {
                        Ok(Plan::Cards(cards)) => Plan::Cards(cards.clone()),
                        _ => Plan::Cards(seen.hand().to_vec()),
                    };
                    let wins = |world: &String| {
                        let setup = Setup { position: Some(world.clone()), hidden: true, ..Setup::default() };
                        takes_all(registry.begin(seen.game, &setup).unwrap().as_mut(), &plan, seen.seat)
                    };
                    if claimed.is_ok() {
                        // A few of them, if there are too many for all.
                        let worlds = worlds.unwrap_or_default();
                        assert!(worlds.iter().take(100).all(wins), "{words}: {view}");
                        stood += 1;
                    } else if let Some(worlds) = worlds {
                        refused += 1;
                        lost += usize::from(!worlds.iter().take(100).all(wins));
                    }
                }
                let mv = choice::read(&some_choice(&seen), &seen).unwrap();
                session.play(&mv).unwrap();
            }
        }
    }
    assert!(stood > 20 && refused > 50, "{stood} claims stood and {refused} did not");
    assert!(lost * 10 > refused * 8, "{lost} of {refused} claims that do not stand could be lost");
}

#[test]
fn a_claim_plays_the_rest_and_a_false_one_changes_nothing() {
    let mut claimed = 0;
    for seed in 0..20 {
        let mut session = sit(record(&format!("spades --deal {seed} --play-only")));
        loop {
            let_others_play(&mut session);
            if session.turn() == Turn::Over {
                break;
            }
            let before = session.record().clone();
            let taken = session.seen().deal.taken[0];
            let left = session.seen().hand().len();
            match session.claim().unwrap() {
                Ok(()) => {
                    assert_eq!(session.turn(), Turn::Over);
                    assert_eq!(session.seen().deal.taken[0], taken + left);
                    claimed += 1;
                }
                Err(why) => {
                    assert!(!why.is_empty());
                    assert_eq!(session.record(), &before);
                    let mv = session.seen().choices.as_ref().unwrap().legal.last().unwrap().clone();
                    session.play(&mv).unwrap();
                }
            }
        }
    }
    assert!(claimed > 5, "{claimed}");
    // Where everything is seen, a search says it.
    let mut session = sit(position("bridge", "1:AK.A.. .32..2 2.4.3. .65.4. trump=N"));
    assert!(session.claim().unwrap().is_ok());
    assert_eq!(session.seen().deal.taken[0], 3);
    // A claim is taken back as a whole.
    assert!(session.take_back().unwrap() && session.record().moves.is_empty());
    let mut session = sit(position("bridge", "1:AK.2.. .A3..2 2.4.3. .65.4. trump=N"));
    assert!(session.claim().unwrap().unwrap_err().contains("of the 3 tricks"));
    let mut session = sit(record("chinese-checkers"));
    assert!(session.claim().unwrap().unwrap_err().contains("no tricks"));
}

fn position(game: &str, text: &str) -> HandRecord {
    let mut args = args(&format!("{game} --against heuristic"));
    args.position = Some(text.to_owned());
    begun(&Registry::standard(), args).unwrap()
}

#[test]
fn hints_and_analyses_value_every_move() {
    let start =
        begun(&Registry::standard(), args("hearts --cards 4 --deal 3 --against heuristic --option pass=none")).unwrap();
    let mut session = sit(start);
    let_others_play(&mut session);
    let hint = session.question().unwrap().ask(Arc::default()).unwrap();
    let legal = session.seen().choices.as_ref().unwrap().legal.clone();
    assert!(legal.contains(&hint.best));
    assert_eq!(hint.moves.len(), legal.len());
    assert!(session.decisions().is_none() && session.expected().is_none());
    play_on(&mut session, |_| {});
    let judged: Vec<_> =
        session.decisions().unwrap().iter().filter_map(|decision| decision.judge(&Arc::default()).unwrap()).collect();
    assert!(!judged.is_empty());
    for judged in judged {
        assert!(judged.about.contains("exact") && judged.moves.iter().all(|worth| worth.mean.is_some()));
        assert!(judged.moves.iter().any(|worth| worth.mv == judged.played));
        assert_eq!(
            tell::judged(&judged).iter().filter(|line| line.ends_with("played")).count(),
            1,
            "{:?}",
            tell::judged(&judged)
        );
    }
    let mut session = sit(position("chinese-checkers", "pieces=1 players=3"));
    let_others_play(&mut session);
    let hint = session.question().unwrap().ask(Arc::default()).unwrap();
    assert_eq!(hint.moves.len(), session.seen().choices.as_ref().unwrap().legal.len());
}

#[test]
fn a_record_is_stepped_through_with_one_seats_eyes_or_all_cards_open() {
    let (whole, _) = played(&record("hearts --players 4 --deal 3"));
    let registry = Registry::standard();
    let step = |steps: &mut Steps, key| steps.key(KeyEvent::new(key, KeyModifiers::NONE)).unwrap();
    for seat in [None, Some(2)] {
        let mut steps = Steps::new(&registry, whole.clone(), seat).unwrap();
        let start = drawn(&steps.screen, 100, 30);
        for place in 0..whole.moves.len() {
            let text = drawn(&steps.screen, 100, 30);
            let game = whole.game_after(&registry, place).unwrap();
            let told = serde_json::to_string(&game.events(2).unwrap()).unwrap();
            for card in true_hands(game.as_ref()).iter().flatten() {
                let (shown, known) = (
                    text.contains(&PALETTES[1].card(card).0) || text.contains(&PALETTES[0].card(card).0),
                    told.contains(card),
                );
                assert!(if seat.is_none() { shown } else { known || !shown }, "{card} after {place} moves\n{text}");
            }
            assert!(step(&mut steps, KeyCode::Right));
        }
        assert!(drawn(&steps.screen, 100, 30).contains(&format!("move {0} of {0}", whole.moves.len())));
        for key in [KeyCode::Left, KeyCode::Up, KeyCode::Down, KeyCode::End, KeyCode::Right, KeyCode::Home] {
            assert!(step(&mut steps, key));
        }
        assert_eq!(drawn(&steps.screen, 100, 30), start);
        assert!(!step(&mut steps, KeyCode::Char('q')));
    }
    assert!(Steps::new(&registry, whole, Some(9)).is_err());
}

#[test]
fn a_game_is_kept_after_every_move_and_recorded_at_its_end() {
    let folder = std::env::temp_dir().join(format!("cutthroat-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (save, text, json): (PathBuf, PathBuf, PathBuf) =
        (folder.join("save"), folder.join("record.txt"), folder.join("record.json"));
    for file in [&text, &json] {
        let kept = Kept { save: SaveFile::default(), record: Some(file.clone()) };
        kept.save.set(save.clone());
        let mut session =
            Session::new(&Registry::standard(), record("oh-hell --cards 3 --deal 1"), kept, Arc::default()).unwrap();
        play_on(&mut session, |session| {
            assert_eq!(&saved(&save, Some("oh-hell")).unwrap(), session.record());
            assert_eq!(file.exists(), session.turn() == Turn::Over);
        });
        assert_eq!(&saved(file, None).unwrap(), session.record());
    }
    assert!(saved(&save, Some("hearts")).unwrap_err().to_string().contains("has a game of oh-hell"));
    std::fs::write(&save, "cutthroat record 1\ngame: oh-hell\n").unwrap();
    assert!(saved(&save, None).unwrap_err().to_string().contains("does not say"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn no_key_breaks_the_screen_of_any_size() {
    let mut random: u64 = 1;
    let mut draw = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let mut keys: Vec<KeyCode> = "shdcakqjtHJ2345 ?/x♥-b1".chars().map(KeyCode::Char).collect();
    let named =
        [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down, KeyCode::Enter, KeyCode::Enter, KeyCode::Home];
    keys.extend(named.into_iter().chain([KeyCode::End, KeyCode::Esc, KeyCode::Backspace, KeyCode::Tab]));
    keys.extend((1..=8).map(KeyCode::F));
    let mut played = 0;
    for words in GAMES.iter().copied().chain(["chinese-checkers", "hearts --players 5 --whole-game --deal 1"]) {
        let mut session = sit(record(words));
        let mut screen = Screen::new(session.seen().clone(), PALETTES[draw(2)]);
        for _ in 0..600 {
            let_others_play(&mut session);
            screen.show(session.seen().clone());
            let (width, height) = [(80, 24), (120, 40), (50, 16), (20, 5), (1, 1), (0, 0), (250, 70)][draw(7)];
            screen.draw(&mut Buffer::empty(Rect { x: 0, y: 0, width, height }));
            let key = if draw(3) == 0 { KeyCode::Enter } else { keys[draw(keys.len())] };
            match press(&mut screen, &[key]) {
                Some(Action::Play(mv)) => {
                    session.play(&mv).unwrap_or_else(|error| panic!("{words}: {mv}: {error}"));
                    played += 1;
                }
                Some(Action::Do(Command::Back)) => drop(session.take_back().unwrap()),
                Some(Action::Do(Command::Help | Command::Sheet | Command::Last)) => {
                    screen.popup = Some(popup::Popup::new("a text", plain::sheet(session.seen())));
                }
                _ => {}
            }
        }
    }
    assert!(played > 100, "{played} moves were made");
}
