//! Socially oriented search: max^n of payoffs in which everybody weighs the others too.

use cutthroat::{Analysis, Evaluation, Game, Orientations, Player, SearchError, Social, SocialWeights};
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

const LEARN: Field = Field {
    name: "learn",
    about: "how much one move of another player changes the weights that they are taken to have, in a game; 0 for nothing",
    values: Values::Decimal { least: 0, most: 1 },
    default: DefaultValue::Is("0"),
};

impl Algorithm {
    /// Every player maximises a weighted sum of all payoffs.
    pub const SOCIAL: Self = Self {
        name: "social",
        about: "max^n of weighted payoffs: what others get counts for or against a player; its values are weighted sums",
        paper: "Wilson, Zuckerman and Nau 2011",
        assumes: "everybody maximises a weighted sum of all payoffs",
        settings: &[
            OWN,
            OTHERS,
            WEIGHED_BY,
            LEARN,
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

/// A move, and the position in which it was played.
type Played<K> = (<<K as GameKit>::Game as Game>::State, <<K as GameKit>::Game as Game>::Move);

struct SocialSearch<K: GameKit> {
    settings: Settings,
    /// The weights of a player's own payoff and of each other.
    own: i16,
    others: i16,
    by_everyone: bool,
    /// How fast the weights of others are learned, what was learned from, and what is still to learn from.
    rate: f64,
    learned: Option<(Orientations, Vec<Played<K>>)>,
    to_learn: Vec<Played<K>>,
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
        rate: thousandths("learn", 0) as f64 / 1000.0,
        learned: None,
        to_learn: Vec::new(),
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
    /// The weights that the settings say, for this player at the root.
    fn weights(&self, game: &K::Game, root: Player) -> SocialWeights {
        let weighing = Player::all(game.players()).filter(|&player| self.by_everyone || player == root);
        weighing.fold(SocialWeights::selfish(), |weights, player| {
            weights.with_row(player, &SocialWeights::row(game, player, self.own, self.others))
        })
    }

    /// Learns from the moves of others that were played since. Returns the weights, if there was anything to learn.
    fn learn(&mut self, game: &K::Game, root: Player) -> Result<Option<SocialWeights>, SearchError> {
        let to_learn = std::mem::take(&mut self.to_learn);
        if to_learn.is_empty() || self.rate == 0.0 {
            return Ok(None);
        }
        let (weights, evaluation) = (self.weights(game, root), self.evaluation.evaluation());
        let nothing = || (Orientations::of(&weights, game.players()), Vec::new());
        let (mut orientations, mut learned) = self.learned.take().unwrap_or_else(nothing);
        for (before, mv) in to_learn {
            orientations.learn(game, evaluation, &before, mv, self.rate)?;
            learned.push((before, mv));
        }
        let weights = orientations.weights(&evaluation.range(game), root, &weights)?;
        self.learned = Some((orientations, learned));
        Ok(Some(weights))
    }

    /// The max^n search for the mover of `state`, with the table of the last one if nothing else is wanted by anybody.
    fn search(&mut self, game: &K::Game, state: &<K::Game as Game>::State) -> Result<&mut MaxnSearch<K>, Error> {
        let root = game.mover(state).unwrap_or(Player::new(0));
        let learned = self.learn(game, root)?;
        let found = match self.search.take() {
            Some((player, search)) if player == root && learned.is_none() => search,
            _ => {
                let weights = learned.unwrap_or_else(|| self.weights(game, root));
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

    fn watch(&mut self, _: &K::Game, played: &[Played<K>]) {
        if self.learned.as_ref().is_some_and(|(_, learned)| !played.starts_with(learned)) {
            // Moves were taken back.
            (self.learned, self.search) = (None, None);
        }
        let known = self.learned.as_ref().map_or(0, |(_, learned)| learned.len());
        self.to_learn = if self.rate > 0.0 { played[known..].to_vec() } else { Vec::new() };
    }

    fn fresh(&self) -> Box<dyn Search<K::Game>> {
        Box::new(Self {
            learned: None,
            to_learn: Vec::new(),
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
