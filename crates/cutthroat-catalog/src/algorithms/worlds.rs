//! The worlds of searches on views: how many, which of them are likely, and on how many threads they are searched.

use std::time::Instant;

use cutthroat::hidden::{
    AtRandomBehaviour, Behaviour, ByOrder, Estimates, Hidden, Knowledge, LikelyWorlds, Sample, SeenWorld, Weighing,
    World, WorldSearch as _, WorldTask, log_softmax,
};
use cutthroat::{Budget, Player, SearchError, SearchHints as _};
use cutthroat_games::field::{DefaultValue, Field, Values};
use rand_chacha::ChaCha8Rng;

use super::pimc::Inside;
use super::{Algorithm, At, MoveOf};
use crate::error::Error;
use crate::game_kit::{GameKit, Habit, LogOfMove};
use crate::settings::Settings;

/// Worlds if nothing else is said.
pub(super) const USUAL_WORLDS: usize = 30;

/// The most worlds of one search: they are held in memory together. With the views of all seats they are ten times as large.
const MOST_WORLDS: u64 = 100_000;
const MOST_SEEN_WORLDS: u64 = 10_000;

/// How many worlds are drawn.
pub(super) const WORLDS: Field = Field {
    name: "worlds",
    about: "how many deals that fit what the seat knows are looked at; all of them if there are no more",
    values: Values::Number { least: 1, most: MOST_WORLDS },
    default: DefaultValue::Is("30"),
};

/// How many worlds are drawn, and looked at from every seat.
pub(super) const FEW_WORLDS: Field = Field { values: Values::Number { least: 1, most: MOST_SEEN_WORLDS }, ..WORLDS };

/// What tells likely worlds from others.
pub(super) const WEIGHTS: Field = Field {
    name: "weights",
    about: "what tells likely deals from others: how the others chose their cards (at random, by the game's order of good \
            cards, as was learned from players who search, or by a search of one trick), what they bid, and what they passed",
    values: Values::Form(
        "uniform, or random-play, order, learned or shallow, bid, pass, with + between, such as order+bid",
    ),
    default: DefaultValue::Is("uniform"),
};

/// On how many threads worlds are searched.
pub(super) const THREADS: Field = Field {
    name: "threads",
    about: "on how many threads the deals of one decision are searched; the answer is the same",
    values: Values::Number { least: 1, most: 256 },
    default: DefaultValue::Is("1"),
};

/// How many threads the settings ask for.
pub(super) fn threads(settings: &Settings) -> usize {
    settings.number("threads").unwrap_or(1)
}

/// How many worlds are weighed for each that is searched, if a search costs much more than a weight.
const WEIGHED_FOR_EACH: usize = 8;

/// How many are weighed by what was learned for each that is played out.
const WEIGHED_FOR_PLAYOUTS: usize = 2;

/// What it costs to weigh a world by what was learned: some nodes, and one for each card that was played.
fn nodes_of_a_weight<G: Hidden>(known: Knowledge<'_, G>) -> u64 {
    10 + known.told.len() as u64
}

/// How many worlds chains draw at the most.
const MOST_CHAINED: usize = 250;

/// How many of the last cards are searched for `shallow`.
const SEARCHED_CARDS: usize = 8;

/// The chance of a card at random, and the difference of payoffs that makes a card less likely by a factor of e: where points
/// are counted, and where tricks are.
const NOISE: f64 = 0.05;
const SPREAD_OF_POINTS: f64 = 2.0;
const SPREAD_OF_TRICKS: f64 = 0.5;

/// The part of the time that may be spent on drawing and weighing worlds.
const PART_OF_TIME: u32 = 4;

/// The worlds of a search.
pub(super) struct Worlds<K: GameKit> {
    pub(super) number: usize,
    /// How the others behave; worlds are equally likely if nothing is known.
    guess: Option<Guess<K>>,
}

/// How others are taken to behave.
struct Guess<K: GameKit> {
    cards: Option<Cards<K>>,
    habits: Vec<Habit>,
}

/// How others are taken to choose cards.
enum Cards<K: GameKit> {
    AtRandom,
    Order(ByOrder<K::Order>),
    Learned(LogOfMove<K::Game>),
    Shallow(Box<Shallow<K>>),
}

/// Others look at all cards and search to the end of the trick.
struct Shallow<K: GameKit> {
    search: Inside<K>,
    spread: f64,
    /// What it may still cost, and whether that was too little.
    budget: Budget,
    nodes: u64,
    is_spent: bool,
}

/// A sample, and how it came about.
pub(super) struct Drawn<K: GameKit> {
    pub(super) sample: Sample<K::Game>,
    weighing: Option<Weighing>,
    nodes: u64,
}

impl<K: GameKit> Worlds<K> {
    /// The worlds that the settings ask for, or `usual`.
    pub(super) fn new(settings: &Settings, at: &At<'_, K>, usual: usize) -> Result<Self, Error> {
        let guess = match settings.get("weights") {
            None | Some("uniform") => None,
            Some(text) => Some(Guess::read(text, settings, at)?),
        };
        Ok(Self { number: settings.number("worlds").unwrap_or(usual), guess })
    }

