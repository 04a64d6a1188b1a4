//! The table on a terminal: what is selected and typed, and what the keys do. It knows what the person has seen and nothing else.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use cutthroat_catalog::Task;
use cutthroat_lab::person::{Seen, choice};

use super::board::{self, Arrow, BoardMoves};
use super::command::Command;
use super::palette::Palette;
use super::popup::Popup;

/// What a key asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// A move.
    Play(String),
    /// Anything else.
    Do(Command),
    /// To stop what is being searched for the person.
    Stop,
    /// To leave at once.
    Leave,
}

/// The table on a terminal.
pub(crate) struct Screen {
    pub(super) seen: Seen,
    pub(super) palette: Palette,
    /// What is typed.
    pub(super) input: String,
    /// Which of the items is selected.
    pub(super) cursor: usize,
    /// Cards that are marked, to be passed or discarded.
    pub(super) marked: Vec<String>,
    /// The cell that is selected on a board, and the piece that was picked.
    pub(super) cell: String,
    pub(super) picked: Option<String>,
    /// What is told the person.
    pub(super) message: String,
    pub(super) popup: Option<Popup>,
    /// What is being searched, in words.
    pub(super) busy: Option<String>,
    /// Turns the spinner.
    pub(super) ticks: usize,
    /// Whether a game that was played is watched.
    pub(super) watching: bool,
}

/// The keys of commands.
const KEYS: [(u8, Command); 8] = [
    (1, Command::Help),
    (2, Command::Hint),
    (3, Command::Back),
    (4, Command::Last),
    (5, Command::Claim),
    (6, Command::Sheet),
    (7, Command::Expected),
    (8, Command::Analysis),
];

impl Screen {
    pub(crate) fn new(seen: Seen, palette: Palette) -> Self {
        let mut screen = Self {
            seen: seen.clone(),
            palette,
            input: String::new(),
            cursor: 0,
            marked: Vec::new(),
            cell: String::new(),
            picked: None,
            message: String::new(),
            popup: None,
            busy: None,
            ticks: 0,
            watching: false,
        };
        screen.show(seen);
        screen
    }

    /// Shows what has been seen since.
    pub(crate) fn show(&mut self, seen: Seen) {
        let is_new = seen.moves != self.seen.moves || self.cell.is_empty();
        let before = self.items().get(self.cursor).cloned();
        self.seen = seen;
        if !is_new {
            return;
        }
        self.marked.clear();
        self.picked = None;
        // What was selected stays so, as far as it can be chosen.
        let items = self.items();
        let kept = before.and_then(|before| items.iter().position(|item| *item == before)).unwrap_or(self.cursor);
        self.cursor = kept.min(items.len().saturating_sub(1));
        let legal = |item: &String| self.seen.choices.as_ref().is_some_and(|choices| choices.legal.contains(item));
        if items.get(self.cursor).is_some_and(|item| !legal(item)) {
            self.cursor = items.iter().position(legal).unwrap_or(self.cursor);
        }
        let cells = BoardMoves::new(&self.seen).cells(None);
        if !cells.contains(&self.cell) {
            self.cell = cells.into_iter().next().unwrap_or_default();
        }
    }

    /// What can be selected: cards of the hand, or moves.
    pub(super) fn items(&self) -> Vec<String> {
        let Some(choices) = &self.seen.choices else { return self.seen.hand().to_vec() };
        match choices.what {
            Task::Bid | Task::Trump => choices.legal.clone(),
            _ if self.seen.has_cards() => self.seen.hand().to_vec(),
            _ => choices.legal.clone(),
        }
    }

    /// How many cards are to be marked, if several.
    fn marks(&self) -> Option<usize> {
        self.seen.choices.as_ref().and_then(|choices| choices.count)
    }

    /// Whether moves are chosen on a board.
    pub(super) fn on_board(&self) -> bool {
        !BoardMoves::new(&self.seen).is_empty()
    }

