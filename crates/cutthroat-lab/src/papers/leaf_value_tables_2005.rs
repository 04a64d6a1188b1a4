//! Sturtevant 2005: leaf-value tables; what is enumerated and counted.

use std::cmp::Ordering;

use cutthroat::{Evaluation as _, Payoff, Player};
use cutthroat_catalog::{Algorithm, Request, Setup};
use cutthroat_games::cards::{Spades, SpadesEvaluation, SpadesRules, read};

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
    set_up: "100 hands of 13 cards each (26 plies), with a transposition table; bids add up to 14.",
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

const MEBIBYTES: usize = 256;

const OTHERS: &str = "move order, bids and table are our own";

const REACHED: &str = "with our smot all three can have the most there is, and then their sum prunes at once";

const ABOUT_OURS: &str = "Ties go to the left, and left is what the order tries first. With ties to a fixed reference order the \
                          smallest trees are many times larger, since an equal payoff found later may still count (WL: \
                          30,956 nodes for 6,510 over 16 deals). Everybody bids what a simple count of his hand suggests, and \
                          the greatest bids are moved until all together are one less than the \
                          tricks: with the counts alone, which often add up to more than there is, WL has 6,510 and mOT \
                          186,667 nodes over those 16 deals, where it has 421 and 15,125 this way. The table knows positions by all their cards; with \
                          ranks that no longer matter left out the full tree has an eighth of the nodes.";

/// The hand with this seed, and bids that add up to `promised` tricks.
fn hand_with_bids(players: usize, cards: usize, promised: usize, eval: &str, seed: u64) -> Result<Setup, LabError> {
    let (game, _) = Spades::deal(SpadesRules::default(), players, Some(cards), seed)
        .map_err(|error| LabError::Usage(error.to_string()))?;
    let mut bids = game.rules().bids()[..players].to_vec();
    loop {
        let all: usize = bids.iter().copied().map(usize::from).sum();
        match all.cmp(&promised) {
            // Of two players the greater bid would soon be out of reach.
            Ordering::Less if players == 2 => *bids.iter_mut().min().expect("somebody bids") += 1,
            Ordering::Less => *bids.iter_mut().rev().max().expect("somebody bids") += 1,
            Ordering::Equal => break,
            Ordering::Greater => *bids.iter_mut().rev().max().expect("somebody bids") -= 1,
        }
    }
    let bids: Vec<String> = bids.iter().map(ToString::to_string).collect();
    Ok(Setup {
        players: Some(players),
        cards: Some(cards),
        eval: Some(eval.to_owned()),
        bids: Some(bids.join(",")),
        ..Setup::default()
    })
}

fn maxn(pruning: &str, table: Option<bool>, bounds: Option<bool>, plies: usize) -> Request {
    Request {
        pruning: Some(pruning.to_owned()),
        table,
        bounds,
        depth: Some(plies),
        memory: Some(MEBIBYTES),
        listed_by_order: true,
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
    let hands = bench.sample(5, 100);
    let (mut rows, mut means) = (Vec::new(), Vec::new());
    for (name, eval, paper, request) in &columns {
        let nodes = bench.nodes_with(name, hands, "spades", request, |seed| hand_with_bids(3, 9, 8, eval, seed))?;
        means.push(Estimate::of(&nodes).map_or(0.0, |found| found.mean));
        let why = if name.starts_with("NCS") { REACHED } else { OTHERS };
        rows.push(Row::nodes(*name, *paper, &nodes).if_differs(why));
    }
    let papers: Vec<f64> = columns.iter().map(|column| column.2).collect();
    // The paper's mOT and OH are within a tenth of each other: no order. NCS has a verdict of its own.
    let ranked = |numbers: &[f64]| [0, 2, 3, 4, 5, 6].map(|column| numbers[column]);
    let holds = same_order(&ranked(&papers), &ranked(&means));
    rows.push(order_row("order of full tree, MT, MoMB, mOT, smOT and WL", holds));
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
        listed_by_order: true,
        ..Request::default()
    };
    let columns: [(&str, &str, f64, Request); 4] = [
        ("full tree", "tricks", 481e3, maxn("none", None, None, PLIES)),
        ("best earlier, smot", "smot", 225e3, maxn("speculative", Some(false), Some(false), PLIES)),
        ("alpha-beta, tricks", "tricks", 14e3, alpha_beta),
        ("leaf-value tables, smot", "smot", 22e3, maxn("speculative", Some(true), Some(true), PLIES)),
    ];
    let hands = bench.sample(10, 100);
    let (mut rows, mut means) = (Vec::new(), Vec::new());
    for (name, eval, paper, request) in &columns {
        let nodes = bench.nodes_with(name, hands, "spades", request, |seed| hand_with_bids(2, 13, 14, eval, seed))?;
        means.push(Estimate::of(&nodes).map_or(0.0, |found| found.mean));
        rows.push(Row::nodes(*name, *paper, &nodes).if_differs(OTHERS));
    }
    let papers: Vec<f64> = columns.iter().map(|column| column.2).collect();
    let of_evaluation = |numbers: &[f64]| [0, 1, 3].map(|column| numbers[column]);
    let holds = same_order(&of_evaluation(&papers), &of_evaluation(&means));
    rows.push(order_row("order of full tree, best earlier and leaf-value tables", holds));
    rows.push(order_row("alpha-beta below leaf-value tables", means[2] < means[3]));
    let bids = "Bids add up to one trick more than there are. Where both can make theirs both searches are over almost at once: \
                with one trick less, 5,234 and 1,155 nodes over ten hands. Ties go to the left, and the table knows \
                positions by all their cards: with ranks that no longer matter left out the full tree has an eighth of the \
                nodes.";
    Ok(Findings { sample: format!("{hands} hands."), rows, notes: vec![bids.into()], ..Findings::default() })
}
