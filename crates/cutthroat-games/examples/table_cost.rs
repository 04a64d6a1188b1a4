//! The cost and the gain of the default table in searches of whole hands within a budget, game by game: nodes per
//! second with and without it, the level reached, and the nodes that level took.
//!
//!     cargo run --release -p cutthroat-games --features measure --example table_cost -- 2000000 3
//!
//! The arguments are: nodes for each search, deals of each game, MiB for the table (64 if not given).

use std::time::Instant;

use cutthroat::maxn::{self, Test};
use cutthroat::{
    Analysis, Budget, Game, Maxn, MaxnOptions, Paranoid, ParanoidOptions, Pruning, ScalarTable, VectorTable,
};
use cutthroat_games::cards::{
    BridgeRules, Card, HeartsRules, OhHellRules, Rules, SergeantMajorRules, SpadesRules, TrickGame, Utility as _,
};

struct Manner {
    nodes: u64,
    deals: u64,
    mebibytes: usize,
}

/// Nodes, seconds and levels of some searches.
#[derive(Default)]
struct Cost {
    nodes: u64,
    seconds: f64,
    depths: usize,
}

impl Cost {
    fn add(&mut self, search: impl FnOnce() -> Analysis<Card>) {
        let start = Instant::now();
        let found = search();
        self.seconds += start.elapsed().as_secs_f64();
        self.nodes += found.nodes;
        self.depths += found.depth;
    }

    fn rate(&self) -> f64 {
        self.nodes as f64 / self.seconds
    }
}

fn row(name: &str, players: usize, algorithm: &str, deals: u64, [without, with]: [Cost; 2]) {
    println!(
        "{name:>15} {players} {algorithm:>8}: {:>6.2} M nodes/s without, {:>6.2} with ({:>4.0} %); levels {:>4.1} and {:>4.1}",
        without.rate() / 1e6,
        with.rate() / 1e6,
        100.0 * with.rate() / without.rate(),
        without.depths as f64 / deals as f64,
        with.depths as f64 / deals as f64,
    );
}

fn measure<R: Rules>(players: usize, manner: &Manner) {
    let Manner { nodes, deals, mebibytes } = *manner;
    let evaluation = R::Evaluation::ALL[0];
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    let (mut maxn, mut alpha_beta) = (<[Cost; 2]>::default(), <[Cost; 2]>::default());
    for deal in 0..deals {
        let (game, state) = TrickGame::<R>::deal(R::default(), players, None, deal).expect("a whole deal");
        let order = R::Order::default();
        for table in [false, true] {
            let options = [(Test::Table, true), (Test::Sum, true), (Test::Sum, false)]
                .map(|(test, bounds)| MaxnOptions { pruning: Pruning::SPECULATIVE, test, bounds, ..Default::default() })
                .into_iter()
                .find(|options| maxn::check(&game, &evaluation, &state, options).is_ok())
                .expect("some pruning fits");
            let mut kept = table.then(|| VectorTable::new(mebibytes));
            maxn[usize::from(table)].add(|| {
                let mut search = Maxn::with_order(&game, &evaluation, &order).options(&options);
                if let Some(kept) = &mut kept {
                    search = search.partitions(kept);
                }
                search.budget(budget.clone()).deepen(true).run(&state).expect("a search")
            });
            let bounds = cutthroat::Evaluation::payoff_bounds(&evaluation, &game, &state).is_some();
            let options = ParanoidOptions { bounds, ..Default::default() };
            let mut kept = table.then(|| ScalarTable::new(mebibytes));
            alpha_beta[usize::from(table)].add(|| {
                let mut search = Paranoid::with_order(&game, &evaluation, &order).options(&options);
                if let Some(kept) = &mut kept {
                    search = search.partitions(kept);
                }
                search.budget(budget.clone()).deepen(true).run(&state).expect("a search")
            });
        }
        assert!(game.mover(&state).is_some());
    }
    row(R::NAME, players, "max^n", deals, maxn);
    row(R::NAME, players, "paranoid", deals, alpha_beta);
}

fn main() {
    let mut words = std::env::args().skip(1).map(|word| word.parse::<usize>().expect("a number"));
    let nodes = words.next().unwrap_or(2_000_000) as u64;
    let deals = words.next().unwrap_or(3) as u64;
    let manner = Manner { nodes, deals, mebibytes: words.next().unwrap_or(64) };
    measure::<HeartsRules>(3, &manner);
    measure::<HeartsRules>(4, &manner);
    measure::<SpadesRules>(3, &manner);
    measure::<SergeantMajorRules>(3, &manner);
    measure::<OhHellRules>(4, &manner);
    measure::<BridgeRules>(4, &manner);
}
