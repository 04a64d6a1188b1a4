//! How many nodes exact searches of whole deals need, with every technique and without each.
//!
//!     cargo run --release -p cutthroat-games --features measure --example whole_hands -- paranoid 13 100
//!     cargo run --release -p cutthroat-games --features measure --example whole_hands -- mot 15 100 0 nothing 1024 100
//!     cargo run --release -p cutthroat-games --features measure --example whole_hands -- hearts 10 100 0 nothing 1024 10
//!
//! The arguments are: what is solved; cards in each hand; deals; the first seed, 0 if not given; a technique to leave
//! out, or `nothing`, or `each` for one after the other; MiB for the table, 64 if not given; and millions of nodes after
//! which a deal is given up. A deal that is given up counts with those nodes, so the median is right as long as fewer
//! than half of the deals are given up.
//!
//! What is solved is three-player Spades by `paranoid` search (tricks) or as `mot` (max^n, overtricks avoided), or by
//! max^n, ties to the first move, `hearts` (four players, points), `oh-hell` (four players, score) or `sergeant-major`
//! (three players, tricks).

use std::time::Instant;

use cutthroat::maxn::Test;
use cutthroat::paranoid::Window;
use cutthroat::table::Statistics;
use cutthroat::{
    Analysis, Bounds, Budget, Evaluation, Game, Maxn, MaxnOptions, Memo, MoveOrder, Outcome, Paranoid, ParanoidOptions,
    Payoff, Player, Pruning, Range, ScalarTable, SearchError, SideBounds, VectorTable,
};
use cutthroat_games::cards::{
    Card, HeartsEvaluation, HeartsRules, OhHellEvaluation, OhHellRules, Position, Rules, SergeantMajorEvaluation,
    SergeantMajorRules, SpadesEvaluation, SpadesRules, TakingTricks, TrickGame, Weighted,
};

/// What can be left out.
const TECHNIQUES: [&str; 5] = ["nothing", "sure", "partition", "order", "table"];

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

    fn ensured(&self, game: &TrickGame<R>, state: &Position) -> Option<cutthroat::Ensured> {
        if self.tells { Evaluation::ensured(&self.evaluation, game, state) } else { None }
    }

    fn ensured_by(&self, game: &TrickGame<R>, state: &Position, seats: u8) -> Option<cutthroat::Ensured> {
        if self.tells { self.evaluation.ensured_by(game, state, seats) } else { None }
    }

    fn side_bounds(
        &self,
        game: &TrickGame<R>,
        state: &Position,
        root: Player,
        limits: (i32, i32),
    ) -> Option<SideBounds> {
        if self.tells { self.evaluation.side_bounds(game, state, root, limits) } else { None }
    }

    fn memo(&self, game: &TrickGame<R>, state: &Position) -> Option<Memo> {
        self.evaluation.memo(game, state)
    }

    fn counted_memo(&self, game: &TrickGame<R>, state: &Position) -> Option<Memo> {
        self.evaluation.counted_memo(game, state)
    }
}

/// The order of a search: the one that is best for it, or a usual one.
#[expect(clippy::large_enum_variant, reason = "there is one of it in a search")]
enum Order<M> {
    Tuned(Weighted),
    Reference,
    Tricks,
    Usual(M),
}

