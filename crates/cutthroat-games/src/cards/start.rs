//! The start of a deal, or a position in the middle of one: everything that makes a position, checked.

use cutthroat::{Game, MAX_PLAYERS, counted};

use super::card::{Card, Cards};
use super::error::CardError;
use super::packed_counts::PackedCounts;
use super::position::{Numbers, OnTable, Position, Turn};
use super::rules::{Counts, Rules};
use super::trick::{Listing, TrickGame};

/// Where a deal starts or continues: everything that makes a [`Position`], before it is checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CardStart {
    /// What each player holds, seat 1 first, without the cards of the trick in progress.
    pub hands: Vec<Cards>,
    /// Who led, or leads, counted from 0.
    pub leader: usize,
    /// The trick in progress, in order of play.
    pub played: Vec<Card>,
    /// What each party has taken.
    pub taken: Counts,
    /// How many tricks are over; only used if points are counted.
    pub tricks_over: u8,
    /// Whether the suit that may not be led at first has been broken.
    pub broken: bool,
    /// How many tricks of the deal are played in all, if not all of them.
    pub within: Option<u8>,
}

impl<R: Rules> TrickGame<R> {
    /// The game and the position of `start`.
    ///
    /// # Errors
    /// If there is no such position: a duplicate card, hands of the wrong size, an impossible trick.
    pub fn new(mut rules: R, start: &CardStart) -> Result<(Self, Position), CardError> {
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
        if let Some(card) = (in_play & rules.shown_aside()).first() {
            return Err(CardError::Twice(card));
        }
        check_sizes(start, &hands[..players])?;
        let TrickCount { over, tricks, taken, in_hands } =
            TrickCount::of(&rules, start, hands[start.leader].len(), in_play)?;
        let total = if R::PER_TRICK == 0 { taken + in_hands } else { u16::from(tricks) };
        let total = u8::try_from(total).map_err(|_| invalid("taken", taken.to_string(), "more than 255 in all"))?;
        rules.settle(&hands[..players], &start.taken, None);
        let game = Self { rules, players, tricks, total, listing: Listing::default() };
        let turn = Turn::of(Numbers {
            played: 0,
            mover: start.leader as u8,
            winner: start.leader as u8,
            best: Card::default(),
            points: 0,
            broken: start.broken,
            tricks_left: tricks - over,
            left: (u16::from(total) - taken) as u8,
        });
        let on_table = OnTable { cards: Cards::NONE, sequence: 0, turn };
        let mut position = Position { hands, in_play, taken: PackedCounts::new(&start.taken), on_table };
        game.check_first_lead(&position)?;
        for &card in &start.played {
            game.check_legal(&position, card)?;
            game.play(&mut position, card);
        }
        Ok((game, position))
    }

    /// Deals `cards` to each of `players`, or as many as the game deals, from the pack shuffled with `seed`; the rest
    /// is set aside. See [`Rules::settle`] for bids and trumps.
    ///
    /// # Errors
    /// If the game does not allow that number of players, or there are not enough cards.
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
        Self::new(rules, &CardStart { hands, leader, ..CardStart::default() })
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

/// How many tricks and points there are.
pub(super) struct TrickCount {
    /// Tricks that are over.
    pub(super) over: u8,
    /// Tricks in all.
    pub(super) tricks: u8,
    /// What was taken in those that are over.
    taken: u16,
    /// Points on the cards in play.
    in_hands: u16,
}

impl TrickCount {
    /// Counts them in `start`, where the leader holds `held` cards, with that of the trick in progress.
    pub(super) fn of<R: Rules>(rules: &R, start: &CardStart, held: usize, in_play: Cards) -> Result<Self, CardError> {
        let held = held as u8;
        let points = |cards: Cards| cards.iter().map(|card| u16::from(rules.points(card))).sum::<u16>();
        let taken: u16 = start.taken.iter().map(|&taken| u16::from(taken)).sum();
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
            let are = |count: u16| if count == 1 { "is" } else { "are" };
            let tricks_over = counted(over.into(), "trick");
            let why = format!("{tricks_over} {} over and {held} {} left", are(over), are(held.into()));
            return Err(invalid("within", tricks.to_string(), &why));
        }
        if tricks == over as u8 && !start.played.is_empty() {
            return Err(invalid("within", tricks.to_string(), "the trick in progress is one more"));
        }
        let (in_hands, in_pack) = (points(in_play), points(Cards::PACK));
        if R::PER_TRICK == 0 && taken + in_hands > in_pack {
            let why = format!("with the {in_hands} in play that is more than the {in_pack} of the pack");
            return Err(invalid("taken", taken.to_string(), &why));
        }
        Ok(Self { over: over as u8, tricks, taken, in_hands })
    }
}

fn invalid(field: &'static str, value: String, why: &str) -> CardError {
    CardError::Field { field, value, why: why.to_owned() }
}

fn check_sizes(start: &CardStart, hands: &[Cards]) -> Result<(), CardError> {
    let due = hands[start.leader].len();
    for (seat, hand) in hands.iter().enumerate() {
        if hand.len() != due {
            let turn = (seat + hands.len() - start.leader) % hands.len();
            let played = usize::from(turn < start.played.len());
            // The leader holds at least the card they led, so only others can be short of a card that was played.
            let due = due.saturating_sub(played);
            return Err(CardError::HandSize { seat: seat + 1, held: start.hands[seat].len(), due });
        }
    }
    Ok(())
}
