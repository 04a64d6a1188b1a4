//! The successors of max^n and paranoid search, each as its definition says, for any game. Everything is looked at, and
//! nothing is remembered.

use std::collections::BTreeSet;

use cutthroat::{Evaluation, MoveOrder, Others, Player, SearchHints};
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

impl From<PlainOpps> for Others {
    fn from(plain: PlainOpps) -> Self {
        Self::Few {
            free: u8::try_from(plain.free).unwrap_or(u8::MAX),
            wide: u16::try_from(plain.wide).unwrap_or(u16::MAX),
            narrow: u16::try_from(plain.narrow).unwrap_or(u16::MAX),
        }
    }
}

impl PlainOpps {
    /// The value of `state` for `root`, after `used` free turns.
    #[expect(clippy::too_many_arguments, reason = "all that the definition speaks of")]
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

/// The sets of soft-max^n: all payoffs of the moves that are not dominated. A move is dominated if everything after it is
/// worse for the mover than anything after another.
pub(crate) fn soft<G: SearchHints>(
    game: &G,
    evaluation: &impl Evaluation<G>,
    state: &G::State,
    depth: usize,
) -> BTreeSet<Vec<i16>> {
    let Some(mover) = game.mover(state).filter(|_| depth > 0) else {
        return BTreeSet::from([evaluation.evaluate(game, state).seats(game.players()).to_vec()]);
    };
    let own = mover.index();
    let sets: Vec<_> =
        children(game, state).iter().map(|(_, child)| soft(game, evaluation, child, depth - 1)).collect();
    let is_dominated = |set: &BTreeSet<Vec<i16>>| {
        sets.iter().any(|other| other.iter().all(|better| set.iter().all(|worse| better[own] > worse[own])))
    };
    sets.iter().filter(|set| !is_dominated(set)).flatten().cloned().collect()
}

/// All max^n values, for every way to settle each tie of each position: a child's value can be chosen if every other child
/// has one that is not better for the mover.
pub(crate) fn all_maxn<G: SearchHints>(
    game: &G,
    evaluation: &impl Evaluation<G>,
    state: &G::State,
) -> BTreeSet<Vec<i16>> {
    let Some(mover) = game.mover(state) else {
        return BTreeSet::from([evaluation.evaluate(game, state).seats(game.players()).to_vec()]);
    };
    let own = mover.index();
    let sets: Vec<_> = children(game, state).iter().map(|(_, child)| all_maxn(game, evaluation, child)).collect();
    let least = |set: &BTreeSet<Vec<i16>>| set.iter().map(|value| value[own]).min().unwrap();
    let mut values = BTreeSet::new();
    for (place, set) in sets.iter().enumerate() {
        let others = || sets.iter().enumerate().filter(|(other, _)| *other != place);
        let can_be_chosen = |value: &&Vec<i16>| others().all(|(_, other)| value[own] >= least(other));
        values.extend(set.iter().filter(can_be_chosen).cloned());
    }
    values
}

/// The expectations of prob-max^n, for each player and evaluation. `chances` has those of every evaluation, by player.
pub(crate) fn prob<G: SearchHints, E: Evaluation<G>>(
    game: &G,
    evaluations: &[E],
    chances: &[Vec<f64>],
    state: &G::State,
    depth: usize,
) -> Vec<Vec<f64>> {
    let players = game.players();
    let Some(mover) = game.mover(state).filter(|_| depth > 0) else {
        let payoffs: Vec<_> = evaluations.iter().map(|evaluation| evaluation.evaluate(game, state)).collect();
        return Player::all(players).map(|i| payoffs.iter().map(|payoff| payoff[i].into()).collect()).collect();
    };
    let own = mover.index();
    let values: Vec<_> =
        children(game, state).iter().map(|(_, child)| prob(game, evaluations, chances, child, depth - 1)).collect();
    let mut expected = vec![vec![0.0; evaluations.len()]; players];
    for (model, &chance) in chances[own].iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
        let mut best = &values[0];
        for value in &values {
            // Sums of fractions of different orders may differ in their last digits.
            if value[own][model] > best[own][model] + 1e-9 {
                best = value;
            }
        }
        for (expected, best) in expected.iter_mut().zip(best) {
            for (expected, best) in expected.iter_mut().zip(best) {
                *expected += chance * best;
            }
        }
    }
    expected
}
