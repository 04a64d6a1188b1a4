//! The successors of max^n and paranoid search, each as its definition says, for any game. Everything is looked at, and
//! nothing is remembered.

use cutthroat::{Evaluation, MoveOrder, Player, SearchHints};
use cutthroat_games::cards::first_choice;

/// One move of each class of equivalent moves in the reference order, and where it leads.
pub(crate) fn children<G: SearchHints>(game: &G, state: &G::State) -> Vec<(G::Move, G::State)> {
    let mut moves = Vec::new();
    game.search_moves(state, &mut moves);
    let child = |mv| {
        let mut child = state.clone();
        game.play(&mut child, mv);
        (mv, child)
    };
    moves.into_iter().map(child).collect()
}

/// The same, in the order of search.
fn ordered<G: SearchHints>(game: &G, order: &impl MoveOrder<G>, state: &G::State) -> Vec<G::State> {
    let children = children(game, state);
    let moves: Vec<G::Move> = children.iter().map(|(mv, _)| *mv).collect();
    let mut places: Vec<u16> = (0..moves.len() as u16).collect();
    order.arrange(game, state, &moves, &mut places);
    assert!(moves[usize::from(places[0])] == first_choice(game, order, state));
    places.into_iter().map(|place| children[usize::from(place)].1.clone()).collect()
}

/// The parameters of OPPS.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainOpps {
    pub(crate) free: usize,
    pub(crate) wide: usize,
    pub(crate) narrow: usize,
}

impl PlainOpps {
    /// The value of `state` for `root`, after `used` free turns.
    pub(crate) fn value<G: SearchHints>(
        self,
        game: &G,
        evaluation: &impl Evaluation<G>,
        order: &impl MoveOrder<G>,
        state: &G::State,
        root: Player,
        used: usize,
        depth: usize,
    ) -> i16 {
        let Some(mover) = game.mover(state).filter(|_| depth > 0) else {
            return evaluation.evaluate(game, state)[root];
        };
        let below = |child: &G::State, used| self.value(game, evaluation, order, child, root, used, depth - 1);
        if game.side(mover) == game.side(root) {
            return children(game, state).iter().map(|(_, child)| below(child, 0)).max().unwrap();
        }
        let mut least = i16::MAX;
        for (place, child) in ordered(game, order, state).iter().enumerate() {
            if place < self.narrow {
                least = least.min(below(child, used));
            } else if place < self.wide && used < self.free {
                least = least.min(below(child, used + 1));
            }
        }
        least
    }
}

/// max^n in which every player has a wish of their own: the greatest wish wins, and of equal ones the first. Returns the
/// line to the leaf that is reached.
pub(crate) fn by_wishes<G: SearchHints, W: PartialOrd>(
    game: &G,
    state: &G::State,
    depth: usize,
    wish: &impl Fn(Player, &G::State) -> W,
) -> (Vec<G::Move>, G::State) {
    let Some(mover) = game.mover(state).filter(|_| depth > 0) else { return (Vec::new(), state.clone()) };
    let mut best: Option<(Vec<G::Move>, G::State)> = None;
    for (mv, child) in children(game, state) {
        let (mut line, end) = by_wishes(game, &child, depth - 1, wish);
        if best.as_ref().is_none_or(|(_, best)| wish(mover, &end) > wish(mover, best)) {
            line.insert(0, mv);
            best = Some((line, end));
        }
    }
    best.unwrap()
}
