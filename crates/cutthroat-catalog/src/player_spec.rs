//! Players as text: `maxn`, `paranoid:nodes=250000`, `maxn:pruning=speculative,test=table,best=6`.

use std::fmt;
use std::str::FromStr;

use cutthroat::Pruning;
use cutthroat::maxn::Test;
use cutthroat::paranoid::Window;

use crate::error::Error;
use crate::request::{Algorithm, MOST_MEBIBYTES, Request, TieName};

/// Who chooses the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// Any legal move.
    Random,
    /// The first move of the game's own order, without a search.
    Heuristic,
    /// A max^n search: everybody maximises his own payoff.
    Maxn,
    /// A paranoid search: everybody else plays against him.
    Paranoid,
}

impl PlayerKind {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 4] =
        [("maxn", Self::Maxn), ("paranoid", Self::Paranoid), ("heuristic", Self::Heuristic), ("random", Self::Random)];

    fn searches(self) -> bool {
        matches!(self, Self::Maxn | Self::Paranoid)
    }

    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("maxn", |(name, _)| name)
    }
}

/// Nodes a move where neither nodes nor a depth are given: what the 2002 paper spends.
pub(crate) const USUAL_NODES: u64 = 250_000;

/// A player, as plain data. What is not given is chosen as [`Request`] chooses it; [`Seating::players`] says what it
/// came to. Written as `KIND` or `KIND:name=value,name=value`, and read back from what is written.
///
/// | name | value |
/// |---|---|
/// | `pruning` | a max^n pruning; for paranoid `none` |
/// | `test` | `sum`, `table` or `linear`: what decides whether a payoff can be attained |
/// | `window` | `full`, `null` or `binary`: with which windows paranoid asks for values |
/// | `bounds` | `on` or `off`: monotone bounds |
/// | `eval` | an evaluation of the game |
/// | `ties` | `first`, `worst-for-root`, `spiteful`; `random` is `first` with `root-ties=random` |
/// | `root-ties` | `random` (any of the moves that are equally good for him) or `first` |
/// | `depth` | plies to search at the most |
/// | `nodes` | nodes to spend on a move; 250,000 if there is no depth either |
/// | `memory` | MiB for a transposition table that he keeps from move to move; none if not given |
/// | `best` | only so many moves of each position, those that the game's order puts first |
/// | `listing` | `order` (the first of equal moves is that which the game's order puts first) or `reference` |
///
/// ```
/// use cutthroat_catalog::PlayerSpec;
///
/// let spec: PlayerSpec = "paranoid:best=6,nodes=5000".parse()?;
/// assert_eq!(spec.to_string(), "paranoid:nodes=5000,best=6");
/// let error = "paranoid:plies=6".parse::<PlayerSpec>().unwrap_err();
/// assert!(error.to_string().contains("`plies`"));
/// # Ok::<(), cutthroat_catalog::Error>(())
/// ```
///
/// [`Seating::players`]: crate::Seating::players
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    /// Who chooses.
    pub kind: PlayerKind,
    /// A pruning by name.
    pub pruning: Option<String>,
    /// What decides whether a payoff is attainable, by name.
    pub test: Option<String>,
    /// With which windows paranoid searches, by name.
    pub window: Option<String>,
    /// Whether monotone bounds are used.
    pub bounds: Option<bool>,
    /// The evaluation by name.
    pub eval: Option<String>,
    /// The tie-break rule.
    pub ties: Option<TieName>,
    /// Whether any of his equally good moves is played, or the first.
    pub random_root_ties: Option<bool>,
    /// Plies to search at the most.
    pub depth: Option<usize>,
    /// Nodes to spend on a move.
    pub nodes: Option<u64>,
    /// MiB for a transposition table.
    pub memory: Option<usize>,
    /// How many moves of each position to look at.
    pub best: Option<usize>,
    /// Whether the game's order says which of equal moves is the first, or its reference order.
    pub listed_by_order: Option<bool>,
}

impl PlayerSpec {
    /// A player with nothing said about him.
    #[must_use]
    pub const fn new(kind: PlayerKind) -> Self {
        Self {
            kind,
            pruning: None,
            test: None,
            window: None,
            bounds: None,
            eval: None,
            ties: None,
            random_root_ties: None,
            depth: None,
            nodes: None,
            memory: None,
            best: None,
            listed_by_order: None,
        }
    }

