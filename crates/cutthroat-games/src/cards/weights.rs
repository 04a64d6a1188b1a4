//! Orders for paranoid searches of whole hands: merits as sums of weights, tuned by the nodes they save.
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

/// An order by [`Weights`], for paranoid search. Max^n to the end searches in the
/// [reference order](cutthroat::ReferenceOrder).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weighted {
    /// For the root's side.
    pub taking: Weights,
    /// For all who play against it.
    pub opposing: Weights,
    /// The player at the root: all others are partners against the root's side.
    pub root: Player,
    /// The weights of leads where they are learned; otherwise those above count.
    pub leads: Option<&'static LeadWeights>,
}

impl Weighted {
    /// For paranoid search for `root`.
    #[must_use]
    pub fn against(root: Player) -> Self {
        Self { taking: tuned::AGAINST_MANY, opposing: tuned::AGAINST_ONE, root, leads: Some(LeadWeights::LEARNED) }
    }
}

impl<R: Rules> MoveOrder<TrickGame<R>> for Weighted {
    fn arrange(&self, game: &TrickGame<R>, position: &Position, moves: &[Card], order: &mut [u16]) {
        let (rules, players) = (game.rules(), game.players());
        let mover = game.mover(position).map_or(0, Player::index);
        if let Some(weights) = self.leads
            && position.played() == 0
            && let Some(leads) = Leads::new(game, position, self.root)
        {
            by_merit(moves, order, leads.merits(weights));
            return;
        }
        let side = |player: usize| rules.side(players, player);
        let chosen = side(self.root.index());
        let is_chosen = |player: usize| side(player) == chosen;
        let weights = if is_chosen(mover) { &self.taking } else { &self.opposing };
        match position.led() {
            Some(led) => {
                let following = Following::new(game, position, led.suit(), is_chosen);
                by_merit(moves, order, |card| following.merit(card, weights));
            }
            None => {
                let leading = Leading::new(game, position, is_chosen);
                by_merit(moves, order, |card| leading.merit(card, weights));
            }
        }
    }
}

/// More than any rank.
const MUCH: i32 = 100;

/// How strong a card is in a trick of the suit `led`, and that of a hand's strongest legal card.
#[derive(Clone, Copy)]
struct Strengths {
    trump: Option<Suit>,
    led: Suit,
}

impl Strengths {
    #[inline]
    fn of(self, card: Card) -> i32 {
        let height = 13 - card.above() as i32;
        match card.suit() {
            suit if self.trump == Some(suit) => 2 * MUCH + height,
            suit if suit == self.led => MUCH + height,
            _ => 0,
        }
    }

    /// The most that a hand can put in.
    #[inline]
    fn most_of(self, hand: Cards) -> i32 {
        let best = hand.of(self.led).first().or_else(|| hand.of(self.trump?).first());
        best.map_or(0, |card| self.of(card))
    }
}

/// What a player sees who follows to a trick, if everybody after them plays their strongest card.
struct Following {
    strengths: Strengths,
    own: Cards,
    in_play: Cards,
    /// The strength of the card that wins the trick as it lies.
    best: i32,
    /// The most that either side will have put in by the end of the trick, the mover apart.
    most_of_ours: i32,
    most_of_theirs: i32,
}

impl Following {
    #[inline(always)]
    fn new<R: Rules>(game: &TrickGame<R>, position: &Position, led: Suit, is_chosen: impl Fn(usize) -> bool) -> Self {
        let turn = position.numbers();
        let (players, mover) = (game.players(), usize::from(turn.mover));
        let strengths = Strengths { trump: game.rules().trump(), led };
        let side = is_chosen(mover);
        let best = strengths.of(turn.best);
        let (mut ours, mut theirs) = if is_chosen(usize::from(turn.winner)) == side { (best, -1) } else { (-1, best) };
        let mut player = mover;
        for _ in usize::from(turn.played) + 1..players {
            player = if player + 1 == players { 0 } else { player + 1 };
            let most = strengths.most_of(position.hands[player % MAX_PLAYERS]);
            let of_side = if is_chosen(player) == side { &mut ours } else { &mut theirs };
            *of_side = most.max(*of_side);
        }
        Self {
            strengths,
            own: position.hands[mover % MAX_PLAYERS],
            in_play: position.in_play,
            best,
            most_of_ours: ours,
            most_of_theirs: theirs,
        }
    }

