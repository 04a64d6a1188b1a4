//! Fixed searches whose instructions callgrind counts, one function for each. What makes their arguments is not counted.

#![allow(missing_docs, reason = "the macros make items that nobody can document")]

use cutthroat::maxn::Test;
use cutthroat::paranoid::Window;
use cutthroat::playout::{FastRandom, Playout, PlayoutPolicy};
use cutthroat::{Maxn, MaxnOptions, Paranoid, ParanoidOptions, Player, Pruning, ScalarTable, VectorTable};
use cutthroat_games::boards::{CheckersEvaluation, CheckersState, ChineseCheckers, DistanceGained};
use cutthroat_games::cards::{
    AvoidingPoints, Bridge, BridgeEvaluation, BridgeRules, Hearts, HeartsEvaluation, HeartsRules, Position,
    SergeantMajor, SergeantMajorEvaluation, SergeantMajorRules, Spades, SpadesEvaluation, SpadesRules, Suit, Weighted,
};
use gungraun::{library_benchmark, library_benchmark_group, main};

/// MiB for a table. Making it is not counted.
const MEMORY: usize = 16;

/// A deal of bridge with hearts as trump, eleven cards each.
fn bridge() -> (Bridge, Position, ScalarTable) {
    let rules = BridgeRules { trump: Some(Suit::Hearts) };
    let (game, deal) = Bridge::deal(rules, 4, Some(11), 2).expect("eleven cards each");
    (game, deal, ScalarTable::new(MEMORY))
}

// Solves it as `solve` does, and returns the nodes.
#[library_benchmark]
#[bench::bridge(bridge())]
fn paranoid_with_table(searched: (Bridge, Position, ScalarTable)) -> u64 {
    let (game, deal, mut table) = searched;
    let options = ParanoidOptions { window: Window::Null, bounds: true, ..ParanoidOptions::default() };
    let order = Weighted::against(Player::new(0));
    let search = Paranoid::with_order(&game, &BridgeEvaluation::Tricks, &order).options(&options);
    search.partitions(&mut table).run(&deal).expect("options that fit").nodes
}

/// A deal of three-player Spades, nine cards each.
fn spades() -> (Spades, Position, VectorTable) {
    let (game, deal) = Spades::deal(SpadesRules::default(), 3, Some(9), 2).expect("nine cards each");
    (game, deal, VectorTable::new(MEMORY))
}

// Solves it as `solve` does, overtricks avoided, and returns the nodes.
#[library_benchmark]
#[bench::spades(spades())]
fn maxn_with_table(searched: (Spades, Position, VectorTable)) -> u64 {
    let (game, deal, mut table) = searched;
    let options = MaxnOptions { pruning: Pruning::DEEP, test: Test::Table, bounds: true, ..MaxnOptions::default() };
    let search = Maxn::new(&game, &SpadesEvaluation::Mot).options(&options);
    search.partitions(&mut table).run(&deal).expect("options that fit").nodes
}

/// The start of a game of Chinese Checkers, three players with six pieces.
fn checkers() -> (ChineseCheckers, CheckersState) {
    let game = ChineseCheckers::new(6, 3).expect("there is such a board");
    let start = game.start();
    (game, start)
}

// Searches it six plies deep without a table, and returns the nodes.
#[library_benchmark]
#[bench::checkers(checkers())]
fn paranoid_to_a_depth(searched: (ChineseCheckers, CheckersState)) -> u64 {
    let (game, start) = searched;
    let search = Paranoid::with_order(&game, &CheckersEvaluation::Difference, &DistanceGained);
    search.depth(6).run(&start).expect("a search that fits").nodes
}

/// A deal of Sergeant Major, six cards each.
fn sergeant_major() -> (SergeantMajor, Position) {
    SergeantMajor::deal(SergeantMajorRules::default(), 3, Some(6), 1).expect("six cards each")
}

// Searches it by plain max^n, and returns the nodes.
#[library_benchmark]
#[bench::sergeant_major(sergeant_major())]
fn plain_maxn(searched: (SergeantMajor, Position)) -> u64 {
    let (game, deal) = searched;
    Maxn::new(&game, &SergeantMajorEvaluation::Tricks).run(&deal).expect("plain search").nodes
}

/// A deal of four-player Hearts.
fn hearts() -> (Hearts, Position) {
    Hearts::deal(HeartsRules::default(), 4, None, 1).expect("a deal of the whole pack")
}

// Plays it to its end ten thousand times at random, and returns the nodes.
#[library_benchmark]
#[bench::hearts(hearts())]
fn random_playouts(searched: (Hearts, Position)) -> u64 {
    let (game, deal) = searched;
    let mut playout = Playout::new(&game, &HeartsEvaluation::Points, &AvoidingPoints, PlayoutPolicy::UNIFORM);
    (0..10_000).map(|sample| playout.run(&mut deal.clone(), &mut FastRandom::new(1, sample)).nodes).sum()
}

library_benchmark_group!(
    name = searches;
    benchmarks = paranoid_with_table, maxn_with_table, paranoid_to_a_depth, plain_maxn, random_playouts
);

main!(library_benchmark_groups = searches);
