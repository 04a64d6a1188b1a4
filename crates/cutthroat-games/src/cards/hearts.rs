//! Hearts: three to six players, each against all, who avoid hearts and the queen of spades.
//!
//! No trump; players follow suit if they can; every heart taken counts one point against the player and the queen of
//! spades thirteen. By the usual rules the lowest club is led to the first trick, to which nobody may play points who
//! has another card; hearts may not be led before one has been discarded, unless the leader has nothing else; and a
//! player who takes all points has *shot the moon* and gives them to all others, or subtracts them from their own
//! score. With three players the two of diamonds is removed, with five the two of clubs as well, with six also the
//! threes of both suits, so that all hands have the same size; the 2002 paper sets a card aside at random instead.
//!
//! Sources, as far as copies of them could be read:
//!
//! | rule | source |
//! |---|---|
//! | three players without the two of diamonds, the passes (none across with three), hearts broken by a heart only, the moon as 0 and 26, a game to 100 | the rules of *Hoyle Official Book of Games*, <https://sierrachest.com/index.php?a=games&id=224&title=hoyle-1&fld=walkthrough&pid=102> |
//! | five players without both twos; the lowest club that is left leads | <http://thebearknowsbest.com/hearts/> |
//! | six players without both threes as well | <https://sites.google.com/view/feelinggamey/games/hearts/rules-of-hearts>, which takes the two of clubs out for three |
//! | no points on the first trick | <http://hearts-online.org/rules.html>; for a hand of nothing but points, <https://groupgames.xyz/card-games/hearts> |
//! | the queen breaks hearts, the moon as minus 26 | <https://letsplayhearts.com/rules> |
//!
//! Pagat's page, <https://www.pagat.com/reverse/hearts.html>, could not be read. According to pages that quote it, its
//! main account lets points be played to the first trick and the shooter choose between the two moons, and has our
//! preset `table` among its variations.
//!
//! Payoffs are turned round, `total - points`, so that more is better (2000 paper, "Duality of Maximization and
//! Minimization"). In a deal of fewer cards the points of the deal stand for the 26 of the pack.

mod evaluation;

pub use evaluation::HeartsEvaluation;

use cutthroat::{MAX_PLAYERS, Payoff};

use super::card::{Card, Cards, Suit};
use super::error::CardError;
use super::order::AvoidingPoints;
use super::pass::{Pass, exchange};
use super::rules::{self, Counts, Moment, Preparation, Rules, payoff_of};
use super::so_far::{DEALS_BEFORE, GAME_TO, GameSoFar, SCORES};
use super::trick::TrickGame;
use super::whole_game::{GameTerms, HEARTS_GAME, HeartsTerms};
use crate::field::{DefaultValue, Field, Values};

/// Hearts.
pub type Hearts = TrickGame<HeartsRules>;

/// What happens when one player takes all points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moon {
    /// Nothing.
    Off,
    /// The player scores 0, and all others score all points.
    Others,
    /// All points are subtracted from the player's score, and nobody else scores.
    Minus,
}

impl Moon {
    const NAMES: [(&'static str, Self); 3] = [("off", Self::Off), ("others", Self::Others), ("minus", Self::Minus)];
}

/// The rules of Hearts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeartsRules {
    /// Points for each heart.
    pub heart: u8,
    /// Points for the queen of spades.
    pub queen: u8,
    /// What taking all points means.
    pub moon: Moon,
    /// Whether the lowest club has to be led to the first trick; otherwise seat 1 leads any card.
    pub lowest_club_leads: bool,
    /// Whether points may not be played to the first trick.
    pub clean_first_trick: bool,
    /// Whether hearts have to be broken before they are led.
    pub breaking: bool,
    /// Whether the queen of spades breaks hearts too.
    pub queen_breaks: bool,
    /// Whether cards that cannot be dealt evenly are set aside at random; otherwise low cards are removed.
    pub random_aside: bool,
    /// To whom three cards are passed before the play.
    pub pass: Pass,
    /// The game that the deal is a part of.
    pub so_far: GameSoFar,
}

impl Default for HeartsRules {
    /// As in the papers.
    fn default() -> Self {
        Self {
            heart: 1,
            queen: 13,
            moon: Moon::Off,
            lowest_club_leads: false,
            clean_first_trick: false,
            breaking: false,
            queen_breaks: false,
            random_aside: true,
            pass: Pass::None,
            so_far: GameSoFar::default(),
        }
    }
}

impl HeartsRules {
    /// The usual rules.
    pub const TABLE: Self = Self {
        heart: 1,
        queen: 13,
        moon: Moon::Others,
        lowest_club_leads: true,
        clean_first_trick: true,
        breaking: true,
        queen_breaks: false,
        random_aside: false,
        pass: Pass::None,
        so_far: GameSoFar { scores: [0; MAX_PLAYERS], deals: 0, limit: 0 },
    };

