//! Tie-break rules. Among children that are equal for the mover the rule decides. The value of the whole tree can
//! change arbitrarily with it (2002 paper, lemma 1), so it is an explicit part of every search.

use std::cmp::Ordering;

use crate::game::Player;
use crate::payoff::Payoff;

/// Which of two moves that are equally good for the mover is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TieRule {
    /// The first in the reference order; the rule of all proofs in the papers ("ties are broken to the left").
    #[default]
    First,
    /// The one that is worst for the player at the root, then the first: the rule of the 2002 experiments ("without
    /// this tie-breaking rule, max^n plays much worse"). At the root player's own nodes: the first.
    WorstForRoot,
    /// The worst for the player at the root, then for the seat after the mover, and so on round the table. Settles
    /// every tie by payoffs alone, so values do not depend on any order of moves.
    Spiteful,
    /// As [`First`](Self::First), with the reference order of the root's moves shuffled by this seed, to vary games.
    Random(u64),
}

impl TieRule {
    /// The name on the command line and in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::WorstForRoot => "worst-for-root",
            Self::Spiteful => "spiteful",
            Self::Random(_) => "random",
        }
    }
}

/// Where a move stands in the reference order, compared with the move of the visible best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Before the best: it wins a tie that is settled by the order.
    Before,
    /// After the best: it loses such a tie.
    After,
}

impl Standing {
    /// The standing of the move with reference index `candidate` relative to the one with index `best`.
    #[inline]
    #[must_use]
    pub const fn of(candidate: u16, best: u16) -> Self {
        if candidate < best { Self::Before } else { Self::After }
    }
}

/// A tie rule at a table: the rule, the player at the root, and the number of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ties {
    /// The rule.
    pub rule: TieRule,
    /// The player to move at the root of the search.
    pub root: Player,
    /// How many players there are.
    pub players: usize,
}

impl Ties {
    /// Whether `mover`, who has `best`, prefers `candidate`.
    #[inline(always)]
    #[must_use]
    pub fn replaces(&self, mover: Player, best: &Payoff, candidate: &Payoff, standing: Standing) -> bool {
        let (own, has) = (candidate[mover], best[mover]);
        if own == has && matches!(self.rule, TieRule::WorstForRoot | TieRule::Spiteful) {
            return match self.compare_tied(mover, best, candidate) {
                Ordering::Less => true,
                Ordering::Equal => standing == Standing::Before,
                Ordering::Greater => false,
            };
        }
        own > has || own == has && standing == Standing::Before
    }

    /// Sorts payoffs, those first that `mover` prefers. `Equal` when the order of moves has to decide.
    pub(crate) fn preferred_first(&self, mover: Player, one: &Payoff, other: &Payoff) -> Ordering {
        let by_own = other[mover].cmp(&one[mover]);
        if matches!(self.rule, TieRule::WorstForRoot | TieRule::Spiteful) {
            by_own.then_with(|| self.compare_tied(mover, other, one))
        } else {
            by_own
        }
    }

    /// `Less` when the rule prefers `candidate` on payoffs alone, `Equal` when the order has to decide.
    #[inline(never)]
    fn compare_tied(&self, mover: Player, best: &Payoff, candidate: &Payoff) -> Ordering {
        let mut verdict = if mover == self.root { Ordering::Equal } else { candidate[self.root].cmp(&best[self.root]) };
        if self.rule == TieRule::Spiteful {
            let mut seat = mover.next(self.players);
            while verdict == Ordering::Equal && seat != mover {
                verdict = candidate[seat].cmp(&best[seat]);
                seat = seat.next(self.players);
            }
        }
        verdict
    }

    /// Whether a payoff that only equals the mover's best may replace it.
    #[inline]
    #[must_use]
    pub fn tie_may_replace(&self, mover: Player, standing: Standing) -> bool {
        standing == Standing::Before
            || match self.rule {
                TieRule::First | TieRule::Random(_) => false,
                TieRule::WorstForRoot => mover != self.root,
                TieRule::Spiteful => true,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ties(rule: TieRule) -> Ties {
        Ties { rule, root: Player::new(0), players: 3 }
    }

    #[test]
    fn each_rule_settles_a_tie_in_its_own_way() {
        let two = Player::new(1);
        let best = Payoff::new(&[4, 5, 1]);
        let kinder = Payoff::new(&[5, 5, 0]);
        let crueller = Payoff::new(&[3, 5, 2]);
        let (first, worst, spiteful) = (ties(TieRule::First), ties(TieRule::WorstForRoot), ties(TieRule::Spiteful));
        for candidate in [kinder, crueller] {
            assert!(!first.replaces(two, &best, &candidate, Standing::After));
            assert!(first.replaces(two, &best, &candidate, Standing::Before));
        }
        for rule in [worst, spiteful] {
            assert!(rule.replaces(two, &best, &crueller, Standing::After));
            assert!(!rule.replaces(two, &best, &kinder, Standing::Before));
        }
        // At the root player's own node only spite looks further.
        let one = Player::new(0);
        let meaner = Payoff::new(&[4, 2, 4]);
        assert!(!worst.replaces(one, &best, &meaner, Standing::After));
        assert!(spiteful.replaces(one, &best, &meaner, Standing::After));
    }

    #[test]
    fn spite_goes_round_the_table_from_the_mover() {
        let spiteful = Ties { rule: TieRule::Spiteful, root: Player::new(0), players: 4 };
        let three = Player::new(2);
        let best = Payoff::new(&[1, 5, 3, 4]);
        // Seat 4 comes before seat 2 when seat 3 moves.
        assert!(spiteful.replaces(three, &best, &Payoff::new(&[1, 9, 3, 3]), Standing::After));
        assert!(!spiteful.replaces(three, &best, &Payoff::new(&[1, 0, 3, 5]), Standing::Before));
        assert!(spiteful.replaces(three, &best, &best, Standing::Before));
        assert!(!spiteful.replaces(three, &best, &best, Standing::After));
    }
}
