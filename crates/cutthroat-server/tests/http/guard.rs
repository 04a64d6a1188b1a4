//! Who is answered, and what every answer has: the list of what keeps others out.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, TcpStream};

use cutthroat_server::{ServerError, ServerOptions};
use serde_json::json;

use super::client::{Reply, Running};

const TOKEN: &str = "0123456789abcdef-only_you";

/// Sends a head as it is, and reads the answer.
fn raw(server: &Running, head: &str, body: &str) -> Reply {
    let mut stream = TcpStream::connect(("127.0.0.1", server.address.port())).unwrap();
    let length = if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
    write!(stream, "{head}\r\nConnection: close\r\n{length}\r\n{body}").unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    Reply::read(&bytes)
}

fn get_as(server: &Running, host: &str, more: &str) -> u16 {
    raw(server, &format!("GET /api/games HTTP/1.1\r\nHost: {host}{more}"), "").status
}

#[test]
fn only_our_own_names_are_answered() {
    let server = Running::start(ServerOptions::default());
    let port = server.address.port();
    for host in
        [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("LocalHost:{port}"), format!("[::1]:{port}")]
    {
        assert_eq!(get_as(&server, &host, ""), 200, "{host}");
    }
    let names =
        ["evil.example".to_owned(), format!("evil.example:{port}"), "127.0.0.1".to_owned(), "127.0.0.1:1".to_owned()];
    for host in
        names.into_iter().chain([format!("127.0.0.1.evil.example:{port}"), format!("[::2]:{port}"), String::new()])
    {
        assert_eq!(get_as(&server, &host, ""), 421, "{host}");
        let page = raw(&server, &format!("GET / HTTP/1.1\r\nHost: {host}"), "");
        assert_eq!(page.status, 421, "{host}");
    }
    assert_eq!(raw(&server, "GET /api/games HTTP/1.1", "").status, 421);
    // Neither a second name nor a target that is elsewhere.
    assert_eq!(get_as(&server, &format!("127.0.0.1:{port}\r\nHost: evil.example"), ""), 421);
    let elsewhere = format!("GET http://evil.example/api/games HTTP/1.1\r\nHost: 127.0.0.1:{port}");
    assert_eq!(raw(&server, &elsewhere, "").status, 421);
    let here = format!("GET http://127.0.0.1:{port}/api/games HTTP/1.1\r\nHost: 127.0.0.1:{port}");
    assert_eq!(raw(&server, &here, "").status, 200);
}

#[test]
fn pages_of_other_sites_are_not_answered() {
    let server = Running::start(ServerOptions::default());
    let host = server.address;
    let body = json!({ "game": "hearts", "setup": { "deal": 1 } }).to_string();
    let post = |more: &str| raw(&server, &format!("POST /api/view HTTP/1.1\r\nHost: {host}{more}"), &body).status;
    let json = "\r\nContent-Type: application/json";
    assert_eq!(post(json), 200);
    assert_eq!(post("\r\nContent-Type: application/json; charset=utf-8"), 200);
    assert_eq!(post(&format!("{json}\r\nOrigin: http://{host}")), 200);
    for origin in [
        "null",
        "http://evil.example",
        "https://127.0.0.1",
        &format!("https://{host}"),
        &format!("http://localhost:{}", host.port()),
    ] {
        assert_eq!(post(&format!("{json}\r\nOrigin: {origin}")), 403, "{origin}");
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", ""] {
        assert_eq!(post(&format!("\r\nContent-Type: {kind}")), 403, "{kind}");
    }
    assert_eq!(post(""), 403);
    assert_eq!(post(&format!("{json}\r\nOrigin: http://{host}\r\nOrigin: http://evil.example")), 403);
    // Nobody is told that they may.
    let asked = "OPTIONS /api/view HTTP/1.1\r\nAccess-Control-Request-Method: POST\r\nOrigin: http://evil.example";
    let asked = raw(&server, &format!("{asked}\r\nHost: {host}"), "");
    assert_eq!(asked.status, 403);
    let own = raw(&server, &format!("OPTIONS /api/view HTTP/1.1\r\nHost: {host}"), "");
    assert_eq!(own.status, 405);
    assert!(!format!("{}{}", asked.head, own.head).to_lowercase().contains("access-control"));
}

