//! Players who care for the payoffs of others: socially oriented search (Wilson, Zuckerman and Nau 2011).

use std::sync::Arc;

use crate::eval::{Bounds, Ensured, Evaluation, Outcome, Range, SideBounds};
use crate::game::{Game, MAX_PLAYERS, Player};
use crate::payoff::Payoff;
use crate::search::SearchError;
use crate::table::Memo;

/// How each player weighs the payoffs of everybody: row `i` has the weights of player `i`.
///
/// max^n of weighted payoffs covers a family of searches. The identity is max^n itself. If every other row is minus the
/// payoff of the player at the root, it is paranoid search. A row that has the player's own payoff, and half of each other
/// payoff subtracted, plays for the difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SocialWeights {
    rows: [[i16; MAX_PLAYERS]; MAX_PLAYERS],
    /// Added to each player's weighted payoff, so that it fits.
    shifts: [i64; MAX_PLAYERS],
}

impl SocialWeights {
    /// Everybody cares for their own payoff only.
    #[must_use]
    pub fn selfish() -> Self {
        let mut weights = Self { rows: [[0; MAX_PLAYERS]; MAX_PLAYERS], shifts: [0; MAX_PLAYERS] };
        for player in Player::all(MAX_PLAYERS) {
            weights.rows[player.lane()][player.lane()] = 1;
        }
        weights
    }

    /// The same with this row of `player`: the weight of every seat, seat 1 first.
    ///
    /// # Panics
    /// When there are more than [`MAX_PLAYERS`] weights.
    #[must_use]
    pub fn with_row(mut self, player: Player, row: &[i16]) -> Self {
        self.rows[player.lane()] = [0; MAX_PLAYERS];
        self.rows[player.lane()][..row.len()].copy_from_slice(row);
        self
    }

    /// The weight that `player` gives to the payoff of `other`.
    #[must_use]
    pub fn weight(&self, player: Player, other: Player) -> i16 {
        self.rows[player.lane()][other.lane()]
    }

    /// The row of a player with one weight for their own payoff and another for those of all other sides. Partners have
    /// the same payoff, which counts once.
    #[must_use]
    pub fn row<G: Game>(game: &G, player: Player, own: i16, others: i16) -> Vec<i16> {
        let weight = |other| match other == player {
            true => own,
            false if game.side(other) == game.side(player) => 0,
            false => others,
        };
        Player::all(game.players()).map(weight).collect()
    }

    /// The *directed offensive* of MP-Mix (Zuckerman, Felner and Kraus 2009): the side of `root` wants `leader` to have
    /// as little as possible, and among equals the most for itself. Everybody else plays for themselves.
    ///
    /// The first wish outweighs the second wherever the product of both spans fits into 16 bits. Where it does not, it has
    /// the largest weight that fits.
    ///
    /// # Errors
    /// If `range` does not declare the least and the greatest payoffs, or they are too far apart.
    pub fn against<G: Game>(game: &G, range: &Range, root: Player, leader: Player) -> Result<Self, SearchError> {
        let (Some(minp), Some(maxp)) = (range.minp, range.maxp) else { return Err(SearchError::NoRange) };
        let span = |player: Player| i64::from(maxp[player]) - i64::from(minp[player]);
        let mut weights = Self::selfish();
        for player in Player::all(game.players()).filter(|&player| game.side(player) == game.side(root)) {
            let most = (i64::from(i16::MAX) - span(player)) / span(leader).max(1);
            let factor = (span(player) + 1).min(most);
            if factor < 1 {
                return Err(SearchError::WeightsTooLarge);
            }
            weights.rows[player.lane()][leader.lane()] = -factor as i16;
            weights.shifts[player.lane()] = factor * i64::from(minp[leader]) - i64::from(minp[player]);
        }
        Ok(weights)
    }

    /// The payoff of `player` before it was weighed by [`against`](Self::against).
    #[must_use]
    pub fn before_attack(&self, weighed: &Payoff, player: Player, leader: Player) -> i16 {
        let lane = player.lane();
        let weight = i64::from(self.rows[lane][leader.lane()]);
        (i64::from(weighed[player]) - self.shifts[lane] - weight * i64::from(weighed[leader])) as i16
    }

    fn are_selfish(&self, players: usize) -> bool {
        let selfish = Self::selfish();
        (0..players).all(|seat| self.rows[seat][..players] == selfish.rows[seat][..players] && self.shifts[seat] == 0)
    }

    /// The weighted sum of one player's row.
    fn weighed_by(&self, player: Player, players: usize, payoff: impl Fn(Player, i16) -> i64) -> i64 {
        let row = &self.rows[player.lane()];
        let sum: i64 = Player::all(players).map(|other| payoff(other, row[other.lane()])).sum();
        sum + self.shifts[player.lane()]
    }

