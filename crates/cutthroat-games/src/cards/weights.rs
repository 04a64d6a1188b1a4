//! Orders for searches of whole hands: merits as sums of weights, tuned by the nodes they save.
//!
//! What a card is good for depends on the place in the trick: a leader opens a suit, a follower may win or not, and
//! a player who cannot follow ruffs or discards. For each place there are a few features that can be read off the
//! hands, all of which are open, and each has a weight. `examples/tune_orders.rs` found the weights by counting
//! nodes on one set of deals; `examples/whole_hands.rs` confirms them on another.

use cutthroat::{Game, MAX_PLAYERS, MoveOrder, Player};

use super::card::{Card, Cards, Suit};
use super::leads::{LeadWeights, Leads};
use super::order::by_merit;
use super::position::Position;
use super::rules::Rules;
use super::trick::TrickGame;

mod tuned;

/// Defines [`Weights`] by the names of its numbers, so that tuning can walk through them in order.
macro_rules! weights {
    ($($(#[$about:meta])* $name:ident,)*) => {
        /// What each feature of a card adds to its merit. *Low* is the number of ranks above the card.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Weights {
            $($(#[$about])* pub $name: i32,)*
        }

        impl Weights {
            /// The names of the weights, in order.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];
            /// How many weights there are.
            pub const COUNT: usize = Self::NAMES.len();

            /// All weights, in order.
            #[must_use]
            pub fn numbers(&self) -> [i32; Self::COUNT] {
                [$(self.$name),*]
            }

            /// The weights with these numbers.
            #[must_use]
            pub fn of([$($name),*]: [i32; Self::COUNT]) -> Self {
                Self { $($name),* }
            }
        }
    };
}

weights! {
    /// A lead that no opponent can beat.
    lead_wins,
    /// The same, times low.
    lead_wins_low,
    /// The same, if it is a trump.
    lead_wins_trump,
    /// A lead that a partner can win.
    lead_to_partner,
    /// The same, times low.
    lead_to_partner_low,
    /// The same, if it is a trump.
    lead_to_partner_trump,
    /// Any other lead, times low.
    lead_loses_low,
    /// The same, if it is a trump.
    lead_loses_trump,
    /// A lead of a suit that an opponent can ruff.
    lead_opponent_ruffs,
    /// A lead of a suit that a partner can ruff.
    lead_partner_ruffs,
    /// A lead, times the leader's cards of the suit.
    lead_own_length,
    /// A lead, times the opponents' cards of the suit.
    lead_opponents_length,
    /// A card to a trick that a partner wins anyway, times low.
    partner_wins_low,
    /// The same, if the card takes the trick over.
    partner_overtaken,
    /// A card that wins the trick for good.
    wins,
    /// The same, times low.
    wins_low,
    /// The same, if it ruffs.
    wins_ruff,
    /// A card that is the best so far and can still be beaten.
    beatable,
    /// The same, times low.
    beatable_low,
    /// The same, if it ruffs.
    beatable_ruff,
    /// Any other card that follows suit, times low.
    loses_low,
    /// A discard, times low.
    discard_low,
    /// A discard, times the length of its suit in the hand.
    discard_length,
    /// A discard, if no card in play is above it.
    discard_top,
    /// A lead, times the cards above it that opponents hold.
    lead_opponents_above,
    /// A lead, times the cards above it that partners hold.
    lead_partners_above,
    /// A lead of the leader's last card of a plain suit, if the leader has trumps.
    lead_last_of_suit,
    /// A lead, if an opponent plays last.
    lead_opponent_plays_last,
    /// A lead of a trump, times the trumps of opponents.
    lead_opponents_trumps,
}

/// An order by [`Weights`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weighted {
    /// For a player who wants tricks.
    pub taking: Weights,
    /// For a player who has made their bid.
    pub avoiding: Weights,
    /// In paranoid search, for all who play against the root; `taking` is then for the root's side only.
    pub opposing: Weights,
    /// In paranoid search, the player at the root: all others are partners against the root's side. In max^n the only
    /// partners are those of the game.
    pub root: Option<Player>,
    /// In paranoid search, the weights of leads where they are learned; otherwise those above count.
    pub leads: Option<&'static LeadWeights>,
}

impl Weighted {
    /// For max^n.
    #[must_use]
    pub fn for_oneself() -> Self {
        Self {
            taking: tuned::FOR_ONESELF,
            avoiding: tuned::AVOIDING,
            opposing: tuned::AGAINST_ONE,
            root: None,
            leads: None,
        }
    }

    /// For paranoid search for `root`.
    #[must_use]
    pub fn against(root: Player) -> Self {
        Self {
            taking: tuned::AGAINST_MANY,
            avoiding: tuned::AVOIDING,
            opposing: tuned::AGAINST_ONE,
            root: Some(root),
            leads: Some(LeadWeights::LEARNED),
        }
    }
}

impl<R: Rules> MoveOrder<TrickGame<R>> for Weighted {
    fn arrange(&self, game: &TrickGame<R>, position: &Position, moves: &[Card], order: &mut [u16]) {
        let (rules, players) = (game.rules(), game.players());
        let mover = game.mover(position).map_or(0, Player::index);
        let taken = position.taken();
        if self.root.is_none() && rules.cannot_make_bid(players, mover, &taken, position.left()) {
            // Every card is worth the same to the mover, so the first in the reference order wins every tie.
            return;
        }
        if let (Some(root), Some(weights)) = (self.root, self.leads)
            && position.played() == 0
            && let Some(leads) = Leads::new(game, position, root)
        {
            by_merit(moves, order, leads.merits(weights));
            return;
        }
        let side = |player: usize| rules.side(players, player);
        let chosen = self.root.map_or_else(|| side(mover), |root| side(root.index()));
        let prospect = Prospect::new(game, position, |player| side(player) == chosen);
        let weights = match self.root {
            Some(_) if side(mover) != chosen => &self.opposing,
            None if !rules.wants_tricks(players, mover, &taken) => &self.avoiding,
            _ => &self.taking,
        };
        by_merit(moves, order, |card| prospect.merit(card, weights));
    }
}

/// More than any rank.
const MUCH: i32 = 100;

/// How the trick in progress can end, if every player plays their highest legal card.
struct Prospect {
    trump: Option<Suit>,
    led: Option<Suit>,
    own: Cards,
    in_play: Cards,
    /// The hands of those who play later, and whether each is on the mover's side.
    later: [(Cards, bool); MAX_PLAYERS],
    to_play: usize,
    /// The strength of the card that wins the trick as it lies, if it is ours, and if it is theirs.
    our_best: i32,
    their_best: i32,
    /// The most that either side can put in by the end of the trick, the mover apart, if a card has been led.
    most_of_ours: i32,
    most_of_theirs: i32,
}

impl Prospect {
    fn new<R: Rules>(game: &TrickGame<R>, position: &Position, is_chosen: impl Fn(usize) -> bool) -> Self {
        let players = game.players();
        let mover = game.mover(position).map_or(0, Player::index);
        let to_play = players - position.played() - 1;
        let led = position.led().map(Card::suit);
        let side = is_chosen(mover);
        let mut later = [(Cards::NONE, false); MAX_PLAYERS];
        for (turn, later) in later[..to_play].iter_mut().enumerate() {
            let player = (mover + 1 + turn) % players;
            *later = (position.hand(Player::new(player)), is_chosen(player) == side);
        }
        let mut prospect = Self {
            trump: game.rules().trump(),
            led,
            own: position.hand(Player::new(mover)),
            in_play: position.in_play(),
            later,
            to_play,
            our_best: -1,
            their_best: -1,
            most_of_ours: -1,
            most_of_theirs: -1,
        };
        if let (Some((winner, best)), Some(led)) = (position.winning(), led) {
            let strength = prospect.strength(best, led);
            let ours = is_chosen(winner.index()) == side;
            *(if ours { &mut prospect.our_best } else { &mut prospect.their_best }) = strength;
            (prospect.most_of_ours, prospect.most_of_theirs) = prospect.most(led);
        }
        prospect
    }

    /// The most that either side can put in by the end of the trick, the mover apart.
    fn most(&self, led: Suit) -> (i32, i32) {
        let (mut ours, mut theirs) = (self.our_best, self.their_best);
        for &(hand, is_ours) in &self.later[..self.to_play] {
            let potential = self.potential(hand, led);
            let best = if is_ours { &mut ours } else { &mut theirs };
            *best = potential.max(*best);
        }
        (ours, theirs)
    }

    fn strength(&self, card: Card, led: Suit) -> i32 {
        let height = 13 - card.above() as i32;
        match card.suit() {
            suit if self.trump == Some(suit) => 2 * MUCH + height,
            suit if suit == led => MUCH + height,
            _ => 0,
        }
    }

    /// The most that a hand can put in when `led` is led.
    fn potential(&self, hand: Cards, led: Suit) -> i32 {
        let best = hand.of(led).first().or_else(|| hand.of(self.trump?).first());
        best.map_or(0, |card| self.strength(card, led))
    }

    fn merit(&self, card: Card, weights: &Weights) -> i32 {
        let led = self.led.unwrap_or(card.suit());
        let is_trump = self.trump == Some(card.suit());
        let (ours, theirs) = if self.led.is_some() { (self.most_of_ours, self.most_of_theirs) } else { self.most(led) };
        let own = self.strength(card, led);
        let low = card.above() as i32;
        let trump = i32::from(is_trump);
        if self.led.is_none() {
            let ruffs = |ours: bool| {
                let mut of_side = self.later[..self.to_play].iter().filter(|later| later.1 == ours);
                of_side.any(|(hand, _)| {
                    !is_trump && hand.of(led).is_empty() && self.trump.is_some_and(|trump| !hand.of(trump).is_empty())
                })
            };
            let later = &self.later[..self.to_play];
            let above = Cards::up_to(card) & card.suit().cards();
            let held = |cards: Cards, ours: bool| -> i32 {
                later.iter().filter(|later| later.1 == ours).map(|later| (later.0 & cards).len() as i32).sum()
            };
            let trumps = self.trump.map_or(Cards::NONE, Suit::cards);
            let last_of_suit = !is_trump && self.own.of(led).len() == 1 && !(self.own & trumps).is_empty();
            let holdings = weights.lead_opponents_above * held(above, false)
                + weights.lead_partners_above * held(above, true)
                + weights.lead_last_of_suit * i32::from(last_of_suit)
                + weights.lead_opponent_plays_last * i32::from(later.last().is_some_and(|last| !last.1))
                + weights.lead_opponents_trumps * trump * held(trumps, false);
            let length_of_theirs: usize =
                self.later[..self.to_play].iter().filter(|later| !later.1).map(|later| later.0.of(led).len()).sum();
            let outcome = if own > theirs && own >= ours {
                weights.lead_wins + weights.lead_wins_low * low + weights.lead_wins_trump * trump
            } else if ours > theirs {
                weights.lead_to_partner + weights.lead_to_partner_low * low + weights.lead_to_partner_trump * trump
            } else {
                weights.lead_loses_low * low + weights.lead_loses_trump * trump
            };
            return outcome
                + holdings
                + weights.lead_opponent_ruffs * i32::from(ruffs(false))
                + weights.lead_partner_ruffs * i32::from(ruffs(true))
                + weights.lead_own_length * self.own.of(led).len() as i32
                + weights.lead_opponents_length * length_of_theirs as i32;
        }
        let follows = card.suit() == led;
        let ruff = i32::from(is_trump && !follows);
        let beats_now = own > self.our_best.max(self.their_best);
        if ours > theirs && (follows || is_trump) {
            return weights.partner_wins_low * low + weights.partner_overtaken * i32::from(own > ours);
        }
        if own > theirs && beats_now {
            return weights.wins + weights.wins_low * low + weights.wins_ruff * ruff;
        }
        if beats_now {
            return weights.beatable + weights.beatable_low * low + weights.beatable_ruff * ruff;
        }
        if follows {
            return weights.loses_low * low;
        }
        let is_top = self.in_play.of(card.suit()).first() == Some(card);
        weights.discard_low * low
            + weights.discard_length * self.own.of(card.suit()).len() as i32
            + weights.discard_top * i32::from(is_top)
    }
}
