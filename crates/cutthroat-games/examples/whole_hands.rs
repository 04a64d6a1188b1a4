//! How many nodes exact searches of whole deals of three-player Spades need, with every technique and without each.
//!
//!     cargo run --release -p cutthroat-games --example whole_hands -- paranoid 13 100
//!     cargo run --release -p cutthroat-games --example whole_hands -- mot 15 100 0 nothing 1024 100
//!
//! The arguments are: `paranoid` (tricks) or `mot` (max^n, overtricks avoided, ties to the first move); cards in each
//! hand; deals; the first seed, 0 if not given; a technique to leave out, or `nothing`, or `each` for one after the
//! other; MiB for the table, 64 if not given; and millions of nodes after which a deal is given up. A deal that is
//! given up counts with those nodes, so the median is right as long as fewer than half of the deals are given up.

use std::time::Instant;

use cutthroat::maxn::Test;
use cutthroat::paranoid::Window;
use cutthroat::table::Statistics;
use cutthroat::{
    Analysis, Bounds, Budget, Evaluation, Game, Maxn, MaxnOptions, Memo, MoveOrder, Outcome, Paranoid, ParanoidOptions,
    Payoff, Pruning, Range, ScalarTable, SearchError, VectorTable,
};
use cutthroat_games::cards::{
    Card, MakingBids, Position, Spades, SpadesEvaluation, SpadesRules, TakingTricks, Weighted,
};

/// What can be left out.
const TECHNIQUES: [&str; 5] = ["nothing", "sure", "partition", "order", "table"];

/// An evaluation that can hide what players are sure of.
struct Discreet {
    evaluation: SpadesEvaluation,
    tells: bool,
}

impl Evaluation<Spades> for Discreet {
    fn range(&self, game: &Spades) -> Range {
        Evaluation::range(&self.evaluation, game)
    }

    fn evaluate(&self, game: &Spades, state: &Position) -> Payoff {
        self.evaluation.evaluate(game, state)
    }

    fn payoff_bounds(&self, game: &Spades, state: &Position) -> Option<Bounds> {
        self.evaluation.payoff_bounds(game, state)
    }

    fn outcomes(&self, game: &Spades) -> Option<Vec<Outcome>> {
        self.evaluation.outcomes(game)
    }

    fn outcome(&self, game: &Spades, state: &Position) -> usize {
        self.evaluation.outcome(game, state)
    }

    fn counted_bounds(&self, game: &Spades, state: &Position) -> Option<Bounds> {
        self.evaluation.counted_bounds(game, state)
    }

    fn ensured(&self, game: &Spades, state: &Position) -> Option<cutthroat::Ensured> {
        if self.tells { Evaluation::ensured(&self.evaluation, game, state) } else { None }
    }

    fn memo(&self, game: &Spades, state: &Position) -> Option<Memo> {
        self.evaluation.memo(game, state)
    }

    fn counted_memo(&self, game: &Spades, state: &Position) -> Option<Memo> {
        self.evaluation.counted_memo(game, state)
    }
}

/// The tuned order or the usual one.
#[expect(clippy::large_enum_variant, reason = "there is one of it in a search")]
enum Order {
    Tuned(Weighted),
    Tricks,
    Bids,
}

impl MoveOrder<Spades> for Order {
    fn arrange(&self, game: &Spades, state: &Position, moves: &[Card], order: &mut [u16]) {
        match self {
            Self::Tuned(tuned) => tuned.arrange(game, state, moves, order),
            Self::Tricks => TakingTricks.arrange(game, state, moves, order),
            Self::Bids => MakingBids.arrange(game, state, moves, order),
        }
    }
}

/// How deals are searched.
struct Manner<'m> {
    without: &'m str,
    /// MiB for the table.
    memory: usize,
    budget: Budget,
}

