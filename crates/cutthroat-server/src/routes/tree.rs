//! The pruning: the tree of a search step by step, and all prunings compared.

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use cutthroat::maxn::Test;
use cutthroat::{MAX_DEPTH, Pruning};
use cutthroat_catalog::{Algorithm, AnyPosition, Error, Request};
use serde::Serialize;
use serde_json::json;

use super::analyse::Question;
use crate::Shared;
use crate::body::Asked;
use crate::error::{Answer, ApiError, json_answer};
use crate::limits;
use crate::searches::Stop;

pub(crate) fn routes() -> Router<Shared> {
    Router::new().route("/api/tree", post(tree)).route("/api/prunings", post(prunings))
}

/// Takes a question about a tree: nothing but a depth limits such a search.
async fn open(shared: &Shared, mut question: Question) -> Result<(Box<dyn AnyPosition>, Request), ApiError> {
    let mut request = question.request()?;
    request.time = None;
    request.settings.take("nodes");
    request.settings.take("memory");
    question.open(shared, request).await
}

/// Searches a small tree, and tells every step.
async fn tree(State(shared): State<Shared>, Asked(question): Asked<Question>) -> Result<Answer, ApiError> {
    let (position, request) = open(&shared, question).await?;
    let slot = shared.searches.take(0)?;
    slot.stop_after(limits::TREE_TIME);
    slot.run(move |stop| {
        let request = Request {
            stop: Some(stop.clone()),
            progress: None,
            trace: true,
            events: true,
            tree: true,
            picture: false,
            ..request
        };
        let mut report = position.analyse(&request)?;
        let (nodes, leaf_table) = (report.tree.take(), report.leaf_table.take());
        Ok(json_answer(&json!({ "nodes": nodes, "leaf_table": leaf_table, "report": report })))
    })
    .await
}

/// One way to search the position.
#[derive(Debug, Serialize)]
struct PruningRow {
    pruning: &'static str,
    test: &'static str,
    bounds: bool,
    #[serde(flatten)]
    found: Found,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Found {
    Searched {
        nodes: u64,
        researches: u64,
        payoff: Vec<i16>,
        #[serde(rename = "move")]
        best: Option<String>,
        stop: &'static str,
    },
    Refused {
        message: String,
    },
}

/// Searches the position with every pruning.
async fn prunings(State(shared): State<Shared>, Asked(question): Asked<Question>) -> Result<Answer, ApiError> {
    let (position, request) = open(&shared, question).await?;
    if request.settings.algorithm() != Algorithm::MAXN {
        let algorithm = request.settings.algorithm().name;
        return Err(ApiError::refused(format!("prunings are those of maxn, not of {algorithm}")).in_field("algorithm"));
    }
    let slot = shared.searches.take(0)?;
    slot.stop_after(limits::TREE_TIME);
    slot.run(move |stop| {
        let rows: Vec<PruningRow> = ways().into_iter().map(|way| row(position.as_ref(), &request, way, stop)).collect();
        Ok(json_answer(&json!({ "rows": rows })))
    })
    .await
}

/// A pruning, its test, and whether it uses monotone bounds.
type Way = (Pruning, Test, bool);

fn ways() -> Vec<Way> {
    let mut ways = Vec::new();
    for pruning in Pruning::ALL {
        if pruning.is_none() {
            ways.push((pruning, Test::Sum, false));
            continue;
        }
        for (_, test) in Test::ALL {
            // A pruning that is by bounds is nothing without them.
            let bounds: &[bool] = if pruning.is_by_bounds() { &[true] } else { &[false, true] };
            ways.extend(bounds.iter().map(|&bounds| (pruning, test, bounds)));
        }
    }
    ways
}

fn row(position: &dyn AnyPosition, request: &Request, (pruning, test, bounds): Way, stop: &Stop) -> PruningRow {
    let found = search(position, request, (pruning, test, bounds), stop).unwrap_or_else(|error| Found::Refused {
        message: match error {
            Error::Search(cutthroat::SearchError::Stopped(_)) => {
                "not finished in time; a smaller `depth` helps".to_owned()
            }
            error => error.to_string(),
        },
    });
    PruningRow { pruning: pruning.name(), test: if pruning.is_none() { "none" } else { test.name() }, bounds, found }
}

fn search(
    position: &dyn AnyPosition,
    request: &Request,
    (pruning, test, bounds): Way,
    stop: &Stop,
) -> Result<Found, Error> {
    let mut settings = request.settings.clone();
    settings.set("pruning", pruning.name())?;
    settings.set("memory", "0")?;
    for name in ["test", "bounds"] {
        settings.take(name);
    }
    if !pruning.is_none() {
        settings.set("test", test.name())?;
        settings.set("bounds", if bounds { "on" } else { "off" })?;
    }
    // A search with a depth is one search, without the game's usual limit: counts are those of the papers.
    if settings.get("depth").is_none() {
        settings.set("depth", &MAX_DEPTH.to_string())?;
    }
    let request = Request { settings, seed: request.seed, stop: Some(stop.clone()), ..Request::default() };
    let report = position.analyse(&request)?;
    let (nodes, researches, stop) = (report.nodes, report.researches, report.stop);
    Ok(Found::Searched { nodes, researches, payoff: report.payoff, best: report.best, stop })
}
