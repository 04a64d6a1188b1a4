//! The rules of a game, and nothing else.

use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};

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

/// The rules of a game: who moves, what is legal, what a move does, what the end is worth.
///
/// Nothing here says how good a position is ([`Evaluation`](crate::Evaluation)) or which move to try first
/// ([`MoveOrder`](crate::MoveOrder)). Players may move in any order; the winner of a trick leads the next, so nothing
/// in this crate assumes that they alternate.
///
/// A move is played on the state in place and hands back what is needed to take it back. A game that is copied more
/// cheaply than it is taken back sets `Undo = Self::State` and puts the copy there; max^n itself plays on copies of
/// states that own nothing and have at most 128 bytes.
///
/// A complete game is shown on the [front page](crate) of this crate.
pub trait Game {
    /// A position. Equal positions must compare equal, however they were reached.
    type State: Clone + Eq + Hash + Debug;
    /// A move. Only meaningful in the position it was generated for.
    type Move: Copy + Eq + Debug;
    /// What [`undo`](Self::undo) needs to take a move back.
    type Undo;

    /// How many players there are: 2 to [`MAX_PLAYERS`], the same in every position.
    fn players(&self) -> usize;

    /// The side that `player` plays for, named by one of its seats: himself, or the same seat for all partners.
    /// [`paranoid`](crate::paranoid) takes all other sides to play against the mover's; max^n needs no sides, for
    /// partners carry the same numbers.
    fn side(&self, player: Player) -> Player {
        player
    }

    /// Whose turn it is; `None` when the game is over.
    fn mover(&self, state: &Self::State) -> Option<Player>;

    /// Appends the legal moves, in the *reference order*: the order that decides ties, so it must be a pure function
    /// of the position. At least one where [`mover`](Self::mover) is `Some` (a pass is a move), and at most 65,535.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// The legal move where there is only one, if that is easily seen; otherwise `None`. A search passes such positions
    /// without much ado, which pays where they are common: in trick games every second position is one.
    fn only_move(&self, state: &Self::State) -> Option<Self::Move> {
        let _ = state;
        None
    }

    /// Plays a legal move.
    fn play(&self, state: &mut Self::State, mv: Self::Move) -> Self::Undo;

    /// Plays a legal move on `copy`, a copy of `before`. The same as [`play`](Self::play), but a game may read from the
    /// original: words that have just been written one by one are slow to be read from a copy made of them as a whole.
    #[inline(always)]
    fn play_on_copy(&self, before: &Self::State, copy: &mut Self::State, mv: Self::Move) -> Self::Undo {
        let _ = before;
        self.play(copy, mv)
    }

    /// Takes back the move just played.
    fn undo(&self, state: &mut Self::State, mv: Self::Move, undo: Self::Undo);

    /// What each player gets. Only asked where the game is over.
    fn payoff(&self, state: &Self::State) -> Payoff;

    /// The level to search to after level `depth` has been completed from `state`, in plies: the next by default. A
    /// trick game goes from the end of one trick to the end of the next (2002 paper, section 6).
    fn next_level(&self, state: &Self::State, depth: usize) -> usize {
        let _ = state;
        depth + 1
    }

    /// Makes it the turn of `player`, as if all between had passed, and says whether it did. Where nobody may pass, as
    /// is usual, nothing changes. [`BestReply`](crate::BestReply) asks for it.
    fn pass_to(&self, state: &mut Self::State, player: Player) -> bool {
        let _ = (state, player);
        false
    }

    /// How many [slots](Self::move_slot) there are, at least one.
    fn move_slots(&self) -> usize {
        1
    }

    /// Where a [`History`](crate::History) counts what became of a legal move: moves of one slot are taken to be good
    /// or bad together, wherever in the game they are played. Below [`move_slots`](Self::move_slots).
    fn move_slot(&self, state: &Self::State, mv: Self::Move) -> usize {
        let _ = (state, mv);
        0
    }

    /// A hash of the position, equal for equal positions. A game that keeps one up to date as it plays returns it
    /// here.
    fn key(&self, state: &Self::State) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        state.hash(&mut hasher);
        hasher.finish()
    }

    /// For partition search ([`table`](crate::table)): the things, one bit each, that decided what playing `mv` led to,
    /// so that with others in their place it might have led elsewhere. In a trick game that is the card that won the
    /// trick by its rank. `undo` is what playing it handed back, `state` the position after it.
    #[inline]
    fn decided(&self, state: &Self::State, mv: Self::Move, undo: &Self::Undo) -> u64 {
        let _ = (state, mv, undo);
        0
    }

    /// What mattered after `mv`, played at `state`, stood for all moves that it stands for.
    #[inline]
    fn widened(&self, state: &Self::State, mv: Self::Move, mattered: u64) -> u64 {
        let _ = (state, mv);
        mattered
    }

    /// Whether `other`, another legal move of `state`, comes to the same as `mv`, after which only these things
    /// `mattered`: then it need not be searched. In a trick game a low card stands for all lower ones of its suit as soon as
    /// it is seen that none of their ranks mattered.
    #[inline]
    fn comes_to_the_same(&self, state: &Self::State, mv: Self::Move, other: Self::Move, mattered: u64) -> bool {
        let _ = (state, mv, other, mattered);
        false
    }

    /// Whether positions that partition search merges list their moves in the same order, each move at the place of
    /// those that it stands for. Then ties that come down to the order are the same, and every tie rule may merge them.
    #[inline]
    fn merges_in_order(&self) -> bool {
        false
    }

    /// The bits of a memo's detail at `state` that hold all that `mattered`.
    #[inline]
    fn mask(&self, state: &Self::State, mattered: u64) -> u64 {
        let _ = (state, mattered);
        u64::MAX
    }

    /// The things that matter at `state` where these bits of a memo's detail do.
    #[inline]
    fn unmasked(&self, state: &Self::State, mask: u64) -> u64 {
        let _ = (state, mask);
        u64::MAX
    }
}
