//! Which moves of a position a search looks at, and in which order they are listed.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::game::Game;
use crate::hints::SearchHints;
use crate::order::MoveOrder;
use crate::ties::TieRule;

/// Which moves of a position a search looks at, and in which order they are listed: by default one of each class of
/// equivalent moves, in the reference order.
///
/// The 2002 and 2003 papers look only at the best few moves of large positions (the 6 best, section 6.1; the 10 best,
/// section 5.1). That is *forward pruning*: fast, and no longer exact.
///
/// ```
/// # use cutthroat::*;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/toy.rs"));
/// # fn main() {
/// /// The most pebbles first.
/// struct MostFirst;
/// impl MoveOrder<Pebbles> for MostFirst {
///     fn arrange(&self, _: &Pebbles, _: &Heap, _: &[u8], order: &mut [u16]) {
///         order.reverse();
///     }
/// }
/// let (game, points) = (Pebbles { players: 3 }, AtTheEnd(Range::constant_sum(1, 3)));
/// let greedy = Selection { first: Some(2), ..Selection::default() };
/// let search = Maxn::with_order(&game, &points, &MostFirst).selection(greedy).all_moves(true);
/// let found = search.run(&Heap { left: 7, mover: 0 }).unwrap();
/// assert_eq!(found.moves.iter().map(|value| value.mv).collect::<Vec<_>>(), [2, 3]);
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Selection {
    /// Looks only at this many moves of each position, the first in the order of search. All moves if not given.
    pub first: Option<usize>,
    /// Looks at all moves of the root even so: there the 1994 paper compares all alternatives.
    pub all_at_root: bool,
    /// Lists moves in the order of search, so that ties which go to the first move go to the one a good player would
    /// try first: the leftmost branch of the papers.
    pub by_order: bool,
    /// Lists the moves of the root in an order drawn from this seed, so that each of the best moves is equally likely,
    /// whatever the tie rule does below.
    pub shuffled_root: Option<u64>,
    /// Looks at every legal move, even if several are equivalent.
    pub equivalents: bool,
}

impl Selection {
    /// The moves of a position below the root.
    #[must_use]
    pub fn moves<G: SearchHints>(self, game: &G, order: &impl MoveOrder<G>, state: &G::State) -> Vec<G::Move> {
        let mut moves = Vec::new();
        Lister::new(game, order, self).list(state, &mut moves);
        moves
    }

    /// Whether no position loses a move, except for equivalent ones.
    pub(crate) fn has_all(&self) -> bool {
        self.first.is_none()
    }

    /// Whether positions below the root have the game's search moves, in its order.
    pub(crate) fn is_plain(&self) -> bool {
        self.first.is_none() && !self.by_order && !self.equivalents
    }

    /// A number that identifies the selection: searches with different selections do not share results.
    pub(crate) fn salt(&self) -> u64 {
        self.first.map_or(0, |first| first as u64 + 1) << 2
            | u64::from(self.by_order) << 1
            | u64::from(self.equivalents)
    }
}

/// Brings moves into an order drawn from a seed.
fn shuffle<M: Copy>(moves: &mut [M], seed: u64) {
    let listed = moves.to_vec();
    for (mv, place) in moves.iter_mut().zip(shuffled_places(listed.len(), seed)) {
        *mv = listed[place];
    }
}

/// The places from 0 to `count` in an order drawn from a seed. Compiled once, for all games.
fn shuffled_places(count: usize, seed: u64) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    places
}

/// Memory is reserved for this many moves of one position.
const RESERVED_MOVES: usize = 1024;

/// Lists the moves that a search looks at.
pub(crate) struct Lister<'s, G: Game, M> {
    pub(crate) game: &'s G,
    pub(crate) order: &'s M,
    selection: Selection,
    is_plain: bool,
    /// Working memory, so that a search does not allocate.
    arranged: Vec<u16>,
    kept: Vec<G::Move>,
}

impl<'s, G: SearchHints, M: MoveOrder<G>> Lister<'s, G, M> {
    #[inline(never)]
    pub(crate) fn new(game: &'s G, order: &'s M, selection: Selection) -> Self {
        let is_plain = selection.is_plain();
        let reserved = if is_plain { 0 } else { RESERVED_MOVES };
        let (arranged, kept) = (Vec::with_capacity(reserved), Vec::with_capacity(reserved));
        Self { game, order, selection, is_plain, arranged, kept }
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Appends the moves of `state`, some plies below the root.
    #[inline(always)]
    pub(crate) fn list(&mut self, state: &G::State, moves: &mut Vec<G::Move>) {
        if self.is_plain {
            self.game.search_moves(state, moves);
        } else {
            self.select(state, moves, self.selection.first.unwrap_or(usize::MAX));
        }
    }

    /// Appends the moves of the root.
    pub(crate) fn list_root(&mut self, state: &G::State, moves: &mut Vec<G::Move>) {
        let first = moves.len();
        let most = self.selection.first.filter(|_| !self.selection.all_at_root);
        self.select(state, moves, most.unwrap_or(usize::MAX));
        if let Some(seed) = self.selection.shuffled_root {
            shuffle(&mut moves[first..], seed);
        }
    }

    /// The same in the order that settles ties: a random rule shuffles them.
    pub(crate) fn list_root_for_ties(&mut self, ties: TieRule, state: &G::State, moves: &mut Vec<G::Move>) {
        self.list_root(state, moves);
        if let TieRule::Random(seed) = ties {
            shuffle(moves, seed);
        }
    }

    #[cold]
    fn select(&mut self, state: &G::State, moves: &mut Vec<G::Move>, most: usize) {
        let first = moves.len();
        if self.selection.equivalents {
            self.game.moves(state, moves);
        } else {
            self.game.search_moves(state, moves);
        }
        let count = moves.len() - first;
        let kept = count.min(most.max(1));
        if kept == count && !self.selection.by_order {
            return;
        }
        self.arranged.clear();
        self.arranged.extend(0..count as u16);
        self.order.arrange(self.game, state, &moves[first..], &mut self.arranged);
        self.arranged.truncate(kept);
        if !self.selection.by_order {
            self.arranged.sort_unstable();
        }
        self.kept.clear();
        self.kept.extend(self.arranged.iter().map(|&index| moves[first + usize::from(index)]));
        moves.truncate(first);
        moves.append(&mut self.kept);
    }
}