    /// Reads several players with commas, semicolons or spaces between. A comma also stands between the settings of
    /// one player, but a setting has a `=` before any `:` and a player has not.
    ///
    /// ```
    /// use cutthroat_catalog::PlayerSpec;
    ///
    /// let players = PlayerSpec::read_list("maxn:depth=3,best=6,paranoid random")?;
    /// assert_eq!(players.len(), 3);
    /// assert_eq!(players[0].best, Some(6));
    /// # Ok::<(), cutthroat_catalog::Error>(())
    /// ```
    ///
    /// # Errors
    /// When one of them cannot be read, or there are none.
    pub fn read_list(text: &str) -> Result<Vec<Self>, Error> {
        let mut players: Vec<String> = Vec::new();
        for word in text.split([';', ' ', '\t', '\n']) {
            let mut first = true;
            for piece in word.split(',').filter(|piece| !piece.is_empty()) {
                let is_setting = piece.split(':').next().is_some_and(|name| name.contains('='));
                match players.last_mut() {
                    Some(player) if is_setting && !first => {
                        player.push(',');
                        player.push_str(piece);
                    }
                    _ => players.push(piece.to_owned()),
                }
                first = false;
            }
        }
        if players.is_empty() {
            return Err(Error::Usage("no players are given; say for example maxn,paranoid".into()));
        }
        players.iter().map(|player| player.parse()).collect()
    }

    /// The settings that are given, by name.
    fn settings(&self) -> Vec<(&'static str, String)> {
        let switch = |on: bool| if on { "on" } else { "off" }.to_owned();
        let tie_name = |ties| TieName::ALL.iter().find(|(_, known)| *known == ties).map_or("first", |(name, _)| name);
        let settings = [
            ("pruning", self.pruning.clone()),
            ("test", self.test.clone()),
            ("window", self.window.clone()),
            ("bounds", self.bounds.map(switch)),
            ("eval", self.eval.clone()),
            ("ties", self.ties.map(|ties| tie_name(ties).to_owned())),
            ("root-ties", self.random_root_ties.map(|random| if random { "random" } else { "first" }.to_owned())),
            ("depth", self.depth.map(|depth| depth.to_string())),
            ("nodes", self.nodes.map(|nodes| nodes.to_string())),
            ("memory", self.memory.map(|mebibytes| mebibytes.to_string())),
            ("best", self.best.map(|best| best.to_string())),
            ("listing", self.listed_by_order.map(|by| if by { "order" } else { "reference" }.to_owned())),
        ];
        settings.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        fn one_of<T: Copy>(value: &str, known: &[(&str, T)]) -> Result<T, String> {
            let names = || known.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
            let found = known.iter().find(|(name, _)| *name == value);
            found.map(|(_, meaning)| *meaning).ok_or_else(|| format!("is none of {}", names()))
        }
        fn above_0<T: FromStr + PartialOrd + Default>(value: &str) -> Result<T, String> {
            let number = value.parse().ok().filter(|number| *number > T::default());
            number.ok_or_else(|| "is not a whole number above 0".to_owned())
        }
        let switch = [("on", true), ("off", false)];
        match name {
            "pruning" => {
                let known = Pruning::ALL.map(|pruning| (pruning.name(), pruning));
                self.pruning = Some(one_of(value, &known)?.name().to_owned());
            }
            "test" => self.test = Some(one_of(value, &Test::ALL)?.name().to_owned()),
            "window" => self.window = Some(one_of(value, &Window::ALL.map(|(name, _)| (name, name)))?.to_owned()),
            "bounds" => self.bounds = Some(one_of(value, &switch)?),
            "eval" => self.eval = Some(value.to_owned()),
            "ties" if value == "random" => (self.ties, self.random_root_ties) = (Some(TieName::First), Some(true)),
            "ties" => self.ties = Some(one_of(value, &TieName::ALL)?),
            "root-ties" => self.random_root_ties = Some(one_of(value, &[("first", false), ("random", true)])?),
            "depth" => self.depth = Some(above_0(value)?),
            "nodes" => self.nodes = Some(above_0(value)?),
            "memory" => {
                self.memory = Some(above_0(value)?).filter(|&mebibytes| mebibytes <= MOST_MEBIBYTES);
                self.memory.ok_or_else(|| format!("is more than {MOST_MEBIBYTES} MiB"))?;
            }
            "best" => self.best = Some(above_0(value)?),
            "listing" => self.listed_by_order = Some(one_of(value, &[("reference", false), ("order", true)])?),
            _ => {
                return Err(format!(
                    "is no setting; there are {}",
                    "pruning, test, window, bounds, eval, ties, root-ties, depth, nodes, memory, best and listing"
                ));
            }
        }
        Ok(())
    }

