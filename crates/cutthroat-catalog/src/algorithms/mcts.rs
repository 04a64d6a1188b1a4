//! Monte-Carlo tree search, with bounds that settle positions exactly.

use std::num::NonZero;

use cutthroat::mcts::{self, FinalChoice, MctsOptions, MctsPolicy, RewardScale, Unvisited, Widening};
use cutthroat::playout::PlayoutPolicy;
use cutthroat::{Analysis, BestReply, Game, Lifted, Mcts, Others, Reply, SearchError, Selection, TieRule};
use cutthroat_games::field::{DefaultValue, Field, Values};

use super::{Algorithm, At, Built, Method, Search, Terms, fields, maxn, playouts};
use crate::error::Error;
use crate::game_kit::{GameKit, Weighed};
use crate::settings::Settings;

const POLICY: Field = Field {
    name: "policy",
    about: "what the players in the tree maximise",
    values: Values::Names(&[
        ("maxn", "their own payoff"),
        ("paranoid", "the payoff of the player who searches, or its opposite"),
        ("brs", "the same in best-reply search, in which all opponents but one pass"),
        ("brs+", "the same in best-reply search, in which all opponents but one play the first move of the order"),
    ]),
    default: DefaultValue::Is("maxn"),
};

const WEIGHT: Values = Values::Decimal { least: 0, most: 100 };

/// The constant of exploration.
pub(super) const EXPLORATION: Field = Field {
    name: "c",
    about: "how much is explored: a move gets c * sqrt(ln(visits of its parent) / visits) beside its mean",
    values: WEIGHT,
    default: DefaultValue::Is("0.4"),
};

const SCALE: Field = Field {
    name: "scale",
    about: "how payoffs become rewards from 0 to 1",
    values: Values::Names(&[
        ("range", "by the least and the greatest that the evaluation declares"),
        ("observed", "by the least and the greatest that were seen"),
        ("win", "1 for the player with the greatest payoff, shared by several"),
    ]),
    default: DefaultValue::Is("range"),
};

const BIAS: Field = Field {
    name: "bias",
    about: "the weight of the game's order of moves, which fades with the visits (progressive bias)",
    values: WEIGHT,
    default: DefaultValue::Is("0"),
};

const HISTORY: Field = Field {
    name: "history",
    about: "the weight of how a move did elsewhere in the game (progressive history)",
    values: WEIGHT,
    default: DefaultValue::Is("0"),
};

const WIDENING: Field = Field {
    name: "widening",
    about: "how many moves of the order are looked at at first; their number grows with the visits (progressive widening)",
    values: Values::Decimal { least: 1, most: 65_536 },
    default: DefaultValue::Derived("all"),
};

const POWER: Field = Field {
    name: "power",
    about: "how fast that number grows: as this power of the visits",
    values: Values::Decimal { least: 0, most: 1 },
    default: DefaultValue::Is("0.5"),
};

const FIRST_PLAY: Field = Field {
    name: "first-play",
    about: "a move without a visit counts as much as the mean of all, minus this (first-play urgency)",
    values: Values::Decimal { least: -1, most: 1 },
    default: DefaultValue::Derived("every move is tried before one is tried again"),
};

const UNVISITED: Field = Field {
    name: "unvisited",
    about: "which of the moves without a visit is tried first",
    values: Values::Names(&[("order", "the first of the game's order"), ("uniform", "any")]),
    default: DefaultValue::Is("order"),
};

const CHOICE: Field = Field {
    name: "choice",
    about: "which move is played in the end",
    values: Values::Names(&[("robust", "the one with most visits"), ("max", "the one with the best mean")]),
    default: DefaultValue::Is("robust"),
};

/// Whether positions are settled.
pub(super) const BOUNDS: Field = Field {
    name: "bounds",
    about: "whether bounds on every player's payoff are kept, which settle positions exactly",
    values: Values::Switch,
    default: DefaultValue::Is("on"),
};

const EXPAND_AT: Field = Field {
    name: "expand-at",
    about: "visits of a position before its moves join the tree",
    values: Values::Number { least: 1, most: u32::MAX as u64 },
    default: DefaultValue::Is("1"),
};

/// The number of playouts.
pub(super) const ITERATIONS: Field = Field {
    name: "iterations",
    about: "how many playouts at most",
    values: Values::Number { least: 1, most: u32::MAX as u64 },
    default: DefaultValue::Derived("as many as the nodes last"),
};

const TREES: Field = Field {
    name: "trees",
    about: "trees that are grown independently, each with its share of the nodes, on all threads; their visits are added",
    values: Values::Number { least: 1, most: 256 },
    default: DefaultValue::Is("1"),
};

const TREE_NODES: Field = Field {
    name: "tree-nodes",
    about: "positions that a tree may hold, of 100 bytes or so each",
    values: Values::Number { least: 1, most: 1 << 30 },
    default: DefaultValue::Is("2000000"),
};

const NODES: Field =
    Field { name: "nodes", about: "nodes to spend: states visited, in the tree and in playouts", ..fields::NODES };

impl Algorithm {
    /// A tree grown from samples.
    pub const MCTS: Self = Self {
        name: "mcts",
        about: "Monte-Carlo tree search with means of playouts, and bounds that settle what they can",
        paper: "Kocsis and Szepesvári 2006; Sturtevant 2008; Cazenave and Saffidine 2010; Nijssen and Winands 2012",
        assumes: "everybody maximises their own mean, or with policy=paranoid plays against the player who searches",
        settings: &[
            POLICY,
            EXPLORATION,
            playouts::PLAYOUT,
            playouts::CUT,
            SCALE,
            BIAS,
            HISTORY,
            WIDENING,
            POWER,
            FIRST_PLAY,
            UNVISITED,
            CHOICE,
            BOUNDS,
            EXPAND_AT,
            ITERATIONS,
            TREES,
            TREE_NODES,
            fields::EVAL,
            fields::TIES,
            fields::ROOT_TIES,
            NODES,
            fields::BEST,
            fields::LISTING,
            fields::EQUIVALENCE,
        ],
        searches: true,
        solves: false,
        can_be_watched: false,
        by_chance: true,
        needs_to_see: true,
    };
}

