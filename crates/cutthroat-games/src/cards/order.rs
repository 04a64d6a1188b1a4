//! Move orders: the order in which a good player considers their cards.
//!
//! An order decides what is searched first, never what a position is worth. The first move of an order is also a player
//! that does not search: [`first_choice`]; the papers compare with it.

use cutthroat::{Game as _, MAX_PLAYERS, MoveOrder, Player, SearchHints};

use super::card::{Card, Cards, Suit};
use super::position::Position;
use super::rules::Rules;
use super::trick::TrickGame;

/// For games in which every player wants tricks. Lead a card that nobody can beat, else low; in second and later hand
/// win with the cheapest card that holds, else play low; discard the lowest plain card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TakingTricks;

/// For games with bids: [`TakingTricks`] until the bid is made, and then the opposite: lead low, play the highest card
/// that loses, discard what might win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MakingBids;

/// For Hearts: lead low and avoid the high spades while the queen is out; play the highest card that loses; when last
/// to play to a trick without points that cannot be avoided, win it high; discard the queen, then high spades that
/// could catch it, then high hearts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AvoidingPoints;

/// The move that a player without search makes: the first of the order.
///
/// # Panics
/// When the game is over.
pub fn first_choice<G: SearchHints>(game: &G, order: &impl MoveOrder<G>, state: &G::State) -> G::Move {
    let mut moves = Vec::new();
    game.search_moves(state, &mut moves);
    let mut places: Vec<u16> = (0..moves.len() as u16).collect();
    order.arrange(game, state, &moves, &mut places);
    moves[usize::from(places[0])]
}

impl<R: Rules> MoveOrder<TrickGame<R>> for TakingTricks {
    fn arrange(&self, game: &TrickGame<R>, position: &Position, moves: &[Card], order: &mut [u16]) {
        let view = View::new(game, position);
        by_merit(moves, order, |card| view.wins_tricks(card));
    }
}

impl<R: Rules> MoveOrder<TrickGame<R>> for MakingBids {
    fn arrange(&self, game: &TrickGame<R>, position: &Position, moves: &[Card], order: &mut [u16]) {
        let view = View::new(game, position);
        if game.rules().wants_tricks(game.players(), view.mover, &position.taken()) {
            by_merit(moves, order, |card| view.wins_tricks(card));
        } else {
            by_merit(moves, order, |card| view.loses_tricks(card));
        }
    }
}

impl<R: Rules> MoveOrder<TrickGame<R>> for AvoidingPoints {
    fn arrange(&self, game: &TrickGame<R>, position: &Position, moves: &[Card], order: &mut [u16]) {
        let view = View::new(game, position);
        match position.led() {
            None => by_merit(moves, order, |card| view.leads_without_points(card)),
            Some(led) => by_merit(moves, order, |card| view.avoids_points(card, led)),
        }
    }
}

/// Sorts by merit, greatest first, and leaves equals in the order of the game. Hands are short: insertion sort is
/// fastest and needs no memory.
#[inline(always)]
pub(super) fn by_merit(moves: &[Card], order: &mut [u16], merit: impl Fn(Card) -> i32) {
    // Clearing the memory for the longest hand would cost more than sorting a short one.
    if moves.len() <= 8 { sort_by_merit::<8>(moves, order, merit) } else { sort_by_merit::<64>(moves, order, merit) }
}

#[inline(always)]
fn sort_by_merit<const MOST: usize>(moves: &[Card], order: &mut [u16], merit: impl Fn(Card) -> i32) {
    let mut merits = [0; MOST];
    for (place, &card) in moves.iter().enumerate() {
        let own = merit(card);
        let mut hole = place;
        while hole > 0 && merits[hole - 1] < own {
            merits[hole] = merits[hole - 1];
            order[hole] = order[hole - 1];
            hole -= 1;
        }
        merits[hole] = own;
        order[hole] = place as u16;
    }
}

/// What the mover sees: all cards, as everywhere in this engine.
struct View<'p> {
    position: &'p Position,
    mover: usize,
    trump: Option<Suit>,
    /// The hands of those who still play to this trick after the mover.
    later: Cards,
    /// The hands of all others.
    others: Cards,
    last: bool,
    /// Whether the mover's side is winning the trick.
    partner_wins: bool,
}

