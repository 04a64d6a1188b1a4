//! The trick kernel: one game for all trick games, with the [`Rules`] as a parameter.

use cutthroat::{Game, MAX_PLAYERS, Partition, Payoff, Player, SearchHints};

use super::card::{Card, Cards};
use super::packed_counts::PackedCounts;
use super::position::{Numbers, OnTable, Position, Turn};
use super::rules::{Moment, Rules};

/// In which order moves are listed: the reference order, which settles ties.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Listing {
    /// Suit by suit, high cards first, cards with points of their own after all others. It depends only on the relative
    /// ranks of the cards in play, so merging equivalent cards or positions merges their ties in the same way: values
    /// under every tie rule are the same with and without merging.
    #[default]
    BySuit,
    /// From high to low by rank across suits: the order of the 2000 paper's Table 2. An order by absolute rank is not a
    /// function of relative ranks. So under the rules `first` and `worst-for-root` merging equivalent cards may change
    /// how a tie is settled.
    ByRank,
}

/// A trick game: the rules `R`, the number of players and the number of tricks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrickGame<R> {
    pub(crate) rules: R,
    pub(crate) players: usize,
    /// How many tricks are played, including those already over.
    pub(crate) tricks: u8,
    /// The total that will have been counted at the end.
    pub(crate) total: u8,
    pub(crate) listing: Listing,
}

