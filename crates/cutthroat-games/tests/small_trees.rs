//! Small random trees of many kinds, for comparisons of searches.

use cutthroat_games::trees::{OrderOfPlay, RandomTree, Sums, Tree};

/// So many trees with this order of play and these sums: 2 to 6 players, few and many ties.
pub(crate) fn trees(order: OrderOfPlay, sums: Sums, count: u64) -> impl Iterator<Item = (RandomTree, Tree)> {
    (0..count).map(move |seed| {
        let players = 2 + (seed % 5) as usize;
        let drawn = RandomTree {
            players,
            depth: [3, 4, 5, 4][(seed / 5 % 4) as usize] + usize::from(players == 2),
            branching: [(1, 3), (2, 3), (1, 4), (2, 2)][(seed / 20 % 4) as usize],
            order,
            sums,
            total: [2, 4, 10, 1000][(seed / 80 % 4) as usize],
            ties: [0, 40][(seed / 320 % 2) as usize],
            stop: 8,
            bounds: seed % 3 > 0,
            step: (seed % 2) as u16,
            seed,
        };
        (drawn, drawn.draw())
    })
}
