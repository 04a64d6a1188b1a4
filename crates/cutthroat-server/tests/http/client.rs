//! A server of its own for a test, and a plain client.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use cutthroat_catalog::Registry;
use cutthroat_server::{Server, ServerHandle, ServerOptions};
use serde_json::Value;

/// A server that listens until it is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    handle: ServerHandle,
    thread: Option<JoinHandle<()>>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    /// The answer that was sent in these bytes.
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let rest = &bytes[end + 4..];
        let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
        Self { status, body: if chunked { unchunked(rest) } else { rest.to_vec() }, head }
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The JSON of a request that was answered.
    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        self.json()
    }

    /// The message of a request that was refused so.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        self.json()["message"].as_str().unwrap().to_owned()
    }

    /// The events of a stream. The last is `end`.
    #[track_caller]
    pub(crate) fn events(&self) -> Vec<Event> {
        assert_eq!(self.status, 200, "{}", self.text());
        assert!(self.head.contains("text/event-stream"), "{}", self.head);
        let text = self.text();
        let events: Vec<Event> = text.split("\n\n").filter_map(Event::read).collect();
        assert_eq!(events.last().map(|event| event.name.as_str()), Some("end"), "{text}");
        events
    }
}

/// An event of a stream.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) name: String,
    pub(crate) data: Value,
}

impl Event {
    fn read(text: &str) -> Option<Self> {
        let (name, data) = text.trim_start().strip_prefix("event: ")?.split_once("\ndata: ")?;
        Some(Self { name: name.to_owned(), data: serde_json::from_str(data).unwrap() })
    }
}

impl Running {
    /// A server with these options at a free port.
    pub(crate) fn start(options: ServerOptions) -> Self {
        Self::try_start(options).unwrap()
    }

    pub(crate) fn try_start(options: ServerOptions) -> Result<Self, cutthroat_server::ServerError> {
        let server = Server::bind(Registry::standard(), ServerOptions { port: 0, ..options })?;
        let address = server.address();
        let address = address.trim_start_matches("http://").split('/').next().unwrap().parse().unwrap();
        let handle = server.handle();
        Ok(Self { address, handle, thread: Some(std::thread::spawn(move || server.run())) })
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send("GET", path, None)
    }

    pub(crate) fn delete(&self, path: &str) -> Reply {
        self.send("DELETE", path, None)
    }

    #[expect(clippy::needless_pass_by_value, reason = "written in place")]
    pub(crate) fn post(&self, path: &str, body: Value) -> Reply {
        self.send("POST", path, Some(&body.to_string()))
    }

    pub(crate) fn send(&self, method: &str, path: &str, body: Option<&str>) -> Reply {
        let mut stream = self.open(method, path, body);
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        Reply::read(&bytes)
    }

    /// Sends a request; the answer is read from the stream.
    pub(crate) fn open(&self, method: &str, path: &str, body: Option<&str>) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let host = self.address;
        let mut request = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
        if let Some(body) = body {
            request += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        } else {
            request += "\r\n";
        }
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    /// Opens a stream of events, and leaves it after the first event of this name. Returns whether there was one: the
    /// table may have moved on.
    pub(crate) fn leave_after(&self, path: &str, body: &Value, name: &str) -> bool {
        let stream = BufReader::new(self.open("POST", path, Some(&body.to_string())));
        for line in stream.lines() {
            if line.unwrap() == format!("event: {name}") {
                return true;
            }
        }
        false
    }
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        body.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 4 + size..];
    }
    body
}

impl Drop for Running {
    fn drop(&mut self) {
        self.handle.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A folder that is removed when it is dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("cutthroat-http-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
