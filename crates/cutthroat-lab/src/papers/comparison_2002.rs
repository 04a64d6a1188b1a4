//! Sturtevant 2002: paranoid and max^n at Chinese Checkers.

use cutthroat_catalog::{Distances, PrecomputedTable, Setup};

use super::finding::{Findings, Row, Unit};
use super::played::{Game, Keep, Played};
use super::verdict::{Claim, Printed};
use super::workbench::{Workbench, part_of};
use super::{Experiment, Scale};
use crate::error::LabError;
use crate::seatings;
use crate::stats::{Estimate, Interval};

pub(super) const TABLE_2: Experiment = Experiment {
    id: "2002-table2",
    title: "paranoid against max^n at Chinese Checkers",
    set_up: "Small board (6 pieces), 250,000 nodes a move, iterative; all seatings of the two: 6 x 100 games of three players, \
             14 x 50 of four, 62 x 20 of six. Both players have the same evaluation; max^n does not prune, and gives ties to \
             what is worst for the root. How many moves the losers were away is the exact distance with nobody else on the \
             board.",
    minutes: 400,
    run: all_moves,
};

pub(super) const TABLE_3: Experiment = Experiment {
    id: "2002-table3",
    title: "the same with the best six moves, and at equal depth",
    set_up: "Three players, 6 x 100 games; (a) only the six moves that the order puts first, 250,000 nodes a move; (b) all \
             moves, to depth 4.",
    minutes: 150,
    run: few_moves,
};

/// The paper's figures, paranoid's first.
#[derive(Clone)]
struct Figures {
    name: &'static str,
    players: usize,
    /// How often every seating is played, at the small scale and in the paper.
    rounds: (u64, u64),
    won: f64,
    away: [f64; 2],
    depth: Option<[Printed; 2]>,
    /// How much deeper paranoid searches, in per cent, as the text says.
    deeper: Option<f64>,
    settings: String,
}

fn all_moves(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    let settings = format!("nodes={}", bench.budget(QUICK_NODES, 250_000));
    let figures = |name, players, rounds, won, away, depth, deeper| Figures {
        name,
        players,
        rounds,
        won,
        away,
        depth: Some(depth),
        deeper: Some(deeper),
        settings: settings.clone(),
    };
    let printed = |paranoid, maxn, last| [Printed::new(paranoid, 0.1), Printed::new(maxn, last)];
    let all = [
        figures("3p", 3, (16, 100), 60.6, [3.52, 4.92], printed(4.9, 3.1, 0.1), 50.0),
        figures("4p", 4, (6, 50), 59.3, [4.23, 4.73], printed(4.0, 3.2, 0.1), 33.0),
        figures("6p", 6, (2, 20), 58.2, [4.93, 5.49], printed(4.6, 3.85, 0.01), 20.0),
    ];
    let mut findings = compared(bench, &all)?;
    let (row, games) = tie_rule(bench, &all[0])?;
    findings.rows.extend(row);
    findings.sample = format!("{}; {games}.", findings.sample.trim_end_matches('.'));
    Ok(findings)
}

fn few_moves(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    let nodes = bench.budget(QUICK_NODES, 250_000);
    let few = Figures {
        name: "best 6",
        players: 3,
        rounds: (16, 100),
        won: 71.4,
        away: [2.47, 4.4],
        depth: Some([Printed::new(8.2, 0.1), Printed::new(5.8, 0.1)]),
        deeper: None,
        settings: format!("best=6,nodes={nodes}"),
    };
    // Depth 4 of all moves has a hundred thousand nodes and more: at the small scale to depth 3.
    let equal = Figures {
        name: "equal depth",
        won: 56.5,
        away: [3.81, 4.24],
        depth: None,
        settings: format!("depth={}", bench.at(3, 4)),
        ..few.clone()
    };
    compared(bench, &[few, equal])
}

const QUICK_NODES: u64 = 20_000;

/// The evaluations that both players are given. The first is that of the main rows.
const EVALUATIONS: [(&str, &str); 3] = [
    ("difference", "the difference to the others"),
    ("distance", "one's own distance"),
    ("lead", "the difference to the best of the others"),
];

const ABOUT_EVALUATIONS: &str = "The paper says that its evaluation was based on the distance of one's pieces from the goal, that it is not \
                                 constant-sum, and that max^n could not prune with it. Paranoid's opponents minimise one \
                                 number: if that is the root's distance alone they are taken to block and never to \
                                 advance. The main rows have the difference to all others for both players, further rows \
                                 plain distances for both, and the difference to the best of the others for both.";

const ALIKE: &str = "all games start from the same position, and the paper's evaluation and move order are not given";

fn players(eval: &str, settings: &str) -> [String; 2] {
    [
        format!("paranoid:eval={eval},{settings},listing=order"),
        format!("maxn:pruning=none,eval={eval},ties=worst-for-root,{settings},listing=order"),
    ]
}

fn compared(bench: &Workbench<'_>, all: &[Figures]) -> Result<Findings, LabError> {
    let (mut rows, mut games) = (Vec::new(), Vec::new());
    for (place, (eval, meaning)) in EVALUATIONS.iter().enumerate() {
        for figures in all {
            let played = play(bench, figures, eval)?;
            let count = played.deals() * seatings(2, figures.players).len();
            if count == 0 {
                continue;
            }
            let Figures { name, players, settings, .. } = figures;
            games.push(format!("{count} games of {players} by {eval} ({name}: {settings})"));
            let name = if place == 0 { (*name).to_owned() } else { format!("{name}, {meaning} for both") };
            let whole = figures.rounds.1 * seatings(2, *players).len() as u64;
            let sample = part_of(count, whole, "games");
            let rows_of_match = if place == 0 { main_rows(bench, figures, &played)? } else { Vec::new() };
            let won = played.won(0).map(|won| {
                let won =
                    Row::figure(format!("{name}: won by paranoid"), Unit::Percent, Printed::new(figures.won, 0.1), won);
                won.because(ALIKE)
            });
            rows.extend(won.into_iter().chain(rows_of_match).map(|row| row.of(&sample)));
        }
    }
    let mut notes = vec![ABOUT_EVALUATIONS.to_owned()];
    if bench.scale == Scale::Quick {
        notes.push(
            "The moves that losers are away need the exact table of the small board (162 MiB, a minute to build) and are left \
             out at this scale; budgets are smaller too."
                .to_owned(),
        );
    }
    Ok(Findings { sample: format!("{}.", games.join("; ")), rows, notes, ..Findings::default() })
}

