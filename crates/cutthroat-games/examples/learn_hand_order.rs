//! Learns the weights of [`HandOrder`]: at moments of random deals flat Monte Carlo values every legal card, and the weights
//! are changed so that what the order prefers is worth more. The playouts follow what was learned in the round before.
//!
//!     cargo run --release -p cutthroat-games --features measure --example learn_hand_order -- hearts 4 8 20000 100
//!     cargo run --release -p cutthroat-games --features measure --example learn_hand_order -- spades 3 5 8000 80
//!
//! The numbers are players, rounds, decisions of a round, and sampled deals of a decision; so were the weights of all games learned.
//!
//! After every round the order plays whole deals against the game's own, all seats, other deals than those it learned from,
//! and the weights are written to standard output as a constant.

use std::io::Write as _;

use cutthroat::hidden::{ByPlayouts, Hidden, MoveEstimate, Pimc, Sample, SeatViews};
use cutthroat::playout::PlayoutPolicy;
use cutthroat::{AtTheEnd, Game, MoveOrder, Player, Range};
use cutthroat_games::cards::{
    Card, FEATURES, Features, HandOrder, HandWeights, HeartsRules, OhHellRules, Pass, Position, ROWS, Rules,
    SergeantMajorRules, Sight, SpadesRules, TrickGame,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A moment, as far as it is learned from: every legal card, and what it is worth.
struct Lesson {
    cards: Vec<(Features, f64)>,
}

type Soft = Vec<[f64; FEATURES]>;

/// Weights are learned as fractions of this.
const UNIT: f64 = 100.0;

fn rounded(soft: &Soft) -> &'static HandWeights {
    let mut weights = [[0; FEATURES]; ROWS];
    for (row, learned) in weights.iter_mut().zip(soft) {
        for (weight, learned) in row.iter_mut().zip(learned) {
            *weight = (learned * UNIT).round() as i16;
        }
    }
    Box::leak(Box::new(weights))
}

fn arranged<R: Rules, O: MoveOrder<TrickGame<R>>>(
    order: &O,
    game: &TrickGame<R>,
    at: &Position,
    moves: &[Card],
) -> Card {
    let mut places: Vec<u16> = (0..moves.len() as u16).collect();
    order.arrange(game, at, moves, &mut places);
    moves[usize::from(places[0])]
}

fn lessons<R: Rules, O: MoveOrder<TrickGame<R>>>(
    deal: &dyn Fn(u64) -> (TrickGame<R>, Position),
    order: &O,
    wanted: usize,
    worlds: usize,
    first_seed: u64,
) -> Vec<Lesson> {
    let mut found = Vec::new();
    let mut seed = first_seed;
    let mut rng = ChaCha8Rng::seed_from_u64(first_seed);
    let end = AtTheEnd(Range::default());
    while found.len() < wanted {
        seed += 1;
        let (game, mut state) = deal(seed);
        let public = game.public();
        let mut views = SeatViews::new(&game, &state);
        while let Some(mover) = game.mover(&state) {
            let known = views.of(mover);
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let mut mv = moves[0];
            if moves.len() > 1 {
                mv = arranged(order, &public, &public.possible_state(known.view), &moves);
                if rng.random_range(0..4_u32) == 0 {
                    let sample = Sample::draw(&public, known.view, worlds, rng.random()).expect("a true view");
                    let policy = PlayoutPolicy::order(0.1);
                    let mut search = ByPlayouts::new(&end, order, policy, rng.random());
                    let values = Pimc::new(&public, known.view, &mut search).run(&sample).expect("playouts");
                    let sight = Sight::new(&public, &public.possible_state(known.view));
                    let worth =
                        |estimate: &MoveEstimate<Card>| (sight.features(estimate.mv), estimate.means[mover.index()]);
                    found.push(Lesson { cards: values.moves.iter().map(worth).collect() });
                    mv = values.best;
                }
                if rng.random_range(0..10_u32) == 0 {
                    mv = moves[rng.random_range(0..moves.len() as u64) as usize];
                }
            }
            views.tell(&game, &state, mv);
            game.play(&mut state, mv);
        }
    }
    found
}

