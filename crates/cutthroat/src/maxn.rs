//! max^n (Luckhardt and Irani 1986): every player maximises his own number. The only max^n recursion there is.
//!
//! [`search`] is the way in. It chooses the [test](crate::attain) and runs [`Recursion`], in which plain max^n and all
//! eight prunings are one function: [`Pruning`] says how long chains may be, [`chain`](crate::chain) what a chain
//! proves.

mod memory;
mod recursion;

pub use memory::{Forgetful, Memory};
pub use recursion::Recursion;

use thiserror::Error;

use crate::analysis::Analysis;
use crate::attain::{self, MAX_OUTCOMES, SumTest, TableTest, TooManyOutcomes, Untested, distinct_outcomes};
use crate::budget::{Budget, Meter, Stop};
use crate::chain::Sound;
use crate::eval::{Evaluation, Range};
use crate::game::Game;
use crate::observe::Observer;
use crate::order::MoveOrder;
use crate::pruning::Pruning;
use crate::table::VectorTable;
use crate::ties::{TieRule, Ties};

/// The most plies a search may go down.
pub const MAX_DEPTH: usize = 256;

/// How to decide what is attainable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Test {
    /// By the range of each payoff and their greatest sum.
    #[default]
    Sum,
    /// By the leaf-value table.
    Table,
    /// By the greatest sum alone, as the papers' linear test does: what a player can get at most by themselves is left
    /// out, unless monotone bounds say it.
    Linear,
}

impl Test {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 3] = [("sum", Self::Sum), ("table", Self::Table), ("linear", Self::Linear)];

    /// The name on the command line and in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Table => "table",
            Self::Linear => "linear",
        }
    }
}

/// What to search, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How far the one rule is carried.
    pub pruning: Pruning,
    /// What decides whether a payoff is attainable.
    pub test: Test,
    /// Whether monotone bounds are used.
    pub bounds: bool,
    /// The tie-break rule.
    pub ties: TieRule,
    /// Plies to search; `None` is to the end of the game.
    pub depth: Option<usize>,
    /// Whether the payoff of every move of the root is wanted, not only the best.
    pub all_moves: bool,
    /// With all moves: only some of them.
    pub part: Option<Part>,
}

/// A part of the moves of a root, so that several threads can value them all: those whose place in the reference order
/// leaves this remainder. Values are exact, so the parts fit together whoever searched them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The remainder.
    pub place: usize,
    /// How many parts there are; no more than there are moves.
    pub of: usize,
}

impl Default for Options {
    /// Plain max^n to the end of the game.
    fn default() -> Self {
        Self {
            pruning: Pruning::NONE,
            test: Test::Sum,
            bounds: false,
            ties: TieRule::First,
            depth: None,
            all_moves: false,
            part: None,
        }
    }
}

/// Why a search was not made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The pruning needs something of the range that the evaluation does not declare.
    #[error("{pruning} pruning by sums needs {needs}, which this evaluation does not declare")]
    Undeclared {
        /// The pruning asked for.
        pruning: &'static str,
        /// What is missing.
        needs: &'static str,
    },
    /// Branch-and-bound without bounds.
    #[error("{pruning} is pruning by monotone bounds, and they are switched off")]
    BoundsOff {
        /// The pruning asked for.
        pruning: &'static str,
    },
    /// Bounds asked for that the evaluation does not declare.
    #[error("this evaluation declares no monotone bounds on its payoffs")]
    NoPayoffBounds,
    /// Bounds asked for that the evaluation does not declare.
    #[error("this evaluation declares no monotone bounds on what is counted, as a leaf-value table would need")]
    NoCountedBounds,
    /// A leaf-value table asked of an evaluation that has none.
    #[error("this evaluation does not enumerate its outcomes, so there is no leaf-value table to test against")]
    NoOutcomes,
    /// A leaf-value table too large.
    #[error(transparent)]
    TooManyOutcomes(#[from] TooManyOutcomes),
    /// A test or bounds without a pruning that would use them.
    #[error("{what} is of no use without a pruning")]
    NothingToPrune {
        /// The option that is of no use.
        what: &'static str,
    },
    /// A depth that no search reaches.
    #[error("depth {depth} is not from 1 to {MAX_DEPTH}")]
    Depth {
        /// The depth asked for.
        depth: usize,
    },
    /// A game longer than any search.
    #[error("the game goes on for more than {MAX_DEPTH} plies; give a depth to stop at")]
    TooLong,
    /// The budget ended first; [`deepen`](crate::deepen) keeps it to itself.
    #[error("the search was stopped before it had an answer")]
    Stopped(Stop),
}

