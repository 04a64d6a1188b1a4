//! What a seat knows in a whole deal.

use std::hash::{Hash, Hasher};

use cutthroat::hidden::{Hidden, ImpossibleView, Knowledge, Origin, World, uniform_below};
use cutthroat::{Game, MAX_PLAYERS, Player};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHasher;

use super::super::card::{Card, Cards, Suit};
use super::super::hidden::{CardPlayed, CardView};
use super::super::rules::{Preparation, Rules};
use super::super::trick::TrickGame;
use super::dealer::DealDealer;
use super::exchange::ExchangeView;
use super::{DealMove, DealPhase, DealState, Promises, WholeDeal};

/// What everybody sees of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DealEvent {
    /// Somebody passed cards.
    Passed,
    /// Somebody looked at their cards.
    Looked,
    /// Somebody bid nil before they looked.
    BidBlind,
    /// A bid.
    Bid(u8),
    /// Somebody gave a card to another player and was given one.
    Gave,
    /// Trump was named.
    Named(Option<Suit>),
    /// The dealer exchanged cards with the kitty.
    Discarded,
    /// A card was played.
    Played(Card),
}

/// What a seat is told about a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DealSeen {
    /// Who moved.
    pub player: Player,
    /// What everybody sees.
    pub event: DealEvent,
    /// The cards that the seat itself passed or discarded, or the card that it gave or was given in an exchange.
    pub given: Cards,
    /// The own hand after the move, if the seat has looked at it.
    pub hand: Cards,
    /// If the play begins with it, how.
    pub start: Option<PlayStart>,
}

impl DealSeen {
    /// The card that was played, if one was.
    #[must_use]
    pub fn played(&self) -> Option<CardPlayed> {
        match self.event {
            DealEvent::Played(card) => Some(CardPlayed { player: self.player, card }),
            _ => None,
        }
    }
}

/// How the play begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlayStart {
    /// Who leads.
    pub leader: Player,
    /// The card that has to be led, which everybody knows to be there.
    pub forced: Option<Card>,
}

/// What a seat knows in a whole deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DealView {
    pub(super) seat: Player,
    pub(super) phase: DealPhase,
    pub(super) turn: u8,
    /// The own hand, now and as it was dealt.
    pub(super) hand: Cards,
    pub(super) dealt: Cards,
    /// What the seat passed or discarded, and what it took from the kitty.
    pub(super) given: Cards,
    pub(super) taken: Cards,
    pub(super) promises: Promises,
    pub(super) trump: Option<Suit>,
    pub(super) exchange: ExchangeView,
    /// What it knows in the play.
    pub(super) play: Option<CardView>,
    /// A hash of all that it was told before the play.
    pub(super) past: u64,
}

impl DealView {
    /// What the players are doing.
    #[must_use]
    pub fn phase(&self) -> DealPhase {
        self.phase
    }

    /// The own hand; nothing before the seat has looked.
    #[must_use]
    pub fn hand(&self) -> Cards {
        self.play.map_or(self.hand, |play| play.hand())
    }

    /// What the seat passed or discarded.
    #[must_use]
    pub fn given(&self) -> Cards {
        self.given
    }

    /// What was promised so far.
    #[must_use]
    pub fn promises(&self) -> &Promises {
        &self.promises
    }

    /// The trump that was named, if the dealer names one.
    #[must_use]
    pub fn trump(&self) -> Option<Suit> {
        self.trump
    }

    /// What the seat knows in the play, once it has begun.
    #[must_use]
    pub fn play(&self) -> Option<&CardView> {
        self.play.as_ref()
    }

    pub(super) fn has_looked(&self) -> bool {
        self.promises.looked.has(self.seat)
    }

    /// The own seat.
    #[must_use]
    pub fn seat(&self) -> Player {
        self.seat
    }

    /// What the seat took from the kitty.
    #[must_use]
    pub fn taken(&self) -> Cards {
        self.taken
    }

    /// What the seat was passed, once it has picked it up.
    pub(super) fn received(&self) -> Cards {
        self.hand - self.dealt
    }
}

impl<R: Rules> WholeDeal<R> {
    /// The game of the play as everybody knows it.
    #[must_use]
    pub fn play_in(&self, view: &DealView) -> TrickGame<R> {
        self.kernel(&view.promises, view.trump, 0).public()
    }