    /// Handles a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<Action> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return matches!(key.code, KeyCode::Char('c' | 'd')).then_some(Action::Leave);
        }
        if let Some(popup) = &mut self.popup {
            if popup.key(key.code) {
                return None;
            }
            let growing = popup.growing;
            self.popup = None;
            // A key of a command closes it, too.
            if growing || !matches!(key.code, KeyCode::F(_)) {
                return growing.then_some(Action::Stop);
            }
        }
        self.message.clear();
        match key.code {
            KeyCode::F(number) => {
                let command = KEYS.iter().find(|(key, _)| *key == number).map(|(_, command)| command.clone());
                command.map(Action::Do)
            }
            KeyCode::Char('?') => Some(Action::Do(Command::Hint)),
            KeyCode::Char(' ') if self.input.is_empty() => self.mark(),
            KeyCode::Char(letter) => {
                if self.input.len() < 200 {
                    self.input.push(letter);
                }
                None
            }
            KeyCode::Backspace => {
                if self.input.pop().is_none() {
                    self.picked = None;
                }
                None
            }
            KeyCode::Esc => {
                if self.busy.is_some() {
                    return Some(Action::Stop);
                }
                if self.input.is_empty()
                    && let Some(picked) = self.picked.take()
                {
                    self.cell = picked;
                }
                self.input.clear();
                None
            }
            KeyCode::Left => self.arrow(Arrow::Left),
            KeyCode::Right => self.arrow(Arrow::Right),
            KeyCode::Up => self.arrow(Arrow::Up),
            KeyCode::Down => self.arrow(Arrow::Down),
            KeyCode::Home => {
                self.cursor = 0;
                None
            }
            KeyCode::End => {
                self.cursor = self.items().len().saturating_sub(1);
                None
            }
            KeyCode::Enter if self.input.is_empty() => self.enter(),
            KeyCode::Enter => self.typed(),
            _ => None,
        }
    }

    fn arrow(&mut self, arrow: Arrow) -> Option<Action> {
        let moves = BoardMoves::new(&self.seen);
        if !moves.is_empty() {
            let cells = moves.cells(self.picked.as_deref());
            self.cell = board::step(&self.seen.cells, &cells, &self.cell, arrow);
            return None;
        }
        let (items, row) = (self.items(), if self.seen.has_cards() { 1 } else { super::drawing::MOVES_IN_ROW });
        let last = items.len().saturating_sub(1);
        self.cursor = match arrow {
            Arrow::Left => self.cursor.saturating_sub(1),
            Arrow::Right => (self.cursor + 1).min(last),
            Arrow::Up if row > 1 => self.cursor.saturating_sub(row),
            Arrow::Down if row > 1 => (self.cursor + row).min(last),
            Arrow::Up | Arrow::Down => self.cursor,
        };
        self.message = self.reason().unwrap_or_default();
        None
    }

    /// Why the selected card cannot be chosen, if it cannot.
    fn reason(&self) -> Option<String> {
        let (items, choices) = (self.items(), self.seen.choices.as_ref()?);
        let item = items.get(self.cursor)?;
        (!choices.legal.contains(item)).then(|| choice::why_not(item, &self.seen))
    }

    /// Marks the selected card, or takes the mark off.
    fn mark(&mut self) -> Option<Action> {
        let Some(count) = self.marks() else { return self.enter() };
        let item = self.items().get(self.cursor)?.clone();
        match self.marked.iter().position(|marked| *marked == item) {
            Some(place) => drop(self.marked.remove(place)),
            None if self.marked.len() < count => self.marked.push(item),
            None => self.message = format!("{count} cards are marked already"),
        }
        None
    }

    /// Chooses what is selected.
    fn enter(&mut self) -> Option<Action> {
        let choices = self.seen.choices.as_ref()?;
        let moves = BoardMoves::new(&self.seen);
        if !moves.is_empty() {
            if self.picked.is_none() && moves.is_piece(&self.cell) {
                self.picked = Some(self.cell.clone());
                self.cell = moves.cells(self.picked.as_deref()).into_iter().next().unwrap_or_default();
                return None;
            }
            return moves.to(self.picked.as_deref(), &self.cell).map(|mv| Action::Play(mv.to_owned()));
        }
        if let Some(count) = choices.count {
            if self.marked.len() != count {
                self.message = format!("mark {count} cards with the space bar: {} marked", self.marked.len());
                return None;
            }
            return Some(Action::Play(choice::of_cards(choices.what, &self.marked)));
        }
        if let Some(reason) = self.reason() {
            self.message = reason;
            return None;
        }
        self.items().get(self.cursor).map(|item| Action::Play(item.clone()))
    }

    /// Reads what is typed: a choice if it is one, otherwise a command.
    fn typed(&mut self) -> Option<Action> {
        let text = std::mem::take(&mut self.input);
        match choice::read(&text, &self.seen) {
            Ok(mv) => Some(Action::Play(mv)),
            Err(why) => match Command::read(&text) {
                Some(command) => Some(Action::Do(command)),
                None => {
                    self.message = why;
                    None
                }
            },
        }
    }
}
