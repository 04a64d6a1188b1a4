//! Sturtevant 2002: paranoid and max^n at Chinese Checkers.

use cutthroat_catalog::{Setup, Table};

use super::finding::{Findings, Row, Verdict};
use super::workbench::Workbench;
use super::{Experiment, Scale};
use crate::error::LabError;
use crate::record::GameRecord;
use crate::stats::Estimate;

pub(super) const TABLE_2: Experiment = Experiment {
    id: "2002-table2",
    title: "paranoid against max^n at Chinese Checkers",
    set_up: "Small board (6 pieces), 250,000 nodes a move, iterative; all seatings of the two: 6 x 100 games of three players, \
             14 x 50 of four, 62 x 20 of six. Evaluation: distance covered, for max^n a player's own, for paranoid its \
             difference to the others'. Max^n gives ties to what is worst for the root. How many moves the losers were away is the exact distance with nobody else on the board.",
    run: all_moves,
};

pub(super) const TABLE_3: Experiment = Experiment {
    id: "2002-table3",
    title: "the same with the best six moves, and at equal depth",
    set_up: "Three players; (a) only the six moves that the order puts first, 250,000 nodes a move; (b) all moves, to depth 4.",
    run: few_moves,
};

/// The paper's figures, paranoid's first.
struct Figures {
    name: &'static str,
    players: usize,
    deals: (u64, u64),
    won: f64,
    away: [f64; 2],
    depth: Option<[f64; 2]>,
    settings: String,
}

fn all_moves(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    let settings = format!("nodes={}", bench.at(QUICK_NODES, 250_000));
    let figures = [
        (3, (16, 100), 60.6, [3.52, 4.92], [4.9, 3.1]),
        (4, (6, 50), 59.3, [4.23, 4.73], [4.0, 3.2]),
        (6, (2, 20), 58.2, [4.93, 5.49], [4.6, 3.85]),
    ];
    let figures = figures.map(|(players, deals, won, away, depth)| Figures {
        name: ["3p", "4p", "", "6p"][players - 3],
        players,
        deals,
        won,
        away,
        depth: Some(depth),
        settings: settings.clone(),
    });
    compared(bench, &figures)
}

fn few_moves(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    let nodes = bench.at(QUICK_NODES, 250_000);
    let few = Figures {
        name: "best 6",
        players: 3,
        deals: (16, 100),
        won: 71.4,
        away: [2.47, 4.4],
        depth: Some([8.2, 5.8]),
        settings: format!("best=6,nodes={nodes}"),
    };
    // Depth 4 of all moves has a hundred thousand nodes and more: at the small scale to depth 3.
    let depth = bench.at(3, 4);
    let equal = Figures {
        name: "equal depth",
        deals: (16, 100),
        won: 56.5,
        away: [3.81, 4.24],
        depth: None,
        settings: format!("depth={depth}"),
        ..few
    };
    let few = Figures { settings: format!("best=6,nodes={nodes}"), ..few };
    compared(bench, &[few, equal])
}

const QUICK_NODES: u64 = 20_000;

const EVALUATIONS: &str = "The paper says that its evaluation was based on the distance of one's pieces from the goal, that it is not \
                           constant-sum, and that max^n could not prune with it: so max^n has the distances as they are. \
                           Paranoid's opponents minimise one number. If that is the root's distance alone they are taken \
                           to block and never to advance, and then paranoid won 55.0 % (46.1 to 63.6) of 120 games of \
                           three at 250,000 nodes, 60.7 % of 140 of four, 50.8 % of 248 of six, 49.5 % (45.5 to 53.5) of 600 \
                           with the best six moves, and 39.3 % (35.5 to 43.3) of 600 at depth 4.";

fn compared(bench: &Workbench<'_>, all: &[Figures]) -> Result<Findings, LabError> {
    let table = match bench.scale {
        Scale::Quick => None,
        Scale::Paper => Some(distances()?),
    };
    let (mut rows, mut games) = (Vec::new(), Vec::new());
    for Figures { name, players, deals, won, away, depth, settings } in all {
        let deals = bench.sample(deals.0, deals.1);
        let setup = Setup { position: Some(format!("pieces=6 players={players}")), ..Setup::default() };
        let kinds = [
            format!("paranoid:eval=difference,{settings},listing=order"),
            format!("maxn:eval=distance,ties=worst-for-root,{settings},listing=order"),
        ];
        let part = name.replace(' ', "-");
        let (summary, records) = bench.play(&part, "chinese-checkers", &setup, &kinds, deals)?;
        games.push(format!("{} games of {players} ({name}: {settings})", records.len()));
        let [paranoid, maxn] = &summary.players[..] else { continue };
        rows.push(
            Row::share(format!("{name}: won by paranoid"), *won, paranoid.won)
                .if_differs("every game starts from the same position, and chance only decides between equal moves"),
        );
        if let Some(table) = &table {
            let ours = [1, 2].map(|kind| Estimate::of(&moves_away(table, &records, kind)?));
            let [Some(one), Some(other)] = ours else { continue };
            let same = one.mean < other.mean;
            for (who, paper, found) in [("paranoid", away[0], one), ("max^n", away[1], other)] {
                rows.push(Row {
                    interval: super::finding::margin(&found, |half| format!("{half:.2}")),
                    ..Row::beside(format!("{name}: {who} away"), paper, Some(found.mean), 2).verdict(
                        Verdict::of(same),
                        if same {
                            "paranoid's losers are nearer, as in the paper"
                        } else {
                            "paranoid's losers are not nearer"
                        },
                    )
                });
            }
        }
        if let Some(depth) = depth {
            let same = paranoid.depth > maxn.depth;
            for (who, paper, found) in [("paranoid", depth[0], paranoid.depth), ("max^n", depth[1], maxn.depth)] {
                let why =
                    if same { "paranoid searches deeper, as in the paper" } else { "paranoid does not search deeper" };
                rows.push(
                    Row::beside(format!("{name}: depth of {who}"), paper, found, 1).verdict(Verdict::of(same), why),
                );
            }
        }
    }
    let mut notes = vec![EVALUATIONS.to_owned()];
    if bench.scale == Scale::Quick {
        notes.push(
            "The moves that losers are away need the exact table of the small board (162 MiB, a minute to build) and are left \
             out at this scale; budgets are smaller too, so depths are compared by their order only."
                .to_owned(),
        );
    }
    Ok(Findings { sample: format!("{}.", games.join("; ")), rows, notes, ..Findings::default() })
}

/// The exact table of the small board, built if it is not there.
fn distances() -> Result<cutthroat_catalog::Distances, LabError> {
    let table = Table::of("chinese-checkers", 6, None)?;
    table.build(false, |_| ())?;
    Ok(table.distances()?)
}

/// How far the losers of a kind were from their goal at the end of each game that they lost.
fn moves_away(table: &cutthroat_catalog::Distances, games: &[GameRecord], kind: usize) -> Option<Vec<f64>> {
    let mut away = Vec::new();
    for game in games {
        let best = game.score.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let distances = table.query(&game.end).ok()?;
        for found in distances {
            let seat = found.player - 1;
            if game.seating[seat] == kind && game.score[seat] < best {
                away.push(f64::from(found.moves));
            }
        }
    }
    Some(away)
}
