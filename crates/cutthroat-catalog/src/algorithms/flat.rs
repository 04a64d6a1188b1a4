//! Flat Monte Carlo: sampled deals, played out after every move.

use cutthroat::hidden::{ByPlayouts, Estimates, Halving, HelpingSearch, Hidden, Knowledge, Pimc, Sample};
use cutthroat::{SearchError, SearchHints};
use cutthroat_games::field::{DefaultValue, Field, Values};

use super::on_views::{OnView, ViewSearch};
use super::playouts::{self, Playouts};
use super::worlds::{self, Worlds};
use super::{Algorithm, At, Built, MoveOf, Terms, fields};
use crate::game_kit::GameKit;
use crate::settings::Settings;

const WORLDS: Field = Field {
    default: DefaultValue::Derived(
        "as many as the nodes last, at most 10,000, and with share=halving one for 300 nodes, or for 600 if they are weighed; 200 without a number of nodes",
    ),
    ..worlds::WORLDS
};

const SHARE: Field = Field {
    name: "share",
    about: "how playouts are shared among the moves",
    values: Values::Names(&[
        ("evenly", "every move is played out in every deal"),
        ("halving", "all moves in some deals, the better half of them in more, and so on (sequential halving)"),
    ]),
    default: DefaultValue::Is("evenly"),
};

/// Worlds without a number of nodes, and the most that a number of nodes is worth.
const USUAL_WORLDS: usize = 200;
const MOST_FOR_NODES: usize = 10_000;

/// A deal is drawn for every so many nodes, if moves are halved: to draw one costs as much as some ten playouts at the end of
/// a game.
const NODES_OF_A_DEAL: u64 = 300;

impl Algorithm {
    /// Playouts of sampled deals.
    pub const FLAT: Self = Self {
        name: "flat",
        about: "flat Monte Carlo: every move is played out in sampled deals that fit what the seat knows",
        paper: "Abramson 1990; Ginsberg 2001",
        assumes: "everybody plays on as the playouts do",
        settings: &[
            WORLDS,
            worlds::WEIGHTS,
            SHARE,
            playouts::PLAYOUT,
            playouts::CUT,
            fields::EVAL,
            fields::NODES,
            fields::PREPARE,
            worlds::THREADS,
        ],
        searches: true,
        solves: false,
        can_be_watched: false,
        by_chance: true,
        needs_to_see: false,
    };
}

struct FlatSearch<K: GameKit> {
    /// How many worlds are asked for, if any number is.
    number: Option<usize>,
    worlds: Worlds<K>,
    threads: usize,
    halves: bool,
    playouts: Playouts<K>,
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let search = FlatSearch::<K> {
        number: settings.number("worlds"),
        worlds: Worlds::new(settings, at, USUAL_WORLDS)?,
        threads: worlds::threads(settings),
        halves: settings.get("share") == Some("halving"),
        playouts: Playouts::new(settings, at)?,
    };
    let mut complete = settings.clone();
    playouts::complete(&mut complete, search.playouts.policy);
    Ok((complete, Box::new(OnView::new(Box::new(search)))))
}

/// Sequential halving of one move for each class of equivalent ones. The others have the same estimate.
fn halved<G: Hidden + SearchHints>(
    game: &G,
    view: &G::View,
    search: Halving<'_, G>,
    sample: &Sample<G>,
) -> Result<Estimates<G::Move>, SearchError> {
    let (mut all, mut compared, seen) = (Vec::new(), Vec::new(), game.possible_state(view));
    game.moves_of(view, &mut all);
    game.search_moves(&seen, &mut compared);
    let mut found = search.only(compared).run(sample)?;
    let estimate = |&mv: &G::Move| {
        let equivalents = game.equivalents(&seen, mv);
        let known = found.of(mv).or_else(|| equivalents.iter().find_map(|&other| found.of(other)));
        known.map(|estimate| estimate.with(mv))
    };
    found.moves = all.iter().filter_map(estimate).collect();
    Ok(found)
}

impl<K: GameKit> ViewSearch<K::Game> for FlatSearch<K> {
    fn run_on_view(
        &mut self,
        game: &K::Game,
        known: Knowledge<'_, K::Game>,
        terms: Terms<'_, K::Game>,
    ) -> Result<Estimates<MoveOf<K>>, SearchError> {
        let Playouts { policy, evaluation, order } = &self.playouts;
        let values = ByPlayouts::new(evaluation, order, *policy, terms.seed);
        let mut values = vec![values; self.threads];
        let (own, helpers) = values.split_first_mut().expect("there is a thread");
        let mut budget = terms.budget.started();
        if self.halves {
            let usual = budget
                .nodes
                .map_or(USUAL_WORLDS as u64, |nodes| (nodes / NODES_OF_A_DEAL).clamp(30, MOST_FOR_NODES as u64));
            // To weigh a deal costs more than to draw it.
            let usual = if self.worlds.are_weighed() { usual.div_ceil(2) } else { usual };
            let number = self.number.unwrap_or(usual as usize);
            let mut drawn = self.worlds.draw_for_playouts(game, known, number, &budget, terms.seed)?;
            if drawn.is_resampled() {
                drawn.sample = drawn.sample.repeated(terms.seed);
            }
            let helpers = helpers.iter_mut().map(|helper| helper as HelpingSearch<'_, K::Game>).collect();
            let search = Halving::new(game, known.view, own).helpers(helpers).budget(drawn.rest(&budget));
            return Ok(drawn.noted(halved(game, known.view, search, &drawn.sample)?));
        }
        let is_limited = budget.nodes.is_some() || budget.deadline.is_some();
        let mut number = self.number.unwrap_or(if is_limited { MOST_FOR_NODES } else { USUAL_WORLDS });
        let (mut nodes, tried) = (0, budget.clone());
        if let Some(all) = &mut budget.nodes {
            // What a world costs is known when one has been played out: no more are drawn than the nodes last for.
            let first = Sample::draw(game, known.view, 1, terms.seed)?;
            let cost = Pimc::new(game, known.view, own).budget(tried).run(&first)?;
            (*all, nodes) = (*all - cost.nodes, cost.nodes);
            let affordable = *all / cost.nodes.max(1) + 1;
            number = number.min(usize::try_from(affordable).unwrap_or(usize::MAX));
        }
        let drawn = self.worlds.draw_for_playouts(game, known, number, &budget, terms.seed)?;
        let helpers = helpers.iter_mut().map(|helper| helper as HelpingSearch<'_, K::Game>).collect();
        let search = Pimc::new(game, known.view, own).helpers(helpers).in_turn().budget(drawn.rest(&budget));
        let found = drawn.noted(search.run(&drawn.sample)?);
        Ok(Estimates { nodes: nodes + found.nodes, ..found })
    }

    fn renewed(&self) -> Box<dyn ViewSearch<K::Game>> {
        Box::new(Self { playouts: self.playouts.clone(), worlds: self.worlds.renewed(), ..*self })
    }
}
