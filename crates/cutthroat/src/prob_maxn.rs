//! prob-max^n (Sturtevant, Zinkevich and Bowling 2006): it is not known what the others play for, only how likely each of
//! several models of them is.

use crate::analysis::Analysis;
use crate::budget::{Budget, Meter};
use crate::eval::Evaluation;
use crate::game::Player;
use crate::hints::SearchHints;
use crate::order::{MoveOrder, ReferenceOrder};
use crate::payoff::Payoff;
use crate::search::{Course, OnLevel, SearchError, course_settings};
use crate::selection::Selection;
use crate::ties::TieRule;
use crate::walk::{Walk, Walked, search_by_walks};

/// How likely each model of each player is taken to be.
///
/// ```
/// use cutthroat::{Beliefs, Player};
///
/// let mut beliefs = Beliefs::uniform(3, 2);
/// // Player 2 had four moves. They played one of two that are best by the first model, and none that is best by the second.
/// beliefs.learn(Player::new(1), 4, &[(true, 2), (false, 1)], 0.1);
/// assert!(beliefs.of(Player::new(1))[0] > 0.9);
/// assert_eq!(beliefs.of(Player::new(0)), [0.5, 0.5]);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Beliefs {
    models: usize,
    chances: Vec<f64>,
}

impl Beliefs {
    /// No model of anybody is ever less likely than this, once something is learned.
    pub const LEAST: f64 = 0.01;

    /// Every model is as likely as the others.
    #[must_use]
    pub fn uniform(players: usize, models: usize) -> Self {
        Self { models, chances: vec![1.0 / models as f64; players * models] }
    }

    /// How likely each model of `player` is.
    #[must_use]
    pub fn of(&self, player: Player) -> &[f64] {
        &self.chances[player.index() * self.models..][..self.models]
    }

    /// The same with these chances of the models of `player`. They are scaled to add up to 1.
    ///
    /// # Panics
    /// When there is not one chance for each model.
    #[must_use]
    pub fn with(mut self, player: Player, chances: &[f64]) -> Self {
        let sum: f64 = chances.iter().sum();
        let scaled: Vec<f64> = chances.iter().map(|chance| chance / sum).collect();
        self.chances[player.index() * self.models..][..self.models].copy_from_slice(&scaled);
        self
    }

    /// Learns from a move of `player`, who had `moves` to choose from (Bayes' rule). For each model: whether the move was
    /// one of the best, and how many were. With a chance of `noise` a player plays any move.
    pub fn learn(&mut self, player: Player, moves: usize, best: &[(bool, usize)], noise: f64) {
        let learned: Vec<f64> = self
            .of(player)
            .iter()
            .zip(best)
            .map(|(chance, &(is_best, count))| {
                let fits = if is_best { (1.0 - noise) / count as f64 } else { 0.0 };
                chance * (fits + noise / moves as f64)
            })
            .collect();
        let sum: f64 = learned.iter().sum();
        if sum > 0.0 {
            let kept: Vec<f64> = learned.iter().map(|chance| (chance / sum).max(Self::LEAST)).collect();
            *self = self.clone().with(player, &kept);
        }
    }

    /// The chances of the models of `player` as whole parts of [`ONE`], which add up to it exactly. So a mean of equal
    /// numbers is that number, and ties stay ties.
    fn parts(&self, player: Player) -> Vec<i64> {
        let mut sum = 0.0;
        let mut before = 0;
        let chances = self.of(player);
        let part = |(place, chance): (usize, &f64)| {
            sum += chance;
            let end = if place + 1 == chances.len() { ONE } else { (sum * ONE as f64).round() as i64 };
            let part = end - before;
            before = end;
            part
        };
        chances.iter().enumerate().map(part).collect()
    }
}

/// Expectations are whole multiples of the reciprocal of this.
const ONE: i64 = 1 << 16;

/// What to search, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProbOptions {
    /// Plies to search; `None` is to the end of the game.
    pub depth: Option<usize>,
    /// Whether the payoffs of every move at the root are wanted, not only the best.
    pub all_moves: bool,
}

/// A prob-max^n search. Each model is an evaluation. A node returns the expected payoff of every player by every
/// evaluation: the mover takes the best move by each model, and the results are mixed by how likely the models are. The
/// player who searches knows what they play for, the first evaluation.
///
/// ```
/// # use cutthroat::*;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/toy.rs"));
/// # fn main() {
/// let (game, heap) = (Pebbles { players: 3 }, Heap { left: 7, mover: 0 });
/// let points = AtTheEnd(Range::constant_sum(1, 3));
/// let against_one = SocialWeights::selfish().with_row(Player::new(1), &[-1]).with_row(Player::new(2), &[-1]);
/// let models = [Social::plain(points), Social::plain(points), Social::new(points, &against_one, &game).unwrap()];
/// // If everybody plays for themselves, player 1 wins. If not, they lose.
/// for (chances, payoff) in [([1.0, 0.0], 1), ([0.0, 1.0], 0)] {
///     let others = Beliefs::uniform(3, 2).with(Player::new(1), &chances).with(Player::new(2), &chances);
///     let found = ProbMaxn::new(&game, &models, &others).run(&heap).unwrap();
///     assert_eq!(found.payoff[Player::new(0)], payoff);
/// }
/// # }
/// ```
pub struct ProbMaxn<'a, G: SearchHints, E, M = ReferenceOrder> {
    game: &'a G,
    evaluations: &'a [E],
    beliefs: &'a Beliefs,
    order: &'a M,
    options: ProbOptions,
    selection: Selection,
    budget: Budget,
    deepens: bool,
    on_level: Option<OnLevel<'a, G::Move>>,
}

