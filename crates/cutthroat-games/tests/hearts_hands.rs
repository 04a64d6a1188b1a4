//! Hearts with the settings of `solve`, with tables and everything that players are sure of, against the same searches
//! without either.

use cutthroat::maxn::{self, Test};
use cutthroat::paranoid::Window;
use cutthroat::{
    Evaluation, Game, Maxn, MaxnOptions, Paranoid, ParanoidOptions, Pruning, ScalarTable, TieRule, VectorTable,
};
use cutthroat_games::cards::{
    AvoidingPoints, Hearts, HeartsEvaluation, HeartsRules, Position, Rules, first_choice, preset,
};

use crate::card_order::CardOrder;

/// Deals under all rules and for 3 to 6 players, each also from the middle of a trick. Hands as large as `cards` for
/// three; for more players they are smaller.
fn deals(cards: usize, seeds: u64) -> impl Iterator<Item = (Hearts, Position, String)> {
    (0..seeds).map(move |seed| {
        let name = HeartsRules::PRESETS[(seed % 4) as usize];
        let players = 3 + (seed / 4 % 4) as usize;
        let cards = cards + 3 - players;
        let (game, mut deal) = Hearts::deal(preset(name).unwrap(), players, Some(cards), seed).unwrap();
        for _ in 0..seed / 16 % 5 {
            let card = first_choice(&game, &AvoidingPoints, &deal);
            game.play(&mut deal, card);
        }
        (game, deal, format!("{name}, {players} players, {cards} cards, seed {seed}"))
    })
}

#[test]
fn max_n_solves_soundly() {
    for (place, (game, deal, which)) in deals(5, 800).chain(deals(6, 480)).enumerate() {
        let ties = [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful][place % 3];
        for utility in [HeartsEvaluation::Points, HeartsEvaluation::Ahead] {
            let with = |test| MaxnOptions { pruning: Pruning::DEEP, test, bounds: true, ties, ..Default::default() };
            let plain = MaxnOptions { bounds: false, ..with(Test::Sum) };
            let expected = Maxn::with_order(&game, &utility, &CardOrder::Listed).options(&plain).run(&deal).unwrap();
            let fits = |test: &Test| maxn::check(&game, &utility, &deal, &with(*test)).is_ok();
            for test in [Test::Table, Test::Sum].into_iter().filter(fits) {
                let mut table = VectorTable::with_slots(1 << 12);
                let found = Maxn::with_order(&game, &utility, &CardOrder::usual())
                    .options(&with(test))
                    .partitions(&mut table)
                    .run(&deal)
                    .unwrap();
                assert_eq!(found.payoff, expected.payoff, "{which}, {utility:?}, {ties:?}, {test:?}");
                assert_eq!(found.line, expected.line, "{which}, {utility:?}, {ties:?}, {test:?}");
            }
        }
    }
}

#[test]
fn paranoid_solves_soundly() {
    for (game, deal, which) in deals(5, 800).chain(deals(6, 800)).chain(deals(7, 96)) {
        let utility = HeartsEvaluation::Points;
        let root = game.mover(&deal).unwrap();
        let plain = ParanoidOptions { window: Window::Null, ..Default::default() };
        let expected = Paranoid::with_order(&game, &utility, &CardOrder::usual()).options(&plain).run(&deal).unwrap();
        let bounds = utility.payoff_bounds(&game, &deal).is_some();
        let options = ParanoidOptions { bounds, ..plain };
        let mut table = ScalarTable::with_slots(1 << 12);
        let found = Paranoid::with_order(&game, &utility, &CardOrder::usual())
            .options(&options)
            .partitions(&mut table)
            .run(&deal)
            .unwrap();
        assert_eq!(found.payoff[root], expected.payoff[root], "{which}");
        assert_eq!(found.best, expected.best, "{which}");
    }
}
