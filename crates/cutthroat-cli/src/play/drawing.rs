//! How the table is drawn.

use cutthroat_lab::person::card::trump_in_words;
use cutthroat_lab::person::{Seen, choice};
use std::f64::consts::TAU;

use cutthroat_catalog::{PlayedCard, SeatEvent, Task};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};

use super::board::{self, BoardMoves};
use super::palette::{BOLD, DIM, SELECTED};
use super::popup::put;
use super::screen::Screen;

/// How many moves of a game without cards or a board are listed in a row.
pub(crate) const MOVES_IN_ROW: usize = 4;

/// The smallest terminal that the table fits on.
const SMALLEST: (u16, u16) = (50, 16);

/// The width of what is beside the table.
const SIDE: u16 = 28;

/// The rows below the table: the hand in three, a message, what is typed, the keys.
const BELOW: u16 = 6;

impl Screen {
    /// Draws everything.
    pub(crate) fn draw(&self, buffer: &mut Buffer) {
        let area = buffer.area;
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let text = format!("this terminal is too small: {} by {} is needed", SMALLEST.0, SMALLEST.1);
            put(buffer, 0, 0, area.width, &text, Style::new());
            return;
        }
        self.title(buffer);
        let side = if area.width >= 76 { SIDE } else { 0 };
        let gap = u16::from(side > 0);
        let table = Rect { x: 0, y: 1, width: area.width - side - gap, height: area.height - 1 - BELOW };
        if self.seen.has_cards() {
            self.table(table, buffer);
        } else if !self.seen.cells.is_empty() {
            // There is no hand below.
            self.board(Rect { height: table.height + 3, ..table }, buffer);
        } else {
            self.moves(Rect { height: table.height + 3, ..table }, buffer);
        }
        if side > 0 {
            self.side(Rect { x: area.width - side, y: 1, width: side, height: table.height }, buffer);
        }
        if self.seen.has_cards() {
            self.hand(area.height - BELOW, buffer);
        }
        self.bottom(buffer);
        if let Some(popup) = &self.popup {
            popup.draw(Rect { height: area.height - 2, ..area }, self.palette, buffer);
        }
    }

    fn title(&self, buffer: &mut Buffer) {
        let (seen, width) = (&self.seen, buffer.area.width);
        let mut parts = vec![seen.game.to_owned()];
        if !self.watching {
            parts.push(format!("you are seat {}", seen.seat));
        }
        if let Some(sheet) = &seen.sheet {
            parts.push(format!("deal {}", sheet.rows.len() + usize::from(!sheet.over)));
        }
        if seen.has_cards() && seen.mover.is_some() {
            parts.push(match &seen.choices {
                Some(choices) if choices.what != Task::Play => choice::question(choices),
                _ => format!("trick {}", seen.deal.tricks + 1),
            });
        }
        if let Some(trump) = seen.deal.trump.as_ref().filter(|_| seen.has_cards()) {
            let trump = trump_in_words(trump);
            parts.push(if trump == "no trump" { trump.to_owned() } else { format!("trump {trump}") });
        }
        if let Some(card) = &seen.deal.turned_up {
            parts.push(format!("turned up {}", self.palette.with_signs(card)));
        }
        buffer.set_style(Rect { height: 1, ..buffer.area }, SELECTED);
        put(
            buffer,
            1,
            0,
            width - 10,
            &parts.join(self.palette.sign(" · ", " | ")),
            SELECTED.add_modifier(Modifier::BOLD),
        );
        if !self.watching {
            put(buffer, width - 8, 0, 8, "F1 help", SELECTED);
        }
    }

    /// The seats around the table, and the trick in the middle.
    fn table(&self, area: Rect, buffer: &mut Buffer) {
        let seen = &self.seen;
        let seats = seen.players.len();
        // A trick that is over stays until the next card is led.
        let last = seen.deal.last.as_ref().filter(|_| seen.deal.trick.is_empty());
        let trick = last.map_or(&seen.deal.trick, |last| &last.cards);
        let (middle_x, middle_y) = (f64::from(area.width) / 2.0, f64::from(area.height - 1) / 2.0);
        let has_open_hands = seen.deal.hands.iter().filter(|hand| hand.is_some()).count() > 1;
        for seat in 1..=seats {
            let turn = ((seat + seats - seen.seat) % seats) as f64 / seats as f64 * TAU;
            let at = |across: f64, down: f64| {
                let (x, y) = (middle_x - across * turn.sin(), middle_y + down * turn.cos());
                (area.x + x.round() as u16, area.y + y.round() as u16)
            };
            self.place_of_seat(seat, at(middle_x - 7.0, middle_y), area, buffer);
            if let Some(PlayedCard { card, .. }) = trick.iter().find(|played| played.seat == seat) {
                let is_lost = last.is_some_and(|last| last.seat != seat);
                let boxed = area.height >= 15;
                self.card_on_table(
                    card,
                    (is_lost, boxed),
                    at(middle_x * if has_open_hands { 0.3 } else { 0.45 }, middle_y * 0.5),
                    buffer,
                );
            }
        }
        if let Some(last) = last.filter(|_| seen.mover.is_some() || seen.scores.is_some()) {
            let name = seen.name(last.seat);
            let text = format!("{name} {} it: {}", if name == "you" { "take" } else { "takes" }, last.counts);
            let x = area.x + (area.width.saturating_sub(text.len() as u16)) / 2;
            let below = if has_open_hands { 2 } else { 0 };
            put(buffer, x, area.y + area.height / 2 + below, area.width, &text, DIM);
        }
    }

    /// Who sits in a seat, and whether it is their turn.
    fn place_of_seat(&self, seat: usize, (x, y): (u16, u16), area: Rect, buffer: &mut Buffer) {
        let seen = &self.seen;
        let moves = seen.mover == Some(seat);
        let mover = if moves { self.palette.sign("▸", ">") } else { " " };
        let own = seat == seen.seat && !self.watching;
        let open = self.seen.deal.hands.get(seat - 1).is_some_and(Option::is_some) && !own;
        let player: String = seen.players[seat - 1].chars().take(12).collect();
        let mut name = format!("{mover}{}", if own { "you".to_owned() } else { format!("seat {seat}") });
        if open {
            name = format!("{name} {player}").chars().take(15).collect();
        }
        let centred = |text: &str| x.saturating_sub(text.chars().count() as u16 / 2);
        put(buffer, centred(&name), y, 20, &name, if moves { BOLD } else { Style::new() });
        if open && seat != seen.seat {
            self.open_hand(seat, (x, y + 1), area, buffer);
        } else if !own && y + 1 < area.bottom() {
            put(buffer, centred(&player), y + 1, 12, &player, DIM);
        }
    }

    /// A card on the table, in a box of its own where there is room.
    fn card_on_table(&self, card: &str, (is_lost, boxed): (bool, bool), (x, y): (u16, u16), buffer: &mut Buffer) {
        let (text, mut style) = self.palette.card(card);
        if is_lost {
            style = style.remove_modifier(Modifier::BOLD).add_modifier(Modifier::DIM);
        }
        if !boxed {
            put(buffer, x.saturating_sub(1), y, 2, &text, style);
            return;
        }
        let [top, side, bottom] =
            if self.palette.ascii { ["+--+", "|", "+--+"] } else { ["╭──╮", "│", "╰──╯"] };
        let left = x.saturating_sub(2);
        put(buffer, left, y.saturating_sub(1), 4, top, DIM);
        put(buffer, left, y, 4, &format!("{side}  {side}"), DIM);
        put(buffer, left + 1, y, 2, &text, style);
        put(buffer, left, y + 1, 4, bottom, DIM);
    }

    /// The hand of another seat, where everybody sees it: below the name.
    fn open_hand(&self, seat: usize, (x, y): (u16, u16), area: Rect, buffer: &mut Buffer) {
        let Some(Some(hand)) = self.seen.deal.hands.get(seat - 1) else { return };
        let is_aside = x.abs_diff(area.x + area.width / 2) > area.width / 4;
        let in_row = if is_aside { 5 } else { 9 };
        let first = x.saturating_sub(3 * in_row / 2).min(area.right().saturating_sub(3 * in_row));
        for (place, card) in (0..).zip(hand) {
            let (text, style) = self.palette.card(card);
            put(buffer, first + 3 * (place % in_row), y + place / in_row, 2, &text, style);
        }
    }

    fn board(&self, area: Rect, buffer: &mut Buffer) {
        let (seen, moves) = (&self.seen, BoardMoves::new(&self.seen));
        let open = moves.cells(self.picked.as_deref());
        let places: Vec<(i32, i32)> = seen.cells.iter().map(|cell| board::place(cell, &seen.cells)).collect();
        let width = places.iter().map(|(x, _)| x + 1).max().unwrap_or_default();
        let height = places.iter().map(|(_, y)| y + 1).max().unwrap_or_default();
        let left = (i32::from(area.width) - width).max(8) / 2;
        let top = i32::from(area.y) + (i32::from(area.height) - height).max(0) / 2;
        let last = seen.events.iter().rev().find_map(|event| match event {
            SeatEvent::Move { mv, .. } => Some(mv.split('-').map(str::to_owned).collect::<Vec<_>>()),
            _ => None,
        });
        for (cell, (x, y)) in seen.cells.iter().zip(&places) {
            let (x, y) = ((left + x) as u16, (top + y) as u16);
            if y >= area.bottom() {
                continue;
            }
            let (text, mut style) = match cell.owner {
                Some(owner) => (owner.to_string(), self.palette.seat(owner)),
                None => (self.palette.sign("·", ".").to_owned(), DIM),
            };
            let is_open = open.contains(&cell.name);
            let text = if is_open && cell.owner.is_none() { self.palette.sign("○", "o").to_owned() } else { text };
            if is_open {
                style = style.remove_modifier(Modifier::DIM).add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
            } else if last.as_ref().is_some_and(|last| last.contains(&cell.name)) {
                style = style.remove_modifier(Modifier::DIM).add_modifier(Modifier::UNDERLINED);
            }
            if self.picked.as_deref() == Some(&cell.name) || !moves.is_empty() && self.cell == cell.name {
                style = style.add_modifier(Modifier::REVERSED);
            }
            put(buffer, x, y, 1, &text, style);
            let is_first = !seen.cells.iter().any(|other| other.row == cell.row && other.column < cell.column);
            if is_first {
                put(buffer, area.x + 2, y, 4, &cell.name, DIM);
            }
        }
    }

    /// A game without cards and without a board: its position and the moves.
    fn moves(&self, area: Rect, buffer: &mut Buffer) {
        let drawn = self.seen.diagram.as_deref().unwrap_or_default();
        let mut y = area.y + 1;
        let rows = self.items().len().div_ceil(MOVES_IN_ROW) as u16;
        for line in drawn.lines().take(usize::from(area.height.saturating_sub(rows + 3))) {
            put(buffer, 2, y, area.width - 2, line, Style::new());
            y += 1;
        }
        let width = (area.width - 4) / MOVES_IN_ROW as u16;
        for (place, item) in self.items().iter().enumerate() {
            let (column, row) = ((place % MOVES_IN_ROW) as u16, (place / MOVES_IN_ROW) as u16);
            let style = if place == self.cursor && self.seen.choices.is_some() { SELECTED } else { Style::new() };
            if y + 1 + row < area.bottom() {
                put(buffer, 2 + column * width, y + 1 + row, width - 1, item, style);
            }
        }
    }

    /// The seats with what they bid and took, and what happened last.
    fn side(&self, area: Rect, buffer: &mut Buffer) {
        let seen = &self.seen;
        let has_bids = seen.deal.bids.iter().any(Option::is_some);
        // Names are shorter where all columns are there.
        let name = if has_bids && seen.sheet.is_some() { 9 } else { 12 };
        let mut heading = format!("{:1$}", "seat", 2 + name);
        for (column, shown) in [(" bid", has_bids), ("took", seen.has_cards()), (" total", seen.sheet.is_some())] {
            if shown {
                heading += &format!(" {column}");
            }
        }
        put(buffer, area.x, area.y, area.width, &heading, BOLD);
        for (place, player) in seen.players.iter().enumerate() {
            let mut line = format!("{} {player:<name$.name$}", place + 1);
            if has_bids {
                line += &seen.deal.bids[place].map_or("    -".to_owned(), |bid| format!("{bid:>5}"));
            }
            if seen.has_cards() {
                line += &format!("{:>5}", seen.deal.taken[place]);
            }
            if let Some(sheet) = &seen.sheet {
                line += &format!("{:>7}", sheet.totals[place]);
            }
            let style = match (seen.cells.is_empty(), seen.mover == Some(place + 1)) {
                (false, _) => self.palette.seat(place + 1),
                (true, true) => BOLD,
                (true, false) => Style::new(),
            };
            put(buffer, area.x, area.y + 1 + place as u16, area.width, &line, style);
        }
        let width = usize::from(area.width) - 1;
        let mut top = area.y + seen.players.len() as u16 + 2;
        for line in self.terms().iter().flat_map(|terms| self.wrapped(terms, width)).take(3) {
            put(buffer, area.x, top, area.width, &line, Style::new());
            top += 1;
        }
        top += u16::from(seen.terms.is_some());
        let event = |event: &SeatEvent| self.wrapped(&self.told(event), width).into_iter().rev();
        // With all cards open, what one seat was told counts for nothing.
        let is_of_seat = |event: &&SeatEvent| seen.open && Seen::sentence(event).starts_with("you ");
        let events = seen.events.iter().rev().filter(|event| !is_of_seat(event));
        let lines: Vec<String> = events.take(40).flat_map(event).collect();
        for (y, line) in (top..area.bottom()).rev().zip(&lines) {
            put(buffer, area.x, y, area.width, line, DIM);
        }
    }

    /// What decides the game beside the cards. The sheet has the scores of a whole game.
    fn terms(&self) -> Option<String> {
        let is_of_sheet =
            |part: &&str| ["scores:", "deals-before:", "game-to:"].iter().any(|name| part.starts_with(name));
        let parts = self.seen.terms.as_ref()?.split("; ").filter(|part| !is_of_sheet(part));
        Some(parts.collect::<Vec<_>>().join("; "))
    }

    /// An event in a few words.
    fn told(&self, event: &SeatEvent) -> String {
        match event {
            SeatEvent::Play { seat, card } => format!("{} {card}", self.seen.name(*seat)),
            SeatEvent::Trick { seat, counts } => {
                let name = self.seen.name(*seat);
                format!("{name} {} it: {counts}", if name == "you" { "take" } else { "takes" })
            }
            SeatEvent::Move { seat, mv } => format!("{} {mv}", self.seen.name(*seat)),
            event => Seen::sentence(event),
        }
    }

    /// A text in lines of at most this many letters.
    fn wrapped(&self, text: &str, width: usize) -> Vec<String> {
        let mut lines = vec![String::new()];
        for word in self.palette.with_signs(text).split(' ') {
            let line = lines.last_mut().expect("there is a line");
            if line.is_empty() {
                line.push_str(word);
            } else if line.chars().count() + 1 + word.chars().count() <= width {
                line.push(' ');
                line.push_str(word);
            } else {
                lines.push(format!(" {word}"));
            }
        }
        lines
    }

    /// The own hand: what is selected stands higher, what cannot be chosen is dim.
    fn hand(&self, top: u16, buffer: &mut Buffer) {
        let (seen, width) = (&self.seen, buffer.area.width);
        let hand = seen.hand();
        let choices = seen.choices.as_ref();
        let by_cards = choices.is_some_and(|choices| !matches!(choices.what, Task::Bid | Task::Trump));
        let step = (width.saturating_sub(2) / hand.len().max(1) as u16).clamp(3, 5);
        let left = (width.saturating_sub(step * hand.len() as u16)) / 2;
        for (place, card) in hand.iter().enumerate() {
            let (text, mut style) = self.palette.card(card);
            let can_be_chosen = !by_cards || choices.is_some_and(|choices| choices.legal.contains(card));
            if !can_be_chosen || choices.is_none() {
                style = style.remove_modifier(Modifier::BOLD).add_modifier(Modifier::DIM);
            }
            let selected = by_cards && place == self.cursor;
            if selected {
                style = style.add_modifier(Modifier::REVERSED);
            }
            let is_marked = self.marked.contains(card);
            let x = left + place as u16 * step;
            let y = if is_marked { top } else { top + 1 };
            put(buffer, x, y, 4, &if selected { format!("{text} ") } else { text }, style);
            if selected {
                put(buffer, x, top + 2, 1, self.palette.sign("▲", "^"), BOLD);
            }
        }
        let not_looked = hand.is_empty() && seen.deal.dealt > 0 && seen.deal.hands[seen.seat - 1].is_none();
        if not_looked {
            put(buffer, left.saturating_sub(12), top + 1, width, "you have not looked at your cards", DIM);
        }
    }

    fn bottom(&self, buffer: &mut Buffer) {
        let (area, seen) = (buffer.area, &self.seen);
        let y = area.height - 3;
        let mut x = 1;
        if let Some(choices) = seen.choices.as_ref().filter(|choices| matches!(choices.what, Task::Bid | Task::Trump)) {
            for (place, item) in choices.legal.iter().enumerate() {
                let style = if place == self.cursor { SELECTED } else { Style::new() };
                put(buffer, x, y, area.width, &format!(" {item} "), style);
                x += item.chars().count() as u16 + 2;
            }
            x += 2;
        }
        put(buffer, x, y, area.width, &self.palette.with_signs(&self.message), BOLD);
        if self.watching {
            let keys = self.palette.sign("←→ one move  ↑↓ one trick", "left right one move  up down one trick");
            put(buffer, 1, y + 2, area.width, &format!("{keys}  Home End  q leave"), DIM);
            return;
        }
        let spinner = if self.palette.ascii { ["|", "/", "-", "\\"] } else { ["◐", "◓", "◑", "◒"] };
        let spinner = spinner[self.ticks % spinner.len()];
        let prompt = match (&self.busy, &seen.choices, seen.mover) {
            (Some(busy), ..) => format!("{spinner} {busy}"),
            (None, Some(choices), _) => format!("{}:", self.asked(choices.what)),
            (None, None, Some(seat)) => format!("{spinner} seat {seat} to move"),
            (None, None, None) => self.ending(),
        };
        put(buffer, 1, y + 1, area.width, &prompt, Style::new());
        let after = 1 + prompt.chars().count() as u16 + 1;
        let cursor = self.palette.sign("█", "_");
        put(buffer, after, y + 1, area.width, &format!("{}{cursor}", self.input), BOLD);
        let keys = self.palette.sign("←→", "arrows");
        let keys = match () {
            () if self.on_board() => {
                let keys = self.palette.sign("←→↑↓", "arrows");
                format!("{keys} Enter  Esc back  ? hint  F3 take back  F1 help  Ctrl-C leave")
            }
            () if seen.choices.as_ref().is_some_and(|choices| choices.count.is_some()) => {
                format!("{keys} Space mark  Enter  ? hint  F3 take back  F1 help  Ctrl-C leave")
            }
            () if seen.mover.is_none() => {
                "F3 take back  F6 sheet  F7 expected  F8 analysis  F1 help  Ctrl-C leave".to_owned()
            }
            () => format!("{keys} Enter  ? hint  F3 back  F4 last trick  F5 claim  F6 sheet  Ctrl-C leave"),
        };
        put(buffer, 1, y + 2, area.width, &keys, DIM);
    }

    fn asked(&self, what: Task) -> String {
        let choices = self.seen.choices.as_ref();
        match what {
            Task::Play if self.on_board() && self.picked.is_some() => {
                format!("move {} to {}", self.picked.as_deref().unwrap_or_default(), self.cell)
            }
            Task::Play if self.on_board() => format!("your move ({})", self.cell),
            Task::Play if self.seen.has_cards() => "play a card".to_owned(),
            Task::Play => "your move".to_owned(),
            _ => choices.map_or(String::new(), choice::question),
        }
    }

    fn ending(&self) -> String {
        let seen = &self.seen;
        let wins = match &seen.sheet {
            Some(sheet) => sheet.winners.clone(),
            None => {
                let wins = seen.scores.as_ref().map_or_else(Vec::new, |scores| seen.tally.wins(scores));
                (1..=wins.len()).filter(|seat| wins[seat - 1] > 0.0).collect()
            }
        };
        let names: Vec<String> = wins.iter().map(|&seat| seen.name(seat)).collect();
        match (&names[..], seen.players.len()) {
            ([one], _) if wins[0] == seen.seat => format!("the game is over: {one} win"),
            ([one], _) => format!("the game is over: {one} wins"),
            (names, all) if names.is_empty() || names.len() == all => "the game is over: nobody wins".to_owned(),
            (names, _) => format!("the game is over: {} share the win", names.join(" and ")),
        }
    }
}
