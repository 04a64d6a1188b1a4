//! What one seat knows.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat_catalog::{AdviceRequest, AnyView, PlayerSpec, Setup};
use pyo3::prelude::*;
use serde_json::json;

use crate::convert::{of_catalog, read, written};
use crate::games::registry;
use crate::watch::watched;

fn open(py: Python<'_>, game: &str, view: &str, setup: &str) -> PyResult<Box<dyn AnyView>> {
    let setup: Setup = read(py, setup)?;
    registry().open_view(game, view, &setup).map_err(|error| of_catalog(py, &error))
}

/// Whose view it is, whose turn, and how many deals are possible.
#[pyfunction]
pub(crate) fn read_view(py: Python<'_>, game: &str, view: &str, setup: &str) -> PyResult<String> {
    let view = open(py, game, view, setup)?;
    let described = json!({
        "text": view.text(), "terms": view.terms(), "seat": view.seat(), "mover": view.mover(),
        "what": view.task(), "worlds": view.worlds().map(|worlds| worlds.to_string()),
    });
    written(py, &described)
}

/// Deals that a view allows, as positions: those that `seed` draws with the numbers from `first` on.
#[pyfunction]
pub(crate) fn deals_of_view(
    py: Python<'_>,
    game: &str,
    view: &str,
    setup: &str,
    seed: u64,
    first: u64,
    count: u64,
) -> PyResult<Vec<String>> {
    let mut view = open(py, game, view, setup)?;
    Ok((first..first.saturating_add(count)).map(|number| view.deal(seed, number)).collect())
}

/// What a player who sees only this would play.
#[pyfunction]
pub(crate) fn advise(
    py: Python<'_>,
    game: String,
    view: String,
    setup: &str,
    player: Option<&str>,
    seed: u64,
) -> PyResult<String> {
    let stop: Arc<AtomicBool> = Arc::default();
    let setup: Setup = read(py, setup)?;
    let mut request = AdviceRequest { seed, stop: Some(stop.clone()), ..AdviceRequest::default() };
    if let Some(player) = player {
        request.player = player.parse::<PlayerSpec>().map_err(|error| of_catalog(py, &error))?;
    }
    let work = move || registry().open_view(&game, &view, &setup)?.advise(&request);
    let advice = watched(py, &stop, work)?.map_err(|error| of_catalog(py, &error))?;
    written(py, &advice)
}
