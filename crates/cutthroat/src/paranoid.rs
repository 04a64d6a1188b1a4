//! Paranoid search: all opponents are assumed to play against the player at the root, so the game has two sides and
//! alpha-beta applies (2000 paper, "Reduction to a Paranoid 2-Player Game"). The only alpha-beta recursion in this
//! crate.
//!
//! The mover decides the side, never the parity of the ply. In a trick game one player may move twice in a row, and
//! flipping signs at every ply would silently invert the window. Partners ([`Game::side`]) are one side with the player
//! at the root: bridge double dummy is this search.
//!
//! With two sides, values are numbers and not vectors. So null windows are possible here, unlike in max^n (2002 paper,
//! theorem 1): a search can ask only whether a position is worth more than a given number ([`Window`]).

mod known;
mod recursion;

use crate::analysis::Analysis;
use crate::budget::Budget;
use crate::crew::{self, Member};
use crate::eval::Evaluation;
use crate::game::{Game, Player};
use crate::hints::{Partition, SearchHints};
use crate::order::{MoveOrder, ReferenceOrder};
use crate::search::{Course, MAX_DEPTH, OnLevel, SearchError, SearchResult, shared_settings};
use crate::selection::Selection;
use crate::table::{NoTable, Partitions, ScalarTable, TableKind, TableUse, WholePositions};
use crate::ties::TieRule;
use recursion::ParanoidRecursion;

/// The windows to search with. All find the same value and the same move; they differ in cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Window {
    /// Plain alpha-beta: every value is searched for exactly.
    #[default]
    Full,
    /// Principal variation search: moves after the first are searched with a null window, and again only if they are
    /// better than the best (Marsland and Campbell 1982).
    Null,
    /// Binary search for the value with null windows: the zero-window search of the 2002 paper. The same positions are
    /// searched again and again, so it pays with a transposition table.
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
pub struct ParanoidOptions {
    /// Whether alpha-beta prunes; without it every node is visited.
    pub prune: bool,
    /// The windows it prunes with.
    pub window: Window,
    /// Whether monotone bounds are also used (2000 paper, Table 2, "with heuristic").
    pub bounds: bool,
    /// Plies to search; `None` is to the end of the game.
    pub depth: Option<usize>,
    /// Whether the value of every move at the root is wanted, not only the best.
    pub all_moves: bool,
    /// Only the value for this player is wanted, whoever moves: there is no best move and no line, and the payoffs of all
    /// others are 0. Searches for the same player can share a table, whoever moves first.
    pub value_for: Option<Player>,
    /// Whether any best move will do, in place of the first in reference order: the one that is found first. Then ties
    /// at the root need not be settled, which is a quarter to a third of all nodes in bridge.
    pub any_best: bool,
}

impl Default for ParanoidOptions {
    /// Alpha-beta to the end of the game.
    fn default() -> Self {
        Self {
            prune: true,
            window: Window::Full,
            bounds: false,
            depth: None,
            all_moves: false,
            value_for: None,
            any_best: false,
        }
    }
}

/// A paranoid search for the mover of a position and those on their side: what to search, and how.
///
/// The mover's payoff is what they can be sure of against all others, and among equal moves they play the first in
/// reference order. Both are the same for all options and orders. The others' payoffs are those of the evaluation at
/// the end of the line. Several lines may give the mover that payoff; which one is returned depends on the options and
/// the order only. Without a depth limit it does not depend on the contents of a table, either.
///
/// ```
/// # use cutthroat::*;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/toy.rs"));
/// # fn main() {
/// let (game, points) = (Pebbles { players: 3 }, AtTheEnd(Range::constant_sum(1, 3)));
/// let found = Paranoid::new(&game, &points).run(&Heap { left: 7, mover: 0 }).unwrap();
/// assert_eq!(found.payoff[Player::new(0)], 0);
/// # }
/// ```
pub struct Paranoid<'a, G: SearchHints, E, M = ReferenceOrder> {
    game: &'a G,
    evaluation: &'a E,
    order: &'a M,
    options: ParanoidOptions,
    selection: Selection,
    budget: Budget,
    deepens: bool,
    on_level: Option<OnLevel<'a, G::Move>>,
    table: Option<&'a ScalarTable>,
    threads: usize,
    /// How many nodes are searched on one thread before others start.
    nodes_alone: u64,
    /// The other threads that search the same.
    member: Option<Member>,
    /// The recursion for the table. Only what is chosen is compiled.
    engine: ParanoidEngine<'a, G, E, M>,
    /// What starts it: on one thread, or on several.
    start: ParanoidEngine<'a, G, E, M>,
}

type ParanoidEngine<'a, G, E, M> = fn(Paranoid<'a, G, E, M>, &<G as Game>::State) -> SearchResult<G>;

impl<'a, G: SearchHints, E: Evaluation<G>> Paranoid<'a, G, E> {
    /// A search in the reference order.
    #[must_use]
    pub fn new(game: &'a G, evaluation: &'a E) -> Self {
        Self::with_order(game, evaluation, &ReferenceOrder)
    }
}

