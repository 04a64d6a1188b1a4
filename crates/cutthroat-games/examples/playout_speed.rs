//! How many playouts of whole deals of four-player Hearts one core makes in a second, and how many samples in a tree.
//!
//!     cargo run --release -p cutthroat-games --features measure --example playout_speed

use std::time::Instant;

use cutthroat::Mcts;
use cutthroat::playout::{FastRandom, Playout, PlayoutPolicy};
use cutthroat_games::cards::{AvoidingPoints, Hearts, HeartsEvaluation, HeartsRules};

fn main() {
    let (game, deal) = Hearts::deal(HeartsRules::default(), 4, None, 1).expect("a deal of the whole pack");
    for (name, policy, count) in
        [("uniform", PlayoutPolicy::UNIFORM, 1_000_000_u64), ("order, epsilon 0.1", PlayoutPolicy::order(0.1), 300_000)]
    {
        let mut playout = Playout::new(&game, &HeartsEvaluation::Points, &AvoidingPoints, policy);
        let (mut nodes, mut payoff) = (0, 0);
        let start = Instant::now();
        for sample in 0..count {
            let mut state = deal;
            let end = playout.run(&mut state, &mut FastRandom::new(1, sample));
            nodes += end.nodes;
            payoff += i64::from(end.payoff.seats(4)[0]);
        }
        let rate = count as f64 / start.elapsed().as_secs_f64();
        println!("{name}: {rate:.0} playouts a second, {nodes} states, mean {:.2}", payoff as f64 / count as f64);
    }
    for (name, policy, bounds) in [
        ("uniform", PlayoutPolicy::UNIFORM, false),
        ("uniform, with bounds", PlayoutPolicy::UNIFORM, true),
        ("order, epsilon 0.1, with bounds", PlayoutPolicy::order(0.1), true),
    ] {
        let samples = 50_000;
        let search = Mcts::with_order(&game, &HeartsEvaluation::Points, &AvoidingPoints).bounds(bounds);
        let search = search.playout(policy).iterations(samples);
        let start = Instant::now();
        let found = search.run(&deal).expect("a search that fits");
        let rate = samples as f64 / start.elapsed().as_secs_f64();
        println!("tree, {name}: {rate:.0} samples a second, depth {}, {:?}", found.depth, found.best);
    }
}
