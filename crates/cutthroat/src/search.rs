//! What all searches share: errors, and deepening level by level.

use thiserror::Error;

use crate::analysis::Analysis;
use crate::attain::{MAX_OUTCOMES, TooManyOutcomes};
use crate::budget::{Budget, Meter, Stop};
use crate::crew::Member;
use crate::eval::Evaluation;
use crate::hints::SearchHints;
use crate::order::MoveOrder;
use crate::selection::{Lister, Selection};
use crate::ties::TieRule;

/// The most plies a search may go down.
pub const MAX_DEPTH: usize = 256;

/// Why a search gave no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SearchError {
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
    #[error(
        "this evaluation does not enumerate its outcomes, or has more than a leaf-value table holds ({MAX_OUTCOMES})"
    )]
    NoOutcomes,
    /// A leaf-value table too large.
    #[error(transparent)]
    TooManyOutcomes(#[from] TooManyOutcomes),
    /// A test or bounds without a pruning that uses them.
    #[error("{what} is of no use without a pruning")]
    NothingToPrune {
        /// The option that has no use.
        what: &'static str,
    },
    /// A depth that no search reaches.
    #[error("depth {depth} is not from 1 to {MAX_DEPTH}")]
    Depth {
        /// The depth asked for.
        depth: usize,
    },
    /// A table larger than the memory that the system has to give.
    #[error("there is no room for a table of {mebibytes} MiB on this machine; give less memory")]
    NoMemory {
        /// What was asked for.
        mebibytes: usize,
    },
    /// A view that allows no world.
    #[error(transparent)]
    Impossible(#[from] crate::hidden::ImpossibleView),
    /// A game longer than any search.
    #[error("the game goes on for more than {MAX_DEPTH} plies; give a depth to stop at")]
    TooLong,
    /// Weights that are too large.
    #[error("the weighted payoffs do not fit into 16 bits; use smaller weights, or an evaluation with a smaller range")]
    WeightsTooLarge,
    /// Best-reply search in which opponents pass, where nobody may.
    #[error("all opponents but one would have to pass, and nobody may pass here")]
    NobodyPasses,
    /// A number that makes no sense.
    #[error("{name}={value} is not {expected}")]
    Parameter {
        /// What it is.
        name: &'static str,
        /// The number.
        value: String,
        /// Which numbers make sense.
        expected: &'static str,
    },
    /// Rewards cannot be brought to one scale, or payoffs not be weighed.
    #[error(
        "this search needs the least and the greatest payoff of each player, which this evaluation does not declare"
    )]
    NoRange,
    /// A search that would never end.
    #[error("without bounds this search never ends by itself: give it a number of nodes or iterations, or a time")]
    Endless,
    /// The budget ended, or the search was told to stop, before there was an answer.
    #[error("the search was stopped before it had an answer")]
    Stopped(Stop),
}

impl SearchError {
    /// A parameter that makes no sense.
    pub(crate) fn parameter(name: &'static str, value: impl std::fmt::Display, expected: &'static str) -> Self {
        Self::Parameter { name, value: value.to_string(), expected }
    }
}

/// The settings of every search that can deepen, as setters of a builder.
macro_rules! course_settings {
    ($options:ty) => {
        /// All options at once.
        #[must_use]
        pub fn options(self, options: &$options) -> Self {
            Self { options: *options, ..self }
        }

        /// Plies to search, or the deepest level; to the end of the game if not given.
        #[must_use]
        pub fn depth(mut self, depth: impl Into<Option<usize>>) -> Self {
            self.options.depth = depth.into();
            self
        }

        /// Whether the payoff of every move at the root is wanted, not only the best.
        #[must_use]
        pub fn all_moves(mut self, all_moves: bool) -> Self {
            self.options.all_moves = all_moves;
            self
        }

        /// Which moves are looked at, and how they are listed.
        #[must_use]
        pub fn selection(self, selection: Selection) -> Self {
            Self { selection, ..self }
        }

        /// What the search may cost. A search that does not [deepen](Self::deepen) gives the whole answer or none.
        #[must_use]
        pub fn budget(self, budget: Budget) -> Self {
            Self { budget, ..self }
        }

        /// Whether to search to deeper and deeper levels, and answer with the last completed one.
        #[must_use]
        pub fn deepen(self, deepens: bool) -> Self {
            Self { deepens, ..self }
        }

        /// Called with the answer of each completed level of a deepening search.
        #[must_use]
        pub fn on_level(self, on_level: &'a mut dyn FnMut(&Analysis<G::Move>)) -> Self {
            Self { on_level: Some(on_level), ..self }
        }
    };
}

pub(crate) use course_settings;

