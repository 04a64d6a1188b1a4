//! Searches in which opponents have few choices, as a game built from another game: best-reply search and OPPS.

mod lifted;

pub use lifted::Lifted;

use std::cell::RefCell;

use crate::analysis::{Analysis, MoveValue};
use crate::game::{Game, Player};
use crate::hints::SearchHints;
use crate::order::MoveOrder;
use crate::payoff::Payoff;

/// Which choices opponents have in [`BestReply`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Others {
    /// One of them plays any move, the others pass: BRS (Schadd and Winands 2011). Only in games in which players may pass ([`SearchHints::pass_to`]).
    /// Even there, some positions are searched that the game never reaches.
    Pass,
    /// One of them plays any move, the others the first of the order: BRS+ (Esser, Gras, Winands, Schadd and Lanctot
    /// 2013). Works in any game, and every position is a real one.
    FirstChoice,
    /// Few of them play few moves, the others fewer: OPPS (Baier and Kaisers 2020), as reconstructed from its abstract,
    /// which names three parameters but not their meaning. Every turn is a ply.
    Few {
        /// How many turns of opponents may be *free* between two turns of the root player's side; [`u8::MAX`] is all.
        free: u8,
        /// How many moves a free turn has, the first of the order.
        wide: u16,
        /// How many moves any other turn has, at least one. A turn that stays within them is not a free one.
        narrow: u16,
    },
}

impl Others {
    /// Whether all turns between two turns of the root player's side are one ply.
    const fn are_one_ply(self) -> bool {
        !matches!(self, Self::Few { .. })
    }
}

/// A game in which opponents have few choices. With [`Others::Few`] that is all it is. Otherwise all turns between two
/// turns of the player at the root are one ply, in which only one opponent has a choice: the one whose reply hurts most.
/// Searched with [`paranoid`](crate::Paranoid), this is *best-reply search*:
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
/// With `free` or `narrow` at their most, [`Others::Few`] is paranoid search; with one free turn, all moves wide and one
/// narrow it is BRS+, with depths in turns.
///
/// Positions are those of the game with what was used up before ([`BestReply::begin`]). To use evaluations and move orders
/// of the game, wrap them in [`Lifted`].
///
/// ```
/// # use cutthroat::*;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/toy.rs"));
/// # fn main() {
/// let (game, heap) = (Pebbles { players: 3 }, Heap { left: 7, mover: 0 });
/// assert!(BestReply::new(&game, &ReferenceOrder, &heap, Others::Pass).is_none(), "one has to take a pebble");
/// let replies = BestReply::new(&game, &ReferenceOrder, &heap, Others::FirstChoice).unwrap();
/// let points = AtTheEnd(Range::constant_sum(1, 3));
/// let round = replies.begin(&heap);
/// let found = Paranoid::with_order(&replies, &Lifted(&points), &Lifted(&ReferenceOrder)).run(&round).unwrap();
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
    /// By place in the reference order, the place in the other.
    ranks: Vec<u16>,
}

/// A position in [`BestReply`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Round<S> {
    /// The position in the game.
    pub position: S,
    /// How many turns have been free since the last turn of the root player's side.
    used: u8,
}

/// A move in [`BestReply`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reply<M> {
    /// How many opponents pass, or play their first choice, before the reply.
    pub before: u16,
    /// The move of the player who has a choice.
    pub mv: M,
    /// Whether it makes the turn a free one, with [`Others::Few`].
    pub is_free: bool,
}

