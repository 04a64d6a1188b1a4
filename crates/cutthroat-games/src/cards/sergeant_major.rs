//! Sergeant Major, also called 8-5-3: three players, sixteen cards each, four set aside.
//!
//! The player to the dealer's left leads any card; players follow suit if they can; the highest trump, else the highest
//! card of the suit led, wins. The dealer names trump and has to take 8 tricks, the player to the dealer's left 5, the
//! player to the right 3; the score for the deal is the number of tricks above or below the target. Seat 1 is to the
//! dealer's left, so the targets of seats 1, 2 and 3 are 5, 3 and 8. The exchange of cards with the four set aside and
//! between the players comes before the play: [`WholeDeal`](super::WholeDeal) has it.
//!
//! All of this is as in Wikipedia's article on 3-5-8, read in the copy
//! <https://wikimili.com/en/Sergeant_major_(card_game)>, and in the rules of
//! <https://worldofcardgames.com/three-five-eight/tutorial>, which agree. In another variant a player who cannot follow
//! has to trump (<https://boardgamesonline.net/Online/sergeant-major-853>); here they need not. Pagat's page could not
//! be read.
//!
//! The 2000 paper plays it without trump and without targets: every player takes as many tricks as they can.

use cutthroat::{Bounds, Payoff, Player, Range};

use super::ahead::{ahead, ahead_bounds, ahead_range};
use super::bids::needs;
use super::card::{Card, Cards, Suit};
use super::error::CardError;
use super::evaluates::evaluates;
use super::order::TakingTricks;
use super::position::Position;
use super::rules::{self, Counts, Preparation, Rules, payoff_of};
use super::so_far::{DEALS_BEFORE, GameSoFar, SCORES};
use super::trick::TrickGame;
use super::utility::{
    FORMULA_OF_GAME, FORMULA_OF_WIN, Utility, ensured_by_own, enumerates_chances, plain, plain_bounds, plain_ensured,
};
use super::whole_deal::Exchanges;
use super::whole_game::{GameTerms, SERGEANT_MAJOR_GAME, SergeantMajorTerms, is_late, range_of_game, worth_of_game};
use crate::field::{DefaultValue, Field, Values};

/// Sergeant Major.
pub type SergeantMajor = TrickGame<SergeantMajorRules>;

/// The rules of Sergeant Major.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SergeantMajorRules {
    /// The trump suit, if there is one.
    pub trump: Option<Suit>,
    /// Whether the dealer still has to name it: their longest suit, when the cards are dealt.
    pub dealer_names_trump: bool,
    /// How many tricks each seat has to take.
    pub targets: Counts,
    /// Whether the dealer of a whole deal takes the kitty before discarding, and may discard cards of it.
    pub kitty_first: bool,
    /// By how many tricks each seat was above its target in the deal before, or below it: for each of them a card is
    /// exchanged in a whole deal.
    pub up: [i8; 3],
    /// The game that the deal is a part of.
    pub so_far: GameSoFar,
}

impl Default for SergeantMajorRules {
    /// As in the 2000 paper: no trump.
    fn default() -> Self {
        Self {
            trump: None,
            dealer_names_trump: false,
            targets: [5, 3, 8, 0, 0, 0, 0, 0],
            kitty_first: false,
            up: [0; 3],
            so_far: GameSoFar::default(),
        }
    }
}

/// The dealer's seat, counted from 0.
const DEALER: usize = 2;

/// The trump that the deal decides.
const DECIDED_BY_DEAL: &str = "dealer";
const TRUMPS: [(&str, &str); 7] = rules::trumps_and(DECIDED_BY_DEAL, "the longest suit of the dealer, seat 3");

impl Rules for SergeantMajorRules {
    type Evaluation = SergeantMajorEvaluation;
    type Order = TakingTricks;

