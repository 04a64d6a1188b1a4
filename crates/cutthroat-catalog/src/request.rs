//! How to search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cutthroat::maxn::{self, Test};
use cutthroat::paranoid::{self, Window};
use cutthroat::{Budget, Evaluation, Game, Pruning, SearchProgress, Selection, TieRule};
use serde::{Deserialize, Serialize};

use crate::error::Error;

/// The algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// Everybody maximises his own payoff.
    #[default]
    Maxn,
    /// Everybody else plays against the player at the root.
    Paranoid,
    /// Best-reply search: one of the others plays against him, the rest pass.
    Brs,
    /// Best-reply search in which the rest play the first move of the order.
    #[serde(rename = "brs+")]
    BrsPlus,
}

impl Algorithm {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 4] =
        [("maxn", Self::Maxn), ("paranoid", Self::Paranoid), ("brs", Self::Brs), ("brs+", Self::BrsPlus)];

    /// The name on the command line and in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Maxn => "maxn",
            Self::Paranoid => "paranoid",
            Self::Brs => "brs",
            Self::BrsPlus => "brs+",
        }
    }
}

/// The tie-break rules by name; a random one has its seed beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieName {
    /// [`TieRule::First`].
    #[default]
    First,
    /// [`TieRule::WorstForRoot`].
    WorstForRoot,
    /// [`TieRule::Spiteful`].
    Spiteful,
    /// [`TieRule::Random`].
    Random,
}

impl TieName {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 4] = [
        ("first", Self::First),
        ("worst-for-root", Self::WorstForRoot),
        ("spiteful", Self::Spiteful),
        ("random", Self::Random),
    ];
}

/// The largest transposition table, in MiB.
pub const MOST_MEBIBYTES: usize = 1 << 20;

/// How to search, as plain data. Whoever names a pruning gets that of the papers: by sums, and with monotone bounds only
/// if they are part of it, unless he says otherwise. Whoever names none gets the strongest search that the evaluation
/// allows; all give the same payoff.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// A pruning by name, as [`Pruning::named`] knows it.
    pub pruning: Option<String>,
    /// With which windows alpha-beta searches, by name, as [`Window::ALL`] has them; full ones if not given. Not for
    /// max^n.
    pub window: Option<String>,
    /// What decides whether a payoff is attainable, by name, as [`Test::ALL`] has it.
    pub test: Option<String>,
    /// Whether monotone bounds are used.
    pub bounds: Option<bool>,
    /// The tie-break rule.
    pub ties: TieName,
    /// Whether the first of equal moves is that which the game's order puts first, the papers' leftmost branch, and not
    /// the first of its reference order.
    pub listed_by_order: bool,
    /// Whether one move stands for all that are equivalent to it, as it does if not given. Values are the same.
    pub equivalence: Option<bool>,
    /// The seed of a random tie-break rule; 0 if not given.
    pub seed: Option<u64>,
    /// Plies to search; to the end of the game if not given.
    pub depth: Option<usize>,
    /// Nodes to spend; the search then deepens level by level and answers with the last level it completed.
    pub nodes: Option<u64>,
    /// Seconds to spend, likewise.
    pub time: Option<f64>,
    /// MiB for the transposition table, 0 for none. If not given, what the game is worth, but none where a pruning is
    /// named: the papers' counts are without.
    pub memory: Option<usize>,
    /// Whether to value every move of the root.
    pub all_moves: bool,
    /// Whether to list the prunes.
    pub trace: bool,
    /// Whether to draw the tree.
    pub picture: bool,
    /// A flag that somebody may raise to stop the search. It changes nothing else: a search that is not limited does not
    /// deepen, so it has no answer when it is stopped.
    #[serde(skip)]
    pub stop: Option<Arc<AtomicBool>>,
    /// Where those who wait can see how far it has come.
    #[serde(skip)]
    pub progress: Option<Arc<SearchProgress>>,
}

/// The longest time that a search can be given: some thirty years, which no search will see the end of.
const MOST_SECONDS: f64 = 1e9;

impl Request {
    fn check_seed(&self) -> Result<(), Error> {
        match (self.seed, self.ties) {
            (None, _) | (_, TieName::Random) => Ok(()),
            _ => Err(Error::Useless { what: "a tie-break rule other than `random`", option: "--seed" }),
        }
    }

    /// Whether neither nodes nor a time nor a depth is given.
    pub(crate) fn is_unlimited(&self) -> bool {
        self.nodes.is_none() && self.time.is_none() && self.depth.is_none()
    }

    /// What the search may cost: as asked for, or `default_nodes` where neither a depth nor a cost was given.
    pub(crate) fn budget(&self, default_nodes: Option<u64>) -> Result<Budget, Error> {
        if self.nodes == Some(0) {
            return Err(Error::Usage("--nodes 0 leaves nothing to search; give at least 1".into()));
        }
        let time = match self.time {
            None => None,
            Some(seconds) => match Duration::try_from_secs_f64(seconds.min(MOST_SECONDS)) {
                Ok(time) if !time.is_zero() && !seconds.is_nan() => Some(time),
                _ => {
                    let given = format!("{seconds:?}");
                    let given = given.trim_end_matches(".0");
                    return Err(Error::Usage(format!("--time {given} is not a number of seconds above 0")));
                }
            },
        };
        let nodes = if self.is_unlimited() { default_nodes } else { self.nodes };
        Ok(Budget { nodes, time, stop: self.stop.clone(), progress: self.progress.clone() })
    }

