//! Flat Monte Carlo: sampled deals, played out after every move.

use cutthroat::SearchError;
use cutthroat::hidden::{ByPlayouts, Estimates, Knowledge, Pimc};
use cutthroat::playout::PlayoutPolicy;
use cutthroat_games::field::{DefaultValue, Field};

use super::on_views::{OnView, ViewSearch};
use super::{Algorithm, At, Built, MoveOf, Terms, fields, pimc, playouts};
use crate::game_kit::{GameKit, Weighed};
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
    policy: PlayoutPolicy,
    evaluation: Weighed<K>,
    order: K::Order,
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let search = FlatSearch::<K> {
        worlds: settings.number("worlds"),
        policy: playouts::policy(settings, at)?,
        evaluation: at.evaluation.clone(),
        order: at.order.clone(),
    };
    let mut complete = settings.clone();
    playouts::complete(&mut complete, search.policy);
    Ok((complete, Box::new(OnView(Box::new(search)))))
}

impl<K: GameKit> ViewSearch<K::Game> for FlatSearch<K> {
    fn run_on_view(
        &mut self,
        game: &K::Game,
        known: Knowledge<'_, K::Game>,
        terms: Terms<'_, K::Game>,
    ) -> Result<Estimates<MoveOf<K>>, SearchError> {
        let Self { evaluation, order, policy, .. } = self;
        let mut values = ByPlayouts { evaluation: &*evaluation, order: &*order, policy: *policy, seed: terms.seed };
        let mut budget = terms.budget;
        let Some(nodes) = budget.nodes.take() else {
            let sample = pimc::sample::<K>(game, known, self.worlds.unwrap_or(USUAL_WORLDS), terms.seed)?;
            return Pimc::new(game, known.view, &mut values).budget(budget).run(&sample);
        };
        // What a world costs is known when one has been played out: then as many follow as the nodes last for.
        let first = pimc::sample::<K>(game, known, 1, terms.seed)?;
        let cost = Pimc::new(game, known.view, &mut values).budget(budget.clone()).run(&first)?;
        let affordable = usize::try_from(nodes / cost.nodes.max(1)).unwrap_or(usize::MAX).clamp(1, MOST_FOR_NODES);
        let worlds = self.worlds.map_or(affordable, |worlds| worlds.min(affordable));
        let sample = pimc::sample::<K>(game, known, worlds, terms.seed)?;
        Pimc::new(game, known.view, &mut values).budget(budget).run(&sample)
    }

    fn renewed(&self) -> Box<dyn ViewSearch<K::Game>> {
        let (evaluation, order) = (self.evaluation.clone(), self.order.clone());
        Box::new(Self { evaluation, order, ..*self })
    }
}