impl<R: Rules> TrickGame<R> {
    /// The same game with its moves listed in another order.
    #[must_use]
    pub fn listed(self, listing: Listing) -> Self {
        Self { listing, ..self }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// In which order moves are listed.
    #[must_use]
    pub fn listing(&self) -> Listing {
        self.listing
    }

    /// How many tricks are played in all.
    #[must_use]
    pub fn tricks(&self) -> u8 {
        self.tricks
    }

    /// The total that will have been counted at the end: tricks, or points.
    #[inline]
    #[must_use]
    pub fn total(&self) -> u8 {
        self.total
    }

    /// The number of parties.
    #[inline]
    #[must_use]
    pub fn parties(&self) -> usize {
        self.rules.parties(self.players)
    }

    /// How many tricks are over.
    #[must_use]
    pub fn tricks_over(&self, position: &Position) -> u8 {
        self.tricks - position.tricks_left()
    }

    /// Who led, or will lead, to the trick in progress.
    #[must_use]
    pub fn leader(&self, position: &Position) -> Player {
        let turn = position.numbers();
        Player::new((usize::from(turn.mover) + self.players - usize::from(turn.played)) % self.players)
    }

    /// Every card the mover may play.
    #[inline(always)]
    #[must_use]
    pub fn legal(&self, position: &Position) -> Cards {
        let turn = position.numbers();
        let hand = position.hands[usize::from(turn.mover) % MAX_PLAYERS];
        let moment =
            Moment { first_trick: turn.tricks_left == self.tricks, broken: turn.broken, in_play: position.in_play };
        if turn.played == 0 {
            return self.rules.leads(hand, moment);
        }
        let follows = hand.following(position.on_table.led());
        if follows.is_empty() { self.rules.discards(hand, moment) } else { follows }
    }

    /// Of `legal`, the highest card of each class of equivalent cards. Two cards of a hand are equivalent if no card of
    /// another hand or of the trick in progress lies between them and they carry the same points. They beat the same
    /// cards and lose to the same cards, now and later.
    #[inline(always)]
    #[must_use]
    pub fn representatives(&self, position: &Position, legal: Cards) -> Cards {
        let special = legal & self.rules.special();
        self.highest_of_plain(position, legal - special) | special
    }

    /// The one of `classes`, the [representatives](Self::representatives) of legal cards, to which the legal `card` is
    /// equivalent.
    #[must_use]
    pub fn representative(&self, classes: Cards, card: Card) -> Card {
        let special = self.rules.special();
        if special.has(card) {
            return card;
        }
        // The lowest that is not below it.
        ((classes - special).of(card.suit()) & (Cards::up_to(card) | card.alone())).last().unwrap_or(card)
    }

    /// Of cards without points of their own, the highest of each class of equivalent cards.
    #[inline(always)]
    fn highest_of_plain(&self, position: &Position, plain: Cards) -> Cards {
        plain.highest_of_runs(position.in_play - position.hands[usize::from(position.numbers().mover) % MAX_PLAYERS])
    }

    /// Lists cards in the reference order: the plain ones, and those with points of their own.
    #[inline(always)]
    fn list(&self, plain: Cards, special: Cards, moves: &mut Vec<Card>) {
        match self.listing {
            Listing::ByRank => (plain | special).by_rank(|card| moves.push(card)),
            Listing::BySuit => {
                plain.for_each(|card| moves.push(card));
                special.for_each(|card| moves.push(card));
            }
        }
    }

    /// The legal cards that are equivalent to the legal `card`, itself included.
    #[must_use]
    pub fn equivalent_cards(&self, position: &Position, card: Card) -> Cards {
        let legal = self.legal(position);
        let alone = |other: Card| {
            let pair = card.alone() | other.alone();
            self.representatives(position, pair & legal).len() == 1
        };
        legal.iter().filter(|&other| alone(other)).collect()
    }
}

impl<R: Rules> TrickGame<R> {
    /// Everything except the hands after `card` has been played at `position`.
    #[inline(always)]
    fn table_after(&self, position: &Position, card: Card) -> (Cards, PackedCounts, OnTable) {
        let Position { in_play, mut taken, mut on_table, .. } = *position;
        let turn = on_table.turn.numbers();
        let mut next = on_table.turn;
        if turn.played == 0 || card.beats(turn.best, self.rules.trump()) {
            next = next.won(turn.mover, card);
        }
        next.0 += u64::from(self.rules.points(card)) << Turn::POINTS;
        next.0 |= u64::from(self.rules.breakers().has(card)) << Turn::BROKEN;
        let played = usize::from(turn.played);
        if played + 1 < self.players {
            let seat = turn.mover + 1;
            on_table.put(card, played);
            on_table.turn = next.passed(if usize::from(seat) == self.players { 0 } else { seat });
            return (in_play, taken, on_table);
        }
        let Numbers { winner, points, .. } = next.numbers();
        let counted = R::PER_TRICK + points;
        taken.add(self.rules.party(usize::from(winner)), counted);
        let over = OnTable { cards: Cards::NONE, sequence: 0, turn: next.over(winner, counted) };
        (in_play - (on_table.cards | card.alone()), taken, over)
    }
}

impl<R: Rules> TrickGame<R> {
    /// Plays the trick in progress, and tricks after it until everything is counted. Returns how many cards were played.
    /// `drawn` draws a card from a set.
    #[inline(always)]
    fn draw_tricks(&self, position: &mut Position, mut drawn: impl FnMut(Cards) -> Card) -> u64 {
        let (rules, players, trump) = (&self.rules, self.players, self.rules.trump());
        let Position { mut hands, mut in_play, mut taken, on_table } = *position;
        let Numbers { mut played, mut mover, winner, best, mut broken, mut tricks_left, mut left, .. } =
            on_table.turn.numbers();
        let next = |mover: u8| if usize::from(mover) + 1 == players { 0 } else { mover + 1 };
        // How weak a card is, and who played it, in one number.
        let rank = |card: Card, led: Card, player: u8| u16::from(card.weakness(led, trump)) << 8 | u16::from(player);
        let (mut led, mut trick) = (on_table.led(), on_table.cards);
        let mut best = rank(best, led, winner);
        let mut nodes = 0;
        while played > 0 || tricks_left > 0 && left > 0 {
            let moment = Moment { first_trick: tricks_left == self.tricks, broken, in_play };
            nodes += players as u64 - u64::from(played);
            if played == 0 {
                let hand = &mut hands[usize::from(mover) % MAX_PLAYERS];
                led = drawn(rules.leads(*hand, moment));
                hand.remove(led);
                (trick, best, played) = (led.alone(), rank(led, led, mover), 1);
                mover = next(mover);
            }
            for _ in usize::from(played)..players {
                let hand = &mut hands[usize::from(mover) % MAX_PLAYERS];
                let card = drawn(hand.following(led).or_all_of(rules.discards(*hand, moment)));
                hand.remove(card);
                trick.insert(card);
                best = best.min(rank(card, led, mover));
                mover = next(mover);
            }
            (mover, played) = (best as u8, 0);
            let counted = R::PER_TRICK + rules.points_of_all(trick);
            taken.add(rules.party(usize::from(mover)), counted);
            in_play = in_play - trick;
            broken |= !(trick & rules.breakers()).is_empty();
            left -= counted;
            tricks_left -= 1;
        }
        let best = Card::of_index(0);
        let turn = Turn::of(Numbers { played: 0, mover, winner: mover, best, points: 0, broken, tricks_left, left });
        *position = Position { hands, in_play, taken, on_table: OnTable { cards: Cards::NONE, sequence: 0, turn } };
        nodes
    }

