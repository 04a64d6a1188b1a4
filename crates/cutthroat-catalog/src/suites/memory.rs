//! Every game with a transposition table and without.

use super::{Row, timed};
use crate::registry::open;
use crate::request::{Algorithm, Request};
use crate::setup::Setup;

/// A game, cards to deal to how many, how deep to search, and an evaluation.
const POSITIONS: [(&str, Option<usize>, usize, Option<usize>, Option<&str>); 8] = [
    ("spades", Some(8), 3, None, Some("tricks")),
    ("spades", Some(8), 3, None, Some("mot")),
    ("hearts", Some(8), 3, None, None),
    ("hearts", Some(6), 4, None, None),
    ("sergeant-major", Some(7), 3, None, None),
    ("oh-hell", Some(5), 4, None, None),
    ("bridge", Some(6), 4, None, None),
    ("chinese-checkers", None, 3, Some(4), None),
];

/// The deals of each.
const DEALS: u64 = 4;

/// MiB for a table.
const MEMORY: usize = 16;

pub(super) fn run() -> Vec<Row> {
    let mut rows = Vec::new();
    for (game, cards, players, depth, eval) in POSITIONS {
        for (name, algorithm) in [("max^n", Algorithm::Maxn), ("paranoid", Algorithm::Paranoid)] {
            let search = |memory: usize| {
                let what = format!(
                    "{game}{}{}, {players} players, {name}{}",
                    cards.map_or(String::new(), |cards| format!(", {cards} cards")),
                    eval.map_or(String::new(), |eval| format!(", {eval}")),
                    if memory > 0 { ", table" } else { "" }
                );
                timed(what, || {
                    (0..DEALS).fold((0, 0), |(nodes, researches), deal| {
                        let setup = Setup {
                            deal: Some(deal),
                            cards,
                            players: Some(players),
                            eval: eval.map(str::to_owned),
                            ..Setup::default()
                        };
                        let request = Request {
                            algorithm,
                            memory: Some(memory),
                            depth,
                            nodes: Some(u64::MAX),
                            ..Request::default()
                        };
                        let found = open(game, &setup)
                            .and_then(|position| position.analyse(&request))
                            .expect("every game can be searched");
                        (nodes + found.nodes, researches + found.researches)
                    })
                })
            };
            let without = search(0);
            let mut with = search(MEMORY);
            with.figures = vec![
                ("nodes with/without", with.nodes as f64 / without.nodes as f64),
                ("time with/without", with.seconds / without.seconds.max(1e-9)),
            ];
            rows.extend([without, with]);
        }
    }
    rows
}
