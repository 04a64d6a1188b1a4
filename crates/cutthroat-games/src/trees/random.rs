//! Trees drawn at random.

use std::str::FromStr;

use cutthroat::{MAX_PLAYERS, Outcome, Payoff, Player, Range};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;

use super::sketch::{Branch, Leaf, Sketch};
use super::tree::Tree;
use crate::field::{DefaultValue, Field, Values};
use crate::parameters::{ParameterError, Parameters};

/// The order of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderOfPlay {
    /// In turn.
    RoundRobin,
    /// A random player at every node.
    Free,
    /// As in a trick game: round the table, then a random player leads, perhaps the one who moved last.
    Tricks,
}

/// The sum of the counts at a leaf, and whether the counts are the payoff.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sums {
    /// Always the total.
    Constant,
    /// At most the total.
    AtMost,
    /// Always the total, but worth an arbitrary payoff from 0 to the total for each player, drawn once for each way to
    /// share it: an outcome table with an arbitrary utility.
    Utility,
}

/// How to draw a tree. As text, for example
/// `players=3 depth=4 branching=1-3 order=tricks sums=constant total=10 ties=30 stop=10 bounds=on step=1 seed=7`;
/// parameters that are left out are those of [`Default`].
///
/// ```
/// use cutthroat_games::trees::RandomTree;
///
/// let drawn: RandomTree = "depth=3 branching=2-2 stop=0 seed=7".parse().unwrap();
/// assert_eq!(drawn.draw().len(), 15);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomTree {
    /// 2 to 8 players.
    pub players: usize,
    /// Levels of branches.
    pub depth: usize,
    /// The fewest and the most children of a branch.
    pub branching: (u16, u16),
    /// Who moves when.
    pub order: OrderOfPlay,
    /// What leaves add up to.
    pub sums: Sums,
    /// The greatest score, and the greatest sum. A small total makes many ties.
    pub total: i16,
    /// The chance, in percent, that a leaf repeats the numbers of one drawn before it.
    pub ties: u8,
    /// The chance, in percent, that a branch below the root becomes a leaf.
    pub stop: u8,
    /// Whether branches say what is known of the leaves below them: monotone bounds, true but seldom tight.
    pub bounds: bool,
    /// The declared step, 0 or 1.
    pub step: u16,
    /// All randomness comes from here.
    pub seed: u64,
}

impl Default for RandomTree {
    fn default() -> Self {
        Self {
            players: 3,
            depth: 4,
            branching: (1, 3),
            order: OrderOfPlay::RoundRobin,
            sums: Sums::Constant,
            total: 10,
            ties: 0,
            stop: 10,
            bounds: false,
            step: 1,
            seed: 0,
        }
    }
}

/// The most nodes a drawn tree may be expected to have.
const MOST_NODES: f64 = 5e6;

impl RandomTree {
    /// Draws the tree.
    ///
    /// # Panics
    /// If the parameters make no sense. Those read from text always do.
    #[must_use]
    pub fn draw(&self) -> Tree {
        let mut pencil = Pencil {
            rng: ChaCha8Rng::seed_from_u64(self.seed),
            parameters: self,
            drawn: Vec::new(),
            utilities: FxHashMap::default(),
        };
        let leader = Player::new(pencil.rng.random_range(0..self.players));
        let (sketch, _) = pencil.node(0, leader, leader);
        let maxsum = match self.sums {
            Sums::Constant | Sums::AtMost => self.total.into(),
            Sums::Utility => pencil.utilities.values().map(Payoff::sum).max().unwrap_or(0),
        };
        let range = Range {
            minp: Some(Payoff::ZERO),
            maxp: Some(Payoff::uniform(self.total, self.players)),
            minsum: (self.sums == Sums::Constant).then_some(self.total.into()),
            maxsum: Some(maxsum),
            step: self.step,
        };
        Tree::new(self.players, range, &sketch).expect("a drawn tree keeps its own promises")
    }
}

struct Pencil<'p> {
    rng: ChaCha8Rng,
    parameters: &'p RandomTree,
    drawn: Vec<Outcome>,
    utilities: FxHashMap<Payoff, Payoff>,
}

/// The least and the most that was counted below a node.
type Hull = (Payoff, Payoff);

