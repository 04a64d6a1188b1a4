//! Tables: to sit down, to play, and what there is to see after a deal.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use cutthroat_catalog::Setup;
use cutthroat_lab::person::{NewTable, choice};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Shared;
use crate::body::{Asked, Named, Nothing};
use crate::error::{Answer, ApiError, json_answer};
use crate::searches::{Stop, caught};
use crate::tables::{Table, checked, draw};
use crate::{events, limits};

pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        .route("/api/tables", get(list).post(create))
        .route("/api/tables/{id}", get(table).delete(leave))
        .route("/api/tables/{id}/move", post(play))
        .route("/api/tables/{id}/go", post(go))
        .route("/api/tables/{id}/undo", post(undo))
        .route("/api/tables/{id}/hint", post(hint))
        .route("/api/tables/{id}/claim", post(claim))
        .route("/api/tables/{id}/expected", get(expected))
        .route("/api/tables/{id}/judge", post(judge))
        .route("/api/tables/{id}/deal", get(deal))
        .route("/api/tables/{id}/record", get(record))
}

/// Work for somebody who waits for their move: it does not wait for other small work.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(|| caught(work)).await.unwrap_or_else(|_| Err(ApiError::failed()))
}

async fn find(shared: &Shared, id: String) -> Result<Arc<Table>, ApiError> {
    let tables = shared.tables.clone();
    blocking(move || tables.find(&id)).await
}