    /// Whether the search goes to deeper and deeper levels: where it may not cost everything.
    pub(crate) fn deepens(&self, default_nodes: Option<u64>) -> bool {
        self.nodes.is_some() || self.time.is_some() || self.is_unlimited() && default_nodes.is_some()
    }

    /// Which moves are looked at, and how they are listed.
    pub(crate) fn selection(&self) -> Selection {
        Selection {
            by_order: self.listed_by_order,
            equivalents: self.equivalence == Some(false),
            ..Selection::default()
        }
    }

    /// MiB for the transposition table where the game has use for `usual`; 0 for none.
    pub(crate) fn memory(&self, usual: usize) -> Result<usize, Error> {
        match self.memory {
            Some(mebibytes) if mebibytes > MOST_MEBIBYTES => {
                Err(Error::Usage(format!("--memory {mebibytes} is more than {MOST_MEBIBYTES} MiB")))
            }
            Some(mebibytes) if mebibytes > 0 && (self.trace || self.picture) => {
                Err(Error::Useless { what: "a search that is traced or drawn", option: "--memory" })
            }
            Some(mebibytes) => Ok(mebibytes),
            None if self.pruning.is_some() || self.trace || self.picture => Ok(0),
            None => Ok(usual),
        }
    }

    pub(crate) fn tie_rule(&self) -> TieRule {
        match self.ties {
            TieName::First => TieRule::First,
            TieName::WorstForRoot => TieRule::WorstForRoot,
            TieName::Spiteful => TieRule::Spiteful,
            TieName::Random => TieRule::Random(self.seed.unwrap_or(0)),
        }
    }

    /// The options of a max^n search of `state`.
    pub(crate) fn maxn<G: Game, E: Evaluation<G>>(
        &self,
        game: &G,
        evaluation: &E,
        state: &G::State,
    ) -> Result<maxn::Options, Error> {
        self.check_seed()?;
        if self.window.is_some() {
            return Err(Error::Useless { what: "max^n, which cannot search with null windows,", option: "--window" });
        }
        let (ties, depth, all_moves) = (self.tie_rule(), self.depth, self.all_moves);
        let with = |pruning, test, bounds| maxn::Options { pruning, test, bounds, ties, depth, all_moves, part: None };
        let pruning = match &self.pruning {
            None => None,
            Some(name) => Some(Pruning::named(name).ok_or_else(|| {
                let known: Vec<&str> = Pruning::ALL.iter().map(Pruning::name).collect();
                Error::Value(format!("there is no pruning `{name}`; there are {}", known.join(", ")))
            })?),
        };
        let test = match self.test.as_deref() {
            None => None,
            Some(name) => match Test::ALL.iter().find(|(known, _)| *known == name) {
                Some(&(_, test)) => Some(test),
                None => {
                    let known = Test::ALL.map(|(name, _)| name).join(", ");
                    return Err(Error::Value(format!("there is no test `{name}`; there are {known}")));
                }
            },
        };
        if let Some(pruning) = pruning {
            return Ok(with(pruning, test.unwrap_or_default(), self.bounds.unwrap_or(pruning.is_by_bounds())));
        }
        let tests = test.map_or(vec![Test::Table, Test::Sum], |test| vec![test]);
        let bounds = self.bounds.map_or(vec![true, false], |bounds| vec![bounds]);
        let mut refusal = None;
        for pruning in [Pruning::SPECULATIVE, Pruning::IMMEDIATE] {
            for &test in &tests {
                for &bounds in &bounds {
                    let options = with(pruning, test, bounds);
                    match maxn::check(game, evaluation, state, &options) {
                        Ok(()) => return Ok(options),
                        Err(error) if pruning == Pruning::SPECULATIVE => refusal = Some(error),
                        Err(_) => {}
                    }
                }
            }
        }
        match refusal {
            // Something was asked for that cannot be had.
            Some(refusal) if test.is_some() || self.bounds.is_some() => Err(refusal.into()),
            _ => Ok(with(Pruning::NONE, Test::Sum, false)),
        }
    }

    /// The options of a paranoid search of `state`, or of a best-reply search, which is one of another game.
    pub(crate) fn paranoid<G: Game, E: Evaluation<G>>(
        &self,
        game: &G,
        evaluation: &E,
        state: &G::State,
    ) -> Result<paranoid::Options, Error> {
        self.check_seed()?;
        let useless = |option| Err(Error::Useless { what: self.algorithm.name(), option });
        let prune = match self.pruning.as_deref() {
            None => true,
            Some("none") => false,
            Some(_) => return useless("a max^n pruning (it has alpha-beta; --pruning none switches that off)"),
        };
        if self.test.is_some() {
            return useless("--test");
        }
        if self.ties != TieName::First {
            return useless("a tie-break rule other than `first`");
        }
        if self.trace || self.picture {
            return useless("--trace and --svg, which show max^n chains");
        }
        if !prune && self.bounds == Some(true) {
            return useless("bounds when it does not prune");
        }
        let window = match self.window.as_deref() {
            None => Window::Full,
            Some(name) => match Window::ALL.iter().find(|(known, _)| *known == name) {
                Some(&(_, window)) => window,
                None => {
                    let known: Vec<&str> = Window::ALL.iter().map(|(name, _)| *name).collect();
                    return Err(Error::Value(format!("there is no window `{name}`; there are {}", known.join(", "))));
                }
            },
        };
        if !prune && window != Window::Full {
            return useless("a null window when it does not prune");
        }
        let bounds = self.bounds.unwrap_or(prune && evaluation.payoff_bounds(game, state).is_some());
        let (depth, all_moves) = (self.depth, self.all_moves);
        Ok(paranoid::Options { prune, window, bounds, depth, all_moves, part: None })
    }
}
