//! Stopping: Ctrl-C, and the signals that ask a program to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context as _;

use crate::complain;

/// How long a command may take to stop in good order. After that it ends wherever it is: nothing that is finished can be
/// lost, since whatever is kept is written so that even a kill cannot harm it.
const PATIENCE: Duration = Duration::from_millis(1200);

/// A flag that the first interrupt raises, for a command that then stops by itself. The second interrupt ends it at once.
/// `kept` says what a command that did not stop in time leaves behind.
pub(crate) fn stop_flag(kept: &'static str) -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = stop.clone();
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(1);
        }
        std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            complain(&format!("stopped; {kept}"));
            std::process::exit(1);
        });
    })
    .context("cannot listen for interrupts")?;
    Ok(stop)
}
