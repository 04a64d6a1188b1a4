//! The exchange of cards between players, before trump is named.
//!
//! A player who was *up* in the deal before gives a card for each trick to a player who was *down*, and is given back
//! the highest card of that suit, which may be the same card. The return leaves no choice, so it is a part of the move.
//! Both see both cards; the third player sees only that cards changed hands.
//!
//! To the giver the return proves that the other player has no higher card of the suit. Later exchanges cannot change
//! that, since again the highest card comes back. A third player learns less: the giver must have had a card of some
//! suit that beats all of the other's. What such a *hidden* exchange can have been is found by taking it back, card by
//! card ([`taken_back`]). All of it follows from the hands when the exchange is over. If the dealer is another player,
//! those are known only up to the cards of the kitty that the dealer took; then all choices of these cards are tried.

#[cfg(test)]
mod tests;

use cutthroat::Player;

use super::super::card::{Card, Cards};
use super::super::rules::Rules;
use super::{DealPhase, DealState, DealView, WholeDeal};

/// One player gives cards to another, one by one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Exchange {
    /// Who chooses the cards.
    pub giver: Player,
    /// Who returns the highest card of each suit.
    pub taker: Player,
    /// How many cards.
    pub cards: u8,
}

/// Those who exchange cards are three players: two are not on the same side of their targets, so there are at most two
/// exchanges.
const SEATS: usize = 3;

/// All exchanges before a deal, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Exchanges([Option<Exchange>; SEATS - 1]);

impl Exchanges {
    /// No exchange.
    pub const NONE: Self = Self([None; SEATS - 1]);

    /// The exchanges of three players of whom each was `up` so many tricks in the deal before, or down if that is
    /// negative. The player who was up most gives first, and to the player who was down most; where two are alike, the
    /// one with the higher target now comes first.
    #[must_use]
    pub fn of(up: [i8; SEATS], targets: [u8; SEATS]) -> Self {
        let mut left = up;
        let mut exchanges = Self::NONE;
        for place in &mut exchanges.0 {
            let seats = 0..SEATS;
            let giver = seats.clone().filter(|&seat| left[seat] > 0).max_by_key(|&seat| (up[seat], targets[seat]));
            let taker = seats.filter(|&seat| left[seat] < 0).max_by_key(|&seat| (-up[seat], targets[seat]));
            let (Some(giver), Some(taker)) = (giver, taker) else { break };
            let cards = left[giver].min(-left[taker]);
            left[giver] -= cards;
            left[taker] += cards;
            *place = Some(Exchange { giver: Player::new(giver), taker: Player::new(taker), cards: cards as u8 });
        }
        exchanges
    }

    /// Every exchange.
    pub fn iter(&self) -> impl Iterator<Item = Exchange> {
        self.0.into_iter().flatten()
    }

    /// How many cards are given in all.
    #[must_use]
    pub fn cards(&self) -> u8 {
        self.iter().map(|exchange| exchange.cards).sum()
    }

    /// The exchange to which the next card belongs when `done` cards have been given.
    #[must_use]
    pub fn after(&self, done: u8) -> Option<Exchange> {
        let mut before = 0;
        self.iter().find(|exchange| {
            before += exchange.cards;
            done < before
        })
    }
}

/// What a seat knows of the exchange.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct ExchangeView {
    /// How many cards have been given, as everybody knows.
    pub(super) done: u8,
    /// The cards that each other player had after their last exchange with the seat, as far as the seat knows them, and
    /// those that they could not have.
    pub(super) known: [Cards; SEATS],
    pub(super) banned: [Cards; SEATS],
    /// The cards that the seat got from each of them and that they got from the seat, in all.
    pub(super) got: [Cards; SEATS],
    pub(super) gave: [Cards; SEATS],
    /// The own hand, until the exchange is over.
    pub(super) hand: Cards,
    /// What everybody has played since.
    pub(super) played: [Cards; SEATS],
}

