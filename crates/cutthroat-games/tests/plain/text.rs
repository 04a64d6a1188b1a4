//! The notation of positions, read and written without the kernel.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::{Kind, PlainCard, PlainDeal, PlainGame};

const HEIGHTS: &str = "23456789TJQKA";
const SUITS: &str = "SHDC";

fn card(text: &str) -> PlainCard {
    let mut letters = text.chars();
    (SUITS.find(letters.next().unwrap()).unwrap(), HEIGHTS.find(letters.next().unwrap()).unwrap())
}

pub(crate) fn name(card: PlainCard) -> String {
    format!("{}{}", SUITS.as_bytes()[card.0] as char, HEIGHTS.as_bytes()[card.1] as char)
}

fn hand(text: &str) -> Vec<PlainCard> {
    let suits = text.split('.').enumerate();
    suits.flat_map(|(suit, ranks)| ranks.chars().map(move |rank| (suit, HEIGHTS.find(rank).unwrap()))).collect()
}

fn numbers(text: &str) -> Vec<i32> {
    text.split(',').map(|number| number.parse().unwrap()).collect()
}

fn fields(text: &str) -> HashMap<&str, &str> {
    text.split_whitespace().filter_map(|word| word.split_once('=')).collect()
}

/// What a preset says about options, after the defaults.
fn of_preset(kind: Kind, name: &str) -> &'static str {
    match (kind, name) {
        (Kind::Hearts, "table") => "moon=others lowest-club-leads=on clean-first-trick=on breaking=on",
        (Kind::Hearts, "minus") => "moon=minus lowest-club-leads=on clean-first-trick=on breaking=on",
        (Kind::Hearts, "queen-breaks") => {
            "moon=others lowest-club-leads=on clean-first-trick=on breaking=on queen-breaks=on"
        }
        (Kind::Spades, "table") => "nil=100 breaking=on",
        (Kind::OhHell, "tricks") => "scoring=tricks",
        (Kind::OhHell, "penalty") => "scoring=penalty",
        (Kind::OhHell, "paper") => "trump=S",
        (Kind::SergeantMajor, "table") => "trump=dealer",
        _ => "",
    }
}

impl PlainGame {
    /// Reads a position. Bids that it does not give are those of `settled`, the engine's own text.
    pub(crate) fn read(kind: Kind, text: &str, settled: &str) -> (Self, PlainDeal) {
        let given = fields(text);
        let preset = fields(of_preset(kind, given.get("rules").copied().unwrap_or("")));
        let option = |name: &str, usual: &'static str| -> String {
            (*given.get(name).or_else(|| preset.get(name)).unwrap_or(&usual)).to_owned()
        };
        let is_on = |name: &str| matches!(option(name, "off").as_str(), "on" | "yes");
        let mut words = text.split_whitespace().filter(|word| !word.contains('='));
        let (leader, first) = words.next().unwrap().split_once(':').unwrap();
        let hands: Vec<Vec<PlainCard>> = std::iter::once(first).chain(words).map(hand).collect();
        let players = hands.len();
        let mut plain = Self {
            kind,
            players,
            trump: None,
            heart: option("heart", "1").parse().unwrap(),
            queen: option("queen", "13").parse().unwrap(),
            moon: option("moon", "off"),
            lowest_club_leads: is_on("lowest-club-leads"),
            clean_first_trick: is_on("clean-first-trick"),
            breaking: is_on("breaking"),
            queen_breaks: is_on("queen-breaks"),
            bids: Vec::new(),
            bags: Vec::new(),
            nil: option("nil", "0").parse().unwrap(),
            bag_penalty: option("bag-penalty", "100").parse().unwrap(),
            scoring: option("scoring", "exact"),
            targets: numbers(&option("targets", "5,3,8")),
            by_rank: option("order", "suit") == "rank",
            merges: option("equivalence", "on") != "off" && option("order", "suit") == "rank",
            tricks: 0,
            total: 0,
        };
        if matches!(kind, Kind::Spades | Kind::OhHell) {
            plain.bids = numbers(given.get("bids").copied().unwrap_or_else(|| fields(settled)["bids"]));
        }
        plain.bags = given.get("bags").map_or(vec![0; plain.sides()], |bags| numbers(bags));
        let deal = PlainDeal {
            leader: leader.parse::<usize>().unwrap() - 1,
            trick: given.get("played").map_or(Vec::new(), |played| played.split(',').map(card).collect()),
            taken: given.get("taken").map_or(vec![0; plain.parties()], |taken| numbers(taken)),
            over: 0,
            broken: is_on("broken"),
            hands,
        };
        let taken: i32 = deal.taken.iter().sum();
        let over = if kind == Kind::Hearts { option("tricks", "0").parse().unwrap() } else { taken as usize };
        let deal = PlainDeal { over, ..deal };
        plain.trump = plain.trump_of(&deal, &option("trump", "N"));
        let left = deal.hands[deal.mover()].len();
        plain.tricks = given.get("within").map_or(over + left, |within| within.parse().unwrap());
        let in_play = deal.hands.iter().flatten().chain(&deal.trick);
        let points: i32 = in_play.map(|&card| plain.points(card)).sum();
        plain.total = if kind == Kind::Hearts { taken + points } else { plain.tricks as i32 };
        (plain, deal)
    }

    /// The trump suit: none if there is no card to turn up, and the longest suit of a dealer who has to name it.
    fn trump_of(&self, deal: &PlainDeal, text: &str) -> Option<usize> {
        match (self.kind, text) {
            (Kind::Hearts, _) => None,
            (Kind::Spades, _) => Some(super::SPADES),
            (_, "dealer") => {
                let dealer = 2;
                let turn = (dealer + self.players - deal.leader) % self.players;
                let cards: Vec<PlainCard> = deal.hands[dealer].iter().chain(deal.trick.get(turn)).copied().collect();
                let length = |suit: usize| cards.iter().filter(|card| card.0 == suit).count();
                (0..4).rev().max_by_key(|&suit| length(suit))
            }
            (_, letter) => SUITS.find(letter),
        }
    }
}

/// Writes a position; options of the game may be put after it.
pub(crate) fn write(kind: Kind, deal: &PlainDeal) -> String {
    let mut text = format!("{}:", deal.leader + 1);
    for (player, hand) in deal.hands.iter().enumerate() {
        let of_suit = |suit: usize| -> String {
            let mut heights: Vec<usize> = hand.iter().filter(|card| card.0 == suit).map(|card| card.1).collect();
            heights.sort_unstable();
            heights.into_iter().rev().map(|height| HEIGHTS.as_bytes()[height] as char).collect()
        };
        let space = if player > 0 { " " } else { "" };
        let _ = write!(text, "{space}{}.{}.{}.{}", of_suit(0), of_suit(1), of_suit(2), of_suit(3));
    }
    if !deal.trick.is_empty() {
        let played: Vec<String> = deal.trick.iter().map(|&card| name(card)).collect();
        let _ = write!(text, " played={}", played.join(","));
    }
    if deal.taken.iter().any(|&taken| taken > 0) {
        let _ = write!(text, " taken={}", deal.taken.iter().map(i32::to_string).collect::<Vec<_>>().join(","));
    }
    if kind == Kind::Hearts && deal.over > 0 {
        let _ = write!(text, " tricks={}", deal.over);
    }
    if deal.broken {
        text.push_str(" broken=yes");
    }
    text
}
