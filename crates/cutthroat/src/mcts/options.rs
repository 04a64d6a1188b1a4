//! What can be set, and which settings make sense.

use std::fmt::Display;

use crate::eval::Evaluation;
use crate::game::Game;
use crate::playout::PlayoutPolicy;
use crate::search::SearchError;
use crate::ties::TieRule;

/// What the players in the tree are taken to maximise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MctsPolicy {
    /// Their own payoff, as in max^n.
    #[default]
    Maxn,
    /// The payoff of the player at the root, who maximises it with their partners while all others minimise it, as in
    /// paranoid search. Over [`BestReply`](crate::BestReply) it is best-reply search.
    Paranoid,
}

/// How payoffs become rewards from 0 to 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RewardScale {
    /// By the least and the greatest payoff that the evaluation declares.
    #[default]
    Range,
    /// By the least and the greatest payoff seen so far. For evaluations that declare much more than ever happens.
    Observed,
    /// 1 for the player with the greatest payoff, shared equally by several, and 0 for all others.
    Win,
}

/// Which move is played in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FinalChoice {
    /// The one with most visits, and of those the one with the best mean.
    #[default]
    Robust,
    /// The one with the best mean.
    Max,
}

/// Which of the moves that have no visit yet is tried first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unvisited {
    /// The first of the order.
    #[default]
    ByOrder,
    /// Any.
    Uniform,
}

/// *Progressive widening*: only the first `start * visits^power` moves of the order are looked at, rounded up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Widening {
    /// How many at the first visit.
    pub start: f64,
    /// How fast the number grows.
    pub power: f64,
}

impl Default for Widening {
    fn default() -> Self {
        Self { start: 2.0, power: 0.5 }
    }
}

/// What to sample, and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsOptions {
    /// What the players in the tree maximise.
    pub policy: MctsPolicy,
    /// How payoffs become rewards.
    pub scale: RewardScale,
    /// The weight of exploration, *C*: a move gets `C * sqrt(ln(visits of its parent) / visits)` beside its mean (UCT,
    /// Kocsis and Szepesvári 2006).
    pub exploration: f64,
    /// The weight of the order of moves (*progressive bias*, Chaslot and others 2008); 0 for none. A move gets
    /// `bias * h / (visits + 1)`, where `h` falls from 1 for the first of the order to 0 for the last.
    pub bias: f64,
    /// The weight of how the move did elsewhere in the game (*progressive history*, Nijssen and Winands 2010); 0 for
    /// none. A move gets `history * mean of its slot / (visits * (1 - mean) + 1)`.
    pub history: f64,
    /// Progressive widening; all moves are looked at if not given.
    pub widening: Option<Widening>,
    /// *First-play urgency*: a move without a visit counts as much as its parent's mean minus this. If not given, every
    /// move is tried once before one is tried twice.
    pub first_play: Option<f64>,
    /// Which move without a visit is tried first.
    pub unvisited: Unvisited,
    /// How positions below the tree are estimated.
    pub playout: PlayoutPolicy,
    /// Which move is played in the end.
    pub choice: FinalChoice,
    /// Whether bounds on values are kept, which settle positions exactly.
    pub bounds: bool,
    /// The tie rule of settled positions.
    pub ties: TieRule,
    /// The moves of a position join the tree once it has had so many visits.
    pub expand_at: u32,
    /// The tree grows to this many nodes.
    pub most_nodes: usize,
    /// How many trees are grown, independently of each other and each within its share of the budget. Their visits and
    /// sums are added.
    pub trees: usize,
    /// The most iterations of all trees together.
    pub iterations: Option<u64>,
    /// The seed of all chance.
    pub seed: u64,
    /// Whether every move of the root is reported, and whether a search is wanted even if there is only one.
    pub all_moves: bool,
}

impl Default for MctsOptions {
    /// The constant is that of the trick games in the literature, on a scale from 0 to 1.
    fn default() -> Self {
        Self {
            policy: MctsPolicy::Maxn,
            scale: RewardScale::Range,
            exploration: 0.4,
            bias: 0.0,
            history: 0.0,
            widening: None,
            first_play: None,
            unvisited: Unvisited::ByOrder,
            playout: PlayoutPolicy::default(),
            choice: FinalChoice::Robust,
            bounds: true,
            ties: TieRule::First,
            expand_at: 1,
            most_nodes: 2_000_000,
            trees: 1,
            iterations: None,
            seed: 0,
            all_moves: false,
        }
    }
}

/// The largest tree.
const MOST_NODES: usize = 1 << 30;

/// Checks that the options make sense, and that the evaluation declares what they need.
///
/// # Errors
/// The first thing that does not fit.
pub fn check<G: Game, E: Evaluation<G>>(game: &G, evaluation: &E, options: &MctsOptions) -> Result<(), SearchError> {
    check_parameters(options)?;
    if options.scale == RewardScale::Range {
        let range = evaluation.range(game);
        if range.minp.is_none() || range.maxp.is_none() {
            return Err(SearchError::NoRange);
        }
    }
    Ok(())
}

/// Checks what does not depend on the game.
fn check_parameters(options: &MctsOptions) -> Result<(), SearchError> {
    fn within<T: PartialOrd + Copy + Display>(
        name: &'static str,
        value: T,
        least: T,
        most: T,
        expected: &'static str,
    ) -> Result<(), SearchError> {
        if least <= value && value <= most { Ok(()) } else { Err(SearchError::parameter(name, value, expected)) }
    }
    within("c", options.exploration, 0.0, 100.0, "from 0 to 100")?;
    within("bias", options.bias, 0.0, 100.0, "from 0 to 100")?;
    within("history", options.history, 0.0, 100.0, "from 0 to 100")?;
    if let Some(Widening { start, power }) = options.widening {
        within("widening", start, 1.0, 65_536.0, "from 1 to 65536")?;
        within("power", power, 0.0, 1.0, "from 0 to 1")?;
    }
    if let Some(below) = options.first_play {
        within("first-play", below, -1.0, 1.0, "from -1 to 1")?;
    }
    options.playout.check()?;
    within("expand-at", options.expand_at, 1, u32::MAX, "at least 1")?;
    within("most-nodes", options.most_nodes, 1, MOST_NODES, "from 1 to 1073741824")?;
    within("trees", options.trees, 1, 256, "from 1 to 256")?;
    if let Some(iterations) = options.iterations {
        within("iterations", iterations, 1, u64::MAX, "at least 1")?;
    }
    Ok(())
}
