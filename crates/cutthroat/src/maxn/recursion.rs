//! The recursion: nodes. Their children are in [`children`], the start is in [`root`].

mod children;
mod lookup;
mod open_node;
mod root;

use std::marker::PhantomData;

use super::MaxnOptions;
use super::memory;
use crate::attain::Attain;
use crate::budget::Meter;
use crate::chain::{Conditions, Path, Verdict};
use crate::crew::{Division, Member};
use crate::game::{Game, MAX_PLAYERS, Player};
use crate::hints::SearchHints;
use crate::observe::Watch;
use crate::order::MoveOrder;
use crate::pruning::Speculation;
use crate::search::MAX_DEPTH;
use crate::selection::{Lister, Selection};
use crate::table::{Proof, TableKind, TableUse};
use crate::ties::{TieRule, Ties};
use lookup::FromTable;
use open_node::{OpenNode, OrderedMove};

/// One max^n search, with its working memory: nothing is allocated on the way down.
pub(super) struct MaxnRecursion<'s, G: Game, A: Attain<G>, M, O, C, K> {
    /// The table, if there is one.
    table: Option<TableUse<'s, Proof>>,
    /// Separates this search from others that use the same table.
    salt: u128,
    /// How moves are divided with other threads.
    division: Division,
    /// Whether relevant features are tracked: with a table, if ties do not depend on any order.
    partitions: bool,
    /// The features that are relevant below the current node; see [`Partition::decided`](crate::Partition::decided).
    relevant: u64,
    game: &'s G,
    test: &'s A,
    order: &'s M,
    lister: Lister<'s, G, M>,
    /// The move of the root that is tried first.
    tried_first: Option<G::Move>,
    observer: &'s mut O,
    speculation: Speculation,
    ties: TieRule,
    all_moves: bool,
    /// Whether no depth was given.
    to_the_end: bool,
    /// The level at which positions are evaluated instead of searched.
    horizon: usize,
    longest_after: usize,
    longest_on_entry: usize,
    /// The path from the root.
    path: Path<A::Value>,
    /// The value of the last node found to be [exact](Verdict::Exact). A payoff inside a verdict would be written in
    /// pieces and read as a whole, and the processor would wait for that longer than a node takes.
    exact: A::Value,
    /// The moves of all nodes on the path, one after the other, in reference order.
    moves: Vec<G::Move>,
    /// The same moves in the order of search.
    turns: Vec<OrderedMove>,
    /// Scratch memory for putting the moves of a node in order.
    indices: Vec<u16>,
    /// The children set aside by all nodes on the path.
    aside: Vec<Aside>,
    /// The children searched by all nodes on the path, if relevant features are tracked.
    searched: Vec<SearchedChild<G::Move>>,
    /// The best lines of all nodes on the path, one after the other, each followed by the move that is being searched.
    line: Vec<G::Move>,
    meter: Meter,
    researches: u64,
    deepest: usize,
    cut_off: bool,
    types: PhantomData<(C, K)>,
}

/// A child that was pruned uncertainly.
#[derive(Clone, Copy)]
struct Aside {
    index: u16,
    top: usize,
}

/// A child that was searched, and the features that are relevant to its result.
#[derive(Clone, Copy)]
struct SearchedChild<M> {
    mv: M,
    relevant: u64,
    /// The top of the chain, if it was set aside.
    set_aside: Option<usize>,
}

/// The features of as few players as something `holds` by, where each player's part of it rests on `rests_on`. Whether it
/// holds is asked for sets of players, one bit for each.
#[inline(never)]
fn fewest_features(rests_on: &[u64; MAX_PLAYERS], holds: impl Fn(u8) -> bool) -> u64 {
    let free = rests_on.iter().enumerate().filter(|(_, features)| **features == 0);
    let free = free.fold(0, |seats, (seat, _)| seats | 1 << seat);
    if free == u8::MAX || holds(free) {
        return 0;
    }
    let mut seats = u8::MAX;
    for (seat, &features) in rests_on.iter().enumerate() {
        if features != 0 && (seats & !free).count_ones() > 1 && holds(seats & !(1 << seat)) {
            seats &= !(1 << seat);
        }
    }
    rests_on.iter().enumerate().filter(|(seat, _)| seats >> seat & 1 == 1).fold(0, |all, (_, &features)| all | features)
}

/// Memory is reserved for this many moves. A search that needs more grows it a few times at its start.
const RESERVED_MOVES: usize = 4096;

/// Compiled once for each type, and not in every place and recursion that needs it.
#[inline(never)]
fn reserved<T>() -> Vec<T> {
    Vec::with_capacity(RESERVED_MOVES)
}

