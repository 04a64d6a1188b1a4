//! soft-max^n (Sturtevant and Bowling 2006): backs up every payoff that may result if it is not known how the others
//! settle ties.

use crate::analysis::Analysis;
use crate::budget::{Budget, Meter};
use crate::eval::{Bounds, Evaluation};
use crate::game::Player;
use crate::hints::SearchHints;
use crate::order::{MoveOrder, ReferenceOrder};
use crate::payoff::Payoff;
use crate::search::{Course, OnLevel, SearchError, course_settings};
use crate::selection::Selection;
use crate::ties::TieRule;
use crate::walk::{Walk, Walked, search_by_walks};

/// How the player at the root chooses between sets of payoffs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SoftRule {
    /// The set whose least own payoff is the greatest.
    Worst,
    /// The set whose mean own payoff is the greatest.
    #[default]
    Mean,
    /// The set whose greatest own payoff is the greatest.
    Best,
}

impl SoftRule {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 3] = [("worst", Self::Worst), ("mean", Self::Mean), ("best", Self::Best)];

    /// The name on the command line and in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Worst => "worst",
            Self::Mean => "mean",
            Self::Best => "best",
        }
    }
}

/// The most payoffs of a set. A larger set is widened: only the least and the greatest of each player are kept.
pub const MAX_SET: usize = 256;

/// A set of payoffs that may result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PossiblePayoffs {
    /// The least and the greatest payoff of each player.
    pub bounds: Bounds,
    /// The payoffs, in no order that means anything; `None` if they were more than [`MAX_SET`].
    pub payoffs: Option<Vec<Payoff>>,
}

impl PossiblePayoffs {
    /// The mean payoff of `player`: a sum and how many it is of. The middle of the bounds if only they are known.
    fn mean(&self, player: Player) -> (i64, i64) {
        match &self.payoffs {
            Some(payoffs) => (payoffs.iter().map(|payoff| i64::from(payoff[player])).sum(), payoffs.len() as i64),
            None => (i64::from(self.bounds.lo[player]) + i64::from(self.bounds.up[player]), 2),
        }
    }

    /// The mean payoffs, rounded to the nearest numbers, ties to even.
    fn rounded(&self, players: usize) -> Payoff {
        Payoff::from_fn(players, |player| {
            let (sum, count) = self.mean(player);
            (sum as f64 / count as f64).round_ties_even() as i16
        })
    }
}

/// What soft-max^n found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SoftAnalysis<M> {
    /// The answer. Payoffs are the means of sets, rounded.
    pub analysis: Analysis<M>,
    /// What may result at the root: the union of all moves that the player may choose. The larger it is, the more
    /// depends on tie rules.
    pub possible: Option<PossiblePayoffs>,
}

/// What to search, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SoftOptions {
    /// How the player at the root chooses.
    pub rule: SoftRule,
    /// Whether moves are left out that monotone bounds show to be dominated.
    pub bounds: bool,
    /// Plies to search; `None` is to the end of the game.
    pub depth: Option<usize>,
    /// Whether the payoffs of every move at the root are wanted, not only the best.
    pub all_moves: bool,
}

/// A soft-max^n search. A node's value is the set of all payoffs of those moves that are not *dominated*. A move is
/// dominated if everything that may follow it is worse for the mover than anything that may follow another.
///
/// The set contains the max^n value under every tie rule, and usually more.
///
/// ```
/// # use cutthroat::*;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/toy.rs"));
/// # fn main() {
/// let (game, points) = (Pebbles { players: 3 }, AtTheEnd(Range::constant_sum(1, 3)));
/// let found = SoftMaxn::new(&game, &points).run(&Heap { left: 5, mover: 0 }).unwrap();
/// // The player cannot win, and may choose who does.
/// assert_eq!(found.possible.unwrap().payoffs.unwrap().len(), 2);
/// # }
/// ```
pub struct SoftMaxn<'a, G: SearchHints, E, M = ReferenceOrder> {
    game: &'a G,
    evaluation: &'a E,
    order: &'a M,
    options: SoftOptions,
    selection: Selection,
    budget: Budget,
    deepens: bool,
    on_level: Option<OnLevel<'a, G::Move>>,
}

