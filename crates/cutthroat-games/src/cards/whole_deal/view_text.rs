//! What a seat knows before the play, as text.
//!
//! ```text
//! deal:? AK3.Q2..T9 ? ? pass=left cards=7
//! ```
//!
//! As a [deal](super::text), with `?` for every hand that one does not see. Until all have passed, the own hand is as it was
//! dealt. A seat that has not looked at its own hand says which one it is: `seat=2`.

use std::fmt::Write as _;

use cutthroat::hidden::{Hidden, Knowledge, ReadView, ViewNotation};
use cutthroat::{MAX_PLAYERS, Player};

use super::super::card::{Card, Cards};
use super::super::error::CardError;
use super::super::hidden::ViewError;
use super::super::rules::{self, Rules};
use super::exchange::highest_like;
use super::text::{DealText, write_cards, wrong};
use super::{DealEvent, DealMove, DealPhase, DealSeen, DealView, WholeDeal};

impl<R: Rules> WholeDeal<R> {
    /// Writes what a seat knows: before the play as a deal, later as a view of the play.
    #[must_use]
    pub fn write_deal_view(&self, known: Knowledge<'_, Self>) -> String {
        let view = known.view;
        if let Some(play) = view.play() {
            let told: Vec<_> = known.told.iter().filter_map(DealSeen::played).collect();
            return self.play_in(view).write_view(Knowledge { view: play, told: &told });
        }
        let hand = |player: Player| match player == view.seat && view.has_looked() {
            true => view.hand.to_string(),
            false => "?".to_owned(),
        };
        let hands: Vec<String> = Player::all(self.players).map(hand).collect();
        let mut text = format!("deal:{}", hands.join(" "));
        let mut field = |name: &str, value: String| {
            let _ = write!(text, " {name}={value}");
        };
        if !view.has_looked() {
            field("seat", view.seat.seat().to_string());
        }
        if self.cards != self.rules.hand_size(self.players) {
            field("cards", self.cards.to_string());
        }
        if view.phase == DealPhase::Passing {
            let has_passed = view.seat.index() < usize::from(view.turn);
            if has_passed {
                field("passed", write_cards(view.given));
            }
            if !self.is_open_pass(view) || view.seat.index() > 0 {
                field("turn", (view.turn + 1).to_string());
            }
        }
        if view.exchange.done > 0 {
            field("exchanged", self.write_exchange(known));
        }
        if !view.taken.is_empty() {
            field("kitty", write_cards(view.taken));
        }
        self.write_common(&mut text, view.phase, &view.promises, view.trump);
        text
    }

    /// Reads what [`write_deal_view`](Self::write_deal_view) wrote before the play, or what a person typed.
    ///
    /// # Errors
    /// What is wrong with the text, and where; or why there is no such view.
    pub fn read_deal_view(text: &str) -> Result<ReadView<Self>, ViewError> {
        let text = DealText::<R>::read(text)?;
        text.check_fields()?;
        let players = text.hands.len();
        let cards = text.given.value("cards").map(|cards| rules::read_number("cards", cards, Cards::PACK.len() as u8));
        let cards = cards.transpose()?.map_or_else(|| text.rules.hand_size(players), usize::from);
        let game = text.game(cards)?;
        let (seat, hand) = read_hand(&text)?;
        let named = text.named()?;
        let taken = text.cards_of("kitty")?;
        let dealt = game.check_hand(seat, hand, named.is_some(), taken)?;
        let exchanged = game.read_exchange(&text, seat)?;
        let dealt = dealt.map(|hand| exchanged.iter().rev().flatten().fold(hand, |hand, swap| swap.before(hand)));
        let mut hands = [Cards::NONE; MAX_PLAYERS];
        hands[seat.index()] = dealt.unwrap_or_default();
        let start = game.dealt(hands, Cards::NONE);
        let mut typed = Typed { view: game.first_view(&start, seat), told: Vec::new(), game, hand };
        if typed.view.phase == DealPhase::Passing {
            typed.pass(&text)?;
        }
        for swap in exchanged {
            typed.exchange(swap)?;
        }
        for bid in text.bids()? {
            typed.tell("bids", bid)?;
        }
        if let Some(named) = named {
            typed.tell("named", named)?;
        }
        typed.check_looked()?;
        typed.game.dealer(&typed.view)?;
        Ok(ReadView { game: typed.game, view: typed.view, told: typed.told })
    }

