//! What there is: the build, the games, the algorithms.

use std::sync::{PoisonError, RwLock};

use cutthroat_catalog::{ALGORITHMS, DefaultValue, Field, GameInfo, Registry, Values};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::convert::written;

/// The games of this process: ours, and those that were registered.
static REGISTRY: RwLock<Option<Registry>> = RwLock::new(None);

/// The games of this process.
pub(crate) fn registry() -> Registry {
    if let Some(registry) = &*REGISTRY.read().unwrap_or_else(PoisonError::into_inner) {
        return registry.clone();
    }
    let mut registry = REGISTRY.write().unwrap_or_else(PoisonError::into_inner);
    registry.get_or_insert_with(Registry::standard).clone()
}

/// Changes the games of this process.
pub(crate) fn change_registry(change: impl FnOnce(Registry) -> Registry) {
    let changed = change(registry());
    *REGISTRY.write().unwrap_or_else(PoisonError::into_inner) = Some(changed);
}

/// The commit that was built, if it is known.
pub(crate) fn commit() -> Option<String> {
    option_env!("CUTTHROAT_COMMIT").map(str::to_owned)
}

/// Version and commit.
#[pyfunction]
pub(crate) fn build(py: Python<'_>) -> PyResult<String> {
    written(py, &json!({ "version": env!("CARGO_PKG_VERSION"), "commit": commit() }))
}

/// Every game, described.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<String> {
    written(py, &registry().games().map(described).collect::<Vec<_>>())
}

/// Every algorithm, described.
#[pyfunction]
pub(crate) fn algorithms(py: Python<'_>) -> PyResult<String> {
    let described = ALGORITHMS.iter().map(|algorithm| {
        let settings: Vec<Value> = algorithm.settings.iter().map(field).collect();
        json!({ "name": algorithm.name, "about": algorithm.about, "settings": settings, "searches": algorithm.searches,
                "solves": algorithm.solves })
    });
    written(py, &described.collect::<Vec<_>>())
}

fn described(info: &GameInfo) -> Value {
    let evaluations: Vec<Value> =
        info.evaluations.iter().map(|(name, about)| json!({ "name": name, "about": about })).collect();
    let fields = |fields: &[Field]| fields.iter().map(field).collect::<Vec<_>>();
    json!({
        "name": info.name,
        "about": info.about,
        "players": info.players,
        "usual_players": info.usual_players,
        "play": info.play,
        "notation": info.notation,
        "example": info.example,
        "evaluations": evaluations,
        "rules": info.presets.iter().map(|preset| preset.name).collect::<Vec<_>>(),
        "options": fields(info.options),
        "dealing": fields(info.dealing),
        "game_options": fields(info.game_options),
        "hides": info.hides,
        "expert": info.expert,
        "default_nodes": info.default_nodes,
        "tally": info.tally,
        "is_drawn": info.start.is_none(),
    })
}

fn field(field: &Field) -> Value {
    let names: Vec<&str> = match field.values {
        Values::Names(names) => names.iter().map(|(name, _)| *name).collect(),
        Values::Switch => vec!["on", "off"],
        _ => Vec::new(),
    };
    let default = match field.default {
        DefaultValue::Is(value) => Some(value),
        _ => None,
    };
    json!({ "name": field.name, "about": field.about, "values": field.values.to_string(), "names": names,
            "default": default })
}
