//! Long work that Ctrl-C ends, while other threads of the interpreter run.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// How often signals are looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Does `work` on a thread of its own without the interpreter's lock, and raises `stop` when a signal handler raises an
/// exception, as that of Ctrl-C does. Only the main thread of Python sees signals; others just wait.
pub(crate) fn watched<T: Send + 'static>(
    py: Python<'_>,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = channel::<()>();
    let worker = thread::spawn(move || {
        // Dropped when the work ends, in a panic too.
        let _sender = sender;
        work()
    });
    // A receiver cannot be shared, and detaching asks for what can.
    let receiver = std::sync::Mutex::new(receiver);
    loop {
        let waited = py.detach(|| {
            let receiver = receiver.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            receiver.recv_timeout(BETWEEN_LOOKS)
        });
        if !matches!(waited, Err(RecvTimeoutError::Timeout)) {
            break;
        }
        if let Err(raised) = py.check_signals() {
            stop.store(true, Ordering::Relaxed);
            let _ = py.detach(|| worker.join());
            return Err(raised);
        }
    }
    Ok(py.detach(|| worker.join()).unwrap_or_else(|panic| resume_unwind(panic)))
}
