//! N-games, N-game-like trees and P-games: the two-player trees of the forward-pruning literature (1994 paper; Nau
//! 1982; Pearl 1984).

use cutthroat::hidden::PerfectInformation;
use cutthroat::{Evaluation, Game, Notation, NotationError, Payoff, Player, Range, SearchHints};

use super::mix;
use crate::field::{DefaultValue, Field, Values};
use crate::parameters::{ParameterError, Parameters};

/// Kinds of trees. In all of them Max and Min (players 1 and 2) move in turn with three choices each, and a tree of
/// *Max-height* `h` has `2h` levels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TernaryKind {
    /// Every arc is worth +1 or -1 with equal chance; a leaf whose arcs add up to 0 or more is a win for Max. Siblings
    /// are alike, as in bridge.
    NGame,
    /// Only the arcs below Min nodes are worth something, +1 with chance 0.61803 (the golden ratio) and -1 otherwise:
    /// the *random-value addition* nodes of the 1994 paper, Figure 1.
    NGameLike,
    /// Every leaf is a win for Max with chance 0.68233, whatever its siblings are (1994 paper, Figure 2).
    PGame,
}

/// The chance of +1 below a Min node of an N-game-like tree: with it neither player wins nearly all large trees.
const GOLDEN: f64 = 0.61803;
/// The chance of a win at a leaf of a P-game, chosen for the same reason.
const PEARL: f64 = 0.68233;

impl TernaryKind {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 3] =
        [("n-game", Self::NGame), ("n-game-like", Self::NGameLike), ("p-game", Self::PGame)];

    /// The chance of +1 on an arc that is worth something; in a P-game, of a win at a leaf.
    #[must_use]
    pub const fn chance(self) -> f64 {
        match self {
            Self::NGame => 0.5,
            Self::NGameLike => GOLDEN,
            Self::PGame => PEARL,
        }
    }
}

/// One such tree. Nothing is stored: the value of an arc or a leaf is computed from its path and the seed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TernaryTree {
    /// Which kind.
    pub kind: TernaryKind,
    /// Half its levels.
    pub max_height: u16,
    /// Which one of them.
    pub seed: u64,
}

/// A node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TernaryState {
    ply: u16,
    strength: i16,
    path: u64,
}

impl TernaryState {
    /// The sum of the arcs on the way to the node; nothing in a P-game.
    #[must_use]
    pub const fn strength(&self) -> i16 {
        self.strength
    }
}

/// Children of every branch.
const CHOICES: u16 = 3;
/// The highest tree: its evaluation counts leaves, and there are `9^h` of them.
const HIGHEST: u16 = 8;
/// The payoff of a win, large enough to distinguish shares of winning leaves.
const WIN: i16 = 1000;

impl TernaryTree {
    /// The root.
    #[must_use]
    pub fn root(&self) -> TernaryState {
        TernaryState { ply: 0, strength: 0, path: mix::mix(self.seed) }
    }

    /// Whether a leaf is a win for Max.
    #[must_use]
    pub fn is_won(&self, leaf: &TernaryState) -> bool {
        match self.kind {
            TernaryKind::NGame | TernaryKind::NGameLike => leaf.strength >= 0,
            TernaryKind::PGame => happens(leaf.path, self.kind.chance()),
        }
    }

    /// The winning leaves below a node, and all of them.
    #[must_use]
    pub fn winning_leaves(&self, state: &TernaryState) -> (u64, u64) {
        if state.ply == 2 * self.max_height {
            return (self.is_won(state).into(), 1);
        }
        (0..CHOICES).map(|mv| self.winning_leaves(&self.child(state, mv))).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
    }

    #[inline]
    fn child(&self, state: &TernaryState, mv: u16) -> TernaryState {
        let path = mix::child(state.path, mv);
        let after_min = state.ply % 2 == 1;
        let counts = match self.kind {
            TernaryKind::NGame => true,
            TernaryKind::NGameLike => after_min,
            TernaryKind::PGame => false,
        };
        let worth = match counts {
            true if happens(path, self.kind.chance()) => 1,
            true => -1,
            false => 0,
        };
        TernaryState { ply: state.ply + 1, strength: state.strength + worth, path }
    }

    fn worth(share: (u64, u64)) -> Payoff {
        let won = (WIN as u64 * share.0 * 2 + share.1) / (share.1 * 2);
        Payoff::new(&[won as i16, WIN - won as i16])
    }
}

/// Whether an event of this chance happens at a path.
#[inline]
fn happens(path: u64, chance: f64) -> bool {
    // The path is hashed once more: its own bits already decide which child it is.
    ((mix::mix(path ^ 0x5851_f42d_4c95_7f2d) >> 11) as f64) < chance * (1_u64 << 53) as f64
}

