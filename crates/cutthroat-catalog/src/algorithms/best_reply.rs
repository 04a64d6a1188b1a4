//! Best-reply search: paranoid search of a game in which the replies of all others are one ply.

use cutthroat::paranoid::ParanoidOptions;
use cutthroat::{Analysis, BestReply, Game, Lifted, Others, Paranoid, Reply, SearchError, Selection};
use cutthroat_games::field::Field;

use super::{Algorithm, At, Built, Method, Search, Terms, fields, paranoid};
use crate::error::Error;
use crate::game_kit::{GameKit, Weighed};
use crate::settings::Settings;

const SETTINGS: &[Field] = &[
    fields::ALPHA_BETA,
    fields::WINDOW,
    fields::BOUNDS,
    fields::EVAL,
    fields::ROOT_TIES,
    fields::DEPTH,
    fields::NODES,
];

impl Algorithm {
    /// Best-reply search: one opponent plays against the player at the root, the others pass.
    pub const BRS: Self = Self {
        name: "brs",
        about: "best-reply search, in which all opponents but one pass; for games in which one may pass",
        paper: "Schadd and Winands 2011",
        assumes: "between two turns of the player who searches, one opponent plays against them and the rest pass",
        settings: SETTINGS,
        searches: true,
        solves: false,
        can_be_watched: false,
        by_chance: false,
    };

    /// Best-reply search in which the others play the first move of the order.
    pub const BRS_PLUS: Self = Self {
        name: "brs+",
        about: "best-reply search, in which all opponents but one play the first move of the game's order",
        paper: "Esser, Gras, Winands, Schadd and Lanctot 2013",
        assumes: "between two turns of the player who searches, one opponent plays against them and the rest do not think",
        ..Self::BRS
    };
}

struct BestReplySearch<K: GameKit> {
    others: Others,
    options: ParanoidOptions,
    shuffles: bool,
    evaluation: Weighed<K>,
    order: K::Order,
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let At { game, state, evaluation, order, .. } = at;
    let others = if settings.algorithm() == Algorithm::BRS { Others::Pass } else { Others::FirstChoice };
    let options = if game.mover(state).is_none() {
        paranoid::options(settings, *game, *evaluation, state)?
    } else {
        let replies =
            BestReply::new(*game, order, state, others).ok_or(Error::NobodyPasses { game: at.entry.info.name })?;
        paranoid::options(settings, &replies, &Lifted(*evaluation), state)?
    };
    let search = BestReplySearch::<K> {
        others,
        options,
        shuffles: fields::shuffles(settings),
        evaluation: (*evaluation).clone(),
        order: order.clone(),
    };
    Ok((paranoid::completed(settings, &options), Box::new(search)))
}

impl<K: GameKit> Search<K::Game> for BestReplySearch<K> {
    fn run(
        &mut self,
        game: &K::Game,
        state: &<K::Game as Game>::State,
        terms: Terms<'_, K::Game>,
    ) -> Result<Analysis<<K::Game as Game>::Move>, SearchError> {
        let options = ParanoidOptions { all_moves: terms.all_moves, part: terms.part, ..self.options };
        let Self { evaluation, order, .. } = &*self;
        if game.mover(state).is_none() {
            return Paranoid::with_order(game, evaluation, order).options(&options).run(state);
        }
        let Some(replies) = BestReply::new(game, order, state, self.others) else {
            return Err(SearchError::NobodyPasses);
        };
        let (evaluation, order) = (Lifted(evaluation), Lifted(order));
        let selection = Selection { shuffled_root: self.shuffles.then_some(terms.seed), ..Selection::default() };
        let mut on_level = terms.on_level;
        let mut in_the_game = |found: &Analysis<Reply<<K::Game as Game>::Move>>| {
            if let Some(on_level) = &mut on_level {
                on_level(&replies.in_the_game(state, found));
            }
        };
        let found = Paranoid::with_order(&replies, &evaluation, &order)
            .options(&options)
            .selection(selection)
            .budget(terms.budget)
            .deepen(terms.deepens)
            .on_level(&mut in_the_game)
            .run(state)?;
        Ok(replies.in_the_game(state, &found))
    }

    fn method(&self) -> Method {
        paranoid::method(&self.options)
    }

    fn fresh(&self) -> Box<dyn Search<K::Game>> {
        let (evaluation, order) = (self.evaluation.clone(), self.order.clone());
        Box::new(Self { evaluation, order, ..*self })
    }
}
