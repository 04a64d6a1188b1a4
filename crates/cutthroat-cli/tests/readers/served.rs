//! Requests to the server.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use cutthroat_server::{Server, ServerOptions};

use super::{headed, registry};

/// How long an answer is waited for. A search may be asked to take longer; it ends when the client leaves.
const PATIENCE: Duration = Duration::from_millis(500);

static SERVER: LazyLock<SocketAddr> = LazyLock::new(|| {
    let options = ServerOptions { port: 0, searches: 8, ..ServerOptions::default() };
    let server = Server::bind(registry().clone(), options).unwrap();
    let address = server.address().trim_start_matches("http://").split('/').next().unwrap().parse().unwrap();
    std::thread::spawn(move || server.run());
    address
});

/// A method and a path, and a body: `POST /api/view`, and JSON.
pub(super) fn body(bytes: &[u8]) -> bool {
    let Some((request, body)) = headed(bytes) else { return false };
    let Some((method, path)) = request.split_once(' ') else { return false };
    let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic());
    if !is_plain(path) || !is_plain(method) || path.is_empty() || method.is_empty() || method == "HEAD" {
        return false;
    }
    let mut stream = TcpStream::connect(*SERVER).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        *SERVER,
        body.len()
    );
    // A server that has heard enough may close the connection.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
    let (mut answer, mut piece, asked) = (Vec::new(), [0; 4096], Instant::now());
    // Streams that take long are left, also those that tell of progress all the time.
    while asked.elapsed() < PATIENCE {
        match stream.read(&mut piece) {
            Ok(0) | Err(_) => break,
            Ok(read) => answer.extend_from_slice(&piece[..read]),
        }
    }
    drop(stream);
    let answer = String::from_utf8_lossy(&answer);
    let status: u16 = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    // 503: all searches are taken.
    assert!(status < 500 || status == 503, "{method} {path} {body} is answered {answer}");
    status == 200
}
