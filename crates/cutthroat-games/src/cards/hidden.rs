//! What a seat knows in a trick game, and the deals that are possible given that.
//!
//! The view of a seat is a position too: the own hand, of every other hand the cards that are known to be there, and all
//! that lies on the table. The kernel plays on it as on any position, so tricks are won and counted in one place. What
//! a player shows by not following, or by leading a suit that has to be broken, is kept in one set of cards for each
//! seat ([`Rules::excludes`]).
//!
//! Cards that are set aside when the deal begins are hidden too. In a position from the middle of a deal, all that is out
//! of play counts as seen.

mod dealer;
mod text;
mod typed;
mod view_error;

use std::fmt;
use std::hash::{Hash, Hasher};

use cutthroat::hidden::{Hidden, ImpossibleView, Knowledge, Origin, World};
use cutthroat::{Game, MAX_PLAYERS, Player};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHasher;

use super::card::{Card, Cards};
use super::packed_counts::PackedCounts;
use super::position::{Numbers, OnTable, Position, Turn};
use super::rules::{Counts, Rules};
use super::trick::TrickGame;
pub use dealer::CardDealer;
pub use text::VIEW_FIELDS;
pub use view_error::ViewError;

/// What a seat knows in a trick game.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CardView {
    /// The own hand, the cards known to be in other hands, and the table. In play is all that may be in play.
    pub(super) position: Position,
    /// What each other player cannot hold.
    pub(super) banned: [Cards; MAX_PLAYERS],
    /// The table when the seat began to look.
    pub(super) first_table: OnTable,
    pub(super) first_taken: PackedCounts,
    /// A hash of all cards played since, in order.
    pub(super) past: u64,
    /// What the seat passed before the play, and what it was passed.
    pub(super) passed: Cards,
    pub(super) received: Cards,
    pub(super) seat: Player,
    players: u8,
}

/// A card and who played it, as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CardPlayed {
    /// Who played it.
    pub player: Player,
    /// The card.
    pub card: Card,
}

impl CardView {
    /// Whose view it is.
    #[must_use]
    pub fn seat(&self) -> Player {
        self.seat
    }

    /// The own hand.
    #[must_use]
    pub fn hand(&self) -> Cards {
        self.position.hand(self.seat)
    }

    /// The cards that may be in other hands or set aside.
    #[must_use]
    pub fn unseen(&self) -> Cards {
        self.position.in_play - self.hand() - self.position.on_table.cards
    }

    /// The cards known to be in the hand of another player.
    #[must_use]
    pub fn known(&self, player: Player) -> Cards {
        self.position.hand(player)
    }

    /// What the seat passed before the play.
    #[must_use]
    pub fn passed(&self) -> Cards {
        self.passed
    }

    /// What the seat was passed before the play.
    #[must_use]
    pub fn received(&self) -> Cards {
        self.received
    }

    /// What another player cannot hold, because of what they played.
    #[must_use]
    pub fn banned(&self, player: Player) -> Cards {
        self.banned[player.index()]
    }

    /// How many cards `player` holds.
    #[must_use]
    pub fn hand_size(&self, player: Player) -> usize {
        self.hand().len() + usize::from(self.has_played(self.seat)) - usize::from(self.has_played(player))
    }

    /// How many cards nobody holds and nobody has seen.
    #[must_use]
    pub fn hidden_aside(&self) -> usize {
        self.unseen().len().saturating_sub(self.others().map(|player| self.hand_size(player)).sum())
    }

    /// The trick in progress, what was taken, and whose turn it is: everything but the hands.
    #[must_use]
    pub fn table(&self) -> &Position {
        &self.position
    }

    /// All players but the own seat.
    fn others(&self) -> impl Iterator<Item = Player> {
        let seat = self.seat;
        Player::all(usize::from(self.players)).filter(move |&player| player != seat)
    }

    /// Whether `player` has played to the trick in progress.
    fn has_played(&self, player: Player) -> bool {
        let Numbers { played, mover, .. } = self.position.numbers();
        let before_mover =
            (usize::from(mover) + usize::from(self.players) - player.index()) % usize::from(self.players);
        (1..=usize::from(played)).contains(&before_mover)
    }
}

impl fmt::Debug for CardView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, banned, past, seat, .. } = self;
        write!(f, "seat {} sees {position:?}, unseen {}, banned {banned:?}, past {past:x}", seat.seat(), self.unseen())
    }
}

