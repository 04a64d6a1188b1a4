//! One search on several threads against the same search on one, and against plain search without a table: all trick games,
//! tie rules, kinds of tables, tables so small that results are replaced all the time, tables kept from search to
//! search, and searches that are stopped.
//!
//! Threads start at once here. What they find first differs from run to run, so every run tests something else; the
//! answer must be the same in all of them.

use cutthroat::maxn::{MaxnOptions, Test};
use cutthroat::paranoid::{ParanoidOptions, Window};
use cutthroat::{
    Analysis, Budget, Evaluation, Maxn, Paranoid, Pruning, ScalarTable, SearchError, TieRule, VectorTable,
};
use cutthroat_games::cards::{
    BridgeRules, Card, HeartsRules, Listing, OhHellRules, Position, Rules, SergeantMajorRules, SpadesRules, TrickGame,
    Utility, preset,
};

use crate::card_order::CardOrder;

/// Plain searches larger than this are left out.
const MOST_NODES: u64 = 200_000;

fn deals<R: Rules>(seeds: u64) -> impl Iterator<Item = (TrickGame<R>, Position, u64)> {
    let (least, most) = R::PLAYERS;
    R::PRESETS.iter().flat_map(move |name| {
        (least..=most).flat_map(move |players| {
            (0..seeds).map(move |seed| {
                let cards = [0, 0, 7, 5, 4, 3, 3, 2][players];
                let (game, deal) = TrickGame::deal(preset::<R>(name).unwrap(), players, Some(cards), seed).unwrap();
                let listing = if seed % 3 == 2 { Listing::ByRank } else { Listing::BySuit };
                (game.listed(listing), deal, seed)
            })
        })
    })
}

/// Slots of a table, and whether positions are merged.
const TABLES: [(usize, bool); 5] = [(1, true), (24, true), (512, true), (64, false), (4096, true)];

/// What does not depend on threads.
fn answer(found: Analysis<Card>) -> (cutthroat::Payoff, Vec<Card>, Vec<(Card, cutthroat::Payoff)>) {
    (found.payoff, found.line, found.moves.iter().map(|value| (value.mv, value.payoff)).collect())
}

/// A search that was stopped has no answer; one that was not has the right one. Returns whether it was stopped.
fn is_stopped(found: Result<Analysis<Card>, SearchError>, expected: &Analysis<Card>, most: u64) -> bool {
    match found {
        Ok(found) => {
            assert!(found.nodes <= most);
            assert_eq!((found.payoff, found.best), (expected.payoff, expected.best));
            false
        }
        Err(SearchError::Stopped(_)) => true,
        Err(error) => panic!("{error}"),
    }
}

fn maxn_is_the_same<R: Rules<Evaluation: Sync, Order: Sync>>(seeds: u64) -> (u64, u64) {
    let (mut cases, mut stopped) = (0, 0);
    let order = CardOrder::<R>::usual();
    for (game, deal, seed) in deals::<R>(seeds) {
        for &utility in R::Evaluation::ALL {
            let tabled = utility.outcomes(&game).is_some_and(|outcomes| outcomes.len() <= 1024);
            let bounds = utility.payoff_bounds(&game, &deal).is_some();
            for ties in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful, TieRule::Random(seed)] {
                let plain = MaxnOptions { ties, all_moves: seed % 4 == 1, ..MaxnOptions::default() };
                let expected =
                    Maxn::with_order(&game, &utility, &CardOrder::<R>::Listed).options(&plain).run(&deal).unwrap();
                if expected.nodes > MOST_NODES {
                    continue;
                }
                let test = if tabled { Test::Table } else { Test::Sum };
                let options = MaxnOptions { pruning: Pruning::DEEP, test, bounds, ..plain };
                let mut kept = VectorTable::with_slots(256);
                for (threads, (slots, partitions)) in (2..=4).zip(TABLES.into_iter().cycle().skip(seed as usize % 5)) {
                    let mut table = VectorTable::with_slots(slots);
                    for (keeps, most) in [(false, u64::MAX), (true, 300), (true, u64::MAX)] {
                        let table = if keeps { &mut kept } else { &mut table };
                        let search = Maxn::with_order(&game, &utility, &order).options(&options);
                        let search = if partitions { search.partitions(table) } else { search.table(table) };
                        let budget = Budget { nodes: (most < u64::MAX).then_some(most), ..Budget::default() };
                        let found = search.budget(budget).threads(threads).nodes_alone(0).run(&deal);
                        if most < u64::MAX {
                            stopped += u64::from(is_stopped(found, &expected, most));
                            continue;
                        }
                        assert_eq!(
                            answer(found.unwrap()),
                            answer(expected.clone()),
                            "{} {} seed {seed}, {threads} threads, {slots} slots: {options:?}",
                            R::NAME,
                            utility.name()
                        );
                        cases += 1;
                    }
                }
            }
        }
    }
    (cases, stopped)
}

