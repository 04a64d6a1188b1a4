//! max^n (Luckhardt and Irani 1986): every player maximises their own payoff. The only max^n recursion in this crate.
//!
//! [`Maxn`] is the entry point. It chooses the [test](crate::attain) and runs one recursion. Plain max^n and all eight
//! prunings are one function: [`Pruning`] says how long chains may be, [`chain`](crate::chain) what a chain proves.

mod memory;
mod options;
mod recursion;

pub use options::{MaxnOptions, Test, check, outcome_mask_bytes};

use crate::analysis::Analysis;
use crate::attain::{Attain, MAX_OUTCOMES, SumTest, TableTest, Untested, distinct_outcomes};
use crate::budget::Budget;
use crate::chain::{Conditions, Sound};
use crate::crew::{self, Member};
use crate::eval::Evaluation;
use crate::hints::{Partition, SearchHints};
use crate::observe::{Observer, Watch};
use crate::order::{MoveOrder, ReferenceOrder};
use crate::pruning::Pruning;
use crate::search::{Course, OnLevel, SearchError, SearchResult, shared_settings};
use crate::selection::Selection;
use crate::table::{NoTable, Partitions, TableKind, TableUse, VectorTable, WholePositions};
use crate::ties::{TieRule, Ties};
use recursion::MaxnRecursion;

/// A max^n search: what to search, and how. Every setting has a default; plain max^n to the end of the game needs none.
///
/// ```
/// # use cutthroat::*;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/toy.rs"));
/// # fn main() {
/// let (game, points) = (Pebbles { players: 3 }, AtTheEnd(Range::constant_sum(1, 3)));
/// let found = Maxn::new(&game, &points).pruning(Pruning::SHALLOW).run(&Heap { left: 7, mover: 0 }).unwrap();
/// assert_eq!(found.payoff.seats(3), [1, 0, 0]);
///
/// // Deeper and deeper, within a budget, and with a table.
/// let mut table = VectorTable::new(1);
/// let budget = Budget { nodes: Some(1000), ..Budget::default() };
/// let search = Maxn::new(&game, &points).ties(TieRule::Spiteful).table(&mut table).budget(budget).deepen(true);
/// assert!(search.run(&Heap { left: 20, mover: 1 }).unwrap().depth > 5);
/// # }
/// ```
pub struct Maxn<'a, G: SearchHints, E, M = ReferenceOrder> {
    game: &'a G,
    evaluation: &'a E,
    order: &'a M,
    options: MaxnOptions,
    selection: Selection,
    budget: Budget,
    deepens: bool,
    on_level: Option<OnLevel<'a, G::Move>>,
    table: Option<&'a VectorTable>,
    threads: usize,
    /// How many nodes are searched on one thread before others start.
    nodes_alone: u64,
    /// The other threads that search the same.
    member: Option<Member>,
    observer: Option<&'a mut dyn Observer<G>>,
    /// The recursion for the table and the observer. Only what is chosen is compiled.
    engine: MaxnEngine<'a, G, E, M>,
    /// What starts it: on one thread, or on several.
    start: MaxnEngine<'a, G, E, M>,
}

type MaxnEngine<'a, G, E, M> = fn(Maxn<'a, G, E, M>, &<G as crate::game::Game>::State) -> SearchResult<G>;

impl<'a, G: SearchHints, E: Evaluation<G>> Maxn<'a, G, E> {
    /// A search in the reference order.
    #[must_use]
    pub fn new(game: &'a G, evaluation: &'a E) -> Self {
        Self::with_order(game, evaluation, &ReferenceOrder)
    }
}

