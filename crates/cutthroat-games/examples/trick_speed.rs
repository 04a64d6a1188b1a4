//! The speed of the generic search, compared with a hand-written loop for Sergeant Major.
//!
//! Run with `cargo run --release -p cutthroat-games --features measure --example trick_speed [CARDS [DEALS]]`. The loop knows three
//! players, no trump, one move for each class of equivalent cards and plain max^n with ties to the left, and nothing
//! else: no traits, no options, no principal variation. Both must visit the same nodes and find the same payoffs.
//! Pruned searches are compared with the same loop in nodes per second: they visit fewer nodes, and do more work at
//! each.

use std::time::Instant;

use cutthroat::maxn::{MaxnOptions, Test};
use cutthroat::{Maxn, Payoff, Player, Pruning};
use cutthroat_games::cards::{Position, SergeantMajor, SergeantMajorEvaluation, SergeantMajorRules};

const TRICKS: SergeantMajorEvaluation = SergeantMajorEvaluation::Tricks;

/// The search written by hand.
mod bare {
    const PACK: u64 = 0x1fff_1fff_1fff_1fff;

    #[derive(Clone, Copy)]
    pub(crate) struct Trick {
        pub(crate) mover: usize,
        pub(crate) played: usize,
        pub(crate) led: u64,
        pub(crate) best: u32,
        pub(crate) winner: usize,
    }

    pub(crate) const LEAD: Trick = Trick { mover: 0, played: 0, led: 0, best: 0, winner: 0 };

    /// What each player has taken, eight bits each.
    pub(crate) fn visit(hands: &mut [u64; 4], in_play: u64, taken: u32, trick: Trick, nodes: &mut u64) -> u32 {
        let hand = hands[trick.mover & 3];
        if hand == 0 {
            return taken;
        }
        let follows = hand & trick.led;
        let legal = if trick.played == 0 || follows == 0 { hand } else { follows };
        let others = in_play & !hand;
        let gaps = PACK & !(legal | others);
        let below = legal << 1;
        let next = (below & !gaps) | ((below & gaps) + gaps) & !gaps;
        let mut moves = legal & !next;
        let shift = trick.mover as u32 * 8;
        let mut best = 0;
        let mut most = -1;
        while moves != 0 {
            let card = moves.trailing_zeros();
            moves &= moves - 1;
            *nodes += 1;
            hands[trick.mover & 3] = hand & !(1 << card);
            let wins = trick.played == 0 || (card ^ trick.best) < 16 && card < trick.best;
            let (winner, high) = if wins { (trick.mover, card) } else { (trick.winner, trick.best) };
            let value = if trick.played == 2 {
                let in_play = hands[0] | hands[1] | hands[2];
                visit(hands, in_play, taken + (1 << (winner * 8)), Trick { mover: winner, ..LEAD }, nodes)
            } else {
                let led = if trick.played == 0 { 0x1fff << (card & 48) } else { trick.led };
                let mover = if trick.mover == 2 { 0 } else { trick.mover + 1 };
                visit(hands, in_play, taken, Trick { mover, played: trick.played + 1, led, best: high, winner }, nodes)
            };
            let own = (value >> shift & 255) as i32;
            if own > most {
                most = own;
                best = value;
            }
        }
        hands[trick.mover & 3] = hand;
        best
    }
}

fn bare(deal: &Position) -> (Payoff, u64) {
    let mut hands = [0; 4];
    for player in Player::all(3) {
        hands[player.index()] = deal.hand(player).bits();
    }
    let mut nodes = 0;
    let taken = bare::visit(&mut hands, deal.in_play().bits(), 0, bare::LEAD, &mut nodes);
    (Payoff::new(&[0, 8, 16].map(|shift| (taken >> shift & 255) as i16)), nodes)
}

/// Searches a deal and returns the number of nodes.
type DealSearch = Box<dyn Fn(&SergeantMajor, &Position) -> u64>;

fn by_maxn(options: MaxnOptions) -> DealSearch {
    Box::new(move |game, deal| {
        Maxn::new(game, &TRICKS).options(&options).run(deal).expect("tricks declare everything").nodes
    })
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|argument| argument.parse::<usize>().ok());
    let (cards, count) = (arguments.next().unwrap_or(6), arguments.next().unwrap_or(20));
    let deals: Vec<(SergeantMajor, Position)> = (0..count as u64)
        .map(|seed| SergeantMajor::deal(SergeantMajorRules::default(), 3, Some(cards), seed).expect("a small hand"))
        .collect();
    for (game, deal) in &deals {
        let found = Maxn::new(game, &TRICKS).run(deal).expect("plain search");
        assert_eq!((found.payoff, found.nodes), bare(deal), "the loop and the engine disagree");
    }
    let mut searches: Vec<(String, DealSearch)> = vec![
        ("by hand".to_owned(), Box::new(|_, deal| bare(deal).1)),
        ("max^n".to_owned(), by_maxn(MaxnOptions::default())),
    ];
    for (pruning, test, bounds) in [
        (Pruning::SHALLOW, Test::Sum, false),
        (Pruning::BRANCH_AND_BOUND, Test::Sum, true),
        (Pruning::ALPHA_BETA_BRANCH_AND_BOUND, Test::Sum, true),
        (Pruning::SPECULATIVE, Test::Sum, false),
        (Pruning::DEEP, Test::Sum, true),
        (Pruning::DEEP, Test::Table, true),
    ] {
        let name = format!("{pruning}, {}{}", test.name(), if bounds { " and bounds" } else { "" });
        searches.push((name, by_maxn(MaxnOptions { pruning, test, bounds, ..MaxnOptions::default() })));
    }
    // The best of many rounds, with all searches in each: other programs on the machine only slow them down.
    const ROUNDS: usize = 15;
    let mut best = vec![(0, 0.0_f64); searches.len()];
    for _ in 0..ROUNDS {
        for ((_, search), best) in searches.iter().zip(&mut best) {
            let began = Instant::now();
            let nodes: u64 = deals.iter().map(|(game, deal)| search(game, deal)).sum();
            *best = (nodes, best.1.max(nodes as f64 / began.elapsed().as_secs_f64()));
        }
    }
    println!("Sergeant Major, {count} deals of {cards} cards, best of {ROUNDS} rounds");
    for ((name, _), (nodes, rate)) in searches.iter().zip(&best) {
        println!("{name:<24} {nodes:>12} nodes {:>7.1} M/s {:>4.0} %", rate / 1e6, 100.0 * rate / best[0].1);
    }
}
