//! Tunes the weights of [`Weighted`] orders by the nodes they cost: one weight after the other is moved up or down as
//! long as the sum of the logarithms of the nodes of all deals decreases.
//!
//!     cargo run --release -p cutthroat-games --features measure --example tune_orders -- root 11 150 1000
//!
//! The deals have the seeds from 1000 on, so that the seeds below stay unseen.

use cutthroat::paranoid::Window;
use cutthroat::{Game, Paranoid, ParanoidOptions, ScalarTable};
use cutthroat_games::cards::{Position, Spades, SpadesEvaluation, SpadesRules, Weighted, Weights};

fn cost_of_paranoid(deals: &[(Spades, Position)], order: Weighted) -> f64 {
    let cost = |(game, deal): &(Spades, Position)| {
        let order = Weighted { root: game.mover(deal).unwrap(), ..order };
        let mut table = ScalarTable::with_slots(1 << 16);
        let options = ParanoidOptions { window: Window::Null, bounds: true, ..Default::default() };
        let found = Paranoid::with_order(game, &SpadesEvaluation::Tricks, &order)
            .options(&options)
            .partitions(&mut table)
            .run(deal)
            .unwrap();
        (found.nodes as f64).ln()
    };
    deals.iter().map(cost).sum()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [kind, cards, count, first] = &words[..] else {
        eprintln!("tune_orders root|opposing CARDS DEALS FIRST-SEED");
        std::process::exit(2);
    };
    let (cards, count, first): (usize, u64, u64) =
        (cards.parse().unwrap(), count.parse().unwrap(), first.parse().unwrap());
    let deals: Vec<(Spades, Position)> = (first..first + count)
        .map(|seed| Spades::deal(SpadesRules::default(), 3, Some(cards), seed).unwrap())
        .collect();
    let paranoid = Weighted::against(deals[0].0.mover(&deals[0].1).unwrap());
    let is_root = kind == "root";
    let mut best = if is_root { paranoid.taking } else { paranoid.opposing }.numbers();
    let cost = |numbers: [i32; Weights::COUNT]| {
        let weights = Weights::of(numbers);
        let order =
            if is_root { Weighted { taking: weights, ..paranoid } } else { Weighted { opposing: weights, ..paranoid } };
        cost_of_paranoid(&deals, order)
    };
    let mut least = cost(best);
    let mean = |cost: f64| (cost / count as f64).exp();
    println!("at first {:.0} nodes", mean(least));
    for step in [32, 12, 5, 20, 8, 2] {
        for place in (0..Weights::COUNT).rev() {
            for direction in [step, -step] {
                let mut tried = best;
                tried[place] += direction;
                let found = cost(tried);
                if found < least {
                    (best, least) = (tried, found);
                    println!("{:.0} nodes with {best:?}", mean(least));
                    break;
                }
            }
        }
    }
    for (name, number) in Weights::NAMES.iter().zip(best) {
        println!("    {name}: {number},");
    }
}
