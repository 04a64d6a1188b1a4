//! Views as text: every view that occurs is read back as it was, and what cannot be is refused in one line that says why.

use cutthroat::conformance::Conformance;
use cutthroat::hidden::{Hidden, Knowledge, SeatViews, ViewNotation};
use cutthroat::{Game, Notation, Player};
use cutthroat_games::boards::ChineseCheckers;
use cutthroat_games::cards::{
    Bridge, BridgeRules, Card, Hearts, HeartsRules, Listing, OhHell, OhHellRules, Position, RANKS, Rules,
    SergeantMajor, SergeantMajorRules, Spades, SpadesRules, Suit, TrickGame, preset,
};
use cutthroat_games::trees::{Tree, UniformTree};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn is_read_back<R: Rules>(game: &TrickGame<R>, known: Knowledge<'_, TrickGame<R>>) -> String {
    let text = game.write_view(known);
    let read = TrickGame::<R>::read_view(&text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
    assert_eq!(read.game, game.public(), "`{text}`");
    assert_eq!((&read.view, read.told.as_slice()), (known.view, known.told), "`{text}`");
    assert_eq!(read.game.write_view(read.known()), text);
    text
}

/// Plays a random game and gives `look` what every seat knows: what it was told from the deal on, and what it knows if it
/// began to look somewhere in the middle.
fn watch<R: Rules>(game: &TrickGame<R>, deal: &Position, seed: u64, mut look: impl FnMut(Knowledge<'_, TrickGame<R>>)) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut state = *deal;
    let mut watched = vec![SeatViews::new(game, deal)];
    loop {
        for views in &watched {
            Player::all(game.players()).for_each(|seat| look(views.of(seat)));
        }
        if game.mover(&state).is_none() {
            return;
        }
        let mut moves: Vec<Card> = Vec::new();
        game.moves(&state, &mut moves);
        let &card = moves.choose(&mut rng).unwrap();
        watched.iter_mut().for_each(|views| views.tell(game, &state, card));
        game.play(&mut state, card);
        if watched.len() < 4 && rng.random_range(0..4) == 0 {
            watched.push(SeatViews::new(game, &state));
        }
    }
}

/// Deals of every preset and number of players, with few cards and with all.
fn every_deal<R: Rules>(mut see: impl FnMut(&TrickGame<R>, &Position, u64)) {
    let (least, most) = R::PLAYERS;
    for name in R::PRESETS {
        for players in least..=most {
            let rules: R = preset(name).unwrap();
            let full = rules.hand_size(players);
            for (seed, cards) in [1, 2, 5, full].into_iter().filter(|&cards| cards <= full).enumerate() {
                let (game, deal) = TrickGame::deal(rules.clone(), players, Some(cards), seed as u64).unwrap();
                see(&game, &deal, seed as u64);
            }
        }
    }
}

fn views_are_read_back<R: Rules>() {
    let mut views = 0;
    every_deal::<R>(|game, deal, seed| {
        watch(game, deal, seed, |known| {
            is_read_back(game, known);
            views += 1;
        });
    });
    assert!(views > 500, "{views}");
}

#[test]
fn views_of_hearts_are_read_back() {
    views_are_read_back::<HeartsRules>();
}

#[test]
fn views_of_spades_are_read_back() {
    views_are_read_back::<SpadesRules>();
}

#[test]
fn views_of_sergeant_major_are_read_back() {
    views_are_read_back::<SergeantMajorRules>();
}

#[test]
fn views_of_oh_hell_are_read_back() {
    views_are_read_back::<OhHellRules>();
}

#[test]
fn views_of_bridge_are_read_back() {
    views_are_read_back::<BridgeRules>();
}

/// Deals in which nobody knows what is set aside, so that the lowest club is not the two; deals that end early; another order.
#[test]
fn unusual_views_are_read_back() {
    let aside = HeartsRules { random_aside: true, ..HeartsRules::TABLE };
    for seed in 0..40 {
        for players in 3..=6 {
            for cards in [1, 2, 4, 8] {
                let (game, deal) = Hearts::deal(aside, players, Some(cards), seed).unwrap();
                watch(&game, &deal, seed, |known| {
                    is_read_back(&game, known);
                });
            }
        }
    }
    let (game, deal) = Spades::deal(SpadesRules::default(), 3, Some(6), 5).unwrap();
    let game = game.listed(Listing::ByRank);
    let (within, early) = Spades::read_position(&format!("{} within=4", game.write_position(&deal))).unwrap();
    let (over, end) = Spades::read_position(&format!("{} within=0", game.write_position(&deal))).unwrap();
    for (game, deal) in [(&game, &deal), (&within, &early), (&over, &end)] {
        watch(game, deal, 1, |known| {
            is_read_back(game, known);
        });
    }
    // Hands of cards that are not in the pack, no cards at all, and a trick in progress.
    for text in [
        "3:AK..2. Q.A.K. J..3.2 rules=table",
        "2:... ... ... rules=table",
        "1:... ... ... rules=table within=0",
        "2:AQ..K. 32... J..3. played=C3,C2 rules=table lowest-club-leads=off",
    ] {
        let (game, position) = Hearts::read_position(text).unwrap();
        watch(&game, &position, 1, |known| {
            is_read_back(&game, known);
        });
    }
}

/// The forms in the pages: what is written is what somebody at the table would type.
#[test]
fn views_are_short() {
    let (game, deal) = Hearts::deal(HeartsRules::default(), 4, None, 7).unwrap();
    let mut state = deal;
    let mut views = SeatViews::new(&game, &deal);
    for _ in 0..6 {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        views.tell(&game, &state, moves[0]);
        game.play(&mut state, moves[0]);
    }
    let text = is_read_back(&game, views.of(Player::new(1)));
    assert_eq!(text, "1:? 84.J83.Q76.AQ98 ? ? plays=ST,S9,SA,SK/S5,SJ");
    let later = SeatViews::new(&game, &state);
    let text = is_read_back(&game, later.of(Player::new(1)));
    assert!(text.contains(" played=S5,SJ ") && text.contains(" tricks=1 ") && text.contains(" unseen="), "{text}");
}

/// A view that allows a single card for each player is read too, and a person may leave out what follows from the rest.
#[test]
fn what_follows_from_the_rest_may_be_left_out() {
    // No club is in play, and all know it.
    let clubless = "1:? AK... ? cards=2 rules=table random-aside=on aside=CA,CK,CQ,CJ,CT,C9,C8,C7,C6,C5,C4,C3,C2";
    let read = Hearts::read_view(clubless).unwrap();
    assert_eq!(Hearts::read_view(&read.game.write_view(read.known())).unwrap(), read);
    let typed = "1:? AKQJT98765432... ? ? rules=table";
    let read = Hearts::read_view(typed).unwrap();
    assert_eq!(read.view.known(Player::new(0)), "...2".parse().unwrap());
    assert!(read.game.write_view(read.known()).starts_with("1:?C2 AKQJT98765432... ? ? moon="));
    let read = Hearts::read_view("1:? akqj1098765432... ? ? rules=table plays=c2").unwrap();
    assert_eq!(read.told.len(), 1);
    let with = OhHell::read_view("1:? AK.Q.. ? cards=3 turned-up=H7 bids=1,2,0 plays=").unwrap();
    assert_eq!(with.game.rules().trump(), Some(Suit::Hearts));
    let (seen, _) = OhHell::read_position("1:A... K... Q... turned-up=H7 bids=1,0,0").unwrap();
    assert_eq!(seen.rules().trump(), Some(Suit::Hearts));
    assert!(!with.view.unseen().has("H7".parse().unwrap()));
    let passed = Hearts::read_view("1:? AKQJT98765432... ?HK,HQ ? rules=table").unwrap();
    assert_eq!(passed.view.known(Player::new(2)), ".KQ..".parse().unwrap());
    let text = passed.game.write_view(passed.known());
    assert!(text.starts_with("1:?C2 AKQJT98765432... ?HK,HQ ? "), "{text}");
    assert_eq!(Hearts::read_view(&text).unwrap(), passed);
    let aside = SergeantMajor::read_view("1:? ? AKQJT98765432.AKQ.. trump=S aside=C2,C3").unwrap();
    assert_eq!(aside.view.hidden_aside(), 2);
    assert_eq!(SergeantMajor::read_view(&aside.game.write_view(aside.known())).unwrap(), aside);
    // With or without marks between tricks.
    let marked = Bridge::read_view("1:A... ? ? ? cards=2 plays=SK,S2,S3,S4/").unwrap();
    assert_eq!(Bridge::read_view("1:A... ? ? ? cards=2 plays=SK,S2,S3,S4").unwrap(), marked);
}

fn refusal<R: Rules>(text: &str) -> String {
    let Err(error) = TrickGame::<R>::read_view(text) else { return "nothing".to_owned() };
    let line = error.to_string();
    assert!(!line.contains('\n') && !line.is_empty());
    line
}

#[test]
fn impossible_views_are_refused_with_the_reason() {
    let cases = [
        ("", "`` does not begin with the seat that leads and a colon, such as 1:"),
        ("1:? ? ?", "every hand is `?`; write the hand that you see"),
        ("1:A... 2... ?", "the hands of seats 1 and 2 are written; write the one that you see, and `?` for the others"),
        ("4:? 2... ?", "seat 4 leads, but there are hands for 3 players"),
        ("1:? AA... ?", "SA is there twice"),
        ("1:? 2... ?SX", "`SX` is not a card; write suit and rank, such as SA"),
        ("1:? 2... ?SK,SK", "SK is there twice"),
        (
            "1:? A2... ? cards=3 plays=SK,SQ,SJ/SA",
            "SA is there twice: in the hand of seat 2 and played by seat 1 to trick 2",
        ),
        (
            "1:? A2... ? cards=3 plays=SK,SQ,SK",
            "SK is there twice: played by seat 1 to trick 1 and played by seat 3 to trick 1",
        ),
        (
            "1:? A2..2. ? cards=3 rules=table",
            "D2 is in the hand of seat 2, but not in the pack of hearts for 3 players",
        ),
        (
            "1:? AK... ? cards=3 rules=table random-aside=off plays=C2,SQ,D2",
            "D2 is played by seat 3 to trick 1, but not in the pack of hearts for 3 players",
        ),
        (
            "1:? AKQJT9876543... ? ?",
            "seat 2 was dealt 12 cards (12 held, 0 played), not 13; for such a deal write cards=12",
        ),
        (
            "1:? AKQJT98765432... ? ? plays=HA,H2",
            "seat 2 was dealt 14 cards (13 held, 1 played), not 13; for such a deal write cards=14",
        ),
        ("1:? AKQJT98765432.2.. ? ? cards=14", "14 cards for each of 4 players; there can be from 1 to 13"),
        ("1:? AK.Q.. ? cards=4 plays=HA,S2", "trick 1: seat 2 cannot play S2: it holds HQ and has to follow hearts"),
        (
            "1:? AK.Q.. ? cards=4 plays=HA,S2,C2/H3 ",
            "trick 1: seat 2 cannot play S2: it holds HQ and has to follow hearts",
        ),
        (
            "1:? AK2.Q.. ? cards=5 plays=D3,S3,C2/D4,SA,D5",
            "SA is there twice: in the hand of seat 2 and played by seat 2 to trick 2",
        ),
        (
            "1:? K2.Q.. ? cards=5 plays=D3,S3,C2/D4,SA,D5",
            "trick 2: seat 3 cannot play D5: it did not follow diamonds in trick 1, with C2",
        ),
        (
            "1:? K2.Q.. ?D5 cards=4 plays=D3,S3,C2",
            "trick 1: seat 3 cannot play C2: it holds D5 and has to follow diamonds",
        ),
        (
            "1:? K2.Q.. ?SQ,HK cards=5 plays=D3,S3,D2/D4,SA,SQ",
            "SQ is there twice: in the hand of seat 3 and played by seat 3 to trick 2",
        ),
        ("1:? 2... ?SQ,HK cards=2 plays=D3,S3,D2", "seat 3 holds 1 card, but 2 are written"),
        ("1:? 2... ? cards=2 plays=D3,S3/D2,D4", "trick 1 of plays= has 2 cards; it takes 3"),
        ("1:? 2... ? cards=2 plays=D3,S3,D2,D4/D5", "trick 1 of plays= has 4 cards; it takes 3"),
        ("1:? ... ? cards=1 plays=D3,S3,D2/D4", "plays= goes on with D4 after trick 1, the last"),
        ("1:? A2... ? cards=2 plays=S3,S4,S5/S6,SX", "`SX` is not a card; write suit and rank, such as SA"),
        (
            "1:? 2... ? tricks=3",
            "unseen= is missing: tricks were over when the view began, so write what the others hold",
        ),
        ("1:? 2... ? tricks=3 unseen=AKQ...", "unseen= has 3 cards; the other players hold 2"),
        ("1:? 2... ? tricks=3 unseen=A2...", "S2 is there twice: in the hand of seat 2 and in unseen="),
        ("1:? 2... ? tricks=3 unseen=AK... cards=4", "cards= cannot stand beside unseen=, which says the same"),
        ("1:? 2... ? tricks=1 unseen=K...2 plays=H2", "unseen= has 2 cards; the other players hold 1"),
        ("1:? 2... ? tricks=1 unseen=K...2 played=H2,S3 broken=yes", "unseen= has 2 cards; the other players hold 3"),
        ("2:? AKQJT98765432... ? ? rules=table", "seat 2 leads, but C2 has to be led first and is not in its hand"),
        ("1:? AKQJT9876543...2 ? ? rules=table", "seat 1 leads, but C2 must be led first and seat 2 holds it"),
        ("1:? AKQJT98765432... ? ? rules=table plays=C3", "trick 1: seat 1 leads C3, but C2 has to be led"),
        (
            "1:? AK... ? cards=2 rules=table random-aside=on",
            "seat 1 leads, and has to lead the lowest card of its kind in play: write it, such as ?C5",
        ),
        (
            "1:? A...3 ? cards=2 rules=table random-aside=on plays=C5",
            "C3 is in the hand of seat 2, but then it would have been led to trick 1",
        ),
        (
            "1:? K.Q.. ? cards=3 rules=table random-aside=on plays=C5,HA",
            "trick 1: seat 2 cannot play HA: it holds SK, and the rules of hearts do not allow it then",
        ),
        ("1:? 2... ? cards=1 plays=SA,=", "`=` is not a card; write suit and rank, such as SA"),
        ("1:? 2... ? cards=1 plyas=SA", "there is no parameter `plyas`; there are plays, cards,"),
        ("1:? 2... ? cards=1 plays=SA plays=SK", "`plays` is given twice"),
        ("1:? 2... ? cards=many", "cards=many is not a whole number from 0 to 52"),
    ];
    let wrong: Vec<String> = cases
        .into_iter()
        .map(|(text, reason)| (text, reason, refusal::<HeartsRules>(text)))
        .filter(|(_, reason, line)| !line.starts_with(reason))
        .map(|(text, reason, line)| format!("`{text}`\n  is refused with `{line}`\n  and not `{reason}`\n"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.concat());
    is_refused::<OhHellRules>(
        "1:? AK... ? cards=2 bids=1,1,1",
        "trump= is missing: everybody has seen it; or write the card that was turned up, such as turned-up=H7",
    );
    is_refused::<OhHellRules>(
        "1:? AK... ? cards=2 turned-up=H7",
        "bids= is missing: everybody knows what each seat has promised, such as bids=3,4,2",
    );
    is_refused::<OhHellRules>(
        "1:? AK... ? cards=2 turned-up=SK bids=1,1,1",
        "SK is there twice: in the hand of seat 2 and turned up",
    );
    is_refused::<SpadesRules>("1:? AK... ? cards=2", "bids= is missing");
    is_refused::<SpadesRules>(
        "1:? AK.2.. ? cards=4 bids=1,1,1 rules=table plays=SQ,S2,S3/H3",
        "trick 2: seat 1 cannot play H3: with that card it could not have played SQ to trick 1",
    );
    is_refused::<SpadesRules>(
        "1:?H3 AK.2.. ? cards=3 bids=1,1,1 rules=table plays=SQ",
        "trick 1: seat 1 cannot play SQ: it holds H3, and the rules of spades do not allow it then",
    );
    is_refused::<SergeantMajorRules>(
        "1:? AK... ? cards=2 rules=table",
        "trump= is missing: everybody knows what the dealer has named, such as trump=H",
    );
    is_refused::<BridgeRules>(
        "2:? KQJT9876543.A.. ? ? plays=SA,D2,D3,D4",
        "no deal fits: nobody can have S2: no hand with room for it may hold it",
    );
    is_refused::<BridgeRules>("1:? AKQ... ? cards=3", "3 players; bridge is for 4");
}

fn is_refused<R: Rules>(text: &str, reason: &str) {
    let line = refusal::<R>(text);
    assert!(line.starts_with(reason), "`{text}`\n  is refused with `{line}`\n  and not `{reason}`");
}

/// Changes a text at random.
fn spoiled(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..3) {
        let place = rng.random_range(0..letters.len());
        let other = rng.random_range(0..letters.len());
        match rng.random_range(0..8) {
            0 => drop(letters.remove(place)),
            1 => letters.insert(place, letters[other]),
            2 => letters.swap(place, other),
            3 => letters[place] = *['?', '.', ',', '/', '=', ' ', 'S', 'A', '2', '9', 'é'].choose(rng).unwrap(),
            4 => letters.truncate(place.max(1)),
            5 | 6 if letters[place].is_ascii_alphanumeric() => letters[place] = *RANKS.choose(rng).unwrap(),
            _ => letters
                .extend(" tricks=3 taken=255,255,255 within=2 played=SA,SK unseen=AK... aside=C2 cards=3".chars()),
        }
        if letters.is_empty() {
            letters.push('1');
        }
    }
    letters.into_iter().collect()
}

/// Spoiled texts are refused in one line, or are another view that is written and read again. Returns how many were
/// refused, and how many were read.
fn spoiled_views<R: Rules>(rules: &R, players: usize) -> [usize; 2] {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let (game, deal) = TrickGame::deal(rules.clone(), players, Some(4), 3).unwrap();
    let mut texts: Vec<String> = Vec::new();
    watch(&game, &deal, 3, |known| texts.push(game.write_view(known)));
    let mut count = [0; 2];
    for _ in 0..600 {
        let text = spoiled(texts.choose(&mut rng).unwrap(), &mut rng);
        match TrickGame::<R>::read_view(&text) {
            Ok(read) => {
                let again = TrickGame::<R>::read_view(&read.game.write_view(read.known())).unwrap();
                assert_eq!(again, read, "`{text}`");
                count[1] += 1;
            }
            Err(error) => {
                let line = error.to_string();
                assert!(!line.contains('\n') && line.len() < 600, "`{text}` is refused with `{line}`");
                count[0] += 1;
            }
        }
    }
    count
}

#[test]
fn spoiled_views_are_refused_in_one_line() {
    let counts = [
        spoiled_views(&HeartsRules::default(), 3),
        spoiled_views(&HeartsRules::TABLE, 4),
        spoiled_views(&HeartsRules { random_aside: true, ..HeartsRules::TABLE }, 3),
        spoiled_views(&SpadesRules::default(), 3),
        spoiled_views::<SpadesRules>(&preset("table").unwrap(), 4),
        spoiled_views(&OhHellRules::default(), 4),
        spoiled_views(&SergeantMajorRules::default(), 3),
        spoiled_views(&BridgeRules::default(), 4),
    ];
    for [refused, read] in counts {
        assert!(refused > 200 && read > 3, "{refused} refused, {read} read");
    }
}

/// The law of the kit, for deals that a seat cannot tell apart too.
#[test]
fn the_notation_of_views_conforms() {
    let kit = Conformance { games: 4, ..Conformance::default() };
    let (game, deal) = Hearts::deal(HeartsRules::TABLE, 4, Some(6), 2).unwrap();
    kit.view_notation(&game, &deal).unwrap();
    let (game, deal) = OhHell::deal(OhHellRules::default(), 4, Some(4), 2).unwrap();
    kit.view_notation(&game, &deal).unwrap();
}

/// In games in which everybody sees everything a view is the position, the seat, and the moves since.
#[test]
fn views_of_perfect_information_are_read_back() {
    let kit = Conformance { games: 4, ..Conformance::default() };
    let (tree, root) = Tree::read_position("1[ (5,4,1) b:2[ (3,3,4) 3[ (2,6,2) (1,1,1) ] ] ]").unwrap();
    kit.view_notation(&tree, &root).unwrap();
    let (tree, root) = UniformTree::read_position("players=3 branching=2 depth=4 seed=1").unwrap();
    kit.view_notation(&tree, &root).unwrap();
    let (game, start) = ChineseCheckers::read_position("pieces=1 players=3 limit=30").unwrap();
    kit.view_notation(&game, &start).unwrap();

    let read = Tree::read_view("1[ (5,4,1) b:2[ (3,3,4) (1,1,1) ] ]").unwrap();
    assert_eq!(Tree::seat_of(&read.view), Player::new(0));
    let read = Tree::read_view("plays=b 1[ (5,4,1) b:2[ (3,3,4) (1,1,1) ] ]").unwrap();
    assert_eq!((Tree::seat_of(&read.view), read.told.len()), (Player::new(1), 1));
    for (text, reason) in [
        ("seat=4 1[ (5,4,1) (1,2,3) ]", "seat=4: seats are numbered from 1 to 3"),
        ("seat=1 plays=3 1[ (5,4,1) (1,2,3) ]", "move 1 of plays=: `3` is not a legal move here"),
        ("seat=1 plays=1,1 1[ (5,4,1) (1,2,3) ]", "plays= goes on with `1` after the end of the game"),
    ] {
        assert_eq!(Tree::read_view(text).unwrap_err().to_string(), reason);
    }
}
