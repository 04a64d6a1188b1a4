//! MP-Mix: max^n, paranoid search or an attack on the leader, by who is ahead and how far.

use cutthroat::{Analysis, Evaluation, Game, MpMix, Plan, Player, SearchError, Social, SocialWeights};
use cutthroat_games::field::{DefaultValue, Field, Values};

use super::maxn::MaxnSearch;
use super::{Algorithm, At, Built, Method, OnLevel, Search, Terms, fields, maxn, paranoid};
use crate::error::Error;
use crate::game_kit::{GameKit, Weighed};
use crate::report::MemoryReport;
use crate::settings::Settings;

const LEAD: Values = Values::Number { least: 0, most: u16::MAX as u64 };

const DEFEND: Field = Field {
    name: "defend",
    about: "the lead over the next player, in units of the evaluation, from which the player defends it",
    values: LEAD,
    default: DefaultValue::Derived("never"),
};

const ATTACK: Field = Field {
    name: "attack",
    about: "the lead of another player over the next from which that player is attacked",
    values: LEAD,
    default: DefaultValue::Derived("never"),
};

const TOTALS: Field = Field {
    name: "totals",
    about: "what everybody scored before this deal, seat 1 first; more is better",
    values: Values::Form("a whole number for each seat, with / between"),
    default: DefaultValue::Derived("nothing"),
};

impl Algorithm {
    /// One of three searches, by who leads.
    pub const MP_MIX: Self = Self {
        name: "mp-mix",
        about: "max^n, but paranoid search for a player who leads, and an attack on another player who does",
        paper: "Zuckerman, Felner and Kraus 2009; Zuckerman and Felner 2011",
        assumes: "everybody plays against a clear leader, and otherwise for themselves",
        settings: &[
            DEFEND,
            ATTACK,
            TOTALS,
            fields::EVAL,
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
        can_be_watched: false,
        ..Self::MAXN
    };
}

struct MpMixSearch<K: GameKit> {
    mix: MpMix,
    totals: Vec<i32>,
    /// The settings as max^n has them.
    settings: Settings,
    evaluation: Weighed<K>,
    order: K::Order,
    usual_memory: usize,
    maxn: Box<dyn Search<K::Game>>,
    paranoid: Box<dyn Search<K::Game>>,
    plan: Plan,
    method: Method,
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let totals = totals(settings, at.game.players())?;
    let mix = MpMix { defend: settings.number("defend"), attack: settings.number("attack") };
    let as_maxn = settings.of(Algorithm::MAXN);
    let (_, maxn) = maxn::build(&as_maxn, at)?;
    let (_, paranoid) = paranoid::build(&settings.of(Algorithm::PARANOID), at)?;
    let method = maxn.method();
    if mix.attack.is_some() {
        // The attack has to fit the evaluation, no matter who leads.
        let range = at.evaluation.range(at.game);
        for leader in Player::all(at.game.players()) {
            for root in Player::all(at.game.players()) {
                SocialWeights::against(at.game, &range, root, leader)?;
            }
        }
    }
    let search = MpMixSearch::<K> {
        mix,
        totals,
        settings: as_maxn,
        evaluation: at.evaluation.clone(),
        order: at.order.clone(),
        usual_memory: at.usual_memory,
        maxn,
        paranoid,
        plan: Plan::Play,
        method,
    };
    Ok((settings.clone(), Box::new(search)))
}

fn totals(settings: &Settings, players: usize) -> Result<Vec<i32>, Error> {
    let Some(text) = settings.get("totals") else { return Ok(vec![0; players]) };
    let totals: Option<Vec<i32>> = text.split('/').map(|total| total.parse::<i16>().ok().map(i32::from)).collect();
    totals.filter(|totals| totals.len() == players).ok_or_else(|| Error::Unfit {
        field: "totals",
        value: text.to_owned(),
        misfit: format!("is not a whole number for each of {players} seats, with / between"),
    })
}

impl<K: GameKit> MpMixSearch<K> {
    /// The attack of `root` on `leader`, and its weights.
    fn attack(
        &self,
        game: &K::Game,
        state: &<K::Game as Game>::State,
        root: Player,
        leader: Player,
    ) -> Result<(SocialWeights, MaxnSearch<K>), Error> {
        let evaluation = self.evaluation.evaluation();
        let weights = SocialWeights::against(game, &evaluation.range(game), root, leader)?;
        let evaluation = Social::new(evaluation.clone(), &weights, game)?;
        let order = self.order.clone();
        Ok((weights, MaxnSearch::new(&self.settings, game, state, evaluation, order, self.usual_memory)?))
    }
}

impl<K: GameKit> Search<K::Game> for MpMixSearch<K> {
    fn run(
        &mut self,
        game: &K::Game,
        state: &<K::Game as Game>::State,
        terms: Terms<'_, K::Game>,
    ) -> Result<Analysis<<K::Game as Game>::Move>, SearchError> {
        let players = game.players();
        let now = self.evaluation.evaluate(game, state);
        let standing: Vec<i32> =
            now.seats(players).iter().zip(&self.totals).map(|(&h, total)| h as i32 + total).collect();
        self.plan = game.mover(state).map_or(Plan::Play, |root| self.mix.plan(game, root, &standing));
        let Plan::Attack(leader) = self.plan else {
            let search = if self.plan == Plan::Defend { &mut self.paranoid } else { &mut self.maxn };
            self.method = search.method();
            return search.run(game, state, terms);
        };
        let root = game.mover(state).unwrap_or(leader);
        let (weights, mut search) = self.attack(game, state, root, leader).map_err(Error::of_search)?;
        self.method = search.method();
        // Payoffs as everybody else sees them.
        let unweighed = |found: &Analysis<_>| {
            let mut found = found.clone();
            let own = Player::all(players).filter(|&player| game.side(player) == game.side(root));
            for player in own {
                for payoff in
                    std::iter::once(&mut found.payoff).chain(found.moves.iter_mut().map(|value| &mut value.payoff))
                {
                    payoff[player] = weights.before_attack(payoff, player, leader);
                }
            }
            found
        };
        let Terms { budget, deepens, depth, all_moves, threads, seed, mut on_level, .. } = terms;
        let mut as_seen = |found: &Analysis<_>| {
            if let Some(on_level) = &mut on_level {
                on_level(&unweighed(found));
            }
        };
        let on_level: Option<OnLevel<'_, K::Game>> = Some(&mut as_seen);
        let terms = Terms { budget, deepens, depth, all_moves, threads, seed, on_level, observer: None };
        let found = search.run(game, state, terms)?;
        Ok(unweighed(&found))
    }

    fn fresh(&self) -> Box<dyn Search<K::Game>> {
        Box::new(Self {
            totals: self.totals.clone(),
            settings: self.settings.clone(),
            evaluation: self.evaluation.clone(),
            order: self.order.clone(),
            maxn: self.maxn.fresh(),
            paranoid: self.paranoid.fresh(),
            ..*self
        })
    }

    fn method(&self) -> Method {
        self.method
    }

    fn memory(&self, game: &K::Game) -> Option<MemoryReport> {
        match self.plan {
            Plan::Play => self.maxn.memory(game),
            Plan::Defend => self.paranoid.memory(game),
            Plan::Attack(_) => None,
        }
    }
}
