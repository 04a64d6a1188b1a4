//! Socially oriented search: max^n of payoffs in which everybody weighs the others too.

use cutthroat::{Analysis, Game, Player, SearchError, Social, SocialWeights};
use cutthroat_games::field::{DefaultValue, Field, Values, thousandths};

use super::maxn::MaxnSearch;
use super::{Algorithm, At, Built, Method, Search, Terms, fields};
use crate::error::Error;
use crate::game_kit::{GameKit, Weighed};
use crate::report::MemoryReport;
use crate::settings::Settings;

const WEIGHT: Values = Values::Decimal { least: -100, most: 100 };

const OWN: Field = Field {
    name: "own",
    about: "the weight of a player's own payoff; weights are scaled to the smallest whole numbers",
    values: WEIGHT,
    default: DefaultValue::Is("1"),
};

const OTHERS: Field = Field {
    name: "others",
    about: "the weight of each other side's payoff: below 0 for rivals, above 0 for friends",
    values: WEIGHT,
    default: DefaultValue::Is("0"),
};

const WEIGHED_BY: Field = Field {
    name: "by",
    about: "who weighs payoffs",
    values: Values::Names(&[
        ("everyone", "all players, each in the same way"),
        ("me", "the player who searches; the others care for themselves only"),
    ]),
    default: DefaultValue::Is("everyone"),
};

impl Algorithm {
    /// Every player maximises a weighed sum of all payoffs.
    pub const SOCIAL: Self = Self {
        name: "social",
        about: "max^n of weighed payoffs: what others get counts for or against a player; its values are weighed sums",
        paper: "Wilson, Zuckerman and Nau 2011",
        assumes: "everybody maximises a weighed sum of all payoffs",
        settings: &[
            OWN,
            OTHERS,
            WEIGHED_BY,
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
        solves: false,
        ..Self::MAXN
    };
}

struct SocialSearch<K: GameKit> {
    settings: Settings,
    /// The weights of a player's own payoff and of each other.
    own: i16,
    others: i16,
    by_everyone: bool,
    evaluation: Weighed<K>,
    order: K::Order,
    usual_memory: usize,
    /// The player at the root, and the search for them.
    search: Option<(Player, MaxnSearch<K>)>,
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let thousandths = |name, usual| settings.get(name).and_then(thousandths).unwrap_or(usual);
    let (own, others) = (thousandths("own", 1000), thousandths("others", 0));
    let divisor = greatest_common_divisor(own.unsigned_abs(), others.unsigned_abs()).max(1) as i64;
    // At most 100, in thousandths: the next line would refuse what does not fit.
    let scaled = |weight: i64| i16::try_from(weight / divisor).map_err(|_| SearchError::WeightsTooLarge);
    let mut social = SocialSearch::<K> {
        settings: settings.clone(),
        own: scaled(own)?,
        others: scaled(others)?,
        by_everyone: settings.get("by") != Some("me"),
        evaluation: at.evaluation.clone(),
        order: at.order.clone(),
        usual_memory: at.usual_memory,
        search: None,
    };
    let complete = social.search(at.game, at.state)?.completed(settings);
    Ok((complete, Box::new(social)))
}

fn greatest_common_divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

impl<K: GameKit> SocialSearch<K> {
    /// The max^n search for the mover of `state`, with the table of the last one if that was for the same player.
    fn search(&mut self, game: &K::Game, state: &<K::Game as Game>::State) -> Result<&mut MaxnSearch<K>, Error> {
        let root = game.mover(state).unwrap_or(Player::new(0));
        let found = match self.search.take() {
            Some((player, search)) if player == root => search,
            _ => {
                let weighing = Player::all(game.players()).filter(|&player| self.by_everyone || player == root);
                let weights = weighing.fold(SocialWeights::selfish(), |weights, player| {
                    weights.with_row(player, &SocialWeights::row(game, player, self.own, self.others))
                });
                let evaluation = Social::new(self.evaluation.evaluation().clone(), &weights, game)?;
                MaxnSearch::new(&self.settings, game, state, evaluation, self.order.clone(), self.usual_memory)?
            }
        };
        Ok(&mut self.search.insert((root, found)).1)
    }
}

impl<K: GameKit> Search<K::Game> for SocialSearch<K> {
    fn run(
        &mut self,
        game: &K::Game,
        state: &<K::Game as Game>::State,
        terms: Terms<'_, K::Game>,
    ) -> Result<Analysis<<K::Game as Game>::Move>, SearchError> {
        let search = self.search(game, state).map_err(Error::of_search)?;
        search.run(game, state, terms)
    }

    fn fresh(&self) -> Box<dyn Search<K::Game>> {
        Box::new(Self {
            settings: self.settings.clone(),
            evaluation: self.evaluation.clone(),
            order: self.order.clone(),
            search: None,
            ..*self
        })
    }

    fn method(&self) -> Method {
        self.search.as_ref().map_or(Method::PLAIN, |(_, search)| search.method())
    }

    fn memory(&self, game: &K::Game) -> Option<MemoryReport> {
        self.search.as_ref()?.1.memory(game)
    }

    fn bytes_beside_table(&self, game: &K::Game) -> u64 {
        self.search.as_ref().map_or(0, |(_, search)| search.bytes_beside_table(game))
    }
}
