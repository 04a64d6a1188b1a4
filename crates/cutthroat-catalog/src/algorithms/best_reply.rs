//! Best-reply search and OPPS: paranoid search of a game in which the others have few choices.

use cutthroat::paranoid::ParanoidOptions;
use cutthroat::{
    Analysis, BestReply, Game, Lifted, Others, Paranoid, Reply, ScalarTable, SearchError, Selection, WholePositions,
};
use cutthroat_games::field::{DefaultValue, Field, Values};

use super::{Algorithm, At, Built, Method, Search, Terms, fields, paranoid};
use crate::error::Error;
use crate::game_kit::{GameKit, Weighed};
use crate::report::MemoryReport;
use crate::settings::Settings;

const SETTINGS: &[Field] = &[
    fields::ALPHA_BETA,
    fields::WINDOW,
    fields::BOUNDS,
    fields::EVAL,
    fields::ROOT_TIES,
    fields::DEPTH,
    fields::NODES,
    fields::MEMORY,
];

const FREE: Field = Field {
    name: "free",
    about: "how many turns of opponents may be free between two turns of the player who searches",
    values: Values::Form(NUMBER_OR_ALL),
    default: DefaultValue::Is("1"),
};

const WIDE: Field = Field {
    name: "wide",
    about: "how many moves are looked at in a free turn, those that the game's order puts first",
    values: Values::Form(NUMBER_OR_ALL),
    default: DefaultValue::Is("6"),
};

const NARROW: Field = Field {
    name: "narrow",
    about: "how many moves are looked at in any other turn of an opponent, at least 1",
    values: Values::Form(NUMBER_OR_ALL),
    default: DefaultValue::Is("1"),
};

/// How a number of turns or moves is written.
const NUMBER_OR_ALL: &str = "a whole number, or all";

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
        needs_to_see: true,
    };

    /// Best-reply search in which the others play the first move of the order.
    pub const BRS_PLUS: Self = Self {
        name: "brs+",
        about: "best-reply search, in which all opponents but one play the first move of the game's order",
        paper: "Esser, Gras, Winands, Schadd and Lanctot 2013",
        assumes: "between two turns of the player who searches, one opponent plays against them and the rest do not think",
        ..Self::BRS
    };

    /// Paranoid search in which few turns of opponents have many moves.
    pub const OPPS: Self = Self {
        name: "opps",
        about: "paranoid search with few moves of opponents: several in some of their turns, fewer in the others",
        paper: "Baier and Kaisers 2020, as reconstructed",
        assumes: "everybody else plays against the player who searches, but few of them choose among several moves",
        settings: &[
            FREE,
            WIDE,
            NARROW,
            fields::ALPHA_BETA,
            fields::WINDOW,
            fields::BOUNDS,
            fields::EVAL,
            fields::ROOT_TIES,
            fields::DEPTH,
            fields::NODES,
            fields::MEMORY,
        ],
        ..Self::BRS
    };
}

struct BestReplySearch<K: GameKit> {
    others: Others,
    options: ParanoidOptions,
    shuffles: bool,
    evaluation: Weighed<K>,
    order: K::Order,
    memory: usize,
    table: Option<ScalarTable>,
}

/// The choices of opponents that the settings allow.
fn others(settings: &Settings) -> Result<Others, Error> {
    if settings.algorithm() != Algorithm::OPPS {
        return Ok(if settings.algorithm() == Algorithm::BRS { Others::Pass } else { Others::FirstChoice });
    }
    let number = |field: &Field, usual: u16, least: u16, most: u16| match settings.get(field.name) {
        None => Ok(usual),
        Some("all") => Ok(most),
        Some(text) => text.parse().ok().filter(|number| (least..most).contains(number)).ok_or_else(|| Error::Unfit {
            field: field.name,
            value: text.to_owned(),
            misfit: format!("is not a whole number from {least} to {}, or all", most - 1),
        }),
    };
    Ok(Others::Few {
        free: number(&FREE, 1, 0, u8::MAX.into())? as u8,
        wide: number(&WIDE, 6, 1, u16::MAX)?,
        narrow: number(&NARROW, 1, 1, u16::MAX)?,
    })
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let At { game, state, evaluation, order, .. } = at;
    let others = others(settings)?;
    let options = if game.mover(state).is_none() {
        paranoid::options(settings, *game, *evaluation, state)?
    } else {
        let replies =
            BestReply::new(*game, order, state, others).ok_or(Error::NobodyPasses { game: at.entry.info.name })?;
        paranoid::options(settings, &replies, &Lifted(*evaluation), &replies.begin(state))?
    };
    let search = BestReplySearch::<K> {
        others,
        options,
        shuffles: fields::shuffles(settings),
        evaluation: (*evaluation).clone(),
        order: order.clone(),
        memory: fields::memory(settings, at.usual_memory),
        table: None,
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
        let depth = terms.depth.or(self.options.depth);
        let options = ParanoidOptions { depth, all_moves: terms.all_moves, ..self.options };
        if self.memory > 0 && self.table.is_none() {
            self.table = Some(ScalarTable::try_new(self.memory)?);
        }
        let (evaluation, order) = (&self.evaluation, &self.order);
        if game.mover(state).is_none() {
            return Paranoid::with_table_kind::<K::Table>(game, evaluation, order, None).options(&options).run(state);
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
        let table = self.table.as_mut();
        let found = Paranoid::with_table_kind::<WholePositions>(&replies, &evaluation, &order, table)
            .options(&options)
            .selection(selection)
            .budget(terms.budget)
            .deepen(terms.deepens)
            .on_level(&mut in_the_game)
            .run(&replies.begin(state))?;
        Ok(replies.in_the_game(state, &found))
    }

    fn clear(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    fn method(&self) -> Method {
        paranoid::method(&self.options)
    }

    fn memory(&self, _: &K::Game) -> Option<MemoryReport> {
        self.table.as_ref().map(|table| MemoryReport::new(table, false))
    }

    fn fresh(&self) -> Box<dyn Search<K::Game>> {
        let (evaluation, order) = (self.evaluation.clone(), self.order.clone());
        Box::new(Self { evaluation, order, table: None, ..*self })
    }
}
