//! What there is: games, algorithms, figures, limits.

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use cutthroat_catalog::{ALGORITHMS, AlgorithmDescription, GameDescription};
use cutthroat_games::trees::FIGURES;
use serde::Serialize;
use serde_json::json;

use crate::Shared;
use crate::error::{Answer, json_answer};
use crate::limits::Limits;

pub(crate) fn routes() -> Router<Shared> {
    Router::new().route("/api/games", get(games)).route("/api/status", get(status))
}

/// A figure of a paper: a position `figure ID` of the game `tree`.
#[derive(Serialize)]
struct FigureDescription {
    id: &'static str,
    about: &'static str,
}

async fn games(State(shared): State<Shared>) -> Answer {
    let Shared { registry, options, searches, .. } = &shared;
    let games: Vec<GameDescription<'_>> = registry.games().map(GameDescription::of).collect();
    let algorithms: Vec<AlgorithmDescription> = ALGORITHMS.iter().map(AlgorithmDescription::of).collect();
    let figures = FIGURES.iter().filter(|_| registry.game("tree").is_ok());
    let figures: Vec<_> = figures.map(|figure| FigureDescription { id: figure.id, about: figure.title }).collect();
    let limits = Limits::new(options.searches, searches.most_memory());
    json_answer(&json!({
        "version": options.version,
        "games": games,
        "algorithms": algorithms,
        "figures": figures,
        "limits": limits,
    }))
}

async fn status(State(shared): State<Shared>) -> Answer {
    json_answer(&shared.searches.busy())
}