impl<'a, G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>> Maxn<'a, G, E, M> {
    /// A search that tries moves in this order.
    #[must_use]
    pub fn with_order(game: &'a G, evaluation: &'a E, order: &'a M) -> Self {
        Self {
            game,
            evaluation,
            order,
            options: MaxnOptions::default(),
            selection: Selection::default(),
            budget: Budget::default(),
            deepens: false,
            on_level: None,
            table: None,
            threads: 1,
            nodes_alone: crew::NODES_ALONE,
            member: None,
            observer: None,
            engine: unwatched::<G, E, M, NoTable>,
            start: on_one_thread,
        }
    }

    shared_settings!(MaxnOptions, VectorTable, unwatched);

    /// How far the rule is carried; by default nothing is pruned.
    #[must_use]
    pub fn pruning(mut self, pruning: Pruning) -> Self {
        self.options.pruning = pruning;
        self
    }

    /// What decides whether a payoff is attainable.
    #[must_use]
    pub fn test(mut self, test: Test) -> Self {
        self.options.test = test;
        self
    }

    /// The tie-break rule.
    #[must_use]
    pub fn ties(mut self, ties: TieRule) -> Self {
        self.options.ties = ties;
        self
    }

    /// Shows every step to `observer`. A watched search has no table.
    #[must_use]
    pub fn observer(self, observer: &'a mut dyn Observer<G>) -> Self {
        Self { observer: Some(observer), engine: watched::<G, E, M>, ..self }
    }

    /// Searches `state`.
    ///
    /// # Errors
    /// If the options do not fit each other or the evaluation; a value is never wrong. If the budget ends before there
    /// is an answer.
    pub fn run(self, state: &G::State) -> Result<Analysis<G::Move>, SearchError> {
        let start = self.start;
        start(self, state)
    }

    /// Searches `state` without a table, and without one of the conditions of the rule, so that tests can see why it is
    /// needed.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    #[cfg(feature = "testing")]
    pub fn run_under<C: Conditions>(self, state: &G::State) -> Result<Analysis<G::Move>, SearchError> {
        self.search::<NoTable, (), C>(state, &mut ())
    }

    /// The same with a table of whole positions.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    #[cfg(feature = "testing")]
    pub fn run_with_table_under<C: Conditions>(self, state: &G::State) -> Result<Analysis<G::Move>, SearchError> {
        self.search::<WholePositions, (), C>(state, &mut ())
    }

    /// Chooses the test and searches by it.
    fn search<K: TableKind<G>, W: Watch<G>, C: Conditions>(self, state: &G::State, watch: &mut W) -> SearchResult<G> {
        let (game, evaluation, options) = (self.game, self.evaluation, self.options);
        options::check_options(game, evaluation, state, &options)?;
        let Some(root) = game.mover(state) else {
            return Ok(Analysis::of_finished_game(evaluation.evaluate(game, state), options.ties));
        };
        let ties = Ties { rule: options.ties, root, players: game.players() };
        // Only a search with a table asks what players can ensure, so that a plain search is the one in the papers.
        let solves = options.depth.is_none() && !self.deepens && K::HAS_TABLE && self.selection.has_all();
        // If plain max^n is seldom used, it is a search by sums that never tests: one recursion less to compile.
        if options.pruning.is_none() && !K::HAS_TABLE && !W::WATCHES {
            return self.search_by::<_, K, W, C>(&Untested::new(evaluation, ties), ties, state, watch);
        }
        if options.test != Test::Table {
            let sum = options.pruning.uses_sum();
            let range = options::declared(game, evaluation, options.test);
            let test = SumTest::new(evaluation, &range, ties, options.bounds, sum);
            let test = if solves { test.to_the_end() } else { test };
            return self.search_by::<_, K, W, C>(&test, ties, state, watch);
        }
        if E::ENUMERATES {
            self.search_by_table::<K, W, C>(ties, solves, state, watch)
        } else {
            Err(SearchError::NoOutcomes)
        }
    }

