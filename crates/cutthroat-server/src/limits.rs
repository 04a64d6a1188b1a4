//! What a client may ask for. Every number that protects the server has its name here.

use std::time::Duration;

use cutthroat_catalog::{DefaultValue, MOST_DRAWN, PlayerSpec, Settings, Values};
use serde::Serialize;

use crate::error::ApiError;

/// The bytes of a body.
pub(crate) const BODY_BYTES: usize = 64 << 10;
/// How long a client may take to send a body.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(10);
/// How long a client may take to send the head of a request, and how long an idle connection is kept.
pub(crate) const HEADER_TIME: Duration = Duration::from_secs(5);
/// How long a connection is kept whose client reads nothing of an answer.
pub(crate) const UNREAD_TIME: Duration = Duration::from_secs(30);
/// Bytes that are kept of a request or an answer on its way.
pub(crate) const BUFFER_BYTES: usize = 64 << 10;
/// Connections at once.
pub(crate) const CONNECTIONS: usize = 256;
/// How long a stream waits for a client that reads nothing, before the search behind it is stopped.
pub(crate) const STALLED: Duration = Duration::from_secs(10);
/// Events that wait for a client.
pub(crate) const EVENTS_WAITING: usize = 64;
/// How often a stream says that it is alive.
pub(crate) const ALIVE: Duration = Duration::from_secs(10);
/// How often progress is told.
pub(crate) const PROGRESS: Duration = Duration::from_millis(250);
/// How long a server that ends waits for its streams to say so.
pub(crate) const FAREWELL: Duration = Duration::from_secs(1);

/// Seconds of a search at the most.
pub(crate) const MOST_SECONDS: f64 = 60.0;
/// Seconds of a search that nothing else limits.
pub(crate) const USUAL_SECONDS: f64 = 10.0;
/// MiB of the table of one search at the most.
pub(crate) const MOST_MEMORY: usize = 256;
/// Threads of one search at the most.
pub(crate) const MOST_THREADS: usize = 4;
/// Iterations of a tree search on views at the most: each adds a node.
const MOST_ITERATIONS: usize = 500_000;
/// Nodes that a Monte-Carlo tree may hold if nothing is said, and the bytes of one.
const USUAL_TREE_NODES: usize = 2_000_000;
const BYTES_OF_A_NODE: usize = 100;
/// Nodes of a player who is not told how many.
const USUAL_NODES: u64 = 250_000;
/// Leaves of a tree that is drawn at random.
pub(crate) const MOST_LEAVES: f64 = 100_000.0;
/// How long the search of a tree, or of one position by all prunings, may take.
pub(crate) const TREE_TIME: Duration = Duration::from_secs(10);
/// Small pieces of work at once, such as reading a position.
pub(crate) const SMALL_WORK: usize = 4;
/// MiB of the table of a search for a person at a table: a hint, a claim, a judgement.
pub(crate) const MEMORY_FOR_A_PERSON: usize = 64;
/// Nodes of a move of a player at a table.
pub(crate) const NODES_OF_A_MOVE: u64 = 5_000_000;
/// Tables at which somebody plays.
pub(crate) const TABLES: usize = 64;
/// Games that are kept.
pub(crate) const TABLES_KEPT: usize = 256;
/// How long a table counts as one at which somebody plays.
pub(crate) const TABLE_IDLE: Duration = Duration::from_secs(2 * 3600);
/// Games of a store in one answer.
pub(crate) const GAMES_OF_A_PAGE: usize = 100;
/// Bytes of a file of a report.
pub(crate) const REPORT_BYTES: u64 = 64 << 20;
/// How long a request waits for one before it whose client has left.
pub(crate) const WORKER_ENDS: Duration = Duration::from_secs(3);
/// Moves that may be played before a position is looked at.
pub(crate) const MOST_MOVES: usize = 2_000;

/// The limits that a page should know.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Limits {
    seconds: f64,
    usual_seconds: f64,
    memory: usize,
    moves: usize,
    nodes_drawn: usize,
    body_bytes: usize,
    searches: usize,
    tables: usize,
}

