//! max^n (Luckhardt and Irani 1986), with every pruning.

use cutthroat::maxn::{self, MaxnOptions, Test};
use cutthroat::{Analysis, Evaluation, Game, Maxn, Pruning, SearchError, Selection, TableKind, TieRule, VectorTable};

use super::{Algorithm, At, Built, Method, Search, Terms, fields};
use crate::error::Error;
use crate::game_kit::{GameKit, Weighed};
use crate::report::MemoryReport;
use crate::settings::Settings;

impl Algorithm {
    /// Every player maximises their own payoff.
    pub const MAXN: Self = Self {
        name: "maxn",
        about: "max^n with the prunings of the papers",
        paper: "Luckhardt and Irani 1986; Sturtevant and Korf 2000; Sturtevant 2003, 2005",
        assumes: "everybody maximises their own payoff",
        settings: &[
            fields::PRUNING,
            fields::TEST,
            fields::BOUNDS,
            fields::EVAL,
            fields::TIES,
            fields::ROOT_TIES,
            fields::DEPTH,
            fields::NODES,
            fields::MEMORY,
            fields::BEST,
            fields::LISTING,
            fields::EQUIVALENCE,
        ],
        searches: true,
        solves: true,
        can_be_watched: true,
        by_chance: false,
        needs_to_see: true,
    };
}

/// The tie rule. A random one has this seed.
pub(crate) fn tie_rule(settings: &Settings, seed: u64) -> TieRule {
    let known = [TieRule::First, TieRule::WorstForRoot, TieRule::Spiteful, TieRule::Random(seed)];
    known.into_iter().find(|rule| settings.get("ties") == Some(rule.name())).unwrap_or_default()
}

/// The options of a search of `state`. A pruning that is named is that of the papers: by sums, and with monotone bounds
/// only if they are part of it, unless the settings say otherwise. If none is named, it is the strongest that the
/// evaluation allows. All give the same payoff.
pub(crate) fn options<G: Game, E: Evaluation<G>>(
    settings: &Settings,
    game: &G,
    evaluation: &E,
    state: &G::State,
) -> Result<MaxnOptions, Error> {
    let (ties, depth) = (tie_rule(settings, 0), settings.number("depth"));
    let with = |pruning, test, bounds| MaxnOptions { pruning, test, bounds, ties, depth, ..MaxnOptions::default() };
    let test = Test::ALL.iter().find(|(name, _)| settings.get("test") == Some(name)).map(|(_, test)| *test);
    let bounds = settings.switch("bounds");
    if let Some(pruning) = settings.get("pruning").and_then(Pruning::named) {
        let options = with(pruning, test.unwrap_or_default(), bounds.unwrap_or(pruning.is_by_bounds()));
        maxn::check(game, evaluation, state, &options)?;
        return Ok(options);
    }
    let tests = test.map_or(vec![Test::Table, Test::Sum], |test| vec![test]);
    let all_bounds = bounds.map_or(vec![true, false], |bounds| vec![bounds]);
    let mut refusal = None;
    for pruning in [Pruning::SPECULATIVE, Pruning::IMMEDIATE] {
        for &test in &tests {
            for &bounds in &all_bounds {
                let options = with(pruning, test, bounds);
                match maxn::check(game, evaluation, state, &options) {
                    Ok(()) => return Ok(options),
                    Err(error) if pruning == Pruning::SPECULATIVE => refusal = Some(error),
                    Err(_) => {}
                }
            }
        }
    }
    match refusal {
        // A setting asks for something that the evaluation does not have.
        Some(refusal) if test.is_some() || bounds.is_some() => Err(refusal.into()),
        _ => Ok(with(Pruning::NONE, Test::Sum, false)),
    }
}

/// A search of positions by max^n, with a table that it keeps.
pub(super) struct MaxnSearch<K: GameKit> {
    options: MaxnOptions,
    selection: Selection,
    shuffles: bool,
    evaluation: Weighed<K>,
    order: K::Order,
    memory: usize,
    table: Option<VectorTable>,
}