/// Checks that the options make sense together and that the evaluation declares what they need.
///
/// # Errors
/// The first thing that does not fit.
pub fn check<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    state: &G::State,
    options: &Options,
) -> Result<(), Refusal> {
    check_options(game, evaluation, state, options)?;
    if options.test == Test::Table {
        let outcomes = evaluation.outcomes(game).ok_or(Refusal::NoOutcomes)?;
        let distinct = distinct_outcomes(&outcomes, options.bounds);
        if distinct > MAX_OUTCOMES {
            return Err(TooManyOutcomes { distinct }.into());
        }
    }
    Ok(())
}

/// All of [`check`] but the outcomes themselves, which may be many.
fn check_options<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    state: &G::State,
    options: &Options,
) -> Result<(), Refusal> {
    let pruning = options.pruning;
    if let Some(depth) = options.depth
        && !(1..=MAX_DEPTH).contains(&depth)
    {
        return Err(Refusal::Depth { depth });
    }
    if pruning.is_none() {
        return match (options.test, options.bounds) {
            (Test::Table, _) => Err(Refusal::NothingToPrune { what: "a leaf-value table" }),
            (Test::Linear, _) => Err(Refusal::NothingToPrune { what: "the linear test" }),
            (_, true) => Err(Refusal::NothingToPrune { what: "bounding" }),
            _ => Ok(()),
        };
    }
    if pruning.is_by_bounds() && !options.bounds {
        return Err(Refusal::BoundsOff { pruning: pruning.name() });
    }
    match options.test {
        Test::Sum | Test::Linear if options.bounds && evaluation.payoff_bounds(game, state).is_none() => {
            Err(Refusal::NoPayoffBounds)
        }
        Test::Sum | Test::Linear => declares(pruning, &declared(game, evaluation, options.test), options.bounds),
        Test::Table if options.bounds && evaluation.counted_bounds(game, state).is_none() => {
            Err(Refusal::NoCountedBounds)
        }
        Test::Table => Ok(()),
    }
}

/// What the test may know of payoffs.
fn declared<G: Game, E: Evaluation<G>>(game: &G, evaluation: &E, test: Test) -> Range {
    let range = evaluation.range(game);
    if test == Test::Linear { Range { maxp: None, ..range } } else { range }
}

/// Whether `range` declares what `pruning` needs to prune by sums at all.
fn declares(pruning: Pruning, range: &Range, bounds: bool) -> Result<(), Refusal> {
    let has_low = range.low.is_some() || bounds;
    let undeclared = |needs| Err(Refusal::Undeclared { pruning: pruning.name(), needs });
    if !pruning.uses_sum() || (pruning == Pruning::IMMEDIATE && (bounds || range.maxp.is_some())) {
        return Ok(());
    }
    match (range.maxsum.is_some(), has_low) {
        (false, _) => undeclared("maxsum, the greatest sum of all payoffs"),
        (_, false) => undeclared("low, the least payoff of each player"),
        _ => Ok(()),
    }
}

/// Searches `state`.
///
/// # Errors
/// When the options do not fit each other or what the evaluation declares; never a wrong value.
pub fn search<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    options: &Options,
) -> Result<Analysis<G::Move>, Refusal> {
    search_observed(game, evaluation, order, state, options, &mut ())
}

