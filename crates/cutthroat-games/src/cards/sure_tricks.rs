//! Tricks that a player is sure of before they are played, each with its proof.
//!
//! There are two kinds. What a player takes *in every line of play* bounds the counts, whatever the players want; it
//! only grows as the game goes on, so it is a monotone bound. What a player can *ensure* by their own play bounds the
//! result of best play, since nobody gets less from max^n or from paranoid search than they can ensure against all
//! others. (At their own nodes they take the best child, at those of others some child: the induction of Theorem 1 in
//! the 2002 paper's section on paranoid play.) Each player's own bound holds whatever the others do, so all of them
//! hold together, and no trick is counted twice.
//!
//! **Trumps that must win.** Let `f` be the number of a player's trumps less the greatest number of them that can be
//! paired off with higher trumps of others, each other trump used once. The player takes at least `f` more tricks in
//! every line of play. If one of the player's trumps loses a trick, it loses to a higher trump `y`. Remove both: any
//! pairing of the rest, together with this pair, is a pairing of what was there before. So the greatest pairing has
//! become smaller by at least one, and the number of the player's trumps by exactly one: `f` is not less. If one of the
//! player's trumps wins, `f` becomes less by at most one and the player has a trick. Trumps of others that are played
//! elsewhere only make pairings smaller. Within a trick, the trump that is winning it is still to be counted: as the
//! player's own if they played it, as one that can beat theirs if they have not played yet.
//!
//! **Quick tricks.** The player to lead can take their top cards of a plain suit as long as nobody ruffs: as many as
//! each opponent who has trumps has cards of that suit, since for that long they all have to follow, and while they
//! follow they discard nothing. If the leader's trumps from the top are as many as any opponent has, or no opponent has
//! any, nobody can ruff at all: the leader draws them first. If the leader then has as many top cards as any opponent
//! has cards of the suit, the rest of the leader's suit is good too. Cards that are led from the top stay the highest,
//! whatever others discard meanwhile, and the trumps that must win are not used for it: quick tricks are added to them.
//!
//! **Within a trick.** A card wins the trick in every line of play if nobody who is still to play can beat it: each has
//! to follow suit with lower cards, or has neither the suit nor a higher trump. Its owner then leads, so the owner's
//! quick tricks count too, each suit cut short by the card that a player still to play may discard from it. A trick won
//! with a trump may already be one of the trumps that must win: the winner is sure of it and of what their other trumps
//! are sure of, or of what all of them are, whichever is more. The last to play can win the trick if they have a card
//! that does, and continue as the leader of the next trick: they can ensure that, and no more.
//!
//! **The last trick** is forced, so it is known.
//!
//! **A deal that stops early.** All of this is about hands that are played out. If `n` cards of every hand are never
//! played, imagine that play goes on without being counted: nobody takes more than `n` of those tricks. So a player who
//! takes, or can ensure, `k` tricks of hands that are played out takes, or can ensure, `k - n` of those that count. As
//! `n` stays the same throughout, bounds still only tighten.

mod last_to_play;
mod second_hand;
mod sides;

use cutthroat::MAX_PLAYERS;

use super::card::{Card, Cards, Suit};
use super::position::Position;
use super::rules::{Counts, Moment, Rules};
use super::trick::TrickGame;

/// What players are sure of beyond what they have taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SureTricks {
    /// What each party takes in every line of play.
    pub(crate) always: Counts,
    /// What each party can ensure, at least as much.
    pub(crate) ensured: Counts,
    /// For each player, the cards on whose ranks their share of it rests.
    pub(crate) rests_on: [u64; MAX_PLAYERS],
}

impl SureTricks {
    /// Leaves only what rests on the cards of `seats`, one bit for each player.
    pub(crate) fn forget_all_but(&mut self, seats: u8, party: impl Fn(usize) -> usize) {
        for player in (0..MAX_PLAYERS).filter(|player| seats >> player & 1 == 0) {
            let party = party(player) % MAX_PLAYERS;
            (self.always[party], self.ensured[party]) = (0, 0);
            self.rests_on[player] = 0;
        }
    }
}

/// How many of `own` trumps cannot be paired off with higher ones of `others`, and the last of them, if it is not already
/// so because there are fewer others.
#[inline]
fn trumps_that_must_win(own: Cards, others: Cards) -> (u8, Cards) {
    let (mut higher, mut sure, mut last) = (0_u32, 0, Cards::NONE);
    (own | others).for_each(|card| {
        if others.has(card) {
            higher += 1;
        } else if higher > 0 {
            higher -= 1;
        } else {
            sure += 1;
            last = card.alone();
        }
    });
    if usize::from(sure) == own.len().saturating_sub(others.len()) {
        last = Cards::NONE;
    }
    (sure, last)
}

