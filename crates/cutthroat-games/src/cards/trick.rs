//! The trick kernel: one game for all trick games, told apart by their [`Rules`].

use std::fmt;

use cutthroat::{Game, MAX_PLAYERS, Payoff, Player};

use super::card::{Card, Cards};
use super::error::CardError;
use super::rules::{Counts, Moment, Rules};

/// In which order moves are listed: the reference order, which settles ties.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Listing {
    /// Suit by suit, high cards first, cards with points of their own after all others. It depends on the relative
    /// ranks of the cards in play only, so merging equivalent cards or positions merges their ties in the same way:
    /// values under every tie rule are the same with and without.
    #[default]
    BySuit,
    /// From high to low by rank across suits: the order of the 2000 paper's Table 2. An order by absolute rank is not
    /// a function of relative ranks, so under the rules `first` and `worst-for-root` a tie may come out otherwise with
    /// equivalent cards merged than without.
    ByRank,
}

/// A trick game: the rules `R`, and how many play for how many tricks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrickGame<R> {
    rules: R,
    players: usize,
    /// How many tricks are played, those already over included.
    tricks: u8,
    /// All that will have been counted at the end.
    total: u8,
    listing: Listing,
    equivalence: bool,
}

/// A position: who holds what, the trick in progress, and what has been taken.
///
/// All of it is words: a byte written by itself and read with its neighbours has to wait for memory, which would cost
/// more than everything else that playing a card does.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    hands: [Cards; MAX_PLAYERS],
    /// All cards held, and those of the trick in progress.
    in_play: Cards,
    /// What each party has taken, eight bits each.
    taken: u64,
    on_table: OnTable,
}

/// The trick in progress, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct OnTable {
    cards: Cards,
    /// The same cards in order of play, eight bits each.
    sequence: u64,
    turn: Turn,
}

/// The small numbers of a position, eight bits each.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Turn(u64);

/// The same numbers, each by itself.
#[derive(Clone, Copy)]
struct Numbers {
    /// How many cards the trick has.
    played: u8,
    mover: u8,
    /// Who is winning the trick, and with what.
    winner: u8,
    best: Card,
    /// Points in the trick.
    points: u8,
    broken: bool,
    tricks_left: u8,
    /// What is still to be counted.
    left: u8,
}

impl Turn {
    const MOVER: u32 = 8;
    const WINNER: u32 = 16;
    const BEST: u32 = 24;
    const POINTS: u32 = 32;
    const BROKEN: u32 = 40;
    const TRICKS_LEFT: u32 = 48;
    const LEFT: u32 = 56;

    #[inline]
    const fn of(numbers: Numbers) -> Self {
        let Numbers { played, mover, winner, best, points, broken, tricks_left, left } = numbers;
        Self(u64::from_le_bytes([played, mover, winner, best.index(), points, broken as u8, tricks_left, left]))
    }

    #[inline]
    const fn numbers(self) -> Numbers {
        let [played, mover, winner, best, points, broken, tricks_left, left] = self.0.to_le_bytes();
        Numbers { played, mover, winner, best: Card::of_index(best), points, broken: broken != 0, tricks_left, left }
    }

    /// `winner` is now winning the trick, with `best`.
    #[inline]
    const fn won(self, winner: u8, best: Card) -> Self {
        let both = 0xff << Self::WINNER | 0xff << Self::BEST;
        Self(self.0 & !both | (winner as u64) << Self::WINNER | (best.index() as u64) << Self::BEST)
    }

    /// A card has been played and it is the turn of `mover`.
    #[inline]
    const fn passed(self, mover: u8) -> Self {
        Self((self.0 & !(0xff << Self::MOVER) | (mover as u64) << Self::MOVER) + 1)
    }

    /// The trick is over: `winner` leads to the next, and so much has been counted.
    #[inline]
    const fn over(self, winner: u8, counted: u8) -> Self {
        const KEPT: u64 = 0xff << Turn::BROKEN | 0xff << Turn::TRICKS_LEFT | 0xff << Turn::LEFT;
        let down = 1 << Self::TRICKS_LEFT | (counted as u64) << Self::LEFT;
        Self((self.0 & KEPT) - down | (winner as u64) << Self::MOVER | (winner as u64) << Self::WINNER)
    }
}

