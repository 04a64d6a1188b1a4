//! Fixed suites of searches: node counts that must never change by accident, and speeds side by side.

mod best_case;
mod checkers_games;
mod checkers_speed;
mod hidden;
mod memory;
mod optimal;
mod overhead;
mod playouts;
mod search;
mod solve;
mod subject;
mod trees;

pub use best_case::speculative_limit;
pub use checkers_games::{CheckersGame, checkers_game};

use std::time::Instant;

use serde::Serialize;

/// A suite by name.
#[derive(Clone, Copy)]
pub struct Suite {
    /// Its name.
    pub name: &'static str,
    /// What it shows.
    pub about: &'static str,
    run: fn() -> Vec<SuiteRow>,
}

/// All suites, the default first.
pub const SUITES: &[Suite] = &[
    Suite { name: "trees", about: "every pruning on fixed random and uniform trees; the signature", run: trees::run },
    Suite {
        name: "optimal",
        about: "the optimal tree of 2003, Table 10: 84,927 nodes over depths 1 to 6, none searched again",
        run: optimal::run,
    },
    Suite {
        name: "best-case",
        about: "best-case branching factors counted beside the formulas (2003 Table 8; 2000, asymptotic results)",
        run: best_case::run,
    },
    Suite {
        name: "overhead",
        about: "plain max^n by the engine beside two bare loops written for one tree",
        run: overhead::run,
    },
    Suite { name: "memory", about: "every game with a transposition table and without", run: memory::run },
    Suite {
        name: "checkers-games",
        about: "Chinese Checkers as in 2003, Table 10: plain max^n 1.2 million nodes, speculative 100k, at best 84,927",
        run: checkers_games::table_10,
    },
    Suite {
        name: "checkers-moves",
        about: "moves there are in games of three (2002: about 25, at times over 50; 2003: over 100 in the mid-game)",
        run: checkers_games::branching,
    },
    Suite {
        name: "checkers-speed",
        about: "moves of Chinese Checkers listed a second, and plain max^n beside a bare loop",
        run: checkers_speed::run,
    },
    Suite {
        name: "hidden",
        about: "playouts of whole deals of four-player Hearts, and deals drawn that fit what a seat knows, beside bare loops",
        run: hidden::run,
    },
    Suite {
        name: "playouts",
        about: "games played to their end: playouts beside bare loops, and Monte-Carlo tree search of every game",
        run: playouts::run,
    },
    Suite {
        name: "search",
        about: "searches without tables, beside bare loops of a tree and a board, and in nodes of a bare loop",
        run: search::run,
    },
    Suite {
        name: "solve",
        about: "deals of every card game solved with tables and bounds, in nodes of a bare loop",
        run: solve::run,
    },
];

/// One search of a suite.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SuiteRow {
    /// What was searched, and how.
    pub what: String,
    /// States visited below the root.
    pub nodes: u64,
    /// Children searched again.
    pub researches: u64,
    /// How long it took.
    pub seconds: f64,
    /// Other columns of the suite, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<(&'static str, f64)>,
}

/// The result of a suite.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SuiteOutcome {
    /// The suite.
    pub suite: &'static str,
    /// Its searches.
    pub rows: Vec<SuiteRow>,
    /// All nodes: the signature, the same on every machine and every run.
    pub signature: u64,
    /// All children searched again.
    pub researches: u64,
    /// Nodes per second over all searches.
    pub nodes_per_second: f64,
}

impl Suite {
    /// Runs the suite.
    #[must_use]
    pub fn run(&self) -> SuiteOutcome {
        let rows = (self.run)();
        let signature = rows.iter().map(|row| row.nodes).sum();
        let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
        SuiteOutcome {
            suite: self.name,
            signature,
            researches: rows.iter().map(|row| row.researches).sum(),
            nodes_per_second: signature as f64 / seconds.max(1e-9),
            rows,
        }
    }
}

/// A row for a search that visits `(nodes, researches)`.
fn timed(what: String, search: impl FnOnce() -> (u64, u64)) -> SuiteRow {
    let start = Instant::now();
    let (nodes, researches) = search();
    SuiteRow { what, nodes, researches, seconds: start.elapsed().as_secs_f64(), figures: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_count_the_same_on_every_run() {
        for suite in SUITES.iter().filter(|suite| suite.name == "trees" || suite.name == "optimal") {
            let counts = || suite.run().rows.iter().map(|row| (row.nodes, row.researches)).collect::<Vec<_>>();
            assert_eq!(counts(), counts());
        }
        let optimal = SUITES.iter().find(|suite| suite.name == "optimal").unwrap().run();
        assert_eq!((optimal.signature, optimal.researches), (84_927, 0));
    }
}
