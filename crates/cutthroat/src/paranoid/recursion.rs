//! The recursion.

mod line;
mod memory;
mod root;
mod threads;

use std::marker::PhantomData;

use super::known::{Known, Limits, RestsOn};
use super::{ParanoidOptions, Window};
use crate::budget::Meter;
use crate::crew::Division;
use crate::eval::Evaluation;
use crate::game::{Game, Player};
use crate::hints::SearchHints;
use crate::order::{MoveOrder, bring_forward};
use crate::search::MAX_DEPTH;
use crate::selection::{Lister, Selection};
use crate::table::{Memo, Names, TableKind, TableUse, ValueInterval, WideHasher};

/// One paranoid search, with its working memory: nothing is allocated on the way down.
pub(super) struct ParanoidRecursion<'s, G: Game, E, M, K> {
    game: &'s G,
    evaluation: &'s E,
    order: &'s M,
    lister: Lister<'s, G, M>,
    /// The move of the root that is tried first.
    tried_first: Option<G::Move>,
    /// Whether no move is left out, so that what players can ensure in the game they can ensure here.
    sure_of_all_moves: bool,
    /// The player whose payoff is the value, and their side.
    root: Player,
    side: Player,
    options: ParanoidOptions,
    /// The level at which positions are evaluated instead of searched.
    horizon: usize,
    /// The moves of all nodes on the path, one after the other, in reference order.
    moves: Vec<G::Move>,
    /// The same moves in the order of search, each as its place in the reference order.
    turns: Vec<u16>,
    /// The best lines of all nodes on the path, one after the other, each followed by the move that is being searched.
    line: Vec<G::Move>,
    /// Whether lines are kept below the root's moves. If a game is solved with a table, they are found afterwards.
    keeps_lines: bool,
    meter: &'s mut Meter,
    /// Whether the first of the best moves is wanted, and not only the value: then ties at the root must be exact.
    settles_ties: bool,
    /// An upper bound on the value of the root.
    most: i32,
    /// The table, and what separates this search from others that use it.
    table: Option<TableUse<'s, ValueInterval>>,
    salt: u128,
    /// How moves are divided with other threads.
    division: Division,
    /// Whether relevant features are tracked.
    partitions: bool,
    /// The features that are relevant below the current node; see [`Partition::decided`](crate::Partition::decided).
    relevant: u64,
    /// The moves of all nodes on the path that were searched, and what is relevant after each.
    searched: Vec<(G::Move, u64)>,
    /// The best move of the node searched last, as its place in the reference order.
    best: u16,
    researches: u64,
    deepest: usize,
    cut_off: bool,
    kind: PhantomData<K>,
}

/// Memory is reserved for this many moves. A search that needs more grows it a few times at its start.
const RESERVED_MOVES: usize = 4096;

impl<'s, G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>, K: TableKind<G>> ParanoidRecursion<'s, G, E, M, K> {
    #[expect(clippy::too_many_arguments, reason = "all that a search is made of")]
    pub(super) fn new(
        game: &'s G,
        evaluation: &'s E,
        order: &'s M,
        root: Player,
        options: &ParanoidOptions,
        selection: Selection,
        table: Option<TableUse<'s, ValueInterval>>,
        meter: &'s mut Meter,
    ) -> Self {
        let mut salt = WideHasher::default();
        salt.add(root.index() as u64);
        salt.add(selection.salt());
        let lister = Lister::new(game, order, selection);
        let has_table = K::HAS_TABLE && table.is_some();
        Self {
            partitions: K::PARTITIONS && table.is_some() && lister.is_plain(),
            sure_of_all_moves: selection.has_all(),
            lister,
            tried_first: None,
            kind: PhantomData,
            table,
            salt: salt.wide(),
            division: Division::default(),
            relevant: 0,
            searched: Vec::with_capacity(RESERVED_MOVES),
            best: 0,
            game,
            evaluation,
            order,
            root,
            side: game.side(root),
            options: *options,
            horizon: options.depth.unwrap_or(MAX_DEPTH),
            moves: Vec::with_capacity(RESERVED_MOVES),
            turns: Vec::with_capacity(RESERVED_MOVES),
            line: Vec::with_capacity(RESERVED_MOVES),
            keeps_lines: options.depth.is_some() || !has_table,
            meter,
            settles_ties: !options.any_best && options.value_for.is_none(),
            most: Known::NOTHING.up,
            researches: 0,
            deepest: 0,
            cut_off: false,
        }
    }

