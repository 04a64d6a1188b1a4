//! A text over the table: help, a hint, a sheet, or several pages to step through.

use crossterm::event::KeyCode;

use super::palette::{BOLD, DIM, Palette};
use crate::canvas::{Area, Canvas, Style};

/// A text over the table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Popup {
    title: String,
    pages: Vec<Vec<String>>,
    /// The page that is shown, and its first line.
    page: usize,
    top: usize,
    /// Whether more pages are to come.
    pub(crate) growing: bool,
}

impl Popup {
    pub(crate) fn new(title: &str, lines: Vec<String>) -> Self {
        Self { title: title.to_owned(), pages: vec![lines], ..Self::default() }
    }

    /// Pages that are still to come.
    pub(crate) fn pages(title: &str) -> Self {
        Self { title: title.to_owned(), growing: true, ..Self::default() }
    }

    /// Adds a page.
    pub(crate) fn add(&mut self, page: Vec<String>) {
        self.pages.push(page);
    }

    /// Handles a key. Returns whether the popup stays.
    pub(crate) fn key(&mut self, key: KeyCode) -> bool {
        match key {
            KeyCode::Up => self.top = self.top.saturating_sub(1),
            KeyCode::Down => self.top += 1,
            KeyCode::PageUp => self.top = self.top.saturating_sub(10),
            KeyCode::PageDown => self.top += 10,
            KeyCode::Left if self.pages.len() > 1 => (self.page, self.top) = (self.page.saturating_sub(1), 0),
            KeyCode::Right if self.pages.len() > 1 => {
                (self.page, self.top) = ((self.page + 1).min(self.pages.len() - 1), 0);
            }
            KeyCode::Home => (self.page, self.top) = (0, 0),
            KeyCode::End => (self.page, self.top) = (self.pages.len().saturating_sub(1), 0),
            _ => return false,
        }
        let lines = self.pages.get(self.page).map_or(0, Vec::len);
        self.top = self.top.min(lines.saturating_sub(1));
        true
    }

    /// Draws it over the middle of `area`.
    pub(crate) fn draw(&self, area: Area, palette: Palette, canvas: &mut Canvas) {
        let none = Vec::new();
        let lines = self.pages.get(self.page).unwrap_or(&none);
        let of_title = self.title.chars().count() + 12;
        let widest = self.pages.iter().flatten().map(|line| line.chars().count()).chain([of_title]).max();
        let tallest = self.pages.iter().map(Vec::len).max().unwrap_or_default();
        let width = (widest.unwrap_or_default() as u16 + 4).clamp(30, 96).min(area.width);
        let height = (tallest as u16 + 3).max(5).min(area.height);
        let place =
            Area { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
        frame(place, palette, canvas);
        let count = match (self.pages.len(), self.growing) {
            (0 | 1, false) => String::new(),
            (pages, growing) => format!(" {}/{pages}{}", (self.page + 1).min(pages), if growing { "..." } else { "" }),
        };
        canvas.put(place.x + 2, place.y, width.saturating_sub(4), &format!(" {}{count} ", self.title), BOLD);
        let room = height.saturating_sub(3);
        for (row, line) in (0..room).zip(lines.iter().skip(self.top)) {
            canvas.put(
                place.x + 2,
                place.y + 1 + row,
                width.saturating_sub(4),
                &palette.with_signs(line),
                Style::PLAIN,
            );
        }
        let more = lines.len() > self.top + usize::from(room);
        let steps = if self.pages.len() > 1 { palette.sign("←→ step  ", "left right step  ") } else { "" };
        let down = if more || self.top > 0 { palette.sign("↑↓ scroll  ", "up down scroll  ") } else { "" };
        canvas.put(place.x + 2, place.y + height - 2, width.saturating_sub(4), &format!("{steps}{down}Esc close"), DIM);
    }
}

/// An empty box.
fn frame(place: Area, palette: Palette, canvas: &mut Canvas) {
    canvas.fill(place, ' ', Style::PLAIN);
    let [corners, across, down] = if palette.ascii { ["++++", "-", "|"] } else { ["╭╮╰╯", "─", "│"] };
    let (right, bottom) = (place.right() - 1, place.bottom() - 1);
    for x in place.x..=right {
        canvas.put(x, place.y, 1, across, Style::PLAIN);
        canvas.put(x, bottom, 1, across, Style::PLAIN);
    }
    for y in place.y..=bottom {
        canvas.put(place.x, y, 1, down, Style::PLAIN);
        canvas.put(right, y, 1, down, Style::PLAIN);
    }
    let ends = [(place.x, place.y), (right, place.y), (place.x, bottom), (right, bottom)];
    for (corner, (x, y)) in corners.chars().zip(ends) {
        canvas.put(x, y, 1, &corner.to_string(), Style::PLAIN);
    }
}
