//! What two sides are sure of when the last of three players is to play to a trick.
//!
//! **The side of the last to play** can ensure what it can ensure after any card of theirs. Two are tried: the lowest
//! card that wins the trick; and the lowest of the longest suit that does not, unless an opponent is winning the trick and the
//! first is possible. The winner of the trick leads to the next, so [what a side is sure of there](super::sides) is added to the trick.
//!
//! **The other side** must be sure whatever is played. If it is winning the trick and the last to play cannot, it has the trick,
//! and the winner leads: their side takes trumps and plain cards at once as if the hand of the last to play were what it is now,
//! with two differences. That hand has one card less, so it may ruff a suit one trick earlier if it is of that suit. All
//! else that the bound rests on only becomes more favourable when an opponent's card leaves the hand. If it is not sure of the
//! trick, it still has its trumps, and what they guard: neither depends on who leads.
//!
//! **The ranks.** Who wins the trick rests on the rank of the card that does, if another card of its suit is played to it or can be; and
//! what is sure after it may rest on who leads, even for the side that has lost it.

use cutthroat::{Game as _, MAX_PLAYERS, Player};

use super::sides::{Sides, SureOfSides};
use crate::cards::card::{Card, Cards, Suit};
use crate::cards::position::Position;
use crate::cards::rules::Rules;
use crate::cards::trick::TrickGame;
use crate::cards::two_sides::TwoSides;

impl<R: Rules> TrickGame<R> {
    /// What both sides can ensure when the last of three is to play, that of `root` first, if tricks are counted, as far as it
    /// is `wanted`.
    #[inline]
    pub(crate) fn sure_of_last_to_play(
        &self,
        position: &Position,
        root: Player,
        wanted: [u32; 2],
    ) -> Option<SureOfSides> {
        let never_played = position.never_played();
        let wanted = wanted.map(|tricks| tricks + u32::from(never_played));
        let is_ours = |player: u8| self.side(Player::new(usize::from(player))) == self.side(root);
        let turn = position.numbers();
        let mine = usize::from(!is_ours(turn.mover));
        let (trump, legal) = (self.rules.trump(), self.legal(position));
        let taking = legal.iter().filter(|card| card.beats(turn.best, trump)).last();
        let mut sure = SureOfSides::default();
        let mut keep = |side: usize, (tricks, rests_on): (u8, u64)| {
            if tricks > sure.tricks[side] {
                (sure.tricks[side], sure.rests_on[side]) = (tricks, rests_on);
            }
            u32::from(sure.tricks[side]) >= wanted[side]
        };
        let mut is_enough = wanted[mine] == 0;
        if let Some(card) = taking.filter(|_| !is_enough) {
            is_enough = keep(mine, self.sure_after_last(position, root, card, wanted[mine])?);
        }
        if !is_enough && (taking.is_none() || is_ours(turn.winner) == is_ours(turn.mover)) {
            let lowest = Suit::ALL.into_iter().filter_map(|suit| legal.of(suit).last());
            let leaving = lowest.filter(|card| !card.beats(turn.best, trump));
            let longest = leaving.max_by_key(|card| (trump != Some(card.suit()), legal.of(card.suit()).len()));
            if let Some(card) = longest {
                keep(mine, self.sure_after_last(position, root, card, wanted[mine])?);
            }
        }
        let theirs = 1 - mine;
        if wanted[theirs] > 0 {
            keep(theirs, self.sure_whatever_is_last(position, root, taking.is_some(), wanted[theirs])?);
        }
        if never_played > 0 {
            sure.tricks = sure.tricks.map(|tricks| tricks.saturating_sub(never_played));
        }
        Some(sure)
    }

    /// What the side of the last to play can ensure by a card, and the cards that rests on.
    #[inline]
    fn sure_after_last(&self, position: &Position, root: Player, card: Card, wanted: u32) -> Option<(u8, u64)> {
        let turn = position.numbers();
        let trump = self.rules.trump();
        let (leader, best) = if card.beats(turn.best, trump) { (turn.mover, card) } else { (turn.winner, turn.best) };
        let mut hands = position.hands;
        hands[usize::from(turn.mover) % MAX_PLAYERS].remove(card);
        let sides = TwoSides::led_by(self, &hands, usize::from(leader), root)?;
        let is_won = (self.side(Player::new(usize::from(turn.mover))) == self.side(root)) == sides.ours_leads;
        // The side of the last to play leads if it has won the trick.
        let side = usize::from(!is_won);
        let mut left = [0; 2];
        left[side] = wanted - u32::from(is_won);
        let found = Sides::new(sides.hands, trump).ensured(left);
        let mut rests_on = found.rests_on[side];
        // Who leads next matters even if the trick is lost.
        if (position.on_table.cards | card.alone()).of(best.suit()).len() > 1 {
            rests_on |= best.alone().bits();
        }
        Some((found.tricks[side] + u8::from(is_won), rests_on))
    }

    /// What the other side can ensure whatever the last to play plays, who can win the trick or not, and the cards that rests
    /// on.
    #[inline]
    fn sure_whatever_is_last(
        &self,
        position: &Position,
        root: Player,
        can_win: bool,
        wanted: u32,
    ) -> Option<(u8, u64)> {
        let turn = position.numbers();
        let (mover, winner) = (usize::from(turn.mover), usize::from(turn.winner));
        let sides = TwoSides::led_by(self, &position.hands, winner, root)?;
        let mut hands = Sides::new(sides.hands, self.rules.trump());
        let mut found = SureOfSides::default();
        let is_winning = (self.side(Player::new(mover)) == self.side(root)) != sides.ours_leads;
        if can_win || !is_winning {
            // The winner's side is the first.
            let side = usize::from(!is_winning);
            let mut left = [0; 2];
            left[side] = wanted;
            hands.trump_tricks(left, &mut found);
            hands.guarded_by_trumps(left, &mut found);
            return Some((found.tricks[side], found.rests_on[side]));
        }
        let (legal, led) = (self.legal(position), position.on_table.led().suit());
        let suits = if legal.of(led).is_empty() { Cards::PACK } else { led.cards() };
        for (may_lose, hand) in hands.may_lose.iter_mut().zip(&sides.hands) {
            *may_lose = if *hand == position.hands[mover % MAX_PLAYERS] { suits.bits() } else { 0 };
        }
        hands.at_once([wanted - 1, 0], &mut found);
        let by_rank = (position.on_table.cards | legal).of(turn.best.suit()).len() > 1;
        let rank = if by_rank { turn.best.alone().bits() } else { 0 };
        Some((found.tricks[0] + 1, found.rests_on[0] | rank))
    }
}