    /// The same on a processor with instructions for it: twice as fast.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn draw_tricks_by_deposit(&self, position: &mut Position, mut draw: impl FnMut(usize) -> usize) -> u64 {
        self.draw_tricks(position, |cards| {
            let place = draw(cards.len());
            Card::of_index(std::arch::x86_64::_pdep_u64(1 << place, cards.bits()).trailing_zeros() as u8)
        })
    }
}

/// More than the index of any card.
const CARD_SLOTS: usize = 64;

impl<R: Rules> Game for TrickGame<R> {
    type State = Position;
    type Move = Card;
    type Undo = OnTable;

    #[inline]
    fn players(&self) -> usize {
        self.players
    }

    #[inline]
    fn side(&self, player: Player) -> Player {
        Player::new(self.rules.side(self.players, player.index()))
    }

    #[inline]
    fn mover(&self, position: &Position) -> Option<Player> {
        let turn = position.numbers();
        (turn.tricks_left > 0).then(|| Player::new(usize::from(turn.mover) % MAX_PLAYERS))
    }

    #[inline(always)]
    fn moves(&self, position: &Position, moves: &mut Vec<Card>) {
        let legal = self.legal(position);
        let special = legal & self.rules.special();
        self.list(legal - special, special, moves);
    }

    #[inline(always)]
    fn play(&self, position: &mut Position, card: Card) -> OnTable {
        let before = position.on_table;
        position.hands[usize::from(before.turn.numbers().mover) % MAX_PLAYERS].remove(card);
        (position.in_play, position.taken, position.on_table) = self.table_after(position, card);
        before
    }

    #[inline(always)]
    fn undo(&self, position: &mut Position, card: Card, before: OnTable) {
        let after = position.numbers();
        let turn = before.turn.numbers();
        position.hands[usize::from(turn.mover) % MAX_PLAYERS].insert(card);
        if after.played == 0 {
            let counted = turn.left - after.left;
            position.taken.remove(self.rules.party(usize::from(after.winner)), counted);
            position.in_play |= before.cards | card.alone();
        }
        position.on_table = before;
    }

    fn payoff(&self, position: &Position) -> Payoff {
        self.rules.score(self.players, &super::utility::completed(self, position), self.total)
    }
}

impl<R: Rules> SearchHints for TrickGame<R> {
    /// The highest of equivalent cards.
    #[inline(always)]
    fn search_moves(&self, position: &Position, moves: &mut Vec<Card>) {
        let legal = self.legal(position);
        let special = legal & self.rules.special();
        self.list(self.highest_of_plain(position, legal - special), special, moves);
    }

    fn equivalents(&self, position: &Position, card: Card) -> Vec<Card> {
        self.equivalent_cards(position, card).iter().collect()
    }

    #[inline(always)]
    fn only_move(&self, position: &Position) -> Option<Card> {
        self.legal(position).only()
    }

    #[inline]
    fn draw_move(&self, position: &Position, _: &mut Vec<Card>, draw: impl FnOnce(usize) -> usize) -> Card {
        self.legal(position).drawn(draw)
    }