fn play(bench: &Workbench<'_>, figures: &Figures, eval: &str) -> Result<Played, LabError> {
    let part = format!("{}-{eval}", figures.name.replace(' ', "-"));
    let setup = Setup { position: Some(format!("pieces=6 players={}", figures.players)), ..Setup::default() };
    let rounds = bench.sample(figures.rounds.0, figures.rounds.1);
    bench.play(&part, "chinese-checkers", &setup, &players(eval, &figures.settings), rounds, Keep::End)
}

/// How far away losers are, and how deep searches.
fn main_rows(bench: &Workbench<'_>, figures: &Figures, played: &Played) -> Result<Vec<Row>, LabError> {
    const WHO: [&str; 2] = ["paranoid", "max^n"];
    let name = figures.name;
    let mut rows = Vec::new();
    if bench.scale == Scale::Paper {
        let table = distances()?;
        let away =
            |kind: usize| -> Vec<f64> { played.by_deal().flat_map(|games| moves_away(&table, games, kind)).collect() };
        let both = [away(0), away(1)];
        for ((who, paper), found) in WHO.iter().zip(figures.away).zip(&both) {
            let row = Estimate::of(found)
                .map(|found| Row::figure(format!("{name}: {who} away"), Unit::Plain, Printed::new(paper, 0.01), found));
            rows.extend(row.map(|row| row.because(ALIKE)));
        }
        let ahead = Printed::new(figures.away[1] - figures.away[0], 0.02);
        let row = apart(&both[1], &both[0])
            .map(|found| Row::figure(format!("{name}: paranoid nearer by"), Unit::Signed, ahead, found));
        rows.extend(row.map(|row| row.derived("the two above").because(ALIKE)));
    }
    let depths = [played.depths(0), played.depths(1)];
    if let Some(papers) = figures.depth {
        for ((who, paper), found) in WHO.iter().zip(papers).zip(&depths) {
            let row = Estimate::of(found)
                .map(|found| Row::figure(format!("{name}: depth of {who}"), Unit::Plain, paper, found));
            rows.extend(row.map(|row| row.because("move order decides how deep alpha-beta comes")));
        }
    }
    if let Some(deeper) = figures.deeper {
        let row = Interval::of_ratio(&depths[0], &depths[1]).map(|ratio| {
            Row::figure(
                format!("{name}: paranoid deeper by the factor"),
                Unit::Times,
                about(1.0 + deeper / 100.0),
                ratio,
            )
        });
        rows.extend(row);
    }
    Ok(rows)
}

/// A factor of which the paper says "about": to the nearest tenth.
pub(super) fn about(factor: f64) -> Printed {
    Printed::new(factor, 0.1)
}

/// The difference of two means of samples that are not paired.
fn apart(one: &[f64], other: &[f64]) -> Option<Interval> {
    let (one, other) = (Estimate::of(one)?, Estimate::of(other)?);
    let half = one.half_width?.hypot(other.half_width?);
    let middle = one.mean - other.mean;
    Some(Interval { middle, low: middle - half, high: middle + half })
}

/// Max^n with its tie rule against max^n that gives ties to the left.
fn tie_rule(bench: &Workbench<'_>, figures: &Figures) -> Result<(Option<Row>, String), LabError> {
    let eval = EVALUATIONS[0].0;
    let setup = Setup { position: Some(format!("pieces=6 players={}", figures.players)), ..Setup::default() };
    let kinds = ["worst-for-root", "first"]
        .map(|ties| format!("maxn:pruning=none,eval={eval},ties={ties},{},listing=order", figures.settings));
    let rounds = bench.sample(figures.rounds.0, figures.rounds.1);
    let played = bench.play("3p-tie-rule", "chinese-checkers", &setup, &kinds, rounds, Keep::Nothing)?;
    let row = played.won(0).map(|won| {
        let quantity = "3p: won by max^n with its tie rule, against max^n without";
        Row::direction(quantity, Unit::Percent, "much better with it", Claim::Above(50.0), won).of(part_of(
            played.games.len(),
            600,
            "games",
        ))
    });
    Ok((row, format!("{} games with and without the tie rule", played.games.len())))
}

/// The exact table of the small board, built if it is not there.
fn distances() -> Result<Distances, LabError> {
    let table = PrecomputedTable::of("chinese-checkers", 6, None)?;
    table.build(false, |_| ())?;
    Ok(table.distances()?)
}

/// How far the losers of a kind were from their goal at the end of each game that they lost.
fn moves_away(table: &Distances, games: &[Game], kind: usize) -> Vec<f64> {
    let mut away = Vec::new();
    for game in games {
        let best = game.score.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let distances = game.end.as_deref().and_then(|end| table.query(end).ok()).unwrap_or_default();
        for found in distances {
            let seat = found.player - 1;
            if game.kinds[seat] == kind && game.score[seat] < best {
                away.push(f64::from(found.moves));
            }
        }
    }
    away
}
