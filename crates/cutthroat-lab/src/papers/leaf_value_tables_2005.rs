//! Sturtevant 2005: leaf-value tables; what is enumerated and counted.

use cutthroat::{Evaluation as _, Payoff, Player};
use cutthroat_catalog::{Error, Request, Setup};
use cutthroat_games::cards::{Spades, SpadesEvaluation, SpadesRules, read};

use super::Experiment;
use super::finding::{Findings, Row, Unit};
use super::verdict::Printed;
use super::workbench::{Workbench, part_of};
use crate::error::LabError;
use crate::stats::{Estimate, Interval};

pub(super) const TABLE_1: Experiment = Experiment {
    id: "2005-table1",
    title: "a leaf-value table",
    set_up: "Spades, three players, three tricks, bids of 1, 1 and 2; 0 if the bid is missed, else 10*bid - overtricks + 3 \
             for every opponent who misses; every player's payoff by its rank.",
    minutes: 0,
    run: leaf_value_table,
};

pub(super) const TABLE_2: Experiment = Experiment {
    id: "2005-table2",
    title: "nodes of three-player Spades, by classifier and evaluation",
    set_up: "100 hands of 9 cards each, the whole tree (27 plies), with a transposition table; bids by a simple heuristic. The \
             linear test is the bare one of the paper: the sum of the bests against the greatest sum.",
    minutes: 100,
    run: three_players,
};

pub(super) const TABLE_3: Experiment = Experiment {
    id: "2005-table3",
    title: "nodes of two-player Spades",
    set_up: "100 hands of 13 cards each (26 plies), with a transposition table that knows positions by the ranks that still \
             matter; bids and tests as in Table 2.",
    minutes: 60,
    run: two_players,
};

/// The three tricks and bids of Table 1; the cards themselves are irrelevant.
pub(super) const POSITION_OF_TABLE_1: &str = "1:AK.2.. QJ..2. T9...2 bids=1,1,2";

/// The rank of every player's payoff among all that they can get.
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
        Row::same(format!("ranks of tricks {tricks:?}"), format!("{paper:?}"), ours)
    });
    let count = Row::same("outcomes", "10", outcomes.len().to_string());
    Ok(Findings { sample: "all outcomes.".into(), rows: rows.chain([count]).collect(), ..Findings::default() })
}

const MEBIBYTES: usize = 256;
const HANDS: u64 = 100;

const OTHERS: &str = "move order, bids and table are our own";

/// How bids are made, in all three tables: as counted, without adjusting their sum.
pub(super) const BID_RULE: &str = "counted from the hands";

/// A search of the whole tree by max^n: without a test, by the linear one, or by leaf-value tables and what has been
/// taken. Ties go to the left of the game's order, or of its reference order, which lets the table leave irrelevant
/// ranks out.
fn maxn(test: Option<&str>, plies: usize, listed_by_order: bool) -> Result<Request, Error> {
    let pruning = match test {
        Some(test) => format!("speculative,test={test},bounds={}", if test == "table" { "on" } else { "off" }),
        None => "none".to_owned(),
    };
    let listing = if listed_by_order { "order" } else { "reference" };
    Request::of(&format!("maxn:pruning={pruning},depth={plies},memory={MEBIBYTES},listing={listing}"))
}

/// A column of the paper's tables: what it is called there, the evaluation, the paper's nodes, and the search.
struct Column {
    name: &'static str,
    eval: &'static str,
    paper: Printed,
    request: Request,
}

/// The nodes of every column, and a row for each.
fn counted(
    bench: &Workbench<'_>,
    players: usize,
    cards: usize,
    hands: u64,
    columns: &[Column],
) -> Result<(Vec<Vec<f64>>, Vec<Row>), LabError> {
    let (mut all, mut rows) = (Vec::new(), Vec::new());
    for Column { name, eval, paper, request } in columns {
        let settings = format!("{players} players, {cards} cards, {eval}, bids {BID_RULE}");
        let setup = Setup { players: Some(players), eval: Some((*eval).to_owned()), ..Setup::default() }
            .with_option("cards", cards);
        let nodes = bench.nodes(name, &settings, hands, "spades", &setup, request)?;
        rows.extend(Estimate::of(&nodes).map(|found| {
            Row::figure(*name, Unit::Nodes, *paper, found).of(part_of(nodes.len(), HANDS, "hands")).because(OTHERS)
        }));
        all.push(nodes);
    }
    Ok((all, rows))
}

/// By what factor one column has more nodes than another.
fn ratio(quantity: &str, paper: Printed, from: &str, one: &[f64], other: &[f64]) -> Option<Row> {
    let least = one.len().min(other.len());
    let found = Interval::of_ratio(&one[..least], &other[..least])?;
    let row = Row::figure(quantity, Unit::Times, paper, found).derived(from);
    Some(row.of(part_of(least, HANDS, "hands")).because(OTHERS))
}

/// The order of some columns, the largest first.
fn order(quantity: &str, columns: &[Column], nodes: &[Vec<f64>], places: &[usize]) -> Option<Row> {
    let least = places.iter().map(|&place| nodes[place].len()).min().filter(|&least| least > 0)?;
    let names: Vec<&str> = places.iter().map(|&place| columns[place].name).collect();
    let steps: Vec<Option<Estimate>> = places
        .windows(2)
        .map(|two| {
            let pairs = nodes[two[0]].iter().zip(&nodes[two[1]]).take(least);
            Estimate::of(&pairs.map(|(one, other)| one - other).collect::<Vec<f64>>())
        })
        .collect();
    Some(Row::order(quantity, &names, &steps).of(part_of(least, HANDS, "hands")))
}

