//! The hands of two sides where a trick begins, as the leader sees them.

use cutthroat::{Game as _, MAX_PLAYERS, Player};

use super::card::Cards;
use super::position::Position;
use super::rules::Rules;
use super::trick::TrickGame;

/// Places for hands.
pub(crate) const PLACES: usize = 4;

/// The place of the partner. Opponents have those before and after it.
pub(crate) const PARTNER: usize = 2;

/// The hands of two sides where a trick begins: the leader's, an opponent's, the partner's, and an opponent's, as across the
/// table. Of three players one place is empty: the partner's if the leader plays alone, and otherwise that of an opponent
/// before or after the partner.
#[derive(Clone, Copy)]
pub(crate) struct TwoSides {
    pub(crate) hands: [Cards; PLACES],
    /// Whether the side of the root leads.
    pub(crate) ours_leads: bool,
}

impl TwoSides {
    /// The side of `root` and all others against it. None if that is neither two partners across the table from two others nor
    /// one player against two.
    #[inline]
    pub(crate) fn new<R: Rules>(game: &TrickGame<R>, position: &Position, root: Player) -> Option<Self> {
        Self::led_by(game, &position.hands, usize::from(position.numbers().mover), root)
    }

    /// The same if `leader` leads with these hands.
    #[inline]
    pub(crate) fn led_by<R: Rules>(
        game: &TrickGame<R>,
        hands: &[Cards; MAX_PLAYERS],
        leader: usize,
        root: Player,
    ) -> Option<Self> {
        let players = game.players();
        let hand = |player: usize| hands[player % MAX_PLAYERS];
        let is_ours = |player: usize| game.side(Player::new(player)) == game.side(root);
        let ours_leads = is_ours(leader);
        let mut hands = [Cards::NONE; PLACES];
        hands[0] = hand(leader);
        let mut taken = 1;
        for turn in 1..players.min(PLACES + 1) {
            let player = (leader + turn) % players;
            let is_partner = is_ours(player) == ours_leads;
            let place = if is_partner { PARTNER } else { 2 * (turn / 2) + 1 };
            if taken >> place & 1 == 1 || players == PLACES && is_partner != (turn == PARTNER) {
                return None;
            }
            hands[place] = hand(player);
            taken |= 1 << place;
        }
        (players == 3 || players == PLACES).then_some(Self { hands, ours_leads })
    }

    /// Of both sides, from that of the root and the other to the leader's and the other, or back.
    #[inline]
    pub(crate) fn turned<T>(&self, [ours, theirs]: [T; 2]) -> [T; 2] {
        if self.ours_leads { [ours, theirs] } else { [theirs, ours] }
    }
}