/// Where a deal is to be taken up: everything that makes a [`Position`], before it is checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Start {
    /// What each player holds, seat 1 first, without the cards of the trick in progress.
    pub hands: Vec<Cards>,
    /// Who led, or leads, counted from 0.
    pub leader: usize,
    /// The trick in progress, in order of play.
    pub played: Vec<Card>,
    /// What each party has taken.
    pub taken: Counts,
    /// How many tricks are over; only asked where points are counted.
    pub tricks_over: u8,
    /// Whether the suit that may not be led at first has been broken.
    pub broken: bool,
    /// How many tricks of the deal are played in all, where that is not all of them.
    pub within: Option<u8>,
}

impl<R: Rules> TrickGame<R> {
    /// The game and the position from which `start` goes on.
    ///
    /// # Errors
    /// When there is no such position: a card twice, hands of the wrong size, a trick that nobody could have played.
    pub fn new(mut rules: R, start: &Start) -> Result<(Self, Position), CardError> {
        let players = start.hands.len();
        let (least, most) = R::PLAYERS;
        if !(least..=most).contains(&players) {
            return Err(CardError::Players { players, game: R::NAME, least, most });
        }
        if start.leader >= players {
            return Err(CardError::Leader { leader: start.leader + 1, players });
        }
        if start.played.len() >= players {
            return Err(CardError::TrickSize { cards: start.played.len(), players });
        }
        let mut hands = [Cards::NONE; MAX_PLAYERS];
        hands[..players].copy_from_slice(&start.hands);
        for (turn, &card) in start.played.iter().enumerate() {
            let hand = &mut hands[(start.leader + turn) % players];
            if hand.has(card) {
                return Err(CardError::Twice(card));
            }
            hand.insert(card);
        }
        let mut in_play = Cards::NONE;
        for hand in hands {
            if let Some(card) = (in_play & hand).first() {
                return Err(CardError::Twice(card));
            }
            in_play |= hand;
        }
        check_sizes(start, &hands[..players])?;
        let held = hands[start.leader].len() as u8;
        let points = |cards: Cards| cards.iter().map(|card| u16::from(rules.points(card))).sum::<u16>();
        let taken: u16 = start.taken.iter().map(|&taken| u16::from(taken)).sum();
        let invalid = |field, value: String, why: &str| CardError::Field { field, value, why: why.to_owned() };
        let over = if R::PER_TRICK == 0 { u16::from(start.tricks_over) } else { taken };
        if over + u16::from(held) > Cards::PACK.len() as u16 {
            return Err(invalid("taken", over.to_string(), "more tricks than a pack has cards"));
        }
        if taken > 0 && over == 0 {
            return Err(invalid("tricks", "0".to_owned(), "no trick is over, but something has been taken"));
        }
        let all = over as u8 + held;
        let tricks = start.within.unwrap_or(all);
        if !(over as u8..=all).contains(&tricks) {
            let why = format!("{over} tricks are over and {held} are left");
            return Err(invalid("within", tricks.to_string(), &why));
        }
        let (in_hands, in_pack) = (points(in_play), points(Cards::PACK));
        if R::PER_TRICK == 0 && taken + in_hands > in_pack {
            let why = format!("with the {in_hands} in play that is more than the {in_pack} of the pack");
            return Err(invalid("taken", taken.to_string(), &why));
        }
        let total = if R::PER_TRICK == 0 { taken + in_hands } else { u16::from(tricks) };
        let total = u8::try_from(total).map_err(|_| invalid("taken", taken.to_string(), "more than 255 in all"))?;
        rules.settle(&hands[..players], &start.taken, None);
        let game = Self { rules, players, tricks, total, listing: Listing::default(), equivalence: true };
        let turn = Turn::of(Numbers {
            played: 0,
            mover: start.leader as u8,
            winner: start.leader as u8,
            best: Card::default(),
            points: 0,
            broken: start.broken,
            tricks_left: tricks - over as u8,
            left: (u16::from(total) - taken) as u8,
        });
        let on_table = OnTable { cards: Cards::NONE, sequence: 0, turn };
        let mut position = Position { hands, in_play, taken: u64::from_le_bytes(start.taken), on_table };
        game.check_first_lead(&position)?;
        for &card in &start.played {
            game.check_legal(&position, card)?;
            game.play(&mut position, card);
        }
        Ok((game, position))
    }

