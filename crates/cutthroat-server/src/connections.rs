//! Connections: as many as there may be, none of them for ever.

use std::io;
use std::net::TcpListener;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, Bytes};
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::task::AbortHandle;
use tokio::time::Sleep;

use crate::limits;

/// Answers all who come, until it is dropped.
pub(crate) async fn accept(listener: TcpListener, router: Router) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let connections = Connections::default();
    let service = TowerToHyperService::new(router);
    let mut number = 0;
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // Too many open files, or a client that left at once: what is there goes on.
            Err(_) => {
                tokio::time::sleep(limits::PROGRESS).await;
                continue;
            }
        };
        number += 1;
        connections.add(number, stream, service.clone());
    }
}

/// The connections that are open, the oldest first.
#[derive(Clone, Default)]
struct Connections(Arc<Mutex<Vec<Connection>>>);

struct Connection {
    number: u64,
    /// Requests whose answers are not sent yet.
    unanswered: Arc<AtomicUsize>,
    task: AbortHandle,
}

impl Connections {
    fn open(&self) -> MutexGuard<'_, Vec<Connection>> {
        // Nothing that holds it can panic half-way.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers a connection. Where there are too many, the oldest one makes room on which nothing is asked; a new one is
    /// turned away only if something is asked on all of them.
    fn add(&self, number: u64, stream: TcpStream, service: TowerToHyperService<Router>) {
        let mut open = self.open();
        if open.len() >= limits::CONNECTIONS {
            let is_idle = |connection: &Connection| connection.unanswered.load(Ordering::Relaxed) == 0;
            let Some(oldest) = open.iter().position(is_idle) else { return };
            open.remove(oldest).task.abort();
        }
        let _ = stream.set_nodelay(true);
        let mut settings = http1::Builder::new();
        settings.timer(TokioTimer::new()).header_read_timeout(limits::HEADER_TIME).max_buf_size(limits::BUFFER_BYTES);
        let unanswered = Arc::new(AtomicUsize::new(0));
        let counted = unanswered.clone();
        let answer = service_fn(move |request: hyper::Request<Incoming>| {
            let asked = Asked::new(counted.clone());
            let answer = service.call(request);
            async move { answer.await.map(|answer| answer.map(|body| Answering { body, _asked: asked })) }
        });
        let answering = settings.serve_connection(TokioIo::new(Patient { stream, gives_up: None }), answer);
        let connections = self.clone();
        let task = tokio::spawn(async move {
            let _ = answering.await;
            connections.open().retain(|connection| connection.number != number);
        });
        open.push(Connection { number, unanswered, task: task.abort_handle() });
    }
}

/// A request that is not answered yet.
struct Asked(Arc<AtomicUsize>);

impl Asked {
    fn new(count: Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The body of an answer; its request counts as unanswered until it is sent.
struct Answering {
    body: Body,
    _asked: Asked,
}

impl http_body::Body for Answering {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A connection that is closed when the client reads nothing for long although there is something to read.
struct Patient {
    stream: TcpStream,
    gives_up: Option<Pin<Box<Sleep>>>,
}

impl AsyncRead for Patient {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, read: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, read)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        if let Poll::Ready(written) = Pin::new(&mut this.stream).poll_write(context, bytes) {
            this.gives_up = None;
            return Poll::Ready(written);
        }
        let gives_up = this.gives_up.get_or_insert_with(|| Box::pin(tokio::time::sleep(limits::UNREAD_TIME)));
        gives_up.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
