//! Players who choose from a view without a search.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::order::MoveOrder;
use crate::player::{AtRandom, Choice};
use crate::search::SearchError;

use super::{Hidden, Knowledge, Reader};

impl<G: Hidden> Reader<G> for AtRandom {
    fn choose(&mut self, game: &G, known: Knowledge<'_, G>, seed: u64) -> Result<Choice<G::Move>, SearchError> {
        let mut moves = Vec::new();
        game.moves_of(known.view, &mut moves);
        let place = ChaCha8Rng::seed_from_u64(seed).random_range(0..moves.len() as u64);
        Ok(Choice { mv: moves[place as usize], searched: None })
    }
}

/// Plays the first move of an order that sees only what the seat knows: hidden hands are all that they may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FirstOfBlindOrder<M>(pub M);

impl<M> FirstOfBlindOrder<M> {
    /// The legal moves of the seat, in this order.
    pub fn ordered<G: Hidden>(&self, game: &G, view: &G::View) -> Vec<G::Move>
    where
        M: MoveOrder<G>,
    {
        let mut moves = Vec::new();
        game.moves_of(view, &mut moves);
        let mut places: Vec<u16> = (0..moves.len() as u16).collect();
        self.0.arrange(game, &game.possible_state(view), &moves, &mut places);
        places.iter().map(|&place| moves[usize::from(place)]).collect()
    }
}

impl<G: Hidden, M: MoveOrder<G>> Reader<G> for FirstOfBlindOrder<M> {
    fn choose(&mut self, game: &G, known: Knowledge<'_, G>, _: u64) -> Result<Choice<G::Move>, SearchError> {
        Ok(Choice { mv: self.ordered(game, known.view)[0], searched: None })
    }
}
