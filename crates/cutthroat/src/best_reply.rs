//! Best-reply search, as a game built from another game.

use std::cell::RefCell;

use crate::analysis::{Analysis, MoveValue};
use crate::eval::{Bounds, Evaluation, Outcome, Range};
use crate::game::{Game, Player};
use crate::hints::SearchHints;
use crate::order::MoveOrder;
use crate::payoff::Payoff;

/// What the opponents do in [`BestReply`] who do not reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    /// They pass: BRS (Schadd and Winands 2011). Only in games in which players may pass ([`SearchHints::pass_to`]).
    /// Even there, some positions are searched that the game never reaches.
    Pass,
    /// They play the first move of the order: BRS+ (Esser, Gras, Winands, Schadd and Lanctot 2013). Works in any game,
    /// and every position is a real one.
    FirstChoice,
}

/// A game in which all turns between two turns of the player at the root are one ply. In it, only one opponent has a
/// choice: the one whose reply hurts most. Searched with [`paranoid`](crate::Paranoid), this is *best-reply search*:
/// the player at the root has more turns within a given depth, and opponents are less dangerous than in paranoid
/// search.
///
/// The ply lasts from the first turn of another side to the next turn of the root player's side, however many turns
/// that takes; in a trick game it may span the end of one trick and the beginning of the next. With
/// [`Others::FirstChoice`] the replies are all ways to play the ply in which at most one turn is not the first choice
/// of the order. They are listed by the turn that differs; the reply without a difference is listed with the first
/// turn. With [`Others::Pass`] the replies are all moves of all opponents, in the order of the seats.
/// [`BestReply::new`] refuses it in games in which nobody may pass, such as trick games.
///
/// To use evaluations and move orders of the game, wrap them in [`Lifted`].
///
/// ```
/// # use cutthroat::*;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/toy.rs"));
/// # fn main() {
/// let (game, heap) = (Pebbles { players: 3 }, Heap { left: 7, mover: 0 });
/// assert!(BestReply::new(&game, &ReferenceOrder, &heap, Others::Pass).is_none(), "one has to take a pebble");
/// let replies = BestReply::new(&game, &ReferenceOrder, &heap, Others::FirstChoice).unwrap();
/// let points = AtTheEnd(Range::constant_sum(1, 3));
/// let found = Paranoid::with_order(&replies, &Lifted(&points), &Lifted(&ReferenceOrder)).run(&heap).unwrap();
/// let found = replies.in_the_game(&heap, &found);
/// // The player leaves 5. One opponent takes 1 without thinking, so the player gets the last pebble.
/// assert_eq!((found.best, found.payoff[Player::new(0)]), (Some(2), 1));
/// // If both opponents think, and play against the player, the player does not get it.
/// let sure = Paranoid::new(&game, &points).run(&heap).unwrap();
/// assert_eq!(sure.payoff[Player::new(0)], 0);
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct BestReply<'g, G: Game, O> {
    game: &'g G,
    order: &'g O,
    side: Player,
    others: Others,
    /// Working memory, so that a search does not allocate.
    memory: RefCell<ScratchMemory<G::Move>>,
}

#[derive(Clone, Debug)]
struct ScratchMemory<M> {
    moves: Vec<M>,
    places: Vec<u16>,
}

/// A move in [`BestReply`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reply<M> {
    /// How many opponents pass, or play their first choice, before the reply.
    pub before: u16,
    /// The move of the opponent who has a choice.
    pub mv: M,
}

/// Memory is reserved for this many moves of one position.
const RESERVED_MOVES: usize = 1024;

impl<'g, G: SearchHints, O: MoveOrder<G>> BestReply<'g, G, O> {
    /// Best-reply search of `state` for its mover, with first choices by `order`. `None` if the game is over, or if the
    /// others would have to pass and cannot.
    #[must_use]
    pub fn new(game: &'g G, order: &'g O, state: &G::State, others: Others) -> Option<Self> {
        let mover = game.mover(state)?;
        if others == Others::Pass && !game.pass_to(&mut state.clone(), mover.next(game.players())) {
            return None;
        }
        let memory =
            ScratchMemory { moves: Vec::with_capacity(RESERVED_MOVES), places: Vec::with_capacity(RESERVED_MOVES) };
        Some(Self { game, order, side: game.side(mover), others, memory: RefCell::new(memory) })
    }

