//! A whole deal: the cards are dealt, players pass, bid, or name trump and exchange cards with the kitty, and then they play.
//!
//! What comes before the play are moves of the game like any other. Seats pass in turn, but nobody sees what they are
//! given before all have passed. Bids are public and made in turn, the dealer's last; a player who is allowed to may
//! bid nil *blind*, before they look at their cards. In Sergeant Major players [exchange](Exchanges) cards, and the
//! dealer names trump, discards, and takes the kitty. The play itself is the kernel's, [`TrickGame`].

mod dealer;
mod exchange;
mod habits;
mod move_text;
mod past;
mod reader;
mod text;
mod usual;
mod view;
mod view_text;

use cutthroat::{Game, MAX_PLAYERS, Payoff, Player, SearchHints};

use super::card::{Card, Cards, Suit};
use super::error::CardError;
use super::packed_counts::PackedCounts;
use super::pass;
use super::position::{Numbers, OnTable, Position, Turn};
use super::rules::{Counts, Preparation, Rules, SeatSet};
use super::start::CardStart;
use super::trick::{Listing, TrickGame};
pub use dealer::DealDealer;
pub use exchange::{Exchange, Exchanges};
pub use reader::DealReader;
pub(super) use text::MAY_BID_BLIND;
pub use text::{DEAL_FIELDS, is_before_play};
pub use view::{DealEvent, DealSeen, DealView, PlayStart};

/// A deal from the first pass or bid to the last trick, by the rules `R`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WholeDeal<R> {
    rules: R,
    players: usize,
    /// How many cards a player holds.
    cards: usize,
    /// Who may bid nil before they look at their cards.
    may_bid_blind: SeatSet,
}

/// What the players are doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DealPhase {
    /// They pass cards.
    Passing,
    /// They bid.
    Bidding,
    /// Players who were up in the deal before give cards to those who were down.
    Exchanging,
    /// The dealer names trump.
    Naming,
    /// The dealer exchanges cards with the kitty.
    Discarding,
    /// They play.
    Playing,
}

/// A move of a whole deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DealMove {
    /// Passes these cards.
    Pass(Cards),
    /// Looks at the own cards.
    Look,
    /// Bids nil before looking.
    BlindNil,
    /// Promises a number of tricks.
    Bid(u8),
    /// Gives a card to another player, who returns the highest card of its suit.
    Give(Card),
    /// Names trump, or none.
    Trump(Option<Suit>),
    /// Discards these cards, and takes the kitty.
    Discard(Cards),
    /// Plays a card.
    Play(Card),
}

/// What was promised so far, as everybody knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Promises {
    /// The bids, in order of the seats.
    pub bids: Counts,
    /// How many of them were made.
    pub made: u8,
    /// Who bid before they looked.
    pub blind: SeatSet,
    /// Who has looked at their cards.
    pub looked: SeatSet,
}

/// A state of a whole deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DealState {
    phase: DealPhase,
    /// Whose turn it is before the play.
    turn: u8,
    /// The hands, and in the play the table.
    position: Position,
    /// What was passed and not yet picked up.
    passed: [Cards; MAX_PLAYERS],
    /// The cards that the dealer may still take.
    kitty: Cards,
    promises: Promises,
    trump: Option<Suit>,
    /// How many cards players have given each other.
    exchanged: u8,
    /// What will have been counted at the end of the play.
    total: u8,
}

impl DealState {
    /// What the players are doing.
    #[must_use]
    pub fn phase(&self) -> DealPhase {
        self.phase
    }

    /// The hands, and in the play the table.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What was promised so far.
    #[must_use]
    pub fn promises(&self) -> &Promises {
        &self.promises
    }
}

