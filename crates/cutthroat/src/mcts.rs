//! Monte-Carlo tree search for any number of players, with bounds that settle positions exactly.
//!
//! [`Mcts`] grows a tree from samples. Every iteration goes down the tree to a new position, estimates it by a
//! [playout](crate::playout), and adds what came of it to all positions on the way. A player goes down to the move with
//! the greatest mean and a bonus for moves seldom tried (UCT). What a player maximises is a [policy](MctsPolicy): their
//! own mean, as in max^n (Sturtevant 2008), or the root player's mean for or against them, as in paranoid search.
//! Paranoid policy over [`BestReply`](crate::BestReply) is best-reply search (Nijssen and Winands 2012).
//!
//! Means converge to max^n values only where every mover has a clear best move. Where moves are close, they are mixed,
//! and everybody else gets an average. So beside its mean every node has *bounds* on its max^n value, for each player.
//! They start with what is declared, meet at the end of the game, and are combined on the way up. Once they leave the
//! mover one choice only, the node is settled: its value is that of max^n under the tie rule, and it is never entered
//! again. A search whose root is settled has found what [`Maxn`](crate::Maxn) or [`Paranoid`](crate::Paranoid) would
//! find, and ends.
//!
//! All of it but playing moves is compiled once for all games.

mod answer;
mod bounds;
mod logarithm;
mod options;
mod sampler;
mod select;
mod tree;

pub use options::{FinalChoice, MctsOptions, MctsPolicy, RewardScale, Unvisited, Widening, check};

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::analysis::{Analysis, MoveValue};
use crate::budget::{Budget, Stop};
use crate::eval::Evaluation;
use crate::game::{Game, Player};
use crate::hints::SearchHints;
use crate::order::{MoveOrder, ReferenceOrder};
use crate::playout::PlayoutPolicy;
use crate::search::{OnLevel, SearchError};
use crate::selection::{Lister, Selection};
use crate::ties::TieRule;
use answer::TreeAnswer;
use sampler::{Sampler, play_forced};
use tree::SampleTree;

/// A Monte-Carlo tree search: what to search, and how.
///
/// Its answer does not depend on the number of threads or the machine, unless it is limited by time or stopped.
///
/// ```
/// # use cutthroat::*;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/toy.rs"));
/// # fn main() -> Result<(), SearchError> {
/// let (game, points) = (Pebbles { players: 3 }, AtTheEnd(Range::constant_sum(1, 3)));
/// let budget = Budget { nodes: Some(100_000), ..Budget::default() };
/// let found = Mcts::new(&game, &points).budget(budget).all_moves(true).run(&Heap { left: 7, mover: 0 })?;
/// // Small enough to be settled: this is the max^n value.
/// assert!(found.is_complete());
/// assert_eq!((found.best, found.payoff.seats(3)), (Some(2), &[1, 0, 0][..]));
/// for value in found.moves {
///     println!("take {}: {:?}", value.mv, value.sampled);
/// }
/// # Ok(())
/// # }
/// ```
pub struct Mcts<'a, G: SearchHints, E, M = ReferenceOrder> {
    ground: Ground<'a, G, E, M>,
    on_level: Option<OnLevel<'a, G::Move>>,
    /// Grows several trees, one after the other or on so many threads.
    grow: GrowTrees<'a, G, E, M>,
    threads: usize,
}

/// What all trees of a search have in common.
struct Ground<'a, G, E, M> {
    game: &'a G,
    evaluation: &'a E,
    order: &'a M,
    options: MctsOptions,
    selection: Selection,
    budget: Budget,
}

type GrowTrees<'a, G, E, M> = fn(&Ground<'a, G, E, M>, &<G as Game>::State, Player, usize) -> Vec<TreeAnswer>;

impl<G, E, M> Ground<'_, G, E, M> {
    /// Whether neither nodes, time nor iterations are limited.
    fn is_endless(&self) -> bool {
        self.budget.nodes.is_none() && self.budget.time.is_none() && self.options.iterations.is_none()
    }
}

impl<'a, G: SearchHints, E: Evaluation<G>> Mcts<'a, G, E> {
    /// A search in the reference order.
    #[must_use]
    pub fn new(game: &'a G, evaluation: &'a E) -> Self {
        Self::with_order(game, evaluation, &ReferenceOrder)
    }
}

