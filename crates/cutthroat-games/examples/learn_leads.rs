//! Learns the weights of leads: solves positions that searches of bridge, or of Spades with three players, meet after every
//! lead, and raises the weights of the leads that are best and that cost few nodes.
//!
//!     cargo run --release -p cutthroat-games --features measure --example learn_leads -- bridge 0.5 1100 16 40000 > weights.txt
//!     cargo run --release -p cutthroat-games --features measure --example learn_leads -- spades 0.3 1100 16 40000 > weights.txt
//!
//! The first word is the game. Only its weights are learned; those of three players begin with those of bridge and stay near. The numbers are
//! what is learned, deals, positions of a deal for each number of tricks left, and the first seed. What is learned is the nodes until a lead is found
//! that is good enough (0), the chance that the first lead is (1), or a part of each. Every other deal of bridge is without trumps. Nine
//! tenths are learned from; how often the first lead of the order is best is told for the rest.

use std::cell::RefCell;

use cutthroat::paranoid::Window;
use cutthroat::{Game as _, MoveOrder, Paranoid, ParanoidOptions, ScalarTable, SearchHints as _};
use cutthroat_games::cards::{
    BridgeEvaluation, BridgeRules, Card, LeadWeights, Leads, Position, Rules, SpadesEvaluation, SpadesRules, Suit,
    TrickGame, Weighted,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Positions with fewer tricks than this are solved too fast to be worth an order, and with more too slowly to be learned
/// from. With four players that is one less.
const TRICKS: std::ops::RangeInclusive<usize> = 4..=11;

/// Of Spades, the cards of each hand.
const CARDS: usize = 13;

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

impl<R: Rules> MoveOrder<TrickGame<R>> for Sampler {
    fn arrange(&self, game: &TrickGame<R>, position: &Position, moves: &[Card], order: &mut [u16]) {
        self.order.arrange(game, position, moves, order);
        let tricks = usize::from(position.tricks_left());
        let is_too_slow = game.players() > 3 && tricks == *TRICKS.end();
        if position.played() > 0 || moves.len() < 2 || !TRICKS.contains(&tricks) || is_too_slow {
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

fn lessons_of_bridge(seed: u64, most: usize) -> Vec<Lesson> {
    let trump = (seed % 8 < 4).then(|| Suit::ALL[seed as usize % 4]);
    let (game, deal) = TrickGame::deal(BridgeRules { trump }, 4, None, seed).expect("a deal");
    lessons(&game, &deal, &BridgeEvaluation::Tricks, seed, most)
}

fn lessons_of_spades(seed: u64, most: usize) -> Vec<Lesson> {
    let (game, deal) = TrickGame::deal(SpadesRules::default(), 3, Some(CARDS), seed).expect("a deal");
    lessons(&game, &deal, &SpadesEvaluation::Tricks, seed, most)
}

fn lessons<R: Rules>(
    game: &TrickGame<R>,
    deal: &Position,
    tricks_taken: &R::Evaluation,
    seed: u64,
    most: usize,
) -> Vec<Lesson> {
    let root = game.mover(deal).expect("a first lead");
    let usual = Weighted::against(root);
    let draw = RefCell::new(ChaCha8Rng::seed_from_u64(seed));
    let order = Sampler { order: usual, most, draw, kept: RefCell::new(vec![Kept::default(); 14]) };
    let options =
        ParanoidOptions { window: Window::Null, bounds: true, value_for: Some(root), ..ParanoidOptions::default() };
    let mut table = ScalarTable::new(256);
    let found = Paranoid::with_order(game, tricks_taken, &order)
        .options(&options)
        .partitions(&mut table)
        .run(deal)
        .expect("a solved deal");
    // Nearly all of a search asks whether the side at the root takes as many tricks as it can, or one more.
    let (value, total) = (found.payoff[root], i16::from(game.total()));
    let mut lessons = Vec::new();
    let mut table = ScalarTable::new(2);
    for (tricks, kept) in order.kept.into_inner().into_iter().enumerate() {
        for position in kept.positions {
            let mover = game.mover(&position).expect("a lead");
            let is_ours = game.side(mover) == game.side(root);
            let mut moves = Vec::new();
            game.search_moves(&position, &mut moves);
            let solved: Vec<(i16, f64)> = moves
                .iter()
                .map(|&card| {
                    let mut after = position;
                    game.play(&mut after, card);
                    table.clear();
                    let found = Paranoid::with_order(game, tricks_taken, &usual)
                        .options(&options)
                        .partitions(&mut table)
                        .run(&after)
                        .expect("a solved position");
                    let tricks = found.payoff[root];
                    (if is_ours { tricks } else { total - tricks }, 4.0 + found.nodes as f64)
                })
                .collect();
            let leads = Leads::new(game, &position, root).expect("leads of two sides");
            for asked in [value, value + 1] {
                let wanted = if is_ours { asked } else { total - asked + 1 };
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
                lessons.push(Lesson { tricks, has_trump: game.rules().trump().is_some(), leads });
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

/// Gradient ascent on what a lead is worth that is drawn by a softmax of the merits (Adam). Weights are drawn back to where they
/// began by `back`.
fn learn(lessons: &[&Lesson], weights: &mut [f64], passes: usize, share_of_chance: f64, back: f64) {
    let begin = weights.to_vec();
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
                    let push = (1.0 - share_of_chance) * cheaper + share_of_chance * likelier;
                    features.iter().for_each(|&place| gradient[place] += push / batch.len() as f64);
                }
            }
            for (place, weight) in weights.iter_mut().enumerate() {
                let slope = gradient[place] - back * (*weight - begin[place]);
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
    let is_bridge = words.first().is_none_or(|word| word == "bridge");
    let share_of_chance = words.get(1).map_or(Some(0.5), |word| word.parse().ok());
    let (Some(share_of_chance), Some(deals), Some(most), Some(first)) =
        (share_of_chance, number(2, 100), number(3, 16), number(4, 40_000))
    else {
        eprintln!("learn_leads [bridge|spades [SHARE-OF-CHANCE [DEALS [POSITIONS [FIRST-SEED]]]]]");
        std::process::exit(2);
    };
    let lessons = if is_bridge { lessons_of_bridge } else { lessons_of_spades };
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
    let rows = LeadWeights::COUNT / LeadWeights::LEARNED.0.len();
    let usual: Vec<f64> =
        LeadWeights::LEARNED.0.as_flattened().iter().map(|&weight| f64::from(weight) / UNIT).collect();
    let (of_bridge, of_three) = usual.split_at(3 * rows);
    let with_trumps = &of_bridge[rows..];
    let mut weights = if is_bridge {
        [&vec![0.0; of_bridge.len()], of_three].concat()
    } else {
        [of_bridge, with_trumps, with_trumps].concat()
    };
    let (passes, back) = if is_bridge { (30, 1e-4) } else { (15, 1e-3) };
    learn(&train, &mut weights, passes, share_of_chance, back);
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
