//! Players from their descriptions: checked against a game once, then sat down as often as one likes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cutthroat::player::{AtRandom, FirstOfOrder, PlayerTable, Search, Searcher, Strategy};
use cutthroat::{Budget, Game, Selection, maxn, paranoid};

use crate::error::Error;
use crate::game_kit::{Entry, GameKit};
use crate::player_spec::{PlayerKind, PlayerSpec, USUAL_NODES};
use crate::request::{Algorithm, TieName};

/// A player who was checked against the game of a kit.
pub(crate) enum Seated<K: GameKit> {
    Random,
    Heuristic,
    Searcher {
        search: Search,
        evaluation: K::Evaluation,
        nodes: Option<u64>,
        memory: Option<usize>,
        selection: Selection,
    },
}

impl<K: GameKit> Seated<K> {
    /// The player for one seat of one game, with a memory of their own. `stop` is a flag that ends their searches.
    pub(crate) fn strategy(&self, stop: Option<&Arc<AtomicBool>>) -> Box<dyn Strategy<K::Game> + Send> {
        let order = K::Order::default();
        match self {
            Self::Random => Box::new(AtRandom),
            Self::Heuristic => Box::new(FirstOfOrder(order)),
            Self::Searcher { search, evaluation, nodes, memory, selection } => Box::new(Searcher {
                search: *search,
                evaluation: evaluation.clone(),
                order,
                budget: Budget { nodes: *nodes, stop: stop.cloned(), ..Budget::default() },
                table: memory.map(|mebibytes| PlayerTable::new(search, mebibytes)),
                table_kind: K::Table::default(),
                selection: *selection,
            }),
        }
    }
}

/// Checks a player against the game, and completes their settings.
pub(crate) fn seat<K: GameKit>(
    entry: &Entry<K>,
    game: &K::Game,
    state: &<K::Game as Game>::State,
    spec: &PlayerSpec,
) -> Result<(PlayerSpec, Seated<K>), Error> {
    let name = entry.info.evaluation(spec.eval.as_deref())?;
    let evaluation = entry.kit.evaluation(game, name)?;
    let random_root_ties = spec.random_root_ties.unwrap_or(true);
    let nodes = spec.nodes.or(spec.depth.is_none().then_some(USUAL_NODES));
    let mut full =
        PlayerSpec { eval: Some(name.to_owned()), random_root_ties: Some(random_root_ties), nodes, ..spec.clone() };
    let search = match spec.kind {
        PlayerKind::Random => return Ok((spec.clone(), Seated::Random)),
        PlayerKind::Heuristic => return Ok((spec.clone(), Seated::Heuristic)),
        PlayerKind::Maxn => {
            let options = spec.request(Algorithm::Maxn).maxn(game, &evaluation, state)?;
            maxn::check(game, &evaluation, state, &options)?;
            let prunes = !options.pruning.is_none();
            full.pruning = Some(options.pruning.name().to_owned());
            full.test = prunes.then(|| options.test.name().to_owned());
            full.bounds = prunes.then_some(options.bounds);
            full.ties = Some(spec.ties.unwrap_or(TieName::First));
            Search::Maxn(options)
        }
        PlayerKind::Paranoid => {
            let options = spec.request(Algorithm::Paranoid).paranoid(game, &evaluation, state)?;
            paranoid::check(game, &evaluation, state, &options)?;
            full.bounds = options.prune.then_some(options.bounds);
            Search::Paranoid(options)
        }
    };
    let selection = Selection {
        first: spec.best,
        by_order: spec.listed_by_order.unwrap_or(false),
        shuffled_root: random_root_ties.then_some(0),
        ..Selection::default()
    };
    Ok((full, Seated::Searcher { search, evaluation, nodes, memory: spec.memory, selection }))
}