#[test]
fn every_answer_has_the_headers_that_keep_others_out() {
    let server = Running::start(ServerOptions::default());
    let replies = [
        server.get("/"),
        server.get("/api/games"),
        server.get("/api/nothing"),
        server.post("/api/view", json!({})),
        server.post("/api/games", json!({})),
        raw(&server, "GET / HTTP/1.1\r\nHost: evil.example", ""),
        server.post("/api/analyse", json!({ "game": "tree", "setup": { "position": "figure 2003-1" } })),
    ];
    for reply in replies {
        let head = reply.head.to_lowercase();
        let policy = head.lines().find_map(|line| line.strip_prefix("content-security-policy: ")).unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"), "{policy}");
        assert!(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"), "{policy}");
        for line in [
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-resource-policy: same-origin",
            "cross-origin-opener-policy: same-origin",
        ] {
            assert!(head.contains(line), "{line} is not in {head}");
        }
        let caching = if head.contains("etag: ") { "cache-control: no-cache" } else { "cache-control: no-store" };
        assert!(head.contains(caching), "{head}");
    }
}

#[test]
fn the_page_is_found_by_whole_names_only() {
    let server = Running::start(ServerOptions::default());
    let page = server.get("/");
    assert_eq!((page.status, page.text().contains("<title>")), (200, true));
    assert_eq!(server.get("/index.html").text(), page.text());
    let tag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let host = server.address;
    let again = raw(&server, &format!("GET / HTTP/1.1\r\nHost: {host}\r\nIf-None-Match: {tag}"), "");
    assert_eq!((again.status, again.body.len()), (304, 0));
    let head = raw(&server, &format!("HEAD / HTTP/1.1\r\nHost: {host}"), "");
    assert_eq!((head.status, head.body.len()), (200, 0));
    for path in [
        "/../../etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/assets/../index.html",
        "/%69ndex.html",
        "//etc/passwd",
        "/SOURCE",
        "/index.html/",
        "/./index.html",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    assert_eq!(server.post("/", json!({})).status, 405);
    assert_eq!(server.delete("/index.html").status, 405);
    assert_eq!(server.get("/api/view").status, 405);
}

#[test]
fn other_machines_need_a_token() {
    let everywhere = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
    let refused = Running::try_start(ServerOptions { bind: everywhere, ..ServerOptions::default() });
    assert!(matches!(refused.map(|_| ()), Err(ServerError::NoToken(_))));
    for token in ["", "short", "with a space in it, which is not allowed", "0123456789abcde"] {
        let options = ServerOptions { token: Some(token.to_owned()), ..ServerOptions::default() };
        assert!(matches!(Running::try_start(options).map(|_| ()), Err(ServerError::Token)), "{token}");
    }
    for bind in [IpAddr::V4(Ipv4Addr::LOCALHOST), everywhere] {
        let server = Running::start(ServerOptions { bind, token: Some(TOKEN.to_owned()), ..ServerOptions::default() });
        let host = format!("localhost:{}", server.address.port());
        assert_eq!(get_as(&server, &host, ""), 403);
        for wrong in ["", "0123456789abcdef-only_yo", "0123456789abcdef-only_you2", "x123456789abcdef-only_you"] {
            assert_eq!(get_as(&server, &host, &format!("\r\nAuthorization: Bearer {wrong}")), 403, "{wrong}");
            assert_eq!(get_as(&server, &host, &format!("\r\nCookie: cutthroat-token={wrong}")), 403, "{wrong}");
            let visit = raw(&server, &format!("GET /?token={wrong} HTTP/1.1\r\nHost: {host}"), "");
            assert_eq!(visit.status, 403, "{wrong}");
        }
        assert_eq!(get_as(&server, &host, &format!("\r\nAuthorization: Bearer {TOKEN}")), 200);
        assert_eq!(get_as(&server, &host, &format!("\r\nCookie: other=1; cutthroat-token={TOKEN}")), 200);
        let visit = raw(&server, &format!("GET /?token={TOKEN} HTTP/1.1\r\nHost: {host}"), "");
        assert_eq!(visit.status, 303);
        let cookie = visit.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        assert!(cookie.starts_with(&format!("cutthroat-token={TOKEN}; ")), "{cookie}");
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
        assert!(visit.head.contains("location: /\r\n"), "{}", visit.head);
        // The name of the machine in its network is known to nobody here, but its port is.
        let elsewhere = get_as(
            &server,
            &format!("some.machine:{}", server.address.port()),
            &format!("\r\nAuthorization: Bearer {TOKEN}"),
        );
        assert_eq!(elsewhere, if bind == everywhere { 200 } else { 421 });
        assert_eq!(get_as(&server, "some.machine:1", &format!("\r\nAuthorization: Bearer {TOKEN}")), 421);
    }
}

#[test]
fn bodies_are_checked() {
    let server = Running::start(ServerOptions::default());
    let field = |body: serde_json::Value, path: &str| {
        let reply = server.post(path, body);
        assert_eq!(reply.status, 422, "{}", reply.text());
        let told = reply.json();
        assert!(!told["message"].as_str().unwrap().is_empty());
        told["field"].as_str().unwrap_or_default().to_owned()
    };
    let hand = "1:AK.2.. Q.A.2. J..K3.";
    let view = |body| field(body, "/api/view");
    assert_eq!(view(json!({ "game": "chess", "setup": { "deal": 1 } })), "game");
    assert_eq!(view(json!({ "game": "hearts", "setup": { "position": "nonsense" } })), "position");
    assert_eq!(view(json!({ "game": "hearts" })), "position");
    assert_eq!(view(json!({ "game": "hearts", "setup": { "deal": 1, "options": { "cards": "9999" } } })), "options");
    assert_eq!(view(json!({ "game": "hearts", "setup": { "deal": 1, "players": 99 } })), "players");
    assert_eq!(view(json!({ "game": "hearts", "setup": { "position": hand }, "moves": ["S2"] })), "moves");
    assert_eq!(view(json!({ "game": "hearts", "setup": { "position": hand }, "moves": vec!["SK"; 2001] })), "moves");
    assert_eq!(view(json!({ "game": "tree", "setup": { "position": "random branching=2 depth=20" } })), "position");
    assert_eq!(view(json!({ "game": "hearts", "setup": { "position": hand }, "more": 1 })), "");
    assert_eq!(view(json!({ "game": "hearts", "setup": { "hand": hand } })), "");
    let analyse = |request: serde_json::Value| {
        field(json!({ "game": "hearts", "setup": { "position": hand }, "request": request }), "/api/analyse")
    };
    for (name, value) in [
        ("algorithm", json!("guess")),
        ("algorithm", json!(3)),
        ("eval", json!("beauty")),
        ("depths", json!(3)),
        ("depth", json!(0)),
        ("depth", json!(1e20)),
        ("memory", json!(-1)),
        ("ties", json!("zzz")),
        ("nodes", json!([1])),
        ("seed", json!(-1)),
        ("time", json!(0)),
        ("time", json!(-1)),
        ("time", json!("soon")),
        ("all_moves", json!("yes")),
    ] {
        assert_eq!(analyse(json!({ name: value })), name, "{value}");
    }
    assert_eq!(analyse(json!({ "tree": true })), "tree");
    let advise = |more: &str, value: serde_json::Value| {
        let mut body = json!({ "game": "hearts", "view": "1:AK.2.. ? ? cards=3" });
        body[more] = value;
        field(body, "/api/advise")
    };
    assert_eq!(advise("view", json!("1:AK.2.. ? cards=3")), "view");
    assert_eq!(advise("player", json!("exec:/bin/true")), "player");
    assert_eq!(advise("player", json!("pimc:worlds=0")), "player");
    let large = field(json!({ "game": "hearts", "setup": { "deal": 1 } }), "/api/tree");
    assert_eq!(large, "depth");
    let body = json!({ "game": "hearts", "text": "x".repeat(70_000) });
    assert_eq!(server.post("/api/read", body).status, 413);
    for text in ["", "{", "{\"game\": }", "\u{0}"] {
        assert_eq!(server.send("POST", "/api/view", Some(text)).status, 400, "{text}");
    }
    for text in ["null", "3", "[]", "\"text\"", "{\"game\": 3}", "{\"game\": \"hearts\", \"setup\": 3}"] {
        let told = server.send("POST", "/api/view", Some(text)).refused(422);
        // No words of ours are in it.
        assert!(!["struct", "enum", "line", "sequence"].iter().any(|word| told.contains(word)), "{text}: {told}");
    }
}
