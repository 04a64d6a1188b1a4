//! The successors of max^n and paranoid search, compared: all algorithms in all games, at equal nodes and at equal cost.
//!
//! The comparison is data: [`contenders`] says who plays, [`arenas`] what, and [`speeds`] what a node costs each of them.

pub(super) mod arenas;
mod company;
pub(super) mod contenders;
pub(super) mod duel;
mod forest;
mod published;
pub(super) mod speeds;
mod tables;
#[cfg(test)]
mod tests;

pub use speeds::measure_speeds;

use arenas::{ARENAS, Arena};
use company::Standing;
use contenders::{ANCHORS, Contender, all};
use cutthroat_catalog::Error;
use duel::Duel;
use serde::{Deserialize, Serialize};

use super::Experiment;
use super::finding::{Drawing, Findings};
use super::workbench::{Scale, Workbench};
use crate::error::LabError;
use crate::opponent_impact::{ImpactRequest, opponent_impact};

/// The comparison.
pub(super) const COMPARISON: Experiment = Experiment {
    id: "successors",
    title: "the successors of max^n and paranoid search, compared",
    set_up: "Every algorithm plays against each anchor, every deal in all seatings of the two, and in mixed company, where everybody \
             at the table is another algorithm and all have every seat. Once with the same nodes a move for all, and once with \
             nodes that cost what max^n's cost: the cost of a node was measured once, for each player and game, and is kept in \
             the repository, so that the games repeat. All players see all cards.",
    minutes: 65,
    run,
};

/// Nodes a move of max^n.
const NODES: u64 = 20_000;
const QUICK_NODES: u64 = 5_000;

/// The most plies by which opponent impact is measured. Six plies of six-player Chinese Checkers, without pruning, take days.
const MOST_IMPACT_PLIES: usize = 4;

/// What a move may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Budget {
    EqualNodes,
    EqualCost,
}

impl Budget {
    const ALL: [Self; 2] = [Self::EqualNodes, Self::EqualCost];

    const fn name(self) -> &'static str {
        match self {
            Self::EqualNodes => "equal nodes",
            Self::EqualCost => "equal cost",
        }
    }

    /// The nodes of a player, where max^n has `nodes`. `None` if nobody measured what a node costs.
    fn nodes(self, arena: &Arena, contender: &Contender, nodes: u64) -> Option<u64> {
        match self {
            Self::EqualNodes => Some(nodes),
            // Who does not search costs next to nothing, whatever the budget.
            Self::EqualCost if contender.name == "heuristic" => Some(nodes),
            Self::EqualCost => speeds::speed(arena, contender).map(|speed| speeds::nodes_of_equal_cost(speed, nodes)),
        }
    }

    fn spec(self, arena: &Arena, contender: &Contender, nodes: u64) -> Result<Option<String>, LabError> {
        let Some(nodes) = self.nodes(arena, contender, nodes) else { return Ok(None) };
        Ok(Some(contender.spec(arena.game, nodes)?))
    }
}

/// A duel that was played.
struct Fought {
    arena: &'static Arena,
    budget: Budget,
    contender: &'static Contender,
    anchor: &'static Contender,
    duel: Duel,
}

