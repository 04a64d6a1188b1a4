//! The best case of shallow pruning.

use cutthroat::hidden::PerfectInformation;
use cutthroat::{Evaluation, Game, Payoff, Player, Range, SearchHints};

/// A uniform tree ordered so that shallow pruning visits as few nodes as possible (Korf 1991): every child after the
/// first is left after *its* first child.
///
/// A node whose value is needed has value `v`: its first child has it too, and every other child is *refuted* by a
/// first grandchild `w` that gives that child's mover `w[q] = maxsum - v[p]`. The rest is shared so that nobody ever
/// has everything, since that would prune at once and for another reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShallowBestCase {
    /// 3 to 8 players.
    pub players: usize,
    /// Children of every branch.
    pub branching: u16,
    /// Levels of branches.
    pub depth: u16,
}

/// The sum of every leaf: large enough to be halved at every other level.
const TOTAL: i16 = 1 << 14;

/// What is known of a node in advance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Role {
    /// Its value is `value`.
    Needed,
    /// Its first child's value is `value`, and that is enough to leave it.
    Refuted,
    /// Never visited.
    Pruned,
}

/// A node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BestCaseState {
    ply: u16,
    mover: Player,
    role: Role,
    value: Payoff,
}

impl ShallowBestCase {
    /// The root.
    #[must_use]
    pub fn root(&self) -> BestCaseState {
        let mut value = Payoff::uniform(TOTAL / self.players as i16, self.players);
        value[Player::new(0)] += TOTAL % self.players as i16;
        BestCaseState { ply: 0, mover: Player::new(0), role: Role::Needed, value }
    }

    /// The nodes below the root that shallow pruning visits: a needed node of height `h` has a needed first child and
    /// `b - 1` refuted ones, a refuted node a needed first child only. The growth from level to level tends to
    /// `(1 + sqrt(4b - 3)) / 2`.
    #[must_use]
    pub fn visited_by_shallow_pruning(&self) -> u64 {
        let others = u64::from(self.branching) - 1;
        let (mut needed, mut refuted) = (0, 0);
        for _ in 0..self.depth {
            (needed, refuted) = (1 + needed + others * (1 + refuted), 1 + needed);
        }
        needed
    }

    /// What refutes a child when `mover` already has `has`: its mover gets the rest, and the others share `has`.
    fn refutation(&self, mover: Player, has: i16) -> Payoff {
        let next = mover.next(self.players);
        let others = self.players as i16 - 1;
        let mut value = Payoff::uniform(has / others, self.players);
        value[mover] += has % others;
        value[next] = TOTAL - has;
        value
    }
}

impl Game for ShallowBestCase {
    type State = BestCaseState;
    type Move = u16;
    type Undo = BestCaseState;

    fn players(&self) -> usize {
        self.players
    }

    fn mover(&self, state: &BestCaseState) -> Option<Player> {
        (state.ply < self.depth).then_some(state.mover)
    }

    fn moves(&self, _: &BestCaseState, moves: &mut Vec<u16>) {
        moves.extend(0..self.branching);
    }

    fn play(&self, state: &mut BestCaseState, mv: u16) -> BestCaseState {
        let BestCaseState { ply, mover, role, value } = *state;
        let (role, value) = match (role, mv) {
            (Role::Needed | Role::Refuted, 0) => (Role::Needed, value),
            (Role::Needed, _) => (Role::Refuted, self.refutation(mover, value[mover])),
            _ => (Role::Pruned, value),
        };
        std::mem::replace(state, BestCaseState { ply: ply + 1, mover: mover.next(self.players), role, value })
    }

    fn undo(&self, state: &mut BestCaseState, _: u16, undo: BestCaseState) {
        *state = undo;
    }

    fn payoff(&self, state: &BestCaseState) -> Payoff {
        state.value
    }
}

impl PerfectInformation for ShallowBestCase {}

impl SearchHints for ShallowBestCase {}

/// The payoffs at the leaves.
impl Evaluation<ShallowBestCase> for super::UniformEvaluation {
    const ENUMERATES: bool = false;

    fn range(&self, tree: &ShallowBestCase) -> Range {
        Range::constant_sum(TOTAL, tree.players)
    }

    fn evaluate(&self, _: &ShallowBestCase, state: &BestCaseState) -> Payoff {
        state.value
    }
}
