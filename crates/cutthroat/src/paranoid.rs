//! Paranoid: everybody else is taken to play against the player at the root, so the game has two sides and alpha-beta
//! applies (2000 paper, "Reduction to a Paranoid 2-Player Game"). The only alpha-beta recursion there is.
//!
//! Sides are decided by who moves, never by the parity of the ply: in a trick game one player may move twice in a row,
//! and flipping signs at every ply would silently turn the window round.

use crate::analysis::{Analysis, MoveValue};
use crate::budget::{Budget, Meter, Stop};
use crate::eval::Evaluation;
use crate::game::{Game, Player};
use crate::maxn::{MAX_DEPTH, Refusal};
use crate::order::MoveOrder;
use crate::payoff::Payoff;
use crate::ties::TieRule;

/// What to search, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether alpha-beta prunes; without it every node is visited.
    pub prune: bool,
    /// Whether monotone bounds are used as well (2000 paper, Table 2, "with heuristic").
    pub bounds: bool,
    /// Plies to search; `None` is to the end of the game.
    pub depth: Option<usize>,
    /// Whether the value of every move of the root is wanted, not only the best.
    pub all_moves: bool,
}

impl Default for Options {
    /// Alpha-beta to the end of the game.
    fn default() -> Self {
        Self { prune: true, bounds: false, depth: None, all_moves: false }
    }
}

/// Searches `state` for its mover and those on his [side](Game::side): bridge double dummy is this with two sides. His
/// number in the payoff is what he can be sure of against all the others; their
/// numbers are what the line of play happens to give them. Among equal moves he plays the first in reference order.
///
/// # Errors
/// When the depth makes no sense, or bounds are asked for that the evaluation does not declare.
pub fn search<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    options: &Options,
) -> Result<Analysis<G::Move>, Refusal> {
    check(game, evaluation, state, options)?;
    search_metered(game, evaluation, order, state, options, &mut Meter::new(&Budget::default()))
}

/// Checks that the options make sense and that the evaluation declares what they need.
///
/// # Errors
/// The first thing that does not fit.
pub fn check<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    state: &G::State,
    options: &Options,
) -> Result<(), Refusal> {
    if let Some(depth) = options.depth
        && !(1..=MAX_DEPTH).contains(&depth)
    {
        return Err(Refusal::Depth { depth });
    }
    if options.bounds && evaluation.payoff_bounds(game, state).is_none() {
        return Err(Refusal::NoPayoffBounds);
    }
    Ok(())
}

/// Searches `state` while `meter` counts.
pub(crate) fn search_metered<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    options: &Options,
    meter: &mut Meter,
) -> Result<Analysis<G::Move>, Refusal> {
    let Some(root) = game.mover(state) else {
        return Ok(Analysis::of_the_end(evaluation.evaluate(game, state), TieRule::First));
    };
    let horizon = options.depth.unwrap_or(MAX_DEPTH);
    let mut recursion = Recursion {
        game,
        evaluation,
        order,
        root,
        options: *options,
        horizon,
        moves: Vec::new(),
        turns: Vec::new(),
        lines: vec![Vec::new(); horizon + 1],
        meter,
        deepest: 0,
        cut_off: false,
    };
    let before = recursion.meter.nodes();
    let mut state = state.clone();
    let mut found = recursion.root(&mut state);
    found.nodes = recursion.meter.nodes() - before;
    if let Some(stop) = recursion.meter.stopped() {
        return Err(Refusal::Stopped(stop));
    }
    if recursion.cut_off && options.depth.is_none() { Err(Refusal::TooLong) } else { Ok(found) }
}

struct Recursion<'s, G: Game, E, M> {
    meter: &'s mut Meter,
    game: &'s G,
    evaluation: &'s E,
    order: &'s M,
    root: Player,
    options: Options,
    horizon: usize,
    moves: Vec<G::Move>,
    turns: Vec<u16>,
    lines: Vec<Vec<G::Move>>,
    deepest: usize,
    cut_off: bool,
}

/// What the two sides are already sure of. Only values strictly between can still matter.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

const OPEN: Window = Window { alpha: i32::MIN, beta: i32::MAX };