impl Pencil<'_> {
    fn node(&mut self, depth: usize, leader: Player, mover: Player) -> (Sketch, Hull) {
        let RandomTree { players, branching, order, stop, .. } = *self.parameters;
        if depth == self.parameters.depth || (depth > 0 && self.rng.random_range(0..100) < stop) {
            let outcome = self.outcome();
            let leaf = Leaf { label: None, outcome, invented: false };
            return (Sketch::Leaf(leaf), (outcome.counted, outcome.counted));
        }
        let mut children = Vec::new();
        let mut hull: Option<Hull> = None;
        for _ in 0..self.rng.random_range(branching.0..=branching.1) {
            let anybody = Player::new(self.rng.random_range(0..players));
            let next = mover.next(players);
            let (leader, mover) = match order {
                OrderOfPlay::RoundRobin => (leader, next),
                OrderOfPlay::Free => (leader, anybody),
                OrderOfPlay::Tricks if next == leader => (anybody, anybody),
                OrderOfPlay::Tricks => (leader, next),
            };
            let (child, (lo, up)) = self.node(depth + 1, leader, mover);
            children.push(child);
            hull = Some(hull.map_or((lo, up), |mut hull| {
                for player in Player::all(players) {
                    hull.0[player] = hull.0[player].min(lo[player]);
                    hull.1[player] = hull.1[player].max(up[player]);
                }
                hull
            }));
        }
        let hull = hull.expect("a branch has children");
        let bounds = if self.parameters.bounds { self.bounds(hull) } else { Vec::new() };
        (Sketch::Branch(Branch { label: None, mover, bounds, children }), hull)
    }

    /// True bounds, each a little wider than the leaves below would allow.
    fn bounds(&mut self, (lo, up): Hull) -> Vec<(Player, bool, i16)> {
        let mut bounds = Vec::new();
        for player in Player::all(self.parameters.players) {
            bounds.push((player, false, (lo[player] - self.rng.random_range(0..3)).max(0)));
            bounds.push((player, true, (up[player] + self.rng.random_range(0..3)).min(self.parameters.total)));
        }
        bounds
    }

    fn outcome(&mut self) -> Outcome {
        let RandomTree { players, sums, total, ties, .. } = *self.parameters;
        if !self.drawn.is_empty() && self.rng.random_range(0..100) < ties {
            return self.drawn[self.rng.random_range(0..self.drawn.len())];
        }
        let mut counted = Payoff::ZERO;
        let seat = |rng: &mut ChaCha8Rng| Player::new(rng.random_range(0..players));
        match sums {
            Sums::AtMost => {
                let mut left = total;
                let first = seat(&mut self.rng).index();
                for player in (0..players).map(|place| Player::new((first + place) % players)) {
                    counted[player] = self.rng.random_range(0..=left);
                    left -= counted[player];
                }
            }
            Sums::Constant | Sums::Utility => {
                // A few cuts share the total; where they fall together a player gets nothing.
                let mut cuts: Vec<i16> = (1..players).map(|_| self.rng.random_range(0..=total)).collect();
                cuts.push(total);
                cuts.sort_unstable();
                let mut below = 0;
                for (player, cut) in Player::all(players).zip(cuts) {
                    counted[player] = cut - below;
                    below = cut;
                }
            }
        }
        let payoff = match sums {
            Sums::Constant | Sums::AtMost => counted,
            Sums::Utility => *self.utilities.entry(counted).or_insert_with(|| {
                let mut payoff = Payoff::ZERO;
                for player in Player::all(players) {
                    payoff[player] = self.rng.random_range(0..=total);
                }
                payoff
            }),
        };
        let outcome = Outcome { counted, payoff };
        self.drawn.push(outcome);
        outcome
    }
}

