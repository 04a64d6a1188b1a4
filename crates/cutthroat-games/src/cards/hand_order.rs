//! An order for players who see only their own hand: merits as sums of weights, learned from playouts.
//!
//! It looks at the own cards, at the trick and at what is out, and never at who holds what. So it plays like somebody at a
//! table, in playouts too, where the other orders look into the hands of the sampled deal. A card is described by a few
//! numbers, [`Features`], and each place in the trick has its own weights. `examples/learn_hand_order.rs` learned them: flat
//! Monte Carlo values every card at many moments of many deals, and the weights are those with which the first card of the
//! order is worth most. The searches of the papers do not use it.
//!
//! Weights of the same form say how likely a player who searches is to choose each card: [`HandHabits`].

mod habits;
mod learned;

use cutthroat::{Game, MAX_PLAYERS, MoveOrder, Player};

pub use habits::HandHabits;

use super::card::{Card, Cards, Suit};
use super::order::by_merit;
use super::position::Position;
use super::rules::Rules;
use super::trick::TrickGame;

/// How many numbers describe a card.
pub const FEATURES: usize = 16;

/// Sets of weights: for two aims, eight places in a trick and three kinds of suits.
pub const ROWS: usize = AIMS * PLACES * KINDS;

const AIMS: usize = 2;
const PLACES: usize = 8;
const KINDS: usize = 3;

/// What a card is in its place: which weights count for it, and the numbers that they are multiplied with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// The number of its row of weights.
    pub row: usize,
    /// What describes it.
    pub numbers: [i16; FEATURES],
}

/// The weights of an order.
pub type HandWeights = [[i16; FEATURES]; ROWS];

/// An order by weights that looks at no other hand.
#[derive(Clone, Copy, Debug)]
pub struct HandOrder {
    weights: &'static HandWeights,
}

impl HandOrder {
    /// The order with these weights.
    #[must_use]
    pub const fn new(weights: &'static HandWeights) -> Self {
        Self { weights }
    }

    /// Its weights.
    #[must_use]
    pub const fn weights(&self) -> &'static HandWeights {
        self.weights
    }

    /// The order that was learned for a game, if there is one.
    #[must_use]
    pub fn of_game(name: &str) -> Option<Self> {
        learned::ALL.iter().find(|(game, _)| *game == name).map(|(_, weights)| Self::new(weights))
    }
}

impl<R: Rules> MoveOrder<TrickGame<R>> for HandOrder {
    fn arrange(&self, game: &TrickGame<R>, position: &Position, moves: &[Card], order: &mut [u16]) {
        let sight = Sight::new(game, position);
        by_merit(moves, order, |card| merit(self.weights, &sight.features(card)));
    }
}

/// The sum of a card's numbers, each with its weight.
#[inline(always)]
fn merit(weights: &HandWeights, &Features { row, numbers }: &Features) -> i32 {
    // Sixteen products at once, as processors like it.
    weights[row].iter().zip(numbers).map(|(&weight, number)| i32::from(weight) * i32::from(number)).sum()
}

/// What the mover sees.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    own: Cards,
    /// The cards that others hold, or that are aside.
    out: Cards,
    trump: Option<Suit>,
    led: Option<Card>,
    best: Option<Card>,
    is_last: bool,
    /// Whether the trick has points, in a game of points.
    has_points: bool,
    aim: usize,
    /// What is the same for all cards.
    common: [i16; 4],
    counts_points: bool,
}

/// The places in a trick.
const LEAD: usize = 0;
const BELOW: usize = 1;
const WINS_LAST: usize = 2;
const WINS_LAST_WITH_POINTS: usize = 3;
const WINS_FOR_NOW: usize = 4;
const DISCARD: usize = 5;
const RUFFS_LAST: usize = 6;
const RUFFS_FOR_NOW: usize = 7;

impl Sight {
    /// What the mover sees at `position`.
    #[inline]
    #[must_use]
    pub fn new<R: Rules>(game: &TrickGame<R>, position: &Position) -> Self {
        let (rules, players) = (game.rules(), game.players());
        let mover = game.mover(position).map_or(0, Player::index);
        let own = position.hands[mover % MAX_PLAYERS];
        let out = position.in_play() - position.on_table.cards - own;
        let (trump, left) = (rules.trump(), i16::from(position.tricks_left()));
        let counts_points = R::PER_TRICK == 0;
        let queen = Card::QUEEN_OF_SPADES;
        let (aim, common) = if counts_points {
            (0, [i16::from(out.has(queen)), i16::from(own.has(queen)), i16::from(position.points()).min(4), left])
        } else {
            let taken = position.taken();
            let wants = rules.wants_tricks(players, mover, &taken);
            let trumps = |cards: Cards| trump.map_or(0, |suit| cards.of(suit).len() as i16);
            let lost = rules.cannot_make_bid(players, mover, &taken, position.left());
            (usize::from(!wants), [trumps(own), trumps(out), 4 * i16::from(lost), left])
        };
        let (led, best) = (position.led(), position.winning().map(|(_, best)| best));
        let is_last = position.played() + 1 == players;
        let has_points = counts_points && position.points() > 0;
        Self { own, out, trump, led, best, is_last, has_points, aim, common, counts_points }
    }

    /// The description of a card of the hand.
    #[inline]
    #[must_use]
    pub fn features(&self, card: Card) -> Features {
        let suit = card.suit();
        let is_trump = self.trump == Some(suit);
        let wins = self.best.is_none_or(|best| card.beats(best, self.trump));
        let place = match self.led {
            None => LEAD,
            Some(led) if led.suit() == suit => match (wins, self.is_last) {
                (false, _) => BELOW,
                (true, true) if self.has_points => WINS_LAST_WITH_POINTS,
                (true, true) => WINS_LAST,
                (true, false) => WINS_FOR_NOW,
            },
            Some(_) if !wins => DISCARD,
            Some(_) => {
                if self.is_last {
                    RUFFS_LAST
                } else {
                    RUFFS_FOR_NOW
                }
            }
        };
        let kind = if self.counts_points {
            match suit {
                Suit::Spades => 0,
                Suit::Hearts => 1,
                Suit::Diamonds | Suit::Clubs => 2,
            }
        } else {
            usize::from(!is_trump)
        };
        let (own, out) = (self.own.of(suit), self.out.of(suit));
        let above = (out & Cards::up_to(card)).len() as i16;
        let below = out.len() as i16 - above;
        let own_below = (own - Cards::up_to(card)).len() as i16;
        let queen = Card::QUEEN_OF_SPADES;
        let (special, catches) = if self.counts_points {
            (i16::from(card == queen), i16::from(card < queen && self.out.has(queen)))
        } else {
            (i16::from(out.is_empty()), i16::from(own.len() == 1))
        };
        let [first, second, third, left] = self.common;
        let numbers = [
            4,
            above,
            below,
            own.len() as i16,
            4 * i16::from(above == 0),
            4 * i16::from(below == 0),
            card.above() as i16,
            4 * special,
            4 * catches,
            2 * first,
            2 * second,
            third,
            left,
            own_below,
            4 * i16::from(above == 1),
            4 * i16::from(below <= 1),
        ];
        Features { row: (self.aim * PLACES + place) * KINDS + kind, numbers }
    }
}
