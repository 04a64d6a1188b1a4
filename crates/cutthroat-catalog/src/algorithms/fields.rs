//! Settings that several algorithms share.

use cutthroat::maxn::Test;
use cutthroat::paranoid::Window;
use cutthroat::{MAX_DEPTH, Pruning, Selection, TieRule};
use cutthroat_games::field::{DefaultValue, Field, Values};

use crate::settings::Settings;

/// The largest transposition table, in MiB.
pub const MOST_MEBIBYTES: usize = 1 << 20;

/// Nodes per move of a player if neither nodes nor a depth are given: the budget of the 2002 paper.
pub(crate) const NODES_OF_A_PLAYER: u64 = 250_000;

const PRUNINGS: [(&str, &str); Pruning::ALL.len()] = {
    let mut names = [("", ""); Pruning::ALL.len()];
    let mut place = 0;
    while place < names.len() {
        names[place].0 = Pruning::ALL[place].name();
        place += 1;
    }
    names
};

/// Names that the engine has with their meanings as types.
const fn names<T: Copy, const N: usize>(all: &[(&'static str, T); N]) -> [(&'static str, &'static str); N] {
    let mut names = [("", ""); N];
    let mut place = 0;
    while place < N {
        names[place].0 = all[place].0;
        place += 1;
    }
    names
}

const WINDOWS: [(&str, &str); Window::ALL.len()] = names(&Window::ALL);
const TESTS: [(&str, &str); Test::ALL.len()] = names(&Test::ALL);

/// The prunings of max^n.
pub(crate) const PRUNING: Field = Field {
    name: "pruning",
    about: "how far max^n prunes; one that is named is that of the papers, by sums and without a table",
    values: Values::Names(&PRUNINGS),
    default: DefaultValue::Derived("the strongest that the evaluation allows"),
};

/// Alpha-beta, or no pruning.
pub(crate) const ALPHA_BETA: Field = Field {
    name: "pruning",
    about: "whether alpha-beta prunes",
    values: Values::Names(&[("alpha-beta", "it does"), ("none", "every node is visited")]),
    default: DefaultValue::Is("alpha-beta"),
};

/// What decides whether a payoff is attainable.
pub(crate) const TEST: Field = Field {
    name: "test",
    about: "what decides whether a payoff can still be attained",
    values: Values::Names(&TESTS),
    default: DefaultValue::Derived("the table where there is one, but the sum where a pruning is named"),
};

/// The windows of alpha-beta.
pub(crate) const WINDOW: Field = Field {
    name: "window",
    about: "with which windows values are asked for",
    values: Values::Names(&WINDOWS),
    default: DefaultValue::Is("full"),
};

/// Monotone bounds.
pub(crate) const BOUNDS: Field = Field {
    name: "bounds",
    about: "whether monotone bounds are used",
    values: Values::Switch,
    default: DefaultValue::Derived("on where the evaluation has them"),
};

/// The evaluation.
pub(crate) const EVAL: Field = Field {
    name: "eval",
    about: "what positions are worth",
    values: Values::Form("an evaluation of the game"),
    default: DefaultValue::Derived("the game's first"),
};

/// The tie rule of max^n.
pub(crate) const TIES: Field = Field {
    name: "ties",
    about: "which of the moves that are equally good for a player they are taken to choose",
    values: Values::Names(&[
        (TieRule::First.name(), "the first in the order of the game"),
        (TieRule::WorstForRoot.name(), "the one that is worst for the player who searches"),
        (TieRule::Spiteful.name(), "the one that is worst for the others, the player who searches first"),
        (TieRule::Random(0).name(), "any at the root, and the first below"),
    ]),
    default: DefaultValue::Is("first"),
};

/// Ties at the root.
pub(crate) const ROOT_TIES: Field = Field {
    name: "root-ties",
    about: "which of the moves is played that are equally good",
    values: Values::Names(&[("first", "the first"), ("random", "one of them by chance")]),
    default: DefaultValue::Derived("by chance for a player, the first in an analysis"),
};

/// Ties at the root of a paranoid search.
pub(crate) const ALPHA_BETA_ROOT_TIES: Field = Field {
    values: Values::Names(&[
        ("first", "the first"),
        ("any", "the one that is found first, whichever it is: fewer nodes, and the same value"),
        ("random", "one of them by chance"),
    ]),
    ..ROOT_TIES
};

/// The depth.
pub(crate) const DEPTH: Field = Field {
    name: "depth",
    about: "plies to search at the most",
    values: Values::Number { least: 1, most: MAX_DEPTH as u64 },
    default: DefaultValue::Derived("as far as the nodes last"),
};

/// The nodes of one search.
pub(crate) const NODES: Field = Field {
    name: "nodes",
    about: "nodes to spend: the search deepens level by level, and answers with the last one completed",
    values: Values::Number { least: 1, most: u64::MAX },
    default: DefaultValue::Derived("250,000 a move for a player without a depth; the game's own limit in an analysis"),
};

/// Whether the whole game is tried before a search deepens.
pub(crate) const END_FIRST: Field = Field {
    name: "end-first",
    about: "whether half of the nodes are first spent on a search to the end of the game; if they are too few, \
            the search deepens with the other half",
    values: Values::Switch,
    default: DefaultValue::Is("off"),
};

/// The transposition table.
pub(crate) const MEMORY: Field = Field {
    name: "memory",
    about: "MiB for a transposition table, which a player keeps from move to move; 0 for none",
    values: Values::Number { least: 0, most: MOST_MEBIBYTES as u64 },
    default: DefaultValue::Derived("none for a player; what the game is worth in an analysis, but none with a pruning"),
};

/// Forward pruning.
pub(crate) const BEST: Field = Field {
    name: "best",
    about: "how many moves of each position are looked at, those that the game's order puts first",
    values: Values::Number { least: 1, most: u32::MAX as u64 },
    default: DefaultValue::Derived("all"),
};

/// What a player does before the play.
pub(crate) const PREPARE: Field = Field {
    name: "prepare",
    about: "how cards are passed and discarded, tricks bid and trump named before the play of a whole deal",
    values: Values::Names(&[
        ("usual", "as a careful player does, without a search"),
        ("simulate", "by playouts of deals that fit what the seat knows"),
    ]),
    default: DefaultValue::Derived("simulate for a player who searches, usual for others"),
};

/// The listing of moves.
pub(crate) const LISTING: Field = Field {
    name: "listing",
    about: "which of equal moves is the first",
    values: Values::Names(&[
        ("reference", "the first that the game lists"),
        ("order", "the one that the game's order of good moves puts first: the papers' leftmost branch"),
    ]),
    default: DefaultValue::Is("reference"),
};

/// Equivalent moves.
pub(crate) const EQUIVALENCE: Field = Field {
    name: "equivalence",
    about: "whether one move is searched for all that are equivalent to it; values are the same without",
    values: Values::Switch,
    default: DefaultValue::Is("on"),
};

/// Which moves are looked at, and how they are listed.
pub(crate) fn selection(settings: &Settings) -> Selection {
    Selection {
        first: settings.number("best"),
        by_order: settings.get("listing") == Some("order"),
        equivalents: settings.switch("equivalence") == Some(false),
        ..Selection::default()
    }
}

/// Whether the root's ties are settled at random.
pub(crate) fn shuffles(settings: &Settings) -> bool {
    settings.get("root-ties") == Some("random")
}

/// MiB for a table: the setting, or `usual`.
pub(crate) fn memory(settings: &Settings, usual: usize) -> usize {
    // The papers' counts are without a table.
    let usual = if settings.get("pruning").is_some() { 0 } else { usual };
    settings.number("memory").unwrap_or(usual)
}