async fn list(State(shared): State<Shared>) -> Result<Answer, ApiError> {
    let tables = shared.tables.clone();
    let tables = shared.small_work(move |_| Ok(tables.list())).await?;
    Ok(json_answer(&json!({ "tables": tables })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewGame {
    game: String,
    #[serde(default)]
    setup: Setup,
    #[serde(default = "first_seat")]
    seat: usize,
    #[serde(default = "experts")]
    against: Vec<String>,
    #[serde(default)]
    open: bool,
    #[serde(default)]
    play_only: bool,
    /// The seed of the players' random choices.
    #[serde(default)]
    seed: Option<u64>,
}

fn first_seat() -> usize {
    1
}

fn experts() -> Vec<String> {
    vec!["expert".to_owned()]
}

async fn create(State(shared): State<Shared>, Asked(asked): Asked<NewGame>) -> Result<Answer, ApiError> {
    let NewGame { game, setup, seat, against, open, play_only, seed } = asked;
    if setup.eval.is_some() {
        let what = "a table has no use for `eval`: each player has their own, as in `maxn:eval=score`";
        return Err(ApiError::refused(what).in_field("eval"));
    }
    let against = checked(&against, limits::MOST_MEMORY.min(shared.searches.most_memory()))?;
    // Numbers that JSON can hold.
    let drawn = || draw() >> 11;
    let table = NewTable {
        game,
        seat,
        against: against.join(" "),
        deal: setup.deal.unwrap_or_else(drawn),
        drawn: setup.deal.is_some(),
        seed: seed.unwrap_or_else(drawn),
        play_only,
        open,
        setup,
    };
    let table = blocking(move || shared.tables.create(table)).await?;
    Ok(json_answer(&table.answer()))
}

async fn table(State(shared): State<Shared>, Named(id): Named<String>) -> Result<Answer, ApiError> {
    Ok(json_answer(&find(&shared, id).await?.answer()))
}

async fn leave(State(shared): State<Shared>, Named(id): Named<String>) -> Result<StatusCode, ApiError> {
    let left = blocking(move || Ok(shared.tables.leave(&id))).await?;
    if left { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::not_found("there is no such table")) }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    #[serde(rename = "move")]
    mv: String,
    ply: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ply {
    ply: usize,
}

async fn play(
    State(shared): State<Shared>,
    Named(id): Named<String>,
    Asked(Move { mv, ply }): Asked<Move>,
) -> Result<Response, ApiError> {
    let (table, stop) = (find(&shared, id).await?, Stop::default());
    let seat = table.enter(ply, &stop).await?;
    let mv = choice::read(&mv, &seat.seen()).map_err(|why| ApiError::refused(why).in_field("move"))?;
    Ok(events::stream_without_slot(stop, move |events, stop| seat.play_on(&shared, events, stop, Some(&mv))))
}

async fn go(
    State(shared): State<Shared>,
    Named(id): Named<String>,
    Asked(Ply { ply }): Asked<Ply>,
) -> Result<Response, ApiError> {
    let (table, stop) = (find(&shared, id).await?, Stop::default());
    let seat = table.enter(ply, &stop).await?;
    Ok(events::stream_without_slot(stop, move |events, stop| seat.play_on(&shared, events, stop, None)))
}

async fn undo(
    State(shared): State<Shared>,
    Named(id): Named<String>,
    Asked(Ply { ply }): Asked<Ply>,
) -> Result<Answer, ApiError> {
    let table = find(&shared, id).await?;
    let seat = table.enter(ply, &Stop::default()).await?;
    Ok(json_answer(&blocking(move || seat.take_back()).await?))
}

async fn hint(
    State(shared): State<Shared>,
    Named(id): Named<String>,
    Asked(Ply { ply }): Asked<Ply>,
) -> Result<Response, ApiError> {
    let table = find(&shared, id).await?;
    let memory = search_memory(&shared);
    let mut session = shared.small_work(move |_| table.look_at(ply)).await?;
    session.limit_memory(memory);
    let question = session.question()?;
    let slot = shared.searches.take(memory)?;
    Ok(events::stream(slot, None, move |events, stop| {
        events.send("hint", &question.ask(stop.clone())?);
        Ok(events::end("complete"))
    }))
}

/// MiB of the table of a search for a person.
fn search_memory(shared: &Shared) -> usize {
    limits::MEMORY_FOR_A_PERSON.min(shared.searches.most_memory())
}

async fn claim(
    State(shared): State<Shared>,
    Named(id): Named<String>,
    Asked(Ply { ply }): Asked<Ply>,
) -> Result<Answer, ApiError> {
    let table = find(&shared, id).await?;
    let memory = search_memory(&shared);
    let slot = shared.searches.take(memory.max(table.memory()))?;
    let seat = table.enter(ply, &slot.stop()).await?;
    Ok(json_answer(&slot.run(move |stop| seat.claim(memory, stop)).await?))
}

/// The refusal of what is known only when a deal is over.
fn not_over() -> ApiError {
    ApiError::not_found("no deal of this table is over yet")
}

async fn expected(State(shared): State<Shared>, Named(id): Named<String>) -> Result<Answer, ApiError> {
    let table = find(&shared, id).await?;
    let expected = shared.small_work(move |_| table.look()?.expected().ok_or_else(not_over)).await?;
    Ok(json_answer(&json!({ "moves": expected })))
}

async fn judge(
    State(shared): State<Shared>,
    Named(id): Named<String>,
    Asked(Nothing {}): Asked<Nothing>,
) -> Result<Response, ApiError> {
    let table = find(&shared, id).await?;
    let memory = search_memory(&shared);
    let decisions = shared.small_work(move |_| {
        let mut session = table.look()?;
        session.limit_memory(memory);
        session.decisions().ok_or_else(not_over)
    });
    let decisions = decisions.await?;
    let slot = shared.searches.take(memory)?;
    Ok(events::stream(slot, None, move |events, stop| {
        for decision in decisions {
            if let Some(judged) = decision.judge(stop)? {
                events.send("judged", &judged);
            }
        }
        Ok(events::end("complete"))
    }))
}

async fn deal(State(shared): State<Shared>, Named(id): Named<String>) -> Result<Answer, ApiError> {
    let table = find(&shared, id).await?;
    let deal = shared.small_work(move |_| -> Result<Value, ApiError> {
        let session = table.look()?;
        let deal = session.played_deal()?.ok_or_else(not_over)?;
        let game = session.seen().game;
        Ok(json!({ "game": game, "setup": deal.setup, "moves": deal.moves, "seats": deal.seats }))
    });
    Ok(json_answer(&deal.await?))
}

async fn record(State(shared): State<Shared>, Named(id): Named<String>) -> Result<Response, ApiError> {
    let record = find(&shared, id).await?.record();
    let text = record.ok_or_else(|| ApiError::not_found("the game is not over, and its record has all hands"))?;
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    let name = HeaderValue::from_static("attachment; filename=\"game.txt\"");
    Ok(([kind, (header::CONTENT_DISPOSITION, name)], text).into_response())
}
