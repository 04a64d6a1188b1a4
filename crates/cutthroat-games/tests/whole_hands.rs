//! Searches with the settings of `solve`, with tables, tuned orders and everything that players are sure of, against
//! the same prunings without any of it, on deals large enough for equivalent cards and tricks that are won by rank or
//! not.

use cutthroat::maxn::Test;
use cutthroat::paranoid::Window;
use cutthroat::{Game, Maxn, MaxnOptions, Paranoid, ParanoidOptions, Pruning, ScalarTable, TieRule, VectorTable};
use cutthroat_games::cards::{Position, Spades, SpadesEvaluation, SpadesRules, Weighted};

use crate::card_order::CardOrder;

/// Deals for three players, with `cards` cards each.
fn deals(cards: usize, seeds: u64) -> impl Iterator<Item = (Spades, Position, u64)> {
    (0..seeds).map(move |seed| {
        let (game, deal) = Spades::deal(SpadesRules::default(), 3, Some(cards), seed).unwrap();
        (game, deal, seed)
    })
}

#[test]
fn max_n_solves_soundly() {
    for (game, deal, seed) in deals(5, 700).chain(deals(6, 700)).chain(deals(7, 120)) {
        let ties = [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful][(seed / 2 % 3) as usize];
        let utility = if seed % 2 == 0 { SpadesEvaluation::Mot } else { SpadesEvaluation::Tricks };
        let options =
            MaxnOptions { pruning: Pruning::DEEP, test: Test::Table, bounds: true, ties, ..Default::default() };
        let expected = Maxn::with_order(&game, &utility, &CardOrder::Listed).options(&options).run(&deal).unwrap();
        let mut table = VectorTable::with_slots(1 << 14);
        let found = Maxn::new(&game, &utility).options(&options).partitions(&mut table).run(&deal).unwrap();
        assert!(
            found.payoff == expected.payoff && found.line == expected.line,
            "{} cards, seed {seed}, {utility:?}, {ties:?}: {:?} {:?}, without a table {:?} {:?}",
            game.tricks(),
            found.payoff,
            found.line,
            expected.payoff,
            expected.line
        );
    }
}

#[test]
fn paranoid_solves_soundly() {
    for (game, deal, seed) in deals(5, 1500).chain(deals(6, 1500)).chain(deals(7, 600)) {
        let root = game.mover(&deal).unwrap();
        let utility = SpadesEvaluation::Tricks;
        let plain = ParanoidOptions { window: Window::Null, ..Default::default() };
        let expected = Paranoid::with_order(&game, &utility, &CardOrder::Listed).options(&plain).run(&deal).unwrap();
        let order = CardOrder::Weighted(Weighted::against(root));
        let options = ParanoidOptions { bounds: true, ..plain };
        let mut table = ScalarTable::with_slots(1 << 14);
        let found =
            Paranoid::with_order(&game, &utility, &order).options(&options).partitions(&mut table).run(&deal).unwrap();
        assert!(
            found.payoff[root] == expected.payoff[root] && found.best == expected.best,
            "{} cards, seed {seed}: {:?} {:?}, without a table {:?} {:?}",
            game.tricks(),
            found.payoff,
            found.line,
            expected.payoff,
            expected.line
        );
    }
}
