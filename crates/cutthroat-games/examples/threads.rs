//! Exact searches of whole deals on one thread and on several, in turn: time, nodes, and whether they find the same.
//!
//!     cargo run --release -p cutthroat-games --features measure --example threads -- paranoid 17 40
//!     cargo run --release -p cutthroat-games --features measure --example threads -- bridge 13 40 0 2 N
//!     cargo run --release -p cutthroat-games --features measure --example threads -- mot 15 40
//!
//! The arguments are: `paranoid` (three-player Spades, tricks), `mot` (three-player Spades, max^n, overtricks avoided) or `bridge`;
//! cards in each hand; deals; the first seed, 0 if not given; threads, 2 if not given; the strain of bridge, one of
//! `SHDCN`; and MiB for the table, 1024 if not given. Every search has a new table.

use std::time::Instant;

use cutthroat::maxn::Test;
use cutthroat::paranoid::Window;
use cutthroat::{
    Analysis, Budget, Evaluation, Maxn, MaxnOptions, Paranoid, ParanoidOptions, Partition, Pruning, ScalarTable,
    SearchError, VectorTable,
};
use cutthroat_games::cards::{
    Bridge, BridgeEvaluation, BridgeRules, Card, Position, Spades, SpadesEvaluation, SpadesRules, Suit, Weighted,
};

type Found = Result<Analysis<Card>, SearchError>;

struct Manner {
    cards: usize,
    memory: usize,
    strain: Option<Suit>,
    budget: Budget,
}

impl Manner {
    fn paranoid<G, E>(&self, game: &G, evaluation: &E, deal: &Position, threads: usize) -> Found
    where
        G: Partition<State = Position, Move = Card> + Sync,
        E: Evaluation<G> + Sync,
        Weighted: cutthroat::MoveOrder<G>,
    {
        let order = Weighted::against(game.mover(deal).expect("a deal has a first lead"));
        let options = ParanoidOptions { window: Window::Null, bounds: true, ..ParanoidOptions::default() };
        let mut table = ScalarTable::new(self.memory);
        let search = Paranoid::with_order(game, evaluation, &order).options(&options).partitions(&mut table);
        search.budget(self.budget.clone()).threads(threads).run(deal)
    }

    fn maxn(&self, game: &Spades, deal: &Position, threads: usize) -> Found {
        let options = MaxnOptions { pruning: Pruning::DEEP, test: Test::Table, bounds: true, ..MaxnOptions::default() };
        let mut table = VectorTable::new(self.memory);
        let search = Maxn::new(game, &SpadesEvaluation::Mot).options(&options).partitions(&mut table);
        search.budget(self.budget.clone()).threads(threads).run(deal)
    }

    fn search(&self, kind: &str, seed: u64, threads: usize) -> Found {
        if kind == "bridge" {
            let (game, deal) = Bridge::deal(BridgeRules { trump: self.strain }, 4, Some(self.cards), seed)
                .expect("four players have up to thirteen cards");
            return self.paranoid(&game, &BridgeEvaluation::Tricks, &deal, threads);
        }
        let (game, deal) = Spades::deal(SpadesRules::default(), 3, Some(self.cards), seed)
            .expect("three players have up to seventeen cards");
        match kind {
            "paranoid" => self.paranoid(&game, &SpadesEvaluation::Tricks, &deal, threads),
            _ => self.maxn(&game, &deal, threads),
        }
    }
}

/// What is the same on any number of threads; nothing if the search was given up.
fn answer(found: &Found) -> Option<(cutthroat::Payoff, &[Card])> {
    found.as_ref().ok().map(|found| (found.payoff, &found.line[..]))
}

/// The processor time of all threads so far, in seconds; 0 where the system does not tell.
fn processor_time() -> f64 {
    let told = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = told.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| words.get(place).map_or(Some(usual), |word| word.parse().ok());
    let strain = words.get(5).map_or(Some(None), |word| match word.as_str() {
        "N" => Some(None),
        word => word.chars().next().and_then(Suit::of_letter).map(Some),
    });
    let (Some(kind), Some(cards), Some(deals), Some(first), Some(threads), Some(strain), Some(memory), Some(millions)) = (
        words.first().filter(|kind| ["paranoid", "mot", "bridge"].contains(&kind.as_str())),
        number(1, 13),
        number(2, 40),
        number(3, 0),
        number(4, 2),
        strain,
        number(6, 1024),
        number(7, 0),
    ) else {
        eprintln!("threads paranoid|mot|bridge CARDS DEALS [FIRST-SEED [THREADS [STRAIN [MIB [MILLIONS-OF-NODES]]]]]");
        std::process::exit(2);
    };
    let budget = Budget { nodes: (millions > 0).then_some(millions * 1_000_000), ..Budget::default() };
    let manner = Manner { cards: cards as usize, memory: memory as usize, strain, budget };
    println!("{kind}, {cards} cards, seeds {first} to {}, 1 and {threads} threads, {memory} MiB", first + deals - 1);
    let (mut seconds, mut nodes, mut ratios, mut different, mut given_up) = ([0.0; 2], [0; 2], Vec::new(), 0, 0);
    let mut processor = [0.0; 2];
    for seed in first..first + deals {
        let timed = |threads| {
            let (start, processor) = (Instant::now(), processor_time());
            let found = manner.search(kind, seed, threads);
            (found, start.elapsed().as_secs_f64(), processor_time() - processor)
        };
        // Each is first half of the time.
        let (one, several) = if seed % 2 == 0 {
            let one = timed(1);
            (one, timed(threads as usize))
        } else {
            let several = timed(threads as usize);
            (timed(1), several)
        };
        let ((Ok(alone), time, processor_alone), (Ok(together), time_together, processor_together)) = (&one, &several)
        else {
            given_up += 1;
            continue;
        };
        if answer(&one.0) != answer(&several.0) {
            different += 1;
            println!("seed {seed}: {:?} and {:?}", answer(&one.0), answer(&several.0));
        }
        eprintln!(
            "seed {seed}: {} and {} nodes, {time:.3} and {time_together:.3} s, {:.2}",
            alone.nodes,
            together.nodes,
            time / time_together
        );
        for (place, (found, time)) in [(alone, time), (together, time_together)].into_iter().enumerate() {
            seconds[place] += time;
            nodes[place] += found.nodes;
        }
        processor[0] += processor_alone;
        processor[1] += processor_together;
        ratios.push(time / time_together);
    }
    let count = ratios.len() as f64;
    println!(
        "| deals | given up | different | nodes, 1 thread | nodes, {threads} threads | ratio | seconds | seconds | ratio | mean of ratios |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    println!(
        "| {count} | {given_up} | {different} | {} | {} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} |",
        nodes[0],
        nodes[1],
        nodes[1] as f64 / nodes[0] as f64,
        seconds[0],
        seconds[1],
        seconds[0] / seconds[1],
        ratios.iter().sum::<f64>() / count
    );
    println!("processor time {:.2} and {:.2} s: {:.2}", processor[0], processor[1], processor[1] / processor[0]);
    if different > 0 {
        std::process::exit(1);
    }
}