/// The parameters of a random tree, after the word `random`.
pub const RANDOM_FIELDS: &[Field] = &[
    Field {
        name: "players",
        about: "how many play",
        values: Values::Number { least: 2, most: 8 },
        default: DefaultValue::Is("3"),
    },
    Field {
        name: "depth",
        about: "levels of branches",
        values: Values::Number { least: 1, most: 256 },
        default: DefaultValue::Is("4"),
    },
    Field {
        name: "branching",
        about: "children of a branch",
        values: Values::Form("a number such as 3, or a range such as 1-3"),
        default: DefaultValue::Is("1-3"),
    },
    Field {
        name: "order",
        about: "who moves when",
        values: Values::Names(&[
            ("round-robin", "in turn"),
            ("free", "anybody at any time"),
            ("tricks", "in turn, then somebody leads again, as in a card game"),
        ]),
        default: DefaultValue::Is("round-robin"),
    },
    Field {
        name: "sums",
        about: "what a leaf adds up to",
        values: Values::Names(&[
            ("constant", "always the total"),
            ("at-most", "at most the total"),
            ("utility", "the total, but worth something arbitrary to each player"),
        ]),
        default: DefaultValue::Is("constant"),
    },
    Field {
        name: "total",
        about: "the greatest score and the greatest sum; a small total makes many ties",
        values: Values::Number { least: 0, most: 30000 },
        default: DefaultValue::Is("10"),
    },
    Field {
        name: "ties",
        about: "the chance, in percent, that a leaf repeats one drawn before",
        values: Values::Number { least: 0, most: 100 },
        default: DefaultValue::Is("0"),
    },
    Field {
        name: "stop",
        about: "the chance, in percent, that a branch below the root becomes a leaf",
        values: Values::Number { least: 0, most: 100 },
        default: DefaultValue::Is("10"),
    },
    Field {
        name: "bounds",
        about: "whether branches say what is known of the leaves below them",
        values: Values::Switch,
        default: DefaultValue::Is("off"),
    },
    Field {
        name: "step",
        about: "the least difference between two payoffs that a search may assume",
        values: Values::Number { least: 0, most: 1 },
        default: DefaultValue::Is("1"),
    },
    Field {
        name: "seed",
        about: "the seed that draws the tree",
        values: Values::Number { least: 0, most: u64::MAX },
        default: DefaultValue::Is("0"),
    },
];

impl FromStr for RandomTree {
    type Err = ParameterError;

    fn from_str(text: &str) -> Result<Self, ParameterError> {
        let given = Parameters::read(text, RANDOM_FIELDS)?;
        let default = Self::default();
        let order = match given.value("order") {
            None | Some("round-robin") => OrderOfPlay::RoundRobin,
            Some("free") => OrderOfPlay::Free,
            Some("tricks") => OrderOfPlay::Tricks,
            Some(_) => return Err(given.misfit("order", "round-robin, free or tricks")),
        };
        let sums = match given.value("sums") {
            None | Some("constant") => Sums::Constant,
            Some("at-most") => Sums::AtMost,
            Some("utility") => Sums::Utility,
            Some(_) => return Err(given.misfit("sums", "constant, at-most or utility")),
        };
        let bounds = match given.value("bounds") {
            None | Some("off") => false,
            Some("on") => true,
            Some(_) => return Err(given.misfit("bounds", "on or off")),
        };
        let branching = match given.value("branching") {
            None => default.branching,
            Some(text) => {
                let (least, most) = text.split_once('-').unwrap_or((text, text));
                let range = least.parse().ok().zip(most.parse().ok());
                range.filter(|&(least, most)| 1 <= least && least <= most).ok_or_else(|| {
                    given.misfit("branching", "a number of children such as 3, or a range such as 1-3")
                })?
            }
        };
        let percent =
            |name, default| given.get(name, default, "a percentage from 0 to 100", |&percent: &u8| percent <= 100);
        let drawn = Self {
            players: given.get("players", default.players, "from 2 to 8", |n| (2..=MAX_PLAYERS).contains(n))?,
            depth: given.get("depth", default.depth, "from 1 to 256", |n| (1..=cutthroat::MAX_DEPTH).contains(n))?,
            branching,
            order,
            sums,
            total: given.get("total", default.total, "from 0 to 30000", |n| (0..=30_000).contains(n))?,
            ties: percent("ties", default.ties)?,
            stop: percent("stop", default.stop)?,
            bounds,
            step: given.get("step", default.step, "0 or 1", |&n| n <= 1)?,
            seed: given.get("seed", default.seed, "a whole number", |_| true)?,
        };
        if f64::from(drawn.branching.1).powi(drawn.depth as i32) > MOST_NODES {
            let most = format!("a depth that keeps a tree of branching {} below 5 million leaves", drawn.branching.1);
            let value = drawn.depth.to_string();
            return Err(ParameterError::Value { name: "depth".into(), value, expected: most });
        }
        Ok(drawn)
    }
}