impl<R: Rules> WholeDeal<R> {
    /// Deals `cards` to each of `players`, or as many as the game deals, from the pack shuffled with `seed`.
    /// `may_bid_blind` are those who may bid nil before they look at their cards, in a game that
    /// has such bids.
    ///
    /// # Errors
    /// If the game does not allow that number of players, or there are not enough cards.
    pub fn deal(
        mut rules: R,
        players: usize,
        cards: Option<usize>,
        may_bid_blind: SeatSet,
        seed: u64,
    ) -> Result<(Self, DealState), CardError> {
        let (least, most) = R::PLAYERS;
        if !(least..=most).contains(&players) {
            return Err(CardError::Players { players, game: R::NAME, least, most });
        }
        let pack = rules.pack(players);
        let cards = cards.unwrap_or_else(|| rules.hand_size(players));
        if !(1..=pack.len() / players).contains(&cards) {
            return Err(CardError::Cards { cards, players, most: pack.len() / players });
        }
        let shuffled = super::pack::shuffled(pack, seed);
        let mut hands = [Cards::NONE; MAX_PLAYERS];
        for (hand, dealt) in hands.iter_mut().zip(shuffled.chunks(cards).take(players)) {
            *hand = dealt.iter().copied().collect();
        }
        rules.turn_up(shuffled.get(players * cards).copied());
        let game = Self { rules, players, cards, may_bid_blind };
        let kitty = shuffled[players * cards..].iter().copied().take(game.cards_to_discard()).collect();
        let state = game.dealt(hands, kitty);
        Ok((game, state))
    }

    /// The rules, as far as they are settled before the deal.
    #[must_use]
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// How many cards everybody is dealt.
    #[must_use]
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Who may bid nil before they look.
    #[must_use]
    pub fn may_bid_blind(&self) -> SeatSet {
        if self.rules.has_blind_bids() { self.may_bid_blind } else { SeatSet::NONE }
    }

    /// The state in which these hands have been dealt, with this kitty.
    fn dealt(&self, hands: [Cards; MAX_PLAYERS], kitty: Cards) -> DealState {
        let (phase, turn) = match self.rules.preparation() {
            Preparation::None => (DealPhase::Playing, 0),
            Preparation::Pass(_) => (DealPhase::Passing, 0),
            Preparation::Bids => (DealPhase::Bidding, 0),
            Preparation::TrumpAndKitty { .. } => self.after_exchange(0),
        };
        let blind = self.may_bid_blind();
        let looked = Player::all(self.players).filter(|&player| !blind.has(player)).fold(SeatSet::NONE, SeatSet::with);
        let turn_of_play = Turn::of(Numbers {
            played: 0,
            mover: 0,
            winner: 0,
            best: Card::default(),
            points: 0,
            broken: false,
            tricks_left: self.cards as u8,
            left: 0,
        });
        let in_play = hands.iter().fold(Cards::NONE, |all, &hand| all | hand);
        let on_table = OnTable { cards: Cards::NONE, sequence: 0, turn: turn_of_play };
        let mut state = DealState {
            phase,
            turn,
            position: Position { hands, in_play, taken: PackedCounts::new(&Counts::default()), on_table },
            passed: [Cards::NONE; MAX_PLAYERS],
            kitty,
            promises: Promises { looked, ..Promises::default() },
            trump: None,
            exchanged: 0,
            total: 0,
        };
        if phase == DealPhase::Playing {
            self.begin_play(&mut state);
        }
        state
    }

    /// How many cards are passed.
    #[must_use]
    pub fn cards_to_pass(&self) -> usize {
        pass::CARDS.min(self.cards)
    }

    /// How many cards lie in the kitty and are discarded, if the game has one.
    #[must_use]
    pub fn cards_to_discard(&self) -> usize {
        match self.rules.preparation() {
            Preparation::TrumpAndKitty { .. } => {
                (self.rules.pack(self.players).len() - self.players * self.cards).min(self.cards).min(KITTY)
            }
            _ => 0,
        }
    }

    /// Whether the dealer takes the kitty before discarding.
    fn is_kitty_first(&self) -> bool {
        matches!(self.rules.preparation(), Preparation::TrumpAndKitty { kitty_first: true, .. })
    }

    /// To whom `player` passes.
    #[must_use]
    pub fn receiver(&self, player: Player) -> Player {
        match self.rules.preparation() {
            Preparation::Pass(pass) => Player::new((player.index() + pass.seats(self.players)) % self.players),
            _ => player,
        }
    }

    /// The rules of the play, with what was promised and named.
    fn settled(&self, promises: &Promises, trump: Option<Suit>) -> R {
        let mut rules = self.rules.clone();
        match rules.preparation() {
            Preparation::Bids => rules.set_bids(promises.bids, promises.blind),
            Preparation::TrumpAndKitty { .. } => rules.set_trump(trump),
            Preparation::None | Preparation::Pass(_) => {}
        }
        rules
    }

