//! The recursion: nodes. What is done with their children is in [`children`], and where it begins in [`root`].

mod children;
mod root;

use std::marker::PhantomData;

use super::memory::{self, Forgetful, Memory};
use super::{MAX_DEPTH, Options, Part};
use crate::attain::Attain;
use crate::budget::{Budget, Meter};
use crate::chain::{Conditions, Path, Verdict};
use crate::game::{Game, Player};
use crate::observe::Observer;
use crate::order::MoveOrder;
use crate::pruning::Speculation;
use crate::table::{Names, Proof, Record, Remaining};
use crate::ties::{TieRule, Ties};

/// One max^n search, with its working memory: nothing is allocated on the way down.
///
/// Most users want [`search`](super::search), which builds the test from an evaluation and checks that the options
/// fit it.
pub struct Recursion<'s, G: Game, A: Attain<G>, M, O, C, T = Forgetful> {
    memory: T,
    /// Whether that is anything.
    remembers: bool,
    /// What sets this search apart from others that use the same table.
    salt: u128,
    /// Whether it is kept track of what mattered: with a table, where ties do not depend on any order.
    partitions: bool,
    /// What has mattered below the node at hand; see [`Game::decided`].
    mattered: u64,
    game: &'s G,
    test: &'s A,
    order: &'s M,
    observer: &'s mut O,
    speculation: Speculation,
    ties: TieRule,
    all_moves: bool,
    part: Option<Part>,
    /// Whether no depth was given.
    to_the_end: bool,
    /// The level at which positions are evaluated instead of searched.
    horizon: usize,
    longest_after: usize,
    longest_on_entry: usize,
    /// The path from the root.
    path: Path<A::Value>,
    /// The value of the node last found to be [exact](Verdict::Exact). A payoff inside of a verdict would be written in
    /// pieces and read as a whole, for which a processor waits longer than a node takes.
    exact: A::Value,
    /// The moves of all nodes on the path, one after the other, in reference order.
    moves: Vec<G::Move>,
    /// The same moves in the order of search.
    turns: Vec<Turn>,
    /// Where one node's moves are put in order.
    indices: Vec<u16>,
    /// The children set aside by all nodes on the path.
    aside: Vec<Aside>,
    /// The children that were searched by all nodes on the path, where it is kept track of what mattered.
    searched: Vec<Searched<G::Move>>,
    /// The best lines of all nodes on the path, one after the other, each followed by the move that is being searched.
    line: Vec<G::Move>,
    meter: Meter,
    researches: u64,
    deepest: usize,
    cut_off: bool,
    conditions: PhantomData<C>,
}

/// One move in the order of search.
#[derive(Clone, Copy)]
struct Turn {
    /// Its place in the reference order.
    index: u16,
    /// The first in the reference order of all moves whose turn is later.
    first_later: u16,
}

/// A child that was pruned uncertainly.
#[derive(Clone, Copy)]
struct Aside {
    index: u16,
    top: usize,
}

/// A child that was searched, and what mattered to what became of it.
#[derive(Clone, Copy)]
struct Searched<M> {
    mv: M,
    mattered: u64,
    /// The top of the chain, where it was set aside.
    set_aside: Option<usize>,
}

/// A node being searched: where its moves lie in the common buffers.
#[derive(Clone, Copy)]
struct Node {
    ply: usize,
    first_move: usize,
    count: usize,
    first_aside: usize,
    first_searched: usize,
    /// Where its best line begins.
    line: usize,
}

/// What a table knows of a node that has to be searched all the same.
#[derive(Clone, Copy)]
struct Known<V> {
    /// A move to try first, as its place in the reference order.
    hint: Option<u16>,
    /// Something its mover is sure of.
    sure: Option<V>,
}

/// Moves for which memory is set aside beforehand. A search that needs more grows it a few times at its start.
const RESERVED_MOVES: usize = 4096;

