//! Stopping: Ctrl-C, and the signals that ask a program to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context as _;

use crate::complain;

/// How long a command may take to stop cleanly. After that it ends at once. Finished results are not lost, since they
/// are written so that they survive even a kill.
const PATIENCE: Duration = Duration::from_millis(1200);

/// A flag that the first interrupt raises, for a command that then stops itself. The second interrupt ends it at once.
/// `kept` says what remains of a command that did not stop in time.
pub(crate) fn stop_flag(kept: &'static str) -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = stop.clone();
    on_first(kept, move || raised.store(true, Ordering::Relaxed))?;
    Ok(stop)
}

/// Calls `first` at the first interrupt, for a command that then stops itself; the rest as [`stop_flag`].
pub(crate) fn on_first(kept: &'static str, first: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    let interrupted = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if interrupted.swap(true, Ordering::Relaxed) {
            cutthroat_lab::kill_all();
            std::process::exit(1);
        }
        first();
        std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            complain(&format!("stopped; {kept}"));
            cutthroat_lab::kill_all();
            std::process::exit(1);
        });
    })
    .context("cannot listen for interrupts")
}
