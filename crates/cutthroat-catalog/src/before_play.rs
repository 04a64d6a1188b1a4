//! What the players of a card game do between the deal and the play: they pass, bid, name trump, discard.

use cutthroat::hidden::{Estimates, Hidden, ReadView};
use cutthroat::{Budget, NotationError, Player, SearchError};
use serde::{Deserialize, Serialize};

use crate::layout::Layout;
use crate::seat_event::SeatEvent;

/// What a player is asked to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// To pass cards.
    Pass,
    /// To bid, or to look at the own cards first.
    Bid,
    /// To give a card to another player, who returns the highest of its suit.
    Give,
    /// To name trump.
    Trump,
    /// To discard cards.
    Discard,
    /// To play a card, or to make any move of a game that has only one kind of them.
    Play,
}

impl Task {
    /// Its name, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Bid => "bid",
            Self::Give => "give",
            Self::Trump => "trump",
            Self::Discard => "discard",
            Self::Play => "play",
        }
    }

    /// The same for people: `seat 2 to name trump`.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Give => "give a card",
            Self::Trump => "name trump",
            other => other.name(),
        }
    }
}

/// What a player can choose from, in a short form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choices {
    /// What they are asked to do.
    pub what: Task,
    /// What they can choose: cards, bids, suits, or moves.
    #[serde(default)]
    pub legal: Vec<String>,
    /// How many of these they have to choose, if not one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
}

/// How a player passes, bids and discards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preparing {
    /// As a careful player does, without a search.
    Usual,
    /// By simulation of deals that fit what the seat knows.
    Simulate {
        /// Whether what a deal does for the whole game counts, where the game values that; otherwise its score does.
        for_game: bool,
    },
    /// At random.
    AtRandom,
}

/// A deal before its play: the players pass, bid, name trump or discard. It goes on knowing what was done once the play
/// has begun. Everything a player chooses is chosen from what their seat knows.
pub trait BeforePlay<G: Hidden>: Send {
    /// Whose turn it is; `None` once the play has begun.
    fn mover(&self) -> Option<Player>;

    /// What the mover can choose from.
    fn choices(&self) -> Choices;

    /// Every legal move.
    fn legal_moves(&self) -> Vec<String>;

    /// Makes a move, and returns it as it is always written.
    ///
    /// # Errors
    /// When it is not legal.
    fn play(&mut self, mv: &str) -> Result<String, NotationError>;

    /// Takes the last move back. Returns whether there was one.
    fn take_back(&mut self) -> bool;

    /// What a player in the mover's seat would do.
    ///
    /// # Errors
    /// When the search does not fit.
    fn choose(&self, how: Preparing, budget: &Budget, seed: u64) -> Result<Estimates<String>, SearchError>;

    /// The play as it begins, and what every seat knows then. Before that, as if everybody who is still to move did the
    /// usual.
    fn start_of_play(&self) -> StartOfPlay<G>;

    /// Writes the deal as it stands; the last time before the play begins.
    fn text(&self) -> String;

    /// What a seat knows before the play.
    fn view(&self, seat: Player) -> String;

    /// The hands as plain data.
    fn layout(&self) -> Layout;

    /// The hands drawn in characters.
    fn diagram(&self) -> Option<String>;

    /// What decides the deal beside the cards: the rules.
    fn terms(&self) -> Option<String>;

    /// A heading for the moves from here on, if something begins here: passing, bidding.
    fn begins(&self) -> Option<String>;

    /// What a seat saw, from the deal on.
    fn events(&self, seat: Player) -> Vec<SeatEvent>;
}

/// The play of a deal as it begins.
pub struct StartOfPlay<G: Hidden> {
    /// The game, with all that was settled before.
    pub game: G,
    /// The position.
    pub state: G::State,
    /// What every seat knows.
    pub views: Vec<G::View>,
}

/// What one seat knows before the play.
pub trait ViewBeforePlay<G: Hidden>: Send {
    /// Writes it.
    fn text(&self) -> String;

    /// What decides the deal beside the cards: the rules.
    fn terms(&self) -> Option<String>;

    /// Whose view it is.
    fn seat(&self) -> Player;

    /// Whose turn it is.
    fn mover(&self) -> Player;

    /// What the mover is asked to do.
    fn task(&self) -> Task;

    /// How many deals are possible, if that is known.
    fn worlds(&self) -> Option<u128>;

    /// The deal that `seed` draws with this number.
    fn deal(&mut self, seed: u64, number: u64) -> String;

    /// Every possible deal, if there are at most `most`.
    fn all_deals(&mut self, most: usize) -> Option<Vec<String>>;

    /// The legal moves of the seat.
    fn legal_moves(&self) -> Vec<String>;

    /// What a player who sees only this would do.
    ///
    /// # Errors
    /// When the search does not fit.
    fn choose(&self, how: Preparing, budget: &Budget, seed: u64) -> Result<Estimates<String>, SearchError>;

    /// The play of one of the deals, to check a player against.
    fn some_play(&self) -> (G, G::State);

    /// Adds an event before the play to what the seat knows.
    ///
    /// # Errors
    /// When it does not fit what the seat knows.
    fn tell(&mut self, event: &SeatEvent) -> Result<(), NotationError>;

    /// The seat is asked to move: the play has not begun.
    ///
    /// # Errors
    /// When it must have.
    fn come_to_turn(&mut self) -> Result<(), NotationError>;

    /// How many moves everybody has made so far.
    fn moves_made(&self) -> usize;

    /// What the seat knows as the play begins: by `lead`, the first move of another seat, or by its own turn.
    ///
    /// # Errors
    /// When the play cannot begin yet.
    fn begin_play(&mut self, lead: Option<&SeatEvent>) -> Result<ReadView<G>, NotationError>;
}
