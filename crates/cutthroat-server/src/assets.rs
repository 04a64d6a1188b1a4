//! The page: files that are part of the program, found by their whole path and by nothing else.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

/// A file of the page.
struct Asset {
    path: &'static str,
    kind: &'static str,
    tag: &'static str,
    bytes: &'static [u8],
}

const ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The file at a path, if there is one. A client that has it already is told so.
pub(crate) fn find(path: &str, asked: &HeaderMap) -> Option<Response> {
    let path = if path == "/" { "/index.html" } else { path };
    let asset = ASSETS.iter().find(|asset| asset.path == path)?;
    let tags = [(header::ETAG, asset.tag), (header::CACHE_CONTROL, "no-cache")];
    let known = asked.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|tag| tag.trim() == asset.tag)) {
        return Some((StatusCode::NOT_MODIFIED, tags).into_response());
    }
    let mut response = (tags, asset.bytes).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.kind));
    Some(response)
}
