//! The body of a request.

use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::error::ApiError;
use crate::limits;

/// A body in JSON. It has a largest size, and has to arrive in time.
pub(crate) struct Asked<T>(pub(crate) T);

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

/// Reads a body: 400 if it is no JSON, 422 if it does not fit.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| match error.classify() {
        Category::Data => ApiError::refused(error.to_string()),
        _ => ApiError::new(StatusCode::BAD_REQUEST, format!("the body is not JSON: {error}")),
    })
}
