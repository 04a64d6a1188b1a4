//! Table 2 of the 2000 paper, as far as it is quick. The slower columns are in the example `first_five_tricks`, which
//! fails if they do not agree.

use cutthroat::maxn::MaxnOptions;
use cutthroat::{Maxn, Paranoid, ParanoidOptions, Player, Pruning};
use cutthroat_games::cards::{
    CardStart, Listing, Position, SergeantMajor, SergeantMajorEvaluation, SergeantMajorRules,
};

use crate::card_order::CardOrder;

const TRICKS: SergeantMajorEvaluation = SergeantMajorEvaluation::Tricks;

fn first_five_tricks(seed: u64) -> (SergeantMajor, Position) {
    let rules = SergeantMajorRules::default();
    let (_, deal) = SergeantMajor::deal(rules, 3, None, seed).unwrap();
    let hands = Player::all(3).map(|player| deal.hand(player)).collect();
    let (game, position) =
        SergeantMajor::new(rules, &CardStart { hands, within: Some(5), ..CardStart::default() }).unwrap();
    (game.listed(Listing::ByRank), position)
}

fn lands(deals: u64, paper: f64, nodes: impl Fn(&SergeantMajor, &Position) -> u64) {
    let sum: u64 = (1..=deals)
        .map(|seed| {
            let (game, position) = first_five_tricks(seed);
            nodes(&game, &position)
        })
        .sum();
    let ratio = sum as f64 / deals as f64 / paper;
    assert!((0.4..=2.5).contains(&ratio), "{ratio} of the paper's average");
}

#[test]
fn alpha_beta_branch_and_bound_lands_on_table_2() {
    let pruning = Pruning::ALPHA_BETA_BRANCH_AND_BOUND;
    let options = MaxnOptions { pruning, bounds: true, ..MaxnOptions::default() };
    lands(20, 1.43e6, |game, position| {
        Maxn::with_order(game, &TRICKS, &CardOrder::Listed).options(&options).run(position).unwrap().nodes
    });
}

#[test]
fn paranoid_lands_on_table_2() {
    for (bounds, paper) in [(false, 437_600.0), (true, 36_121.0)] {
        let options = ParanoidOptions { bounds, ..ParanoidOptions::default() };
        lands(50, paper, |game, position| {
            Paranoid::with_order(game, &TRICKS, &CardOrder::Listed).options(&options).run(position).unwrap().nodes
        });
    }
}
