//! Paranoid search: alpha-beta, all opponents against the player who searches.

use cutthroat::paranoid::{self, ParanoidOptions, Window};
use cutthroat::{
    Analysis, Evaluation, Game, Paranoid, Player, ScalarTable, SearchError, SearchHints as _, Selection, Stop,
    TableKind,
};

use super::{Algorithm, At, Built, Method, Search, Terms, fields};
use crate::error::Error;
use crate::game_kit::{GameKit, Weighed};
use crate::report::MemoryReport;
use crate::settings::Settings;

impl Algorithm {
    /// All opponents play against the player at the root.
    pub const PARANOID: Self = Self {
        name: "paranoid",
        about: "alpha-beta, with all others as one opponent",
        paper: "Sturtevant and Korf 2000",
        assumes: "everybody else plays against the player who searches",
        settings: &[
            fields::ALPHA_BETA,
            fields::WINDOW,
            fields::BOUNDS,
            fields::EVAL,
            fields::ALPHA_BETA_ROOT_TIES,
            fields::DEPTH,
            fields::NODES,
            fields::END_FIRST,
            fields::MEMORY,
            fields::BEST,
            fields::LISTING,
            fields::EQUIVALENCE,
        ],
        searches: true,
        solves: true,
        can_be_watched: false,
        by_chance: false,
        needs_to_see: true,
    };
}

/// The options of a paranoid search of `state`, or of a best-reply search, which is one of another game.
pub(super) fn options<G: Game, E: Evaluation<G>>(
    settings: &Settings,
    game: &G,
    evaluation: &E,
    state: &G::State,
) -> Result<ParanoidOptions, Error> {
    let prune = settings.get("pruning") != Some("none");
    let window = Window::ALL.iter().find(|(name, _)| settings.get("window") == Some(name));
    let usual_bounds = || prune && evaluation.payoff_bounds(game, state).is_some();
    let options = ParanoidOptions {
        prune,
        window: window.map_or(Window::Full, |(_, window)| *window),
        bounds: settings.switch("bounds").unwrap_or_else(usual_bounds),
        depth: settings.number("depth"),
        any_best: settings.get("root-ties") == Some("any"),
        ..ParanoidOptions::default()
    };
    paranoid::check(game, evaluation, state, &options)?;
    Ok(options)
}

/// The settings with what the options were chosen to be.
pub(super) fn completed(settings: &Settings, options: &ParanoidOptions) -> Settings {
    let mut complete = settings.clone();
    if options.prune {
        complete.complete("bounds", if options.bounds { "on" } else { "off" });
    }
    complete
}

/// How alpha-beta searches with these options.
pub(super) fn method(options: &ParanoidOptions) -> Method {
    Method {
        pruning: if options.prune { "alpha-beta" } else { "none" },
        window: options.prune.then(|| options.window.name()),
        bounds: options.bounds,
        ..Method::PLAIN
    }
}

struct ParanoidSearch<K: GameKit> {
    options: ParanoidOptions,
    selection: Selection,
    shuffles: bool,
    evaluation: Weighed<K>,
    order: K::Order,
    /// The order of a search to the end by each player, if that is tried before deepening.
    end_first: Option<Vec<K::Order>>,
    memory: usize,
    table: Option<ScalarTable>,
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let options = options(settings, at.game, at.evaluation, at.state)?;
    let end_first = settings.switch("end-first") == Some(true);
    if end_first && options.depth.is_some() {
        return Err(Error::Useless { what: "a search with a depth limit", field: "end-first" });
    }
    let solving_order = |player| at.entry.kit.solving_order(Algorithm::PARANOID, Some(player));
    let search = ParanoidSearch::<K> {
        options,
        selection: fields::selection(settings),
        shuffles: fields::shuffles(settings),
        evaluation: at.evaluation.clone(),
        order: at.order.clone(),
        end_first: end_first.then(|| Player::all(at.game.players()).map(solving_order).collect()),
        memory: fields::memory(settings, at.usual_memory),
        table: None,
    };
    Ok((completed(settings, &options), Box::new(search)))
}

