//! A view as it was typed, and what it takes to believe it: every card in one place, every play legal as far as one can
//! see, and a deal that fits.

use cutthroat::hidden::{Hidden, ReadView};
use cutthroat::{Game, MAX_PLAYERS, Player};

use super::super::card::{Card, Cards};
use super::super::error::CardError;
use super::super::packed_counts::PackedCounts;
use super::super::position::{Numbers, OnTable, Position, Turn};
use super::super::rules::{Preparation, Rules};
use super::super::start::{CardStart, TrickCount};
use super::super::trick::TrickGame;
use super::view_error::{CardPlace, Shown, ViewError};
use super::{CardPlayed, CardView};

/// A view as it was typed.
pub(super) struct TypedView<R> {
    /// The game, whose number of tricks is not known yet.
    pub(super) game: TrickGame<R>,
    pub(super) seat: Player,
    /// The own hand, and what is known of the others, now.
    pub(super) hands: [Cards; MAX_PLAYERS],
    /// The table when the seat began to look, without hands.
    pub(super) start: CardStart,
    /// What was played since.
    pub(super) plays: Vec<Card>,
    pub(super) unseen: Option<Cards>,
    pub(super) aside: Vec<Card>,
    pub(super) cards: Option<usize>,
    /// What the seat passed before the play, and what it was passed.
    pub(super) passed: Cards,
    pub(super) received: Cards,
}

/// A card, who played it, and to which trick.
#[derive(Clone, Copy)]
struct Play {
    player: Player,
    card: Card,
    /// Counted from 1 in the whole deal.
    trick: usize,
}

impl<R: Rules> TypedView<R> {
    /// The view, if there is one.
    pub(super) fn view(mut self) -> Result<ReadView<TrickGame<R>>, ViewError> {
        let plays = self.who_played();
        self.place_passed(&plays)?;
        self.check_places(&plays)?;
        let own = plays.iter().filter(|play| play.player == self.seat).count();
        let dealt = self.hands[self.seat.index()].len() + own;
        let (in_play, forced) = match self.unseen {
            Some(unseen) => self.in_play_by_unseen(unseen, dealt, &plays)?,
            None => self.in_play_of_deal(dealt, own, &plays)?,
        };
        let TrickCount { over, tricks, .. } = TrickCount::of(&self.game.rules, &self.start, dealt, in_play)?;
        let most = usize::from(tricks - over) * self.game.players;
        if let Some(play) = plays.get(most) {
            return Err(ViewError::AfterTheEnd { card: play.card, tricks });
        }
        let game = TrickGame { tricks, total: tricks, ..self.game.clone() }.public();
        Replay { game, seat: self.seat, shown: Vec::new() }.view(&self, over, in_play, forced, &plays)
    }

    /// To whom the own seat has passed.
    fn receiver(&self) -> Player {
        match self.game.rules.preparation() {
            Preparation::Pass(pass) => {
                Player::new((self.seat.index() + pass.seats(self.game.players)) % self.game.players)
            }
            _ => self.seat,
        }
    }

    /// What was passed is in the hand of the receiver or was played by them; what was received is in the own hand or was.
    fn place_passed(&mut self, plays: &[Play]) -> Result<(), ViewError> {
        let played_by = |card: Card| plays.iter().find(|play| play.card == card).map(|play| play.player);
        let (own, receiver) = (self.seat.index(), self.receiver());
        for card in self.passed.iter() {
            match played_by(card) {
                Some(player) if player == receiver => {}
                Some(player) => {
                    return Err(ViewError::PassedElsewhere { card, to: receiver.seat(), seat: player.seat() });
                }
                None if self.hands[own].has(card) => return Err(ViewError::StillHeld { card }),
                None => self.hands[receiver.index()].insert(card),
            }
        }
        for card in self.received.iter() {
            if !self.hands[own].has(card) && played_by(card) != Some(self.seat) {
                return Err(ViewError::NotReceived { card, seat: self.seat.seat() });
            }
        }
        Ok(())
    }