impl ExchangeView {
    /// A card was given. The two players know which, and their hands after it.
    pub(super) fn note(&mut self, seat: Player, exchange: Exchange, given: Cards, hand: Cards) {
        let Exchange { giver, taker, .. } = exchange;
        if seat == giver {
            let returned = if hand == self.hand { given } else { hand - self.hand };
            let other = taker.index();
            self.known[other] = (self.known[other] | given) - returned;
            self.banned[other] |= returned.first().map_or(Cards::NONE, above);
            self.moved(other, given, returned);
        } else if seat == taker {
            let returned = (self.hand | given) - hand;
            let other = giver.index();
            self.known[other] = (self.known[other] - given) | returned;
            self.moved(other, returned, given);
        }
        (self.hand, self.done) = (hand, self.done + 1);
    }

    /// The seat and another player exchanged two cards, one after the other.
    fn moved(&mut self, other: usize, gave: Cards, got: Cards) {
        // A card that goes back is where it was.
        (self.got[other], self.gave[other]) = (self.got[other] - gave, self.gave[other] | (gave - self.got[other]));
        (self.got[other], self.gave[other]) = (self.got[other] | (got - self.gave[other]), self.gave[other] - got);
    }
}

/// The cards of the suit that are higher.
fn above(card: Card) -> Cards {
    Cards::of_bits(card.suit().cards().bits() & (card.alone().bits() - 1))
}

/// The highest card of the suit of `given` in a hand that it was added to.
pub(super) fn highest_like(hand: Cards, given: Card) -> Card {
    (hand | given.alone()).of(given.suit()).first().unwrap_or(given)
}

/// An exchange that the seat did not see.
struct HiddenExchange {
    giver: usize,
    taker: usize,
    /// How many cards have been given.
    done: u8,
    /// Whether the seat had an exchange of its own before it, so that it knew some cards.
    is_after_own: bool,
}

/// A possible past of the exchange.
pub(super) struct ExchangePast {
    /// The hands as they were dealt.
    pub(super) dealt: [Cards; SEATS],
    /// The cards that were given in the hidden exchange, in order.
    pub(super) given: Vec<Card>,
}

/// Takes back a hidden exchange of `number` cards that left two players with these hands, so that before it they had the
/// cards that they `must` have had; says which cards can have been given, and the hands before. `None` if that is impossible.
///
/// To take back a card: the giver has a card `r` above all of the taker's suit, which was the return. Either `r` itself
/// was given, and nothing changed, or a card of the taker's was. Cards that are not where they have to be are moved in
/// this way, the lower returns first; what is left of the exchange changed nothing.
fn taken_back(hands: [Cards; 2], number: u8, must: [Cards; 2]) -> Option<(Vec<Card>, [Cards; 2])> {
    let [mut giver, mut taker] = hands;
    let winner = |giver: Cards, taker: Cards| {
        giver.iter().find(|card| (taker & card.suit().cards()).first().is_none_or(|top| card.above() < top.above()))
    };
    if number == 0 {
        let fits = (must[0] - giver).is_empty() && (must[1] - taker).is_empty();
        return fits.then(|| (Vec::new(), hands));
    }
    let unchanged = winner(giver, taker)?;
    let mut given = Vec::new();
    let mut misplaced = (must[1] & giver) | (must[0] & taker);
    while let Some(card) = misplaced.last() {
        misplaced.remove(card);
        let suit = card.suit().cards();
        let top = (taker & suit).first();
        let (gave, returned) = if giver.has(card) {
            ((taker & suit) - must[1], card.alone())
        } else {
            let higher = top.map_or(suit, above);
            (card.alone(), (giver & higher) - must[0])
        };
        let (gave, returned) = (gave.last()?, returned.last()?);
        if top.is_some_and(|top| top.above() < returned.above()) {
            return None;
        }
        giver = (giver - returned.alone()) | gave.alone();
        taker = (taker - gave.alone()) | returned.alone();
        given.push(gave);
    }
    if given.len() > usize::from(number) || !(must[0] - giver).is_empty() || !(must[1] - taker).is_empty() {
        return None;
    }
    given.reverse();
    given.resize(usize::from(number), unchanged);
    Some((given, [giver, taker]))
}