impl Limits {
    pub(crate) fn new(searches: usize, memory: usize) -> Self {
        Self {
            seconds: MOST_SECONDS,
            usual_seconds: USUAL_SECONDS,
            memory: MOST_MEMORY.min(memory),
            moves: MOST_MOVES,
            nodes_drawn: MOST_DRAWN,
            body_bytes: BODY_BYTES,
            searches,
            tables: TABLES,
        }
    }
}

/// Refuses more moves than are played.
pub(crate) fn check_moves(moves: &[String]) -> Result<(), ApiError> {
    match moves.len() {
        0..=MOST_MOVES => Ok(()),
        many => Err(ApiError::refused(format!("{many} moves are more than {MOST_MOVES}")).in_field("moves")),
    }
}

/// The seconds of a search: what was asked for, within the limit. Less for one that nothing else limits.
pub(crate) fn seconds(asked: Option<f64>, is_limited: bool) -> f64 {
    asked.unwrap_or(if is_limited { MOST_SECONDS } else { USUAL_SECONDS }).min(MOST_SECONDS)
}

/// Puts the settings of a search within the limits, and returns how many MiB it may use. `usual` is the table that it has if
/// nothing is said, `most` what there is.
pub(crate) fn clamp(settings: &mut Settings, usual: usize, most: usize) -> Result<usize, ApiError> {
    let (algorithm, most) = (settings.algorithm(), most.min(MOST_MEMORY));
    let has = |name: &str| algorithm.setting(name).is_some();
    let threads = settings.number("threads").unwrap_or(1).min(MOST_THREADS);
    if settings.get("threads").is_some() {
        settings.set("threads", &threads.to_string())?;
    }
    let mut used = 0;
    if has("memory") {
        let asked = settings.number("memory").unwrap_or(usual);
        let allowed = asked.min(most / threads);
        if allowed < asked {
            settings.set("memory", &allowed.to_string())?;
        }
        used += allowed * threads;
    }
    if has("tree-nodes") {
        let trees = settings.number("trees").unwrap_or(1);
        let asked = settings.number("tree-nodes").unwrap_or(USUAL_TREE_NODES);
        let allowed = asked.min((most << 20) / BYTES_OF_A_NODE / trees).max(1);
        if allowed < asked {
            settings.set("tree-nodes", &allowed.to_string())?;
        }
        // One that spends little does not fill its trees.
        let spent = settings.number("nodes").unwrap_or(usize::MAX);
        used += (allowed * trees).min(spent).saturating_mul(BYTES_OF_A_NODE) >> 20;
    }
    if has("observers") {
        let asked = settings.number("iterations").unwrap_or(MOST_ITERATIONS);
        if settings.get("iterations").is_some() || settings.get("nodes").is_some() {
            settings.set("iterations", &asked.min(MOST_ITERATIONS).to_string())?;
        }
        used += (asked.min(MOST_ITERATIONS) * BYTES_OF_A_NODE) >> 20;
    }
    Ok(used)
}

/// The player with `times` a part of what they usually spend: nodes, deals, iterations.
pub(crate) fn scaled(player: &PlayerSpec, times: u64, part: u64) -> PlayerSpec {
    let mut scaled = player.clone();
    let settings = &mut scaled.settings;
    for (name, least) in [("nodes", 1_000), ("worlds", 4), ("iterations", 100)] {
        let Some(setting) = settings.algorithm().setting(name) else { continue };
        let usual = match (name, setting.default) {
            (_, DefaultValue::Is(usual)) => usual.parse().ok(),
            ("nodes", _) if settings.get("depth").is_none() => Some(USUAL_NODES),
            _ => None,
        };
        let (Some(usual), Values::Number { most, .. }) = (settings.number(name).or(usual), setting.values) else {
            continue;
        };
        let spent = usual.saturating_mul(times) / part;
        // A value within the limits of the setting fits it.
        let _ = settings.set(name, &spent.max(least).min(most).to_string());
    }
    scaled
}