    /// Fail-soft alpha-beta. Returns the value if it lies within the limits, and otherwise a bound on it from the side
    /// where it lies. The best line is left at the end of the common buffer.
    fn visit(&mut self, state: &mut G::State, ply: usize, limits: Limits) -> i32 {
        self.deepest = self.deepest.max(ply);
        let mover = self.game.mover(state);
        let Some(mover) = mover.filter(|_| ply < self.horizon) else {
            if mover.is_some() {
                self.cut_off = true;
                // An estimate may depend on anything.
                self.relevant = u64::MAX;
            }
            return self.evaluation.evaluate(self.game, state)[self.root].into();
        };
        let (known, rests_on) = self.known(state, limits);
        // The root needs a move even where its value is known.
        if (ply > 0 || self.options.value_for.is_some())
            && let Some(value) = known.settles(limits)
        {
            self.relevant |= rests_on.where_settled(known, limits);
            return value;
        }
        let asks = ply > 0 && self.has_table() && self.remaining(ply).are_worth_a_probe();
        let memo = if asks { self.memo(state) } else { None };
        let Some(memo) = memo else {
            let left = known.within(limits, !self.has_table());
            let value = match self.only_move(state, ply) {
                Some(mv) => self.play_only(state, mv, ply, left),
                None => self.search_children(state, mover, ply, left, None),
            };
            self.relevant |= rests_on.where_tighter(known, limits);
            return value;
        };
        let names = Names::new(&memo, self.salt, self.partitions, self.remaining(ply));
        self.division.recognise(&names.merged);
        let relevant = self.relevant;
        let recalled = self.recall(state, ply, &names, known, rests_on, limits);
        let known = recalled.known;
        if let Some(value) = known.settles(limits) {
            self.relevant |= recalled.rests_on.where_settled(known, limits);
            self.cut_off |= !recalled.complete;
            return value;
        }
        let rests_on = recalled.rests_on.where_tighter(known, limits);
        let cut_off = std::mem::replace(&mut self.cut_off, false);
        self.relevant = 0;
        let asked = limits;
        let limits = known.within(limits, false);
        let buffers = if self.division.divides(ply, self.deepest) { Some(self.enter(ply)) } else { None };
        let value = self.search_children(state, mover, ply, limits, recalled.hint);
        if buffers.is_some_and(|buffers| self.leaves_to_others(ply, buffers)) {
            (self.relevant, self.cut_off) = (relevant, cut_off);
            return self.visit(state, ply, asked);
        }
        if self.meter.stopped().is_none() {
            // What was known before was used: in the limits, and so in what was left out.
            self.relevant |= rests_on;
            self.cut_off |= !recalled.complete;
            let proved = Known {
                lo: if value > limits.alpha { value } else { Known::NOTHING.lo },
                up: if value < limits.beta { value } else { Known::NOTHING.up },
            };
            self.remember(state, ply, &names, recalled.hint.is_some(), proved);
        }
        if buffers.is_some() {
            self.division.leave(self.meter.stopped().is_none());
        }
        self.relevant |= relevant;
        self.cut_off |= cut_off;
        value
    }

    /// Whether there is a table. A search that is compiled for one may go without.
    #[inline(always)]
    fn has_table(&self) -> bool {
        K::HAS_TABLE && self.table.is_some()
    }

    /// The memo of a node. Which moves are left out or listed first may depend on the whole position, even if its value
    /// does not.
    #[inline]
    fn memo(&self, state: &G::State) -> Option<Memo> {
        if self.lister.is_plain() { self.evaluation.memo(self.game, state) } else { Some(Memo::of(state)) }
    }

