//! Every world of every view with an exchange against brute force, with small packs.

use std::collections::HashSet;

use cutthroat::conformance::Conformance;
use cutthroat::hidden::{Dealer, Hidden, SeatViews};
use cutthroat::playout::FastRandom;
use cutthroat::{Game, MAX_PLAYERS, Payoff};

use super::super::super::error::CardError;
use super::super::super::evaluates::evaluates;
use super::super::super::order::TakingTricks;
use super::super::super::rules::{Counts, Preparation, SeatSet};
use super::super::super::sergeant_major::SergeantMajorRules;
use super::super::super::trick::TrickGame;
use super::super::super::utility::{Utility, plain};
use super::super::{DealMove, DealState, for_each_choice};
use super::*;
use crate::field::Field;

/// Sergeant Major with a pack of a few cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct SmallPack {
    rules: SergeantMajorRules,
    pack: Cards,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Tricks;

impl Utility<SmallPack> for Tricks {
    const ALL: &'static [Self] = &[Self];

    fn name(&self) -> &'static str {
        "tricks"
    }

    fn formula(&self) -> &'static str {
        "tricks"
    }

    fn worth(&self, _: &TrickGame<SmallPack>, counts: &Counts) -> Payoff {
        plain(SEATS, counts)
    }
}

evaluates!(SmallPack, Tricks);

impl Rules for SmallPack {
    type Evaluation = Tricks;
    type Order = TakingTricks;
    const NAME: &'static str = "small-pack";
    const PLAYERS: (usize, usize) = (3, 3);
    const PRESETS: &'static [&'static str] = &[];
    const OPTIONS: &'static [Field] = &[];
    const PLAY: &'static str = "";

    fn preset(_: &str) -> Option<Self> {
        None
    }

    fn about_preset(_: &str) -> &'static str {
        ""
    }

    fn set(&mut self, option: &str, value: &str, players: usize) -> Result<(), CardError> {
        self.rules.set(option, value, players)
    }

    fn options(&self, _: usize) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn pack(&self, _: usize) -> Cards {
        self.pack
    }

    fn preparation(&self) -> Preparation {
        self.rules.preparation()
    }

    fn exchanges(&self) -> Exchanges {
        self.rules.exchanges()
    }

    fn set_trump(&mut self, trump: Option<super::super::Suit>) {
        self.rules.set_trump(trump);
    }

    fn trump(&self) -> Option<super::super::Suit> {
        self.rules.trump()
    }

    fn score(&self, players: usize, counts: &Counts, _: u8) -> Payoff {
        plain(players, counts)
    }
}

