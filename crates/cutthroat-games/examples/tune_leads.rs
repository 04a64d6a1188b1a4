//! Tunes the weights of leads by the nodes they cost: one after the other is moved up or down as long as the sum of the logarithms of
//! the nodes of all deals decreases. It begins with the weights of the program, or with those of a file that `learn_leads` wrote.
//!
//!     cargo run --release -p cutthroat-games --features measure --example tune_leads -- trumps 10 600 50000 weights.txt > tuned.txt
//!
//! The weights are `trumps` or `no-trumps` of bridge, or those of three players, `alone` or `together` against one, or `none`: then it only
//! counts the nodes of three players. The numbers are cards, deals and the first seed. It takes an hour.

use cutthroat::paranoid::Window;
use cutthroat::{Game as _, Paranoid, ParanoidOptions, ScalarTable};
use cutthroat_games::cards::{
    BridgeEvaluation, BridgeRules, LeadWeights, Position, Rules, SpadesEvaluation, SpadesRules, Suit, TrickGame,
    Weighted,
};

/// The least gain for which a weight is changed, as a part of the nodes: what is less is chance.
const LEAST_GAIN: f64 = 5e-4;

/// The logarithm of the nodes of one deal.
fn cost<R: Rules>(
    (game, deal): &(TrickGame<R>, Position),
    tricks: &R::Evaluation,
    weights: &'static LeadWeights,
    any_best: bool,
    table: &mut ScalarTable,
) -> f64 {
    let order = Weighted { leads: Some(weights), ..Weighted::against(game.mover(deal).expect("a lead")) };
    let options = ParanoidOptions { window: Window::Null, bounds: true, any_best, ..Default::default() };
    table.clear();
    let found = Paranoid::with_order(game, tricks, &order)
        .options(&options)
        .partitions(table)
        .run(deal)
        .expect("a solved deal");
    (found.nodes as f64).ln()
}

/// A deal: the logarithm of its nodes with some weights.
type Deal = Box<dyn Fn(&'static LeadWeights, &mut ScalarTable) -> f64>;

fn bridge(trump: Option<Suit>, cards: usize, seed: u64) -> Deal {
    let deal = TrickGame::deal(BridgeRules { trump }, 4, Some(cards), seed).expect("a deal");
    Box::new(move |weights, table| cost(&deal, &BridgeEvaluation::Tricks, weights, true, table))
}

fn spades(cards: usize, seed: u64) -> Deal {
    let deal = TrickGame::deal(SpadesRules::default(), 3, Some(cards), seed).expect("a deal");
    Box::new(move |weights, table| cost(&deal, &SpadesEvaluation::Tricks, weights, false, table))
}

fn cost_of_all(deals: &[Deal], weights: &LeadWeights, table: &mut ScalarTable) -> f64 {
    let weights: &'static LeadWeights = Box::leak(Box::new(weights.clone()));
    deals.iter().map(|deal| deal(weights, table)).sum()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| words.get(place).and_then(|word| word.parse::<u64>().ok());
    let (Some(kind), Some(cards), Some(count), Some(first)) = (words.first(), number(1), number(2), number(3)) else {
        eprintln!("tune_leads trumps|no-trumps|alone|together|none CARDS DEALS FIRST-SEED [FILE]");
        std::process::exit(2);
    };
    let cards = cards as usize;
    let deal = |seed: u64| match kind.as_str() {
        "trumps" => bridge(Some(Suit::ALL[seed as usize % 4]), cards, seed),
        "no-trumps" => bridge(None, cards, seed),
        _ => spades(cards, seed),
    };
    // The kinds of leads that are tuned.
    let kinds = match kind.as_str() {
        "trumps" => 1..3,
        "no-trumps" => 0..1,
        "alone" => 3..5,
        "together" => 5..7,
        _ => 0..0,
    };
    let deals: Vec<Deal> = (first..first + count).map(deal).collect();
    let mut best = LeadWeights::LEARNED.clone();
    if let Some(file) = words.get(4) {
        let text = std::fs::read_to_string(file).expect("a file of weights");
        for (weight, word) in best.0.as_flattened_mut().iter_mut().zip(text.split_whitespace()) {
            *weight = word.parse().expect("a weight");
        }
    }
    let mut table = ScalarTable::new(if cards > 12 { 64 } else { 4 });
    // What does not gain on the first deals is not tried on the others.
    let (few, others) = deals.split_at(deals.len() / 5);
    let mut least_of_few = cost_of_all(few, &best, &mut table);
    let mut least = least_of_few + cost_of_all(others, &best, &mut table);
    let mean = |cost: f64| (cost / count as f64).exp();
    eprintln!("at first {:.0} nodes", mean(least));
    let features = LeadWeights::COUNT / LeadWeights::LEARNED.0.len();
    let rows = kinds.start * features..kinds.end * features;
    for step in [30, 14] {
        for place in rows.clone() {
            for direction in [step, -step] {
                let mut tried = best.clone();
                tried.0.as_flattened_mut()[place] += direction;
                let of_few = cost_of_all(few, &tried, &mut table);
                if of_few >= least_of_few {
                    continue;
                }
                let found = of_few + cost_of_all(others, &tried, &mut table);
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
    if !kinds.is_empty() {
        println!("{}", text.join(" "));
    }
}