    /// What payoffs are worth to everybody.
    fn weigh(&self, payoff: &Payoff, players: usize) -> Payoff {
        Payoff::from_fn(players, |player| {
            self.weighed_by(player, players, |other, weight| i64::from(weight) * i64::from(payoff[other])) as i16
        })
    }

    /// The least and the greatest weighted payoffs, by interval arithmetic. `None` if they do not fit into 16 bits, or are
    /// too far apart for differences to fit.
    fn weigh_bounds(&self, bounds: &Bounds, players: usize) -> Option<Bounds> {
        let mut weighed = Bounds { lo: Payoff::ZERO, up: Payoff::ZERO };
        for player in Player::all(players) {
            let end = |low: bool| {
                self.weighed_by(player, players, |other, weight| {
                    let end = if (weight >= 0) == low { bounds.lo[other] } else { bounds.up[other] };
                    i64::from(weight) * i64::from(end)
                })
            };
            let (lo, up) = (i16::try_from(end(true)).ok()?, i16::try_from(end(false)).ok()?);
            up.checked_sub(lo)?;
            (weighed.lo[player], weighed.up[player]) = (lo, up);
        }
        Some(weighed)
    }

    /// The range of weighted payoffs.
    fn weigh_range(&self, range: &Range, players: usize) -> Result<Range, SearchError> {
        let (Some(lo), Some(up)) = (range.minp, range.maxp) else { return Err(SearchError::NoRange) };
        let weighed = self.weigh_bounds(&Bounds { lo, up }, players).ok_or(SearchError::WeightsTooLarge)?;
        let columns: Vec<i64> =
            (0..players).map(|seat| self.rows[..players].iter().map(|row| i64::from(row[seat])).sum()).collect();
        let shift: i64 = self.shifts[..players].iter().sum();
        let sum = |sum: i64| i32::try_from(sum + shift).ok();
        let (minsum, maxsum) = if columns.iter().all(|&column| column == columns[0]) {
            let ends = [range.minsum, range.maxsum].map(|end| end.map(|end| i64::from(end) * columns[0]));
            if columns[0] >= 0 { (ends[0], ends[1]) } else { (ends[1], ends[0]) }
        } else {
            let end = |low: bool| {
                let ends = Player::all(players).zip(&columns).map(|(player, &column)| {
                    column * i64::from(if (column >= 0) == low { lo[player] } else { up[player] })
                });
                Some(ends.sum())
            };
            (end(true), end(false))
        };
        let step = if range.step == 0 { 0 } else { self.least_step(range.step, players) };
        Ok(Range {
            minp: Some(weighed.lo),
            maxp: Some(weighed.up),
            minsum: minsum.and_then(sum),
            maxsum: maxsum.and_then(sum),
            step,
        })
    }

    /// The least difference between two different weighted payoffs of one player. One payoff alone keeps its step; of a
    /// sum of several it is only known that they are whole multiples.
    fn least_step(&self, step: u16, players: usize) -> u16 {
        let of_row = |row: &[i16; MAX_PLAYERS]| {
            let mut weights = row[..players].iter().map(|weight| weight.unsigned_abs()).filter(|&weight| weight > 0);
            let first = weights.next()?;
            let divisor = weights.clone().fold(first, greatest_common_divisor);
            Some(if weights.next().is_none() { divisor.saturating_mul(step) } else { divisor })
        };
        self.rows[..players].iter().filter_map(of_row).min().unwrap_or(step)
    }
}

fn greatest_common_divisor(one: u16, other: u16) -> u16 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

/// An evaluation whose payoffs may be weighed: `v[i]` becomes the sum over `j` of `weight[i][j] * v[j]`.
///
/// Everything that the evaluation declares is weighed too, so prunings and tables work. Without weights it is the
/// evaluation itself. The weights are data, so searches are compiled once for both.
///
/// ```
/// # use cutthroat::*;
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/toy.rs"));
/// # fn main() {
/// let (game, points) = (Pebbles { players: 3 }, AtTheEnd(Range::constant_sum(1, 3)));
/// // Players 2 and 3 do not care for points, but player 1 shall have none.
/// let weights = SocialWeights::selfish().with_row(Player::new(1), &[-1]).with_row(Player::new(2), &[-1]);
/// let against_one = Social::new(points, &weights, &game).unwrap();
/// let heap = Heap { left: 7, mover: 0 };
/// let found = Maxn::new(&game, &against_one).run(&heap).unwrap();
/// let paranoid = Paranoid::new(&game, &points).run(&heap).unwrap();
/// assert_eq!(found.payoff[Player::new(0)], paranoid.payoff[Player::new(0)]);
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Social<E> {
    evaluation: E,
    weights: Option<Arc<SocialWeights>>,
}

impl<E> Social<E> {
    /// The evaluation itself: nothing is weighed.
    #[must_use]
    pub const fn plain(evaluation: E) -> Self {
        Self { evaluation, weights: None }
    }

