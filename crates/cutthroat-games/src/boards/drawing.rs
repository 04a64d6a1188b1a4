//! A position drawn: in characters for a terminal, and as SVG.

use std::fmt::Write as _;

use cutthroat::{Game, Notation, Player};

use super::cell::Cell;
use super::chinese_checkers::{CheckersState, ChineseCheckers};

/// The board in characters: a number for each player's pieces, a dot for a free cell, the names of rows on the left.
pub(super) fn diagram(game: &ChineseCheckers, state: &CheckersState) -> String {
    let star = game.star();
    let mut rows = vec![String::new(); star.rows()];
    for cell in 0..star.cells() as Cell {
        let (row, column) = star.position(cell);
        let line = &mut rows[row];
        if line.is_empty() {
            let _ = write!(line, "{} ", star.name(cell).chars().next().unwrap_or_default());
        }
        let _ = write!(line, "{:1$}", "", column + 2 - line.len());
        match state.owner(cell) {
            Some(owner) => {
                let _ = write!(line, "{}", owner.seat());
            }
            None => line.push('.'),
        }
    }
    rows.join("\n")
}

/// Half the distance of two cells.
const HALF: usize = 16;
const ROW_HEIGHT: usize = 28;
const MARGIN: usize = 40;
const RADIUS: usize = 12;
/// Colours that can be distinguished by the colour-blind (Okabe and Ito 2008).
const COLOURS: [&str; 6] = ["#d55e00", "#0072b2", "#f0e442", "#009e73", "#cc79a7", "#56b4e9"];
/// The text colours on them.
const INKS: [&str; 6] = ["#000", "#fff", "#000", "#fff", "#000", "#000"];

/// The board as SVG: every piece has its player's number and colour, every free cell of a goal a thin rim in that
/// colour.
pub(super) fn picture(game: &ChineseCheckers, state: &CheckersState) -> String {
    let star = game.star();
    // The star is three corners wide and four high.
    let halves = 3 * (star.rows() - 1) / 2;
    let (width, height) = (halves * HALF + 2 * MARGIN, (star.rows() - 1) * ROW_HEIGHT + 2 * MARGIN + 20);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for cell in 0..star.cells() as Cell {
        let (row, column) = star.position(cell);
        let (x, y) = (MARGIN + column * HALF, MARGIN + row * ROW_HEIGHT);
        let whose_goal = Player::all(game.players()).find(|&player| star.corner(game.goal(player)) >> cell & 1 == 1);
        let rim = whose_goal.map_or("#999", |player| COLOURS[player.index()]);
        let (fill, label) = match state.owner(cell) {
            Some(owner) => {
                let (ink, y) = (INKS[owner.index()], y + 4);
                let label = format!("<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\">{}</text>", owner.seat());
                (COLOURS[owner.index()], label)
            }
            None => ("#f4f4f4", String::new()),
        };
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"2\">\
             <title>{}</title></circle>{label}",
            star.name(cell)
        );
    }
    let told = match (game.mover(state), state.winner()) {
        (Some(mover), _) => format!("player {} to move", mover.seat()),
        (None, Some(winner)) => format!("player {} has won", winner.seat()),
        (None, None) => "drawn".to_owned(),
    };
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\">{told}</text>\n<desc>{}</desc>\n</svg>",
        width / 2,
        height - 16,
        game.write_position(state)
    );
    svg
}