    /// Whether nobody has passed, as far as the seat knows, in a game in which cards are passed. At a table all choose at the
    /// same time.
    #[must_use]
    pub fn is_open_pass(&self, view: &DealView) -> bool {
        view.phase == DealPhase::Passing && view.turn == 0
    }

    /// What the seat knows when it is its turn to pass, if it is to pass and knows `view` now.
    #[must_use]
    pub fn at_own_pass(&self, view: &DealView) -> DealView {
        let mut view = *view;
        while view.phase == DealPhase::Passing && usize::from(view.turn) < view.seat.index() {
            let player = Player::new(usize::from(view.turn));
            let seen = DealSeen { player, event: DealEvent::Passed, given: Cards::NONE, hand: view.hand, start: None };
            self.note(&mut view, seen);
        }
        view
    }

    /// What the seat saw of an exchange: for each card `went-came`, or `?` between others.
    fn write_exchange(&self, known: Knowledge<'_, Self>) -> String {
        let mut hand = known.view.dealt;
        let mut words = Vec::new();
        for seen in known.told.iter().filter(|seen| seen.event == DealEvent::Gave) {
            let swap = Swap::of(seen, hand, known.view.seat);
            words.push(swap.map_or("?".to_owned(), |swap| format!("{}-{}", swap.went, swap.came)));
            hand = seen.hand;
        }
        words.join("/")
    }

    /// What `seat` saw of an exchange, as far as it fits the order in which cards are given.
    fn read_exchange(&self, text: &DealText<R>, seat: Player) -> Result<Vec<Option<Swap>>, ViewError> {
        let words = text.given.value("exchanged").unwrap_or_default();
        let mut swaps = Vec::new();
        for word in words.split('/').filter(|_| !words.is_empty()) {
            let wrong = |why: &str| ViewError::from(wrong("exchanged", word, why));
            let next = self.exchanges().after(swaps.len() as u8).ok_or_else(|| wrong("no more cards are given"))?;
            let is_own = next.giver == seat || next.taker == seat;
            swaps.push(match word.split_once('-') {
                Some((went, came)) if is_own => Some(Swap { went: went.parse()?, came: came.parse()? }),
                None if word == "?" && !is_own => None,
                _ if is_own => return Err(wrong("write the own card that went and the one that came, such as S2-SK")),
                _ => return Err(wrong("the own seat does not see this one; write ?")),
            });
        }
        Ok(swaps)
    }

    /// The hand as it was dealt, if it is there and can be.
    fn check_hand(
        &self,
        seat: Player,
        hand: Option<Cards>,
        is_named: bool,
        taken: Cards,
    ) -> Result<Option<Cards>, ViewError> {
        let phase = if is_named { DealPhase::Discarding } else { DealPhase::Naming };
        let due = self.size_before_play(phase, seat) - self.cards;
        if taken.len() != due {
            let why = if due == 0 { "this seat has not taken it".to_owned() } else { format!("it has {due} cards") };
            return Err(wrong("kitty", write_cards(taken), why).into());
        }
        let Some(hand) = hand else { return Ok(None) };
        if hand.len() != self.cards + due {
            return Err(CardError::HandSize { seat: seat.seat(), held: hand.len(), due: self.cards + due }.into());
        }
        if let Some(card) = (hand & self.rules.shown_aside()).first() {
            return Err(CardError::Twice(card).into());
        }
        if let Some(card) = (hand - self.rules.pack(self.players)).first() {
            return Err(CardError::NotInPack { card, game: R::NAME, players: self.players }.into());
        }
        if let Some(card) = (taken - hand).first() {
            return Err(ViewError::NotReceived { card, seat: seat.seat() });
        }
        Ok(Some(hand - taken))
    }
}

