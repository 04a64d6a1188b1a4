//! Progress of long work, shown on a terminal only.

use std::fmt::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// A bar that is redrawn five times a second, unless it is hidden.
pub(crate) fn bar(hidden: bool, template: &str) -> ProgressBar {
    let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(None, target);
    bar.set_style(style(template));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A spinner with words beside it, made of the time that has passed.
pub(crate) fn spinner(hidden: bool, words: impl Fn(Duration) -> String + Clone + Send + Sync + 'static) -> ProgressBar {
    let bar = bar(hidden, "");
    bar.set_style(style("{spinner} {words}").with_key("words", move |state: &ProgressState, text: &mut dyn Write| {
        let _ = text.write_str(&words(state.elapsed()));
    }));
    bar
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