impl Game for TernaryTree {
    type State = TernaryState;
    type Move = u16;
    type Undo = TernaryState;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn mover(&self, state: &TernaryState) -> Option<Player> {
        (state.ply < 2 * self.max_height).then(|| Player::new(usize::from(state.ply % 2)))
    }

    #[inline]
    fn moves(&self, _: &TernaryState, moves: &mut Vec<u16>) {
        moves.extend(0..CHOICES);
    }

    #[inline]
    fn play(&self, state: &mut TernaryState, mv: u16) -> TernaryState {
        let child = self.child(state, mv);
        std::mem::replace(state, child)
    }

    #[inline]
    fn undo(&self, state: &mut TernaryState, _: u16, undo: TernaryState) {
        *state = undo;
    }

    fn payoff(&self, leaf: &TernaryState) -> Payoff {
        Self::worth((self.is_won(leaf).into(), 1))
    }
}

impl PerfectInformation for TernaryTree {}

impl SearchHints for TernaryTree {}

/// The share of winning leaves below a node, in thousandths (1994 paper, "Statistical Studies"): exact at a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ShareOfWins;

impl Evaluation<TernaryTree> for ShareOfWins {
    const ENUMERATES: bool = false;

    fn range(&self, _: &TernaryTree) -> Range {
        Range::constant_sum(WIN, 2)
    }

    fn evaluate(&self, tree: &TernaryTree, state: &TernaryState) -> Payoff {
        TernaryTree::worth(tree.winning_leaves(state))
    }
}

impl Notation for TernaryTree {
    fn write_position(&self, state: &TernaryState) -> String {
        let name = TernaryKind::ALL.iter().find(|(_, kind)| *kind == self.kind).map_or("", |(name, _)| name);
        let place = if *state == self.root() {
            String::new()
        } else {
            format!(" ply={} strength={} path={:x}", state.ply, state.strength, state.path)
        };
        format!("{name} height={} seed={}{place}", self.max_height, self.seed)
    }

    fn read_position(text: &str) -> Result<(Self, TernaryState), NotationError> {
        let word = text.split_whitespace().next().unwrap_or_default();
        let Some((name, kind)) = TernaryKind::ALL.into_iter().find(|(name, _)| *name == word) else {
            return Err(NotationError(format!("`{word}` is not n-game, n-game-like or p-game")));
        };
        let parameters = text.trim_start().strip_prefix(name).unwrap_or_default();
        read(kind, parameters).map_err(|error| NotationError(error.to_string()))
    }

    fn write_move(&self, _: &TernaryState, mv: u16) -> String {
        (mv + 1).to_string()
    }
}

/// The fields of a position of an N-game, an N-game-like tree or a P-game.
pub const TERNARY_FIELDS: &[Field] = &[
    Field {
        name: "height",
        about: "rounds of a move each by Max and Min",
        values: Values::Number { least: 1, most: 8 },
        default: DefaultValue::Is("3"),
    },
    Field {
        name: "seed",
        about: "the seed that draws the tree",
        values: Values::Number { least: 0, most: u64::MAX },
        default: DefaultValue::Is("0"),
    },
    Field {
        name: "ply",
        about: "the level of the position",
        values: Values::Number { least: 0, most: 16 },
        default: DefaultValue::Is("0"),
    },
    Field {
        name: "strength",
        about: "what the arcs on the way to the position add up to",
        values: Values::Number { least: -256, most: 256 },
        default: DefaultValue::Derived("that of the root"),
    },
    Field {
        name: "path",
        about: "the hash of the way to the position",
        values: Values::Form("a hexadecimal number"),
        default: DefaultValue::Derived("that of the root"),
    },
];

fn read(kind: TernaryKind, text: &str) -> Result<(TernaryTree, TernaryState), ParameterError> {
    let given = Parameters::read(text, TERNARY_FIELDS)?;
    let tree = TernaryTree {
        kind,
        max_height: given.get("height", 3, "from 1 to 8 (3^16 leaves)", |n| (1..=HIGHEST).contains(n))?,
        seed: given.get("seed", 0, "a whole number", |_| true)?,
    };
    let root = tree.root();
    let state = TernaryState {
        ply: given.get("ply", root.ply, "a level of the tree", |&ply| ply <= 2 * tree.max_height)?,
        strength: given.get("strength", root.strength, "from -256 to 256", |n| (-256..=256).contains(n))?,
        path: match given.value("path") {
            None => root.path,
            Some(path) => u64::from_str_radix(path, 16).map_err(|_| given.misfit("path", "a hexadecimal number"))?,
        },
    };
    Ok((tree, state))
}
