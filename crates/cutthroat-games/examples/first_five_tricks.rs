//! Table 2 of the 2000 paper: the average nodes of the first five tricks of Sergeant Major, over fixed deals.
//!
//! Run with `cargo run --release -p cutthroat-games --features measure --example first_five_tricks [DEALS [FIRST_SEED]]`; by default 50
//! deals from seed 1 on. Ends with an error if any of the pruned searches is not within a factor 2.5 of the paper. The
//! choices that decide whether the numbers agree:
//!
//! * sixteen cards each, no trump, four cards set aside; the game ends after five tricks, so the sum of payoffs is 5;
//! * payoffs are whole numbers (step 1) and ties go to the left, in the order of search, which is from high to low by
//!   rank across suits;
//! * one move for each class of equivalent cards; cards already played or set aside do not separate;
//! * nodes are interior nodes and leaves; no transposition table.

use std::process::ExitCode;
use std::time::Instant;

use cutthroat::maxn::MaxnOptions;
use cutthroat::{Maxn, Paranoid, ParanoidOptions, Player, Pruning};
use cutthroat_games::cards::{
    CardStart, Listing, Position, SergeantMajor, SergeantMajorEvaluation, SergeantMajorRules,
};

const TRICKS: SergeantMajorEvaluation = SergeantMajorEvaluation::Tricks;

/// How far from the paper's average ours may be: the standard error over 50 deals is about a quarter.
const FACTOR: f64 = 2.5;

/// The first five tricks of the deal with this seed.
fn first_five_tricks(seed: u64) -> (SergeantMajor, Position) {
    let rules = SergeantMajorRules::default();
    let (_, deal) = SergeantMajor::deal(rules, 3, None, seed).expect("a full deal");
    let hands = Player::all(3).map(|player| deal.hand(player)).collect();
    let start = CardStart { hands, within: Some(5), ..CardStart::default() };
    let (game, position) = SergeantMajor::new(rules, &start).expect("the same hands");
    (game.listed(Listing::ByRank), position)
}

fn nodes_of_maxn(seed: u64, pruning: Pruning) -> u64 {
    let (game, position) = first_five_tricks(seed);
    let options = MaxnOptions { pruning, bounds: pruning.is_by_bounds(), ..MaxnOptions::default() };
    Maxn::new(&game, &TRICKS).options(&options).run(&position).expect("tricks declare all that is needed").nodes
}

fn nodes_of_paranoid(seed: u64, bounds: bool) -> u64 {
    let (game, position) = first_five_tricks(seed);
    let options = ParanoidOptions { bounds, ..ParanoidOptions::default() };
    Paranoid::new(&game, &TRICKS).options(&options).run(&position).expect("tricks declare bounds").nodes
}

/// The average and its standard error.
fn average(nodes: &[u64]) -> (f64, f64) {
    let count = nodes.len() as f64;
    let mean = nodes.iter().map(|&nodes| nodes as f64).sum::<f64>() / count;
    let squares: f64 = nodes.iter().map(|&nodes| (nodes as f64 - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let (Ok(deals), Ok(first)) = (arguments.next().unwrap_or(Ok(50)), arguments.next().unwrap_or(Ok(1))) else {
        eprintln!("usage: first_five_tricks [DEALS [FIRST_SEED]]");
        return ExitCode::from(2);
    };
    type Count = fn(u64) -> u64;
    let algorithms: [(&str, f64, Count); 5] = [
        ("shallow", 26.8e6, |seed| nodes_of_maxn(seed, Pruning::SHALLOW)),
        ("branch-and-bound", 32.7e6, |seed| nodes_of_maxn(seed, Pruning::BRANCH_AND_BOUND)),
        ("alpha-beta branch-and-bound", 1.43e6, |seed| nodes_of_maxn(seed, Pruning::ALPHA_BETA_BRANCH_AND_BOUND)),
        ("paranoid", 437_600.0, |seed| nodes_of_paranoid(seed, false)),
        ("paranoid with heuristic", 36_121.0, |seed| nodes_of_paranoid(seed, true)),
    ];
    println!("Sergeant Major, first five tricks, {deals} deals from seed {first}");
    println!("{:<28} {:>12} {:>12} {:>12} {:>6} {:>10}", "", "paper", "average", "std. error", "ratio", "nodes/s");
    let mut lands = true;
    for (name, paper, count) in algorithms {
        let began = Instant::now();
        let nodes: Vec<u64> = (first..first + deals).map(count).collect();
        let (mean, error) = average(&nodes);
        let rate = nodes.iter().sum::<u64>() as f64 / began.elapsed().as_secs_f64();
        let ratio = mean / paper;
        println!("{name:<28} {paper:>12.0} {mean:>12.0} {error:>12.0} {ratio:>6.2} {rate:>10.2e}");
        lands &= (1.0 / FACTOR..=FACTOR).contains(&ratio);
    }
    if lands {
        return ExitCode::SUCCESS;
    }
    eprintln!("not within a factor {FACTOR} of the paper");
    ExitCode::FAILURE
}