impl<'s, G, A, M, O, C> Recursion<'s, G, A, M, O, C>
where
    G: Game,
    A: Attain<G>,
    M: MoveOrder<G>,
    O: Observer<G>,
    C: Conditions,
{
    /// A search of `game` by `test`, without a table. The options' test and bounds are not looked at: `test` is both.
    pub fn new(game: &'s G, test: &'s A, order: &'s M, observer: &'s mut O, options: &Options) -> Self {
        let ties = Ties { rule: options.ties, root: Player::new(0), players: game.players() };
        Self::with_memory(game, test, order, observer, options, ties, Forgetful)
    }
}

impl<'s, G, A, M, O, C, T> Recursion<'s, G, A, M, O, C, T>
where
    G: Game,
    A: Attain<G>,
    M: MoveOrder<G>,
    O: Observer<G>,
    C: Conditions,
    T: Memory,
{
    /// Whether moves are searched in any other order than they are listed in.
    const REORDERS: bool = !M::IS_REFERENCE || T::REMEMBERS;

    /// Whether a child is a copy of the state on which the move is played, instead of the state on which it is played
    /// and taken back: less work, where a state is small and owns nothing.
    const COPIES: bool = size_of::<G::State>() <= 128 && !std::mem::needs_drop::<G::State>();
    /// Whether nodes with a single move are passed on the way. A table wants to be asked about each node.
    const PASSES_FORCED_MOVES: bool = Self::COPIES && C::DAGGER && !O::WATCHES && !T::REMEMBERS;

    /// A search of `game` by `test`, with what it can remember. Partition search merges positions and with them their
    /// ties, so it is only for a rule that settles ties by payoffs alone.
    pub fn with_memory(
        game: &'s G,
        test: &'s A,
        order: &'s M,
        observer: &'s mut O,
        options: &Options,
        ties: Ties,
        mut memory: T,
    ) -> Self {
        let players = game.players();
        let horizon = options.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let mut partitions = false;
        if let Some(table) = memory.table() {
            partitions = table.partitions() && (ties.rule == TieRule::Spiteful || game.merges_in_order());
        }
        Self {
            salt: memory::salt(ties, test.keeps_counts()),
            partitions,
            remembers: memory.table().is_some(),
            memory,
            mattered: 0,
            game,
            test,
            order,
            observer,
            speculation: options.pruning.speculation(),
            ties: options.ties,
            all_moves: options.all_moves,
            part: options.part,
            to_the_end: options.depth.is_none(),
            horizon,
            longest_after: options.pruning.longest_after(players),
            // Without bounds hardly anything is known on entry that was not known above after the child before.
            longest_on_entry: if test.is_bounded() { options.pruning.longest_on_entry(players) } else { 0 },
            path: Path::new(),
            exact: A::Value::default(),
            moves: Vec::with_capacity(RESERVED_MOVES),
            turns: Vec::with_capacity(RESERVED_MOVES),
            indices: Vec::with_capacity(RESERVED_MOVES),
            aside: Vec::with_capacity(RESERVED_MOVES),
            searched: Vec::with_capacity(RESERVED_MOVES),
            line: Vec::with_capacity(RESERVED_MOVES),
            meter: Meter::new(&Budget::default()),
            researches: 0,
            deepest: 0,
            cut_off: false,
            conditions: PhantomData,
        }
    }

    /// Whether the table is asked about nodes of this level: a search to the end asks about all of them, one with a depth
    /// limit not about those with little below.
    #[inline(always)]
    fn asks(&self, ply: usize) -> bool {
        self.remembers && self.remaining(ply).are_worth_a_probe()
    }

    #[inline(always)]
    fn remaining(&self, ply: usize) -> Remaining {
        Remaining { plies: (self.horizon - ply) as u16, to_the_end: self.to_the_end }
    }

    /// Visits a node that has children to search, or asks the table about it. Chains do not reach above level `floor`.
    /// Where states are copied, `state` is the visit's own; `possible` is what was possible at its parent.
    fn visit(
        &mut self,
        state: &mut G::State,
        mover: Player,
        ply: usize,
        floor: usize,
        possible: &A::Possible,
    ) -> Verdict<()> {
        let memo = if T::REMEMBERS && self.asks(ply) { self.test.memo(self.game, state) } else { None };
        let remaining = self.remaining(ply);
        let Some((memo, table)) = memo.zip(self.memory.table()) else {
            return self.visit_unknown(state, mover, ply, floor, Known { hint: None, sure: None }, possible);
        };
        let names = Names::new(&memo, self.salt, self.partitions, remaining);
        let known = memory::recall(table, self.game, self.test, state, &names, remaining);
        let mattered = self.mattered;
        if let Some((value, cut_off)) = known.exact {
            self.mattered |= known.mattered;
            self.cut_off |= cut_off;
            return self.found(value);
        }
        // What is sure may prune, so the result rests on whatever that rests on.
        let rests_on_limit = known.sure.is_some_and(|(_, cut_off)| cut_off);
        let cut_off = std::mem::replace(&mut self.cut_off, rests_on_limit);
        self.mattered = known.mattered;
        self.path.at_mut(ply).pass();
        let sure = known.sure.map(|(value, _)| value);
        let verdict = self.visit_unknown(state, mover, ply, floor, Known { hint: known.hint, sure }, possible);
        let proved = match verdict {
            Verdict::Exact(()) => Some((self.exact, true)),
            _ => self.path.at(ply).best().map(|best| (best.value, false)),
        };
        if let Some((value, exact)) = proved
            && self.meter.stopped().is_none()
        {
            let record = Record {
                entry: Proof::new(&self.test.kept(value, &memo.base), exact),
                depth: remaining.plies,
                complete: !self.cut_off,
                best: self.path.at(ply).best().map_or(0, |best| best.index),
            };
            let mask = if self.partitions { self.game.mask(state, self.mattered) } else { u64::MAX };
            if let Some(table) = self.memory.table() {
                memory::remember::<C>(table, &names, mask, record);
            }
        }
        self.mattered |= mattered;
        self.cut_off |= cut_off;
        verdict
    }

    /// Visits a node whose value is not known. `above` is what was possible at its parent.
    #[inline(always)]
    fn visit_unknown(
        &mut self,
        state: &mut G::State,
        mut mover: Player,
        mut ply: usize,
        floor: usize,
        Known { hint, sure }: Known<A::Value>,
        above: &A::Possible,
    ) -> Verdict<()> {
        let (on_entry, later);
        let mut possible = above;
        let mut renewed = A::TESTS && self.test.renews(self.game, state);
        let settles = T::REMEMBERS && self.remembers && self.longest_on_entry > 0;
        let tests = A::TESTS && self.tests_on_entry(ply, renewed, sure.is_some());
        if renewed && (tests || settles) {
            on_entry = self.test.possible(self.game, state);
            possible = &on_entry;
            renewed = false;
        }
        if settles && let Some(value) = self.test.only(possible) {
            self.note_possible(state);
            return self.found(value);
        }
        if tests {
            let sure = sure.map(|sure| self.test.at_least(mover, sure));
            if let Some(verdict) = self.test_on_entry(ply, floor, possible, sure) {
                self.note_possible(state);
                return verdict;
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
        let node = self.open(state, mover, ply, first_move, hint);
        let verdict = self.search_children::<false>(state, node, floor, possible);
        self.close(node);
        verdict
    }

    /// Whether the chain above a node is worth a test before anything of the node is seen: not without a best of the
    /// parent, for that asks for nothing and no chain passes it, nor if nothing is new since the parent was tested. A
    /// chain that begins with the parent's requirement and passes the parent has been climbed there: the level above
    /// it refuses the parent's best, as that test needed too.
    #[inline(always)]
    fn tests_on_entry(&self, ply: usize, renewed: bool, sure: bool) -> bool {
        let parent = self.path.at(ply - 1);
        let is_new = renewed || sure || !parent.tested[parent.standing as usize];
        (self.longest_on_entry > 1 || sure) && (!C::DAGGER || parent.has_best() && is_new)
    }

    /// The verdict on a node that is worth exactly `value`.
    #[inline(always)]
    fn found(&mut self, value: A::Value) -> Verdict<()> {
        self.exact = value;
        Verdict::Exact(())
    }

    /// What is possible at a node has proved something, so what it rests on matters.
    #[inline(always)]
    pub(super) fn note_possible(&mut self, state: &G::State) {
        if T::REMEMBERS && self.partitions {
            self.mattered |= self.test.rests_on(self.game, state);
        }
    }

    /// Lists the moves of a node from `first_move` on, or returns the only one, where nodes with a single move are
    /// passed.
    #[inline(always)]
    fn list_moves(&mut self, state: &G::State, first_move: usize) -> Option<G::Move> {
        if Self::PASSES_FORCED_MOVES
            && let Some(only) = self.game.only_move(state)
        {
            return Some(only);
        }
        self.game.moves(state, &mut self.moves);
        if Self::PASSES_FORCED_MOVES && self.moves.len() == first_move + 1 { self.moves.pop() } else { None }
    }

    /// Passes a node with a single move; in trick games every second node is one. There is nothing to choose, so its
    /// value is that of its child; and as it has no best before, no chain passes it (condition 2), so that value is
    /// exact. Returns who moves next, or the verdict where the search ends.
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

    /// What mattered before a move is played, so that what matters after it is known by itself.
    #[inline(always)]
    fn begin_move(&mut self) -> u64 {
        if T::REMEMBERS { std::mem::take(&mut self.mattered) } else { 0 }
    }

    #[inline(always)]
    fn note_decided(&mut self, state: &G::State, mv: G::Move, undo: &G::Undo) {
        if T::REMEMBERS && self.partitions {
            self.mattered |= self.game.decided(state, mv, undo);
        }
    }

    /// A position at which the search ends; an estimate may look at anything.
    #[inline(always)]
    fn note_leaf(&mut self, cut_off: bool) {
        self.cut_off |= cut_off;
        if T::REMEMBERS && cut_off {
            self.mattered = u64::MAX;
        }
    }

    /// Adds what mattered after a move to what mattered before.
    #[inline(always)]
    fn end_move(&mut self, state: &G::State, mv: G::Move, before: u64, set_aside: Option<usize>) {
        if T::REMEMBERS {
            if self.partitions {
                self.mattered = self.game.widened(state, mv, self.mattered);
                self.searched.push(Searched { mv, mattered: self.mattered, set_aside });
            }
            self.mattered |= before;
        }
    }

    /// Puts a node on the path: its level, its moves, which begin at `first_move`, and the order in which they are
    /// searched.
    #[inline(always)]
    fn open(&mut self, state: &G::State, mover: Player, ply: usize, first_move: usize, hint: Option<u16>) -> Node {
        self.deepest = self.deepest.max(ply + 1);
        self.path.at_mut(ply).open(mover);
        let moves = &self.moves[first_move..];
        let count = moves.len();
        assert!((1..=usize::from(u16::MAX)).contains(&count), "{count} moves where there must be 1 to 65,535");
        if Self::REORDERS {
            self.indices.clear();
            self.indices.extend(0..count as u16);
            self.order.arrange_at(ply, self.game, state, moves, &mut self.indices);
            if let Some(place) = hint.and_then(|hint| self.indices.iter().position(|&index| index == hint)) {
                self.indices[..=place].rotate_right(1);
            }
            let mut first_later = u16::MAX;
            self.turns.extend(self.indices.iter().map(|&index| Turn { index, first_later }));
            for turn in self.turns[first_move..].iter_mut().rev() {
                turn.first_later = first_later;
                first_later = first_later.min(turn.index);
            }
        }
        let (first_aside, first_searched) = (self.aside.len(), self.searched.len());
        Node { ply, first_move, count, first_aside, first_searched, line: self.line.len() }
    }

    /// The move that is searched in a turn, and the first of those that come later.
    #[inline]
    fn turn(&self, node: Node, turn: usize) -> Turn {
        if !Self::REORDERS {
            let later = turn + 1;
            Turn { index: turn as u16, first_later: if later < node.count { later as u16 } else { u16::MAX } }
        } else {
            self.turns[node.first_move + turn]
        }
    }

    #[inline(always)]
    fn close(&mut self, node: Node) {
        self.moves.truncate(node.first_move);
        if Self::REORDERS {
            self.turns.truncate(node.first_move);
        }
        if A::TESTS {
            self.aside.truncate(node.first_aside);
        }
        if T::REMEMBERS {
            self.searched.truncate(node.first_searched);
        }
    }
}
