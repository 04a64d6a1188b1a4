//! Uniform trees: every branch has the same number of children, every leaf the same depth.

use cutthroat::hidden::PerfectInformation;
use cutthroat::{
    Evaluation, Game, MAX_DEPTH, MAX_PLAYERS, Notation, NotationError, Payoff, Player, Range, SearchHints,
};

use super::mix;
use crate::field::{DefaultValue, Field, Values};
use crate::parameters::{ParameterError, Parameters};

/// The payoffs of the leaves of a uniform tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UniformLeaves {
    /// All the same. With `(1,1,1)` and continuous payoffs every ordering is optimal: the best case of speculative
    /// pruning (2003 paper, Table 8).
    Same(Payoff),
    /// A fixed total, shared differently at every leaf by a hash of its path and this seed.
    Shared {
        /// What every leaf adds up to.
        total: i16,
        /// The seed.
        seed: u64,
    },
}

/// A uniform tree, in which players move in turn. Its leaves are computed, never stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UniformTree {
    /// 2 to 8 players.
    pub players: usize,
    /// Children of every branch.
    pub branching: u16,
    /// Levels of branches.
    pub depth: u16,
    /// What the leaves are worth.
    pub leaves: UniformLeaves,
    /// The declared step.
    pub step: u16,
}

/// A node of a uniform tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UniformState {
    ply: u16,
    mover: Player,
    path: u64,
}

impl UniformTree {
    /// The root.
    #[must_use]
    pub fn root(&self) -> UniformState {
        let seed = match self.leaves {
            UniformLeaves::Same(_) => 0,
            UniformLeaves::Shared { seed, .. } => seed,
        };
        UniformState { ply: 0, mover: Player::new(0), path: mix::mix(seed) }
    }

    /// The payoff of a leaf, or the estimate at a branch: derived from the hash of its path.
    #[inline(always)]
    fn worth(&self, state: &UniformState) -> Payoff {
        match self.leaves {
            UniformLeaves::Same(payoff) => payoff,
            UniformLeaves::Shared { total, .. } => share(state.path, total, self.players),
        }
    }
}

/// Shares `total` among `players` by the bits of `hash`.
#[inline(always)]
fn share(hash: u64, total: i16, players: usize) -> Payoff {
    // A number of players known at compile time lets the loop be unrolled.
    match players {
        2 => share_among::<2>(hash, total),
        3 => share_among::<3>(hash, total),
        4 => share_among::<4>(hash, total),
        5 => share_among::<5>(hash, total),
        6 => share_among::<6>(hash, total),
        7 => share_among::<7>(hash, total),
        _ => share_among::<8>(hash, total),
    }
}

#[inline(always)]
fn share_among<const PLAYERS: usize>(hash: u64, total: i16) -> Payoff {
    let mut left = total as u32;
    Payoff::from_fn(PLAYERS, |player| {
        let bits = (hash >> (8 * player.index())) as u32 & 0xff;
        let part = if player.seat() == PLAYERS { left } else { (bits * (left + 1)) >> 8 };
        left -= part;
        part as i16
    })
}

impl Game for UniformTree {
    type State = UniformState;
    type Move = u16;
    type Undo = UniformState;

    fn players(&self) -> usize {
        self.players
    }

    #[inline]
    fn mover(&self, state: &UniformState) -> Option<Player> {
        (state.ply < self.depth).then_some(state.mover)
    }

    #[inline]
    fn moves(&self, _: &UniformState, moves: &mut Vec<u16>) {
        moves.extend(0..self.branching);
    }

    #[inline]
    fn play(&self, state: &mut UniformState, mv: u16) -> UniformState {
        let child = UniformState {
            ply: state.ply + 1,
            mover: state.mover.next(self.players),
            path: mix::child(state.path, mv),
        };
        std::mem::replace(state, child)
    }

    #[inline]
    fn undo(&self, state: &mut UniformState, _: u16, undo: UniformState) {
        *state = undo;
    }

    fn payoff(&self, state: &UniformState) -> Payoff {
        self.worth(state)
    }
}

impl PerfectInformation for UniformTree {}

impl SearchHints for UniformTree {}

/// The payoffs at the leaves. A branch where a search stops early gets a payoff from the hash of its own path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UniformEvaluation;

impl Evaluation<UniformTree> for UniformEvaluation {
    const ENUMERATES: bool = false;

    fn range(&self, tree: &UniformTree) -> Range {
        let sum = match tree.leaves {
            UniformLeaves::Same(payoff) => payoff.sum(),
            UniformLeaves::Shared { total, .. } => total.into(),
        };
        let maxp = i16::try_from(sum).unwrap_or(i16::MAX);
        Range { step: tree.step, maxsum: Some(sum), minsum: Some(sum), ..Range::constant_sum(maxp, tree.players) }
    }

    #[inline(always)]
    fn evaluate(&self, tree: &UniformTree, state: &UniformState) -> Payoff {
        tree.worth(state)
    }
}

