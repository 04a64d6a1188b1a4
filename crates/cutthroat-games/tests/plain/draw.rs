//! Small positions drawn at random, with every field of the notation.

use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use super::{CLUBS, HEARTS, Kind, PlainCard, PlainDeal, PlainGame, SPADES, text};

/// Draws one of some values.
pub(crate) fn one_of<T: Copy>(draw: &mut ChaCha8Rng, values: &[T]) -> T {
    values[draw.random_range(0..values.len())]
}

fn happens(draw: &mut ChaCha8Rng, times: u32, of: u32) -> bool {
    draw.random_range(0..of) < times
}

fn list(draw: &mut ChaCha8Rng, length: usize, most: i32) -> String {
    (0..length).map(|_| draw.random_range(0..=most).to_string()).collect::<Vec<_>>().join(",")
}

/// A position of a few cards.
pub(crate) fn position(kind: Kind, draw: &mut ChaCha8Rng) -> String {
    let (least, most) = kind.players();
    let players = draw.random_range(least..=most);
    let most_cards = [0, 0, 6, 5, 3, 3, 2, 2][players];
    // Rather many cards: with few choices, little can go wrong.
    let cards = draw.random_range(1..=most_cards).max(draw.random_range(1..=most_cards));
    let hands = hands(kind, players, cards, draw);
    let over = if happens(draw, 3, 5) { 0 } else { draw.random_range(1..=3) };
    let options = options(kind, players, (over + cards) as i32, draw);
    let mut deal = PlainDeal {
        leader: draw.random_range(0..players),
        trick: Vec::new(),
        taken: Vec::new(),
        over,
        broken: happens(draw, 1, 4),
        hands,
    };
    // Some options have to be known before anything can be taken or led.
    let settled = format!("bids={}", vec!["0"; players].join(","));
    let rules = PlainGame::read(kind, &format!("{} {options}", text::write(kind, &deal)), &settled).0;
    deal.taken = vec![0; rules.parties()];
    if kind == Kind::Hearts {
        let in_pack: i32 = 13 * rules.heart + rules.queen;
        let spare = in_pack - deal.hands.iter().flatten().map(|&card| rules.points(card)).sum::<i32>();
        if over > 0 && spare > 0 {
            let taken = draw.random_range(0..=spare);
            let (one, alone) = (draw.random_range(0..players), happens(draw, 1, 2));
            for _ in 0..taken {
                // A player who has taken everything so far may still shoot the moon.
                deal.taken[if alone { one } else { draw.random_range(0..players) }] += 1;
            }
        }
    } else {
        (0..over).for_each(|_| deal.taken[draw.random_range(0..rules.parties())] += 1);
    }
    if rules.lowest_club_leads && over == 0 {
        let held = |player: usize| deal.hands[player].iter().filter(|card| card.0 == CLUBS).min();
        let lowest = (0..players).filter_map(|player| held(player).map(|card| (card, player))).min();
        deal.leader = lowest.map_or(deal.leader, |(_, player)| player);
    }
    for _ in 0..draw.random_range(0..players + 2) {
        if deal.hands[deal.mover()].is_empty() {
            break;
        }
        let card = one_of(draw, &rules.legal(&deal));
        deal = rules.play(&deal, card);
    }
    let mut text = text::write(kind, &deal);
    let left = deal.hands[deal.mover()].len();
    if happens(draw, 1, 2) {
        let least = usize::from(!deal.trick.is_empty() || !happens(draw, 1, 20));
        text.push_str(&format!(" within={}", deal.over + draw.random_range(least.min(left)..=left)));
    }
    format!("{text} {options}")
}

/// Hands from a few suits, often with cards that stand close together; in Hearts often with points.
fn hands(kind: Kind, players: usize, cards: usize, draw: &mut ChaCha8Rng) -> Vec<Vec<PlainCard>> {
    let needed = players * cards;
    let mut suits = vec![0, 1, 2, 3];
    suits.shuffle(draw);
    suits.truncate(draw.random_range(needed.div_ceil(13)..=4));
    if kind == Kind::Hearts && happens(draw, 2, 3) {
        suits.extend([SPADES, HEARTS]);
        suits.sort_unstable();
        suits.dedup();
    }
    let heights = (needed.div_ceil(suits.len()) + draw.random_range(0..=4)).min(13);
    let highest = if happens(draw, 1, 2) { 12 } else { draw.random_range(heights - 1..=12) };
    let mut pack: Vec<PlainCard> =
        suits.iter().flat_map(|&suit| (0..heights).map(move |lower| (suit, highest - lower))).collect();
    pack.shuffle(draw);
    pack.chunks(cards).take(players).map(<[PlainCard]>::to_vec).collect()
}

/// Options of the game, each given now and then, with `tricks` in a deal.
fn options(kind: Kind, players: usize, tricks: i32, draw: &mut ChaCha8Rng) -> String {
    let sides = if kind == Kind::Spades && players == 4 { 2 } else { players };
    let mut all: Vec<(&str, String)> = vec![
        ("order", one_of(draw, &["suit", "rank"]).to_owned()),
        ("equivalence", one_of(draw, &["on", "off"]).to_owned()),
    ];
    let trump = one_of(draw, &["S", "H", "D", "C", "N"]);
    let presets: &[&str] = match kind {
        Kind::Hearts => {
            all.push(("heart", one_of(draw, &["0", "1", "2", "9"]).to_owned()));
            all.push(("queen", one_of(draw, &["0", "1", "13", "99"]).to_owned()));
            all.push(("moon", one_of(draw, &["off", "others", "minus"]).to_owned()));
            for switch in ["lowest-club-leads", "clean-first-trick", "breaking", "queen-breaks", "random-aside"] {
                all.push((switch, one_of(draw, &["on", "off"]).to_owned()));
            }
            all.push(("pass", one_of(draw, &["none", "left", "right"]).to_owned()));
            &["paper", "table", "minus", "queen-breaks"]
        }
        Kind::Spades => {
            all.push(("bids", list(draw, players, tricks + 1)));
            all.push(("bags", list(draw, sides, 20)));
            all.push(("nil", one_of(draw, &["0", "50", "100"]).to_owned()));
            all.push(("bag-penalty", one_of(draw, &["0", "7", "100"]).to_owned()));
            all.push(("breaking", one_of(draw, &["on", "off"]).to_owned()));
            &["paper", "table"]
        }
        Kind::OhHell => {
            all.push(("trump", one_of(draw, &[trump, trump, trump, "turned-up"]).to_owned()));
            all.push(("bids", list(draw, players, tricks + 1)));
            all.push(("hook", one_of(draw, &["on", "off"]).to_owned()));
            all.push(("scoring", one_of(draw, &["exact", "tricks", "penalty"]).to_owned()));
            &["table", "tricks", "penalty", "paper"]
        }
        Kind::SergeantMajor => {
            all.push(("trump", one_of(draw, &[trump, trump, trump, "dealer"]).to_owned()));
            all.push(("targets", list(draw, players, tricks + 1)));
            &["paper", "table"]
        }
        Kind::Bridge => {
            all.push(("trump", trump.to_owned()));
            &["table"]
        }
    };
    all.push(("rules", one_of(draw, presets).to_owned()));
    let mut given: Vec<String> = Vec::new();
    for (name, value) in all {
        let often = matches!(name, "trump" | "bids" | "rules" | "targets");
        if happens(draw, if often { 2 } else { 1 }, 3) {
            given.push(format!("{name}={value}"));
        }
    }
    given.shuffle(draw);
    given.join(" ")
}
