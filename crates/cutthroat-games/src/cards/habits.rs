//! How people bid, pass and play: guesses that tell likely deals from unlikely ones.

use cutthroat::hidden::{Behaviour, Hidden, Knowledge, SeenWorld, World, log_softmax, scores_by_order};
use cutthroat::{MAX_PLAYERS, Player};
use rand_chacha::ChaCha8Rng;

use super::bids::suggested_bid;
use super::card::{Card, Cards, Suit};
use super::hidden::CardView;
use super::pass::{self, chosen_to_pass};
use super::position::Position;
use super::rules::{Preparation, Rules};
use super::trick::TrickGame;
use super::whole_deal::WholeDeal;

/// Players bid about what their hand is worth, pass most of the cards that a careful player passes, and prefer the first
/// cards of the game's order. Looking, naming trump and discarding tell nothing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TableHabits {
    /// A bid that is off by this many tricks more is less likely by a factor of e.
    pub bid_spread: f64,
    /// The same for every card passed that a careful player keeps.
    pub pass_spread: f64,
    /// The same for every place in the order of cards.
    pub card_spread: f64,
    /// The chance of a move at random.
    pub noise: f64,
}

impl Default for TableHabits {
    fn default() -> Self {
        Self { bid_spread: 0.8, pass_spread: 0.5, card_spread: 1.5, noise: 0.05 }
    }
}

/// In how many ways `few` of `many` can be chosen.
fn choices(many: usize, few: usize) -> f64 {
    (0..few).map(|i| (many - i) as f64 / (few - i) as f64).product()
}

impl TableHabits {
    /// The logarithm of the probability of the bid at place `chosen` of those that are legal.
    pub(super) fn log_of_bid(&self, hand: Cards, trump: Option<Suit>, legal: &[u8], chosen: usize) -> f64 {
        let usual = f64::from(suggested_bid(hand, trump));
        let scores: Vec<f64> = legal.iter().map(|&bid| -(f64::from(bid) - usual).abs()).collect();
        log_softmax(&scores, chosen, self.bid_spread, self.noise)
    }

    /// The logarithm of the probability that `cards` are passed from `hand`.
    pub(super) fn log_of_pass(&self, hand: Cards, cards: Cards) -> f64 {
        let (usual, number) = (chosen_to_pass(hand), cards.len());
        let raised = |overlap: usize| libm::exp(overlap as f64 / self.pass_spread);
        let (kept, rest) = (usual.len().min(pass::CARDS), hand.len() - usual.len());
        let ways = |overlap: usize| {
            if number - overlap > rest { 0.0 } else { choices(kept, overlap) * choices(rest, number - overlap) }
        };
        let sum: f64 = (0..=number.min(kept)).map(|overlap| ways(overlap) * raised(overlap)).sum();
        let probability = raised((cards & usual).len()) / sum;
        libm::log((1.0 - self.noise) * probability + self.noise / choices(hand.len(), number))
    }

    /// The logarithm of the probability of the card at place `chosen` of those that are legal.
    pub(super) fn log_of_card<R: Rules>(
        &self,
        game: &TrickGame<R>,
        possible: &Position,
        legal: &[Card],
        chosen: usize,
    ) -> f64 {
        let scores = scores_by_order(&R::Order::default(), game, possible, legal);
        log_softmax(&scores, chosen, self.card_spread, self.noise)
    }

    /// The logarithm of the probability that all but `seat` bid as they did, if the play began in `start`. 0 if there are
    /// no bids, or if the first card that was seen was not the first of the deal.
    pub fn log_of_bids<R: Rules>(&self, game: &TrickGame<R>, start: &Position, seat: Player) -> f64 {
        let Some((bids, blind)) = game.rules.promised() else { return 0.0 };
        if start.tricks_left() < game.tricks || start.led().is_some() {
            return 0.0;
        }
        let others = Player::all(game.players).filter(|&player| player != seat && !blind.has(player));
        others
            .map(|player| {
                let (earlier, bid) = (&bids[..player.index()], bids[player.index()]);
                let allowed = |bid: &u8| game.rules.allows_bid(*bid, earlier, game.players, game.tricks);
                let legal: Vec<u8> = (0..=game.tricks).filter(allowed).collect();
                let chosen = legal.iter().position(|&other| other == bid);
                chosen.map_or(0.0, |chosen| self.log_of_bid(start.hand(player), game.rules.trump(), &legal, chosen))
            })
            .sum()
    }
}

impl TableHabits {
    /// The logarithm of the probability that all but the seat of `view` passed as they did, if the play began in `start`.
    /// What others passed to each other is drawn: any cards of the receiver, equally likely. 0 if the seat does not know what
    /// it was passed.
    pub fn log_of_passes<R: Rules>(
        &self,
        game: &TrickGame<R>,
        view: &CardView,
        start: &Position,
        rng: &mut ChaCha8Rng,
    ) -> f64 {
        let Preparation::Pass(pass) = game.rules.preparation() else { return 0.0 };
        let (players, seat, number) = (game.players, view.seat(), view.received().len());
        if number == 0 || start.tricks_left() < game.tricks || start.led().is_some() {
            return 0.0;
        }
        let receiver = |giver: usize| (giver + pass.seats(players)) % players;
        let mut given = [Cards::NONE; MAX_PLAYERS];
        for (giver, cards) in given.iter_mut().enumerate().take(players) {
            *cards = if giver == seat.index() {
                view.passed()
            } else if receiver(giver) == seat.index() {
                view.received()
            } else {
                WholeDeal::<R>::any_choice(start.hand(Player::new(receiver(giver))), number, rng)
            };
        }
        let mut before = start.hands;
        for giver in 0..players {
            before[receiver(giver)] = before[receiver(giver)] - given[giver];
        }
        let others = (0..players).filter(|&giver| giver != seat.index());
        others.map(|giver| self.log_of_pass(before[giver] | given[giver], given[giver])).sum()
    }
}

impl<R: Rules> Behaviour<TrickGame<R>> for TableHabits {
    fn log_probability(&mut self, seen: &SeenWorld<TrickGame<R>>, mover: Player, moves: &[Card], chosen: usize) -> f64 {
        let game = seen.world.game.public();
        self.log_of_card(&game, &game.possible_state(seen.views.of(mover).view), moves, chosen)
    }

    fn log_of_start(
        &mut self,
        known: Knowledge<'_, TrickGame<R>>,
        start: &World<TrickGame<R>>,
        rng: &mut ChaCha8Rng,
    ) -> f64 {
        let World { game, state } = start;
        self.log_of_bids(game, state, known.view.seat()) + self.log_of_passes(game, known.view, state, rng)
    }
}