    /// How many cards `player` holds before the play.
    pub(super) fn size_before_play(&self, phase: DealPhase, player: Player) -> usize {
        let took_kitty = phase == DealPhase::Discarding && self.is_kitty_first() && self.is_dealer(player);
        self.cards + if took_kitty { self.cards_to_discard() } else { 0 }
    }

    pub(super) fn is_dealer(&self, player: Player) -> bool {
        matches!(self.rules.preparation(), Preparation::TrumpAndKitty { dealer, .. } if dealer == player)
    }

    /// How many cards lie in the kitty.
    pub(super) fn kitty_size(&self, phase: DealPhase) -> usize {
        match phase {
            DealPhase::Exchanging | DealPhase::Naming => self.cards_to_discard(),
            DealPhase::Discarding if !self.is_kitty_first() => self.cards_to_discard(),
            _ => 0,
        }
    }

    /// The cards that the seat has not seen before the play.
    pub(super) fn unseen(&self, view: &DealView) -> Cards {
        self.rules.pack(self.players) - self.rules.shown_aside() - view.hand
    }

    /// The state before the play in which these cards are held, by what `view` knows of the rest.
    pub(super) fn state_before_play(&self, view: &DealView, hands: [Cards; MAX_PLAYERS], kitty: Cards) -> DealState {
        let mut state = self.dealt(hands, kitty);
        (state.phase, state.turn, state.promises, state.trump) = (view.phase, view.turn, view.promises, view.trump);
        state.exchanged = view.exchange.done;
        if view.phase == DealPhase::Passing && view.seat.index() < usize::from(view.turn) {
            state.passed[view.seat.index()] = view.given;
        }
        state
    }

    /// Those who have passed, other than the seat itself.
    pub(super) fn others_who_passed(&self, view: &DealView) -> impl Iterator<Item = Player> {
        let passed = if view.phase == DealPhase::Passing { usize::from(view.turn) } else { 0 };
        let seat = view.seat;
        Player::all(passed).filter(move |&player| player != seat)
    }

    pub(super) fn state_of_play(view: &DealView, world: &World<TrickGame<R>>) -> DealState {
        DealState {
            phase: DealPhase::Playing,
            turn: 0,
            position: world.state,
            passed: [Cards::NONE; MAX_PLAYERS],
            kitty: Cards::NONE,
            promises: view.promises,
            trump: view.trump,
            exchanged: view.exchange.done,
            total: world.game.total,
        }
    }

    fn allows_before_play(&self, view: &DealView, state: &DealState) -> bool {
        let expected = self.state_before_play(view, state.position.hands, state.kitty);
        let passed = |player: Player| {
            let cards = state.passed[player.index()];
            let given = self.others_who_passed(view).any(|other| other == player);
            let fits = if given {
                cards.len() == self.cards_to_pass() && (cards - state.position.hand(player)).is_empty()
            } else {
                cards == expected.passed[player.index()]
            };
            fits && state.position.hand(player).len() == self.size_before_play(view.phase, player)
        };
        let held: usize = Player::all(self.players).map(|player| state.position.hand(player).len()).sum();
        let all = Player::all(self.players).fold(state.kitty, |all, player| all | state.position.hand(player));
        let dealt = self.rules.pack(self.players) - self.rules.shown_aside();
        (DealState { passed: state.passed, ..expected }) == *state
            && Player::all(self.players).all(passed)
            && (!view.has_looked() || state.position.hand(view.seat) == view.hand)
            && state.kitty.len() == self.kitty_size(view.phase)
            && all.len() == held + state.kitty.len()
            && (all - dealt).is_empty()
    }

    /// A choice of `number` of the cards, each equally likely.
    pub(in super::super) fn any_choice(cards: Cards, number: usize, rng: &mut ChaCha8Rng) -> Cards {
        let (mut left, mut chosen) = (cards, Cards::NONE);
        for _ in 0..number {
            let place = uniform_below(left.len() as u128, rng) as usize;
            let card = left.iter().nth(place).expect("a card at every place");
            left.remove(card);
            chosen.insert(card);
        }
        chosen
    }
}

impl<R: Rules> Hidden for WholeDeal<R> {
    type Seen = DealSeen;
    type View = DealView;
    type Dealer = DealDealer<R>;

