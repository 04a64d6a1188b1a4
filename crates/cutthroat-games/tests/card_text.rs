//! Trick games as text: what can be read, what cannot and why, and what is printed.

use cutthroat::{Game, Notation, SearchHints};
use cutthroat_games::boards::{self, ChineseCheckers};
use cutthroat_games::cards::{
    Bridge, BridgeRules, Card, FIELDS, Hearts, HeartsRules, OhHell, OhHellRules, Rules, SergeantMajor,
    SergeantMajorRules, Spades, SpadesRules, TrickGame, first_choice, picture_of_hands, picture_of_line, preset, read,
};
use cutthroat_games::field::{DefaultValue, Field, Values};
use cutthroat_games::trees::{self, TernaryTree, Tree, UniformTree};

fn fault<R: Rules>(text: &str) -> String {
    match read::<R>(text) {
        Ok((game, position)) => panic!("`{text}` was read as `{}`", game.write_position(&position)),
        Err(error) => error.to_string(),
    }
}

#[test]
fn bad_positions_are_refused_in_one_line_with_the_card_or_field() {
    let sergeant = fault::<SergeantMajorRules>;
    for (text, complaint) in [
        ("", "`` does not begin with the seat that leads and a colon, such as 1:"),
        ("A... K... Q...", "`A...` does not begin with the seat that leads and a colon, such as 1:"),
        ("x:A... K... Q...", "`x:A...` does not begin with the seat that leads and a colon, such as 1:"),
        ("0:A... K... Q...", "seat 0 leads, but there are hands for 3 players"),
        ("4:A... K... Q...", "seat 4 leads, but there are hands for 3 players"),
        ("1:A... K...", "2 players; sergeant-major is for 3"),
        ("1:A... K... A...", "SA is there twice"),
        ("1:A... KK... Q...", "SK is there twice"),
        ("1:A... KJ... Q...", "seat 2 holds 2 cards and should hold 1"),
        ("1:A... K..Q Q...", "hand `K..Q` has 3 suits; write four, with dots between"),
        ("1:A... 1... Q...", "`1` in hand `1...` is not a rank; ranks are AKQJT98765432"),
        ("1:A... K2... Q3... played=A4", "`A4` is not a card; write suit and rank, such as SA"),
        ("1:A... K2... Q3... played=SA", "SA is there twice"),
        ("1:A... K2... Q3... played=", "`` is not a card; write suit and rank, such as SA"),
        ("1:A... K2... Q3... played=H2,HA", "seat 2 holds 2 cards and should hold 1"),
        ("1:A... K.3.. Q.4.. played=H2,D3", "seat 2 holds 2 cards and should hold 1"),
        ("1:A... .3.. Q.4.. played=H2,D3", "seat 2 cannot have played D3: that seat holds H3 and had to follow suit"),
        ("1:A... K... Q... played=S2,S3,S4", "played= has 3 cards; a trick in progress of 3 players has fewer than 3"),
        ("1:A... K... Q... taken=1,2", "taken=1,2 has 2 numbers; 3 are needed"),
        ("1:A... K... Q... taken=1,2,x", "taken=x is not a number from 0 to 255"),
        ("1:A... K... Q... taken=50,2,3", "taken=55: more tricks than a pack has cards"),
        ("1:A... K... Q... trump=X", "trump=X is none of S, H, D, C, N, NT, dealer"),
        ("1:A... K... Q... trump=", "trump= is none of S, H, D, C, N, NT, dealer"),
        ("1:A... K... Q... within=2", "within=2: 0 tricks are over and 1 is left"),
        ("1:A... K2... Q3... played=S4 within=0", "within=0: the trick in progress is one more"),
        ("1:A... K... Q... order=high", "order=high is none of suit, rank"),
        ("1:A... K... Q... equivalence=maybe", "equivalence=maybe is none of on, off"),
        ("1:A... K... Q... trump=S trump=H", "`trump` is given twice"),
        ("1:A... K... Q... rules=home", "rules=home is none of paper, table"),
    ] {
        assert_eq!(sergeant(text), complaint, "{text}");
    }
    assert!(
        sergeant("1:A... K... Q... bids=1,1,1").starts_with("there is no parameter `bids`; there are played, taken")
    );
    assert_eq!(
        fault::<HeartsRules>("1:A..2. K...3 Q...2 rules=table"),
        "seat 1 leads, but C2 must be led first and seat 3 holds it"
    );
    assert_eq!(
        fault::<HeartsRules>("1:A... K... Q... pass=across"),
        "pass=across is not possible where nobody sits opposite; pass left or right"
    );
    assert_eq!(
        fault::<HeartsRules>("1:A... K... Q... taken=3,0,0"),
        "tricks=0: no trick is over, but something has been taken"
    );
    assert_eq!(
        fault::<HeartsRules>("1:Q... K... J... taken=13,0,1 tricks=3"),
        "taken=14: with the 13 in play that is more than the 26 of the pack"
    );
    assert_eq!(fault::<SpadesRules>("1:A... K... Q... bids=1,1"), "bids=1,1 has 2 numbers; 3 are needed");
    assert_eq!(fault::<OhHellRules>("1:A... K... Q... scoring=odd"), "scoring=odd is none of exact, tricks, penalty");
}

