//! Sturtevant 2003: last-branch and speculative pruning; what is counted on trees and boards.

use cutthroat::{Maxn, Payoff, Pruning};
use cutthroat_games::trees::{UniformEvaluation, UniformLeaves, UniformTree};

use super::Experiment;
use super::finding::{Findings, Row, Unit, whole};
use super::verdict::{Found, Printed};
use super::workbench::{Workbench, part_of};
use crate::error::LabError;
use crate::stats::{Estimate, Interval};
use crate::suites::{SUITES, checkers_game, speculative_limit};

pub(super) const TABLE_8: Experiment = Experiment {
    id: "2003-table8",
    title: "best-case branching factors of speculative max^n",
    set_up: "Three players, perfectly ordered trees. The table itself is lost from the text that could be read; its claim is \
             that a branching factor b becomes about b^(2/3) as b grows.",
    minutes: 1,
    run: branching,
};

pub(super) const TABLE_10: Experiment = Experiment {
    id: "2003-table10",
    title: "nodes of speculative max^n in Chinese Checkers",
    set_up: "Standard board, three players, 30 games; iterative search to depth 6 with the 10 moves that carry a piece \
             farthest; and the nodes of the same search if every ordering were optimal.",
    minutes: 10,
    run: chinese_checkers,
};

fn rows_of(suite: &str) -> Vec<crate::suites::SuiteRow> {
    SUITES.iter().find(|known| known.name == suite).map_or(Vec::new(), |suite| suite.run().rows)
}

/// The nodes of speculative max^n where every ordering is optimal.
fn perfectly_ordered(branching: u16, depth: u16) -> Result<u64, LabError> {
    let leaves = UniformLeaves::Same(Payoff::uniform(1, 3));
    let tree = UniformTree { players: 3, branching, depth, leaves, step: 0 };
    let found = Maxn::new(&tree, &UniformEvaluation).pruning(Pruning::SPECULATIVE).run(&tree.root());
    Ok(found.map_err(cutthroat_catalog::Error::from)?.nodes)
}

fn branching(_: &Workbench<'_>) -> Result<Findings, LabError> {
    // A round of the players wider than the tree of one round.
    const B: u16 = 20;
    let [before, last] = [3, 6].map(|depth| perfectly_ordered(B, depth));
    let (before, last) = (before?, last?);
    let power = Printed::new(f64::from(B).powf(2.0 / 3.0), 0.01);
    let counted = Found::Count((last as f64 / before as f64).powf(1.0 / 3.0));
    let growth = Row::figure(format!("growth a level, counted, b = {B}, depth 6"), Unit::Plain, power, counted)
        .derived("b^(2/3)");
    let over = [1e1, 1e2, 1e4, 1e6, 1e9].map(|b: f64| speculative_limit(b) / b.powf(2.0 / 3.0));
    let falls = over.windows(2).all(|two| 1.0 < two[1] && two[1] < two[0]) && over[4] < 1.001;
    let ours = over.map(|ratio| format!("{ratio:.4}")).join(", ");
    let limit = Row::holds("branching factor / b^(2/3), b = 10, 100, 10^4, 10^6, 10^9", "towards 1", ours, falls);
    Ok(Findings {
        sample: "perfectly ordered trees, counted; and the recurrence of the best case, solved.".into(),
        rows: vec![growth, limit],
        ..Findings::default()
    })
}

fn chinese_checkers(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    const GAMES: u64 = 30;
    let games = bench.sample(6, GAMES);
    let counts = bench.each("games", "depth 6, best 10", games, |number| {
        Ok(checkers_game(bench.deal(number), &bench.until_stopped()).map_err(cutthroat_catalog::Error::from)?)
    })?;
    let mean = |nodes: &[u64]| nodes.iter().sum::<u64>() as f64 / nodes.len().max(1) as f64;
    let plain: Vec<f64> = counts.iter().map(|game| mean(&game.plain)).collect();
    let speculative: Vec<f64> = counts.iter().map(|game| mean(&game.speculative)).collect();
    let moves: Vec<f64> = counts.iter().map(|game| game.speculative.len() as f64 / 3.0).collect();
    let optimal: u64 = rows_of("optimal").iter().map(|row| row.nodes).sum();
    let all = counts.iter().flat_map(|game| &game.speculative);
    let at_best = all.clone().filter(|&&nodes| nodes <= optimal).count();
    let share = 100.0 * at_best as f64 / all.count().max(1) as f64;
    let sampled = [
        Estimate::of(&plain).map(|found| Row::figure("plain max^n", Unit::Nodes, Printed::new(1.2e6, 1e5), found)),
        Estimate::of(&speculative)
            .map(|found| Row::figure("speculative max^n", Unit::Nodes, Printed::new(100e3, 1e3), found)),
        Interval::of_ratio(&plain, &speculative).map(|ratio| {
            Row::figure("speculative max^n saves", Unit::Times, Printed::new(12.0, 1.0), ratio).derived("1.2 M / 100 k")
        }),
        Estimate::of(&moves).map(|found| {
            Row::figure("moves of each player in a game, \"about 50\"", Unit::Plain, Printed::new(50.0, 10.0), found)
        }),
        (!counts.is_empty()).then(|| {
            Row::holds(
                "positions searched with no more nodes than the optimal ordering has",
                "some",
                format!("{share:.1} %"),
                at_best > 0,
            )
        }),
    ];
    let exact = Row::same("optimal ordering", "84,927", whole(optimal as f64));
    let sample = part_of(counts.len(), GAMES, "games");
    let sampled =
        sampled.into_iter().flatten().map(|row| row.of(&sample).because("the order of equal moves is our own"));
    Ok(Findings {
        sample: format!(
            "{sample}, plain max^n at every fifth position, after six moves drawn at random; games are the independent values."
        ),
        rows: std::iter::once(exact).chain(sampled).collect(),
        ..Findings::default()
    })
}
