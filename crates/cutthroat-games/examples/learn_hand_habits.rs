//! Learns the weights of [`HandHabits`](cutthroat_games::cards::HandHabits): players who search play deals in which they see
//! only their own cards, and the weights are those that make the cards they chose most likely.
//!
//!     cargo run --release -p cutthroat-games --features measure --example learn_hand_habits -- hearts 4 400 20000
//!
//! The numbers are players, deals, and the seed of the first deal. The players are UCT in 30 sampled deals with 1,000 playouts
//! in all. The weights are written to standard output as a constant.

use cutthroat::hidden::{Hidden, Knowledge, Pimc, Sample, SeatViews, WorldTask, WorldValues};
use cutthroat::mcts::MctsOptions;
use cutthroat::{Game, Mcts, Payoff, SearchError, SearchHints};
use cutthroat_games::cards::{
    Card, CardPlayed, DealMove, DealPhase, DealSeen, FEATURES, Features, HeartsRules, OhHellRules, Pass, ROWS, Rules,
    SeatSet, SergeantMajorRules, Sight, SpadesRules, TrickGame, WholeDeal, utility_named,
};

/// A choice: every class of equivalent cards, and the place of the chosen one.
struct Lesson {
    cards: Vec<Features>,
    chosen: usize,
}

type Soft = Vec<[f64; FEATURES]>;

const WORLDS: usize = 30;
const PLAYOUTS: u64 = 1_000;

/// Means are counted in so many parts of a point.
const PARTS: f64 = 50.0;

/// The card of a player who searches.
fn searched<R: Rules>(
    game: &TrickGame<R>,
    known: Knowledge<'_, TrickGame<R>>,
    evaluation: &R::Evaluation,
    seed: u64,
) -> Card {
    let sample = Sample::draw(game, known.view, WORLDS, seed).expect("a true view");
    let (players, order) = (game.players(), R::Order::default());
    let mut search = |task: &WorldTask<'_, TrickGame<R>>| -> Result<WorldValues, SearchError> {
        let options = MctsOptions {
            bounds: false,
            iterations: Some(PLAYOUTS / WORLDS as u64),
            seed: task.number,
            all_moves: true,
            ..MctsOptions::default()
        };
        let search = Mcts::with_order(&task.world.game, evaluation, &order).options(&options);
        let mut found = search.run(&task.world.state)?;
        for value in &mut found.moves {
            if let Some(sampled) = value.sampled.filter(|sampled| sampled.visits > 0) {
                let mean = |sum: i64| (sum as f64 / sampled.visits as f64 * PARTS).round_ties_even() as i16;
                value.payoff = Payoff::from_fn(players, |player| mean(sampled.sums[player.index()]));
            }
        }
        Ok(WorldValues::of(task, &found))
    };
    Pimc::new(game, known.view, &mut search).run(&sample).expect("a search").best
}

/// All choices of a deal.
fn lessons<R: Rules>(
    rules: R,
    players: usize,
    cards: Option<usize>,
    evaluation: &R::Evaluation,
    seed: u64,
) -> Vec<Lesson> {
    let mut lessons = Vec::new();
    let (game, mut state) = WholeDeal::deal(rules, players, cards, SeatSet::NONE, seed).expect("a deal");
    let mut views = SeatViews::new(&game, &state);
    let mut ply = 0;
    while let Some(mover) = game.mover(&state) {
        if state.phase() == DealPhase::Playing && state.position().left() == 0 {
            // Everything has been counted: what is still played does not matter.
            break;
        }
        ply += 1;
        let known = views.of(mover);
        let mv = if state.phase() == DealPhase::Playing {
            let view = known.view.play().expect("the play has begun");
            let told: Vec<CardPlayed> = known.told.iter().filter_map(DealSeen::played).collect();
            let kernel = game.play_in(known.view);
            let (seen, mut legal, mut classes) = (kernel.possible_state(view), Vec::new(), Vec::new());
            kernel.moves_of(view, &mut legal);
            kernel.search_moves(&seen, &mut classes);
            let mut card = legal[0];
            if legal.len() > 1 {
                card = searched::<R>(&kernel, Knowledge { view, told: &told }, evaluation, seed * 1000 + ply);
            }
            if classes.len() > 1 {
                let class = kernel.representative(classes.iter().copied().collect(), card);
                let sight = Sight::new(&kernel, &seen);
                let chosen = classes.iter().position(|&other| other == class).expect("a class");
                lessons.push(Lesson { cards: classes.iter().map(|&card| sight.features(card)).collect(), chosen });
            }
            DealMove::Play(card)
        } else {
            game.usual(known.view)
        };
        views.tell(&game, &state, mv);
        game.play(&mut state, mv);
    }
    lessons
}

