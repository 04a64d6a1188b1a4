//! The recursion.

use std::marker::PhantomData;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::memory::{self, Forgetful, Memory};
use super::{MAX_DEPTH, Options, Refusal};
use crate::analysis::{Analysis, MoveValue};
use crate::attain::Attain;
use crate::budget::{Budget, Meter, Stop};
use crate::chain::{self, Best, Climb, Conditions, Level, Verdict};
use crate::game::{Game, Player};
use crate::observe::{Observer, Prune, Requirement};
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
    /// Whether no depth was given.
    to_the_end: bool,
    /// The level at which positions are evaluated instead of searched.
    horizon: usize,
    longest_after: usize,
    longest_on_entry: usize,
    /// The path from the root.
    path: Vec<Level<A::Value, A::Accept>>,
    /// The moves of all nodes on the path, one after the other, in reference order.
    moves: Vec<G::Move>,
    /// The same moves in the order of search.
    turns: Vec<Turn>,
    /// Where one node's moves are put in order.
    indices: Vec<u16>,
    /// The children set aside by all nodes on the path.
    aside: Vec<Aside>,
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

/// A node being searched: where its moves lie in the common buffers.
#[derive(Clone, Copy)]
struct Node {
    ply: usize,
    first_move: usize,
    count: usize,
    first_aside: usize,
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
        Self {
            salt: memory::salt(ties, test.keeps_counts()),
            partitions: T::REMEMBERS && memory.table().partitions() && ties.rule == TieRule::Spiteful,
            memory,
            mattered: 0,
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
            // Without bounds hardly anything is known on entry that was not known above after the child before.
            longest_on_entry: if test.is_bounded() { options.pruning.longest_on_entry(players) } else { 0 },
            path: (0..=horizon).map(|_| Level::new(Player::new(0))).collect(),
            moves: Vec::with_capacity(RESERVED_MOVES),
            turns: Vec::with_capacity(RESERVED_MOVES),
            indices: Vec::with_capacity(RESERVED_MOVES),
            aside: Vec::with_capacity(RESERVED_MOVES),
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
        let node = self.open(&state, mover, 0, 0, None);
        let possible = self.possible(&state);
        let mut moves = Vec::new();
        if self.all_moves {
            moves = self.value_every_move(&mut state, node);
        } else {
            self.search_children(&mut state, node, 0, &possible);
        }
        let best = self.path[0].best;
        if T::REMEMBERS && self.meter.stopped().is_none() {
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
        let mover = self.path[0].mover;
        let mut chosen: Option<Best<A::Value>> = None;
        let mut line = Vec::new();
        for index in 0..node.count as u16 {
            self.path[0] = Level::new(mover);
            self.line.clear();
            self.search_child(state, node, index, false, 0);
            if self.meter.stopped().is_some() {
                break;
            }
            let value = self.path[0].best.expect("a root without a requirement wants every value").value;
            values.push(MoveValue { mv: self.moves[usize::from(index)], payoff: self.test.payoff(value) });
            if chosen.is_none_or(|best| self.test.replaces(mover, best.value, value, Standing::After)) {
                chosen = Some(Best { value, index });
                line.clone_from(&self.line);
            }
        }
        self.path[0].best = chosen;
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
            let possible = self.possible(&state);
            self.search_children(&mut state, node, ply, &possible);
        }
    }

