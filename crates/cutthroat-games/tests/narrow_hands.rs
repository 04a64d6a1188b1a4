//! Hands of few suits, in which tricks are won by rank again and again, with tables and everything that players are sure of,
//! against the same searches without. Deals with the same lengths of all suits, but other ranks, share a table: what a
//! result rests on, and does not say, shows there.
//!
//! `CUTTHROAT_COMPARISONS=1000000` sets the number of comparisons.

use cutthroat::maxn::{self, Test};
use cutthroat::{
    Game, Maxn, MaxnOptions, Paranoid, ParanoidOptions, Partitions, Pruning, ScalarTable, TieRule, VectorTable,
};
use cutthroat_games::cards::{
    BridgeRules, HeartsRules, OhHellRules, Rules, SergeantMajorRules, SpadesRules, Utility, read,
};
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::card_order::CardOrder;

const RANKS: &str = "AKQJT98765432";

/// Cards as suit and rank, those of a hand side by side.
struct Drawn {
    leader: usize,
    cards: usize,
    dealt: Vec<(usize, usize)>,
}

impl Drawn {
    /// Hands of `cards` cards each, most of them trumps or of one other suit.
    fn new(players: usize, cards: usize, rng: &mut ChaCha8Rng) -> Self {
        let suits = (players * cards).div_ceil(RANKS.len()) + rng.random_range(0..2);
        let turn = if rng.random_range(0..4) == 0 { rng.random_range(0..4) } else { 0 };
        let mut dealt: Vec<(usize, usize)> =
            (0..suits.min(4)).flat_map(|suit| (0..RANKS.len()).map(move |rank| ((suit + turn) % 4, rank))).collect();
        dealt.shuffle(rng);
        dealt.truncate(players * cards);
        Self { leader: rng.random_range(1..=players), cards, dealt }
    }

    /// Exchanges two cards of a suit.
    fn exchange(&mut self, rng: &mut ChaCha8Rng) {
        let one = rng.random_range(0..self.dealt.len());
        let same_suit = |other: &usize| self.dealt[*other].0 == self.dealt[one].0;
        let others: Vec<usize> = (0..self.dealt.len()).filter(same_suit).collect();
        self.dealt.swap(one, *others.choose(rng).unwrap());
    }

    fn text(&self) -> String {
        let hands = self.dealt.chunks(self.cards).map(|hand| {
            let suit = |suit| {
                let held = RANKS.chars().enumerate().filter(|&(rank, _)| hand.contains(&(suit, rank)));
                held.map(|(_, rank)| rank).collect::<String>()
            };
            (0..4).map(suit).collect::<Vec<_>>().join(".")
        });
        format!("{}:{}", self.leader, hands.collect::<Vec<_>>().join(" "))
    }
}

/// Compares on `deals` deals of up to `most` cards for three, and fewer for more players; on more, if more comparisons are asked for.
fn compare<R: Rules>(deals: u64, most: usize) {
    let asked = std::env::var("CUTTHROAT_COMPARISONS").map(|number| number.parse().expect("a number of comparisons"));
    let due = asked.unwrap_or(0_u64) / 5;
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let (mut compared, mut number) = (0, 0);
    while number < deals || compared < due {
        let fewest = R::PLAYERS.0.max(3);
        let players = (fewest + usize::from(number % 4 == 3)).min(R::PLAYERS.1);
        let mut drawn = Drawn::new(players, rng.random_range(3..=most + 3 - players), &mut rng);
        let utility = R::Evaluation::ALL[number as usize % R::Evaluation::ALL.len()];
        let ties = [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful][(number / 2 % 3) as usize];
        let test = if number / 6 % 2 == 0 { Test::Table } else { Test::Sum };
        let options = MaxnOptions { pruning: Pruning::DEEP, test, bounds: true, ties, ..Default::default() };
        // Without bids of their own, hands are given some, and a table is only for one game.
        let bids: Vec<String> = (0..players).map(|_| rng.random_range(0..=2).to_string()).collect();
        let has_bids = read::<R>(&format!("{} bids={}", drawn.text(), bids.join(","))).is_ok();
        let terms = if has_bids { format!(" bids={}", bids.join(",")) } else { String::new() };
        number += 1;
        let mut vectors = VectorTable::with_slots(1 << 10);
        let mut scalars = ScalarTable::with_slots(1 << 10);
        for _ in 0..4 {
            let text = drawn.text() + &terms;
            drawn.exchange(&mut rng);
            let (game, position) = read::<R>(&text).unwrap();
            if maxn::check(&game, &utility, &position, &options).is_ok() {
                let search = Maxn::with_order(&game, &utility, &CardOrder::<R>::Listed).options(&options);
                let expected = search.run(&position).unwrap();
                let search = Maxn::new(&game, &utility).options(&options);
                let found = search.table_of_kind::<Partitions>(&mut vectors).run(&position).unwrap();
                let (found, expected) = ((found.payoff, found.line), (expected.payoff, expected.line));
                assert_eq!(found, expected, "{} {text} {utility:?} {options:?}", R::NAME);
                compared += 1;
            }
            let root = game.mover(&position).unwrap();
            let plain = ParanoidOptions::default();
            let expected =
                Paranoid::with_order(&game, &utility, &CardOrder::<R>::Listed).options(&plain).run(&position).unwrap();
            let options = ParanoidOptions { bounds: true, ..plain };
            let search = Paranoid::with_order(&game, &utility, &CardOrder::<R>::Listed).options(&options);
            if let Ok(found) = search.table_of_kind::<Partitions>(&mut scalars).run(&position) {
                let (found, expected) = ((found.payoff[root], found.best), (expected.payoff[root], expected.best));
                assert_eq!(found, expected, "{} {text} {utility:?} {options:?}", R::NAME);
                compared += 1;
            }
        }
    }
    println!("{}: {compared} comparisons on {} deals", R::NAME, 4 * number);
    assert!(compared > 2 * number, "{} of {number}: {compared}", R::NAME);
}

#[test]
fn spades() {
    compare::<SpadesRules>(3_000, 5);
}

#[test]
fn sergeant_major() {
    compare::<SergeantMajorRules>(3_000, 5);
}

#[test]
fn oh_hell() {
    compare::<OhHellRules>(3_000, 5);
}

#[test]
fn hearts() {
    compare::<HeartsRules>(3_000, 5);
}

#[test]
fn bridge() {
    compare::<BridgeRules>(1_000, 6);
}
