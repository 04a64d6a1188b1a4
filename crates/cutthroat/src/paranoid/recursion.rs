//! The recursion.

use super::{Options, Window};
use crate::analysis::{Analysis, MoveValue};
use crate::budget::{Meter, Stop};
use crate::eval::Evaluation;
use crate::game::{Game, Player};
use crate::maxn::{MAX_DEPTH, Refusal};
use crate::order::MoveOrder;
use crate::payoff::Payoff;
use crate::ties::TieRule;

/// One paranoid search, with its working memory: nothing is allocated on the way down.
pub(super) struct Recursion<'s, G: Game, E, M> {
    game: &'s G,
    evaluation: &'s E,
    order: &'s M,
    /// Whose number the value is, and those who play for it.
    root: Player,
    side: Player,
    options: Options,
    /// The level at which positions are evaluated instead of searched.
    horizon: usize,
    /// The moves of all nodes on the path, one after the other, in reference order.
    moves: Vec<G::Move>,
    /// The same moves in the order of search, each as its place in the reference order.
    turns: Vec<u16>,
    /// The best lines of all nodes on the path, one after the other, each followed by the move that is being searched.
    line: Vec<G::Move>,
    meter: &'s mut Meter,
    /// Whether the move is wanted, and not only the value: then the root has to see ties.
    wants_move: bool,
    /// More than this the root is known not to be worth.
    most: i32,
    researches: u64,
    deepest: usize,
    cut_off: bool,
}

/// What the two sides are already sure of. Only values strictly between can still matter.
#[derive(Clone, Copy)]
struct Limits {
    alpha: i32,
    beta: i32,
}

impl Limits {
    /// All values are within: they are 16 bits.
    const OPEN: Self = Self { alpha: i16::MIN as i32 - 1, beta: i16::MAX as i32 + 1 };

    /// The question whether a value is at least `value`.
    const fn at_least(value: i32) -> Self {
        Self { alpha: value - 1, beta: value }
    }

    /// Nothing but `value`.
    const fn exactly(value: i32) -> Self {
        Self { alpha: value - 1, beta: value + 1 }
    }

    const fn has(self, value: i32) -> bool {
        self.alpha < value && value < self.beta
    }

    /// Whether there are values within at all.
    const fn is_open(self) -> bool {
        self.alpha + 1 < self.beta
    }

    const fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}

/// What is known of the value of a node before any of its moves is searched.
#[derive(Clone, Copy)]
struct Known {
    lo: i32,
    up: i32,
}

impl Known {
    const NOTHING: Self = Self { lo: Limits::OPEN.alpha, up: Limits::OPEN.beta };
}

/// Moves for which memory is set aside beforehand. A search that needs more grows it a few times at its start.
const RESERVED_MOVES: usize = 4096;

impl<'s, G: Game, E: Evaluation<G>, M: MoveOrder<G>> Recursion<'s, G, E, M> {
    pub(super) fn new(
        game: &'s G,
        evaluation: &'s E,
        order: &'s M,
        root: Player,
        options: &Options,
        meter: &'s mut Meter,
    ) -> Self {
        Self {
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
            meter,
            wants_move: true,
            most: Known::NOTHING.up,
            researches: 0,
            deepest: 0,
            cut_off: false,
        }
    }

    /// Searches `state`, which must not be the end of the game.
    pub(super) fn run(mut self, state: &G::State) -> Result<Analysis<G::Move>, Refusal> {
        let before = self.meter.nodes();
        let mut moves = Vec::new();
        let payoff = if self.options.all_moves {
            self.value_every_move(state, &mut moves)
        } else {
            let value = self.settle(&mut state.clone(), 0);
            self.payoff(state, value)
        };
        if let Some(stop) = self.meter.stopped() {
            return Err(Refusal::Stopped(stop));
        }
        if self.cut_off && self.options.depth.is_none() {
            return Err(Refusal::TooLong);
        }
        Ok(Analysis {
            payoff,
            best: self.line.first().copied(),
            line: self.line,
            moves,
            nodes: self.meter.nodes() - before,
            researches: self.researches,
            depth: self.deepest,
            stop: if self.cut_off { Stop::Depth } else { Stop::Complete },
            ties: TieRule::First,
        })
    }

