//! What is answered, a file for each group of routes.

mod analyse;
mod games;
mod stores;
mod tables;
mod tree;
mod view;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse as _, Response};

use crate::error::ApiError;
use crate::guard::{Guard, guard};
use crate::{Shared, assets};

/// All routes. Each group adds its own here.
pub(crate) fn router(shared: Shared, checks: Guard) -> Router {
    Router::new()
        .merge(games::routes())
        .merge(view::routes())
        .merge(analyse::routes())
        .merge(tree::routes())
        .merge(tables::routes())
        .merge(stores::routes())
        .fallback(other)
        .method_not_allowed_fallback(wrong_method)
        .layer(axum::middleware::from_fn_with_state(checks, guard))
        .with_state(shared)
}

/// A file of the page, or nothing.
async fn other(State(_): State<Shared>, request: Request) -> Response {
    let path = request.uri().path();
    let asks = matches!(*request.method(), Method::GET | Method::HEAD);
    match assets::find(path, request.headers()) {
        Some(response) if asks => response,
        Some(_) => wrong_method(request).await.into_response(),
        None => ApiError::not_found(format!("there is nothing at {path}")).into_response(),
    }
}

async fn wrong_method(request: Request) -> ApiError {
    let (method, path) = (request.method(), request.uri().path());
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, format!("{method} is not for {path}"))
}
