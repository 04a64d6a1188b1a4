//! Chinese Checkers: bring your pieces to the opposite corner before the others do (2002 paper, section 2; 2003 paper,
//! section 2.1).

use cutthroat::hidden::PerfectInformation;
use cutthroat::{Game, Payoff, Player, SearchHints};

use super::cell::{Cell, Cells};
use super::error::BoardError;
use super::lines::Lines;
use super::star::{CORNERS, Star};

/// When a player has won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum WinRule {
    /// When all their pieces are in their goal (the rule of the papers). An opponent who never leaves that corner
    /// blocks it for good (2002 paper, section 6.1).
    #[default]
    All,
    /// When their goal is full and at least one of the pieces in it is their own. Foreign pieces count, so blocking
    /// loses.
    Full,
}

impl WinRule {
    /// Both, by name.
    pub const NAMES: [(&'static str, Self); 2] = [("all", Self::All), ("full", Self::Full)];

    /// The name in positions.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Full => "full",
        }
    }
}

/// Moves per player before the game is drawn, by default.
const ROUNDS: u16 = 100;

/// The payoff of a win; can be shared equally by any number of players.
pub const WIN: i16 = 60;

/// Rounds of moving back and forth after which a game is drawn: the position has then occurred three times.
const REVERSED_ROUNDS: usize = 3;

/// The rules: which board, how many players, when it ends.
///
/// # Rules
///
/// A piece steps to a free neighbouring cell, or hops over a neighbouring piece of any player to the free cell behind
/// it; it may go on hopping. Nothing is removed, and every cell may be used, including those of foreign corners. A move
/// is where a piece starts and where it ends: two chains of hops to the same cell are one move, and a chain that
/// returns to its start is not a move. A player who cannot move passes.
///
/// # Seats
///
/// Corners are counted clockwise from the top, 1 to 6; every player's goal is the corner opposite to their own.
///
/// | players | corners | who shares corners |
/// |---|---|---|
/// | 2 | 1, 4 | each other's corners are the goals |
/// | 3 | 1, 3, 5 | nobody: all goals are empty corners |
/// | 4 | 2, 3, 5, 6 | two opposite pairs: players 1 and 3 exchange corners, and so do 2 and 4 |
/// | 5 | 1 to 5 | players 1 and 4 exchange corners, and so do 2 and 5; player 3's goal is the empty corner |
/// | 6 | 1 to 6 | every player exchanges corners with the player opposite |
///
/// # The end
///
/// The game is won by a [`WinRule`]. It is drawn, with equal shares for all, in two cases. A position holds everything
/// needed to decide them:
///
/// * *move limit*: as many moves have been played, by all together, as the game allows;
/// * *repetition*: for three rounds in a row every player has reversed their own last move, or passed, so that the
///   position occurs for the third time. Longer cycles end by the move limit: with a memory of one move per player,
///   positions stay small and the rule needs no hashes that might collide.
#[derive(Clone, Copy, Debug)]
pub struct ChineseCheckers {
    star: &'static Star,
    players: usize,
    win: WinRule,
    limit: u16,
    homes: [u8; CORNERS],
    goals: [u8; CORNERS],
    goal_cells: [u128; CORNERS],
}

/// A move: where a piece starts and where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hop {
    /// Where it starts.
    pub from: Cell,
    /// Where it ends.
    pub to: Cell,
}

impl Hop {
    /// No move at all, which is legal only if there is no other.
    pub const PASS: Self = Self { from: 0, to: 0 };