impl<R: Rules> TrickGame<R> {
    /// The cards that are not in play, given that `lead` was or will be led to the first trick by the rules, or that no
    /// card has to be.
    fn out_of_play(&self, pack: Cards, lead: Option<Card>) -> Cards {
        let forced = lead.filter(|lead| self.rules.first_lead(lead.alone()).is_some());
        let beaten = |card: Card| match forced {
            Some(lead) => self.rules.first_lead(lead.alone() | card.alone()) != Some(lead),
            None => self.rules.first_lead(card.alone()).is_some(),
        };
        pack.iter().filter(|&card| beaten(card)).collect()
    }

    /// What is counted if `in_play` is in play and `taken` was taken.
    pub(super) fn total_of(&self, in_play: Cards, taken: &PackedCounts) -> u8 {
        if R::PER_TRICK == 1 {
            return self.tricks;
        }
        let taken: u16 = taken.lanes().iter().sum();
        taken as u8 + in_play.iter().map(|card| self.rules.points(card)).sum::<u8>()
    }

    /// What is still to be counted as far as everybody knows: at most all points of the pack.
    fn public_left(&self, tricks_left: u8) -> u8 {
        if R::PER_TRICK == 1 { tricks_left } else { u8::MAX }
    }

    /// The view of a seat that sees `position` and nothing of what was before, with its own hand and what it knows of the
    /// others.
    fn view_from(&self, position: Position, seat: Player) -> CardView {
        let (first_table, first_taken) = (position.on_table, position.taken);
        let banned = [Cards::NONE; MAX_PLAYERS];
        let (passed, received, players) = (Cards::NONE, Cards::NONE, self.players as u8);
        let mut view =
            CardView { position, banned, first_table, first_taken, past: 0, passed, received, seat, players };
        if let Some(led) = position.led() {
            let leader = self.leader(&position).index();
            for (place, card) in position.trick().enumerate().skip(1) {
                let player = Player::new((leader + place) % self.players);
                self.ban(&mut view, player, card, Some(led));
            }
        }
        view
    }

    /// Whether the cards that are not in play are hidden, and not known because the deal has been going on.
    fn hides_aside(&self, start: &Position) -> bool {
        let pack = self.rules.pack(self.players);
        start.tricks_left() == self.tricks && (start.in_play - pack).is_empty()
    }
}

impl<R: Rules> TrickGame<R> {
    /// What a seat knows when the play begins: its own hand, who leads, the card that has to be led if there is one, and
    /// cards that it knows to be set aside.
    pub(super) fn view_of_play(
        &self,
        seat: Player,
        hand: Cards,
        start: (Player, Option<Card>),
        aside: Cards,
    ) -> CardView {
        let (leader, forced) = start;
        let pack = self.rules.pack(self.players) - self.rules.shown_aside();
        let mut hands = [Cards::NONE; MAX_PLAYERS];
        hands[seat.index()] = hand;
        if let Some(card) = forced {
            hands[leader.index()].insert(card);
        }
        let turn = Turn::of(Numbers {
            played: 0,
            mover: leader.index() as u8,
            winner: leader.index() as u8,
            best: Card::default(),
            points: 0,
            broken: false,
            tricks_left: self.tricks,
            left: self.public_left(self.tricks),
        });
        let first_table = OnTable { cards: Cards::NONE, sequence: 0, turn };
        let first_taken = PackedCounts::new(&Counts::default());
        let in_play = pack - self.out_of_play(pack, forced) - aside;
        let position = Position { hands, in_play, taken: first_taken, on_table: first_table };
        self.view_from(position, seat)
    }
}

impl CardView {
    /// Adds cards that are known to be in the hand of another player, because they were passed there.
    pub(super) fn know(&mut self, player: Player, cards: Cards) {
        self.position.hands[player.index()] |= cards;
    }

    /// Takes down what was passed: cards given to `receiver`, who is known to hold them, and cards received.
    pub(super) fn pass(&mut self, receiver: Player, given: Cards, received: Cards) {
        self.know(receiver, given);
        (self.passed, self.received) = (given, received);
    }
}

/// The numbers of a turn with another number that is left to count.
pub(super) fn with_left(turn: Turn, left: u8) -> Turn {
    Turn::of(Numbers { left, ..turn.numbers() })
}

impl<R: Rules> Hidden for TrickGame<R> {
    type Seen = CardPlayed;
    type View = CardView;
    type Dealer = CardDealer<R>;

    /// With the points of the whole pack as total: that of the cards in play tells what is set aside.
    fn public(&self) -> Self {
        let total = self.total_of(self.rules.pack(self.players), &PackedCounts::new(&Counts::default()));
        Self { total, ..self.clone() }
    }

