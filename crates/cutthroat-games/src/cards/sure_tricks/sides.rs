//! What two sides are sure of where a trick begins: two partners against two, or one player against two.
//!
//! Partners help each other, so a side is sure of more than its players are one by one. All of this is what a side can
//! *ensure*; together with the trumps that a player takes in every line of play (see the [parent module](super)) it is
//! the only bound that a search of two sides needs. It is asked at every trick, so it is arithmetic on whole hands: the
//! four suits of a hand are four lanes of a word. One against two is the same with an empty hand: it never plays, so whatever
//! holds for every hand of a side holds with it too.
//!
//! **Trumps of a side.** Let the `k` highest trumps be held by one side, whose hands have `e` and `w` trumps. The side can
//! ensure `min(k, max(e, w))` tricks with its trumps, in any number of plain tricks between. By induction on the cards
//! left; call the `k` highest trumps *tops*, and the number to be shown `n`.
//! Where neither plays a trump nothing changes. Where one of the two plays a trump and the other none: if their hand
//! is the longer one and not longer than `k`, they play a top, which wins, and both numbers are one less; if they have
//! no top, the other has all `k` and as many trumps, so any card will do. If their hand is longer than `k`, or the other hand
//! is as long, a low trump changes nothing that counts; and if they have nothing but tops, a top wins the trick. Where both
//! play trumps, one plays a top, which wins, and the other a low trump if they have one: `k` and the longer hand are one
//! less. If neither has a low trump, `k` is `e + w`, so it is one less than that still at least the longer hand was. For less than `k` tops the
//! same is true, so the bound rests on the `n` highest trumps only. Trumps that a player has beyond those of all others are
//! won whatever their ranks are; if no more are wanted, they rest on none.
//!
//! **Plain tricks at once.** The plan of the leader's side is always the same. If the leader's trumps from the top are as
//! many as any opponent has, the leader draws trumps. Then the leader takes their top cards, crosses to the partner, and
//! the partner takes theirs.
//!
//! *The leader's part.* A card that is higher than every card of the suit that the opponents hold wins if the partner
//! plays under it and nobody ruffs. The partner plays under it if all of their cards of the suit are lower, or if they
//! have enough lower ones: as many as the leader takes tricks in the suit, and as many more as they have to discard
//! meanwhile. While an opponent with trumps has to follow, they do not ruff.
//!
//! *The partner's part.* By then the partner has played the lowest cards of each suit that the leader has led, and
//! discarded what wins nothing. Of what is left, the cards win that are higher than those of the opponents and those that
//! the leader has left. The partner comes on lead where one of these is led to by the leader, who has a card of the suit
//! left, and that trick is one of theirs; or by a trump, if theirs is the highest.
//!
//! In both parts, if the top cards and what was led of the suit before are as many as any opponent has cards of the suit,
//! the rest of the suit wins too, unless the other partner has cards of it left.
//!
//! **No trick is counted twice.** Plain tricks are won by plain cards, and a partner who had nothing but trumps would have
//! to ruff the winner of their own side; so there are no more plain tricks than either of the two has plain cards to play
//! to them. The plan plays no trumps but those that are drawn or one that is led to the partner. These win, and no two that
//! are counted as held together are played to one trick: so what was said about the trumps of a side still holds after it.

mod lanes;
mod only_trumps;
mod without_trumps;

use cutthroat::Player;

use crate::cards::card::{Cards, Suit};
use crate::cards::position::Position;
use crate::cards::relative::lengths;
use crate::cards::rules::Rules;
use crate::cards::trick::TrickGame;
use crate::cards::two_sides::{PLACES, TwoSides};
use lanes::{above_all, at_least, counts, highest, larger, lowest, nth, smaller, some, sum};

/// What the two sides can ensure, the leader's first, and the cards that rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SureOfSides {
    pub(crate) tricks: [u8; 2],
    pub(crate) rests_on: [u64; 2],
}

