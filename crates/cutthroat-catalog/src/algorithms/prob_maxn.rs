//! prob-max^n: models of the other players, and how likely each is. A player learns that during a game.

use cutthroat::{
    Analysis, Beliefs, Budget, Game, ProbMaxn, ProbOptions, SearchError, SearchHints as _, Selection, Social,
};
use cutthroat_games::field::{DefaultValue, Field, Values, thousandths};

use super::{Algorithm, At, Built, Search, Terms, fields};
use crate::error::Error;
use crate::game_kit::{GameKit, Weighed};
use crate::settings::Settings;

/// The most models of a player, and how many there are by default.
const MOST_MODELS: usize = 8;
const USUAL_MODELS: usize = 3;

const MODELS: Field = Field {
    name: "models",
    about: "what the others may be playing for: evaluations of the game; a player learns how likely each is",
    values: Values::Form("evaluations of the game, with / between"),
    default: DefaultValue::Derived("the first three evaluations of the game"),
};

const NOISE: Field = Field {
    name: "noise",
    about: "the chance that a player plays any move, when it is learned which model fits",
    values: Values::Decimal { least: 0, most: 1 },
    default: DefaultValue::Is("0.1"),
};

impl Algorithm {
    /// Expectations over models of the others.
    pub const PROB_MAXN: Self = Self {
        name: "prob-maxn",
        about: "max^n of expected payoffs: the others are one of several models, each with a chance that a player learns",
        paper: "Sturtevant, Zinkevich and Bowling 2006",
        assumes: "everybody maximises their own payoff, by one of several evaluations; which one is learned",
        settings: &[
            MODELS,
            NOISE,
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

/// A move, and the position in which it was played.
type Played<K> = (<<K as GameKit>::Game as Game>::State, <<K as GameKit>::Game as Game>::Move);

/// A move that was learned from.
struct Learned<K: GameKit> {
    played: Played<K>,
    /// What is believed after it.
    beliefs: Beliefs,
    /// The nodes it cost.
    nodes: u64,
}

struct ProbSearch<K: GameKit> {
    options: ProbOptions,
    selection: Selection,
    shuffles: bool,
    noise: f64,
    /// What the player plays for, and then the models.
    evaluations: Vec<Weighed<K>>,
    order: K::Order,
    /// What is believed before anything is learned.
    at_first: Beliefs,
    /// The moves of the game that were learned from, and those that come next.
    learned: Vec<Learned<K>>,
    to_learn: Vec<Played<K>>,
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let info = &at.entry.info;
    let names: Vec<&str> = match settings.get("models") {
        Some(names) => names.split('/').collect(),
        None => info.evaluations.iter().map(|(name, _)| *name).take(USUAL_MODELS).collect(),
    };
    if names.len() > MOST_MODELS {
        return Err(Error::Unfit {
            field: "models",
            value: names.join("/"),
            misfit: format!("are more than {MOST_MODELS} models"),
        });
    }
    let mut evaluations = vec![at.evaluation.clone()];
    let mut known = Vec::new();
    for name in names {
        let evaluation = info.evaluation(Some(name)).and_then(|name| at.entry.kit.evaluation(at.game, name));
        match evaluation {
            Ok(evaluation) => {
                evaluations.push(Social::plain(evaluation));
                known.push(name);
            }
            // One that needs a file is a model only where it is asked for.
            Err(_) if settings.get("models").is_none() => {}
            Err(error) => return Err(error),
        }
    }
    let mut complete = settings.clone();
    complete.complete("models", &known.join("/"));
    let noise = settings.get("noise").and_then(thousandths).unwrap_or(100);
    let search = ProbSearch::<K> {
        options: ProbOptions { depth: settings.number("depth"), all_moves: false },
        selection: fields::selection(settings),
        shuffles: fields::shuffles(settings),
        noise: noise as f64 / 1000.0,
        at_first: Beliefs::uniform(at.game.players(), known.len()),
        evaluations,
        order: at.order.clone(),
        learned: Vec::new(),
        to_learn: Vec::new(),
    };
    Ok((complete, Box::new(search)))
}

impl<K: GameKit> ProbSearch<K> {
    /// What is believed now.
    fn beliefs(&self) -> &Beliefs {
        self.learned.last().map_or(&self.at_first, |learned| &learned.beliefs)
    }

    /// Learns from the moves of others since the last turn of the mover of `state`, one trick or ply deep, within `budget`.
    /// Returns the nodes it took, the same however often it is asked for.
    fn learn(&mut self, game: &K::Game, state: &<K::Game as Game>::State, budget: &Budget) -> Result<u64, SearchError> {
        let Some(observer) = game.mover(state) else { return Ok(0) };
        let since = self.learned.iter().rev().take_while(|learned| game.mover(&learned.played.0) != Some(observer));
        let mut spent = since.map(|learned| learned.nodes).sum();
        for played in std::mem::take(&mut self.to_learn) {
            let (before, mv) = &played;
            let mut beliefs = self.beliefs().clone();
            let mut moves = Vec::new();
            game.search_moves(before, &mut moves);
            let mut nodes = 0;
            if game.mover(before) == Some(observer) {
                spent = 0;
            } else if let Some(mover) = game.mover(before).filter(|_| moves.len() > 1) {
                let left = budget.nodes.map(|nodes| nodes.saturating_sub(spent));
                let depth = Some(game.next_level(before, 0).max(1));
                let search = ProbMaxn::with_order(game, &self.evaluations, self.beliefs(), &self.order)
                    .options(&ProbOptions { depth, all_moves: false })
                    .budget(Budget { nodes: left, ..budget.clone() });
                match search.fit(before, observer, *mv) {
                    Ok((fits, cost)) => {
                        nodes = cost;
                        beliefs.learn(mover, moves.len(), &fits, self.noise);
                    }
                    // What cannot be afforded is not learned.
                    Err(SearchError::Stopped(_)) => nodes = left.unwrap_or_default(),
                    Err(error) => return Err(error),
                }
                spent += nodes;
            }
            self.learned.push(Learned { played, beliefs, nodes });
        }
        Ok(spent)
    }
}

impl<K: GameKit> Search<K::Game> for ProbSearch<K> {
    fn run(
        &mut self,
        game: &K::Game,
        state: &<K::Game as Game>::State,
        terms: Terms<'_, K::Game>,
    ) -> Result<Analysis<<K::Game as Game>::Move>, SearchError> {
        let Terms { budget, deepens, all_moves, seed, on_level, .. } = terms;
        let mut budget = budget.started();
        // At most half of the nodes are for learning.
        let for_learning = Budget { nodes: budget.nodes.map(|nodes| nodes / 2), ..budget.clone() };
        let spent = self.learn(game, state, &for_learning)?;
        budget.nodes = budget.nodes.map(|nodes| nodes - spent);
        let selection = Selection { shuffled_root: self.shuffles.then_some(seed), ..self.selection };
        let mut search = ProbMaxn::with_order(game, &self.evaluations, self.beliefs(), &self.order)
            .options(&ProbOptions { all_moves, ..self.options })
            .selection(selection)
            .budget(budget)
            .deepen(deepens);
        if let Some(on_level) = on_level {
            search = search.on_level(on_level);
        }
        let found = search.run(state)?;
        Ok(Analysis { nodes: found.nodes + spent, ..found })
    }

    fn watch(&mut self, _: &K::Game, played: &[Played<K>]) {
        // Moves that were taken back are forgotten.
        let known = self.learned.iter().zip(played).take_while(|(learned, played)| learned.played == **played).count();
        self.learned.truncate(known);
        self.to_learn = played[known..].to_vec();
    }

    fn fresh(&self) -> Box<dyn Search<K::Game>> {
        Box::new(Self {
            evaluations: self.evaluations.clone(),
            order: self.order.clone(),
            at_first: self.at_first.clone(),
            learned: Vec::new(),
            to_learn: Vec::new(),
            ..*self
        })
    }
}
