//! What a client may ask for. Every number that protects the server has its name here.

use std::time::Duration;

use cutthroat_catalog::{MOST_DRAWN, Settings};
use serde::Serialize;

use crate::error::ApiError;

/// The bytes of a body.
pub(crate) const BODY_BYTES: usize = 64 << 10;
/// How long a client may take to send a body.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(10);
/// How long a client may take to send the head of a request, and how long an idle connection is kept.
pub(crate) const HEADER_TIME: Duration = Duration::from_secs(30);
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

/// The seconds of a search: what was asked for, within the limit.
pub(crate) fn seconds(asked: Option<f64>) -> f64 {
    asked.unwrap_or(USUAL_SECONDS).min(MOST_SECONDS)
}

/// Puts the table of a search within the limit, and returns how many MiB the search may use. `usual` is what it uses if
/// nothing is said.
pub(crate) fn memory(settings: &mut Settings, usual: usize) -> Result<usize, ApiError> {
    let asked = settings.number("memory").unwrap_or(usual);
    let allowed = asked.min(MOST_MEMORY);
    if settings.algorithm().setting("memory").is_some() && allowed < asked {
        settings.set("memory", &allowed.to_string())?;
    }
    Ok(allowed)
}