    fn first_view(&self, start: &Position, seat: Player) -> CardView {
        let turn = start.numbers();
        let mut position = *start;
        position.hands = [Cards::NONE; MAX_PLAYERS];
        position.hands[seat.index()] = start.hand(seat);
        position.on_table.turn = with_left(start.on_table.turn, self.public_left(turn.tricks_left));
        // The first lead, if the rules name it, is made with the deal: everybody knows who has that card.
        let is_first_trick = turn.tricks_left == self.tricks && turn.tricks_left > 0;
        let forced = self.rules.first_lead(start.in_play).filter(|_| is_first_trick && turn.played == 0);
        if self.hides_aside(start) {
            let pack = self.rules.pack(self.players) - self.rules.shown_aside();
            let out = if is_first_trick { self.out_of_play(pack, start.led().or(forced)) } else { Cards::NONE };
            position.in_play = pack - out;
        }
        if let Some(card) = forced {
            position.hands[usize::from(turn.mover)].insert(card);
        }
        self.view_from(position, seat)
    }

    fn seen(&self, before: &Position, card: Card, _: Player) -> CardPlayed {
        CardPlayed { player: Player::new(usize::from(before.numbers().mover)), card }
    }

    fn note(&self, view: &mut CardView, seen: CardPlayed) {
        let CardPlayed { player, card } = seen;
        self.ban(view, player, card, view.position.led());
        let mut hasher = FxHasher::default();
        (view.past, player.index(), card).hash(&mut hasher);
        view.past = hasher.finish();
        self.play(&mut view.position, card);
    }

    fn seat_of(view: &CardView) -> Player {
        view.seat
    }

    fn mover_of(&self, view: &CardView) -> Option<Player> {
        self.mover(&view.position)
    }

    fn moves_of(&self, view: &CardView, moves: &mut Vec<Card>) {
        if self.mover_of(view) == Some(view.seat) {
            self.moves(&view.position, moves);
        }
    }

    fn allows(&self, view: &CardView, world: &World<Self>) -> bool {
        let World { game, state } = world;
        let (table, seen) = (state.on_table, view.position.on_table);
        let mut in_play = table.cards;
        for player in Player::all(self.players) {
            let hand = state.hand(player);
            let fits = if player == view.seat {
                hand == view.hand()
            } else {
                hand.len() == view.hand_size(player)
                    && (hand - view.unseen()).is_empty()
                    && (view.known(player) - hand).is_empty()
                    && (hand & view.banned(player)).is_empty()
            };
            if !fits || !(in_play & hand).is_empty() {
                return false;
            }
            in_play |= hand;
        }
        let total = self.total_of(in_play, &state.taken);
        let taken: u16 = state.taken.lanes().iter().sum();
        let left = u16::from(total).saturating_sub(taken) as u8;
        let same_rules = game.rules == self.rules && game.players == self.players && game.tricks == self.tricks;
        same_rules
            && game.total == total
            && state.taken == view.position.taken
            && state.in_play == in_play
            && (table.cards, table.sequence) == (seen.cards, seen.sequence)
            && table.turn == with_left(seen.turn, left)
    }

    fn dealer(&self, view: &CardView) -> Result<CardDealer<R>, ImpossibleView> {
        CardDealer::new(self, view)
    }

    fn possible_state(&self, view: &CardView) -> Position {
        let mut possible = view.position;
        for player in view.others() {
            possible.hands[player.index()] = view.unseen() - view.banned(player);
        }
        possible
    }

    fn origin(&self, known: Knowledge<'_, Self>, world: &World<Self>, _: &mut ChaCha8Rng) -> Origin<Self> {
        let World { game, mut state } = world.clone();
        for &CardPlayed { player, card } in known.told {
            state.hands[player.index()].insert(card);
        }
        let CardView { first_table, first_taken, .. } = *known.view;
        let held = state.hands.iter().fold(Cards::NONE, |held, &hand| held | hand);
        let taken: u16 = first_taken.lanes().iter().sum();
        let turn = first_table.turn;
        let left = if R::PER_TRICK == 1 { turn.numbers().left } else { game.total - taken as u8 };
        state = Position {
            hands: state.hands,
            in_play: held | first_table.cards,
            taken: first_taken,
            on_table: OnTable { turn: with_left(turn, left), ..first_table },
        };
        Origin { start: World { game, state }, moves: known.told.iter().map(|played| played.card).collect() }
    }
}

impl<R: Rules> TrickGame<R> {
    /// Takes down what `player` cannot hold, since they play `card`.
    fn ban(&self, view: &mut CardView, player: Player, card: Card, led: Option<Card>) {
        if player == view.seat {
            return;
        }
        let Numbers { tricks_left, broken, .. } = view.position.numbers();
        let not_followed = led.filter(|led| led.suit() != card.suit()).map_or(Cards::NONE, |led| led.suit().cards());
        let excluded = self.rules.excludes(card, led, tricks_left == self.tricks, broken);
        view.banned[player.index()] |= not_followed | excluded;
    }
}