    /// How many tricks were over when the seat began to look.
    fn tricks_over(&self) -> usize {
        if R::PER_TRICK == 0 {
            usize::from(self.start.tricks_over)
        } else {
            self.start.taken.iter().map(|&taken| usize::from(taken)).sum()
        }
    }

    /// Who played what, from the trick in progress on.
    fn who_played(&self) -> Vec<Play> {
        let (mut leader, mut winner) = (self.start.leader, (self.start.leader, Card::default()));
        let cards = self.start.played.iter().chain(&self.plays);
        let play = |(number, &card): (usize, &Card)| {
            let place = number % self.game.players;
            if place == 0 {
                leader = winner.0;
            }
            let player = (leader + place) % self.game.players;
            if place == 0 || card.beats(winner.1, self.game.rules.trump()) {
                winner = (player, card);
            }
            Play { player: Player::new(player), card, trick: self.tricks_over() + number / self.game.players + 1 }
        };
        cards.enumerate().map(play).collect()
    }

    /// Every card and where it is.
    fn places(&self, plays: &[Play]) -> Vec<(Card, CardPlace)> {
        let of = |cards: Cards, place: CardPlace| cards.iter().map(move |card| (card, place));
        let hands = self.hands.iter().enumerate().flat_map(|(player, &hand)| of(hand, CardPlace::Hand(player + 1)));
        let played = plays.iter().map(|play| {
            let (seat, trick) = (play.player.seat(), play.trick);
            (play.card, CardPlace::Played { seat, trick })
        });
        hands.chain(played).collect()
    }

    /// No card is in two places.
    fn check_places(&self, plays: &[Play]) -> Result<(), ViewError> {
        let known = self.hands.iter().enumerate().filter(|&(player, _)| player != self.seat.index());
        let known = known.fold(Cards::NONE, |known, (_, &hand)| known | hand);
        let unseen = self.unseen.unwrap_or_default() - known;
        let rest = unseen.iter().map(|card| (card, CardPlace::Unseen));
        let rest = rest.chain(self.aside.iter().map(|&card| (card, CardPlace::Aside)));
        let rest = rest.chain(self.game.rules.shown_aside().iter().map(|card| (card, CardPlace::TurnedUp)));
        let mut seen: Vec<(Card, CardPlace)> = Vec::new();
        for (card, second) in self.places(plays).into_iter().chain(rest) {
            if let Some(&(_, first)) = seen.iter().find(|(other, _)| *other == card) {
                return Err(ViewError::Twice { card, first, second });
            }
            seen.push((card, second));
        }
        Ok(())
    }

    /// All cards whose place is known, hands as they were.
    fn placed(&self, plays: &[Play]) -> Cards {
        self.places(plays).into_iter().map(|(card, _)| card).collect()
    }

    /// What is in play if the others hold `unseen` now, and the card that has to be led to the first trick.
    fn in_play_by_unseen(
        &self,
        unseen: Cards,
        dealt: usize,
        plays: &[Play],
    ) -> Result<(Cards, Option<Card>), ViewError> {
        let in_play = self.placed(plays) | unseen;
        let played_by_others = plays.iter().filter(|play| play.player != self.seat).count();
        let due = (dealt * (self.game.players - 1)).saturating_sub(played_by_others);
        let given = (in_play - self.hands[self.seat.index()] - plays.iter().map(|play| play.card).collect()).len();
        if given != due {
            return Err(ViewError::Unseen { given, due });
        }
        let is_first_trick = self.tricks_over() == 0 && self.start.within != Some(0);
        let forced = self.game.rules.first_lead(in_play).filter(|_| is_first_trick);
        self.check_first_lead(forced, plays)?;
        Ok((in_play, forced))
    }