impl SureOfSides {
    /// Whether one side has all that is `wanted` of it.
    #[inline]
    fn is_enough(&self, wanted: [u32; 2]) -> bool {
        (0..2).any(|side| wanted[side] > 0 && u32::from(self.tricks[side]) >= wanted[side])
    }
}

/// The hands where a trick begins, from the leader on.
pub(super) struct Sides {
    hands: [u64; PLACES],
    /// How many cards of each suit they have, in lanes.
    lengths: [u64; PLACES],
    trumps: u64,
    /// The place of the trump suit in a word, if there are trumps in play.
    trump_shift: u32,
    /// The suits of which each may still play a card to the trick before.
    pub(super) may_lose: [u64; PLACES],
}

/// What a side takes in one plain suit.
#[derive(Clone, Copy, Default)]
struct Plan {
    /// The tricks of the leader.
    led: u32,
    /// Those of the partner afterwards.
    later: u32,
    /// Whether the partner comes on lead by it.
    is_entry: bool,
    /// The high cards of the leader and of the partner that win, if their rank is what wins.
    tops: u64,
    later_tops: u64,
}

/// The tricks of one hand that are counted, until there are enough, and the cards that they rest on.
#[derive(Clone, Copy)]
struct Counted {
    wanted: u32,
    tricks: u32,
    rests_on: u64,
}

impl Counted {
    /// Counts tricks of one suit. The first are won by its `tops`, and all others rest on these.
    #[inline]
    fn count(&mut self, tricks: u32, tops: u64) {
        let needed = tricks.min(self.wanted - self.tricks);
        self.tricks += needed;
        if needed > 0 && tops != 0 {
            let used = if needed < tops.count_ones() { highest(tops, needed) } else { tops };
            self.rests_on |= lowest(used);
        }
    }

    /// Counts tricks of all suits. In each the first `found` are won by its `tops`, and all others rest on these.
    #[inline]
    fn count_suits(&mut self, tricks: u64, tops: u64, found: u64) {
        for shift in [0, 16, 32, 48] {
            let of_suit = |numbers: u64| (numbers >> shift) as u32 & 0xffff;
            let needed = of_suit(tricks).min(self.wanted - self.tricks);
            self.tricks += needed;
            if needed > 0 && tops & 0xffff << shift != 0 {
                self.rests_on |= nth(tops & 0xffff << shift, needed.min(of_suit(found)));
            }
        }
    }
}

impl Sides {
    #[inline]
    fn length(&self, seat: usize, shift: u32) -> u32 {
        (self.lengths[seat] >> shift) as u32 & 0xffff
    }

    #[inline]
    fn has_trumps(&self, seat: usize) -> bool {
        self.hands[seat] & self.trumps != 0
    }

    /// The trumps of both sides: what each player takes in every line of play, or what the two ensure together. Returns
    /// the trumps of the leader's side that are counted because they are held together.
    #[inline]
    pub(super) fn trump_tricks(&self, wanted: [u32; 2], sure: &mut SureOfSides) -> u64 {
        let all = self.hands.iter().fold(0, |all, hand| all | hand) & self.trumps;
        let first_side = self.hands[0] | self.hands[2];
        // Of each player, how many of their trumps and of those they are paired off with were seen.
        let (mut paired, mut tricks, mut last) = ([0_u32; 4], [0_u32; 2], [0_u64; 4]);
        let mut left = all;
        let mut seen = 0;
        let (mut tops, mut tops_end) = (0, false);
        let owner_of_top = usize::from(all & all.wrapping_neg() & first_side == 0);
        while left != 0 {
            let card = left & left.wrapping_neg();
            left &= left - 1;
            let seat = if card & first_side != 0 {
                2 * usize::from(card & self.hands[2] != 0)
            } else {
                1 + 2 * usize::from(card & self.hands[3] != 0)
            };
            let side = seat % 2;
            tops_end |= side != owner_of_top;
            tops += u32::from(!tops_end);
            // Whether a higher trump of another player is left to pair it off with.
            if seen > paired[seat] {
                paired[seat] += 2;
            } else {
                if tricks[side] < wanted[side] {
                    tricks[side] += 1;
                    last[seat] = card;
                }
                paired[seat] += 1;
            }
            seen += 1;
        }
        for side in 0..2 {
            sure.tricks[side] = tricks[side] as u8;
            let more = |seat: usize| (2 * self.length(seat, self.trump_shift)).saturating_sub(seen);
            if tricks[side] > more(side) + more(side + 2) {
                sure.rests_on[side] = last[side] | last[side + 2];
            }
        }
        let side = owner_of_top;
        let longer = self.length(side, self.trump_shift).max(self.length(side + 2, self.trump_shift));
        let together = tops.min(longer).min(wanted[side]);
        if together <= tricks[side] {
            return 0;
        }
        let counted = highest(all, together);
        sure.tricks[side] = together as u8;
        sure.rests_on[side] = lowest(counted);
        if side == 0 { counted } else { 0 }
    }

