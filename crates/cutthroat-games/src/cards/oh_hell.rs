//! Oh Hell: three to seven players, each promising exactly how many tricks they will take.
//!
//! Hands of any size. After the deal the next card is turned up and its suit is trump; there is no trump if no card is
//! left. Players follow suit if they can; the player to the dealer's left, seat 1, leads. Bids are made in turn, and
//! with the *hook* the last bid may not make the sum of bids equal to the number of tricks. Three scorings are usual:
//! 10 and the bid for players who take exactly what they promised and nothing for the others; in addition a point for
//! every trick, made bid or not; and a point lost for every trick too many or too few.
//!
//! Deal, trump, hook and lead are as in Wikipedia's article, read in the copy <http://www.liquisearch.com/oh_hell/rules>.
//! The scoring `tricks` is the one of <https://traditionalgamerules.neocities.org/ohhell> with ten points instead of
//! five, as <http://dkmgames.com/CardSharp/OhHell/> has it; `exact` is the classic one of
//! <https://eatsip365.com/which-oh-hell-game-scoring-method-is-the-best>; what `penalty` takes off is as in
//! <https://www.oocities.org/jaylipp/CardGames/ohhell.html>, which gives 5 and the bid where we give 10 and the bid.
//! Pagat's page, <https://www.pagat.com/exact/ohhell.html>, could not be read; pages that quote it name `exact` and
//! `tricks` as its scorings.

use cutthroat::{Bounds, MAX_PLAYERS, Payoff, Range};

use super::bids::{Contract, needs, suggested_bid, worth_of_contracts};
use super::card::{Card, Cards, Suit};
use super::error::CardError;
use super::evaluates::evaluates;
use super::order::MakingBids;
use super::position::Position;
use super::rules::{self, Counts, Preparation, Rules, SeatSet};
use super::so_far::{DEALS_BEFORE, GameSoFar, SCORES};
use super::trick::TrickGame;
use super::utility::{
    FORMULA_OF_GAME, FORMULA_OF_WIN, Utility, ensured_by_own, enumerates_chances, plain, plain_bounds, plain_ensured,
    range_of_shares,
};
use super::whole_game::{GameTerms, OH_HELL_GAME, OhHellTerms, is_late, range_of_game, worth_of_game};
use crate::field::{DefaultValue, Field, Values};

/// Oh Hell.
pub type OhHell = TrickGame<OhHellRules>;

/// The scoring of tricks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// `10 + bid` if `t = bid`, else 0.
    Exact,
    /// `t`, and 10 more if `t = bid`.
    Tricks,
    /// `10 + bid` if `t = bid`, else `-|t - bid|`.
    Penalty,
}

impl Scoring {
    const NAMES: [(&'static str, Self); 3] =
        [("exact", Self::Exact), ("tricks", Self::Tricks), ("penalty", Self::Penalty)];
}

/// The rules of Oh Hell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OhHellRules {
    /// The trump suit, if there is one.
    pub trump: Option<Suit>,
    /// Whether the next card of the pack decides the trump suit, once that card is known.
    pub turns_up_trump: bool,
    /// The card that was turned up for trump, which everybody has seen; `None` if it is not known.
    pub turned_up: Option<Card>,
    /// What each seat promised; `None` until they have bid.
    pub bids: Option<Counts>,
    /// Whether the last bid may not make bids add up to the number of tricks.
    pub hook: bool,
    /// The scoring of tricks.
    pub scoring: Scoring,
    /// The game that the deal is a part of.
    pub so_far: GameSoFar,
}

impl Default for OhHellRules {
    fn default() -> Self {
        Self {
            trump: None,
            turns_up_trump: true,
            turned_up: None,
            bids: None,
            hook: true,
            scoring: Scoring::Exact,
            so_far: GameSoFar::default(),
        }
    }
}

/// The trump that the deal decides.
const DECIDED_BY_DEAL: &str = "turned-up";
const TRUMPS: [(&str, &str); 7] =
    rules::trumps_and(DECIDED_BY_DEAL, "the suit of the card that is turned up after the deal");

impl Rules for OhHellRules {
    type Evaluation = OhHellEvaluation;
    type Order = MakingBids;

