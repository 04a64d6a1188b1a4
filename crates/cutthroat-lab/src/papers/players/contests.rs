//! Who plays against whom, and where.

use crate::papers::successors::arenas::{Arena, NO_GAMES};
use crate::papers::successors::contenders::{Contender, player};

const TABLE: &[(&str, &str)] = &[("rules", "table")];

/// Four-player Hearts, the game of most comparisons.
pub(super) const HEARTS: Arena = Arena {
    name: "Hearts 4",
    game: "hearts",
    players: 4,
    options: TABLE,
    hidden: true,
    quick_deals: 6,
    deals: 80,
    ..NO_GAMES
};

/// The same with passing: the published program plays it.
pub(super) const HEARTS_WITH_PASSING: Arena =
    Arena { name: "Hearts 4 with passing", options: &[("rules", "table"), ("pass", "left")], deals: 100, ..HEARTS };

/// The game of the variants of `expert`, of which there are many.
pub(super) const HEARTS_OF_VARIANTS: Arena = Arena { deals: 30, quick_deals: 4, ..HEARTS };

/// The games of the ladder and of the ceiling.
pub(super) const ARENAS: &[Arena] = &[
    HEARTS,
    Arena { name: "Hearts 3", players: 3, ..HEARTS },
    Arena { name: "Spades 3", game: "spades", players: 3, ..HEARTS },
    Arena { name: "Oh Hell 4", game: "oh-hell", ..HEARTS },
    Arena { name: "Sergeant Major 3", game: "sergeant-major", players: 3, ..HEARTS },
];

/// A player with another evaluation in Spades: what counts there is the score, not the tricks.
const fn for_score(
    name: &'static str,
    spec: &'static str,
    spades: &'static [(&'static str, &'static str)],
) -> Contender {
    Contender { name, spec, but: spades }
}

pub(super) const RANDOM: Contender = player("random", "random");
pub(super) const HEURISTIC: Contender = player("heuristic", "heuristic");
pub(super) const FLAT: Contender = for_score("flat", "flat", &[("spades", "flat:eval=score")]);
pub(super) const EXPERT: Contender = player("expert", "expert");

/// From the weakest to the strongest.
pub(super) const LADDER: &[Contender] = &[RANDOM, HEURISTIC, FLAT, EXPERT];

/// The method of a published program: UCT in 30 sampled deals, 10,000 playouts in all, by the order with a chance of 0.1, and
/// the best mean.
pub(super) const PUBLISHED: Contender =
    player("UCT in 30 deals", "pimc:search=mcts,worlds=30,c=0.4,playout=order:0.1,bounds=off,iterations=10000");

/// Those who see all cards, and search as long.
pub(super) const CHEATERS: &[Contender] = &[
    for_score("mcts, seeing all", "mcts:playout=learned:0.1", &[("spades", "mcts:playout=learned:0.1,eval=score")]),
    for_score("paranoid, seeing all", "paranoid", &[("spades", "paranoid:eval=score")]),
];

/// What the expert is compared with, at the same cost: what is different, and the player.
pub(super) const VARIANTS: &[(&str, Contender)] = &[
    ("playouts by the order", player("order playouts", "flat:share=halving,playout=order:0.3")),
    ("playouts at random", player("random playouts", "flat:share=halving,playout=uniform")),
    ("playouts with less chance", player("learned:0.1", "flat:share=halving,playout=learned:0.1")),
    ("playouts shared evenly", player("evenly", "flat:playout=learned:0.3")),
    ("deals weighed by the order", player("weighed", "flat:weights=order,share=halving,playout=learned:0.3")),
    ("30 deals", player("30 deals", "flat:worlds=30,share=halving,playout=learned:0.3")),
    ("one tree for all deals", player("ismcts", "ismcts:playout=learned:0.3,c=0.4")),
    ("a tree in each of 30 deals", player("pimc, mcts", "pimc:search=mcts,worlds=30,playout=learned:0.3")),
    ("max^n in 30 deals", player("pimc, max^n", "pimc:search=maxn")),
    ("paranoid in 30 deals", player("pimc, paranoid", "pimc:search=paranoid")),
    ("max^n in 30 deals, by vote", player("pimc, max^n, vote", "pimc:search=maxn,by=vote")),
    ("max^n in 30 deals, less half an error", player("pimc, max^n, spread", "pimc:search=maxn,by=spread")),
];

/// Everybody who searches, for the file of costs.
pub(super) fn everybody() -> impl Iterator<Item = &'static Contender> {
    LADDER.iter().chain([&PUBLISHED]).chain(CHEATERS).chain(VARIANTS.iter().map(|(_, variant)| variant))
}