impl<'a, G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>> Paranoid<'a, G, E, M> {
    /// A search that tries moves in this order.
    #[must_use]
    pub fn with_order(game: &'a G, evaluation: &'a E, order: &'a M) -> Self {
        Self::with_table_kind::<NoTable>(game, evaluation, order, None)
    }

    /// The same, with a table of a kind known at compile time, or without: one recursion is compiled for both.
    #[must_use]
    pub fn with_table_kind<K: TableKind<G>>(
        game: &'a G,
        evaluation: &'a E,
        order: &'a M,
        table: Option<&'a mut ScalarTable>,
    ) -> Self {
        Self {
            game,
            evaluation,
            order,
            options: ParanoidOptions::default(),
            selection: Selection::default(),
            budget: Budget::default(),
            deepens: false,
            on_level: None,
            table: table.map(|table| &*table),
            threads: 1,
            nodes_alone: crew::NODES_ALONE,
            member: None,
            engine: search::<G, E, M, K>,
            start: on_one_thread,
        }
    }

    shared_settings!(ParanoidOptions, ScalarTable, search);

    /// Whether alpha-beta prunes, as it does by default.
    #[must_use]
    pub fn prune(mut self, prune: bool) -> Self {
        self.options.prune = prune;
        self
    }

    /// The windows it prunes with.
    #[must_use]
    pub fn window(mut self, window: Window) -> Self {
        self.options.window = window;
        self
    }

    /// Searches `state`.
    ///
    /// # Errors
    /// If the depth makes no sense, if bounds are asked for that the evaluation does not declare, or if there are
    /// windows or bounds but no pruning. If the budget ends before there is an answer.
    pub fn run(self, state: &G::State) -> Result<Analysis<G::Move>, SearchError> {
        let start = self.start;
        start(self, state)
    }
}

fn on_one_thread<G: SearchHints, E, M>(search: Paranoid<'_, G, E, M>, state: &G::State) -> SearchResult<G> {
    let engine = search.engine;
    engine(search, state)
}

fn on_threads<G, E, M>(search: Paranoid<'_, G, E, M>, state: &G::State) -> SearchResult<G>
where
    G: SearchHints<State: Sync, Move: Send> + Sync,
    E: Sync,
    M: Sync,
{
    // Which best move is found first depends on the threads.
    let ParanoidOptions { depth, any_best, .. } = search.options;
    if search.threads < 2 || search.table.is_none() || depth.is_some() || search.deepens || any_best {
        return on_one_thread(search, state);
    }
    let Paranoid {
        game,
        evaluation,
        order,
        options,
        selection,
        budget,
        table,
        threads,
        engine,
        start,
        nodes_alone,
        ..
    } = search;
    crew::run(threads, nodes_alone, &budget, &|budget, member| {
        let (deepens, on_level) = (false, None);
        let search = Paranoid {
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
            engine,
            start,
        };
        engine(search, state)
    })
}

fn search<G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>, K: TableKind<G>>(
    search: Paranoid<'_, G, E, M>,
    state: &G::State,
) -> SearchResult<G> {
    let Paranoid { game, evaluation, order, options, selection, budget, deepens, on_level, table, member, .. } = search;
    check(game, evaluation, state, &options)?;
    let ties = TieRule::First;
    let Some(mover) = game.mover(state) else {
        return Ok(Analysis::of_finished_game(evaluation.evaluate(game, state), ties));
    };
    let root = options.value_for.unwrap_or(mover);
    let depth = options.depth;
    let course =
        Course { game, evaluation, order, selection, ties, depth, budget, deepens, on_level, member: member.clone() };
    course.run(state, &mut |iteration, meter| {
        let options = ParanoidOptions { depth: iteration.depth, ..options };
        let table = table.map(|table| TableUse::new(table, member.is_none()));
        ParanoidRecursion::<_, _, _, K>::new(game, evaluation, order, root, &options, selection, table, meter)
            .together_with(member.clone())
            .run(state, iteration.tried_first)
    })
}

/// Checks that the options make sense and that the evaluation declares what they need.
///
/// # Errors
/// The first thing that does not fit.
pub fn check<G: Game, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    state: &G::State,
    options: &ParanoidOptions,
) -> Result<(), SearchError> {
    if let Some(depth) = options.depth
        && !(1..=MAX_DEPTH).contains(&depth)
    {
        return Err(SearchError::Depth { depth });
    }
    if !options.prune && options.bounds {
        return Err(SearchError::NothingToPrune { what: "bounding" });
    }
    if !options.prune && options.window != Window::Full {
        return Err(SearchError::NothingToPrune { what: "a null window" });
    }
    if options.bounds && evaluation.payoff_bounds(game, state).is_none() {
        return Err(SearchError::NoPayoffBounds);
    }
    Ok(())
}