impl<'a, G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>> Mcts<'a, G, E, M> {
    /// A search that tries moves in this order.
    #[must_use]
    pub fn with_order(game: &'a G, evaluation: &'a E, order: &'a M) -> Self {
        let (options, selection, budget) = (MctsOptions::default(), Selection::default(), Budget::default());
        let ground = Ground { game, evaluation, order, options, selection, budget };
        Self { ground, on_level: None, grow: one_by_one::<G, E, M>, threads: 1 }
    }

    /// All options at once.
    #[must_use]
    pub fn options(mut self, options: &MctsOptions) -> Self {
        self.ground.options = *options;
        self
    }

    /// What the players in the tree are taken to maximise.
    #[must_use]
    pub fn policy(mut self, policy: MctsPolicy) -> Self {
        self.ground.options.policy = policy;
        self
    }

    /// How positions below the tree are estimated.
    #[must_use]
    pub fn playout(mut self, playout: PlayoutPolicy) -> Self {
        self.ground.options.playout = playout;
        self
    }

    /// Whether bounds on values are kept, as they are by default.
    #[must_use]
    pub fn bounds(mut self, bounds: bool) -> Self {
        self.ground.options.bounds = bounds;
        self
    }

    /// The tie-break rule of settled positions.
    #[must_use]
    pub fn ties(mut self, ties: TieRule) -> Self {
        self.ground.options.ties = ties;
        self
    }

    /// The seed of all chance.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.ground.options.seed = seed;
        self
    }

    /// The most iterations.
    #[must_use]
    pub fn iterations(mut self, iterations: impl Into<Option<u64>>) -> Self {
        self.ground.options.iterations = iterations.into();
        self
    }

    /// Whether every move of the root is reported, and a position with only one move is searched, too.
    #[must_use]
    pub fn all_moves(mut self, all_moves: bool) -> Self {
        self.ground.options.all_moves = all_moves;
        self
    }

    /// Which moves are looked at, and how they are listed.
    #[must_use]
    pub fn selection(mut self, selection: Selection) -> Self {
        self.ground.selection = selection;
        self
    }

    /// What the search may cost. Nodes are states visited, in the tree and in playouts. Without nodes, time or
    /// iterations it ends when its root is settled or its tree is full.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.ground.budget = budget;
        self
    }

    /// Called with the answer so far after 1,024 iterations, 2,048, and so on, if there is only one tree.
    #[must_use]
    pub fn on_level(self, on_level: &'a mut dyn FnMut(&Analysis<G::Move>)) -> Self {
        Self { on_level: Some(on_level), ..self }
    }

    /// Grows several trees at the same time, on so many threads. The answer is the same.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self
    where
        G: Sync,
        G::State: Sync,
        E: Sync,
        M: Sync,
    {
        Self { grow: at_the_same_time::<G, E, M>, threads, ..self }
    }

    /// Searches `state`.
    ///
    /// # Errors
    /// If a parameter makes no sense, if the evaluation does not declare the range that rewards are scaled by, or if
    /// nothing would ever end the search.
    pub fn run(self, state: &G::State) -> Result<Analysis<G::Move>, SearchError> {
        let Self { ground, mut on_level, grow, threads } = self;
        let Ground { game, evaluation, order, options, selection, .. } = &ground;
        check(*game, *evaluation, options)?;
        if ground.is_endless() && !options.bounds {
            return Err(SearchError::Endless);
        }
        let Some(mover) = game.mover(state) else {
            return Ok(Analysis::of_finished_game(evaluation.evaluate(game, state), options.ties));
        };
        let (mut lister, mut moves) = (Lister::new(*game, *order, *selection), Vec::new());
        lister.list_root_for_ties(options.ties, state, &mut moves);
        if moves.len() == 1 && !options.all_moves {
            return Ok(ground.forced(&mut lister, state, moves));
        }
        let mut sampler = Sampler::new(&ground, state, mover, 0);
        let is_watched = on_level.is_some();
        let mut report = |tree: &SampleTree, answer: &TreeAnswer| {
            if let Some(on_level) = &mut on_level {
                on_level(&ground.analysis(tree, answer, &mut lister, state, &moves));
            }
        };
        let answer = if options.trees == 1 {
            sampler.run(if is_watched { Some(&mut report) } else { None })
        } else {
            let merged = grow(&ground, state, mover, threads).into_iter().reduce(TreeAnswer::merged);
            merged.expect("there are several trees")
        };
        Ok(ground.analysis(&sampler.tree, &answer, &mut lister, state, &moves))
    }
}