    fn first_view(&self, start: &DealState, seat: Player) -> DealView {
        let looked = start.promises.looked.has(seat) || start.phase == DealPhase::Playing;
        let hand = if looked { start.position.hand(seat) } else { Cards::NONE };
        let playing = start.phase == DealPhase::Playing;
        DealView {
            seat,
            phase: start.phase,
            turn: start.turn,
            hand,
            dealt: hand,
            given: Cards::NONE,
            taken: Cards::NONE,
            promises: start.promises,
            trump: start.trump,
            exchange: ExchangeView { hand, ..ExchangeView::default() },
            play: playing.then(|| self.play_of(start).first_view(&start.position, seat)),
            past: 0,
        }
    }

    fn seen(&self, before: &DealState, mv: DealMove, seat: Player) -> DealSeen {
        let player = self.mover(before).expect("a player is to move");
        let (event, given) = match mv {
            DealMove::Pass(cards) => (DealEvent::Passed, cards),
            DealMove::Look => (DealEvent::Looked, Cards::NONE),
            DealMove::BlindNil => (DealEvent::BidBlind, Cards::NONE),
            DealMove::Bid(bid) => (DealEvent::Bid(bid), Cards::NONE),
            DealMove::Give(card) => (DealEvent::Gave, card.alone()),
            DealMove::Trump(trump) => (DealEvent::Named(trump), Cards::NONE),
            DealMove::Discard(cards) => (DealEvent::Discarded, cards),
            DealMove::Play(card) => (DealEvent::Played(card), Cards::NONE),
        };
        let mut after = *before;
        self.play(&mut after, mv);
        let begins = before.phase != DealPhase::Playing && after.phase == DealPhase::Playing;
        let start = begins.then(|| {
            let (leader, forced) = self.first_lead(&after.position.hands[..self.players]);
            PlayStart { leader, forced }
        });
        let looked = after.promises.looked.has(seat);
        let is_given = event == DealEvent::Gave
            && self.exchanges().after(before.exchanged).is_some_and(|exchange| exchange.taker == seat);
        DealSeen {
            player,
            event,
            given: if player == seat || is_given { given } else { Cards::NONE },
            hand: if looked { after.position.hand(seat) } else { Cards::NONE },
            start,
        }
    }

    /// Looking at the own cards does, picking up the kitty or what was passed, and the first lead that follows.
    fn reveals(&self, view: &DealView, mv: DealMove) -> bool {
        match mv {
            DealMove::Look | DealMove::BlindNil | DealMove::Give(_) | DealMove::Discard(_) => true,
            DealMove::Pass(_) => view.seat.index() + 1 == self.players,
            DealMove::Trump(_) => self.is_kitty_first() || self.cards_to_discard() == 0,
            DealMove::Bid(_) | DealMove::Play(_) => false,
        }
    }

    fn note(&self, view: &mut DealView, seen: DealSeen) {
        let DealSeen { player, event, given, hand, start } = seen;
        if let (DealEvent::Played(card), Some(mut play)) = (event, view.play) {
            self.play_in(view).note(&mut play, CardPlayed { player, card });
            view.play = Some(play);
            if self.has_exchanged(view) {
                view.exchange.played[player.index()].insert(card);
            }
            return;
        }
        let mut hasher = FxHasher::default();
        (view.past, seen).hash(&mut hasher);
        view.past = hasher.finish();
        match event {
            DealEvent::Passed => view.turn += 1,
            DealEvent::Looked => view.promises.looked = view.promises.looked.with(player),
            DealEvent::BidBlind => view.promises.note(player, DealMove::BlindNil),
            DealEvent::Bid(bid) => view.promises.note(player, DealMove::Bid(bid)),
            DealEvent::Gave => {
                if let Some(exchange) = self.exchanges().after(view.exchange.done) {
                    view.exchange.note(view.seat, exchange, given, hand);
                }
                (view.phase, view.turn) = self.after_exchange(view.exchange.done);
            }
            DealEvent::Named(trump) => (view.trump, view.phase) = (trump, DealPhase::Discarding),
            DealEvent::Discarded | DealEvent::Played(_) => {}
        }
        view.turn += u8::from(matches!(event, DealEvent::BidBlind | DealEvent::Bid(_)));
        if player == view.seat && event != DealEvent::Gave {
            view.given |= given;
            if matches!(event, DealEvent::Named(_) | DealEvent::Discarded) {
                view.taken |= hand - view.hand;
            }
        }
        if view.has_looked() && view.dealt.is_empty() {
            view.dealt = hand;
        }
        view.hand = hand;
        if let Some(PlayStart { leader, forced }) = start {
            (view.phase, view.turn) = (DealPhase::Playing, 0);
            let aside = if self.is_dealer(view.seat) { view.given } else { Cards::NONE };
            let mut play = self.play_in(view).view_of_play(view.seat, hand, (leader, forced), aside);
            if let Preparation::Pass(_) = self.rules.preparation() {
                play.pass(self.receiver(view.seat), view.given, view.received());
            }
            for player in Player::all(self.players).filter(|&player| player != view.seat) {
                play.know(player, self.known_by_exchange(view, player));
            }
            view.play = Some(play);
        }
    }

