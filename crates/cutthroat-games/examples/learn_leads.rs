//! Learns the weights of leads: solves positions that searches of bridge meet after every lead, and raises the weights of
//! the leads that are best and that cost few nodes.
//!
//!     cargo run --release -p cutthroat-games --example learn_leads -- both 1100 16 40000 > weights.txt
//!
//! The first word is what is learned: `cost` is the nodes until a lead is found that is good enough, and `both` half of that and half of
//! the chance that the first lead is. The numbers are deals, positions of a deal for each number of tricks left, and the first seed. Every other deal is
//! without trumps. Nine tenths are learned from; how often the first lead of the order is best is told for the rest.

use std::cell::RefCell;

use cutthroat::paranoid::Window;
use cutthroat::{Game as _, MoveOrder, Paranoid, ParanoidOptions, ScalarTable, SearchHints as _};
use cutthroat_games::cards::{
    Bridge, BridgeEvaluation, BridgeRules, Card, LeadWeights, Leads, Position, Suit, Weighted,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Positions with fewer tricks than this are solved too fast to be worth an order, and with more too slowly to be learned
/// from.
const TRICKS: std::ops::RangeInclusive<usize> = 4..=10;

/// Weights are learned as fractions of this.
const UNIT: f64 = 64.0;

/// An order that keeps some of the positions it is asked about: of all with the same number of tricks left any one as
/// likely as any other.
struct Sampler {
    order: Weighted,
    most: usize,
    draw: RefCell<ChaCha8Rng>,
    /// By the tricks that are left.
    kept: RefCell<Vec<Kept>>,
}

/// Positions with the same number of tricks left: how many were seen, and those that are kept.
#[derive(Clone, Default)]
struct Kept {
    seen: usize,
    positions: Vec<Position>,
}

impl MoveOrder<Bridge> for Sampler {
    fn arrange(&self, game: &Bridge, position: &Position, moves: &[Card], order: &mut [u16]) {
        self.order.arrange(game, position, moves, order);
        let tricks = usize::from(position.tricks_left());
        if position.played() > 0 || moves.len() < 2 || !TRICKS.contains(&tricks) {
            return;
        }
        let kept = &mut self.kept.borrow_mut()[tricks];
        kept.seen += 1;
        if kept.positions.len() < self.most {
            kept.positions.push(*position);
        } else {
            let place = self.draw.borrow_mut().random_range(0..kept.seen);
            if place < self.most {
                kept.positions[place] = *position;
            }
        }
    }
}

/// A position: the features of every lead, what it is worth to try it first, and whether it is one of the best.
struct Lesson {
    tricks: usize,
    has_trump: bool,
    leads: Vec<(Vec<usize>, f64, bool)>,
}

fn lessons(seed: u64, most: usize) -> Vec<Lesson> {
    let trump = (seed % 8 < 4).then(|| Suit::ALL[seed as usize % 4]);
    let (game, deal) = Bridge::deal(BridgeRules { trump }, 4, None, seed).expect("a deal");
    let root = game.mover(&deal).expect("a first lead");
    let usual = Weighted::against(root);
    let draw = RefCell::new(ChaCha8Rng::seed_from_u64(seed));
    let order = Sampler { order: usual, most, draw, kept: RefCell::new(vec![Kept::default(); 14]) };
    let options = ParanoidOptions { window: Window::Null, bounds: true, any_best: true, ..Default::default() };
    let mut table = ScalarTable::new(256);
    let found = Paranoid::with_order(&game, &BridgeEvaluation::Tricks, &order)
        .options(&options)
        .partitions(&mut table)
        .run(&deal)
        .expect("a solved deal");
    // Nearly all of a search asks whether the side at the root takes as many tricks as it can, or one more.
    let (value, total) = (found.payoff[root], i16::from(game.total()));
    let mut lessons = Vec::new();
    let mut table = ScalarTable::new(2);
    for (tricks, kept) in order.kept.into_inner().into_iter().enumerate() {
        for position in kept.positions {
            let mover = game.mover(&position).expect("a lead");
            let mut moves = Vec::new();
            game.search_moves(&position, &mut moves);
            let solved: Vec<(i16, f64)> = moves
                .iter()
                .map(|&card| {
                    let mut after = position;
                    game.play(&mut after, card);
                    let order = Weighted { root: game.mover(&after), ..usual };
                    table.clear();
                    let found = Paranoid::with_order(&game, &BridgeEvaluation::Tricks, &order)
                        .options(&options)
                        .partitions(&mut table)
                        .run(&after)
                        .expect("a solved position");
                    (found.payoff[mover], 4.0 + found.nodes as f64)
                })
                .collect();
            let leads = Leads::new(&game, &position);
            for asked in [value, value + 1] {
                let wanted = if game.side(mover) == game.side(root) { asked } else { total - asked + 1 };
                let is_right = |lead: &&(i16, f64)| lead.0 >= wanted;
                let right = solved.iter().filter(is_right).count();
                if right == 0 || right == solved.len() {
                    continue;
                }
                let least = solved.iter().filter(is_right).map(|lead| lead.1).fold(f64::MAX, f64::min);
                let lead = |(&card, lead): (&Card, &(i16, f64))| {
                    let cost = lead.1 + if is_right(&lead) { 0.0 } else { least };
                    (leads.features(card), -cost.ln(), is_right(&lead))
                };
                let leads = moves.iter().zip(&solved).map(lead).collect();
                lessons.push(Lesson { tricks, has_trump: trump.is_some(), leads });
            }
        }
    }
    lessons
}

fn merits(lesson: &Lesson, weights: &[f64]) -> Vec<f64> {
    lesson.leads.iter().map(|(features, ..)| features.iter().map(|&place| weights[place]).sum()).collect()
}

/// How often the first of the order is best, and how much more it costs than the cheapest, as a factor.
fn right(lessons: &[&Lesson], weights: &[f64]) -> (f64, f64) {
    let (mut right, mut more) = (0, 0.0);
    for lesson in lessons {
        let merits = merits(lesson, weights);
        let first = (0..merits.len()).max_by(|&a, &b| merits[a].total_cmp(&merits[b])).unwrap_or(0);
        right += usize::from(lesson.leads[first].2);
        more += lesson.leads.iter().map(|lead| lead.1).fold(f64::MIN, f64::max) - lesson.leads[first].1;
    }
    let count = lessons.len().max(1) as f64;
    (right as f64 / count, (more / count).exp())
}

/// Gradient ascent on what a lead is worth that is drawn by a softmax of the merits (Adam).
fn learn(lessons: &[&Lesson], weights: &mut [f64], passes: usize, both: bool) {
    let (mut mean, mut square) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    let mut step = 0;
    for pass in 0..passes {
        let rate = 0.02 * (1.0 - pass as f64 / passes as f64);
        for batch in lessons.chunks(256) {
            step += 1;
            let mut gradient = vec![0.0; weights.len()];
            for lesson in batch {
                let merits = merits(lesson, weights);
                let most = merits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let raised: Vec<f64> = merits.iter().map(|merit| (merit - most).exp()).collect();
                let all: f64 = raised.iter().sum();
                let good: f64 = raised.iter().zip(&lesson.leads).filter(|(_, lead)| lead.2).map(|(one, _)| one).sum();
                let expected: f64 = raised.iter().zip(&lesson.leads).map(|(one, lead)| one / all * lead.1).sum();
                for (raised, (features, worth, is_right)) in raised.iter().zip(&lesson.leads) {
                    let cheaper = raised / all * (worth - expected);
                    let likelier = if *is_right { raised / good } else { 0.0 } - raised / all;
                    let push = if both { (cheaper + likelier) / 2.0 } else { cheaper };
                    features.iter().for_each(|&place| gradient[place] += push / batch.len() as f64);
                }
            }
            for (place, weight) in weights.iter_mut().enumerate() {
                let slope = gradient[place] - 1e-4 * *weight;
                mean[place] = 0.9 * mean[place] + 0.1 * slope;
                square[place] = 0.999 * square[place] + 0.001 * slope * slope;
                let (m, s) = (mean[place] / (1.0 - 0.9_f64.powi(step)), square[place] / (1.0 - 0.999_f64.powi(step)));
                *weight += rate * m / (s.sqrt() + 1e-8);
            }
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| words.get(place).map_or(Some(usual), |word| word.parse().ok());
    let both = words.first().is_none_or(|word| word == "both");
    let (Some(deals), Some(most), Some(first)) = (number(1, 100), number(2, 16), number(3, 40_000)) else {
        eprintln!("learn_leads [cost|both [DEALS [POSITIONS [FIRST-SEED]]]]");
        std::process::exit(2);
    };
    let all: Vec<Vec<Lesson>> = (first..first + deals)
        .map(|seed| {
            let found = lessons(seed, most as usize);
            eprintln!("seed {seed}: {} positions", found.len());
            found
        })
        .collect();
    let (test, train) = all.split_at(all.len() / 10);
    let (test, mut train): (Vec<&Lesson>, Vec<&Lesson>) =
        (test.iter().flatten().collect(), train.iter().flatten().collect());
    let mut draw = ChaCha8Rng::seed_from_u64(first);
    for place in (1..train.len()).rev() {
        train.swap(place, draw.random_range(0..=place));
    }
    let mut weights = vec![0.0; LeadWeights::COUNT];
    learn(&train, &mut weights, 30, both);
    eprintln!(
        "{} learned from, {:.4?}; {} unseen, {:.4?}",
        train.len(),
        right(&train, &weights),
        test.len(),
        right(&test, &weights)
    );
    for has_trump in [true, false] {
        for tricks in TRICKS {
            let of: Vec<&Lesson> =
                test.iter().copied().filter(|one| one.tricks == tricks && one.has_trump == has_trump).collect();
            eprintln!("trump {has_trump}, {tricks} tricks: {:.3?} of {}", right(&of, &weights), of.len());
        }
    }
    let weights: Vec<String> = weights.iter().map(|weight| ((weight * UNIT).round() as i16).to_string()).collect();
    println!("{}", weights.join(" "));
}