/// The own seat and its hand, which it may not have seen.
fn read_hand<R: Rules>(text: &DealText<R>) -> Result<(Player, Option<Cards>), ViewError> {
    let mut own: Option<(usize, Cards)> = None;
    for (seat, word) in text.hands.iter().enumerate().filter(|(_, word)| *word != "?") {
        if word.starts_with('?') {
            return Err(wrong("deal", word, "nothing is known of another hand before the play").into());
        }
        if let Some((first, _)) = own.replace((seat, word.parse()?)) {
            return Err(ViewError::TwoHands(first + 1, seat + 1));
        }
    }
    let players = text.hands.len();
    let seat = text.given.value("seat").map(|seat| rules::read_number("seat", seat, players as u8)).transpose()?;
    match (own, seat.map(usize::from)) {
        (Some((own, _)), Some(seat)) if own + 1 != seat => {
            Err(wrong("seat", seat, format!("the hand of seat {} is written", own + 1)).into())
        }
        (Some((own, hand)), _) => Ok((Player::new(own), Some(hand))),
        (None, Some(seat)) if seat > 0 => Ok((Player::new(seat - 1), None)),
        (None, _) => Err(ViewError::NoHand),
    }
}

/// What an exchange changed in the own hand: the same card twice if nothing.
#[derive(Clone, Copy)]
struct Swap {
    went: Card,
    came: Card,
}

impl Swap {
    /// What `seat`, which had this hand, saw; `None` if it had no part in it.
    fn of(seen: &DealSeen, hand: Cards, seat: Player) -> Option<Self> {
        let given = seen.given.only()?;
        let (went, came) = (hand - seen.hand, seen.hand - hand);
        // Where nothing changed, the card that was given came back.
        let is_giver = seen.player == seat;
        let (went, came) = match (went.only(), came.only()) {
            (Some(went), Some(came)) => (went, came),
            _ => (given, given),
        };
        debug_assert!(if is_giver { went == given } else { came == given }, "{seen:?}");
        Some(Self { went, came })
    }

    /// The hand before it.
    fn before(self, hand: Cards) -> Cards {
        Self { went: self.came, came: self.went }.after(hand)
    }

    /// The hand after it.
    fn after(self, hand: Cards) -> Cards {
        if self.went == self.came { hand } else { (hand - self.went.alone()) | self.came.alone() }
    }
}

/// A view before the play while it is read: move by move.
struct Typed<R: Rules> {
    game: WholeDeal<R>,
    view: DealView,
    told: Vec<DealSeen>,
    /// The own hand as it is now, if it was written.
    hand: Option<Cards>,
}

impl<R: Rules> Typed<R> {
    /// Tells the seat about the passes so far.
    fn pass(&mut self, text: &DealText<R>) -> Result<(), ViewError> {
        let (seat, players) = (self.view.seat.index(), self.game.players);
        let passed = text.cards_of("passed")?;
        let has_passed = !passed.is_empty();
        let turn = text.given.value("turn").map(|turn| rules::read_number("turn", turn, players as u8)).transpose()?;
        let usual = if has_passed { seat + 1 } else { 0 };
        let turn = turn.map_or(usual, |turn| usize::from(turn).saturating_sub(1));
        if turn >= players {
            let why = "with that all have passed; write a view of the play, with passed= and received=";
            return Err(wrong("passed", write_cards(passed), why).into());
        }
        if has_passed != (seat < turn) {
            let why = if has_passed { "seat comes later" } else { "seat comes earlier; write what it has passed" };
            return Err(wrong("turn", turn + 1, format!("the own {why}")).into());
        }
        if has_passed && (passed.len() != self.game.cards_to_pass() || !(passed - self.view.hand).is_empty()) {
            let why = format!("{} cards of the hand are passed", self.game.cards_to_pass());
            return Err(wrong("passed", write_cards(passed), why).into());
        }
        for player in Player::all(turn) {
            let given = if player.index() == seat { passed } else { Cards::NONE };
            self.note(player, DealEvent::Passed, given, self.view.hand);
        }
        Ok(())
    }