fn paranoid_is_the_same<R: Rules<Evaluation: Sync, Order: Sync>>(seeds: u64) -> (u64, u64) {
    let (mut cases, mut stopped) = (0, 0);
    let order = CardOrder::<R>::usual();
    for (game, deal, seed) in deals::<R>(seeds) {
        for &utility in R::Evaluation::ALL {
            let bounds = utility.payoff_bounds(&game, &deal).is_some();
            for (_, window) in Window::ALL {
                let options =
                    ParanoidOptions { window, bounds, all_moves: seed % 4 == 1, ..ParanoidOptions::default() };
                let mut alone = ScalarTable::with_slots(1 << 14);
                let search = Paranoid::with_order(&game, &utility, &order).options(&options).partitions(&mut alone);
                let expected = search.run(&deal).unwrap();
                let mut kept = ScalarTable::with_slots(256);
                for (threads, (slots, partitions)) in (2..=4).zip(TABLES.into_iter().cycle().skip(seed as usize % 5)) {
                    let mut table = ScalarTable::with_slots(slots);
                    for (keeps, most) in [(false, u64::MAX), (true, 200), (true, u64::MAX)] {
                        let table = if keeps { &mut kept } else { &mut table };
                        let search = Paranoid::with_order(&game, &utility, &order).options(&options);
                        let search = if partitions { search.partitions(table) } else { search.table(table) };
                        let budget = Budget { nodes: (most < u64::MAX).then_some(most), ..Budget::default() };
                        let found = search.budget(budget).threads(threads).nodes_alone(0).run(&deal);
                        if most < u64::MAX {
                            stopped += u64::from(is_stopped(found, &expected, most));
                            continue;
                        }
                        assert_eq!(
                            answer(found.unwrap()),
                            answer(expected.clone()),
                            "{} {} seed {seed}, {threads} threads, {slots} slots: {options:?}",
                            R::NAME,
                            utility.name()
                        );
                        cases += 1;
                    }
                }
            }
        }
    }
    (cases, stopped)
}

#[test]
fn maxn_finds_the_same_on_threads() {
    let found = [
        maxn_is_the_same::<HeartsRules>(3),
        maxn_is_the_same::<SpadesRules>(3),
        maxn_is_the_same::<SergeantMajorRules>(20),
        maxn_is_the_same::<OhHellRules>(3),
        maxn_is_the_same::<BridgeRules>(20),
    ];
    assert!(found.iter().map(|found| found.0).sum::<u64>() > 1500, "{found:?}");
    assert!(found.iter().map(|found| found.1).sum::<u64>() > 200, "{found:?}");
}

#[test]
fn paranoid_finds_the_same_on_threads() {
    let found = [
        paranoid_is_the_same::<HeartsRules>(3),
        paranoid_is_the_same::<SpadesRules>(3),
        paranoid_is_the_same::<SergeantMajorRules>(20),
        paranoid_is_the_same::<OhHellRules>(3),
        paranoid_is_the_same::<BridgeRules>(20),
    ];
    assert!(found.iter().map(|found| found.0).sum::<u64>() > 1500, "{found:?}");
    assert!(found.iter().map(|found| found.1).sum::<u64>() > 100, "{found:?}");
}
