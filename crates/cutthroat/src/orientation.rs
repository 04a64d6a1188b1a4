//! What players seem to want for each other, learned from their moves.

use crate::eval::{Evaluation, Range};
use crate::game::{MAX_PLAYERS, Player};
use crate::hints::SearchHints;
use crate::search::SearchError;
use crate::social::SocialWeights;

/// How much each player seems to care for the payoff of everybody, as shares: the absolute values of a row add up to 1.
///
/// Wilson, Zuckerman and Nau (2011) learn weights for socially oriented search during a game; their rule could not be read,
/// and this one is ours. Each move pulls the weights of its mover towards what the move did for everybody, compared with the
/// mean of all moves. At least half of a row is the player's own payoff.
#[derive(Clone, PartialEq, Debug)]
pub struct Orientations {
    players: usize,
    rows: [[f64; MAX_PLAYERS]; MAX_PLAYERS],
}

/// The least share of a player's own payoff.
const LEAST_OWN: f64 = 0.5;

/// The greatest sum of whole weights of a row.
const MOST_PARTS: i64 = 100;

impl Orientations {
    /// What `weights` say of `players`, to begin with.
    #[must_use]
    pub fn of(weights: &SocialWeights, players: usize) -> Self {
        let mut orientations = Self { players, rows: [[0.0; MAX_PLAYERS]; MAX_PLAYERS] };
        for player in Player::all(players) {
            for other in Player::all(players) {
                orientations.rows[player.lane()][other.lane()] = weights.weight(player, other).into();
            }
            orientations.scale(player);
        }
        orientations
    }

    /// The share of `other` in what `player` wants.
    #[must_use]
    pub fn share(&self, player: Player, other: Player) -> f64 {
        self.rows[player.lane()][other.lane()]
    }

    /// Learns from the move `mv` at `state`: `rate` from 0 to 1 is how much one move counts. Moves are valued by the
    /// evaluation of the position after them.
    ///
    /// # Errors
    /// If the evaluation does not declare the least and the greatest payoffs.
    pub fn learn<G: SearchHints>(
        &mut self,
        game: &G,
        evaluation: &impl Evaluation<G>,
        state: &G::State,
        mv: G::Move,
        rate: f64,
    ) -> Result<(), SearchError> {
        let Some(mover) = game.mover(state) else { return Ok(()) };
        let spans = spans(&evaluation.range(game), self.players)?;
        let value = |mv| {
            let mut after = state.clone();
            game.play(&mut after, mv);
            evaluation.evaluate(game, &after)
        };
        let mut moves = Vec::new();
        game.search_moves(state, &mut moves);
        if moves.len() < 2 {
            return Ok(());
        }
        let (count, played) = (moves.len() as f64, value(mv));
        let mut means = [0.0; MAX_PLAYERS];
        for &mv in &moves {
            let payoff = value(mv);
            for player in Player::all(self.players) {
                means[player.lane()] += f64::from(payoff[player]) / count;
            }
        }
        for (other, span) in Player::all(self.players).zip(spans) {
            let effect = (f64::from(played[other]) - means[other.lane()]) / span.max(1) as f64;
            let share = &mut self.rows[mover.lane()][other.lane()];
            *share = (1.0 - rate) * *share + rate * effect;
        }
        self.scale(mover);
        Ok(())
    }

    /// Makes the row of `player` shares again.
    fn scale(&mut self, player: Player) {
        let own = player.lane();
        let row = &mut self.rows[own][..self.players];
        let others: f64 = row.iter().enumerate().filter(|(seat, _)| *seat != own).map(|(_, share)| share.abs()).sum();
        let sum = others + row[own].max(0.0);
        let kept = if sum > 0.0 { (row[own].max(0.0) / sum).max(LEAST_OWN) } else { 1.0 };
        let factor = if others > 0.0 { (1.0 - kept) / others } else { 0.0 };
        for (seat, share) in row.iter_mut().enumerate() {
            *share = if seat == own { if others > 0.0 { kept } else { 1.0 } } else { *share * factor };
        }
    }