/// Mixed company in a game.
struct Mixed {
    arena: &'static Arena,
    budget: Budget,
    standings: Vec<(&'static Contender, Standing)>,
}

fn run(bench: &Workbench<'_>) -> Result<Findings, LabError> {
    let arenas: Vec<&'static Arena> =
        ARENAS.iter().filter(|arena| bench.scale == Scale::Paper || arena.quick_deals > 0).collect();
    compared(bench, &arenas, bench.at(&ANCHORS[..2], ANCHORS))
}

/// The comparison in some games, against some anchors.
fn compared(
    bench: &Workbench<'_>,
    arenas: &[&'static Arena],
    anchors: &'static [Contender],
) -> Result<Findings, LabError> {
    let nodes = bench.budget(QUICK_NODES, NODES);
    let (mut fought, mut mixed, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    for arena in arenas {
        let fit = fitting(bench, arena, &mut notes)?;
        for (place, anchor) in anchors.iter().enumerate() {
            for contender in all().skip(place + 1).filter(|contender| fit.contains(contender)) {
                fought.extend(duels(bench, arena, contender, anchor, nodes)?);
            }
        }
        for budget in Budget::ALL {
            mixed.extend(company(bench, arena, budget, &fit, nodes)?);
        }
    }
    notes.push(
        "An interval that leaves out 50 % shows a difference in that game; among this many, one in twenty does so by chance."
            .into(),
    );
    notes.push(
        "The papers' games, evaluations and budgets are others, so rows compare directions only. MCTS-Solver's 65 % against \
         MCTS (Winands et al. 2008) are of Lines of Action, which has two players; social search was tried in Quoridor against \
         players whose relations change (Wilson et al. 2011). Neither can be compared here."
            .into(),
    );
    // Of what is reported before it is finished, some parts have not begun.
    fought.retain(|fought: &Fought| fought.duel.games() > 0);
    let impacts = impacts(bench, arenas)?;
    let games: usize = fought.iter().map(|fought| fought.duel.games()).sum();
    Ok(Findings {
        sample: format!(
            "{games} games of two kinds of players in {} games, {nodes} nodes a move for max^n.",
            arenas.len()
        ),
        rows: published::rows(&fought),
        tables: tables::every_table(&fought, &mixed, arenas, &impacts, nodes),
        drawings: arenas.iter().map(|arena| drawing(arena, &fought)).collect(),
        notes,
        ..Findings::default()
    })
}

/// How far a player can change what another gets, in each game.
fn impacts(bench: &Workbench<'_>, arenas: &[&'static Arena]) -> Result<Vec<Impact>, LabError> {
    let positions = bench.at(200, 1_000);
    bench.each("opponent impact", &format!("{positions} positions"), arenas.len() as u64, |place| {
        let arena = arenas[place as usize - 1];
        let (game, setup) = (arena.game.to_owned(), arena.setup());
        let plies = arena.players.min(MOST_IMPACT_PLIES);
        let request = ImpactRequest { game, setup, positions, plies, seed: bench.seed };
        let found = opponent_impact(&bench.registry, &request)?;
        Ok(Impact { share: found.map(|found| found.mean), half_width: found.and_then(|found| found.half_width) })
    })
}

/// The opponent impact of a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct Impact {
    share: Option<f64>,
    half_width: Option<f64>,
}

/// The players who can play the game. Why others cannot is a note.
fn fitting(bench: &Workbench<'_>, arena: &Arena, notes: &mut Vec<String>) -> Result<Vec<&'static Contender>, LabError> {
    let mut fit = Vec::new();
    for contender in all() {
        match duel::seated(bench, arena, &[contender.spec(arena.game, 1)?]) {
            Ok(_) => fit.push(contender),
            Err(LabError::Catalog(error)) => {
                let why = if let Error::Player { error, .. } = &error { error.to_string() } else { error.to_string() };
                notes.push(format!("{} does not play {}: {why}.", contender.name, arena.name));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(fit)
}

/// The duels of two players, with each budget.
fn duels(
    bench: &Workbench<'_>,
    arena: &'static Arena,
    contender: &'static Contender,
    anchor: &'static Contender,
    nodes: u64,
) -> Result<Vec<Fought>, LabError> {
    let deals = bench.sample(arena.quick_deals, arena.deals);
    let mut played: Vec<(Vec<String>, Fought)> = Vec::new();
    for budget in Budget::ALL {
        let (Some(one), Some(other)) = (budget.spec(arena, contender, nodes)?, budget.spec(arena, anchor, nodes)?)
        else {
            continue;
        };
        let specs = [one, other];
        let same = played.iter().find(|(before, _)| *before == specs).map(|(_, fought)| fought.duel.clone());
        let duel = match same {
            Some(duel) => duel,
            None => {
                let part = format!("{}, {}: {} against {}", arena.name, budget.name(), contender.name, anchor.name);
                duel::play(bench, &part, arena, &specs, deals)?
            }
        };
        played.push((specs.to_vec(), Fought { arena, budget, contender, anchor, duel }));
    }
    Ok(played.into_iter().map(|(_, fought)| fought).collect())
}

/// Mixed company with a budget; `None` if there are not enough players to fill a table.
fn company(
    bench: &Workbench<'_>,
    arena: &'static Arena,
    budget: Budget,
    fit: &[&'static Contender],
    nodes: u64,
) -> Result<Option<Mixed>, LabError> {
    let (mut players, mut specs) = (Vec::new(), Vec::new());
    for contender in fit {
        if let Some(spec) = budget.spec(arena, contender, nodes)? {
            players.push(*contender);
            specs.push(spec);
        }
    }
    if players.len() < arena.players {
        return Ok(None);
    }
    let part = format!("{}, {}: mixed company", arena.name, budget.name());
    let tables = bench.sample(arena.quick_tables, arena.tables);
    let standings = company::play(bench, &part, arena, &specs, tables)?;
    Ok(Some(Mixed { arena, budget, standings: players.into_iter().zip(standings).collect() }))
}

/// What everybody won in a game, drawn.
fn drawing(arena: &Arena, fought: &[Fought]) -> Drawing {
    let here = || fought.iter().filter(|fought| fought.arena == arena);
    let mut pairs: Vec<(&Contender, &Contender)> = Vec::new();
    for Fought { contender, anchor, .. } in here() {
        if !pairs.contains(&(*contender, *anchor)) {
            pairs.push((contender, anchor));
        }
    }
    let line = |(contender, anchor): &(&Contender, &Contender)| {
        let found = |budget| {
            let meant = |f: &&Fought| f.budget == budget && f.contender == *contender && f.anchor == *anchor;
            here().find(meant).and_then(|fought| fought.duel.won())
        };
        let name = format!("{} against {}", contender.name, anchor.name);
        forest::ForestLine { name, found: Budget::ALL.map(found) }
    };
    let lines: Vec<forest::ForestLine> = pairs.iter().map(line).collect();
    let title = format!("{}: games won, of two kinds of players in all seatings", arena.name);
    Drawing {
        name: format!("successors-{}", arena.name.to_lowercase().replace(' ', "-")),
        svg: forest::drawn(&title, Budget::ALL.map(Budget::name), &lines),
        csv: String::new(),
    }
}