    /// Tells the seat about a card that was given, and the one that came back.
    fn exchange(&mut self, swap: Option<Swap>) -> Result<(), ViewError> {
        let (seat, hand) = (self.view.seat, self.view.hand);
        let Some(next) = self.game.exchanges().after(self.view.exchange.done) else { return Ok(()) };
        let Some(swap) = swap else {
            self.note(next.giver, DealEvent::Gave, Cards::NONE, hand);
            return Ok(());
        };
        let Swap { went, came } = swap;
        let given = if next.giver == seat { went } else { came };
        // The highest card of the suit goes back to the giver, and the seat knows all of its own.
        let fits = if next.giver == seat {
            hand.has(went)
                && went.suit() == came.suit()
                && came.above() <= went.above()
                && (came == went || !hand.has(came))
        } else {
            !hand.has(came) && highest_like(hand, came) == went
        };
        if !fits {
            let why = "the highest card of the suit comes back for the card that is given";
            return Err(wrong("exchanged", format!("{went}-{came}"), why).into());
        }
        self.note(next.giver, DealEvent::Gave, given.alone(), swap.after(hand));
        Ok(())
    }

    /// Tells the seat about a bid or a trump.
    fn tell(&mut self, field: &'static str, mv: DealMove) -> Result<(), ViewError> {
        let (game, view) = (&self.game, &self.view);
        let mover = Player::new(usize::from(view.turn));
        let mut legal = Vec::new();
        let is_over = mover.index() >= game.players;
        if !is_over {
            game.moves_before_play(view.phase, mover, Cards::NONE, &view.promises, &mut legal);
        }
        let written = game.write_deal_move(mv);
        if !legal.contains(&mv) {
            let why = if is_over { "all have bid".to_owned() } else { format!("seat {} cannot do that", mover.seat()) };
            return Err(wrong(field, written, why).into());
        }
        let (event, is_last) = match mv {
            DealMove::Look => (DealEvent::Looked, false),
            DealMove::BlindNil => (DealEvent::BidBlind, mover.index() + 1 == game.players),
            DealMove::Bid(bid) => (DealEvent::Bid(bid), mover.index() + 1 == game.players),
            DealMove::Trump(trump) => (DealEvent::Named(trump), game.cards_to_discard() == 0),
            _ => unreachable!("cards are read elsewhere"),
        };
        if is_last {
            return Err(wrong(field, written, "with that the play begins; write a view of the play").into());
        }
        let looks = mover == view.seat && matches!(mv, DealMove::Look | DealMove::BlindNil);
        let takes = mover == view.seat && matches!(mv, DealMove::Trump(_));
        let hand = if looks || takes { self.hand.unwrap_or_default() } else { view.hand };
        self.note(mover, event, Cards::NONE, hand);
        Ok(())
    }

    fn note(&mut self, player: Player, event: DealEvent, given: Cards, hand: Cards) {
        let seen = DealSeen { player, event, given, hand, start: None };
        self.game.note(&mut self.view, seen);
        self.told.push(seen);
    }

    /// The hand is written if the seat has looked at it, and only then. A seat that is to bid and has its hand written
    /// has looked.
    fn check_looked(&mut self) -> Result<(), ViewError> {
        let view = &self.view;
        let seat = view.seat;
        match self.hand {
            Some(hand) if !view.has_looked() && usize::from(view.turn) == seat.index() => {
                self.note(seat, DealEvent::Looked, Cards::NONE, hand);
                Ok(())
            }
            Some(_) if !view.has_looked() => {
                let why = "it may bid blind and has not looked at its hand yet; write ? for it";
                Err(wrong("seat", seat.seat(), why).into())
            }
            None if view.has_looked() => Err(ViewError::NoHand),
            _ => Ok(()),
        }
    }
}
