//! The table memos of positions of trick games, and the relevant ranks.
//!
//! A table is asked where a trick begins, and in most games also within it, if there is a choice. The value
//! of a position depends on who holds how many cards of each suit, on who leads, and on the *relative* ranks of the
//! cards in play. The lengths are the key, and the owners of the ranks are the detail: only the owners down to the
//! lowest rank that won a trick have to be the same (partition search, Ginsberg 1996).
//!
//! Why that is enough. Follow a search of one position in another that has the same lengths and, in every suit, the
//! same owners of all ranks down to the lowest relevant one. Every move has its counterpart: a card whose rank is among
//! those that are the same is itself; of the lower ones any stands for any other of the same hand and suit. Who may
//! play what depends on lengths only. A trick is won by the same hand: either by the only card of its suit that can
//! win, or by a relevant rank, and that outranks the rest there too. So the two searches find the same. If several
//! cards of a hand were one move because no other hand's card lies between them, and the rank of that move is relevant,
//! all of them count as relevant, so that they are neighbours in the other position too.
//!
//! Within a trick, the card that is winning it counts as a hand of its own, and the cards it has beaten as gone. The
//! key contains the suit led, in which suit and by whom the trick is being won, and whether by rank: a card that has
//! beaten another of its suit wins the trick by its rank even if nobody else follows, so then its rank is relevant, and
//! otherwise it need not be. Four players use all owners that a memo can tell apart. With four, the winning card counts as
//! one of the hand it was played from, and the key says which of that hand's cards of the suit it is, from the top: so it
//! has the same place in both positions, or is below the relevant ranks in both. Positions within a trick rarely occur again as a whole, but the result of one lead rests
//! on fewer ranks than that of all leads together, so it serves many positions in which a trick begins and which are
//! not the same themselves.
//!
//! A card with points of its own, such as the queen of spades, is never exchanged for another. Its place is part of the
//! key, and its owner is always among those that have to be the same. Its rank is relevant only if it wins a trick, like
//! that of any other card.
//!
//! By the same argument, two cards of one suit in a hand are equivalent in one position once one of them has been
//! searched and neither its rank nor any below the higher of the two was relevant: the positions after them differ by
//! an exchange of two cards of which neither is relevant ([`Partition::is_equivalent_given`]).

use cutthroat::table::{Memo, WideHasher};
use cutthroat::{MAX_PLAYERS, Payoff, SearchHints};

use super::card::{Card, Cards};
use super::position::{OnTable, Position};
use super::relative::{Relative, filled, lengths};
use super::rules::Rules;
use super::trick::{Listing, TrickGame};

/// Owners are two bits, one in each word of a memo's detail.
const MOST_OWNERS: usize = 4;

/// With fewer tricks than this, searching is faster than looking up.
const FEWEST_TRICKS: u8 = 2;

/// The cards whose ranks can still be relevant: all in play except those that have been beaten in the trick in
/// progress.
#[inline]
fn live(position: &Position) -> Cards {
    let turn = position.numbers();
    if turn.played > 0 { (position.in_play - position.on_table.cards) | turn.best.alone() } else { position.in_play }
}