impl<'a, G: SearchHints, E: Evaluation<G>> SoftMaxn<'a, G, E> {
    /// A search in the reference order.
    #[must_use]
    pub fn new(game: &'a G, evaluation: &'a E) -> Self {
        Self::with_order(game, evaluation, &ReferenceOrder)
    }
}

impl<'a, G: SearchHints, E: Evaluation<G>, M: MoveOrder<G>> SoftMaxn<'a, G, E, M> {
    /// A search with this order, which decides which moves a [`Selection`] keeps.
    #[must_use]
    pub fn with_order(game: &'a G, evaluation: &'a E, order: &'a M) -> Self {
        Self {
            game,
            evaluation,
            order,
            options: SoftOptions::default(),
            selection: Selection::default(),
            budget: Budget::default(),
            deepens: false,
            on_level: None,
        }
    }

    course_settings!(SoftOptions);

    /// Searches `state`.
    ///
    /// # Errors
    /// If the depth makes no sense, if bounds are asked for that the evaluation does not declare, or if the budget ends
    /// before there is an answer.
    pub fn run(self, state: &G::State) -> Result<SoftAnalysis<G::Move>, SearchError> {
        let Self { game, evaluation, order, options, selection, budget, deepens, on_level } = self;
        if options.bounds && evaluation.payoff_bounds(game, state).is_none() {
            return Err(SearchError::NoPayoffBounds);
        }
        let SoftOptions { rule, bounds, depth, all_moves } = options;
        let ties = TieRule::First;
        let course =
            Course { game, evaluation, order, selection, ties, depth, budget, deepens, on_level, member: None };
        let mut possible = None;
        let mut search = |walk: &mut dyn Walk, horizon: usize, meter: &mut Meter| {
            let (walked, found) = SoftRecursion::new(walk, horizon, meter, bounds).search(rule)?;
            possible = Some(found);
            Some(walked)
        };
        let analysis = search_by_walks(course, std::slice::from_ref(evaluation), all_moves, state, &mut search)?;
        Ok(SoftAnalysis { analysis, possible })
    }
}

/// A set on the stack of sets.
#[derive(Clone, Copy)]
struct SoftValue {
    bounds: Bounds,
    /// Where its payoffs lie on the stack; nowhere, if it was widened.
    first: usize,
    end: usize,
    widened: bool,
}

struct SoftRecursion<'s> {
    walk: &'s mut dyn Walk,
    meter: &'s mut Meter,
    horizon: usize,
    bounds: bool,
    /// The sets of all children on the path, one after the other.
    payoffs: Vec<Payoff>,
    children: Vec<SoftValue>,
    deepest: usize,
    cut_off: bool,
}

impl<'s> SoftRecursion<'s> {
    fn new(walk: &'s mut dyn Walk, horizon: usize, meter: &'s mut Meter, bounds: bool) -> Self {
        Self { walk, meter, horizon, bounds, payoffs: Vec::new(), children: Vec::new(), deepest: 0, cut_off: false }
    }

    /// Searches all moves of the root. Nothing, if the search had to stop.
    fn search(mut self, rule: SoftRule) -> Option<(Walked, PossiblePayoffs)> {
        let (root, players) = (self.walk.mover()?, self.walk.players());
        let count = self.walk.list();
        let mut sets = Vec::with_capacity(count);
        for place in 0..count {
            let value = self.visit_child(place, 0)?;
            sets.push(self.set(value));
            self.meter.move_done();
        }
        let sure = sets.iter().map(|set| set.bounds.lo[root]).max()?;
        let chosen = |set: &PossiblePayoffs| match rule {
            SoftRule::Worst => (i64::from(set.bounds.lo[root]), 1),
            SoftRule::Mean => set.mean(root),
            SoftRule::Best => (i64::from(set.bounds.up[root]), 1),
        };
        let mut best: Option<(usize, (i64, i64))> = None;
        for (place, set) in sets.iter().enumerate().filter(|(_, set)| set.bounds.up[root] >= sure) {
            let (sum, of) = chosen(set);
            if best.is_none_or(|(_, (most, of_most))| sum * of_most > most * of) {
                best = Some((place, (sum, of)));
            }
        }
        self.children = (0..count).map(|place| self.restore(&sets[place])).collect();
        let union = self.unite(0, 0, root);
        let walked = Walked {
            payoffs: sets.iter().map(|set| set.rounded(players)).collect(),
            best: best?.0,
            deepest: self.deepest,
            cut_off: self.cut_off,
        };
        Some((walked, self.set(union)))
    }