/// Whether a value is read, put into an example.
fn is_read<G: Notation>(example: &str, name: &str, value: &str) -> bool {
    G::read_position(&format!("{example} {name}={value}")).is_ok()
}

/// A field's description agrees with its reader.
fn is_as_described<G: Notation>(example: &str, field: &Field) {
    let reads = |value: &str| is_read::<G>(example, field.name, value);
    let fits = |value: &str| assert!(reads(value), "{}={value} is refused", field.name);
    let misfits = |value: &str| assert!(!reads(value), "{}={value} is read", field.name);
    match field.values {
        Values::Switch => {
            fits("on");
            fits("off");
        }
        Values::Number { least, most } => {
            fits(&least.to_string());
            misfits(&(i128::from(most) + 1).to_string());
            misfits(&(least - 1).to_string());
        }
        Values::Decimal { least, most } => {
            fits(&least.to_string());
            misfits(&(i64::from(most) + 1).to_string());
        }
        Values::Numbers { least, most, .. } => {
            let each = |number: i128| vec![number.to_string(); 3].join(",");
            fits(&each(least.into()));
            fits(&each(most.into()));
            misfits(&each(i128::from(most) + 1));
        }
        Values::Names(names) => names.iter().for_each(|(name, _)| fits(name)),
        Values::Form(_) => {}
    }
    misfits("nonsense");
    if let DefaultValue::Is(value) = field.default {
        fits(value);
    }
}

#[test]
fn fields_are_as_they_are_described() {
    fn options<R: Rules>(example: &str) {
        for option in R::OPTIONS.iter().filter(|option| option.name != "pass") {
            is_as_described::<TrickGame<R>>(example, option);
        }
        // The default of an option is that of the rules.
        let usual = R::default().options(3);
        for option in R::OPTIONS {
            if let DefaultValue::Is(value) = option.default {
                assert!(usual.contains(&(option.name, value.to_owned())), "{}: {}", R::NAME, option.name);
            }
        }
        assert!(R::PRESETS.iter().all(|name| !R::about_preset(name).is_empty()), "{}", R::NAME);
    }
    options::<HeartsRules>("1:2.K.. 3.5.. 4.6..");
    options::<SpadesRules>("1:2.K.. 3.5.. 4.6..");
    options::<OhHellRules>("1:2.K.. 3.5.. 4.6..");
    options::<SergeantMajorRules>("1:2.K.. 3.5.. 4.6..");
    options::<BridgeRules>("1:2.K.. 3.5.. 4.6.. 5.7..");
    let common = |field: &&Field| !["tricks", "within", "rules", "taken"].contains(&field.name);
    FIELDS.iter().filter(common).for_each(|field| is_as_described::<Hearts>("1:2.K.. 3.5.. 4.6..", field));
    let checkers = |field: &&Field| !["mover", "seed", "plies", "limit", "ply", "back"].contains(&field.name);
    boards::FIELDS.iter().filter(checkers).for_each(|field| is_as_described::<ChineseCheckers>("", field));
    let tree = |field: &&Field| !["depth", "branching", "seed", "mover", "ply"].contains(&field.name);
    trees::UNIFORM_FIELDS.iter().filter(tree).for_each(|field| is_as_described::<UniformTree>("", field));
    trees::RANDOM_FIELDS.iter().filter(tree).for_each(|field| is_as_described::<Tree>("random", field));
    trees::TERNARY_FIELDS.iter().filter(tree).for_each(|field| is_as_described::<TernaryTree>("p-game", field));
}