    /// Whole tricks at a time, without the bookkeeping between two cards. It ends with the last trick, or before it if
    /// all points have been taken.
    #[inline]
    fn draw_to_the_end(&self, position: &mut Position, mut draw: impl FnMut(usize) -> usize) -> Option<u64> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has the instructions that the function is compiled for.
            #[allow(unsafe_code)]
            return Some(unsafe { self.draw_tricks_by_deposit(position, draw) });
        }
        Some(self.draw_tricks(position, |cards| cards.drawn(&mut draw)))
    }

    #[inline(always)]
    fn play_on_copy(&self, before: &Position, copy: &mut Position, card: Card) -> OnTable {
        copy.hands[usize::from(before.numbers().mover) % MAX_PLAYERS].remove(card);
        (copy.in_play, copy.taken, copy.on_table) = self.table_after(before, card);
        before.on_table
    }

    /// The end of the trick in progress, and then the end of each further trick.
    fn next_level(&self, position: &Position, depth: usize) -> usize {
        let this_trick = self.players - position.trick().len();
        if depth < this_trick { this_trick } else { depth + self.players - (depth - this_trick) % self.players }
    }

    fn move_slots(&self) -> usize {
        3 * CARD_SLOTS
    }

    /// A card has different slots when led, when following suit, and when discarded or used to ruff.
    #[inline]
    fn move_slot(&self, position: &Position, card: Card) -> usize {
        let part = match position.led() {
            None => 0,
            Some(led) => 1 + usize::from(led.suit() != card.suit()),
        };
        part * CARD_SLOTS + usize::from(card.index())
    }
}

impl<R: Rules> Partition for TrickGame<R> {
    #[inline]
    fn decided(&self, position: &Position, card: Card, before: &OnTable) -> u64 {
        self.won_by_rank(position, card, before).bits()
    }

    #[inline]
    fn with_equivalents(&self, position: &Position, card: Card, relevant: u64) -> u64 {
        self.with_equivalent_cards(position, card, Cards::of_bits(relevant)).bits()
    }

    /// Cards of one suit can be exchanged if neither is relevant and nothing below the higher of them is. Cards that
    /// carry points of their own cannot.
    #[inline]
    fn is_equivalent_given(&self, _: &Position, card: Card, other: Card, relevant: u64) -> bool {
        let higher = if card.above() < other.above() { card } else { other };
        let above = Cards::up_to(higher) - higher.alone();
        card.suit() == other.suit()
            && (Cards::of_bits(relevant).of(card.suit()) - above).is_empty()
            && (self.rules.special() & (card.alone() | other.alone())).is_empty()
    }

    /// Suit by suit and from the top, so cards below all relevant ones come last in both positions.
    #[inline]
    fn merges_in_order(&self) -> bool {
        self.listing == Listing::BySuit
    }

    #[inline]
    fn mask(&self, position: &Position, relevant: u64) -> u64 {
        self.relevant_places(position, Cards::of_bits(relevant))
    }

    #[inline]
    fn relevant_from_mask(&self, position: &Position, mask: u64) -> u64 {
        self.cards_at(position, mask).bits()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{HeartsRules, SpadesRules};
    use cutthroat::playout::FastRandom;

    /// Cards are the same, whether the processor has instructions for drawing them or not.
    #[test]
    fn cards_are_drawn_alike_on_every_processor() {
        fn check<R: Rules>(rules: &R) {
            for seed in 0..200 {
                let (game, mut deal) = TrickGame::deal(rules.clone(), 4, None, seed).unwrap();
                let mut random = FastRandom::new(seed, 0);
                for _ in 0..seed % 30 {
                    let card = game.draw_move(&deal, &mut Vec::new(), |count| random.below(count));
                    game.play(&mut deal, card);
                }
                let (mut one, mut other) = (deal, deal);
                let (mut random, mut again) = (random, random);
                let nodes = game.draw_to_the_end(&mut one, |count| random.below(count));
                let drawn = game.draw_tricks(&mut other, |cards| cards.drawn(|count| again.below(count)));
                assert_eq!((nodes, one, random), (Some(drawn), other, again), "{deal:?}");
            }
        }
        check(&HeartsRules::TABLE);
        check(&SpadesRules::default());
    }
}
