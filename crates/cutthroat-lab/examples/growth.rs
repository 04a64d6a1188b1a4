//! How nodes, seconds and memory grow with the cards of a hand, for every card game that is solved by max^n and by paranoid
//! search, and what a larger table is worth. `docs/growth.md` has its figures.
//!
//!     cargo run --release -p cutthroat-lab --features measure --example growth -- cards 10 1 docs/growth.svg
//!     cargo run --release -p cutthroat-lab --features measure --example growth -- tables 20 50 64,1024,8192
//!
//! The arguments of `cards` are: deals of each size, from seed 0 on; millions of nodes after which a deal is given up; and the
//! file for the chart. A size is the last one of its line when a fifth of the deals are given up or when its deals took two minutes.
//! Those of `tables` are deals, millions of nodes, and sizes in MiB.

use std::time::Instant;

use cutthroat::SearchError;
use cutthroat_catalog::{Error, Registry, Request, Setup, SolveTerms};
use cutthroat_lab::plot::{AxisScale, Line, LineChart, Point, Stroke};
use cutthroat_lab::thousands;

/// Hands of fewer cards are solved at once.
const LEAST_CARDS: usize = 4;

/// No larger hands are tried if those of one size took longer than this, in seconds.
const PATIENCE: f64 = 120.0;

/// A game, and how its deals are solved.
struct Subject {
    game: &'static str,
    players: usize,
    /// Cards of a whole hand.
    most: usize,
    algorithm: &'static str,
    eval: &'static str,
}

const fn subject(
    game: &'static str,
    players: usize,
    most: usize,
    algorithm: &'static str,
    eval: &'static str,
) -> Subject {
    Subject { game, players, most, algorithm, eval }
}

const SUBJECTS: [Subject; 14] = [
    subject("hearts", 3, 17, "maxn", "points"),
    subject("hearts", 3, 17, "paranoid", "points"),
    subject("hearts", 4, 13, "maxn", "points"),
    subject("hearts", 4, 13, "paranoid", "points"),
    subject("spades", 3, 17, "maxn", "mot"),
    subject("spades", 3, 17, "paranoid", "tricks"),
    subject("spades", 4, 13, "maxn", "mot"),
    subject("spades", 4, 13, "paranoid", "tricks"),
    subject("oh-hell", 4, 13, "maxn", "score"),
    subject("oh-hell", 4, 13, "paranoid", "score"),
    subject("sergeant-major", 3, 16, "maxn", "tricks"),
    subject("sergeant-major", 3, 16, "paranoid", "tricks"),
    subject("bridge", 4, 13, "maxn", "tricks"),
    subject("bridge", 4, 13, "paranoid", "tricks"),
];

/// What larger tables are tried on: where the default of 1024 MiB is full, or nearly.
const LARGE: [(usize, Subject); 3] = [
    (13, subject("bridge", 4, 13, "paranoid", "tricks")),
    (17, subject("spades", 3, 17, "paranoid", "tricks")),
    (15, subject("spades", 3, 17, "maxn", "mot")),
];

/// What the deals of one size took.
struct Size {
    cards: usize,
    /// Nodes and seconds of each deal, sorted by nodes; one that was given up counts with the limit.
    nodes: Vec<u64>,
    seconds: Vec<f64>,
    given_up: usize,
    /// The most memory that the program had, in MiB, if the system tells.
    peak: Option<u64>,
}

impl Size {
    fn median_nodes(&self) -> u64 {
        self.nodes[self.nodes.len() / 2]
    }

    fn median_seconds(&self) -> f64 {
        self.seconds[self.seconds.len() / 2]
    }

    /// Whether larger hands are not worth the time.
    fn is_last(&self) -> bool {
        self.given_up * 5 >= self.nodes.len() || self.seconds.iter().sum::<f64>() > PATIENCE
    }
}

impl Subject {
    fn name(&self) -> String {
        let Self { game, players, algorithm, eval, .. } = self;
        format!("{game} {players}, {algorithm}, {eval}")
    }

    /// Solves the deals from seed 0 on with a table of so many MiB, or the default.
    fn measured(&self, registry: &Registry, cards: usize, deals: u64, limit: u64, memory: Option<u64>) -> Size {
        forget_peak();
        let mut size = Size { cards, nodes: Vec::new(), seconds: Vec::new(), given_up: 0, peak: None };
        for seed in 0..deals {
            let eval = Some(self.eval.to_owned());
            let setup = Setup { deal: Some(seed), players: Some(self.players), eval, ..Setup::default() };
            let mut request = Request::of(self.algorithm).expect("settings that fit");
            if let Some(memory) = memory {
                request.settings = request.settings.with("memory", memory).expect("a size that fits");
            }
            let terms = SolveTerms { nodes: Some(limit), ..SolveTerms::default() };
            let start = Instant::now();
            let position = registry.open(self.game, &setup.with_option("cards", cards)).expect("a deal");
            match position.solve(&request, &terms) {
                Ok(report) => size.nodes.push(report.nodes),
                Err(Error::Search(SearchError::Stopped(_))) => {
                    size.given_up += 1;
                    size.nodes.push(limit);
                }
                Err(error) => panic!("{}: {error}", self.name()),
            }
            size.seconds.push(start.elapsed().as_secs_f64());
        }
        size.peak = peak();
        size.nodes.sort_unstable();
        size.seconds.sort_unstable_by(f64::total_cmp);
        size
    }
}

