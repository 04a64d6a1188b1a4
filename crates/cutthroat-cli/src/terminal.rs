//! A terminal that is drawn on, and left as it was found.

use std::io::{self, IsTerminal as _, Write as _, stdin, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use crossterm::event::{self, Event, KeyEvent, KeyEventKind};
use crossterm::terminal::{
    self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};

use crate::canvas::Canvas;

/// How long the screen waits for a key before it is drawn again.
const TICK: Duration = Duration::from_millis(80);

/// How long the program may take to leave once a signal has asked for it. A terminal that is gone may not let it.
const PATIENCE: Duration = Duration::from_millis(1200);

/// Whether there is a terminal to draw on and to read keys from.
pub(crate) fn is_there() -> bool {
    let is_dumb = std::env::var("TERM").is_ok_and(|name| name == "dumb");
    stdin().is_terminal() && stdout().is_terminal() && !is_dumb
}

/// A terminal that is drawn on. It is restored when this is dropped, and when the program panics.
pub(crate) struct DrawnTerminal {
    /// What is on it now.
    shown: Canvas,
    /// Raised by a signal that asks the program to end.
    asked_to_end: Arc<AtomicBool>,
}

impl DrawnTerminal {
    /// Takes the terminal over.
    pub(crate) fn new() -> anyhow::Result<Self> {
        let asked_to_end = Arc::new(AtomicBool::new(false));
        let raised = asked_to_end.clone();
        ctrlc::set_handler(move || {
            raised.store(true, Ordering::Relaxed);
            std::thread::sleep(PATIENCE);
            restore();
            std::process::exit(1);
        })
        .context("cannot listen for interrupts")?;
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            before(panic);
        }));
        let prepared = enable_raw_mode().and_then(|()| execute!(stdout(), EnterAlternateScreen, cursor::Hide));
        if prepared.is_err() {
            restore();
        }
        prepared.context("cannot use this terminal; --plain needs none")?;
        Ok(Self { shown: Canvas::default(), asked_to_end })
    }

    /// Draws the screen, as large as the terminal is now. Only what has changed is sent.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Canvas)) -> anyhow::Result<()> {
        let (width, height) = terminal::size()?;
        let mut out = stdout().lock();
        let mut canvas = Canvas::new(width, height);
        if canvas.area() != self.shown.area() {
            execute!(out, Clear(ClearType::All))?;
            self.shown = canvas.clone();
        }
        draw(&mut canvas);
        out.write_all(canvas.changes(&self.shown).as_bytes())?;
        out.flush()?;
        self.shown = canvas;
        Ok(())
    }

    /// The next key, if there is one soon.
    pub(crate) fn key(&self) -> io::Result<Option<KeyEvent>> {
        if !event::poll(TICK)? {
            return Ok(None);
        }
        Ok(match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => Some(key),
            _ => None,
        })
    }

    /// Whether a signal has asked the program to end.
    pub(crate) fn is_asked_to_end(&self) -> bool {
        self.asked_to_end.load(Ordering::Relaxed)
    }
}

impl Drop for DrawnTerminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Leaves the terminal as it was. Nothing can be done if that fails.
fn restore() {
    let _ = execute!(stdout(), LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}