    /// Searches by the leaf-value table, in three sizes: small tables, every hand of three players (171 outcomes), and
    /// the largest. A search with a table or an observer does not have the first, or the first two: fewer recursions to
    /// compile, and little time lost.
    fn search_by_table<K: TableKind<G>, W: Watch<G>, C: Conditions>(
        self,
        ties: Ties,
        solves: bool,
        state: &G::State,
        watch: &mut W,
    ) -> SearchResult<G> {
        let (evaluation, bounds) = (self.evaluation, self.options.bounds);
        let outcomes = evaluation.outcomes(self.game).ok_or(SearchError::NoOutcomes)?;
        macro_rules! search_with_words {
            ($words:literal) => {{
                let test = TableTest::<_, $words>::new(evaluation, &outcomes, ties, bounds)?;
                let test = if solves { test.to_the_end() } else { test };
                self.search_by::<_, K, W, C>(&test, ties, state, watch)
            }};
        }
        const { assert!(MAX_OUTCOMES / 64 == 16) };
        let distinct = distinct_outcomes(&outcomes, bounds);
        if W::WATCHES || distinct > 192 {
            return search_with_words!(16);
        }
        if K::HAS_TABLE || distinct > 64 { search_with_words!(3) } else { search_with_words!(1) }
    }

    /// Searches by `test`, once or level by level.
    fn search_by<A: Attain<G>, K: TableKind<G>, W: Watch<G>, C: Conditions>(
        self,
        test: &A,
        ties: Ties,
        state: &G::State,
        watch: &mut W,
    ) -> SearchResult<G> {
        let Self { game, evaluation, order, options, selection, budget, deepens, on_level, table, member, .. } = self;
        let depth = options.depth;
        let course = Course {
            game,
            evaluation,
            order,
            selection,
            ties: ties.rule,
            depth,
            budget,
            deepens,
            on_level,
            member: member.clone(),
        };
        course.run(state, &mut |iteration, meter| {
            let options = MaxnOptions { depth: iteration.depth, ..options };
            let tried_first = iteration.tried_first;
            let table = table.map(|table| TableUse::new(table, member.is_none()));
            MaxnRecursion::<_, _, _, _, C, K>::new(game, test, order, watch, &options, selection, ties, table)
                .together_with(member.clone())
                .run(state, tried_first, meter)
        })
    }
}

fn on_one_thread<G: SearchHints, E, M>(search: Maxn<'_, G, E, M>, state: &G::State) -> SearchResult<G> {
    let engine = search.engine;
    engine(search, state)
}

fn on_threads<G, E, M>(search: Maxn<'_, G, E, M>, state: &G::State) -> SearchResult<G>
where
    G: SearchHints<State: Sync, Move: Send> + Sync,
    E: Sync,
    M: Sync,
{
    if search.threads < 2
        || search.table.is_none()
        || search.options.depth.is_some()
        || search.deepens
        || search.observer.is_some()
    {
        return on_one_thread(search, state);
    }
    let Maxn {
        game, evaluation, order, options, selection, budget, table, threads, engine, start, nodes_alone, ..
    } = search;
    crew::run(threads, nodes_alone, &budget, &|budget, member| {
        let (deepens, on_level, observer) = (false, None, None);
        let search = Maxn {
            game,
            evaluation,
            order,
            options,
            selection,
            budget,
            deepens,
            on_level,
            table,
            threads,
            nodes_alone,
            member,
            observer,
            engine,
            start,
        };
        engine(search, state)
    })
}

fn unwatched<G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>, K: TableKind<G>>(
    search: Maxn<'_, G, E, M>,
    state: &G::State,
) -> SearchResult<G> {
    search.search::<K, (), Sound>(state, &mut ())
}

fn watched<G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>>(
    mut search: Maxn<'_, G, E, M>,
    state: &G::State,
) -> SearchResult<G> {
    match search.observer.take() {
        Some(mut observer) => search.search::<NoTable, &mut dyn Observer<G>, Sound>(state, &mut observer),
        None => search.search::<NoTable, (), Sound>(state, &mut ()),
    }
}