    /// Weighs the payoffs of `evaluation`.
    ///
    /// # Errors
    /// If the evaluation does not declare the least and the greatest payoff of each player, or weighted payoffs do not fit
    /// into 16 bits.
    pub fn new<G: Game>(evaluation: E, weights: &SocialWeights, game: &G) -> Result<Self, SearchError>
    where
        E: Evaluation<G>,
    {
        if weights.are_selfish(game.players()) {
            return Ok(Self::plain(evaluation));
        }
        weights.weigh_range(&evaluation.range(game), game.players())?;
        Ok(Self { evaluation, weights: Some(Arc::new(*weights)) })
    }

    /// The evaluation that is weighed.
    #[must_use]
    pub const fn evaluation(&self) -> &E {
        &self.evaluation
    }

    /// Players who can ensure a payoff may want another here. What is counted in every line remains true.
    fn unless_weighed(&self, ensured: Ensured) -> Ensured {
        Ensured { payoff: ensured.payoff.filter(|_| self.weights.is_none()), ..ensured }
    }
}

#[cold]
#[inline(never)]
fn weighed(weights: &SocialWeights, payoff: &Payoff, players: usize) -> Payoff {
    weights.weigh(payoff, players)
}

#[cold]
#[inline(never)]
fn weighed_bounds(weights: &SocialWeights, bounds: &Bounds, players: usize) -> Option<Bounds> {
    weights.weigh_bounds(bounds, players)
}

impl<G: Game, E: Evaluation<G>> Evaluation<G> for Social<E> {
    const ENUMERATES: bool = E::ENUMERATES;

    fn range(&self, game: &G) -> Range {
        let range = self.evaluation.range(game);
        match &self.weights {
            None => range,
            Some(weights) => weights.weigh_range(&range, game.players()).unwrap_or_default(),
        }
    }

    #[inline(always)]
    fn evaluate(&self, game: &G, state: &G::State) -> Payoff {
        let payoff = self.evaluation.evaluate(game, state);
        match &self.weights {
            None => payoff,
            Some(weights) => weighed(weights, &payoff, game.players()),
        }
    }

    #[inline(always)]
    fn payoff_bounds(&self, game: &G, state: &G::State) -> Option<Bounds> {
        let bounds = self.evaluation.payoff_bounds(game, state);
        match (&self.weights, &bounds) {
            (Some(weights), Some(bounds)) => weighed_bounds(weights, bounds, game.players()),
            _ => bounds,
        }
    }

    #[inline(always)]
    fn renews_bounds(&self, game: &G, state: &G::State) -> bool {
        self.evaluation.renews_bounds(game, state)
    }

    fn outcomes(&self, game: &G) -> Option<Vec<Outcome>> {
        let mut outcomes = self.evaluation.outcomes(game)?;
        if let Some(weights) = &self.weights {
            for outcome in &mut outcomes {
                outcome.payoff = weights.weigh(&outcome.payoff, game.players());
            }
        }
        Some(outcomes)
    }

    #[inline(always)]
    fn outcome(&self, game: &G, state: &G::State) -> usize {
        self.evaluation.outcome(game, state)
    }

    #[inline(always)]
    fn counted_bounds(&self, game: &G, state: &G::State) -> Option<Bounds> {
        self.evaluation.counted_bounds(game, state)
    }

    #[inline]
    fn ensured(&self, game: &G, state: &G::State) -> Option<Ensured> {
        self.evaluation.ensured(game, state).map(|ensured| self.unless_weighed(ensured))
    }

    #[inline]
    fn ensured_by(&self, game: &G, state: &G::State, seats: u8) -> Option<Ensured> {
        self.evaluation.ensured_by(game, state, seats).map(|ensured| self.unless_weighed(ensured))
    }

    #[inline]
    fn side_bounds(&self, game: &G, state: &G::State, root: Player, limits: (i32, i32)) -> Option<SideBounds> {
        if self.weights.is_some() { None } else { self.evaluation.side_bounds(game, state, root, limits) }
    }

    #[inline]
    fn memo(&self, game: &G, state: &G::State) -> Option<Memo> {
        let memo = self.evaluation.memo(game, state)?;
        let Some(weights) = &self.weights else { return Some(memo) };
        let unshifted = SocialWeights { shifts: [0; MAX_PLAYERS], ..**weights };
        Some(Memo { base: weighed(&unshifted, &memo.base, game.players()), ..memo })
    }

    #[inline]
    fn counted_memo(&self, game: &G, state: &G::State) -> Option<Memo> {
        let counted = self.evaluation.counted_memo(game, state)?;
        if self.weights.is_none() {
            return Some(counted);
        }
        // The same preferences of everybody for themselves need not be the same weighted preferences; the same payoffs are.
        let payoffs = self.evaluation.memo(game, state)?;
        Some(Memo { key: payoffs.key ^ counted.key.rotate_left(64), ..counted })
    }
}
