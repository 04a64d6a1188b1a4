//! The tables of the comparison.

use super::arenas::Arena;
use super::contenders::{Contender, all};
use super::duel::Effort;
use super::{Budget, Fought, Impact, Mixed};
use crate::papers::finding::{FoundTable, whole};
use crate::stats::Estimate;

/// All of them.
pub(super) fn every_table(
    fought: &[Fought],
    mixed: &[Mixed],
    arenas: &[&Arena],
    impacts: &[Impact],
    nodes: u64,
) -> Vec<FoundTable> {
    let mut tables = vec![
        summary(fought),
        ratings(mixed, arenas),
        opponent_impacts(arenas, impacts),
        duels(fought),
        efforts(fought),
        budgets(arenas, nodes),
    ];
    tables.retain(|table| !table.rows.is_empty());
    tables
}

/// What players can do to each other in each game.
fn opponent_impacts(arenas: &[&Arena], impacts: &[Impact]) -> FoundTable {
    let row = |(arena, impact): (&&Arena, &Impact)| {
        let half = impact.half_width.map_or(String::new(), |half| format!(" ± {:.1}", 100.0 * half));
        let share = impact.share.map_or("-".to_owned(), |share| format!("{:.1} %{half}", 100.0 * share));
        vec![arena.name.to_owned(), share]
    };
    let title = "Opponent impact: what a player's choice changes for another, of all that can change (Zuckerman and Felner 2011)";
    let rows = arenas.iter().zip(impacts).map(row).collect();
    table("opponent-impact", title, &["game", "opponent impact"], rows)
}

fn table(name: &str, title: &str, headings: &[&str], rows: Vec<Vec<String>>) -> FoundTable {
    FoundTable {
        name: format!("successors-{name}"),
        title: title.to_owned(),
        headings: headings.iter().map(|&heading| heading.to_owned()).collect(),
        rows,
    }
}

/// Per cent with an interval.
fn per_cent(found: Option<Estimate>) -> String {
    match found.map(|found| (found.mean, found.half_width)) {
        Some((mean, Some(half))) => format!("{mean:.1} ± {half:.1}"),
        Some((mean, None)) => format!("{mean:.1}"),
        None => "-".to_owned(),
    }
}

/// The average of estimates that are independent of each other.
fn average(found: &[Estimate]) -> Option<Estimate> {
    let count = found.len();
    let mean = found.iter().map(|one| one.mean).sum::<f64>() / count as f64;
    let halves: Option<Vec<f64>> = found.iter().map(|one| one.half_width).collect();
    let half_width = halves.map(|halves| halves.iter().map(|half| half * half).sum::<f64>().sqrt() / count as f64);
    (count > 0).then_some(Estimate { mean, half_width, deviation: 0.0, count })
}

/// Each algorithm in a line: what it won of all games, at equal cost.
fn summary(fought: &[Fought]) -> FoundTable {
    let mut anchors: Vec<&Contender> = Vec::new();
    fought.iter().for_each(|one| {
        if !anchors.contains(&one.anchor) {
            anchors.push(one.anchor);
        }
    });
    let mut rows = Vec::new();
    for contender in all() {
        let own = |anchor: Option<&Contender>| -> Vec<(bool, Estimate)> {
            let of = |one: &Fought| -> Option<(bool, Estimate)> {
                if one.budget != Budget::EqualCost {
                    return None;
                }
                let found = one.duel.won()?;
                // The same duel, seen from the other side.
                let (mean, other) = if one.contender == contender {
                    (found.mean, one.anchor)
                } else if one.anchor == contender {
                    (100.0 - found.mean, one.contender)
                } else {
                    return None;
                };
                let is_anchor = anchors.contains(&other) && anchor.is_none_or(|anchor| anchor == other);
                is_anchor.then_some((mean > 50.0, Estimate { mean, ..found }))
            };
            fought.iter().filter_map(of).collect()
        };
        let all = own(None);
        if all.is_empty() {
            continue;
        }
        let sure = |above: bool| {
            let is_sure = |(won, found): &&(bool, Estimate)| {
                *won == above && found.half_width.is_some_and(|half| (found.mean - 50.0).abs() > half)
            };
            all.iter().filter(is_sure).count()
        };
        let mut cells = vec![contender.name.to_owned()];
        for anchor in &anchors {
            let found: Vec<Estimate> = own(Some(anchor)).into_iter().map(|(_, found)| found).collect();
            cells.push(per_cent(average(&found)));
        }
        cells.push(format!("{} of {}", sure(true), all.len()));
        cells.push(format!("{} of {}", sure(false), all.len()));
        rows.push(cells);
    }
    let won: Vec<String> = anchors.iter().map(|anchor| format!("% won against {}", anchor.name)).collect();
    let mut headings = vec!["algorithm"];
    headings.extend(won.iter().map(String::as_str));
    headings.extend(["duels won for sure", "duels lost for sure"]);
    table("summary", "In short: games won at equal cost, on average over all games", &headings, rows)
}

