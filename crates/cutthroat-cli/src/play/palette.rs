//! Colours and signs, as far as the terminal has them.

use cutthroat_lab::person::card::{CardName, suit_sign};
use ratatui_core::style::{Color, Modifier, Style};

/// What the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Palette {
    /// Whether colours are wanted.
    pub(crate) colour: bool,
    /// Whether only ASCII can be shown.
    pub(crate) ascii: bool,
}

impl Palette {
    /// As the environment says: `NO_COLOR`, and the locale.
    pub(crate) fn of_environment() -> Self {
        let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| set(name)).unwrap_or_default();
        let locale = locale.to_ascii_lowercase();
        Self { colour: set("NO_COLOR").is_none(), ascii: !(locale.contains("utf-8") || locale.contains("utf8")) }
    }

    /// Four colours: spades plain, hearts red, diamonds blue, clubs green.
    pub(crate) fn suit(self, suit: usize) -> Style {
        let colour = [Color::Reset, Color::LightRed, Color::LightBlue, Color::LightGreen][suit];
        self.coloured(colour).add_modifier(Modifier::BOLD)
    }

    /// A colour for what belongs to a seat, counted from 1.
    pub(crate) fn seat(self, seat: usize) -> Style {
        const COLOURS: [Color; 6] = [
            Color::LightYellow,
            Color::LightRed,
            Color::LightBlue,
            Color::LightGreen,
            Color::LightMagenta,
            Color::LightCyan,
        ];
        self.coloured(COLOURS[(seat + COLOURS.len() - 1) % COLOURS.len()]).add_modifier(Modifier::BOLD)
    }

    fn coloured(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    /// A card in two letters and its style; what is not a card is left as it is.
    pub(crate) fn card(self, name: &str) -> (String, Style) {
        match CardName::read(name) {
            Some(card) => (format!("{}{}", suit_sign(card.suit, self.ascii), card.rank_letter()), self.suit(card.suit)),
            None => (name.to_owned(), Style::new()),
        }
    }

    /// Text in which cards are drawn by their signs: `seat 2 plays ♥K`.
    pub(crate) fn with_signs(self, text: &str) -> String {
        let word = |word: &str| {
            let end = word.trim_end_matches([',', ';', ':', '.']).len();
            let is_card = end == 2
                && word.is_char_boundary(end)
                && CardName::read(&word[..end]).is_some_and(|card| word[..end] == card.to_string());
            if is_card && !self.ascii {
                format!("{}{}", self.card(&word[..end]).0, &word[end..])
            } else {
                word.to_owned()
            }
        };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// One of two signs.
    pub(crate) const fn sign(self, sign: &'static str, in_ascii: &'static str) -> &'static str {
        if self.ascii { in_ascii } else { sign }
    }
}

/// What cannot be chosen.
pub(crate) const DIM: Style = Style::new().add_modifier(Modifier::DIM);

/// What is selected.
pub(crate) const SELECTED: Style = Style::new().add_modifier(Modifier::REVERSED);

/// Headings.
pub(crate) const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
