//! How fast each player is in each game, measured once and kept in a file of the repository, so that games at equal cost
//! repeat on any machine.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use cutthroat_catalog::{Registry, Setup};

use super::arenas::{ARENAS, Arena};
use super::contenders::{ANCHORS, Contender, all};
use crate::error::LabError;

/// Nodes that a player visits in the time in which max^n visits one, by game and player.
const SPEEDS: &str = include_str!("speeds.csv");

const HEADINGS: &str = "game,player,nodes in the time of one node of max^n";

/// The speed of a player in a game, beside max^n's. `None` if it has not been measured.
pub(in crate::papers) fn speed(arena: &Arena, contender: &Contender) -> Option<f64> {
    let line = |line: &str| {
        let mut cells = line.split(',');
        (cells.next()? == arena.name && cells.next()? == contender.name).then(|| cells.next()?.parse().ok())?
    };
    SPEEDS.lines().find_map(line)
}

/// As many nodes as cost what `nodes` of max^n cost; two digits are exact enough.
pub(in crate::papers) fn nodes_of_equal_cost(speed: f64, nodes: u64) -> u64 {
    let exact = (speed * nodes as f64).max(1.0);
    let unit = 10_f64.powf((exact.log10().floor() - 1.0).max(0.0));
    ((exact / unit).round() * unit) as u64
}

/// Nodes of one search while speeds are measured.
const NODES: u64 = 2_000;
/// Moves before the positions that are searched.
const MOVES_BEFORE: [usize; 6] = [0, 3, 7, 12, 18, 25];
/// Every player searches for at least so long in each round.
const ROUND: Duration = Duration::from_millis(100);
/// All players take turns this often in each game, and the best round of each counts: whatever else the machine does
/// then disturbs all of them alike.
const ROUNDS: usize = 6;

/// Measures all speeds anew. What comes back is the text of the file. `watch` is told the game.
///
/// # Errors
/// When a player cannot play.
pub fn measure_speeds(watch: &dyn Fn(&str)) -> Result<String, LabError> {
    let registry = Registry::standard();
    let mut text = format!("{HEADINGS}\n");
    for arena in ARENAS {
        watch(arena.name);
        let positions = positions(&registry, arena, &MOVES_BEFORE)?;
        let mut best = BTreeMap::<&str, f64>::new();
        for _ in 0..ROUNDS {
            for contender in all() {
                // A player who does not fit the game, or does not search, has no speed.
                if let Ok(Some(rate)) = rate(&registry, arena, contender, &positions) {
                    let best = best.entry(contender.name).or_default();
                    *best = best.max(rate);
                }
            }
        }
        let of_maxn = best.get(ANCHORS[0].name).copied().unwrap_or(1.0);
        for contender in all() {
            if let Some(own) = best.get(contender.name) {
                let _ = writeln!(text, "{},{},{:.3}", arena.name, contender.name, own / of_maxn);
            }
        }
    }
    Ok(text)
}

/// Positions of a game, played by the heuristic player.
pub(in crate::papers) fn positions(
    registry: &Registry,
    arena: &Arena,
    moves_before: &[usize],
) -> Result<Vec<String>, LabError> {
    let mut positions = Vec::new();
    for (deal, &moves) in moves_before.iter().enumerate() {
        let setup = arena.setup();
        let deal = setup.position.is_none().then_some(deal as u64 + 1);
        let mut game = registry.begin(arena.game, &Setup { deal, ..setup })?;
        let heuristic = "heuristic".parse()?;
        for seat in 1..=arena.players {
            game.sit(seat, Some(&heuristic))?;
        }
        for _ in 0..moves {
            let chosen = game.choose()?;
            game.play(&chosen.mv)?;
        }
        positions.push(game.text());
    }
    Ok(positions)
}

/// Nodes a second; `None` for a player who does not search.
fn rate(
    registry: &Registry,
    arena: &Arena,
    contender: &Contender,
    positions: &[String],
) -> Result<Option<f64>, LabError> {
    let spent = spent(registry, arena, &contender.spec(arena.game, NODES)?, positions, ROUND)?;
    Ok(spent.map(|spent| spent.nodes as f64 / spent.time.as_secs_f64()))
}

/// What a player cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::papers) struct Spent {
    pub(in crate::papers) decisions: u64,
    pub(in crate::papers) nodes: u64,
    pub(in crate::papers) time: Duration,
}

/// What the decisions of a player at these positions cost, each made as often as takes this time; `None` for a player
/// who does not search.
pub(in crate::papers) fn spent(
    registry: &Registry,
    arena: &Arena,
    spec: &str,
    positions: &[String],
    least_time: Duration,
) -> Result<Option<Spent>, LabError> {
    let spec = spec.parse()?;
    let mut games = Vec::new();
    for text in positions {
        let setup = Setup { position: Some(text.clone()), hidden: arena.hidden, ..Setup::default() };
        let mut game = registry.begin(arena.game, &setup)?;
        if let Some(mover) = game.mover() {
            game.sit(mover, Some(&spec))?;
            games.push(game);
        }
    }
    let (start, mut nodes, mut decisions) = (processor_time(), 0, 0);
    loop {
        for game in &mut games {
            nodes += game.choose()?.nodes;
            decisions += 1;
        }
        let time = processor_time().saturating_sub(start);
        if nodes == 0 {
            return Ok(None);
        }
        if time >= least_time {
            return Ok(Some(Spent { decisions, nodes, time }));
        }
    }
}

/// The time that this thread has had a processor; where the system does not tell, the time of the clock.
fn processor_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_have_two_digits() {
        for (speed, nodes) in [(1.0, 1000), (0.1234, 120), (12.34, 12_000), (0.0001, 1), (0.0123, 12)] {
            assert_eq!(nodes_of_equal_cost(speed, 1000), nodes);
        }
    }

    #[test]
    fn every_line_of_the_file_is_of_somebody() {
        assert_eq!(SPEEDS.lines().next(), Some(HEADINGS));
        for line in SPEEDS.lines().skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            let arena = ARENAS.iter().find(|arena| arena.name == cells[0]).unwrap();
            let contender = all().find(|contender| contender.name == cells[1]).unwrap();
            assert!(speed(arena, contender).unwrap() > 0.0, "{line}");
        }
        for arena in ARENAS {
            assert_eq!(speed(arena, &ANCHORS[0]), Some(1.0), "{}", arena.name);
        }
    }
}
