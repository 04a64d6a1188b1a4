//! A canvas of letters, each with a style: what a terminal shows, and what tests read.

/// A part of a canvas.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Area {
    pub(crate) x: u16,
    pub(crate) y: u16,
    pub(crate) width: u16,
    pub(crate) height: u16,
}

impl Area {
    /// The first column to the right of it.
    pub(crate) const fn right(self) -> u16 {
        self.x + self.width
    }

    /// The first row below it.
    pub(crate) const fn bottom(self) -> u16 {
        self.y + self.height
    }
}

/// The colours that are used, by the numbers that terminals know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colour {
    Red = 91,
    Green = 92,
    Yellow = 93,
    Blue = 94,
    Magenta = 95,
    Cyan = 96,
}

/// How a letter looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Style {
    bold: bool,
    dim: bool,
    underlined: bool,
    reversed: bool,
    colour: Option<Colour>,
}

impl Style {
    /// As everything else.
    pub(crate) const PLAIN: Self = Self { bold: false, dim: false, underlined: false, reversed: false, colour: None };

    /// The same in a colour.
    pub(crate) const fn coloured(self, colour: Colour) -> Self {
        Self { colour: Some(colour), ..self }
    }

    /// The same, bold and not dim.
    pub(crate) const fn bold(self) -> Self {
        Self { bold: true, dim: false, ..self }
    }

    /// The same, dim and not bold.
    pub(crate) const fn dim(self) -> Self {
        Self { bold: false, dim: true, ..self }
    }

    /// The same, underlined and not dim.
    pub(crate) const fn underlined(self) -> Self {
        Self { underlined: true, dim: false, ..self }
    }

    /// The same with the background for the foreground.
    pub(crate) const fn reversed(self) -> Self {
        Self { reversed: true, ..self }
    }

    /// The numbers that terminals know for it (ECMA-48, SGR), from a plain style on.
    fn numbers(self) -> String {
        let marks = [(self.bold, ";1"), (self.dim, ";2"), (self.underlined, ";4"), (self.reversed, ";7")];
        let mut numbers = "0".to_owned();
        numbers.extend(marks.iter().filter(|(is_on, _)| *is_on).map(|(_, number)| *number));
        if let Some(colour) = self.colour {
            numbers.push_str(&format!(";{}", colour as u8));
        }
        numbers
    }
}

/// A canvas. Every letter is taken to be one column wide.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Canvas {
    width: u16,
    cells: Vec<(char, Style)>,
}

impl Canvas {
    /// An empty canvas.
    pub(crate) fn new(width: u16, height: u16) -> Self {
        Self { width, cells: vec![(' ', Style::PLAIN); usize::from(width) * usize::from(height)] }
    }

    /// All of it.
    pub(crate) fn area(&self) -> Area {
        let height = (self.cells.len() / usize::from(self.width.max(1))) as u16;
        Area { x: 0, y: 0, width: self.width, height }
    }

    /// Writes a text of at most `width` columns. What is beyond the canvas is cut off.
    pub(crate) fn put(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) {
        let row = usize::from(y) * usize::from(self.width);
        for (column, letter) in (x..self.width).zip(text.chars()).take(usize::from(width)) {
            if let Some(cell) = self.cells.get_mut(row + usize::from(column)) {
                *cell = (if letter.is_control() { ' ' } else { letter }, style);
            }
        }
    }

    /// Fills a part with one letter.
    pub(crate) fn fill(&mut self, area: Area, letter: char, style: Style) {
        let row: String = std::iter::repeat_n(letter, usize::from(area.width)).collect();
        for y in area.y..area.bottom() {
            self.put(area.x, y, area.width, &row, style);
        }
    }

    /// What a terminal that shows `before`, a canvas of the same size, has to be sent to show this.
    pub(crate) fn changes(&self, before: &Self) -> String {
        let mut text = String::new();
        let mut last = None;
        let cells = self.cells.iter().zip(&before.cells).enumerate();
        for (place, ((letter, style), _)) in cells.filter(|(_, (now, was))| now != was) {
            let (row, column) = (place / usize::from(self.width), place % usize::from(self.width));
            let goes_on = last.is_some_and(|(before, _)| before + 1 == place && column > 0);
            if !goes_on {
                text.push_str(&format!("\x1b[{};{}H", row + 1, column + 1));
            }
            if last.is_none_or(|(_, before)| before != *style) {
                text.push_str(&format!("\x1b[{}m", style.numbers()));
            }
            text.push(*letter);
            last = Some((place, *style));
        }
        if last.is_some() {
            text.push_str("\x1b[0m");
        }
        text
    }

    /// The letters, row by row.
    #[cfg(test)]
    pub(crate) fn text(&self) -> String {
        let rows = self.cells.chunks(usize::from(self.width));
        rows.map(|row| row.iter().map(|(letter, _)| *letter).chain(['\n']).collect::<String>()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_changed_is_sent() {
        let before = Canvas::new(10, 2);
        let mut canvas = before.clone();
        assert_eq!(canvas.changes(&before), "");
        canvas.put(2, 1, 3, "abcdef", Style::PLAIN.bold());
        canvas.put(8, 1, 9, "xyz", Style::PLAIN.coloured(Colour::Red));
        canvas.put(0, 7, 9, "beyond", Style::PLAIN);
        assert_eq!(canvas.text(), "          \n  abc   xy\n");
        assert_eq!(canvas.changes(&before), "\x1b[2;3H\x1b[0;1mabc\x1b[2;9H\x1b[0;91mxy\x1b[0m");
        assert_eq!(canvas.changes(&canvas), "");
    }
}
