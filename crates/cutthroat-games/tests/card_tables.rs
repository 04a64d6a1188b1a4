//! max^n with a table against plain max^n without, on small deals of every trick game: every pruning, every tie rule,
//! tables so small that results are replaced all the time, and tables kept from one search to the next.

use cutthroat::maxn::{MaxnOptions, Test};
use cutthroat::{Evaluation, Maxn, Pruning, Selection, TieRule, VectorTable};
use cutthroat_games::cards::{
    BridgeRules, HeartsRules, Listing, OhHellRules, Position, Rules, SergeantMajorRules, SpadesRules, TrickGame,
    Utility, preset,
};

use crate::card_order::CardOrder;

const MOST_NODES: u64 = 30_000;

/// Deals of a few tricks, so that positions occur again.
fn deals<R: Rules>(seeds: u64) -> impl Iterator<Item = (TrickGame<R>, Position, u64)> {
    let (least, most) = R::PLAYERS;
    R::PRESETS.iter().flat_map(move |name| {
        (least..=most).flat_map(move |players| {
            (0..seeds).map(move |seed| {
                let cards = [0, 0, 6, 4 + (seed % 2) as usize, 4, 3, 3, 2][players];
                let (game, deal) = TrickGame::deal(preset::<R>(name).unwrap(), players, Some(cards), seed).unwrap();
                let listing = if seed % 6 == 5 { Listing::ByRank } else { Listing::BySuit };
                (game.listed(listing), deal, seed)
            })
        })
    })
}

fn with_a_table_nothing_changes<R: Rules>(seeds: u64) -> u64 {
    let mut cases = 0;
    let mut hits = 0;
    for (game, deal, seed) in deals::<R>(seeds) {
        let selection = Selection { equivalents: seed % 4 == 3, ..Selection::default() };
        let order = CardOrder::<R>::usual();
        for &utility in R::Evaluation::ALL {
            let bounded = utility.payoff_bounds(&game, &deal).is_some();
            let tabled = utility.outcomes(&game).is_some_and(|outcomes| outcomes.len() <= 1024);
            let mut kept = VectorTable::with_slots(4096);
            for ties in [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful, TieRule::Random(seed)] {
                let depth = (seed % 3 == 2).then_some(3 + (seed % 7) as usize);
                let all_moves = seed % 5 == 0;
                let plain = MaxnOptions { ties, depth, all_moves, ..MaxnOptions::default() };
                let expected = Maxn::with_order(&game, &utility, &CardOrder::<R>::Listed)
                    .options(&plain)
                    .selection(selection)
                    .run(&deal)
                    .unwrap();
                if expected.nodes >= MOST_NODES {
                    continue;
                }
                for pruning in Pruning::ALL {
                    for (test, bounds) in
                        [(Test::Sum, false), (Test::Sum, true), (Test::Table, false), (Test::Table, true)]
                    {
                        let lacks = if test == Test::Table { !tabled } else { bounds && !bounded };
                        let pointless = pruning.is_none() && (bounds || test == Test::Table);
                        if lacks || pointless || (!bounds && pruning.is_by_bounds()) {
                            continue;
                        }
                        let options = MaxnOptions { pruning, test, bounds, ..plain };
                        for (slots, partitions) in [(1, true), (512, true), (512, false)] {
                            let mut table = VectorTable::with_slots(slots);
                            let search =
                                Maxn::with_order(&game, &utility, &order).options(&options).selection(selection);
                            let search =
                                if partitions { search.partitions(&mut table) } else { search.table(&mut table) };
                            let found = search.run(&deal).unwrap();
                            assert_same(&found, &expected, &options, utility.name(), R::NAME, seed);
                            hits += table.statistics().hits;
                            cases += 1;
                        }
                        let search = Maxn::with_order(&game, &utility, &order).options(&options).selection(selection);
                        let found = search.partitions(&mut kept).run(&deal);
                        assert_same(&found.unwrap(), &expected, &options, utility.name(), R::NAME, seed);
                        cases += 1;
                    }
                }
            }
        }
    }
    assert!(hits > cases / 10, "{hits} hits in {cases} searches of {}", R::NAME);
    cases
}

fn assert_same<M: PartialEq + std::fmt::Debug + Copy>(
    found: &cutthroat::Analysis<M>,
    expected: &cutthroat::Analysis<M>,
    options: &MaxnOptions,
    utility: &str,
    game: &str,
    seed: u64,
) {
    assert!(
        found.payoff == expected.payoff && found.line == expected.line && found.moves == expected.moves,
        "{game} {utility} seed {seed}: {options:?} gave {:?} {:?}, plain {:?} {:?}",
        found.payoff,
        found.line,
        expected.payoff,
        expected.line
    );
    assert_eq!(found.stop, expected.stop);
}

#[test]
fn hearts_remembers_soundly() {
    assert!(with_a_table_nothing_changes::<HeartsRules>(4) > 10_000);
}

#[test]
fn spades_remembers_soundly() {
    assert!(with_a_table_nothing_changes::<SpadesRules>(5) > 20_000);
}

#[test]
fn sergeant_major_remembers_soundly() {
    assert!(with_a_table_nothing_changes::<SergeantMajorRules>(25) > 20_000);
}

#[test]
fn oh_hell_remembers_soundly() {
    assert!(with_a_table_nothing_changes::<OhHellRules>(3) > 10_000);
}

#[test]
fn bridge_remembers_soundly() {
    assert!(with_a_table_nothing_changes::<BridgeRules>(30) > 10_000);
}
