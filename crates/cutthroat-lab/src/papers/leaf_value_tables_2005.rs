//! Sturtevant 2005: leaf-value tables; what is enumerated and counted.

use cutthroat::{Evaluation as _, Payoff, Player};
use cutthroat_catalog::{Algorithm, Request, Setup};
use cutthroat_games::cards::{SpadesEvaluation, SpadesRules, read};

use super::Experiment;
use super::finding::{Findings, Row, Verdict, same_order};
use super::workbench::Workbench;
use crate::error::LabError;
use crate::stats::Estimate;

pub(super) const TABLE_1: Experiment = Experiment {
    id: "2005-table1",
    title: "a leaf-value table",
    set_up: "Spades, three players, three tricks, bids of 1, 1 and 2; 0 if the bid is missed, else 10*bid - overtricks + 3 \
             for every opponent who misses; every player's payoff by its rank.",
    run: leaf_value_table,
};

pub(super) const TABLE_2: Experiment = Experiment {
    id: "2005-table2",
    title: "nodes of three-player Spades, by classifier and evaluation",
    set_up: "100 hands of 9 cards each, the whole tree (27 plies), with a transposition table; bids by a simple heuristic. \
             Nodes depend on bids and move order, so the order of the columns is what must hold.",
    run: three_players,
};

pub(super) const TABLE_3: Experiment = Experiment {
    id: "2005-table3",
    title: "nodes of two-player Spades",
    set_up: "100 hands of 13 cards each (26 plies), with a transposition table.",
    run: two_players,
};

/// The three tricks and bids of Table 1; which cards they are does not matter.
pub(super) const POSITION_OF_TABLE_1: &str = "1:AK.2.. QJ..2. T9...2 bids=1,1,2";

/// The rank of every player's payoff among all that he can get.
pub(super) fn ranks(payoffs: &[Payoff], players: usize) -> Vec<Vec<usize>> {
    let rank = |payoff: &Payoff, player: Player| {
        let all = payoffs.iter().map(|other| other[player]);
        let mut less: Vec<i16> = all.filter(|&other| other < payoff[player]).collect();
        less.sort_unstable();
        less.dedup();
        less.len()
    };
    payoffs.iter().map(|payoff| Player::all(players).map(|player| rank(payoff, player)).collect()).collect()
}

fn leaf_value_table(_: &Workbench<'_>) -> Result<Findings, LabError> {
    const PAPER: [([i16; 3], [usize; 3]); 10] = [
        ([0, 0, 3], [0, 0, 2]),
        ([0, 1, 2], [0, 2, 1]),
        ([0, 2, 1], [0, 4, 0]),
        ([0, 3, 0], [0, 3, 0]),
        ([1, 0, 2], [2, 0, 1]),
        ([1, 1, 1], [2, 2, 0]),
        ([1, 2, 0], [2, 1, 0]),
        ([2, 0, 1], [4, 0, 0]),
        ([2, 1, 0], [1, 2, 0]),
        ([3, 0, 0], [3, 0, 0]),
    ];
    let (game, _) = read::<SpadesRules>(POSITION_OF_TABLE_1).map_err(|error| LabError::Usage(error.to_string()))?;
    let outcomes = SpadesEvaluation::Table1.outcomes(&game).unwrap_or_default();
    let payoffs: Vec<Payoff> = outcomes.iter().map(|outcome| outcome.payoff).collect();
    let ranks = ranks(&payoffs, 3);
    let rows = PAPER.iter().map(|(tricks, paper)| {
        let place = outcomes.iter().position(|outcome| outcome.counted.seats(3) == tricks);
        let ours = place.map_or(String::from("-"), |place| format!("{:?}", ranks[place]));
        let worth = place.map_or(String::new(), |place| format!("worth {:?}", payoffs[place].seats(3)));
        let row = Row::same(format!("ranks of tricks {tricks:?}"), format!("{paper:?}"), ours);
        Row { why: worth, ..row }
    });
    let count = Row::same("outcomes", "10", outcomes.len().to_string());
    Ok(Findings { sample: "all outcomes.".into(), rows: rows.chain([count]).collect(), ..Findings::default() })
}

const MEBIBYTES: usize = 64;

const OTHERS: &str = "move order, bids and table are our own";

const ABOUT_OURS: &str = "Our table also meets positions again that differ only in ranks which no longer matter, so that even the \
                          full tree is smaller than the paper's; our order does not lead straight to a line in which \
                          everybody makes his bid, so that the smallest trees are larger. Other orders were not tried.";