impl<'s, G, A, M, O, C, K> MaxnRecursion<'s, G, A, M, O, C, K>
where
    G: SearchHints,
    A: Attain<G>,
    M: MoveOrder<G>,
    O: Watch<G>,
    C: Conditions,
    K: TableKind<G>,
{
    /// Whether moves are searched in another order than the reference order. Where nothing is pruned, the order changes
    /// nothing, and working it out would cost more than playing a card.
    const REORDERS: bool = A::TESTS && !M::IS_REFERENCE || K::HAS_TABLE;

    /// Whether a child is a copy of the state, instead of the same state with the move played and undone: less work if
    /// a state is small and owns nothing.
    const COPIES: bool = size_of::<G::State>() <= 128 && !std::mem::needs_drop::<G::State>();
    /// Whether nodes with a single move are passed without opening a node. With a table, every node is looked up.
    const PASSES_FORCED_MOVES: bool = Self::COPIES && C::DAGGER && !O::WATCHES && !K::HAS_TABLE;

    /// A search of `game` by `test`; the test and the bounds of the options are not used here. Partition search merges
    /// positions and thereby their ties. So it is only for a rule that settles ties by payoffs alone, or for games
    /// whose merged positions list their moves in the same order.
    #[expect(clippy::too_many_arguments, reason = "all that a search is made of")]
    pub(super) fn new(
        game: &'s G,
        test: &'s A,
        order: &'s M,
        observer: &'s mut O,
        options: &MaxnOptions,
        selection: Selection,
        ties: Ties,
        table: Option<TableUse<'s, Proof>>,
    ) -> Self {
        let players = game.players();
        let horizon = options.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let lister = Lister::new(game, order, selection);
        let in_order = ties.rule == TieRule::Spiteful || K::merges_in_order(game);
        Self {
            salt: memory::salt(ties, test.keeps_counts(), selection),
            partitions: K::PARTITIONS && lister.is_plain() && in_order,
            table,
            division: Division::default(),
            lister,
            tried_first: None,
            relevant: 0,
            game,
            test,
            order,
            observer,
            speculation: options.pruning.speculation(),
            ties: options.ties,
            all_moves: options.all_moves,
            to_the_end: options.depth.is_none(),
            horizon,
            longest_after: options.pruning.longest_after(players),
            // Without bounds, hardly anything is known on entry that was not known above after the previous child.
            longest_on_entry: if test.is_bounded() { options.pruning.longest_on_entry(players) } else { 0 },
            path: Path::new(),
            exact: A::Value::default(),
            moves: reserved(),
            turns: reserved(),
            indices: reserved(),
            aside: reserved(),
            searched: reserved(),
            line: reserved(),
            meter: Meter::unlimited(),
            researches: 0,
            deepest: 0,
            cut_off: false,
            types: PhantomData,
        }
    }

    /// The same search as one of several threads.
    pub(super) fn together_with(self, member: Option<Member>) -> Self {
        Self { division: Division::new(member), ..self }
    }

    /// Visits a node whose value is not known. `above` is what was possible at its parent.
    #[inline(always)]
    fn visit_unknown(
        &mut self,
        state: &mut G::State,
        mut mover: Player,
        mut ply: usize,
        floor: usize,
        FromTable { hint, sure, rests_on, cut_off }: FromTable<A::Value>,
        above: &A::Possible,
    ) -> Verdict<()> {
        let (on_entry, later);
        let mut possible = above;
        let mut renewed = A::TESTS && self.test.renews(self.game, state);
        let settles = K::HAS_TABLE && self.longest_on_entry > 0;
        let tests = A::TESTS && self.tests_on_entry(ply, renewed, sure.is_some());
        if renewed && (tests || settles) {
            on_entry = self.test.possible(self.game, state);
            possible = &on_entry;
            renewed = false;
        }
        if settles && let Some(value) = self.test.only(possible) {
            self.note_proof(state, |search, possible| search.test.only(possible).is_some());
            return self.found(value);
        }
        if tests {
            let sure = sure.map(|sure| self.test.at_least(mover, sure));
            if let Some(top) = self.test_on_entry(ply, floor, possible, sure) {
                if O::WATCHES {
                    self.report(ply, top, None, 0, possible);
                }
                // What the table knows is of no use for anything else, and often this does not need it.
                let needed = sure.filter(|_| self.test_on_entry(ply, floor, possible, None) != Some(top));
                if needed.is_some() {
                    self.relevant |= rests_on;
                    self.cut_off |= cut_off;
                }
                self.note_proof(state, |search, possible| {
                    search.test_on_entry(ply, floor, possible, needed) == Some(top)
                });
                return Verdict::pruned(ply, top);
            }
        }
        let first_move = self.moves.len();
        while let Some(mv) = self.list_moves(state, first_move) {
            match self.pass(state, mv, ply) {
                Ok(next) => (mover, ply) = (next, ply + 1),
                Err(verdict) => return verdict,
            }
            renewed = A::TESTS;
        }
        if renewed {
            later = self.test.possible(self.game, state);
            possible = &later;
        }
        let is_settled = K::HAS_TABLE && self.test.is_settled_for(mover, self.game, state, possible);
        let node = self.open(state, mover, ply, first_move, hint, is_settled);
        self.path.at_mut(ply).is_forced = K::HAS_TABLE && self.to_the_end && node.count == 1;
        let verdict = self.search_children::<false>(state, node, floor, possible);
        self.close(node);
        verdict
    }

    /// Whether the chain above a node is worth a test before anything of the node is seen. Not if the parent has no
    /// best: it then asks for nothing, and no chain passes it. Not if nothing is new since the parent was tested: a
    /// chain that begins with the parent's requirement and passes the parent has been climbed there, since the level
    /// above refuses the parent's best, as that test needed too.
    #[inline(always)]
    fn tests_on_entry(&self, ply: usize, renewed: bool, sure: bool) -> bool {
        let parent = self.path.above(ply);
        let is_new = renewed || sure || !parent.tested[parent.standing as usize];
        (self.longest_on_entry > 1 || sure) && (!C::DAGGER || parent.has_best() && is_new)
    }

    /// The verdict on a node that is worth exactly `value`.
    #[inline(always)]
    fn found(&mut self, value: A::Value) -> Verdict<()> {
        self.exact = value;
        Verdict::Exact(())
    }

    /// What is possible at a node has proved something, so the features it rests on are relevant: those of as few players
    /// as the proof `holds` by.
    #[inline(always)]
    pub(super) fn note_proof(&mut self, state: &G::State, holds: impl Fn(&Self, &A::Possible) -> bool) {
        if K::HAS_TABLE && self.partitions {
            let rests_on = self.test.rests_on(self.game, state);
            let holds_by = |seats: u8| holds(self, &self.test.possible_by(self.game, state, seats));
            self.relevant |= fewest_features(&rests_on, holds_by);
        }
    }

    /// Passes a node with a single move; in trick games every second node is one. There is no choice, so its value is
    /// that of its child. It has no best before, so no chain passes it (condition 2), and the value is exact. Returns
    /// who moves next, or the verdict if the search ends.
    #[inline(always)]
    fn pass(&mut self, state: &mut G::State, mv: G::Move, ply: usize) -> Result<Player, Verdict<()>> {
        if A::TESTS {
            self.path.at_mut(ply).pass();
        }
        if !self.meter.pay() {
            return Err(Verdict::Ignored);
        }
        self.line.push(mv);
        self.game.play(state, mv);
        match self.game.mover(state) {
            Some(next) if ply + 1 < self.horizon => Ok(next),
            next => {
                self.deepest = self.deepest.max(ply + 1);
                self.note_leaf(next.is_some());
                Err(self.found(self.test.leaf(self.game, state)))
            }
        }
    }

    /// What is relevant before a move is played, so that what is relevant after it is known separately.
    #[inline(always)]
    fn begin_move(&mut self) -> u64 {
        if K::HAS_TABLE { std::mem::take(&mut self.relevant) } else { 0 }
    }

    #[inline(always)]
    fn note_decided(&mut self, state: &G::State, mv: G::Move, undo: &G::Undo) {
        if K::HAS_TABLE && self.partitions {
            self.relevant |= K::decided(self.game, state, mv, undo);
        }
    }

    /// A position at which the search ends. An estimate may depend on anything.
    #[inline(always)]
    fn note_leaf(&mut self, cut_off: bool) {
        self.cut_off |= cut_off;
        if K::HAS_TABLE && cut_off {
            self.relevant = u64::MAX;
        }
    }

    /// Adds what is relevant after a move to what was relevant before.
    #[inline(always)]
    fn end_move(&mut self, state: &G::State, mv: G::Move, before: u64, set_aside: Option<usize>) {
        if K::HAS_TABLE {
            if self.partitions {
                self.relevant = K::with_equivalents(self.game, state, mv, self.relevant);
                self.searched.push(SearchedChild { mv, relevant: self.relevant, set_aside });
            }
            self.relevant |= before;
        }
    }
}
