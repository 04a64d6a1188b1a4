//! Every setting of max^n against plain max^n on small deals of every trick game, and equivalent cards merged against
//! every card by itself.

use cutthroat::maxn::{MaxnOptions, Test};
use cutthroat::{Analysis, Evaluation, Game, Maxn, Paranoid, Pruning, Selection, TieRule};
use cutthroat_games::cards::{
    BridgeRules, Card, CardStart, Cards, HeartsRules, Listing, OhHellRules, Position, Rules, SergeantMajorRules,
    SpadesRules, TrickGame, Utility, preset, shuffled,
};

use crate::card_order::CardOrder;

const MOST_NODES: u64 = 50_000;

fn search<R: Rules>(
    game: &TrickGame<R>,
    utility: R::Evaluation,
    order: &CardOrder<R>,
    deal: &Position,
    options: &MaxnOptions,
    selection: Selection,
) -> Analysis<Card> {
    Maxn::with_order(game, &utility, order).options(options).selection(selection).run(deal).unwrap()
}

/// Every legal card, even if several are equivalent.
const EVERY_CARD: Selection =
    Selection { first: None, all_at_root: false, by_order: false, shuffled_root: None, equivalents: true };

/// One card of each class for most deals, and every card for some.
fn selection(seed: u64) -> Selection {
    if seed % 4 == 3 { EVERY_CARD } else { Selection::default() }
}

/// A deal of high cards only, so that it contains the queen of spades and cards stand close together.
fn crowded_deal<R: Rules>(rules: R, players: usize, cards: usize, seed: u64) -> (TrickGame<R>, Position) {
    let shuffled = shuffled("AKQJ.AKQJ.AKQ.AKQ".parse().unwrap(), seed);
    let hands: Vec<Cards> = shuffled.chunks(cards).take(players).map(|hand| hand.iter().copied().collect()).collect();
    let in_play = hands.iter().fold(Cards::NONE, |all, &hand| all | hand);
    let first = rules.first_lead(in_play);
    let leader = first.and_then(|card| hands.iter().position(|hand| hand.has(card))).unwrap_or(0);
    TrickGame::new(rules, &CardStart { hands, leader, ..CardStart::default() }).unwrap()
}

/// Deals small enough for plain search, a few for every preset and number of players.
fn deals<R: Rules>(seeds: u64) -> impl Iterator<Item = (TrickGame<R>, Position, u64)> {
    let (least, most) = R::PLAYERS;
    R::PRESETS.iter().flat_map(move |name| {
        (least..=most).flat_map(move |players| {
            (0..seeds).map(move |seed| {
                let cards = match players {
                    2 => 4 + (seed % 2) as usize,
                    3 => 3 + (seed % 2) as usize,
                    4 => 3,
                    _ => 2,
                };
                let rules = preset::<R>(name).unwrap();
                let (game, deal) = if seed % 2 == 0 {
                    TrickGame::deal(rules, players, Some(cards), seed).unwrap()
                } else {
                    crowded_deal(rules, players, cards, seed)
                };
                let listing = if seed % 5 == 4 { Listing::ByRank } else { Listing::BySuit };
                (game.listed(listing), deal, seed)
            })
        })
    })
}

/// Checks all settings and counts the (deal, setting) pairs.
fn every_setting_equals_plain<R: Rules>(seeds: u64, at_least: u64) {
    let mut pairs = 0;
    for (game, deal, seed) in deals::<R>(seeds) {
        for &utility in R::Evaluation::ALL {
            let bounded = utility.payoff_bounds(&game, &deal).is_some();
            let tabled = utility.outcomes(&game).is_some_and(|outcomes| outcomes.len() <= 1024);
            for ties in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful, TieRule::Random(seed)] {
                let options = MaxnOptions { ties, ..MaxnOptions::default() };
                let plain = search(&game, utility, &CardOrder::Listed, &deal, &options, selection(seed));
                if plain.nodes >= MOST_NODES {
                    continue;
                }
                for pruning in Pruning::ALL.into_iter().filter(|pruning| !pruning.is_none()) {
                    for (test, bounds) in
                        [(Test::Sum, false), (Test::Sum, true), (Test::Table, false), (Test::Table, true)]
                    {
                        let lacks = if test == Test::Table { !tabled } else { bounds && !bounded };
                        if lacks || (!bounds && pruning.is_by_bounds()) {
                            continue;
                        }
                        let options = MaxnOptions { pruning, test, bounds, ties, ..MaxnOptions::default() };
                        let pruned = search(&game, utility, &CardOrder::Listed, &deal, &options, selection(seed));
                        let ordered = search(&game, utility, &CardOrder::usual(), &deal, &options, selection(seed));
                        for found in [pruned, ordered] {
                            assert!(
                                found.payoff == plain.payoff && found.line == plain.line,
                                "{} {} seed {seed}: {options:?} gave {:?}, plain {:?}",
                                R::NAME,
                                utility.name(),
                                found.payoff,
                                plain.payoff
                            );
                        }
                        pairs += 1;
                    }
                }
            }
        }
    }
    assert!(pairs >= at_least, "only {pairs} pairs");
}

