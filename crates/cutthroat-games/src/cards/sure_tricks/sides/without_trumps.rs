//! Two sides without trumps in play.
//!
//! **What is lost at once.** If the opponents hold the highest card of every suit that the leader
//! can lead, one of them wins the trick with it and can go on with their highest cards of all suits.
//!
//! **What is guarded.** Let a player's *tops* be their cards that are higher than all cards of the
//! suit in other hands. The player guards some of them, at least one of each suit in which they have one, and plays other
//! cards as long as they can. If another player leads a guarded suit, a top wins the trick, and its owner then takes all that they guard, one
//! after the other. A suit can be led as often as the longest hand of it has cards, since everybody follows; so if all other suits
//! can be led `r` times, and `m` tricks are left, there is room for `m - r` tops until then. A player with room for one top of each of their suits takes as
//! many as there is room for. Both partners do so, and their tops are of different suits, so their tricks are added.
//!
//! If the partners guard together, suits that either of them guards are not led before one of them is on lead. A suit that
//! neither guards is one that the other side has cards of, and it can be led as often as the longer of that side's hands has cards:
//! `r` is less. But only one of the two comes on lead for sure, so the lesser of their numbers counts.
//!
//! **What is stopped.** To stop the others from taking everything, a player need not have the highest card of a suit. Let
//! `k` cards of the others be above a player's best one, all in the hand that plays before theirs. If the player keeps the
//! best card and `k` lower ones, the others win the suit at most `k` times: either they play one of the `k` cards, and the
//! player a low one, or the player's best card wins. (If the hand that plays after theirs had one of the `k` cards, it could
//! beat the player's best card without losing a trick to it.) So a player needs room for `k + 1` cards of each suit that they stop, for
//! the `k` tricks of each suit that the partner stops, and for as many tricks as the others can lead the other suits. If
//! both have it, the others lead a stopped suit once too often. If the side is on lead itself, the leader begins with a card
//! that they need not keep.

use super::lanes::{ACES, above_all, at_least, counts, first, larger, last, smaller, some, sum};
use super::{Counted, Sides, SureOfSides};
use crate::cards::relative::filled;

impl Sides {
    /// What the leader's side takes at once, if that is all that is `wanted`, and the cards that rests on: the [plans](Sides::plan)
    /// of all suits together.
    #[inline]
    pub(super) fn taken_at_once(&self, wanted: u32) -> (u32, u64) {
        let [leader, next, partner, last_hand] = self.hands;
        let [own_length, next_length, length, last_length] = self.lengths;
        let (free, longest) = (above_all(next | last_hand), larger(next_length, last_length));
        let tops = leader & free;
        let found = counts(tops);
        // If the partner has a card among the tops, they need lower ones to play under them, and to discard.
        let discards = sum((larger(own_length, length) - length) & some(found));
        let among = filled(tops);
        let needed = found + u64::from(discards) * ACES;
        let is_blocked = some(counts(partner & among)) & !at_least(counts(partner & !among), needed);
        let tops = tops & (above_all(partner) | !is_blocked);
        let found = counts(tops);
        let rest_wins = some(found) & at_least(found, larger(longest, length));
        let led = own_length & rest_wins | found & !rest_wins;
        let mut quick = Counted { wanted, tricks: 0, rests_on: 0 };
        let by_rank = some(longest | length);
        if sum(led) >= wanted {
            quick.count_suits(led, tops & by_rank, found);
            return (quick.tricks, quick.rests_on);
        }
        // What the partner takes afterwards, who has played a card to every trick of the suit.
        let left = leader & !tops & !rest_wins;
        let kept = larger(length, led) - led;
        let later_tops = partner & free & above_all(left);
        let later_found = smaller(counts(later_tops), kept);
        let entries = some(later_found) & some(counts(left));
        let is_drawn = at_least(led + later_found, longest) & at_least(later_found, counts(left));
        let rest_wins = some(later_found) & is_drawn;
        let later = kept & rest_wins | later_found & !rest_wins;
        if entries == 0 || sum(led) + sum(later) < wanted {
            return (0, 0);
        }
        quick.count_suits(led, tops & by_rank, found);
        let by_rank = some(longest) | entries;
        // The suit by which the partner comes on lead first.
        for suits in [entries, !entries] {
            quick.count_suits(later & suits, later_tops & by_rank, later_found);
        }
        (quick.tricks, quick.rests_on)
    }

    /// What the opponents take at once if the leader's side cannot win the trick, and the cards that rests on.
    #[inline]
    fn lost_at_once(&self, wanted: u32) -> (u8, u64) {
        let [leader, next, partner, last_hand] = self.hands;
        // The highest card of each suit that the leader has.
        let best = first(leader | next | partner | last_hand) & some(self.lengths[0]);
        if best & (leader | partner) != 0 {
            return (0, 0);
        }
        let above = above_all(leader | partner);
        let tops = [next & above & above_all(last_hand), last_hand & above & above_all(next)];
        let of_winner = |seat: usize| if best & self.hands[seat] == 0 { wanted } else { sum(counts(tops[seat / 2])) };
        let least = wanted.min(of_winner(1)).min(of_winner(3));
        (least as u8, if least > 1 { best | last(tops[0]) | last(tops[1]) } else { best })
    }

