//! The server over a real socket, a module for each group of routes.

#[path = "http/cancel.rs"]
mod cancel;
#[path = "http/client.rs"]
mod client;
#[path = "http/documents.rs"]
mod documents;
#[path = "http/examples.rs"]
mod examples;
#[path = "http/guard.rs"]
mod guard;
#[path = "http/hidden.rs"]
mod hidden;
#[path = "http/kept.rs"]
mod kept;
#[path = "http/positions.rs"]
mod positions;
#[path = "http/slow.rs"]
mod slow;
#[path = "http/stores.rs"]
mod stores;
#[path = "http/tables.rs"]
mod tables;