    /// What bounds say about a node that is asked about with these limits, and the features that rests on.
    #[inline]
    fn known(&self, state: &G::State, limits: Limits) -> (Known, RestsOn) {
        if !self.options.bounds {
            return (Known::NOTHING, RestsOn::default());
        }
        let searches_all = self.options.depth.is_none() && self.has_table() && self.sure_of_all_moves;
        if searches_all
            && let Some(bounds) = self.evaluation.side_bounds(self.game, state, self.root, (limits.alpha, limits.beta))
        {
            let known = Known { lo: bounds.lo.into(), up: bounds.up.into() };
            return (known, RestsOn { lo: bounds.lo_rests_on, up: bounds.up_rests_on });
        }
        let known = match self.evaluation.payoff_bounds(self.game, state) {
            Some(bounds) => Known::within_bounds(&bounds, self.root),
            None => Known::NOTHING,
        };
        if searches_all
            && let Some(ensured) = self.evaluation.ensured(self.game, state)
            && let Some(bounds) = &ensured.payoff
        {
            let mut rests_on = RestsOn::default();
            for player in Player::all(self.game.players()) {
                let ours = self.game.side(player) == self.side;
                *(if ours { &mut rests_on.lo } else { &mut rests_on.up }) |= ensured.rests_on[player.lane()];
            }
            return (known.and(Known::within_bounds(bounds, self.root)), rests_on);
        }
        (known, RestsOn::default())
    }

    /// The only move of a node below the root, if there is nothing to list, to order or to divide.
    #[inline]
    fn only_move(&self, state: &G::State, ply: usize) -> Option<G::Move> {
        if ply > 0 && self.lister.is_plain() { self.game.only_move(state) } else { None }
    }

    /// Plays the only move of a node; its value is that of the node.
    #[inline]
    fn play_only(&mut self, state: &mut G::State, mv: G::Move, ply: usize, limits: Limits) -> i32 {
        if self.keeps_lines {
            self.line.push(mv);
        }
        self.best = 0;
        self.play(state, mv, ply, limits)
    }