    /// The result as an analysis of the original game. The line holds the moves of all players and ends where a player
    /// would have to pass. The depth is in plies of best-reply search.
    #[must_use]
    pub fn in_the_game(&self, state: &G::State, found: &Analysis<Reply<G::Move>>) -> Analysis<G::Move> {
        let moves = found.moves.iter().map(|value| {
            let MoveValue { mv, payoff, sampled } = *value;
            MoveValue { mv: mv.mv, payoff, sampled }
        });
        Analysis {
            payoff: found.payoff,
            best: found.best.map(|reply| reply.mv),
            line: self.line_in_the_game(state, &found.line),
            moves: moves.collect(),
            nodes: found.nodes,
            researches: found.researches,
            depth: found.depth,
            stop: found.stop,
            ties: found.ties,
        }
    }

    fn line_in_the_game(&self, state: &G::State, line: &[Reply<G::Move>]) -> Vec<G::Move> {
        let mut state = state.clone();
        let mut moves = Vec::new();
        for reply in line {
            let replies = self.opponent(&state).is_some();
            for _ in 0..reply.before {
                if self.others == Others::Pass {
                    return moves;
                }
                moves.push(self.play_first_choice(&mut state));
            }
            moves.push(reply.mv);
            self.game.play(&mut state, reply.mv);
            while replies && self.opponent(&state).is_some() {
                if self.others == Others::Pass {
                    return moves;
                }
                moves.push(self.play_first_choice(&mut state));
            }
        }
        moves
    }

    /// Whose turn it is, if it is an opponent.
    #[inline]
    fn opponent(&self, state: &G::State) -> Option<Player> {
        self.game.mover(state).filter(|&mover| self.game.side(mover) != self.side)
    }

    fn first_choice(&self, state: &G::State) -> G::Move {
        let ScratchMemory { moves, places } = &mut *self.memory.borrow_mut();
        moves.clear();
        self.game.search_moves(state, moves);
        places.clear();
        places.extend(0..moves.len() as u16);
        self.order.arrange(self.game, state, moves, places);
        moves[usize::from(places[0])]
    }

    fn play_first_choice(&self, state: &mut G::State) -> G::Move {
        let choice = self.first_choice(state);
        self.game.play(state, choice);
        choice
    }

    /// Plays the turn of an opponent who has no choice.
    fn skip(&self, state: &mut G::State, opponent: Player) {
        match self.others {
            Others::FirstChoice => {
                self.play_first_choice(state);
            }
            Others::Pass => {
                self.game.pass_to(state, opponent.next(self.game.players()));
            }
        }
    }

    fn skip_all(&self, state: &mut G::State, most: u16) {
        for _ in 0..most {
            let Some(opponent) = self.opponent(state) else { break };
            self.skip(state, opponent);
        }
    }
}