    /// The shares as whole weights, with the row of `root` as in `weights`: a player knows what they themselves want.
    ///
    /// # Errors
    /// If `range` does not declare the least and the greatest payoffs, or they are too far apart.
    pub fn weights(&self, range: &Range, root: Player, weights: &SocialWeights) -> Result<SocialWeights, SearchError> {
        let widest = spans(range, self.players)?.into_iter().max().unwrap_or(1).max(1);
        // Each weight is rounded, so that a row may add up to a little more.
        let parts = (i64::from(i16::MAX) / widest - self.players as i64).clamp(1, MOST_PARTS);
        let mut learned = *weights;
        for player in Player::all(self.players).filter(|&player| player != root) {
            let row: Vec<i16> = self.rows[player.lane()][..self.players]
                .iter()
                .map(|share| (share * parts as f64).round() as i16)
                .collect();
            learned = learned.with_row(player, &row);
        }
        Ok(learned)
    }
}

/// How far apart the payoffs of each player can be.
fn spans(range: &Range, players: usize) -> Result<Vec<i64>, SearchError> {
    let (Some(minp), Some(maxp)) = (range.minp, range.maxp) else { return Err(SearchError::NoRange) };
    Ok(Player::all(players).map(|player| i64::from(maxp[player]) - i64::from(minp[player])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::AtTheEnd;
    use crate::game::Game;
    use crate::payoff::Payoff;

    /// One move of player 1: the row of payoffs with that number.
    struct OneMove(Vec<[i16; 3]>);

    impl Game for OneMove {
        type State = Option<u8>;
        type Move = u8;
        type Undo = ();

        fn players(&self) -> usize {
            3
        }
        fn mover(&self, state: &Option<u8>) -> Option<Player> {
            state.is_none().then(|| Player::new(0))
        }
        fn moves(&self, _: &Option<u8>, moves: &mut Vec<u8>) {
            moves.extend(0..self.0.len() as u8);
        }
        fn play(&self, state: &mut Option<u8>, mv: u8) {
            *state = Some(mv);
        }
        fn undo(&self, state: &mut Option<u8>, _: u8, (): ()) {
            *state = None;
        }
        fn payoff(&self, state: &Option<u8>) -> Payoff {
            Payoff::new(&self.0[usize::from(state.unwrap_or_default())])
        }
    }

    impl SearchHints for OneMove {}

    #[test]
    fn a_move_pulls_towards_what_it_did() {
        let [one, two, three] = [0, 1, 2].map(Player::new);
        // The move costs the mover 2, takes 6 from player 2, and does nothing for player 3, of 10 each.
        let game = OneMove(vec![[5, 8, 3], [3, 2, 3]]);
        let evaluation = AtTheEnd(Range::constant_sum(10, 3));
        let mut learned = Orientations::of(&SocialWeights::selfish(), 3);
        learned.learn(&game, &evaluation, &None, 1, 0.5).unwrap();
        // Against the mean the effects are -0.1, -0.3 and 0; half of each counts, and half of what was there before.
        let (own, other) = (0.45, 0.15);
        assert!((learned.share(one, two) + other / (own + other)).abs() < 1e-9);
        assert!((learned.share(one, one) - own / (own + other)).abs() < 1e-9);
        assert!(learned.share(one, three).abs() < 1e-9);
        assert!((learned.share(two, two) - 1.0).abs() < 1e-9);
        for _ in 0..100 {
            learned.learn(&game, &evaluation, &None, 1, 0.5).unwrap();
        }
        assert!((learned.share(one, one) - 0.5).abs() < 1e-9 && (learned.share(one, two) + 0.5).abs() < 1e-9);
        let weights = learned.weights(&Range::constant_sum(10, 3), two, &SocialWeights::selfish()).unwrap();
        assert_eq!([one, two, three].map(|other| weights.weight(one, other)), [50, -50, 0]);
        assert_eq!(weights.weight(two, two), 1);
        assert_eq!(learned.learn(&game, &AtTheEnd(Range::default()), &None, 1, 0.5), Err(SearchError::NoRange));
    }
}
