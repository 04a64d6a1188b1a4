//! Tunes the weights of leads by the nodes they cost: one after the other is moved up or down as long as the sum of the logarithms of
//! the nodes of all deals decreases. It begins with the weights of the program, or with those of a file that `learn_leads` wrote.
//!
//!     cargo run --release -p cutthroat-games --example tune_leads -- trumps 10 600 50000 weights.txt > tuned.txt
//!
//! The weights are `trumps` or `no-trumps`; the numbers are cards, deals and the first seed. It takes an hour.

use cutthroat::paranoid::Window;
use cutthroat::{Game as _, Paranoid, ParanoidOptions, ScalarTable};
use cutthroat_games::cards::{Bridge, BridgeEvaluation, BridgeRules, LeadWeights, Position, Suit, Weighted};

/// The least gain for which a weight is changed, as a part of the nodes: what is less is chance.
const LEAST_GAIN: f64 = 5e-4;

fn cost(deals: &[(Bridge, Position)], weights: &LeadWeights, table: &mut ScalarTable) -> f64 {
    let weights: &'static LeadWeights = Box::leak(Box::new(weights.clone()));
    let options = ParanoidOptions { window: Window::Null, bounds: true, any_best: true, ..Default::default() };
    let one = |(game, deal): &(Bridge, Position)| {
        let order = Weighted { leads: Some(weights), ..Weighted::against(game.mover(deal).expect("a lead")) };
        table.clear();
        let found = Paranoid::with_order(game, &BridgeEvaluation::Tricks, &order)
            .options(&options)
            .partitions(table)
            .run(deal)
            .expect("a solved deal");
        (found.nodes as f64).ln()
    };
    deals.iter().map(one).sum()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| words.get(place).and_then(|word| word.parse::<u64>().ok());
    let (Some(kind), Some(cards), Some(count), Some(first)) = (words.first(), number(1), number(2), number(3)) else {
        eprintln!("tune_leads trumps|no-trumps CARDS DEALS FIRST-SEED");
        std::process::exit(2);
    };
    let has_trump = kind == "trumps";
    let deals: Vec<(Bridge, Position)> = (first..first + count)
        .map(|seed| {
            let trump = has_trump.then(|| Suit::ALL[seed as usize % 4]);
            Bridge::deal(BridgeRules { trump }, 4, Some(cards as usize), seed).expect("a deal")
        })
        .collect();
    let mut best = LeadWeights::PARTNERS.clone();
    if let Some(file) = words.get(4) {
        let text = std::fs::read_to_string(file).expect("a file of weights");
        for (weight, word) in best.0.as_flattened_mut().iter_mut().zip(text.split_whitespace()) {
            *weight = word.parse().expect("a weight");
        }
    }
    let mut table = ScalarTable::new(4);
    // What does not gain on the first deals is not tried on the others.
    let (few, others) = deals.split_at(deals.len() / 5);
    let mut least_of_few = cost(few, &best, &mut table);
    let mut least = least_of_few + cost(others, &best, &mut table);
    let mean = |cost: f64| (cost / count as f64).exp();
    eprintln!("at first {:.0} nodes", mean(least));
    let features = LeadWeights::COUNT / 3;
    let rows = if has_trump { features..3 * features } else { 0..features };
    for step in [30, 14] {
        for place in rows.clone() {
            for direction in [step, -step] {
                let mut tried = best.clone();
                tried.0.as_flattened_mut()[place] += direction;
                let of_few = cost(few, &tried, &mut table);
                if of_few >= least_of_few {
                    continue;
                }
                let found = of_few + cost(others, &tried, &mut table);
                if found < least - LEAST_GAIN * count as f64 {
                    (best, least, least_of_few) = (tried, found, of_few);
                    eprintln!("{place}: {:.0} nodes", mean(least));
                    break;
                }
            }
        }
        eprintln!("step {step} done: {:.0} nodes", mean(least));
    }
    let text: Vec<String> = best.0.as_flattened().iter().map(ToString::to_string).collect();
    println!("{}", text.join(" "));
}