    /// What can be in play in a new deal, and the card that has to be led to its first trick.
    fn in_play_of_deal(&self, dealt: usize, own: usize, plays: &[Play]) -> Result<(Cards, Option<Card>), ViewError> {
        if self.tricks_over() > 0 {
            let why = "tricks were over when the view began, so write what the others hold";
            return Err(CardError::Missing { field: "unseen", why }.into());
        }
        let (players, pack) = (self.game.players, self.game.rules.pack(self.game.players));
        let most = pack.len() / players;
        if let Some(cards) = self.cards.filter(|&cards| cards > most) {
            return Err(CardError::Cards { cards, players, most }.into());
        }
        let due = self.cards.unwrap_or_else(|| self.game.rules.hand_size(players));
        if dealt != due {
            return Err(ViewError::Dealt { seat: self.seat.seat(), held: dealt - own, played: own, due });
        }
        let places = self.places(plays);
        if let Some(&(card, place)) = places.iter().find(|(card, _)| !pack.has(*card)) {
            return Err(ViewError::NotInPack { card, place, game: R::NAME, players });
        }
        let pack = pack - self.game.rules.shown_aside();
        let is_played = dealt > 0 && self.start.within != Some(0);
        let forced = if is_played { self.forced_lead(pack, dealt, plays)? } else { None };
        let lead = plays.first().map(|play| play.card).or(forced);
        let out = if is_played { self.game.out_of_play(pack, lead) } else { Cards::NONE };
        if let Some(&(card, place)) = places.iter().find(|(card, _)| out.has(*card)) {
            return Err(ViewError::NotLed { card, place });
        }
        Ok((pack - out - self.aside.iter().copied().collect(), forced))
    }

    /// The card that has to be led to the first trick of a deal from `pack`, if the rules name one.
    fn forced_lead(&self, pack: Cards, dealt: usize, plays: &[Play]) -> Result<Option<Card>, ViewError> {
        let pack = pack - self.aside.iter().copied().collect();
        let Some(lowest) = self.game.rules.first_lead(pack) else { return Ok(None) };
        if dealt * self.game.players == pack.len() {
            self.check_first_lead(Some(lowest), plays)?;
            return Ok(Some(lowest));
        }
        // Some cards are set aside, and nobody knows which: the leader has to have the lowest that is not.
        let leader = self.start.leader;
        if let Some(play) = plays.first() {
            return Ok(self.game.rules.first_lead(play.card.alone()));
        }
        let lead = self.game.rules.first_lead(self.hands[leader]);
        if lead.is_some() || leader == self.seat.index() {
            Ok(lead)
        } else {
            Err(ViewError::UnknownLead { leader: leader + 1 })
        }
    }

    /// The leader has the card that has to be led to the first trick, and led it.
    fn check_first_lead(&self, forced: Option<Card>, plays: &[Play]) -> Result<(), ViewError> {
        let Some(card) = forced else { return Ok(()) };
        let leader = self.start.leader;
        match plays.first() {
            Some(play) if play.card != card => {
                Err(ViewError::FirstLead { leader: leader + 1, played: play.card, card })
            }
            Some(_) => Ok(()),
            None => match self.hands.iter().position(|hand| hand.has(card)) {
                Some(holder) if holder != leader => {
                    Err(CardError::FirstLead { leader: leader + 1, holder: holder + 1, card }.into())
                }
                _ if leader == self.seat.index() && !self.hands[leader].has(card) => {
                    Err(ViewError::LeadMissing { leader: leader + 1, card })
                }
                _ => Ok(()),
            },
        }
    }
}

/// Plays a view card by card, as far as one can see.
struct Replay<R> {
    game: TrickGame<R>,
    seat: Player,
    /// What plays have shown.
    shown: Vec<(Player, Shown)>,
}

