//! The server over a real socket, a module for each group of routes.

#[path = "http/client.rs"]
mod client;
#[path = "http/examples.rs"]
mod examples;
#[path = "http/hidden.rs"]
mod hidden;
#[path = "http/tables.rs"]
mod tables;