/// More than any rank.
const MUCH: i32 = 100;

impl<'p> View<'p> {
    #[inline(always)]
    fn new<R: Rules>(game: &TrickGame<R>, position: &'p Position) -> Self {
        let players = game.players();
        let mover = game.mover(position).map_or(0, Player::index);
        let to_play = players - position.played() - 1;
        let (mut later, mut player) = (Cards::NONE, mover);
        for _ in 0..to_play {
            player = if player + 1 == players { 0 } else { player + 1 };
            later |= position.hands[player % MAX_PLAYERS];
        }
        let others = position.in_play() - position.on_table.cards - position.hands[mover % MAX_PLAYERS];
        let rules = game.rules();
        let partner_wins =
            position.winning().is_some_and(|(winner, _)| rules.party(winner.index()) == rules.party(mover));
        Self { position, mover, trump: rules.trump(), later, others, last: to_play == 0, partner_wins }
    }

    /// The cards of `set` that are above `card` in its suit.
    #[inline(always)]
    fn above(card: Card, set: Cards) -> bool {
        set.of(card.suit()).first().is_some_and(|first| first < card)
    }

    /// Whether `card` would be winning the trick now.
    #[inline(always)]
    fn wins_now(&self, card: Card) -> bool {
        self.position.winning().is_none_or(|(_, best)| card.beats(best, self.trump))
    }

    #[inline(always)]
    fn merit_of_low(card: Card) -> i32 {
        card.above() as i32
    }

    #[inline(always)]
    fn wins_tricks(&self, card: Card) -> i32 {
        let low = Self::merit_of_low(card);
        let is_trump = self.trump == Some(card.suit());
        if self.position.played() == 0 {
            return if Self::above(card, self.others) { low - 20 * i32::from(is_trump) } else { MUCH - low };
        }
        if self.wins_now(card) && !(self.partner_wins && self.last) {
            let holds = self.last || !Self::above(card, self.later);
            return if holds { MUCH + low - 20 * i32::from(is_trump) } else { low - 5 - 20 * i32::from(is_trump) };
        }
        low - 20 * i32::from(is_trump)
    }

    #[inline(always)]
    fn loses_tricks(&self, card: Card) -> i32 {
        let low = Self::merit_of_low(card);
        if self.position.played() == 0 {
            return low;
        }
        if !self.wins_now(card) {
            return MUCH - low;
        }
        if self.last { -low } else { low }
    }

    /// A lead of a player who avoids points.
    #[inline(always)]
    fn leads_without_points(&self, card: Card) -> i32 {
        let kept_back = 50 * i32::from(self.catches_queen(card)) + 60 * i32::from(card == Card::QUEEN_OF_SPADES);
        Self::merit_of_low(card) - kept_back
    }

    /// A card to the lead `led` of a player who avoids points.
    #[inline(always)]
    fn avoids_points(&self, card: Card, led: Card) -> i32 {
        let low = Self::merit_of_low(card);
        let queen = Card::QUEEN_OF_SPADES;
        if card.suit() != led.suit() {
            return match card.suit() {
                _ if card == queen => 3 * MUCH,
                _ if self.catches_queen(card) => 2 * MUCH - low,
                Suit::Hearts => MUCH - low,
                Suit::Spades | Suit::Diamonds | Suit::Clubs => 50 - low,
            };
        }
        if !self.wins_now(card) {
            return MUCH - low + 20 * i32::from(card == queen);
        }
        let clean = self.last && self.position.points() == 0 && card != queen;
        let dear = 50 * i32::from(card == queen || self.catches_queen(card) && !self.last);
        if clean { 20 - low } else { low - 20 - dear }
    }

    /// Whether `card` would take the queen of spades, which somebody else still holds.
    #[inline(always)]
    fn catches_queen(&self, card: Card) -> bool {
        card < Card::QUEEN_OF_SPADES && self.others.has(Card::QUEEN_OF_SPADES)
    }
}