    /// Deals `cards` to each of `players`, or as many as the game deals, from the pack shuffled with `seed`; what is
    /// left over is set aside. See [`Rules::settle`] for bids and trumps.
    ///
    /// # Errors
    /// When the game is not for so many players, or there are not so many cards.
    pub fn deal(mut rules: R, players: usize, cards: Option<usize>, seed: u64) -> Result<(Self, Position), CardError> {
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
        let mut hands: Vec<Cards> =
            shuffled.chunks(cards).take(players).map(|hand| hand.iter().copied().collect()).collect();
        rules.exchange(&mut hands);
        rules.settle(&hands, &Counts::default(), shuffled.get(players * cards).copied());
        let in_play = hands.iter().fold(Cards::NONE, |all, &hand| all | hand);
        let first = rules.first_lead(in_play);
        let leader = first.and_then(|card| hands.iter().position(|hand| hand.has(card))).unwrap_or(0);
        Self::new(rules, &Start { hands, leader, ..Start::default() })
    }

    /// The same game with its moves listed in another order.
    #[must_use]
    pub fn listed(self, listing: Listing) -> Self {
        Self { listing, ..self }
    }

    /// The same game with one move for each class of equivalent cards, or with every legal card a move.
    #[must_use]
    pub fn with_equivalence(self, equivalence: bool) -> Self {
        Self { equivalence, ..self }
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

    /// Whether equivalent cards are one move.
    #[must_use]
    pub fn equivalence(&self) -> bool {
        self.equivalence
    }

    /// How many tricks are played in all.
    #[must_use]
    pub fn tricks(&self) -> u8 {
        self.tricks
    }

    /// All that will have been counted at the end: tricks, or points.
    #[inline]
    #[must_use]
    pub fn total(&self) -> u8 {
        self.total
    }

    /// How many parties count what they take.
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

    /// Who led, or is to lead, to the trick in progress.
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
        let follows = hand.of(position.on_table.led().suit());
        if follows.is_empty() { self.rules.discards(hand, moment) } else { follows }
    }

    /// Of `legal`, one card for each class of equivalent cards, the highest: two cards of a hand are equivalent when no
    /// card of another hand or of the trick in progress lies between them and they carry the same points. They beat
    /// the same cards and lose to the same cards, now and later.
    #[inline(always)]
    #[must_use]
    pub fn representatives(&self, position: &Position, legal: Cards) -> Cards {
        let others = position.in_play - position.hands[usize::from(position.numbers().mover) % MAX_PLAYERS];
        let special = legal & self.rules.special();
        (legal - special).highest_of_runs(others) | special
    }

    /// The legal cards that are equivalent to the legal `card`, itself included.
    #[must_use]
    pub fn equivalents(&self, position: &Position, card: Card) -> Cards {
        let legal = self.legal(position);
        let alone = |other: Card| {
            let pair = card.alone() | other.alone();
            self.representatives(position, pair & legal).len() == 1
        };
        legal.iter().filter(|&other| alone(other)).collect()
    }