impl<K: GameKit> MaxnSearch<K> {
    /// The search by these settings, with any evaluation.
    pub(super) fn new(
        settings: &Settings,
        game: &K::Game,
        state: &<K::Game as Game>::State,
        evaluation: Weighed<K>,
        order: K::Order,
        usual_memory: usize,
    ) -> Result<Self, Error> {
        Ok(Self {
            options: options(settings, game, &evaluation, state)?,
            selection: fields::selection(settings),
            shuffles: fields::shuffles(settings),
            evaluation,
            order,
            memory: fields::memory(settings, usual_memory),
            table: None,
        })
    }

    /// The settings with what the options were chosen to be.
    pub(super) fn completed(&self, settings: &Settings) -> Settings {
        let (mut complete, options) = (settings.clone(), &self.options);
        complete.complete("pruning", options.pruning.name());
        if !options.pruning.is_none() {
            complete.complete("test", options.test.name());
            complete.complete("bounds", if options.bounds { "on" } else { "off" });
        }
        complete.complete("ties", options.ties.name());
        complete
    }
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let (evaluation, order) = (at.evaluation.clone(), at.order.clone());
    let search = MaxnSearch::<K>::new(settings, at.game, at.state, evaluation, order, at.usual_memory)?;
    Ok((search.completed(settings), Box::new(search)))
}

impl<K: GameKit> Search<K::Game> for MaxnSearch<K> {
    fn run(
        &mut self,
        game: &K::Game,
        state: &<K::Game as Game>::State,
        terms: Terms<'_, K::Game>,
    ) -> Result<Analysis<<K::Game as Game>::Move>, SearchError> {
        let Terms { budget, deepens, depth, all_moves, threads, seed, on_level, observer } = terms;
        let ties = match self.options.ties {
            TieRule::Random(_) => TieRule::Random(seed),
            fixed => fixed,
        };
        let depth = depth.or(self.options.depth);
        let options = MaxnOptions { ties, depth, all_moves, ..self.options };
        let selection = Selection { shuffled_root: self.shuffles.then_some(seed), ..self.selection };
        if self.memory > 0 && observer.is_none() && self.table.is_none() {
            self.table = Some(VectorTable::try_new(self.memory)?);
        }
        let mut search = Maxn::with_order(game, &self.evaluation, &self.order)
            .options(&options)
            .selection(selection)
            .budget(budget)
            .deepen(deepens)
            .threads(threads);
        if let Some(on_level) = on_level {
            search = search.on_level(on_level);
        }
        if let Some(observer) = observer {
            search = search.observer(observer);
        } else if let Some(table) = &mut self.table {
            search = search.table_of_kind::<K::Table>(table);
        }
        search.run(state)
    }

    fn fresh(&self) -> Box<dyn Search<K::Game>> {
        let (evaluation, order) = (self.evaluation.clone(), self.order.clone());
        Box::new(Self { evaluation, order, table: None, ..*self })
    }

    fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    fn method(&self) -> Method {
        let MaxnOptions { pruning, test, bounds, .. } = self.options;
        let test = if pruning.is_none() { "none" } else { test.name() };
        Method { pruning: pruning.name(), test, bounds, ..Method::PLAIN }
    }

    fn memory(&self, game: &K::Game) -> Option<MemoryReport> {
        let in_order =
            self.options.ties == TieRule::Spiteful || <K::Table as TableKind<K::Game>>::merges_in_order(game);
        let plain = self.selection == Selection::default();
        let merges = <K::Table as TableKind<K::Game>>::PARTITIONS && in_order && plain;
        self.table.as_ref().map(|table| MemoryReport::new(table, merges))
    }

    fn bytes_beside_table(&self, game: &K::Game) -> u64 {
        maxn::outcome_mask_bytes(game, &self.evaluation, &self.options, self.memory > 0)
    }
}
