//! What players cost, measured once and kept in a file of the repository, so that games at equal cost repeat on any machine.

use std::fmt::Write as _;
use std::time::Duration;

use cutthroat_catalog::Registry;

use super::contests::{ARENAS, PUBLISHED, everybody};
use crate::error::LabError;
use crate::papers::successors::arenas::Arena;
use crate::papers::successors::contenders::Contender;
use crate::papers::successors::speeds::{nodes_of_equal_cost, positions, spent};

const COSTS: &str = include_str!("costs.csv");

const HEADINGS: &str = "game,player,nanoseconds a node,microseconds a decision";

/// Nodes of a decision while costs are measured.
const NODES: u64 = 50_000;

/// Every player searches for at least so long in each game.
const LEAST_TIME: Duration = Duration::from_millis(500);

/// More nodes than any decision has: for a player who counts playouts.
pub(super) const NO_LIMIT: u64 = 1_000_000_000;

/// Moves before the positions at which costs are measured: all parts of a deal.
const MOVES_BEFORE: [usize; 12] = [0, 4, 7, 10, 13, 17, 20, 23, 26, 30, 33, 36];

/// A number of the file, by column.
fn cell(arena: &Arena, contender: &Contender, column: usize) -> Option<f64> {
    let line = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        // Players with commas in their names have more cells in front.
        let (numbers, names) = (cells.get(cells.len().checked_sub(2)?..)?, cells.get(..cells.len() - 2)?);
        (names.join(",") == format!("{},{}", arena.name, contender.name)).then(|| numbers[column].parse().ok())?
    };
    COSTS.lines().find_map(line)
}

/// What a decision of a player with a budget of its own costs, in microseconds.
pub(super) fn of_a_decision(arena: &Arena, contender: &Contender) -> Option<f64> {
    cell(arena, contender, 1)
}

/// The nodes that a decision of so many microseconds buys.
pub(super) fn nodes(arena: &Arena, contender: &Contender, microseconds: f64) -> Option<u64> {
    cell(arena, contender, 0).map(|nanoseconds| nodes_of_equal_cost(1000.0 * microseconds / nanoseconds, 1))
}

/// Measures all costs anew. What comes back is the text of the file. `watch` is told the game.
///
/// # Errors
/// When a player cannot play.
pub fn measure_costs(watch: &dyn Fn(&str)) -> Result<String, LabError> {
    let registry = Registry::standard();
    let mut text = format!("{HEADINGS}\n");
    for arena in ARENAS {
        watch(arena.name);
        // Positions of the play: where all cards are seen, nobody passes or bids before.
        let open = Arena { hidden: false, ..*arena };
        let at = positions(&registry, &open, &MOVES_BEFORE)?;
        for contender in everybody() {
            let nodes = if *contender == PUBLISHED { NO_LIMIT } else { NODES };
            let spec = contender.spec(arena.game, nodes)?;
            let spent = |arena| spent(&registry, arena, &spec, &at, LEAST_TIME);
            let found = spent(arena).or_else(|_| spent(&open))?;
            let Some(found) = found else { continue };
            let time = found.time.as_nanos() as f64;
            let (node, decision) = (time / found.nodes as f64, time / 1000.0 / found.decisions as f64);
            let _ = writeln!(text, "{},{},{node:.1},{decision:.0}", arena.name, contender.name);
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_who_searches_has_a_cost() {
        assert_eq!(COSTS.lines().next(), Some(HEADINGS));
        for arena in ARENAS {
            for contender in everybody().filter(|contender| !["random", "heuristic"].contains(&contender.name)) {
                assert!(
                    nodes(arena, contender, 10_000.0).is_some_and(|nodes| nodes > 0),
                    "{}, {}",
                    arena.name,
                    contender.name
                );
            }
        }
    }
}