    /// Visits a node that has children to search, or asks the table about it. Chains do not reach above level `floor`.
    fn visit(&mut self, state: &mut G::State, mover: Player, ply: usize, floor: usize) -> Verdict<A::Value> {
        let memo = if T::REMEMBERS { self.test.memo(self.game, state) } else { None };
        let Some(memo) = memo else { return self.visit_unknown(state, mover, ply, floor, None, None) };
        let memo = memo.for_search(self.salt, self.partitions);
        let remaining = Remaining { plies: (self.horizon - ply) as u16, to_the_end: self.to_the_end };
        let known = memory::recall(self.memory.table(), self.game, self.test, state, &memo, remaining);
        let mattered = self.mattered;
        if let Some((value, cut_off)) = known.exact {
            self.mattered |= known.mattered;
            self.cut_off |= cut_off;
            return Verdict::Exact(value);
        }
        let cut_off = std::mem::replace(&mut self.cut_off, false);
        self.mattered = known.mattered;
        self.path[ply].best = None;
        let verdict = self.visit_unknown(state, mover, ply, floor, known.hint, known.sure);
        let proved = match verdict {
            Verdict::Exact(value) => Some((value, true)),
            _ => self.path[ply].best.map(|best| (best.value, false)),
        };
        if let Some((value, exact)) = proved
            && self.meter.stopped().is_none()
        {
            let record = Record {
                entry: Proof::new(&self.test.kept(value, &memo.base), exact),
                depth: remaining.plies,
                complete: !self.cut_off,
                best: self.path[ply].best.map_or(0, |best| best.index),
            };
            let mask = if self.partitions { self.game.mask(state, self.mattered) } else { u64::MAX };
            memory::remember::<C>(self.memory.table(), &memo, mask, record);
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
        mover: Player,
        ply: usize,
        floor: usize,
        hint: Option<u16>,
        sure: Option<A::Value>,
    ) -> Verdict<A::Value> {
        let mut possible = None;
        let settles = T::REMEMBERS && self.longest_on_entry > 0;
        let tests = self.longest_on_entry > 1 || (T::REMEMBERS && sure.is_some());
        // A parent that has no best asks for nothing, and no chain passes it.
        let tests = tests && (!C::DAGGER || self.path[ply - 1].requirement.is_some());
        if A::TESTS && (tests || settles) {
            let here = self.possible(state);
            if settles && let Some(value) = self.test.only(&here) {
                return Verdict::Exact(value);
            }
            possible = Some(here);
        }
        if A::TESTS
            && tests
            && let Some(here) = possible
        {
            let sure = sure.map(|sure| self.test.at_least(mover, sure));
            if let Some(verdict) = self.test_on_entry(ply, floor, &here, sure) {
                return verdict;
            }
        }
        let first_move = self.moves.len();
        self.game.moves(state, &mut self.moves);
        if C::DAGGER && !O::WATCHES && self.moves.len() == first_move + 1 {
            return self.visit_forced(state, mover, ply, floor);
        }
        let possible = possible.unwrap_or_else(|| self.possible(state));
        let node = self.open(state, mover, ply, first_move, hint);
        let verdict = self.search_children(state, node, floor, &possible);
        self.close(node);
        verdict
    }

    /// What is possible at a node, all of which is taken to matter.
    #[inline(always)]
    fn possible(&mut self, state: &G::State) -> A::Possible {
        if T::REMEMBERS && self.partitions {
            self.mattered |= self.test.rests_on(self.game, state);
        }
        self.test.possible(self.game, state)
    }

    /// Visits a node with a single move, the last in the buffer; in trick games that is every second node. There is
    /// nothing to choose, so its value is that of its child; and as it has no best before, no chain passes it (condition
    /// 2), so that value is exact.
    #[inline(always)]
    fn visit_forced(&mut self, state: &mut G::State, mover: Player, ply: usize, floor: usize) -> Verdict<A::Value> {
        let mv = self.moves.pop().expect("a single move");
        if A::TESTS {
            self.path[ply] = Level::new(mover);
        }
        self.deepest = self.deepest.max(ply + 1);
        if !self.meter.pay() {
            return Verdict::Ignored;
        }
        self.line.push(mv);
        let mattered = self.begin_move();
        let undo = self.game.play(state, mv);
        self.note_decided(state, mv, &undo);
        let mover = self.game.mover(state);
        let verdict = match mover.filter(|_| ply + 1 < self.horizon) {
            Some(mover) => self.visit(state, mover, ply + 1, floor),
            None => {
                self.note_leaf(mover.is_some());
                Verdict::Exact(self.test.leaf(self.game, state))
            }
        };
        self.game.undo(state, mv, undo);
        self.end_move(state, mv, mattered);
        verdict
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
    fn end_move(&mut self, state: &G::State, mv: G::Move, before: u64) {
        if T::REMEMBERS {
            if self.partitions {
                self.mattered = self.game.widened(state, mv, self.mattered);
            }
            self.mattered |= before;
        }
    }

    /// Puts a node on the path: its level, its moves, which begin at `first_move`, and the order in which they are
    /// searched.
    #[inline(always)]
    fn open(&mut self, state: &G::State, mover: Player, ply: usize, first_move: usize, hint: Option<u16>) -> Node {
        self.deepest = self.deepest.max(ply + 1);
        self.path[ply] = Level::new(mover);
        let moves = &mut self.moves[first_move..];
        if let (0, TieRule::Random(seed)) = (ply, self.ties) {
            moves.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
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
        Node { ply, first_move, count, first_aside: self.aside.len(), line: self.line.len() }
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
    }

    #[inline(always)]
    fn search_children(
        &mut self,
        state: &mut G::State,
        node: Node,
        floor: usize,
        possible: &A::Possible,
    ) -> Verdict<A::Value> {
        let prunes = A::TESTS && self.longest_after > 0;
        let mut tested = None;
        for turn in 0..node.count {
            let Turn { index, first_later } = self.turn(node, turn);
            if A::TESTS {
                self.path[node.ply].on_last_branch = turn + 1 == node.count;
            }
            let set_aside = self.search_child(state, node, index, false, floor);
            if self.meter.stopped().is_some() {
                return Verdict::Ignored;
            }
            if !prunes {
                continue;
            }
            if let Some(top) = set_aside
                && C::SEARCH_AGAIN
            {
                self.aside.push(Aside { index, top });
            }
            if self.path[node.ply].best.is_none() {
                continue;
            }
            if self.aside.len() > node.first_aside && self.path[node.ply].wanted {
                self.search_again(state, node);
                if self.meter.stopped().is_some() {
                    return Verdict::Ignored;
                }
            }
            let first_unseen =
                self.aside[node.first_aside..].iter().map(|aside| aside.index).fold(first_later, u16::min);
            if first_unseen == u16::MAX {
                break;
            }
            let best = self.path[node.ply].best.expect("searching again takes no best away");
            let standing = Standing::of(first_unseen, best.index);
            if tested == Some((best.index, standing)) {
                continue;
            }
            tested = Some((best.index, standing));
            if let Some(top) = self.test_after_child(node, best.value, standing, possible, floor) {
                if O::WATCHES {
                    let cut = node.count - turn - 1 + self.aside.len() - node.first_aside;
                    self.report(node.ply, top, Some(standing), cut, possible);
                }
                if !M::IS_REFERENCE {
                    let mv = self.moves[node.first_move + usize::from(best.index)];
                    self.order.caused_cut(self.game, state, node.ply, mv, self.horizon - node.ply);
                }
                if top == node.ply {
                    return Verdict::Exact(best.value);
                }
                return Verdict::pruned(node.ply, top);
            }
        }
        match self.aside[node.first_aside..].iter().map(|aside| aside.top).min() {
            Some(top) => Verdict::pruned(node.ply, top),
            // Only without condition 3 can a node end with nothing to show.
            None => self.path[node.ply].best.map_or(Verdict::Ignored, |best| Verdict::Exact(best.value)),
        }
    }

    /// Searches the child at `index` of the reference order and, if the mover prefers it, makes it the visible best.
    /// Returns the top of the chain where the child has to be set aside.
    #[inline(always)]
    fn search_child(
        &mut self,
        state: &mut G::State,
        node: Node,
        index: u16,
        again: bool,
        floor: usize,
    ) -> Option<usize> {
        if !self.meter.pay() {
            return None;
        }
        let mv = self.moves[node.first_move + usize::from(index)];
        if A::TESTS || Self::REORDERS {
            let level = &mut self.path[node.ply];
            level.standing = level.best.map_or(Standing::After, |best| Standing::of(index, best.index));
        }
        if O::WATCHES {
            let index = if node.ply == 0 { self.index_as_listed(state, mv) } else { index };
            self.observer.down(mv, index, again);
        }
        let mattered = self.begin_move();
        let undo = self.game.play(state, mv);
        self.note_decided(state, mv, &undo);
        let mover = self.game.mover(state);
        let mut set_aside = None;
        if let Some(mover) = mover.filter(|_| node.ply + 1 < self.horizon) {
            if A::TESTS {
                let level = &mut self.path[node.ply];
                level.requirement = level.best.map(|best| self.test.accept(level.mover, best.value, level.standing));
            }
            let line = self.line.len();
            self.line.push(mv);
            let verdict = self.visit(state, mover, node.ply + 1, floor);
            if let Verdict::Exact(value) = verdict
                && self.path[node.ply].wants(self.test, value)
            {
                if line > node.line {
                    self.line.copy_within(line.., node.line);
                    self.line.truncate(node.line + self.line.len() - line);
                }
                self.take(node, Best { value, index });
            } else {
                self.line.truncate(line);
            }
            if let Verdict::SetAside { top } = verdict {
                set_aside = Some(top);
            }
            if O::WATCHES {
                self.observer.up(verdict.map(|value| self.test.payoff(value)));
            }
        } else {
            self.note_leaf(mover.is_some());
            let value = self.test.leaf(self.game, state);
            if self.path[node.ply].wants(self.test, value) {
                self.line.truncate(node.line);
                self.line.push(mv);
                self.take(node, Best { value, index });
            }
            if O::WATCHES {
                self.observer.up(Verdict::Exact(self.test.payoff(value)));
            }
        }
        self.game.undo(state, mv, undo);
        self.end_move(state, mv, mattered);
        set_aside
    }

    /// Makes a child the visible best of its node.
    #[inline]
    fn take(&mut self, node: Node, best: Best<A::Value>) {
        let (above, here) = self.path.split_at_mut(node.ply);
        here[0].best = Some(best);
        if A::TESTS {
            here[0].wanted = above.last().is_none_or(|parent| parent.wants(self.test, best.value));
        }
    }

    /// Searches the children set aside again, with chains that stay below this node: the parent wants its best, so its
    /// value is needed.
    fn search_again(&mut self, state: &mut G::State, node: Node) {
        for place in node.first_aside..self.aside.len() {
            self.researches += 1;
            let index = self.aside[place].index;
            let set_aside = self.search_child(state, node, index, true, node.ply);
            debug_assert_eq!(set_aside, None, "a chain reached above its floor");
        }
        self.aside.truncate(node.first_aside);
    }

    /// The chain above a node that has seen nothing yet, with what is possible there and what its mover is sure of: a
    /// requirement of its own.
    #[inline(always)]
    fn test_on_entry(
        &mut self,
        ply: usize,
        floor: usize,
        possible: &A::Possible,
        sure: Option<A::Accept>,
    ) -> Option<Verdict<A::Value>> {
        let mut region = self.test.everything(possible);
        let mut longest = self.longest_on_entry;
        if let Some(sure) = sure {
            region = self.test.narrow(region, &sure, possible);
            longest = self.longest_after;
        }
        let ceiling = floor.max((ply + 1).saturating_sub(longest));
        let climb = Climb { ceiling, speculation: self.speculation };
        let top = chain::climb::<G, A, C>(self.test, &self.path[..ply], None, region, possible, climb)?;
        if O::WATCHES {
            self.report(ply, top, None, 0, possible);
        }
        Some(Verdict::pruned(ply, top))
    }

    /// The chain that begins with the node's own requirement for all it has not seen.
    #[inline(always)]
    fn test_after_child(
        &self,
        node: Node,
        best: A::Value,
        standing: Standing,
        possible: &A::Possible,
        floor: usize,
    ) -> Option<usize> {
        let own = self.test.accept(self.path[node.ply].mover, best, standing);
        let region = self.test.narrow(self.test.everything(possible), &own, possible);
        if self.test.is_empty(&region) {
            return Some(node.ply);
        }
        let ceiling = floor.max((node.ply + 1).saturating_sub(self.longest_after));
        let climb = Climb { ceiling, speculation: self.speculation };
        chain::climb::<G, A, C>(self.test, &self.path[..node.ply], Some(best), region, possible, climb)
    }

    /// Where the game lists a move of the root, which a random tie rule has shuffled.
    #[cold]
    fn index_as_listed(&self, state: &G::State, mv: G::Move) -> u16 {
        let mut listed = Vec::new();
        self.game.moves(state, &mut listed);
        listed.iter().position(|&other| other == mv).unwrap_or_default() as u16
    }

    /// Tells the observer of a prune; `own` is the standing of the unseen children, where the node has a best.
    #[cold]
    fn report(&mut self, level: usize, top: usize, own: Option<Standing>, cut: usize, possible: &A::Possible) {
        let first = if own.is_some() { level } else { level - 1 };
        let chain = (top..=first)
            .rev()
            .filter_map(|ply| {
                let at = &self.path[ply];
                let standing = if ply == level { own? } else { at.standing };
                Some(Requirement {
                    level: ply,
                    player: at.mover,
                    has: self.test.payoff(at.best?.value)[at.mover],
                    tie_may_replace: self.test.tie_may_replace(at.mover, standing),
                })
            })
            .collect();
        self.observer.pruned(Prune { level, top, chain, cut, bounds: self.test.bounds(possible) });
    }
}
