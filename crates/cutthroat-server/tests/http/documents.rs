//! docs/http.md: each of its examples is sent, and answered.

use cutthroat_server::ServerOptions;
use serde_json::{Value, json};

use super::client::{Event, Reply, Running};
use super::examples;

/// The examples: method, path and body.
fn sent() -> Vec<(String, String, Option<String>)> {
    let page = include_str!("../../../../docs/http.md");
    let blocks = page.split("```http\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks
        .map(|block| {
            let (first, body) = block.split_once('\n').unwrap();
            let (method, path) = first.split_once(' ').unwrap();
            (method.to_owned(), path.to_owned(), Some(body.trim().to_owned()).filter(|body| !body.is_empty()))
        })
        .collect()
}

/// The answer as an example. Of a stream, the first event of each name: how often it says how far it is depends on the machine.
fn example(reply: &Reply) -> Value {
    if !reply.head.contains("text/event-stream") {
        return reply.json();
    }
    let mut told: Vec<Event> = Vec::new();
    for event in reply.events() {
        if event.name != "progress" && told.iter().all(|other| other.name != event.name) {
            told.push(event);
        }
    }
    told.into_iter().map(|event| json!({ "event": event.name, "data": event.data })).collect()
}

#[test]
fn every_example_of_the_document_is_answered() {
    let server = Running::start(ServerOptions { version: "0.1.0".to_owned(), ..ServerOptions::default() });
    let mut routes = Vec::new();
    for (method, path, body) in sent() {
        let reply = server.send(&method, &path, body.as_deref());
        assert_eq!(reply.status, 200, "{method} {path}: {}", reply.text());
        // A deal that is drawn is another one each time.
        if (method.as_str(), path.as_str()) != ("POST", "/api/tables") {
            examples::keep(path.trim_start_matches("/api/"), &example(&reply));
        }
        routes.push(format!("{method} {path}"));
    }
    for route in ["view", "read", "analyse", "advise", "tree", "prunings", "tables"] {
        assert!(routes.contains(&format!("POST /api/{route}")), "{route} has no example");
    }
    for route in ["games", "status", "tables"] {
        assert!(routes.contains(&format!("GET /api/{route}")), "{route} has no example");
    }
}

/// What may be said about a route in the document: method and path, without the part after a question mark.
#[test]
fn every_route_of_the_document_is_there() {
    let server = Running::start(ServerOptions::default());
    let page = include_str!("../../../../docs/http.md").split("## Matches and reports").next().unwrap();
    let mut looked = 0;
    for line in page.lines() {
        let Some((method, rest)) = line.strip_prefix("| ").and_then(|line| line.split_once(" `/")) else { continue };
        let Some(path) = rest.split('`').next().filter(|_| method.chars().all(|letter| letter.is_ascii_uppercase()))
        else {
            continue;
        };
        let path =
            path.split('?').next().unwrap().replace("{id}", "1").replace("{n}", "1").replace("{file}", "index.html");
        let reply = server.send(method, &format!("/{path}"), Some("{}"));
        assert_ne!(reply.status, 405, "{method} /{path}");
        let told = reply.text();
        assert!(!told.contains("there is nothing at"), "{method} /{path}: {told}");
        looked += 1;
    }
    assert!(looked >= 8, "{looked}");
}