    /// Searches the moves of a node, `hint` first: the place in the reference order of an earlier best move.
    fn search_children(
        &mut self,
        state: &mut G::State,
        mover: Player,
        ply: usize,
        mut limits: Limits,
        hint: Option<u16>,
    ) -> i32 {
        let (first, line, first_searched) = (self.moves.len(), self.line.len(), self.searched.len());
        if ply == 0 {
            self.lister.list_root(state, &mut self.moves);
        } else {
            self.lister.list(state, &mut self.moves);
        }
        let count = self.moves.len() - first;
        self.turns.extend(0..count as u16);
        if !M::IS_REFERENCE && count > 1 {
            self.order.arrange_at(ply, self.game, state, &self.moves[first..], &mut self.turns[first..]);
        }
        if ply == 0
            && let Some(tried_first) = self.tried_first
        {
            bring_forward(&self.moves[first..], &mut self.turns[first..], tried_first);
        }
        if let Some(place) = hint.and_then(|hint| self.turns[first..].iter().position(|&index| index == hint)) {
            self.turns[first..=first + place].rotate_right(1);
        }
        let maximises = self.game.side(mover) == self.side;
        let relevant_before = std::mem::take(&mut self.relevant);
        let mut best: Option<(i32, u16)> = None;
        // Threads divide their work by what is in the table.
        let divided = if K::HAS_TABLE { self.division.node(ply, self.deepest) } else { None };
        for turn in 0..count {
            if let Some(node) = divided.filter(|_| turn > 0)
                && let under_way = self.division.under_way(node)
                && !under_way.is_empty()
            {
                self.leave_moves_to_others(state, under_way, first, first + turn);
            }
            let index = self.turns[first + turn];
            let mut seen = limits;
            // At the root, an earlier move in the reference order wins a tie, so a tie must be seen.
            let wins_ties = ply == 0 && self.settles_ties && best.is_some_and(|(_, best)| index < best);
            if wins_ties {
                seen.alpha -= 1;
            } else if ply == 0 && best.is_some() && limits.alpha >= limits.beta.min(self.most) {
                continue;
            }
            let mv = self.moves[first + usize::from(index)];
            let mut searched = self.searched[first_searched..].iter();
            if searched.any(|&(before, relevant)| K::is_equivalent_given(self.game, state, before, mv, relevant)) {
                continue;
            }
            let child_line = self.line.len();
            if self.keeps_lines || ply == 0 {
                self.line.push(mv);
            }
            let relevant = std::mem::take(&mut self.relevant);
            let asked = match maximises {
                _ if self.options.window != Window::Null || best.is_none() => seen,
                true => Limits { beta: seen.beta.min(limits.alpha + 1), ..seen },
                false => Limits { alpha: seen.alpha.max(limits.beta - 1), ..seen },
            };
            if let Some(node) = divided
                && !self.division.begins(self.meter, node, index, turn == 0)
            {
                return limits.alpha;
            }
            let value = self.search_child(state, mv, ply, asked, seen, maximises);
            if let Some(node) = divided {
                self.division.end(node, index, turn == 0);
            }
            if self.meter.stopped().is_some() {
                return value;
            }
            if ply == 0 {
                self.meter.move_done();
            }
            let better = best.is_none_or(|(best, _)| {
                (if maximises { value > best } else { value < best }) || (wins_ties && value == best)
            });
            if better {
                if child_line > line {
                    self.line.copy_within(child_line.., line);
                    self.line.truncate(line + self.line.len() - child_line);
                }
                best = Some((value, index));
                if self.options.prune {
                    if maximises {
                        limits.alpha = limits.alpha.max(value);
                    } else {
                        limits.beta = limits.beta.min(value);
                    }
                    if limits.is_closed() && ply > 0 {
                        // This move alone is the proof, and not those that it stood for.
                        if turn + 1 < count {
                            self.order.caused_cut(self.game, state, ply, mv, self.horizon - ply);
                        }
                        break;
                    }
                }
            } else {
                self.line.truncate(child_line);
            }
            if self.partitions {
                self.relevant = K::with_equivalents(self.game, state, mv, self.relevant);
                if ply > 0 || self.options.value_for.is_some() {
                    self.searched.push((mv, self.relevant));
                }
            }
            self.relevant |= relevant;
        }
        self.moves.truncate(first);
        self.turns.truncate(first);
        self.searched.truncate(first_searched);
        self.relevant |= relevant_before;
        let (value, index) = best.expect("at least one legal move");
        self.best = index;
        value
    }

    /// Searches a child, whose move is the last of the line, with the limits `asked`; and again if that does not settle
    /// a value within `limits`.
    #[inline]
    fn search_child(
        &mut self,
        state: &mut G::State,
        mv: G::Move,
        ply: usize,
        asked: Limits,
        limits: Limits,
        maximises: bool,
    ) -> i32 {
        let line = self.line.len();
        let value = self.play(state, mv, ply, asked);
        if asked.has(value) || !limits.has(value) || self.meter.stopped().is_some() {
            return value;
        }
        self.researches += 1;
        self.line.truncate(line);
        let with_value =
            if maximises { Limits { alpha: value - 1, ..limits } } else { Limits { beta: value + 1, ..limits } };
        self.play(state, mv, ply, with_value)
    }

    #[inline]
    fn play(&mut self, state: &mut G::State, mv: G::Move, ply: usize, limits: Limits) -> i32 {
        if !self.meter.pay() {
            return limits.alpha;
        }
        let undo = self.game.play(state, mv);
        if self.partitions {
            self.relevant |= K::decided(self.game, state, mv, &undo);
        }
        let value = self.visit(state, ply + 1, limits);
        self.game.undo(state, mv, undo);
        value
    }
}
