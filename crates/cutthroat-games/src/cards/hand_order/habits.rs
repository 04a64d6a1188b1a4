//! How players who search choose their cards, learned by imitation.

mod learned;

use super::super::card::Card;
use super::super::position::Position;
use super::super::rules::Rules;
use super::super::trick::TrickGame;
use super::{HandWeights, Sight, merit};

/// How likely a player who searches is to choose each card: a softmax of sums of weights. It looks at the hand of the mover, at
/// the trick and at what is out, as [`HandOrder`](super::HandOrder) does. `examples/learn_hand_habits.rs` found the weights:
/// those that make what players who search have chosen in many deals most likely.
#[derive(Clone, Copy, Debug)]
pub struct HandHabits {
    weights: &'static HandWeights,
}

/// Weights are hundredths.
const UNIT: f64 = 100.0;

/// Others are not quite the players who were imitated, and features leave things out, so that errors of one card after the other
/// go the same way. So likelihoods are raised to this power, and some cards are taken to be chosen at random.
const CERTAINTY: f64 = 0.7;
const NOISE: f64 = 0.1;

impl HandHabits {
    /// Habits with these weights.
    #[must_use]
    pub const fn new(weights: &'static HandWeights) -> Self {
        Self { weights }
    }

    /// The habits that were learned for a game, if any were.
    #[must_use]
    pub fn of_game(name: &str) -> Option<Self> {
        learned::ALL.iter().find(|(game, _)| *game == name).map(|(_, weights)| Self::new(weights))
    }

    /// The logarithm of the probability that the mover plays the legal `card`. Of equivalent cards each is equally likely: who
    /// plays one of two had less of a reason to than who has no other.
    #[must_use]
    pub fn log_of_card<R: Rules>(&self, game: &TrickGame<R>, position: &Position, card: Card) -> f64 {
        let legal = game.legal(position);
        let classes = game.representatives(position, legal);
        let sight = Sight::new(game, position);
        let (mut merits, mut number, mut most, mut chosen) = ([0.0; 64], 0, f64::NEG_INFINITY, 0.0);
        let class = game.representative(classes, card);
        let equivalents =
            legal.of(card.suit()).iter().filter(|&other| game.representative(classes, other) == class).count();
        classes.for_each(|other| {
            let own = f64::from(merit(self.weights, &sight.features(other))) * (CERTAINTY / UNIT);
            if other == class {
                chosen = own;
            }
            merits[number] = own;
            (number, most) = (number + 1, most.max(own));
        });
        let sum: f64 = merits[..number].iter().map(|merit| libm::exp(merit - most)).sum();
        libm::log(((1.0 - NOISE) * libm::exp(chosen - most) / sum + NOISE / number as f64) / equivalents as f64)
    }
}