impl<R: Rules> WholeDeal<R> {
    /// The exchanges before this deal. They belong to full deals, in which nothing is aside but the kitty.
    #[must_use]
    pub fn exchanges(&self) -> Exchanges {
        let is_full = self.players == SEATS
            && self.rules.pack(self.players).len() == self.players * self.cards + self.cards_to_discard();
        if is_full && self.cards_to_discard() > 0 { self.rules.exchanges() } else { Exchanges::NONE }
    }

    /// Whether a view says something about hands that only the exchange explains.
    pub(super) fn has_exchanged(&self, view: &DealView) -> bool {
        view.exchange.done > 0
    }

    fn hidden_exchange(&self, view: &DealView) -> Option<HiddenExchange> {
        let (mut before, mut is_after_own) = (0, false);
        for Exchange { giver, taker, cards } in self.exchanges().iter() {
            if giver == view.seat || taker == view.seat {
                is_after_own = true;
            } else {
                let done = view.exchange.done.saturating_sub(before).min(cards);
                let hidden = HiddenExchange { giver: giver.index(), taker: taker.index(), done, is_after_own };
                return (done > 0).then_some(hidden);
            }
            before += cards;
        }
        None
    }

    /// The other player, if they deal and have taken the kitty.
    fn hidden_dealer(&self, view: &DealView) -> Option<usize> {
        let has_taken = match view.phase {
            DealPhase::Discarding => self.is_kitty_first(),
            DealPhase::Playing => true,
            _ => false,
        };
        let dealer = Player::all(self.players).find(|&player| self.is_dealer(player));
        dealer.filter(|&dealer| has_taken && dealer != view.seat).map(Player::index)
    }

    /// What a hidden player, or the cards that nobody holds, cannot have because of the exchange, whatever the others
    /// have.
    pub(super) fn excluded_by_exchange(&self, view: &DealView, holder: Option<Player>) -> Cards {
        if !self.has_exchanged(view) {
            return Cards::NONE;
        }
        let (hidden, dealer) = (self.hidden_exchange(view), self.hidden_dealer(view));
        let mut excluded = Cards::NONE;
        for owner in 0..SEATS {
            // Who can have got a card that this player had.
            let mut places = vec![owner];
            if let Some(HiddenExchange { giver, taker, is_after_own: true, .. }) = hidden {
                places.extend([giver, taker]);
            }
            let can_be_aside =
                view.phase == DealPhase::Playing && dealer.is_some_and(|dealer| places.contains(&dealer));
            let fits = holder.map_or(can_be_aside, |holder| places.contains(&holder.index()));
            if !fits {
                excluded |= view.exchange.known[owner];
            }
        }
        match (holder, dealer) {
            (Some(player), Some(dealer)) if player.index() == dealer => excluded,
            (Some(player), _) => excluded | view.exchange.banned[player.index()],
            (None, Some(dealer)) if view.phase == DealPhase::Playing && !self.is_kitty_first() => {
                excluded | view.exchange.banned[dealer]
            }
            (None, _) => excluded,
        }
    }

    /// The cards that the seat knows to be in the hand of another player when the play begins.
    pub(super) fn known_by_exchange(&self, view: &DealView, player: Player) -> Cards {
        let moved = self.hidden_exchange(view).is_some_and(|hidden| hidden.is_after_own);
        let discarded = self.hidden_dealer(view) == Some(player.index());
        if moved || discarded || player.index() >= SEATS { Cards::NONE } else { view.exchange.known[player.index()] }
    }

    /// Whether some hands that [are not excluded](Self::excluded_by_exchange) can have no past all the same.
    pub(super) fn needs_past(&self, view: &DealView) -> bool {
        let of_dealer = |dealer: usize| !(view.exchange.known[dealer] | view.exchange.banned[dealer]).is_empty();
        self.has_exchanged(view)
            && (self.hidden_exchange(view).is_some() || self.hidden_dealer(view).is_some_and(of_dealer))
    }