    /// What the leader, and then the partner, takes in a plain suit, before an opponent ruffs the `before_ruff + 1`st trick, if the
    /// partner makes at most this many discards meanwhile.
    #[inline]
    fn plan(&self, shift: u32, before_ruff: u32, discards: u32) -> Plan {
        let suit = 0xffff << shift;
        let [own, next, partners, last] = self.hands.map(|hand| hand & suit);
        let against = next | last;
        let free = above_all(against);
        let longest = self.length(1, shift).max(self.length(3, shift));
        let mut plan = Plan::default();
        let mut tops = own & free;
        let mut count = tops.count_ones();
        if count > before_ruff {
            tops = highest(tops, before_ruff);
            count = before_ruff;
        }
        if count > 0 {
            let down_to = lowest(tops) | (lowest(tops) - 1);
            if partners & down_to != 0 && (partners & !down_to).count_ones() < count + discards {
                tops &= above_all(partners);
                count = tops.count_ones();
            }
            if count > 0 {
                let rest_wins = count >= longest && self.length(2, shift) <= count;
                plan.led = if rest_wins { self.length(0, shift).min(before_ruff) } else { count };
                if against | partners != 0 {
                    plan.tops = tops;
                }
            }
        }
        if partners & free == 0 || self.length(2, shift) <= plan.led || before_ruff <= plan.led {
            return plan;
        }
        let left = own & !highest(own, plan.led);
        let kept = highest(partners, self.length(2, shift) - plan.led);
        let before_ruff = before_ruff - plan.led;
        let mut tops = kept & free & above_all(left);
        let mut count = tops.count_ones();
        if count > before_ruff {
            tops = highest(tops, before_ruff);
            count = before_ruff;
        }
        if count > 0 {
            plan.is_entry = left != 0;
            let rest_wins = plan.led + count >= longest && left.count_ones() <= count;
            plan.later = if rest_wins { kept.count_ones().min(before_ruff) } else { count };
            if against | left != 0 {
                plan.later_tops = tops;
            }
        }
        plan
    }

    /// The most tricks that the leader's side can take at once with plain cards: no suit brings more than the longer hand has cards of
    /// it; nor more than it has tops, unless these are as many as any opponent has cards of it.
    #[inline]
    fn most_plain(&self, plain_tops: u64) -> u32 {
        let (tops, longer) = (counts(plain_tops), larger(self.lengths[0], self.lengths[2]));
        let rest_wins = at_least(tops, larger(self.lengths[1], self.lengths[3])) & some(tops);
        sum(longer & rest_wins | smaller(tops, longer) & !rest_wins)
    }

    /// Whether the leader's side may have as many tricks as are `wanted`, with trumps and at once.
    #[inline]
    fn may_have(&self, wanted: u32) -> bool {
        let tops = (self.hands[0] | self.hands[2]) & above_all(self.hands[1] | self.hands[3]) & !self.trumps;
        self.length(0, self.trump_shift) + self.length(2, self.trump_shift) + self.most_plain(tops) >= wanted
    }