    /// Searches every move of the root for its own sake, and then lets the mover choose. The line is the chosen one's.
    fn value_every_move(&mut self, state: &G::State, values: &mut Vec<MoveValue<G::Move>>) -> Payoff {
        self.game.moves(state, &mut self.moves);
        let mut chosen: Option<Payoff> = None;
        let mut line = Vec::new();
        for mv in std::mem::take(&mut self.moves) {
            self.line.clear();
            self.line.push(mv);
            let mut below = state.clone();
            self.game.play(&mut below, mv);
            let value = self.settle(&mut below, 1);
            if self.meter.stopped().is_some() {
                break;
            }
            let payoff = self.payoff(state, value);
            values.push(MoveValue { mv, payoff });
            if chosen.is_none_or(|best| payoff[self.root] > best[self.root]) {
                chosen = Some(payoff);
                line.clone_from(&self.line);
            }
        }
        self.line = line;
        chosen.unwrap_or_default()
    }

    /// The payoff at the end of the line from `state` on, in which the root player has `value`. Where the line ends
    /// before the search did, because what is below was already known, the evaluation may say something else of him.
    fn payoff(&self, state: &G::State, value: i32) -> Payoff {
        let mut end = state.clone();
        for &mv in &self.line {
            self.game.play(&mut end, mv);
        }
        let mut payoff = self.evaluation.evaluate(self.game, &end);
        payoff[self.root] = value as i16;
        payoff
    }

    /// The exact value of a node, and its line after what is in the line already.
    fn settle(&mut self, state: &mut G::State, ply: usize) -> i32 {
        if self.options.window != Window::Binary {
            return self.ask(state, ply, Limits::OPEN);
        }
        let Known { mut lo, mut up } = self.range(state);
        let line = self.line.len();
        self.wants_move = false;
        while lo < up {
            let middle = lo + (up - lo + 1) / 2;
            let value = self.ask(state, ply, Limits::at_least(middle));
            if self.meter.stopped().is_some() {
                return value;
            }
            self.researches += 1;
            self.line.truncate(line);
            if value >= middle {
                lo = value;
            } else {
                up = value;
            }
        }
        self.wants_move = true;
        self.most = if ply == 0 { lo } else { Known::NOTHING.up };
        self.ask(state, ply, Limits::exactly(lo))
    }

    /// What a value can be at all, by what the evaluation declares.
    fn range(&self, state: &G::State) -> Known {
        if self.options.bounds {
            return self.known(state);
        }
        let range = self.evaluation.range(self.game);
        Known {
            lo: range.low.map_or(i16::MIN, |low| low[self.root]).into(),
            up: range.maxp.map_or(i16::MAX, |maxp| maxp[self.root]).into(),
        }
    }

    /// Visits a node from which a search starts: the root, which costs nothing, or one of its children.
    fn ask(&mut self, state: &mut G::State, ply: usize, limits: Limits) -> i32 {
        if ply > 0 && !self.meter.pay() {
            return limits.alpha;
        }
        self.visit(state, ply, limits)
    }

    /// Fail-soft alpha-beta. What is handed up is the value if it lies within the limits, and otherwise a bound on it
    /// from the side where it lies. The best line is left at the end of the common buffer.
    fn visit(&mut self, state: &mut G::State, ply: usize, limits: Limits) -> i32 {
        self.deepest = self.deepest.max(ply);
        let mover = self.game.mover(state);
        let Some(mover) = mover.filter(|_| ply < self.horizon) else {
            self.cut_off |= mover.is_some();
            return self.evaluation.evaluate(self.game, state)[self.root].into();
        };
        let known = self.known(state);
        // The root needs a move even where its value is known.
        if ply > 0 {
            if known.up <= limits.alpha || known.lo == known.up {
                return known.up;
            }
            if known.lo >= limits.beta {
                return known.lo;
            }
        }
        // A value that is known not to be exceeded need not be told from a bound: reaching it is enough.
        let limits = Limits { alpha: limits.alpha.max(known.lo), beta: limits.beta.min(known.up) };
        self.search_children(state, mover, ply, limits)
    }