fn maxn(pruning: &str, table: Option<bool>, bounds: Option<bool>, plies: usize) -> Request {
    Request {
        pruning: Some(pruning.to_owned()),
        table,
        bounds,
        depth: Some(plies),
        memory: Some(MEBIBYTES),
        ..Request::default()
    }
}

fn three_players(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    const PLIES: usize = 27;
    let linear = || maxn("speculative", Some(false), Some(false), PLIES);
    let tables = || maxn("speculative", Some(true), Some(true), PLIES);
    let columns: [(&str, &str, f64, Request); 8] = [
        ("full tree", "tricks", 2.7e6, maxn("none", None, None, PLIES)),
        ("NCS: linear, smot", "smot", 1.9e6, linear()),
        ("MT: linear, tricks", "tricks", 1.1e6, linear()),
        ("MoMB: tables, momb", "momb", 400e3, tables()),
        ("mOT: tables, mot", "mot", 37.2e3, tables()),
        ("smOT: tables, smot", "smot", 8.6e3, tables()),
        ("WL: tables, wl", "wl", 788.0, tables()),
        ("OH: tables, oh", "oh", 40.7e3, tables()),
    ];
    let hands = bench.at(30, 100);
    let (mut rows, mut means) = (Vec::new(), Vec::new());
    for (name, eval, paper, request) in &columns {
        let setup = Setup { players: Some(3), cards: Some(9), eval: Some((*eval).to_owned()), ..Setup::default() };
        let nodes = bench.nodes(name, hands, "spades", &setup, request)?;
        means.push(Estimate::of(&nodes).map_or(0.0, |found| found.mean));
        rows.push(Row::nodes(*name, *paper, &nodes).if_differs(OTHERS));
    }
    let papers: Vec<f64> = columns.iter().map(|column| column.2).collect();
    // The paper's mOT and OH are within a tenth of each other: no order.
    let ranked = |numbers: &[f64]| numbers[..7].to_vec();
    rows.push(order_row("order of the columns but OH", same_order(&ranked(&papers), &ranked(&means))));
    Ok(Findings {
        sample: format!("{hands} hands."),
        rows,
        notes: vec![
            ABOUT_OURS.into(),
            "mot: 0 if the bid is missed, else 1 + total - overtricks. smot: the same with two overtricks free. momb: how many \
             others miss. wl: 1 if the bid is made. oh: total - |tricks - bid|. Leaf-value tables use what has been taken as \
             monotone bounds; the linear test does not."
                .into(),
        ],
        ..Findings::default()
    })
}

fn order_row(quantity: &str, holds: bool) -> Row {
    let row = Row::new(quantity, "as listed", if holds { "as listed" } else { "another" });
    row.verdict(Verdict::of(holds), if holds { "" } else { "the order of two columns is turned round" })
}

fn two_players(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    const PLIES: usize = 26;
    let alpha_beta = Request {
        algorithm: Algorithm::Paranoid,
        depth: Some(PLIES),
        memory: Some(MEBIBYTES),
        bounds: Some(false),
        ..Request::default()
    };
    let columns: [(&str, &str, f64, Request); 4] = [
        ("full tree", "tricks", 481e3, maxn("none", None, None, PLIES)),
        ("best earlier, smot", "smot", 225e3, maxn("speculative", Some(false), Some(false), PLIES)),
        ("alpha-beta, tricks", "tricks", 14e3, alpha_beta),
        ("leaf-value tables, smot", "smot", 22e3, maxn("speculative", Some(true), Some(true), PLIES)),
    ];
    let hands = bench.at(30, 100);
    let (mut rows, mut means) = (Vec::new(), Vec::new());
    for (name, eval, paper, request) in &columns {
        let setup = Setup { players: Some(2), cards: Some(13), eval: Some((*eval).to_owned()), ..Setup::default() };
        let nodes = bench.nodes(name, hands, "spades", &setup, request)?;
        means.push(Estimate::of(&nodes).map_or(0.0, |found| found.mean));
        rows.push(Row::nodes(*name, *paper, &nodes).if_differs(OTHERS));
    }
    let papers: Vec<f64> = columns.iter().map(|column| column.2).collect();
    rows.push(order_row("order of the columns", same_order(&papers, &means)));
    Ok(Findings { sample: format!("{hands} hands."), rows, notes: vec![ABOUT_OURS.into()], ..Findings::default() })
}