impl<M> Reply<M> {
    const fn new(before: u16, mv: M) -> Self {
        Self { before, mv, is_free: false }
    }
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
        let reserved = || Vec::with_capacity(RESERVED_MOVES);
        let memory = ScratchMemory { moves: Vec::with_capacity(RESERVED_MOVES), places: reserved(), ranks: reserved() };
        Some(Self { game, order, side: game.side(mover), others, memory: RefCell::new(memory) })
    }

    /// The position in which the search begins: nothing is used up.
    #[must_use]
    pub fn begin(&self, state: &G::State) -> Round<G::State> {
        Round { position: state.clone(), used: 0 }
    }

    /// The result as an analysis of the original game. The line holds the moves of all players and ends where a player
    /// would have to pass. The depth is in plies of this search.
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
            let replies = self.others.are_one_ply() && self.opponent(&state).is_some();
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
        let ScratchMemory { moves, places, .. } = &mut *self.memory.borrow_mut();
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
            Others::Pass => {
                self.game.pass_to(state, opponent.next(self.game.players()));
            }
            Others::FirstChoice | Others::Few { .. } => {
                self.play_first_choice(state);
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

impl<G: SearchHints, O: MoveOrder<G>> BestReply<'_, G, O> {
    /// Appends all moves of `at`.
    fn list_all(&self, at: &G::State, before: u16, left_out: Option<G::Move>, replies: &mut Vec<Reply<G::Move>>) {
        let moves = &mut self.memory.borrow_mut().moves;
        moves.clear();
        self.game.search_moves(at, moves);
        let kept = moves.iter().filter(|&&mv| Some(mv) != left_out);
        replies.extend(kept.map(|&mv| Reply::new(before, mv)));
    }

    /// Appends all ways to play one ply in which only one opponent has a choice.
    fn list_replies(&self, state: &G::State, replies: &mut Vec<Reply<G::Move>>) {
        let mut at = state.clone();
        let mut before = 0;
        while let Some(opponent) = self.opponent(&at) {
            let again = self.others == Others::FirstChoice && before > 0;
            let left_out = again.then(|| self.first_choice(&at));
            self.list_all(&at, before, left_out, replies);
            self.skip(&mut at, opponent);
            before += 1;
        }
    }

    /// Appends the moves of an opponent that are among the first of the order: `narrow` of them, and up to `wide` that
    /// make the turn a free one.
    fn list_first(&self, state: &G::State, wide: usize, narrow: usize, replies: &mut Vec<Reply<G::Move>>) {
        let ScratchMemory { moves, places, ranks } = &mut *self.memory.borrow_mut();
        moves.clear();
        self.game.search_moves(state, moves);
        if moves.len() <= narrow {
            replies.extend(moves.iter().map(|&mv| Reply::new(0, mv)));
            return;
        }
        places.clear();
        places.extend(0..moves.len() as u16);
        self.order.arrange(self.game, state, moves, places);
        ranks.clear();
        ranks.resize(moves.len(), 0);
        for (rank, &place) in places.iter().enumerate() {
            ranks[usize::from(place)] = rank as u16;
        }
        let ranked = moves.iter().zip(ranks.iter().map(|&rank| usize::from(rank)));
        let kept = ranked.filter(|&(_, rank)| rank < wide.max(narrow));
        replies.extend(kept.map(|(&mv, rank)| Reply { is_free: rank >= narrow, ..Reply::new(0, mv) }));
    }
}

impl<G: SearchHints, O: MoveOrder<G>> Game for BestReply<'_, G, O> {
    type State = Round<G::State>;
    type Move = Reply<G::Move>;
    type Undo = Round<G::State>;

    #[inline]
    fn players(&self) -> usize {
        self.game.players()
    }

    #[inline]
    fn side(&self, player: Player) -> Player {
        self.game.side(player)
    }

    #[inline]
    fn mover(&self, round: &Round<G::State>) -> Option<Player> {
        self.game.mover(&round.position)
    }

    fn moves(&self, round: &Round<G::State>, replies: &mut Vec<Reply<G::Move>>) {
        let state = &round.position;
        if self.opponent(state).is_none() {
            return self.list_all(state, 0, None, replies);
        }
        match self.others {
            Others::Few { free, wide, narrow } => {
                let wide = if round.used < free { wide } else { 0 };
                self.list_first(state, wide.into(), narrow.max(1).into(), replies);
            }
            _ => self.list_replies(state, replies),
        }
    }

    fn play(&self, round: &mut Round<G::State>, reply: Reply<G::Move>) -> Round<G::State> {
        let undo = round.clone();
        let state = &mut round.position;
        let replies = self.opponent(state).is_some();
        self.skip_all(state, reply.before);
        self.game.play(state, reply.mv);
        if let Others::Few { free, .. } = self.others {
            // Only between two turns of opponents does it matter what was used.
            let counts = free < u8::MAX && self.opponent(state).is_some();
            round.used = if counts { round.used + u8::from(reply.is_free) } else { 0 };
        } else if replies {
            self.skip_all(state, u16::MAX);
        }
        undo
    }

    fn undo(&self, round: &mut Round<G::State>, _: Reply<G::Move>, undo: Round<G::State>) {
        *round = undo;
    }

    fn payoff(&self, round: &Round<G::State>) -> Payoff {
        self.game.payoff(&round.position)
    }
}

impl<G: SearchHints, O: MoveOrder<G>> SearchHints for BestReply<'_, G, O> {
    fn next_level(&self, round: &Round<G::State>, depth: usize) -> usize {
        if self.others.are_one_ply() { depth + 1 } else { self.game.next_level(&round.position, depth) }
    }
}