    const NAME: &'static str = "oh-hell";
    const PLAYERS: (usize, usize) = (3, 7);
    const PRESETS: &'static [&'static str] = &["table", "tricks", "penalty", "paper"];
    const OPTIONS: &'static [Field] = &[
        rules::trump_option(&TRUMPS, DECIDED_BY_DEAL),
        Field {
            name: "turned-up",
            about: "the card that was turned up for trump: everybody knows that nobody holds it",
            values: Values::Form("a card, such as H7"),
            default: DefaultValue::Derived("no card is known"),
        },
        Field {
            name: "bids",
            about: "how many tricks each player has promised, seat 1 first",
            values: Values::Numbers { each: "player", least: 0, most: 17 },
            default: DefaultValue::Derived("counted from the cards of each hand"),
        },
        Field {
            name: "hook",
            about: "whether the last bid, where bids are counted from the hands, may not make them add up to the number of tricks",
            values: Values::Switch,
            default: DefaultValue::Is("on"),
        },
        Field {
            name: "scoring",
            about: "what a deal scores; t is tricks taken",
            values: Values::Names(&[
                ("exact", "10 + bid if t = bid, else 0"),
                ("tricks", "t, and 10 more if t = bid"),
                ("penalty", "10 + bid if t = bid, else -|t - bid|"),
            ]),
            default: DefaultValue::Is("exact"),
        },
        SCORES,
        DEALS_BEFORE,
    ];
    const OF_THE_DEAL: &'static [&'static str] = &["trump", "turned-up", "bids", "scores", "deals-before"];
    const GAME_OPTIONS: &'static [Field] = OH_HELL_GAME;
    const PLAY: &'static str = "Three to seven players, each for themselves, with hands of any size. Everybody promises a number of tricks and wants \
        to take exactly that many. Follow suit if you can; the highest trump, else the highest card of the suit led, takes \
        the trick and leads to the next. Seat 1 leads first.";

    fn preset(name: &str) -> Option<Self> {
        match name {
            "table" => Some(Self::default()),
            "tricks" => Some(Self { scoring: Scoring::Tricks, ..Self::default() }),
            "penalty" => Some(Self { scoring: Scoring::Penalty, ..Self::default() }),
            // The 2005 paper plays it as Spades with another evaluation.
            "paper" => Some(Self { trump: Some(Suit::Spades), turns_up_trump: false, hook: false, ..Self::default() }),
            _ => None,
        }
    }

    fn about_preset(name: &str) -> &'static str {
        match name {
            "table" => "trump is turned up, bids have the hook, an exact bid scores 10 + bid",
            "tricks" => "as table, but every trick scores a point too",
            "penalty" => "as table, but a missed bid costs a point for every trick beyond or short",
            "paper" => "as in the 2005 paper: spades are trump, no hook",
            _ => "",
        }
    }

    fn set(&mut self, option: &str, value: &str, players: usize) -> Result<(), CardError> {
        match option {
            "trump" => (self.turns_up_trump, self.trump) = rules::read_trump_or(DECIDED_BY_DEAL, option, value)?,
            "turned-up" => self.turned_up = Some(value.parse()?),
            "bids" => self.bids = Some(rules::read_numbers("bids", value, players, 17)?),
            "hook" => self.hook = rules::read_switch(option, value)?,
            "scoring" => {
                let named = Scoring::NAMES.iter().find(|(name, _)| *name == value);
                self.scoring = named.ok_or_else(|| rules::misfit(option, value, "exact, tricks or penalty"))?.1;
            }
            _ => {
                let set = self.so_far.set(option, value, players);
                return set.unwrap_or_else(|| Err(rules::unknown_option::<Self>(option)));
            }
        }
        Ok(())
    }

    fn options(&self, players: usize) -> Vec<(&'static str, String)> {
        let trump = rules::write_trump_or(DECIDED_BY_DEAL, self.turns_up_trump, self.trump);
        let scoring = Scoring::NAMES.iter().find(|(_, scoring)| *scoring == self.scoring).map_or("exact", |(n, _)| n);
        let turned_up = self.turned_up.map(|card| ("turned-up", card.to_string()));
        let bids = self.bids.map(|bids| ("bids", rules::write_numbers(&bids[..players])));
        let rest = [("hook", rules::write_switch(self.hook)), ("scoring", scoring.to_owned())];
        let rules = [("trump", trump)].into_iter().chain(turned_up).chain(bids).chain(rest);
        rules.chain(self.so_far.options(players)).collect()
    }
    fn game_terms() -> Option<Box<dyn GameTerms<Self>>> {
        Some(Box::<OhHellTerms>::default())
    }

    fn so_far(&self) -> GameSoFar {
        self.so_far
    }

    fn set_so_far(&mut self, so_far: GameSoFar) {
        self.so_far = so_far;
    }

    /// The most that leave a card to turn up.
    fn hand_size(&self, players: usize) -> usize {
        (Cards::PACK.len() - 1) / players
    }

    /// Turns trump up, and lets every player who has not bid promise what their hand is worth. The last bidder is the
    /// dealer, in the last seat. If the hook forbids their bid, they promise one trick more, or one less if they
    /// already promised all.
    fn settle(&mut self, hands: &[Cards], taken: &Counts, turned_up: Option<Card>) {
        self.turn_up(turned_up);
        if self.bids.is_some() {
            return;
        }
        let mut bids = *taken;
        for (bid, &hand) in bids.iter_mut().zip(hands) {
            *bid += suggested_bid(hand, self.trump);
        }
        let tricks = hands[0].len() as u8 + taken.iter().sum::<u8>();
        let dealer = hands.len() - 1;
        if self.hook && bids.iter().map(|&bid| u32::from(bid)).sum::<u32>() == u32::from(tricks) {
            bids[dealer] = if bids[dealer] < tricks { bids[dealer] + 1 } else { bids[dealer] - 1 };
        }
        self.bids = Some(bids);
    }

    fn preparation(&self) -> Preparation {
        if self.bids.is_none() { Preparation::Bids } else { Preparation::None }
    }

    fn turn_up(&mut self, card: Option<Card>) {
        if self.turns_up_trump {
            // A text may name the card and not the suit.
            self.turned_up = card.or(self.turned_up);
            self.trump = self.turned_up.map(Card::suit);
            self.turns_up_trump = false;
        }
    }

    /// With the hook, the last bid may not make bids add up to the number of tricks.
    fn allows_bid(&self, bid: u8, earlier: &[u8], players: usize, tricks: u8) -> bool {
        let is_last = earlier.len() + 1 == players;
        bid <= tricks && !(self.hook && is_last && earlier.iter().sum::<u8>() + bid == tricks)
    }

    fn set_bids(&mut self, bids: Counts, _: SeatSet) {
        self.bids = Some(bids);
    }

    fn promised(&self) -> Option<(Counts, SeatSet)> {
        Some((self.bids?, SeatSet::NONE))
    }

    fn settle_from_table(&mut self) -> Result<(), CardError> {
        if self.turns_up_trump && self.turned_up.is_none() {
            let why = "everybody has seen it; or write the card that was turned up, such as turned-up=H7";
            return Err(CardError::Missing { field: "trump", why });
        }
        self.turn_up(None);
        self.bids.map(|_| ()).ok_or(rules::BIDS_MISSING)
    }

    fn shown_aside(&self) -> Cards {
        self.turned_up.map_or(Cards::NONE, Card::alone)
    }

    #[inline]
    fn trump(&self) -> Option<Suit> {
        self.trump
    }

    fn wants_tricks(&self, _: usize, player: usize, taken: &Counts) -> bool {
        self.bids.as_ref().is_some_and(|bids| taken[player % MAX_PLAYERS] < bids[player % MAX_PLAYERS])
    }

    fn score(&self, players: usize, counts: &Counts, _: u8) -> Payoff {
        worth_of_contracts(players, players, counts, &self.bids.unwrap_or_default(), |contract| {
            let Contract { tricks, bid, .. } = contract;
            match self.scoring {
                Scoring::Tricks => tricks + if tricks == bid { 10 } else { 0 },
                _ if tricks == bid => 10 + bid,
                Scoring::Exact => 0,
                Scoring::Penalty => -(tricks - bid).abs(),
            }
        })
    }
}

