//! The rules of a game, and nothing else.

use std::fmt::{self, Debug};
use std::hash::Hash;

use crate::payoff::Payoff;

/// The most players a game may have.
pub const MAX_PLAYERS: usize = 8;

/// A seat at the table, counted from 0; people and notations count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Player(u8);

impl Player {
    /// The player in seat `index`, counted from 0.
    ///
    /// # Panics
    /// When `index` is not below [`MAX_PLAYERS`].
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_PLAYERS, "a seat beyond the last");
        Self(index as u8)
    }

    /// The seat, counted from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat as people count it, from 1.
    #[must_use]
    pub const fn seat(self) -> usize {
        self.0 as usize + 1
    }

    /// The seat as an index that the compiler can see is inside any array of [`MAX_PLAYERS`].
    #[inline]
    pub(crate) const fn lane(self) -> usize {
        self.0 as usize % MAX_PLAYERS
    }

    /// All players of a table of `players`.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator {
        (0..players).map(Player::new)
    }

    /// The seat after this one, round a table of `players`.
    #[inline]
    #[must_use]
    pub const fn next(self, players: usize) -> Self {
        let next = self.0 + 1;
        if next as usize == players { Self(0) } else { Self(next) }
    }
}

impl Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.seat())
    }
}

/// The rules of a game: who moves, which moves are legal, what a move does, what the end is worth.
///
/// Nothing here says how good a position is ([`Evaluation`](crate::Evaluation)) or which move to try first
/// ([`MoveOrder`](crate::MoveOrder)). [`SearchHints`](crate::SearchHints) has what else helps a search. Players may
/// move in any order; the winner of a trick leads the next, so nothing in this crate assumes that they alternate.
///
/// A move is played on the state in place and returns what is needed to undo it. A game whose states are cheaper to
/// copy than to undo sets `Undo = Self::State` and returns a copy. max^n itself plays on copies of states that own
/// nothing and have at most 128 bytes.
///
/// A complete game is shown on the [front page](crate) of this crate.
pub trait Game {
    /// A position. Equal positions must compare equal, however they were reached.
    type State: Clone + Eq + Hash + Debug;
    /// A move. Only meaningful in the position for which it was generated.
    type Move: Copy + Eq + Debug;
    /// What [`undo`](Self::undo) needs to undo a move.
    type Undo;

    /// How many players there are: 2 to [`MAX_PLAYERS`], the same in every position.
    fn players(&self) -> usize;

    /// The side of `player`, named by one of its seats: the player's own seat, or the same seat for all partners.
    /// [`paranoid`](crate::paranoid) assumes that all other sides play against the mover's. max^n needs no sides, since
    /// partners have the same payoffs.
    fn side(&self, player: Player) -> Player {
        player
    }

    /// Whose turn it is; `None` when the game is over.
    fn mover(&self, state: &Self::State) -> Option<Player>;

    /// Appends every legal move, in the *reference order*: the order that decides ties, so it must be a pure function
    /// of the position. At least one where [`mover`](Self::mover) is `Some` (a pass is a move), and at most 65,535.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// Plays a legal move.
    fn play(&self, state: &mut Self::State, mv: Self::Move) -> Self::Undo;

    /// Takes back the move just played.
    fn undo(&self, state: &mut Self::State, mv: Self::Move, undo: Self::Undo);

    /// What each player gets. Only asked where the game is over.
    fn payoff(&self, state: &Self::State) -> Payoff;
}
