//! What is asked about a position.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cutthroat::{Budget, SearchProgress, TieRule};
use serde::{Deserialize, Serialize};

use crate::algorithms::{fields, maxn};
use crate::error::Error;
use crate::settings::Settings;

/// How to search a position, as plain data. In JSON the settings stand beside the rest:
/// `{"algorithm": "maxn", "depth": 3, "all_moves": true}`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Request {
    /// The algorithm and its settings; plain settings get the strongest search that the evaluation allows.
    #[serde(flatten)]
    pub settings: Settings,
    /// The seed of all random choices; 0 if not given.
    pub seed: Option<u64>,
    /// Seconds to spend; the search then deepens level by level and answers with the last level it completed.
    pub time: Option<f64>,
    /// Whether to value every move of the root.
    pub all_moves: bool,
    /// Whether to list the prunes.
    pub trace: bool,
    /// Whether to list every step, as events.
    pub events: bool,
    /// Whether to draw the tree.
    pub picture: bool,
    /// Whether to list the nodes of the tree, and the leaf-value table if there is one, for those who draw themselves.
    pub tree: bool,
    /// A flag that stops the search when it is raised. It changes nothing else: an unlimited search does not deepen, so
    /// it has no answer when it is stopped.
    #[serde(skip)]
    pub stop: Option<Arc<AtomicBool>>,
    /// Where other threads can see the progress.
    #[serde(skip)]
    pub progress: Option<Arc<SearchProgress>>,
}

/// The longest time that a search can be given: about thirty years.
const MOST_SECONDS: f64 = 1e9;

impl Request {
    /// A request for the algorithm and settings of a spec, such as `paranoid:window=null,depth=6`.
    ///
    /// # Errors
    /// When the spec cannot be read.
    pub fn of(spec: &str) -> Result<Self, Error> {
        Ok(Self { settings: spec.parse()?, ..Self::default() })
    }

    /// The tie rule of a max^n search.
    #[must_use]
    pub fn tie_rule(&self) -> TieRule {
        maxn::tie_rule(&self.settings, self.seed.unwrap_or_default())
    }

    /// Whether each step is looked at.
    pub(crate) fn is_watched(&self) -> bool {
        self.trace || self.picture || self.events || self.tree
    }

    /// Refuses what makes no sense together.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let settings = &self.settings;
        let algorithm = settings.algorithm();
        let ties_by_chance = settings.get("ties") == Some("random") || fields::shuffles(settings);
        if self.seed.is_some() && !ties_by_chance && !algorithm.by_chance {
            return Err(Error::Useless { what: "a tie-break rule other than `random`", field: "seed" });
        }
        if !algorithm.searches {
            let unfit = [("time", self.time.is_some()), ("all-moves", self.all_moves)];
            if let Some((field, _)) = unfit.into_iter().find(|(_, given)| *given) {
                return Err(Error::Setting { algorithm: algorithm.name, field: field.to_owned() });
            }
        }
        if !algorithm.can_be_watched {
            let unfit = [("trace", self.trace), ("svg", self.picture), ("events", self.events), ("tree", self.tree)];
            if let Some((field, _)) = unfit.into_iter().find(|(_, given)| *given) {
                return Err(Error::Setting { algorithm: algorithm.name, field: field.to_owned() });
            }
        }
        Ok(())
    }

    /// Refuses what a search whose steps are looked at cannot have.
    pub(crate) fn check_watched(&self) -> Result<(), Error> {
        let useless = |field| Err(Error::Useless { what: "a search that is traced or drawn", field });
        let Self { settings, time, .. } = self;
        match () {
            () if settings.number::<u64>("memory").is_some_and(|mebibytes| mebibytes > 0) => useless("memory"),
            () if settings.get("nodes").is_some() => useless("nodes"),
            () if time.is_some() => useless("time"),
            () if settings.get("listing") == Some("order") => useless("listing"),
            () => Ok(()),
        }
    }

    /// Whether neither nodes, time nor a depth is given.
    pub(crate) fn is_unlimited(&self) -> bool {
        self.settings.get("nodes").is_none() && self.time.is_none() && self.settings.get("depth").is_none()
    }

    /// What the search may cost: as requested, or `default_nodes` if neither a depth nor a cost was given.
    pub(crate) fn budget(&self, default_nodes: Option<u64>) -> Result<Budget, Error> {
        let time = match self.time {
            None => None,
            Some(seconds) => match Duration::try_from_secs_f64(seconds.min(MOST_SECONDS)) {
                Ok(time) if !time.is_zero() && seconds.is_finite() => Some(time),
                _ => {
                    let value = format!("{seconds:?}").trim_end_matches(".0").to_owned();
                    return Err(Error::Unfit {
                        field: "time",
                        value,
                        misfit: "is not a number of seconds above 0".into(),
                    });
                }
            },
        };
        let nodes = if self.is_unlimited() { default_nodes } else { self.settings.number("nodes") };
        Ok(Budget { nodes, time, stop: self.stop.clone(), progress: self.progress.clone(), ..Budget::default() })
    }

    /// Whether the search deepens level by level: if its cost is limited.
    pub(crate) fn deepens(&self, default_nodes: Option<u64>) -> bool {
        self.settings.get("nodes").is_some() || self.time.is_some() || self.is_unlimited() && default_nodes.is_some()
    }
}
