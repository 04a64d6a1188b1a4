//! Connections: as many as there may be, none of them for ever.

use std::net::TcpListener;
use std::sync::Arc;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::sync::Semaphore;

use crate::limits;

/// Answers all who come, until it is dropped.
pub(crate) async fn accept(listener: TcpListener, router: Router) -> std::io::Result<()> {
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
        settings.timer(TokioTimer::new()).header_read_timeout(limits::HEADER_TIME);
        let connection = settings.serve_connection(TokioIo::new(stream), service.clone());
        tokio::spawn(async move {
            let _ = connection.await;
            drop(place);
        });
    }
}