    const NAME: &'static str = "sergeant-major";
    const PLAYERS: (usize, usize) = (3, 3);
    const UNIT: &'static str = "tricks";
    const PRESETS: &'static [&'static str] = &["paper", "table"];
    const OPTIONS: &'static [Field] = &[
        rules::trump_option(&TRUMPS, "N"),
        Field {
            name: "targets",
            about: "how many tricks each player has to take, seat 1 first",
            values: Values::Numbers { each: "player", least: 0, most: 16 },
            default: DefaultValue::Is("5,3,8"),
        },
        Field {
            name: "kitty-first",
            about: "whether the dealer of a whole deal takes the four cards of the kitty before discarding four",
            values: Values::Switch,
            default: DefaultValue::Is("off"),
        },
        Field {
            name: "up",
            about: "by how many tricks each player was above their target in the deal before, or below it (negative): for \
                    each of them a card is exchanged before a whole deal",
            values: Values::Numbers { each: "player", least: -16, most: 16 },
            default: DefaultValue::Derived("0 for each"),
        },
        SCORES,
        DEALS_BEFORE,
    ];
    const GAME_OPTIONS: &'static [Field] = SERGEANT_MAJOR_GAME;
    const OF_THE_DEAL: &'static [&'static str] = &["trump", "targets", "up", "scores", "deals-before"];
    const PLAY: &'static str = "Three players, sixteen cards each, four set aside. Seat 1 leads any card; follow suit if you can; the highest trump, \
        else the highest card of the suit led, takes the trick and leads to the next. The dealer, seat 3, names trump and \
        has to take 8 tricks, seat 1 has to take 5 and seat 2 has to take 3.";

    fn preset(name: &str) -> Option<Self> {
        match name {
            "paper" => Some(Self::default()),
            "table" => Some(Self { dealer_names_trump: true, ..Self::default() }),
            _ => None,
        }
    }

    fn about_preset(name: &str) -> &'static str {
        match name {
            "paper" => "as in the 2000 paper: no trump, everybody takes as many tricks as they can",
            "table" => "the dealer names the longest suit of the own hand as trump",
            _ => "",
        }
    }

    fn set(&mut self, option: &str, value: &str, players: usize) -> Result<(), CardError> {
        match option {
            "trump" => (self.dealer_names_trump, self.trump) = rules::read_trump_or(DECIDED_BY_DEAL, option, value)?,
            "targets" => self.targets = rules::read_numbers("targets", value, players, 16)?,
            "up" => self.up = read_up(value)?,
            "kitty-first" => self.kitty_first = rules::read_switch(option, value)?,
            _ => {
                let set = self.so_far.set(option, value, players);
                return set.unwrap_or_else(|| Err(rules::unknown_option::<Self>(option)));
            }
        }
        Ok(())
    }

    fn options(&self, players: usize) -> Vec<(&'static str, String)> {
        let trump = rules::write_trump_or(DECIDED_BY_DEAL, self.dealer_names_trump, self.trump);
        let up = (self.up != [0; 3]).then(|| ("up", self.up.map(|up| up.to_string()).join(",")));
        let options = [
            ("trump", trump),
            ("targets", rules::write_numbers(&self.targets[..players])),
            ("kitty-first", rules::write_switch(self.kitty_first)),
        ];
        options.into_iter().chain(up).chain(self.so_far.options(players)).collect()
    }
    fn game_terms() -> Option<Box<dyn GameTerms<Self>>> {
        Some(Box::<SergeantMajorTerms>::default())
    }

    fn so_far(&self) -> GameSoFar {
        self.so_far
    }

    fn set_so_far(&mut self, so_far: GameSoFar) {
        self.so_far = so_far;
    }

    fn hand_size(&self, _: usize) -> usize {
        16
    }

    fn settle(&mut self, hands: &[Cards], _: &Counts, _: Option<Card>) {
        if self.dealer_names_trump {
            self.trump = Suit::ALL.into_iter().rev().max_by_key(|&suit| hands[DEALER].of(suit).len());
            self.dealer_names_trump = false;
        }
    }

    fn preparation(&self) -> Preparation {
        let dealer = Player::new(DEALER);
        if self.dealer_names_trump {
            Preparation::TrumpAndKitty { dealer, kitty_first: self.kitty_first }
        } else {
            Preparation::None
        }
    }

    fn exchanges(&self) -> Exchanges {
        let [one, two, three, ..] = self.targets;
        Exchanges::of(self.up, [one, two, three])
    }

    fn set_trump(&mut self, trump: Option<Suit>) {
        self.trump = trump;
        self.dealer_names_trump = false;
    }

    fn settle_from_table(&mut self) -> Result<(), CardError> {
        let why = "everybody knows what the dealer has named, such as trump=H";
        if self.dealer_names_trump { Err(CardError::Missing { field: "trump", why }) } else { Ok(()) }
    }

    #[inline]
    fn trump(&self) -> Option<Suit> {
        self.trump
    }

    fn score(&self, players: usize, counts: &Counts, _: u8) -> Payoff {
        plain(players, counts)
    }
}

/// Reads by how many tricks everybody was above or below their target.
fn read_up(value: &str) -> Result<[i8; 3], CardError> {
    let words: Vec<&str> = value.split(',').collect();
    let words: [&str; 3] = words.try_into().map_err(|words: Vec<&str>| CardError::Numbers {
        field: "up",
        value: value.to_owned(),
        given: words.len(),
        due: 3,
    })?;
    let mut up = [0; 3];
    for (up, word) in up.iter_mut().zip(words) {
        let number = word.parse().ok().filter(|number| (-16..=16).contains(number));
        *up = number.ok_or_else(|| rules::misfit("up", word, "a number from -16 to 16"))?;
    }
    Ok(up)
}

/// The utilities of a deal of Sergeant Major; `t` are a player's tricks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SergeantMajorEvaluation {
    /// `t`, with an estimate of the tricks to come before the end.
    Tricks,
    /// `t` so far.
    SoFar,
    /// `total + t - (the most tricks of another player)`.
    Ahead,
    /// `t - target`.
    Targets,
    /// `1` if `t >= target`, else `0`.
    Reached,
    /// The chance to win the whole game, in units of which [`WON`](super::WON) are a game.
    Win,
    /// The natural one, or if the end of the whole game is near, the chance to win it.
    Game,
}