    /// What the leader's side takes at once with plain cards, as far as it is `wanted`, and the cards that rests on. Two trumps that
    /// are `counted` as held together are not played to one trick.
    #[inline]
    fn plain_tricks(&self, counted: u64, wanted: u32) -> (u32, u64) {
        let [leader, next, partner, last] = self.hands;
        let free = above_all(next | last);
        let plain_tops = (leader | partner) & free & !self.trumps;
        let most = self.most_plain(plain_tops);
        if most < wanted || wanted == 0 {
            return (0, 0);
        }
        if self.trumps == 0 {
            return self.taken_at_once(wanted);
        }
        let to_draw =
            if self.trumps == 0 { 0 } else { self.length(1, self.trump_shift).max(self.length(3, self.trump_shift)) };
        let drawing = highest(leader & self.trumps & above_all(partner) & free, to_draw);
        let drawn = to_draw == 0 || drawing.count_ones() >= to_draw && partner & counted == 0;
        let drawing = if drawn { drawing } else { 0 };
        let draws = drawing.count_ones();
        let plain_of_partner = (partner & !self.trumps).count_ones();
        let discards_to_trumps = if draws > 0 { draws.saturating_sub((partner & self.trumps).count_ones()) } else { 0 };
        let mut discards = discards_to_trumps;
        for shift in [0, 16, 32, 48] {
            if leader & plain_tops & 0xffff << shift != 0 {
                discards += self.length(0, shift).saturating_sub(self.length(2, shift));
            }
        }
        let plain_of_partner = plain_of_partner.saturating_sub(discards_to_trumps);
        let plain_of_leader = (leader & !self.trumps).count_ones();
        let most = if partner == 0 { wanted } else { plain_of_partner };
        let mut quick = Counted { wanted: wanted.min(most), tricks: 0, rests_on: 0 };
        let mut plans = [Plan::default(); 4];
        let (mut later, mut is_entry) = (0, false);
        for (plan, shift) in plans.iter_mut().zip([0, 16, 32, 48]) {
            if plain_tops & 0xffff << shift == 0 {
                continue;
            }
            let ruffed_after = |seat: usize| {
                let may_lose = self.may_lose[seat] >> shift & 1 == 1;
                let followed = || self.length(seat, shift).saturating_sub(u32::from(may_lose));
                if drawn || !self.has_trumps(seat) { u32::MAX } else { followed() }
            };
            *plan = self.plan(shift, ruffed_after(1).min(ruffed_after(3)), discards);
            quick.count(plan.led, plan.tops);
            later += plan.later;
            is_entry |= plan.is_entry;
        }
        if quick.tricks < wanted && later > 0 {
            let best = partner & self.trumps & free;
            let best = best & best.wrapping_neg();
            // A trump of the leader below the partner's best one.
            let to_best = leader & self.trumps & !counted & !best.wrapping_sub(1);
            let by_trump = drawing == 0 && best != 0 && to_best != 0;
            if is_entry || by_trump {
                let most = plain_of_partner.min(plain_of_leader);
                quick.wanted = wanted.min(most).max(quick.tricks);
                if !is_entry && quick.wanted > quick.tricks {
                    quick.rests_on |= best;
                }
                // The suit by which the partner comes on lead first.
                for is_entry in [true, false] {
                    for plan in plans.iter().filter(|plan| plan.is_entry == is_entry) {
                        quick.count(plan.later, plan.later_tops);
                    }
                }
            }
        }
        if quick.tricks > 0 && drawing != 0 {
            quick.rests_on |= lowest(drawing);
        }
        (quick.tricks, quick.rests_on)
    }