    /// How many tricks the side of `seat` takes with cards that it guards until it is on lead, as far as they are
    /// `wanted`, and the cards that rests on.
    #[inline]
    fn guarded(&self, seat: usize, wanted: u32) -> (u32, u64) {
        let [own, next, partner, last_hand] = [0, 1, 2, 3].map(|turn| self.hands[(seat + turn) % 4]);
        let above = above_all(next | last_hand);
        let tops = [own & above & above_all(partner), partner & above & above_all(own)];
        let of_suits = tops.map(counts);
        let found = of_suits.map(sum);
        if found[0] + found[1] < wanted || wanted == 0 {
            return (0, 0);
        }
        let lengths = |turn: usize| self.lengths[(seat + turn) % 4];
        let theirs = larger(lengths(1), lengths(3));
        let longest = larger(theirs, larger(lengths(0), lengths(2)));
        let guards = of_suits.map(some);
        let suits = guards.map(|guards| sum(ACES & guards));
        // How often suits can be led that neither guards, or that one of the two does not guard.
        let unguarded = sum(theirs & !(guards[0] | guards[1]));
        let of_others = [unguarded + sum(longest & guards[1]), unguarded + sum(longest & guards[0])];
        let tricks = self.hands[0].count_ones();
        let kept = |player: usize, rounds: u32| {
            let room = tricks.saturating_sub(rounds);
            if room >= suits[player] { found[player].min(room) } else { 0 }
        };
        let together = (0..2).filter(|&player| found[player] > 0).map(|player| kept(player, unguarded)).min();
        let each = kept(0, of_others[0]) + kept(1, of_others[1]);
        let sure = together.unwrap_or(0).max(each).min(wanted);
        let rests_on = if sure == 0 {
            0
        } else if (0..2).all(|player| suits[player] == 0 || sure <= suits[player]) {
            first(tops[0] | tops[1])
        } else {
            last(tops[0] | tops[1])
        };
        (sure, rests_on)
    }

    /// Whether the side of `seat` stops the other from taking everything, and the cards that rests on.
    #[inline]
    fn stopped(&self, seat: usize) -> Option<u64> {
        let [own, next, partner, last] = [0, 1, 2, 3].map(|turn| self.hands[(seat + turn) % 4]);
        // What each of the two needs: room for the tricks of the others, and the cards that they keep.
        let (mut needed, mut rests_on, mut to_lead) = ([0; 2], 0, own);
        for shift in [0, 16, 32, 48] {
            let suit = 0xffff << shift;
            let theirs = self.length((seat + 1) % 4, shift).max(self.length((seat + 3) % 4, shift));
            let stopper = |hand: u64, before: u64, after: u64| {
                let best = hand & hand.wrapping_neg();
                let above = best.wrapping_sub(1) & suit;
                let rounds = (before & above).count_ones();
                let stops = hand != 0 && after & above == 0 && rounds < hand.count_ones().min(theirs);
                stops.then_some((rounds, best))
            };
            let [of_own, of_partner] = [stopper(own & suit, last, next), stopper(partner & suit, next, last)];
            let by_partner = match (of_own, of_partner) {
                (Some(own), Some(partner)) => (partner.0, needed[1]) < (own.0, needed[0]),
                (None, _) => true,
                (_, None) => false,
            };
            let Some((rounds, best)) = (if by_partner { of_partner } else { of_own }) else {
                needed = needed.map(|needed| needed + theirs);
                continue;
            };
            needed = needed.map(|needed| needed + rounds);
            needed[usize::from(by_partner)] += 1;
            rests_on |= best;
            if !by_partner && rounds > 0 {
                to_lead &= !suit;
            }
        }
        let leads_well = seat > 0 || to_lead != 0;
        let tricks = self.hands[0].count_ones();
        let has_room = |hand: u64, needed: u32| hand == 0 || needed <= tricks;
        let stops = rests_on != 0 && leads_well && has_room(own, needed[0]) && has_room(partner, needed[1]);
        stops.then_some(rests_on)
    }

    /// What both sides can ensure beside what the leader's takes `at_once`, until one of them has all that is `wanted`. Whether
    /// everything is stopped is asked only where one trick is enough.
    #[inline]
    pub(super) fn later(&self, at_once: u32, wanted: [u32; 2], sure: &mut SureOfSides) {
        if at_once == 0 {
            (sure.tricks[1], sure.rests_on[1]) = self.lost_at_once(wanted[1]);
        }
        for side in [1, 0] {
            if sure.is_enough(wanted) {
                return;
            }
            let (tricks, rests_on) = self.guarded(side, wanted[side]);
            if tricks > u32::from(sure.tricks[side]) {
                (sure.tricks[side], sure.rests_on[side]) = (tricks as u8, rests_on);
            } else if sure.tricks[side] == 0
                && wanted[side] == 1
                && let Some(rests_on) = self.stopped(side)
            {
                (sure.tricks[side], sure.rests_on[side]) = (1, rests_on);
            }
        }
    }
}