#[test]
fn hearts_prunes_soundly() {
    every_setting_equals_plain::<HeartsRules>(5, 10_000);
}

#[test]
fn spades_prunes_soundly() {
    every_setting_equals_plain::<SpadesRules>(5, 10_000);
}

#[test]
fn sergeant_major_prunes_soundly() {
    every_setting_equals_plain::<SergeantMajorRules>(20, 10_000);
}

#[test]
fn oh_hell_prunes_soundly() {
    every_setting_equals_plain::<OhHellRules>(5, 5_000);
}

#[test]
fn bridge_prunes_soundly() {
    every_setting_equals_plain::<BridgeRules>(40, 5_000);
}

/// One card for each class, or every card: the same root values, under the rules that allow it.
fn merging_changes_nothing<R: Rules>(seeds: u64) {
    let mut fewer = 0;
    for (game, deal, seed) in deals::<R>(seeds) {
        let game = game.listed(Listing::BySuit);
        for &utility in R::Evaluation::ALL {
            for ties in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful] {
                let options = MaxnOptions { ties, all_moves: true, ..MaxnOptions::default() };
                let one = search(&game, utility, &CardOrder::Listed, &deal, &options, Selection::default());
                let all = search(&game, utility, &CardOrder::Listed, &deal, &options, EVERY_CARD);
                assert_eq!(one.payoff, all.payoff, "{} {} {ties:?} seed {seed}", R::NAME, utility.name());
                fewer += u64::from(one.nodes < all.nodes);
                for value in &all.moves {
                    let class = game.equivalent_cards(&deal, value.mv);
                    let merged_value = one.moves.iter().find(|one| class.has(one.mv)).unwrap();
                    assert_eq!(merged_value.payoff, value.payoff, "{} {:?} seed {seed}", R::NAME, value.mv);
                }
            }
            let one = Paranoid::with_order(&game, &utility, &CardOrder::<R>::Listed).run(&deal).unwrap();
            let all = Paranoid::with_order(&game, &utility, &CardOrder::<R>::Listed)
                .selection(EVERY_CARD)
                .run(&deal)
                .unwrap();
            let root = game.mover(&deal).unwrap();
            assert_eq!(one.payoff[root], all.payoff[root]);
        }
    }
    assert!(fewer > 0, "nothing was ever merged");
}

#[test]
fn equivalent_cards_are_equivalent() {
    merging_changes_nothing::<HeartsRules>(12);
    merging_changes_nothing::<SpadesRules>(12);
    merging_changes_nothing::<SergeantMajorRules>(60);
    merging_changes_nothing::<OhHellRules>(8);
    merging_changes_nothing::<BridgeRules>(30);
}

/// Positions with the same canonical form have the same values under every tie rule.
#[test]
fn the_canonical_form_holds_all_that_matters() {
    fn check<R: Rules>(seeds: u64) {
        use std::collections::HashMap;
        let mut shared = 0;
        for (game, deal, _) in deals::<R>(seeds) {
            let game = game.listed(Listing::BySuit);
            let mut known = HashMap::new();
            let mut stack = vec![(deal, 0)];
            while let Some((position, depth)) = stack.pop() {
                if game.mover(&position).is_none() || known.len() > 40 {
                    continue;
                }
                if depth > 2 {
                    let values: Vec<_> = [TieRule::First, TieRule::Spiteful]
                        .into_iter()
                        .map(|ties| {
                            let options = MaxnOptions { ties, ..MaxnOptions::default() };
                            search(&game, R::Evaluation::ALL[0], &CardOrder::Listed, &position, &options, EVERY_CARD)
                                .payoff
                        })
                        .collect();
                    let before = known.entry(game.canonical(&position)).or_insert((position, values.clone()));
                    assert_eq!(before.1, values, "{:?} and {position:?}", before.0);
                    shared += u64::from(before.0 != position);
                }
                if depth < 5 {
                    let mut moves = Vec::new();
                    game.moves(&position, &mut moves);
                    for card in moves {
                        let mut next = position;
                        game.play(&mut next, card);
                        stack.push((next, depth + 1));
                    }
                }
            }
        }
        assert!(shared > 0, "no two positions of {} had the same form", R::NAME);
    }
    check::<HeartsRules>(8);
    check::<SpadesRules>(8);
    check::<SergeantMajorRules>(20);
}