/// Chances of each card by a softmax.
fn chances(lesson: &Lesson, soft: &Soft) -> Vec<f64> {
    let merit = |(features, _): &(Features, f64)| -> f64 {
        soft[features.row].iter().zip(features.numbers).map(|(weight, number)| weight * f64::from(number)).sum()
    };
    let merits: Vec<f64> = lesson.cards.iter().map(merit).collect();
    let most = merits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let raised: Vec<f64> = merits.iter().map(|merit| (merit - most).exp()).collect();
    let sum: f64 = raised.iter().sum();
    raised.iter().map(|one| one / sum).collect()
}

/// How much less than the best card the first of the order is worth, on average.
fn regret(lessons: &[Lesson], soft: &Soft) -> f64 {
    let of_one = |lesson: &Lesson| {
        let best = lesson.cards.iter().map(|(_, worth)| *worth).fold(f64::NEG_INFINITY, f64::max);
        let chances = chances(lesson, soft);
        let first = (0..chances.len()).max_by(|&a, &b| chances[a].total_cmp(&chances[b])).unwrap_or(0);
        best - lesson.cards[first].1
    };
    lessons.iter().map(of_one).sum::<f64>() / lessons.len() as f64
}

/// Gradient ascent on what is expected of a card drawn by the softmax (Adam).
fn learn(lessons: &[Lesson], soft: &mut Soft, passes: usize, scale: f64) {
    let (mut mean, mut square) = (vec![[0.0; FEATURES]; ROWS], vec![[0.0; FEATURES]; ROWS]);
    let mut step = 0;
    for pass in 0..passes {
        let rate = 0.02 * (1.0 - pass as f64 / passes as f64);
        for batch in lessons.chunks(256) {
            step += 1;
            let mut gradient = vec![[0.0; FEATURES]; ROWS];
            for lesson in batch {
                let chances = chances(lesson, soft);
                let expected: f64 = chances.iter().zip(&lesson.cards).map(|(chance, (_, worth))| chance * worth).sum();
                for (chance, (features, worth)) in chances.iter().zip(&lesson.cards) {
                    let push = chance * (worth - expected) * scale / batch.len() as f64;
                    for (slope, number) in gradient[features.row].iter_mut().zip(features.numbers) {
                        *slope += push * f64::from(number);
                    }
                }
            }
            for row in 0..ROWS {
                for place in 0..FEATURES {
                    let slope = gradient[row][place] - 1e-4 * soft[row][place];
                    let (m, s) = (&mut mean[row][place], &mut square[row][place]);
                    *m = 0.9 * *m + 0.1 * slope;
                    *s = 0.999 * *s + 0.001 * slope * slope;
                    let (m, s) = (*m / (1.0 - 0.9_f64.powi(step)), *s / (1.0 - 0.999_f64.powi(step)));
                    soft[row][place] += rate * m / (s.sqrt() + 1e-8);
                }
            }
        }
    }
}

/// Chooses a card.
type Chooses<'c, R> = &'c dyn Fn(&TrickGame<R>, &Position, &[Card]) -> Card;

/// By how much a seat that follows `order` scores more than the seats that follow `other`, and the error of that.
fn duel<R: Rules>(
    deal: &dyn Fn(u64) -> (TrickGame<R>, Position),
    order: Chooses<'_, R>,
    other: Chooses<'_, R>,
    deals: u64,
) -> (f64, f64) {
    let mut differences = Vec::new();
    for seed in 1..=deals {
        let (game, start) = deal(seed);
        let players = game.players();
        let public = game.public();
        let (mut ahead, mut tables) = (0.0, 0.0);
        for seat in 0..players {
            for turned in [false, true] {
                let mut state = start;
                let mut views = SeatViews::new(&game, &state);
                while let Some(mover) = game.mover(&state) {
                    let known = views.of(mover);
                    let mut moves = Vec::new();
                    game.moves(&state, &mut moves);
                    let at = public.possible_state(known.view);
                    let is_one = (mover.index() == seat) != turned;
                    let mv = if is_one { order(&public, &at, &moves) } else { other(&public, &at, &moves) };
                    views.tell(&game, &state, mv);
                    game.play(&mut state, mv);
                }
                let payoff = game.payoff(&state);
                let of = |player: usize| f64::from(payoff[Player::new(player)]);
                let rest = (0..players).filter(|&other| other != seat).map(of).sum::<f64>() / (players - 1) as f64;
                let sign = if turned { -1.0 } else { 1.0 };
                ahead += sign * (of(seat) - rest);
                tables += 1.0;
            }
        }
        differences.push(ahead / tables);
    }
    let number = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / number;
    let variance = differences.iter().map(|own| (own - mean) * (own - mean)).sum::<f64>() / (number - 1.0);
    (mean, (variance / number).sqrt())
}