impl<G: Game, E: Evaluation<G>, M: MoveOrder<G>> Recursion<'_, G, E, M> {
    fn root(&mut self, state: &mut G::State) -> Analysis<G::Move> {
        let mut values = Vec::new();
        let payoff = if self.options.all_moves {
            self.game.moves(state, &mut self.moves);
            let mut best: Option<(Payoff, Vec<G::Move>)> = None;
            for mv in std::mem::take(&mut self.moves) {
                let payoff = self.play(state, mv, 0, OPEN);
                if self.meter.stopped().is_some() {
                    break;
                }
                values.push(MoveValue { mv, payoff });
                if best.as_ref().is_none_or(|(best, _)| payoff[self.root] > best[self.root]) {
                    best = Some((payoff, std::iter::once(mv).chain(self.lines[1].iter().copied()).collect()));
                }
            }
            let (payoff, line) = best.unwrap_or_default();
            self.lines[0] = line;
            payoff
        } else {
            self.visit(state, 0, OPEN)
        };
        Analysis {
            payoff,
            best: self.lines[0].first().copied(),
            line: std::mem::take(&mut self.lines[0]),
            moves: values,
            nodes: 0,
            researches: 0,
            depth: self.deepest,
            stop: if self.cut_off { Stop::Depth } else { Stop::Complete },
            ties: TieRule::First,
        }
    }

    fn play(&mut self, state: &mut G::State, mv: G::Move, ply: usize, window: Window) -> Payoff {
        if !self.meter.pay() {
            return Payoff::ZERO;
        }
        let undo = self.game.play(state, mv);
        let payoff = self.visit(state, ply + 1, window);
        self.game.undo(state, mv, undo);
        payoff
    }

    /// Fail-soft alpha-beta. The payoff handed up is that of a leaf; its number for the root player is the value if it
    /// lies inside the window, and a bound on it otherwise.
    fn visit(&mut self, state: &mut G::State, ply: usize, mut window: Window) -> Payoff {
        self.deepest = self.deepest.max(ply);
        self.lines[ply].clear();
        let mover = self.game.mover(state);
        let Some(mover) = mover.filter(|_| ply < self.horizon) else {
            self.cut_off |= mover.is_some();
            return self.evaluation.evaluate(self.game, state);
        };
        let sure = if self.options.bounds { self.evaluation.payoff_bounds(self.game, state) } else { None };
        if let Some(bounds) = &sure {
            let (lo, up) = (i32::from(bounds.lo[self.root]), i32::from(bounds.up[self.root]));
            if up <= window.alpha {
                return bounds.up;
            }
            if lo >= window.beta {
                return bounds.lo;
            }
        }
        let first = self.moves.len();
        self.game.moves(state, &mut self.moves);
        let count = self.moves.len() - first;
        self.turns.extend(0..count as u16);
        if !M::IS_REFERENCE {
            self.order.arrange(self.game, state, &self.moves[first..], &mut self.turns[first..]);
        }

        let maximises = self.game.side(mover) == self.game.side(self.root);
        let mut best: Option<(Payoff, u16)> = None;
        for turn in first..first + count {
            let index = self.turns[turn];
            let mv = self.moves[first + usize::from(index)];
            // At the root a move that stands earlier in the reference order wins a tie, so a tie must be seen.
            let wins_ties = ply == 0 && best.is_some_and(|(_, best)| index < best);
            let seen = Window { alpha: window.alpha.saturating_sub(wins_ties.into()), ..window };
            let payoff = self.play(state, mv, ply, seen);
            if self.meter.stopped().is_some() {
                return payoff;
            }
            let value = payoff[self.root];
            let better = best.is_none_or(|(best, _)| {
                let best = best[self.root];
                (if maximises { value > best } else { value < best }) || (wins_ties && value == best)
            });
            if !better {
                continue;
            }
            best = Some((payoff, index));
            let (line, below) = self.lines[ply..].split_first_mut().expect("a line for every level");
            line.clear();
            line.push(mv);
            line.extend_from_slice(&below[0]);
            let value = i32::from(value);
            if !self.options.prune {
                continue;
            }
            let all_there_is = sure.is_some_and(|bounds| {
                value == i32::from(if maximises { bounds.up[self.root] } else { bounds.lo[self.root] })
            });
            if maximises {
                window.alpha = window.alpha.max(value);
            } else {
                window.beta = window.beta.min(value);
            }
            let ties_are_settled = ply > 0 || self.turns[turn + 1..first + count].iter().all(|&later| later > index);
            if window.alpha >= window.beta || (all_there_is && ties_are_settled) {
                break;
            }
        }
        self.moves.truncate(first);
        self.turns.truncate(first);
        best.expect("at least one legal move").0
    }
}