impl SergeantMajorEvaluation {
    /// What it comes to in this deal.
    fn settled(self, game: &SergeantMajor) -> Self {
        match self {
            Self::Game if is_late(game) => Self::Win,
            Self::Game => Self::Targets,
            other => other,
        }
    }
}

impl Utility<SergeantMajorRules> for SergeantMajorEvaluation {
    const ALL: &'static [Self] = &[Self::Tricks, Self::SoFar, Self::Ahead, Self::Targets, Self::Reached];
    const OF_GAMES: &'static [Self] = &[Self::Win, Self::Game];

    fn name(&self) -> &'static str {
        match self {
            Self::Tricks => "tricks",
            Self::SoFar => "so-far",
            Self::Ahead => "ahead",
            Self::Targets => "targets",
            Self::Reached => "reached",
            Self::Win => "win",
            Self::Game => "game",
        }
    }

    fn formula(&self) -> &'static str {
        match self {
            Self::Tricks => "tricks taken, with an estimate of those to come",
            Self::SoFar => "tricks taken so far",
            Self::Ahead => "total + tricks - most tricks of another player",
            Self::Targets => "tricks - target",
            Self::Reached => "1 if tricks >= target, else 0",
            Self::Win => FORMULA_OF_WIN,
            Self::Game => FORMULA_OF_GAME,
        }
    }

    fn worth(&self, game: &SergeantMajor, counts: &Counts) -> Payoff {
        let targets = &game.rules().targets;
        match self {
            Self::Tricks | Self::SoFar => plain(3, counts),
            Self::Ahead => ahead(game.total(), &plain(3, counts), 3),
            Self::Targets => payoff_of(3, |player| i16::from(counts[player]) - i16::from(targets[player])),
            Self::Reached => payoff_of(3, |player| i16::from(counts[player] >= targets[player])),
            Self::Win => worth_of_game(game, counts),
            Self::Game => self.settled(game).worth(game, counts),
        }
    }

    fn range(&self, game: &SergeantMajor) -> Range {
        let total = i16::from(game.total());
        let tricks = Range::constant_sum(total, 3);
        match self {
            Self::Tricks => tricks,
            Self::SoFar => Range { minsum: None, ..tricks },
            Self::Ahead => ahead_range(game.total(), 3),
            Self::Targets => {
                let minp = payoff_of(3, |player| -i16::from(game.rules().targets[player]));
                let maxp = payoff_of(3, |player| total - i16::from(game.rules().targets[player]));
                let sum = i32::from(total) + minp.sum();
                Range { minp: Some(minp), maxp: Some(maxp), minsum: Some(sum), maxsum: Some(sum), step: 1 }
            }
            Self::Reached => Range {
                minp: Some(Payoff::ZERO),
                maxp: Some(Payoff::uniform(1, 3)),
                minsum: Some(0),
                maxsum: Some(3),
                step: 1,
            },
            Self::Win => range_of_game(game),
            Self::Game => self.settled(game).range(game),
        }
    }

    fn bounds(&self, game: &SergeantMajor, least: &Counts, most: &Counts) -> Option<Bounds> {
        Some(match self {
            Self::Tricks | Self::SoFar => plain_bounds(3, least, most),
            Self::Ahead => ahead_bounds(game.total(), &plain_bounds(3, least, most), 3),
            Self::Targets | Self::Reached => Bounds { lo: self.worth(game, least), up: self.worth(game, most) },
            Self::Win => return None,
            Self::Game => return self.settled(game).bounds(game, least, most),
        })
    }

    #[inline]
    fn ensured(&self, game: &SergeantMajor, least: &Counts, most: &Counts) -> Option<Bounds> {
        match self {
            Self::Tricks => Some(plain_ensured(game.total(), 3, least)),
            Self::Targets | Self::Reached => Some(ensured_by_own(self, game, least, most)),
            Self::Game if self.settled(game) == Self::Targets => Self::Targets.ensured(game, least, most),
            Self::SoFar | Self::Ahead | Self::Win | Self::Game => None,
        }
    }

    fn is_plain(&self) -> bool {
        matches!(self, Self::Tricks | Self::SoFar)
    }

    fn completes(&self) -> bool {
        *self != Self::SoFar
    }

    fn enumerates(&self, game: &SergeantMajor) -> bool {
        self.settled(game) != Self::Win || enumerates_chances(game)
    }

    fn is_linear(&self, _: &SergeantMajor) -> bool {
        matches!(self, Self::Tricks | Self::SoFar | Self::Targets)
    }

    fn preferences(&self, game: &SergeantMajor, position: &Position) -> u64 {
        match self {
            Self::Tricks | Self::SoFar | Self::Targets => 0,
            Self::Ahead | Self::Win | Self::Game => u64::from_le_bytes(position.taken()),
            Self::Reached => needs(3, 3, position, &game.rules().targets, 0),
        }
    }
}

evaluates!(SergeantMajorRules, SergeantMajorEvaluation);
