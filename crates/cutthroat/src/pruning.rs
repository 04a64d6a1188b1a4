//! The prunings of the papers, as settings of one rule.

use std::fmt;

/// Whether a chain may be longer than parent and child, and at what cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speculation {
    /// Only where every level between its ends is on its last child, so that nothing is ever searched again (2003
    /// paper, section 4.2).
    LastBranch,
    /// Anywhere; what may change the result is searched again (2003 paper, section 4.3).
    Free,
}

/// How far the rule of [`chain`](crate::chain) is carried. Every max^n pruning of the papers is a value of this type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pruning {
    name: &'static str,
    after: ChainLimit,
    entry: ChainLimit,
    speculation: Speculation,
    sum: bool,
}

/// The most levels in a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ChainLimit {
    Levels(usize),
    Players,
    Unlimited,
}

impl Pruning {
    /// Plain max^n: every node is visited.
    pub const NONE: Self = Self::new("none", ChainLimit::Levels(0), ChainLimit::Levels(0));
    /// Stop at a node whose mover has the most they can get.
    pub const IMMEDIATE: Self = Self::new("immediate", ChainLimit::Levels(1), ChainLimit::Levels(1));
    /// Also compare with the parent's best (Korf 1991).
    pub const SHALLOW: Self = Self::new("shallow", ChainLimit::Levels(2), ChainLimit::Levels(2));
    /// Branch-and-bound: monotone bounds against the parent's best on entry, and against the node's own (2000). The
    /// backed-up scores of two players are never combined, and the sum of scores is not used.
    pub const BRANCH_AND_BOUND: Self =
        Self { sum: false, ..Self::new("bnb", ChainLimit::Levels(1), ChainLimit::Levels(2)) };
    /// Alpha-beta branch-and-bound: the parent's best, the node's own, and monotone bounds together (2000).
    pub const ALPHA_BETA_BRANCH_AND_BOUND: Self = Self::new("abbnb", ChainLimit::Levels(2), ChainLimit::Levels(2));
    /// The bests of as many levels as there are players, if nothing has to be searched again (2003).
    pub const LAST_BRANCH: Self = Self::new("last-branch", ChainLimit::Players, ChainLimit::Players);
    /// The same without waiting for last branches (2003).
    pub const SPECULATIVE: Self =
        Self { speculation: Speculation::Free, ..Self::new("speculative", ChainLimit::Players, ChainLimit::Players) };
    /// Chains of any length, an open question in the 2003 paper.
    pub const DEEP: Self =
        Self { speculation: Speculation::Free, ..Self::new("deep", ChainLimit::Unlimited, ChainLimit::Unlimited) };

    /// All of them, weakest first.
    pub const ALL: [Self; 8] = [
        Self::NONE,
        Self::IMMEDIATE,
        Self::SHALLOW,
        Self::BRANCH_AND_BOUND,
        Self::ALPHA_BETA_BRANCH_AND_BOUND,
        Self::LAST_BRANCH,
        Self::SPECULATIVE,
        Self::DEEP,
    ];

    const fn new(name: &'static str, after: ChainLimit, entry: ChainLimit) -> Self {
        Self { name, after, entry, speculation: Speculation::LastBranch, sum: true }
    }

    /// The pruning with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pruning| pruning.name == name)
    }

    /// The name on the command line and in results.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Whether any chain is ever tested.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// Whether the greatest sum of scores is used.
    #[must_use]
    pub const fn uses_sum(&self) -> bool {
        self.sum
    }

    /// Whether it is defined by monotone bounds and does nothing without them.
    #[must_use]
    pub fn is_by_bounds(&self) -> bool {
        *self == Self::BRANCH_AND_BOUND || *self == Self::ALPHA_BETA_BRANCH_AND_BOUND
    }

    /// The most levels in a chain tested after a child, the node's own level included.
    pub(crate) const fn longest_after(&self, players: usize) -> usize {
        self.after.levels(players)
    }

    /// The most levels in a chain tested on entry, the node's own level included.
    pub(crate) const fn longest_on_entry(&self, players: usize) -> usize {
        self.entry.levels(players)
    }

    pub(crate) const fn speculation(&self) -> Speculation {
        self.speculation
    }
}

impl ChainLimit {
    const fn levels(self, players: usize) -> usize {
        match self {
            Self::Levels(levels) => levels,
            Self::Players => players,
            Self::Unlimited => usize::MAX,
        }
    }
}

impl fmt::Display for Pruning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
