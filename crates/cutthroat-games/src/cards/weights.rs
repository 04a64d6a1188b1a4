//! Orders for searches of whole hands: merits as sums of weights, tuned by the nodes they save.
//!
//! What a card is good for depends on the place in the trick: a leader opens a suit, a follower may win or not, and
//! whoever cannot follow ruffs or throws something away. For each place there are a few features that can be read off
//! the hands, all of which are open, and each has a weight. `examples/tune_orders.rs` found the weights by counting
//! nodes on one set of deals; `examples/whole_hands.rs` confirms them on another.

use cutthroat::{Game, MAX_PLAYERS, MoveOrder, Player};

use super::card::{Card, Cards, Suit};
use super::order::by_merit;
use super::position::Position;
use super::rules::Rules;
use super::trick::TrickGame;

/// What each feature of a card adds to its merit. *Low* is the number of ranks above it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A lead that nobody on the other side can beat; times low; if it is a trump.
    pub lead_wins: [i32; 3],
    /// A lead that a partner can win; times low; if it is a trump.
    pub lead_to_partner: [i32; 3],
    /// Any other lead, times low; if it is a trump.
    pub lead_loses: [i32; 2],
    /// A lead of a suit that an opponent can ruff; that a partner can ruff.
    pub lead_into_ruff: [i32; 2],
    /// Times the leader's own length in the suit; times that of all opponents.
    pub lead_lengths: [i32; 2],
    /// Times the cards above it that opponents hold; times those of partners; if it is the leader's last of a plain suit and
    /// he has trumps; if an opponent plays last; if it is a trump, times the trumps of opponents.
    pub lead_holdings: [i32; 5],
    /// A card to a trick that a partner wins anyway, times low; if it takes the trick over.
    pub partner_wins: [i32; 2],
    /// A card that wins the trick for good; times low; if it ruffs.
    pub wins: [i32; 3],
    /// A card that is the best so far and can still be beaten; times low; if it ruffs.
    pub beaten_later: [i32; 3],
    /// Any other card that follows suit, times low.
    pub loses: i32,
    /// A card thrown away, times low; times the length of its suit in the hand; if nothing in play is above it.
    pub discard: [i32; 3],
}

impl Weights {
    /// How many numbers there are.
    pub const COUNT: usize = 29;

    /// All numbers, in order.
    #[must_use]
    pub fn numbers(&self) -> [i32; Self::COUNT] {
        let parts: [&[i32]; 11] = [
            &self.lead_wins,
            &self.lead_to_partner,
            &self.lead_loses,
            &self.lead_into_ruff,
            &self.lead_lengths,
            &self.partner_wins,
            &self.wins,
            &self.beaten_later,
            &[self.loses],
            &self.discard,
            &self.lead_holdings,
        ];
        let mut numbers = parts.into_iter().flatten().copied();
        std::array::from_fn(|_| numbers.next().unwrap_or_default())
    }

    /// The weights with these numbers.
    #[must_use]
    pub fn of(n: [i32; Self::COUNT]) -> Self {
        Self {
            lead_wins: [n[0], n[1], n[2]],
            lead_to_partner: [n[3], n[4], n[5]],
            lead_loses: [n[6], n[7]],
            lead_into_ruff: [n[8], n[9]],
            lead_lengths: [n[10], n[11]],
            partner_wins: [n[12], n[13]],
            wins: [n[14], n[15], n[16]],
            beaten_later: [n[17], n[18], n[19]],
            loses: n[20],
            discard: [n[21], n[22], n[23]],
            lead_holdings: [n[24], n[25], n[26], n[27], n[28]],
        }
    }
}

/// An order by [`Weights`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weighted {
    /// For whoever wants tricks.
    pub taking: Weights,
    /// For whoever has made his bid.
    pub avoiding: Weights,
    /// In paranoid search for all who play against the root; `taking` is then for his side alone.
    pub opposing: Weights,
    /// In paranoid search the player whose number it is about: all others are partners against his side. In max^n
    /// nobody has partners but those of the game.
    pub root: Option<Player>,
}

impl Weighted {
    /// For max^n.
    #[must_use]
    pub fn for_oneself() -> Self {
        Self { taking: FOR_ONESELF, avoiding: AVOIDING, opposing: AGAINST_ONE, root: None }
    }

    /// For paranoid search for `root`.
    #[must_use]
    pub fn against(root: Player) -> Self {
        Self { taking: AGAINST_MANY, avoiding: AVOIDING, opposing: AGAINST_ONE, root: Some(root) }
    }
}

