//! What was read can be searched: by every algorithm, within what it may spend.

use cutthroat_catalog::{ALGORITHMS, AdviceRequest, Algorithm, AnyPosition, PlayerSpec, Request, Settings, Values};

use super::{at, headed, number_of, positions};

/// Plies of a search.
const DEPTH: usize = 2;

/// Nodes of a search.
const NODES: u64 = 1_000;

/// The highest trees that every algorithm searches, by rounds: the evaluation of N-games and P-games counts `9^rounds` leaves.
const MOST_ROUNDS: u32 = 5;

/// `GAME`, and a position of it, which every algorithm searches; one of them, where even small searches take long.
pub(super) fn search(bytes: &[u8]) -> bool {
    let Some((game, text)) = headed(bytes) else { return false };
    let Some(position) = positions::open(game, &at(text)) else { return false };
    let legal: Vec<String> = position.divide(1).into_iter().map(|divided| divided.mv).collect();
    let mut draw = Draw(number_of(bytes));
    let one = takes_long(position.as_ref()).then(|| draw.below(ALGORITHMS.len() as u64) as usize);
    for (place, algorithm) in ALGORITHMS.iter().enumerate() {
        if one.is_some_and(|one| one != place) {
            continue;
        }
        let settings = draw.settings(*algorithm);
        let all_moves = algorithm.searches && draw.below(4) == 0;
        check(position.as_ref(), &legal, &Request { settings, all_moves, ..Request::default() });
    }
    true
}

/// Whether even a search of a few nodes takes long, by the leaves that the evaluation has to count.
fn takes_long(position: &dyn AnyPosition) -> bool {
    let text = position.text();
    let rounds = text.split_whitespace().find_map(|word| word.strip_prefix("height=")?.parse::<u32>().ok());
    rounds.is_some_and(|rounds| rounds > MOST_ROUNDS)
}

/// Searches, and looks at what is found.
fn check(position: &dyn AnyPosition, legal: &[String], request: &Request) {
    // What does not fit together is refused with a reason.
    let Ok(report) = position.analyse(request).inspect_err(super::is_told) else { return };
    let (text, spec) = (position.text(), &request.settings);
    match &report.best {
        Some(best) => assert!(legal.contains(best), "{spec} plays {best} in {text}"),
        None => assert!(legal.is_empty() || report.stop != "end", "{spec} finds no move in {text}"),
    }
    if request.settings.get("depth").is_some() && request.settings.algorithm().needs_to_see {
        assert!(report.depth <= DEPTH, "{spec} goes {} deep in {text}", report.depth);
    }
    if request.settings.get("nodes").is_some() && request.settings.algorithm().needs_to_see {
        // The first level is completed whatever it costs.
        let first = legal.len() as u64 * 64;
        assert!(report.nodes <= NODES + first, "{spec} visits {} nodes in {text}", report.nodes);
    }
    serde_json::to_string(&report).unwrap();
}

/// `GAME`, and what one seat knows, of which every player is asked what to do.
pub(super) fn advice(bytes: &[u8]) -> bool {
    let Some((game, text)) = headed(bytes) else { return false };
    let Some(view) = positions::open_view(game, text) else { return false };
    let mut draw = Draw(number_of(bytes));
    for algorithm in ALGORITHMS.iter().filter(|algorithm| !algorithm.needs_to_see) {
        let player = PlayerSpec { settings: draw.settings(*algorithm), time: None };
        let spec = player.to_string();
        let request = AdviceRequest { player, seed: draw.below(9), stop: None };
        let Ok(advice) = view.advise(&request).inspect_err(super::is_told) else { continue };
        assert!(advice.moves.iter().any(|advised| advised.mv == advice.best), "{spec}: {text}");
        serde_json::to_string(&advice).unwrap();
    }
    true
}

/// Draws settings, the same for the same input.
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    /// Some settings of an algorithm, of which a search is small.
    fn settings(&mut self, algorithm: Algorithm) -> Settings {
        let mut settings = Settings::new(algorithm);
        for field in algorithm.settings {
            let small = match field.name {
                "depth" => Some(DEPTH as u64),
                "nodes" => Some(NODES),
                "memory" => Some(self.below(2)),
                "worlds" | "trees" => Some(1 + self.below(3)),
                "iterations" => Some(20),
                "threads" => Some(1),
                "exact" | "plies" | "own-moves" => Some(1 + self.below(2)),
                "cut" => Some(4),
                _ => None,
            };
            let value = match (small, field.values) {
                (Some(small), _) => Some(small.to_string()),
                (None, _) if self.below(4) > 0 => None,
                (None, Values::Switch) => Some(["on", "off"][self.below(2) as usize].to_owned()),
                (None, Values::Names(names)) => Some(names[self.below(names.len() as u64) as usize].0.to_owned()),
                (None, Values::Number { least, .. }) => Some((least + self.below(5) as i64).to_string()),
                (None, Values::Decimal { least, most }) => {
                    Some((i64::from(least) + self.below((most - least) as u64 + 1) as i64).to_string())
                }
                _ => None,
            };
            if let Some(value) = value {
                settings.set(field.name, &value).unwrap_or_else(|error| panic!("{}: {error}", algorithm.name));
            }
        }
        settings
    }
}