    #[inline(always)]
    fn merit(&self, card: Card, weights: &Weights) -> i32 {
        let Strengths { trump, led } = self.strengths;
        let own = self.strengths.of(card);
        let low = card.above() as i32;
        let follows = card.suit() == led;
        let is_trump = trump == Some(card.suit());
        let ruff = i32::from(is_trump && !follows);
        if self.most_of_ours > self.most_of_theirs && (follows || is_trump) {
            return weights.partner_wins_low * low + weights.partner_overtaken * i32::from(own > self.most_of_ours);
        }
        if own > self.best {
            return if own > self.most_of_theirs {
                weights.wins + weights.wins_low * low + weights.wins_ruff * ruff
            } else {
                weights.beatable + weights.beatable_low * low + weights.beatable_ruff * ruff
            };
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

/// What a leader sees, if everybody plays their strongest card.
struct Leading {
    trump: Option<Suit>,
    own: Cards,
    /// The hands of the others, and whether each is on the leader's side.
    later: [(Cards, bool); MAX_PLAYERS],
    to_play: usize,
}

impl Leading {
    fn new<R: Rules>(game: &TrickGame<R>, position: &Position, is_chosen: impl Fn(usize) -> bool) -> Self {
        let players = game.players();
        let mover = game.mover(position).map_or(0, Player::index);
        let side = is_chosen(mover);
        let mut later = [(Cards::NONE, false); MAX_PLAYERS];
        for (turn, later) in later[..players - 1].iter_mut().enumerate() {
            let player = (mover + 1 + turn) % players;
            *later = (position.hand(Player::new(player)), is_chosen(player) == side);
        }
        Self { trump: game.rules().trump(), own: position.hand(Player::new(mover)), later, to_play: players - 1 }
    }

    fn merit(&self, card: Card, weights: &Weights) -> i32 {
        let led = card.suit();
        let is_trump = self.trump == Some(led);
        let strengths = Strengths { trump: self.trump, led };
        let later = &self.later[..self.to_play];
        let most = |ours: bool| {
            let of_side = later.iter().filter(|later| later.1 == ours);
            of_side.map(|later| strengths.most_of(later.0)).fold(-1, i32::max)
        };
        let (ours, theirs) = (most(true), most(false));
        let own = strengths.of(card);
        let low = card.above() as i32;
        let trump = i32::from(is_trump);
        let ruffs = |ours: bool| {
            let mut of_side = later.iter().filter(|later| later.1 == ours);
            of_side.any(|(hand, _)| {
                !is_trump && hand.of(led).is_empty() && self.trump.is_some_and(|trump| !hand.of(trump).is_empty())
            })
        };
        let above = Cards::up_to(card) & led.cards();
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
        let outcome = if own > theirs && own >= ours {
            weights.lead_wins + weights.lead_wins_low * low + weights.lead_wins_trump * trump
        } else if ours > theirs {
            weights.lead_to_partner + weights.lead_to_partner_low * low + weights.lead_to_partner_trump * trump
        } else {
            weights.lead_loses_low * low + weights.lead_loses_trump * trump
        };
        outcome
            + holdings
            + weights.lead_opponent_ruffs * i32::from(ruffs(false))
            + weights.lead_partner_ruffs * i32::from(ruffs(true))
            + weights.lead_own_length * self.own.of(led).len() as i32
            + weights.lead_opponents_length * held(led.cards(), false)
    }
}