    /// The cards that carry points.
    #[inline]
    fn point_cards(&self) -> Cards {
        let hearts = if self.heart > 0 { Suit::Hearts.cards() } else { Cards::NONE };
        if self.queen > 0 { hearts | Card::QUEEN_OF_SPADES.alone() } else { hearts }
    }

    /// `total - score` for each player.
    #[inline]
    fn turned(&self, players: usize, counts: &Counts, total: u8) -> Payoff {
        let full = i16::from(total);
        if self.moon != Moon::Off && total > 0 && counts.contains(&total) {
            return self.turned_by_moon(players, counts, total);
        }
        // Seat by seat at once: this is every leaf of a search.
        Payoff::of_lanes(std::array::from_fn(|seat| if seat < players { full - i16::from(counts[seat]) } else { 0 }))
    }

    /// The same if somebody has taken everything.
    #[cold]
    fn turned_by_moon(&self, players: usize, counts: &Counts, total: u8) -> Payoff {
        let full = i16::from(total);
        let is_shooter = |player: usize| i16::from(counts[player] == total);
        match self.moon {
            Moon::Minus => payoff_of(players, |player| full + full * is_shooter(player)),
            Moon::Others | Moon::Off => payoff_of(players, |player| full * is_shooter(player)),
        }
    }
}

impl Rules for HeartsRules {
    type Evaluation = HeartsEvaluation;
    type Order = AvoidingPoints;

