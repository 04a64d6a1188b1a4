//! Paranoid: everybody else is taken to play against the player at the root, so the game has two sides and alpha-beta
//! applies (2000 paper, "Reduction to a Paranoid 2-Player Game"). The only alpha-beta recursion there is.
//!
//! Sides are decided by who moves, never by the parity of the ply: in a trick game one player may move twice in a row,
//! and flipping signs at every ply would silently turn the window round. Where players have partners
//! ([`Game::side`]), they are one side with the player at the root: bridge double dummy is this search.
//!
//! With two sides, values are numbers and not vectors. So what is not possible in max^n (2002 paper, theorem 1) is
//! possible here: to ask of a position only whether it is worth more than a given number, with a window that nothing
//! lies in ([`Window`]).

mod known;
mod recursion;

use crate::analysis::Analysis;
use crate::budget::{Budget, Meter};
use crate::eval::Evaluation;
use crate::game::Game;
use crate::maxn::{MAX_DEPTH, Part, Refusal};
use crate::order::MoveOrder;
use crate::table::ScalarTable;
use crate::ties::TieRule;
use recursion::Recursion;

/// With which windows to search. All find the same value and the same move; they differ in what they cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Window {
    /// Plain alpha-beta: whatever is not settled yet is asked for exactly.
    #[default]
    Full,
    /// Principal variation search: of every move but the first it is only asked whether it is better than the best,
    /// and its value only if it is (Marsland and Campbell 1982).
    Null,
    /// Binary search for the value, each question a search with a window that nothing lies in: the zero-window search
    /// of the 2002 paper. The same positions are asked about again and again, so it pays with a transposition table
    /// that remembers the answers.
    Binary,
}

impl Window {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 3] = [("full", Self::Full), ("null", Self::Null), ("binary", Self::Binary)];

    /// The name on the command line and in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Null => "null",
            Self::Binary => "binary",
        }
    }
}

/// What to search, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether alpha-beta prunes; without it every node is visited.
    pub prune: bool,
    /// The windows it prunes with.
    pub window: Window,
    /// Whether monotone bounds are used as well (2000 paper, Table 2, "with heuristic").
    pub bounds: bool,
    /// Plies to search; `None` is to the end of the game.
    pub depth: Option<usize>,
    /// Whether the value of every move of the root is wanted, not only the best.
    pub all_moves: bool,
    /// Only some of the moves of the root, so that several threads can search them all.
    pub part: Option<Part>,
}

impl Default for Options {
    /// Alpha-beta to the end of the game.
    fn default() -> Self {
        Self { prune: true, window: Window::Full, bounds: false, depth: None, all_moves: false, part: None }
    }
}

/// Searches `state` for its mover and those on his side.
///
/// His number in the payoff is what he can be sure of against all others, and among equal moves he plays the first in
/// reference order: both are the same whatever the options and the order. The others' numbers are what the evaluation
/// says at the end of the line. Of several lines that all give him that number, which one it is depends on the options
/// and the order, but on nothing else: where no depth is given, not on what a table
/// knows, either.
///
/// # Errors
/// When the depth makes no sense, bounds are asked for that the evaluation does not declare, or there are windows or
/// bounds but no pruning.
pub fn search<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    options: &Options,
) -> Result<Analysis<G::Move>, Refusal> {
    check(game, evaluation, state, options)?;
    order.forget();
    search_metered(game, evaluation, order, state, options, None, &mut Meter::new(&Budget::default()))
}

/// Searches `state` with a table, which may be kept for the next search of the same game and evaluation.
///
/// # Errors
/// As [`search`].
pub fn search_remembering<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    options: &Options,
    table: &mut ScalarTable,
) -> Result<Analysis<G::Move>, Refusal> {
    search_within(game, evaluation, order, state, options, table, &Budget::default())
}

/// The same at a limited cost: there is the whole answer or none, unlike where a search [deepens](crate::deepen).
///
/// # Errors
/// As [`search`], and [`Refusal::Stopped`] when the budget ends first.
pub fn search_within<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    options: &Options,
    table: &mut ScalarTable,
    budget: &Budget,
) -> Result<Analysis<G::Move>, Refusal> {
    check(game, evaluation, state, options)?;
    order.forget();
    search_metered(game, evaluation, order, state, options, Some(table), &mut Meter::new(budget))
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
    if !options.prune && options.bounds {
        return Err(Refusal::NothingToPrune { what: "bounding" });
    }
    if !options.prune && options.window != Window::Full {
        return Err(Refusal::NothingToPrune { what: "a null window" });
    }
    if options.bounds && evaluation.payoff_bounds(game, state).is_none() {
        return Err(Refusal::NoPayoffBounds);
    }
    Ok(())
}

/// Searches `state`, with a table if there is one, while `meter` counts.
pub(crate) fn search_metered<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    options: &Options,
    table: Option<&mut ScalarTable>,
    meter: &mut Meter,
) -> Result<Analysis<G::Move>, Refusal> {
    match game.mover(state) {
        None => Ok(Analysis::of_the_end(evaluation.evaluate(game, state), TieRule::First)),
        Some(root) => Recursion::new(game, evaluation, order, root, options, table, meter).run(state),
    }
}