/// The utilities of a deal of Oh Hell; `t` and `bid` are a player's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OhHellEvaluation {
    /// The score by the rules, with an estimate of the tricks to come before the end.
    Score,
    /// OH of the 2005 paper: `total - |t - bid|`.
    Oh,
    /// `1` if `t = bid`, else `0`.
    Exact,
    /// `t`.
    Tricks,
    /// `t` so far.
    SoFar,
    /// The chance to win the whole game, in units of which [`WON`](super::WON) are a game.
    Win,
    /// The natural one, or if the end of the whole game is near, the chance to win it.
    Game,
}

impl OhHellEvaluation {
    /// What it comes to in this deal.
    fn settled(self, game: &OhHell) -> Self {
        match self {
            Self::Game if is_late(game) => Self::Win,
            Self::Game => Self::Score,
            other => other,
        }
    }
}

impl Utility<OhHellRules> for OhHellEvaluation {
    const ALL: &'static [Self] = &[Self::Score, Self::Oh, Self::Exact, Self::Tricks, Self::SoFar];
    const OF_GAMES: &'static [Self] = &[Self::Win, Self::Game];

    fn name(&self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Oh => "oh",
            Self::Exact => "exact",
            Self::Tricks => "tricks",
            Self::SoFar => "so-far",
            Self::Win => "win",
            Self::Game => "game",
        }
    }

    fn formula(&self) -> &'static str {
        match self {
            Self::Score => "the score by the rules, with an estimate of the tricks to come",
            Self::Oh => "total - |tricks - bid|",
            Self::Exact => "1 if tricks = bid, else 0",
            Self::Tricks => "tricks taken, with an estimate of those to come",
            Self::SoFar => "tricks taken so far",
            Self::Win => FORMULA_OF_WIN,
            Self::Game => FORMULA_OF_GAME,
        }
    }

    fn worth(&self, game: &OhHell, counts: &Counts) -> Payoff {
        let players = cutthroat::Game::players(game);
        let bids = game.rules().bids.unwrap_or_default();
        match self {
            Self::Score => game.rules().score(players, counts, game.total()),
            Self::Oh => worth_of_contracts(players, players, counts, &bids, |own| own.closeness(game.total())),
            Self::Exact => worth_of_contracts(players, players, counts, &bids, |own| (own.tricks == own.bid).into()),
            Self::Tricks | Self::SoFar => plain(players, counts),
            Self::Win => worth_of_game(game, counts),
            Self::Game => self.settled(game).worth(game, counts),
        }
    }

    fn range(&self, game: &OhHell) -> Range {
        let tricks = Range::constant_sum(game.total().into(), cutthroat::Game::players(game));
        match self {
            Self::Tricks => tricks,
            Self::SoFar => Range { minsum: None, ..tricks },
            Self::Score | Self::Oh | Self::Exact => range_of_shares(self, game),
            Self::Win => range_of_game(game),
            Self::Game => self.settled(game).range(game),
        }
    }

    fn bounds(&self, game: &OhHell, least: &Counts, most: &Counts) -> Option<Bounds> {
        match self {
            Self::Tricks | Self::SoFar => Some(plain_bounds(cutthroat::Game::players(game), least, most)),
            Self::Score | Self::Oh | Self::Exact | Self::Win | Self::Game => None,
        }
    }

    fn ensured(&self, game: &OhHell, least: &Counts, most: &Counts) -> Option<Bounds> {
        match self {
            Self::Tricks => Some(plain_ensured(game.total(), cutthroat::Game::players(game), least)),
            Self::Oh | Self::Exact => Some(ensured_by_own(self, game, least, most)),
            Self::Score | Self::SoFar | Self::Win | Self::Game => None,
        }
    }

    fn completes(&self) -> bool {
        *self != Self::SoFar
    }

    fn enumerates(&self, game: &OhHell) -> bool {
        self.settled(game) != Self::Win || enumerates_chances(game)
    }

    fn is_linear(&self, _: &OhHell) -> bool {
        matches!(self, Self::Tricks | Self::SoFar)
    }

    fn preferences(&self, game: &OhHell, position: &Position) -> u64 {
        let players = cutthroat::Game::players(game);
        let bids = game.rules().bids.unwrap_or_default();
        match self {
            Self::Tricks | Self::SoFar => 0,
            Self::Oh => needs(players, players, position, &bids, 0),
            Self::Exact => needs(players, players, position, &bids, -1),
            Self::Score | Self::Win | Self::Game => u64::from_le_bytes(position.taken()),
        }
    }
}

evaluates!(OhHellRules, OhHellEvaluation);
