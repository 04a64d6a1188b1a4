//! Who is answered: pages of this server, and programs on this machine. A page of another site must not be able to use it,
//! even if a browser on this machine shows that page.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::error::ApiError;

/// The cookie that carries the token.
const COOKIE: &str = "cutthroat-token";

/// What a page of ours may do: nothing but load its own files and talk to this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers of every answer, unless a route has its own.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// What a request is checked against.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    address: SocketAddr,
    token: Option<Arc<str>>,
}

impl Guard {
    pub(crate) fn new(address: SocketAddr, token: Option<&str>) -> Self {
        Self { address, token: token.map(Arc::from) }
    }

    /// Whether this is a name of the server. A site that lets its own name point here is told apart by that name. Where
    /// other machines are let in, they may know the server by any name, and the token tells who is meant.
    fn is_own_host(&self, host: &str) -> bool {
        let port = self.address.port();
        let (name, given) = match host.rsplit_once(':') {
            Some((name, digits)) if !digits.ends_with(']') => (name, digits.parse().ok()),
            _ => (host, Some(80)),
        };
        given == Some(port) && (!self.is_for_this_machine() || is_loopback_name(name))
    }

    fn is_for_this_machine(&self) -> bool {
        self.address.ip().is_loopback()
    }

    /// Refuses a request that may come from a page of another site, or from somebody without the token.
    fn check(&self, request: &Request) -> Result<(), ApiError> {
        let headers = request.headers();
        let host = text(headers, &header::HOST).unwrap_or_default();
        let has_two = |name| headers.get_all(name).iter().nth(1).is_some();
        let elsewhere = request.uri().authority().is_some_and(|authority| authority.as_str() != host);
        if !self.is_own_host(host) || has_two(header::HOST) || elsewhere {
            return Err(ApiError::new(
                StatusCode::MISDIRECTED_REQUEST,
                format!("this server is not `{host}`; it answers at the address that it printed when it was started"),
            ));
        }
        let origin = headers.get(header::ORIGIN);
        let is_foreign = origin.is_some_and(|origin| origin.as_bytes() != format!("http://{host}").as_bytes());
        if is_foreign || has_two(header::ORIGIN) {
            return Err(forbidden("a page of another site may not use this server"));
        }
        if let Some(token) = &self.token
            && !tokens(headers).any(|given| is_same(given, token))
        {
            return Err(forbidden(
                "the token is missing or wrong: open the address that the server printed when it was started",
            ));
        }
        // A page of another site can send a form without asking, but not JSON.
        if *request.method() == Method::POST && !is_json(text(headers, &header::CONTENT_TYPE).unwrap_or_default()) {
            return Err(forbidden("a POST has the content type application/json"));
        }
        Ok(())
    }

    /// The answer to the first visit, whose address has the token: it is kept as a cookie, and the address forgets it.
    fn welcome(&self, request: &Request) -> Option<Response> {
        let token = self.token.as_ref()?;
        let is_visit = *request.method() == Method::GET && request.uri().path() == "/";
        let given = request.uri().query().and_then(|query| query.strip_prefix("token=")).filter(|_| is_visit)?;
        let host = text(request.headers(), &header::HOST)?;
        if !self.is_own_host(host) || !is_same(given, token) {
            return None;
        }
        let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000");
        let cookie = HeaderValue::from_str(&cookie).ok()?;
        let home = HeaderValue::from_static("/");
        Some((StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie), (header::LOCATION, home)]).into_response())
    }
}

/// Whether a token can be part of an address and of a cookie, and cannot be guessed.
pub(crate) fn is_token(token: &str) -> bool {
    (16..=200).contains(&token.len()) && token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

fn is_loopback_name(name: &str) -> bool {
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name.eq_ignore_ascii_case("localhost") || matches!(bare, "127.0.0.1" | "::1") && bare.parse::<IpAddr>().is_ok()
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

fn is_json(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}

/// The tokens that a request has: as a cookie, or as programs send them.
fn tokens(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
    let cookies = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|cookie| {
        let (name, value) = cookie.trim().split_once('=')?;
        (name == COOKIE).then_some(value)
    });
    cookies.chain(text(headers, &header::AUTHORIZATION).and_then(|given| given.strip_prefix("Bearer ")))
}

/// Compares in a time that does not tell how much is the same.
fn is_same(given: &str, token: &str) -> bool {
    let differences = given.bytes().zip(token.bytes()).fold(0, |sum, (one, other)| sum | (one ^ other));
    given.len() == token.len() && differences == 0
}

fn forbidden(why: &str) -> ApiError {
    ApiError::new(StatusCode::FORBIDDEN, why)
}

/// Checks each request, and puts the headers on each answer.
pub(crate) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match (guard.welcome(&request), guard.check(&request)) {
        (Some(welcome), _) => welcome,
        (None, Err(error)) => error.into_response(),
        (None, Ok(())) => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