/// Chances of each card by a softmax.
fn chances(lesson: &Lesson, soft: &Soft) -> Vec<f64> {
    let merit = |features: &Features| -> f64 {
        soft[features.row].iter().zip(features.numbers).map(|(weight, number)| weight * f64::from(number)).sum()
    };
    let merits: Vec<f64> = lesson.cards.iter().map(merit).collect();
    let most = merits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let raised: Vec<f64> = merits.iter().map(|merit| (merit - most).exp()).collect();
    let sum: f64 = raised.iter().sum();
    raised.iter().map(|one| one / sum).collect()
}

/// The mean logarithm of the chance of what was not chosen otherwise: less is better.
fn loss(lessons: &[Lesson], soft: &Soft) -> f64 {
    let of_one = |lesson: &Lesson| -chances(lesson, soft)[lesson.chosen].max(1e-9).ln();
    lessons.iter().map(of_one).sum::<f64>() / lessons.len() as f64
}

/// Gradient ascent on the likelihood (Adam).
fn learn(lessons: &[Lesson], passes: usize) -> Soft {
    let mut soft = vec![[0.0; FEATURES]; ROWS];
    let (mut mean, mut square) = (soft.clone(), soft.clone());
    let mut step = 0;
    for pass in 0..passes {
        let rate = 0.02 * (1.0 - pass as f64 / passes as f64);
        for batch in lessons.chunks(256) {
            step += 1;
            let mut gradient = vec![[0.0; FEATURES]; ROWS];
            for lesson in batch {
                let chances = chances(lesson, &soft);
                for (place, (features, chance)) in lesson.cards.iter().zip(chances).enumerate() {
                    let push = (f64::from(u8::from(place == lesson.chosen)) - chance) / batch.len() as f64;
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
    soft
}

fn run<R: Rules>(deal: impl Fn(u64) -> (R, Option<usize>), evaluation: &str, words: &[String]) {
    let number = |place: usize, usual: u64| words.get(place).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (players, deals, first) = (number(1, 4) as usize, number(2, 400), number(3, 20_000));
    let evaluation = utility_named::<R>(evaluation).expect("an evaluation");
    let all: Vec<Lesson> = (first..first + deals)
        .flat_map(|seed| {
            let (rules, cards) = deal(seed);
            lessons(rules, players, cards, &evaluation, seed)
        })
        .collect();
    let (test, train) = all.split_at(all.len() / 10);
    let soft = learn(train, 40);
    let chance = vec![[0.0; FEATURES]; ROWS];
    eprintln!(
        "{} choices; loss {:.3} learned, {:.3} unseen, {:.3} by chance",
        all.len(),
        loss(train, &soft),
        loss(test, &soft),
        loss(test, &chance)
    );
    for row in &soft {
        println!("    {:?},", row.map(|weight| (weight * 100.0).round() as i16));
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.first().map_or("hearts", String::as_str) {
        "hearts" => {
            run::<HeartsRules>(|_| (HeartsRules { pass: Pass::Left, ..HeartsRules::TABLE }, None), "points", &words);
        }
        "spades" => run::<SpadesRules>(|_| (SpadesRules::preset("table").expect("a preset"), None), "score", &words),
        "oh-hell" => run::<OhHellRules>(|_| (OhHellRules::default(), None), "score", &words),
        _ => {
            let rules = SergeantMajorRules::preset("table").unwrap_or_default();
            run::<SergeantMajorRules>(|_| (rules, None), "tricks", &words);
        }
    }
}