impl<K: GameKit> ParanoidSearch<K> {
    /// Searches once. A player who is `solving` searches as `solve` does: in its order, and with null windows.
    fn run_once(
        &mut self,
        game: &K::Game,
        state: &<K::Game as Game>::State,
        terms: Terms<'_, K::Game>,
        solving: Option<Player>,
    ) -> Result<Analysis<<K::Game as Game>::Move>, SearchError> {
        let Terms { budget, deepens, depth, all_moves, threads, seed, on_level, .. } = terms;
        let mut options = ParanoidOptions { depth: depth.or(self.options.depth), all_moves, ..self.options };
        let mut order = &self.order;
        if let Some((player, orders)) = solving.zip(self.end_first.as_ref()) {
            order = &orders[player.index()];
            if options.prune {
                options.window = Window::Null;
            }
        }
        let selection = Selection { shuffled_root: self.shuffles.then_some(seed), ..self.selection };
        if self.memory > 0 && self.table.is_none() {
            self.table = Some(ScalarTable::try_new(self.memory)?);
        }
        // One recursion is compiled for searches with a table and without.
        let table = self.table.as_mut();
        let mut search = Paranoid::with_table_kind::<K::Table>(game, &self.evaluation, order, table)
            .options(&options)
            .selection(selection)
            .budget(budget)
            .deepen(deepens)
            .threads(threads);
        if let Some(on_level) = on_level {
            search = search.on_level(on_level);
        }
        search.run(state)
    }
}

impl<K: GameKit> Search<K::Game> for ParanoidSearch<K> {
    fn run(
        &mut self,
        game: &K::Game,
        state: &<K::Game as Game>::State,
        mut terms: Terms<'_, K::Game>,
    ) -> Result<Analysis<<K::Game as Game>::Move>, SearchError> {
        let limited = terms.budget.nodes.is_some() || terms.budget.time.is_some() || terms.budget.deadline.is_some();
        let tries_end = self.end_first.is_some() && terms.deepens && terms.depth.is_none() && limited;
        let Some(mover) = game.mover(state).filter(|_| tries_end) else {
            return self.run_once(game, state, terms, None);
        };
        terms.budget = terms.budget.started();
        let half = terms.budget.half();
        let spent = half.nodes.unwrap_or(0);
        let Terms { all_moves, seed, .. } = terms;
        // Whether the nodes are enough depends on the threads, if there are several.
        let (depth, deepens, threads, on_level, observer) = (None, false, 1, None, None);
        let to_the_end = Terms { budget: half, deepens, depth, all_moves, threads, seed, on_level, observer };
        match self.run_once(game, state, to_the_end, Some(mover)) {
            Ok(found) => {
                if let Some(on_level) = &mut terms.on_level {
                    on_level(&found);
                }
                return Ok(found);
            }
            // The first level is searched all the same, so that there is an answer.
            Err(SearchError::Stopped(Stop::Flag)) => {
                terms.budget.stop = None;
                terms.depth = Some(game.next_level(state, 0));
            }
            Err(SearchError::Stopped(_) | SearchError::TooLong) => {}
            Err(error) => return Err(error),
        }
        terms.budget.nodes = terms.budget.nodes.map(|nodes| nodes - spent);
        let found = self.run_once(game, state, terms, None)?;
        Ok(Analysis { nodes: found.nodes + spent, ..found })
    }

    fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    fn method(&self) -> Method {
        method(&self.options)
    }

    fn memory(&self, _: &K::Game) -> Option<MemoryReport> {
        let merges = <K::Table as TableKind<K::Game>>::PARTITIONS && self.selection == Selection::default();
        self.table.as_ref().map(|table| MemoryReport::new(table, merges))
    }

    fn fresh(&self) -> Box<dyn Search<K::Game>> {
        let (evaluation, order) = (self.evaluation.clone(), self.order.clone());
        Box::new(Self { evaluation, order, end_first: self.end_first.clone(), table: None, ..*self })
    }
}
