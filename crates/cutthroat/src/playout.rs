//! Playouts: a game played on by simple rules, to estimate what a position is worth.
//!
//! A [`Playout`] owns its working memory, so that one after the other costs no allocation. All chance comes from a
//! [`FastRandom`], so the same seed plays the same game on every machine.

use crate::eval::Evaluation;
use crate::game::{Game, Player};
use crate::hints::SearchHints;
use crate::order::MoveOrder;
use crate::paranoid::Paranoid;
use crate::payoff::Payoff;
use crate::search::SearchError;

/// Who chooses the moves of a playout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PlayoutMoves {
    /// Chance: every legal move is equally likely.
    Uniform,
    /// The order of moves: its first move, or any of the moves that a search looks at with chance `epsilon`.
    Order {
        /// The chance of any move, from 0 to 1.
        epsilon: f64,
    },
    /// A paranoid search of two plies, or to the end of the trick, for every move: *playout search* (Nijssen and
    /// Winands 2012). Slow, and the only kind that allocates.
    TwoPly {
        /// The chance of any move instead, from 0 to 1.
        epsilon: f64,
    },
    /// Nobody: the position is evaluated at once.
    None,
}

/// How playouts are made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayoutPolicy {
    /// Who chooses the moves.
    pub moves: PlayoutMoves,
    /// Stops after this many plies, at the next end of a [level](SearchHints::next_level), and evaluates there. `None`
    /// plays to the end of the game.
    pub cut: Option<usize>,
}

impl PlayoutPolicy {
    /// Every legal move equally likely, to the end of the game.
    pub const UNIFORM: Self = Self { moves: PlayoutMoves::Uniform, cut: None };
    /// No playout: the position is evaluated at once.
    pub const NONE: Self = Self { moves: PlayoutMoves::None, cut: None };

    /// By the order, with chance `epsilon` of any other move, to the end of the game.
    #[must_use]
    pub const fn order(epsilon: f64) -> Self {
        Self { moves: PlayoutMoves::Order { epsilon }, cut: None }
    }

    /// The same, evaluated after so many plies.
    #[must_use]
    pub const fn cut(self, plies: usize) -> Self {
        Self { cut: Some(plies), ..self }
    }

    /// Checks the parameters.
    ///
    /// # Errors
    /// If a chance is not from 0 to 1, or there are no plies to play.
    pub fn check(&self) -> Result<(), SearchError> {
        if let PlayoutMoves::Order { epsilon } | PlayoutMoves::TwoPly { epsilon } = self.moves
            && !(0.0..=1.0).contains(&epsilon)
        {
            return Err(SearchError::parameter("epsilon", epsilon, "from 0 to 1"));
        }
        if let Some(plies) = self.cut
            && !(1..=MOST_PLIES).contains(&plies)
        {
            return Err(SearchError::parameter("cut", plies, "from 1 to 4096"));
        }
        Ok(())
    }
}

impl Default for PlayoutPolicy {
    /// By the order, with chance 0.1 of any other move: players without chance are too easily predicted.
    fn default() -> Self {
        Self::order(0.1)
    }
}

/// A playout that goes on for longer is evaluated where it is: on a board, random players may never finish.
const MOST_PLIES: usize = 4096;

/// A small random number generator: SplitMix64 (Steele, Lea and Flood 2014), a few nanoseconds a number. A generator of
/// its own for every sample is as good as free, while ChaCha would cost as much as a third of a random playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FastRandom(u64);

/// 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl FastRandom {
    /// The generator of one sample: `key` is drawn once for a search, and every sample has its own stream.
    #[inline]
    #[must_use]
    pub const fn new(key: u64, stream: u64) -> Self {
        Self(Self::mix(key ^ Self::mix(stream.wrapping_add(GOLDEN))))
    }

    #[inline]
    const fn mix(bits: u64) -> u64 {
        let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// 64 random bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        Self::mix(self.0)
    }

    /// A number below `count`, which is at most 2^32. The numbers are equally likely, up to one part in 2^32.
    #[inline]
    pub const fn below(&mut self, count: usize) -> usize {
        Self::scaled(self.bits(), count)
    }

    /// The upper half of random bits, as a number below `count`.
    #[inline]
    const fn scaled(bits: u64, count: usize) -> usize {
        ((bits >> 32).wrapping_mul(count as u64) >> 32) as usize
    }
}

