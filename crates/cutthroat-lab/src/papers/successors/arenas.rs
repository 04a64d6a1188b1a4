//! The games of the comparison.

use cutthroat_catalog::Setup;

/// A game with a number of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::papers) struct Arena {
    /// The name in tables.
    pub(in crate::papers) name: &'static str,
    /// The game.
    pub(in crate::papers) game: &'static str,
    /// How many play.
    pub(in crate::papers) players: usize,
    /// Where all games start, if cards are not dealt.
    pub(in crate::papers) position: Option<&'static str>,
    /// Options of the rules.
    pub(in crate::papers) options: &'static [(&'static str, &'static str)],
    /// Whether players see only what their seat knows.
    pub(in crate::papers) hidden: bool,
    /// What the score is, if not what people count.
    pub(in crate::papers) score: Option<&'static str>,
    /// Deals of a duel at the quick scale, each in all seatings; 0 leaves the game out.
    pub(in crate::papers) quick_deals: u64,
    /// The same at the full scale.
    pub(in crate::papers) deals: u64,
    /// Tables of mixed company at the quick scale, each in all rotations.
    pub(in crate::papers) quick_tables: u64,
    /// The same at the full scale.
    pub(in crate::papers) tables: u64,
}

/// The usual values.
pub(in crate::papers) const NO_GAMES: Arena = Arena {
    name: "",
    game: "",
    players: 3,
    position: None,
    options: &[],
    hidden: false,
    score: None,
    quick_deals: 0,
    deals: 0,
    quick_tables: 0,
    tables: 0,
};

/// Every game.
pub(in crate::papers) const ARENAS: &[Arena] = &[
    Arena { name: "Hearts 3", game: "hearts", quick_deals: 60, deals: 40, quick_tables: 120, tables: 120, ..NO_GAMES },
    Arena { name: "Hearts 4", game: "hearts", players: 4, deals: 16, tables: 90, ..NO_GAMES },
    Arena {
        name: "Spades 3",
        game: "spades",
        score: Some("so-far"),
        quick_deals: 60,
        deals: 40,
        quick_tables: 120,
        tables: 120,
        ..NO_GAMES
    },
    Arena { name: "Oh Hell 4", game: "oh-hell", players: 4, deals: 16, tables: 90, ..NO_GAMES },
    Arena { name: "Sergeant Major 3", game: "sergeant-major", deals: 40, tables: 120, ..NO_GAMES },
    Arena {
        name: "Chinese Checkers 3",
        game: "chinese-checkers",
        position: Some("pieces=6 players=3"),
        quick_deals: 24,
        deals: 12,
        quick_tables: 40,
        tables: 18,
        ..NO_GAMES
    },
    Arena {
        name: "Chinese Checkers 4",
        game: "chinese-checkers",
        players: 4,
        position: Some("pieces=6 players=4"),
        deals: 4,
        tables: 10,
        ..NO_GAMES
    },
    Arena {
        name: "Chinese Checkers 6",
        game: "chinese-checkers",
        players: 6,
        position: Some("pieces=6 players=6"),
        deals: 1,
        tables: 5,
        ..NO_GAMES
    },
];

/// A game for tests.
#[cfg(test)]
pub(super) const SMALLEST: Arena = Arena {
    name: "Hearts 3",
    game: "hearts",
    position: Some("1:A2.K4.. Q3.A5.. J4.3.2."),
    quick_deals: 2,
    deals: 2,
    quick_tables: 3,
    tables: 3,
    ..NO_GAMES
};

impl Arena {
    /// Where games start.
    pub(in crate::papers) fn setup(&self) -> Setup {
        let setup = match self.position {
            Some(text) => Setup { position: Some(text.to_owned()), ..Setup::default() },
            None => Setup { players: Some(self.players), ..Setup::default() },
        };
        let setup = Setup { hidden: self.hidden, ..setup };
        self.options.iter().fold(setup, |setup, (name, value)| setup.with_option(name, value))
    }
}
