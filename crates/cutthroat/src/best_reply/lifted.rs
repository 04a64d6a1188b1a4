//! Evaluations and move orders of a game, for searches in which opponents have few choices.

use super::{BestReply, Others, Reply, Round};
use crate::eval::{Bounds, Evaluation, Outcome, Range};
use crate::hints::SearchHints;
use crate::order::MoveOrder;
use crate::payoff::Payoff;
use crate::table::Memo;

/// An evaluation or a move order of a game, for [`BestReply`] of that game. Except for the range, what it declares does
/// not extend to positions after a pass.
#[derive(Clone, Copy, Debug)]
pub struct Lifted<'t, T>(pub &'t T);

impl<G: SearchHints, O: MoveOrder<G>, E: Evaluation<G>> Evaluation<BestReply<'_, G, O>> for Lifted<'_, E> {
    fn range(&self, replies: &BestReply<'_, G, O>) -> Range {
        self.0.range(replies.game)
    }

    #[inline]
    fn evaluate(&self, replies: &BestReply<'_, G, O>, round: &Round<G::State>) -> Payoff {
        self.0.evaluate(replies.game, &round.position)
    }

    fn payoff_bounds(&self, replies: &BestReply<'_, G, O>, round: &Round<G::State>) -> Option<Bounds> {
        if replies.others == Others::Pass { None } else { self.0.payoff_bounds(replies.game, &round.position) }
    }

    fn outcomes(&self, replies: &BestReply<'_, G, O>) -> Option<Vec<Outcome>> {
        if replies.others == Others::Pass { None } else { self.0.outcomes(replies.game) }
    }

    fn outcome(&self, replies: &BestReply<'_, G, O>, round: &Round<G::State>) -> usize {
        self.0.outcome(replies.game, &round.position)
    }

    fn counted_bounds(&self, replies: &BestReply<'_, G, O>, round: &Round<G::State>) -> Option<Bounds> {
        if replies.others == Others::Pass { None } else { self.0.counted_bounds(replies.game, &round.position) }
    }

    /// Which choices there are below depends on the whole position, on what was used up, and on the choices of others.
    fn memo(&self, replies: &BestReply<'_, G, O>, round: &Round<G::State>) -> Option<Memo> {
        Some(Memo::of(&(round, replies.others)))
    }
}

/// Each opponent's moves in the order of search, one opponent after the other.
impl<G: SearchHints, O: MoveOrder<G>, M: MoveOrder<G>> MoveOrder<BestReply<'_, G, O>> for Lifted<'_, M> {
    const IS_REFERENCE: bool = M::IS_REFERENCE;

    fn arrange(
        &self,
        replies: &BestReply<'_, G, O>,
        round: &Round<G::State>,
        moves: &[Reply<G::Move>],
        order: &mut [u16],
    ) {
        let mut at = round.position.clone();
        let mut first = 0;
        for group in moves.chunk_by(|one, other| one.before == other.before) {
            let turns = &mut order[first..first + group.len()];
            for (turn, place) in turns.iter_mut().zip(0..) {
                *turn = place;
            }
            {
                let listed = &mut replies.memory.borrow_mut().moves;
                listed.clear();
                listed.extend(group.iter().map(|reply| reply.mv));
                self.0.arrange(replies.game, &at, listed, turns);
            }
            for turn in turns {
                *turn += first as u16;
            }
            first += group.len();
            if first < moves.len() {
                replies.skip_all(&mut at, moves[first].before - group[0].before);
            }
        }
    }
}
