//! soft-max^n: sets of payoffs, for players who do not know how the others settle ties.

use cutthroat::{Analysis, Evaluation, Game, SearchError, Selection, SoftMaxn, SoftOptions, SoftRule};
use cutthroat_games::field::{DefaultValue, Field, Values};

use super::{Algorithm, At, Built, Method, Search, Terms, fields};
use crate::game_kit::{GameKit, Weighed};
use crate::settings::Settings;

const RULE: Field = Field {
    name: "rule",
    about: "how the player chooses between sets of payoffs that may follow a move",
    values: Values::Names(&[
        ("worst", "the best of the least own payoffs"),
        ("mean", "the best mean"),
        ("best", "the best of the greatest own payoffs"),
    ]),
    default: DefaultValue::Is("mean"),
};

impl Algorithm {
    /// Every payoff that may result from unknown ties.
    pub const SOFT_MAXN: Self = Self {
        name: "soft-maxn",
        about: "max^n that backs up all payoffs which unknown tie rules may lead to; its values are means of such sets",
        paper: "Sturtevant and Bowling 2006",
        assumes: "everybody maximises their own payoff, and settles ties in a way that nobody knows",
        settings: &[
            RULE,
            fields::BOUNDS,
            fields::EVAL,
            fields::ROOT_TIES,
            fields::DEPTH,
            fields::NODES,
            fields::BEST,
            fields::LISTING,
            fields::EQUIVALENCE,
        ],
        searches: true,
        solves: false,
        can_be_watched: false,
        ..Self::MAXN
    };
}

struct SoftSearch<K: GameKit> {
    options: SoftOptions,
    selection: Selection,
    shuffles: bool,
    evaluation: Weighed<K>,
    order: K::Order,
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let rule = SoftRule::ALL.iter().find(|(name, _)| settings.get("rule") == Some(name));
    let has_bounds = at.evaluation.payoff_bounds(at.game, at.state).is_some();
    let bounds = settings.switch("bounds").unwrap_or(has_bounds);
    if bounds && !has_bounds {
        return Err(SearchError::NoPayoffBounds.into());
    }
    let options = SoftOptions {
        rule: rule.map_or(SoftRule::default(), |(_, rule)| *rule),
        bounds,
        depth: settings.number("depth"),
        all_moves: false,
    };
    let mut complete = settings.clone();
    complete.complete("rule", options.rule.name());
    complete.complete("bounds", if bounds { "on" } else { "off" });
    let search = SoftSearch::<K> {
        options,
        selection: fields::selection(settings),
        shuffles: fields::shuffles(settings),
        evaluation: at.evaluation.clone(),
        order: at.order.clone(),
    };
    Ok((complete, Box::new(search)))
}

impl<K: GameKit> Search<K::Game> for SoftSearch<K> {
    fn run(
        &mut self,
        game: &K::Game,
        state: &<K::Game as Game>::State,
        terms: Terms<'_, K::Game>,
    ) -> Result<Analysis<<K::Game as Game>::Move>, SearchError> {
        let Terms { budget, deepens, all_moves, seed, on_level, .. } = terms;
        let selection = Selection { shuffled_root: self.shuffles.then_some(seed), ..self.selection };
        let mut search = SoftMaxn::with_order(game, &self.evaluation, &self.order)
            .options(&SoftOptions { all_moves, ..self.options })
            .selection(selection)
            .budget(budget)
            .deepen(deepens);
        if let Some(on_level) = on_level {
            search = search.on_level(on_level);
        }
        Ok(search.run(state)?.analysis)
    }

    fn fresh(&self) -> Box<dyn Search<K::Game>> {
        let (evaluation, order) = (self.evaluation.clone(), self.order.clone());
        Box::new(Self { evaluation, order, ..*self })
    }

    fn method(&self) -> Method {
        Method { bounds: self.options.bounds, ..Method::PLAIN }
    }
}
