//! A tree of the statistical study, with the winning leaves below every node counted once.

use std::cell::Cell;

use cutthroat::{Evaluation, Game, MoveOrder, Payoff, Player, Range, SearchHints};
use cutthroat_games::trees::{TernaryState, TernaryTree};

/// Children of every branch.
const CHOICES: usize = 3;

/// The root as a state of the game: the first place of the first level.
pub(super) const ROOT: (u16, u32) = (0, 0);

/// A tree down to the deepest level that the study searches to. All nodes of a level have as many leaves below them, so
/// the paper's evaluation, the share of winning leaves, compares nodes of a level exactly as the numbers of winning
/// leaves do.
#[derive(Clone, Debug)]
pub(super) struct CountedTree {
    /// The winning leaves below every node of every level.
    wins: Vec<Vec<u32>>,
    /// Which children of the root are forced wins for Max.
    pub(super) won: [bool; CHOICES],
    /// How many nodes were generated while it was searched as a game.
    generated: Cell<u64>,
}

impl CountedTree {
    /// The tree, unless the children of its root are all won or all lost: then there is nothing to decide (1994 paper,
    /// "Statistical Studies").
    pub(super) fn new(tree: &TernaryTree) -> Option<Self> {
        let root = tree.root();
        let won = [0, 1, 2].map(|mv| is_forced_win(tree, &child(tree, &root, mv)));
        if won[0] == won[1] && won[1] == won[2] {
            return None;
        }
        let levels = 2 * usize::from(tree.max_height) - 1;
        let mut wins: Vec<Vec<u32>> = (0..levels).map(|level| Vec::with_capacity(CHOICES.pow(level as u32))).collect();
        count(tree, &root, &mut wins);
        Some(Self { wins, won, generated: Cell::new(0) })
    }

    /// The values of the children of the root in a minimax search of this depth.
    pub(super) fn minimax(&self, depth: usize) -> [u32; CHOICES] {
        let mut values = self.wins[depth].clone();
        for level in (1..depth).rev() {
            let count = CHOICES.pow(level as u32);
            for place in 0..count {
                let children = values[CHOICES * place..][..CHOICES].iter().copied();
                let best = if is_max(level) { children.max() } else { children.min() };
                values[place] = best.unwrap_or_default();
            }
            values.truncate(count);
        }
        [0, 1, 2].map(|place| values[place])
    }

    /// The same with forward pruning: below the root, of the children of every node the one that the evaluation likes
    /// least is discarded, and of equals the last. The root compares all of its own.
    pub(super) fn pruned(&self, depth: usize) -> [u32; CHOICES] {
        [0, 1, 2].map(|place| self.pruned_value(1, place, depth))
    }

    fn pruned_value(&self, level: usize, place: usize, depth: usize) -> u32 {
        if level == depth {
            return self.wins[level][place];
        }
        let values = self.kept(level, place).map(|child| self.pruned_value(level + 1, child, depth));
        if is_max(level) { values[0].max(values[1]) } else { values[0].min(values[1]) }
    }

    /// The places, a level below, of the children that are kept.
    fn kept(&self, level: usize, place: usize) -> [usize; 2] {
        let first = CHOICES * place;
        let worth = |child: usize| worth(level, self.wins[level + 1][first + child]);
        let worst = (0..CHOICES).min_by_key(|&child| (worth(child), std::cmp::Reverse(child))).unwrap_or_default();
        [usize::from(worst == 0), if worst == 2 { 1 } else { 2 }].map(|child| first + child)
    }

    /// How many nodes were generated since this was last asked.
    pub(super) fn take_generated(&self) -> u64 {
        self.generated.take()
    }
}

/// How good the decision is: over all pairs of a won and a lost child, the mean of 1 where the won one has the higher
/// value, one half where both have the same, 0 otherwise. The paper compares one such pair per tree and does not say
/// which; the mean over all pairs has the same expectation and varies less.
pub(super) fn quality(values: [u32; CHOICES], won: [bool; CHOICES]) -> f64 {
    let mut score = (0.0, 0.0);
    for winner in (0..CHOICES).filter(|&child| won[child]) {
        for loser in (0..CHOICES).filter(|&child| !won[child]) {
            score.1 += 1.0;
            score.0 += match values[winner].cmp(&values[loser]) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            };
        }
    }
    score.0 / score.1
}

