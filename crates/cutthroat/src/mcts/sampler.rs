//! One tree and its iterations: all that depends on the game.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Ground;
use super::answer::TreeAnswer;
use super::tree::{SampleNode, SampleTree};
use crate::budget::{Budget, Meter, Stop};
use crate::eval::Evaluation;
use crate::game::{MAX_PLAYERS, Player};
use crate::hints::SearchHints;
use crate::order::MoveOrder;
use crate::payoff::Payoff;
use crate::playout::{FastRandom, Playout};
use crate::selection::Lister;
use crate::ties::Ties;

/// A tree that grows. Its working memory grows with it, and iterations allocate nothing else.
pub(super) struct Sampler<'s, G: SearchHints, E, M> {
    ground: &'s Ground<'s, G, E, M>,
    root: &'s G::State,
    state: G::State,
    lister: Lister<'s, G, M>,
    playout: Playout<'s, G, E, M>,
    pub(super) tree: SampleTree,
    /// The move that leads to each node but the root.
    moves: Vec<G::Move>,
    /// The moves of a position, and their places in the reference order, in the order of moves.
    listed: Vec<G::Move>,
    turns: Vec<u16>,
    meter: Meter,
    /// The key of this tree's chance.
    key: u64,
    iterations: u64,
    most_iterations: u64,
    deepest: usize,
}

/// Called with what is known so far.
pub(super) type OnReport<'a> = &'a mut dyn FnMut(&SampleTree, &TreeAnswer);

/// Iterations before the first report, and then twice as many each time.
const FIRST_REPORT: u64 = 1024;

/// Plays moves as long as there is only one. Returns how many; `None` if they cannot be paid for.
#[inline]
pub(super) fn play_forced<G: SearchHints>(
    game: &G,
    state: &mut G::State,
    mut see: impl FnMut(G::Move) -> bool,
) -> Option<usize> {
    let mut count = 0;
    while game.mover(state).is_some()
        && let Some(mv) = game.only_move(state)
    {
        if !see(mv) {
            return None;
        }
        game.play(state, mv);
        count += 1;
    }
    Some(count)
}

impl<'s, G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>> Sampler<'s, G, E, M> {
    /// The tree with this number, at `root`, where the game is not over.
    pub(super) fn new(ground: &'s Ground<'s, G, E, M>, root: &'s G::State, mover: Player, number: usize) -> Self {
        let Ground { game, evaluation, order, options, selection, budget } = ground;
        let ties = Ties { rule: options.ties, root: mover, players: game.players() };
        let mut ours = [false; MAX_PLAYERS];
        for player in Player::all(game.players()) {
            ours[player.index()] = game.side(player) == game.side(mover);
        }
        let share = |all: u64| all / options.trees as u64 + u64::from((number as u64) < all % options.trees as u64);
        let mut chance = ChaCha8Rng::seed_from_u64(options.seed);
        chance.set_stream(number as u64);
        let mut playout = Playout::new(*game, *evaluation, *order, options.playout);
        playout.played = (options.history > 0.0).then(Vec::new);
        let mut sampler = Self {
            ground,
            root,
            state: root.clone(),
            lister: Lister::new(*game, *order, *selection),
            playout,
            tree: SampleTree::new(options, &evaluation.range(game), ties, ours, game.move_slots()),
            moves: Vec::new(),
            listed: Vec::new(),
            turns: Vec::new(),
            meter: Meter::new(&Budget { nodes: budget.nodes.map(share), ..budget.clone() }),
            key: chance.next_u64(),
            iterations: 0,
            most_iterations: options.iterations.map_or(u32::MAX.into(), |all| share(all).min(u32::MAX.into())),
            deepest: 0,
        };
        if options.bounds {
            sampler.tree.open_root(evaluation.payoff_bounds(game, root));
        }
        sampler.lister.list_root_for_ties(options.ties, root, &mut sampler.listed);
        sampler.grow(0, usize::MAX);
        sampler
    }

    /// Samples until the root is settled or the budget is spent. Reports now and then to `on_report`.
    pub(super) fn run(&mut self, mut on_report: Option<OnReport<'_>>) -> TreeAnswer {
        let mut next_report = FIRST_REPORT;
        let endless = self.ground.is_endless();
        let stop = loop {
            if self.tree.nodes[0].is(SampleNode::SETTLED) {
                break Stop::Complete;
            }
            let is_full = endless && !self.tree.has_room(1);
            if self.iterations >= self.most_iterations || is_full {
                break Stop::Nodes;
            }
            if !self.iterate() {
                break self.meter.stopped().unwrap_or(Stop::Nodes);
            }
            if self.iterations == next_report {
                next_report *= 2;
                self.meter.level_done(self.deepest);
                if let Some(on_report) = &mut on_report {
                    on_report(&self.tree, &self.tree.answer(self.meter.nodes(), self.deepest, Stop::Depth));
                }
            }
        };
        self.tree.answer(self.meter.nodes(), self.deepest, stop)
    }