/// Searches `state` while `observer` watches.
///
/// # Errors
/// As [`search`].
pub fn search_observed<G: Game, E: Evaluation<G>, O: Observer<G>>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    options: &Options,
    observer: &mut O,
) -> Result<Analysis<G::Move>, Refusal> {
    order.forget();
    search_metered(game, evaluation, order, state, options, observer, Forgetful, &mut Meter::new(&Budget::default()))
}

/// The memory that the acceptance sets of a leaf-value table take, in bytes; 0 where the search has none.
#[must_use]
pub fn outcome_mask_bytes<G: Game, E: Evaluation<G>>(game: &G, evaluation: &E, options: &Options) -> u64 {
    let outcomes = if options.test == Test::Table { evaluation.outcomes(game) } else { None };
    outcomes.map_or(0, |outcomes| {
        let words = match distinct_outcomes(&outcomes, options.bounds) {
            0..=64 => 1,
            65..=192 => 3,
            _ => MAX_OUTCOMES / 64,
        };
        attain::mask_bytes(&outcomes, game.players(), options.bounds, words)
    })
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
    table: &mut VectorTable,
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
    table: &mut VectorTable,
    budget: &Budget,
) -> Result<Analysis<G::Move>, Refusal> {
    order.forget();
    search_metered(game, evaluation, order, state, options, &mut (), table, &mut Meter::new(budget))
}

/// Searches `state` with what it can remember, while `observer` watches and `meter` counts.
#[expect(clippy::too_many_arguments, reason = "all that a search is made of")]
pub(crate) fn search_metered<G: Game, E: Evaluation<G>, O: Observer<G>, T: Memory>(
    game: &G,
    evaluation: &E,
    order: &impl MoveOrder<G>,
    state: &G::State,
    options: &Options,
    observer: &mut O,
    mut memory: T,
    meter: &mut Meter,
) -> Result<Analysis<G::Move>, Refusal> {
    check_options(game, evaluation, state, options)?;
    let Some(root) = game.mover(state) else {
        return Ok(Analysis::of_the_end(evaluation.evaluate(game, state), options.ties));
    };
    let ties = Ties { rule: options.ties, root, players: game.players() };
    // Only who remembers asks what players can ensure, so that a plain search stays what the papers describe.
    let solves = options.depth.is_none() && memory.table().is_some();
    macro_rules! run {
        ($test:expr) => {
            Recursion::<_, _, _, _, Sound, _>::with_memory(game, $test, order, observer, options, ties, memory)
                .run_metered(state, meter)
        };
    }
    match options.test {
        _ if options.pruning.is_none() => {
            let test = Untested::new(evaluation, ties);
            run!(&test)
        }
        Test::Sum | Test::Linear => {
            let sum = options.pruning.uses_sum();
            let range = declared(game, evaluation, options.test);
            let test = SumTest::new(evaluation, &range, ties, options.bounds, sum);
            let test = if solves { test.to_the_end() } else { test };
            run!(&test)
        }
        Test::Table => {
            let outcomes = evaluation.outcomes(game).ok_or(Refusal::NoOutcomes)?;
            macro_rules! run_with_words {
                ($words:literal) => {{
                    let test = TableTest::<_, $words>::new(evaluation, &outcomes, ties, options.bounds)?;
                    let test = if solves { test.to_the_end() } else { test };
                    run!(&test)
                }};
            }
            // Three sizes: every small table, every hand of three players (171 outcomes), and the largest, which serves for
            // all searches that are watched.
            const LARGEST: usize = MAX_OUTCOMES / 64;
            const { assert!(LARGEST == 16) };
            if O::WATCHES {
                return run_with_words!(16);
            }
            match distinct_outcomes(&outcomes, options.bounds) {
                0..=64 => run_with_words!(1),
                65..=192 => run_with_words!(3),
                _ => run_with_words!(16),
            }
        }
    }
}
