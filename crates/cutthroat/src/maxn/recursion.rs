//! The recursion: nodes. What is done with their children is in [`children`].

mod children;

use std::marker::PhantomData;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::memory::{self, Forgetful, Memory};
use super::{MAX_DEPTH, Options, Part, Refusal};
use crate::analysis::{Analysis, MoveValue};
use crate::attain::Attain;
use crate::budget::{Budget, Meter, Stop};
use crate::chain::{Best, Conditions, Path, Verdict};
use crate::game::{Game, Player};
use crate::observe::Observer;
use crate::order::MoveOrder;
use crate::pruning::Speculation;
use crate::table::{Proof, Record, Remaining};
use crate::ties::{Standing, TieRule, Ties};

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

    /// Searches `state`, which must not be the end of the game.
    ///
    /// # Errors
    /// When the game goes on for longer than any search and no depth was given.
    ///
    /// # Panics
    /// When the game is over at `state`.
    pub fn run(mut self, state: &G::State) -> Result<Analysis<G::Move>, Refusal> {
        self.search(state)
    }

    /// [`run`](Self::run) with nodes counted by `meter`.
    pub(crate) fn run_metered(mut self, state: &G::State, meter: &mut Meter) -> Result<Analysis<G::Move>, Refusal> {
        std::mem::swap(&mut self.meter, meter);
        let found = self.search(state);
        std::mem::swap(&mut self.meter, meter);
        found
    }

    fn search(&mut self, state: &G::State) -> Result<Analysis<G::Move>, Refusal> {
        let nodes_before = self.meter.nodes();
        let mut state = state.clone();
        let mover = self.game.mover(&state).expect("a search starts where somebody has to move");
        self.game.moves(&state, &mut self.moves);
        if let TieRule::Random(seed) = self.ties {
            self.moves.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        let node = self.open(&state, mover, 0, 0, None);
        let possible = self.test.possible(self.game, &state);
        let mut moves = Vec::new();
        if self.all_moves {
            moves = self.value_every_move(&mut state, node);
        } else {
            self.search_children_apart(&mut state, node, 0, &possible);
        }
        let best = self.path.at(0).best();
        if self.remembers && self.meter.stopped().is_none() {
            self.extend_line(state);
        }
        if let Some(stop) = self.meter.stopped() {
            return Err(Refusal::Stopped(stop));
        }
        let best = best.expect("the root is searched without a requirement");
        let analysis = Analysis {
            payoff: self.test.payoff(best.value),
            best: self.line.first().copied(),
            line: std::mem::take(&mut self.line),
            moves,
            nodes: self.meter.nodes() - nodes_before,
            researches: self.researches,
            depth: if self.cut_off { self.horizon } else { self.deepest.min(self.horizon) },
            stop: if self.cut_off { Stop::Depth } else { Stop::Complete },
            ties: self.ties,
        };
        if self.cut_off && self.to_the_end { Err(Refusal::TooLong) } else { Ok(analysis) }
    }

    /// Searches every move of the root for its own sake, and then lets the mover choose. The line is the chosen one's.
    fn value_every_move(&mut self, state: &mut G::State, node: Node) -> Vec<MoveValue<G::Move>> {
        let mut values: Vec<MoveValue<G::Move>> = Vec::with_capacity(node.count);
        let mover = self.path.at(0).mover;
        let mut chosen: Option<Best<A::Value>> = None;
        let mut line = Vec::new();
        let part = self.part.unwrap_or(Part { place: 0, of: 1 });
        for index in (part.place..node.count).step_by(part.of.max(1)).map(|place| place as u16) {
            self.path.at_mut(0).open(mover);
            self.line.clear();
            self.search_child_apart(state, node, index, false, 0);
            if self.meter.stopped().is_some() {
                break;
            }
            let value = self.path.at(0).best().expect("a root without a requirement wants every value").value;
            values.push(MoveValue { mv: self.moves[usize::from(index)], payoff: self.test.payoff(value) });
            if chosen.is_none_or(|best| self.test.replaces(mover, &best.value, &value, Standing::After)) {
                chosen = Some(Best { value, index });
                line.clone_from(&self.line);
            }
        }
        if let Some(chosen) = chosen {
            self.path.at_mut(0).take(chosen);
        }
        self.line = line;
        values
    }

    /// The table knows values, not lines: where the line ends before the game or the search does, its last position is
    /// searched for its own sake, with chains that stay below it, and so on.
    fn extend_line(&mut self, mut state: G::State) {
        let mut ply = 0;
        while self.meter.stopped().is_none() {
            for &mv in &self.line[ply..] {
                self.game.play(&mut state, mv);
            }
            ply = self.line.len();
            let Some(mover) = self.game.mover(&state).filter(|_| ply < self.horizon) else { break };
            self.moves.clear();
            self.turns.clear();
            self.game.moves(&state, &mut self.moves);
            let node = self.open(&state, mover, ply, 0, None);
            let possible = self.test.possible(self.game, &state);
            self.search_children_apart(&mut state, node, ply, &possible);
        }
    }

    /// Visits a node that has children to search, or asks the table about it. Chains do not reach above level `floor`.
    /// Where states are copied, `state` is the visit's own.
    fn visit(&mut self, state: &mut G::State, mover: Player, ply: usize, floor: usize) -> Verdict<A::Value> {
        let memo = if T::REMEMBERS && self.remembers { self.test.memo(self.game, state) } else { None };
        let Some((memo, table)) = memo.zip(self.memory.table()) else {
            return self.visit_unknown(state, mover, ply, floor, None, None);
        };
        let memo = memo.for_search(self.salt, self.partitions);
        let remaining = Remaining { plies: (self.horizon - ply) as u16, to_the_end: self.to_the_end };
        let known = memory::recall(table, self.game, self.test, state, &memo, remaining);
        let mattered = self.mattered;
        if let Some((value, cut_off)) = known.exact {
            self.mattered |= known.mattered;
            self.cut_off |= cut_off;
            return Verdict::Exact(value);
        }
        let cut_off = std::mem::replace(&mut self.cut_off, false);
        self.mattered = known.mattered;
        self.path.at_mut(ply).pass();
        let verdict = self.visit_unknown(state, mover, ply, floor, known.hint, known.sure);
        let proved = match verdict {
            Verdict::Exact(value) => Some((value, true)),
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
                memory::remember::<C>(table, &memo, mask, record);
            }
        }
        self.mattered |= mattered;
        self.cut_off |= cut_off;
        verdict
    }

    /// Visits a node of which nothing is known but perhaps a move to try first, and something its mover is sure of.
    #[inline(always)]
    fn visit_unknown(
        &mut self,
        state: &mut G::State,
        mut mover: Player,
        mut ply: usize,
        floor: usize,
        hint: Option<u16>,
        sure: Option<A::Value>,
    ) -> Verdict<A::Value> {
        let (on_entry, later);
        let mut possible = None;
        let settles = T::REMEMBERS && self.remembers && self.longest_on_entry > 0;
        let tests = self.longest_on_entry > 1 || (T::REMEMBERS && sure.is_some());
        // A parent that has no best asks for nothing, and no chain passes it.
        let tests = tests && (!C::DAGGER || self.path.at(ply - 1).has_best());
        if A::TESTS && (tests || settles) {
            on_entry = self.test.possible(self.game, state);
            if settles && let Some(value) = self.test.only(&on_entry) {
                self.note_possible(state);
                return Verdict::Exact(value);
            }
            possible = Some(&on_entry);
        }
        if A::TESTS
            && tests
            && let Some(on_entry) = possible
        {
            let sure = sure.map(|sure| self.test.at_least(mover, sure));
            if let Some(verdict) = self.test_on_entry(ply, floor, on_entry, sure) {
                self.note_possible(state);
                return verdict;
            }
        }
        let first_move = self.moves.len();
        while let Some(mv) = self.list_moves(state, first_move) {
            possible = None;
            match self.pass(state, mv, ply) {
                Ok(next) => (mover, ply) = (next, ply + 1),
                Err(verdict) => return verdict,
            }
        }
        let possible = if let Some(possible) = possible {
            possible
        } else {
            later = self.test.possible(self.game, state);
            &later
        };
        let node = self.open(state, mover, ply, first_move, hint);
        let verdict = self.search_children(state, node, floor, possible);
        self.close(node);
        verdict
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
    fn pass(&mut self, state: &mut G::State, mv: G::Move, ply: usize) -> Result<Player, Verdict<A::Value>> {
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
                Err(Verdict::Exact(self.test.leaf(self.game, state)))
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