impl<R: Rules> MoveOrder<TrickGame<R>> for Weighted {
    fn arrange(&self, game: &TrickGame<R>, position: &Position, moves: &[Card], order: &mut [u16]) {
        let (rules, players) = (game.rules(), game.players());
        let mover = game.mover(position).map_or(0, Player::index);
        let taken = position.taken();
        if self.root.is_none() && rules.is_beyond_hope(players, mover, &taken, position.left()) {
            // All is the same to him, so the first in the reference order wins every tie.
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

/// What the trick in progress can come to, if everybody puts in the highest he may.
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
        };
        if let (Some((winner, best)), Some(led)) = (position.winning(), led) {
            let strength = prospect.strength(best, led);
            let ours = is_chosen(winner.index()) == side;
            *(if ours { &mut prospect.our_best } else { &mut prospect.their_best }) = strength;
        }
        prospect
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
        let (mut ours, mut theirs) = (self.our_best, self.their_best);
        for &(hand, is_ours) in &self.later[..self.to_play] {
            let potential = self.potential(hand, led);
            let best = if is_ours { &mut ours } else { &mut theirs };
            *best = potential.max(*best);
        }
        let own = self.strength(card, led);
        let low = card.above() as i32;
        let (trump, once) =
            (i32::from(is_trump), |weights: &[i32; 3], extra: i32| weights[0] + weights[1] * low + weights[2] * extra);
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
            let holdings = [
                held(above, false),
                held(above, true),
                i32::from(last_of_suit),
                i32::from(later.last().is_some_and(|last| !last.1)),
                trump * held(trumps, false),
            ];
            let holdings: i32 = holdings.iter().zip(&weights.lead_holdings).map(|(held, weight)| held * weight).sum();
            let length_of_theirs: usize =
                self.later[..self.to_play].iter().filter(|later| !later.1).map(|later| later.0.of(led).len()).sum();
            let outcome = if own > theirs && own >= ours {
                once(&weights.lead_wins, trump)
            } else if ours > theirs {
                once(&weights.lead_to_partner, trump)
            } else {
                weights.lead_loses[0] * low + weights.lead_loses[1] * trump
            };
            return outcome
                + holdings
                + weights.lead_into_ruff[0] * i32::from(ruffs(false))
                + weights.lead_into_ruff[1] * i32::from(ruffs(true))
                + weights.lead_lengths[0] * self.own.of(led).len() as i32
                + weights.lead_lengths[1] * length_of_theirs as i32;
        }
        let follows = card.suit() == led;
        let ruff = i32::from(is_trump && !follows);
        let beats_now = own > self.our_best.max(self.their_best);
        if ours > theirs && (follows || is_trump) {
            return weights.partner_wins[0] * low + weights.partner_wins[1] * i32::from(own > ours);
        }
        if own > theirs && beats_now {
            return once(&weights.wins, ruff);
        }
        if beats_now {
            return once(&weights.beaten_later, ruff);
        }
        if follows {
            return weights.loses * low;
        }
        let is_top = self.in_play.of(card.suit()).first() == Some(card);
        weights.discard[0] * low
            + weights.discard[1] * self.own.of(card.suit()).len() as i32
            + weights.discard[2] * i32::from(is_top)
    }
}

/// For paranoid search, and the root's side.
const AGAINST_MANY: Weights = Weights {
    lead_wins: [110, -18, -64],
    lead_to_partner: [56, 2, -83],
    lead_loses: [-18, 74],
    lead_into_ruff: [-213, 45],
    lead_lengths: [9, -1],
    partner_wins: [6, -104],
    wins: [102, 1, 0],
    beaten_later: [50, 1, 10],
    loses: 1,
    discard: [1, 3, -92],
    lead_holdings: [0, 56, 10, 0, 16],
};

/// For paranoid search, and those who play against the root.
const AGAINST_ONE: Weights = Weights {
    lead_wins: [115, -18, -76],
    lead_to_partner: [100, 2, -115],
    lead_loses: [-18, 25],
    lead_into_ruff: [-245, 72],
    lead_lengths: [9, -1],
    partner_wins: [6, -92],
    wins: [102, 1, 0],
    beaten_later: [33, 1, -22],
    loses: 6,
    discard: [1, 10, -80],
    lead_holdings: [0, 56, 59, 0, -36],
};

/// For max^n, and whoever wants tricks.
const FOR_ONESELF: Weights = Weights {
    lead_wins: [33, 2, 108],
    lead_to_partner: [100, 1, 0],
    lead_loses: [-13, 168],
    lead_into_ruff: [-72, 0],
    lead_lengths: [-37, 3],
    partner_wins: [1, 0],
    wins: [100, 1, -20],
    beaten_later: [75, -16, 32],
    loses: -49,
    discard: [-33, -38, -59],
    lead_holdings: [0, 0, -32, 0, 32],
};

/// For max^n, and whoever has made his bid.
const AVOIDING: Weights = Weights {
    lead_wins: [-2, 1, 50],
    lead_to_partner: [0, 1, 0],
    lead_loses: [1, 3],
    lead_into_ruff: [0, 0],
    lead_lengths: [0, 0],
    partner_wins: [-1, 0],
    wins: [-100, -1, 0],
    beaten_later: [50, -1, 0],
    loses: -1,
    discard: [-21, 0, 12],
    lead_holdings: [0; 5],
};
