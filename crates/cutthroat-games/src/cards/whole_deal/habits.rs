//! How people bid, pass and play: guesses that tell likely deals from unlikely ones.

use cutthroat::Player;
use cutthroat::hidden::{Behaviour, Hidden, SeenWorld, scores_by_order, softmax};

use super::super::bids::suggested_bid;
use super::super::pass::{self, chosen_to_pass};
use super::super::rules::Rules;
use super::{DealMove, DealPhase, WholeDeal};

/// Players bid about what their hand is worth, pass most of the cards that a careful player passes, and prefer the first
/// cards of the game's order. Looking, naming trump and discarding tell nothing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TableHabits {
    /// A bid that is off by this many tricks more is less likely by a factor of e.
    pub bid_spread: f64,
    /// The same for every card passed that a careful player keeps.
    pub pass_spread: f64,
    /// The same for every place in the order of cards.
    pub card_spread: f64,
    /// The chance of a move at random.
    pub noise: f64,
}

impl Default for TableHabits {
    fn default() -> Self {
        Self { bid_spread: 0.8, pass_spread: 0.5, card_spread: 1.5, noise: 0.05 }
    }
}

/// The logarithm of a probability that is mixed with pure chance among `number` moves.
fn mixed(probability: f64, number: f64, noise: f64) -> f64 {
    libm::log((1.0 - noise) * probability + noise / number)
}

/// In how many ways `few` of `many` can be chosen.
fn choices(many: usize, few: usize) -> f64 {
    (0..few).map(|i| (many - i) as f64 / (few - i) as f64).product()
}

impl<R: Rules> Behaviour<WholeDeal<R>> for TableHabits {
    fn log_probability(
        &mut self,
        seen: &SeenWorld<WholeDeal<R>>,
        mover: Player,
        moves: &[DealMove],
        chosen: usize,
    ) -> f64 {
        let game = &seen.world.game;
        let view = seen.views.of(mover).view;
        match moves[chosen] {
            DealMove::Bid(_) => {
                let usual = f64::from(suggested_bid(view.hand(), game.rules.trump()));
                let score = |mv: &DealMove| match *mv {
                    DealMove::Bid(bid) => -(f64::from(bid) - usual).abs(),
                    _ => 0.0,
                };
                let scores: Vec<f64> = moves.iter().map(score).collect();
                libm::log(softmax(&scores, chosen, self.bid_spread, self.noise))
            }
            DealMove::Pass(cards) => {
                let (hand, number) = (view.hand(), game.cards_to_pass());
                let usual = chosen_to_pass(hand);
                let raised = |overlap: usize| libm::exp(overlap as f64 / self.pass_spread);
                let (kept, rest) = (usual.len().min(pass::CARDS), hand.len() - usual.len());
                let ways = |overlap: usize| {
                    if number - overlap > rest { 0.0 } else { choices(kept, overlap) * choices(rest, number - overlap) }
                };
                let sum: f64 = (0..=number.min(kept)).map(|overlap| ways(overlap) * raised(overlap)).sum();
                mixed(raised((cards & usual).len()) / sum, moves.len() as f64, self.noise)
            }
            DealMove::Play(_) if view.phase() == DealPhase::Playing => {
                let kernel = game.play_in(view);
                let play = view.play().expect("the play has begun");
                let position = kernel.possible_state(play);
                let card = |mv: &DealMove| if let DealMove::Play(card) = *mv { Some(card) } else { None };
                let cards: Vec<_> = moves.iter().filter_map(card).collect();
                let scores = scores_by_order(&R::Order::default(), &kernel, &position, &cards);
                libm::log(softmax(&scores, chosen, self.card_spread, self.noise))
            }
            _ => 0.0,
        }
    }
}
