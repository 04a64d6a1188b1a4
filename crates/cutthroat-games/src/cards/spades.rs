//! Spades: two or three players for themselves, four in partnership (seats 1 and 3 against 2 and 4).
//!
//! Spades are trump; every player promises a number of tricks; players follow suit if they can. By the usual rules a
//! spade may not be led before one has been discarded on another suit, unless the leader has nothing else. A side that
//! takes what it promised scores 10 for each trick promised and 1 for each *bag* beyond, and loses 10 for each promised
//! if it does not; every tenth bag costs 100. A promise of no tricks, *nil*, gains or loses 100 by itself; the tricks
//! of a failed nil do not help the partner but are bags. With three players the two of clubs is removed and each has
//! seventeen cards; two play with thirteen each, as in the 2005 paper, and the rest is set aside.
//!
//! Sources, as far as copies of them could be read:
//!
//! | rule | source |
//! |---|---|
//! | breaking, the scores of sides, bags carried from deal to deal and what ten of them cost | <https://www.field-of-themes.com/spades/sprules.htm>, <https://thelogicgame.com/games/spades/index.html> |
//! | nil, and the tricks of one that failed: bags, of no help to the partner | <https://watchaware.com/watch-apps/the-spades-for-watch/6739510961> |
//! | three players: the two of clubs removed, every player for themselves | <https://www.skullwink.com/cutthroat-rules>
//! |
//! | a game to 500 | <http://wumbagic.com/game/spades> |
//!
//! Nil, bags and a game to 500 for partnerships are also what others report of Pagat's page,
//! <https://www.pagat.com/auctionwhist/spades.html>, which could not be read. A *blind nil*, bid before looking at the
//! cards, gains or loses 200.
//!
//! The papers play open Spades without breaking or nil; 2002 without bids, 2005 with them.

mod evaluation;

pub use evaluation::SpadesEvaluation;

use cutthroat::{Payoff, Player};

use super::bids::suggested_bid;
use super::card::{Card, Cards, Suit};
use super::error::CardError;
use super::order::MakingBids;
use super::rules::{self, Counts, Moment, Preparation, Rules, SeatSet, payoff_of};
use super::so_far::{DEALS_BEFORE, GAME_TO, GameSoFar, SCORES};
use super::trick::TrickGame;
use super::whole_deal::MAY_BID_BLIND;
use super::whole_game::{GameTerms, SPADES_GAME, SpadesTerms};
use crate::field::{DefaultValue, Field, Values};

/// Spades.
pub type Spades = TrickGame<SpadesRules>;

/// The rules of Spades.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SpadesRules {
    /// What each seat promised; `None` until they have bid.
    pub bids: Option<Counts>,
    /// The bags that each side had before this deal.
    pub bags: Counts,
    /// What a nil gains or loses; 0 if a bid of none is like any other.
    pub nil: u8,
    /// Who bid before they looked at their cards.
    pub blind: SeatSet,
    /// What a nil gains or loses that was bid blind.
    pub blind_nil: u8,
    /// What every tenth bag costs.
    pub bag_penalty: u8,
    /// Whether spades have to be broken before they are led.
    pub breaking: bool,
    /// Whether the tricks of a failed nil count for the partner's contract; otherwise they are bags.
    pub nil_helps: bool,
    /// The least that two partners may promise together.
    pub least_side_bid: u8,
    /// The game that the deal is a part of.
    pub so_far: GameSoFar,
}

impl Default for SpadesRules {
    /// As in the papers.
    fn default() -> Self {
        Self {
            bids: None,
            bags: Counts::default(),
            nil: 0,
            blind: SeatSet::NONE,
            blind_nil: 200,
            bag_penalty: 100,
            breaking: false,
            nil_helps: false,
            least_side_bid: 0,
            so_far: GameSoFar::default(),
        }
    }
}

