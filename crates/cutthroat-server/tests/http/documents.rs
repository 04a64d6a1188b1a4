//! docs/http.md: each of its examples is sent, and answered.

use std::collections::BTreeSet;

use cutthroat_server::ServerOptions;
use serde_json::{Value, json};

use super::client::{Event, Reply, Running};
use super::{examples, stores};

const PAGE: &str = include_str!("../../../../docs/http.md");

/// The examples: method, path and body.
fn sent() -> Vec<(&'static str, &'static str, Option<&'static str>)> {
    let blocks = PAGE.split("```http\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks
        .map(|block| {
            let (first, body) = block.split_once('\n').unwrap();
            let (method, path) = first.split_once(' ').unwrap();
            (method, path, Some(body.trim()).filter(|body| !body.is_empty()))
        })
        .collect()
}

/// The routes of its tables: method and path.
fn routes() -> Vec<(&'static str, &'static str)> {
    let cells = PAGE.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let mut routes = Vec::new();
    for cell in cells {
        let mut methods = Vec::new();
        for method in ["GET", "POST", "DELETE"] {
            if cell.split([' ', '/', ',']).any(|word| word == method) {
                methods.push(method);
            }
        }
        let paths: Vec<&str> = cell.split('`').filter(|part| part.starts_with('/')).collect();
        routes.extend(methods.iter().flat_map(|method| paths.iter().map(move |path| (*method, *path))));
    }
    routes
}

/// The answer as an example. Of a stream, the first event of each name: how often it says how far it is depends on the machine.
fn example(reply: &Reply) -> Value {
    if !is_stream(reply) {
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

fn is_stream(reply: &Reply) -> bool {
    reply.head.contains("text/event-stream")
}

/// Examples whose answers are kept here; the tests of tables and stores keep theirs.
const KEPT: [&str; 9] = ["games", "status", "view", "read", "analyse", "advise", "tree", "prunings", "tables"];

#[test]
fn every_example_of_the_document_is_answered() {
    let library = stores::library();
    let server = &library.server;
    let (mut id, mut kept, mut events) = (String::new(), BTreeSet::new(), BTreeSet::new());
    for (method, path, body) in sent() {
        let here = path.replace("{id}", &id);
        let reply = server.send(method, &here, body);
        let expected = if method == "DELETE" { 204 } else { 200 };
        assert_eq!(reply.status, expected, "{method} {here}: {}", reply.text());
        if (method, path) == ("POST", "/api/tables") {
            id = reply.json()["id"].as_str().unwrap().to_owned();
        }
        if is_stream(&reply) {
            events.extend(reply.events().into_iter().map(|event| event.name));
        }
        let name = path.trim_start_matches("/api/");
        // A table that somebody opens is kept by the tests of tables; here it is the list of them.
        if KEPT.contains(&name) && (method, name) != ("POST", "tables") && kept.insert(name) {
            examples::keep(name, &example(&reply));
        }
    }
    assert_eq!(kept.len(), KEPT.len());
    // Every event of the table of events, and no other.
    let told = PAGE.split("| event | data |").nth(1).unwrap().split("\n\n").next().unwrap();
    let mut told: BTreeSet<String> =
        told.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next().map(str::to_owned)).collect();
    told.extend(["hint", "again"].map(str::to_owned));
    assert_eq!(events, told);
}

/// The parts of a path without its query, with the same word for every number and name.
fn parts(path: &str) -> Vec<&str> {
    let path = path.split('?').next().unwrap();
    path.split('/').map(|part| if part.starts_with('{') || part.parse::<u64>().is_ok() { "{}" } else { part }).collect()
}

#[test]
fn every_route_of_the_document_has_an_example_and_is_there() {
    let server = Running::start(ServerOptions::default());
    let (sent, routes) = (sent(), routes());
    assert!(routes.len() >= 25, "{routes:?}");
    for &(method, path) in &routes {
        let has_example = sent.iter().any(|(sent_by, sent_to, _)| {
            let is_file = path.ends_with("{file}") && sent_to.starts_with("/reports/1/") && !sent_to.ends_with('/');
            *sent_by == method && (parts(sent_to) == parts(path) || is_file)
        });
        assert!(has_example, "{method} {path} has no example");
        let asked = path.replace("{id}", "1").replace("{n}", "1").replace("{file}", "index.html");
        let reply = server.send(method, &asked, Some("{}"));
        assert_ne!(reply.status, 405, "{method} {asked}");
        assert!(!reply.text().contains("there is nothing at"), "{method} {asked}: {}", reply.text());
    }
}
