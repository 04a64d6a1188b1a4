//! Connections: as many as there may be, none of them for ever.

use std::io;
use std::net::TcpListener;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::Sleep;

use crate::limits;

/// Answers all who come, until it is dropped.
pub(crate) async fn accept(listener: TcpListener, router: Router) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let places = Arc::new(Semaphore::new(limits::CONNECTIONS));
    let service = TowerToHyperService::new(router);
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // Too many open files, or a client that left at once: what is there goes on.
            Err(_) => {
                tokio::time::sleep(limits::PROGRESS).await;
                continue;
            }
        };
        let Ok(place) = places.clone().try_acquire_owned() else { continue };
        let _ = stream.set_nodelay(true);
        let mut settings = http1::Builder::new();
        settings.timer(TokioTimer::new()).header_read_timeout(limits::HEADER_TIME).max_buf_size(limits::BUFFER_BYTES);
        let connection = settings.serve_connection(TokioIo::new(Patient { stream, gives_up: None }), service.clone());
        tokio::spawn(async move {
            let _ = connection.await;
            drop(place);
        });
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
