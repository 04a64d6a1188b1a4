//! Positions and moves as text.

use thiserror::Error;

use crate::game::Game;

/// Text that could not be read, with what is wrong and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct NotationError(pub String);

/// Positions and moves as text, both ways: everything that is written can be read back.
///
/// A position is read together with the game it belongs to, since the text may hold the rules too (a typed tree, the
/// trump suit).
pub trait Notation: Game + Sized {
    /// Writes a position.
    fn write_position(&self, state: &Self::State) -> String;

    /// Reads what [`write_position`](Self::write_position) wrote, or what a person typed.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn read_position(text: &str) -> Result<(Self, Self::State), NotationError>;

    /// Writes a legal move; different legal moves of a position are written differently.
    fn write_move(&self, state: &Self::State, mv: Self::Move) -> String;

    /// Reads a legal move.
    ///
    /// # Errors
    /// When no legal move is written so.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, NotationError> {
        let mut moves = Vec::new();
        if self.mover(state).is_some() {
            self.moves(state, &mut moves);
        }
        moves
            .into_iter()
            .find(|&mv| self.write_move(state, mv) == text)
            .ok_or_else(|| NotationError(format!("`{text}` is not a legal move here")))
    }

    /// What a drawing of the tree writes beside a position: a name, or what is known of it. Nothing by default.
    fn remark(&self, state: &Self::State) -> String {
        let _ = state;
        String::new()
    }

    /// What decides the game beside the position, in one line: rules, trump, bids. Nothing by default.
    fn terms(&self) -> Option<String> {
        None
    }

    /// The position drawn in characters, over several lines, if that is easier to read than the notation. Nothing by
    /// default.
    fn diagram(&self, state: &Self::State) -> Option<String> {
        let _ = state;
        None
    }

    /// The position drawn as SVG, for games that are played on a board. Nothing by default.
    fn picture(&self, state: &Self::State) -> Option<String> {
        let _ = state;
        None
    }

    /// A heading for the moves from `state` on, if something begins there, such as a trick. Nothing by default.
    fn round_begins(&self, state: &Self::State) -> Option<String> {
        let _ = state;
        None
    }

    /// The result of the round that `mv` in `state` ends, such as who takes the trick. Nothing by default.
    fn round_ended(&self, state: &Self::State, mv: Self::Move) -> Option<String> {
        let _ = (state, mv);
        None
    }

    /// A line of moves from `state` on, for people; by default as in [`write_line`](Self::write_line).
    fn diagram_of_line(&self, state: &Self::State, line: &[Self::Move]) -> String {
        self.write_line(state, line).join(" ")
    }

    /// Writes a line of moves from `state` on.
    fn write_line(&self, state: &Self::State, line: &[Self::Move]) -> Vec<String> {
        let mut state = state.clone();
        line.iter()
            .map(|&mv| {
                let text = self.write_move(&state, mv);
                self.play(&mut state, mv);
                text
            })
            .collect()
    }
}
