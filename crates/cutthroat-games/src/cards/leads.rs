//! An order of leads, learned from solved positions.
//!
//! Which lead is best depends on who holds the high cards of its suit, on how the suit is divided, and on the cards above
//! and below the one that is led. Everything is counted among the cards in play and told by seats from the leader on, so
//! that the same few hundred weights serve every deal. A lead is described by *features*: facts that hold or do not. Its
//! merit is the sum of the weights of those that hold. `examples/learn_leads.rs` learned the weights: it solves positions
//! that a search meets, and raises the weights of the leads that are best in them.

mod learned;

use cutthroat::{Game as _, Player};

use super::card::{Card, Cards, Suit};
use super::position::Position;
use super::relative::lengths;
use super::rules::Rules;
use super::trick::TrickGame;
use super::two_sides::{PARTNER, PLACES as HANDS, TwoSides};

/// Nobody holds a card: another owner, after those of all seats.
const NOBODY: usize = HANDS;
const OWNERS: usize = HANDS + 1;

/// Lengths of a suit that are told apart: none without trumps, none with trumps, one to five, and more.
const LENGTHS: usize = 8;

/// Numbers of cards above a lead that are told apart in one hand: none, one, two, and more.
const ABOVE: usize = 4;

/// Places of a lead in its suit that are told apart.
const PLACES: usize = 8;

/// Ways in which the three other hands can meet a suit: each has cards of it, or can ruff it, or can do neither.
const MEETINGS: usize = 27;

/// What a lead is in its suit: the highest, second or third card in play, or another, the leader's lowest or not.
const ROLES: usize = 5;

// Where the features of each kind begin.
const HONOURS: usize = 0;
const ROLE: usize = HONOURS + OWNERS * OWNERS * OWNERS;
const MEETING: usize = ROLE + OWNERS * OWNERS * ROLES;
const OURS: usize = MEETING + 2 * MEETINGS;
const THEIRS: usize = OURS + LENGTHS * LENGTHS;
const ABOVE_IT: usize = THEIRS + LENGTHS * LENGTHS;
const NEXT_BELOW: usize = ABOVE_IT + HANDS * ABOVE;
const PLACE: usize = NEXT_BELOW + OWNERS;
const LOWEST: usize = PLACE + PLACES;

/// How many features there are.
const FEATURES: usize = LOWEST + 2;

/// Kinds of leads, each with its own weights. Of two against two: without trumps, of a plain suit, and of trumps; of one
/// against two, and of one of these two: of a plain suit, and of trumps.
const KINDS: usize = 7;

/// The weights of leads: what each feature adds to the merit of a lead, for each kind of suit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeadWeights(pub [[i16; FEATURES]; KINDS]);

impl LeadWeights {
    /// How many weights there are.
    pub const COUNT: usize = KINDS * FEATURES;

    /// Those of paranoid search.
    pub const LEARNED: &'static Self = &learned::LEARNED;
}

/// The hands as the leader sees them.
pub struct Leads {
    /// See [`TwoSides`].
    hands: [Cards; HANDS],
    /// How many cards of each suit they have, sixteen bits each.
    lengths: [u64; HANDS],
    in_play: Cards,
    trump: Option<Suit>,
    /// The kind of leads of plain suits. That of trumps is the next.
    kind: usize,
}

/// What all leads of a suit have in common.
#[derive(Clone, Copy, Default)]
struct Common {
    /// The three highest cards in play.
    highest: [Cards; 3],
    /// The owners of the two highest.
    first_two: usize,
    /// How the other hands meet the suit.
    meeting: usize,
}

impl Leads {
    /// The leads of a position in which a trick begins, in paranoid search for `root`. None are learned if there are other
    /// sides than two partners across the table from two others, or one player against two with trumps.
    #[must_use]
    pub fn new<R: Rules>(game: &TrickGame<R>, position: &Position, root: Player) -> Option<Self> {
        let trump = game.rules().trump();
        let sides = TwoSides::new(game, position, root)?;
        let kind = match (game.players() == HANDS, trump) {
            (true, None) => 0,
            (true, Some(_)) => 1,
            (false, None) => return None,
            (false, Some(_)) if sides.hands[PARTNER].is_empty() => 3,
            (false, Some(_)) => 5,
        };
        let hands = sides.hands;
        Some(Self { hands, lengths: hands.map(lengths), in_play: position.in_play(), trump, kind })
    }

