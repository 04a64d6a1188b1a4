//! Every game with a transposition table and without.

use cutthroat_catalog::{Algorithm, Error, Registry, Request, Settings, Setup};

use super::{SuiteRow, timed};

/// What is searched.
struct Subject {
    game: &'static str,
    /// Cards to deal to each player.
    cards: Option<usize>,
    players: usize,
    /// Plies to search; to the end if not given.
    depth: Option<usize>,
    eval: Option<&'static str>,
}

const fn whole(game: &'static str, cards: usize, players: usize, eval: Option<&'static str>) -> Subject {
    Subject { game, cards: Some(cards), players, depth: None, eval }
}

const SUBJECTS: [Subject; 8] = [
    whole("spades", 8, 3, Some("tricks")),
    whole("spades", 8, 3, Some("mot")),
    whole("hearts", 8, 3, None),
    whole("hearts", 6, 4, None),
    whole("sergeant-major", 7, 3, None),
    whole("oh-hell", 5, 4, None),
    whole("bridge", 6, 4, None),
    Subject { game: "chinese-checkers", cards: None, players: 3, depth: Some(4), eval: None },
];

/// The deals of each.
const DEALS: u64 = 4;

/// MiB for a table.
const MEMORY: usize = 16;

fn settings(algorithm: Algorithm, depth: Option<usize>, memory: usize) -> Result<Settings, Error> {
    let settings = Settings::new(algorithm).with("nodes", u64::MAX)?.with("memory", memory)?;
    depth.map_or(Ok(settings.clone()), |depth| settings.with("depth", depth))
}

pub(super) fn run() -> Vec<SuiteRow> {
    let registry = Registry::standard();
    let mut rows = Vec::new();
    for Subject { game, cards, players, depth, eval } in SUBJECTS {
        for (name, algorithm) in [("max^n", Algorithm::MAXN), ("paranoid", Algorithm::PARANOID)] {
            let search = |memory: usize| {
                let what = format!(
                    "{game}{}{}, {players} players, {name}{}",
                    cards.map_or(String::new(), |cards| format!(", {cards} cards")),
                    eval.map_or(String::new(), |eval| format!(", {eval}")),
                    if memory > 0 { ", table" } else { "" }
                );
                timed(what, || {
                    (0..DEALS).fold((0, 0), |(nodes, researches), deal| {
                        let mut setup = Setup {
                            deal: Some(deal),
                            players: Some(players),
                            eval: eval.map(str::to_owned),
                            ..Setup::default()
                        };
                        if let Some(cards) = cards {
                            setup = setup.with_option("cards", cards);
                        }
                        let found = settings(algorithm, depth, memory)
                            .and_then(|settings| {
                                let request = Request { settings, ..Request::default() };
                                registry.open(game, &setup)?.analyse(&request)
                            })
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
