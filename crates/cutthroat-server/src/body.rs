//! The parts of a request: its body, and what its address says.

use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::error::ApiError;
use crate::limits;

/// A body in JSON. It has a largest size, and has to arrive in time.
pub(crate) struct Asked<T>(pub(crate) T);

/// A body that says nothing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let arriving = axum::body::to_bytes(request.into_body(), limits::BODY_BYTES);
        let slow = |_| ApiError::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time");
        let arrived = tokio::time::timeout(limits::BODY_TIME, arriving).await.map_err(slow)?;
        let large = |_| {
            let why = format!("the body is larger than {} bytes, or did not arrive whole", limits::BODY_BYTES);
            ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, why)
        };
        read(&arrived.map_err(large)?).map(Self)
    }
}

/// What the path of a request names. What cannot be meant is not there.
pub(crate) struct Named<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Named<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let found = Path::from_request_parts(parts, state).await;
        let missing = |_| ApiError::not_found(format!("there is nothing at {}", parts.uri.path()));
        found.map(|Path(found)| Self(found)).map_err(missing)
    }
}

/// What an address says after its question mark.
pub(crate) struct Wanted<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Wanted<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let found = Query::from_request_parts(parts, state).await;
        found.map(|Query(found)| Self(found)).map_err(|error| ApiError::refused(error.body_text()))
    }
}

/// Reads a body: 400 if it is no JSON, 422 if it does not fit.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| match error.classify() {
        Category::Data => ApiError::refused(in_words(&error.to_string())),
        _ => ApiError::new(StatusCode::BAD_REQUEST, format!("the body is not JSON: {error}")),
    })
}

/// What does not fit, without the names that types have in this program, and without the place, which a page does not show.
fn in_words(error: &str) -> String {
    let error = error.rsplit_once(" at line ").map_or(error, |(error, _)| error);
    match error.split_once("expected struct ") {
        Some((before, _)) => format!("{before}expected an object with fields"),
        None => error.replace("expected a sequence", "expected a list"),
    }
}