/// The peak memory of this program since it was last forgotten, in MiB, if the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? >> 10)
}

/// Lets the peak begin again from what is used now. Where the system cannot, the peak is that of all sizes so far.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The factor by which `values` grow for each card: the slope of their logarithms, by least squares.
fn factor(points: &[(f64, f64)]) -> Option<f64> {
    let count = points.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|point| point.0), mean(&|point| point.1.ln()));
    let spread = mean(&|point| (point.0 - x).powi(2));
    (points.len() > 2 && spread > 0.0).then(|| (mean(&|point| (point.0 - x) * (point.1.ln() - y)) / spread).exp())
}

fn by_cards(deals: u64, limit: u64, chart: Option<&str>) {
    let registry = Registry::standard();
    println!(
        "| game | cards: median nodes | nodes for one card more | seconds for one card more | last size: median s | given up | peak MiB |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut lines = Vec::new();
    for (place, subject) in SUBJECTS.iter().enumerate() {
        let mut sizes = Vec::new();
        for cards in LEAST_CARDS..=subject.most {
            let size = subject.measured(&registry, cards, deals, limit, None);
            eprintln!(
                "{}, {cards} cards: {} nodes, {:.3} s",
                subject.name(),
                size.median_nodes(),
                size.median_seconds()
            );
            let is_last = size.is_last();
            sizes.push(size);
            if is_last {
                break;
            }
        }
        let Some(last) = sizes.last() else { continue };
        // Small hands are over before anything grows: the last six sizes say more, of those whose median is known.
        let known = sizes.iter().filter(|size| size.median_nodes() < limit).count();
        let fitted = &sizes[known.saturating_sub(6)..known];
        let of = |value: &dyn Fn(&Size) -> f64| {
            let points: Vec<(f64, f64)> =
                fitted.iter().map(|size| (size.cards as f64, value(size).max(1e-9))).collect();
            factor(&points).map_or("-".to_owned(), |factor| format!("{factor:.2}"))
        };
        let medians: Vec<String> = sizes
            .iter()
            .rev()
            .step_by(2)
            .take(4)
            .rev()
            .map(|size| format!("{}: {}", size.cards, thousands(size.median_nodes())))
            .collect();
        println!(
            "| {} | {} | {} | {} | {:.3} | {} of {deals} | {} |",
            subject.name(),
            medians.join("; "),
            of(&|size| size.median_nodes() as f64),
            of(&Size::median_seconds),
            last.median_seconds(),
            last.given_up,
            last.peak.map_or("-".to_owned(), thousands),
        );
        let point =
            |size: &Size| Point { x: size.cards as f64, y: (size.median_nodes().max(1) as f64).log10(), margin: 0.0 };
        let stroke = if subject.algorithm == "maxn" { Stroke::Solid } else { Stroke::Dashed };
        lines.push(Line { name: subject.name(), points: sizes.iter().map(point).collect(), colour: place / 2, stroke });
    }
    let drawn = LineChart {
        title: format!("Nodes to solve a deal, median of {deals}"),
        x_label: "cards in each hand".to_owned(),
        y_label: "nodes, as a power of ten".to_owned(),
        scale: AxisScale::Whole,
        lines,
    };
    if let Some(file) = chart
        && let Err(error) = std::fs::write(file, drawn.svg())
    {
        eprintln!("growth: cannot write {file}: {error}");
        std::process::exit(1);
    }
}

fn by_tables(deals: u64, limit: u64, sizes: &[u64]) {
    let registry = Registry::standard();
    println!(
        "| game | table, MiB | median nodes | mean | given up | seconds in all | peak MiB |\n|---|---|---|---|---|---|---|"
    );
    for (cards, subject) in &LARGE {
        for &memory in sizes {
            let size = subject.measured(&registry, *cards, deals, limit, Some(memory));
            println!(
                "| {}, {cards} cards | {memory} | {} | {} | {} of {deals} | {:.0} | {} |",
                subject.name(),
                thousands(size.median_nodes()),
                thousands(size.nodes.iter().sum::<u64>() / deals),
                size.given_up,
                size.seconds.iter().sum::<f64>(),
                size.peak.map_or("-".to_owned(), thousands),
            );
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |place: usize| words.get(place).map(String::as_str);
    let number = |place: usize, usual: u64| {
        word(place).map_or(Some(usual), |word| word.parse().ok().filter(|&number| number > 0))
    };
    let sizes: Option<Vec<u64>> =
        word(3).unwrap_or("64,1024").split(',').map(|size| size.parse().ok().filter(|&size| size > 0)).collect();
    match (word(0), number(1, 20), number(2, 10), sizes) {
        (Some("cards"), Some(deals), Some(millions), _) => by_cards(deals, millions * 1_000_000, word(3)),
        (Some("tables"), Some(deals), Some(millions), Some(sizes)) => by_tables(deals, millions * 1_000_000, &sizes),
        _ => {
            eprintln!(
                "growth cards [DEALS [MILLIONS-OF-NODES [SVG-FILE]]]\ngrowth tables [DEALS [MILLIONS-OF-NODES [MIB,MIB,...]]]"
            );
            std::process::exit(2);
        }
    }
}