    /// A possible past of the exchange, and the kitty as it was dealt, if `hands` are those that everybody holds, with all
    /// that they have played.
    pub(super) fn past_of_exchange(
        &self,
        view: &DealView,
        hands: [Cards; SEATS],
        kitty: Cards,
    ) -> Option<(ExchangePast, Cards)> {
        let seat = view.seat.index();
        let mut after = hands;
        after[seat] = view.exchange.hand;
        let held = hands.iter().fold(Cards::NONE, |held, &hand| held | hand);
        let discarded = if view.phase == DealPhase::Playing { self.rules.pack(SEATS) - held } else { Cards::NONE };
        let Some(dealer) = self.hidden_dealer(view) else {
            let kitty = if self.is_dealer(view.seat) && !view.taken.is_empty() { view.taken } else { kitty };
            return Some((self.past_of(view, after)?, kitty));
        };
        let all = hands[dealer] | discarded;
        let known = view.exchange.known.iter().fold(Cards::NONE, |known, &cards| known | cards);
        let taken = (if self.is_kitty_first() { all } else { hands[dealer] }) - known;
        let for_sure = all & view.exchange.banned[dealer];
        if !(for_sure - taken).is_empty() || for_sure.len() > self.cards_to_discard() {
            return None;
        }
        self.first_past(view, &mut after, (dealer, all), taken - for_sure, for_sure)
    }

    /// The first choice of cards from the kitty, beside those `chosen`, with which the exchange has a past.
    fn first_past(
        &self,
        view: &DealView,
        after: &mut [Cards; SEATS],
        dealer: (usize, Cards),
        mut from: Cards,
        chosen: Cards,
    ) -> Option<(ExchangePast, Cards)> {
        let missing = self.cards_to_discard() - chosen.len();
        if missing == 0 {
            after[dealer.0] = dealer.1 - chosen;
            return Some((self.past_of(view, *after)?, chosen));
        }
        while from.len() >= missing {
            let card = from.first()?;
            from.remove(card);
            if let Some(found) = self.first_past(view, after, dealer, from, chosen | card.alone()) {
                return Some(found);
            }
        }
        None
    }

    /// A possible past of the exchange, if these are the hands after it.
    fn past_of(&self, view: &DealView, mut hands: [Cards; SEATS]) -> Option<ExchangePast> {
        let seat = view.seat.index();
        let ExchangeView { known, banned, got, gave, .. } = view.exchange;
        let hidden = self.hidden_exchange(view);
        let is_after_own = hidden.as_ref().is_some_and(|hidden| hidden.is_after_own);
        let others = (0..SEATS).filter(|&player| player != seat);
        for player in others.clone() {
            let missing = if is_after_own { Cards::NONE } else { known[player] - hands[player] };
            if !(missing | hands[player] & banned[player]).is_empty() {
                return None;
            }
        }
        let mut given = Vec::new();
        let mut take_back_hidden = |hands: &mut [Cards; SEATS], must: [Cards; SEATS]| -> Option<()> {
            let Some(HiddenExchange { giver, taker, done, .. }) = hidden else { return Some(()) };
            let (cards, before) = taken_back([hands[giver], hands[taker]], done, [must[giver], must[taker]])?;
            (given, hands[giver], hands[taker]) = (cards, before[0], before[1]);
            Some(())
        };
        if is_after_own {
            take_back_hidden(&mut hands, known)?;
        }
        for player in others {
            hands[player] = (hands[player] - gave[player]) | got[player];
        }
        hands[seat] = view.dealt;
        if !is_after_own {
            take_back_hidden(&mut hands, [Cards::NONE; SEATS])?;
        }
        Some(ExchangePast { dealt: hands, given })
    }

    /// Whether the exchange can have led to this state.
    pub(super) fn exchange_allows(&self, view: &DealView, state: &DealState) -> bool {
        if !self.has_exchanged(view) {
            return true;
        }
        let [one, two, three, ..] = state.position.hands;
        let played = view.exchange.played;
        let hands = [one | played[0], two | played[1], three | played[2]];
        self.past_of_exchange(view, hands, state.kitty).is_some()
    }
}
