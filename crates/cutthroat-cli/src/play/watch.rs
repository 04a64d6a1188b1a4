//! A game that was played, step by step on a terminal.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use cutthroat_catalog::Registry;
use cutthroat_lab::person::Session;
use cutthroat_lab::{HandRecord, RecordedMove};

use super::palette::Palette;
use super::screen::Screen;
use crate::terminal::DrawnTerminal;

/// Steps through a record: with all cards open, or as one seat, counted from 1, saw it.
pub(crate) fn watch(games: &Registry, record: HandRecord, seat: Option<usize>) -> anyhow::Result<()> {
    let mut steps = Steps::new(games, record, seat)?;
    let mut terminal = DrawnTerminal::new()?;
    while !terminal.is_asked_to_end() {
        terminal.draw(|buffer| steps.screen.draw(buffer))?;
        if let Some(key) = terminal.key()?
            && !steps.key(key)?
        {
            break;
        }
    }
    Ok(())
}

/// A record and where it is shown.
pub(super) struct Steps {
    record: HandRecord,
    session: Session,
    pub(super) screen: Screen,
    /// How many moves were made.
    place: usize,
}

impl Steps {
    /// The start of a record. Every move of it is made once, so that a damaged record is refused.
    pub(super) fn new(games: &Registry, record: HandRecord, seat: Option<usize>) -> anyhow::Result<Self> {
        let mut session = Session::watching(games, &record, seat)?;
        session.go_to(&record, record.moves.len())?;
        session.go_to(&record, 0)?;
        let mut screen = Screen::new(session.seen().clone(), Palette::of_environment());
        screen.watching = true;
        let mut steps = Self { record, session, screen, place: 0 };
        steps.go_to(0)?;
        Ok(steps)
    }

    /// Handles a key. Returns whether to go on.
    pub(super) fn key(&mut self, key: KeyEvent) -> anyhow::Result<bool> {
        let last = self.record.moves.len();
        let round = self.session.seen().players.len();
        let place = match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Ok(false),
            KeyCode::Char('q') | KeyCode::Esc => return Ok(false),
            KeyCode::Left | KeyCode::Backspace => self.place.saturating_sub(1),
            KeyCode::Right | KeyCode::Enter | KeyCode::Char(' ') => self.place + 1,
            KeyCode::Up => self.place.saturating_sub(round),
            KeyCode::Down => self.place + round,
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => self.place,
        };
        self.go_to(place.min(last))?;
        Ok(true)
    }

    fn go_to(&mut self, place: usize) -> anyhow::Result<()> {
        self.session.go_to(&self.record, place)?;
        self.place = place;
        let mut seen = self.session.seen().clone();
        // Nobody is asked.
        seen.choices = None;
        self.screen.show(seen);
        let last = self.record.moves.len();
        let made = place.checked_sub(1).and_then(|before| self.record.moves.get(before));
        self.screen.message = match made {
            None => format!("the start of {last} moves"),
            Some(RecordedMove { seat, mv, expects }) => {
                // A pass or a discard is known to those who made it.
                let shown = if self.session.shows(*seat, mv) { mv.as_str() } else { "made a choice" };
                let expects = expects
                    .as_ref()
                    .filter(|_| self.session.is_open())
                    .map(|payoff| format!(", expecting {}", crate::table::tuple(payoff)));
                format!("move {place} of {last}: seat {seat} {shown}{}", expects.unwrap_or_default())
            }
        };
        Ok(())
    }
}