impl<R: Rules> MoveOrder<TrickGame<R>> for Order<R::Order> {
    fn arrange(&self, game: &TrickGame<R>, state: &Position, moves: &[Card], order: &mut [u16]) {
        match self {
            Self::Tuned(tuned) => tuned.arrange(game, state, moves, order),
            Self::Reference => {}
            Self::Tricks => TakingTricks.arrange(game, state, moves, order),
            Self::Usual(usual) => usual.arrange(game, state, moves, order),
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

    fn paranoid<R: Rules>(&self, game: &TrickGame<R>, deal: &Position, evaluation: R::Evaluation) -> Option<u64> {
        let evaluation = Discreet { evaluation, tells: self.without != "sure" };
        let root = game.mover(deal).expect("a deal has a first lead");
        let order = match self.without {
            "order" => Order::Tricks,
            _ => Order::Tuned(Weighted::against(root)),
        };
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

    fn maxn<R: Rules>(&self, game: &TrickGame<R>, deal: &Position, evaluation: R::Evaluation) -> Option<u64> {
        let outcomes = evaluation.outcomes(game).map_or(usize::MAX, |outcomes| outcomes.len());
        let test = if outcomes <= cutthroat::attain::MAX_OUTCOMES { Test::Table } else { Test::Sum };
        let evaluation = Discreet { evaluation, tells: self.without != "sure" };
        let order = if self.without == "order" { Order::Usual(R::Order::default()) } else { Order::Reference };
        let options = MaxnOptions { pruning: Pruning::DEEP, test, bounds: true, ..MaxnOptions::default() };
        let search = Maxn::with_order(game, &evaluation, &order).options(&options);
        if self.without == "table" {
            return self.nodes(search.run(deal), Statistics::default());
        }
        let mut table = VectorTable::new(self.memory);
        let search = if self.without == "partition" { search.table(&mut table) } else { search.partitions(&mut table) };
        let found = search.budget(self.budget.clone()).run(deal);
        self.nodes(found, table.statistics())
    }

    /// The nodes of one deal of what is solved.
    fn solve(&self, kind: &str, cards: usize, seed: u64) -> Option<u64> {
        fn dealt<R: Rules>(players: usize, cards: usize, seed: u64) -> (TrickGame<R>, Position) {
            TrickGame::deal(R::default(), players, Some(cards), seed).expect("as many cards as the pack has")
        }
        match kind {
            "paranoid" => {
                let (game, deal) = dealt::<SpadesRules>(3, cards, seed);
                self.paranoid(&game, &deal, SpadesEvaluation::Tricks)
            }
            "hearts" => {
                let (game, deal) = dealt::<HeartsRules>(4, cards, seed);
                self.maxn(&game, &deal, HeartsEvaluation::Points)
            }
            "oh-hell" => {
                let (game, deal) = dealt::<OhHellRules>(4, cards, seed);
                self.maxn(&game, &deal, OhHellEvaluation::Score)
            }
            "sergeant-major" => {
                let (game, deal) = dealt::<SergeantMajorRules>(3, cards, seed);
                self.maxn(&game, &deal, SergeantMajorEvaluation::Tricks)
            }
            _ => {
                let (game, deal) = dealt::<SpadesRules>(3, cards, seed);
                self.maxn(&game, &deal, SpadesEvaluation::Mot)
            }
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| words.get(place).map_or(Some(usual), |word| word.parse().ok());
    let (Some(kind), Some(cards), Some(deals), Some(first), Some(memory), Some(millions)) =
        (words.first(), number(1, 11), number(2, 100), number(3, 0), number(5, 64), number(6, 0))
    else {
        eprintln!(
            "whole_hands paranoid|mot|hearts|oh-hell|sergeant-major CARDS DEALS \
             [FIRST-SEED [nothing|sure|partition|order|table|each [MIB [MILLIONS-OF-NODES]]]]"
        );
        std::process::exit(2);
    };
    let chosen = words.get(4).map_or("nothing", String::as_str);
    println!("{kind}, {cards} cards, seeds {first} to {}, {memory} MiB", first + deals - 1);
    println!(
        "| without | median | mean | geometric mean | most | not finished | seconds |\n|---|---|---|---|---|---|---|"
    );
    for without in TECHNIQUES.into_iter().filter(|&technique| chosen == technique || chosen == "each") {
        let nodes = (millions > 0).then_some(millions * 1_000_000);
        let manner = Manner { without, memory: memory as usize, budget: Budget { nodes, ..Budget::default() } };
        let start = Instant::now();
        let found = (first..first + deals).map(|seed| {
            eprint!("seed {seed}:");
            let nodes = manner.solve(kind, cards as usize, seed);
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
        let logarithms: f64 = nodes.iter().map(|&nodes| (nodes.max(1) as f64).ln()).sum();
        let geometric = (logarithms / nodes.len() as f64).exp();
        let seconds = start.elapsed().as_secs_f64();
        println!("| {without} | {median} | {mean} | {geometric:.0} | {most} | {unfinished} | {seconds:.1} |");
    }
}