    /// The game that is played from `state` on, once the play has begun.
    #[must_use]
    pub fn play_of(&self, state: &DealState) -> TrickGame<R> {
        self.kernel(&state.promises, state.trump, state.total)
    }

    fn kernel(&self, promises: &Promises, trump: Option<Suit>, total: u8) -> TrickGame<R> {
        let rules = self.settled(promises, trump);
        TrickGame { rules, players: self.players, tricks: self.cards as u8, total, listing: Listing::default() }
    }

    /// Who leads when these hands are played, and with which card, if the rules name it.
    fn first_lead(&self, hands: &[Cards]) -> (Player, Option<Card>) {
        let in_play = hands.iter().fold(Cards::NONE, |all, &hand| all | hand);
        let card = self.rules.first_lead(in_play);
        let leader = card.and_then(|card| hands.iter().position(|hand| hand.has(card))).unwrap_or(0);
        (Player::new(leader), card)
    }

    fn begin_play(&self, state: &mut DealState) {
        let hands = state.position.hands[..self.players].to_vec();
        let (leader, _) = self.first_lead(&hands);
        let start = CardStart { hands, leader: leader.index(), ..CardStart::default() };
        let rules = self.settled(&state.promises, state.trump);
        let (game, position) = TrickGame::new(rules, &start).expect("hands that were dealt can be played");
        state.phase = DealPhase::Playing;
        (state.turn, state.total, state.position) = (0, game.total, position);
    }

    /// All cards that everybody passed change hands.
    fn pick_up(&self, state: &mut DealState) {
        for giver in Player::all(self.players) {
            let cards = state.passed[giver.index()];
            state.position.hands[giver.index()] = state.position.hands[giver.index()] - cards;
        }
        for giver in Player::all(self.players) {
            state.position.hands[self.receiver(giver).index()] |= state.passed[giver.index()];
        }
        state.passed = [Cards::NONE; MAX_PLAYERS];
    }

    /// The mover gives a card and is given the highest card of its suit.
    fn exchange(&self, state: &mut DealState, card: Card) {
        let exchanges = self.exchanges();
        let Some(Exchange { giver, taker, .. }) = exchanges.after(state.exchanged) else { return };
        let back = exchange::highest_like(state.position.hand(taker), card);
        let hands = &mut state.position.hands;
        hands[giver.index()] = (hands[giver.index()] - card.alone()) | back.alone();
        hands[taker.index()] = (hands[taker.index()] | card.alone()) - back.alone();
        state.exchanged += 1;
        (state.phase, state.turn) = self.after_exchange(state.exchanged);
    }

    /// What comes next when so many cards have been given.
    fn after_exchange(&self, exchanged: u8) -> (DealPhase, u8) {
        match (self.exchanges().after(exchanged), self.rules.preparation()) {
            (Some(next), _) => (DealPhase::Exchanging, next.giver.index() as u8),
            (None, Preparation::TrumpAndKitty { dealer, .. }) => (DealPhase::Naming, dealer.index() as u8),
            (None, _) => (DealPhase::Naming, 0),
        }
    }

    /// The dealer takes the kitty.
    fn take_kitty(&self, state: &mut DealState) {
        state.position.hands[usize::from(state.turn)] |= state.kitty;
        state.position.in_play |= state.kitty;
        state.kitty = Cards::NONE;
    }
}

/// The most cards of a kitty: in a short deal the rest is out of play.
const KITTY: usize = 4;

/// Calls `see` with every choice of `number` of the cards, in writing order.
fn for_each_choice(cards: Cards, number: usize, chosen: Cards, see: &mut impl FnMut(Cards)) {
    if number == 0 {
        see(chosen);
        return;
    }
    let mut rest = cards;
    while rest.len() >= number {
        let Some(card) = rest.first() else { return };
        rest.remove(card);
        for_each_choice(rest, number - 1, chosen | card.alone(), see);
    }
}

impl<R: Rules> Game for WholeDeal<R> {
    type State = DealState;
    type Move = DealMove;
    type Undo = DealState;

    fn players(&self) -> usize {
        self.players
    }

    fn side(&self, player: Player) -> Player {
        Player::new(self.rules.side(self.players, player.index()))
    }