const ABOUT_BIDS: &str = "Everybody bids what a simple count of sure and likely tricks of their hand suggests, in Tables 2, 3 and 4 alike. What they \
                          add up to decides how large the trees are: of six hands of two players, smot by the linear test \
                          and by leaf-value tables took 281,197 and 78,024 nodes with the counts, 292,695 and 2,244 where bids \
                          were moved to add up to one trick less than there are, 47,346 and 35,880 with one more; of five \
                          hands of three players 6,138,679 and 19,484 with the counts, 14,590,140 and 224 with one less, \
                          3,082,362 and 2,162 with one more.";

fn three_players(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    const PLIES: usize = 27;
    let column = |name, eval, paper, last, request: &Request| Column {
        name,
        eval,
        paper: Printed::new(paper, last),
        request: request.clone(),
    };
    let search = |test| maxn(test, PLIES, true);
    let (full, linear, tables) = (search(None)?, search(Some("linear"))?, search(Some("table"))?);
    let columns = [
        column("full tree", "tricks", 2.7e6, 1e5, &full),
        column("NCS: linear, smot", "smot", 1.9e6, 1e5, &linear),
        column("MT: linear, tricks", "tricks", 1.1e6, 1e5, &linear),
        column("MoMB: tables, momb", "momb", 400e3, 1e3, &tables),
        column("mOT: tables, mot", "mot", 37.2e3, 100.0, &tables),
        column("smOT: tables, smot", "smot", 8.6e3, 100.0, &tables),
        column("WL: tables, wl", "wl", 788.0, 1.0, &tables),
        column("OH: tables, oh", "oh", 40.7e3, 100.0, &tables),
    ];
    let (nodes, mut rows) = counted(bench, 3, 9, bench.sample(5, HANDS), &columns)?;
    let headline = "smot: leaf-value tables against the linear test";
    rows.extend(ratio(headline, Printed::new(220.0, 10.0), "1.9 M / 8.6 k", &nodes[1], &nodes[5]));
    let factor = |place: usize, paper: f64, last: f64| {
        let least = nodes[0].len().min(nodes[place].len());
        let found = Interval::of_ratio(&nodes[0][..least], &nodes[place][..least])?;
        let quantity = format!("reduction by {}", columns[place].name);
        let row = Row::figure(quantity, Unit::Times, Printed::new(paper, last), found);
        Some(row.of(part_of(least, HANDS, "hands")).because(OTHERS))
    };
    let factors = [
        (1, 1.36, 0.01),
        (2, 2.37, 0.01),
        (3, 6.6, 0.1),
        (4, 71.0, 1.0),
        (5, 308.0, 1.0),
        (6, 3362.0, 1.0),
        (7, 65.0, 1.0),
    ];
    rows.extend(factors.iter().filter_map(|&(place, paper, last)| factor(place, paper, last)));
    // The paper's mOT and OH are within a tenth of each other: no order.
    rows.extend(order("order of the averages", &columns, &nodes, &[0, 1, 2, 3, 4, 5, 6]));
    let (game, _) =
        Spades::deal(SpadesRules::default(), 3, Some(9), 1).map_err(|error| LabError::Usage(error.to_string()))?;
    let table = SpadesEvaluation::Mot.outcomes(&game).unwrap_or_default();
    rows.push(Row::same("rows of a table", "55", table.len().to_string()));
    Ok(Findings {
        sample: format!("{MEBIBYTES} MiB of transposition table that knows positions by all their cards; ties go to the left, and left is what the order tries first."),
        rows,
        notes: vec![
            ABOUT_BIDS.into(),
            "mot: 0 if the bid is missed, else 1 + total - overtricks. smot: the same with two overtricks free. momb: how many \
             others miss. wl: 1 if the bid is made. oh: total - |tricks - bid|. Leaf-value tables use what has been taken as \
             monotone bounds; the linear test does not."
                .into(),
        ],
        ..Findings::default()
    })
}

fn two_players(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    const PLIES: usize = 26;
    let alpha_beta = Request::of(&format!("paranoid:bounds=off,depth={PLIES},memory={MEBIBYTES}"))?;
    let column = |name, eval, paper, request| Column { name, eval, paper: Printed::new(paper, 1e3), request };
    let columns = [
        column("full tree, smot", "smot", 481e3, maxn(None, PLIES, false)?),
        column("best earlier: linear, smot", "smot", 225e3, maxn(Some("linear"), PLIES, false)?),
        column("leaf-value tables, smot", "smot", 22e3, maxn(Some("table"), PLIES, false)?),
        column("zero-sum: alpha-beta, tricks", "tricks", 14e3, alpha_beta),
    ];
    let (nodes, mut rows) = counted(bench, 2, 13, bench.sample(10, HANDS), &columns)?;
    let headline = "smot: leaf-value tables against the linear test";
    rows.extend(ratio(headline, Printed::new(10.2, 0.5), "225 k / 22 k", &nodes[1], &nodes[2]));
    rows.extend(order("order of the averages", &columns, &nodes, &[0, 1, 2, 3]));
    Ok(Findings {
        sample: format!("{MEBIBYTES} MiB of transposition table; ties go to a fixed order of cards."),
        rows,
        notes: vec![
            ABOUT_BIDS.into(),
            "The full tree is that of smot, as the two columns after it: what a table may leave out depends on the evaluation, so \
             with tricks, where what has been taken need not be known, it has 207,468 nodes."
                .into(),
        ],
        ..Findings::default()
    })
}
