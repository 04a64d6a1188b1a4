//! Views as text.

use crate::game::Player;
use crate::notation::{Notation, NotationError};

use super::{Hidden, Knowledge, OpenView, PerfectInformation};

/// What a seat knows as text, both ways: every view that is written can be read back, with everything that the seat was
/// told, and a person can type one.
pub trait ViewNotation: Hidden + Notation {
    /// Writes what a seat knows.
    fn write_view(&self, known: Knowledge<'_, Self>) -> String;

    /// Reads what [`write_view`](Self::write_view) wrote, or what a person typed.
    ///
    /// # Errors
    /// What is wrong with the text, and where; or why there is no such view.
    fn read_view(text: &str) -> Result<ReadView<Self>, NotationError>;
}

/// A view that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadView<G: Hidden> {
    /// The game as the seat knows it: the [public](Hidden::public) one.
    pub game: G,
    /// What the seat knows.
    pub view: G::View,
    /// What it was told, from the first move on.
    pub told: Vec<G::Seen>,
}

impl<G: Hidden> ReadView<G> {
    /// What the seat has to go by.
    #[must_use]
    pub fn known(&self) -> Knowledge<'_, G> {
        Knowledge { view: &self.view, told: &self.told }
    }
}

const SEAT: &str = "seat=";
const PLAYS: &str = "plays=";

/// In a game of perfect information: `seat=2`, the moves since the seat began to look, and the position where it did.
/// Without a seat it is the view of the player whose turn it is.
impl<G: PerfectInformation + Notation> ViewNotation for G {
    fn write_view(&self, known: Knowledge<'_, Self>) -> String {
        let first = known.view.first();
        let plays = match known.told {
            [] => String::new(),
            told => format!(" {PLAYS}{}", self.write_line(first, told).join(",")),
        };
        format!("{SEAT}{}{plays} {}", Self::seat_of(known.view).seat(), self.write_position(first))
    }

    fn read_view(text: &str) -> Result<ReadView<Self>, NotationError> {
        let (seat, text) = split_field(text, SEAT);
        let (plays, text) = split_field(text, PLAYS);
        let (game, first) = Self::read_position(text)?;
        let (mut state, mut told) = (first.clone(), Vec::new());
        for (place, word) in plays.into_iter().flat_map(|plays| plays.split(',')).enumerate() {
            if game.mover(&state).is_none() {
                return Err(NotationError(format!("{PLAYS} goes on with `{word}` after the end of the game")));
            }
            let read = game.read_move(&state, word);
            let mv = read.map_err(|error| NotationError(format!("move {} of {PLAYS}: {error}", place + 1)))?;
            game.play(&mut state, mv);
            told.push(mv);
        }
        let players = game.players();
        let seat = match seat {
            None => game.mover(&state).unwrap_or_else(|| Player::new(0)),
            Some(seat) => Player::all(players)
                .find(|player| player.seat().to_string() == seat)
                .ok_or_else(|| NotationError(format!("{SEAT}{seat}: seats are numbered from 1 to {players}")))?,
        };
        let mut view: OpenView<G::State> = game.first_view(&first, seat);
        for &mv in &told {
            game.note(&mut view, mv);
        }
        Ok(ReadView { game, view, told })
    }
}

/// The value of the field with which `text` begins, if it does, and the rest.
fn split_field<'t>(text: &'t str, field: &str) -> (Option<&'t str>, &'t str) {
    let text = text.trim_start();
    match text.strip_prefix(field) {
        None => (None, text),
        Some(rest) => {
            let (value, rest) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
            (Some(value), rest.trim_start())
        }
    }
}