    /// One sample: down the tree, a playout, and up again. Returns whether it could be paid for; if not, it does not
    /// count.
    fn iterate(&mut self) -> bool {
        let options = self.tree.options;
        let mut random = FastRandom::new(self.key, self.iterations);
        self.state.clone_from(self.root);
        self.tree.path.clear();
        self.tree.path.push(0);
        self.tree.backed_up.clear();
        let (mut at, mut depth) = (0, 0);
        loop {
            let node = &self.tree.nodes[at];
            if node.is(SampleNode::OVER | SampleNode::SETTLED)
                || node.count == 0 && (node.visits < options.expand_at || !self.expand(at))
            {
                break;
            }
            let child = self.tree.select(at, &mut random);
            let Some(plies) = self.play(child) else { return false };
            depth += plies;
            self.tree.path.push(child as u32);
            at = child;
            if !self.tree.nodes[at].is(SampleNode::SEEN) {
                self.see(at);
                break;
            }
        }
        let Some(sample) = self.sample(at, &mut random) else { return false };
        self.iterations += 1;
        self.deepest = self.deepest.max(depth);
        self.tree.back_up(sample);
        if options.history > 0.0 {
            self.tree.learn(&sample, self.playout.played.as_deref().unwrap_or_default());
        }
        if options.bounds {
            self.tree.renew_bounds();
        }
        true
    }

    /// Plays the move that leads to `child`, and all moves after it that are forced. `None` if they cannot be paid for.
    fn play(&mut self, child: usize) -> Option<usize> {
        let Self { ground: Ground { game, .. }, state, meter, .. } = self;
        if !meter.pay() {
            return None;
        }
        game.play(state, self.moves[child - 1]);
        Some(1 + play_forced(*game, state, |_| meter.pay())?)
    }

    /// Looks at the state of a node for the first time.
    fn see(&mut self, at: usize) {
        let Ground { game, evaluation, .. } = self.ground;
        match game.mover(&self.state) {
            None => self.tree.end(at, evaluation.evaluate(game, &self.state)),
            Some(mover) => {
                let bounds = if self.tree.options.bounds { evaluation.payoff_bounds(game, &self.state) } else { None };
                self.tree.open(at, mover, bounds);
            }
        }
    }

    /// What each player gets from a node on: its value, or the end of a playout. `None` if that cannot be paid for.
    fn sample(&mut self, at: usize, random: &mut FastRandom) -> Option<Payoff> {
        if let Some(played) = &mut self.playout.played {
            played.clear();
        }
        let node = &self.tree.nodes[at];
        if node.is(SampleNode::SETTLED) {
            return Some(self.tree.record(at).value);
        }
        if node.is(SampleNode::OVER) {
            return Some(self.ground.evaluation.evaluate(self.ground.game, &self.state));
        }
        let end = self.playout.run(&mut self.state, random);
        self.meter.pay_for(end.nodes).then_some(end.payoff)
    }

    /// Adds the moves of a node to the tree, if there is room for them.
    fn expand(&mut self, at: usize) -> bool {
        self.listed.clear();
        self.lister.list(&self.state, &mut self.listed);
        self.grow(at, self.tree.options.most_nodes)
    }

    fn grow(&mut self, at: usize, most_nodes: usize) -> bool {
        let Ground { game, order, .. } = self.ground;
        let count = self.listed.len();
        if self.tree.nodes.len() + count > most_nodes {
            return false;
        }
        self.turns.clear();
        self.turns.extend(0..count as u16);
        if !M::IS_REFERENCE {
            order.arrange(game, &self.state, &self.listed, &mut self.turns);
        }
        self.tree.add_children(at, &self.turns);
        self.moves.extend_from_slice(&self.listed);
        if let Some(history) = &mut self.tree.history {
            let first = usize::from(self.tree.nodes[at].mover) * history.slots;
            let slot = |&mv| (first + game.move_slot(&self.state, mv) % history.slots) as u32;
            history.places.extend(self.listed.iter().map(slot));
        }
        true
    }
}