    /// The position with ranks counted among the cards in play only. Positions with the same form have the same
    /// values under every evaluation that looks at what is taken, in the order [`Listing::BySuit`].
    #[must_use]
    pub fn canonical(&self, position: &Position) -> Canonical {
        let mut places = [Card::default(); 64];
        let mut form = *position;
        let special = self.rules.special() & position.in_play;
        let mut canonical_special = Cards::NONE;
        form.in_play = Cards::NONE;
        form.hands = [Cards::NONE; MAX_PLAYERS];
        for suit in super::card::Suit::ALL {
            for (above, card) in position.in_play.of(suit).iter().enumerate() {
                let place = Card::new(suit, above);
                places[usize::from(card.index())] = place;
                form.in_play.insert(place);
                if special.has(card) {
                    canonical_special.insert(place);
                }
                for (hand, form) in position.hands.iter().zip(&mut form.hands) {
                    if hand.has(card) {
                        form.insert(place);
                    }
                }
            }
        }
        form.on_table = OnTable { cards: Cards::NONE, sequence: 0, turn: position.on_table.turn };
        for (turn, card) in position.trick().enumerate() {
            form.on_table.put(places[usize::from(card.index())], turn);
        }
        if let Some((_, best)) = position.winning() {
            form.on_table.turn = Turn::of(Numbers { best: places[usize::from(best.index())], ..position.numbers() });
        }
        Canonical { form, special: canonical_special }
    }

    fn check_first_lead(&self, position: &Position) -> Result<(), CardError> {
        let leader = usize::from(position.numbers().mover);
        match self.rules.first_lead(position.in_play) {
            Some(card) if self.tricks_over(position) == 0 && !position.hands[leader].has(card) => {
                let holder = position.hands.iter().position(|hand| hand.has(card)).map_or(0, |holder| holder + 1);
                Err(CardError::FirstLead { leader: leader + 1, holder, card })
            }
            _ => Ok(()),
        }
    }

    fn check_legal(&self, position: &Position, played: Card) -> Result<(), CardError> {
        if self.legal(position).has(played) {
            return Ok(());
        }
        let seat = usize::from(position.numbers().mover) + 1;
        let follows = position.led().and_then(|led| position.hands[seat - 1].of(led.suit()).first());
        Err(match follows {
            Some(held) => CardError::Revoke { seat, played, held },
            None => CardError::NotAllowed { seat, played, game: R::NAME },
        })
    }
}

fn check_sizes(start: &Start, hands: &[Cards]) -> Result<(), CardError> {
    let due = hands[start.leader].len();
    for (seat, hand) in hands.iter().enumerate() {
        if hand.len() != due {
            let turn = (seat + hands.len() - start.leader) % hands.len();
            let played = usize::from(turn < start.played.len());
            // The leader holds at least what he led, so only others can be short of a card that was played.
            let due = due.saturating_sub(played);
            return Err(CardError::HandSize { seat: seat + 1, held: start.hands[seat].len(), due });
        }
    }
    Ok(())
}

impl OnTable {
    /// The card led; only where there is one.
    #[inline]
    fn led(self) -> Card {
        Card::of_index(self.sequence as u8)
    }

    /// Puts the `turn`-th card of the trick on the table.
    #[inline]
    fn put(&mut self, card: Card, turn: usize) {
        self.cards.insert(card);
        self.sequence |= u64::from(card.index()) << (8 * turn);
    }
}

impl Position {
    #[inline]
    fn numbers(&self) -> Numbers {
        self.on_table.turn.numbers()
    }

    /// What `player` holds.
    #[inline]
    #[must_use]
    pub fn hand(&self, player: Player) -> Cards {
        self.hands[player.index()]
    }

    /// All cards held, and those of the trick in progress.
    #[inline]
    #[must_use]
    pub fn in_play(&self) -> Cards {
        self.in_play
    }

    /// How many cards the trick in progress has.
    #[inline]
    #[must_use]
    pub fn played(&self) -> usize {
        usize::from(self.numbers().played)
    }

    /// The trick in progress, in order of play.
    pub fn trick(&self) -> impl ExactSizeIterator<Item = Card> {
        let sequence = self.on_table.sequence.to_le_bytes();
        (0..self.played()).map(move |turn| Card::of_index(sequence[turn]))
    }

    /// The card led to the trick in progress.
    #[inline]
    #[must_use]
    pub fn led(&self) -> Option<Card> {
        (self.played() > 0).then(|| self.on_table.led())
    }

    /// Who is winning the trick in progress, and with what; `None` when nobody has led.
    #[inline]
    #[must_use]
    pub fn winning(&self) -> Option<(Player, Card)> {
        let turn = self.numbers();
        (turn.played > 0).then(|| (Player::new(usize::from(turn.winner)), turn.best))
    }