/// The states that a seat cannot tell from the truth: all deals of the cards it has not seen, and all moves that look to
/// it as it was told, tried one by one.
fn by_brute_force(
    game: &WholeDeal<SmallPack>,
    dealt: Cards,
    seat: Player,
    told: &[<WholeDeal<SmallPack> as Hidden>::Seen],
) -> HashSet<DealState> {
    fn go(
        game: &WholeDeal<SmallPack>,
        state: &DealState,
        seat: Player,
        told: &[<WholeDeal<SmallPack> as Hidden>::Seen],
        found: &mut HashSet<DealState>,
    ) {
        let Some((next, rest)) = told.split_first() else {
            found.insert(*state);
            return;
        };
        if game.mover(state) != Some(next.player) {
            return;
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        for mv in moves {
            if game.seen(state, mv, seat) == *next {
                let mut after = *state;
                game.play(&mut after, mv);
                go(game, &after, seat, rest, found);
            }
        }
    }
    let mut found = HashSet::new();
    let unseen = game.rules.pack - dealt;
    let (next, last) = ((seat.index() + 1) % SEATS, (seat.index() + 2) % SEATS);
    for_each_choice(unseen, game.cards, Cards::NONE, &mut |one| {
        for_each_choice(unseen - one, game.cards, Cards::NONE, &mut |other| {
            let mut hands = [Cards::NONE; MAX_PLAYERS];
            (hands[seat.index()], hands[next], hands[last]) = (dealt, one, other);
            go(game, &game.dealt(hands, unseen - one - other), seat, told, &mut found);
        });
    });
    found
}

/// Some of the ways in which players can have been up and down.
const UPS: [[i8; 3]; 10] = [
    [1, -1, 0],
    [0, 2, -2],
    [-1, 0, 1],
    [2, -1, -1],
    [-1, -2, 3],
    [1, 1, -2],
    [-3, 1, 2],
    [-2, 3, -1],
    [3, 0, -3],
    [2, -4, 2],
];

fn rules(up: [i8; 3], kitty_first: bool, pack: &str) -> SmallPack {
    let rules = SergeantMajorRules { up, kitty_first, dealer_names_trump: true, ..SergeantMajorRules::default() };
    SmallPack { rules, pack: pack.parse().unwrap() }
}

fn compare(pack: &str, cards: usize, games: u64, least_sifted: usize) {
    let (mut views, mut sifted) = (0, 0);
    for number in 0..games {
        let rules = rules(UPS[number as usize % UPS.len()], number % 3 == 0, pack);
        let (game, start) = WholeDeal::deal(rules, SEATS, Some(cards), SeatSet::NONE, number).unwrap();
        let mut random = FastRandom::new(7, number);
        let (mut state, mut seats) = (start, SeatViews::new(&game, &start));
        while game.mover(&state).is_some() {
            for seat in Player::all(SEATS) {
                let known = seats.of(seat);
                let mut dealer = game.dealer(known.view).unwrap();
                let found = by_brute_force(&game, start.position.hand(seat), seat, known.told);
                let listed: HashSet<DealState> =
                    dealer.all(1_000_000).unwrap().into_iter().map(|world| world.state).collect();
                assert_eq!(listed, found, "{seat:?} {:?} {:?}", known.view, known.told);
                assert!(dealer.worlds().is_none_or(|count| count == found.len() as u128));
                sifted += usize::from(dealer.counted().unwrap() > found.len() as u128);
                views += 1;
            }
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let mv = moves[random.below(moves.len())];
            seats.tell(&game, &state, mv);
            game.play(&mut state, mv);
        }
    }
    assert!(sifted >= least_sifted, "{sifted} of {views} views have more than card-by-card exclusions");
}

#[test]
fn worlds_are_those_of_brute_force() {
    compare("AK.Q7.T52.J43", 3, 40, 60);
    compare("AKQ.J.T9.73", 2, 40, 20);
    compare("AKQ.J3.T9.8754", 3, 6, 10);
}

#[test]
fn exchanges_conform() {
    let kit = Conformance { games: 4, ..Conformance::default() };
    for (number, up) in UPS.into_iter().enumerate() {
        for (pack, cards) in [("AK.Q7.T52.J43", 3), ("AKQ.J54.T98.76543", 4)] {
            let (game, deal) =
                WholeDeal::deal(rules(up, number % 2 == 0, pack), SEATS, Some(cards), SeatSet::NONE, 5).unwrap();
            kit.rules(&game, &deal).unwrap();
            kit.hidden(&game, &deal).unwrap();
        }
    }
}

/// The example of the rules: who was up by two gives two cards to a player who was down by one, and one to the other.
#[test]
fn ups_meet_downs() {
    let pairs = |up, targets| -> Vec<(usize, usize, u8)> {
        Exchanges::of(up, targets).iter().map(|one| (one.giver.seat(), one.taker.seat(), one.cards)).collect()
    };
    assert_eq!(pairs([0, 0, 0], [5, 3, 8]), []);
    assert_eq!(pairs([3, -1, -2], [5, 3, 8]), [(1, 3, 2), (1, 2, 1)]);
    assert_eq!(pairs([1, 2, -3], [5, 3, 8]), [(2, 3, 2), (1, 3, 1)]);
    assert_eq!(pairs([2, -1, -1], [5, 3, 8]), [(1, 3, 1), (1, 2, 1)]);
    assert_eq!(pairs([-4, 2, 2], [5, 3, 8]), [(3, 1, 2), (2, 1, 2)]);
    assert_eq!(pairs([0, 5, -5], [5, 3, 8]), [(2, 3, 5)]);
}

#[test]
fn the_highest_card_of_the_suit_comes_back() {
    let (game, _) = WholeDeal::deal(rules([1, -1, 0], false, "AK.Q7.T52.J43"), 3, Some(3), SeatSet::NONE, 1).unwrap();
    let mut hands = [Cards::NONE; MAX_PLAYERS];
    for (hand, text) in hands.iter_mut().zip(["A..2.3", "K..T5.", ".Q7..4"]) {
        *hand = text.parse().unwrap();
    }
    let give = |card: &str| {
        let mut state = game.dealt(hands, "...J".parse().unwrap());
        game.play(&mut state, DealMove::Give(card.parse().unwrap()));
        (state.position.hands[0].to_string(), state.position.hands[1].to_string())
    };
    // The ten for the two; the ace comes back, since it is higher than the king; no club is higher than the three.
    assert_eq!(give("D2"), ("A..T.3".to_owned(), "K..52.".to_owned()));
    assert_eq!(give("SA"), ("A..2.3".to_owned(), "K..T5.".to_owned()));
    assert_eq!(give("C3"), ("A..2.3".to_owned(), "K..T5.".to_owned()));
}
