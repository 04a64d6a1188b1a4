//! How far exact searches of three-player Hearts and Sergeant Major reach.
//!
//!     cargo run --release -p cutthroat-games --features measure --example solvable -- nodes hearts maxn 8 100
//!     cargo run --release -p cutthroat-games --features measure --example solvable -- left sergeant-major paranoid 40
//!
//! `nodes` counts the nodes of deals with a given number of cards in each hand, with and without what players are sure
//! of. `left` plays whole hands by the order alone and asks at every position with a choice whether 500,000 nodes are
//! enough to solve it. It prints how many cards are left, on average, when they first are (2003 paper, section 5.2).
//! The searches are `maxn` and `paranoid` with every technique, and `speculative`, which deepens without a table as in
//! the paper.

use std::time::Instant;

use cutthroat::maxn::Test;
use cutthroat::paranoid::Window;
use cutthroat::{
    Bounds, Budget, Ensured, Evaluation, Game, Maxn, MaxnOptions, Memo, MoveOrder, Outcome, Paranoid, ParanoidOptions,
    Payoff, Pruning, Range, ScalarTable, SearchError, SearchHints, VectorTable,
};
use cutthroat_games::cards::{
    Card, HeartsRules, Position, Rules, SergeantMajorRules, TrickGame, Utility, Weighted, first_choice,
};

/// MiB for a table.
const MEMORY: usize = 64;

/// The paper's limit.
const LIMIT: u64 = 500_000;

/// An evaluation that can hide what players are sure of.
struct Discreet<E> {
    evaluation: E,
    tells: bool,
}

impl<R: Rules> Evaluation<TrickGame<R>> for Discreet<R::Evaluation> {
    fn range(&self, game: &TrickGame<R>) -> Range {
        Evaluation::range(&self.evaluation, game)
    }

    fn evaluate(&self, game: &TrickGame<R>, state: &Position) -> Payoff {
        self.evaluation.evaluate(game, state)
    }

    fn payoff_bounds(&self, game: &TrickGame<R>, state: &Position) -> Option<Bounds> {
        self.evaluation.payoff_bounds(game, state)
    }

    fn outcomes(&self, game: &TrickGame<R>) -> Option<Vec<Outcome>> {
        self.evaluation.outcomes(game)
    }

    fn outcome(&self, game: &TrickGame<R>, state: &Position) -> usize {
        self.evaluation.outcome(game, state)
    }

    fn counted_bounds(&self, game: &TrickGame<R>, state: &Position) -> Option<Bounds> {
        self.evaluation.counted_bounds(game, state)
    }

    fn ensured(&self, game: &TrickGame<R>, state: &Position) -> Option<Ensured> {
        if self.tells { Evaluation::ensured(&self.evaluation, game, state) } else { None }
    }

    fn ensured_by(&self, game: &TrickGame<R>, state: &Position, seats: u8) -> Option<Ensured> {
        if self.tells { self.evaluation.ensured_by(game, state, seats) } else { None }
    }

    fn memo(&self, game: &TrickGame<R>, state: &Position) -> Option<Memo> {
        self.evaluation.memo(game, state)
    }

    fn counted_memo(&self, game: &TrickGame<R>, state: &Position) -> Option<Memo> {
        self.evaluation.counted_memo(game, state)
    }
}

/// The game's own order, the reference order, or one that was tuned.
enum Order<M> {
    Usual(M),
    Reference,
    Tuned(Box<Weighted>),
}

impl<R: Rules> MoveOrder<TrickGame<R>> for Order<R::Order> {
    fn arrange(&self, game: &TrickGame<R>, state: &Position, moves: &[Card], order: &mut [u16]) {
        match self {
            Self::Usual(usual) => usual.arrange(game, state, moves, order),
            Self::Reference => {}
            Self::Tuned(tuned) => tuned.arrange(game, state, moves, order),
        }
    }
}