#[test]
fn what_people_type_is_read() {
    let same = |texts: &[&str]| {
        let read: Vec<_> = texts.iter().map(|text| Bridge::read_position(text).unwrap()).collect();
        assert!(read.iter().all(|one| *one == read[0]), "{texts:?}");
    };
    same(&[
        "1:T.K..2 Q.A.2. J..K3. 9.3.4. trump=N",
        "1:10.K..2 Q.A.2. J..K3. 9.3.4. trump=NT",
        "1:10.k..2 q.a.2. j..k3. 9.3.4. trump=nt",
        "1:t.k..2 q.a.2. j..k3. 9.3.4. trump=n",
    ]);
    same(&["1:.K..2 Q.A.. J..3. .3.4. trump=S", "1:.K..2 Q.A.. J..3. .3.4. trump=s"]);
    let (game, position) = Bridge::read_position("1:.K.. Q.A.. J..3. .3.4. trump=s played=s10").unwrap();
    assert_eq!(game.write_position(&position), "1:.K.. Q.A.. J..3. .3.4. played=ST trump=S");
}

#[test]
fn terms_name_rules_trump_and_bids() {
    let terms = |text: &str| Spades::read_position(text).unwrap().0.terms().unwrap();
    assert_eq!(terms("1:A... K... Q... bids=1,0,0"), "rules: paper; trump: spades; bids: 1, 0, 0");
    assert_eq!(terms("1:A... K... Q... bids=1,0,0 rules=table"), "rules: table; trump: spades; bids: 1, 0, 0");
    assert_eq!(
        terms("1:A... K... Q... bids=1,0,0 rules=table nil=50"),
        "rules: table with nil=50; trump: spades; bids: 1, 0, 0"
    );
    let hearts = |text: &str| Hearts::read_position(text).unwrap().0.terms().unwrap();
    assert_eq!(hearts("1:A... K... Q..."), "rules: paper");
    assert_eq!(hearts("1:A... K... Q... rules=minus pass=left"), "rules: minus with pass=left");
    let bridge = |text: &str| Bridge::read_position(text).unwrap().0.terms().unwrap();
    assert_eq!(bridge("1:A... K... Q... J..."), "no trump");
    let sergeant = |text: &str| SergeantMajor::read_position(text).unwrap().0.terms().unwrap();
    assert_eq!(sergeant("1:A... K... Q... trump=h"), "trump: hearts; targets: 5, 3, 8");
}

#[test]
fn any_text_is_refused_or_read_but_never_panics() {
    let letters: Vec<char> =
        "1234:.AKQJT98765432SHDC =,xé played= taken= tricks= broken= within= bids=".chars().collect();
    let mut bits = 1u64;
    for _ in 0..20_000 {
        let mut text = String::from("1:");
        for _ in 0..30 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push(letters[(bits >> 33) as usize % letters.len()]);
        }
        let _ = read::<SpadesRules>(&text);
        let _ = read::<HeartsRules>(&format!("1:A... K... Q... {text}"));
        let _ = read::<BridgeRules>(&format!("{text} 2... 3... 4..."));
        let _ = text.parse::<cutthroat_games::cards::Card>();
    }
}

#[test]
fn everything_in_a_position_is_written_and_read() {
    for text in [
        "2:A3.Q2.3. QJ2.A.. T9.KJ.. played=D2,D5 taken=2,0,1 trump=H",
        "1:A3.Q2.. QJ.A.2. T9.KJ.. order=rank trump=C targets=8,5,3",
    ] {
        let (game, position) = SergeantMajor::read_position(text).unwrap();
        assert_eq!(game.write_position(&position), text);
    }
    // What older versions wrote can still be read; it has no effect.
    let old = "1:A3.Q2.. QJ.A.2. T9.KJ.. order=rank equivalence=off trump=C targets=8,5,3";
    let text = old.replace(" equivalence=off", "");
    assert_eq!(SergeantMajor::read_position(old).unwrap(), SergeantMajor::read_position(&text).unwrap());
    let text = "1:A3.2.. QJ2.A.. T9.KJ.. played=D2 taken=3,0,4 tricks=3 broken=yes moon=minus breaking=on";
    let (game, position) = Hearts::read_position(text).unwrap();
    assert_eq!(game.write_position(&position), text);
    assert_eq!(game.total(), 3 + 4 + 4 + 13);
    let text = "3:A3... QJ... T9... 87... taken=1,2,0,3 bids=4,5,0,3 bags=9,2 nil=100 breaking=on";
    let (game, position) = Spades::read_position(text).unwrap();
    assert_eq!(game.write_position(&position), text);
    let text = "3:A3... QJ... T9... 87... taken=3,1 trump=D";
    let (game, position) = Bridge::read_position(text).unwrap();
    assert_eq!(game.write_position(&position), text);
    let (game, _) = OhHell::read_position("1:A... K... Q... rules=penalty").unwrap();
    assert_eq!(game.rules().trump, None);
}