    fn mover(&self, state: &DealState) -> Option<Player> {
        match state.phase {
            DealPhase::Playing => self.play_of(state).mover(&state.position),
            _ => Some(Player::new(usize::from(state.turn))),
        }
    }

    fn moves(&self, state: &DealState, moves: &mut Vec<DealMove>) {
        let mover = Player::new(usize::from(state.turn));
        match state.phase {
            DealPhase::Playing => {
                let mut cards = Vec::new();
                self.play_of(state).moves(&state.position, &mut cards);
                moves.extend(cards.into_iter().map(DealMove::Play));
            }
            _ => self.moves_before_play(state.phase, mover, state.position.hand(mover), &state.promises, moves),
        }
    }

    fn play(&self, state: &mut DealState, mv: DealMove) -> DealState {
        let before = *state;
        let mover = usize::from(state.turn);
        let is_last = mover + 1 == self.players;
        match mv {
            DealMove::Pass(cards) => {
                state.passed[mover] = cards;
                state.turn += 1;
                if is_last {
                    self.pick_up(state);
                    self.begin_play(state);
                }
            }
            DealMove::Look => state.promises.looked = state.promises.looked.with(Player::new(mover)),
            DealMove::Bid(_) | DealMove::BlindNil => {
                state.promises.note(Player::new(mover), mv);
                state.turn += 1;
                if is_last {
                    self.begin_play(state);
                }
            }
            DealMove::Give(card) => self.exchange(state, card),
            DealMove::Trump(trump) => {
                state.trump = trump;
                if self.cards_to_discard() > 0 {
                    state.phase = DealPhase::Discarding;
                    if self.is_kitty_first() {
                        self.take_kitty(state);
                    }
                } else {
                    self.begin_play(state);
                }
            }
            DealMove::Discard(cards) => {
                state.position.hands[mover] = state.position.hands[mover] - cards;
                state.position.in_play = state.position.in_play - cards;
                self.take_kitty(state);
                self.begin_play(state);
            }
            DealMove::Play(card) => {
                self.play_of(state).play(&mut state.position, card);
            }
        }
        before
    }

    fn undo(&self, state: &mut DealState, _: DealMove, before: DealState) {
        *state = before;
    }

    fn payoff(&self, state: &DealState) -> Payoff {
        self.play_of(state).payoff(&state.position)
    }
}

impl Promises {
    /// Adds a bid.
    fn note(&mut self, player: Player, mv: DealMove) {
        match mv {
            DealMove::Bid(bid) => self.bids[player.index()] = bid,
            // Who bids blind picks up the cards then.
            _ => (self.blind, self.looked) = (self.blind.with(player), self.looked.with(player)),
        }
        self.made += 1;
    }
}

impl<R: Rules> WholeDeal<R> {
    fn moves_before_play(
        &self,
        phase: DealPhase,
        mover: Player,
        hand: Cards,
        promises: &Promises,
        moves: &mut Vec<DealMove>,
    ) {
        match phase {
            DealPhase::Passing => {
                let number = self.cards_to_pass();
                for_each_choice(hand, number, Cards::NONE, &mut |cards| moves.push(DealMove::Pass(cards)));
            }
            DealPhase::Bidding if !promises.looked.has(mover) => moves.extend([DealMove::Look, DealMove::BlindNil]),
            DealPhase::Bidding => {
                let earlier = &promises.bids[..usize::from(promises.made)];
                let tricks = self.cards as u8;
                let allowed = (0..=tricks).filter(|&bid| self.rules.allows_bid(bid, earlier, self.players, tricks));
                moves.extend(allowed.map(DealMove::Bid));
            }
            DealPhase::Exchanging => moves.extend(hand.iter().map(DealMove::Give)),
            DealPhase::Naming => {
                moves.extend(Suit::ALL.into_iter().map(|suit| DealMove::Trump(Some(suit))));
                moves.push(DealMove::Trump(None));
            }
            DealPhase::Discarding => {
                let number = self.cards_to_discard();
                for_each_choice(hand, number, Cards::NONE, &mut |cards| moves.push(DealMove::Discard(cards)));
            }
            DealPhase::Playing => {}
        }
    }
}

impl<R: Rules> SearchHints for WholeDeal<R> {}