impl SpadesRules {
    /// How many sides there are: four players are two partnerships.
    #[inline]
    #[must_use]
    pub fn sides(players: usize) -> usize {
        if players == 4 { 2 } else { players }
    }

    /// What each seat promised, 0 if not given.
    #[must_use]
    pub fn bids(&self) -> Counts {
        self.bids.unwrap_or_default()
    }

    /// What `side` promised without nils, what those who promised it took, the tricks of nils, and what nils score.
    fn sums_of(&self, side: usize, players: usize, counts: &Counts) -> (i16, i16, i16, i16) {
        let bids = self.bids();
        let (mut bid, mut tricks, mut nil_tricks, mut nils) = (0, 0, 0, 0);
        for player in (side..players).step_by(Self::sides(players)) {
            let (promised, taken) = (i16::from(bids[player]), i16::from(counts[player]));
            if promised == 0 && self.nil > 0 {
                let worth = i16::from(if self.blind.has(Player::new(player)) { self.blind_nil } else { self.nil });
                nils += if taken == 0 { worth } else { -worth };
                if self.nil_helps {
                    tricks += taken;
                } else {
                    nil_tricks += taken;
                }
            } else {
                bid += promised;
                tricks += taken;
            }
        }
        (bid, tricks, nil_tricks, nils)
    }

    /// The bags of `side` in a deal in which `counts` were taken.
    #[must_use]
    pub fn bags_of(&self, side: usize, players: usize, counts: &Counts) -> u8 {
        let (bid, tricks, nil_tricks, _) = self.sums_of(side, players, counts);
        ((tricks - bid).max(0) + nil_tricks) as u8
    }

    /// The score of `side` for a deal in which `counts` were taken.
    fn score_of(&self, side: usize, players: usize, counts: &Counts) -> i16 {
        let (bid, tricks, _, nils) = self.sums_of(side, players, counts);
        let bags = i16::from(self.bags_of(side, players, counts));
        let before = i16::from(self.bags[side]);
        let tens = (before + bags) / 10 - before / 10;
        nils + if tricks >= bid { 10 * bid } else { -10 * bid } + bags - tens * i16::from(self.bag_penalty)
    }
}

impl Rules for SpadesRules {
    type Evaluation = SpadesEvaluation;
    type Order = MakingBids;