#[test]
fn a_card_is_read_as_itself_and_has_equivalents() {
    let (game, position) = SergeantMajor::read_position("1:AKJ... Q32... 654...").unwrap();
    let names = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>();
    let (mut searched, mut every) = (Vec::new(), Vec::new());
    game.search_moves(&position, &mut searched);
    game.moves(&position, &mut every);
    assert_eq!(names(&searched), ["SA", "SJ"]);
    assert_eq!(names(&every), ["SA", "SK", "SJ"]);
    assert_eq!(game.read_move(&position, "KS").unwrap().to_string(), "SK");
    assert_eq!(game.read_move(&position, "SK").unwrap().to_string(), "SK");
    assert_eq!(game.equivalent_cards(&position, "SK".parse().unwrap()).to_string(), "AK...");
    assert_eq!(names(&game.equivalents(&position, "SK".parse().unwrap())), ["SA", "SK"]);
    assert_eq!(
        game.read_move(&position, "SQ").unwrap_err().to_string(),
        "SQ is not in the hand of seat 1, who is to play"
    );
    let (game, position) = SergeantMajor::read_position("1:A... Q.2.. 6.5.. played=S7").unwrap();
    assert_eq!(game.read_move(&position, "H2").unwrap_err().to_string(), "H2 may not be played here; one of Q... may");
}

/// With the queen on the table the king and the jack differ; with it in a trick that is over they do not.
#[test]
fn the_trick_in_progress_separates_and_earlier_tricks_do_not() {
    let moves = |text: &str| {
        let (game, position) = SergeantMajor::read_position(text).unwrap();
        let mut moves = Vec::new();
        game.search_moves(&position, &mut moves);
        moves.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(moves("3:KJ... 43... 2... played=SQ"), ["SK", "SJ"]);
    assert_eq!(moves("1:KJ... 43... 52... taken=0,1,0"), ["SK"]);
}

/// The queen of spades is not merged with its neighbours, even with relative ranks.
#[test]
fn the_queen_of_spades_is_not_like_other_cards() {
    let read = |text: &str| Hearts::read_position(text).unwrap();
    let moves = |text: &str| {
        let (game, position) = read(text);
        let mut moves = Vec::new();
        game.search_moves(&position, &mut moves);
        moves.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(moves("1:KQJ... 432... 765..."), ["SK", "SQ"]);
    assert_eq!(moves("1:KQJ... 432... 765... queen=0"), ["SK"]);
    // Without points she is still the only spade that breaks hearts.
    assert_eq!(moves("1:KQJ... 432... 765... queen=0 breaking=on queen-breaks=on"), ["SK", "SQ"]);
    let form = |text: &str| {
        let (game, position) = read(text);
        game.canonical(&position)
    };
    assert_ne!(form("1:Q.2.. J.3.. T.4.."), form("1:K.2.. Q.3.. T.4.."));
    assert_eq!(form("1:K.2.. J.3.. T.4.."), form("1:A.3.. T.5.. 2.6.."));
}

/// Plays a deal by the order of its game, and shows all of it.
fn played<R: Rules>(name: &str, players: usize, cards: usize, seed: u64) -> String {
    let (game, deal) = TrickGame::deal(preset::<R>(name).unwrap(), players, Some(cards), seed).unwrap();
    let mut state = deal;
    let mut line = Vec::new();
    while game.mover(&state).is_some() {
        let card = first_choice(&game, &R::Order::default(), &state);
        game.play(&mut state, card);
        line.push(card);
    }
    format!(
        "{}\n{}{}{}\n{:?}\n",
        game.write_position(&deal),
        picture_of_hands(&game, &deal),
        picture_of_line(&game, &deal, &line),
        game.write_position(&state),
        game.payoff(&state).seats(players)
    )
}

#[test]
fn golden_deals() {
    for (shown, golden) in [
        (played::<HeartsRules>("table", 4, 13, 5), include_str!("golden/hearts.txt")),
        (played::<SergeantMajorRules>("table", 3, 8, 5), include_str!("golden/sergeant-major.txt")),
        (played::<SpadesRules>("table", 3, 9, 5), include_str!("golden/spades.txt")),
        (played::<OhHellRules>("table", 5, 6, 5), include_str!("golden/oh-hell.txt")),
        (played::<BridgeRules>("table", 4, 7, 5), include_str!("golden/bridge.txt")),
    ] {
        assert_eq!(shown, golden);
    }
}
