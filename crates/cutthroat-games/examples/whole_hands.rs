//! Nodes that exact searches of whole deals of three-player Spades need.
use cutthroat::maxn::{self, Options, Test};
use cutthroat::paranoid::{self, Window};
use cutthroat::{History, Killers, Pruning, ScalarTable, TieRule, VectorTable};
use cutthroat_games::cards::{MakingBids, Spades, SpadesEvaluation, SpadesRules, TakingTricks};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let cards: usize = arguments[1].parse().unwrap();
    let deals: u64 = arguments[2].parse().unwrap();
    let first: u64 = arguments.get(3).map_or(0, |w| w.parse().unwrap());
    let report = |name: &str, mut nodes: Vec<u64>, start: Instant, extra: String| {
        nodes.sort_unstable();
        println!(
            "{name}: median {} mean {} max {} {extra} {:?}",
            nodes[nodes.len() / 2],
            nodes.iter().sum::<u64>() / deals,
            nodes[nodes.len() - 1],
            start.elapsed()
        );
    };
    if arguments[0] == "paranoid" {
        for (name, partition, window) in [
            ("relative binary", false, Window::Binary),
            ("partition binary", true, Window::Binary),
            ("partition null", true, Window::Null),
        ] {
            let start = Instant::now();
            let mut nodes = Vec::new();
            let (mut hits, mut probes, mut replaced) = (0, 0, 0);
            for seed in first..first + deals {
                let (game, deal) = Spades::deal(SpadesRules::default(), 3, Some(cards), seed).unwrap();
                let table = ScalarTable::new(32);
                let mut table = if partition { table } else { table.without_partitions() };
                let options = paranoid::Options { window, bounds: true, ..Default::default() };
                let order = TakingTricks;
                nodes.push(
                    paranoid::search_remembering(&game, &SpadesEvaluation::Tricks, &order, &deal, &options, &mut table)
                        .unwrap()
                        .nodes,
                );
                let s = table.statistics();
                hits += s.hits;
                probes += s.probes;
                replaced += s.replaced;
            }
            report(name, nodes, start, format!("hits {hits}/{probes} replaced {replaced}"));
        }
        return;
    }
    for (name, kind) in [("order", 0), ("killers", 1), ("history", 2)] {
        let mut nodes: Vec<u64> = Vec::new();
        let start = Instant::now();
        let (mut hits, mut probes, mut replaced) = (0, 0, 0);
        for seed in first..first + deals {
            let (game, deal) = Spades::deal(SpadesRules::default(), 3, Some(cards), seed).unwrap();
            let options = Options {
                pruning: Pruning::DEEP,
                test: Test::Table,
                bounds: true,
                ties: TieRule::First,
                ..Options::default()
            };
            let mut table = VectorTable::new(32);
            let e = SpadesEvaluation::Mot;
            let found = match kind {
                0 => maxn::search_remembering(&game, &e, &MakingBids, &deal, &options, &mut table),
                1 => maxn::search_remembering(&game, &e, &Killers::new(MakingBids), &deal, &options, &mut table),
                _ => maxn::search_remembering(&game, &e, &History::new(MakingBids, &game), &deal, &options, &mut table),
            }
            .unwrap();
            nodes.push(found.nodes);
            let s = table.statistics();
            hits += s.hits;
            probes += s.probes;
            replaced += s.replaced;
        }
        report(name, nodes, start, format!("hits {hits}/{probes} replaced {replaced}"));
    }
}
