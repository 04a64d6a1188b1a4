//! Streams of events, as the answer to a POST.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use cutthroat::SearchProgress;
use http_body::Frame;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::time::{Interval, MissedTickBehavior};

use crate::error::ApiError;
use crate::limits;
use crate::searches::{RaisedOnDrop, Slot, Stop, caught};

/// An event as it is sent, and whether it is the last.
type Sent = (Bytes, bool);

/// Where the thread of a search tells what it finds.
pub(crate) struct Events {
    sender: mpsc::Sender<Sent>,
    stop: Stop,
}

impl Events {
    /// Sends an event. A client that reads slowly is waited for; if it reads nothing for long, the search is stopped.
    pub(crate) fn send(&self, name: &str, data: &impl Serialize) {
        self.send_bytes(name, data, false);
    }

    fn send_bytes(&self, name: &str, data: &impl Serialize, last: bool) {
        // Plain data with text for keys can always be written, and JSON has no line breaks of its own.
        let data = serde_json::to_string(data).unwrap_or_default();
        let mut waiting = (Bytes::from(format!("event: {name}\ndata: {data}\n\n")), last);
        let began = Instant::now();
        while let Err(error) = self.sender.try_send(waiting) {
            let TrySendError::Full(unsent) = error else { return };
            if began.elapsed() > limits::STALLED || (self.stop.load(Ordering::Relaxed) && !last) {
                self.stop.store(true, Ordering::Relaxed);
                return;
            }
            waiting = unsent;
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Sends the last event.
    fn end(&self, done: Result<Value, ApiError>) {
        let stop = match done {
            Ok(end) => end,
            Err(error) => {
                self.send("refused", &error.body());
                json!({ "stop": if error.status.is_server_error() { "failed" } else { "refused" } })
            }
        };
        self.send_bytes("end", &stop, true);
    }
}

/// The last event of work that ended for this reason.
pub(crate) fn end(stop: &str) -> Value {
    json!({ "stop": stop })
}

/// Does the work on a thread of its own, and answers with the events that it sends. What it returns is the data of the event
/// `end`; an error is sent as `refused`. With `progress`, events tell how far the search is.
pub(crate) fn stream<F>(slot: Slot, progress: Option<Arc<SearchProgress>>, work: F) -> Response
where
    F: FnOnce(&Events, &Stop) -> Result<Value, ApiError> + Send + 'static,
{
    let stop = slot.stop();
    stream_of(stop, progress, move |events| slot.run_here(|stop| work(events, stop)))
}

/// The same for work that has no slot yet, and is stopped by this flag.
pub(crate) fn stream_without_slot<F>(stop: Stop, work: F) -> Response
where
    F: FnOnce(&Events, &Stop) -> Result<Value, ApiError> + Send + 'static,
{
    let flag = stop.clone();
    stream_of(stop, None, move |events| caught(|| work(events, &flag)))
}

fn stream_of<F>(stop: Stop, progress: Option<Arc<SearchProgress>>, work: F) -> Response
where
    F: FnOnce(&Events) -> Result<Value, ApiError> + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(limits::EVENTS_WAITING);
    let events = Events { sender, stop: stop.clone() };
    tokio::task::spawn_blocking(move || {
        let done = work(&events);
        events.end(done);
    });
    let mut tick = tokio::time::interval(limits::PROGRESS);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let body = EventBody {
        receiver,
        ended: false,
        tick,
        progress,
        told: (0, 0),
        spoke: Instant::now(),
        _raised_when_left: RaisedOnDrop(stop),
    };
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    let cache = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    ([kind, cache], Body::new(body)).into_response()
}

/// The events as the body of an answer. It is asked for more only as fast as the client reads, and dropped when the client
/// leaves.
struct EventBody {
    receiver: mpsc::Receiver<Sent>,
    ended: bool,
    tick: Interval,
    progress: Option<Arc<SearchProgress>>,
    /// Nodes and level that were told last.
    told: (u64, usize),
    /// When something was sent last.
    spoke: Instant,
    _raised_when_left: RaisedOnDrop,
}

impl EventBody {
    /// What is said although nothing was found: how far the search is, or that the stream is alive.
    fn sign_of_life(&mut self) -> Option<Bytes> {
        if let Some(progress) = &self.progress {
            let now = (progress.nodes(), progress.level());
            if now != self.told {
                self.told = now;
                let (nodes, depth) = now;
                let data = json!({ "nodes": nodes, "depth": depth });
                return Some(Bytes::from(format!("event: progress\ndata: {data}\n\n")));
            }
        }
        (self.spoke.elapsed() >= limits::ALIVE).then(|| Bytes::from_static(b":\n\n"))
    }
}

impl http_body::Body for EventBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.ended {
            return Poll::Ready(None);
        }
        let this = &mut *self;
        let bytes = match this.receiver.poll_recv(context) {
            Poll::Ready(Some((bytes, last))) => {
                this.ended = last;
                bytes
            }
            Poll::Ready(None) => return Poll::Ready(None),
            Poll::Pending => loop {
                if this.tick.poll_tick(context).is_pending() {
                    return Poll::Pending;
                }
                if let Some(bytes) = this.sign_of_life() {
                    break bytes;
                }
            },
        };
        this.spoke = Instant::now();
        Poll::Ready(Some(Ok(Frame::data(bytes))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::searches::Searches;

    fn with_runtime<T>(test: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build().unwrap().block_on(test)
    }

    async fn until(what: impl Fn() -> bool) {
        let began = Instant::now();
        while !what() {
            assert!(began.elapsed() < Duration::from_secs(60));
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    #[test]
    fn a_panic_ends_one_stream_and_nothing_else() {
        with_runtime(async {
            let searches = Searches::new(1, 64);
            let answer = stream(searches.take(0).unwrap(), None, |events, _| {
                events.send("level", &json!({ "depth": 1 }));
                panic!("on purpose")
            });
            let told = axum::body::to_bytes(answer.into_body(), 10_000).await.unwrap();
            let told = String::from_utf8(told.to_vec()).unwrap();
            assert!(told.starts_with("event: level\ndata: {\"depth\":1}\n\nevent: refused\n"), "{told}");
            assert!(told.ends_with("event: end\ndata: {\"stop\":\"failed\"}\n\n"), "{told}");
            until(|| searches.is_idle()).await;
            let failed = searches.take(0).unwrap().run(|_| -> Result<(), ApiError> { panic!("on purpose") }).await;
            assert_eq!(failed.unwrap_err().status.as_u16(), 500);
            assert!(searches.take(0).is_ok());
        });
    }

    #[test]
    fn a_client_that_reads_nothing_does_not_keep_its_slot() {
        with_runtime(async {
            let searches = Searches::new(1, 64);
            let unread = stream(searches.take(0).unwrap(), None, |events, stop| {
                // A search that tells more than a client that reads nothing can hold.
                while !stop.load(Ordering::Relaxed) {
                    events.send("level", &json!({}));
                }
                Ok(end("stopped"))
            });
            assert!(searches.take(0).is_err());
            until(|| searches.is_idle()).await;
            drop(unread);
        });
    }

    #[test]
    fn a_stream_that_is_left_stops_its_search() {
        with_runtime(async {
            let searches = Searches::new(1, 64);
            let work = |_: &Events, stop: &Stop| {
                while !stop.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(end("stopped"))
            };
            drop(stream(searches.take(0).unwrap(), None, work));
            until(|| searches.is_idle()).await;
            // The same when the server ends.
            let kept = stream(searches.take(0).unwrap(), None, work);
            searches.close();
            let told = axum::body::to_bytes(kept.into_body(), 10_000).await.unwrap();
            assert_eq!(&told[..], b"event: end\ndata: {\"stop\":\"stopped\"}\n\n");
            assert_eq!(searches.take(0).unwrap_err().status.as_u16(), 503);
        });
    }
}