    const NAME: &'static str = "hearts";
    const PLAYERS: (usize, usize) = (3, 6);
    const PER_TRICK: u8 = 0;
    const PRESETS: &'static [&'static str] = &["paper", "table", "minus", "queen-breaks"];
    const OPTIONS: &'static [Field] = &[
        Field {
            name: "heart",
            about: "points for each heart taken",
            values: Values::Number { least: 0, most: 9 },
            default: DefaultValue::Is("1"),
        },
        Field {
            name: "queen",
            about: "points for the queen of spades",
            values: Values::Number { least: 0, most: 99 },
            default: DefaultValue::Is("13"),
        },
        Field {
            name: "moon",
            about: "what happens when one player takes all points",
            values: Values::Names(&[
                ("off", "nothing: that player has all points"),
                ("others", "the player scores 0, everybody else all points"),
                ("minus", "all points are taken off the player's score, nobody else scores"),
            ]),
            default: DefaultValue::Is("off"),
        },
        Field {
            name: "lowest-club-leads",
            about: "whether the lowest club has to be led to the first trick; otherwise seat 1 leads any card",
            values: Values::Switch,
            default: DefaultValue::Is("off"),
        },
        Field {
            name: "clean-first-trick",
            about: "whether no points may be played to the first trick by a player who has another card",
            values: Values::Switch,
            default: DefaultValue::Is("off"),
        },
        Field {
            name: "breaking",
            about: "whether hearts may be led only after one was discarded, or by a player who has nothing else",
            values: Values::Switch,
            default: DefaultValue::Is("off"),
        },
        Field {
            name: "queen-breaks",
            about: "whether the queen of spades breaks hearts too",
            values: Values::Switch,
            default: DefaultValue::Is("off"),
        },
        Field {
            name: "random-aside",
            about: "whether cards that do not go round are set aside at random; otherwise low ones are taken out",
            values: Values::Switch,
            default: DefaultValue::Is("on"),
        },
        Field {
            name: "pass",
            about: "to whom everybody passes three cards after the deal",
            values: Values::Names(&[
                ("none", "to nobody"),
                ("left", "to the next seat"),
                ("right", "to the seat before"),
                ("across", "to the seat opposite, where there is one"),
            ]),
            default: DefaultValue::Is("none"),
        },
        SCORES,
        DEALS_BEFORE,
        GAME_TO,
    ];
    const OF_THE_DEAL: &'static [&'static str] = &["scores", "deals-before", "game-to"];
    const GAME_OPTIONS: &'static [Field] = HEARTS_GAME;
    const PLAY: &'static str = "Three to six players, each for themselves. Follow suit if you can; the highest card of the suit led takes the trick \
        and leads to the next; there is no trump. Every heart taken is a point against you and the queen of spades \
        thirteen. Payoffs are turned round, all points of the deal minus your own, so that more is better.";

    fn preset(name: &str) -> Option<Self> {
        match name {
            "paper" => Some(Self::default()),
            "table" => Some(Self::TABLE),
            "minus" => Some(Self { moon: Moon::Minus, ..Self::TABLE }),
            "queen-breaks" => Some(Self { queen_breaks: true, ..Self::TABLE }),
            _ => None,
        }
    }

    fn about_preset(name: &str) -> &'static str {
        match name {
            "paper" => "as in the papers: any card may be led at any time, the moon is not counted",
            "table" => {
                "the usual table: the lowest club leads, no points on the first trick, hearts have to be broken, the moon gives all points to the others"
            }
            "minus" => "as table, but the moon takes all points off the own score",
            "queen-breaks" => "as table, and the queen of spades breaks hearts too",
            _ => "",
        }
    }

    fn set(&mut self, option: &str, value: &str, players: usize) -> Result<(), CardError> {
        match option {
            "heart" => self.heart = rules::read_number(option, value, 9)?,
            "queen" => self.queen = rules::read_number(option, value, 99)?,
            "moon" => {
                let named = Moon::NAMES.iter().find(|(name, _)| *name == value);
                self.moon = named.ok_or_else(|| rules::misfit(option, value, "off, others or minus"))?.1;
            }
            "lowest-club-leads" => self.lowest_club_leads = rules::read_switch(option, value)?,
            "clean-first-trick" => self.clean_first_trick = rules::read_switch(option, value)?,
            "breaking" => self.breaking = rules::read_switch(option, value)?,
            "queen-breaks" => self.queen_breaks = rules::read_switch(option, value)?,
            "random-aside" => self.random_aside = rules::read_switch(option, value)?,
            "pass" => self.pass = Pass::read(value, players)?,
            _ => {
                let set = self.so_far.set(option, value, players);
                return set.unwrap_or_else(|| Err(rules::unknown_option::<Self>(option)));
            }
        }
        Ok(())
    }

    fn options(&self, players: usize) -> Vec<(&'static str, String)> {
        let moon = Moon::NAMES.iter().find(|(_, moon)| *moon == self.moon).map_or("off", |(name, _)| name);
        let rules = [
            ("heart", self.heart.to_string()),
            ("queen", self.queen.to_string()),
            ("moon", moon.to_owned()),
            ("lowest-club-leads", rules::write_switch(self.lowest_club_leads)),
            ("clean-first-trick", rules::write_switch(self.clean_first_trick)),
            ("breaking", rules::write_switch(self.breaking)),
            ("queen-breaks", rules::write_switch(self.queen_breaks)),
            ("random-aside", rules::write_switch(self.random_aside)),
            ("pass", self.pass.name().to_owned()),
        ];
        rules.into_iter().chain(self.so_far.options(players)).collect()
    }
    fn game_terms() -> Option<Box<dyn GameTerms<Self>>> {
        Some(Box::<HeartsTerms>::default())
    }

    fn so_far(&self) -> GameSoFar {
        self.so_far
    }

    fn set_so_far(&mut self, so_far: GameSoFar) {
        self.so_far = so_far;
    }

    fn pack(&self, players: usize) -> Cards {
        const TAKEN_OUT: [Card; 4] = [
            Card::new(Suit::Diamonds, 12),
            Card::new(Suit::Clubs, 12),
            Card::new(Suit::Diamonds, 11),
            Card::new(Suit::Clubs, 11),
        ];
        let odd = if self.random_aside { 0 } else { Cards::PACK.len() % players };
        Cards::PACK - TAKEN_OUT.into_iter().take(odd).collect()
    }

    fn exchange(&self, hands: &mut [Cards]) {
        exchange(hands, self.pass);
    }

    fn preparation(&self) -> Preparation {
        if self.pass == Pass::None { Preparation::None } else { Preparation::Pass(self.pass) }
    }

    fn first_lead(&self, in_play: Cards) -> Option<Card> {
        if self.lowest_club_leads { in_play.of(Suit::Clubs).last() } else { None }
    }

    #[inline]
    fn points(&self, card: Card) -> u8 {
        // Without a branch: whether a card has points is hard to foresee.
        let (is_heart, is_queen) = (card.suit() == Suit::Hearts, card == Card::QUEEN_OF_SPADES);
        self.heart * u8::from(is_heart) + self.queen * u8::from(is_queen)
    }

    #[inline]
    fn points_of_all(&self, cards: Cards) -> u8 {
        let has_queen = cards.has(Card::QUEEN_OF_SPADES);
        self.heart * cards.of(Suit::Hearts).len() as u8 + self.queen * u8::from(has_queen)
    }

    /// The queen of spades, because of her points or because she breaks hearts.
    #[inline]
    fn special(&self) -> Cards {
        let is_special = self.queen > 0 || self.breakers().has(Card::QUEEN_OF_SPADES);
        if is_special { Card::QUEEN_OF_SPADES.alone() } else { Cards::NONE }
    }

    #[inline]
    fn breakers(&self) -> Cards {
        match (self.breaking, self.queen_breaks) {
            (false, _) => Cards::NONE,
            (true, false) => Suit::Hearts.cards(),
            (true, true) => Suit::Hearts.cards() | Card::QUEEN_OF_SPADES.alone(),
        }
    }

    #[inline]
    fn leads(&self, hand: Cards, moment: Moment) -> Cards {
        if moment.first_trick
            && let Some(first) = self.first_lead(moment.in_play)
        {
            return first.alone();
        }
        let others = hand - Suit::Hearts.cards();
        if !self.breaking || moment.broken || others.is_empty() { hand } else { others }
    }

    #[inline]
    fn discards(&self, hand: Cards, moment: Moment) -> Cards {
        if !self.clean_first_trick || !moment.first_trick {
            return hand;
        }
        let clean = hand - self.point_cards();
        if clean.is_empty() { hand } else { clean }
    }

    /// Points on the first trick are discarded by a hand of nothing else; hearts are led before they are broken by a
    /// hand of hearts.
    fn excludes(&self, card: Card, led: Option<Card>, first_trick: bool, broken: bool) -> Cards {
        match led {
            None if self.breaking && !broken && card.suit() == Suit::Hearts => Cards::PACK - Suit::Hearts.cards(),
            Some(led) if led.suit() != card.suit() && self.clean_first_trick && first_trick => {
                let points = self.point_cards();
                if points.has(card) { Cards::PACK - points } else { Cards::NONE }
            }
            _ => Cards::NONE,
        }
    }

    fn score(&self, players: usize, counts: &Counts, total: u8) -> Payoff {
        self.turned(players, counts, total)
    }
}