    /// The points in the trick in progress.
    #[must_use]
    pub fn points(&self) -> u8 {
        self.numbers().points
    }

    /// What each party has taken.
    #[inline]
    #[must_use]
    pub fn taken(&self) -> Counts {
        self.taken.to_le_bytes()
    }

    /// What is still to be counted.
    #[inline]
    #[must_use]
    pub fn left(&self) -> u8 {
        self.numbers().left
    }

    /// How many tricks are still to be played, the one in progress included.
    #[inline]
    #[must_use]
    pub fn tricks_left(&self) -> u8 {
        self.numbers().tricks_left
    }

    /// Whether the suit that may not be led at first has been broken.
    #[must_use]
    pub fn broken(&self) -> bool {
        self.numbers().broken
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let trick: Vec<Card> = self.trick().collect();
        let mover = usize::from(self.numbers().mover) + 1;
        write!(f, "{:?} seat {mover} after {trick:?}, taken {:?}", self.hands, self.taken())
    }
}

/// A position with ranks counted among the cards in play only; see [`TrickGame::canonical`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Canonical {
    form: Position,
    /// The cards with points of their own, where ranks no longer tell.
    special: Cards,
}

impl<R: Rules> Game for TrickGame<R> {
    type State = Position;
    type Move = Card;
    type Undo = OnTable;

    #[inline]
    fn players(&self) -> usize {
        self.players
    }

    #[inline]
    fn mover(&self, position: &Position) -> Option<Player> {
        let turn = position.numbers();
        (turn.tricks_left > 0).then(|| Player::new(usize::from(turn.mover) % MAX_PLAYERS))
    }

    #[inline(always)]
    fn moves(&self, position: &Position, moves: &mut Vec<Card>) {
        let legal = self.legal(position);
        let listed = if self.equivalence { self.representatives(position, legal) } else { legal };
        match self.listing {
            Listing::ByRank => listed.by_rank(|card| moves.push(card)),
            Listing::BySuit => {
                let special = listed & self.rules.special();
                (listed - special).for_each(|card| moves.push(card));
                special.for_each(|card| moves.push(card));
            }
        }
    }

    #[inline(always)]
    fn play(&self, position: &mut Position, card: Card) -> OnTable {
        let before = position.on_table;
        let turn = before.turn.numbers();
        position.hands[usize::from(turn.mover) % MAX_PLAYERS].remove(card);
        let mut next = before.turn;
        if turn.played == 0 || card.beats(turn.best, self.rules.trump()) {
            next = next.won(turn.mover, card);
        }
        next.0 += u64::from(self.rules.points(card)) << Turn::POINTS;
        next.0 |= u64::from(self.rules.breaks(card)) << Turn::BROKEN;
        let played = usize::from(turn.played);
        if played + 1 < self.players {
            let seat = turn.mover + 1;
            position.on_table.put(card, played);
            position.on_table.turn = next.passed(if usize::from(seat) == self.players { 0 } else { seat });
            return before;
        }
        let Numbers { winner, points, .. } = next.numbers();
        let counted = R::PER_TRICK + points;
        position.taken += u64::from(counted) << (8 * self.rules.party(usize::from(winner)));
        position.in_play = position.in_play - (before.cards | card.alone());
        position.on_table = OnTable { cards: Cards::NONE, sequence: 0, turn: next.over(winner, counted) };
        before
    }

    #[inline(always)]
    fn undo(&self, position: &mut Position, card: Card, before: OnTable) {
        let after = position.numbers();
        let turn = before.turn.numbers();
        position.hands[usize::from(turn.mover) % MAX_PLAYERS].insert(card);
        if after.played == 0 {
            let counted = turn.left - after.left;
            position.taken -= u64::from(counted) << (8 * self.rules.party(usize::from(after.winner)));
            position.in_play |= before.cards | card.alone();
        }
        position.on_table = before;
    }

    fn payoff(&self, position: &Position) -> Payoff {
        self.rules.score(self.players, &super::utility::completed(self, position), self.total)
    }
}