    pub(super) fn renewed(&self) -> Self {
        Self { number: self.number, guess: self.guess.as_ref().map(Guess::renewed) }
    }

    /// Whether any worlds are likelier than others.
    pub(super) fn are_weighed(&self) -> bool {
        self.guess.is_some()
    }

    /// Draws the worlds for searches that cost much more than a weight.
    pub(super) fn draw(
        &mut self,
        game: &K::Game,
        known: Knowledge<'_, K::Game>,
        budget: &Budget,
        seed: u64,
    ) -> Result<Drawn<K>, SearchError> {
        self.draw_for(game, known, self.number, WEIGHED_FOR_EACH, budget, seed)
    }

    /// Draws `number` worlds for playouts, which cost little.
    pub(super) fn draw_for_playouts(
        &mut self,
        game: &K::Game,
        known: Knowledge<'_, K::Game>,
        number: usize,
        budget: &Budget,
        seed: u64,
    ) -> Result<Drawn<K>, SearchError> {
        self.draw_for(game, known, number, 1, budget, seed)
    }

    fn draw_for(
        &mut self,
        game: &K::Game,
        known: Knowledge<'_, K::Game>,
        number: usize,
        weighed_for_each: usize,
        budget: &Budget,
        seed: u64,
    ) -> Result<Drawn<K>, SearchError> {
        let mut moves = Vec::new();
        game.moves_of(known.view, &mut moves);
        let number = if moves.len() == 1 { 1 } else { number };
        let now = Instant::now();
        let slice = budget.deadline.map(|end| now + end.saturating_duration_since(now) / PART_OF_TIME);
        let budget = Budget { nodes: budget.nodes.map(|nodes| nodes / 2), deadline: slice, ..budget.clone() };
        let Some(guess) = self.guess.as_mut().filter(|_| moves.len() > 1) else {
            let sample = Sample::draw_within(game, known.view, number, &budget, seed)?;
            return Ok(Drawn { sample, weighing: None, nodes: 0 });
        };
        let mut plan = LikelyWorlds { number, weighed_for_each, chained: MOST_CHAINED };
        if let Some(Cards::Learned(_)) = &guess.cards {
            // A weight costs as much as a playout or two. Chains would cost as much as all playouts.
            (plan.weighed_for_each, plan.chained) = (weighed_for_each.max(WEIGHED_FOR_PLAYOUTS), 0);
            if let Some(nodes) = budget.nodes {
                let affordable = usize::try_from(nodes / nodes_of_a_weight(known)).unwrap_or(usize::MAX).max(1);
                plan.number = number.min(affordable.div_ceil(WEIGHED_FOR_PLAYOUTS));
                plan.weighed_for_each = plan.weighed_for_each.min(affordable / plan.number).max(1);
            }
        }
        if let Some(Cards::Shallow(shallow)) = &mut guess.cards {
            // A weight costs as much as a search here, so no more worlds are weighed than are searched.
            (plan.weighed_for_each, plan.chained) = (1, 0);
            (shallow.budget, shallow.nodes, shallow.is_spent) = (budget.clone(), 0, false);
        }
        let (sample, weighing) = plan.draw(game, known, guess, &budget, seed)?;
        let nodes = match &guess.cards {
            Some(Cards::Shallow(shallow)) => shallow.nodes,
            // So that a budget is kept to, though nothing is searched.
            Some(Cards::Learned(_)) => nodes_of_a_weight(known) * weighing.weighed as u64,
            _ => 0,
        };
        Ok(Drawn { sample, weighing: Some(weighing), nodes })
    }
}

impl<K: GameKit> Drawn<K> {
    /// What is left of the budget for the search itself.
    pub(super) fn rest(&self, budget: &Budget) -> Budget {
        Budget { nodes: budget.nodes.map(|nodes| nodes.saturating_sub(self.nodes)), ..budget.clone() }
    }

    /// Whether its weights are how often a world was drawn again.
    pub(super) fn is_resampled(&self) -> bool {
        self.weighing.is_some_and(|weighing| weighing.weighed > self.sample.worlds.len() || weighing.chained)
            && !self.sample.exhaustive
    }

    /// What a search of the sample found, with the cost of drawing it.
    pub(super) fn noted(&self, found: Estimates<MoveOf<K>>) -> Estimates<MoveOf<K>> {
        Estimates { nodes: found.nodes + self.nodes, weighing: self.weighing, ..found }
    }
}