    /// A set, taken from the stack.
    fn set(&mut self, value: SoftValue) -> PossiblePayoffs {
        let payoffs = (!value.widened).then(|| self.payoffs[value.first..value.end].to_vec());
        self.payoffs.truncate(value.first);
        PossiblePayoffs { bounds: value.bounds, payoffs }
    }

    /// A set, put on the stack.
    fn restore(&mut self, set: &PossiblePayoffs) -> SoftValue {
        let first = self.payoffs.len();
        self.payoffs.extend(set.payoffs.iter().flatten());
        SoftValue { bounds: set.bounds, first, end: self.payoffs.len(), widened: set.payoffs.is_none() }
    }

    /// Plays a move and visits the position after it. Nothing, if the search has to stop.
    fn visit_child(&mut self, place: usize, ply: usize) -> Option<SoftValue> {
        if !self.meter.pay() {
            return None;
        }
        self.walk.play(place);
        let value = self.visit(ply + 1)?;
        self.walk.take_back();
        Some(value)
    }

    fn visit(&mut self, ply: usize) -> Option<SoftValue> {
        self.deepest = self.deepest.max(ply);
        let mover = self.walk.mover();
        let Some(mover) = mover.filter(|_| ply < self.horizon) else {
            self.cut_off |= mover.is_some();
            let mut payoff = [Payoff::ZERO];
            self.walk.evaluate(&mut payoff);
            let first = self.payoffs.len();
            self.payoffs.push(payoff[0]);
            let bounds = Bounds { lo: payoff[0], up: payoff[0] };
            return Some(SoftValue { bounds, first, end: first + 1, widened: false });
        };
        let (first, first_child) = (self.payoffs.len(), self.children.len());
        let mut sure = i16::MIN;
        for place in 0..self.walk.list() {
            if !self.meter.pay() {
                return None;
            }
            self.walk.play(place);
            let dominated = self.bounds && self.walk.bounds().is_some_and(|bounds| bounds.up[mover] < sure);
            if !dominated {
                let value = self.visit(ply + 1)?;
                sure = sure.max(value.bounds.lo[mover]);
                self.children.push(value);
            }
            self.walk.take_back();
        }
        self.walk.unlist();
        Some(self.unite(first_child, first, mover))
    }

    /// The union of those children of `mover` that are not dominated, from `first_child` on. Their payoffs lie on the
    /// stack from `first` on.
    fn unite(&mut self, first_child: usize, first: usize, mover: Player) -> SoftValue {
        let children = &self.children[first_child..];
        let sure = children.iter().map(|child| child.bounds.lo[mover]).max().unwrap_or(i16::MIN);
        let mut union: Option<SoftValue> = None;
        let mut end = first;
        for child in children.iter().filter(|child| child.bounds.up[mover] >= sure) {
            self.payoffs.copy_within(child.first..child.end, end);
            end += child.end - child.first;
            let before = union.unwrap_or(*child);
            let bounds =
                Bounds { lo: before.bounds.lo.min(&child.bounds.lo), up: before.bounds.up.max(&child.bounds.up) };
            union = Some(SoftValue { bounds, first, end, widened: before.widened || child.widened });
        }
        self.children.truncate(first_child);
        let mut union = union.expect("at least one legal move");
        self.payoffs.truncate(end);
        if !union.widened && end - first > 1 {
            self.payoffs[first..].sort_unstable_by_key(Payoff::lanes);
            let mut kept = first + 1;
            for place in first + 1..end {
                if self.payoffs[place] != self.payoffs[kept - 1] {
                    self.payoffs[kept] = self.payoffs[place];
                    kept += 1;
                }
            }
            union.end = kept;
            union.widened = kept - first > MAX_SET;
        }
        if union.widened {
            union.end = first;
        }
        self.payoffs.truncate(union.end);
        union
    }
}
