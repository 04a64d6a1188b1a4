//! Utilities as evaluations of their games.

/// Makes a [`Utility`] of the rules `$rules` an evaluation of their game.
macro_rules! evaluates {
    ($rules:ty, $utility:ty) => {
        impl cutthroat::Evaluation<$crate::cards::TrickGame<$rules>> for $utility {
            fn range(&self, game: &$crate::cards::TrickGame<$rules>) -> cutthroat::Range {
                $crate::cards::utility::Utility::range(self, game)
            }

            #[inline(always)]
            fn evaluate(
                &self,
                game: &$crate::cards::TrickGame<$rules>,
                position: &$crate::cards::Position,
            ) -> cutthroat::Payoff {
                $crate::cards::utility::evaluate(self, game, position)
            }

            #[inline(always)]
            fn payoff_bounds(
                &self,
                game: &$crate::cards::TrickGame<$rules>,
                position: &$crate::cards::Position,
            ) -> Option<cutthroat::Bounds> {
                $crate::cards::utility::payoff_bounds(self, game, position)
            }

            /// They depend on what has been taken, and so change when a trick is over.
            #[inline(always)]
            fn renews_bounds(&self, _: &$crate::cards::TrickGame<$rules>, position: &$crate::cards::Position) -> bool {
                position.played() == 0
            }

            fn outcomes(&self, game: &$crate::cards::TrickGame<$rules>) -> Option<Vec<cutthroat::Outcome>> {
                $crate::cards::utility::outcomes(self, game)
            }

            #[inline(always)]
            fn outcome(&self, game: &$crate::cards::TrickGame<$rules>, position: &$crate::cards::Position) -> usize {
                $crate::cards::utility::outcome(game, position)
            }

            #[inline(always)]
            fn counted_bounds(
                &self,
                game: &$crate::cards::TrickGame<$rules>,
                position: &$crate::cards::Position,
            ) -> Option<cutthroat::Bounds> {
                $crate::cards::utility::counted_bounds(self, game, position)
            }

            #[inline]
            fn ensured(
                &self,
                game: &$crate::cards::TrickGame<$rules>,
                position: &$crate::cards::Position,
            ) -> Option<cutthroat::Ensured> {
                $crate::cards::utility::ensured(self, game, position)
            }

            fn ensured_by(
                &self,
                game: &$crate::cards::TrickGame<$rules>,
                position: &$crate::cards::Position,
                seats: u8,
            ) -> Option<cutthroat::Ensured> {
                $crate::cards::utility::ensured_by(self, game, position, seats)
            }

            #[inline]
            fn side_bounds(
                &self,
                game: &$crate::cards::TrickGame<$rules>,
                position: &$crate::cards::Position,
                root: cutthroat::Player,
                limits: (i32, i32),
            ) -> Option<cutthroat::SideBounds> {
                $crate::cards::utility::side_bounds(self, game, position, root, limits)
            }

            #[inline]
            fn memo(
                &self,
                game: &$crate::cards::TrickGame<$rules>,
                position: &$crate::cards::Position,
            ) -> Option<cutthroat::Memo> {
                $crate::cards::utility::memo(self, game, position)
            }

            #[inline]
            fn counted_memo(
                &self,
                game: &$crate::cards::TrickGame<$rules>,
                position: &$crate::cards::Position,
            ) -> Option<cutthroat::Memo> {
                $crate::cards::utility::counted_memo(self, game, position)
            }
        }
    };
}
pub(crate) use evaluates;