impl<'a, G: SearchHints, E: Evaluation<G>> ProbMaxn<'a, G, E> {
    /// A search in the reference order. The first evaluation is what the player who searches plays for, the others are
    /// the models.
    #[must_use]
    pub fn new(game: &'a G, evaluations: &'a [E], beliefs: &'a Beliefs) -> Self {
        Self::with_order(game, evaluations, beliefs, &ReferenceOrder)
    }
}

impl<'a, G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>> ProbMaxn<'a, G, E, M> {
    /// A search with this order, which decides which moves a [`Selection`] keeps.
    ///
    /// # Panics
    /// When there is not one evaluation more than there are models.
    #[must_use]
    pub fn with_order(game: &'a G, evaluations: &'a [E], beliefs: &'a Beliefs, order: &'a M) -> Self {
        assert_eq!(evaluations.len(), beliefs.models + 1, "an evaluation for each model, and one's own");
        Self {
            game,
            evaluations,
            beliefs,
            order,
            options: ProbOptions::default(),
            selection: Selection::default(),
            budget: Budget::default(),
            deepens: false,
            on_level: None,
        }
    }

    course_settings!(ProbOptions);

    /// Searches `state` for its mover. Payoffs are expectations of the first evaluation, rounded.
    ///
    /// # Errors
    /// If the depth makes no sense, or the budget ends before there is an answer.
    pub fn run(self, state: &G::State) -> Result<Analysis<G::Move>, SearchError> {
        let root = self.game.mover(state).unwrap_or(Player::new(0));
        self.search(state, root, &mut |_| {})
    }

    /// How well a move of another player, at `state`, fits each model, as `observer` sees it: whether it is one of the best
    /// by the model, and how many those are. For [`Beliefs::learn`]. Also the nodes it cost.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn fit(
        self,
        state: &G::State,
        observer: Player,
        mv: G::Move,
    ) -> Result<(Vec<(bool, usize)>, u64), SearchError> {
        let (game, models) = (self.game, self.beliefs.models);
        let Some(mover) = game.mover(state) else { return Ok((Vec::new(), 0)) };
        let mut moves = Vec::new();
        game.search_moves(state, &mut moves);
        let played = moves.iter().position(|&one| one == mv || game.equivalents(state, one).contains(&mv));
        let mut fits = vec![(false, 1); models];
        let found = self.search(state, observer, &mut |expected: &[Vec<i32>]| {
            for (model, fit) in fits.iter_mut().enumerate() {
                let entry = mover.index() * (models + 1) + model + 1;
                let best = expected.iter().map(|values| values[entry]).max().unwrap_or_default();
                let is_best = |values: &Vec<i32>| values[entry] == best;
                let is_played = played.is_some_and(|played| is_best(&expected[played]));
                *fit = (is_played, expected.iter().filter(|values| is_best(values)).count());
            }
        })?;
        Ok((fits, found.nodes))
    }

    /// Searches `state` as `observer`, who knows what they themselves play for, and shows all expectations of each
    /// completed level.
    fn search(
        self,
        state: &G::State,
        observer: Player,
        shown: &mut dyn FnMut(&[Vec<i32>]),
    ) -> Result<Analysis<G::Move>, SearchError> {
        let Self { game, evaluations, beliefs, order, options, selection, budget, deepens, on_level } = self;
        let ProbOptions { depth, all_moves } = options;
        let (evaluation, ties) = (&evaluations[0], TieRule::First);
        let course =
            Course { game, evaluation, order, selection, ties, depth, budget, deepens, on_level, member: None };
        let parts: Vec<Vec<i64>> = Player::all(game.players())
            .map(|player| {
                let own = if player == observer { ONE } else { 0 };
                let models = beliefs.parts(player);
                std::iter::once(own).chain(models.into_iter().map(|part| if own > 0 { 0 } else { part })).collect()
            })
            .collect();
        let mut search = |walk: &mut dyn Walk, horizon: usize, meter: &mut Meter| {
            let (walked, expected) = ProbRecursion::new(walk, horizon, meter, &parts).search(observer)?;
            shown(&expected);
            Some(walked)
        };
        search_by_walks(course, evaluations, all_moves, state, &mut search)
    }
}