/// The nodes of a search of `state`, if they are within the limit.
fn nodes<R: Rules>(
    game: &TrickGame<R>,
    state: &Position,
    algorithm: &str,
    tells: bool,
    limit: Option<u64>,
) -> Option<u64> {
    let evaluation = Discreet { evaluation: R::Evaluation::ALL[0], tells };
    let budget = Budget { nodes: limit, ..Budget::default() };
    let found = match algorithm {
        "paranoid" => {
            let order = match R::PER_TRICK {
                0 => Order::Usual(R::Order::default()),
                _ => Order::Tuned(Box::new(Weighted::against(game.mover(state)?))),
            };
            let options = ParanoidOptions { window: Window::Null, bounds: true, ..ParanoidOptions::default() };
            let mut table = ScalarTable::new(MEMORY);
            let search = Paranoid::with_order(game, &evaluation, &order).options(&options);
            search.partitions(&mut table).budget(budget).run(state)
        }
        "speculative" => {
            let order = Order::Usual(R::Order::default());
            let options =
                MaxnOptions { pruning: Pruning::SPECULATIVE, test: Test::Sum, bounds: true, ..Default::default() };
            Maxn::with_order(game, &evaluation, &order).options(&options).budget(budget).deepen(true).run(state)
        }
        _ => {
            let order = Order::Reference;
            let options = MaxnOptions { pruning: Pruning::DEEP, test: Test::Table, bounds: true, ..Default::default() };
            let mut table = VectorTable::new(MEMORY);
            let search = Maxn::with_order(game, &evaluation, &order).options(&options);
            search.partitions(&mut table).budget(budget).run(state)
        }
    };
    match found {
        Ok(found) => found.is_complete().then_some(found.nodes),
        Err(SearchError::Stopped(_)) => None,
        Err(error) => panic!("options that fit: {error}"),
    }
}

fn deal<R: Rules>(cards: Option<usize>, seed: u64) -> (TrickGame<R>, Position) {
    TrickGame::deal(R::default(), 3, cards, seed).expect("three players have that many cards")
}

/// The nodes of deals, with and without what players are sure of.
fn count<R: Rules>(algorithm: &str, cards: u64, seeds: std::ops::Range<u64>) {
    println!("| {} {algorithm}, {cards} cards each | median | mean | most | seconds |\n|---|---|---|---|---|", R::NAME);
    for (words, tells) in [("with sure points or tricks", true), ("without", false)] {
        let start = Instant::now();
        let mut counts: Vec<u64> = seeds
            .clone()
            .filter_map(|seed| {
                let (game, deal) = deal::<R>(Some(cards as usize), seed);
                nodes(&game, &deal, algorithm, tells, None)
            })
            .collect();
        counts.sort_unstable();
        let (median, most) = (counts[counts.len() / 2], counts[counts.len() - 1]);
        let mean = counts.iter().sum::<u64>() / counts.len() as u64;
        println!("| {words} | {median} | {mean} | {most} | {:.1} |", start.elapsed().as_secs_f64());
    }
}

/// How many cards are left when a hand played by the order can first be solved.
fn cards_left<R: Rules>(algorithm: &str, seed: u64) -> usize {
    let (game, mut state) = deal::<R>(None, seed);
    while game.mover(&state).is_some() {
        let choice = first_choice(&game, &R::Order::default(), &state);
        if game.only_move(&state).is_none() && nodes(&game, &state, algorithm, true, Some(LIMIT)).is_some() {
            break;
        }
        game.play(&mut state, choice);
    }
    state.in_play().len() - state.played()
}

fn average<R: Rules>(algorithm: &str, seeds: std::ops::Range<u64>) {
    let mut left: Vec<usize> = Vec::new();
    for seed in seeds {
        left.push(cards_left::<R>(algorithm, seed));
        eprintln!("deal {seed}: {}", left[left.len() - 1]);
    }
    let mean = left.iter().sum::<usize>() as f64 / left.len() as f64;
    left.sort_unstable();
    let papers =
        if R::NAME == "hearts" { "; the 2003 paper has 20.9 for max^n, 22.1 for speculative max^n" } else { "" };
    println!(
        "{} {algorithm}: solved within {LIMIT} nodes with {mean:.1} cards left (from {} to {}, {} deals){papers}",
        R::NAME,
        left[0],
        left[left.len() - 1],
        left.len()
    );
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |place: usize| words.get(place).map_or("", String::as_str);
    let number = |place: usize, usual: u64| words.get(place).map_or(Some(usual), |word| word.parse().ok());
    let known = ["maxn", "speculative", "paranoid"].contains(&word(2));
    match (word(0), word(1), number(3, 40), number(4, 100), number(5, 0)) {
        ("nodes", "hearts", Some(cards), Some(deals), Some(first)) if known => {
            count::<HeartsRules>(word(2), cards, first..first + deals);
        }
        ("nodes", "sergeant-major", Some(cards), Some(deals), Some(first)) if known => {
            count::<SergeantMajorRules>(word(2), cards, first..first + deals);
        }
        ("left", "hearts", Some(deals), _, _) if known => average::<HeartsRules>(word(2), 0..deals),
        ("left", "sergeant-major", Some(deals), _, _) if known => average::<SergeantMajorRules>(word(2), 0..deals),
        _ => {
            eprintln!("solvable nodes hearts|sergeant-major maxn|speculative|paranoid CARDS DEALS [FIRST-SEED]");
            eprintln!("solvable left hearts|sergeant-major maxn|speculative|paranoid DEALS");
            std::process::exit(2);
        }
    }
}