/// The end of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedOut {
    /// What each player gets there.
    pub payoff: Payoff,
    /// States visited after the first.
    pub nodes: u64,
}

/// Plays games out, one after the other.
///
/// ```
/// # use cutthroat::*;
/// # use cutthroat::playout::*;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/toy.rs"));
/// # fn main() {
/// let (game, points) = (Pebbles { players: 3 }, AtTheEnd(Range::constant_sum(1, 3)));
/// let mut playout = Playout::new(&game, &points, &ReferenceOrder, PlayoutPolicy::UNIFORM);
/// let wins: i16 = (0..1000)
///     .map(|sample| {
///         let mut heap = Heap { left: 4, mover: 0 };
///         playout.run(&mut heap, &mut FastRandom::new(7, sample)).payoff[Player::new(0)]
///     })
///     .sum();
/// // Player 1 takes the last of four pebbles only if everybody takes one: with chance 1/3 * 1/3 * 1/2.
/// assert!((30..80).contains(&wins), "{wins} wins of 1000");
/// # }
/// ```
pub struct Playout<'p, G: SearchHints, E, M> {
    game: &'p G,
    evaluation: &'p E,
    order: &'p M,
    policy: PlayoutPolicy,
    /// Of 2^32, the chance of any move.
    chance: u64,
    /// Working memory.
    moves: Vec<G::Move>,
    turns: Vec<u16>,
    /// The moves played since it was last emptied, by mover and slot, if somebody wants to know.
    pub(crate) played: Option<Vec<(Player, usize)>>,
    /// The search of [`PlayoutMoves::TwoPly`]; a pointer, so that it is compiled only where it can be asked for.
    searched: Option<Searched<G, E, M>>,
}

/// The working memory of playouts, which those of one game can leave to those of another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayoutMemory<M> {
    moves: Vec<M>,
    turns: Vec<u16>,
}

impl<M> Default for PlayoutMemory<M> {
    fn default() -> Self {
        Self { moves: Vec::with_capacity(RESERVED_MOVES), turns: Vec::with_capacity(RESERVED_MOVES) }
    }
}

/// Memory is reserved for this many moves of one position.
const RESERVED_MOVES: usize = 256;

impl<'p, G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>> Playout<'p, G, E, M> {
    /// Playouts of positions of `game`. The policy must have been [checked](PlayoutPolicy::check).
    #[must_use]
    pub fn new(game: &'p G, evaluation: &'p E, order: &'p M, policy: PlayoutPolicy) -> Self {
        Self::with_memory(game, evaluation, order, policy, PlayoutMemory::default())
    }

    /// The same, in memory that earlier playouts have left.
    #[must_use]
    pub fn with_memory(
        game: &'p G,
        evaluation: &'p E,
        order: &'p M,
        policy: PlayoutPolicy,
        memory: PlayoutMemory<G::Move>,
    ) -> Self {
        let epsilon = match policy.moves {
            PlayoutMoves::Uniform | PlayoutMoves::None => 1.0,
            PlayoutMoves::Order { epsilon } | PlayoutMoves::TwoPly { epsilon } => epsilon,
        };
        let PlayoutMemory { moves, turns } = memory;
        let chance = (epsilon * (1_u64 << 32) as f64) as u64;
        let two_plies: Searched<G, E, M> = two_plies;
        let searched = matches!(policy.moves, PlayoutMoves::TwoPly { .. }).then_some(two_plies);
        Self { game, evaluation, order, policy, chance, moves, turns, played: None, searched }
    }

    /// Playouts by the order, with chance `epsilon` of any other move, to the end of the game. As [`new`](Self::new), but
    /// no search of two plies is compiled for them.
    #[must_use]
    pub fn by_order(game: &'p G, evaluation: &'p E, order: &'p M, epsilon: f64) -> Self {
        let chance = (epsilon * (1_u64 << 32) as f64) as u64;
        let (policy, PlayoutMemory { moves, turns }) = (PlayoutPolicy::order(epsilon), PlayoutMemory::default());
        Self { game, evaluation, order, policy, chance, moves, turns, played: None, searched: None }
    }

    /// Leaves the working memory to other playouts.
    #[must_use]
    pub fn into_memory(self) -> PlayoutMemory<G::Move> {
        PlayoutMemory { moves: self.moves, turns: self.turns }
    }

