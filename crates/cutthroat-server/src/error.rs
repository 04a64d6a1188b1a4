//! Requests that cannot be answered.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cutthroat_catalog::Error;
use cutthroat_lab::LabError;
use serde_json::{Map, Value, json};

/// Why a request is not answered: a status, a line for people, and the part of the body that is wrong.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    message: String,
    field: Option<String>,
    /// What the client should know beside it, as fields of the answer.
    more: Map<String, Value>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), field: None, more: Map::new() }
    }

    /// The engine, or a limit, refuses.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// There is no such thing.
    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// A panic: a mistake of ours, which ends this request and nothing else.
    pub(crate) fn failed() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the server made a mistake with this request; it says more on its terminal",
        )
    }

    /// The server could not do it, although nothing is wrong with the request.
    pub(crate) fn failure(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// The line for people.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The same, naming the part of the body that is wrong.
    pub(crate) fn in_field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    /// The same, with something else that the client should know.
    pub(crate) fn with(mut self, name: &str, value: Value) -> Self {
        self.more.insert(name.to_owned(), value);
        self
    }

    /// The answer, or the data of an event.
    pub(crate) fn body(&self) -> Value {
        let mut body = self.more.clone();
        body.insert("message".to_owned(), json!(self.message));
        if let Some(field) = &self.field {
            body.insert("field".to_owned(), json!(field));
        }
        Value::Object(body)
    }
}

/// The part of the body that an error of the engine is about, if it is about one.
fn field_of(error: &Error) -> Option<String> {
    let name = match error {
        Error::Game { .. } => "game",
        Error::Notation { .. } | Error::NoPosition { .. } => "position",
        Error::Move { .. } => "moves",
        Error::Evaluation { .. } => "eval",
        Error::Players { .. } => "players",
        Error::Option { .. } | Error::NoOption { .. } => "options",
        Error::Algorithm { .. } => "algorithm",
        Error::View { .. } | Error::OtherTurn { .. } => "view",
        Error::Record { .. } => "text",
        Error::Player { .. } | Error::Program | Error::NeedsToSee { .. } | Error::NotASetting { .. } => "player",
        Error::NoSeat { .. } => "seat",
        Error::Setting { field, .. } | Error::NotDealt { field } | Error::Twice { field } => field,
        Error::Unfit { field, .. } | Error::Useless { field, .. } => field,
        Error::Exclusive { fields } => fields[0],
        Error::TooLargeToDraw { .. } => "depth",
        _ => return None,
    };
    Some(name.to_owned())
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        let message = match &error {
            Error::Program => "programs do not play here: a player is an algorithm with its settings".to_owned(),
            error => error.to_string(),
        };
        Self { field: field_of(&error), ..Self::refused(message) }
    }
}

impl From<LabError> for ApiError {
    fn from(error: LabError) -> Self {
        match error {
            LabError::Catalog(error) => error.into(),
            LabError::Write { .. } | LabError::File { .. } => Self::failure(error.to_string()),
            error => Self::refused(error.to_string()),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, json_answer(&self.body())).into_response()
    }
}

/// An answer in JSON.
pub(crate) struct Answer(String);

/// Something as JSON.
pub(crate) fn json_answer(value: &impl serde::Serialize) -> Answer {
    // Plain data with text for keys can always be written.
    Answer(serde_json::to_string(value).unwrap_or_default())
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let kind = HeaderValue::from_static("application/json");
        let cache = HeaderValue::from_static("no-store");
        ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache)], self.0).into_response()
    }
}
