//! How likely moves of a whole deal are.

use cutthroat::Player;
use cutthroat::hidden::{Behaviour, Hidden, SeenWorld};

use super::super::habits::TableHabits;
use super::super::rules::Rules;
use super::{DealMove, DealPhase, WholeDeal};

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
                let bid = |mv: &DealMove| if let DealMove::Bid(bid) = *mv { bid } else { 0 };
                let bids: Vec<u8> = moves.iter().map(bid).collect();
                self.log_of_bid(view.hand(), game.rules.trump(), &bids, chosen)
            }
            DealMove::Pass(cards) => self.log_of_pass(view.hand(), cards),
            DealMove::Play(_) if view.phase() == DealPhase::Playing => {
                let kernel = game.play_in(view);
                let play = view.play().expect("the play has begun");
                let card = |mv: &DealMove| if let DealMove::Play(card) = *mv { Some(card) } else { None };
                let cards: Vec<_> = moves.iter().filter_map(card).collect();
                self.log_of_card(&kernel, &kernel.possible_state(play), &cards, chosen)
            }
            _ => 0.0,
        }
    }
}