    /// The last trick, in which nobody has a choice.
    #[inline]
    fn last_trick(&self, sure: &mut SureOfSides) {
        let in_play = self.hands.iter().fold(0, |all, hand| all | hand);
        let led = 0xffff << (self.hands[0].trailing_zeros() & 0x30);
        let wins_in = if in_play & self.trumps == 0 { led } else { self.trumps };
        let rivals = in_play & wins_in;
        let best = rivals & rivals.wrapping_neg();
        let side = usize::from((self.hands[0] | self.hands[2]) & best == 0);
        sure.tricks[side] = 1;
        if rivals != best {
            sure.rests_on[side] = best;
        }
    }
}

impl Sides {
    /// The hands where a trick begins, or will begin when the last card has been played to the one before it.
    #[inline]
    pub(super) fn new(hands: [Cards; PLACES], trump: Option<Suit>) -> Self {
        let in_play = hands.iter().fold(Cards::NONE, |all, hand| all | *hand);
        let trump = trump.filter(|trump| !in_play.of(*trump).is_empty());
        Self {
            hands: hands.map(Cards::bits),
            lengths: hands.map(lengths),
            trumps: trump.map_or(0, |trump| trump.cards().bits()),
            trump_shift: trump.map_or(0, |trump| 16 * trump as u32),
            may_lose: [0; PLACES],
        }
    }

    /// What both sides can ensure, the leader's first, as far as it is `wanted`: the less is counted, the fewer cards it
    /// rests on. If one side has all that is wanted of it, nothing more is asked about the other.
    #[inline]
    pub(super) fn ensured(&self, wanted: [u32; 2]) -> SureOfSides {
        let mut sure = SureOfSides::default();
        let own = self.hands[0];
        if own == 0 {
            return sure;
        }
        if own & (own - 1) == 0 {
            self.last_trick(&mut sure);
            return sure;
        }
        let quick = self.at_once(wanted, &mut sure);
        if self.trumps == 0 && !sure.is_enough(wanted) {
            self.later(quick, wanted, &mut sure);
        }
        sure
    }

    /// What both sides take with trumps, and the leader's with plain cards at once. Returns the latter alone.
    #[inline]
    pub(super) fn at_once(&self, wanted: [u32; 2], sure: &mut SureOfSides) -> u32 {
        if self.trumps != 0 && wanted[1] == 0 && !self.may_have(wanted[0]) {
            return 0;
        }
        let counted = if self.trumps == 0 { 0 } else { self.trump_tricks(wanted, sure) };
        if sure.is_enough(wanted) {
            return 0;
        }
        let (quick, rests_on) = self.plain_tricks(counted, wanted[0] - u32::from(sure.tricks[0]));
        sure.tricks[0] += quick as u8;
        sure.rests_on[0] |= rests_on;
        if self.trumps != 0 && !sure.is_enough(wanted) {
            self.guarded_by_trumps(wanted, sure);
        }
        quick
    }
}

impl<R: Rules> TrickGame<R> {
    /// Whether players can be in two sides of which [`TwoSides`] tells, and may lead and discard what they like.
    #[inline]
    pub(crate) fn has_two_sides(&self) -> bool {
        let has_teams = self.players == PLACES && self.rules.parties(PLACES) == 2;
        (has_teams || self.players == 3) && self.rules.breakers().is_empty()
    }

    /// What both sides can ensure where a trick begins, that of `root` first, if tricks are counted, as far as it is `wanted`.
    #[inline]
    pub(crate) fn sure_of_sides(&self, position: &Position, root: Player, wanted: [u32; 2]) -> Option<SureOfSides> {
        let sides = TwoSides::new(self, position, root)?;
        let never_played = position.never_played();
        let wanted = sides.turned(wanted).map(|tricks| tricks + u32::from(never_played));
        let mut sure = Sides::new(sides.hands, self.rules.trump()).ensured(wanted);
        if never_played > 0 {
            sure.tricks = sure.tricks.map(|tricks| tricks.saturating_sub(never_played));
        }
        Some(SureOfSides { tricks: sides.turned(sure.tricks), rests_on: sides.turned(sure.rests_on) })
    }
}