impl<R: Rules> TrickGame<R> {
    /// What every player is sure of at `position`, if tricks are counted.
    #[inline]
    pub(crate) fn sure_tricks(&self, position: &Position) -> SureTricks {
        let mut sure = self.sure_if_played_out(position);
        let never_played = position.never_played();
        if never_played > 0 {
            for tricks in sure.always.iter_mut().chain(&mut sure.ensured) {
                *tricks = tricks.saturating_sub(never_played);
            }
        }
        sure
    }

    /// What every player is sure of if the hands are played out, whether they are or not.
    #[inline]
    fn sure_if_played_out(&self, position: &Position) -> SureTricks {
        let mut sure = SureTricks::default();
        let turn = position.numbers();
        if position.hands[usize::from(turn.mover) % MAX_PLAYERS].len() == 1 {
            self.last_trick(position, &mut sure);
            return sure;
        }
        if let Some(trump) = self.rules.trump() {
            self.sure_trumps(position, trump, &mut sure);
        }
        let leader =
            if turn.played == 0 { Some(usize::from(turn.mover)) } else { self.sure_winner(position, &mut sure) };
        sure.ensured = sure.always;
        if let Some(leader) = leader {
            let leader = leader % MAX_PLAYERS;
            let (quick, rests_on) = self.quick_tricks(position, leader);
            sure.ensured[self.rules.party(leader) % MAX_PLAYERS] += quick;
            sure.rests_on[leader] |= rests_on.bits();
        } else if usize::from(turn.played) + 1 == self.players {
            self.winning_last(position, &mut sure);
        }
        sure
    }

    #[inline]
    fn sure_trumps(&self, position: &Position, trump: Suit, sure: &mut SureTricks) {
        let turn = position.numbers();
        let held = (position.in_play - position.on_table.cards).of(trump);
        let winning = if turn.played > 0 { turn.best.alone().of(trump) } else { Cards::NONE };
        let leader = usize::from(turn.mover) + self.players - usize::from(turn.played);
        for player in 0..self.players {
            let hand = position.hands[player % MAX_PLAYERS].of(trump);
            let mut own = hand;
            let mut others = held - hand;
            if !winning.is_empty() {
                let has_played = (player + 2 * self.players - leader) % self.players < usize::from(turn.played);
                if usize::from(turn.winner) == player {
                    own |= winning;
                } else if !has_played {
                    others |= winning;
                }
            }
            if own.is_empty() {
                continue;
            }
            let (tricks, mut last) = trumps_that_must_win(own, others);
            // The trump that is winning may count only because it outranks another of the trick.
            if last.is_empty() && own != hand && position.on_table.cards.of(trump).len() > 1 {
                last = winning;
            }
            sure.always[self.rules.party(player) % MAX_PLAYERS] += tricks;
            sure.rests_on[player % MAX_PLAYERS] |= last.bits();
        }
    }

    /// The sure winner of the trick in progress, whatever is still played to it, if there is one. They have one trick
    /// more.
    #[inline]
    fn sure_winner(&self, position: &Position, sure: &mut SureTricks) -> Option<usize> {
        let turn = position.numbers();
        let (winner, best) = (usize::from(turn.winner) % MAX_PLAYERS, turn.best);
        let led = position.on_table.led().suit();
        let trump = self.rules.trump();
        let mut by_rank = position.on_table.cards.of(best.suit()).len() > 1;
        for later in 0..self.players - usize::from(turn.played) {
            let hand = position.hands[(usize::from(turn.mover) + later) % self.players % MAX_PLAYERS];
            let followers = hand.of(led);
            let rivals = match trump {
                _ if !followers.is_empty() => followers.of(best.suit()),
                Some(trump) if trump == best.suit() => hand.of(trump),
                Some(trump) if !hand.of(trump).is_empty() => return None,
                _ => Cards::NONE,
            };
            if rivals.first().is_some_and(|highest| highest.above() < best.above()) {
                return None;
            }
            by_rank |= !rivals.is_empty();
        }
        if by_rank {
            sure.rests_on[winner] |= best.alone().bits();
        }
        let party = self.rules.party(winner) % MAX_PLAYERS;
        if trump == Some(best.suit()) {
            let own = position.hands[winner].of(best.suit());
            let others = (position.in_play - position.on_table.cards).of(best.suit()) - own;
            let (with, _) = trumps_that_must_win(own | best.alone(), others);
            let (without, last) = trumps_that_must_win(own, others);
            if with > without {
                return Some(winner);
            }
            sure.rests_on[winner] |= last.bits();
        }
        sure.always[party] += 1;
        Some(winner)
    }

