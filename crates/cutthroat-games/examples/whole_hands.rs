//! Nodes that exact searches of whole deals of three-player Spades need.
use cutthroat::maxn::{self, Options, Test};
use cutthroat::paranoid::{self, Window};
use cutthroat::{History, Killers, Player, Pruning, ScalarTable, TieRule, VectorTable};
use cutthroat_games::cards::{Spades, SpadesEvaluation, SpadesRules, TakingTricks, Weighted};
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
        for (name, kind) in [
            ("order", 0),
            ("killers", 1),
            ("history", 2),
            ("against", 3),
            ("against killers", 4),
            ("against history", 5),
        ] {
            let window = Window::Null;
            let partition = true;
            if arguments.get(4).is_some_and(|w| !w.contains(&kind.to_string())) {
                continue;
            }
            let start = Instant::now();
            let mut nodes = Vec::new();
            let (mut hits, mut probes, mut replaced) = (0, 0, 0);
            for seed in first..first + deals {
                let (game, deal) = Spades::deal(SpadesRules::default(), 3, Some(cards), seed).unwrap();
                let table = ScalarTable::new(32);
                let mut table = if partition { table } else { table.without_partitions() };
                let options = paranoid::Options { window, bounds: true, ..Default::default() };
                let e = SpadesEvaluation::Tricks;
                let root = Player::new(0);
                macro_rules! go {
                    ($o:expr) => {
                        paranoid::search_remembering(&game, &e, $o, &deal, &options, &mut table).unwrap().nodes
                    };
                }
                nodes.push(match kind {
                    0 => go!(&TakingTricks),
                    1 => go!(&Killers::new(TakingTricks)),
                    2 => go!(&History::new(TakingTricks, &game)),
                    3 => go!(&Weighted::against(root)),
                    4 => go!(&Killers::new(Weighted::against(root))),
                    _ => go!(&History::new(Weighted::against(root), &game)),
                });
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
        if arguments.get(4).is_some_and(|w| !w.contains(&kind.to_string())) {
            continue;
        }
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
                0 => maxn::search_remembering(&game, &e, &Weighted::for_oneself(), &deal, &options, &mut table),
                1 => maxn::search_remembering(
                    &game,
                    &e,
                    &Killers::new(Weighted::for_oneself()),
                    &deal,
                    &options,
                    &mut table,
                ),
                _ => maxn::search_remembering(
                    &game,
                    &e,
                    &History::new(Weighted::for_oneself(), &game),
                    &deal,
                    &options,
                    &mut table,
                ),
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
