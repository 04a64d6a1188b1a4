//! The orders of card games as one type, so that a search of a game is compiled once for all tests.

use cutthroat::MoveOrder;
use cutthroat_games::cards::{Card, Position, Rules, TrickGame, Weighted};

/// One of the orders of a card game.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one of it in a search")]
pub(crate) enum CardOrder<R: Rules> {
    /// As the cards are listed: the reference order, which is worked out like any other.
    Listed,
    /// The order of the game.
    Usual(R::Order),
    /// The order of `solve`.
    Weighted(Weighted),
}

impl<R: Rules> CardOrder<R> {
    /// The order of the game.
    pub(crate) fn usual() -> Self {
        Self::Usual(R::Order::default())
    }
}

impl<R: Rules> MoveOrder<TrickGame<R>> for CardOrder<R> {
    fn arrange(&self, game: &TrickGame<R>, position: &Position, moves: &[Card], order: &mut [u16]) {
        match self {
            Self::Listed => {}
            Self::Usual(usual) => usual.arrange(game, position, moves, order),
            Self::Weighted(weighted) => weighted.arrange(game, position, moves, order),
        }
    }
}
