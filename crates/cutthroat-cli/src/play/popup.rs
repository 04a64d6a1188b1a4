//! A text over the table: help, a hint, a sheet, or several pages to step through.

use crossterm::event::KeyCode;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;

use super::palette::{BOLD, Palette};

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
    pub(crate) fn draw(&self, area: Rect, palette: Palette, buffer: &mut Buffer) {
        let none = Vec::new();
        let lines = self.pages.get(self.page).unwrap_or(&none);
        let of_title = self.title.chars().count() + 12;
        let widest = self.pages.iter().flatten().map(|line| line.chars().count()).chain([of_title]).max();
        let tallest = self.pages.iter().map(Vec::len).max().unwrap_or_default();
        let width = (widest.unwrap_or_default() as u16 + 4).clamp(30, 96).min(area.width);
        let height = (tallest as u16 + 3).max(5).min(area.height);
        let place =
            Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
        frame(place, palette, buffer);
        let count = match (self.pages.len(), self.growing) {
            (0 | 1, false) => String::new(),
            (pages, growing) => format!(" {}/{pages}{}", (self.page + 1).min(pages), if growing { "..." } else { "" }),
        };
        put(buffer, place.x + 2, place.y, width.saturating_sub(4), &format!(" {}{count} ", self.title), BOLD);
        let room = height.saturating_sub(3);
        for (row, line) in (0..room).zip(lines.iter().skip(self.top)) {
            put(
                buffer,
                place.x + 2,
                place.y + 1 + row,
                width.saturating_sub(4),
                &palette.with_signs(line),
                Style::new(),
            );
        }
        let more = lines.len() > self.top + usize::from(room);
        let steps = if self.pages.len() > 1 { palette.sign("←→ step  ", "left right step  ") } else { "" };
        let down = if more || self.top > 0 { palette.sign("↑↓ scroll  ", "up down scroll  ") } else { "" };
        put(
            buffer,
            place.x + 2,
            place.y + height - 2,
            width.saturating_sub(4),
            &format!("{steps}{down}Esc close"),
            super::palette::DIM,
        );
    }
}

/// An empty box.
fn frame(place: Rect, palette: Palette, buffer: &mut Buffer) {
    for y in place.top()..place.bottom() {
        for x in place.left()..place.right() {
            buffer[(x, y)].reset();
        }
    }
    let [corner, across, down] = if palette.ascii { ["++++", "-", "|"] } else { ["╭╮╰╯", "─", "│"] };
    let corners: Vec<String> = corner.chars().map(String::from).collect();
    let (right, bottom) = (place.x + place.width - 1, place.y + place.height - 1);
    for x in place.x..=right {
        buffer[(x, place.y)].set_symbol(across);
        buffer[(x, bottom)].set_symbol(across);
    }
    for y in place.y..=bottom {
        buffer[(place.x, y)].set_symbol(down);
        buffer[(right, y)].set_symbol(down);
    }
    for (corner, at) in corners.iter().zip([(place.x, place.y), (right, place.y), (place.x, bottom), (right, bottom)]) {
        buffer[at].set_symbol(corner);
    }
}

/// Writes a text of at most `width` columns, if it is on the screen.
pub(crate) fn put(buffer: &mut Buffer, x: u16, y: u16, width: u16, text: &str, style: Style) {
    let area = buffer.area;
    if y >= area.y && y < area.bottom() && x < area.right() {
        buffer.set_stringn(x, y, text, usize::from(width.min(area.right() - x)), style);
    }
}