struct MctsSearch<K: GameKit> {
    options: MctsOptions,
    /// What opponents do who do not reply, in best-reply search.
    others: Option<Others>,
    selection: Selection,
    shuffles: bool,
    evaluation: Weighed<K>,
    order: K::Order,
}

pub(super) fn build<K: GameKit>(settings: &Settings, at: &At<'_, K>) -> Built<K::Game> {
    let At { game, state, evaluation, order, .. } = at;
    let others = match settings.get("policy") {
        Some("brs") => Some(Others::Pass),
        Some("brs+") => Some(Others::FirstChoice),
        _ => None,
    };
    if let Some(others) = others
        && game.mover(state).is_some()
    {
        BestReply::new(*game, order, state, others).ok_or(Error::NobodyPasses { game: at.entry.info.name })?;
    }
    let options = options(settings, playouts::policy(settings, at)?);
    mcts::check(*game, *evaluation, &options)?;
    let mut complete = settings.clone();
    complete.complete("policy", "maxn");
    complete.complete("c", &options.exploration.to_string());
    playouts::complete(&mut complete, options.playout);
    complete.complete("ties", options.ties.name());
    let search = MctsSearch::<K> {
        options,
        others,
        selection: fields::selection(settings),
        shuffles: fields::shuffles(settings),
        evaluation: (*evaluation).clone(),
        order: playouts::order(settings, at)?,
    };
    Ok((complete, Box::new(search)))
}

fn options(settings: &Settings, playout: PlayoutPolicy) -> MctsOptions {
    let usual = MctsOptions::default();
    let widening = settings
        .number("widening")
        .map(|start| Widening { start, power: settings.number("power").unwrap_or(Widening::default().power) });
    MctsOptions {
        policy: if matches!(settings.get("policy"), None | Some("maxn")) {
            MctsPolicy::Maxn
        } else {
            MctsPolicy::Paranoid
        },
        scale: match settings.get("scale") {
            Some("observed") => RewardScale::Observed,
            Some("win") => RewardScale::Win,
            _ => RewardScale::Range,
        },
        exploration: settings.number("c").unwrap_or(usual.exploration),
        bias: settings.number("bias").unwrap_or(usual.bias),
        history: settings.number("history").unwrap_or(usual.history),
        widening,
        first_play: settings.number("first-play"),
        unvisited: match settings.get("unvisited") {
            Some("uniform") => Unvisited::Uniform,
            _ => Unvisited::ByOrder,
        },
        playout,
        choice: if settings.get("choice") == Some("max") { FinalChoice::Max } else { FinalChoice::Robust },
        bounds: settings.switch("bounds").unwrap_or(true),
        ties: maxn::tie_rule(settings, 0),
        expand_at: settings.number("expand-at").unwrap_or(usual.expand_at),
        most_nodes: settings.number("tree-nodes").unwrap_or(usual.most_nodes),
        trees: settings.number("trees").unwrap_or(1),
        iterations: settings.number("iterations"),
        ..usual
    }
}

impl<K: GameKit> Search<K::Game> for MctsSearch<K> {
    fn run(
        &mut self,
        game: &K::Game,
        state: &<K::Game as Game>::State,
        terms: Terms<'_, K::Game>,
    ) -> Result<Analysis<<K::Game as Game>::Move>, SearchError> {
        let Terms { budget, all_moves, seed, mut on_level, .. } = terms;
        let ties = if let TieRule::Random(_) = self.options.ties { TieRule::Random(seed) } else { self.options.ties };
        // A report shows every move; a player needs only the best.
        let options = MctsOptions { ties, seed, all_moves: all_moves || on_level.is_some(), ..self.options };
        let selection = Selection { shuffled_root: self.shuffles.then_some(seed), ..self.selection };
        let Self { evaluation, order, .. } = &*self;
        let others = self.others.filter(|_| game.mover(state).is_some());
        let Some(others) = others else {
            let search = Mcts::with_order(game, evaluation, order).options(&options).selection(selection);
            let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
            let mut search = search.budget(budget).threads(if options.trees > 1 { threads } else { 1 });
            if let Some(on_level) = on_level {
                search = search.on_level(on_level);
            }
            return search.run(state);
        };
        let replies = BestReply::new(game, order, state, others).ok_or(SearchError::NobodyPasses)?;
        let (evaluation, order) = (Lifted(evaluation), Lifted(order));
        let mut in_the_game = |found: &Analysis<Reply<<K::Game as Game>::Move>>| {
            if let Some(on_level) = &mut on_level {
                on_level(&replies.in_the_game(state, found));
            }
        };
        let search = Mcts::with_order(&replies, &evaluation, &order).options(&options).selection(selection);
        let found = search.budget(budget).on_level(&mut in_the_game).run(&replies.begin(state))?;
        Ok(replies.in_the_game(state, &found))
    }

    fn fresh(&self) -> Box<dyn Search<K::Game>> {
        let (evaluation, order) = (self.evaluation.clone(), self.order.clone());
        Box::new(Self { evaluation, order, ..*self })
    }

    fn method(&self) -> Method {
        Method { bounds: self.options.bounds, ..Method::PLAIN }
    }
}