    fn reversed(self) -> Self {
        Self { from: self.to, to: self.from }
    }
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CheckersState {
    pub(super) pieces: [u128; CORNERS],
    lines: Lines,
    /// The sum of the distances of each player's pieces from the tip of their goal.
    distances: [u16; CORNERS],
    /// Every player's last move.
    pub(super) last: [Hop; CORNERS],
    pub(super) ply: u16,
    pub(super) mover: Player,
    /// The consecutive moves that reversed their player's last one.
    pub(super) reversals: u8,
    pub(super) winner: Option<Player>,
}

/// What is needed to undo a move: everything that a move changes, since restoring it is cheaper than computing it.
#[derive(Clone, Copy, Debug)]
pub struct CheckersUndo {
    pieces: u128,
    lines: Lines,
    distance: u16,
    last: Hop,
    reversals: u8,
    mover: Player,
}

impl ChineseCheckers {
    /// The game with `pieces` pieces for each player, by the papers' rule and the usual move limit.
    ///
    /// # Errors
    /// If there is no such board, or no seating for that number of players.
    pub fn new(pieces: usize, players: usize) -> Result<Self, BoardError> {
        let star = Star::for_pieces(pieces).ok_or(BoardError::Pieces(pieces))?;
        let homes = match players {
            2 => [0, 3, 0, 0, 0, 0],
            3 => [0, 2, 4, 0, 0, 0],
            4 => [1, 2, 4, 5, 0, 0],
            5 | 6 => [0, 1, 2, 3, 4, 5],
            _ => return Err(BoardError::Players(players)),
        };
        let goals = homes.map(|home| (home + 3) % 6);
        let goal_cells = goals.map(|goal| star.corner(goal.into()));
        Ok(Self { star, players, win: WinRule::All, limit: ROUNDS * players as u16, homes, goals, goal_cells })
    }

    /// The same game, won by another rule.
    #[must_use]
    pub const fn won_by(self, win: WinRule) -> Self {
        Self { win, ..self }
    }

    /// The same game, drawn after `moves` moves by all players together.
    #[must_use]
    pub const fn limited_to(self, limit: u16) -> Self {
        Self { limit, ..self }
    }

    /// The board.
    #[inline]
    #[must_use]
    pub const fn star(&self) -> &'static Star {
        self.star
    }

    /// When the game is won.
    #[must_use]
    pub const fn win_rule(&self) -> WinRule {
        self.win
    }

    /// After how many moves it is drawn.
    #[must_use]
    pub const fn limit(&self) -> u16 {
        self.limit
    }

    /// The corner in which a player starts, counted clockwise from the top, from 0.
    #[must_use]
    pub fn home(&self, player: Player) -> usize {
        usize::from(self.homes[player.index()])
    }

    /// The corner of a player's goal.
    #[inline]
    #[must_use]
    pub fn goal(&self, player: Player) -> usize {
        usize::from(self.goals[player.index()])
    }

    /// The position in which the game starts.
    #[must_use]
    pub fn start(&self) -> CheckersState {
        let mut pieces = [0; CORNERS];
        for player in Player::all(self.players) {
            pieces[player.index()] = self.star.corner(self.home(player));
        }
        self.position(pieces, Player::new(0), 0)
    }

    /// A position with no history except `ply` moves. Pieces must not overlap.
    pub(super) fn position(&self, pieces: [u128; CORNERS], mover: Player, ply: u16) -> CheckersState {
        let mut state = CheckersState {
            pieces,
            lines: Lines::default(),
            distances: [0; CORNERS],
            last: [Hop::PASS; CORNERS],
            ply,
            mover,
            reversals: 0,
            winner: None,
        };
        for player in Player::all(self.players) {
            let goal = self.goal(player);
            for cell in Cells(pieces[player.index()]) {
                state.lines.toggle(self.star, cell);
                state.distances[player.index()] += u16::from(self.star.tip_distance(goal, cell));
            }
        }
        state.winner = Player::all(self.players).find(|&player| self.has_won(&state, player));
        state
    }

    /// Whether a player has won by the rule.
    #[inline]
    pub(super) fn has_won(&self, state: &CheckersState, player: Player) -> bool {
        let (own, goal) = (state.pieces[player.index()], self.goal_cells[player.index()]);
        match self.win {
            WinRule::All => own == goal,
            WinRule::Full => own & goal != 0 && state.lines.occupied() & goal == goal,
        }
    }

    /// The number of consecutive reversing moves after which the game is drawn.
    pub(super) const fn most_reversals(&self) -> usize {
        REVERSED_ROUNDS * self.players
    }
}

impl CheckersState {
    /// The cells of a player's pieces.
    #[inline]
    #[must_use]
    pub fn pieces(&self, player: Player) -> u128 {
        self.pieces[player.index()]
    }