    fn seat_of(view: &DealView) -> Player {
        view.seat
    }

    fn mover_of(&self, view: &DealView) -> Option<Player> {
        match &view.play {
            Some(play) => self.play_in(view).mover_of(play),
            None => Some(Player::new(usize::from(view.turn))),
        }
    }

    fn moves_of(&self, view: &DealView, moves: &mut Vec<DealMove>) {
        if let Some(play) = &view.play {
            let mut cards = Vec::new();
            self.play_in(view).moves_of(play, &mut cards);
            moves.extend(cards.into_iter().map(DealMove::Play));
        } else if self.mover_of(view) == Some(view.seat) {
            self.moves_before_play(view.phase, view.seat, view.hand, &view.promises, moves);
        }
    }

    fn allows(&self, view: &DealView, world: &World<Self>) -> bool {
        let state = &world.state;
        if world.game != *self {
            return false;
        }
        let Some(play) = &view.play else {
            return self.allows_before_play(view, state) && self.exchange_allows(view, state);
        };
        let kernel = World { game: self.play_of(state), state: state.position };
        *state == Self::state_of_play(view, &kernel)
            && self.play_in(view).allows(play, &kernel)
            && self.exchange_allows(view, state)
    }

    fn dealer(&self, view: &DealView) -> Result<DealDealer<R>, ImpossibleView> {
        DealDealer::new(self, view)
    }

    fn possible_state(&self, view: &DealView) -> DealState {
        if let Some(play) = &view.play {
            let game = self.play_in(view);
            let state = game.possible_state(play);
            return Self::state_of_play(view, &World { game, state });
        }
        let mut hands = [Cards::NONE; MAX_PLAYERS];
        for player in Player::all(self.players) {
            hands[player.index()] = if player == view.seat { view.hand } else { self.unseen(view) };
        }
        self.state_before_play(view, hands, Cards::NONE)
    }

    fn origin(&self, known: Knowledge<'_, Self>, world: &World<Self>, rng: &mut ChaCha8Rng) -> Origin<Self> {
        let (view, state) = (known.view, &world.state);
        let mut hands = state.position.hands;
        for seen in known.told {
            if let DealEvent::Played(card) = seen.event {
                hands[seen.player.index()].insert(card);
            }
        }
        let past = self.before_play(view, state, hands, rng);
        let mut unseen = past.exchanged.into_iter();
        let moves = known.told.iter().map(|seen| match seen.event {
            DealEvent::Gave => {
                DealMove::Give(seen.given.only().or_else(|| unseen.next()).expect("a card for every exchange"))
            }
            DealEvent::Passed => DealMove::Pass(past.given[seen.player.index()]),
            DealEvent::Looked => DealMove::Look,
            DealEvent::BidBlind => DealMove::BlindNil,
            DealEvent::Bid(bid) => DealMove::Bid(bid),
            DealEvent::Named(trump) => DealMove::Trump(trump),
            DealEvent::Discarded => DealMove::Discard(past.given[seen.player.index()]),
            DealEvent::Played(card) => DealMove::Play(card),
        });
        let mut start = self.dealt(past.hands, past.kitty);
        if known.told.is_empty() {
            start = *state;
        }
        Origin { start: World { game: self.clone(), state: start }, moves: moves.collect() }
    }
}