    /// What the last to play to a trick can ensure by winning it as cheaply as possible and leading to the next.
    #[inline]
    fn winning_last(&self, position: &Position, sure: &mut SureTricks) {
        let turn = position.numbers();
        let mover = usize::from(turn.mover) % MAX_PLAYERS;
        let trump = self.rules.trump();
        let hand = position.hands[mover];
        let winning = self.legal(position).iter().filter(|card| card.beats(turn.best, trump)).last();
        let Some(card) = winning else { return };
        let mut after = *position;
        after.hands[mover].remove(card);
        let (quick, mut rests_on) = self.quick_tricks(&after, mover);
        if !position.on_table.cards.of(card.suit()).is_empty() {
            rests_on |= card.alone();
        }
        let mut ensured = 1 + quick;
        let mut before = 0;
        if let Some(trump) = trump {
            let others = (position.in_play - position.on_table.cards).of(trump) - hand;
            let (later, last) = trumps_that_must_win(after.hands[mover].of(trump), others);
            ensured += later;
            rests_on |= last;
            before = trumps_that_must_win(hand.of(trump), others | turn.best.alone().of(trump)).0;
        }
        if ensured > before {
            sure.ensured[self.rules.party(mover) % MAX_PLAYERS] += ensured - before;
            sure.rests_on[mover] |= rests_on.bits();
        }
    }

    /// What `leader`, who is to lead, can take in plain suits at once, and the cards that rests on.
    #[inline]
    fn quick_tricks(&self, position: &Position, leader: usize) -> (u8, Cards) {
        let turn = position.numbers();
        let hand = position.hands[leader];
        let moment =
            Moment { first_trick: turn.tricks_left == self.tricks, broken: turn.broken, in_play: position.in_play };
        if self.rules.leads(hand, moment) != hand {
            return (0, Cards::NONE);
        }
        let trump = self.rules.trump();
        let trumps = trump.map_or(Cards::NONE, Suit::cards);
        let longest = |suit: Cards| {
            let others = (0..self.players).filter(|&player| player != leader);
            others.map(|player| (position.hands[player % MAX_PLAYERS] & suit).len()).max().unwrap_or(0)
        };
        let others = (0..self.players).filter(|&player| player != leader);
        let held = others.fold(Cards::NONE, |held, player| held | position.hands[player % MAX_PLAYERS]);
        let left_after = |player: usize, suit: Suit| {
            let hand = position.hands[player % MAX_PLAYERS];
            let seats_on = (player + self.players - usize::from(turn.mover)) % self.players;
            let may_lose = turn.played > 0 && seats_on < self.players - usize::from(turn.played) && {
                let led = position.on_table.led().suit();
                suit == led || hand.of(led).is_empty()
            };
            hand.of(suit).len() - usize::from(may_lose && !hand.of(suit).is_empty())
        };
        let tops = |suit: Cards| {
            let own = hand & suit;
            let highest_of_others = (held & suit).first();
            match highest_of_others {
                None => own,
                Some(card) => own & Cards::up_to(card),
            }
        };
        let mut rests_on = Cards::NONE;
        let most_trumps = longest(trumps);
        let draws = tops(trumps).len() >= most_trumps;
        let mut quick = 0;
        for suit in Suit::ALL {
            if trump == Some(suit) || hand.of(suit).is_empty() {
                continue;
            }
            let top = tops(suit.cards());
            if top.is_empty() {
                continue;
            }
            let most = longest(suit.cards());
            let mut tricks = if top.len() >= most { hand.of(suit).len() } else { top.len() };
            if !draws {
                for player in (0..self.players).filter(|&player| player != leader) {
                    let other = position.hands[player % MAX_PLAYERS];
                    if !(other & trumps).is_empty() {
                        tricks = tricks.min(left_after(player, suit));
                    }
                }
            }
            quick += tricks as u8;
            if most > 0
                && let Some(last) = top.iter().take(tricks.min(most)).last()
            {
                rests_on |= last.alone();
            }
        }
        if quick > 0 && draws && most_trumps > 0 {
            rests_on |= tops(trumps).iter().take(most_trumps).last().map_or(Cards::NONE, Card::alone);
        }
        (quick, rests_on)
    }

    /// The last trick, in which nobody has a choice.
    #[inline]
    fn last_trick(&self, position: &Position, sure: &mut SureTricks) {
        let turn = position.numbers();
        let mover = usize::from(turn.mover);
        let mut winning = position.winning().map(|(winner, best)| (winner.index(), best));
        for later in 0..self.players - usize::from(turn.played) {
            let player = (mover + later) % self.players;
            let card = position.hands[player % MAX_PLAYERS].first().unwrap_or_default();
            if winning.is_none_or(|(_, best)| card.beats(best, self.rules.trump())) {
                winning = Some((player, card));
            }
        }
        let Some((winner, best)) = winning else { return };
        sure.always[self.rules.party(winner) % MAX_PLAYERS] = 1;
        sure.ensured = sure.always;
        if position.in_play.of(best.suit()).len() > 1 {
            sure.rests_on[winner % MAX_PLAYERS] = best.alone().bits();
        }
    }
}
