//! Bridge double dummy: nodes and time of exact searches of random deals, in all five strains.
//!
//!     cargo run --release -p cutthroat-games --example double_dummy -- 13 20
//!     cargo run --release -p cutthroat-games --example double_dummy -- 10 100 0 N 256
//!
//! The arguments are: cards in each hand; deals; the first seed, 0 if not given; strains out of `SHDCN`, or `all`; and
//! MiB for the table. The leader is seat 1, and every strain of every deal has a new table.

use std::time::Instant;

use cutthroat::paranoid::{ParanoidOptions, Window};
use cutthroat::{Game, Paranoid, ScalarTable};
use cutthroat_games::cards::{Bridge, BridgeEvaluation, BridgeRules, Suit, Weighted};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| words.get(place).map_or(Some(usual), |word| word.parse().ok());
    let strain = |letter: char| if letter == 'N' { Some(None) } else { Suit::of_letter(letter).map(Some) };
    let letters = words.get(3).map_or("SHDCN", |word| if word == "all" { "SHDCN" } else { word });
    let strains: Option<Vec<Option<Suit>>> = letters.chars().map(strain).collect();
    let (Some(cards), Some(deals), Some(first), Some(strains), Some(memory)) =
        (number(0, 13), number(1, 20), number(2, 0), strains, number(4, 256))
    else {
        eprintln!("double_dummy CARDS DEALS [FIRST-SEED [STRAINS|all [MIB]]]");
        std::process::exit(2);
    };
    println!("{cards} cards each, seeds {first} to {}, {memory} MiB", first + deals - 1);
    println!(
        "| strain | median nodes | mean | most | median seconds | tricks of seats 1 and 3 |\n|---|---|---|---|---|---|"
    );
    for strain in strains {
        let mut costs: Vec<(u64, f64)> = Vec::new();
        let mut tricks = 0;
        for seed in first..first + deals {
            let (game, deal) = Bridge::deal(BridgeRules { trump: strain }, 4, Some(cards as usize), seed)
                .expect("four players have up to thirteen cards");
            let root = game.mover(&deal).expect("a deal has a first lead");
            let options = ParanoidOptions { window: Window::Null, bounds: true, ..ParanoidOptions::default() };
            let mut table = ScalarTable::new(memory as usize);
            let start = Instant::now();
            let (evaluation, order) = (BridgeEvaluation::Tricks, Weighted::against(root));
            let found =
                Paranoid::with_order(&game, &evaluation, &order).options(&options).partitions(&mut table).run(&deal);
            let found = found.expect("options that fit");
            eprintln!("seed {seed} {strain:?}: {:?}, {} nodes, {:?}", found.payoff, found.nodes, table.statistics());
            costs.push((found.nodes, start.elapsed().as_secs_f64()));
            tricks += i64::from(found.payoff[root]);
        }
        let mean = costs.iter().map(|cost| cost.0).sum::<u64>() / deals;
        costs.sort_unstable_by_key(|cost| cost.0);
        let median = costs[costs.len() / 2].0;
        let most = costs[costs.len() - 1].0;
        costs.sort_unstable_by(|a, b| a.1.total_cmp(&b.1));
        let seconds = costs[costs.len() / 2].1;
        let strain = strain.map_or('N', Suit::letter);
        println!("| {strain} | {median} | {mean} | {most} | {seconds:.2} | {:.2} |", tricks as f64 / deals as f64);
    }
}