impl<G: SearchHints, O: MoveOrder<G>> Game for BestReply<'_, G, O> {
    type State = G::State;
    type Move = Reply<G::Move>;
    type Undo = G::State;

    #[inline]
    fn players(&self) -> usize {
        self.game.players()
    }

    #[inline]
    fn side(&self, player: Player) -> Player {
        self.game.side(player)
    }

    #[inline]
    fn mover(&self, state: &G::State) -> Option<Player> {
        self.game.mover(state)
    }

    fn moves(&self, state: &G::State, replies: &mut Vec<Reply<G::Move>>) {
        let add = |at: &G::State, before: u16, replies: &mut Vec<_>, left_out: Option<G::Move>| {
            let moves = &mut self.memory.borrow_mut().moves;
            moves.clear();
            self.game.search_moves(at, moves);
            let kept = moves.iter().filter(|&&mv| Some(mv) != left_out);
            replies.extend(kept.map(|&mv| Reply { before, mv }));
        };
        if self.opponent(state).is_none() {
            return add(state, 0, replies, None);
        }
        let mut at = state.clone();
        let mut before = 0;
        while let Some(opponent) = self.opponent(&at) {
            let again = self.others == Others::FirstChoice && before > 0;
            let left_out = again.then(|| self.first_choice(&at));
            add(&at, before, replies, left_out);
            self.skip(&mut at, opponent);
            before += 1;
        }
    }

    fn play(&self, state: &mut G::State, reply: Reply<G::Move>) -> G::State {
        let undo = state.clone();
        let replies = self.opponent(state).is_some();
        self.skip_all(state, reply.before);
        self.game.play(state, reply.mv);
        if replies {
            self.skip_all(state, u16::MAX);
        }
        undo
    }

    fn undo(&self, state: &mut G::State, _: Reply<G::Move>, undo: G::State) {
        *state = undo;
    }

    fn payoff(&self, state: &G::State) -> Payoff {
        self.game.payoff(state)
    }
}

impl<G: SearchHints, O: MoveOrder<G>> SearchHints for BestReply<'_, G, O> {}

/// An evaluation or a move order of a game, for [`BestReply`] of that game. Except for the range, what it declares does
/// not extend to positions after a pass.
#[derive(Clone, Copy, Debug)]
pub struct Lifted<'t, T>(pub &'t T);

impl<G: SearchHints, O: MoveOrder<G>, E: Evaluation<G>> Evaluation<BestReply<'_, G, O>> for Lifted<'_, E> {
    fn range(&self, replies: &BestReply<'_, G, O>) -> Range {
        self.0.range(replies.game)
    }

    #[inline]
    fn evaluate(&self, replies: &BestReply<'_, G, O>, state: &G::State) -> Payoff {
        self.0.evaluate(replies.game, state)
    }

    fn payoff_bounds(&self, replies: &BestReply<'_, G, O>, state: &G::State) -> Option<Bounds> {
        match replies.others {
            Others::Pass => None,
            Others::FirstChoice => self.0.payoff_bounds(replies.game, state),
        }
    }

    fn outcomes(&self, replies: &BestReply<'_, G, O>) -> Option<Vec<Outcome>> {
        match replies.others {
            Others::Pass => None,
            Others::FirstChoice => self.0.outcomes(replies.game),
        }
    }

    fn outcome(&self, replies: &BestReply<'_, G, O>, state: &G::State) -> usize {
        self.0.outcome(replies.game, state)
    }

    fn counted_bounds(&self, replies: &BestReply<'_, G, O>, state: &G::State) -> Option<Bounds> {
        match replies.others {
            Others::Pass => None,
            Others::FirstChoice => self.0.counted_bounds(replies.game, state),
        }
    }
}

/// Each opponent's moves in the order of search, one opponent after the other.
impl<G: SearchHints, O: MoveOrder<G>, M: MoveOrder<G>> MoveOrder<BestReply<'_, G, O>> for Lifted<'_, M> {
    const IS_REFERENCE: bool = M::IS_REFERENCE;

    fn arrange(&self, replies: &BestReply<'_, G, O>, state: &G::State, moves: &[Reply<G::Move>], order: &mut [u16]) {
        let mut at = state.clone();
        let mut first = 0;
        for group in moves.chunk_by(|one, other| one.before == other.before) {
            let turns = &mut order[first..first + group.len()];
            for (turn, place) in turns.iter_mut().zip(0..) {
                *turn = place;
            }
            {
                let listed = &mut replies.memory.borrow_mut().moves;
                listed.clear();
                listed.extend(group.iter().map(|reply| reply.mv));
                self.0.arrange(replies.game, &at, listed, turns);
            }
            for turn in turns {
                *turn += first as u16;
            }
            first += group.len();
            if first < moves.len() {
                replies.skip_all(&mut at, moves[first].before - group[0].before);
            }
        }
    }
}
