//! A board: where its cells are drawn, and how pieces and cells are chosen with the arrows.

use cutthroat_catalog::BoardCell;
use cutthroat_lab::person::Seen;

/// Where the arrows lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrow {
    Left,
    Right,
    Up,
    Down,
}

/// The moves of a board game by their cells: from where, if a piece is moved, and to where.
pub(crate) struct BoardMoves {
    moves: Vec<(Option<String>, String, String)>,
}

impl BoardMoves {
    /// The moves that can be shown on the board; none where it is not the person's turn.
    pub(crate) fn new(seen: &Seen) -> Self {
        let is_cell = |name: &str| seen.cells.iter().any(|cell| cell.name == name);
        let read = |mv: &String| {
            if is_cell(mv) {
                return Some((None, mv.clone(), mv.clone()));
            }
            let (from, to) = mv.split_once('-')?;
            (is_cell(from) && is_cell(to)).then(|| (Some(from.to_owned()), to.to_owned(), mv.clone()))
        };
        let legal = seen.choices.iter().flat_map(|choices| &choices.legal);
        Self { moves: legal.filter_map(read).collect() }
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The cells that can be chosen, once the piece in `picked` is.
    pub(crate) fn cells(&self, picked: Option<&str>) -> Vec<String> {
        let mut cells: Vec<String> = Vec::new();
        for (from, to, _) in &self.moves {
            let cell = match (from, picked) {
                (Some(from), None) => Some(from),
                (from, picked) => (from.as_deref() == picked).then_some(to),
            };
            if let Some(cell) = cell.filter(|cell| !cells.contains(cell)) {
                cells.push(cell.clone());
            }
        }
        cells
    }

    /// Whether the cell is a piece that has to be picked before its target.
    pub(crate) fn is_piece(&self, cell: &str) -> bool {
        self.moves.iter().any(|(from, ..)| from.as_deref() == Some(cell))
    }

    /// The move to this cell.
    pub(crate) fn to(&self, picked: Option<&str>, cell: &str) -> Option<&str> {
        let is_it = |(from, to, _): &&(Option<String>, String, String)| from.as_deref() == picked && to == cell;
        self.moves.iter().find(is_it).map(|(.., mv)| mv.as_str())
    }
}

/// Where a cell is drawn: columns and rows.
pub(crate) fn place(cell: &BoardCell, cells: &[BoardCell]) -> (i32, i32) {
    // Where rows are shifted, neighbours are two columns apart already.
    let is_neighbour = |other: &BoardCell| other.row == cell.row && other.column.abs_diff(cell.column) == 1;
    let wide = cells.iter().any(is_neighbour);
    ((if wide { 2 * cell.column } else { cell.column }) as i32, cell.row as i32)
}

/// The nearest of `choices` from `from` on in the direction of the arrow; the same cell if there is none.
pub(crate) fn step(cells: &[BoardCell], choices: &[String], from: &str, arrow: Arrow) -> String {
    let at = |name: &str| cells.iter().find(|cell| cell.name == name).map(|cell| place(cell, cells));
    let Some((x, y)) = at(from) else { return choices.first().cloned().unwrap_or_default() };
    let distance = |name: &String| {
        let (other_x, other_y) = at(name)?;
        // A row is as high as two columns.
        let (dx, dy) = (other_x - x, 2 * (other_y - y));
        let (ahead, aside) = match arrow {
            Arrow::Left => (-dx, dy.abs()),
            Arrow::Right => (dx, dy.abs()),
            Arrow::Up => (-dy, dx.abs()),
            Arrow::Down => (dy, dx.abs()),
        };
        (ahead > 0).then_some(ahead + 2 * aside)
    };
    let nearest = choices.iter().filter_map(|name| Some((distance(name)?, name))).min_by_key(|(distance, _)| *distance);
    nearest.map_or_else(|| from.to_owned(), |(_, name)| name.clone())
}