/// The settings that alpha-beta and max^n have in common beside these. Written once, for the table and the engine of a
/// search.
macro_rules! shared_settings {
    ($options:ty, $table:ty, $engine:ident) => {
        crate::search::course_settings!($options);

        /// Whether monotone bounds are used.
        #[must_use]
        pub fn bounds(mut self, bounds: bool) -> Self {
            self.options.bounds = bounds;
            self
        }

        /// A table of whole positions. It may be kept for the next search of the same game and evaluation.
        #[must_use]
        pub fn table(self, table: &'a mut $table) -> Self {
            self.table_of_kind::<WholePositions>(table)
        }

        /// A table for partition search, likewise.
        #[must_use]
        pub fn partitions(self, table: &'a mut $table) -> Self
        where
            G: Partition,
        {
            self.table_of_kind::<Partitions>(table)
        }

        /// A table of a kind known at compile time.
        #[must_use]
        pub fn table_of_kind<K: TableKind<G>>(self, table: &'a mut $table) -> Self {
            Self { table: Some(table), engine: $engine::<G, E, M, K>, ..self }
        }

        /// Searches on several threads, if there is a table and no depth limit. Payoff, move and line are those of one
        /// thread, and so are the payoffs of all moves. The nodes are those of all threads, and differ from run to run; so does
        /// whether a budget of nodes is enough. A search of few nodes stays on one thread.
        #[must_use]
        pub fn threads(self, threads: usize) -> Self
        where
            G: Sync,
            G::State: Sync,
            G::Move: Send,
            E: Sync,
            M: Sync,
        {
            Self { start: on_threads::<G, E, M>, threads, ..self }
        }

        /// After how many nodes other threads start, so that tests can use them in small searches.
        #[cfg(feature = "testing")]
        #[must_use]
        pub fn nodes_alone(self, nodes_alone: u64) -> Self {
            Self { nodes_alone, ..self }
        }
    };
}

pub(crate) use shared_settings;

/// What a search of `G` returns.
pub(crate) type SearchResult<G> = Result<Analysis<<G as crate::game::Game>::Move>, SearchError>;

/// The callback for results of completed levels.
pub(crate) type OnLevel<'a, M> = &'a mut dyn FnMut(&Analysis<M>);

/// One iteration of a search.
pub(crate) struct Iteration<M> {
    /// Plies to search; to the end of the game if not given.
    pub(crate) depth: Option<usize>,
    /// The move of the root that is tried first: the best of the last iteration.
    pub(crate) tried_first: Option<M>,
}

/// Runs one iteration, whatever the algorithm.
pub(crate) type RunIteration<'a, G> =
    &'a mut dyn FnMut(&Iteration<<G as crate::game::Game>::Move>, &mut Meter) -> SearchResult<G>;

/// How a search is run, for all algorithms.
pub(crate) struct Course<'a, G: SearchHints, E, M> {
    pub(crate) game: &'a G,
    pub(crate) evaluation: &'a E,
    pub(crate) order: &'a M,
    pub(crate) selection: Selection,
    pub(crate) ties: TieRule,
    /// The deepest level.
    pub(crate) depth: Option<usize>,
    pub(crate) budget: Budget,
    pub(crate) deepens: bool,
    pub(crate) on_level: Option<OnLevel<'a, G::Move>>,
    /// The other threads that search the same.
    pub(crate) member: Option<Member>,
}

impl<G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>> Course<'_, G, E, M> {
    /// Runs `search` once, or to deeper and deeper levels (2002 paper, section 6). When the budget ends, the answer is
    /// that of the last completed level. Each game chooses its own levels ([`SearchHints::next_level`]): a card game
    /// never stops inside a trick. The nodes of all iterations count, and nothing from an unfinished iteration leaks
    /// into the answer.
    pub(crate) fn run(self, state: &G::State, search: RunIteration<'_, G>) -> Result<Analysis<G::Move>, SearchError> {
        self.order.forget();
        let mut meter = Meter::of_member(&self.budget, self.member.clone());
        if !self.deepens {
            let found = search(&Iteration { depth: self.depth, tried_first: None }, &mut meter);
            meter.close();
            return found;
        }
        let mut found = self.without_search(state);
        if found.best.is_none() {
            return Ok(found);
        }
        let deepest = self.depth.unwrap_or(MAX_DEPTH);
        let mut on_level = self.on_level;
        let mut researches = 0;
        let mut depth = 0;
        while depth < deepest {
            depth = self.game.next_level(state, depth).clamp(depth + 1, deepest);
            match search(&Iteration { depth: Some(depth), tried_first: found.best }, &mut meter) {
                Ok(iteration) => {
                    researches += iteration.researches;
                    found = Analysis { nodes: meter.nodes(), researches, ..iteration };
                    meter.level_done(found.depth);
                    if let Some(on_level) = &mut on_level {
                        on_level(&found);
                    }
                }
                Err(SearchError::Stopped(stop)) => return Ok(Analysis { nodes: meter.nodes(), stop, ..found }),
                Err(error) => return Err(error),
            }
            if found.stop == Stop::Complete {
                break;
            }
        }
        Ok(found)
    }

    /// The answer if nothing has been searched: the first move of the order, and the evaluation of the position.
    fn without_search(&self, state: &G::State) -> Analysis<G::Move> {
        let mut found = Analysis::of_finished_game(self.evaluation.evaluate(self.game, state), self.ties);
        if self.game.mover(state).is_some() {
            let mut moves = Vec::new();
            Lister::new(self.game, self.order, self.selection).list_root(state, &mut moves);
            let mut turns: Vec<u16> = (0..moves.len() as u16).collect();
            self.order.arrange(self.game, state, &moves, &mut turns);
            found.best = Some(moves[usize::from(turns[0])]);
            found.line = found.best.into_iter().collect();
            found.stop = Stop::Depth;
        }
        found
    }
}