    /// What monotone bounds say of a node.
    #[inline]
    fn known(&self, state: &G::State) -> Known {
        if !self.options.bounds {
            return Known::NOTHING;
        }
        match self.evaluation.payoff_bounds(self.game, state) {
            Some(bounds) => Known { lo: bounds.lo[self.root].into(), up: bounds.up[self.root].into() },
            None => Known::NOTHING,
        }
    }

    fn search_children(&mut self, state: &mut G::State, mover: Player, ply: usize, mut limits: Limits) -> i32 {
        let (first, line) = (self.moves.len(), self.line.len());
        self.game.moves(state, &mut self.moves);
        let count = self.moves.len() - first;
        if !M::IS_REFERENCE {
            self.turns.extend(0..count as u16);
            self.order.arrange_at(ply, self.game, state, &self.moves[first..], &mut self.turns[first..]);
        }
        let maximises = self.game.side(mover) == self.side;
        let mut best: Option<(i32, u16)> = None;
        for turn in 0..count {
            let index = if M::IS_REFERENCE { turn as u16 } else { self.turns[first + turn] };
            let mut seen = limits;
            // At the root a move that stands earlier in the reference order wins a tie, so a tie must be seen.
            let wins_ties = ply == 0 && self.wants_move && best.is_some_and(|(_, best)| index < best);
            if wins_ties {
                seen.alpha -= 1;
            } else if ply == 0 && best.is_some() && limits.alpha >= limits.beta.min(self.most) {
                continue;
            }
            let mv = self.moves[first + usize::from(index)];
            let child_line = self.line.len();
            self.line.push(mv);
            let value = self.search_child(state, mv, ply, seen, maximises, best.is_none());
            if self.meter.stopped().is_some() {
                return value;
            }
            let better = best.is_none_or(|(best, _)| {
                (if maximises { value > best } else { value < best }) || (wins_ties && value == best)
            });
            if !better {
                self.line.truncate(child_line);
                continue;
            }
            if child_line > line {
                self.line.copy_within(child_line.., line);
                self.line.truncate(line + self.line.len() - child_line);
            }
            best = Some((value, index));
            if !self.options.prune {
                continue;
            }
            if maximises {
                limits.alpha = limits.alpha.max(value);
            } else {
                limits.beta = limits.beta.min(value);
            }
            if limits.is_closed() && ply > 0 {
                if turn + 1 < count {
                    self.order.caused_cut(self.game, state, ply, mv, self.horizon - ply);
                }
                break;
            }
        }
        self.moves.truncate(first);
        if !M::IS_REFERENCE {
            self.turns.truncate(first);
        }
        best.expect("at least one legal move").0
    }

    /// Searches a child whose move is the last of the line: as its limits are, or first with the question whether it
    /// is better than the best.
    #[inline]
    fn search_child(
        &mut self,
        state: &mut G::State,
        mv: G::Move,
        ply: usize,
        limits: Limits,
        maximises: bool,
        is_first: bool,
    ) -> i32 {
        if self.options.window != Window::Null || is_first || !limits.is_open() {
            return self.play(state, mv, ply, limits);
        }
        let line = self.line.len();
        let better = Limits::at_least(if maximises { limits.alpha + 1 } else { limits.beta });
        let value = self.play(state, mv, ply, better);
        if !limits.has(value) || self.meter.stopped().is_some() {
            return value;
        }
        self.researches += 1;
        self.line.truncate(line);
        let value_is_within =
            if maximises { Limits { alpha: value - 1, ..limits } } else { Limits { beta: value + 1, ..limits } };
        self.play(state, mv, ply, value_is_within)
    }

    #[inline]
    fn play(&mut self, state: &mut G::State, mv: G::Move, ply: usize, limits: Limits) -> i32 {
        if !self.meter.pay() {
            return limits.alpha;
        }
        let undo = self.game.play(state, mv);
        let value = self.visit(state, ply + 1, limits);
        self.game.undo(state, mv, undo);
        value
    }
}