/// The value of a number of winning leaves to the mover at a level.
fn worth(level: usize, wins: u32) -> i64 {
    if is_max(level) { wins.into() } else { -i64::from(wins) }
}

const fn is_max(level: usize) -> bool {
    level.is_multiple_of(2)
}

#[inline]
fn child(tree: &TernaryTree, state: &TernaryState, mv: u16) -> TernaryState {
    let mut child = *state;
    tree.play(&mut child, mv);
    child
}

fn is_forced_win(tree: &TernaryTree, state: &TernaryState) -> bool {
    let mut children = (0..CHOICES as u16).map(|mv| child(tree, state, mv));
    match tree.mover(state) {
        None => tree.is_won(state),
        Some(max) if max.index() == 0 => children.any(|child| is_forced_win(tree, &child)),
        Some(_) => children.all(|child| is_forced_win(tree, &child)),
    }
}

/// Counts the winning leaves below `state`, which is on the level of `wins`, and notes the counts of all levels kept.
fn count(tree: &TernaryTree, state: &TernaryState, wins: &mut [Vec<u32>]) -> u32 {
    let total = match wins.split_first_mut() {
        Some((_, below)) => (0..CHOICES as u16).map(|mv| count(tree, &child(tree, state, mv), below)).sum(),
        None => leaves(tree, state),
    };
    if let Some(level) = wins.first_mut() {
        level.push(total);
    }
    total
}

fn leaves(tree: &TernaryTree, state: &TernaryState) -> u32 {
    if tree.mover(state).is_none() {
        return tree.is_won(state).into();
    }
    (0..CHOICES as u16).map(|mv| leaves(tree, &child(tree, state, mv))).sum()
}

/// The tree as a game for the engine, down to the levels kept.
impl Game for CountedTree {
    /// The level and the place on it.
    type State = (u16, u32);
    type Move = u8;
    type Undo = ();

    fn players(&self) -> usize {
        2
    }

    fn mover(&self, &(level, _): &(u16, u32)) -> Option<Player> {
        (usize::from(level) + 1 < self.wins.len()).then(|| Player::new(usize::from(level % 2)))
    }

    fn moves(&self, _: &(u16, u32), moves: &mut Vec<u8>) {
        self.generated.update(|generated| generated + CHOICES as u64);
        moves.extend(0..CHOICES as u8);
    }

    fn play(&self, (level, place): &mut (u16, u32), mv: u8) {
        (*level, *place) = (*level + 1, CHOICES as u32 * *place + u32::from(mv));
    }

    fn undo(&self, (level, place): &mut (u16, u32), _: u8, (): ()) {
        (*level, *place) = (*level - 1, *place / CHOICES as u32);
    }

    fn payoff(&self, &(level, place): &(u16, u32)) -> Payoff {
        let wins = self.wins[usize::from(level)][place as usize];
        Payoff::new(&[wins as i16, 0])
    }
}

impl SearchHints for CountedTree {}

/// The order of the evaluation: what forward pruning keeps, and what alpha-beta searches first.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByWins;

impl MoveOrder<CountedTree> for ByWins {
    fn arrange(&self, tree: &CountedTree, &(level, place): &(u16, u32), _: &[u8], order: &mut [u16]) {
        let level = usize::from(level);
        let first = CHOICES * place as usize;
        order.sort_by_key(|&mv| -worth(level, tree.wins[level + 1][first + usize::from(mv)]));
    }
}

/// The paper's evaluation for one level of the tree, which is all that a search of one depth compares. Payoffs are
/// ranks among the counts of that level: they compare as the counts do, and are small enough for a payoff.
#[derive(Clone, Debug)]
pub(super) struct RanksOfLevel {
    ranks: Vec<i16>,
    most: i16,
}

impl RanksOfLevel {
    pub(super) fn new(tree: &CountedTree, level: usize) -> Self {
        let wins = &tree.wins[level];
        let mut distinct = wins.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let rank = |wins: &u32| distinct.partition_point(|other| other < wins) as i16;
        Self { ranks: wins.iter().map(rank).collect(), most: distinct.len() as i16 }
    }
}

impl Evaluation<CountedTree> for RanksOfLevel {
    fn range(&self, _: &CountedTree) -> Range {
        Range::constant_sum(self.most, 2)
    }

    fn evaluate(&self, _: &CountedTree, &(_, place): &(u16, u32)) -> Payoff {
        let rank = self.ranks[place as usize];
        Payoff::new(&[rank, self.most - rank])
    }
}
