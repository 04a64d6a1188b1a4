//! A terminal that is drawn on, and left as it was found.

use std::fmt::Write as _;
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
use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier};

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
    shown: Buffer,
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
        Ok(Self { shown: Buffer::empty(Rect::ZERO), asked_to_end })
    }

    /// Draws the screen, as large as the terminal is now. Only what has changed is sent.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Buffer)) -> anyhow::Result<()> {
        let (width, height) = terminal::size()?;
        let area = Rect { x: 0, y: 0, width, height };
        let mut out = stdout().lock();
        if area != self.shown.area {
            execute!(out, Clear(ClearType::All))?;
            self.shown = Buffer::empty(area);
        }
        let mut buffer = Buffer::empty(area);
        draw(&mut buffer);
        let mut text = String::new();
        for (x, y, cell) in self.shown.diff(&buffer) {
            let _ = write!(text, "\x1b[{};{}H\x1b[{}m{}", y + 1, x + 1, attributes(cell), cell.symbol());
        }
        if !text.is_empty() {
            write!(out, "{text}\x1b[0m")?;
            out.flush()?;
        }
        self.shown = buffer;
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

/// How a cell looks, in the numbers that terminals know (ECMA-48, SGR).
fn attributes(cell: &Cell) -> String {
    let mut numbers = vec![0];
    let modifiers = [(Modifier::BOLD, 1), (Modifier::DIM, 2), (Modifier::UNDERLINED, 4), (Modifier::REVERSED, 7)];
    numbers
        .extend(modifiers.iter().filter(|(modifier, _)| cell.modifier.contains(*modifier)).map(|(_, number)| *number));
    numbers.extend(match cell.fg {
        Color::LightRed => Some(91),
        Color::LightGreen => Some(92),
        Color::LightYellow => Some(93),
        Color::LightBlue => Some(94),
        Color::LightMagenta => Some(95),
        Color::LightCyan => Some(96),
        _ => None,
    });
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(";")
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