impl<R: Rules> TrickGame<R> {
    /// The memo of `position`, whose value also depends on `class`, and without what has been taken is `base` less.
    #[inline]
    pub(crate) fn memo(&self, position: &Position, class: u64, base: Payoff) -> Option<Memo> {
        let turn = position.numbers();
        let within = turn.played > 0;
        let is_asked = !within || R::LOOKS_UP_WITHIN_TRICKS && self.players <= MOST_OWNERS;
        // If there is no choice, the next position is looked up anyway. Before the first trick some rules look at
        // single cards, and such positions do not occur again.
        if !is_asked
            || within && self.only_move(position).is_some()
            || turn.tricks_left < FEWEST_TRICKS
            || turn.tricks_left == self.tricks
        {
            return None;
        }
        let live = live(position);
        let relative = Relative::to(live);
        let hands = &position.hands;
        let mut hasher = WideHasher::default();
        for hand in &hands[..self.players] {
            hasher.add(lengths(*hand));
        }
        hasher.add(u64::from(turn.mover) | u64::from(turn.broken) << 8 | u64::from(turn.left) << 16);
        hasher.add(class);
        // The winning card, as one of the odd and of the upper owners.
        let mut winning = [Cards::NONE; 2];
        if within {
            let suits = position.on_table.led().suit() as u64 | (turn.best.suit() as u64) << 8;
            let by_rank = position.on_table.cards.of(turn.best.suit()).len() > 1;
            let by = 1 + u64::from(by_rank);
            hasher.add(suits | u64::from(turn.winner) << 16 | u64::from(turn.points) << 24 | by << 32);
            winning = [turn.best.alone(); 2];
            if self.players == MOST_OWNERS {
                let hand = hands[usize::from(turn.winner) % MAX_PLAYERS];
                hasher.add((hand.of(turn.best.suit()) & Cards::up_to(turn.best)).len() as u64);
                winning = [1, 2].map(|bit| if turn.winner & bit > 0 { turn.best.alone() } else { Cards::NONE });
            }
        }
        let special = self.rules.special() & live;
        if !special.is_empty() {
            hasher.add(relative.places(special));
        }
        if self.players > MOST_OWNERS {
            hasher.add(relative.places(hands[4] | hands[5] | hands[6] | hands[7]));
        }
        if self.listing == Listing::ByRank {
            hasher.add(live.bits());
        }
        const { assert!(MAX_PLAYERS == 8) };
        let odd = relative.places(hands[1] | hands[3] | hands[5] | hands[7] | winning[0]);
        let upper = relative.places(hands[2] | hands[3] | hands[6] | hands[7] | winning[1]);
        Some(Memo { key: hasher.wide(), detail: [odd, upper], base })
    }

    /// The card that won the trick which `card` ended, if it did so by its rank.
    #[inline]
    pub(crate) fn won_by_rank(&self, after: &Position, card: Card, before: &OnTable) -> Cards {
        if after.played() > 0 {
            return Cards::NONE;
        }
        let best = before.turn.numbers().best;
        let leads = before.cards.is_empty();
        let winner = if leads || card.beats(best, self.rules.trump()) { card } else { best };
        let rivals = (before.cards | card.alone()).of(winner.suit());
        if rivals.len() > 1 { winner.alone() } else { Cards::NONE }
    }

    /// `relevant` and, if `card` is among it, the mover's cards that it stood for.
    #[inline]
    pub(crate) fn with_equivalent_cards(&self, position: &Position, card: Card, relevant: Cards) -> Cards {
        if !relevant.has(card) {
            return relevant;
        }
        let hand = position.hands[usize::from(position.numbers().mover) % MAX_PLAYERS];
        let below = card.suit().cards() - Cards::up_to(card);
        let barrier = (position.in_play - hand) & below;
        let run = match barrier.first() {
            None => below,
            Some(first) => below & Cards::up_to(first),
        };
        relevant | (hand & run)
    }

    /// The places down to the lowest `relevant` one in each suit, and those of cards with points of their own.
    #[inline]
    pub(crate) fn relevant_places(&self, position: &Position, relevant: Cards) -> u64 {
        if self.players > MOST_OWNERS {
            return u64::MAX;
        }
        let relative = Relative::to(live(position));
        filled(relative.places(relevant)) | relative.places(self.rules.special())
    }

    /// The cards in play at the first of `places` in each suit, up to the first gap. A card with points of its own may come
    /// after a gap; next to the others it counts as relevant, which is more than is needed.
    pub(crate) fn cards_at(&self, position: &Position, places: u64) -> Cards {
        let live = live(position);
        let mut found = Cards::NONE;
        for suit in super::card::Suit::ALL {
            let depth = (places >> (16 * suit as u32) & 0xffff).trailing_ones() as usize;
            for card in live.of(suit).iter().take(depth) {
                found.insert(card);
            }
        }
        found
    }
}