    #[inline]
    fn owner(&self, card: Option<Card>) -> usize {
        let Some(card) = card else { return NOBODY };
        let holds = |turn: usize| usize::from(self.hands[turn].has(card));
        holds(1) + 2 * holds(2) + 3 * holds(3)
    }

    fn kind(&self, suit: Suit) -> usize {
        self.kind + usize::from(self.trump == Some(suit))
    }

    /// What all leads of a suit have in common, and the features of that.
    #[inline(always)]
    fn of_suit(&self, suit: Suit, mut see: impl FnMut(usize)) -> Common {
        let mut left = self.in_play.of(suit);
        let mut highest = [Cards::NONE; 3];
        let mut owners = [NOBODY; 3];
        for (card, owner) in highest.iter_mut().zip(&mut owners) {
            *owner = self.owner(left.first());
            *card = left.first().map_or(Cards::NONE, Card::alone);
            left = left - *card;
        }
        let first_two = owners[0] * OWNERS + owners[1];
        see(HONOURS + first_two * OWNERS + owners[2]);
        let trumps = self.trump.map_or(Cards::NONE, Suit::cards);
        let mut told = [0; HANDS];
        let mut meeting = 0;
        for (turn, hand) in self.hands.iter().enumerate() {
            let length = (self.lengths[turn] >> (16 * suit as u32)) as usize & 0xffff;
            let ruffs = usize::from(!(*hand & trumps).is_empty());
            told[turn] = if length > 0 { (length + 1).min(LENGTHS - 1) } else { ruffs };
            if turn > 0 {
                meeting = 3 * meeting + if length > 0 { 0 } else { 1 + ruffs };
            }
        }
        see(OURS + told[0] * LENGTHS + told[2]);
        see(THEIRS + told[1] * LENGTHS + told[3]);
        Common { highest, first_two, meeting }
    }

    /// The features of one lead beside those of its suit.
    #[inline(always)]
    fn of_card(&self, common: &Common, card: Card, mut see: impl FnMut(usize)) {
        let suit = self.in_play.of(card.suit());
        let above = suit & (Cards::up_to(card) - card.alone());
        let below = suit - above - card.alone();
        let is_lowest = (below & self.hands[0]).is_empty();
        let honour = common.highest.iter().position(|highest| highest.has(card));
        let role = honour.unwrap_or(3 + usize::from(is_lowest));
        see(ROLE + common.first_two * ROLES + role);
        let can_be_beaten = !((self.hands[1] | self.hands[3]) & above).is_empty();
        see(MEETING + 2 * common.meeting + usize::from(can_be_beaten));
        let mut place = 0;
        for (turn, hand) in self.hands.iter().enumerate() {
            let count = (*hand & above).len();
            see(ABOVE_IT + turn * ABOVE + count.min(ABOVE - 1));
            place += count;
        }
        see(NEXT_BELOW + self.owner((below - self.hands[0]).first()));
        see(PLACE + place.min(PLACES - 1));
        see(LOWEST + usize::from(is_lowest));
    }

    /// All features of a lead, as places in a list of all weights.
    #[must_use]
    pub fn features(&self, card: Card) -> Vec<usize> {
        let row = self.kind(card.suit()) * FEATURES;
        let mut features = Vec::new();
        let common = self.of_suit(card.suit(), |feature| features.push(row + feature));
        self.of_card(&common, card, |feature| features.push(row + feature));
        features
    }

    /// What a lead is worth.
    #[inline]
    pub(super) fn merits(&self, weights: &LeadWeights) -> impl Fn(Card) -> i32 {
        let suits = Suit::ALL.map(|suit| {
            let mut merit = 0;
            if self.hands[0].of(suit).is_empty() {
                return (merit, Common::default());
            }
            let weights = &weights.0[self.kind(suit)];
            let common = self.of_suit(suit, |feature| merit += i32::from(weights[feature]));
            (merit, common)
        });
        move |card: Card| {
            let (mut merit, common) = suits[card.suit() as usize];
            let weights = &weights.0[self.kind(card.suit())];
            self.of_card(&common, card, |feature| merit += i32::from(weights[feature]));
            merit
        }
    }
}