    /// Plays `state` on to the end of the game, or to where the policy stops, and evaluates it there.
    pub fn run(&mut self, state: &mut G::State, random: &mut FastRandom) -> PlayedOut {
        let nodes = match self.policy.moves {
            PlayoutMoves::None => 0,
            _ => self.play(state, random),
        };
        PlayedOut { payoff: self.evaluation.evaluate(self.game, state), nodes }
    }

    fn play(&mut self, state: &mut G::State, random: &mut FastRandom) -> u64 {
        let most = self.policy.cut.map_or(MOST_PLIES, |plies| self.level_from(state, plies));
        let is_uniform = self.policy.moves == PlayoutMoves::Uniform;
        if is_uniform
            && self.policy.cut.is_none()
            && self.played.is_none()
            && let Some(nodes) = self.game.draw_to_the_end(state, |count| random.below(count))
        {
            return nodes;
        }
        let mut nodes = 0;
        for _ in 0..most {
            let Some(mover) = self.game.mover(state) else { break };
            let mv = if is_uniform {
                self.game.draw_move(state, &mut self.moves, |count| random.below(count))
            } else if let Some(only) = self.game.only_move(state) {
                only
            } else {
                self.preferred(state, random, &mut nodes)
            };
            if let Some(played) = &mut self.played {
                played.push((mover, self.game.move_slot(state, mv)));
            }
            self.game.play(state, mv);
            nodes += 1;
        }
        nodes
    }

    /// The first level that has at least so many plies.
    fn level_from(&self, state: &G::State, plies: usize) -> usize {
        let mut level = 0;
        while level < plies {
            level = self.game.next_level(state, level).max(level + 1);
        }
        level
    }

    fn preferred(&mut self, state: &G::State, random: &mut FastRandom, nodes: &mut u64) -> G::Move {
        self.moves.clear();
        self.game.search_moves(state, &mut self.moves);
        let bits = random.bits();
        if bits & 0xffff_ffff < self.chance {
            return self.moves[FastRandom::scaled(bits, self.moves.len())];
        }
        if let Some(searched) = self.searched
            && let Some(mv) = searched(self.game, self.evaluation, self.order, state, nodes)
        {
            return mv;
        }
        if M::IS_REFERENCE {
            return self.moves[0];
        }
        self.turns.clear();
        self.turns.extend(0..self.moves.len() as u16);
        self.order.arrange(self.game, state, &self.moves, &mut self.turns);
        self.moves[usize::from(self.turns[0])]
    }
}

/// A move by a search, and the nodes it costs.
type Searched<G, E, M> = fn(&G, &E, &M, &<G as Game>::State, &mut u64) -> Option<<G as Game>::Move>;

/// The move of a small paranoid search: to the end of the trick if levels have several plies, two plies if not.
#[cold]
fn two_plies<G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>>(
    game: &G,
    evaluation: &E,
    order: &M,
    state: &G::State,
    nodes: &mut u64,
) -> Option<G::Move> {
    let level = game.next_level(state, 0);
    let single_plies = level == 1 && game.next_level(state, 1) == 2;
    let depth = if single_plies { 2 } else { level };
    let found = Paranoid::with_order(game, evaluation, order).depth(depth).run(state).ok()?;
    *nodes += found.nodes;
    found.best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spread_evenly_and_streams_differ() {
        let mut counts = [0; 10];
        for stream in 0..1000 {
            let mut random = FastRandom::new(3, stream);
            for _ in 0..100 {
                counts[random.below(10)] += 1;
            }
        }
        assert!(counts.iter().all(|count| (9_700..10_300).contains(count)), "{counts:?}");
        let first = |key, stream| FastRandom::new(key, stream).bits();
        assert_ne!(first(1, 0), first(1, 1));
        assert_ne!(first(1, 0), first(2, 0));
        assert_eq!(first(5, 9), first(5, 9));
    }

    #[test]
    fn parameters_out_of_range_are_refused() {
        for (policy, said) in [
            (PlayoutPolicy::order(1.5), "epsilon=1.5 is not from 0 to 1"),
            (PlayoutPolicy::order(f64::NAN), "epsilon=NaN is not from 0 to 1"),
            (PlayoutPolicy::UNIFORM.cut(0), "cut=0 is not from 1 to 4096"),
        ] {
            assert_eq!(policy.check().unwrap_err().to_string(), said);
        }
        assert_eq!(PlayoutPolicy::default().check(), Ok(()));
    }
}