struct ProbRecursion<'s> {
    walk: &'s mut dyn Walk,
    meter: &'s mut Meter,
    horizon: usize,
    /// For each player, how likely each evaluation is what they play for, in parts of [`ONE`].
    parts: &'s [Vec<i64>],
    /// How many evaluations there are, and how many expectations a node has: one for each player and evaluation.
    evaluations: usize,
    entries: usize,
    /// Expectations of all nodes on the path: of the best child by each evaluation, and of the child searched last.
    stack: Vec<i32>,
    payoffs: Vec<Payoff>,
    deepest: usize,
    cut_off: bool,
}

impl<'s> ProbRecursion<'s> {
    fn new(walk: &'s mut dyn Walk, horizon: usize, meter: &'s mut Meter, parts: &'s [Vec<i64>]) -> Self {
        let evaluations = parts[0].len();
        Self {
            entries: evaluations * walk.players(),
            payoffs: vec![Payoff::ZERO; evaluations],
            walk,
            meter,
            horizon,
            parts,
            evaluations,
            stack: Vec::new(),
            deepest: 0,
            cut_off: false,
        }
    }

    /// Searches all moves of the root, and returns the expectations of each. Nothing, if the search had to stop.
    fn search(mut self, root: Player) -> Option<(Walked, Vec<Vec<i32>>)> {
        let players = self.walk.players();
        let mut expected: Vec<Vec<i32>> = Vec::new();
        for place in 0..self.walk.list() {
            self.visit_child(place, 0)?;
            expected.push(std::mem::take(&mut self.stack));
            self.meter.move_done();
        }
        let own = root.index() * self.evaluations;
        let mut best = 0;
        for place in 1..expected.len() {
            if expected[place][own] > expected[best][own] {
                best = place;
            }
        }
        let rounded = |values: &Vec<i32>| {
            Payoff::from_fn(players, |player| {
                let value = f64::from(values[player.index() * self.evaluations]) / ONE as f64;
                value.round_ties_even() as i16
            })
        };
        let payoffs = expected.iter().map(rounded).collect();
        let walked = Walked { payoffs, best, deepest: self.deepest, cut_off: self.cut_off };
        Some((walked, expected))
    }

    /// Plays a move and puts the expectations of the position after it on the stack. Nothing, if the search has to stop.
    fn visit_child(&mut self, place: usize, ply: usize) -> Option<()> {
        if !self.meter.pay() {
            return None;
        }
        self.walk.play(place);
        self.visit(ply + 1)?;
        self.walk.take_back();
        Some(())
    }

    fn visit(&mut self, ply: usize) -> Option<()> {
        self.deepest = self.deepest.max(ply);
        let mover = self.walk.mover();
        let Some(mover) = mover.filter(|_| ply < self.horizon) else {
            self.cut_off |= mover.is_some();
            self.walk.evaluate(&mut self.payoffs);
            for player in Player::all(self.walk.players()) {
                self.stack.extend(self.payoffs.iter().map(|payoff| i32::from(payoff[player]) * ONE as i32));
            }
            return Some(());
        };
        let (first, entries) = (self.stack.len(), self.entries);
        let (parts, own) = (&self.parts[mover.index()], mover.index() * self.evaluations);
        self.stack.resize(first + self.evaluations * entries, 0);
        let child = self.stack.len();
        for place in 0..self.walk.list() {
            self.visit_child(place, ply)?;
            for (evaluation, _) in parts.iter().enumerate().filter(|(_, part)| **part > 0) {
                let best = first + evaluation * entries;
                if place == 0 || self.stack[child + own + evaluation] > self.stack[best + own + evaluation] {
                    self.stack.copy_within(child..child + entries, best);
                }
            }
            self.stack.truncate(child);
        }
        self.walk.unlist();
        for entry in 0..entries {
            let chosen = parts.iter().zip(self.stack[first + entry..].iter().step_by(entries));
            let sum: i64 = chosen.map(|(&part, &value)| part * i64::from(value)).sum();
            // Rounded to the nearest part.
            self.stack[first + entry] = ((sum + ONE / 2) >> 16) as i32;
        }
        self.stack.truncate(first + entries);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up() {
        for chances in [[0.5, 0.3, 0.2], [1.0, 0.0, 0.0], [0.01, 0.01, 0.98], [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0]] {
            let beliefs = Beliefs::uniform(2, 3).with(Player::new(1), &chances);
            let parts = beliefs.parts(Player::new(1));
            assert_eq!(parts.iter().sum::<i64>(), ONE);
            assert!(parts.iter().zip(chances).all(|(&part, chance)| (part as f64 / ONE as f64 - chance).abs() < 1e-4));
        }
    }

    #[test]
    fn what_never_fits_stays_possible() {
        let mut beliefs = Beliefs::uniform(2, 2);
        for _ in 0..100 {
            beliefs.learn(Player::new(0), 5, &[(true, 1), (false, 1)], 0.1);
        }
        let [likely, unlikely] = beliefs.of(Player::new(0)) else { panic!("two models") };
        assert!(*likely > 0.98 && *unlikely > 0.009);
    }
}