fn run<R: Rules>(deal: &dyn Fn(u64) -> (TrickGame<R>, Position), words: &[String], scale: f64) {
    let number = |place: usize, usual: usize| words.get(place).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (rounds, decisions, worlds) = (number(2, 4), number(3, 4_000), number(4, 60));
    let mut soft: Soft = vec![[0.0; FEATURES]; ROWS];
    let usual = R::Order::default();
    let mut known: Vec<Lesson> = Vec::new();
    let mut current: Option<HandOrder> = None;
    for round in 0..rounds {
        let first_seed = 1_000_000 * (round as u64 + 1);
        let more = match &current {
            None => lessons(deal, &usual, decisions, worlds, first_seed),
            Some(order) => lessons(deal, order, decisions, worlds, first_seed),
        };
        // Those of the first rounds are of worse playouts.
        if round == 2 {
            known.clear();
        }
        known.extend(more);
        let (test, train) = known.split_at(known.len() / 10);
        learn(train, &mut soft, 30, scale);
        let weights = rounded(&soft);
        let order = HandOrder::new(weights);
        let blind =
            |order: &HandOrder, game: &TrickGame<R>, at: &Position, moves: &[Card]| arranged(order, game, at, moves);
        let (ahead, error) = duel(
            deal,
            &|game, at, moves| blind(&order, game, at, moves),
            &|game, at, moves| arranged(&usual, game, at, moves),
            2_000,
        );
        eprintln!(
            "round {round}: {} lessons, regret {:.3} learned, {:.3} unseen; ahead of the usual order by {ahead:.3} +- {error:.3}",
            known.len(),
            regret(train, &soft),
            regret(test, &soft),
        );
        current = Some(order);
        let mut out = std::io::stdout().lock();
        let _ = writeln!(out, "// round {round}");
        for row in weights {
            let _ = writeln!(out, "    {row:?},");
        }
        let _ = out.flush();
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let game = words.first().map_or("hearts", String::as_str);
    let players: usize = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(4);
    match game {
        "hearts" => {
            let deal = |seed: u64| {
                let pass = if players == 4 { Pass::of_deal(seed as usize, 4) } else { Pass::of_deal(seed as usize, 3) };
                TrickGame::deal(HeartsRules { pass, ..HeartsRules::TABLE }, players, None, seed).expect("a deal")
            };
            run::<HeartsRules>(&deal, &words, 1.0);
        }
        "spades" => {
            let rules = SpadesRules::preset("table").expect("a preset");
            run::<SpadesRules>(&|seed| TrickGame::deal(rules, players, None, seed).expect("a deal"), &words, 0.1);
        }
        "oh-hell" => {
            let deal = |seed: u64| {
                let most = 52 / players;
                let cards = 1 + seed as usize % most;
                let cards = if players * cards == 52 { None } else { Some(cards.max(3)) };
                TrickGame::deal(OhHellRules::default(), players, cards, seed).expect("a deal")
            };
            run::<OhHellRules>(&deal, &words, 0.5);
        }
        _ => {
            let rules = SergeantMajorRules::preset("table").unwrap_or_default();
            run::<SergeantMajorRules>(&|seed| TrickGame::deal(rules, 3, None, seed).expect("a deal"), &words, 2.0);
        }
    }
}
