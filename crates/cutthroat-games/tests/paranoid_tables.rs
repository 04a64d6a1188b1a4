//! Paranoid search with a table against plain minimax without, on small deals of every trick game: every kind of
//! window, partition search on and off, tables always being overwritten, depth limits, and tables kept.

use cutthroat::paranoid::{ParanoidOptions, Window};
use cutthroat::{Evaluation, Game, History, Killers, Paranoid, Player, ScalarTable, Selection};
use cutthroat_games::cards::{
    BridgeRules, HeartsRules, Listing, OhHellRules, Position, Rules, SergeantMajorRules, SpadesRules, TrickGame,
    Utility, preset,
};

use crate::card_order::CardOrder;

const MOST_NODES: u64 = 60_000;

/// The value for each player in turn, whoever moves, with one table for all of them: what plain minimax finds, and with partners
/// the same for both.
fn a_value_for_anybody_is_the_same<R: Rules>(
    game: &TrickGame<R>,
    utility: &R::Evaluation,
    deal: &Position,
    depth: Option<usize>,
) {
    let (order, mut table) = (CardOrder::<R>::usual(), ScalarTable::with_slots(512));
    for player in Player::all(game.players()) {
        let plain = ParanoidOptions { prune: false, depth, value_for: Some(player), ..ParanoidOptions::default() };
        let expected = Paranoid::with_order(game, utility, &CardOrder::<R>::Listed).options(&plain).run(deal).unwrap();
        if game.side(player) == game.side(game.mover(deal).unwrap()) {
            let own = ParanoidOptions { value_for: None, ..plain };
            let own = Paranoid::with_order(game, utility, &CardOrder::<R>::Listed).options(&own).run(deal).unwrap();
            assert_eq!(expected.payoff[player], own.payoff[game.mover(deal).unwrap()]);
        }
        for (_, window) in Window::ALL {
            let options = ParanoidOptions { prune: true, window, ..plain };
            let search = Paranoid::with_order(game, utility, &order).options(&options);
            let found = search.partitions(&mut table).run(deal).unwrap();
            assert_eq!(found.payoff, expected.payoff, "{} {} {player:?}: {options:?}", R::NAME, utility.name());
            assert!(found.best.is_none() && found.line.is_empty());
        }
    }
}

fn with_a_table_nothing_changes<R: Rules>(seeds: u64) -> u64 {
    let (mut cases, mut hits) = (0, 0);
    let (least, most) = R::PLAYERS;
    for name in R::PRESETS {
        for (players, seed) in (least..=most).flat_map(|players| (0..seeds).map(move |seed| (players, seed))) {
            let cards = [0, 0, 6, 4 + (seed % 2) as usize, 4, 3, 3, 2][players];
            let (game, deal) = TrickGame::<R>::deal(preset(name).unwrap(), players, Some(cards), seed).unwrap();
            let listing = if seed % 6 == 5 { Listing::ByRank } else { Listing::BySuit };
            let game = game.listed(listing);
            let selection = Selection { equivalents: seed % 4 == 3, ..Selection::default() };
            let order = CardOrder::<R>::usual();
            let root = game.mover(&deal).unwrap();
            for &utility in R::Evaluation::ALL {
                let depth = (seed % 3 == 2).then_some(3 + (seed % 7) as usize);
                let all_moves = seed % 5 == 0;
                let plain = ParanoidOptions { prune: false, depth, all_moves, ..ParanoidOptions::default() };
                let expected = Paranoid::with_order(&game, &utility, &CardOrder::<R>::Listed)
                    .options(&plain)
                    .selection(selection)
                    .run(&deal)
                    .unwrap();
                if expected.nodes > MOST_NODES {
                    continue;
                }
                if seed % 4 == 0 {
                    a_value_for_anybody_is_the_same(&game, &utility, &deal, depth);
                }
                let bounded = utility.payoff_bounds(&game, &deal).is_some();
                let mut kept = ScalarTable::with_slots(2048);
                let mut line = None;
                for (_, window) in Window::ALL {
                    for bounds in [false, true] {
                        if bounds && !bounded {
                            continue;
                        }
                        let options = ParanoidOptions { prune: true, window, bounds, ..plain };
                        let mut tiny = ScalarTable::with_slots(1);
                        let mut roomy = ScalarTable::with_slots(512);
                        let mut whole = ScalarTable::with_slots(512);
                        for (table, partitions) in
                            [(&mut tiny, true), (&mut roomy, true), (&mut whole, false), (&mut kept, true)]
                        {
                            let search =
                                Paranoid::with_order(&game, &utility, &order).options(&options).selection(selection);
                            let search = if partitions { search.partitions(table) } else { search.table(table) };
                            let found = search.run(&deal).unwrap();
                            let same_moves = found.moves.iter().zip(&expected.moves).all(|(found, expected)| {
                                found.mv == expected.mv && found.payoff[root] == expected.payoff[root]
                            });
                            assert!(
                                found.payoff[root] == expected.payoff[root]
                                    && found.best == expected.best
                                    && same_moves,
                                "{} {} seed {seed}: {options:?} gave {:?} {:?}, plain {:?} {:?}",
                                R::NAME,
                                utility.name(),
                                found.payoff,
                                found.line,
                                expected.payoff,
                                expected.line
                            );
                            assert_eq!((found.line.len(), found.stop), (expected.line.len(), expected.stop));
                            if plain.depth.is_none() {
                                assert_eq!(*line.get_or_insert_with(|| found.line.clone()), found.line);
                            }
                            cases += 1;
                        }
                        if let Some(line) = line.as_ref().filter(|_| !all_moves) {
                            let learns = Killers::new(History::new(R::Order::default(), &game));
                            let mut table = ScalarTable::with_slots(64);
                            let search =
                                Paranoid::with_order(&game, &utility, &learns).options(&options).selection(selection);
                            let found = search.partitions(&mut table).run(&deal);
                            assert_eq!(found.unwrap().line, *line, "what an order learns is not in the line");
                        }
                        hits += tiny.statistics().hits + roomy.statistics().hits;
                    }
                }
            }
        }
    }
    assert!(hits > cases / 10, "{hits} hits in {cases} searches of {}", R::NAME);
    cases
}

#[test]
fn paranoid_remembers_soundly() {
    let cases = [
        with_a_table_nothing_changes::<HeartsRules>(12),
        with_a_table_nothing_changes::<SpadesRules>(24),
        with_a_table_nothing_changes::<SergeantMajorRules>(200),
        with_a_table_nothing_changes::<OhHellRules>(12),
        with_a_table_nothing_changes::<BridgeRules>(250),
    ];
    assert!(cases.iter().sum::<u64>() > 30_000, "{cases:?}");
}