    /// The search that is asked for.
    pub(crate) fn request(&self, algorithm: Algorithm) -> Request {
        Request {
            algorithm,
            pruning: self.pruning.clone(),
            test: self.test.clone(),
            window: self.window.clone(),
            bounds: self.bounds,
            ties: self.ties.unwrap_or_default(),
            depth: self.depth,
            ..Request::default()
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        for (place, (name, value)) in self.settings().into_iter().enumerate() {
            write!(f, "{}{name}={value}", if place == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl FromStr for PlayerSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = |what: String| Error::Usage(format!("player `{text}`: {what}"));
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let kind = PlayerKind::ALL.iter().find(|(known, _)| *known == name).ok_or_else(|| {
            wrong(format!("there is no player `{name}`; there are maxn, paranoid, heuristic and random"))
        })?;
        let mut spec = Self::new(kind.1);
        let mut seen: Vec<&str> = Vec::new();
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let (name, value) =
                setting.split_once('=').ok_or_else(|| wrong(format!("`{setting}` is not of the form name=value")))?;
            if seen.contains(&name) {
                return Err(wrong(format!("`{name}` is given twice")));
            }
            seen.push(name);
            spec.set(name, value).map_err(|what| {
                let field = if what.starts_with("is no setting") { format!("`{name}`") } else { setting.to_owned() };
                wrong(format!("{field} {what}"))
            })?;
        }
        if !spec.kind.searches()
            && let Some(name) = seen.first()
        {
            return Err(wrong(format!("a player who does not search has no use for `{name}`")));
        }
        if seen.contains(&"ties") && spec.kind == PlayerKind::Paranoid && spec.ties.is_some() {
            if spec.ties != Some(TieName::First) {
                return Err(wrong("paranoid has no use for `ties`; it has `root-ties`".to_owned()));
            }
            spec.ties = None;
        }
        Ok(spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            "maxn",
            "random",
            "heuristic",
            "paranoid:nodes=250000",
            "maxn:pruning=speculative,test=table,bounds=off,eval=mot,ties=worst-for-root,root-ties=first,nodes=2500",
            "paranoid:depth=4,best=6,listing=order",
            "paranoid:nodes=5000,memory=4",
            "paranoid:window=null,nodes=5000,memory=4",
            "maxn:pruning=speculative,test=linear,nodes=5000",
        ] {
            let spec: PlayerSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
        }
        let random: PlayerSpec = "maxn:ties=random".parse().unwrap();
        assert_eq!(random.to_string(), "maxn:ties=first,root-ties=random");
    }

    #[test]
    fn complaints_name_the_field() {
        for (text, expected) in [
            ("", "no player ``"),
            ("mcts:nodes=5", "no player `mcts`"),
            ("maxn:node=5", "`node` is no setting"),
            ("maxn:nodes=0", "nodes=0 is not a whole number above 0"),
            ("maxn:nodes=many", "nodes=many is not"),
            ("maxn:nodes", "`nodes` is not of the form"),
            ("maxn:nodes=1,nodes=2", "`nodes` is given twice"),
            ("maxn:pruning=alpha", "pruning=alpha is none of none, immediate"),
            ("maxn:ties=kind", "ties=kind is none of first"),
            ("maxn:test=none", "test=none is none of sum, table, linear"),
            ("paranoid:window=wide", "window=wide is none of full, null, binary"),
            ("random:nodes=5", "no use for `nodes`"),
            ("paranoid:ties=spiteful", "no use for `ties`"),
        ] {
            let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(error.contains(expected), "`{text}` said {error}");
        }
    }

    #[test]
    fn lists_are_separated_in_any_way() {
        let written =
            |text| -> Vec<String> { PlayerSpec::read_list(text).unwrap().iter().map(ToString::to_string).collect() };
        let expected = ["maxn:eval=mot,nodes=5", "paranoid:nodes=6", "random"];
        for text in [
            "maxn:eval=mot,nodes=5,paranoid:nodes=6,random",
            "maxn:eval=mot,nodes=5;paranoid:nodes=6;random",
            " maxn:eval=mot,nodes=5  paranoid:nodes=6, random",
        ] {
            assert_eq!(written(text), expected, "{text}");
        }
        assert!(PlayerSpec::read_list(" , ").is_err());
        assert!(PlayerSpec::read_list("nodes=5").unwrap_err().to_string().contains("no player `nodes=5`"));
    }
}