    const NAME: &'static str = "spades";
    const PLAYERS: (usize, usize) = (2, 4);
    const PRESETS: &'static [&'static str] = &["paper", "table"];
    const OPTIONS: &'static [Field] = &[
        Field {
            name: "bids",
            about: "how many tricks each player has promised, seat 1 first",
            values: Values::Numbers { each: "player", least: 0, most: 26 },
            default: DefaultValue::Derived("counted from the cards of each hand"),
        },
        Field {
            name: "bags",
            about: "tricks beyond the bid that each side had before this deal",
            values: Values::Numbers { each: "side", least: 0, most: 99 },
            default: DefaultValue::Derived("0 for each"),
        },
        Field {
            name: "nil",
            about: "what a promise of no tricks gains or loses; 0 treats it as any other bid",
            values: Values::Number { least: 0, most: 200 },
            default: DefaultValue::Is("0"),
        },
        Field {
            name: "blind",
            about: "who bid before they looked at their cards: 1 or 0 for each player, seat 1 first",
            values: Values::Numbers { each: "player", least: 0, most: 1 },
            default: DefaultValue::Derived("nobody"),
        },
        Field {
            name: "blind-nil",
            about: "what a promise of no tricks gains or loses that was made before looking",
            values: Values::Number { least: 0, most: 200 },
            default: DefaultValue::Is("200"),
        },
        Field {
            name: "bag-penalty",
            about: "what every tenth bag costs",
            values: Values::Number { least: 0, most: 200 },
            default: DefaultValue::Is("100"),
        },
        Field {
            name: "breaking",
            about: "whether spades may be led only after one was discarded, or by a player who has nothing else",
            values: Values::Switch,
            default: DefaultValue::Is("off"),
        },
        Field {
            name: "nil-helps",
            about: "whether the tricks of a failed nil count for the partner's contract; otherwise they are bags",
            values: Values::Switch,
            default: DefaultValue::Is("off"),
        },
        Field {
            name: "least-side-bid",
            about: "the least that two partners may promise together, in a whole deal",
            values: Values::Number { least: 0, most: 13 },
            default: DefaultValue::Is("0"),
        },
        SCORES,
        DEALS_BEFORE,
        GAME_TO,
    ];
    const OF_THE_DEAL: &'static [&'static str] = &["bids", "scores", "deals-before", "game-to"];
    const GAME_OPTIONS: &'static [Field] = SPADES_GAME;
    const DEALING: &'static [Field] = &[rules::CARDS_DEALT, MAY_BID_BLIND];
    const PLAY: &'static str = "Two or three players for themselves, four in partnership (seats 1 and 3 against 2 and 4). Spades are trump. Everybody \
        promises a number of tricks. Follow suit if you can; the highest spade, else the highest card of the suit led, \
        takes the trick and leads to the next. A side that keeps its promise scores 10 for each trick promised and 1 for \
        each bag beyond, and loses 10 for each promised otherwise.";

    fn preset(name: &str) -> Option<Self> {
        match name {
            "paper" => Some(Self::default()),
            "table" => Some(Self { nil: 100, breaking: true, ..Self::default() }),
            _ => None,
        }
    }

    fn about_preset(name: &str) -> &'static str {
        match name {
            "paper" => "as in the papers: spades may be led at any time, a bid of none is like any other",
            "table" => "the usual table: spades have to be broken, nil gains or loses 100",
            _ => "",
        }
    }

    fn set(&mut self, option: &str, value: &str, players: usize) -> Result<(), CardError> {
        match option {
            "bids" => self.bids = Some(rules::read_numbers("bids", value, players, 26)?),
            "bags" => self.bags = rules::read_numbers("bags", value, Self::sides(players), 99)?,
            "nil" => self.nil = rules::read_number(option, value, 200)?,
            "blind" => self.blind = SeatSet::read("blind", value, players)?,
            "blind-nil" => self.blind_nil = rules::read_number(option, value, 200)?,
            "bag-penalty" => self.bag_penalty = rules::read_number(option, value, 200)?,
            "breaking" => self.breaking = rules::read_switch(option, value)?,
            "nil-helps" => self.nil_helps = rules::read_switch(option, value)?,
            "least-side-bid" => self.least_side_bid = rules::read_number(option, value, 13)?,
            _ => {
                let set = self.so_far.set(option, value, players);
                return set.unwrap_or_else(|| Err(rules::unknown_option::<Self>(option)));
            }
        }
        Ok(())
    }

    fn options(&self, players: usize) -> Vec<(&'static str, String)> {
        let bids = self.bids.map(|bids| ("bids", rules::write_numbers(&bids[..players])));
        let rest = [
            ("bags", rules::write_numbers(&self.bags[..Self::sides(players)])),
            ("nil", self.nil.to_string()),
            ("blind", rules::write_numbers(&self.blind.numbers()[..players])),
            ("blind-nil", self.blind_nil.to_string()),
            ("bag-penalty", self.bag_penalty.to_string()),
            ("breaking", rules::write_switch(self.breaking)),
            ("nil-helps", rules::write_switch(self.nil_helps)),
            ("least-side-bid", self.least_side_bid.to_string()),
        ];
        bids.into_iter().chain(rest).chain(self.so_far.options(players)).collect()
    }
    fn game_terms() -> Option<Box<dyn GameTerms<Self>>> {
        Some(Box::<SpadesTerms>::default())
    }

    fn so_far(&self) -> GameSoFar {
        self.so_far
    }

    fn set_so_far(&mut self, so_far: GameSoFar) {
        self.so_far = so_far;
    }

    fn bags(&self, players: usize) -> Counts {
        std::array::from_fn(|player| if player < players { self.bags[player % Self::sides(players)] } else { 0 })
    }

    /// The second of two partners may have to promise more.
    fn allows_bid(&self, bid: u8, earlier: &[u8], players: usize, tricks: u8) -> bool {
        let sides = Self::sides(players);
        let partner = earlier.len().checked_sub(sides).filter(|_| sides < players);
        bid <= tricks && partner.is_none_or(|partner| bid + earlier[partner] >= self.least_side_bid.min(tricks))
    }

    fn pack(&self, players: usize) -> Cards {
        if players == 3 { Cards::PACK - Card::new(Suit::Clubs, 12).alone() } else { Cards::PACK }
    }

    fn hand_size(&self, players: usize) -> usize {
        if players == 3 { 17 } else { 13 }
    }

    /// Every player who has not bid bids what their hand is worth, including tricks already taken.
    fn settle(&mut self, hands: &[Cards], taken: &Counts, _: Option<Card>) {
        let mut bids = *taken;
        for (bid, &hand) in bids.iter_mut().zip(hands) {
            *bid += suggested_bid(hand, Some(Suit::Spades));
        }
        self.bids.get_or_insert(bids);
    }

    fn preparation(&self) -> Preparation {
        if self.bids.is_none() { Preparation::Bids } else { Preparation::None }
    }

    fn has_blind_bids(&self) -> bool {
        self.nil > 0
    }

    fn set_bids(&mut self, bids: Counts, blind: SeatSet) {
        (self.bids, self.blind) = (Some(bids), blind);
    }

    fn promised(&self) -> Option<(Counts, SeatSet)> {
        Some((self.bids?, self.blind))
    }

    fn settle_from_table(&mut self) -> Result<(), CardError> {
        self.bids.map(|_| ()).ok_or(rules::BIDS_MISSING)
    }

    #[inline]
    fn trump(&self) -> Option<Suit> {
        Some(Suit::Spades)
    }

    #[inline]
    fn breakers(&self) -> Cards {
        if self.breaking { Suit::Spades.cards() } else { Cards::NONE }
    }

    #[inline]
    fn leads(&self, hand: Cards, moment: Moment) -> Cards {
        let others = hand - Suit::Spades.cards();
        if !self.breaking || moment.broken || others.is_empty() { hand } else { others }
    }

    /// Spades are led before they are broken by a hand of spades.
    fn excludes(&self, card: Card, led: Option<Card>, _: bool, broken: bool) -> Cards {
        let early = led.is_none() && self.breaking && !broken && card.suit() == Suit::Spades;
        if early { Cards::PACK - Suit::Spades.cards() } else { Cards::NONE }
    }

    #[inline]
    fn side(&self, players: usize, player: usize) -> usize {
        player % Self::sides(players)
    }

    /// A player who bid nil does not, and their tricks are of no help to the partner.
    fn wants_tricks(&self, players: usize, player: usize, taken: &Counts) -> bool {
        let bids = self.bids();
        if self.nil > 0 {
            let (bid, tricks, ..) = self.sums_of(player % Self::sides(players), players, taken);
            return bids[player] > 0 && tricks < bid;
        }
        let side = |numbers: &Counts| -> u8 {
            numbers[player % Self::sides(players)..players].iter().step_by(Self::sides(players)).sum()
        };
        side(taken) < side(&bids)
    }

    fn cannot_make_bid(&self, players: usize, player: usize, taken: &Counts, left: u8) -> bool {
        let bids = self.bids();
        let side = |numbers: &Counts| -> u8 {
            numbers[player % Self::sides(players)..players].iter().step_by(Self::sides(players)).sum()
        };
        side(taken) + left < side(&bids)
    }

    fn score(&self, players: usize, counts: &Counts, _: u8) -> Payoff {
        payoff_of(players, |player| self.score_of(player % Self::sides(players), players, counts))
    }
}