/// The ratings of mixed company.
fn ratings(mixed: &[Mixed], arenas: &[&Arena]) -> FoundTable {
    let mut headings = vec!["algorithm".to_owned(), "budget".to_owned()];
    headings.extend(arenas.iter().map(|arena| arena.name.to_owned()));
    let mut rows = Vec::new();
    for contender in all() {
        for budget in Budget::ALL {
            let cell = |arena: &&Arena| {
                let company = mixed.iter().find(|mixed| mixed.arena == *arena && mixed.budget == budget)?;
                let (_, standing) = company.standings.iter().find(|(player, _)| *player == contender)?;
                if standing.games == 0 {
                    return None;
                }
                let (rating, half) = (standing.rating.rating, standing.rating.half_width);
                Some(format!("{rating:.1} ± {half:.1} ({} games)", standing.games))
            };
            let cells: Vec<String> = arenas.iter().map(|arena| cell(arena).unwrap_or_else(|| "-".to_owned())).collect();
            if cells.iter().any(|cell| cell != "-") {
                rows.push([vec![contender.name.to_owned(), budget.name().to_owned()], cells].concat());
            }
        }
    }
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    table(
        "ratings",
        "Ratings in mixed company (Weng and Lin 2011; 25 is the average, ± two deviations)",
        &headings,
        rows,
    )
}

/// Every duel.
fn duels(fought: &[Fought]) -> FoundTable {
    let row = |one: &Fought| {
        let better = one.duel.better_by().map_or("-".to_owned(), |found| {
            let half = found.half_width.map_or(String::new(), |half| format!(" ± {half:.2}"));
            format!("{:+.2}{half} {}", found.mean, one.duel.unit())
        });
        vec![
            one.arena.name.to_owned(),
            one.budget.name().to_owned(),
            one.contender.name.to_owned(),
            one.anchor.name.to_owned(),
            per_cent(one.duel.won()),
            better,
            one.duel.games().to_string(),
        ]
    };
    let headings = ["game", "budget", "algorithm", "against", "% won", "better by", "games"];
    table("duels", "Every duel: 50 % won among equals", &headings, fought.iter().map(row).collect())
}

/// How deep each player looked, and what that cost.
fn efforts(fought: &[Fought]) -> FoundTable {
    let mut rows: Vec<(&Arena, Budget, &Contender, Effort)> = Vec::new();
    for one in fought {
        for (kind, player) in [one.contender, one.anchor].into_iter().enumerate() {
            let effort = one.duel.effort(kind);
            let same = |row: &&mut (&Arena, Budget, &Contender, Effort)| {
                row.0 == one.arena && row.1 == one.budget && row.2 == player
            };
            match rows.iter_mut().find(same) {
                Some(row) => row.3.add(&effort),
                None => rows.push((one.arena, one.budget, player, effort)),
            }
        }
    }
    let row = |(arena, budget, player, effort): &(&Arena, Budget, &Contender, Effort)| {
        let mean = |sum: u64| sum as f64 / effort.searches as f64;
        (effort.searches > 0).then(|| {
            vec![
                arena.name.to_owned(),
                budget.name().to_owned(),
                player.name.to_owned(),
                whole(mean(effort.nodes)),
                format!("{:.1}", mean(effort.depth)),
            ]
        })
    };
    let headings = ["game", "budget", "algorithm", "nodes a move", "depth"];
    table("depths", "Nodes and depth on average", &headings, rows.iter().filter_map(row).collect())
}

/// The nodes of everybody.
fn budgets(arenas: &[&Arena], nodes: u64) -> FoundTable {
    let mut headings = vec!["algorithm"];
    headings.extend(arenas.iter().map(|arena| arena.name));
    let row = |contender: &'static Contender| {
        let cell = |arena: &&Arena| {
            let nodes = Budget::EqualCost.nodes(arena, contender, nodes);
            nodes.map_or("-".to_owned(), |nodes| whole(nodes as f64))
        };
        [vec![contender.name.to_owned()], arenas.iter().map(cell).collect()].concat()
    };
    let searching = all().filter(|contender| contender.name != "heuristic");
    table("budgets", "Nodes a move at equal cost", &headings, searching.map(row).collect())
}