    /// The sum of the distances of a player's pieces from the tip of their goal.
    #[inline]
    #[must_use]
    pub fn distance(&self, player: Player) -> u16 {
        self.distances[player.index()]
    }

    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// Moves played so far.
    #[must_use]
    pub const fn ply(&self) -> u16 {
        self.ply
    }

    /// Whose piece is on a cell.
    #[must_use]
    pub fn owner(&self, cell: Cell) -> Option<Player> {
        Player::all(CORNERS).find(|player| self.pieces[player.index()] >> cell & 1 == 1)
    }
}

/// More than the number of any cell: a set of cells has 128 bits.
const CELL_SLOTS: usize = 128;

impl Game for ChineseCheckers {
    type State = CheckersState;
    type Move = Hop;
    type Undo = CheckersUndo;

    #[inline]
    fn players(&self) -> usize {
        self.players
    }

    #[inline]
    fn mover(&self, state: &CheckersState) -> Option<Player> {
        let goes_on =
            state.winner.is_none() && state.ply < self.limit && usize::from(state.reversals) < self.most_reversals();
        goes_on.then_some(state.mover)
    }

    /// By the cell where a move starts, then by the one where it ends.
    #[inline]
    fn moves(&self, state: &CheckersState, moves: &mut Vec<Hop>) {
        let before = moves.len();
        for from in Cells(state.pieces[state.mover.index()]) {
            let reachable = self.star.reachable(&state.lines, from);
            moves.reserve(reachable.count_ones() as usize);
            Cells(reachable).for_each(|to| moves.push(Hop { from, to }));
        }
        if moves.len() == before {
            moves.push(Hop::PASS);
        }
    }

    #[inline]
    fn play(&self, state: &mut CheckersState, hop: Hop) -> CheckersUndo {
        let player = state.mover;
        let before = CheckersUndo {
            pieces: state.pieces[player.index()],
            lines: state.lines,
            distance: state.distances[player.index()],
            last: state.last[player.index()],
            reversals: state.reversals,
            mover: player,
        };
        let reverses = hop == before.last.reversed() || hop == Hop::PASS;
        state.reversals = if reverses { before.reversals + 1 } else { 0 };
        state.last[player.index()] = hop;
        state.ply += 1;
        state.mover = player.next(self.players);
        if hop != Hop::PASS {
            let (star, goal) = (self.star, self.goal(player));
            let pieces = before.pieces ^ state.lines.shift(star, hop.from, hop.to);
            state.pieces[player.index()] = pieces;
            let (nearer, farther) = (star.tip_distance(goal, hop.to), star.tip_distance(goal, hop.from));
            state.distances[player.index()] = before.distance + u16::from(nearer) - u16::from(farther);
            state.winner = match self.win {
                WinRule::All => (pieces == self.goal_cells[player.index()]).then_some(player),
                // The goal that was filled may be another player's.
                WinRule::Full => Player::all(self.players).find(|&player| self.has_won(state, player)),
            };
        }
        before
    }

    #[inline]
    fn undo(&self, state: &mut CheckersState, _: Hop, before: CheckersUndo) {
        let player = before.mover.index();
        state.pieces[player] = before.pieces;
        state.lines = before.lines;
        state.distances[player] = before.distance;
        state.last[player] = before.last;
        state.reversals = before.reversals;
        state.mover = before.mover;
        state.ply -= 1;
        state.winner = None;
    }

    /// The winner takes all; a draw is shared.
    fn payoff(&self, state: &CheckersState) -> Payoff {
        match state.winner {
            Some(winner) => Payoff::from_fn(self.players, |player| if player == winner { WIN } else { 0 }),
            None => Payoff::uniform(WIN / self.players as i16, self.players),
        }
    }
}

impl PerfectInformation for ChineseCheckers {}

impl SearchHints for ChineseCheckers {
    /// Passing is not a move of this game, but it leaves a valid position. It counts neither as a move played nor as a
    /// reversed one.
    fn pass_to(&self, state: &mut CheckersState, player: Player) -> bool {
        state.mover = player;
        true
    }

    fn move_slots(&self) -> usize {
        CELL_SLOTS * CELL_SLOTS
    }

    #[inline]
    fn move_slot(&self, _: &CheckersState, hop: Hop) -> usize {
        usize::from(hop.from) * CELL_SLOTS + usize::from(hop.to)
    }
}
