//! JSON and errors between Rust and Python.

use std::collections::BTreeMap;

use cutthroat_catalog::{Algorithm, Error, Request, Settings};
use cutthroat_lab::LabError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What Python wrote.
pub(crate) fn read<T: DeserializeOwned>(py: Python<'_>, text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|error| {
        // Where in the JSON it is says nothing to those who never saw any.
        let told = error.to_string();
        let told = told.split(" at line ").next().unwrap_or_default().to_owned();
        raised(py, told, "request", json!({}))
    })
}

/// What Python reads.
pub(crate) fn written(py: Python<'_>, value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| raised(py, error.to_string(), "request", json!({})))
}

/// The exception `cutthroat.CutthroatError`, with its kind and its fields.
pub(crate) fn raised(py: Python<'_>, message: String, kind: &str, fields: Value) -> PyErr {
    let class = py.import("cutthroat._errors").and_then(|module| module.getattr("CutthroatError"));
    let given = PyDict::new(py);
    let made = class.and_then(|class| {
        given.set_item("kind", kind)?;
        given.set_item("fields", fields.to_string())?;
        class.call((message,), Some(&given))
    });
    match made {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// The exception for an error of the facade.
pub(crate) fn of_catalog(py: Python<'_>, error: &Error) -> PyErr {
    let mut data = serde_json::to_value(error).unwrap_or_default();
    let kind = data["kind"].as_str().unwrap_or_default().to_owned();
    let fields = match data["fields"].take() {
        Value::Null => json!({}),
        Value::Object(fields) => Value::Object(fields),
        other => json!({ "error": other }),
    };
    raised(py, error.to_string(), &kind, fields)
}

/// The exception for an error of the laboratory.
pub(crate) fn of_laboratory(py: Python<'_>, error: &LabError) -> PyErr {
    let (kind, fields) = match error {
        LabError::Catalog(error) => return of_catalog(py, error),
        LabError::Deal { number, error: inner } => {
            ("deal", json!({ "number": number, "error": serde_json::to_value(inner).unwrap_or_default() }))
        }
        LabError::Usage(_) => ("usage", json!({})),
        LabError::NoExperiment { name } => ("no-experiment", json!({ "name": name })),
        LabError::Kept { file, what } => ("kept", json!({ "file": file, "what": what })),
        LabError::File { file, what } => ("file", json!({ "file": file, "what": what })),
        LabError::Game { id, what } => ("game-record", json!({ "id": id, "what": what })),
        LabError::Stopped => ("stopped", json!({})),
        _ => ("laboratory", json!({})),
    };
    raised(py, error.to_string(), kind, fields)
}

/// How to search, as Python asks for it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskedSearch {
    algorithm: String,
    settings: BTreeMap<String, String>,
    seed: Option<u64>,
    time: Option<f64>,
    all_moves: bool,
    trace: bool,
    events: bool,
    picture: bool,
}

impl AskedSearch {
    /// The request, with every setting checked; an error has the fields of the facade's own.
    pub(crate) fn request(&self, py: Python<'_>) -> PyResult<Request> {
        let wrong = |error: Error| of_catalog(py, &error);
        let mut settings = Settings::new(Algorithm::named(&self.algorithm).map_err(wrong)?);
        for (name, value) in &self.settings {
            settings.set(name, value).map_err(wrong)?;
        }
        let Self { seed, time, all_moves, trace, events, picture, .. } = *self;
        Ok(Request { settings, seed, time, all_moves, trace, events, picture, ..Request::default() })
    }
}
