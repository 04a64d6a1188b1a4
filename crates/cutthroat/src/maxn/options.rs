//! What a max^n search is asked to do, as plain data.

use crate::attain::{self, MAX_OUTCOMES, TooManyOutcomes, distinct_outcomes};
use crate::eval::{Evaluation, Range};
use crate::game::Game;
use crate::pruning::Pruning;
use crate::search::{MAX_DEPTH, SearchError};
use crate::ties::TieRule;

/// How to decide what is attainable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Test {
    /// By the range of each payoff and their greatest sum.
    #[default]
    Sum,
    /// By the leaf-value table.
    Table,
    /// By the greatest sum alone, as in the papers' linear test. The greatest payoff of a single player is not used,
    /// unless monotone bounds give it.
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
pub struct MaxnOptions {
    /// How far the rule is carried.
    pub pruning: Pruning,
    /// What decides whether a payoff is attainable.
    pub test: Test,
    /// Whether monotone bounds are used.
    pub bounds: bool,
    /// The tie-break rule.
    pub ties: TieRule,
    /// Plies to search; `None` is to the end of the game.
    pub depth: Option<usize>,
    /// Whether the payoff of every move at the root is wanted, not only the best.
    pub all_moves: bool,
}

impl Default for MaxnOptions {
    /// Plain max^n to the end of the game.
    fn default() -> Self {
        Self {
            pruning: Pruning::NONE,
            test: Test::Sum,
            bounds: false,
            ties: TieRule::First,
            depth: None,
            all_moves: false,
        }
    }
}

/// Checks that the options make sense together and that the evaluation declares what they need.
///
/// # Errors
/// The first thing that does not fit.
pub fn check<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    state: &G::State,
    options: &MaxnOptions,
) -> Result<(), SearchError> {
    check_options(game, evaluation, state, options)?;
    if options.test == Test::Table {
        let outcomes = evaluation.outcomes(game).ok_or(SearchError::NoOutcomes)?;
        let distinct = distinct_outcomes(&outcomes, options.bounds);
        if distinct > MAX_OUTCOMES {
            return Err(TooManyOutcomes { distinct }.into());
        }
    }
    Ok(())
}

/// All of [`check`] except the outcomes themselves, which may be many.
pub(super) fn check_options<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    state: &G::State,
    options: &MaxnOptions,
) -> Result<(), SearchError> {
    let pruning = options.pruning;
    if let Some(depth) = options.depth
        && !(1..=MAX_DEPTH).contains(&depth)
    {
        return Err(SearchError::Depth { depth });
    }
    if pruning.is_none() {
        return match (options.test, options.bounds) {
            (Test::Table, _) => Err(SearchError::NothingToPrune { what: "a leaf-value table" }),
            (Test::Linear, _) => Err(SearchError::NothingToPrune { what: "the linear test" }),
            (_, true) => Err(SearchError::NothingToPrune { what: "bounding" }),
            _ => Ok(()),
        };
    }
    if pruning.is_by_bounds() && !options.bounds {
        return Err(SearchError::BoundsOff { pruning: pruning.name() });
    }
    match options.test {
        Test::Sum | Test::Linear if options.bounds && evaluation.payoff_bounds(game, state).is_none() => {
            Err(SearchError::NoPayoffBounds)
        }
        Test::Sum | Test::Linear => declares(pruning, &declared(game, evaluation, options.test), options.bounds),
        Test::Table if options.bounds && evaluation.counted_bounds(game, state).is_none() => {
            Err(SearchError::NoCountedBounds)
        }
        Test::Table => Ok(()),
    }
}

/// What the test may use about payoffs.
pub(super) fn declared<G: Game, E: Evaluation<G>>(game: &G, evaluation: &E, test: Test) -> Range {
    let range = evaluation.range(game);
    if test == Test::Linear { Range { maxp: None, ..range } } else { range }
}

/// Whether `range` declares what `pruning` needs to prune by sums at all.
fn declares(pruning: Pruning, range: &Range, bounds: bool) -> Result<(), SearchError> {
    let has_minp = range.minp.is_some() || bounds;
    let undeclared = |needs| Err(SearchError::Undeclared { pruning: pruning.name(), needs });
    if !pruning.uses_sum() || (pruning == Pruning::IMMEDIATE && (bounds || range.maxp.is_some())) {
        return Ok(());
    }
    match (range.maxsum.is_some(), has_minp) {
        (false, _) => undeclared("maxsum, the greatest sum of all payoffs"),
        (_, false) => undeclared("minp, the least payoff of each player"),
        _ => Ok(()),
    }
}

/// The memory of the acceptance sets of a leaf-value table, in bytes; 0 if the search has none.
#[must_use]
pub fn outcome_mask_bytes<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    options: &MaxnOptions,
    remembers: bool,
) -> u64 {
    let outcomes = if options.test == Test::Table { evaluation.outcomes(game) } else { None };
    outcomes.map_or(0, |outcomes| {
        let words = match distinct_outcomes(&outcomes, options.bounds) {
            0..=64 if !remembers => 1,
            0..=192 => 3,
            _ => MAX_OUTCOMES / 64,
        };
        attain::mask_bytes(&outcomes, game.players(), options.bounds, words)
    })
}