impl<G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>> Ground<'_, G, E, M> {
    /// The answer where there is only one move: nothing is sampled. It follows the line as long as it is forced.
    fn forced(&self, lister: &mut Lister<'_, G, M>, state: &G::State, mut line: Vec<G::Move>) -> Analysis<G::Move> {
        let mut end = state.clone();
        self.game.play(&mut end, line[0]);
        let mut moves = Vec::new();
        while self.game.mover(&end).is_some() && line.len() < crate::search::MAX_DEPTH {
            moves.clear();
            lister.list(&end, &mut moves);
            let [mv] = moves[..] else { break };
            self.game.play(&mut end, mv);
            line.push(mv);
        }
        let (nodes, depth) = (line.len() as u64, line.len());
        let stop = if self.game.mover(&end).is_none() { Stop::Complete } else { Stop::Depth };
        let payoff = self.evaluation.evaluate(self.game, &end);
        let ties = self.options.ties;
        Analysis {
            payoff,
            best: line.first().copied(),
            line,
            moves: Vec::new(),
            nodes,
            researches: 0,
            depth,
            stop,
            ties,
        }
    }

    /// The result in moves of the game.
    fn analysis(
        &self,
        tree: &SampleTree,
        answer: &TreeAnswer,
        lister: &mut Lister<'_, G, M>,
        state: &G::State,
        moves: &[G::Move],
    ) -> Analysis<G::Move> {
        let players = self.game.players();
        let estimate = self.evaluation.evaluate(self.game, state);
        let place = tree.choose_at_root(answer).unwrap_or_else(|| tree.first_of_order());
        let chosen = &answer.moves[place];
        let mut all = Vec::new();
        if self.options.all_moves {
            let value = |(record, &mv): (&answer::MoveRecord, &G::Move)| MoveValue {
                mv,
                payoff: record.payoff(players, estimate),
                sampled: Some(record.sampled()),
            };
            all.extend(answer.moves.iter().zip(moves).map(value));
        }
        Analysis {
            payoff: chosen.payoff(players, estimate),
            best: Some(moves[place]),
            line: self.line(lister, state, moves[place], &chosen.line),
            moves: all,
            nodes: answer.nodes,
            researches: 0,
            depth: answer.depth,
            stop: answer.stop,
            ties: self.options.ties,
        }
    }

    /// A line with all forced moves, from places in the lists of the positions where there is a choice.
    fn line(&self, lister: &mut Lister<'_, G, M>, state: &G::State, first: G::Move, places: &[u16]) -> Vec<G::Move> {
        let (mut end, mut line, mut moves) = (state.clone(), vec![first], Vec::new());
        self.game.play(&mut end, first);
        for &place in places {
            play_forced(self.game, &mut end, |mv| {
                line.push(mv);
                true
            });
            moves.clear();
            lister.list(&end, &mut moves);
            let mv = moves[usize::from(place)];
            self.game.play(&mut end, mv);
            line.push(mv);
        }
        play_forced(self.game, &mut end, |mv| {
            line.push(mv);
            true
        });
        line
    }
}

/// Grows all trees, one after the other.
fn one_by_one<G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>>(
    ground: &Ground<'_, G, E, M>,
    state: &G::State,
    mover: Player,
    _: usize,
) -> Vec<TreeAnswer> {
    (0..ground.options.trees).map(|number| Sampler::new(ground, state, mover, number).run(None)).collect()
}

/// The same on several threads.
fn at_the_same_time<G, E, M>(
    ground: &Ground<'_, G, E, M>,
    state: &G::State,
    mover: Player,
    threads: usize,
) -> Vec<TreeAnswer>
where
    G: SearchHints + Sync,
    G::State: Sync,
    E: Evaluation<G> + Sync,
    M: MoveOrder<G> + Sync,
{
    let (next, answers) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let grow = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= ground.options.trees {
                break;
            }
            let answer = Sampler::new(ground, state, mover, number).run(None);
            answers.lock().unwrap_or_else(PoisonError::into_inner).push((number, answer));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(ground.options.trees) {
            scope.spawn(grow);
        }
        grow();
    });
    in_order(answers.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// The answers of trees by the numbers of the trees.
fn in_order(mut answers: Vec<(usize, TreeAnswer)>) -> Vec<TreeAnswer> {
    answers.sort_by_key(|(number, _)| *number);
    answers.into_iter().map(|(_, answer)| answer).collect()
}
