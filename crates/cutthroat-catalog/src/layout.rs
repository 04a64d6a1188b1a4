//! Boards and hands as plain data, for any front end to draw.

use serde::Serialize;

/// What lies on the table: the hands and the trick of a card game, the cells of a board. What a game does not have is empty.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Layout {
    /// The cards of each seat, written as moves are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<Vec<String>>,
    /// The cards of the trick in progress, in the order in which they were played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trick: Vec<PlayedCard>,
    /// The cells of the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<BoardCell>,
}

/// A card on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayedCard {
    /// Who played it, counted from 1.
    pub seat: usize,
    /// The card.
    pub card: String,
}

/// A cell of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BoardCell {
    /// Its name, as moves have it.
    pub name: String,
    /// How far from the left. Where rows are shifted against each other, neighbours of a row are two apart.
    pub column: usize,
    /// How far from the top.
    pub row: usize,
    /// Whose piece stands there, counted from 1.
    pub owner: Option<usize>,
}