impl<R: Rules> Replay<R> {
    fn view(
        mut self,
        typed: &TypedView<R>,
        over: u8,
        in_play: Cards,
        forced: Option<Card>,
        plays: &[Play],
    ) -> Result<ReadView<TrickGame<R>>, ViewError> {
        let (before, since) = plays.split_at(typed.start.played.len());
        let mut position = self.start(typed, over, in_play, plays);
        if let Some(card) = forced.filter(|_| before.is_empty()) {
            position.hands[typed.start.leader].insert(card);
        }
        for play in before {
            self.check_own(&position, play)?;
            self.game.play(&mut position, play.card);
        }
        let mut view = self.game.view_from(position, self.seat);
        for play in before {
            self.shows(play, position.led(), view.banned(play.player));
            self.check_known(&view, play, position.led())?;
        }
        let mut told = Vec::with_capacity(since.len());
        for play in since {
            self.tell(&mut view, play)?;
            told.push(CardPlayed { player: play.player, card: play.card });
        }
        for player in view.others() {
            let (held, known) = (view.hand_size(player), view.known(player).len());
            if known > held {
                return Err(ViewError::Known { seat: player.seat(), held, known });
            }
        }
        (view.passed, view.received) = (typed.passed, typed.received);
        self.game.dealer(&view)?;
        Ok(ReadView { game: self.game, view, told })
    }

    /// The table when the first trick that the seat saw began, with all that is known of the hands.
    fn start(&self, typed: &TypedView<R>, over: u8, in_play: Cards, plays: &[Play]) -> Position {
        let (leader, tricks_left) = (typed.start.leader as u8, self.game.tricks - over);
        let mut hands = typed.hands;
        for play in plays.iter().filter(|play| play.player == self.seat) {
            hands[self.seat.index()].insert(play.card);
        }
        let turn = Turn::of(Numbers {
            played: 0,
            mover: leader,
            winner: leader,
            best: Card::default(),
            points: 0,
            broken: typed.start.broken,
            tricks_left,
            left: self.game.public_left(tricks_left),
        });
        let on_table = OnTable { cards: Cards::NONE, sequence: 0, turn };
        Position { hands, in_play, taken: PackedCounts::new(&typed.start.taken), on_table }
    }

    /// The own card is legal.
    fn check_own(&self, position: &Position, play: &Play) -> Result<(), ViewError> {
        let legal = self.game.legal(position);
        if play.player != self.seat || legal.has(play.card) {
            return Ok(());
        }
        Err(self.illegal(play, position.led(), legal))
    }

    /// The error that `play` is not legal beside the cards that are.
    fn illegal(&self, play: &Play, led: Option<Card>, held: Cards) -> ViewError {
        let Play { player, card, trick } = *play;
        let (seat, first) = (player.seat(), held.first().unwrap_or_default());
        match led.filter(|led| led.suit() != card.suit()).map(|led| (led, held.following(led).first())) {
            Some((led, Some(held))) => ViewError::Revoke { trick, seat, card, held, led: led.suit() },
            _ => ViewError::NotAllowed { trick, seat, card, held: first, game: R::NAME },
        }
    }

    /// What is known of a hand does not forbid the card that was played from it.
    fn check_known(&self, view: &CardView, play: &Play, led: Option<Card>) -> Result<(), ViewError> {
        if play.player == self.seat {
            return Ok(());
        }
        let held = view.known(play.player) & view.banned(play.player);
        if held.is_empty() { Ok(()) } else { Err(self.illegal(play, led, held)) }
    }

    /// Tells the seat about a card, if it can have been played.
    fn tell(&mut self, view: &mut CardView, play: &Play) -> Result<(), ViewError> {
        let Play { player, card, trick } = *play;
        self.check_own(&view.position, play)?;
        let shown = self.shown.iter().find(|(other, shown)| *other == player && shown.cards.has(card));
        if let Some(&(_, shown)) = shown.filter(|_| player != self.seat) {
            let void = shown.void.filter(|&suit| suit == card.suit());
            return Err(ViewError::Contradicted { trick, seat: player.seat(), card, shown: Shown { void, ..shown } });
        }
        let (led, before) = (view.position.led(), view.banned(player));
        self.game.note(view, CardPlayed { player, card });
        self.shows(play, led, view.banned(player) - before);
        self.check_known(view, play, led)
    }

    /// Takes down what a play has shown.
    fn shows(&mut self, play: &Play, led: Option<Card>, cards: Cards) {
        let void = led.map(Card::suit).filter(|&suit| suit != play.card.suit());
        self.shown.push((play.player, Shown { cards, trick: play.trick, card: play.card, void }));
    }
}