impl Manner<'_> {
    /// The nodes of a search, or none if it did not finish.
    fn nodes<M>(&self, found: Result<Analysis<M>, SearchError>, statistics: Statistics) -> Option<u64> {
        match found {
            Ok(found) => {
                let Statistics { hits, stores, replaced, .. } = statistics;
                eprint!(
                    " {:?}, {} nodes, {hits} hits, {stores} stored, {replaced} replaced",
                    found.payoff, found.nodes
                );
                Some(found.nodes)
            }
            Err(SearchError::Stopped(_)) => {
                eprint!(" not finished");
                None
            }
            Err(error) => panic!("options that fit: {error}"),
        }
    }

    fn paranoid(&self, game: &Spades, deal: &Position) -> Option<u64> {
        let evaluation = Discreet { evaluation: SpadesEvaluation::Tricks, tells: self.without != "sure" };
        let root = game.mover(deal).expect("a deal has a first lead");
        let order = if self.without == "order" { Order::Tricks } else { Order::Tuned(Weighted::against(root)) };
        let options = ParanoidOptions { window: Window::Null, bounds: true, ..ParanoidOptions::default() };
        let search = Paranoid::with_order(game, &evaluation, &order).options(&options);
        if self.without == "table" {
            return self.nodes(search.run(deal), Statistics::default());
        }
        let mut table = ScalarTable::new(self.memory);
        let search = if self.without == "partition" { search.table(&mut table) } else { search.partitions(&mut table) };
        let found = search.budget(self.budget.clone()).run(deal);
        self.nodes(found, table.statistics())
    }

    fn maxn(&self, game: &Spades, deal: &Position) -> Option<u64> {
        let evaluation = Discreet { evaluation: SpadesEvaluation::Mot, tells: self.without != "sure" };
        let order = if self.without == "order" { Order::Bids } else { Order::Tuned(Weighted::for_oneself()) };
        let options = MaxnOptions { pruning: Pruning::DEEP, test: Test::Table, bounds: true, ..MaxnOptions::default() };
        let search = Maxn::with_order(game, &evaluation, &order).options(&options);
        if self.without == "table" {
            return self.nodes(search.run(deal), Statistics::default());
        }
        let mut table = VectorTable::new(self.memory);
        let search = if self.without == "partition" { search.table(&mut table) } else { search.partitions(&mut table) };
        let found = search.budget(self.budget.clone()).run(deal);
        self.nodes(found, table.statistics())
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| words.get(place).map_or(Some(usual), |word| word.parse().ok());
    let (Some(kind), Some(cards), Some(deals), Some(first), Some(memory), Some(millions)) =
        (words.first(), number(1, 11), number(2, 100), number(3, 0), number(5, 64), number(6, 0))
    else {
        eprintln!(
            "whole_hands paranoid|mot CARDS DEALS \
             [FIRST-SEED [nothing|sure|partition|order|table|each [MIB [MILLIONS-OF-NODES]]]]"
        );
        std::process::exit(2);
    };
    let chosen = words.get(4).map_or("nothing", String::as_str);
    println!("{kind}, {cards} cards, seeds {first} to {}, {memory} MiB", first + deals - 1);
    println!("| without | median | mean | most | not finished | seconds |\n|---|---|---|---|---|---|");
    for without in TECHNIQUES.into_iter().filter(|&technique| chosen == technique || chosen == "each") {
        let nodes = (millions > 0).then_some(millions * 1_000_000);
        let manner = Manner { without, memory: memory as usize, budget: Budget { nodes, ..Budget::default() } };
        let start = Instant::now();
        let found = (first..first + deals).map(|seed| {
            let (game, deal) = Spades::deal(SpadesRules::default(), 3, Some(cards as usize), seed)
                .expect("three players have up to seventeen cards");
            eprint!("seed {seed}:");
            let nodes = if kind == "paranoid" { manner.paranoid(&game, &deal) } else { manner.maxn(&game, &deal) };
            eprintln!(", {:.0} s", start.elapsed().as_secs_f64());
            nodes
        });
        let found: Vec<Option<u64>> = found.collect();
        let unfinished = found.iter().filter(|nodes| nodes.is_none()).count();
        let limit = manner.budget.nodes.unwrap_or_default();
        let mut nodes: Vec<u64> = found.into_iter().map(|nodes| nodes.unwrap_or(limit)).collect();
        nodes.sort_unstable();
        let (median, most) = (nodes[nodes.len() / 2], nodes[nodes.len() - 1]);
        let mean = nodes.iter().sum::<u64>() / nodes.len() as u64;
        let seconds = start.elapsed().as_secs_f64();
        println!("| {without} | {median} | {mean} | {most} | {unfinished} | {seconds:.1} |");
    }
}
