//! Flat Monte Carlo: sampled deals, played out after every move.

use cutthroat::SearchError;
use cutthroat::hidden::{ByPlayouts, Estimates, Knowledge, Pimc};
use cutthroat_games::field::{DefaultValue, Field};

use super::on_views::{OnView, ViewSearch};
use super::playouts::{self, Playouts};
use super::{Algorithm, At, Built, MoveOf, Terms, fields, pimc};
use crate::game_kit::GameKit;
use crate::settings::Settings;

const WORLDS: Field = Field {
    default: DefaultValue::Derived("as many as the nodes last, at most 10,000; 200 without a number of nodes"),
    ..pimc::WORLDS
};

/// Worlds without a number of nodes, and the most that a number of nodes is worth.
const USUAL_WORLDS: usize = 200;
const MOST_FOR_NODES: usize = 10_000;

impl Algorithm {
    /// Playouts of sampled deals.
    pub const FLAT: Self = Self {
        name: "flat",
        about: "flat Monte Carlo: every move is played out in sampled deals that fit what the seat knows",
        paper: "Abramson 1990; Ginsberg 2001",
        assumes: "everybody plays on as the playouts do",
        settings: &[WORLDS, playouts::PLAYOUT, playouts::CUT, fields::EVAL, fields::NODES],
        searches: true,
        solves: false,
        can_be_watched: false,
        by_chance: true,
        needs_to_see: false,
    };
}

struct FlatSearch<K: GameKit> {
    worlds: Option<usize>,
    playouts: Playouts<K>,
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let search = FlatSearch::<K> { worlds: settings.number("worlds"), playouts: Playouts::new(settings, at)? };
    let mut complete = settings.clone();
    playouts::complete(&mut complete, search.playouts.policy);
    Ok((complete, Box::new(OnView(Box::new(search)))))
}

impl<K: GameKit> ViewSearch<K::Game> for FlatSearch<K> {
    fn run_on_view(
        &mut self,
        game: &K::Game,
        known: Knowledge<'_, K::Game>,
        terms: Terms<'_, K::Game>,
    ) -> Result<Estimates<MoveOf<K>>, SearchError> {
        let Playouts { policy, evaluation, order } = &self.playouts;
        let mut values = ByPlayouts { evaluation, order, policy: *policy, seed: terms.seed };
        let mut budget = terms.budget.started();
        let is_limited = budget.nodes.is_some() || budget.deadline.is_some();
        let mut worlds = self.worlds.unwrap_or(if is_limited { MOST_FOR_NODES } else { USUAL_WORLDS });
        let (mut nodes, tried) = (0, budget.clone());
        if let Some(all) = &mut budget.nodes {
            // What a world costs is known when one has been played out: no more are drawn than the nodes last for.
            let first = pimc::sample::<K>(game, known, 1, terms.seed)?;
            let cost = Pimc::new(game, known.view, &mut values).budget(tried).run(&first)?;
            (*all, nodes) = (*all - cost.nodes, cost.nodes);
            let affordable = *all / cost.nodes.max(1) + 1;
            worlds = worlds.min(usize::try_from(affordable).unwrap_or(usize::MAX));
        }
        let sample = pimc::sample::<K>(game, known, worlds, terms.seed)?;
        let found = Pimc::new(game, known.view, &mut values).in_turn().budget(budget).run(&sample)?;
        Ok(Estimates { nodes: nodes + found.nodes, ..found })
    }

    fn renewed(&self) -> Box<dyn ViewSearch<K::Game>> {
        Box::new(Self { playouts: self.playouts.clone(), ..*self })
    }
}
