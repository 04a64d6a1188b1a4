//! The only side with trumps.
//!
//! Let one side have all trumps, and one of its players `n` of them, at least one. Let `t` cards of this player, not trumps, be
//! higher than all cards of all others in their suits: *tops*. The side can ensure `n + t` tricks, with any player on lead.
//!
//! A trick to which the side plays a trump is the side's. The partner, if there is one, plays a trump only if they have
//! nothing else, and then the side wins every trick that is left, which are as many as the player has cards. Otherwise the player does
//! this. Where they cannot follow suit they ruff; where they can they play a top if they have one, and else their
//! lowest card; and where they lead they lead tops, and trumps only after these. So a trump of theirs wins, a top of theirs wins when it is
//! played, since no opponent can ruff it and the partner does not, and after both the player leads. A top
//! could be lost only by a discard. Who has trumps does not discard; and who has played the last of them leads, and goes on to
//! lead until no top is left.
//!
//! If the tops of a suit are as many as any other player has cards of it, the player's other cards of the suit are tops when
//! these have been played: every other player has followed suit as long as they could. So they count too.

use super::lanes::{above_all, highest};
use super::{Counted, PLACES, Sides, SureOfSides};

impl Sides {
    /// What a player who does not lead ensures for their side, if the other side has no trumps: their trumps, and their highest
    /// cards of other suits.
    #[inline]
    pub(in super::super) fn guarded_by_trumps(&self, wanted: [u32; 2], sure: &mut SureOfSides) {
        let all = self.hands.iter().fold(0, |all, hand| all | hand);
        for seat in 1..PLACES {
            let (own, side) = (self.hands[seat], seat % 2);
            let against = self.hands[(seat + 1) % PLACES] | self.hands[(seat + 3) % PLACES];
            let tops = own & above_all(all & !own) & !self.trumps;
            if own & self.trumps == 0 || against & self.trumps != 0 || tops == 0 {
                continue;
            }
            let trumps = self.length(seat, self.trump_shift).min(wanted[side]);
            let mut guarded = Counted { wanted: wanted[side] - trumps, tricks: 0, rests_on: 0 };
            for shift in [0, 16, 32, 48] {
                let tops = tops & 0xffff << shift;
                if tops != 0 {
                    let others = (0..PLACES).filter(|other| *other != seat);
                    let longest = others.map(|other| self.length(other, shift)).max().unwrap_or(0);
                    let count = tops.count_ones();
                    let tricks = if count >= longest { self.length(seat, shift) } else { count };
                    guarded.count(tricks, highest(tops, longest));
                }
            }
            let tricks = (trumps + guarded.tricks) as u8;
            if tricks > sure.tricks[side] {
                sure.tricks[side] = tricks;
                sure.rests_on[side] = guarded.rests_on;
            }
        }
    }
}
