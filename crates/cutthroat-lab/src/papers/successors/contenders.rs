//! Who is compared: one line for each algorithm.

use cutthroat_catalog::{Error, PlayerSpec};

/// A player of the comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::papers) struct Contender {
    /// The name in tables.
    pub(in crate::papers) name: &'static str,
    /// The player, without a budget.
    pub(in crate::papers) spec: &'static str,
    /// Another player in games whose name begins so: thresholds are in units of the game.
    pub(in crate::papers) but: &'static [(&'static str, &'static str)],
}

/// A player with the same settings in every game.
pub(in crate::papers) const fn player(name: &'static str, spec: &'static str) -> Contender {
    Contender { name, spec, but: &[] }
}

/// Those against whom everybody plays.
pub(in crate::papers) const ANCHORS: &[Contender] =
    &[player("max^n", "maxn"), player("paranoid", "paranoid"), player("heuristic", "heuristic")];

/// The others. A new algorithm joins by a line.
pub(in crate::papers) const SUCCESSORS: &[Contender] = &[
    player("BRS", "brs"),
    player("BRS+", "brs+"),
    player("OPPS", "opps:free=1,wide=6,narrow=1"),
    Contender {
        name: "MP-Mix",
        spec: "mp-mix:defend=3,attack=3",
        but: &[("chinese-checkers", "mp-mix:defend=6,attack=6")],
    },
    player("prob-max^n", "prob-maxn"),
    player("soft-max^n", "soft-maxn:rule=mean"),
    player("MCTS", "mcts:policy=maxn"),
    player("MCTS-paranoid", "mcts:policy=paranoid"),
    player("social", "social:own=1,others=-0.5"),
];

/// Everybody, the anchors first.
pub(in crate::papers) fn all() -> impl Iterator<Item = &'static Contender> {
    ANCHORS.iter().chain(SUCCESSORS)
}

impl Contender {
    /// The player of a game, with a budget if the algorithm has one.
    ///
    /// # Errors
    /// When the line above cannot be read.
    pub(in crate::papers) fn spec(&self, game: &str, nodes: u64) -> Result<String, Error> {
        let other = self.but.iter().find(|(of, _)| game.starts_with(of));
        let mut spec: PlayerSpec = other.map_or(self.spec, |(_, spec)| spec).parse()?;
        if spec.settings.algorithm().setting("nodes").is_some() {
            spec.settings.set("nodes", &nodes.to_string())?;
        }
        Ok(spec.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_player_and_is_told_apart() {
        let names: Vec<&str> = all().map(|contender| contender.name).collect();
        for (place, contender) in all().enumerate() {
            assert!(!names[..place].contains(&contender.name), "{}", contender.name);
            for game in ["hearts", "chinese-checkers"] {
                let spec = contender.spec(game, 500).unwrap();
                assert!(spec.contains("nodes=500") || contender.name == "heuristic", "{spec}");
            }
        }
    }
}
