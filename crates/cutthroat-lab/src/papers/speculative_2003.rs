//! Sturtevant 2003: last-branch and speculative pruning; what is counted on trees and boards.

use cutthroat_catalog::suites::{SUITES, checkers_game};

use super::Experiment;
use super::finding::{Findings, Row, Verdict};
use super::workbench::Workbench;
use crate::error::LabError;

pub(super) const TABLE_8: Experiment = Experiment {
    id: "2003-table8",
    title: "best-case branching factors of speculative max^n",
    set_up: "Three players, perfectly ordered trees. The table itself is lost from the text that could be read; its claim is \
             that a branching factor b becomes about b^(2/3) as b grows.",
    run: branching,
};

pub(super) const TABLE_10: Experiment = Experiment {
    id: "2003-table10",
    title: "nodes of speculative max^n in Chinese Checkers",
    set_up: "Standard board, three players, 30 games; iterative search to depth 6 with the 10 moves that carry a piece \
             farthest; and the nodes of the same search if every ordering were optimal.",
    run: chinese_checkers,
};

fn rows_of(suite: &str) -> Vec<cutthroat_catalog::suites::Row> {
    SUITES.iter().find(|known| known.name == suite).map_or(Vec::new(), |suite| suite.run().rows)
}

fn branching(_: &Workbench<'_>) -> Result<Findings, LabError> {
    let figure = |row: &cutthroat_catalog::suites::Row, name: &str| {
        row.figures.iter().find(|(known, _)| *known == name).map_or(f64::NAN, |(_, value)| *value)
    };
    let (mut rows, mut limits) = (Vec::new(), Vec::new());
    for row in rows_of("best-case").iter().filter(|row| row.what.starts_with("speculative")) {
        let (counted, limit, power) = (figure(row, "counted"), figure(row, "limit"), figure(row, "power of b"));
        let near = (counted / limit - 1.0).abs() < 0.2;
        limits.push(limit / power);
        rows.push(Row::beside(row.what.as_str(), power, Some(counted), 2).verdict(
            Verdict::of(near),
            format!("the recurrence of the best case grows by {limit:.2} a level in the limit"),
        ));
    }
    let falls = limits.windows(2).skip(2).all(|two| two[1] < two[0]);
    let ours: Vec<String> = limits.iter().map(|ratio| format!("{ratio:.3}")).collect();
    rows.push(Row::new("limit / b^(2/3), from b = 2 to 50", "towards 1", ours.join(", ")).verdict(
        Verdict::of(falls),
        if falls { "rises a little at first, and falls from b = 5 on" } else { "does not fall" },
    ));
    Ok(Findings {
        sample: "counted trees of some million nodes.".into(),
        rows,
        notes: vec![
            "The paper's column is b^(2/3); counted is how much wider the last round of the tree made it.".into(),
        ],
        ..Findings::default()
    })
}

fn chinese_checkers(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    let games = bench.sample(6, 30);
    let counts = bench.each("games", games, |number| {
        Ok(checkers_game(bench.deal(number), &bench.budget()).map_err(cutthroat_catalog::Error::from)?)
    })?;
    let mean = |nodes: &[u64]| nodes.iter().sum::<u64>() as f64 / nodes.len().max(1) as f64;
    let plain: Vec<f64> = counts.iter().map(|game| mean(&game.plain)).collect();
    let speculative: Vec<f64> = counts.iter().map(|game| mean(&game.speculative)).collect();
    let moves: usize = counts.iter().map(|game| game.speculative.len()).sum();
    let optimal: u64 = rows_of("optimal").iter().map(|row| row.nodes).sum();
    let at_best = counts.iter().flat_map(|game| &game.speculative).filter(|&&nodes| nodes <= optimal).count();
    let each = moves as f64 / games as f64 / 3.0;
    Ok(Findings {
        sample: format!(
            "{games} games, plain max^n at every fifth position; games are the independent values of the interval."
        ),
        rows: vec![
            Row::nodes("plain max^n", 1.2e6, &plain),
            Row::nodes("speculative max^n", 100e3, &speculative),
            Row::same("optimal ordering", "84,927", super::finding::whole(optimal as f64)),
            Row::new(
                "positions with no more than that",
                "some",
                format!("{:.1} %", 100.0 * at_best as f64 / moves.max(1) as f64),
            )
            .verdict(Verdict::of(at_best > 0), ""),
            Row::new("moves of each player in a game", "about 50", format!("{each:.0}"))
                .verdict(Verdict::of((35.0..=70.0).contains(&each)), "after six moves drawn at random"),
        ],
        ..Findings::default()
    })
}