impl Notation for UniformTree {
    fn write_position(&self, state: &UniformState) -> String {
        let leaves = match self.leaves {
            UniformLeaves::Same(payoff) => {
                let scores: Vec<String> = payoff.seats(self.players).iter().map(i16::to_string).collect();
                format!("leaf={}", scores.join(","))
            }
            UniformLeaves::Shared { total, seed } => format!("total={total} seed={seed}"),
        };
        let place = if *state == self.root() {
            String::new()
        } else {
            format!(" ply={} mover={} path={:x}", state.ply, state.mover.seat(), state.path)
        };
        format!(
            "players={} branching={} depth={} {leaves} step={}{place}",
            self.players, self.branching, self.depth, self.step
        )
    }

    fn read_position(text: &str) -> Result<(Self, UniformState), NotationError> {
        read(text).map_err(|error| NotationError(error.to_string()))
    }

    fn write_move(&self, _: &UniformState, mv: u16) -> String {
        (mv + 1).to_string()
    }
}

/// Larger trees cannot be searched.
const MOST_LEAVES: f64 = 1e11;

/// The fields of a position of a uniform tree.
pub const UNIFORM_FIELDS: &[Field] = &[
    Field {
        name: "players",
        about: "how many play, in turn",
        values: Values::Number { least: 2, most: 8 },
        default: DefaultValue::Is("3"),
    },
    Field {
        name: "branching",
        about: "children of every branch",
        values: Values::Number { least: 1, most: 65535 },
        default: DefaultValue::Is("3"),
    },
    Field {
        name: "depth",
        about: "levels of branches",
        values: Values::Number { least: 1, most: 256 },
        default: DefaultValue::Is("6"),
    },
    Field {
        name: "leaf",
        about: "what every leaf gives each player",
        values: Values::Form("a number from 0 to 4000 for each player, with commas"),
        default: DefaultValue::Derived("leaves share out the total"),
    },
    Field {
        name: "total",
        about: "what a leaf adds up to, shared out by a hash of its path",
        values: Values::Number { least: 0, most: 30000 },
        default: DefaultValue::Is("100"),
    },
    Field {
        name: "seed",
        about: "the seed of that hash",
        values: Values::Number { least: 0, most: u64::MAX },
        default: DefaultValue::Is("0"),
    },
    Field {
        name: "step",
        about: "the least difference between two payoffs that a search may assume",
        values: Values::Number { least: 0, most: 1 },
        default: DefaultValue::Is("1"),
    },
    Field {
        name: "ply",
        about: "the level of the position",
        values: Values::Number { least: 0, most: 256 },
        default: DefaultValue::Is("0"),
    },
    Field {
        name: "mover",
        about: "who moves there",
        values: Values::Number { least: 1, most: 8 },
        default: DefaultValue::Is("1"),
    },
    Field {
        name: "path",
        about: "the hash of the way to the position",
        values: Values::Form("a hexadecimal number"),
        default: DefaultValue::Derived("that of the root"),
    },
];

fn read(text: &str) -> Result<(UniformTree, UniformState), ParameterError> {
    let given = Parameters::read(text, UNIFORM_FIELDS)?;
    let players = given.get("players", 3, "from 2 to 8", |n| (2..=MAX_PLAYERS).contains(n))?;
    let leaves = match given.value("leaf") {
        None => UniformLeaves::Shared {
            total: given.get("total", 100, "from 0 to 30000", |n| (0..=30_000).contains(n))?,
            seed: given.get("seed", 0, "a whole number", |_| true)?,
        },
        Some(leaf) => {
            let scores: Option<Vec<i16>> = leaf.split(',').map(|score| score.parse().ok()).collect();
            let fits =
                |scores: &Vec<i16>| scores.len() == players && scores.iter().all(|score| (0..=4000).contains(score));
            let scores = scores.filter(fits).ok_or_else(|| {
                given.misfit("leaf", &format!("{players} numbers from 0 to 4000 with commas, one for each player"))
            })?;
            if let Some(other) = ["total", "seed"].iter().find(|name| given.value(name).is_some()) {
                return Err(given.misfit(other, "of use beside leaf=, which makes all leaves the same"));
            }
            UniformLeaves::Same(Payoff::new(&scores))
        }
    };
    let depth = given.get("depth", 6, "from 1 to 256", |n| (1..=MAX_DEPTH as u16).contains(n))?;
    let tree = UniformTree {
        players,
        branching: given.get("branching", 3, "from 1 to 65535", |&n| n >= 1)?,
        depth,
        leaves,
        step: given.get("step", 1, "0 or 1", |&n| n <= 1)?,
    };
    if f64::from(tree.branching).powi(depth.into()) > MOST_LEAVES {
        let value = depth.to_string();
        let expected = format!("a depth that keeps a tree of branching {} below 100 billion leaves", tree.branching);
        return Err(ParameterError::Value { name: "depth".into(), value, expected });
    }
    let root = tree.root();
    let state = UniformState {
        ply: given.get("ply", root.ply, "a level of the tree", |&ply| ply <= depth)?,
        mover: Player::new(given.get("mover", 1, "a player", |n| (1..=players).contains(n))? - 1),
        path: match given.value("path") {
            None => root.path,
            Some(path) => u64::from_str_radix(path, 16).map_err(|_| given.misfit("path", "a hexadecimal number"))?,
        },
    };
    Ok((tree, state))
}
