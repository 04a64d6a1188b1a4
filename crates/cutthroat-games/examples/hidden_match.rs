//! How strong players are who see only their own hand, at four-player Hearts: one of a kind against three who play by the
//! order alone, in every seat, on the same deals. Points a deal, fewer is better.
//!
//!     cargo run --release -p cutthroat-games --features measure --example hidden_match -- [DEALS] [NAME ...]

use std::time::Instant;

use cutthroat::hidden::{
    ByOrder, ByPlayouts, Epimc, FirstOfBlindOrder, Hidden, Ismcts, Knowledge, Pimc, Reader, Sample, SeatViews,
    WorldTask, WorldValues,
};
use cutthroat::player::{AtRandom, Choice};
use cutthroat::playout::{FastRandom, Playout, PlayoutPolicy};
use cutthroat::{Evaluation, Game, Maxn, Paranoid, Player, Pruning, SearchError};
use cutthroat_games::cards::{AvoidingPoints, Card, Hearts, HeartsEvaluation, HeartsRules, Position};

const POINTS: HeartsEvaluation = HeartsEvaluation::Points;

type Chosen = Result<Choice<Card>, SearchError>;

/// A sample, weighed by how the others played if asked for.
fn sample(game: &Hearts, known: Knowledge<'_, Hearts>, worlds: usize, weighed: bool, seed: u64) -> Sample<Hearts> {
    let mut sample = Sample::draw(game, known.view, worlds, seed).expect("a true view");
    if weighed {
        sample.weigh(game, known, &mut ByOrder::new(AvoidingPoints), seed);
    }
    sample
}

fn flat(worlds: usize, weighed: bool) -> impl FnMut(&Hearts, Knowledge<'_, Hearts>, u64) -> Chosen {
    move |game, known, seed| {
        let sample = sample(game, known, worlds, weighed, seed);
        let policy = PlayoutPolicy::order(0.1);
        let mut search = ByPlayouts::new(&POINTS, &AvoidingPoints, policy, seed);
        Ok(Pimc::new(game, known.view, &mut search).run(&sample)?.choice(4))
    }
}

/// The values of all cards by max^n to a depth.
fn maxn(task: &WorldTask<'_, Hearts>) -> Result<WorldValues, SearchError> {
    let search = Maxn::with_order(&task.world.game, &POINTS, &AvoidingPoints).pruning(Pruning::SHALLOW);
    Ok(WorldValues::of(task, &search.all_moves(true).depth(task.depth).run(&task.world.state)?))
}

fn paranoid(task: &WorldTask<'_, Hearts>) -> Result<WorldValues, SearchError> {
    let search = Paranoid::with_order(&task.world.game, &POINTS, &AvoidingPoints);
    Ok(WorldValues::of(task, &search.all_moves(true).depth(task.depth).run(&task.world.state)?))
}

fn pimc(
    worlds: usize,
    depth: usize,
    mut search: impl FnMut(&WorldTask<'_, Hearts>) -> Result<WorldValues, SearchError>,
) -> impl FnMut(&Hearts, Knowledge<'_, Hearts>, u64) -> Chosen {
    move |game, known, seed| {
        let sample = sample(game, known, worlds, false, seed);
        Ok(Pimc::new(game, known.view, &mut search).depth(depth).run(&sample)?.choice(4))
    }
}

fn epimc(worlds: usize, depth: usize) -> impl FnMut(&Hearts, Knowledge<'_, Hearts>, u64) -> Chosen {
    move |game, known, seed| {
        let sample = sample(game, known, worlds, false, seed);
        let policy = PlayoutPolicy::order(0.1);
        let mut search = ByPlayouts::new(&POINTS, &AvoidingPoints, policy, seed);
        Ok(Epimc::new(game, known, &mut search).depth(depth).run(&sample, seed)?.choice(4))
    }
}

fn ismcts(iterations: u64, exploration: f64) -> impl FnMut(&Hearts, Knowledge<'_, Hearts>, u64) -> Chosen {
    move |game, known, seed| {
        let mut play_out = |game: &Hearts, state: &mut Position, random: &mut FastRandom| {
            Playout::new(game, &POINTS, &AvoidingPoints, PlayoutPolicy::order(0.1)).run(state, random)
        };
        let search = Ismcts::new(game, known, POINTS.range(game), &mut play_out);
        Ok(search.exploration(exploration).iterations(iterations).run(seed)?.choice(4))
    }
}

/// Points of the seat of `candidate`, with the other seats played by the order alone.
fn points(candidate: &mut dyn Reader<Hearts>, seat: Player, seed: u64) -> i16 {
    let (game, mut state) = Hearts::deal(HeartsRules::TABLE, 4, None, seed).expect("a deal of the whole pack");
    let public = game.public();
    let mut views = SeatViews::new(&game, &state);
    let mut ply = 0;
    while let Some(mover) = game.mover(&state) {
        let known = views.of(mover);
        let seed = seed << 8 | ply;
        let card = if mover == seat {
            candidate.choose(&public, known, seed)
        } else {
            FirstOfBlindOrder(AvoidingPoints).choose(&public, known, seed)
        };
        let card = card.expect("a choice").mv;
        views.tell(&game, &state, card);
        game.play(&mut state, card);
        ply += 1;
    }
    i16::from(game.total()) - game.payoff(&state)[seat]
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let deals: u64 = words.first().and_then(|word| word.parse().ok()).unwrap_or(100);
    let mut candidates: Vec<(&str, Box<dyn Reader<Hearts>>)> = vec![
        ("random", Box::new(AtRandom)),
        ("order", Box::new(FirstOfBlindOrder(AvoidingPoints))),
        ("flat-20", Box::new(flat(20, false))),
        ("flat-200", Box::new(flat(200, false))),
        ("flat-200-weighed", Box::new(flat(200, true))),
        ("pimc-maxn-20-4", Box::new(pimc(20, 4, maxn))),
        ("pimc-paranoid-20-4", Box::new(pimc(20, 4, paranoid))),
        ("pimc-maxn-30-8", Box::new(pimc(30, 8, maxn))),
        ("epimc-200-2", Box::new(epimc(200, 2))),
        ("ismcts-1000", Box::new(ismcts(1_000, 0.7))),
        ("ismcts-5000", Box::new(ismcts(5_000, 0.7))),
        ("ismcts-5000-0.2", Box::new(ismcts(5_000, 0.2))),
    ];
    for (name, candidate) in &mut candidates {
        if words.len() > 1 && !words[1..].iter().any(|word| word == name) {
            continue;
        }
        let start = Instant::now();
        // The mean over the four seats of a deal is one observation.
        let means: Vec<f64> = (0..deals)
            .map(|seed| Player::all(4).map(|seat| f64::from(points(candidate.as_mut(), seat, seed))).sum::<f64>() / 4.0)
            .collect();
        let mean = means.iter().sum::<f64>() / deals as f64;
        let variance = means.iter().map(|own| (own - mean).powi(2)).sum::<f64>() / (deals as f64 - 1.0);
        let error = (variance / deals as f64).sqrt();
        let time = start.elapsed().as_secs_f64() / (deals * 4 * 13) as f64;
        println!("{name}: {mean:.2} +- {error:.2} points a deal, {:.2} ms a decision", time * 1e3);
    }
}