impl<K: GameKit> Guess<K> {
    fn read(text: &str, settings: &Settings, at: &At<'_, K>) -> Result<Self, Error> {
        let unfit = |misfit: String| Error::Unfit { field: WEIGHTS.name, value: text.to_owned(), misfit };
        let mut guess = Self { cards: None, habits: Vec::new() };
        for word in text.split('+') {
            let habit = match word {
                "bid" => Habit::Bids,
                "pass" => Habit::Passes,
                "random-play" | "order" | "learned" | "shallow" if guess.cards.is_some() => {
                    return Err(unfit("has more than one of random-play, order, learned and shallow".to_owned()));
                }
                "random-play" => {
                    guess.cards = Some(Cards::AtRandom);
                    continue;
                }
                "order" => {
                    guess.cards = Some(Cards::Order(ByOrder::new(at.order.clone())));
                    continue;
                }
                "learned" => {
                    let learned = at.entry.kit.learned_habits();
                    let game = at.entry.info.name;
                    let learned = learned.ok_or_else(|| {
                        unfit(format!("needs habits that were learned, and there are none for {game}"))
                    })?;
                    guess.cards = Some(Cards::Learned(learned));
                    continue;
                }
                "shallow" => {
                    guess.cards = Some(Cards::Shallow(Box::new(Shallow::new(settings, at)?)));
                    continue;
                }
                "uniform" => return Err(unfit("has uniform beside others".to_owned())),
                _ => {
                    return Err(unfit(format!(
                        "has `{word}`, which is none of random-play, order, learned, shallow, bid, pass"
                    )));
                }
            };
            if guess.habits.contains(&habit) {
                return Err(unfit(format!("has {word} twice")));
            }
            if !K::has_habit(at.game, habit) {
                let what = if habit == Habit::Bids { "bids" } else { "passes cards" };
                return Err(unfit(format!("does not fit: nobody {what} in {} by these rules", at.entry.info.name)));
            }
            guess.habits.push(habit);
        }
        Ok(guess)
    }

    fn renewed(&self) -> Self {
        let cards = self.cards.as_ref().map(|cards| match cards {
            Cards::AtRandom => Cards::AtRandom,
            Cards::Order(order) => Cards::Order(ByOrder { order: order.order.clone(), ..*order }),
            Cards::Learned(learned) => Cards::Learned(*learned),
            Cards::Shallow(shallow) => Cards::Shallow(Box::new(shallow.renewed())),
        });
        Self { cards, habits: self.habits.clone() }
    }
}

impl<K: GameKit> Shallow<K> {
    fn new(settings: &Settings, at: &At<'_, K>) -> Result<Self, Error> {
        let mut inside = Settings::new(Algorithm::PIMC).with("memory", 0)?;
        if let Some(name) = settings.get("eval") {
            inside.set("eval", name)?;
        }
        let spread = if at.entry.info.tally.low_is_good { SPREAD_OF_POINTS } else { SPREAD_OF_TRICKS };
        let search = Inside::build(&inside, at)?;
        Ok(Self { search, spread, budget: Budget::default(), nodes: 0, is_spent: false })
    }

    fn renewed(&self) -> Self {
        Self { search: self.search.renewed(), budget: Budget::default(), nodes: 0, is_spent: false, ..*self }
    }

    fn log_probability(&mut self, seen: &SeenWorld<K::Game>, mover: Player, moves: &[MoveOf<K>], chosen: usize) -> f64 {
        let world = &seen.world;
        let nodes = self.budget.nodes.map(|most| most.saturating_sub(self.nodes));
        let budget = &Budget { nodes, ..self.budget.clone() };
        let depth = Some(world.game.next_level(&world.state, 0));
        let Ok(found) = self.search.values(&WorldTask { world, number: 0, moves, depth, budget }) else {
            self.is_spent = true;
            return 0.0;
        };
        self.nodes += found.nodes;
        let scores: Vec<f64> = found.payoffs.iter().map(|payoff| f64::from(payoff[mover])).collect();
        log_softmax(&scores, chosen, self.spread, NOISE)
    }
}

impl<K: GameKit> Behaviour<K::Game> for Guess<K> {
    fn log_probability(&mut self, seen: &SeenWorld<K::Game>, mover: Player, moves: &[MoveOf<K>], chosen: usize) -> f64 {
        match &mut self.cards {
            None => 0.0,
            Some(Cards::AtRandom) => AtRandomBehaviour.log_probability(seen, mover, moves, chosen),
            Some(Cards::Order(order)) => order.log_probability(seen, mover, moves, chosen),
            Some(Cards::Learned(learned)) => learned(&seen.world, moves[chosen]),
            Some(Cards::Shallow(shallow)) => shallow.log_probability(seen, mover, moves, chosen),
        }
    }

    fn log_from_table(&mut self, world: &World<K::Game>, moves: &[MoveOf<K>], chosen: usize) -> Option<f64> {
        if let Some(Cards::Learned(learned)) = &self.cards { Some(learned(world, moves[chosen])) } else { None }
    }

    fn needs_no_views(&self) -> bool {
        matches!(self.cards, Some(Cards::Learned(_)))
    }

    fn log_of_start(&mut self, known: Knowledge<'_, K::Game>, start: &World<K::Game>, rng: &mut ChaCha8Rng) -> f64 {
        self.habits.iter().map(|&habit| K::log_of_habit(habit, known, start, rng)).sum()
    }

    fn moves_looked_at(&self) -> usize {
        match self.cards {
            None => 0,
            Some(Cards::Shallow(_)) => SEARCHED_CARDS,
            Some(_) => usize::MAX,
        }
    }

    fn is_spent(&self) -> bool {
        matches!(&self.cards, Some(Cards::Shallow(shallow)) if shallow.is_spent)
    }
}
